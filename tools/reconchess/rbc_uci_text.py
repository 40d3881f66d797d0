"""Squares, moves, windows and events as RBC-UCI writes them: docs/reference/protocol.md, sections 2 and 3.

Squares and moves are python-chess's; None is "no square", "no window" and "no move". A sense result is reconchess's list
of (square, piece or None), ranks from the higher to the lower, files a to h. What cannot be read raises ValueError with a
sentence about it.
"""

import re
from typing import List, NamedTuple, Optional, Sequence, Tuple, Union

import chess

SenseResult = List[Tuple[int, Optional[chess.Piece]]]

NUMBER = re.compile(r"-?[0-9]{1,18}")
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


class OpponentMoved(NamedTuple):
    """The notice of the opponent's turn."""
    capture: Optional[int]  # where it captured one of my pieces


class Sensed(NamedTuple):
    square: Optional[int]
    result: SenseResult


class Moved(NamedTuple):
    """My own turn's end."""
    requested: Optional[chess.Move]
    taken: Optional[chess.Move]
    capture: Optional[int]


Event = Union[OpponentMoved, Sensed, Moved]


def format_square(square: Optional[int]) -> str:
    return "none" if square is None else chess.SQUARE_NAMES[square]


def parse_square(text: str) -> Optional[int]:
    if text == "none":
        return None
    if text not in chess.SQUARE_NAMES:
        raise ValueError(f"expected a square or none, not '{text}'")
    return chess.SQUARE_NAMES.index(text)


def format_move(move: Optional[chess.Move]) -> str:
    return "0000" if move is None else move.uci()


def parse_move(text: str) -> Optional[chess.Move]:
    if text == "0000":
        return None
    if not MOVE.fullmatch(text) or text[:2] == text[2:4]:
        raise ValueError(f"expected a move or 0000, not '{text}'")
    return chess.Move.from_uci(text)


def window_squares(center: int) -> List[int]:
    """The squares of a window, clipped at the edge, in the order of a sense result."""
    rank, file = chess.square_rank(center), chess.square_file(center)
    return [chess.square(f, r) for r in (rank + 1, rank, rank - 1) if 0 <= r <= 7
            for f in (file - 1, file, file + 1) if 0 <= f <= 7]


def center_of(result: SenseResult) -> int:
    """The square that was sensed: every window has a shape that no other has."""
    seen = sorted(square for square, _ in result)
    for square in seen:
        if sorted(window_squares(square)) == seen:
            return square
    raise ValueError("the sense result is no window: " + " ".join(map(format_square, seen)))


def format_window(result: SenseResult) -> str:
    pieces = dict(result)
    rows = {}
    for square in window_squares(center_of(result)):
        piece = pieces[square]
        rows.setdefault(chess.square_rank(square), []).append(piece.symbol() if piece else " ")
    text = "/".join("".join(row) for row in rows.values())
    return re.sub(" +", lambda blanks: str(len(blanks.group())), text)


def parse_window(center: int, text: str) -> SenseResult:
    squares = window_squares(center)
    files = len({chess.square_file(square) for square in squares})
    contents: List[Optional[chess.Piece]] = []
    rows = text.split("/")
    for row in rows:
        before = len(contents)
        for letter in row:
            if letter in "123":
                contents += [None] * int(letter)
            elif letter in "PNBRQKpnbrqk":
                contents.append(chess.Piece.from_symbol(letter))
            else:
                raise ValueError(f"'{letter}' is not part of a window")
        if len(contents) - before != files:
            raise ValueError(f"'{text}' does not have the shape of the window of {format_square(center)}")
    if len(contents) != len(squares):
        raise ValueError(f"'{text}' does not have the shape of the window of {format_square(center)}")
    return list(zip(squares, contents))


def format_event(event: Event) -> str:
    if isinstance(event, OpponentMoved):
        return "opponent capture " + format_square(event.capture)
    if isinstance(event, Sensed):
        if event.square is None:
            return "sense none result none"
        return f"sense {format_square(event.square)} result {format_window(event.result)}"
    return (f"move requested {format_move(event.requested)} taken {format_move(event.taken)} "
            f"capture {format_square(event.capture)}")


def parse_events(words: Sequence[str]) -> List[Event]:
    """All words, or ValueError: half an observation is worse than an error."""
    rest = list(words)

    def word(expected: Optional[str] = None) -> str:
        got = rest.pop(0) if rest else "the end of the line"
        if expected is not None and got != expected:
            raise ValueError(f"expected {expected}, not '{got}'")
        return got

    def event() -> Event:
        kind = word()
        if kind == "opponent":
            word("capture")
            return OpponentMoved(parse_square(word()))
        if kind == "sense":
            square = parse_square(word())
            word("result")
            if square is None:
                word("none")
                return Sensed(None, [])
            return Sensed(square, parse_window(square, word()))
        if kind == "move":
            word("requested")
            requested = parse_move(word())
            word("taken")
            taken = parse_move(word())
            word("capture")
            return Moved(requested, taken, parse_square(word()))
        raise ValueError(f"expected opponent, sense or move, not '{kind}'")

    events: List[Event] = []
    while rest:
        try:
            events.append(event())
        except ValueError as error:
            raise ValueError(f"event {len(events) + 1}: {error}") from None
    return events
