"""Somebody who does not know the game: front_test.py BUILD. The front page, the lesson, and a first game by what is offered alone."""

import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import BROWSER, BUILD, COLOURS, find, found, go, look_as, open_page, phase, script, shown  # noqa: E402
from selenium.common.exceptions import StaleElementReferenceException  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402


def test_the_front_page_shows_a_turn_and_every_opponent():
    with Server(BUILD) as server:
        open_page(server)
        BROWSER.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-reduced-motion', 'value': 'no-preference'}]})
        go('look')
        go('play')
        pictures = set()
        wait_for(lambda: pictures.add(shown('.demo-words').text) or len(pictures) == 5, 15)
        offered = server.get('/api/hello')['opponents']
        rows = found('#opponents .opponent')
        assert len(rows) == len(offered) >= 23
        for row, opponent in zip(rows, offered):
            assert opponent['label'] in row.text and opponent['line'] in row.text
            if opponent['elo'] is not None:
                assert str(abs(opponent['elo'])) in row.text, row.text
        # A clock and a position of one's own.
        script("const c = document.querySelector('#clock'); c.value = 'own'; c.dispatchEvent(new Event('change'))")
        for field, value in (('minutes', '7'), ('increment', '3')):
            find(f'#{field}').clear()
            find(f'#{field}').send_keys(value)
        script("document.querySelector('details').open = true")
        find('#start').send_keys('no position')
        find('#begin').click()
        wait_for(lambda: 'cannot be played' in find('form [role=alert]').text)
        errors_of(BROWSER)  # the refusal
        find('#start').clear()
        find('#start').send_keys('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1')
        find('#begin').click()
        wait_for(lambda: phase() == 'sense')
        state = server.get(f"/api/play/{script('return location.hash').split('/')[1]}/state")
        assert sum(bool(piece) for piece in state['own']) == 2 and 6.9 * 60000 < state['clocks']['white'] <= 7 * 60000 + 3000, state['clocks']
        # The link for keyboards leaves the game where it is.
        script("document.querySelector('.skip').click()")
        assert script('return [document.activeElement.id, location.hash.startsWith("#play/")]') == ['main', True]
        errors = errors_of(BROWSER)
        assert errors == [], errors


def test_a_page_that_lost_a_part_says_so():
    with Server(BUILD) as server:
        BROWSER.execute_cdp_cmd('Network.enable', {})
        BROWSER.execute_cdp_cmd('Network.setBlockedURLs', {'urls': ['*/lib.js']})
        try:
            BROWSER.get(server.address)
            assert not find('.late').is_displayed()  # not in the moment in which every page loads
            wait_for(lambda: 'load it again' in find('#main').text, 10)
        finally:
            BROWSER.execute_cdp_cmd('Network.setBlockedURLs', {'urls': []})
            errors_of(BROWSER)
        find('.late a').click()
        shown('#begin')


def choose_clock(value):
    script("const c = document.querySelector('#clock'); c.value = arguments[0]; c.dispatchEvent(new Event('change'))", value)


def put(selector, value):
    script('document.querySelector(arguments[0]).value = arguments[1]', selector, value)


def test_what_is_wrong_with_a_wish_is_seen():
    with Server(BUILD) as server:
        open_page(server)
        # An own clock without minutes is no game without a clock.
        shown('#begin')
        choose_clock('own')
        put('#minutes', '')
        find('#begin').click()
        assert script("return document.activeElement.id + document.querySelectorAll(':user-invalid, form :invalid').length") != 'begin0'
        assert script('return location.hash') in ('', '#play') and not script("return localStorage.getItem('lanternfish-play')")
        # A field in what is folded is unfolded.
        choose_clock('0')
        put('form details input[type=number]', '-5')
        script("document.querySelector('form details').open = false")
        find('#begin').click()
        wait_for(lambda: script("return document.querySelector('form details').open"), 5)
        put('form details input[type=number]', '')
        # What is not asked for cannot be wrong.
        choose_clock('own')
        put('#minutes', '1.25')
        choose_clock('0')
        find('#begin').click()
        wait_for(lambda: phase() in ('sense', 'waiting'))
        assert '1.25' not in script("return localStorage.getItem('lanternfish-play')")
        script('localStorage.clear()')
        errors = errors_of(BROWSER)
        assert errors == [], errors


def test_the_first_view_is_small_and_quick():
    with Server(BUILD) as server:
        paints = []
        for _ in range(3):  # other programs run: the best of three
            BROWSER.execute_cdp_cmd('Network.clearBrowserCache', {})
            open_page(server)
            size = script("return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((sum, e) => sum + e.decodedBodySize, 0)")
            paints.append(wait_for(lambda: script("return (performance.getEntriesByName('first-contentful-paint')[0] || {}).startTime")))
        print(f'first view: {size / 1000:.1f} KB, first paint {min(paints):.0f} ms')
        assert size < 150_000, size
        assert min(paints) < 500, paints


def offered():
    """A square that the page says to press, the one that a chosen piece may go to first."""
    cells = found('.cell:has(.target)') or found('.cell:has(.offer)')
    return random.choice(cells) if cells else None


def press(choose):
    """Presses what choose() finds. It chooses again when the page has drawn itself anew in between, as a hand would."""
    for _ in range(20):
        element = choose()
        if element is None:
            return False
        try:
            element.click()
            return True
        except StaleElementReferenceException:
            continue
    raise AssertionError('the page draws itself anew all the time')


def test_the_lesson_is_finished_by_what_is_offered():
    with Server(BUILD) as server:
        for colours in COLOURS:
            look_as('wide' if colours == 'light' else 'narrow', colours)
            open_page(server)
            shown('#to-lesson').click()
            for step in range(1, 11):
                wait_for(lambda: found('main h1') and re.match(rf'{step}\. ', find('main h1').text))
                for _ in range(3):
                    if find('#lesson-next').is_enabled():
                        break
                    passes = [b for b in found('#lesson-pass') if b.is_displayed()]
                    (passes[0] if passes else offered()).click()
                assert find('#lesson-next').is_enabled(), step
                if step < 10:
                    find('#lesson-next').click()
            assert 'You have won' in find('#lesson-said').text
        look_as('wide', 'light')
        find('#lesson-next').click()
        wait_for(lambda: phase() == 'sense')
        play_by_what_is_offered()
        errors = errors_of(BROWSER)
        assert errors == [], errors


def play_by_what_is_offered():
    """Presses squares that are offered, to the end of the game."""
    random.seed(4)
    for _ in range(400):
        now = wait_for(lambda: phase() if phase() in ('sense', 'move', 'over') else None, 60)
        if now == 'over':
            break
        if now == 'sense':
            press(lambda: offered() or random.choice(found('.cell')))
            wait_for(lambda: phase() != 'sense')
        elif not press(offered):
            find('#pass').click()
        else:
            press(offered)  # where the piece may go to
            press(lambda: next(iter(found('dialog[open] button')), None))
    assert phase() == 'over', 'the game has no end'
    assert re.search('You have (won|lost)|A draw', find('#status').text), find('#status').text


if __name__ == '__main__':
    try:
        run([test_the_first_view_is_small_and_quick, test_the_front_page_shows_a_turn_and_every_opponent, test_what_is_wrong_with_a_wish_is_seen,
             test_a_page_that_lost_a_part_says_so, test_the_lesson_is_finished_by_what_is_offered])
    finally:
        BROWSER.quit()
