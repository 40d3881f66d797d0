"""Lanternfish as a player of reconchess, which must be installed.

    rc-bot-match lanternfish.player reconchess.bots.trout_bot

Environment, for rc-bot-match and its like, which make a player without arguments:
    LANTERNFISH_OPTIONS   words NAME=VALUE, quoted as in a shell: "Strategy=trout Threads=2 'Move Overhead=100'"
    LANTERNFISH_COMMAND   an RBC-UCI engine to be started as a process; default: the engine in this process
"""

import math
import os
import shlex
import sys
from typing import Dict, Optional

import chess

from ._core import Engine

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "adapters"))
from rbc_uci_player import ChildEngine, EnginePlayer, options_of_environment
from rbc_uci_text import OpponentMoved, Sensed

CLOCK_MARGIN = 0.05  # seconds kept back for what passes between the arbiter's clock and ours


class OwnEngine:
    """The engine in this process, as EnginePlayer asks it."""

    def __init__(self, options: Dict[str, object]):
        self.engine = Engine(options=options)

    @staticmethod
    def _clock(limits) -> Dict[str, float]:
        if math.isinf(limits.flag):
            return {}
        return {"clock": max(limits.left - CLOCK_MARGIN, 0.0), "increment": limits.increment}

    def begin(self, color, board, opponent) -> None:
        self.engine.new_game(color, board, opponent=opponent)

    def observe(self, event) -> None:
        if isinstance(event, OpponentMoved):
            self.engine.opponent_moved(event.capture)
        elif isinstance(event, Sensed):
            self.engine.sensed(event.square, event.result)
        else:
            self.engine.moved(event.requested, event.taken, event.capture)

    def sense(self, limits) -> Optional[int]:
        return self.engine.sense(**self._clock(limits))

    def move(self, limits, may_request) -> Optional[chess.Move]:
        request = self.engine.go(**self._clock(limits))
        return chess.Move.from_uci(request) if request else None

    def ponder(self) -> None:
        """It does not."""

    def end(self, winner, reason) -> None:
        """Nothing is to be done."""


class LanternfishPlayer(EnginePlayer):
    """A reconchess player that asks an engine.

    options    as for Engine; None: those of LANTERNFISH_OPTIONS
    command    of an RBC-UCI engine, started as a process; None: that of LANTERNFISH_COMMAND, if any
    increment  seconds credited after each turn, which reconchess does not tell its players; None: as seen on the clock
    """

    def __init__(self, options: Optional[Dict[str, object]] = None, command: Optional[str] = None,
                 increment: Optional[float] = None):
        options = options_of_environment() if options is None else options
        command = command or os.environ.get("LANTERNFISH_COMMAND", "").strip() or None
        words = {name: str(value).lower() if isinstance(value, bool) else str(value)
                 for name, value in options.items()}
        engine = ChildEngine(shlex.split(command), words) if command else OwnEngine(options)
        super().__init__(engine, words.get("Ponder", "").lower() == "true", increment)


def get_player() -> type:
    """The player that reconchess is to take; EnginePlayer is here too."""
    return LanternfishPlayer
