"""One game of a reconchess bot, driven by events instead of by reconchess's arbiter."""

import contextlib
import inspect
import sys
import traceback
from typing import Any, Callable, Iterator, List, Optional, Sequence

import chess
from reconchess import GameHistory, Player, WinReason, utilities
from reconchess.utilities import add_pawn_queen_promotion, without_opponent_pieces

from rbc_uci_loader import BotFailure
from rbc_uci_text import Event, Moved, OpponentMoved, Sensed, format_move, format_square, parse_move

SLIDERS = (chess.ROOK, chess.BISHOP, chess.QUEEN)
PHASES = {OpponentMoved: "opponent", Sensed: "sense", Moved: "move"}
NEXT_PHASE = {"opponent": "sense", "sense": "move", "move": "opponent"}


def nearest(square: Optional[int], allowed: Sequence[Optional[int]]) -> Optional[int]:
    """The first of the allowed squares that are fewest king's steps away."""
    squares = [s for s in allowed if s is not None]
    if square is None or not squares:
        return allowed[0]
    return min(squares, key=lambda s: chess.square_distance(s, square))


class PhaseError(ValueError):
    """An event out of turn."""


@contextlib.contextmanager
def blamed(where: str) -> Iterator[None]:
    """What is raised inside is the bot's doing; sys.exit() is, too."""
    try:
        yield
    except BotFailure:
        raise
    except BaseException as error:
        raise BotFailure(where, error) from error


def positional(method: Callable) -> List[inspect.Parameter]:
    return [p for p in inspect.signature(method).parameters.values()
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]


def call(method: Callable, *arguments: Any) -> None:
    """With as many of the arguments as it has parameters: those of 2019 lack the last."""
    if any(p.kind == p.VAR_POSITIONAL for p in inspect.signature(method).parameters.values()):
        method(*arguments)
    else:
        method(*arguments[:max(len(positional(method)), 1)])


def sayable(move: chess.Move) -> bool:
    """Whether it is a request at all: chess.Move.null() and squares off the board are none to reconchess either."""
    try:
        return parse_move(format_move(move)) == move
    except (ValueError, IndexError):
        return False


def move_actions(board: chess.Board) -> List[chess.Move]:
    """What reconchess lists; before 1.6.8 only its game did."""
    if hasattr(utilities, "move_actions"):
        return utilities.move_actions(board)
    return utilities.moves_without_opponent_pieces(board) + utilities.pawn_capture_moves_on(board)


def read_history(record: str) -> Optional[GameHistory]:
    try:
        return GameHistory.from_file(record)
    except Exception as error:  # of an older reconchess, too
        print(f"the game's record cannot be read: {error}; the bot gets its own side of it", file=sys.stderr)
        return None


class OwnSide:
    """The bot's own pieces, known to it for certain, and whose turn of what it is."""

    def __init__(self, start: chess.Board, color: chess.Color):
        board = start.copy(stack=False)
        board.turn = color
        self.color = color
        self.board = without_opponent_pieces(board)
        self.board.ep_square = None
        self.phase = "opponent"
        self.turn = 0

    def copy(self) -> "OwnSide":
        other = object.__new__(OwnSide)
        other.__dict__.update(self.__dict__)
        other.board = self.board.copy(stack=False)
        return other

    def move_actions(self) -> List[chess.Move]:
        """They depend on nothing but one's own pieces."""
        return move_actions(self.board)

    def follow(self, events: Sequence[Event]) -> None:
        """Raises ValueError at the first event that is out of turn or contradicts what is certain."""
        for number, event in enumerate(events, 1):
            try:
                self.apply(event)
            except ValueError as error:
                raise type(error)(f"event {number}: {error}") from None

    def apply(self, event: Event) -> None:
        """Raises ValueError where the event is out of turn or contradicts what is certain."""
        if PHASES[type(event)] != self.phase:
            raise PhaseError(f"{PHASES[type(event)]} where {self.phase} is due")
        if isinstance(event, OpponentMoved):
            self._lose(event.capture)
            self.turn += 1
        elif isinstance(event, Sensed):
            self._compare(event)
        else:
            self._move(event)
        self.phase = NEXT_PHASE[self.phase]

    def _lose(self, square: Optional[int]) -> None:
        if square is None:
            return
        piece = self.board.remove_piece_at(square)
        if piece is None or piece.piece_type == chess.KING:
            raise ValueError(f"nothing that could be captured stands on {format_square(square)}")
        self.board.castling_rights &= ~chess.BB_SQUARES[square]

    def _compare(self, event: Sensed) -> None:
        for square, seen in event.result:
            if (seen if seen and seen.color == self.color else None) != self.board.piece_at(square):
                raise ValueError(f"the window of {format_square(event.square)} shows another own piece on "
                                 f"{format_square(square)} than stands there")

    def _move(self, event: Moved) -> None:
        if event.requested is not None:
            meant = add_pawn_queen_promotion(self.board, event.requested)
            if meant not in self.move_actions():
                raise ValueError(f"{format_move(event.requested)} may not be requested here")
            if event.taken is not None and not self._may_become(meant, event.taken):
                raise ValueError(f"{format_move(event.requested)} cannot be taken as {format_move(event.taken)}")
        elif event.taken is not None:
            raise ValueError("a pass is not taken as a move")
        if event.capture is not None and not self._may_capture(event.taken, event.capture):
            raise ValueError(f"{format_move(event.taken)} cannot capture on {format_square(event.capture)}")
        if event.taken is not None:
            self.board.push(add_pawn_queen_promotion(self.board, event.taken))
            self.board.clear_stack()
        self.board.turn = self.color
        self.board.ep_square = None

    def _may_become(self, meant: chess.Move, taken: chess.Move) -> bool:
        taken = add_pawn_queen_promotion(self.board, taken)
        if taken == meant:
            return True
        piece = self.board.piece_type_at(meant.from_square)
        shortens = piece in SLIDERS or (piece == chess.PAWN and abs(meant.to_square - meant.from_square) == 16)
        return (shortens and taken.from_square == meant.from_square and
                taken.to_square in chess.SquareSet(chess.between(meant.from_square, meant.to_square)))

    def _may_capture(self, taken: Optional[chess.Move], square: int) -> bool:
        if taken is None:
            return False
        if self.board.piece_type_at(taken.from_square) != chess.PAWN:
            return square == taken.to_square
        beside = chess.square(chess.square_file(taken.to_square), chess.square_rank(taken.from_square))
        return (chess.square_file(taken.from_square) != chess.square_file(taken.to_square) and
                square in (taken.to_square, beside))


class BotGame:
    """Raises BotFailure where the bot raised; the game is lost to the bot then, and a new one has to be begun."""

    def __init__(self, make_bot: Callable[[], Player], start: chess.Board, color: chess.Color, opponent: str):
        self.start, self.color = start, color
        self.own = OwnSide(start, color)
        self.events: List[Event] = []
        self.history = GameHistory()
        self._actions: List[chess.Move] = []
        self._asked = False  # whether choose_sense, later choose_move, was called in this phase
        with blamed("constructor"):
            self.bot = make_bot()
        name = type(self.bot).__name__
        if hasattr(self.history, "store_players"):  # since 1.4
            self.history.store_players(*((name, opponent) if color == chess.WHITE else (opponent, name)))
        with blamed("handle_game_start"):
            call(self.bot.handle_game_start, color, start.copy(), opponent)

    def apply(self, event: Event, seconds_left: float) -> None:
        """An event that fits. The bot is asked for the choices it was not asked for; what it says does not count."""
        if isinstance(event, Sensed):
            self._ask_in_vain(self.choose_sense, seconds_left)
        elif isinstance(event, Moved):
            self._ask_in_vain(self.choose_move, seconds_left)
        with blamed(f"{PHASES[type(event)]} result"):
            self._hand_over(event)
        self.own.apply(event)
        self.events.append(event)
        self._asked = False
        if isinstance(event, OpponentMoved):
            self._actions = self.own.move_actions()

    def _ask_in_vain(self, choose: Callable, seconds_left: float) -> None:
        if not self._asked:
            try:
                choose(seconds_left)
            except BotFailure:
                traceback.print_exc(file=sys.stderr)

    def _hand_over(self, event: Event) -> None:
        if isinstance(event, OpponentMoved):
            self.bot.handle_opponent_move_result(event.capture is not None, event.capture)
        elif isinstance(event, Sensed):
            self.history.store_sense(self.color, event.square, list(event.result))
            self.bot.handle_sense_result(list(event.result))
        else:
            self.history.store_move(self.color, event.requested, event.taken, event.capture)
            self._hand_over_move(event)

    def _hand_over_move(self, event: Moved) -> None:
        """The framework of a course has a parameter more, the third: why a move was not taken as requested."""
        required = [p for p in positional(self.bot.handle_move_result) if p.default is p.empty]
        reason = [None if event.taken == event.requested else "not taken as requested"] if len(required) == 5 else []
        self.bot.handle_move_result(event.requested, event.taken, *reason, event.capture is not None, event.capture)

    def choose_sense(self, seconds_left: float, only: Sequence[Optional[int]] = ()) -> Optional[int]:
        self._asked = True
        with blamed("choose_sense"):
            # All squares whatever is allowed: reconchess never hands out fewer, and bots count on it.
            choice = self.bot.choose_sense(list(chess.SQUARES), self._actions, seconds_left)
            if choice is not None and choice not in chess.SQUARES:
                raise ValueError(f"{choice!r} is no square")
        choice = None if choice is None else chess.SQUARES[int(choice)]
        return choice if not only or choice in only else nearest(choice, only)

    def choose_move(self, seconds_left: float, only: Sequence[Optional[chess.Move]] = ()) -> Optional[chess.Move]:
        self._asked = True
        # The same list in both phases, as reconchess hands it out: some bots change it.
        moves = [m for m in self._actions if m in only] if only else self._actions
        with blamed("choose_move"):
            choice = self.bot.choose_move(moves, seconds_left)
            if choice is not None and not isinstance(choice, chess.Move):
                raise TypeError(f"{choice!r} is no move")
            if choice is not None and not sayable(choice):
                raise ValueError(f"chess.Move({choice.from_square}, {choice.to_square}, {choice.promotion}) is no "
                                 "request; a pass is None")
        return choice if not only or choice in only else only[0]

    def end(self, winner: Optional[chess.Color], reason: Optional[WinReason], record: str = "") -> None:
        """The bot is given the game from the file `record`; without one its own side of it, which has no boards."""
        if hasattr(self.history, "store_results"):  # since 1.3.2
            self.history.store_results(winner, reason)
        history = read_history(record) if record else None
        with blamed("handle_game_end"):
            if len(positional(self.bot.handle_game_end)) == 2:  # of a course, which has the reason as text
                self.bot.handle_game_end(winner, reason.name if reason else "")
            else:
                self.bot.handle_game_end(winner, reason, history or self.history)
