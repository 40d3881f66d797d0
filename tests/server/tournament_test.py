"""Tournaments: tournament_test.py BUILD [--postgres]. From the announcement to the arena's folder, with the server killed in
the middle; who may do what; a game to which nobody comes."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Refused, Server, Visitor  # noqa: E402
from databases import database_in  # noqa: E402

BUILD = sys.argv[1]
HOUSE = ['--house', 'name=stroller cmd=@lanternfish option.Strategy=random']


def run(program, *words):
    done = subprocess.run([os.path.join(BUILD, program), *words], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout + done.stderr


def admin(folder, *words):
    status, text = run('lanternfish-server', 'admin', '--database', database_in(folder).place, *words)
    assert status == 0, (words, text)
    return text


def refused(call):
    try:
        call()
    except Refused as why:
        return str(why)
    raise AssertionError('not refused')


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, 'waited in vain'
        time.sleep(0.1)
    return value


def first_password(server):
    return next(line for line in server.process.stdout if line.startswith('administrator ')).split('password ')[1].split()[0]


class Bot(threading.Thread):
    """Accepts what it is offered, as rc-connect does; gives up after a few turns, so that a test ends."""

    def __init__(self, client, stop):
        super().__init__(daemon=True)
        self.client, self.stop, self.errors = client, stop, []
        self.start()

    def run(self):
        try:
            while not self.stop.is_set():
                for game in self.client.call('invitations/')['invitations']:
                    threading.Thread(target=self.play, args=(game,), daemon=True).start()
                time.sleep(0.3)
        except Exception as error:  # noqa: BLE001
            self.errors.append(error)

    def play(self, game):
        try:
            self.client.call(f'invitations/{game}', {})
            if self.client.play(game, game, turns=3) is None and not self.stop.is_set():
                self.client.game(game, 'error_resign', {})
        except Exception as error:  # noqa: BLE001
            self.errors.append((game, error))


def table_of(server, name='cup'):
    return Client(server.base).call(f'tournaments/{name}')


def games_of(server):
    return Client(server.base).call('tournaments/cup/games')['games']


def test_from_the_announcement_to_the_folder():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, *HOUSE, '--tc', '300+1') as server:
        names = ('anna', 'bert', 'carl')
        clients = {name: server.join(name) for name in names}
        assert 'far from' in admin(folder, 'tournament', 'far', '300+2', '2', '+1d', '2099-12-31T18:00')
        begins = int(1000 * time.time()) + 6000
        Client(server.base, 'administrator', first_password(server)).call('tournaments', {
            'name': 'cup', 'clock': '60+1', 'games': 2, 'begins_ms': begins, 'ends_ms': begins + 3_600_000})
        assert 'cup\t60+1\t2 games a pair' in admin(folder, 'tournaments')
        for client in clients.values():
            assert client.call('tournaments/cup/enter', {}) == {}
            assert client.call('tournaments/cup/enter', {}) == {}
        admin(folder, 'enter', 'cup', 'stroller')
        assert table_of(server)['state'] == 'announced' and len(table_of(server)['players']) == 4
        stop = threading.Event()
        bots = [Bot(client, stop) for client in clients.values()]
        while 1000 * time.time() < begins - 200:
            assert server.database.rows('SELECT count(*) FROM games') == [(0,)], 'a game before the beginning'
            time.sleep(0.1)
        wait_for(lambda: len(table_of(server)['playing']) > 0)
        server.kill()
        server.start()
        pairs = [(a, b) for i, a in enumerate((*names, 'stroller')) for b in (*names, 'stroller')[i + 1:]]
        wait_for(lambda: sum(player['games'] for player in table_of(server)['players']) == 2 * 2 * len(pairs))
        time.sleep(2.5)
        table = table_of(server)
        assert table['playing'] == [] and not any(bot.errors for bot in bots), [bot.errors for bot in bots]
        # Each pair twice, with colours changed, by the tournament's clock; and it counts for no rating.
        games = games_of(server)
        for a, b in pairs:
            between = [(game['white'], game['black']) for game in games if {game['white'], game['black']} == {a, b} and not game['void']]
            assert sorted(between) == sorted([(a, b), (b, a)]), between
        assert {game['clock'] for game in games} == {'60+1'} and not any(game['ranked'] for game in games)
        assert Client(server.base).call('leaderboard')['players'] == []
        points = [player['points'] for player in table['players']]
        assert points == sorted(points, reverse=True) and sum(points) == 2 * len(pairs)
        for player in table['players']:
            assert player['games'] == player['wins'] + player['draws'] + player['losses'] == 6
            assert player['points'] == player['wins'] + 0.5 * player['draws'] and player['error'] > 0
        # Who leaves keeps what was played.
        clients['carl'].call('tournaments/cup/leave', {})
        assert table_of(server)['entered'] == 3 and len(table_of(server)['players']) == 4
        assert [player['name'] for player in table_of(server)['players'] if not player['entered']] == ['carl']
        admin(folder, 'end', 'cup')
        assert table_of(server)['state'] == 'over'
        assert 'is over' in refused(lambda: clients['carl'].call('tournaments/cup/enter', {}))
        stop.set()
        exported(folder, table, len(pairs))


def exported(folder, table, pairs):
    """The arena reads the folder, and counts as the server did."""
    out = os.path.join(folder, 'out')
    status, text = run('lanternfish-server', 'export', out, '--tournament', 'cup', '--database', database_in(folder).place)
    assert status == 0 and f'{2 * pairs} games' in text, text
    assert run('lanternfish-server', 'export', out, '--tournament', 'cup', '--database', database_in(folder).place)[0] == 1
    assert 'no tournament' in run('lanternfish-server', 'export', out, '--tournament', 'cap', '--database', database_in(folder).place)[1]
    status, text = run('lanternfish-arena', 'verify', out)
    assert status == 0, text
    html = os.path.join(folder, 'report.html')
    status, text = run('lanternfish-arena', 'report', out, '--html', html)
    assert status == 0 and os.path.getsize(html) > 10_000, text
    with open(os.path.join(out, 'games.jsonl')) as file:
        header, *lines = map(json.loads, file)
    assert header['tournament'] == 'roundrobin' and header['time'] == '60+1'
    points = {}
    for line in lines:
        for side in ('white', 'black'):
            points[line[side]] = points.get(line[side], 0) + (0.5 if line['winner'] == 'draw' else line['winner'] == side)
        assert os.path.exists(os.path.join(out, line['file']))
    assert points == {player['name']: player['points'] for player in table['players']}
    assert sorted(line['pair'] for line in lines) == sorted(2 * list(range(1, pairs + 1))), 'colours are not paired'
    status, text = run('lanternfish-arena', 'merge', out)
    assert status == 0 and all(name in text for name in points), text
    status, text = run('lanternfish-analyze', out, '--json', '--strategy', 'none', '--judge-depth', '0', '--turns', '1-2')
    assert status == 0, text
    turns = [json.loads(line) for line in text.splitlines() if line.startswith('{"type":"turn"')]
    assert {turn['game'] for turn in turns} == {os.path.join(out, line['file']) for line in lines}, text[:2000]


def test_who_may_do_what():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        boss = Client(server.base, 'administrator', first_password(server))
        anna, bert = server.join('anna'), server.join('bert')
        soon, later = int(time.time() * 1000) - 1000, int(time.time() * 1000) + 3_600_000
        wish = {'name': 'cup', 'clock': '60+1', 'games': 4, 'begins_ms': soon, 'ends_ms': later}
        assert '403' in refused(lambda: anna.call('tournaments', wish))
        assert '401' in refused(lambda: Client(server.base).call('tournaments', wish))
        assert boss.call('tournaments', wish) == {'name': 'cup'}
        assert boss.call('tournaments', wish) == {'name': 'cup'}, 'the same call may come twice'
        assert '409' in refused(lambda: boss.call('tournaments', {**wish, 'games': 6}))
        for bad in ({'name': 'a b'}, {'name': '..'}, {'name': 'x' * 41}, {'name': 'x', 'clock': 'none'},
                    {'name': 'x', 'games': 0}, {'name': 'x', 'ends_ms': soon}, {'name': 'x', 'ends_ms': 'soon'}):
            assert '400' in refused(lambda: boss.call('tournaments', {**wish, **bad})), bad
        assert '404' in refused(lambda: anna.call('tournaments/cap/enter', {}))
        for what in ('cap', 'cap/games'):
            assert '404' in refused(lambda path=what: Client(server.base).call(f'tournaments/{path}'))
        assert '403' in refused(lambda: anna.call('tournaments/cup/enter', {'player': 'bert'}))
        assert '403' in refused(lambda: anna.call('tournaments/cup/end', {}))
        assert boss.call('tournaments/cup/enter', {'player': 'bert'}) == {}
        assert [player['name'] for player in table_of(server)['players']] == ['bert']
        # At the page by its cookie, and by the page alone; no guest.
        page, guest = Visitor(server.base), Visitor(server.base)
        assert page.call('/api/session', {'username': 'anna', 'password': 'a password'})[0] == 200
        assert page.call('/api/tournaments/cup/enter', {}, token='')[0] == 401
        assert page.call('/api/tournaments/cup/enter', {})[0] == 200
        guest.call('/api/play', {'color': 'white', 'opponent': 'link', 'base': 0, 'increment': 0})
        assert guest.call('/api/tournaments/cup/enter', {})[0] == 403
        assert sorted(player['name'] for player in table_of(server)['players']) == ['anna', 'bert']
        assert boss.call('tournaments/cup/end', {}) == boss.call('tournaments/cup/end', {}) == {}
        assert '400' in refused(lambda: anna.call('tournaments/cup/leave', {}))


def test_ranked_games_wait_for_those_of_a_tournament():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--tc', '300+1') as server:
        clients = {name: server.join(name) for name in ('anna', 'bert', 'carl', 'dave')}
        begun = {}

        def offered(*names):
            """The number of the game that each of these is offered; it is begun, so that it stays."""
            for name in names:
                for game in clients[name].call('invitations/')['invitations']:
                    clients[name].call(f'invitations/{game}', {})
                    clients[name].game(game, 'ready', {})
                    begun[name] = game
            return begun

        for name in ('anna', 'carl'):
            clients[name].call('users/me/version', {})
        for client in clients.values():
            client.call('users/me/max_games', {'max_games': 1})
            client.call('users/me/ranked', {'ranked': True})
        wait_for(lambda: len(offered('anna', 'carl')) == 2)
        admin(folder, 'tournament', 'cup', '60+1', '1', 'now', '+1h')
        for name in ('anna', 'bert'):
            clients[name].call('tournaments/cup/enter', {})
        for name in ('bert', 'dave'):
            clients[name].call('users/me/version', {})
        # Anna plays a ranked game, and bert, whom dave waits for, keeps his place for her.
        end = time.monotonic() + 4
        while time.monotonic() < end:
            assert len(offered('bert', 'dave')) == 2, 'a ranked game of bert'
            time.sleep(0.3)
        clients['carl'].game(begun['carl'], 'error_resign', {})
        # Bert may be asked when the game is there, and anna have been a moment before.
        wait_for(lambda: 'bert' in offered('anna', 'bert', 'dave') and begun['anna'] != begun['carl'])
        assert [game['id'] for game in table_of(server)['playing']] == [begun['bert']] == [begun['anna']]


def test_a_game_to_which_nobody_comes_is_offered_again():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--patience', '1') as server:
        anna, bert = server.join('anna'), server.join('bert')
        admin(folder, 'tournament', 'cup', '60+1', '1', 'now', '+1h')
        for client in (anna, bert):
            client.call('tournaments/cup/enter', {})
            client.call('users/me/max_games', {'max_games': 1})

        def offered():
            return anna.call('invitations/')['invitations'], bert.call('invitations/')['invitations']
        first = wait_for(lambda: offered()[0])[0]
        wait_for(lambda: (now := offered()[0]) and now != [first])
        games = games_of(server)
        assert [game['void'] for game in games] == [True] and games[0]['text'] == 'both players never came', games
        admin(folder, 'end', 'cup')
        wait_for(lambda: offered() == ([], []))
        time.sleep(2)
        assert offered() == ([], []), 'a game after the end'
        table = table_of(server)
        assert [player['games'] for player in table['players']] == [0, 0] and table['playing'] == []


if __name__ == '__main__':
    for name, test in list(globals().items()):
        if name.startswith('test_') and (len(sys.argv) < 3 or name in sys.argv[2:]):
            begin = time.monotonic()
            test()
            print(f'{name}: {time.monotonic() - begin:.1f} s', flush=True)
