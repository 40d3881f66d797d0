"""The page on a line that is slow, or away for a moment: line_test.py BUILD. Behind a proxy that refuses and delays."""

import os
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_game  # noqa: E402
from page_driver import BROWSER, BUILD, begun, click, find, found, go, open_page, phase, script, shown  # noqa: E402
from proxy import Proxy  # noqa: E402
from server import Server, run, wait_for  # noqa: E402

from selenium.webdriver.common.keys import Keys  # noqa: E402


def text(selector):
    return script('const e = document.querySelector(arguments[0]); return e ? e.textContent : ""', selector)


def behind_a_proxy(server, address='play'):
    proxy = Proxy(server)
    server.address = proxy.address
    open_page(server, address)
    return proxy


def all_of(server, path):
    """What a stream says until it ends, or for a while."""
    said, end = b'', time.monotonic() + 10
    with urllib.request.urlopen(server.base + path, timeout=20) as answer:
        while (more := answer.read1()) and time.monotonic() < end:
            said += more
    return said.decode()


def test_a_game_is_still_there_after_refusals():
    with Server(BUILD) as server:
        proxy = behind_a_proxy(server)
        game = begun(server)
        proxy.rules = [('/events', 502)]
        proxy.cut()
        wait_for(lambda: 'connection is lost' in text('#notice'))
        assert phase() == 'sense', 'the game is gone from the page'
        proxy.rules = []
        server.post(f'/api/play/{game}/sense', {'square': 'e7'})
        wait_for(lambda: phase() == 'move')
        # A game that is not there is another matter.
        go('play/' + '0' * 32)
        wait_for(lambda: 'not here any more' in text('main'))


def test_streams_end_with_what_they_tell_of():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD) as server:
        game = server.post('/api/play', {'color': 'white', 'opponent': 'random'})['id']
        server.post(f'/api/play/{game}/resign')
        with open(recorded_game(BUILD, folder)) as file:
            look = server.post('/api/look', file.read().encode())['id']
        wait_for(lambda: server.get(f'/api/look/{look}/state')['progress']['stage'] == 'done', 120)
        for path, last in ((f'/api/play/{game}', '"phase":"over"'), (f'/api/look/{look}', '"stage":"done"')):
            said = all_of(server, path + '/events')
            assert last in said and said.endswith('event: end\ndata: {}\n\n'), said[-200:]


def test_a_room_that_was_left_or_fails_is_no_harm_to_another():
    with Server(BUILD) as server:
        proxy = behind_a_proxy(server)
        game = begun(server)
        for slow, room in (('/api/mine', 'mine'), ('/api/look/line', 'board/start/')):
            before = len(proxy.passed)
            proxy.rules = [(slow, 1)]
            go(room)
            wait_for(lambda: any(slow in asked for asked in proxy.passed[before:]))
            go(f'play/{game}')
            shown('#names')
            time.sleep(1.5)
            assert found('#names') and not found('#hand') and 'My games' not in text('main'), room
        # What cannot be shown says so, and is there at the next try.
        proxy.rules = [('/api/mine', 502)]
        go('mine')
        wait_for(lambda: '502' in text('main .failure'))
        proxy.rules = []
        find('nav [data-room=mine]').click()
        wait_for(lambda: 'No game was finished' in text('main'))
        go('board/%zz/')
        wait_for(lambda: 'damaged' in text('#board-failure'))
        go('toString')
        shown('#begin')


def test_boards_that_are_not_counted_are_not_shown():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD) as server:
        with open(recorded_game(BUILD, folder)) as file:
            game = server.post('/api/look', file.read().encode())['id']
        wait_for(lambda: server.get(f'/api/look/{game}/state')['progress']['stage'] in ('judging', 'done'), 120)
        ply = next(p for p in server.get(f'/api/look/{game}/state')['plies'] if p['side'] == 'black' and p['turn'] == 6)
        proxy = behind_a_proxy(server, f'look/{game}/black/2/sense')
        shown('.minis')
        proxy.rules = [('/black/[6-9]+/', 202), ('/black/1[0-9]/', 202)]
        script("document.querySelectorAll('.turns button.turn')[arguments[0]].click()", 11)
        wait_for(lambda: '6.' in text('#step-words'))
        wait_for(lambda: 'being counted' in text('#numbers'))
        pieces = script("return [...document.querySelectorAll('.look .cell')].filter((c) => !c.ariaLabel.includes('empty')).map((c) => c.ariaLabel)")
        assert len(pieces) == sum(c in 'pnbrqk' for c in ply['after'].split()[0]) and all('black' in piece for piece in pieces), pieces
        assert not found('.minis')
        assert script('return location.hash') == f'#look/{game}/black/6/move'
        # An answer that is none is told in their place.
        proxy.rules = [('/black/8/', 503)]
        script("document.querySelectorAll('.turns button.turn')[arguments[0]].click()", 15)
        wait_for(lambda: '503' in text('#numbers'))
        # Before a side's first step stands what the game began with.
        go('board/4k3.8.8.8.8.8.8.4K2R_w_-_-_0_1/e7:h1h7')
        wait_for(lambda: found('#hand-words'))
        find('[aria-label="To the first step"]').click()
        find('body').send_keys('b')
        wait_for(lambda: 'Black knows the whole board' in text('#numbers'))
        assert len(script("return [...document.querySelectorAll('.look .cell')].filter((c) => !c.ariaLabel.includes('empty'))")) == 3


def test_the_last_line_counts_whichever_is_answered_first():
    with Server(BUILD) as server:
        proxy = behind_a_proxy(server, 'board/start/e7:e2e4,e2:e7e5')
        wait_for(lambda: 'White looks' in text('#hand-words'))
        old = next(asked for asked in reversed(proxy.passed) if asked.endswith('/events')).split('/')[3]
        held = wait_for(lambda: server.get(f'/api/look/{old}/black/1/sense').get('boards'))
        # The boards of another line that come late are not those of this one.
        proxy.rules = [(f'{old}/black/1/sense', 2)]
        open_page(server, 'board/start/e7:e2e4,e2:e7e5')
        wait_for(lambda: 'White looks' in text('#hand-words'))
        script("const r = document.querySelector('.steps input'); r.value = 3; r.dispatchEvent(new Event('input'))")
        wait_for(lambda: any(f'{old}/black/1/sense' in asked for asked in proxy.passed) and 'Black looks' in text('#hand-words'))
        click('b6')
        wait_for(lambda: 'senses b6' in text('#step-words'))
        time.sleep(2.5)
        find('[aria-label="One step back"]').click()
        find('[aria-label="One step on"]').click()
        wait_for(lambda: found('#boards'))
        assert int(find('#boards').get_attribute('data-boards')) != held
        # Of two senses the second one stands.
        find('[aria-label="One step back"]').click()
        before = len(proxy.passed)
        proxy.rules = [('/api/look/line', 1)]
        click('b6')
        wait_for(lambda: any('/api/look/line' in asked for asked in proxy.passed[before:]))
        proxy.rules = []
        click('d6')
        wait_for(lambda: 'senses d6' in text('#step-words'))
        time.sleep(1.2)
        assert 'senses d6' in text('#step-words') and 'd6' in script('return location.hash')


def test_a_report_that_is_refused_leaves_the_page():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD) as server:
        with open(recorded_game(BUILD, folder)) as file:
            game = server.post('/api/look', file.read().encode())['id']
        proxy = behind_a_proxy(server, f'look/{game}')
        proxy.rules = [('/report', 503)]
        shown('#report:not([disabled])', 120).click()
        wait_for(lambda: '503' in text('#away-failure'))
        find('body').send_keys(Keys.ARROW_RIGHT)
        wait_for(lambda: 'senses' in text('#step-words'))


if __name__ == '__main__':
    try:
        run([test_a_game_is_still_there_after_refusals, test_streams_end_with_what_they_tell_of, test_a_room_that_was_left_or_fails_is_no_harm_to_another,
             test_boards_that_are_not_counted_are_not_shown, test_the_last_line_counts_whichever_is_answered_first,
             test_a_report_that_is_refused_leaves_the_page])
    finally:
        BROWSER.quit()
