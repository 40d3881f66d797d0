"""An engine that takes two seconds for a move, and passes."""

import sys
import time

for line in sys.stdin:
    word = line.split()[0] if line.split() else ''
    if word == 'uci':
        print('id name slow\nid protocol rbc-uci 1\nuciok', flush=True)
    elif word == 'isready':
        print('readyok', flush=True)
    elif word == 'sense':
        print('bestsense none', flush=True)
    elif word == 'go':
        time.sleep(2)
        print('bestmove 0000', flush=True)
    elif word == 'quit':
        break
