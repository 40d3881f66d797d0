"""Engines in processes of their own: silent ones, and those that must outlive a thread or a fork."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

from lanternfish import Engine, Game, Tracker, VectorEnvironment
from support import script_for

# Answers all but what its argument names.
SILENT = """
import sys, time
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == sys.argv[1]:
        time.sleep(3600)
    if word == "uci":
        print("id name silent\\nid protocol rbc-uci 1\\nuciok", flush=True)
    if word == "isready":
        print("readyok", flush=True)
    if word == "sense":
        print("bestsense e4", flush=True)
    if word == "go":
        print("bestmove 0000", flush=True)
"""


class WithScript(unittest.TestCase):
    def setUp(self):
        self.path = script_for(self, "silent.py", SILENT)

    def engine(self, silent_at: str = "never") -> Engine:
        return Engine(command=f"{sys.executable} {self.path} {silent_at}")

    def running(self) -> int:
        found = subprocess.run(["pgrep", "-cf", self.path], capture_output=True, text=True, check=False).stdout
        return int(found)


class Silent(WithScript):
    def interrupted(self, work, within: float):
        began = time.monotonic()
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            work()
            time.sleep(30)
        self.assertLess(time.monotonic() - began, within)

    def test_ctrl_c_ends_a_decision_and_the_next_game_begins_anew(self):
        engine = self.engine("sense")
        engine.new_game("white")
        engine.opponent_moved()
        self.interrupted(lambda: engine.sense(seconds=60), 10)
        with self.assertRaisesRegex(RuntimeError, "new_game"):
            engine.sense()
        engine.new_game("white")
        engine.opponent_moved()
        self.assertEqual(self.running(), 1)

    def test_ctrl_c_ends_the_start_and_a_new_game(self):
        self.interrupted(lambda: self.engine("uci"), 10)
        engine = self.engine()
        engine.new_game("white")
        del engine
        self.assertEqual(self.running(), 0)

    def test_seconds_end_a_decision(self):
        engine = self.engine("sense")
        engine.new_game("white")
        engine.opponent_moved()
        began = time.monotonic()
        with self.assertRaisesRegex(RuntimeError, "no answer in time"):
            engine.sense(seconds=0.5)
        self.assertLess(time.monotonic() - began, 20)

    def test_one_that_answers_is_asked_on(self):
        engine = self.engine()
        engine.new_game("white")
        engine.opponent_moved()
        self.assertEqual(engine.sense(seconds=1), 28)
        engine.sensed("e4", Game().sense("e4"))
        self.assertIsNone(engine.go(seconds=1))


class Lives(WithScript):
    def test_an_engine_outlives_the_thread_it_was_made_in(self):
        made = []
        worker = threading.Thread(target=lambda: made.append(self.engine()))
        worker.start()
        worker.join()
        time.sleep(0.1)
        made[0].new_game("white")
        made[0].opponent_moved()
        self.assertEqual(made[0].sense(), 28)

    def test_a_forked_child_that_lets_go_of_its_copy_leaves_the_parents_engine_alone(self):
        engines = [self.engine(), Engine("random", {"EngineCommand": "none"})]
        others = [Tracker(True, threads=2), VectorEnvironment(2, turns=1, threads=2)]
        copies = [Tracker(True), VectorEnvironment(2, turns=1)]
        child = os.fork()
        if child == 0:
            status = 0
            for thing, call in ((engines[0], lambda e: e.new_game("white")), (engines[1], lambda e: e.new_game("white")),
                                (others[0], lambda t: t.opponent_moved()), (others[1], lambda v: v.reset())):
                try:
                    call(thing)
                    status = 1
                except RuntimeError as error:
                    status |= 0 if "fork" in str(error) else 2
            copies[0].opponent_moved(), copies[1].reset()
            engines.clear(), others.clear()
            del thing
            os._exit(status)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        for engine in engines:
            engine.new_game("white")
            engine.opponent_moved()
            self.assertIsNotNone(engine.sense(nodes=1))
        others[0].opponent_moved(), others[1].reset()

    def test_an_engine_ends_with_the_program_however_that_ends(self):
        script = ("import os, lanternfish; engine = lanternfish.Engine(command=os.environ['COMMAND']); print('made', flush=True)\n"
                  "import time; time.sleep(60)")
        program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env={
            **os.environ, "COMMAND": f"{sys.executable} {self.path} never"})
        self.assertEqual(program.stdout.readline(), "made\n")
        self.assertEqual(self.running(), 1)
        program.kill()
        program.wait()
        program.stdout.close()
        for _ in range(100):
            if not self.running():
                break
            time.sleep(0.05)
        self.assertEqual(self.running(), 0)


if __name__ == "__main__":
    unittest.main()
