"""The examples run to their end."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest

from lanternfish import Engine, Game
from game_test import play_random
from support import ROOT, chess

EXAMPLES = os.path.join(ROOT, "python", "examples")


ARENA = os.path.join(os.path.dirname(os.environ.get("LANTERNFISH", "")), "lanternfish-arena")


def run(name: str, *arguments: str, folder: str = ".") -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run([sys.executable, os.path.join(EXAMPLES, name), *arguments], env=environment, check=True,
                          cwd=folder, capture_output=True, text=True, timeout=120).stdout


class Examples(unittest.TestCase):
    @unittest.skipUnless(chess, "needs python-chess")
    def test_both_trackers_of_the_replacement_hold_boards_and_times_are_told(self):
        out = run("replace_your_tracker.py")
        self.assertRegex(out, r"set of boards [\d.]+ s, Tracker [\d.]+ s")

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs matplotlib")
    def test_a_look_at_a_game_draws_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            game, picture = os.path.join(folder, "game.json"), os.path.join(folder, "picture.png")
            with open(game, "w", encoding="utf-8") as file:
                file.write(play_random(Game(), 1, 12).history())
            self.assertRegex(run("look_at_a_game.py", game, "black", picture), r"turn   1 .* boards")
            self.assertGreater(os.path.getsize(picture), 10000)

    @unittest.skipUnless(importlib.util.find_spec("torch"), "needs torch")
    def test_ppo_trains_a_network_that_plays_and_can_be_served(self):
        with tempfile.TemporaryDirectory() as folder:
            os.environ["POLICY"] = os.path.join(folder, "policy.pt")
            self.addCleanup(os.environ.pop, "POLICY")
            self.assertRegex(run("train_ppo.py", "train", "4096", "attacker"), r"4096 steps, \d+ a second, \d+ games")
            if os.path.exists(ARENA):
                os.environ["PATH"] = os.path.dirname(ARENA) + os.pathsep + os.environ["PATH"]
                table = run("train_ppo.py", "play", "2", folder=folder)
                self.assertRegex(table, r"\| ppo \| random \| 2 \| \d-\d-\d \|.*\n\| ppo \| trout \| 2 \|")
            path = os.pathsep.join(path for path in sys.path if path)
            engine = Engine(command=f"env PYTHONPATH={path} {sys.executable} -m lanternfish.serve "
                                    f"{os.path.join(EXAMPLES, 'train_ppo.py')}:net --turns 1")
            engine.new_game("white")
            engine.opponent_moved()
            self.assertIn(engine.sense(), range(64))

    def test_the_network_and_its_training_are_sixty_lines(self):
        with open(os.path.join(EXAMPLES, "train_ppo.py"), encoding="utf-8") as file:
            text = re.sub(r'""".*?"""', "", file.read(), flags=re.S)
        own = text[text.index("class Network"):text.index("def net(")]
        lines = [line for line in own.splitlines() if line.strip() and not line.strip().startswith("#")]
        self.assertLessEqual(len(lines), 60)


if __name__ == "__main__":
    unittest.main()
