"""The examples run to their end."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

from lanternfish import Game
from game_test import play_random
from support import ROOT, chess

EXAMPLES = os.path.join(ROOT, "python", "examples")


def run(name: str, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.run([sys.executable, os.path.join(EXAMPLES, name), *arguments], env=environment, check=True,
                          capture_output=True, text=True, timeout=120).stdout


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


if __name__ == "__main__":
    unittest.main()
