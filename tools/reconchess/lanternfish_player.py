"""A reconchess player that plays through an RBC-UCI engine: for rc-bot-match, rc-play, rc-connect and play_local_game.

    rc-bot-match tools/reconchess/lanternfish_player.py reconchess.bots.trout_bot

Environment:
    LANTERNFISH_COMMAND   program and arguments; default: the built lanternfish beside this file, else on the path
    LANTERNFISH_OPTIONS   words NAME=VALUE, quoted as in a shell: "Threads=2 'Move Overhead=100' Ponder=true"

An engine that dies or answers nonsense is started once more for the same question and given the whole private history.
When that fails too, EngineError reaches reconchess, which resigns the game.
"""

import math
import os
import shlex
import shutil
import sys
import time
from typing import Callable, Dict, List, Optional, TypeVar

import chess
from reconchess import Color, GameHistory, Player, Square, WinReason

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rbc_uci_text as text
from rbc_uci_process import EngineError, EngineProcess

T = TypeVar("T")

STOP_SECONDS = 0.3       # before the flag falls a thinking engine is told to answer
SILENCE_SECONDS = 600.0  # the longest thought where there is no clock
PONDER_SECONDS = 5.0     # stop -> ponderdone
LONGEST_CLOCK = 1e7      # seconds, 115 days; more is no clock
LONGEST_NAME = 200       # letters of the opponent's name


def engine_command() -> List[str]:
    set_command = os.environ.get("LANTERNFISH_COMMAND", "").strip()
    if set_command:
        return shlex.split(set_command)
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    for preset in ("release", "portable"):
        built = os.path.join(root, "build", preset, "lanternfish")
        if os.access(built, os.X_OK):
            return [built]
    found = shutil.which("lanternfish")
    if not found:
        raise RuntimeError("no lanternfish beside this file (build/release/lanternfish) nor on the path; build it, or "
                           "set LANTERNFISH_COMMAND")
    return [found]


def engine_options() -> Dict[str, str]:
    options = {}
    for word in shlex.split(os.environ.get("LANTERNFISH_OPTIONS", "")):
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise RuntimeError(f"LANTERNFISH_OPTIONS: '{word}' is not NAME=VALUE")
        options[name] = value
    return options


class LanternfishPlayer(Player):
    def __init__(self):
        self._command = engine_command()
        self._options = engine_options()
        self._ponders = self._options.get("Ponder", "").lower() == "true"
        self._pondering = False
        self._engine: Optional[EngineProcess] = None
        self._position = "startpos color white"
        self._color = chess.WHITE
        self._opponent = ""
        self._events: List[str] = []
        self._turn = 0
        self._phase = "opponent"  # which event is to come
        self._increment = Increment()
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

    def handle_game_start(self, color: Color, board: chess.Board, opponent_name: str):
        fen = board.fen(en_passant="fen")
        start = "startpos" if fen == chess.STARTING_FEN else "fen " + fen
        self._position = f"{start} color {chess.COLOR_NAMES[color]}"
        self._color = color
        self._opponent = " ".join(str(opponent_name or "").split())[:LONGEST_NAME]
        self._events, self._turn, self._increment, self._phase = [], 0, Increment(), "opponent"
        if self._engine is None:
            self._start()
        self._send_position()
        if self._engine.take_errors():
            self._drop()
            raise EngineError(f"the engine refuses 'position {self._position}'")

    def _tell(self, event: text.Event) -> None:
        """An engine that is gone hears of it when it is next asked something."""
        self._events.append(text.format_event(event))
        self._phase = {text.OpponentMoved: "sense", text.Sensed: "move", text.Moved: "opponent"}[type(event)]
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

    def _complain(self, error: EngineError) -> None:
        print(f"{error}; it is started again", file=sys.stderr)

    def _ask(self, command: str, answer: str, seconds_left: float, read: Callable[[str], T]) -> T:
        flag = time.monotonic() + seconds_left
        for last in (False, True):
            try:
                engine = self._restore()
                engine.send(f"{command} turn {self._turn}{self._clock(flag - time.monotonic())}")
                value = read(self._await(engine, answer, flag))
                if engine.errors:
                    raise EngineError(f"{engine.name} reports an error: {engine.take_errors()[0]}")
                return value
            except EngineError as error:
                self._drop()
                if last or time.monotonic() >= flag:
                    raise
                self._complain(error)
        raise AssertionError("unreachable")

    def _clock(self, left: float) -> str:
        if math.isinf(left):
            return ""
        time_word, increment_word = ("wtime", "winc") if self._color == chess.WHITE else ("btime", "binc")
        return f" {time_word} {int(left * 1000)} {increment_word} {int(self._increment.seconds * 1000)}"

    @staticmethod
    def _await(engine: EngineProcess, answer: str, flag: float) -> str:
        if math.isinf(flag):
            return engine.wait_for(answer, time.monotonic() + SILENCE_SECONDS)
        value = engine.wait_for(answer, flag - STOP_SECONDS, or_none=True)
        if value is None:
            engine.send("stop")
            value = engine.wait_for(answer, flag)
        return value

    def handle_opponent_move_result(self, captured_my_piece: bool, capture_square: Optional[Square]):
        self._increment.turn_begins()
        self._turn += 1
        self._tell(text.OpponentMoved(capture_square))

    def choose_sense(self, sense_actions: List[Square], move_actions: List[chess.Move], seconds_left: float) -> \
            Optional[Square]:
        if self._phase != "sense":
            return None  # rc-playback asks in the opponent's turns too
        seconds_left = sane_clock(seconds_left)
        self._increment.clock_shows(seconds_left)

        def read(answer: str) -> Optional[Square]:
            return refuse_to_guess(text.parse_square, answer)

        return self._ask("sense", "bestsense", seconds_left, read)

    def handle_sense_result(self, sense_result: text.SenseResult):
        sensed = text.center_of(sense_result) if sense_result else None
        self._tell(text.Sensed(sensed, sense_result))

    def choose_move(self, move_actions: List[chess.Move], seconds_left: float) -> Optional[chess.Move]:
        if self._phase != "move":
            return None
        seconds_left = sane_clock(seconds_left)
        self._increment.clock_shows(seconds_left)

        def read(answer: str) -> Optional[chess.Move]:
            move = refuse_to_guess(text.parse_move, answer)
            # None where the game ended meanwhile on the server
            if move is not None and move_actions is not None and not requestable(move, move_actions):
                raise EngineError(f"the engine requests {answer}, which may not be requested here")
            return move

        return self._ask("go", "bestmove", seconds_left, read)

    def handle_move_result(self, requested_move: Optional[chess.Move], taken_move: Optional[chess.Move],
                           captured_opponent_piece: bool, capture_square: Optional[Square]):
        self._increment.turn_ends()
        self._tell(text.Moved(requested_move, taken_move, capture_square))
        if self._ponders and self._engine:
            try:
                self._engine.send("ponder")
                self._pondering = True
            except EngineError as error:
                self._complain(error)
                self._drop()

    def handle_game_end(self, winner_color: Optional[Color], win_reason: Optional[WinReason],
                        game_history: GameHistory):
        winner = "none" if winner_color is None else chess.COLOR_NAMES[winner_color]
        reason = win_reason.name if win_reason else "none"
        if self._engine:
            try:
                self._engine.send(f"gameover winner {winner} reason {reason}")
            except EngineError:
                pass  # it is to leave anyway
        self._drop()


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
