"""Games on a real server: games_test.py BUILD [--postgres]. Clients that call as reconchess's do, a server that is killed meanwhile."""

import os
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Refused, Server  # noqa: E402

BUILD = sys.argv[1]


def refused(call):
    try:
        call()
    except Refused as why:
        return str(why)
    raise AssertionError('not refused')


def contradictions(told, history, white):
    """What a client was told against what the record of the finished game says."""
    side = 'true' if white else 'false'
    other = 'false' if white else 'true'
    found = []
    senses = [entry for entry in told if entry[0] == 'sense']
    moves = [entry for entry in told if entry[0] == 'move']
    notices = [entry[1] for entry in told if entry[0] == 'notice']
    for i, (_, square, seen) in enumerate(senses):
        if i < len(history['senses'][side]):
            if (history['senses'][side][i], history['sense_results'][side][i]) != (square, seen):
                found.append(f'sense {i}')
    for i, (_, moved) in enumerate(moves):
        if i < len(history['requested_moves'][side]):
            kept = [history[key][side][i] for key in ('requested_moves', 'taken_moves', 'capture_squares')]
            if kept != moved:
                found.append(f'move {i}: told {moved}, kept {kept}')
    for i, captured in enumerate(notices):
        before = i - 1 if white else i
        if 0 <= before < len(history['capture_squares'][other]):
            if history['capture_squares'][other][before] != captured:
                found.append(f'notice {i}')
    return found


def test_accounts():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--connected-for', '5') as server:
        anna = server.join('anna')
        assert '409' in refused(lambda: server.join('Anna'))
        assert '400' in refused(lambda: server.join(' '))
        assert '401' in refused(lambda: Client(server.base, 'anna', 'wrong').call('invitations/'))
        assert '401' in refused(lambda: Client(server.base, 'nobody', 'wrong').call('invitations/'))
        assert '401' in refused(lambda: Client(server.base).call('invitations/'))
        assert anna.call('users/me/version') == {'version': 0}
        assert anna.call('users/me/version', {}) == {'version': 1}
        assert anna.call('users/')['usernames'] == []
        assert anna.call('invitations/') == {'invitations': []}
        assert anna.call('users/')['usernames'] == ['anna']
        assert '404' in refused(lambda: anna.call('invitations/', {'opponent': 'bert', 'color': True}))
        server.join('bert')
        assert anna.once('invitations/', {'opponent': 'bert', 'color': True})[0] == 503  # nobody knows yet
        time.sleep(5.1)
        assert 'not connected' in refused(lambda: anna.call('invitations/', {'opponent': 'bert', 'color': True}))
        assert '400' in refused(lambda: anna.call('users/me/max_games', {'max_games': 'many'}))
        assert '400' in refused(lambda: anna.call('users/me/max_games', {}))
        statuses = [Client(server.base, 'anna', 'wrong').once('invitations/')[0] for _ in range(12)]
        assert statuses[0] == 401 and statuses[-1] == 503, statuses


def test_secrets_are_not_logged_nor_kept():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile('w+') as log:
        with Server(BUILD, folder, '--house', 'none', '--trust-proxy', '--registrations', '3', stderr=log) as server:
            for i, address in enumerate(('1.2.3.4', '1.2.3.4', '1.2.3.4', '1.2.3.5')):
                client = Client(server.base)
                client.headers, client.name = {'X-Forwarded-For': f'9.9.9.9, {address}'}, 'x'
                client.call('users/', {'username': f'xanthippe{i}', 'email': 'who@example.org', 'affiliation': '',
                                       'password': 'sesame open'})
            client.headers = {'X-Forwarded-For': '1.2.3.4'}
            assert '429' in refused(lambda: client.call('users/', {'username': 'more', 'password': 'sesame open'}))
            assert '401' in refused(lambda: Client(server.base, 'xanthippe0', 'sesame shut').call('invitations/'))
            Client(server.base, 'xanthippe0', 'sesame open').call('invitations/')
            server.process.terminate()
            out = server.process.stdout.read()
        log.seek(0)
        out += log.read()
        kept = str(server.database.rows('SELECT * FROM persons') + server.database.rows('SELECT * FROM notes'))
        assert '$argon2id$' in kept and 'sesame' not in kept
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), 'rb') as file:
                assert b'sesame' not in file.read(), name
        assert not any(word in out for word in ('sesame', 'xanthippe', 'example.org')), out


def test_game_of_others():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        anna, bert, carl = (server.join(name) for name in ('anna', 'bert', 'carl'))
        bert.call('invitations/')
        game = anna.call('invitations/', {'opponent': 'bert', 'color': True})['game_id']
        assert bert.call('invitations/')['invitations'] == [game]
        for what, body in (('color', None), ('sense', {'square': 1}), ('game_history', None), ('error_resign', {})):
            assert '403' in refused(lambda: carl.game(game, what, body))
        assert '403' in refused(lambda: carl.call(f'invitations/{game}', {}))
        assert '404' in refused(lambda: carl.game(game + 1, 'color'))
        assert '400' in refused(lambda: anna.game(game, 'sense', {'square': 1}))
        assert bert.call(f'invitations/{game}', {}) == {'game_id': game}
        anna.game(game, 'ready', {})
        bert.game(game, 'ready', {})
        assert len(anna.game(game, 'move_actions')) == 34 and None not in anna.game(game, 'move_actions'), 'as reconchess lists them'
        for bad in ({'square': 64}, {'square': -1}, {'square': 'e4'}, {'square': True}, {}, [], 5):
            assert '400' in refused(lambda: anna.game(game, 'sense', bad))
        assert '400' in refused(lambda: bert.game(game, 'sense', {'square': 1}))
        assert anna.game(game, 'game_history') is None
        assert '403' in refused(lambda: Client(server.base).call(f'games/{game}/record'))
        anna.game(game, 'error_resign', {})
        assert bert.game(game, 'winner_color') is False
        assert bert.game(game, 'win_reason') == {'type': 'WinReason', 'value': 'RESIGN'}
        assert Client(server.base).call(f'games/{game}/record') == bert.game(game, 'game_history')


def test_leaderboard_and_house():
    """Two bots that are ranked get games, against each other and the house."""
    with tempfile.TemporaryDirectory() as folder, \
            Server(BUILD, folder, '--house', 'name=stroller cmd=@lanternfish option.Strategy=random') as server:
        anna = server.join('anna')
        anna.call('users/me/version', {})
        anna.call('users/me/ranked', {'ranked': True})
        end = time.monotonic() + 60
        offered = []
        while not offered and time.monotonic() < end:
            offered = anna.call('invitations/')['invitations']
            time.sleep(0.2)
        game = offered[0]
        anna.call(f'invitations/{game}', {})
        anna.play(game, 7, turns=3)
        anna.game(game, 'error_resign', {})
        rows = []
        while not rows and time.monotonic() < end:  # within a second
            rows = Client(server.base).call('leaderboard')['players']
        assert [(row['name'], row['games'], row['wins']) for row in rows] == [('stroller', 1, 1), ('anna', 1, 0)], rows


def test_a_house_bot_that_fails_harms_nobody():
    """Not even where nobody can be told of it."""
    with tempfile.TemporaryDirectory() as folder, open('/dev/full', 'w') as full, \
            Server(BUILD, folder, '--house', 'name=sick cmd=/bin/false', stderr=full) as server:
        anna = server.join('anna')
        game = anna.call('invitations/', {'opponent': 'sick', 'color': True})['game_id']
        end = time.monotonic() + 20
        while not (anna.once_or_none(f'games/{game}/game_status') or (0, {}))[1].get('is_over'):
            assert server.process.poll() is None and time.monotonic() < end, 'the server ended, or the game goes on'
            time.sleep(0.1)
        time.sleep(0.2)
        assert server.process.poll() is None, 'the server ended with the game'


if __name__ == '__main__':
    for name, test in list(globals().items()):
        if name.startswith('test_'):
            begin = time.monotonic()
            test()
            print(f'{name}: {time.monotonic() - begin:.1f} s', flush=True)
