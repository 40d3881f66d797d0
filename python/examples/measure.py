"""Speed of the package beside reconchess and StrangeFish2, in one run. By processor time, since other programs may run.

    python3 measure.py GAMES_FOLDER

Needs python-chess; reconchess and StrangeFish2 (package strangefish) are measured where they are installed. GAMES_FOLDER
has GameHistory files.
"""

import os
import random
import sys
import threading
import time

import numpy

from lanternfish import Environment, Tracker, VectorEnvironment, records

if len(sys.argv) < 2:
    sys.exit(__doc__)
FILES = records.files(sys.argv[1])


def timed(work) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def wall(work) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def report(name: str, figure: float, unit: str, than: float = 0.0, whom: str = "") -> None:
    beside = f", {figure / than:.0f} times {whom}" if than else ""
    print(f"{name:34} {figure:14,.0f} {unit}{beside}", flush=True)


# %% Expansion of the same sets
def sets_of_recorded_games(least: int, most: int, wanted: int):
    """Trackers before the opponent's move, with the capture square that follows."""
    found = []
    for path in FILES:
        for color in (True, False):
            tracker = Tracker(color, move_model="uniform")
            turns = [t for t in records.turns(records.Record.read(path)) if t.color == color]
            for turn, following in zip(turns, turns[1:]):
                tracker.opponent_moved(turn.capture)
                tracker.sensed(turn.sense, turn.seen)
                tracker.moved(turn.requested, turn.taken, turn.own_capture)
                if least <= tracker.count <= most:
                    found.append((tracker.copy(), following.capture))
                if tracker.count > most or len(found) == wanted:
                    break
            if len(found) == wanted:
                return found
    return found


def expand(trackers) -> int:
    made = 0
    for tracker, capture in trackers:
        tracker.opponent_moved(capture)
        made += tracker.count
    return made


sets = sets_of_recorded_games(1000, 5000, 6)
copies = [[(tracker.copy(), capture) for tracker, capture in sets] for _ in range(5)]
made = expand(copies[0])
ours = made / min(timed(lambda c=c: expand(c)) for c in copies[1:])
theirs = 0.0
try:
    import chess
    from strangefish.utilities import populate_next_board_set
except ImportError as error:
    print(f"StrangeFish2 is not measured: {error}")
else:
    seconds = their_boards = 0.0
    for tracker, capture in sets:
        boards = {board for board, _ in tracker.boards(tracker.count)}
        began = time.process_time()
        by_capture, _ = populate_next_board_set(boards, required_op_capture_square=capture, rc_disable_pbar=True)
        seconds += time.process_time() - began
        their_boards += len(by_capture[capture])
    theirs = their_boards / seconds
    report("StrangeFish2, expansion", theirs, "distinct boards/s")
report(f"Tracker, expansion ({len(sets)} sets)", ours, "distinct boards/s", theirs, "StrangeFish2")

# %% Two trackers in two threads, by the clock
big = sets_of_recorded_games(50000, 400000, 1)
if big:
    def at_once(pair) -> None:
        threads = [threading.Thread(target=expand, args=([one],)) for one in pair]
        [t.start() for t in threads]
        [t.join() for t in threads]

    alone, together = [], []
    for _ in range(6):  # the first rounds are slower: memory that the process has not touched before
        two = [[(big[0][0].copy(), big[0][1]) for _ in range(2)] for _ in range(2)]
        alone.append(wall(lambda t=two[0]: expand(t)))
        together.append(wall(lambda t=two[1]: at_once(t)))
    print(f"two trackers at once: {min(alone) / min(together):.2f} times as fast as one after another, by the clock, at "
          f"load {os.getloadavg()[0]:.1f} of {os.cpu_count()} processors")

# %% Environment steps; a step is a sense or a request, chosen at random
def steps_of_environment(steps: int, turns: int) -> None:
    env, choose = Environment(turns=turns), random.Random(1)
    for _ in range(steps):
        if env.game.over:
            env.reset()
        allowed = numpy.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(allowed[choose.randrange(allowed.size)]))


def steps_of_vector(steps: int, games: int, turns: int, threads: int) -> None:
    env = VectorEnvironment(games, turns=turns, threads=threads)
    for step in range(steps):
        env.step(env.random_actions(step))


local = 0.0
try:
    from reconchess import LocalGame
except ImportError as error:
    print(f"reconchess is not measured: {error}")
else:
    def local_games(turns: int) -> int:
        choose, steps = random.Random(1), 0
        game = LocalGame(10**6)
        game.start()
        for _ in range(turns):
            if game.is_over():
                game = LocalGame(10**6)
                game.start()
            game.opponent_move_results()
            game.sense(choose.choice(game.sense_actions()))
            game.move(choose.choice(game.move_actions() + [None]))
            game.end_turn()
            steps += 2
        return steps

    local = 2000 / timed(lambda: local_games(1000))
    report("reconchess's LocalGame", local, "steps/s")
for turns in (1, 20):
    report(f"Environment, {turns} turns", 4000 / timed(lambda: steps_of_environment(4000, turns)), "steps/s", local,
           "LocalGame")
    report(f"VectorEnvironment, {turns} turns", 64 * 500 / timed(lambda: steps_of_vector(500, 64, turns, 1)), "steps/s",
           local, "LocalGame")
    report("  two threads, by the clock", 64 * 500 / wall(lambda: steps_of_vector(500, 64, turns, 2)), "steps/s", local,
           "LocalGame")

# %% Records
report("records read and checked", len(FILES) / timed(lambda: sum(1 for _ in records.read(FILES))), "games/s")
