"""What a learner sees, in one of four kinds; each is made of one player's private events alone.

    kind      shape                        what
    planes    uint8 [90 * turns, 8, 8]     what was told in the newest turns
    tokens    int16 [length]               the newest tokens of the whole history
    pieces    float32 [12, 8, 8]           how likely each piece is on each square, by the exact belief
    boards    uint8 [boards, 8, 8]         boards drawn from the belief by their probability

docs/reference/observations.md describes them number by number. Ranks are mirrored for Black in all of them.
"""

from typing import Any, Dict, List, Union

import numpy
import numpy.typing

from . import _arguments
from ._core import FIRST_SENSE, PASS, PLANES_PER_TURN, TOKENS, Observer, Tracker, decode_move

KINDS = ("planes", "tokens", "pieces", "boards")
PIECES = "PNBRQK"
Array = numpy.typing.NDArray[Any]


class View:
    """One player's side of one game: told each event as a Tracker is told, it gives observations and masks.

    kind       one of KINDS
    turns      how many of the newest turns the planes have, 1 to 20
    length     how many of the newest tokens there are
    boards     how many boards are drawn
    memory_mb  of the belief, for pieces and boards: past it the least likely boards wait; twice as much while it is told

    >>> view = View("white", kind="boards", boards=2)
    >>> view.opponent_moved()
    >>> view.observation()[0, 0].tolist()
    [4, 2, 3, 5, 6, 3, 2, 4]
    >>> view.due, int(view.mask().sum())
    ('sense', 64)
    """

    def __init__(self, color: Union[bool, str], start: Any = None, kind: str = "planes", turns: int = 20,
                 length: int = 512, boards: int = 32, memory_mb: int = 64):
        self._kind = _arguments.one_of("kind", kind, KINDS)
        self._turns = _arguments.whole("turns", turns, 1, 20)
        self._length = _arguments.whole("length", length, 1, 10**5)
        self._boards = _arguments.whole("boards", boards, 1, 10**5)
        _arguments.whole("memory_mb", memory_mb, 1, 10**6)
        self._observer = Observer(color, start)
        self._tracker = (Tracker(color, start=start, memory_mb=memory_mb) if kind in ("pieces", "boards") else None)
        self._events = 0

    def _tell(self, event: str, *told: Any) -> None:
        after = self.copy()  # so that an event is told to all or, after an error or Ctrl-C, to none
        getattr(after._observer, event)(*told)  # checks the event first
        if after._tracker is not None:
            getattr(after._tracker, event)(*told)
        after._events += 1
        vars(self).update(vars(after))

    def opponent_moved(self, capture: Any = None) -> None:
        """As Tracker.opponent_moved()."""
        self._tell("opponent_moved", capture)

    def sensed(self, square: Any, result: Any = None) -> None:
        """As Tracker.sensed()."""
        self._tell("sensed", square, result)

    def moved(self, requested: Any, taken: Any, capture: Any = None) -> None:
        """As Tracker.moved()."""
        self._tell("moved", requested, taken, capture)

    @property
    def color(self) -> bool:
        """True for White."""
        return self._observer.color

    @property
    def due(self) -> Any:
        """The decision that comes next: "sense", "move" or None."""
        return self._observer.due

    @property
    def own_fen(self) -> str:
        """As Observer.own_fen."""
        return self._observer.own_fen

    def mask(self) -> Array:
        """As Observer.mask()."""
        return self._observer.mask()

    def decode(self, code: int) -> Any:
        """As Observer.decode()."""
        return self._observer.decode(code)

    def observation(self) -> Array:
        """What the player sees now. A decision is due."""
        if self._kind == "planes":
            return self._observer.planes(self._turns)
        if self._kind == "tokens":
            return self._observer.tokens(self._length)
        assert self._tracker is not None
        if self._kind == "pieces":
            return oriented_pieces(self._tracker)
        # The number of events as the seed: who is told the same sees the same boards.
        return numpy.stack([board_codes(fen, self.color) for fen in self._tracker.sample(self._boards, self._events)])

    def copy(self) -> "View":
        """A view that goes on from here by itself."""
        other = View.__new__(View)
        vars(other).update(vars(self))
        other._observer = self._observer.copy()
        other._tracker = None if self._tracker is None else self._tracker.copy()
        return other


def oriented_pieces(tracker: Tracker) -> Array:
    """Tracker.piece_probabilities() as its player sees them: float32 [12, 8, 8], the own pieces first.

    >>> tracker = Tracker("black")
    >>> tracker.opponent_moved()
    >>> planes = oriented_pieces(tracker)
    >>> planes[5, 0].tolist(), round(float(planes[6].sum()), 6)
    ([0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], 8.0)
    """
    planes = tracker.piece_probabilities().astype(numpy.float32)
    return planes if tracker.color else numpy.ascontiguousarray(numpy.roll(planes, 6, axis=0)[:, ::-1])


def board_codes(fen: str, color: Union[bool, str]) -> Array:
    """A board as one player sees it: uint8 [8, 8], 0 empty, 1-6 own P N B R Q K, 7-12 opposing.

    >>> board_codes("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", True)[[0, 7]].tolist()
    [[4, 0, 0, 0, 6, 0, 0, 0], [0, 0, 0, 0, 12, 0, 0, 0]]
    """
    white = _arguments.color("color", color)
    rows: List[List[int]] = []
    for text in fen.split()[0].split("/"):
        row: List[int] = []
        for letter in text:
            own = letter.isupper() == white
            row += [0] * int(letter) if letter.isdigit() else [1 + PIECES.index(letter.upper()) + (0 if own else 6)]
        rows.append(row)
    return numpy.array(rows[::-1] if white else rows, numpy.uint8)


_NAMES = [f"{side} {piece}" for side in ("own", "opposing") for piece in PIECES]
_FIRST = {"color": 1, "notice": 3, "sense": 68, "content": 133, "request": 147, "taken": 147 + PASS + 1}
_FIRST["capture"] = _FIRST["taken"] + 66


def token_meaning(token: int, color: Union[bool, str]) -> str:
    """What a token says to a player of that colour, in words.

    >>> [token_meaning(token, True) for token in (0, 1, 3, 4, 121, 134, 135, 147 + 76, 4820, 4886)]
    ['nothing', 'White', 'no capture', 'lost a1', 'sensed e7', 'empty', 'own P', 'requested e2e4', 'as requested', 'captured nothing']
    """
    _arguments.whole("token", token, 0, TOKENS - 1)
    color = _arguments.color("color", color)
    name = max((each for each in _FIRST if _FIRST[each] <= token), key=_FIRST.__getitem__, default="")
    n = token - _FIRST.get(name, 0)

    def square(index: int) -> str:
        return "abcdefgh"[index % 8] + str(1 + index // 8 if color else 8 - index // 8)

    words: Dict[str, Any] = {
        "": lambda: "nothing",
        "color": lambda: ("White", "Black")[n],
        "notice": lambda: "no capture" if n == 0 else "lost " + square(n - 1),
        "sense": lambda: "sensed nothing" if n == 0 else "sensed " + square(n - 1),
        "content": lambda: ("off the board", "empty", *_NAMES)[n],
        "request": lambda: "requested " + _request(n, color),
        "taken": lambda: ("as requested", "came to nothing")[n] if n < 2 else "stopped on " + square(n - 2),
        "capture": lambda: "captured nothing" if n == 0 else "captured on " + square(n - 1)}
    return str(words[name]())


def _request(code: int, color: bool) -> str:
    if code == PASS:
        return "a pass"
    try:
        return str(decode_move(code, color))
    except ValueError:
        return f"code {code}"  # leaves the board: never used


assert FIRST_SENSE == PASS + 1 and PLANES_PER_TURN == 90 and _FIRST["capture"] + 65 == TOKENS
