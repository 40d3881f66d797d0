#!/usr/bin/env python3
"""Times StrangeFish2's own expansion of a set of boards by one unseen turn, for comparison with lanternfish-bench.

usage: compare_strangefish2.py BOARDS CAPTURE [REPEATS]

BOARDS holds one FEN a line, as `lanternfish-bench belief --write-boards BOARDS` writes them, which also prints CAPTURE,
the square of the notice ("none" for no capture). StrangeFish2, reconchess and python-chess must be on PYTHONPATH.
Prints the number of distinct boards and the best rate of all repeats, by processor time, so that other programs on the
machine do not count: it is one process with one thread that works.
"""
import sys
import time

import chess
from strangefish.utilities import populate_next_board_set


def main() -> int:
    if len(sys.argv) < 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="ascii") as lines:
        boards = {chess.Board(line.strip()) for line in lines if line.strip()}
    capture = None if sys.argv[2] == "none" else chess.parse_square(sys.argv[2])
    best = None
    for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 3):
        begin = time.process_time()
        by_capture, _priorities = populate_next_board_set(
            boards, required_op_capture_square=capture, rc_disable_pbar=True
        )
        seconds = time.process_time() - begin
        best = seconds if best is None else min(best, seconds)
    distinct = len(by_capture[capture])
    print(f"strangefish2: {len(boards)} boards -> {distinct} distinct, {distinct / best:.0f} distinct boards a second of processor time")
    return 0


if __name__ == "__main__":
    sys.exit(main())
