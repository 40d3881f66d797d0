"""The tracker: its boards against a slow tracker at every event of recorded games, and what a caller relies on."""

import copy
import gc
import json
import os
import pickle
import resource
import signal
import threading
import time
import unittest

import numpy

import lanternfish
from lanternfish import ObservationError, Tracker
from support import chess, number, recorded_games

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def events_of(path: str, color: bool):
    """The private history of one player of a GameHistory file, as (method, arguments)."""
    with open(path, encoding="utf-8") as file:
        game = json.load(file)
    me, other = str(color).lower(), str(not color).lower()
    offset = 0 if color else 1  # games from the usual start: White moves first
    for turn, (sense, seen) in enumerate(zip(game["senses"][me], game["sense_results"][me])):
        their_turn = turn - 1 + offset
        yield "opponent_moved", (game["capture_squares"][other][their_turn] if their_turn >= 0 else None,)
        yield "sensed", (sense, [(s, piece and piece["value"]) for s, piece in seen])
        if turn < len(game["requested_moves"][me]):
            move_of = lambda move: move and move["value"]
            yield "moved", (move_of(game["requested_moves"][me][turn]), move_of(game["taken_moves"][me][turn]),
                            game["capture_squares"][me][turn])


def for_python_chess(method: str, arguments: tuple) -> tuple:
    if method == "sensed":
        return arguments[0], [(s, piece and chess.Piece.from_symbol(piece)) for s, piece in arguments[1]]
    if method == "moved":
        return (*(m and chess.Move.from_uci(m) for m in arguments[:2]), arguments[2])
    return arguments


def played(events: int, color: bool = True, **settings) -> Tracker:
    """A tracker some events into a recorded game, or into one of passes."""
    tracker = Tracker(color, **settings)
    if recorded_games():
        for _, (method, arguments) in zip(range(events), events_of(recorded_games()[0], color)):
            getattr(tracker, method)(*arguments)
        return tracker
    for i in range(events):
        (lambda: tracker.opponent_moved(), lambda: tracker.sensed(None), lambda: tracker.moved(None, None))[i % 3]()
    return tracker


def bits_of(tracker: Tracker) -> bytes:
    return tracker.array().tobytes()


class AgainstTheSlowTracker(unittest.TestCase):
    @unittest.skipUnless(chess and recorded_games(), "needs python-chess and recorded games")
    def test_boards_are_equal_as_a_set_at_every_event_of_recorded_games(self):
        from slow_tracker import SlowTracker, key_of_fen
        most = number("LANTERNFISH_SLOW_BOARDS", 300)
        games = recorded_games()[:number("LANTERNFISH_SLOW_GAMES", 5)]
        compared = 0
        for path in games:
            for color in (True, False):
                fast, slow = Tracker(color, move_model="uniform"), SlowTracker(color, chess.Board())
                for i, (method, arguments) in enumerate(events_of(path, color)):
                    before = fast.copy()
                    getattr(fast, method)(*for_python_chess(method, arguments))
                    if fast.count > most:
                        break
                    getattr(slow, method)(*for_python_chess(method, arguments))
                    fens = fast.fens(fast.count)
                    keys = {key_of_fen(fen) for fen, _ in fens}
                    self.assertEqual(len(keys), fast.count)
                    self.assertEqual(keys, set(slow.boards), f"{path}, {color}, event {i}, after {before}")
                    self.assertAlmostEqual(sum(p for _, p in fens), 1, places=4)
                    compared += 1
        print(f"{compared} events of {len(games)} games compared", end=" ... ")
        self.assertGreater(compared, 10)

    @unittest.skipUnless(recorded_games(), "needs recorded games")
    def test_the_true_board_is_held_to_the_end(self):
        for path in recorded_games()[:5]:
            with open(path, encoding="utf-8") as file:
                game = json.load(file)
            tracker = Tracker(True, memory_mb=16)
            truths = iter(game["fens_before_move"]["true"])
            for method, arguments in events_of(path, True):
                getattr(tracker, method)(*arguments)
                if method == "sensed":
                    truth = next(truths, None)
                    if truth and not tracker.deferred:
                        self.assertGreater(tracker.probability(truth), 0)


class Arguments(unittest.TestCase):
    def test_the_same_event_in_every_spelling_gives_the_same_boards(self):
        def after(square, result, move):
            tracker = Tracker("white")
            tracker.opponent_moved(None)
            tracker.sensed(square, result)
            tracker.moved(move, move)
            tracker.opponent_moved()
            return bits_of(tracker)

        pairs = [(57, "n"), (58, "b"), (59, "q"), (49, "p"), (50, "p"), (51, "p"), (41, None), (42, None), (43, None)]
        wanted = after(50, pairs, "g1f3")
        self.assertEqual(after("c7", "nbq/ppp/3", "g1f3"), wanted)
        self.assertEqual(after(numpy.int64(50), list(reversed(pairs)), "g1f3"), wanted)
        if chess:
            self.assertEqual(after(chess.C7, for_python_chess("sensed", (50, pairs))[1], chess.Move.from_uci("g1f3")),
                             wanted)

    def test_wrong_values_are_named_and_change_nothing(self):
        tracker = Tracker(True)
        tracker.opponent_moved()
        for make, error, text in (
                (lambda: tracker.sensed(64, []), ValueError, "64 is not between 0 and 63"),
                (lambda: tracker.sensed("z9", []), ValueError, "z9"),
                (lambda: tracker.sensed("a8", [(0, None)] * 4), ValueError, "a1 is not in the window of a8"),
                (lambda: tracker.sensed("a8", []), ValueError, "shows 4 squares, not 0"),
                (lambda: tracker.sensed("a8", [("b8", None)] * 4), ValueError, "b8 is there twice"),
                (lambda: tracker.sensed("a8", [(56, "x"), (57, None), (48, None), (49, None)]), ValueError, "'x'"),
                (lambda: tracker.sensed(3.5, []), TypeError, "3.5"),
                (lambda: tracker.probability("not a FEN"), ValueError, ""),
                (lambda: tracker.probability(3), TypeError, "a position"),
                (lambda: Tracker("green"), ValueError, "green"),
                (lambda: Tracker(None), TypeError, "a colour"),
                (lambda: Tracker(True, threads=0), ValueError, "threads"),
                (lambda: Tracker(True, move_model="wild"), ValueError, "wild"),
                (lambda: Tracker(True, start="8/8/8/8/8/8/8/8 w - - 0 1"), ValueError, "king")):
            with self.assertRaises(error) as raised:
                make()
            self.assertIn(text, str(raised.exception))
        self.assertEqual(tracker.count, 1)

    def test_observation_error_is_a_value_error_and_leaves_the_tracker_as_it_was(self):
        self.assertTrue(issubclass(ObservationError, ValueError))
        tracker = played(10)
        history, bits = tracker.history(), bits_of(tracker)
        next_event = {"opponent_moved": ("sensed", ("e5", "KKK/3/3")), "sensed": ("moved", ("a1h8", "a1h8")),
                      "moved": ("opponent_moved", ("e5",))}[history[-1][0]]
        for method, arguments in (next_event, ("opponent_moved", ("a1",)), ("moved", (None, "e2e4"))):
            with self.assertRaises(ObservationError):
                getattr(tracker, method)(*arguments)
        self.assertEqual(tracker.history(), history)
        self.assertEqual(bits_of(tracker), bits)

    def test_an_observation_that_no_board_explains_is_refused(self):
        tracker = Tracker("black")
        tracker.opponent_moved()
        bits = bits_of(tracker)
        with self.assertRaises(ObservationError):
            tracker.sensed("e5", "1Q1/3/3")  # White has made one move
        self.assertEqual(bits_of(tracker), bits)
        tracker.sensed("e3", "3/3/PPP")
        tracker.moved("d7d5", "d7d5")
        with self.assertRaises(ObservationError):
            tracker.opponent_moved("a8")  # nothing reaches it
        tracker.opponent_moved("d5")

    @unittest.skipUnless(recorded_games(), "needs recorded games")
    def test_under_short_memory_an_impossible_observation_is_refused_or_leaves_deferred_boards_only(self):
        refused = left = 0
        for path in recorded_games()[:3]:
            tracker = Tracker(True, memory_mb=1)
            for method, arguments in events_of(path, True):
                if method == "sensed" and tracker.deferred:
                    other = tracker.copy()
                    try:
                        other.sensed("d8", "qqq/qqq")  # nobody has six queens
                    except ObservationError:
                        refused += 1
                        self.assertEqual((other.history(), bits_of(other)), (tracker.history(), bits_of(tracker)))
                    else:
                        left += 1
                        self.assertEqual(other.count, 0)
                        self.assertGreater(other.deferred, 0)
                getattr(tracker, method)(*arguments)
        self.assertGreater(refused, 0)
        self.assertGreater(left, 0)


class Views(unittest.TestCase):
    def test_views_stay_as_they_were_when_the_tracker_goes_on_and_goes(self):
        tracker = played(9)
        views = tracker.shards()
        self.assertTrue(all(v.flags["OWNDATA"] is False for v in views))  # no copy
        self.assertEqual(sum(len(v) for v in views), tracker.count)
        before = [v.tobytes() for v in views]
        tracker.opponent_moved()
        tracker.sensed(None)
        del tracker
        gc.collect()
        self.assertEqual([v.tobytes() for v in views], before)
        with self.assertRaises(ValueError):
            views[0]["weight"][0] = 1

    def test_array_holds_the_boards(self):
        tracker = played(10)
        boards = tracker.array()
        self.assertEqual(len(boards), tracker.count)
        weights = boards["weight"] / boards["weight"].sum(dtype=float)
        likeliest = sorted(weights, reverse=True)[:5]
        numpy.testing.assert_allclose([p for _, p in tracker.fens(5)], likeliest, rtol=1e-4)

    def test_piece_probabilities_follow_from_the_array(self):
        tracker = played(10)
        boards = tracker.array()
        planes = tracker.piece_probabilities()
        self.assertEqual((planes.shape, planes.dtype), ((12, 8, 8), numpy.float64))
        code = sum(((boards["planes"][:, k] >> numpy.uint64(60)) & numpy.uint64(1)) << numpy.uint64(k) for k in range(3))
        for piece in range(6):  # black, seen by White, on e8
            share = boards["weight"][code == piece + 1].sum(dtype=float) / boards["weight"].sum(dtype=float)
            self.assertAlmostEqual(planes[6 + piece, 7, 4], share, places=5)
        self.assertEqual(planes[5].sum(), 1)  # my own king

    def test_windows_say_what_senses_leave(self):
        tracker = played(10, move_model="uniform")
        rows = tracker.windows()
        self.assertEqual(list(rows["square"]), list(range(64)))
        self.assertTrue((rows["worst"] <= tracker.count).all() and (rows["expected"] <= rows["worst"]).all())
        self.assertLessEqual(rows["bits"].max(), tracker.entropy + 1e-6)

    def test_samples_follow_the_probabilities(self):
        tracker = Tracker("black")
        tracker.opponent_moved()
        fens = tracker.sample(20000, rng_seed=3)
        for fen, probability in tracker.fens(3):
            self.assertAlmostEqual(fens.count(fen) / len(fens), probability, delta=0.02)
        self.assertNotEqual(fens, tracker.sample(20000, rng_seed=4))

    @unittest.skipUnless(chess, "needs python-chess")
    def test_boards_are_python_chess_boards(self):
        tracker = played(7)
        self.assertEqual([(b.fen(en_passant="fen"), p) for b, p in tracker.boards(3)],
                         [(chess.Board(f).fen(en_passant="fen"), p) for f, p in tracker.fens(3)])
        self.assertEqual(tracker.probability(tracker.boards(1)[0][0]), tracker.boards(1)[0][1])


class Copies(unittest.TestCase):
    def test_copies_and_pickles_are_equal_and_go_their_own_ways(self):
        for model in ("fitted", "uniform"):
            tracker = played(13, False, move_model=model)
            bits = bits_of(tracker)
            others = [tracker.copy(), copy.copy(tracker), copy.deepcopy(tracker),
                      pickle.loads(pickle.dumps(tracker))]
            tracker.sensed(None)  # the 14th event
            for other in others:
                self.assertEqual(bits_of(other), bits)
                self.assertEqual(other.history(), tracker.history()[:-1])
                other.sensed(None)
                self.assertEqual(bits_of(other), bits_of(tracker))

    def test_threads_change_nothing(self):
        self.assertEqual(bits_of(played(16, threads=1)), bits_of(played(16, threads=2)))

    def test_trackers_made_and_dropped_leave_no_memory(self):
        def rss_kb() -> int:
            with open("/proc/self/statm", encoding="ascii") as statm:
                return int(statm.read().split()[1]) * resource.getpagesize() // 1024

        def make_and_drop(n: int) -> None:
            for _ in range(n):
                tracker = Tracker("black")
                tracker.opponent_moved()
                tracker.copy().sensed("e3", "3/3/PPP")
                tracker.array()
        make_and_drop(500)
        before = rss_kb()
        make_and_drop(number("LANTERNFISH_LEAK_TRACKERS", 2000))
        self.assertLess(rss_kb() - before, 1000)


def grow(tracker: Tracker, turns: int) -> None:
    for _ in range(turns):
        tracker.opponent_moved()
        tracker.sensed(None)
        tracker.moved(None, None)


class LongWork(unittest.TestCase):
    def test_ctrl_c_leaves_the_tracker_as_it_was(self):
        tracker = Tracker("black", memory_mb=2048)
        grow(tracker, 5)
        bits = bits_of(tracker)
        undisturbed = tracker.copy()
        began = time.monotonic()
        undisturbed.opponent_moved()
        duration = time.monotonic() - began
        self.assertGreater(duration, 0.2, "the work is too short for this test")
        timer = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
        began = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            tracker.opponent_moved()
            time.sleep(10)
        self.assertLess(time.monotonic() - began, duration)
        self.assertEqual(bits_of(tracker), bits)
        tracker.opponent_moved()
        self.assertEqual(bits_of(tracker), bits_of(undisturbed))

    def test_other_threads_run_meanwhile(self):
        tracker = Tracker("black")
        grow(tracker, 5)
        done = threading.Event()
        worker = threading.Thread(target=lambda: (tracker.copy().opponent_moved(), done.set()))
        worker.start()
        steps = 0
        while not done.is_set():
            time.sleep(0.001)
            steps += 1
        worker.join()
        self.assertGreater(steps, 20)

    def test_one_tracker_may_be_called_from_several_threads(self):
        tracker = played(10)
        bits, failures = bits_of(tracker), []

        def look():
            for _ in range(50):
                if bits_of(tracker.copy()) != bits or tracker.windows()["bits"].max() > tracker.entropy + 1e-6:
                    failures.append("differs")

        threads = [threading.Thread(target=look) for _ in range(4)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
