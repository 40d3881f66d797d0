"""The environment, single and vectorised: both agree with the game they stand on."""

import copy
import gc
import pickle
import unittest

import numpy

from lanternfish import (ACTIONS, FIRST_SENSE, PASS, ActionError, CodedGame, Environment, Game, ObservationError, Observer,
                         Record, Tracker, VectorEnvironment, decode_move, decode_sense, encode_move, encode_sense,
                         move_code, sense_code)


class Codes(unittest.TestCase):
    def test_every_request_of_a_game_has_its_own_code_and_the_mask_shows_it(self):
        for start in (None, "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1",
                      "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R b KQkq - 0 1"):
            game, env = Game(start), Environment(start=start)
            game.sense(None)
            env.step(FIRST_SENSE)
            codes = sorted([PASS] + [move_code(request, game.turn) for request in game.requests])
            self.assertEqual(len(set(codes)), len(game.requests) + 1)
            self.assertEqual(list(numpy.flatnonzero(env.last()[0]["action_mask"])), codes)

    def test_what_no_piece_can_do_has_no_code(self):
        for move in ("a1b4", "e2e4q", "a2a8n"):
            with self.assertRaises(ValueError):
                move_code(move, True)
        self.assertEqual(move_code("a7a8q", True), move_code("a7a8", True))


    def test_codes_go_both_ways(self):
        for start in (None, "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R w KQkq - 0 1",
                      "r3k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R b KQkq - 0 1"):
            game = Game(start)
            for request in [None, *game.requests]:
                code = encode_move(request, game.turn)
                self.assertEqual(decode_move(code, game.turn, game.fen), request)
                self.assertEqual(decode_move(code, game.turn), request and request.removesuffix("q"))
        own = Observer("white", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").own_fen
        self.assertEqual(decode_move(encode_move("a7a8q", True), True, own), "a7a8q")
        for color in (True, False):
            self.assertEqual([decode_sense(encode_sense(s, color), color) for s in range(64)], list(range(64)))

    def test_an_observer_sees_what_the_environment_shows_bit_for_bit(self):
        seen = 0
        for seed in range(6):
            env = Environment(turns=20, turn_limit=40)
            env.reset(seed=seed)
            observers = [Observer(True), Observer(False)]
            game = Game(turn_limit=40)  # the same game, told event by event
            for agent in env.agent_iter():
                if env.game.over:
                    env.step(None)
                    continue
                observer = observers[0 if game.turn else 1]
                if env.game.step == "sense":
                    observer.opponent_moved(game.capture)
                self.assertEqual(observer.due, env.game.step)
                shown = env.observe(agent)
                self.assertTrue((observer.planes() == shown["observation"]).all())
                self.assertTrue((observer.mask() == shown["action_mask"]).all())
                seen += 1
                action = env.sample(agent)
                meant = observer.decode(action)
                if env.game.step == "sense":
                    observer.sensed(meant, game.sense(meant))
                else:
                    observer.moved(meant, *game.move(meant))
                env.step(action)
            self.assertEqual(game.fen, env.game.fen)
        self.assertGreater(seen, 300)

    def test_an_observer_refuses_what_cannot_be_and_stays_as_it_was(self):
        observer = Observer("white")
        self.assertEqual((observer.due, observer.mask().sum(), observer.planes(1).sum()), (None, 0, 0))
        with self.assertRaises(ObservationError):
            observer.sensed("e7", "qkb/ppp/3")
        observer.opponent_moved()
        with self.assertRaises(ActionError):
            observer.decode(encode_move("e2e4", True))
        with self.assertRaises(ObservationError):
            observer.sensed("e2", "3/3/3")
        self.assertEqual(observer.due, "sense")
        other = observer.copy()
        other.sensed(None)
        self.assertEqual((observer.due, other.due), ("sense", "move"))


class Lent(unittest.TestCase):
    """Arrays over the module's own memory: numpy resizes none of them, and each outlives what lent it."""

    def lent(self):
        games = VectorEnvironment(2, turns=1)
        tracker = Tracker("black")
        tracker.opponent_moved()
        game = Game()
        game.sense("e7"), game.move("e2e4"), game.sense("e4"), game.move("e7e5")
        planes = Record(game.history()).planes()
        return {**{name: getattr(games, name) for name in ("planes", "masks", "players", "senses", "rewards", "dones")},
                "array": tracker.array(), "shards": tracker.shards()[0], **{f"record {n}": a for n, a in planes.items()}}

    def test_no_lent_array_can_be_resized(self):
        for name, array in self.lent().items():
            with self.subTest(name):
                self.assertFalse(array.flags.owndata)
                for size in (0, 10**6):
                    with self.assertRaises(ValueError):
                        array.resize(size, refcheck=False)

    def test_every_lent_array_outlives_what_lent_it(self):
        arrays = self.lent()
        before = {name: array.tobytes() for name, array in arrays.items()}
        for i in range(50):
            VectorEnvironment(2, turns=1).step([FIRST_SENSE] * 2)  # takes the memory, were it free
        gc.collect()
        self.assertEqual({name: array.tobytes() for name, array in arrays.items()}, before)

    def test_boards_stay_read_only(self):
        for name in ("array", "shards"):
            array = self.lent()[name]
            with self.assertRaises(ValueError):
                array.flags.writeable = True

    def test_what_a_user_does_to_a_view_does_not_reach_the_games(self):
        games = VectorEnvironment(2, turns=1)
        games.planes.shape = (-1,)
        games.masks[:] = 0
        self.assertEqual(games.planes.shape, (2, 90, 8, 8))
        games.step(games.random_actions(1))
        self.assertGreater(int(games.masks.sum()), 2)

    def test_actions_are_taken_before_the_games_go_on(self):
        games = VectorEnvironment(2, turns=1)
        actions = numpy.array([FIRST_SENSE] * 2)
        games.step(actions)
        actions.resize(10**6, refcheck=False)
        games.step([PASS] * 2)


class Copies(unittest.TestCase):
    def test_copies_and_pickles_of_every_environment_go_on_from_where_it_was(self):
        env = Environment(turns=2, turn_limit=30)
        env.reset(seed=3)
        for _ in range(21):
            env.step(env.sample(env.agent_selection))
        many = VectorEnvironment(7, turns=2, threads=2, turn_limit=8)
        for i in range(55):
            many.step(many.random_actions(i))
        for clone in (copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))):
            game, other = clone(env.game), clone(many)
            self.assertEqual(game.history(), env.game.history())
            self.assertTrue((game.planes() == env.game.planes()).all())
            for name in ("planes", "masks", "players", "senses", "rewards", "dones"):
                self.assertTrue((getattr(other, name) == getattr(many, name)).all(), name)
            before = many.planes.copy()
            other.step(other.random_actions(99))
            self.assertTrue((many.planes == before).all())
            single = clone(env)
            same = clone(env)
            while single.agents:  # the draws go on, too
                single.step(None if single.game.over else single.sample(single.agent_selection))
            while same.agents:
                same.step(None if same.game.over else same.sample(same.agent_selection))
            self.assertEqual(single.game.history(), same.game.history())
            self.assertFalse(env.game.over)

    def test_a_pickle_of_another_kind_is_refused(self):
        for kind in (CodedGame, VectorEnvironment, Tracker):
            with self.assertRaises((ValueError, TypeError)):
                kind.__new__(kind).__setstate__((1, 2))


class Single(unittest.TestCase):
    def play(self, env: Environment, seed: int):
        """Plays at random; the sum of rewards by agent, and the number of steps."""
        env.reset(seed=seed)
        rewards, steps = {"white": 0.0, "black": 0.0}, 0
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            rewards[agent] += reward
            self.assertEqual(observation["observation"].shape, env.observation_space(agent)["observation"].shape)
            env.step(None if termination or truncation else env.sample(agent))
            steps += 1
        return rewards, steps

    def test_games_end_with_what_the_winner_won(self):
        env = Environment(turns=2, turn_limit=60)
        results = {tuple(self.play(env, seed)[0].values()) for seed in range(40)}
        self.assertEqual(results, {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)})

    def test_the_same_seed_plays_the_same_game(self):
        first, second = Environment(turns=1), Environment(turns=1)
        self.play(first, 5), self.play(second, 5)
        self.assertEqual(first.game.history(), second.game.history())

    def test_illegal_actions_raise_and_change_nothing(self):
        env = Environment(turns=1)
        for action in (-1, ACTIONS, PASS, move_code("e2e4", True)):  # it is time to sense
            with self.assertRaises(ActionError):
                env.step(action)
        env.step(sense_code("e7", True))
        with self.assertRaises(ActionError):
            env.step(sense_code("e7", True))
        self.assertEqual(env.agent_selection, "white")

    def test_planes_show_what_the_agent_was_told_and_no_more(self):
        env = Environment(turns=1)
        env.step(sense_code("b7", True))
        planes = env.observe("white")["observation"]
        self.assertEqual(planes[82].sum(), 9)
        self.assertEqual((planes[83, 6, 0], planes[84, 7, 1], planes[86, 7, 0]), (1, 1, 1))  # pawn, knight, rook
        self.assertEqual(planes[76:82].sum(), 16)
        self.assertEqual(planes[89].min(), 1)
        self.assertEqual(env.observe("black")["observation"].sum(), 0)
        env.step(move_code("e2e4", True))
        planes = env.observe("black")["observation"]
        self.assertEqual(planes[76, 1].sum(), 8)  # Black's pawns, seen from its side
        self.assertEqual(planes[82:].sum(), 0)


class Many(unittest.TestCase):
    def test_vectorised_games_go_as_single_ones_do(self):
        games = VectorEnvironment(5, turns=3, threads=2, turn_limit=40)
        singles = [Environment(turns=3, turn_limit=40) for _ in range(5)]
        planes = games.planes
        ended = 0
        for step in range(400):
            actions = games.random_actions(step)
            games.step(actions)
            for i, (env, action) in enumerate(zip(singles, actions)):
                env.step(action)
                over = env.game.over
                self.assertEqual(bool(games.dones[i]), over)
                self.assertEqual(list(games.rewards[i]), [env.rewards["white"], env.rewards["black"]])
                if over:
                    ended += 1
                    env.reset()
                self.assertEqual(bool(games.players[i]), env.game.turn)
                seen = env.observe(env.agent_selection)
                self.assertTrue((games.planes[i] == seen["observation"]).all())
                self.assertTrue((games.masks[i] == seen["action_mask"]).all())
        self.assertGreater(ended, 5)
        self.assertIs(games.planes.base, planes.base)

    def test_one_illegal_action_changes_no_game(self):
        games = VectorEnvironment(2, turns=1)
        before = games.planes.copy()
        with self.assertRaises(ActionError) as raised:
            games.step([sense_code("e7", True), PASS])
        self.assertIn("game 1", str(raised.exception))
        with self.assertRaises(ValueError):
            games.step([PASS])
        self.assertTrue((games.planes == before).all() and games.senses.all())


if __name__ == "__main__":
    unittest.main()
