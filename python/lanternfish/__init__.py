"""Reconnaissance Blind Chess: beliefs, games and the engine Lanternfish.

Tracker            every board that one player must hold possible
Game               the exact referee, led step by step
Environment        a game in the shape of PettingZoo's AEC environments
VectorEnvironment  many games at once, in arrays
Engine             Lanternfish and the other strategies as players
Record             recorded games; the module lanternfish.records has more

LanternfishPlayer, the player for reconchess, is in lanternfish.player, which needs reconchess. docs/guide/python.md has an
introduction.
"""

from . import records
from ._core import (ACTIONS, FIRST_SENSE, PASS, PLANES_PER_TURN, ActionError, CodedGame, Engine, Game, ObservationError,
                    Record, Tracker, VectorEnvironment, __version__, move_code, sense_code)
from .environment import Environment

__all__ = ["ACTIONS", "FIRST_SENSE", "PASS", "PLANES_PER_TURN", "ActionError", "CodedGame", "Engine", "Environment",
           "Game", "ObservationError", "Record", "Tracker", "VectorEnvironment", "__version__", "move_code", "records",
           "sense_code"]
