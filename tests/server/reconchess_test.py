"""The programs of the real reconchess on a real server: reconchess_test.py BUILD. Skipped where the package is missing.

rc-register, rc-connect with its own bots, with ours and with one that raises, ranked and not, several games at once,
interrupted, killed and connected again, while the server is killed as well; rc-play-on-server with a hand at the mouse.
"""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

try:
    import reconchess
except ImportError:
    print('skipped: reconchess is not installed (PYTHONPATH may name it)')
    sys.exit(77)

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from client import Client, Server  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
OURS = os.path.join(HERE, '..', '..', 'tools', 'reconchess', 'lanternfish_player.py')
STOCKFISH = next((file for file in (os.environ.get('STOCKFISH_EXECUTABLE', ''), '/usr/games/stockfish') if os.path.exists(file)), '')
RAISES = '''
import reconchess.bots.random_bot
class Raises(reconchess.bots.random_bot.RandomBot):
    def handle_game_start(self, *arguments):
        self.turns = 0
        super().handle_game_start(*arguments)
    def choose_sense(self, *arguments):
        self.turns += 1
        assert self.turns < 3, 'a fault of the bot'
        return super().choose_sense(*arguments)
'''
# Presses, drags and releases where reconchess's window asks for it; all else is reconchess's own.
HAND = '''
import random, sys
import pygame
from reconchess.scripts import rc_play_on_server, rc_play
plan, pressed = [], [0]
lots = random.Random(3)
def at(window, square):
    return next((x, y) for x in range(5, 640, 10) for y in range(5, 640, 10) if window.coords_to_square(x, y) == square)
choose_move, choose_sense = rc_play.UIPlayer.choose_move, rc_play.UIPlayer.choose_sense
def sense(self, senses, *rest):
    plan[:] = [(True, at(self.window, 36))]
    return choose_sense(self, senses, *rest)
def move(self, moves, *rest):
    wanted = lots.choice([one for one in moves if self.board.color_at(one.from_square) == self.color])
    plan[:] = [(True, at(self.window, wanted.from_square)), (False, at(self.window, wanted.to_square))]
    pressed[0] = 0
    return choose_move(self, moves, *rest)
rc_play.UIPlayer.choose_sense, rc_play.UIPlayer.choose_move = sense, move
draw = rc_play.Window.draw
def drawn(self, *a, **b):
    draw(self, *a, **b)
    pressed[0] += 1
rc_play.Window.draw = drawn
now = lambda: plan[min(max(pressed[0] - 1, 0) // 2, len(plan) - 1)]
pygame.mouse.get_focused = lambda: bool(plan)
pygame.mouse.get_pressed = lambda: (plan and now()[0], False, False)
pygame.mouse.get_pos = lambda: now()[1]
rc_play_on_server.main()
'''


def environment():
    return {**os.environ, 'STOCKFISH_EXECUTABLE': STOCKFISH, 'SDL_VIDEODRIVER': 'dummy', 'PYTHONUNBUFFERED': '1',
            'LANTERNFISH_COMMAND': os.path.join(BUILD, 'lanternfish'), 'LANTERNFISH_OPTIONS': 'EngineCommand=none BeliefMemory=64'}


def program(name, *arguments):
    return [sys.executable, '-W', 'ignore', '-m', f'reconchess.scripts.{name}', *arguments]


def wait_for(condition, seconds=90, what=lambda: 'waited in vain'):
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end, what()
        time.sleep(0.1)
    return value


class Bot:
    """rc-connect in a process group of its own, as a terminal starts it; its output in a file."""

    def __init__(self, server, folder, name, bot, *arguments, says='y\ny\n'):
        self.name, self.log = name, os.path.join(folder, f'{name}-{time.monotonic_ns()}.log')
        Client(server.base).once('users/', {'username': name, 'email': '', 'affiliation': '', 'password': 'a password'})
        with open(self.log, 'w') as log:
            self.process = subprocess.Popen(
                program('rc_connect', bot, '--username', name, '--password', 'a password', '--server-url', server.base, *arguments),
                stdin=subprocess.PIPE, stdout=log, stderr=log, text=True, env=environment(), start_new_session=True)
        self.process.stdin.write(says)
        self.process.stdin.close()
        try:
            wait_for(lambda: name in Client(server.base).call('users/')['usernames'] or self.process.poll() is not None)
            assert self.process.poll() is None
        except AssertionError:
            raise AssertionError(self.output()) from None

    def output(self):
        with open(self.log) as log:
            return log.read()

    def end(self, number=signal.SIGKILL):
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass
        if number == signal.SIGKILL:
            self.process.wait()


def rows(folder, query):
    with sqlite3.connect(f'file:{folder}/server.sqlite?mode=ro', uri=True) as database:
        return database.execute(query).fetchall()


def test_register():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        def register(url):
            done = subprocess.run(program('rc_register', '--username', 'anna', '--email', 'a@example.org', '--affiliation', '',
                                          '--password', 'a password', '--server-url', url), capture_output=True, text=True, timeout=60)
            return done.stdout
        assert 'Successfully registered with username "anna"' in register(server.base)
        assert '"anna" is already in use' in register(server.base)
        assert 'No server found' in register('http://127.0.0.1:1')
        # Another version of reconchess leaves, and says which one is wanted.
        other = Server(BUILD, os.path.join(folder, 'other'), '--house', 'none', '--version-of-reconchess', '9.9.9')
        with other:
            other.join('anna')
            done = subprocess.run(program('rc_connect', 'reconchess.bots.random_bot', '--username', 'anna', '--password', 'a password',
                                          '--server-url', other.base), capture_output=True, text=True, timeout=60)
            assert 'reconchess v9.9.9' in done.stdout, done


def test_unranked_bots_of_all_kinds():
    """Somebody plays four of them at once. Each game is over, as its players were told it."""
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--tc', '120+2') as server:
        with open(os.path.join(folder, 'raises.py'), 'w') as file:
            file.write(RAISES)
        kinds = {'an attacker': 'reconchess.bots.attacker_bot', 'at random': 'reconchess.bots.random_bot',
                 'raises': os.path.join(folder, 'raises.py'), 'ours': OURS}
        if STOCKFISH:
            kinds['a trout'] = 'reconchess.bots.trout_bot'
        bots = [Bot(server, folder, name, kind) for name, kind in kinds.items()]
        try:
            me = server.join('visitor')
            assert sorted(me.call('users/')['usernames']) == sorted(kinds)
            ended = {}

            def play(name, seed):
                for _ in range(2 if name == 'raises' else 1):  # who raised in one game plays the next one
                    game = me.call('invitations/', {'opponent': name, 'color': seed % 2 == 0})['game_id']
                    history = me.play(game, seed, turns=12)
                    if history is None:  # it would take long
                        me.game(game, 'error_resign', {})
                        history = me.game(game, 'game_history')
                    assert history == Client(server.base).call(f'games/{game}/record')
                    ended.setdefault(name, []).append((history['win_reason']['value'], history['winner_color'] == (seed % 2 == 0)))
            threads = [threading.Thread(target=play, args=(name, seed)) for seed, name in enumerate(kinds)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(240)
            assert {name: len(games) for name, games in ended.items()} == {name: 1 + (name == 'raises') for name in kinds}, ended
            assert ended['raises'] == [('RESIGN', True)] * 2, ended
            for bot in bots:
                # Who is in the middle of a turn when the other side gives up gets lists that are null, as of LocalGame.
                wait_for(lambda one=bot: 'Finished game' in one.output() or 'Fatal error' in one.output(), what=bot.output)
        finally:
            for bot in bots:
                bot.end()


def test_ranked_interrupted_and_killed():
    with tempfile.TemporaryDirectory() as folder, \
            Server(BUILD, folder, '--house', 'none', '--tc', '40+1', '--patience', '20') as server:
        ranked = ('--ranked', '--max-concurrent-games', '3')  # one place is left for others
        anna = Bot(server, folder, 'anna', 'reconchess.bots.attacker_bot', *ranked)
        bert = Bot(server, folder, 'bert', 'reconchess.bots.random_bot', *ranked)
        try:
            playing = "SELECT id FROM games WHERE state = 'playing'"
            wait_for(lambda: len(rows(folder, playing)) == 2)
            assert rows(folder, 'SELECT count(*), max(max_games) FROM persons WHERE ranked = 1 AND version = 1') == [(2, 3)]
            server.kill()
            server.start()
            # Ctrl-C: games that are going on are played to their end, and no other begins.
            anna.end(signal.SIGINT)
            anna.process.wait(150)
            assert anna.process.returncode == 0 and 'waiting for games to finish' in anna.output(), anna.output()
            assert rows(folder, "SELECT ranked FROM persons WHERE name = 'anna'") == [(0,)]
            assert rows(folder, playing) == []
            ends = rows(folder, "SELECT state, ending FROM games")
            assert ('over', 'rules') in ends and {end for end in ends if end[0] == 'over'} == {('over', 'rules')}, (ends, anna.output())

            # Killed, its games lose on time; connected again, it plays others.
            last = rows(folder, 'SELECT max(id) FROM games')[0][0]
            anna = Bot(server, folder, 'anna', 'reconchess.bots.attacker_bot', *ranked, '--keep-version')
            game = wait_for(lambda: rows(folder, f"{playing} AND id > {last}"))[0][0]
            anna.end()
            anna = Bot(server, folder, 'anna', 'reconchess.bots.attacker_bot', *ranked, '--keep-version')
            wait_for(lambda: rows(folder, f"SELECT 1 FROM games WHERE id = {game} AND state IN ('over', 'void')"))
            ended = rows(folder, f'SELECT ending, text FROM games WHERE id = {game}')
            assert ended[0][0] == 'time', ended
            again = wait_for(lambda: rows(folder, f"SELECT ending FROM games WHERE id > {game} AND state = 'over' AND ending = 'rules'"))
            assert again and rows(folder, "SELECT version FROM persons WHERE name = 'anna'") == [(1,)]
            over = rows(folder, "SELECT count(*) FROM games WHERE state = 'over' AND ranked = 1")[0][0]
            # A new version begins clean.
            anna.end()
            anna = Bot(server, folder, 'anna', 'reconchess.bots.attacker_bot', *ranked)
            wait_for(lambda: rows(folder, "SELECT version FROM persons WHERE name = 'anna'") == [(2,)], what=anna.output)
            assert over >= 3
        finally:
            anna.end()
            bert.end()


def test_play_on_server():
    with tempfile.TemporaryDirectory() as folder, \
            Server(BUILD, folder, '--house', 'name=house cmd=@lanternfish option.Strategy=attacker') as server:
        server.join('human')
        hand = os.path.join(folder, 'hand.py')
        with open(hand, 'w') as file:
            file.write(HAND)
        # Without a terminal the password is read from standard input.
        done = subprocess.run([sys.executable, '-W', 'ignore', hand, '--server-url', server.base, '--color', 'white'], cwd=folder,
                              input='human\na password\n0\n', capture_output=True, text=True, env=environment(), timeout=200,
                              start_new_session=True)
        saved = [name for name in os.listdir(folder) if name.endswith('.json')]
        assert done.returncode == 0 and len(saved) == 1, done
        subprocess.run([os.path.join(BUILD, 'lanternfish-server'), 'export', os.path.join(folder, 'out'), '--database',
                        os.path.join(folder, 'server.sqlite')], check=True, stdout=subprocess.DEVNULL)
        exported = os.listdir(os.path.join(folder, 'out'))
        with open(os.path.join(folder, saved[0]), 'rb') as one, open(os.path.join(folder, 'out', exported[0]), 'rb') as other:
            assert one.read() == other.read(), 'what reconchess saved is not what the server exports'


if __name__ == '__main__':
    print(f'reconchess {reconchess.__version__}')
    for name, test in list(globals().items()):
        if name.startswith('test_') and (len(sys.argv) < 3 or name in sys.argv[2:]):
            begin = time.monotonic()
            test()
            print(f'{name}: {time.monotonic() - begin:.1f} s', flush=True)
