"""The analysis board: board_test.py BUILD. Turns by hand for both sides, positions, private histories, links."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_game  # noqa: E402
from page_driver import BROWSER, BUILD, click, find, found, go, open_page, script, shown  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402

from selenium.webdriver.common.keys import Keys  # noqa: E402


def text(selector):
    """In one step: the page draws its numbers anew while they come in."""
    return script('const e = document.querySelector(arguments[0]); return e ? e.textContent : ""', selector)


def words():
    return text('#hand-words')


def boards():
    return script('const e = document.querySelector("#boards"); return e ? Number(e.dataset.boards) : null')


def sensed(side, square):
    wait_for(lambda: f'{side} looks' in words())
    click(square)
    wait_for(lambda: f'{side} moves' in words())


def moved(side, request):
    wait_for(lambda: f'{side} moves' in words())
    click(request[:2])
    wait_for(lambda: found('.cell .target'))
    click(request[2:])
    wait_for(lambda: f'{side} moves' not in words())


def test_both_sides_sense_and_move_by_hand():
    with Server(BUILD) as server:
        open_page(server, 'board')
        shown('#board-begin').click()
        # White knows the board; each turn shows what whoever moves may hold possible.
        wait_for(lambda: boards() == 1)
        sensed('White', 'e7')
        moved('White', 'e2e4')
        wait_for(lambda: 'requests e2e4' in text('#step-words'))
        wait_for(lambda: 'On the true board e2e4 is worth' in text('#verdict'), 60)
        find('#hand-next').click()
        wait_for(lambda: boards() == 21)  # twenty moves, and a pass
        sensed('Black', 'e3')
        wait_for(lambda: boards() not in (None, 21))
        after_sense = boards()
        moved('Black', 'd7d5')
        find('body').send_keys(Keys.ARROW_RIGHT)
        sensed('White', 'd5')
        moved('White', 'e4d5')
        assert 'captures on d5' in text('#step-words')
        address = script('return location.hash')
        assert address == '#board/start/e7:e2e4,e3:d7d5,d5:e4d5', address
        # Another window at an earlier turn begins a branch.
        go('board/start/e7:e2e4,e3:d7d5,d5:e4d5')
        find('body').send_keys(Keys.HOME)
        for _ in range(3):
            find('body').send_keys(Keys.ARROW_RIGHT)
        wait_for(lambda: 'Black looks' in words() and boards() == 21)
        find('#hand-none').click()
        wait_for(lambda: 'Black moves' in words() and boards() == 21)
        assert script('return location.hash') == '#board/start/e7:e2e4,none'
        find('#hand-pass').click()
        wait_for(lambda: 'Black passes' in text('#step-words'))
        # The link has all that is needed: another server shows the same.
        link = script('return location.hash').strip('#')
        errors = errors_of(BROWSER)
        assert errors == [], errors
    with Server(BUILD) as server:
        open_page(server, 'board/start/e7:e2e4,e3')
        wait_for(lambda: 'Black moves' in words() and boards() == after_sense)
        open_page(server, link)
        wait_for(lambda: 'White looks' in words())
        find('#ask').click()
        shown('table.requests', 60)
        # What cannot be is told.
        go('board/start/e7:e2e5')
        wait_for(lambda: 'turn 1' in text('#board-failure'))
        errors_of(BROWSER)  # the refusal


def test_a_king_is_taken_in_a_position_that_was_put_up():
    with Server(BUILD) as server:
        open_page(server, 'board')
        shown('#board-clear').click()
        find('[data-put=Q]').click()
        click('d5')
        find('[data-put=x]').click()
        click('d5')
        assert 'empty' in find('[data-square=d5]').get_attribute('aria-label')
        find('[data-put=Q]').click()
        click('e2')
        assert find('#board-fen').get_attribute('value') == '4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1'
        find('#board-begin').click()
        sensed('White', 'e7')
        moved('White', 'e2e8')
        wait_for(lambda: 'captures the king' in text('#step-words') and 'the game is over' in words())
        assert not found('#hand-next')
        open_page(server, 'board')
        shown('#board-fen').clear()
        find('#board-fen').send_keys('no position\t')
        wait_for(lambda: 'no position' in text('#board-failure'))
        errors = errors_of(BROWSER)
        assert errors == [], errors


def test_a_private_history_shows_what_may_be_and_what_to_do():
    with Server(BUILD) as server:
        open_page(server, 'board')
        shown('#board-example').click()
        find('#board-private').click()
        wait_for(lambda: boards() and 'the true one is not known' in text('#numbers'))
        assert 'black' in script('return location.hash') and not found('[data-layer=truth]')
        assert 'black pawn' in find('[data-square=d5]').get_attribute('aria-label')
        assert 'leaves' in text('main')  # what each window would tell
        find('#ask').click()
        shown('table.requests', 60)
        find('.minis button').click()
        wait_for(lambda: not find('#play-on').get_attribute('disabled'))
        find('#play-on').click()
        wait_for(lambda: 'Black looks' in words() and boards() == 1)
        go('board/private/position_startpos_color_black_history_sense_e3')
        wait_for(lambda: text('#board-failure'))
        errors_of(BROWSER)  # the refusal


def test_a_recorded_game_is_gone_on_with_from_any_turn():
    with tempfile.TemporaryDirectory() as folder:
        path = recorded_game(BUILD, folder)
        with Server(BUILD) as server:
            with open(path) as file:
                game = server.post('/api/look', file.read().encode())['id']
            state = server.get(f'/api/look/{game}/state')
            open_page(server, f'look/{game}/black/3/sense')
            wait_for(lambda: boards())
            held = boards()
            find('#analyse').click()
            wait_for(lambda: 'Black moves' in words() and boards() == held)
            plies = script('return location.hash').split('/')[2].split(',')
            assert len(plies) == 6 and plies[-1] == state['plies'][5]['sense'], plies
            assert len(server.get(f'/api/look/{game}/state')['plies']) == len(state['plies'])  # it is still there
            errors = errors_of(BROWSER)
            assert errors == [], errors


if __name__ == '__main__':
    try:
        run([test_both_sides_sense_and_move_by_hand, test_a_king_is_taken_in_a_position_that_was_put_up,
             test_a_private_history_shows_what_may_be_and_what_to_do, test_a_recorded_game_is_gone_on_with_from_any_turn])
    finally:
        BROWSER.quit()
