"""A reconchess player that plays through an RBC-UCI engine: for rc-bot-match, rc-play, rc-connect and play_local_game.

    rc-bot-match tools/reconchess/lanternfish_player.py reconchess.bots.trout_bot

Environment:
    LANTERNFISH_COMMAND   program and arguments; default: the built lanternfish beside this file, else on the path
    LANTERNFISH_OPTIONS   words NAME=VALUE, quoted as in a shell: "Threads=2 'Move Overhead=100' Ponder=true"

An engine that dies or answers nonsense is started once more for the same question and given the whole private history.
When that fails too, EngineError reaches reconchess, which resigns the game.
"""

import os
import shlex
import shutil
import sys
from typing import List

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rbc_uci_player import ChildEngine, EnginePlayer, options_of_environment


def engine_command() -> List[str]:
    set_command = os.environ.get("LANTERNFISH_COMMAND", "").strip()
    if set_command:
        return shlex.split(set_command)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for preset in ("release", "portable"):
        built = os.path.join(root, "build", preset, "lanternfish")
        if os.access(built, os.X_OK):
            return [built]
    found = shutil.which("lanternfish")
    if not found:
        raise RuntimeError("no lanternfish beside this file (build/release/lanternfish) nor on the path; build it, or "
                           "set LANTERNFISH_COMMAND")
    return [found]


class LanternfishPlayer(EnginePlayer):
    def __init__(self):
        options = options_of_environment()
        super().__init__(ChildEngine(engine_command(), options), options.get("Ponder", "").lower() == "true")


def get_player():
    return LanternfishPlayer
