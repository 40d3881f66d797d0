"""What the tests of the Python module share: where things are, recorded games, and what may be missing."""

import glob
import os
import tempfile
import unittest
from typing import List

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))

try:
    import chess
except ImportError:
    chess = None
try:
    import reconchess
except ImportError:
    reconchess = None


# A policy: the first allowed action with the largest hash of what is seen, so that it plays the same wherever it is.
POLICY = """
import numpy
WEIGHTS = numpy.random.default_rng(3).random((90 * 64, 16))
OUT = numpy.random.default_rng(4).random((16, 4737))
def net(observation, mask):
    return numpy.tanh(observation.reshape(-1) @ WEIGHTS - 40) @ OUT
def broken(observation, mask):
    raise KeyError("no such weight")
"""


def load_policy():
    """What the text of POLICY calls net."""
    names = {}
    exec(POLICY, names)  # the text that the served engine runs, too
    return names["net"]


def script_for(test: unittest.TestCase, name: str, text: str) -> str:
    """The path of a file of that name and content, in a folder that is gone when the test ends."""
    folder = tempfile.TemporaryDirectory()
    test.addCleanup(folder.cleanup)
    path = os.path.join(folder.name, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def recorded_games() -> List[str]:
    """GameHistory files: of the folder games/ in LANTERNFISH_SHARED or in shared/ beside the clone."""
    shared = os.environ.get("LANTERNFISH_SHARED") or os.path.join(os.path.dirname(ROOT), "shared")
    return sorted(glob.glob(os.path.join(shared, "games", "*.json")))


def number(name: str, otherwise: int) -> int:
    """A number of the environment, for longer runs than usual."""
    return int(os.environ.get(name, otherwise))
