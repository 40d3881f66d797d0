"""Recorded games by the thousand: read, checked, turn by turn, with a belief, and as arrays.

>>> from lanternfish import Game, records
>>> game = Game(start="4k3/8/8/8/8/8/8/4K2R w - - 0 1")
>>> _ = game.sense("e8"), game.move("h1h8"), game.sense("h8"), game.move("e8f7")
>>> record = records.Record(game.history())
>>> [(turn.color, turn.requested) for turn in records.turns(record)]
[(True, 'h1h8'), (False, 'e8f7')]
"""

import os
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy
import numpy.typing

from ._core import PLANES_PER_TURN, Record, Tracker

Array = numpy.typing.NDArray[Any]
Path = Union[str, "os.PathLike[str]"]
PLANES = 20 * PLANES_PER_TURN


class Turn(NamedTuple):
    """One turn of one player: the truth, and what the player was told."""

    color: bool                 #: True for White
    number: int                 #: the player's own turns, from 1
    fen: str                    #: the true position between sense and move
    capture: Optional[int]      #: where the opponent's move had captured
    sense: Optional[int]        #: the square sensed
    seen: List[Tuple[int, Optional[str]]]  #: what the sense showed: squares with letters or None
    has_moved: bool             #: False where the game ended between sense and move
    requested: Optional[str]    #: the request; None: a pass
    taken: Optional[str]        #: the taken move; None: the request came to nothing
    own_capture: Optional[int]  #: where that move captured


def files(folder: Path) -> List[str]:
    """The GameHistory files (*.json) directly in a folder, by name."""
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".json"))


def read(paths: Union[Path, Iterable[Path]], check: bool = True) -> Iterator[Record]:
    """The records of files, or of a folder, one after another.

    With `check` each game is played again under the exact referee. What is no GameHistory, or does not agree, raises
    ValueError that begins with the file's name.
    """
    several: Iterable[Path] = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    if isinstance(paths, (str, os.PathLike)) and os.path.isdir(paths):
        several = files(paths)
    for path in several:
        try:
            record = Record.read(path)
            if check:
                record.check()
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from None
        yield record


def turns(record: Record) -> List[Turn]:
    """The turns of both players in the order of the game. ValueError when the record does not agree with the rules."""
    return [Turn(*fields) for fields in record.turn_tuples()]


def follow(record: Record, color: bool, tracker: Optional[Tracker] = None) -> Iterator[Tuple[Turn, Tracker]]:
    """(turn, tracker) of each turn of one player, the tracker as it is between sense and move.

    The tracker is the same one each time, so copy() what is to be kept. Without `tracker` a new one is made; one that is
    given must be of that colour and at the start of the game.

    >>> from lanternfish import Game
    >>> game = Game()
    >>> _ = game.sense("e7"), game.move("e2e4"), game.sense("e4"), game.move("e7e5")
    >>> for turn, tracker in follow(Record(game.history()), False):
    ...     print(turn.number, tracker.count, tracker.probability(turn.fen))
    1 1 1.0
    """
    played = turns(record)
    if tracker is None:
        tracker = Tracker(color, start=played[0].fen if played else None)
    for turn in played:
        if turn.color == color:
            tracker.opponent_moved(turn.capture)
            tracker.sensed(turn.sense, turn.seen)
            yield turn, tracker
            if turn.has_moved:
                tracker.moved(turn.requested, turn.taken, turn.own_capture)


def arrays(records: Iterable[Record]) -> Dict[str, Array]:
    """All decisions of many games in one dict of arrays: those of Record.planes(), and

    games     int64, the number of the record each decision is from
    """
    parts = []
    for number, record in enumerate(records):
        part = record.planes()
        part["games"] = numpy.full(len(part["actions"]), number, numpy.int64)
        parts.append(part)
    if not parts:
        return {}
    whole = {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0] if name != "offsets"}
    starts = numpy.cumsum([0] + [len(part["bits"]) for part in parts])
    whole["offsets"] = numpy.concatenate([part["offsets"][:-1] + start for part, start in zip(parts, starts)] +
                                         [starts[-1:]])
    return whole


def dense(data: Dict[str, Array], decisions: Iterable[int]) -> Array:
    """The observations of some decisions of arrays() or Record.planes(): uint8 [decisions, 1800, 8, 8]."""
    decisions = list(decisions)
    planes = numpy.zeros((len(decisions), PLANES * 64), numpy.uint8)
    for row, i in enumerate(decisions):
        planes[row, data["bits"][data["offsets"][i]:data["offsets"][i + 1]]] = 1
    return planes.reshape(len(decisions), PLANES, 8, 8)
