"""The environment, single and vectorised: both agree with the game they stand on."""

import unittest

import numpy

from lanternfish import (ACTIONS, FIRST_SENSE, PASS, ActionError, Environment, Game, VectorEnvironment, move_code,
                         sense_code)


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
