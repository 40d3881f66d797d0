"""A policy as an RBC-UCI engine, for the arena, the page and any other host:

    lanternfish-arena match -engine name=mine cmd="python3 -m lanternfish.serve my_policy:net" ...

The argument names a module on the path or a file, and in it what policy(observation, mask) is: lanternfish.policies says
what it is given and what it gives. --turns says how many turns the policy sees.

The policy is not interrupted. Where it raises, the engine says why and ends, and has lost its game.
"""

import argparse
import importlib
import os
import sys
import traceback
from typing import Any, List, Optional, TextIO, Tuple

from ._core import ObservationError, __version__
from .policies import Policy, PolicyGame

# What every host may set; a policy has no use for any.
OPTIONS = ("UCI_Variant type combo default rbc var rbc", "UCI_Opponent type string default <empty>",
           "Threads type spin default 1 min 1 max 1024", "Hash type spin default 64 min 1 max 1048576",
           "MultiPV type spin default 1 min 1 max 256", "Ponder type check default false",
           "Move Overhead type spin default 0 min 0 max 10000", "MoveLimit type spin default 100 min 0 max 10000",
           "TurnLimit type spin default 0 min 0 max 10000", "RBC_ShowBoards type spin default 0 min 0 max 1000",
           "RBC_ShowProbs type check default false")
NULL_ANSWERS = {"sense": "bestsense none", "go": "bestmove 0000", "ponder": "ponderdone"}
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]


def load(wanted: str) -> Policy:
    """The policy that MODULE:NAME or FILE:NAME names."""
    path, _, name = wanted.partition(":")
    if not path or not name:
        raise ValueError(f"'{wanted}' is not MODULE:NAME")
    if os.path.exists(path):
        sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
        path = os.path.splitext(os.path.basename(path))[0]
    else:
        sys.path.insert(0, os.getcwd())
    found: Any = importlib.import_module(path)
    for part in name.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{wanted} is no callable")
    return found  # type: ignore[no-any-return]


def _none(word: str) -> Optional[str]:
    return None if word in ("none", "0000") else word


class Served:
    """The commands of docs/reference/protocol.md, carried out by a policy."""

    def __init__(self, policy: Policy, name: str, turns: int, out: TextIO):
        self._policy, self._name, self._turns, self._out = policy, name, turns, out
        self._game: Optional[PolicyGame] = None
        self._over = True

    def _say(self, *lines: str) -> None:
        self._out.write("".join(line + "\n" for line in lines))
        self._out.flush()

    def _error(self, code: str, text: Any) -> None:
        self._say(f"info string error {code} " + " ".join(str(text).split()))

    def execute(self, line: str) -> None:
        """Carries one line out."""
        words = line.split()
        if not words or words[0].startswith("#") or words[0] in ("debug", "stop"):
            return
        if words[0] == "uci":
            self._say(f"id name {self._name}", f"id author made with lanternfish {__version__}",
                      "id protocol rbc-uci 1", *("option name " + option for option in OPTIONS), "uciok")
        elif words[0] == "isready":
            self._say("readyok")
        elif words[0] == "setoption":
            if not any(line.split(maxsplit=2)[-1].startswith(option.split(" type ")[0]) for option in OPTIONS):
                self._error("option", f"there is no such option: {line}")
        elif words[0] in ("ucinewgame", "gameover"):
            self._over = True
        elif words[0] == "position":
            self._position(words[1:])
        elif words[0] == "observe":
            self._observe(words[1:])
        elif words[0] in NULL_ANSWERS:
            self._think(words[0])
        elif words[0] in ("boards", "probe"):
            self._error("belief", "a policy keeps no boards")
        elif words[0] == "d":
            self._say("info string " + (self._game.observer.own_fen if self._game else "no position"))
        elif words[0] == "help":
            self._say("info string " + (__doc__ or "").splitlines()[0])
        else:
            self._error("syntax", f"expected a command, not '{words[0]}'")

    def _position(self, words: List[str]) -> None:
        try:
            start, rest = (None, words[1:]) if words[:1] == ["startpos"] else (" ".join(words[1:7]), words[7:])
            if words[:1] not in (["startpos"], ["fen"]) or rest[:1] != ["color"] or rest[2:3] not in ([], ["history"]):
                raise ValueError("position: expected startpos or fen FEN, color, history")
            game = PolicyGame(self._policy, rest[1], start, self._turns)
        except (ValueError, IndexError) as error:
            self._error("position", error)
            return
        if self._tell(game, rest[3:]):
            self._game, self._over = game, False

    def _observe(self, words: List[str]) -> None:
        if self._game is None or self._over or not words:
            self._error("phase" if words else "syntax", "observe: no game, or no event")
            return
        trial = self._game.copy()
        if self._tell(trial, words):
            self._game = trial

    def _tell(self, game: PolicyGame, words: List[str]) -> bool:
        """Whether all events fit; a line holds as a whole or not at all."""
        rest = list(words)

        def take(*names: str) -> Tuple[Optional[str], ...]:
            """The words behind each of these names."""
            values = []
            for name in names:
                if len(rest) < 2 or rest.pop(0) != name:
                    raise ValueError(f"expected {name}")
                values.append(_none(rest.pop(0)))
            return tuple(values)
        try:
            while rest:
                kind = rest[0]
                if kind == "opponent":
                    rest.pop(0)
                    game.opponent_moved(*take("capture"))
                elif kind == "sense":
                    square, result = take("sense", "result")
                    game.sensed(square, result)
                else:
                    if rest.pop(0) != "move":
                        raise ValueError(f"expected opponent, sense or move, not '{kind}'")
                    requested, taken, capture = take("requested", "taken", "capture")
                    game.moved(requested, taken, capture)
        except ObservationError as error:
            self._error("observation", error)
            return False
        except ValueError as error:
            self._error("syntax", error)
            return False
        return True

    def _think(self, command: str) -> None:
        due = {"sense": "sense", "go": "move"}.get(command)
        if command == "ponder":
            self._say(NULL_ANSWERS[command])
        elif self._game is None or self._over or self._game.observer.due != due:
            self._error("phase", f"{command}: it is not time for it")
            self._say(NULL_ANSWERS[command])
        elif command == "sense":
            self._say("bestsense " + SQUARES[self._game.sense()])
        else:
            self._say("bestmove " + (self._game.go() or "0000"))


def main(arguments: Optional[List[str]] = None) -> int:
    """Serves until quit or the end of the input."""
    parser = argparse.ArgumentParser(prog="python3 -m lanternfish.serve", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", help="MODULE:NAME or FILE:NAME")
    parser.add_argument("--turns", type=int, default=20, help="how many of the newest turns it sees, 1 to 20")
    parser.add_argument("--name", help="what it calls itself; default: the policy's name")
    given = parser.parse_args(arguments)
    out, sys.stdout = sys.stdout, sys.stderr  # what the policy prints is no part of the protocol
    try:
        served = Served(load(given.policy), given.name or given.policy.partition(":")[2], given.turns, out)
        for line in sys.stdin:
            if line.split() == ["quit"]:
                break
            served.execute(line)
    except Exception as error:  # the policy's own, whatever it is
        traceback.print_exc()
        out.write(f"info string error internal {type(error).__name__}: {' '.join(str(error).split())}\n")
        out.flush()
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
