"""A server that is killed again and again under games that go on: killed_test.py BUILD [KILLS GAMES SEED]
[--postgres].

Each client notes what it was told. In the end that is compared with the database: all that a client was told is there,
nothing that it asked for is there twice, every game is over or void for a reason, and no clock ran while the server
was down.
"""

import os
import random
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from client import Refused, Server  # noqa: E402
from games_test import contradictions  # noqa: E402

BUILD = sys.argv[1]
KILLS, GAMES, SEED = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 8), (3, 4), (4, 1)))
BASE, INCREMENT = 600, 1


class Views:
    """What clients were told, by game and side; filled by many threads."""

    def __init__(self):
        self.lock, self.all, self.errors, self.stop = threading.Lock(), {}, [], threading.Event()

    def note(self, game, white, told, history):
        with self.lock:
            self.all[game, white] = (told, history)


def pair_plays(views, white, black, seed):
    """Games of two clients, one after another, until it is enough; then both give up."""
    lots = random.Random(seed)

    def stay():
        while not views.stop.is_set():
            black.call('invitations/')
            time.sleep(1)

    threading.Thread(target=stay, daemon=True).start()
    try:
        while not views.stop.is_set():
            game = white.call('invitations/', {'opponent': black.name, 'color': True})['game_id']
            black.call(f'invitations/{game}', {})

            def side(client, is_white, number=game):
                told = []
                try:
                    history = client.play(number, lots.random(), told, twice=0.1, stop=views.stop)
                    if history is None:
                        client.game(number, 'error_resign', {})
                        history = client.game(number, 'game_history')
                    views.note(number, is_white, told, history)
                except Exception as error:  # noqa: BLE001
                    views.errors.append((number, is_white, error))

            threads = [threading.Thread(target=side, args=(client, client is white)) for client in (white, black)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    except Refused as why:
        # A server that was away for long takes the opponent for gone; then a game is void, and says so.
        views.errors.append((white.name, why))


def compare(database, views, up):
    """Sentences about all that does not fit."""
    found = [str(error) for error in views.errors]
    database.check()
    games = database.rows('SELECT id, state, text, ended_ms - created_ms FROM games')
    actions = {}
    for game, *action in database.rows('SELECT game, side, sense, request, left_ms FROM actions ORDER BY game, number'):
        actions.setdefault((game, action[0]), []).append(action[1:])
    answers = used_total = 0
    for game, state, text, _ in games:
        if state not in ('over', 'void') or (state == 'void' and not text):
            found.append(f'game {game} is {state}: {text!r}')
        used = 0
        for white in (True, False):
            rows = actions.get((game, 'white' if white else 'black'), [])
            if rows:
                turns = sum(1 for row in rows if row[1] is not None)
                used += BASE * 1000 + INCREMENT * 1000 * turns - rows[-1][2]
            if (game, white) not in views.all:
                if state == 'over':
                    found.append(f'game {game}: nobody saw it to its end')
                continue
            told, history = views.all[game, white]
            answers += len(told)
            if history is not None:
                found += [f'game {game}: {text}' for text in contradictions(told, history, white)]
            for kind, column in (('sense', 0), ('move', 1)):
                kept = [row[column] for row in rows if row[column] is not None]
                heard = [entry for entry in told if entry[0] == kind]
                asked = [square_name(entry[1]) if kind == 'sense' else move_name(entry[1][0]) for entry in heard]
                if asked[:len(kept)] != kept:
                    found.append(f'game {game}: {kind}s {kept} are kept, of {asked}')
                # After the end a sense shows nothing, and is not kept.
                if any(entry[2] for entry in heard[len(kept):] if kind == 'sense'):
                    found.append(f'game {game}: a sense was answered that is not kept')
        used_total = max(used_total, used / 1000)
        if used / 1000 > up:
            found.append(f'game {game}: its clocks ran {used / 1000:.1f} s, and the server {up:.1f} s')
    return found, len(games), answers, used_total


def square_name(number):
    return 'none' if number is None else 'abcdefgh'[number % 8] + str(number // 8 + 1)


def move_name(move):
    return '0000' if move is None else move['value']


def main():
    lots = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(BUILD, folder, '--house', 'none', '--tc', f'{BASE}+{INCREMENT}',
                        '--patience', '20')
        views = Views()
        pairs = [(server.join(f'white{i}'), server.join(f'black{i}')) for i in range(GAMES)]
        threads = [threading.Thread(target=pair_plays, args=(views, *pair, SEED * 1000 + i))
                   for i, pair in enumerate(pairs)]
        begun, down = time.monotonic(), 0.0
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            time.sleep(lots.uniform(0.02, 2.0))
            server.kill()
            killed = time.monotonic()
            time.sleep(lots.uniform(0.0, 0.5))
            server.start()
            down += time.monotonic() - killed
        views.stop.set()
        for thread in threads:
            thread.join(300)
            assert not thread.is_alive(), 'a game does not end'
        up = time.monotonic() - begun - down
        time.sleep(1)  # a tick looks at all that was left
        # An invitation whose answer was lost was made twice; nobody comes to the first one.
        end = time.monotonic() + 60
        while server.database.rows("SELECT 1 FROM games WHERE state = 'offered'"):
            assert time.monotonic() < end, 'an offered game is not void'
            time.sleep(0.5)
        server.kill()
        found, games, answers, longest = compare(server.database, views, up)
        print(f'{KILLS} kills under {GAMES} games going on, {games} games in all, {answers} answers compared; up {up:.0f} s, '
              f'down {down:.0f} s, the clocks of one game ran {longest:.0f} s at most; {len(found)} contradictions')
        assert not found, found[:20]


if __name__ == '__main__':
    main()
