"""Two servers on one database of PostgreSQL, behind a real nginx that gives each call to the next one:
two_servers_test.py BUILD [GAMES AT_ONCE SEED].

In the middle the one that leads is killed and not started again. Then what each client was told is compared with the
database: all of it is there, every game is over or void for a reason, nobody lost on time, the other server answers
everything, plays the house's bots on and pairs ranked bots.
"""

import collections
import os
import random
import sys
import tempfile
import threading
import time

sys.argv.append('--postgres')
sys.path.insert(0, os.path.dirname(__file__))
from client import Refused, Server  # noqa: E402
from killed_test import Views, compare  # noqa: E402
from nginx import Nginx, free_port  # noqa: E402

BUILD = sys.argv[1]
GAMES, AT_ONCE, SEED = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 40), (3, 8), (4, 1)))
BOT = 'name=stroller cmd=@lanternfish option.Strategy=random'


def nginx_before(folder, servers):
    upstream = ''.join(f'server 127.0.0.1:{server.port} max_fails=1 fail_timeout=2s; ' for server in servers)
    port = free_port()
    return Nginx(folder, f'http://127.0.0.1:{port}', f'''
  log_format who "$upstream_addr $status";
  access_log {folder}/answered_by who;
  upstream games {{ {upstream} }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://games;
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off;
    }}
  }}
''')


def answered_by(folder):
    """How many calls each server answered."""
    with open(os.path.join(folder, 'answered_by')) as file:
        return collections.Counter(line.split()[0] for line in file if line.split()[-1] < '500')


def pair_plays(views, white, black, games, seed, begun):
    """Games of two clients, one after another. White gives up after some turns."""
    lots = random.Random(seed)

    def side(client, is_white, number, turns, own_seed):
        told = []
        try:
            history = client.play(number, own_seed, told, twice=0.05, turns=turns)
            if history is None:
                client.game(number, 'error_resign', {})
                history = client.game(number, 'game_history')
            views.note(number, is_white, told, history)
        except Exception as error:  # noqa: BLE001
            views.errors.append((number, is_white, error))

    try:
        for _ in range(games):
            black.call('invitations/')
            number = white.call('invitations/', {'opponent': black.name, 'color': True})['game_id']
            black.call(f'invitations/{number}', {})
            threads = [threading.Thread(target=side, args=(client, client is white, number,
                                                           lots.randint(4, 14) if client is white else 10_000, lots.random()))
                       for client in (white, black)]
            begun.append(number)
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    except Refused as why:
        views.errors.append((white.name, why))


def offered(client, known, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for game in client.call('invitations/')['invitations']:
            if game not in known:
                return game
        time.sleep(0.3)
    raise AssertionError('no ranked game is offered')


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        options = ('--house', BOT, '--tc', '600+1', '--patience', '20', '--registrations', '0', '--host', '127.0.0.1')
        with Server(BUILD, folder, *options) as first, Server(BUILD, folder, *options) as second, \
                nginx_before(folder, (first, second)) as nginx:
            play(nginx, first, second)


def play(nginx, first, second):
    through = type('Through', (), {'base': nginx.base, 'join': Server.join})()
    views, begun = Views(), []
    lots = random.Random(SEED)
    pairs = [(through.join(f'white{i}'), through.join(f'black{i}')) for i in range(AT_ONCE)]
    share = [GAMES // AT_ONCE + (i < GAMES % AT_ONCE) for i in range(AT_ONCE)]
    threads = [threading.Thread(target=pair_plays, args=(views, *pair, games, SEED * 1000 + i, begun))
               for i, (pair, games) in enumerate(zip(pairs, share))]
    # A person against the house: its engine goes with the server that is killed.
    guest, against_house = through.join('guest'), []
    house_game = guest.call('invitations/', {'opponent': 'stroller', 'color': True})['game_id']
    threads.append(threading.Thread(target=lambda: against_house.append(guest.play(house_game, 3, turns=25))))
    start = time.monotonic()
    for thread in threads:
        thread.start()
    while len(begun) < GAMES // 2:
        assert time.monotonic() - start < 1200, 'games do not begin'
        time.sleep(0.05)
    time.sleep(lots.uniform(0, 1))
    both = answered_by(nginx.folder)
    first.kill()
    killed = time.monotonic()
    for thread in threads:
        thread.join(1200)
        assert not thread.is_alive(), 'a game does not end'
    took = time.monotonic() - start
    guest.game(house_game, 'error_resign', {})
    database = second.database
    state, winner, reason = database.rows(f'SELECT state, winner, reason FROM games WHERE id = {house_game}')[0]
    assert state == 'over' and (reason == 'KING_CAPTURE' or winner == 'black'), (state, winner, reason)
    # It leads now: two ranked bots are paired.
    bots = [through.join(name) for name in ('anna', 'bert')]
    for bot in bots:
        bot.call('users/me/version', {})
        bot.call('users/me/ranked', {'ranked': True})
        bot.call('invitations/')
    offered(bots[0], ())
    while database.rows("SELECT 1 FROM games WHERE state = 'offered' AND ranked = 0"):
        time.sleep(0.5)
    after = answered_by(nginx.folder)
    second.kill()
    database.rows(f'DELETE FROM games WHERE ranked = 1 OR id = {house_game}')  # what follows is about the others
    rows = database.rows('SELECT state, reason FROM games')
    found, games, answers, longest = compare(database, views, took)
    on_time = sum(reason == 'TIMEOUT' for _, reason in rows)
    ends = collections.Counter(reason if state == 'over' else state for state, reason in rows)
    print(f'{GAMES} games, {AT_ONCE} at once, in {took:.0f} s; killed after {killed - start:.0f} s; {answers} answers compared; '
          f'before the kill {dict(both)} calls answered, in the end {dict(after)}; ends {dict(ends)}; '
          f'{len(found)} contradictions, {on_time} lost on time')
    assert len(both) >= 2 and min(both[f'127.0.0.1:{server.port}'] for server in (first, second)) > 0.3 * sum(both.values())
    assert not found, [text[:300] for text in found[:10]]
    assert on_time == 0 and ends['over'] == 0 and sum(ends.values()) - ends['void'] == GAMES, ends


if __name__ == '__main__':
    main()
