#!/usr/bin/env python3
"""A whole RBC-UCI engine that senses and moves at random: the place to begin one. docs/reference/protocol.md says the
rest. Play it: lanternfish-arena match -engine name=mine "cmd=python3 examples/engine.py" -engine cmd=lanternfish
"""

import random
import sys

STEPS = {"n": [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
         "b": [(1, 1), (1, -1), (-1, 1), (-1, -1)], "r": [(1, 0), (-1, 0), (0, 1), (0, -1)]}
STEPS["q"] = STEPS["k"] = STEPS["b"] + STEPS["r"]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

name = lambda file, rank: "abcdefgh"[file] + "12345678"[rank]


class Engine:  # knows its own pieces; what it senses it forgets: that is yours to change
    def __init__(self):
        self.white, self.own = True, {}  # own: square -> p, n, b, r, q or k

    def position(self, words):
        """[startpos | fen FEN] color COLOR [history EVENT...]"""
        placement = words[1] if words[0] == "fen" else START
        at = words.index("color") + 1
        self.white, self.own = words[at] == "white", {}
        for row, line in enumerate(placement.split("/")):
            file = 0
            for letter in line:
                if letter.isdigit():
                    file += int(letter)
                else:
                    if letter.isupper() == self.white:
                        self.own[name(file, 7 - row)] = letter.lower()
                    file += 1
        self.observe(words[at + 2:])

    def observe(self, words):
        while words:
            if words[0] == "opponent":                     # opponent capture SQUARE
                self.own.pop(words[2], None)
                words = words[3:]
            elif words[0] == "sense":                      # sense SQUARE result WINDOW
                words = words[4:]
            else:                                          # move requested M taken M capture SQUARE
                self.move(words[4])
                words = words[7:]

    def move(self, taken):
        if taken == "0000":                                # the request came to nothing
            return
        piece = self.own.pop(taken[:2])
        self.own[taken[2:4]] = taken[4:] or piece
        if piece == "k" and taken[:4] in ("e1g1", "e1c1", "e8g8", "e8c8"):
            rook, to = ("h", "f") if taken[2] == "g" else ("a", "d")
            self.own[to + taken[1]] = self.own.pop(rook + taken[1])

    def requests(self):
        """Depend on nothing but one's own pieces."""
        for square, piece in self.own.items():
            file, rank = ord(square[0]) - 97, int(square[1]) - 1
            ahead = 1 if self.white else -1
            steps = [(-1, ahead), (0, ahead), (1, ahead)] if piece == "p" else STEPS[piece]
            for x, y in steps:
                far = 7 if piece in "brq" else 2 if piece == "p" and x == 0 and rank == (1 if self.white else 6) else 1
                for n in range(1, far + 1):
                    to = file + n * x, rank + n * y
                    if not (0 <= to[0] < 8 and 0 <= to[1] < 8) or name(*to) in self.own:
                        break
                    yield square + name(*to)


def main():
    engine = Engine()
    for line in sys.stdin:
        words = line.split()
        word = words[0] if words else "#"
        if word == "uci":
            print("id name Example\nid protocol rbc-uci 1\nuciok")
        elif word == "isready":
            print("readyok")
        elif word == "position":
            engine.position(words[1:])
        elif word == "observe":
            engine.observe(words[1:])
        elif word == "sense":
            print("bestsense", name(random.randrange(1, 7), random.randrange(1, 7)))
        elif word == "go":
            print("bestmove", random.choice(list(engine.requests()) or ["0000"]))
        elif word == "ponder":
            print("ponderdone")
        elif word == "quit":
            break
        elif word[0] != "#" and word not in ("setoption", "ucinewgame", "gameover", "stop", "debug"):
            print("info string error syntax unknown command", word)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
