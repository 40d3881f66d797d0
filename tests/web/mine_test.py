"""The games that were played on a server: mine_test.py BUILD."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import BROWSER, BUILD, begun, find, found, open_page, shown  # noqa: E402
from person import Person  # noqa: E402
from server import Server, errors_of, run, wait_for  # noqa: E402


def test_games_are_kept_with_results_and_a_rating():
    with tempfile.TemporaryDirectory() as folder:
        keep = os.path.join(folder, 'kept')
        with Server(BUILD, keep=keep) as server:
            open_page(server, 'mine')
            wait_for(lambda: 'No game was finished' in shown('main').text)
            results = []
            for opponent in ('random', 'random', 'level1'):
                person = Person(server, begun(server, opponent=opponent))
                if opponent == 'level1':
                    server.post(f'/api/play/{person.game}/resign')
                    results.append(person.until('over'))
                else:
                    results.append(person.play())
            wait_for(lambda: len(server.get('/api/mine')) == 3)
        # They are there again when the server was started anew, and open.
        with Server(BUILD, keep=keep) as server:
            open_page(server, 'mine')
            rows = wait_for(lambda: found('#mine tbody tr'))
            assert len(rows) == 3
            won = sum(state['winner'] == 'white' for state in results)
            assert sum(' won ' in f' {row.text} ' for row in rows) == won
            by_opponent = {row.text.split()[0]: row.text for row in found('#by-opponent tbody tr')}
            assert ' 2 ' in by_opponent['Random'], by_opponent
            assert int(find('#my-rating').text) > -767
            rows[0].click()
            shown('#progress')
            errors = errors_of(BROWSER)
            assert errors == [], errors


if __name__ == '__main__':
    try:
        run([test_games_are_kept_with_results_and_a_rating])
    finally:
        BROWSER.quit()
