"""Every public method of every class from four threads at once: each call waits its turn, and nothing breaks or hangs.

LANTERNFISH_THREAD_ROUNDS: how often each thread calls each method.
"""

import asyncio
import copy
import faulthandler
import inspect
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
import unittest

import lanternfish
from arguments_test import KINDS, LEFT_OUT, OBJECTS, kind_of, parameters_of
from lanternfish import Engine, Game, Tracker, VectorEnvironment
from processes_test import SILENT
from support import number

THREADS = 4
ROUNDS = number("LANTERNFISH_THREAD_ROUNDS", 10)
REFUSALS = (ValueError, RuntimeError, ModuleNotFoundError)  # out of turn; python-chess may be missing
QUICK = {"EngineCommand": "none", "OwnBook": False, "Threads": 1, "Seed": 1}


def classes():
    return {name: value for name, value in vars(lanternfish).items() if inspect.isclass(value) and name in lanternfish.__all__
            and name not in LEFT_OUT}


def calls_of(name, target):
    """(what, callable) of all public methods and attributes, and of copies and pickles where there are any."""
    for member, inner in vars(type(target)).items():
        if member.startswith("_") or member == "read":
            continue
        if inspect.isroutine(inner):
            good = {p: kind_of(f"{name}.{member}", p).good for p, has_default in parameters_of(f"{name}.{member}", inner)
                    if not has_default or p in ("nodes", "n")}
            yield member, lambda member=member, good=good: getattr(target, member)(**good)
        else:
            yield member, lambda member=member: getattr(target, member)
    yield "repr", lambda: repr(target)
    if hasattr(type(target), "__deepcopy__") or name in ("Environment", "ParallelEnvironment", "RBCEnv"):
        yield "deepcopy", lambda: copy.deepcopy(target)
    if name not in ("Engine", "Game", "Observer"):
        yield "pickle", lambda: pickle.loads(pickle.dumps(target))


def long_thinker():
    """An engine whose next sense takes seconds."""
    engine = Engine("lanternfish", QUICK)
    engine.new_game("black")
    for _ in range(4):
        engine.opponent_moved(), engine.sensed(None), engine.moved(None, None)
    engine.opponent_moved()
    return engine


def from_threads(work, threads=THREADS):
    """Runs work(number of the thread) in several threads; what they raised."""
    raised = []

    def run(i):
        try:
            work(i)
        except BaseException as error:  # a thread's traceback would go unnoticed
            raised.append(error)
    running = [threading.Thread(target=run, args=(i,)) for i in range(threads)]
    [t.start() for t in running]
    [t.join() for t in running]
    return raised


class FourThreads(unittest.TestCase):
    def setUp(self):
        faulthandler.dump_traceback_later(300, exit=True)  # a deadlock names its places

    def tearDown(self):
        faulthandler.cancel_dump_traceback_later()

    def test_every_public_method_of_every_class(self):
        KINDS["nodes"].good = 10
        total = 0
        for name in classes():
            target = OBJECTS[name]() if name != "Engine" else Engine("lanternfish", QUICK)
            methods = list(calls_of(name, target))
            made = [0] * THREADS

            def work(i, methods=methods, made=made):
                for turn in range(ROUNDS):
                    for k in range(len(methods)):
                        method = methods[(k * (2 * i + 1) + turn * i) % len(methods)][1]
                        try:
                            method()
                        except REFUSALS:
                            pass
                        made[i] += 1
            with self.subTest(name):
                self.assertEqual(from_threads(work), [])
            total += sum(made)
            print(f"{name}: {len(methods)} methods, {sum(made)} calls", flush=True)
        print(f"{total} calls from {THREADS} threads", flush=True)

    def test_looking_at_a_tracker_during_a_long_event_waits_for_it(self):
        tracker = Tracker("black", memory_mb=2048)
        for _ in range(5):
            tracker.opponent_moved(), tracker.sensed(None), tracker.moved(None, None)
        before = tracker.count
        looks = [lambda: tracker.own_fen, tracker.history, lambda: repr(tracker), tracker.shards, tracker.array,
                 tracker.move_requests, lambda: pickle.dumps(tracker), lambda: tracker.count, tracker.copy]
        worker = threading.Thread(target=tracker.opponent_moved)
        worker.start()
        time.sleep(0.1)
        for look in looks:
            look()
        worker.join()
        self.assertGreater(tracker.count, before)

    def test_decisions_of_one_engine_follow_each_other(self):
        engine = Engine("lanternfish", QUICK)
        for _ in range(3):
            engine.new_game("white")
            engine.opponent_moved()
            square = engine.sense(nodes=50)
            engine.sensed(square, Game().sense(square))
            requests = []
            self.assertEqual(from_threads(lambda i: requests.append(engine.go(nodes=200))), [])
            self.assertEqual(len(requests), THREADS)

    def test_a_call_after_one_that_was_given_up_waits_for_it(self):
        engine = long_thinker()

        async def give_up():
            task = asyncio.create_task(asyncio.to_thread(engine.sense, seconds=1.0))
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(task, 0.1)
            return engine.sense(nodes=50)
        self.assertIn(asyncio.run(give_up()), range(64))

    def test_games_side_by_side_are_stepped_by_one_thread_at_a_time(self):
        games = VectorEnvironment(16, turns=1, threads=2)

        def work(i):
            for step in range(20 * ROUNDS):
                try:
                    games.step(games.random_actions(step))
                except ValueError:
                    pass  # another thread has stepped between
        self.assertEqual(from_threads(work), [])

    def test_ctrl_c_ends_the_waiting_for_another_threads_call(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "silent.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(SILENT)
            engine = Engine(command=f"{sys.executable} {path} sense")
            engine.new_game("black")
            engine.opponent_moved()
            raised = []

            def wait():
                try:
                    engine.sense(seconds=1)
                except RuntimeError as error:
                    raised.append(str(error))
            worker = threading.Thread(target=wait)
            worker.start()
            time.sleep(0.2)
            began = time.monotonic()
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
            with self.assertRaises(KeyboardInterrupt):
                engine.count
                time.sleep(5)
            self.assertLess(time.monotonic() - began, 2)
            self.assertTrue(worker.is_alive())
            worker.join()
            self.assertIn("no answer in time", raised[0])

    def test_a_signal_handler_cannot_call_what_it_interrupts(self):
        engine = long_thinker()
        told = []

        def handler(*_):
            try:
                told.append(engine.count)
            except RuntimeError as error:
                told.append(str(error))
        old = signal.signal(signal.SIGUSR1, handler)
        try:
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGUSR1)).start()
            engine.sense(seconds=1)
        finally:
            signal.signal(signal.SIGUSR1, old)
        self.assertIn("signal handler", told[0])
        self.assertGreater(engine.count, 20_000)


if __name__ == "__main__":
    unittest.main()
