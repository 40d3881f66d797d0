"""Matches on the page: watch_page_test.py BUILD. One that begins later, what stays between games, narrow screens."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import BROWSER, BUILD, find, found, look_as, open_page, script, shown  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402


def begin_match(folder, games=2, tc='20+0.2'):
    engine = f'cmd={BUILD}/lanternfish'
    return subprocess.Popen([os.path.join(BUILD, 'lanternfish-arena'), 'match', '--games', str(games), '--records', folder, '--tc', tc, '--turn-limit', '12',
                             '-engine', 'name=one', engine, 'option.EngineCommand=none', '-engine', 'name=two', engine, 'option.EngineCommand=none',
                             'option.Strategy=attacker'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_the_page_first_and_then_the_match():
    with tempfile.TemporaryDirectory() as folder:
        # Named, but not there yet; and without a name, in a folder of ./games.
        for arguments, records in ((['--match', f'{folder}/later'], f'{folder}/later'), ([], f'{folder}/games/first')):
            with Server(BUILD, *arguments, folder=folder) as server:
                open_page(server, 'watch') if arguments else open_page(server)
                if arguments:
                    wait_for(lambda: found('#live') and 'has not begun' in find('#live').text)
                else:
                    script("location.hash = '#watch'")
                    assert 'lanternfish-arena match' in shown('#no-match').text
                arena = begin_match(records)
                try:
                    shown('.live-game', 60)
                    look_as('wide')
                    heads = [head.text for head in found('.live-game .three h3')]
                    assert heads == ['one holds possible', 'The true board', 'two holds possible'] or heads == ['two holds possible', 'The true board', 'one holds possible'], heads
                    if not arguments:
                        # Between games and after the last one the board stays, with the result.
                        shown('.live-game.over .badge', 200)
                        wait_for(lambda: len(found('#games tbody tr')) == 2, 200)
                        wait_for(lambda: found('.live-game.over .badge'))
                        assert found('.live-game .board')
                        look_as('narrow')
                        # On a telephone no chance hides a piece, and what is cut says so.
                        badges = found('.live-game .percent')
                        assert all(script('return getComputedStyle(arguments[0]).backgroundColor', b) in ('rgba(0, 0, 0, 0)', 'transparent')
                                   or script('return getComputedStyle(arguments[0]).display', b) == 'none' for b in badges)
                        assert script('return document.documentElement.scrollWidth') <= 390
                        cut = script("return [...document.querySelectorAll('.scroll')].filter((e) => e.scrollWidth > e.clientWidth + 1)"
                                     ".filter((e) => !getComputedStyle(e).backgroundImage.includes('gradient')).length")
                        assert cut == 0
                        look_as('wide')
                finally:
                    arena.send_signal(signal.SIGTERM)
                    arena.wait()
                errors = errors_of(BROWSER)
                assert errors == [], errors


def add_result(folder, number):
    side = {'turns': 3, 'turns_with_boards': 3, 'boards_before_sense': 30, 'most_boards': 21, 'probes': 0, 'lost': 0}
    with open(f'{folder}/games.jsonl', 'a') as file:
        file.write(json.dumps({'game': number, 'white': 'a', 'black': 'b', 'winner': 'white', 'reason': 'KING_CAPTURE', 'ending': 'rules',
                               'fault': '', 'seconds': 1, 'file': f'{number}.json', 'white_side': side, 'black_side': side}) + '\n')


@contextlib.contextmanager
def one_result_shown():
    """The folder of a match of one game, which the page shows."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f'{folder}/games.jsonl', 'w') as file:
            file.write(json.dumps({'tournament': 'match', 'engines': [{'name': 'a'}, {'name': 'b'}]}) + '\n')
        add_result(folder, 1)
        with Server(BUILD, '--match', folder) as server:
            open_page(server, 'watch')
            shown('#games tbody button')
            yield folder


def test_a_page_that_nobody_sees_holds_no_connection():
    with one_result_shown() as folder:
        BROWSER.minimize_window()
        wait_for(lambda: script('return document.hidden'))
        add_result(folder, 2)
        time.sleep(2)  # four times what the server takes to see it
        assert len(found('#games tbody tr')) == 1, 'a page out of sight is told what is new'
        BROWSER.set_window_rect(0, 0, 1280, 900)
        wait_for(lambda: len(found('#games tbody tr')) == 2)


def test_new_results_take_nothing_away():
    with one_result_shown() as folder:
        script("document.querySelector('#games tbody button').focus()")
        add_result(folder, 2)
        wait_for(lambda: len(found('#games tbody tr')) == 2)
        assert 'Open 1,' in script("return document.activeElement.ariaLabel || ''")
        # However many games there are, they have a chart.
        drawn = BROWSER.execute_async_script('''const done = arguments[0];
          Promise.all([import('/chart.js'), import('/tables.js')]).then(([{ chart }, { scoreOver }]) => {
            const over = scoreOver(Array.from({ length: 45000 }, () => ({ white: 'a', black: 'b', winner: 'white' })), 'a');
            chart({ title: 'x', turns: over.values.length, min: 0, max: 100, series: [{ name: 'a', kind: 'white', values: over.values }], bands: [over] });
          }).then(() => done('drawn'), (error) => done(String(error)));''')
        assert drawn == 'drawn', drawn


if __name__ == '__main__':
    try:
        run([test_new_results_take_nothing_away, test_a_page_that_nobody_sees_holds_no_connection, test_the_page_first_and_then_the_match])
    finally:
        BROWSER.quit()
