"""What a game on the page shows and offers: game_test.py BUILD."""

import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import (BROWSER, BUILD, COLOURS, begun, brightness, click, find, found, look_as, open_page, phase,  # noqa: E402
                         script, shown, turn)
from person import Person  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402


SLOW = f'name=slow cmd={sys.executable} {os.path.join(os.path.dirname(os.path.abspath(__file__)), "slow_engine.py")}'


def test_the_end_shows_the_final_position_and_what_took_the_king():
    with Server(BUILD) as server:
        open_page(server)
        person = Person(server, begun(server))
        state = person.play()
        assert state['reason'] == 'KING_CAPTURE'
        words = shown('#last-words').text
        last = state['turns'][-1]['taken']
        assert f'from {last[:2]} to {last[2:4]} and captured the king' in words, words
        # The position after the capture: who took the king stands there, and nothing of the last window is left.
        label = find(f'[data-square={last[2:4]}]').get_attribute('aria-label')
        assert 'white' in label and 'captured black king' in label, label
        ActionChains(BROWSER).move_to_element(find('[data-square=e4]')).perform()
        assert not found('.overlay .frame')
        find('#replay').click()
        wait_for(lambda: 'White begins' in find('#step-words').text)
        wait_for(lambda: 'senses' in find('#step-words').text)  # by itself
        find('[aria-label="To the last step"]').click()
        wait_for(lambda: 'captures the king' in find('#step-words').text)
        assert errors_of(BROWSER) == []


def test_heat_maps_have_a_scale_of_their_own_and_a_mark_at_the_best_window():
    with Server(BUILD) as server:
        open_page(server)
        person = Person(server, begun(server))
        person.play(3)
        shown('#boards[data-boards]:not([data-boards=""])')
        find('[data-layer=windows]').click()
        shown('.legend[data-layer=windows] .ramp')
        assert 'Fainter' not in find('#help-card').text
        best = max(person.current()['help']['windows'], key=lambda w: w['gain'])
        assert shown('.cell .best').find_element('xpath', '..').get_attribute('data-square') == best['square']
        assert f"{best['gain']:.1f} bits" in find('.legend').text
        find('[data-layer=threat]').click()
        shown('.legend[data-layer=threat] .ramp')


def test_the_signs_of_white_and_black_keep_their_colours():
    with Server(BUILD) as server:
        open_page(server)
        for colours in COLOURS:
            look_as(colours=colours)
            begun(server)
            assert brightness(shown('#names .disc.white')) > 240
            begun(server, color='black')
            assert brightness(shown('#names .disc.black')) < 40


def test_guesses_age_notes_stay_and_the_board_turns():
    with Server(BUILD) as server:
        open_page(server)
        person = Person(server, begun(server, help=False))
        find('[data-guess=n]').click()
        click('e5')
        label = find('[data-square=e5]').get_attribute('aria-label')
        assert 'black knight' in label and 'your guess' in label, label
        BROWSER.find_element('css selector', 'body').send_keys(Keys.ESCAPE)
        find('#notes').send_keys('the queen went to the left')

        def opacity():
            return float(find('[data-square=e5] .piece-set use').get_attribute('opacity'))
        fresh = opacity()
        server.post(f'/api/play/{person.game}/sense', {'square': 'b2'})
        wait_for(lambda: phase() == 'move')
        server.post(f'/api/play/{person.game}/move', {'move': 'a2a3'})
        wait_for(lambda: phase() == 'sense' and turn() == '2')
        assert opacity() < fresh == 1
        BROWSER.refresh()
        wait_for(lambda: phase() == 'sense')
        assert 'your guess' in find('[data-square=e5]').get_attribute('aria-label')
        assert find('#notes').get_attribute('value') == 'the queen went to the left'
        first = found('.cell')[0].get_attribute('data-square')
        find('#flip').click()
        assert (first, found('.cell')[0].get_attribute('data-square')) == ('a8', 'h1')
        on = find('#sound').get_attribute('aria-pressed')
        find('#sound').click()
        assert find('#sound').get_attribute('aria-pressed') != on
        BROWSER.refresh()
        assert shown('#sound').get_attribute('aria-pressed') != on
        find('#sound').click()
        errors = errors_of(BROWSER)
        assert errors == [], errors


def test_a_sense_is_planned_while_the_opponent_thinks():
    with Server(BUILD, '--engine', SLOW) as server:
        open_page(server)
        game = begun(server, opponent='engine1', options={})
        wait_for(lambda: phase() == 'sense')
        click('e7')
        wait_for(lambda: phase() == 'move')
        server.post(f'/api/play/{game}/move', {'move': 'e2e4'})
        wait_for(lambda: phase() == 'waiting')
        time.sleep(0.4)
        click('d6')
        assert 'You will look at d6' in find('#status').text
        assert found('.overlay .frame.preview')
        wait_for(lambda: phase() == 'move')
        assert server.get(f'/api/play/{game}/state')['turns'][1]['sense'] == 'd6'


def test_resigning_asks_in_the_page_and_a_move_slides():
    with Server(BUILD) as server:
        open_page(server)
        begun(server)
        click('e7')
        wait_for(lambda: phase() == 'move')
        BROWSER.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-reduced-motion', 'value': 'no-preference'}]})
        script("""window.slid = 0; const animate = Element.prototype.animate;
          Element.prototype.animate = function (...a) { window.slid += 1; return animate.apply(this, a); };""")
        click('e2')
        click('e4')
        wait_for(lambda: script('return window.slid') == 1)
        wait_for(lambda: phase() == 'sense')
        find('#resign').click()
        shown('dialog[open] [data-answer=""]').click()
        assert phase() == 'sense'
        find('#resign').click()
        shown('dialog[open] [data-answer=resign]').click()
        wait_for(lambda: phase() == 'over')
        assert 'given up' in find('#status').text


def touch(kind, *points):
    BROWSER.execute_cdp_cmd('Input.dispatchTouchEvent', {'type': kind, 'touchPoints': [{'x': x, 'y': y} for x, y in points]})


def test_a_piece_put_back_by_a_finger_swallows_no_tap():
    with Server(BUILD) as server:
        open_page(server)
        begun(server, help=False)
        click('e7')
        wait_for(lambda: phase() == 'move')
        BROWSER.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': True, 'maxTouchPoints': 1})
        try:
            x, y = script("const r = document.querySelector('[data-square=e2]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]")
            touch('touchStart', (x, y))
            for i in range(1, 9):
                touch('touchMove', (x - 2.5 * i, y))
            touch('touchEnd')
            time.sleep(0.3)
            x, y = script("const r = document.querySelector('[data-square=d2]').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]")
            touch('touchStart', (x, y))
            touch('touchEnd')
            wait_for(lambda: found('[data-square=d2] .chosen'), 5)
        finally:
            BROWSER.execute_cdp_cmd('Emulation.setTouchEmulationEnabled', {'enabled': False})


def test_a_question_goes_with_its_room():
    with Server(BUILD) as server:
        open_page(server)
        game = begun(server, help=False, start='4k3/P7/8/8/8/8/8/4K3 w - - 0 1')
        click('e7')
        wait_for(lambda: phase() == 'move')
        click('a7')
        click('a8')
        shown('dialog[open] [data-answer=a7a8n]')
        script('history.back()')
        shown('#begin')
        assert not found('dialog[open]')
        assert server.get(f'/api/play/{game}/state')['phase'] == 'move'


def refused(server, game):
    return server.status_of(f'/api/play/{game}/takeback', {})


def test_a_turn_is_taken_back_and_both_sides_know_what_they_knew():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, keep=folder) as server:
        open_page(server)
        for color in ('white', 'black'):
            person = Person(server, begun(server, opponent='trout', color=color, base=300))
            assert refused(server, person.game) == 409
            first = time.monotonic()
            before = person.play(2)
            ran = 1000 * (time.monotonic() - first)  # ms, at most, until the clock was told in the third turn
            after = person.play(1)
            back = time.monotonic()
            shown('#takeback:not([disabled])').click()
            wait_for(lambda: turn() == '3' and phase() == 'sense')
            again = person.current()
            runs = 1000 * (time.monotonic() - back)  # ms, as it does while the person thinks
            # The clock, the boards that may be, and what was seen are as they were before the turn.
            assert again['turns'] == before['turns'] and again['own'] == before['own']
            assert again['help']['boards'] == before['help']['boards']
            assert after['clocks'][color] < again['clocks'][color] + runs and again['clocks'][color] <= before['clocks'][color] + ran
            # In the middle of a turn, too: the one before it is played again.
            click('e5')
            wait_for(lambda: phase() == 'move')
            find('body').send_keys('t')
            wait_for(lambda: turn() == '2' and phase() == 'sense')
            state = person.play()
            assert state['phase'] == 'over' and state['takebacks'] == 2, state
            assert state['reason'] == 'KING_CAPTURE'
            assert refused(server, person.game) == 409
            # Record and referee agree on the whole game, and it does not count for the rating.
            record = server.get(f'/api/play/{person.game}/record')
            assert server.post('/api/look', record)['id'] == state['game']
            assert len(record['senses']['true' if color == 'white' else 'false']) == len(state['turns'])
        wait_for(lambda: [game['takebacks'] for game in server.get('/api/mine')] == [2, 2])
        find('body').send_keys(Keys.HOME)
        open_page(server, 'mine')
        wait_for(lambda: found('#mine tbody tr'))
        assert not found('#my-rating')


def test_a_turn_is_taken_back_while_the_opponent_thinks():
    with Server(BUILD, '--engine', SLOW) as server:
        open_page(server)
        game = begun(server, opponent='engine1', options={})
        wait_for(lambda: phase() == 'sense')
        click('e7')
        wait_for(lambda: phase() == 'move')
        server.post(f'/api/play/{game}/move', {'move': 'e2e4'})
        wait_for(lambda: phase() == 'waiting')
        shown('#takeback:not([disabled])').click()
        wait_for(lambda: phase() == 'sense' and turn() == '1')
        assert 'white pawn' in find('[data-square=e2]').get_attribute('aria-label')
        click('e7')
        wait_for(lambda: phase() == 'move')
        server.post(f'/api/play/{game}/move', {'move': 'd2d4'})
        wait_for(lambda: phase() == 'sense' and turn() == '2')
        assert server.get(f'/api/play/{game}/state')['turns'][0]['taken'] == 'd2d4'
        find('#resign').click()
        shown('dialog[open] [data-answer=resign]').click()
        wait_for(lambda: phase() == 'over')


if __name__ == '__main__':
    try:
        run([test_a_turn_is_taken_back_and_both_sides_know_what_they_knew, test_a_turn_is_taken_back_while_the_opponent_thinks,
             test_guesses_age_notes_stay_and_the_board_turns, test_a_sense_is_planned_while_the_opponent_thinks,
             test_resigning_asks_in_the_page_and_a_move_slides, test_a_piece_put_back_by_a_finger_swallows_no_tap,
             test_a_question_goes_with_its_room,
             test_the_end_shows_the_final_position_and_what_took_the_king,
             test_heat_maps_have_a_scale_of_their_own_and_a_mark_at_the_best_window,
             test_the_signs_of_white_and_black_keep_their_colours])
    finally:
        BROWSER.quit()
