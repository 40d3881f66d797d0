"""The commands of RBC-UCI, carried out by a reconchess bot."""

import random
import sys
import time
import traceback
from typing import Callable, Dict, List, Optional, Sequence, Tuple

import chess
from reconchess import Player, WinReason

import rbc_uci_text as text
from rbc_uci_bot import BotFailure, BotGame, OwnSide, PhaseError
from rbc_uci_loop import Job, Output

NO_CLOCK_SECONDS = 900.0  # what a bot is told where no clock runs: reconchess's usual one
LIMITS = ("wtime", "btime", "winc", "binc", "movetime", "nodes", "depth", "turn")

# Name, type with its range as in protocol/messages/host_options.cpp, default. A Python bot has no use for most of what every host may count on.
OPTIONS = (
    ("UCI_Variant", "combo var rbc", "rbc"),
    ("UCI_Opponent", "string", ""),
    ("Threads", "spin min 1 max 256", "1"),
    ("Hash", "spin min 1 max 65536", "64"),
    ("MultiPV", "spin min 1 max 256", "1"),
    ("Ponder", "check", "false"),
    ("Move Overhead", "spin min 0 max 10000", "0"),
    ("Seed", "spin min 0 max 2147483647", "0"),
    ("MoveLimit", "spin min 0 max 10000", "100"),
    ("TurnLimit", "spin min 0 max 10000", "0"),
    ("RBC_ShowBoards", "spin min 0 max 1000", "0"),
    ("RBC_ShowProbs", "check", "false"),
    ("ReplaySeconds", "spin min 1 max 86400", "100"),  # seconds_left while the turns of a history are replayed
)
REASONS = ("KING_CAPTURE", "TIMEOUT", "RESIGN", "TURN_LIMIT", "MOVE_LIMIT", "none")
WITHOUT_EFFECT = ("Threads", "Hash", "MultiPV", "Ponder", "RBC_ShowBoards", "RBC_ShowProbs")

HELP = """uci, isready, ucinewgame, setoption name NAME value VALUE, quit
position startpos|fen FEN color white|black [history EVENT...]
observe EVENT...   EVENT: opponent capture SQUARE | sense SQUARE result WINDOW | move requested M taken M capture SQUARE
sense [limits] [searchsenses SQUARE...], go [limits] [searchmoves MOVE...], ponder, stop, gameover winner W reason R, d"""


class Session:
    """Used by the main thread only."""

    def __init__(self, name: str, make_bot: Callable[[], Player], output: Output, warnings: Sequence[str] = (),
                 passes_on_error: bool = False):
        """warnings: what the host's user should know of the bot.
        passes_on_error: a bot that raises passes, and a new one takes its place at the next position. Else its
        exception leaves execute(), and the game is lost."""
        self._warnings = warnings
        self._passes_on_error = passes_on_error
        self._name, self._make_bot, self._output = name, make_bot, output
        self._options: Dict[str, str] = {option: default for option, _, default in OPTIONS}
        self._game: Optional[BotGame] = None
        self._over = False
        self._broken = False  # the bot has raised: the next position gets a new one
        self._commands: Dict[str, Callable[[Job], None]] = {
            "uci": self._uci, "isready": self._isready, "ucinewgame": self._new_game, "setoption": self._set_option,
            "position": self._position, "observe": self._observe, "sense": self._sense, "go": self._go,
            "ponder": self._ponder, "gameover": self._game_over, "d": self._show, "help": self._help,
            "boards": self._no_boards, "probe": self._no_boards, "bench": self._no_boards}

    def execute(self, job: Job) -> None:
        command = self._commands.get(job.words[0])
        try:
            if command is None:
                self._output.error("syntax", f"expected a command, not '{job.words[0]}'; help lists them")
            else:
                command(job)
        except BotFailure as error:
            traceback.print_exc(file=sys.stderr)
            self._broken = True
            # For the arena's log as well, where standard error does not go.
            self._output.send(*(f"info string {line}" for line in traceback.format_exc().splitlines() if line.strip()))
            self._output.error("internal", str(error))
            if not self._passes_on_error and job.words[0] != "gameover":
                raise

    def _uci(self, _: Job) -> None:
        lines = [f"id name {self._name}", "id author the author of the bot", "id protocol rbc-uci 1"]
        for name, kind, default in OPTIONS:
            form, _, bounds = kind.partition(" ")
            lines.append(f"option name {name} type {form} default {default or '<empty>'} {bounds}")
        self._output.send(*lines, *(f"info string warning internal {text}" for text in self._warnings), "uciok")

    def _isready(self, _: Job) -> None:
        self._output.send("readyok")

    def _new_bot(self) -> Player:
        """At the start of its game, when the seed is known: some take a minute and a chess engine each."""
        seed = int(self._options["Seed"])
        if seed:
            random.seed(seed)
            if "numpy" in sys.modules:
                sys.modules["numpy"].random.seed(seed)
        return self._make_bot()

    def _new_game(self, _: Job) -> None:
        self._abandon()

    def _abandon(self) -> None:
        """A bot whose game is not going on may still hold a chess engine."""
        game, self._game = self._game, None
        if game is not None and not self._over:
            try:
                game.end(None, None)
            except BotFailure:
                traceback.print_exc(file=sys.stderr)

    def _set_option(self, job: Job) -> None:
        words = job.words[1:]
        if words[:1] != ["name"]:
            self._output.error("syntax", "setoption: expected name")
            return
        split = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:split]), " ".join(words[split + 1:])
        value = "" if value == "<empty>" else value
        name, kind = next(((known, kind) for known, kind, _ in OPTIONS if known.lower() == name.lower()), (name, None))
        if kind is None:
            self._output.error("option", f"there is no option '{name}'")
        elif not accepts(kind, value):
            self._output.error("option", f"{name} is of type {kind}; '{value}' is not")
        else:
            self._options[name] = value
            if name in WITHOUT_EFFECT:
                self._output.send(f"info string warning option {name} has no effect on a Python bot")

    def _position(self, job: Job) -> None:
        try:
            start, color, words = parse_start(job.words[1:])
        except ValueError as error:
            self._output.error(*error.args)
            return
        try:
            events = text.parse_events(words)
        except ValueError as error:
            self._output.error("syntax", f"position history: {error}")
            return
        own = OwnSide(start, color)
        if not self._fits(own, events):
            return
        game = self._game
        if (game is not None and not self._over and not self._broken and game.color == color and
                game.start.fen() == start.fen() and game.events == events[:len(game.events)]):
            self._absorb(events[len(game.events):])
            return
        self._abandon()
        self._game, self._over = BotGame(self._new_bot, start, color, self._opponent()), False
        self._broken = False
        self._absorb(events)

    def _opponent(self) -> str:
        """UCI_Opponent is title, rating, kind and then the name."""
        words = self._options["UCI_Opponent"].split()
        return " ".join(words[3:] or words) or "opponent"

    def _fits(self, own: OwnSide, events: Sequence[text.Event]) -> bool:
        try:
            own.follow(events)
        except PhaseError as error:
            self._output.error("phase", str(error))
            return False
        except ValueError as error:
            self._output.error("observation", str(error))
            return False
        return True

    def _absorb(self, events: Sequence[text.Event]) -> None:
        for event in events:
            self._game.apply(event, float(self._options["ReplaySeconds"]))

    def _observe(self, job: Job) -> None:
        try:
            events = text.parse_events(job.words[1:])
            if not events:
                raise ValueError("expected opponent, sense or move")
        except ValueError as error:
            self._output.error("syntax", f"observe: {error}")
            return
        if self._phase() is None:
            self._output.error("phase", "observe needs a position")
            return
        if self._fits(self._game.own.copy(), events):
            self._absorb(events)

    def _phase(self) -> Optional[str]:
        playing = self._game is not None and not self._over and not self._broken
        return self._game.own.phase if playing else None

    def _may_think(self, job: Job, wanted: str) -> bool:
        if self._phase() != wanted:
            self._output.error("phase", f"{job.words[0]} is for: {wanted}; now: {self._phase() or 'no game'}")
            return False
        limits, _ = parse_limits(job.words[1:], "")
        if "turn" in limits and limits["turn"] != self._game.own.turn:
            self._output.send(f"info string warning phase turn {limits['turn']} was said, and it is "
                              f"{self._game.own.turn}")
        return not job.stopped

    def _seconds(self, limits: Dict[str, int]) -> float:
        word = "wtime" if self._game.color == chess.WHITE else "btime"
        if word not in limits:
            return NO_CLOCK_SECONDS
        return max(0.0, (limits[word] - int(self._options["Move Overhead"])) / 1000)

    def _sense(self, job: Job) -> None:
        if not self._may_think(job, "sense"):
            return
        limits, only = parse_limits(job.words[1:], "searchsenses")
        began = time.monotonic()
        square = text.format_square(self._game.choose_sense(self._seconds(limits), readable(text.parse_square, only)))
        job.answer(self._candidate("sense", began) + f" sense {square}", f"bestsense {square}")

    def _go(self, job: Job) -> None:
        if not self._may_think(job, "move"):
            return
        limits, only = parse_limits(job.words[1:], "searchmoves")
        began = time.monotonic()
        move = text.format_move(self._game.choose_move(self._seconds(limits), readable(text.parse_move, only)))
        job.answer(self._candidate("move", began) + f" pv {move}", f"bestmove {move}")

    def _candidate(self, phase: str, began: float) -> str:
        """All that can be said: a bot tells neither boards nor scores."""
        return (f"info phase {phase} turn {self._game.own.turn} time {int((time.monotonic() - began) * 1000)} "
                f"multipv 1")

    def _ponder(self, job: Job) -> None:
        """The terminator follows at once: a bot has nothing to do on the opponent's time."""
        self._may_think(job, "opponent")

    def _game_over(self, job: Job) -> None:
        try:
            winner, reason, record = parse_game_over(job.words[1:])
        except ValueError as error:
            self._output.error("syntax", f"gameover: {error}")
            return
        if self._game is not None and not self._over:
            self._over = True
            self._game.end(winner, reason, record)

    def _show(self, _: Job) -> None:
        if self._game is None:
            self._output.send(f"info string {self._name}, no game")
            return
        own = self._game.own
        side = chess.COLOR_NAMES[own.color]
        self._output.send(f"info string {self._name}, {side}, turn {own.turn}, phase {self._phase() or 'over'}",
                          *(f"info string {row}" for row in str(own.board).splitlines()))

    def _help(self, _: Job) -> None:
        self._output.send(*(f"info string {line}" for line in HELP.splitlines()))

    def _no_boards(self, job: Job) -> None:
        self._output.error("belief", f"{job.words[0]}: a Python bot does not tell what it believes")


def accepts(kind: str, value: str) -> bool:
    form, *rest = kind.split()
    if form == "spin":
        return bool(text.NUMBER.fullmatch(value)) and int(rest[1]) <= int(value) <= int(rest[3])
    if form == "check":
        return value in ("true", "false")
    return form == "string" or value in rest[1::2]


def readable(parse: Callable, words: Sequence[str]) -> List:
    """Unknown words of a thinking command are skipped, as in UCI."""
    found = []
    for word in words:
        try:
            found.append(parse(word))
        except ValueError:
            pass
    return found


def parse_limits(words: Sequence[str], list_word: str) -> Tuple[Dict[str, int], List[str]]:
    """The numbers by name, and the words after list_word up to the next limit."""
    limits: Dict[str, int] = {}
    listed: List[str] = []
    in_list = False
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in LIMITS:
            in_list = False
            if rest and text.NUMBER.fullmatch(rest[0]):
                limits[word] = int(rest.pop(0))
        elif word == "infinite" or (list_word and word == list_word):
            in_list = word == list_word
        elif in_list:
            listed.append(word)
    return limits, listed


def parse_start(words: Sequence[str]) -> Tuple[chess.Board, chess.Color, List[str]]:
    """The board, my colour, the words of the history. Raises ValueError(code, text)."""
    at = words.index("color") if "color" in words else len(words)
    rest = list(words[at + 1:])
    if not rest or rest[0] not in chess.COLOR_NAMES or (len(rest) > 1 and rest[1] != "history"):
        raise ValueError("syntax", "position: expected startpos|fen FEN color white|black [history EVENT...]")
    if list(words[:at]) == ["startpos"]:
        board = chess.Board()
    elif words[0] == "fen":
        board = parse_board(" ".join(words[1:at]))
    else:
        raise ValueError("syntax", "position: expected startpos or fen")
    return board, rest[0] == "white", rest[2:]


def parse_board(fen: str) -> chess.Board:
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise ValueError("position", str(error)) from None
    if any(len(board.pieces(chess.KING, color)) != 1 for color in chess.COLORS):
        raise ValueError("position", "each side has exactly one king")
    if board.pawns & chess.BB_BACKRANKS:
        raise ValueError("position", "a pawn stands on the first or last rank")
    board.castling_rights = board.clean_castling_rights()
    if not board.has_pseudo_legal_en_passant():
        board.ep_square = None
    return board


def parse_game_over(words: Sequence[str]) -> Tuple[Optional[chess.Color], Optional[WinReason], str]:
    """Winner, reason, file of the game's record."""
    if len(words) < 4 or words[0] != "winner" or words[2] != "reason" or (len(words) > 4 and words[4] != "record"):
        raise ValueError("expected winner white|black|none reason REASON [record TEXT]")
    if words[1] not in ("white", "black", "none"):
        raise ValueError(f"'{words[1]}' is no winner")
    if words[3] not in REASONS:
        raise ValueError(f"'{words[3]}' is no reason")
    winner = None if words[1] == "none" else words[1] == "white"
    # An older reconchess knows fewer reasons.
    return winner, WinReason.__members__.get(words[3]), " ".join(words[5:])
