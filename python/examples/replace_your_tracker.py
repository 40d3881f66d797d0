"""Replace your bot's tracker in ten lines: the usual set of boards, and lanternfish.Tracker in its place, with times.

    python3 replace_your_tracker.py GAME.json

Needs python-chess. GAME is a GameHistory file; without one a random game is played. Cells are separated by # %%.
"""

# %% The usual way: a set of boards in Python, as published bots keep it
import random
import sys
import time

import chess

from lanternfish import Game, Record, Tracker, records


def from_epd(epd: str) -> chess.Board:
    return chess.Board(epd + " 0 1")


class SetOfBoards:
    """All boards that may be; without clocks; castling as python-chess has it."""

    def __init__(self, color: chess.Color):
        self.color, self.boards, self.first = color, {chess.Board().epd()}, color == chess.WHITE

    def handle_opponent_move_result(self, capture):
        if self.first:
            self.first = False
            return
        following = set()
        for board in map(from_epd, self.boards):
            for move in [chess.Move.null(), *board.generate_pseudo_legal_moves()]:
                hit = None
                if move:
                    hit = move.to_square + (8 if self.color else -8) * board.is_en_passant(move)
                    hit = hit if board.is_capture(move) else None
                if hit == capture:
                    board.push(move)
                    following.add(board.epd(en_passant="xfen"))
                    board.pop()
        self.boards = following

    def handle_sense_result(self, square, seen):
        def agrees(epd):
            board = from_epd(epd)
            return all((p.symbol() if (p := board.piece_at(s)) else None) == piece for s, piece in seen)

        self.boards = set(filter(agrees, self.boards))

    def handle_move_result(self, requested, taken, capture):
        following = set()
        for board in map(from_epd, self.boards):
            move = chess.Move.from_uci(taken) if taken else chess.Move.null()
            hits = board.is_capture(move) if taken else False
            if taken and (not board.is_pseudo_legal(move) or hits != (capture is not None)):
                continue
            if not taken and requested and board.is_pseudo_legal(chess.Move.from_uci(requested)):
                continue
            board.push(move)
            following.add(board.epd(en_passant="xfen"))
        self.boards = following

    def __len__(self):
        return len(self.boards)


# %% The ten lines
class WithLanternfish:
    def __init__(self, color: chess.Color):
        self.tracker = Tracker(color)

    def handle_opponent_move_result(self, capture):
        self.tracker.opponent_moved(capture)

    def handle_sense_result(self, square, seen):
        self.tracker.sensed(square, seen)

    def handle_move_result(self, requested, taken, capture):
        self.tracker.moved(requested, taken, capture)

    def __len__(self):
        return self.tracker.count


# %% A game to try them on
def random_game(turns: int = 24) -> Record:
    game, choose = Game(), random.Random(11)
    while not game.over and turns > 0:
        turns -= 1
        game.sense(choose.choice([9, 12, 14, 33, 36, 38, 49, 52, 54]))
        game.move(choose.choice(game.requests))
    return Record(game.history())


record = Record.read(sys.argv[1]) if len(sys.argv) > 1 else random_game()
MOST = 2000  # boards; the set in Python becomes too slow to wait for

# %% Both, turn by turn
before, after = SetOfBoards(chess.WHITE), WithLanternfish(chess.WHITE)
seconds = {"set of boards": 0.0, "Tracker": 0.0}
print(f"{'turn':>4} {'set of boards':>14} {'Tracker':>10}")
for turn in records.turns(record):
    if not turn.color:
        continue
    for name, bot in (("set of boards", before), ("Tracker", after)):
        began = time.process_time()
        bot.handle_opponent_move_result(turn.capture)
        bot.handle_sense_result(turn.sense, turn.seen)
        seconds[name] += time.process_time() - began
    print(f"{turn.number:4} {len(before):14} {len(after):10}")
    if not turn.has_moved or len(before) > MOST:
        break
    for name, bot in (("set of boards", before), ("Tracker", after)):
        began = time.process_time()
        bot.handle_move_result(turn.requested, turn.taken, turn.own_capture)
        seconds[name] += time.process_time() - began
print(", ".join(f"{name} {s:.3f} s" for name, s in seconds.items()),
      f"of processor time: {seconds['set of boards'] / seconds['Tracker']:.0f} times as fast")
# The two counts may differ: python-chess has no castling out of or through check, which this game allows.
