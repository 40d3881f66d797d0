"""Strategies in the process and engines as processes play whole games through the module."""

import os
import signal
import threading
import time
import unittest

from lanternfish import Engine, Game, ObservationError, Record

QUICK = {"EngineCommand": "none", "Seed": 7, "Threads": 1}
PROGRAM = os.environ.get("LANTERNFISH")  # the built engine


def play(white: Engine, black: Engine, turns: int, nodes: int = 50) -> Game:
    game = Game(turn_limit=turns)
    players = {True: white, False: black}
    white.new_game(True, turn_limit=turns)
    black.new_game(False, turn_limit=turns)
    while not game.over:
        player = players[game.turn]
        player.opponent_moved(game.capture)
        square = player.sense(nodes=nodes)
        player.sensed(square, game.sense(square))
        request = player.go(nodes=nodes)
        player.moved(request, *game.move(request))
    return game


class InProcess(unittest.TestCase):
    def test_the_same_seed_plays_the_same_game(self):
        histories = [play(Engine("lanternfish", QUICK), Engine("trout", QUICK), 6).history() for _ in range(2)]
        self.assertEqual(*histories)
        Record(histories[0]).check()

    def test_candidates_hold_the_choice(self):
        engine = Engine("lanternfish", {**QUICK, "OwnBook": False})
        game = Game()
        engine.new_game("white")
        engine.opponent_moved()
        square = engine.sense(nodes=200)
        self.assertIn(square, [c["sense"] for c in engine.candidates])
        engine.sensed(square, game.sense(square))
        request = engine.go(nodes=200)
        self.assertEqual(engine.candidates[0]["move"], request)
        self.assertEqual(engine.count, 1)

    def test_wrong_options_and_wrong_order_are_named(self):
        with self.assertRaisesRegex(ValueError, "NoSuchOption"):
            Engine(options={"NoSuchOption": 1})
        with self.assertRaisesRegex(ValueError, "chess"):
            Engine("chess")
        engine = Engine("random", QUICK)
        with self.assertRaisesRegex(RuntimeError, "new_game"):
            engine.sense()
        engine.new_game("white")
        with self.assertRaises(RuntimeError):
            engine.sense()
        with self.assertRaises(ObservationError):
            engine.sensed(None)
        engine.opponent_moved()
        with self.assertRaises(ObservationError):
            engine.sensed("e2", "3/3/3")

    def test_ctrl_c_ends_the_thinking_and_the_game_can_go_on(self):
        engine = Engine("lanternfish", {**QUICK, "OwnBook": False})
        engine.new_game("black")
        engine.opponent_moved()
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            engine.sense(seconds=30)
            time.sleep(5)
        self.assertLess(time.monotonic() - began, 10)
        self.assertIsNotNone(engine.sense(nodes=50))


class AsProcess(unittest.TestCase):
    @unittest.skipUnless(PROGRAM, "LANTERNFISH does not name the program")
    def test_a_process_plays_as_the_engine_in_this_process_does(self):
        inside = play(Engine("lanternfish", QUICK), Engine("attacker", QUICK), 4)
        outside = play(Engine("lanternfish", QUICK, command=PROGRAM), Engine("attacker", QUICK), 4)
        self.assertEqual(inside.history(), outside.history())

    def test_a_command_that_does_not_start_is_named(self):
        with self.assertRaisesRegex(ValueError, "no-such-program"):
            Engine(command="/no-such-program")


if __name__ == "__main__":
    unittest.main()
