"""An RBC-UCI engine as a child process: lines out, lines in, every wait with a deadline.

The engine gets a process group of its own, so that Ctrl-C in a terminal does not end it under a game, and Linux kills it
when we die in whatever way. That is tied to the thread that starts it: start it from one that outlives it.
"""

import ctypes
import os
import re
import select
import shlex
import signal
import subprocess
import sys
import time
import weakref
from typing import Dict, List, Optional, Sequence

PR_SET_PDEATHSIG = 1  # <linux/prctl.h>

START_SECONDS = 30.0   # program started -> uciok
READY_SECONDS = 120.0  # isready -> readyok, a whole history absorbed
WRITE_SECONDS = 5.0    # a line into a pipe that nobody reads
QUIT_SECONDS = 2.0     # quit -> gone; after that it is killed

LONGEST_POLL = 86400.0  # seconds
CONTROL = re.compile("[\x00-\x1f\x7f]")

TERMINATORS = ("bestsense", "bestmove", "ponderdone")
# Trouble of the engine with a chess engine of its own, which does not concern us.
OWN_TROUBLE = "engine "


class EngineError(RuntimeError):
    """The engine died, was silent, or answered what is no answer."""


def die_with(parent: int, prctl) -> None:
    """Runs in the child between fork and exec."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(127)  # the parent died before the line above


def before_exec():
    """What Popen is to run in the child; nothing where the system is not Linux."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl  # looked up before the fork
    parent = os.getpid()
    return lambda: die_with(parent, prctl)


def end_group(process: subprocess.Popen, parent: int) -> None:
    if os.getpid() != parent:
        return  # a fork of ours ends, and the engine is not its to kill
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()


class EngineProcess:
    """Raises EngineError from every method but close()."""

    def __init__(self, command: Sequence[str]):
        self.name = os.path.basename(command[0])
        self.options: Dict[str, str] = {}  # name -> the line that announced it
        self.errors: List[str] = []        # since take_errors()
        self._unread = b""
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
                                             start_new_session=True, preexec_fn=before_exec())
        except OSError as error:
            raise EngineError(f"cannot start {shlex.join(command)}: {error.strerror}") from None
        # Also when the last reference goes, and when Python ends without having played to the end.
        self._end = weakref.finalize(self, end_group, self._process, os.getpid())
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._shake_hands()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _shake_hands(self) -> None:
        self.send("uci")
        self.wait_for("uciok", time.monotonic() + START_SECONDS)

    def set_option(self, name: str, value: str) -> None:
        if name not in self.options:
            raise EngineError(f"{self.name} has no option '{name}'; it has: {', '.join(self.options)}")
        self.send(f"setoption name {name} value {value or '<empty>'}")

    def ready(self) -> None:
        self.send("isready")
        self.wait_for("readyok", time.monotonic() + READY_SECONDS)

    def take_errors(self) -> List[str]:
        errors, self.errors = self.errors, []
        return errors

    def send(self, line: str) -> None:
        """One line, whatever names and options hold: control characters become blanks, lone surrogates '?'."""
        rest = (CONTROL.sub(" ", line) + "\n").encode("utf-8", "replace")
        deadline = time.monotonic() + WRITE_SECONDS
        while rest:
            try:
                rest = rest[os.write(self._in, rest):]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise EngineError(f"{self.name} does not read its input") from None
                self._poll(self._in, select.POLLOUT, deadline)
            except OSError as error:
                raise EngineError(f"{self.name} has closed its input: {error.strerror}") from None

    def wait_for(self, word: str, deadline: float, or_none: bool = False) -> Optional[str]:
        """The rest of the first line that begins with `word`. Past the deadline an error, or None if that is wanted."""
        while True:
            line = self._read_line(deadline)
            if line is None and or_none:
                return None
            if line is None:
                raise EngineError(f"{self.name} gave no {word} in time")
            first, _, rest = line.partition(" ")
            self._note(first, rest)
            if first == word:
                return rest.strip()
            if first in TERMINATORS:
                raise EngineError(f"{self.name} said '{line[:80]}' where {word} was due")

    def _note(self, first: str, rest: str) -> None:
        if first == "id" and rest.startswith("name "):
            self.name = rest[len("name "):].strip()
        elif first == "option" and rest.startswith("name ") and " type " in rest:
            self.options[rest[len("name "):rest.index(" type ")].strip()] = rest
        elif first == "info" and rest.startswith("string error "):
            text = rest[len("string error "):]
            if not text.startswith(OWN_TROUBLE):
                self.errors.append(text)
            print(f"{self.name}: {text}", file=sys.stderr)

    def _read_line(self, deadline: float) -> Optional[str]:
        """None when the deadline passed. An engine without a line left has died."""
        while b"\n" not in self._unread:
            if not self._poll(self._out, select.POLLIN, deadline):
                if time.monotonic() < deadline:
                    continue
                return None
            try:
                chunk = os.read(self._out, 1 << 16)
            except BlockingIOError:
                continue
            if not chunk:
                raise EngineError(f"{self.name} ended" + self._how())
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        return " ".join(line.decode("utf-8", "replace").split())

    @staticmethod
    def _poll(fd: int, events: int, deadline: float) -> bool:
        poll = select.poll()
        poll.register(fd, events)
        # Callers loop or are past their deadline; a longer wait than an int of milliseconds would be an error.
        return bool(poll.poll(min(max(0.0, deadline - time.monotonic()), LONGEST_POLL) * 1000))

    def _how(self) -> str:
        try:
            status = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return " its output"
        return f" (killed by signal {-status})" if status < 0 else f" (exit code {status})"

    def close(self) -> None:
        """Asks it to leave, and sees to it."""
        if not self._end.alive:
            return
        try:
            self.send("quit")
            self._process.stdin.close()
            self._process.wait(QUIT_SECONDS)
        except (EngineError, OSError, subprocess.TimeoutExpired):
            pass
        self._end()
        self._process.stdout.close()
        if not self._process.stdin.closed:
            self._process.stdin.close()
