"""Reads commands while a bot thinks. The bot runs in the main thread, where signal handlers and event loops may be set up;
a second thread reads, and answers what cannot wait.

Nothing can interrupt a bot. So `stop` is answered with the null action, and what the bot says later is dropped.
"""

import os
import sys
import threading
from typing import BinaryIO, Callable, Dict, List, Optional

LEAVE_SECONDS = 0.4  # quit or end of input -> gone, with what is still queued; the protocol grants a second

# The command and its terminator with the null action.
NULL_ANSWERS: Dict[str, str] = {"sense": "bestsense none", "go": "bestmove 0000", "ponder": "ponderdone"}


class Output:
    """Called from both threads; a line is never mixed with another."""

    def __init__(self, fd: int):
        self._fd = fd
        self._lock = threading.Lock()

    def send(self, *lines: str) -> None:
        rest = "".join(" ".join(line.split()) + "\n" for line in lines).encode("utf-8", "replace")
        with self._lock:
            try:
                while rest:
                    rest = rest[os.write(self._fd, rest):]
            except OSError:
                os._exit(0)  # nobody listens

    def error(self, code: str, text: str) -> None:
        self.send(f"info string error {code} {text}")


class Job:
    """A command to be executed, and the one terminator it owes."""

    def __init__(self, words: List[str], output: Output):
        self.words = words
        self.null_answer = NULL_ANSWERS.get(words[0])
        self.stopped = False
        self._output = output
        self._lock = threading.Lock()
        self._answered = self.null_answer is None

    def answer(self, *lines: str) -> None:
        """The last line is the terminator. Nothing is said when one has been sent."""
        with self._lock:
            if not self._answered:
                self._answered = True
                self._output.send(*lines)

    def answer_null(self) -> None:
        if self.null_answer:
            self.answer(self.null_answer)


class Loop:
    def __init__(self, stream: BinaryIO, output: Output, execute: Callable[[Job], None]):
        self._stream = stream
        self._output = output
        self._execute = execute
        self._changed = threading.Condition()
        self._jobs: List[Job] = []
        self._running: Optional[Job] = None
        self._leaving = False

    def run(self) -> None:
        """Returns when everything read before quit or the end of the input is done; never more than a moment later."""
        threading.Thread(target=self._read, daemon=True).start()
        while True:
            with self._changed:
                self._running = None
                self._changed.wait_for(lambda: self._jobs or self._leaving)
                if not self._jobs:
                    return
                self._running = job = self._jobs.pop(0)
            self._execute(job)
            job.answer_null()

    def _read(self) -> None:
        for line in self._stream:
            words = line.decode("utf-8", "replace").split()
            if words and words[0] == "quit":
                break
            if words and not words[0].startswith("#"):
                self._take(words)
        with self._changed:
            self._stop_all()
            self._leaving = True
            self._changed.notify()
        threading.Event().wait(LEAVE_SECONDS)
        running = self._running
        if running and running.words[0] == "gameover":
            print("the bot was not yet done with the end of its game and is ended; isready before quit waits for it",
                  file=sys.stderr, flush=True)
        os._exit(0)

    def _stop_all(self) -> None:
        for job in self._jobs:
            job.stopped = True
        if self._running:
            self._running.stopped = True
            self._running.answer_null()

    def _take(self, words: List[str]) -> None:
        with self._changed:
            job = Job(words, self._output)
            if words[0] == "isready":
                self._take_isready(job)
            elif words[0] != "debug":
                self._stop_all()  # a host that says anything else while we think means stop first
                if words[0] != "stop":
                    self._jobs.append(job)
            self._changed.notify()

    def _take_isready(self, job: Job) -> None:
        """It waits for what came before it, but for no thinking."""
        if not self._jobs and self._running and self._running.null_answer:
            self._output.send("readyok")
            return
        place = len(self._jobs)
        for at, waiting in enumerate(self._jobs):
            if waiting.null_answer:
                place = at
        self._jobs.insert(place, job)
