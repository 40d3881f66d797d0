#!/usr/bin/env python3
"""An RBC-UCI engine that always passes, and goes wrong to order: fake_engine.py LOG FAULT [N]

Each process appends what it is told to LOG. FAULT happens at the Nth `go` counted over all processes that write to LOG,
or at every one when N is 0: die, illegal, nonsense, wrong (another terminator), silent, refuse (an error line).
"""

import sys
import time

log, fault, at = sys.argv[1], (sys.argv[2:] or ["none"])[0], int((sys.argv[3:] or [1])[0])


def count_goes():
    with open(log) as told:
        return sum(line.startswith("go ") for line in told)


for line in sys.stdin:
    with open(log, "a") as told:
        told.write(line)
    word = line.split()[0]
    if word == "uci":
        print("id name fake\noption name UCI_Opponent type string default <empty>\nuciok")
    elif word == "isready":
        print("readyok")
    elif word == "sense":
        print("bestsense e7")
    elif word == "go":
        if at in (0, count_goes()):
            if fault == "die":
                sys.exit(3)
            elif fault == "silent":
                time.sleep(600)
            print({"illegal": "bestmove a1a8", "nonsense": "bestmove e9", "wrong": "bestsense e4",
                   "refuse": "info string error observation that cannot be\nbestmove 0000"}.get(fault, "bestmove 0000"))
        else:
            print("bestmove 0000")
    elif word == "quit":
        break
    sys.stdout.flush()
