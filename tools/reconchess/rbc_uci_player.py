"""The reconchess player behind which an engine plays: one in a process of its own, or one in this process.

An engine here has begin(), observe(), sense(), move(), ponder() and end(), as ChildEngine below has them.
"""

import math
import os
import shlex
import sys
import time
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, TypeVar

import chess
from reconchess import Color, GameHistory, Player, Square, WinReason

import rbc_uci_text as text
from rbc_uci_process import EngineError, EngineProcess

T = TypeVar("T")

STOP_SECONDS = 0.3       # before the flag falls a thinking engine is told to answer
SILENCE_SECONDS = 600.0  # the longest thought where there is no clock
PONDER_SECONDS = 5.0     # stop -> ponderdone
LONGEST_CLOCK = 1e7      # seconds, 115 days; more is no clock
LONGEST_NAME = 200       # letters of the opponent's name

NEXT_PHASE = {text.OpponentMoved: "sense", text.Sensed: "move", text.Moved: "opponent"}


class SettingError(RuntimeError, ValueError):
    """A variable of the environment that cannot be read."""


def options_of_environment() -> Dict[str, str]:
    """The options of LANTERNFISH_OPTIONS."""
    options = {}
    for word in shlex.split(os.environ.get("LANTERNFISH_OPTIONS", "")):
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise SettingError(f"LANTERNFISH_OPTIONS: '{word}' is not NAME=VALUE")
        options[name] = value
    return options


class Limits(NamedTuple):
    """Of one decision."""
    turn: int         # own turns, from 1
    flag: float       # when the flag falls, by time.monotonic(); endless without a clock
    increment: float  # seconds credited after the turn

    @property
    def left(self) -> float:
        return self.flag - time.monotonic()


class ChildEngine:
    """An RBC-UCI engine as a process of its own.

    One that dies or answers nonsense is started once more for the same question and given the whole private history.
    When that fails too, EngineError reaches the caller.
    """

    def __init__(self, command: Sequence[str], options: Dict[str, str]):
        self._command, self._options = command, options
        self._pondering = False
        self._engine: Optional[EngineProcess] = None
        self._position = "startpos color white"
        self._white = True
        self._opponent = ""
        self._events: List[str] = []
        self._start()  # what is wrong with the command shows now, and not when the clock runs

    def _start(self) -> None:
        engine = EngineProcess(self._command)
        try:
            for name, value in self._options.items():
                engine.set_option(name, value)
            engine.ready()
            if engine.errors:
                raise EngineError(f"{engine.name} refuses an option: {engine.errors[0]}")
        except EngineError:
            engine.close()
            raise
        self._engine = engine

    def _drop(self) -> None:
        if self._engine:
            self._engine.close()
        self._engine = None
        self._pondering = False

    def _restore(self) -> EngineProcess:
        """The engine, brought to where the game is if it had to be started anew."""
        if self._engine is None:
            self._start()
            self._send_position()
            if self._engine.take_errors():
                raise EngineError(f"{self._engine.name} refuses the history of the game")
        return self._engine

    def _send_position(self) -> None:
        engine = self._engine
        engine.take_errors()
        if self._opponent and "UCI_Opponent" in engine.options:
            engine.set_option("UCI_Opponent", "none none computer " + self._opponent)
        engine.send("ucinewgame")
        history = " history " + " ".join(self._events) if self._events else ""
        engine.send(f"position {self._position}{history}")
        engine.ready()

    def begin(self, color: Color, board: chess.Board, opponent: str) -> None:
        fen = board.fen(en_passant="fen")
        start = "startpos" if fen == chess.STARTING_FEN else "fen " + fen
        self._position = f"{start} color {chess.COLOR_NAMES[color]}"
        self._white, self._opponent, self._events = color == chess.WHITE, opponent, []
        if self._engine is None:
            self._start()
        self._send_position()
        if self._engine.take_errors():
            self._drop()
            raise EngineError(f"the engine refuses 'position {self._position}'")

    def observe(self, event: text.Event) -> None:
        """An engine that is gone hears of it when it is next asked something."""
        self._events.append(text.format_event(event))
        if self._engine:
            try:
                if self._pondering:
                    self._pondering = False
                    self._engine.send("stop")
                    self._engine.wait_for("ponderdone", time.monotonic() + PONDER_SECONDS)
                self._engine.send("observe " + self._events[-1])
            except EngineError as error:
                self._complain(error)
                self._drop()

    @staticmethod
    def _complain(error: EngineError) -> None:
        print(f"{error}; it is started again", file=sys.stderr)

    def sense(self, limits: Limits) -> Optional[Square]:
        return self._ask("sense", "bestsense", limits, lambda answer: refuse_to_guess(text.parse_square, answer))

    def move(self, limits: Limits, may_request: Callable[[Optional[chess.Move]], bool]) -> Optional[chess.Move]:
        def read(answer: str) -> Optional[chess.Move]:
            move = refuse_to_guess(text.parse_move, answer)
            if not may_request(move):
                raise EngineError(f"the engine requests {answer}, which may not be requested here")
            return move

        return self._ask("go", "bestmove", limits, read)

    def _ask(self, command: str, answer: str, limits: Limits, read: Callable[[str], T]) -> T:
        for last in (False, True):
            try:
                engine = self._restore()
                engine.send(f"{command} turn {limits.turn}{self._clock(limits)}")
                value = read(self._await(engine, answer, limits.flag))
                if engine.errors:
                    raise EngineError(f"{engine.name} reports an error: {engine.take_errors()[0]}")
                return value
            except EngineError as error:
                self._drop()
                if last or limits.left <= 0:
                    raise
                self._complain(error)
        raise AssertionError("unreachable")

    def _clock(self, limits: Limits) -> str:
        if math.isinf(limits.flag):
            return ""
        time_word, increment_word = ("wtime", "winc") if self._white else ("btime", "binc")
        return f" {time_word} {int(limits.left * 1000)} {increment_word} {int(limits.increment * 1000)}"

    @staticmethod
    def _await(engine: EngineProcess, answer: str, flag: float) -> str:
        if math.isinf(flag):
            return engine.wait_for(answer, time.monotonic() + SILENCE_SECONDS)
        value = engine.wait_for(answer, flag - STOP_SECONDS, or_none=True)
        if value is None:
            engine.send("stop")
            value = engine.wait_for(answer, flag)
        return value

    def ponder(self) -> None:
        if self._engine:
            try:
                self._engine.send("ponder")
                self._pondering = True
            except EngineError as error:
                self._complain(error)
                self._drop()

    def end(self, winner: Optional[Color], reason: Optional[WinReason]) -> None:
        if self._engine:
            try:
                self._engine.send(f"gameover winner {'none' if winner is None else chess.COLOR_NAMES[winner]} "
                                  f"reason {reason.name if reason else 'none'}")
            except EngineError:
                pass  # it is to leave anyway
        self._drop()


class EnginePlayer(Player):
    """Asks an engine in its own turns. Where the flag falls meanwhile it passes, and reconchess's clock has the word."""

    def __init__(self, engine, ponders: bool = False, increment: Optional[float] = None):
        """increment: seconds credited after each turn; None: as is seen on the clock."""
        self._engine, self._ponders, self._known_increment = engine, ponders, increment
        self._turn = 0
        self._phase = "opponent"  # which event is to come
        self._increment = Increment()

    def handle_game_start(self, color: Color, board: chess.Board, opponent_name: str):
        """Begins a game."""
        self._turn, self._increment, self._phase = 0, Increment(), "opponent"
        self._engine.begin(color, board, " ".join(str(opponent_name or "").split())[:LONGEST_NAME])

    def _tell(self, event: text.Event) -> None:
        self._engine.observe(event)
        self._phase = NEXT_PHASE[type(event)]

    def _ask(self, seconds_left: Optional[float], ask: Callable[[Limits], T]) -> Optional[T]:
        left = sane_clock(seconds_left)
        self._increment.clock_shows(left)
        increment = self._increment.seconds if self._known_increment is None else self._known_increment
        limits = Limits(self._turn, time.monotonic() + left, increment)
        try:
            return ask(limits)
        except RuntimeError as error:
            if limits.left > 0:
                raise
            print(f"{error}; its flag falls", file=sys.stderr)
            return None

    def handle_opponent_move_result(self, captured_my_piece: bool, capture_square: Optional[Square]):
        """Hears what the opponent captured."""
        self._increment.turn_begins()
        self._turn += 1
        self._tell(text.OpponentMoved(capture_square))

    def choose_sense(self, sense_actions: List[Square], move_actions: List[chess.Move], seconds_left: float) -> \
            Optional[Square]:
        """Chooses the square to sense; none in the opponent's turns, where rc-playback asks too."""
        return self._ask(seconds_left, self._engine.sense) if self._phase == "sense" else None

    def handle_sense_result(self, sense_result: text.SenseResult):
        """Hears what the sense showed, of whatever square."""
        self._tell(text.Sensed(text.center_of(sense_result) if sense_result else None, sense_result))

    def choose_move(self, move_actions: List[chess.Move], seconds_left: float) -> Optional[chess.Move]:
        """Chooses the request."""
        def may_request(move: Optional[chess.Move]) -> bool:
            # None where the game ended meanwhile on the server
            return move is None or move_actions is None or requestable(move, move_actions)

        if self._phase != "move":
            return None
        return self._ask(seconds_left, lambda limits: self._engine.move(limits, may_request))

    def handle_move_result(self, requested_move: Optional[chess.Move], taken_move: Optional[chess.Move],
                           captured_opponent_piece: bool, capture_square: Optional[Square]):
        """Hears what became of the request."""
        self._increment.turn_ends()
        self._tell(text.Moved(requested_move, taken_move, capture_square))
        if self._ponders:
            self._engine.ponder()

    def handle_game_end(self, winner_color: Optional[Color], win_reason: Optional[WinReason],
                        game_history: GameHistory):
        """Hears how the game ended."""
        self._engine.end(winner_color, win_reason)


def sane_clock(seconds_left: Optional[float]) -> float:
    """What a server may send instead of a time, and an endless one, mean that no clock runs."""
    if seconds_left is None or math.isnan(seconds_left) or seconds_left > LONGEST_CLOCK:
        return math.inf
    return max(seconds_left, 0.0)


def refuse_to_guess(parse: Callable[[str], T], answer: str) -> T:
    try:
        return parse(answer)
    except ValueError as error:
        raise EngineError(f"the engine's answer cannot be read: {error}") from None


def requestable(move: chess.Move, move_actions: List[chess.Move]) -> bool:
    """As reconchess has it: a bare promotion counts as one to a queen."""
    return move in move_actions or (move.promotion is None and
                                    chess.Move(move.from_square, move.to_square, chess.QUEEN) in move_actions)


class Increment:
    """What the clock gains between two own turns, which reconchess does not tell its players.

    The least of what was seen, since whatever passes outside our sight makes it look less than it is.
    """

    def __init__(self):
        self._gains: List[float] = []
        self._began = self._shown_at = time.monotonic()
        self._shown: Optional[float] = None
        self._left_at_end: Optional[float] = None

    @property
    def seconds(self) -> float:
        return max(0.0, min(self._gains)) if self._gains else 0.0

    def turn_begins(self) -> None:
        self._began = time.monotonic()

    def clock_shows(self, seconds_left: float) -> None:
        self._shown, self._shown_at = seconds_left, time.monotonic()
        if self._left_at_end is not None and not math.isinf(seconds_left):
            self._gains.append(seconds_left + self._shown_at - self._began - self._left_at_end)
        self._left_at_end = None

    def turn_ends(self) -> None:
        if self._shown is not None:
            self._left_at_end = self._shown - (time.monotonic() - self._shown_at)
