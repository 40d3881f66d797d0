"""Reconnaissance Blind Chess: beliefs, games and the engine Lanternfish.

Tracker            every board that one player must hold possible
Game               the exact referee, led step by step
Environment        a game in the shape of PettingZoo's AEC environments
ParallelEnvironment  the same as PettingZoo's Parallel environments
RBCEnv             a game for one agent, its opponent inside, as Gymnasium has it
VectorEnvironment  many games at once, in arrays
Observer           an environment's observations, of one player's own events
policy_player      what was trained, as a player of reconchess; lanternfish.serve makes an engine of it
Engine             Lanternfish and the other strategies as players
Record             recorded games; the module lanternfish.records has more

LanternfishPlayer, the player for reconchess, is in lanternfish.player, which needs reconchess. docs/guide/python.md has an
introduction.
"""

from . import records
from ._core import (ACTIONS, FIRST_SENSE, PASS, PLANES_PER_TURN, TOKENS, ActionError, CodedGame, Engine, Game, ObservationError,
                    Observer, Record, Tracker, VectorEnvironment, __version__, decode_move, decode_sense, encode_move,
                    encode_sense, move_code, sense_code)
from .environment import Environment, ParallelEnvironment
from .policies import policy_player
from .single import RBCEnv

__all__ = ["ACTIONS", "FIRST_SENSE", "PASS", "PLANES_PER_TURN", "TOKENS", "ActionError", "CodedGame", "Engine", "Environment",
           "Game", "ObservationError", "Observer", "ParallelEnvironment", "RBCEnv", "Record", "Tracker", "VectorEnvironment", "__version__",
           "decode_move", "decode_sense", "encode_move", "encode_sense", "move_code", "policy_player", "records",
           "sense_code"]
