"""What the tests share: where the programs are, an engine to talk to, and who is still alive."""

import os
import queue
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from typing import List

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ADAPTERS = os.path.join(ROOT, "tools", "reconchess")
ENGINE = os.environ.get("LANTERNFISH", os.path.join(ROOT, "build", "release", "lanternfish"))
ARENA = os.environ.get("LANTERNFISH_ARENA", os.path.join(ROOT, "build", "release", "lanternfish-arena"))
PLAYER = os.path.join(ADAPTERS, "lanternfish_player.py")
WAIT_SECONDS = 30.0


def environment(**more: str) -> dict:
    """For child processes: they find reconchess wherever we found it."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "PYTHONDONTWRITEBYTECODE": "1", **more}


def bot_command(bot: str) -> List[str]:
    return [sys.executable, os.path.join(ADAPTERS, "bot_engine.py"), bot]


def our_bot(name: str) -> List[str]:
    return bot_command(os.path.join(HERE, "odd_bots.py") + ":" + name)


def random_engine(seed: int) -> List[str]:
    return [ENGINE, "Strategy=random", f"Seed={seed}", "EngineCommand=none"]


def words(command: List[str]) -> str:
    return shlex.join(command)


class Talk:
    """A bot engine, spoken to line by line."""

    def __init__(self, command: List[str], **env: str):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1, env=environment(**env))
        self.lines: "queue.Queue[str]" = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put("")

    def send(self, *lines: str) -> None:
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> List[str]:
        """The lines up to the one that begins with `word`, which is the last."""
        got = []
        while True:
            line = self.lines.get(timeout=WAIT_SECONDS)
            got.append(line)
            if line.split(" ")[0] == word:
                return got
            if not line:
                raise AssertionError(f"ended before {word}: {got}")

    def ready(self) -> List[str]:
        """What it said up to readyok."""
        self.send("isready")
        return self.until("readyok")[:-1]

    def end(self) -> int:
        """Closes its input; the seconds it took to leave are the caller's to measure."""
        self.process.stdin.close()
        status = self.process.wait(WAIT_SECONDS)
        self.process.stdout.close()
        return status

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def marked(mark: str) -> List[int]:
    """The processes whose environment holds the mark."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            try:
                with open(f"/proc/{entry}/environ", "rb") as environ, open(f"/proc/{entry}/stat", "rb") as stat:
                    if mark.encode() in environ.read() and stat.read().rpartition(b")")[2].split()[0] != b"Z":
                        found.append(int(entry))
            except OSError:
                pass
    return found


def wait_until(condition, seconds: float = 5.0) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def scratch() -> tempfile.TemporaryDirectory:
    return tempfile.TemporaryDirectory(prefix="lanternfish_adapters_")
