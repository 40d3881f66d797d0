"""Lanternfish as a player of reconchess, which must be installed.

    rc-bot-match lanternfish.player reconchess.bots.trout_bot

Environment, for rc-bot-match and its like, which make a player without arguments:
    LANTERNFISH_OPTIONS   words NAME=VALUE, quoted as in a shell: "Strategy=trout Threads=2 'Move Overhead=100'"
    LANTERNFISH_COMMAND   an RBC-UCI engine to be started as a process; default: the engine in this process
"""

import math
import os
import shlex
from typing import Dict, List, Optional, Tuple

import chess
from reconchess import Color, GameHistory, Player, Square, WinReason

from ._core import Engine

CLOCK_MARGIN = 0.05  # seconds kept back for what passes between the arbiter's clock and ours


def options_of_environment() -> Dict[str, str]:
    """The options of LANTERNFISH_OPTIONS."""
    options = {}
    for word in shlex.split(os.environ.get("LANTERNFISH_OPTIONS", "")):
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise ValueError(f"LANTERNFISH_OPTIONS: '{word}' is not NAME=VALUE")
        options[name] = value
    return options


class LanternfishPlayer(Player):
    """A reconchess player that asks an Engine.

    options    as for Engine; None: those of LANTERNFISH_OPTIONS
    command    as for Engine; None: that of LANTERNFISH_COMMAND, if any
    increment  seconds credited after each turn, which reconchess does not tell its players
    """

    def __init__(self, options: Optional[Dict[str, object]] = None, command: Optional[str] = None,
                 increment: float = 0.0):
        command = command or os.environ.get("LANTERNFISH_COMMAND", "").strip() or None
        self.engine = Engine(options=options_of_environment() if options is None else options, command=command)
        self._increment = increment
        self._sensed: Optional[Square] = None

    def _limits(self, seconds_left: float) -> Dict[str, float]:
        if math.isinf(seconds_left):
            return {}
        return {"clock": max(seconds_left - CLOCK_MARGIN, 0.0), "increment": self._increment}

    def handle_game_start(self, color: Color, board: chess.Board, opponent_name: str):
        """Begins a game."""
        self.engine.new_game(color, board, opponent=opponent_name)

    def handle_opponent_move_result(self, captured_my_piece: bool, capture_square: Optional[Square]):
        """Hears what the opponent captured."""
        self.engine.opponent_moved(capture_square)

    def choose_sense(self, sense_actions: List[Square], move_actions: List[chess.Move], seconds_left: float) -> \
            Optional[Square]:
        """Chooses the square to sense."""
        self._sensed = self.engine.sense(**self._limits(seconds_left))
        return self._sensed

    def handle_sense_result(self, sense_result: List[Tuple[Square, Optional[chess.Piece]]]):
        """Hears what the sense showed."""
        self.engine.sensed(self._sensed if sense_result else None, sense_result)

    def choose_move(self, move_actions: List[chess.Move], seconds_left: float) -> Optional[chess.Move]:
        """Chooses the request."""
        request = self.engine.go(**self._limits(seconds_left))
        return chess.Move.from_uci(request) if request else None

    def handle_move_result(self, requested_move: Optional[chess.Move], taken_move: Optional[chess.Move],
                           captured_opponent_piece: bool, capture_square: Optional[Square]):
        """Hears what became of the request."""
        self.engine.moved(requested_move, taken_move, capture_square)

    def handle_game_end(self, winner_color: Optional[Color], win_reason: Optional[WinReason],
                        game_history: GameHistory):
        """Nothing is to be done."""
