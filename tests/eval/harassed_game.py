#!/usr/bin/env python3
"""Plays a game while the chess engines of the players are killed and stopped.

usage: harassed_game.py BUILD_FOLDER [MS_PER_DECISION] [OPPONENT_STRATEGY]

Every 100 ms one of the engine processes below the arena gets SIGKILL or SIGSTOP, in turns. Fails unless the game comes
to a regular end, no answer is later than its time by more than 200 ms (counted from when the observations before it
were absorbed), replacements are reported, and no process is left.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

INTERVAL = 0.1  # seconds
LATEST = 200  # ms after the time given


def processes():
    """pid -> (parent, name) of everything that runs."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stat = (entry / "stat").read_text()
            except OSError:
                continue
            name = stat[stat.index("(") + 1:stat.rindex(")")]
            found[int(entry.name)] = (int(stat[stat.rindex(")") + 2:].split()[1]), name)
    return found


def engines_below(root):
    everything = processes()

    def is_below(pid):
        while pid in everything and pid != root:
            pid = everything[pid][0]
        return pid == root

    return [pid for pid, (_, name) in everything.items() if name == "stockfish" and is_below(pid)]


def latenesses(log, allowed):
    """ms by which each answer in an arena log came after its time."""
    late = []
    asked = None
    for line in log.read_text().splitlines():
        match = re.match(r"([\d.]+) ([<>]) (.*)", line)
        if not match:
            continue
        when, text = float(match[1]) * TICK, match[3]
        # Thinking begins when the events before it are absorbed: time of the belief, not of the engines.
        if re.match(r"(sense|go)\b", text) or (asked is not None and text.startswith("info phase update")):
            asked = when
        elif re.match(r"best(sense|move)\b", text) and asked is not None:
            late.append(when - asked - allowed)
            asked = None
    return late


TICK = 1000.0  # ms in a unit of the log


def main():
    build = pathlib.Path(sys.argv[1])
    allowed = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    opponent = sys.argv[3] if len(sys.argv) > 3 else "trout"
    with tempfile.TemporaryDirectory() as folder:
        arena = subprocess.Popen(
            [build / "lanternfish-arena", "play", "--movetime", str(allowed), "--log", folder, "--file",
             f"{folder}/game.json", "--white", f"name=harassed cmd={build}/lanternfish option.Threads=2", "--black",
             f"name=other cmd={build}/lanternfish option.Strategy={opponent}"],
            stdout=subprocess.PIPE, text=True)
        hits = 0
        seen = set()
        while arena.poll() is None:
            time.sleep(INTERVAL)
            victims = engines_below(arena.pid)
            seen.update(victims)
            if victims:
                try:
                    os.kill(victims[hits % len(victims)], signal.SIGKILL if hits % 2 == 0 else signal.SIGSTOP)
                    hits += 1
                except ProcessLookupError:
                    pass
        result = [line for line in arena.stdout.read().splitlines() if line.startswith("result:")]
        logs = sorted(pathlib.Path(folder).glob("white.log"))
        text = "".join(log.read_text() for log in logs)
        late = [ms for log in logs for ms in latenesses(log, allowed)]
        if os.environ.get("KEEP_LOG"):
            pathlib.Path(os.environ["KEEP_LOG"]).write_text(text)
    warnings = re.findall(r"info string warning engine .*", text)
    counted = [int(n) for n in re.findall(r"\((\d+) failures so far\)", text)]
    left = [pid for pid in seen if pathlib.Path(f"/proc/{pid}").exists()]
    print(f"{result}; {hits} signals, {len(seen)} engine processes, {len(warnings)} warnings, "
          f"{max(counted, default=0)} failures counted, {len(late)} answers, "
          f"latest {max(late, default=0):.0f} ms after its time, {len(left)} processes left")
    if warnings:
        print(warnings[-1])
    regular = len(result) == 1 and re.search(r"by (KING_CAPTURE|MOVE_LIMIT|TURN_LIMIT)", result[0])
    ok = regular and late and max(late) <= LATEST and hits > 0 and warnings and not left
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
