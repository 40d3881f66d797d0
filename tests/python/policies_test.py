"""Policies that go out to play: as engines, in the arena and in reconchess."""

import os
import subprocess
import sys
import unittest

import numpy

from lanternfish import ACTIONS, ActionError, Engine, Game, RBCEnv, policy_player
from lanternfish.policies import PolicyGame, chosen_action
from support import POLICY, chess, load_policy, reconchess, script_for

ARENA = os.path.join(os.path.dirname(os.environ.get("LANTERNFISH", "")), "lanternfish-arena")


class PoliciesGoOut(unittest.TestCase):
    def setUp(self):
        self.path = script_for(self, "my_policy.py", POLICY)

    def serve(self, name="net"):
        path = os.pathsep.join(path for path in sys.path if path)
        return Engine(command=f"env PYTHONPATH={path} {sys.executable} -m lanternfish.serve {self.path}:{name} --turns 1")

    def test_a_served_policy_plays_as_in_the_environment(self):
        env = RBCEnv(opponent=lambda observation, mask: mask, turns=1, turn_limit=15)
        policy = load_policy()
        observation, info = env.reset(seed=1)
        over = False
        while not over:
            action = chosen_action(policy, observation, info["action_mask"])
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        served, other = self.serve(), PolicyGame(lambda observation, mask: mask, False)
        self.assertEqual(served.name, "net")
        game = Game(turn_limit=15)
        served.new_game(True, turn_limit=15)
        while not game.over:
            player = served if game.turn else other
            player.opponent_moved(game.capture)
            square = player.sense()
            player.sensed(square, game.sense(square))
            request = player.go()
            player.moved(request, *game.move(request))
        self.assertEqual(game.history("agent", "opponent"), info["record"])

    def test_a_policy_that_raises_says_why(self):
        engine = self.serve("broken")
        engine.new_game("white")
        engine.opponent_moved()
        with self.assertRaisesRegex(RuntimeError, "KeyError|ended at 'sense'"):
            engine.sense()

    def test_a_served_policy_answers_what_is_wrong_and_goes_on(self):
        lines = ["uci", "setoption name Hash value --5", "setoption name Hash value " + 5000 * "9", "sense",
                 "position fen nonsense color white", "position startpos color black", "observe opponent capture z9",
                 "observe move requested e7e5 taken e7e5 capture none", "observe opponent capture none", "go", "sense btime 1000", "probe fen 8/8 w", "nonsense", "quit"]
        path = os.pathsep.join(path for path in sys.path if path)
        out = subprocess.run([sys.executable, "-m", "lanternfish.serve", f"{self.path}:net", "--turns", "1"],
                             input="\n".join(lines) + "\n", env={**os.environ, "PYTHONPATH": path}, check=True,
                             capture_output=True, text=True, timeout=60).stdout.splitlines()
        told = out[out.index("uciok") + 1:]
        self.assertEqual([" ".join(line.split()[:4]) if line.startswith("info") else line.split()[0] for line in told],
                         2 * ["info string error option"] +
                         ["info string error phase", "bestsense", "info string error position", "info string error syntax",
                          "info string error phase", "info string error phase", "bestmove", "bestsense",
                          "info string error belief", "info string error syntax"])

    def test_a_view_that_cannot_be_is_refused_before_the_first_game(self):
        path = os.pathsep.join(path for path in sys.path if path)
        for words, reason in ((["--turns", "50"], "turns: 50 is not"), (["--observation", "foo"], "foo")):
            told = subprocess.run([sys.executable, "-m", "lanternfish.serve", f"{self.path}:net", *words], input="uci\n",
                                  env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=60)
            self.assertEqual(told.returncode, 2)
            self.assertIn(reason, told.stderr)

    def test_options_go_by_any_capitals(self):
        path = os.pathsep.join(path for path in sys.path if path)
        told = subprocess.run([sys.executable, "-m", "lanternfish.serve", f"{self.path}:net", "--turns", "1"],
                              input="setoption name movelimit value 50\nisready\n", check=True,
                              env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=60)
        self.assertEqual(told.stdout, "readyok\n")

    def test_a_choice_can_be_restricted(self):
        game = PolicyGame(load_policy(), "white", turns=1)
        game.opponent_moved()
        self.assertEqual(game.sense(["b3"]), 17)
        game.sensed("e7", "qkb/ppp/3")
        self.assertEqual((game.go(["a2a3"]), game.go([None])), ("a2a3", None))
        with self.assertRaisesRegex(ActionError, "allowed"):
            game.go(["a2a5"])

    @unittest.skipUnless(os.path.exists(ARENA), "needs the arena beside the program that LANTERNFISH names")
    def test_a_served_policy_passes_the_arenas_compliance(self):
        path = os.pathsep.join(path for path in sys.path if path)
        engine = f"{sys.executable} -m lanternfish.serve {self.path}:net --turns 1"
        told = subprocess.run([ARENA, "compliance", "--engine", engine], env={**os.environ, "PYTHONPATH": path},
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(told.returncode, 0, told.stdout)

    def test_answers_that_are_no_action_are_refused(self):
        mask = numpy.zeros(ACTIONS, numpy.uint8)
        mask[5] = 1
        self.assertEqual(chosen_action(lambda o, m: 5, None, mask), 5)
        self.assertEqual(chosen_action(lambda o, m: numpy.arange(ACTIONS), None, mask), 5)
        for answer in (6, -1, ACTIONS, None, "5", 5.0, [1, 2], numpy.full(ACTIONS, numpy.nan)):
            with self.assertRaises(ActionError):
                chosen_action(lambda o, m, answer=answer: answer, None, mask)

    @unittest.skipUnless(chess and reconchess, "needs reconchess")
    def test_a_policy_plays_in_reconchess(self):
        from reconchess import LocalGame, play_local_game
        bots = [policy_player(load_policy(), turns=1)(), policy_player(lambda observation, mask: mask, turns=1)()]
        game = LocalGame(900)
        winner, _, history = play_local_game(*bots, game=game)
        self.assertGreater(history.num_turns(), 2)


if __name__ == "__main__":
    unittest.main()
