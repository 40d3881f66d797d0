"""Environments whose step fails or is interrupted, whose process forks, and whose callers go on with what they gave."""

import copy
import os
import pickle
import random
import signal
import threading
import time
import unittest

import numpy

from lanternfish import ActionError, Environment, Game, ObservationError, ParallelEnvironment, RBCEnv
from lanternfish.observations import View
from support import chess


def first_allowed(observation, mask):
    return int(numpy.flatnonzero(mask)[0])


class Failing:
    """A policy that answers what is not allowed, or raises, the n-th time that it is asked."""

    def __init__(self, n, error=None):
        self.left, self.error = n, error

    def __call__(self, observation, mask):
        self.left -= 1
        if self.left == 0 and self.error is not None:
            raise self.error
        return -1 if self.left == 0 else first_allowed(observation, mask)


class Drawing:
    """A policy that draws its actions, as past selves do."""

    def __init__(self):
        self.random = random.Random(7)

    def __call__(self, observation, mask):
        return self.random.choice(numpy.flatnonzero(mask).tolist())


def stepped(env, steps):
    for _ in range(steps):
        env.step(env.sample())


class Interrupted(unittest.TestCase):
    def test_a_policy_that_fails_costs_the_learner_nothing(self):
        for illegal in ("raise", "lose"):
            for error, raised in ((None, ActionError), (KeyError("weight"), KeyError), (KeyboardInterrupt(), KeyboardInterrupt)):
                env = RBCEnv(opponent=Failing(3, error), turns=1, illegal=illegal, render_mode="ansi")
                env.reset(seed=1)
                stepped(env, 3)
                action, before = env.sample(), env.render()
                with self.assertRaises(raised):
                    env.step(action)
                self.assertEqual(env.render(), before)
                _, reward, terminated, truncated, _ = env.step(action)  # the very same, asked again
                self.assertEqual((reward, terminated, truncated), (0, False, False))
                stepped(env, 6)

    def test_a_game_begun_by_a_policy_that_fails_is_none(self):
        env = RBCEnv(opponent=Failing(2), color="black", turns=1)
        with self.assertRaises(ActionError):
            env.reset(seed=1)
        with self.assertRaisesRegex(ActionError, "reset"):
            env.step(0)
        env.reset(seed=1)
        stepped(env, 6)

    def test_an_engine_left_within_its_turn_is_no_lost_game(self):
        def ring(*_):
            raise KeyboardInterrupt
        usual = signal.signal(signal.SIGALRM, ring)
        try:
            env = RBCEnv(opponent="lanternfish", turns=1, illegal="lose", opponent_nodes=10**9)
            env.reset(seed=1)
            env.step(env.sample())
            action = env.sample()
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with self.assertRaises(KeyboardInterrupt):
                for _ in range(100):  # as long as the opponent knows all, it does not think
                    _, reward, terminated, _, _ = env.step(action)
                    self.assertEqual((reward, terminated), (0, False))
                    action = env.sample()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, usual)
        for call in (env.sample, lambda: env.step(action)):
            with self.assertRaisesRegex(ActionError, "error ended this game.*reset"):
                call()
        env.reset(seed=1)
        env.step(env.sample())

    def test_an_interrupted_environment_goes_on(self):
        def ring(*_):
            raise KeyboardInterrupt
        usual = signal.signal(signal.SIGALRM, ring)
        try:
            interrupted = 0
            for attempt in range(20_000):  # a step may be over before the signal comes
                env = Environment(turns=1, observation="pieces")
                env.reset(seed=attempt)
                try:
                    for step in range(10):
                        action = env.sample(env.agent_selection)
                        if step > 5:
                            signal.setitimer(signal.ITIMER_REAL, 0.00002 * (1 + attempt % 200))
                        env.step(action)
                        signal.setitimer(signal.ITIMER_REAL, 0)
                except KeyboardInterrupt:
                    interrupted += 1
                    for _ in range(6):
                        env.step(env.sample(env.agent_selection))
                if interrupted == 30:
                    break
            self.assertEqual(interrupted, 30)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, usual)

    def test_a_view_told_what_cannot_be_waits_for_what_can(self):
        for kind in ("planes", "tokens", "pieces", "boards"):
            view = View("white", kind=kind)
            view.opponent_moved()
            if kind in ("pieces", "boards"):
                with self.assertRaises(ObservationError):
                    view.sensed("e7", "qkb/p1p/3")
            self.assertEqual(view.due, "sense")
            view.sensed("e7", "qkb/ppp/3")
            self.assertEqual(view.due, "move")


class Copies(unittest.TestCase):
    def test_a_copy_has_the_replies_that_a_drawing_policy_gave(self):
        for color in ("white", "black"):
            env = RBCEnv(opponent=Drawing(), color=color, turns=1, render_mode="ansi")
            env.reset(seed=3)
            stepped(env, 12)
            for copied in (copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
                other = copied(env)
                self.assertEqual(other.render(), env.render())
                for _ in range(8):
                    action = env.sample()
                    self.assertEqual(other.sample(), action)
                    env.step(action), other.step(action)
                self.assertEqual(other.render(), env.render())

    def test_copying_prints_nothing(self):
        env = RBCEnv(opponent="random", turns=1, render_mode="human")
        read, write = os.pipe()
        stdout = os.dup(1)
        os.dup2(write, 1)
        try:
            env.reset(seed=1)
            stepped(env, 2)
            printed = len(os.read(read, 10**5))
            other = copy.deepcopy(env)
            other.step(other.sample())
            self.assertLess(len(os.read(read, 10**5)), printed)  # one board, not all of them again
        finally:
            os.dup2(stdout, 1)
            for descriptor in (stdout, read, write):
                os.close(descriptor)

    @unittest.skipUnless(chess, "python-chess is not installed")
    def test_a_board_given_as_the_start_may_be_used_on(self):
        board = chess.Board()
        made = [RBCEnv(start=board, turns=1, render_mode="ansi"), Environment(start=board, turns=1)]
        usual = board.fen()
        board.clear()
        for env in made:
            env.reset(seed=1)
            self.assertEqual(copy.deepcopy(env).render(), env.render())
        self.assertEqual(made[1].render(), usual)


class Actions(unittest.TestCase):
    def test_arrays_without_dimensions_are_actions(self):
        for number in (numpy.array, numpy.int64, numpy.uint16):
            env = RBCEnv(turns=1)
            env.reset(seed=1)
            self.assertTrue(env.action_space.contains(4712) and env.action_space.contains(numpy.int64(4712)))
            env.step(number(4712))
            aec, both = Environment(turns=1), ParallelEnvironment(turns=1)
            aec.step(number(4712))
            both.reset(seed=1)
            both.step({"white": number(4712)})
        for wrong in (True, numpy.True_, numpy.array(True), 4712.0, numpy.array([4712, 1]), numpy.array(4712.0), "4712"):
            with self.assertRaisesRegex(TypeError, "action: expected a whole number"):
                env.step(wrong)


class Turns(unittest.TestCase):
    def test_a_child_of_a_process_that_forked_within_a_call_is_told(self):
        env, going = Environment(turns=20), True

        def work():
            while going:
                env.reset() if env.over else env.step(env.sample(env.agent_selection))
        thread = threading.Thread(target=work)
        thread.start()
        try:
            refused = 0
            for _ in range(20):
                child = os.fork()
                if child == 0:
                    try:
                        env.observe("white")
                    except RuntimeError as error:
                        os._exit(2 if "forked" in str(error) else 1)
                    os._exit(0)
                until = time.monotonic() + 30
                while (ended := os.waitpid(child, os.WNOHANG))[0] == 0 and time.monotonic() < until:
                    time.sleep(0.01)
                if ended[0] == 0:
                    os.kill(child, signal.SIGKILL)
                    os.waitpid(child, 0)
                self.assertEqual((ended[0], ended[1] & 0xff), (child, 0))
                refused += os.WEXITSTATUS(ended[1]) == 2
            self.assertGreater(refused, 0)
        finally:
            going = False
            thread.join()

    def test_a_call_within_a_call_of_the_same_thread_is_refused(self):
        refused = []

        def policy(observation, mask):
            for call in (env.reset, env.render, lambda: env.step(0), lambda: copy.deepcopy(env)):
                try:
                    call()
                except RuntimeError as error:
                    refused.append(str(error))
            return first_allowed(observation, mask)
        env = RBCEnv(opponent=policy, turns=1)
        env.reset(seed=1)
        stepped(env, 2)
        self.assertEqual(len(refused), 8)
        self.assertTrue(all("within a call" in text for text in refused))


class Ends(unittest.TestCase):
    def test_a_limit_of_turns_counts_those_of_each_player(self):
        for start in (None, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"):
            for limit in (1, 3):
                game, turns = Game(start, turn_limit=limit), {True: 0, False: 0}
                while not game.over:
                    game.sense(None)
                    turns[game.turn] += 1
                    game.move(None)
                self.assertEqual(turns, {True: limit, False: limit})


if __name__ == "__main__":
    unittest.main()
