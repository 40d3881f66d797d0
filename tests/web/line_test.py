"""The page on a line that is slow, or away for a moment: line_test.py BUILD. Behind a proxy that refuses and delays."""

import os
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from games import recorded_game  # noqa: E402
from page_driver import BROWSER, BUILD, begun, find, found, go, open_page, phase, script, shown  # noqa: E402
from proxy import Proxy  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402

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
             test_a_report_that_is_refused_leaves_the_page])
    finally:
        BROWSER.quit()
