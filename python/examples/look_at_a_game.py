"""Look at a game: how many boards one player held, what the true one was worth, and where the opponent might stand.

    python3 look_at_a_game.py GAME.json [white|black] [PICTURE.png]

GAME is a GameHistory file. Needs matplotlib; without PICTURE a window shows the drawing. Cells are separated by # %%.
"""

# %% The game
import math
import sys

import numpy

from lanternfish import Record, records

if len(sys.argv) < 2:
    sys.exit(__doc__)
record = Record.read(sys.argv[1])
color = sys.argv[2:3] != ["black"]
picture = sys.argv[3] if len(sys.argv) > 3 else None

# %% Boards held, and bits on the truth: log2 of its probability; 0 is certainty
turns, boards, bits, heat = [], [], [], []
for turn, tracker in records.follow(record, color):
    probability = tracker.probability(turn.fen)
    turns.append(turn.number)
    boards.append(tracker.count)
    bits.append(math.log2(probability) if probability else math.nan)
    pieces = tracker.piece_probabilities()
    heat.append(pieces[6:].sum(axis=0) if color else pieces[:6].sum(axis=0))
    print(f"turn {turn.number:3}  {tracker.count:9} boards  entropy {tracker.entropy:5.2f} bits  "
          f"truth {bits[-1]:6.2f} bits")

# %% The drawing: both curves, and the least certain turn as a heat map of the opponent's pieces
import matplotlib  # noqa: E402

if picture:
    matplotlib.use("Agg")
import matplotlib.pyplot as plot  # noqa: E402

figure, (left, right) = plot.subplots(1, 2, figsize=(11, 4.5))
left.semilogy(turns, boards, color="tab:blue")
left.set(xlabel="turn", ylabel="boards after the sense", title=f"{record.white} - {record.black}")
truth = left.twinx()
truth.plot(turns, bits, color="tab:red")
truth.set_ylabel("log2 of the truth's probability", color="tab:red")
worst = int(numpy.argmax(boards))
shown = right.imshow(heat[worst], origin="lower", cmap="viridis", vmin=0, vmax=1)
right.set(title=f"an opposing piece, turn {turns[worst]}", xticks=range(8), xticklabels="abcdefgh", yticks=range(8),
          yticklabels="12345678")
figure.colorbar(shown)
figure.tight_layout()
if picture:
    figure.savefig(picture)
else:
    plot.show()
