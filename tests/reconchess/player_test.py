import contextlib
import importlib
import io
import math
import os
import random
import signal
import subprocess
import sys
import time
import unittest
from unittest import mock

import chess
import reconchess
from reconchess import LocalGame, load_player, play_local_game, play_turn
from reconchess.bots.random_bot import RandomBot

from rbc_uci_process import EngineError
from support import ENGINE, HERE, PLAYER, environment, marked, random_engine, scratch, wait_until, words

_, LanternfishPlayer = load_player(PLAYER)


def player(command, options=""):
    with mock.patch.dict(os.environ, LANTERNFISH_COMMAND=words(command), LANTERNFISH_OPTIONS=options):
        return LanternfishPlayer()


class Games(unittest.TestCase):
    def test_whole_games_of_both_colours(self):
        for color in chess.COLORS:
            us = player(random_engine(4 + color), "RandomPassPercent=10 'Move Overhead=5'")
            game = LocalGame(seconds_per_player=300)
            play_local_game(us if color else RandomBot(), RandomBot() if color else us, game=game)
            history = game.get_game_history()
            self.assertIsNotNone(history.get_win_reason())
            self.assertGreater(history.num_turns(color), 2)
            self.assertTrue(any(history.requested_move(turn) for turn in history.turns(color)))

    def test_a_game_with_pondering(self):
        us = player([ENGINE, "EngineCommand=none", "Ponder=true"], "Ponder=true")
        play_local_game(us, RandomBot(), game=LocalGame(seconds_per_player=20, full_turn_limit=3))

    def test_one_player_for_two_games(self):
        us = player(random_engine(9))
        for _ in range(2):
            play_local_game(us, RandomBot(), game=LocalGame(seconds_per_player=60, full_turn_limit=4))

    def test_from_another_start(self):
        us = player(random_engine(9))
        board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
        us.handle_game_start(chess.WHITE, board, "nobody")
        us.handle_opponent_move_result(False, None)
        moves = reconchess.utilities.move_actions(board)
        us.choose_sense(list(chess.SQUARES), moves, 60.0)
        us.handle_sense_result([])
        self.assertIn(us.choose_move(moves, 60.0), moves + [None])
        us.handle_game_end(None, None, None)


class Faults(unittest.TestCase):
    def setUp(self):
        folder = scratch()
        self.addCleanup(folder.cleanup)
        self.log = os.path.join(folder.name, "log")
        open(self.log, "w").close()
        complaints = contextlib.redirect_stderr(io.StringIO())
        complaints.__enter__()
        self.addCleanup(complaints.__exit__, None, None, None)

    def faulty(self, *fault):
        return player([sys.executable, os.path.join(HERE, "fake_engine.py"), self.log, *map(str, fault)])

    def told(self, word):
        with open(self.log) as log:
            return [line.strip() for line in log if line.startswith(word + " ") or line.strip() == word]

    def test_an_engine_that_fails_once_is_restarted_and_told_everything(self):
        for fault in ("die", "illegal", "nonsense", "wrong", "refuse"):
            with self.subTest(fault=fault):
                open(self.log, "w").close()
                game = LocalGame(seconds_per_player=60, full_turn_limit=3)
                play_local_game(self.faulty(fault, 2), RandomBot(), game=game)
                self.assertEqual(len(self.told("uci")), 2)
                self.assertEqual(len(self.told("go")), 4)
                captured = game.get_game_history().capture_square(reconchess.Turn(chess.BLACK, 0))
                square = "none" if captured is None else chess.SQUARE_NAMES[captured]
                self.assertTrue(self.told("position")[1].startswith(
                    "position startpos color white history opponent capture none sense e7 result qkb/ppp/3 "
                    f"move requested 0000 taken 0000 capture none opponent capture {square} sense e7 result "))

    def test_an_engine_that_fails_twice_ends_the_game_by_an_exception(self):
        for fault in ("die", "illegal", "nonsense", "wrong", "refuse"):
            with self.subTest(fault=fault):
                open(self.log, "w").close()
                game = LocalGame(seconds_per_player=60)
                us = self.faulty(fault, 0)
                us.handle_game_start(chess.WHITE, game.board.copy(), "nobody")
                game.start()
                with self.assertRaises(EngineError):
                    play_turn(game, us, end_turn_last=True)
                self.assertEqual(len(self.told("uci")), 2)

    def test_a_silent_engine_is_given_up_when_the_flag_falls(self):
        us = self.faulty("silent", 0)
        us.handle_game_start(chess.WHITE, chess.Board(), "nobody")
        us.handle_opponent_move_result(False, None)
        us.choose_sense(list(chess.SQUARES), [], 10.0)
        us.handle_sense_result([])
        began = time.monotonic()
        self.assertIsNone(us.choose_move([], 1.0), "it passes: reconchess's clock says that its time is up")
        self.assertGreater(time.monotonic() - began, 1.0)
        self.assertLess(time.monotonic() - began, 4.0)
        us.handle_game_end(None, None, None)

    def test_the_wrong_command_or_option_shows_at_once(self):
        for command, options in [(["/no/such/program"], ""), (["false"], ""), (random_engine(1), "Nothing=1"),
                                 (random_engine(1), "Threads=many"), (random_engine(1), "Threads")]:
            with self.subTest(command=command, options=options), self.assertRaises(RuntimeError):
                player(command, options)

    def test_the_clock_and_what_it_gains(self):
        us = self.faulty()
        us.handle_game_start(chess.WHITE, chess.Board(), "nobody")
        left = 100.0
        for _ in range(3):
            began = time.monotonic()
            us.handle_opponent_move_result(False, None)
            us.choose_sense(list(chess.SQUARES), [], left - (time.monotonic() - began))
            us.handle_sense_result([])
            us.choose_move([], left - (time.monotonic() - began))
            us.handle_move_result(None, None, False, None)
            left += 5.0 - (time.monotonic() - began)
        us.handle_opponent_move_result(False, None)
        us.choose_sense(list(chess.SQUARES), [], math.inf)
        us.handle_game_end(None, None, None)
        lines = [line.split() for line in self.told("sense")]
        self.assertEqual([line[1:3] for line in lines], [["turn", str(n)] for n in (1, 2, 3, 4)])
        self.assertEqual(lines[0][5:], ["winc", "0"])
        for line in lines[1:3]:
            self.assertEqual(line[3], "wtime")
            self.assertAlmostEqual(int(line[6]), 5000, delta=100)
        self.assertEqual(len(lines[3]), 3, "no clock runs")


    def test_no_name_and_no_clock_loses_a_game(self):
        for name in ("\ud800 lone", None, "two\nlines\x1b[31m", "x" * 100000):
            for seconds in (math.nan, 1e300, math.inf, None, 900.0):
                with self.subTest(name=str(name)[:20], seconds=seconds):
                    open(self.log, "w").close()
                    us = self.faulty()
                    us.handle_game_start(chess.WHITE, chess.Board(), name)
                    us.handle_opponent_move_result(False, None)
                    self.assertIsNotNone(us.choose_sense(list(chess.SQUARES), [], seconds))
                    us.handle_sense_result([])
                    us.choose_move([], seconds)
                    us.handle_game_end(None, None, None)
                    self.assertEqual(len(self.told("uci")), 1, "nothing was started again")
                    self.assertFalse(self.told("two") + self.told("lines"))

    def test_rc_playback_which_asks_in_the_opponents_turns_too(self):
        playback = importlib.import_module("reconchess.scripts.rc_playback").playback
        for color in chess.COLORS:
            with self.subTest(color=color):
                open(self.log, "w").close()
                game = LocalGame(seconds_per_player=60, full_turn_limit=4)
                play_local_game(RandomBot(), RandomBot(), game=game)
                with contextlib.redirect_stdout(io.StringIO()):
                    playback(game.get_game_history(), self.faulty(), color)
                self.assertEqual(len(self.told("uci")), 1, "nothing was started again")
                self.assertGreaterEqual(len(self.told("sense")), 3)


@unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
class NobodyLeft(unittest.TestCase):
    PROGRAM = """
import sys, time
from reconchess import LocalGame, load_player, play_turn
import chess
_, Player = load_player(sys.argv[1])
player = Player()
player.handle_game_start(chess.WHITE, chess.Board(), "nobody")
player.handle_opponent_move_result(False, None)
print("thinking", flush=True)
if sys.argv[2] == "end":
    raise SystemExit
player.choose_sense(list(chess.SQUARES), [], 100000.0)
"""

    def run_one(self, how):
        mark = f"LANTERNFISH_TEST_MARK={os.getpid()}_{random.getrandbits(40)}"
        env = environment(LANTERNFISH_COMMAND=words([ENGINE]), **dict([mark.split("=")]))
        process = subprocess.Popen([sys.executable, "-c", self.PROGRAM, PLAYER, how], env=env, text=True,
                                   stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.assertEqual(process.stdout.readline(), "thinking\n")
        return process, mark

    def test_when_python_is_killed(self):
        process, mark = self.run_one("think")
        self.assertTrue(wait_until(lambda: len(marked(mark)) >= 2), "python and the engine")
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertTrue(wait_until(lambda: not marked(mark), 3.0), marked(mark))

    def test_when_python_ends_without_ending_the_game(self):
        process, mark = self.run_one("end")
        process.wait(10)
        self.assertTrue(wait_until(lambda: not marked(mark), 3.0), marked(mark))

    def test_the_engine_is_in_a_group_of_its_own(self):
        us = player(random_engine(1))
        process = us._engine._engine.pid
        self.assertEqual(os.getpgid(process), process)
        us.handle_game_end(None, None, None)
