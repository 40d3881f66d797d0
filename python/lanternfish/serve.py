"""A policy as an RBC-UCI engine, for the arena, the page and any other host:

    lanternfish-arena match -engine name=mine cmd="python3 -m lanternfish.serve my_policy:net" ...

The argument names a module on the path or a file, and in it what policy(observation, mask) is: lanternfish.policies says
what it is given and what it gives. --turns says how many turns the policy sees.

The policy is not interrupted. Where it raises, the engine says why and ends, and has lost its game.
"""

import argparse
import importlib
import os
import re
import sys
import traceback
from typing import Any, Callable, Dict, List, Optional, TextIO, Tuple

from ._core import ObservationError, __version__
from .policies import Policy, PolicyGame

# Name, type, default and bounds of what every host may set; a policy has no use for any.
OPTIONS = (("UCI_Variant", "combo", "rbc", "var rbc"), ("UCI_Opponent", "string", "<empty>", ""),
           ("Threads", "spin", "1", "min 1 max 256"), ("Hash", "spin", "64", "min 1 max 65536"),
           ("MultiPV", "spin", "1", "min 1 max 256"), ("Ponder", "check", "false", ""),
           ("Move Overhead", "spin", "0", "min 0 max 10000"), ("Seed", "spin", "0", "min 0 max 2147483647"),
           ("MoveLimit", "spin", "100", "min 0 max 10000"), ("TurnLimit", "spin", "0", "min 0 max 10000"),
           ("RBC_ShowBoards", "spin", "0", "min 0 max 1000"), ("RBC_ShowProbs", "check", "false", ""))
REASONS = ("KING_CAPTURE", "TIMEOUT", "RESIGN", "TURN_LIMIT", "MOVE_LIMIT", "none")
LIMITS = ("wtime", "btime", "winc", "binc", "movetime", "nodes", "depth", "turn", "infinite")
NULL_ANSWERS = {"sense": "bestsense none", "go": "bestmove 0000", "ponder": "ponderdone"}
NUMBER = re.compile("-?[0-9]{1,18}")
SQUARE = re.compile("[a-h][1-8]|none")
MOVE = re.compile("[a-h][1-8][a-h][1-8][qrbn]?|0000")
WINDOW = re.compile("[PNBRQKpnbrqk1-3/]+|none")
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


def _accepts(kind: str, bounds: str, value: str) -> bool:
    if kind == "spin":
        _, least, _, most = bounds.split()
        return bool(NUMBER.fullmatch(value)) and int(least) <= int(value) <= int(most)
    return kind == "string" or value in (("true", "false") if kind == "check" else bounds.split()[1:])


class Refusal(Exception):
    """A line that is refused: the code of the error, and a sentence."""

    def __init__(self, code: str, text: str):
        super().__init__(text)
        self.code = code


class Served:
    """The commands of docs/reference/protocol.md, carried out by a policy."""

    def __init__(self, policy: Policy, name: str, out: TextIO, **view: Any):
        self._policy, self._name, self._view, self._out = policy, name, view, out
        PolicyGame(policy, "white", None, **view)  # a view that cannot be is an error now, not in each game
        self._game: Optional[PolicyGame] = None
        self._over = True
        self._turn = 0

    def _say(self, *lines: str) -> None:
        self._out.write("".join(line + "\n" for line in lines))
        self._out.flush()

    def _error(self, code: str, text: Any) -> None:
        self._say(f"info string error {code} " + " ".join(str(text).split()))

    def execute(self, line: str) -> None:
        """Carries one line out."""
        words = line.split()
        commands = {"uci": self._uci, "isready": lambda _: self._say("readyok"), "setoption": self._set_option,
                    "ucinewgame": self._end, "gameover": self._game_over, "position": self._position,
                    "observe": self._observe, "sense": self._think, "go": self._think, "ponder": self._think,
                    "boards": self._no_boards, "probe": self._no_boards, "d": self._show, "help": self._help}
        if not words or words[0].startswith("#") or words[0] in ("debug", "stop"):
            return
        try:
            if words[0] not in commands:
                raise Refusal("syntax", f"expected a command, not '{words[0]}'")
            commands[words[0]](words)
        except Refusal as refusal:
            self._error(refusal.code, refusal)
            if words[0] in NULL_ANSWERS:
                self._say(NULL_ANSWERS[words[0]])

    def _uci(self, _: List[str]) -> None:
        self._say(f"id name {self._name}", f"id author made with lanternfish {__version__}", "id protocol rbc-uci 1",
                  *(f"option name {name} type {kind} default {default} {bounds}".rstrip()
                    for name, kind, default, bounds in OPTIONS), "uciok")

    def _set_option(self, words: List[str]) -> None:
        split = words.index("value") if "value" in words else len(words)
        wanted, value = " ".join(words[2:split]), " ".join(words[split + 1:])
        for name, kind, _, bounds in OPTIONS:
            if name.lower() == wanted.lower():
                if not _accepts(kind, bounds, value):
                    raise Refusal("option", f"{name} is of type {kind} {bounds}; '{value}' is not")
                return
        raise Refusal("option", f"there is no option '{wanted}'")

    def _end(self, _: List[str]) -> None:
        self._over = True

    def _game_over(self, words: List[str]) -> None:
        if (len(words) < 5 or words[1] != "winner" or words[2] not in ("white", "black", "none") or
                words[3] != "reason" or words[4] not in REASONS or words[5:6] not in ([], ["record"])):
            raise Refusal("syntax", "gameover: expected winner white|black|none reason REASON [record TEXT]")
        self._over = True

    def _no_boards(self, words: List[str]) -> None:
        raise Refusal("belief", f"{words[0]}: a policy keeps no boards")

    def _show(self, _: List[str]) -> None:
        self._say("info string " + (self._game.observer.own_fen if self._game else "no position"))

    def _help(self, _: List[str]) -> None:
        self._say("info string " + (__doc__ or "").splitlines()[0])

    def _position(self, words: List[str]) -> None:
        at = words.index("color") if "color" in words else len(words)
        color, rest = words[at + 1:at + 2], words[at + 2:]
        if (words[1:2] not in (["startpos"], ["fen"]) or (words[1] == "startpos" and at != 2) or
                color not in (["white"], ["black"]) or rest[:1] not in ([], ["history"])):
            raise Refusal("syntax", "position: expected startpos|fen FEN color white|black [history EVENT...]")
        try:
            game = PolicyGame(self._policy, color[0], None if at == 2 else " ".join(words[2:at]),
                              **self._view)
        except ValueError as error:
            raise Refusal("position", str(error)) from None
        self._turn, self._over = self._told(game, 0, rest[1:]), False
        self._game = game

    def _observe(self, words: List[str]) -> None:
        if len(words) < 2:
            raise Refusal("syntax", "observe: expected opponent, sense or move")
        if self._game is None or self._over:
            self._told(PolicyGame(self._policy, True), 0, words[1:], parse_only=True)
            raise Refusal("phase", "observe needs a position")
        game = self._game.copy()
        self._turn = self._told(game, self._turn, words[1:])
        self._game = game

    def _told(self, game: PolicyGame, turn: int, words: List[str], parse_only: bool = False) -> int:
        """Tells a game events; the number of the turn then. A line holds as a whole or not at all."""
        rest = list(words)
        events: List[Tuple[str, List[Optional[str]]]] = []
        forms: Dict[str, Tuple[str, ...]] = {"opponent": ("capture",), "sense": ("", "result"), "move": ("requested", "taken", "capture")}
        while rest:
            kind = rest.pop(0)
            values = []
            for name in forms.get(kind, ("?",)):
                if (name and (not rest or rest.pop(0) != name)) or not rest:
                    raise Refusal("syntax", f"event {len(events) + 1}: expected {name or 'a square'} after {kind}")
                values.append(rest.pop(0))
            for value, form in zip(values, {"opponent": "s", "sense": "sw", "move": "mms"}[kind]):
                if not {"s": SQUARE, "m": MOVE, "w": WINDOW}[form].fullmatch(value):
                    raise Refusal("syntax", f"event {len(events) + 1}: '{value}' cannot be read")
            events.append((kind, [_none(value) for value in values]))
        if parse_only:
            return turn
        tell: Dict[str, Tuple[Optional[str], Callable[..., None]]] = {
            "opponent": (None, game.opponent_moved), "sense": ("sense", game.sensed), "move": ("move", game.moved)}
        for kind, told in events:
            due, method = tell[kind]
            if game.observer.due != due:
                raise Refusal("phase", f"{kind} is out of order")
            try:
                method(*told)
            except ObservationError as error:
                raise Refusal("observation", str(error)) from None
            except ValueError as error:
                raise Refusal("syntax", str(error)) from None
            turn += kind == "opponent"
        return turn

    def _think(self, words: List[str]) -> None:
        command = words[0]
        due = {"sense": "sense", "go": "move", "ponder": None}[command]
        if self._game is None or self._over or self._game.observer.due != due:
            raise Refusal("phase", f"it is not time for {command}")
        if "turn" in words and words[words.index("turn") + 1:][:1] != [str(self._turn)]:
            self._say(f"info string warning phase it is turn {self._turn}")
        if command == "ponder":
            self._say("ponderdone")
        elif command == "sense":
            only = self._listed(words, "searchsenses", SQUARE)
            if only == ["none"]:
                self._say("bestsense none")
            else:
                squares = [square for square in only if square != "none"]
                self._say("bestsense " + SQUARES[self._game.sense(squares or None)])
        else:
            requests = [_none(move) for move in self._listed(words, "searchmoves", MOVE)]
            try:
                chosen = self._game.go(requests or None)
            except ValueError as error:  # of moves that may not be requested, or are no piece's
                if not str(error).startswith(("allowed", "move:")):
                    raise
                chosen = self._game.go()
            self._say("bestmove " + (chosen or "0000"))

    @staticmethod
    def _listed(words: List[str], name: str, form: "re.Pattern[str]") -> List[str]:
        """What stands behind a word, up to the next limit."""
        if name not in words:
            return []
        listed = []
        for word in words[words.index(name) + 1:]:
            if word in LIMITS:
                break
            if form.fullmatch(word):
                listed.append(word)
        return listed


def main(arguments: Optional[List[str]] = None) -> int:
    """Serves until quit or the end of the input."""
    parser = argparse.ArgumentParser(prog="python3 -m lanternfish.serve", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policy", help="MODULE:NAME or FILE:NAME")
    parser.add_argument("--turns", type=int, default=20, help="how many of the newest turns it sees, 1 to 20")
    parser.add_argument("--observation", default="planes", help="what it sees: planes, tokens, pieces or boards")
    parser.add_argument("--length", type=int, default=512, help="how many tokens it sees")
    parser.add_argument("--boards", type=int, default=32, help="how many boards it sees")
    parser.add_argument("--name", help="what it calls itself; default: the policy's name")
    given = parser.parse_args(arguments)
    out, sys.stdout = sys.stdout, sys.stderr  # what the policy prints is no part of the protocol
    try:
        policy = load(given.policy)
        try:
            served = Served(policy, given.name or given.policy.partition(":")[2], out, turns=given.turns,
                            kind=given.observation, length=given.length, boards=given.boards)
        except ValueError as error:
            parser.error(str(error))
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
