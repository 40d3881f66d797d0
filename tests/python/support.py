"""What the tests of the Python module share: where things are, recorded games, and what may be missing."""

import glob
import os
import sys
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


def recorded_games() -> List[str]:
    """GameHistory files: of the folder games/ in LANTERNFISH_SHARED or in shared/ beside the clone."""
    shared = os.environ.get("LANTERNFISH_SHARED") or os.path.join(os.path.dirname(ROOT), "shared")
    return sorted(glob.glob(os.path.join(shared, "games", "*.json")))


def number(name: str, otherwise: int) -> int:
    """A number of the environment, for longer runs than usual."""
    return int(os.environ.get(name, otherwise))
