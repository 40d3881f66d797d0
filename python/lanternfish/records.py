"""Recorded games by the thousand: read, checked, turn by turn, with a belief, and as arrays.

>>> from lanternfish import Game, records
>>> game = Game(start="4k3/8/8/8/8/8/8/4K2R w - - 0 1")
>>> _ = game.sense("e8"), game.move("h1h8"), game.sense("h8"), game.move("e8f7")
>>> record = records.Record(game.history())
>>> [(turn.color, turn.requested) for turn in records.turns(record)]
[(True, 'h1h8'), (False, 'e8f7')]
"""

import os
import secrets
import warnings
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy
import numpy.typing

from . import _arguments, tables
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
    place = _arguments.path("folder", folder)
    return sorted(os.path.join(place, name) for name in os.listdir(place) if name.endswith(".json"))


def read(paths: Union[Path, Iterable[Path]], check: bool = True,
         left_out: Optional[List[str]] = None) -> Iterator[Record]:
    """The records of files, or of a folder, one after another.

    With `check` each game is played again under the exact referee. A file of a folder that is no GameHistory, or does not
    agree, is left out; behind the last one a warning lists them. With `left_out` the reasons, which begin with the file's
    name, are added to that list instead, for files that were named, too; else such a file raises ValueError.
    """
    _arguments.flag("check", check)
    if left_out is not None:
        _arguments.instance("left_out", left_out, list)
    if isinstance(paths, (str, os.PathLike)):
        place = _arguments.path("paths", paths)
        if os.path.isdir(place):
            return _read_folder(files(place), check, left_out)
        return _read([place], check, left_out)
    return _read(_arguments.items("paths", paths), check, left_out)


def _read_folder(several: Iterable[Path], check: bool, left_out: Optional[List[str]]) -> Iterator[Record]:
    reasons: List[str] = [] if left_out is None else left_out
    yield from _read(several, check, reasons)
    if left_out is None:
        _warn(reasons)


def _warn(left_out: Optional[List[str]]) -> None:
    if left_out:
        warnings.warn("left out: " + "; ".join(left_out), stacklevel=3)


def _read(several: Iterable[Path], check: bool, left_out: Optional[List[str]] = None) -> Iterator[Record]:
    for path in several:
        try:
            record = Record.read(path)
            if check:
                record.check()
        except ValueError as error:
            reason = f"{os.fspath(path)}: {error}"
            if left_out is None:
                raise ValueError(reason) from None
            left_out.append(reason)
        else:
            yield record


def turns(record: Record) -> List[Turn]:
    """The turns of both players in the order of the game. ValueError when the record does not agree with the rules."""
    return [Turn(*fields) for fields in _arguments.instance("record", record, Record).turn_tuples()]


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
    if not isinstance(color, bool):
        raise TypeError(f"color: expected True or False, not {_arguments.shown(color)}")
    played = turns(record)
    if tracker is None:
        tracker = Tracker(color, start=played[0].fen if played else None)
    elif _arguments.instance("tracker", tracker, Tracker).color != color:
        raise ValueError("tracker: it is of the other colour")
    return _follow(played, color, tracker)


def _follow(played: List[Turn], color: bool, tracker: Tracker) -> Iterator[Tuple[Turn, Tracker]]:
    for turn in played:
        if turn.color == color:
            tracker.opponent_moved(turn.capture)
            tracker.sensed(turn.sense, turn.seen)
            yield turn, tracker
            if turn.has_moved:
                tracker.moved(turn.requested, turn.taken, turn.own_capture)


LETTERS = "PNBRQKpnbrqk"


def _board(fen: str) -> List[int]:
    """The 64 squares from a1 on: 0 empty, 1-6 White's P N B R Q K, 7-12 Black's."""
    squares: List[int] = []
    for row in reversed(fen.split()[0].split("/")):
        for letter in row:
            squares += [0] * int(letter) if letter.isdigit() else [LETTERS.index(letter) + 1]
    return squares


def arrays(records: Iterable[Record], boards: bool = False) -> Dict[str, Array]:
    """All decisions of many games in one dict of arrays: those of Record.planes(), and for each decision

    games     int64, the number of the record each decision is from
    boards    if asked for: uint8 [decisions, 64], the true board, squares from a1 on: 0 empty, 1-6 White's P N B R Q K,
              7-12 Black's

    and for each game

    starts    int64, one entry more: the decisions of game i are starts[i] to starts[i + 1]
    white     text, the players' names, also `black`; empty where there is none
    winners   int8, 1 White, -1 Black, 0 nobody
    reasons   text, as Record.reason; empty where there is none

    Records have no clocks. dense() gives observations.
    """
    _arguments.flag("boards", boards)
    parts, of_games = [], []
    for number, record in enumerate(_arguments.items("records", records)):
        part = _arguments.instance("records", record, Record).planes()
        part["games"] = numpy.full(len(part["actions"]), number, numpy.int64)
        if boards:
            part["boards"] = numpy.array([_board(turn.fen) for turn in turns(record)
                                          for _ in range(1 + turn.has_moved)], numpy.uint8).reshape(-1, 64)
        parts.append(part)
        winner = record.winner
        of_games.append((record.white or "", record.black or "", 0 if winner is None else 1 if winner else -1,
                         record.reason or ""))
    return _joined(parts, of_games)


def _joined(parts: List[Dict[str, Array]], of_games: List[Tuple[str, str, int, str]]) -> Dict[str, Array]:
    if not parts:
        return {}
    whole = {name: numpy.concatenate([part[name] for part in parts]) for name in parts[0] if name != "offsets"}
    bits = numpy.cumsum([0] + [len(part["bits"]) for part in parts])
    whole["offsets"] = numpy.concatenate([part["offsets"][:-1] + start for part, start in zip(parts, bits)] +
                                         [bits[-1:]])
    whole["starts"] = numpy.cumsum([0] + [len(part["actions"]) for part in parts])
    white, black, winners, reasons = zip(*of_games)
    whole.update(white=numpy.array(white), black=numpy.array(black), winners=numpy.array(winners, numpy.int8),
                 reasons=numpy.array(reasons))
    return whole


def save(path: Path, data: Dict[str, Array]) -> None:
    """Writes the dict of arrays(); the file appears whole or not at all.

    The path's end says what it becomes: .parquet and .arrow are tables with a row for each decision, as
    lanternfish.tables makes them, and need pyarrow; anything else is a compressed .npz file.
    """
    place = _arguments.path("path", path)
    _arguments.instance("data", data, dict)
    ending = os.path.splitext(place)[1]
    part = f"{place}.{secrets.token_hex(4)}.part"  # opened as any file, for the rights that any file has
    with open(part, "xb") as file:
        try:
            if ending in tables.ENDINGS:
                _write_table(file, data, ending)
            else:
                numpy.savez_compressed(file, **data)
            file.close()
            os.replace(part, place)
        except BaseException:
            os.unlink(part)
            raise


def _write_table(file: Any, data: Dict[str, Array], ending: str) -> None:
    table, arrow = tables.to_table(data), tables.pyarrow()
    if ending == ".parquet":
        arrow.parquet.write_table(table, file)
    else:
        with arrow.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)


def load(path: Path) -> Dict[str, Array]:
    """Reads what save() wrote."""
    place = _arguments.path("path", path)
    ending = os.path.splitext(place)[1]
    with open(place, "rb") as file:
        try:
            if ending in tables.ENDINGS:
                return _read_table(file, ending)
            with numpy.load(file, allow_pickle=False) as stored:
                return {name: stored[name] for name in stored.files}
        except ImportError:
            raise
        except Exception as error:  # damaged data raises errors of many kinds, each method of compression its own
            raise ValueError(f"path: {place} is no file of arrays: {error}") from None


def _read_table(file: Any, ending: str) -> Dict[str, Array]:
    arrow = tables.pyarrow()
    try:
        table = arrow.parquet.read_table(file) if ending == ".parquet" else arrow.ipc.open_file(file).read_all()
    except (OSError, arrow.ArrowException) as error:
        raise ValueError(str(error)) from None
    return tables.from_table(table)


def shuffled(paths: Union[Path, Iterable[Path]], batch: int, seed: int = 0, games: int = 64, check: bool = True) -> \
        Iterator[Tuple[Array, Array, Array]]:
    """Decisions of many files in a random order: (observations, actions, outcomes), `batch` of them at a time.

    The files are drawn without repetition, and `games` of them are held at a time, their decisions mixed; so memory does
    not grow with the number of files. The same seed gives the same order. Decisions without a sense are left out, and
    so is the rest that fills no batch. Files that are no games are treated as by read().

    observations  uint8 [batch, 1800, 8, 8]
    actions       int32 [batch], outcomes  float32 [batch]: see Record.planes()
    """
    _arguments.whole("batch", batch, 1, 10**6)
    random = numpy.random.default_rng(_arguments.whole("seed", seed, 0, 2**64 - 1))
    _arguments.whole("games", games, 1, 10**6)
    _arguments.flag("check", check)
    if isinstance(paths, (str, os.PathLike)):
        place = _arguments.path("paths", paths)
        folder = os.path.isdir(place)
        several = files(place) if folder else [place]
    else:
        folder, several = False, list(_arguments.items("paths", paths))
    order = [several[i] for i in random.permutation(len(several))]
    parts = (order[first:first + games] for first in range(0, len(order), games))
    left_out: Optional[List[str]] = [] if folder else None
    return _shuffled((arrays(_read(part, check, left_out)) for part in parts), batch, random, left_out)


def _shuffled(parts: Iterator[Dict[str, Array]], batch: int, random: Any, left_out: Optional[List[str]]) -> \
        Iterator[Tuple[Array, Array, Array]]:
    # Rows wait for their batch as bits: as planes each takes 115 kB.
    waiting: List[Tuple[Array, int, float]] = []
    for data in parts:
        if not data:
            continue
        chosen = numpy.flatnonzero(data["actions"] >= 0)
        random.shuffle(chosen)
        for i in chosen.tolist():
            waiting.append((data["bits"][data["offsets"][i]:data["offsets"][i + 1]].copy(), data["actions"][i],
                            data["outcomes"][i]))
            if len(waiting) == batch:
                bits, actions, outcomes = zip(*waiting)
                waiting = []
                offsets = numpy.cumsum([0] + [len(each) for each in bits])
                yield (dense({"bits": numpy.concatenate(bits), "offsets": offsets}, range(batch)),
                       numpy.array(actions, numpy.int32), numpy.array(outcomes, numpy.float32))
    _warn(left_out)


def dense(data: Dict[str, Array], decisions: Iterable[int]) -> Array:
    """The observations of some decisions of arrays() or Record.planes(): uint8 [decisions, 1800, 8, 8]."""
    if not {"bits", "offsets"} <= set(_arguments.instance("data", data, dict)):
        raise ValueError("data: it has no bits and offsets")
    known = len(data["offsets"]) - 1
    chosen = [_arguments.whole("decisions", i, -known, known - 1) % known
              for i in _arguments.items("decisions", decisions)]
    planes = numpy.zeros((len(chosen), PLANES * 64), numpy.uint8)
    for row, i in enumerate(chosen):
        planes[row, data["bits"][data["offsets"][i]:data["offsets"][i + 1]]] = 1
    return planes.reshape(len(chosen), PLANES, 8, 8)
