"""The environments as Gymnasium and PettingZoo want them.

Where the packages are on PYTHONPATH their own checkers run: gymnasium.utils.env_checker.check_env with its render test, and
PettingZoo's api_test, parallel_api_test, seed_test, parallel_seed_test and render_test. Debian has neither; without them FromTheDocumentation asks what the documentation of
Gymnasium 1.x (Env.reset, Env.step, Env.render) and of PettingZoo 1.2x (AEC and Parallel API) asks.
"""

import contextlib
import copy
import importlib.util
import io
import pickle
import unittest

import numpy

import lanternfish
from lanternfish import (ACTIONS, PASS, ActionError, Engine, Environment, Game, ParallelEnvironment, RBCEnv, Record,
                         VectorEnvironment)
from lanternfish import records
from lanternfish.observations import View, board_codes, token_meaning
from lanternfish.policies import PolicyGame
from support import load_policy

GYMNASIUM = importlib.util.find_spec("gymnasium")
PETTINGZOO = importlib.util.find_spec("pettingzoo")


def play(env, seed, choose=None):
    """One game; (sum of rewards, steps, last info)."""
    _, info = env.reset(seed=seed)
    total, steps, over = 0.0, 0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(choose(info) if choose else env.sample())
        total, steps, over = total + reward, steps + 1, terminated or truncated
    return total, steps, info


class WithTheRealPackages(unittest.TestCase):
    @unittest.skipUnless(GYMNASIUM, "needs gymnasium")
    def test_gymnasium_makes_and_checks_the_environment(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env
        for mode in ("rgb_array", "ansi"):
            env = gymnasium.make("lanternfish/RBC-v0", opponent="attacker", turns=1, turn_limit=10, render_mode=mode,
                                 illegal="lose")
            check_env(env.unwrapped)

    @unittest.skipUnless(GYMNASIUM, "needs gymnasium")
    def test_gymnasium_makes_several_in_python_or_in_the_programs_own_batch(self):
        import gymnasium
        for mode, more in (("sync", {}), ("async", {}), (None, {}), (None, {"observation": "tokens", "length": 30}),
                           ("sync", {"observation": "pieces"})):
            several = gymnasium.make_vec("lanternfish/RBC-v0", num_envs=2, vectorization_mode=mode, turns=1, turn_limit=3,
                                         opponent="attacker", **more)
            observation, info = several.reset(seed=1)
            ended = 0
            for _ in range(20):
                self.assertEqual(observation.shape, several.observation_space.shape)
                actions = [int(numpy.flatnonzero(mask)[0]) if mask.any() else PASS for mask in info["action_mask"]]
                before = observation
                observation, rewards, terminated, truncated, info = several.step(numpy.array(actions))
                ended += int((terminated | truncated).sum())
                self.assertFalse((terminated & truncated).any())
                for i in numpy.flatnonzero(info.get("_final_obs", [])):
                    self.assertTrue((info["final_obs"][i] == before[i]).all())
            self.assertGreater(ended, 3)
            self.assertEqual(rewards.shape, (2,))
            several.close()
        with self.assertRaisesRegex(TypeError, "opponent: .*sync"):
            gymnasium.make_vec("lanternfish/RBC-v0", num_envs=2, opponent=lambda observation, mask: mask)

    @unittest.skipUnless(GYMNASIUM, "needs gymnasium")
    def test_the_same_seed_gives_the_same_batch(self):
        import gymnasium
        def run(seed):
            several = gymnasium.make_vec("lanternfish/RBC-v0", num_envs=3, turns=1, opponent="trout", color="both")
            observation, info = several.reset(seed=seed)
            seen = []
            for step in range(30):
                chosen = [int(numpy.flatnonzero(mask)[step % mask.sum()]) for mask in info["action_mask"]]
                observation, *_, info = several.step(numpy.array(chosen))
                seen.append(observation.tobytes())
            return seen
        self.assertEqual(run(4), run(4))
        self.assertNotEqual(run(None), run(None))
        with self.assertRaisesRegex(ValueError, "options: .*sync"):
            gymnasium.make_vec("lanternfish/RBC-v0", num_envs=2, turns=1).reset(options={"color": "black"})

    @unittest.skipUnless(PETTINGZOO and GYMNASIUM, "needs PettingZoo")
    def test_pettingzoos_own_tests_pass(self):
        from pettingzoo.test import api_test, parallel_api_test
        api_test(Environment(turns=1, turn_limit=20), num_cycles=100)
        parallel_api_test(ParallelEnvironment(turns=1, turn_limit=20), num_cycles=100)
        from pettingzoo.test.render_test import render_test
        from pettingzoo.test.seed_test import parallel_seed_test, seed_test
        for more in ({}, {"observation": "boards", "boards": 3}):
            seed_test(lambda: Environment(turns=1, turn_limit=20, **more), num_cycles=50)
        # This test asks for any action, allowed or not.
        parallel_seed_test(lambda: ParallelEnvironment(turns=1, turn_limit=20, illegal="lose"), num_cycles=50)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            render_test(lambda render_mode: Environment(turns=1, render_mode=render_mode))
        for kind in (Environment, ParallelEnvironment):
            self.assertIsNone(kind(turns=1, render_mode=None).render())
        self.assertIn("8  r n b q k b n r", printed.getvalue())


class FromTheDocumentation(unittest.TestCase):
    def test_gymnasium_reset_step_render(self):
        env = RBCEnv(opponent="random", turns=2, turn_limit=10, render_mode="rgb_array")
        observation, info = env.reset(seed=1, options={})
        self.assertTrue(env.observation_space.contains(observation))
        self.assertTrue(env.action_space.contains(env.sample()))
        self.assertEqual((info["action_mask"].dtype, info["action_mask"].shape), (numpy.int8, (ACTIONS,)))
        image = env.render()
        self.assertEqual((image.dtype, image.shape), (numpy.uint8, (256, 256, 3)))
        five = env.step(env.sample())
        self.assertEqual([type(value) for value in five], [numpy.ndarray, float, bool, bool, dict])
        self.assertTrue(env.observation_space.contains(five[0]))
        self.assertIn("rgb_array", env.metadata["render_modes"])
        text = RBCEnv(render_mode="ansi").render()
        self.assertEqual(text.splitlines()[0], "8  r n b q k b n r")
        self.assertIsNone(RBCEnv().render())
        for shown in (RBCEnv(render_mode="human", turns=1), Environment(render_mode="human", turns=1)):
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                shown.reset(seed=1)
                shown.step(4673)
                self.assertIsNone(shown.render())
            self.assertIn("1  R N B Q K B N R", printed.getvalue())

    def test_pettingzoo_agents_leave_with_all_that_was_theirs(self):
        env = Environment(turns=1, turn_limit=3)
        for agent in env.agent_iter():
            env.step(None if env.last()[2] or env.last()[3] else env.sample(agent))
            for table in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(table), set(env.agents))
        parallel = ParallelEnvironment(turns=1, turn_limit=3)
        observations, infos = parallel.reset(seed=1)
        while parallel.agents:
            tables = parallel.step({agent: parallel.sample() for agent in parallel.agents})
            self.assertTrue(all(set(table) == {"white", "black"} for table in tables))
        with self.assertRaises(ActionError):
            parallel.step({"white": 0})


class OneAgent(unittest.TestCase):
    def test_every_kind_of_opponent_plays_whole_games_that_agree_with_the_rules(self):
        engine = Engine("attacker", {"EngineCommand": "none", "Seed": 3})
        for opponent in ("random", "attacker", "trout", engine, lambda observation, mask: mask):
            env = RBCEnv(opponent=opponent, color="random", turns=1, turn_limit=20)
            for seed in range(3):
                total, _, info = play(env, seed)
                Record(info["record"]).check()
                wanted = 0 if info["winner"] is None else 1 if info["winner"] == info["color"] else -1
                self.assertEqual(total, wanted)
                self.assertEqual(info["action_mask"].sum(), 0)

    def test_the_same_seed_gives_the_same_game(self):
        for opponent in ("random", "trout"):
            games = [play(RBCEnv(opponent=opponent, color="random", turns=1, turn_limit=12), 7)[2]["record"]
                     for _ in range(2)]
            env = RBCEnv(opponent=opponent, color="random", turns=1, turn_limit=12)
            play(env, 5)
            self.assertEqual(games, [play(env, 7)[2]["record"]] * 2)

    def test_a_game_that_ends_before_the_first_decision_gives_its_reward_in_the_first_step(self):
        taken = {"start": "4k3/8/8/8/8/8/8/4R2K w - - 0 1", "color": "black", "opponent": "trout"}
        for rules, reward in ((taken, -1), ({"start": "4k3/8/8/8/8/8/8/4R2K w - - 100 60"}, 0)):
            env = RBCEnv(turns=1, **rules)
            for _ in range(2):
                observation, info = env.reset(seed=1)
                self.assertFalse(observation.any() or info["action_mask"].any())
                self.assertIn("reason", info)
                clone = copy.deepcopy(env)
                for each in (env, clone):
                    _, given, terminated, truncated, info = each.step(each.sample())
                    self.assertEqual((given, terminated, truncated), (reward, reward != 0, reward == 0))
                    self.assertEqual(info["action_mask"].sum(), 0)
                    for call in (each.sample, lambda: each.step(PASS)):
                        with self.assertRaisesRegex(ActionError, "reset"):
                            call()

    def test_two_agents_are_told_of_a_game_that_is_over_from_its_start(self):
        over = "4k3/8/8/8/8/8/8/4R2K w - - 100 60"
        env, seen = Environment(turns=1, start=over), 0
        env.reset()
        for _ in env.agent_iter():
            _, _, terminated, truncated, _ = env.last()
            self.assertTrue(truncated and not terminated)
            env.step(None)
            seen += 1
        self.assertEqual(seen, 2)
        both = ParallelEnvironment(turns=1, start=over)
        both.reset()
        *_, truncations, _ = both.step({both.to_act: both.sample()})
        self.assertEqual((truncations, both.agents), ({"white": True, "black": True}, []))

    def test_what_may_not_be_done_raises_or_loses(self):
        env = RBCEnv(turns=1)
        for call in (env.sample, lambda: env.step(PASS)):
            with self.assertRaisesRegex(ActionError, "reset"):
                call()
        env.reset(seed=1)
        with self.assertRaisesRegex(ActionError, "action"):
            env.step(PASS)  # it is time to sense
        env.step(env.sample())
        losing = RBCEnv(turns=1, illegal="lose")
        losing.reset(seed=1)
        _, reward, terminated, truncated, info = losing.step(PASS)
        self.assertEqual((reward, terminated, truncated, info["reason"], info["winner"]), (-1, True, False, "ILLEGAL", "black"))
        with self.assertRaisesRegex(ValueError, "opponent: .*wild"):
            RBCEnv(opponent="wild")

    def test_copies_and_pickles_go_on_from_where_it_was(self):
        for opponent in ("random", "trout", load_policy()):
            env = RBCEnv(opponent=opponent, color="random", turns=1, turn_limit=12)
            env.reset(seed=1), env.reset()  # of the second game nobody told a seed
            for _ in range(9):
                env.step(env.sample())
            clones = [copy.deepcopy(env)] + ([pickle.loads(pickle.dumps(env))] if isinstance(opponent, str) else [])
            records = []
            for each in [env, *clones]:
                over = False
                while not over:
                    *_, terminated, truncated, info = each.step(each.sample())
                    over = terminated or truncated
                records.append(info["record"])
            self.assertEqual(len(set(records)), 1)
            shallow = copy.copy(env)
            self.assertEqual([shallow.reset()[1]["color"] for _ in range(20)], [env.reset()[1]["color"] for _ in range(20)])
        with self.assertRaisesRegex(TypeError, "engine's thoughts"):
            copy.copy(RBCEnv(opponent=Engine("random", {"EngineCommand": "none"})))

    def test_an_engine_plays_one_game_at_a_time(self):
        engine = Engine("random", {"EngineCommand": "none", "Seed": 1})
        first, second = RBCEnv(opponent=engine, turns=1), RBCEnv(opponent=engine, turns=1)
        first.reset(seed=1)
        second.reset(seed=1)
        first.step(first.sample())
        with self.assertRaisesRegex(RuntimeError, "opponent: this Engine has begun another game"):
            first.step(first.sample())
        for _ in range(2):
            second.step(second.sample())
        first.reset(seed=1)
        for _ in range(2):
            first.step(first.sample())

    def test_the_last_observation_and_the_truth_are_there_at_the_end(self):
        env = RBCEnv(turns=1, turn_limit=2)
        seen = env.reset(seed=1)[0]
        over = False
        while not over:
            before = seen
            seen, _, terminated, truncated, info = env.step(env.sample())
            over = terminated or truncated
        self.assertTrue((seen == before).all() and seen.any())
        self.assertEqual(info["fen"], env._game.fen)


class KindsOfObservations(unittest.TestCase):
    KINDS = ({"kind": "planes", "turns": 3}, {"kind": "tokens", "length": 100}, {"kind": "pieces"},
             {"kind": "boards", "boards": 5})

    @staticmethod
    def environment(kind, **more):
        given = dict(kind)
        return RBCEnv(observation=given.pop("kind"), turn_limit=12, **given, **more)

    def test_each_is_made_of_the_private_events_bit_for_bit(self):
        for kind in self.KINDS:
            for color in ("white", "black"):
                env = self.environment(kind, opponent="attacker", color=color)
                observation, info = env.reset(seed=2)
                seen, over = [], False
                while not over:
                    self.assertTrue(env.observation_space.contains(observation), kind)
                    seen.append((observation.copy(), info["action_mask"].copy()))
                    observation, _, terminated, truncated, info = env.step(env.sample())
                    over = terminated or truncated
                view = View(color, **kind)
                told = [event for turn in records.turns(Record(info["record"])) if turn.color == (color == "white")
                        for event in (("opponent_moved", turn.capture), ("sensed", turn.sense, turn.seen),
                                      ("moved", turn.requested, turn.taken, turn.own_capture))]
                for expected, mask in seen:
                    name, *event = told.pop(0)
                    if name == "moved":
                        getattr(view, name)(*event)
                        name, *event = told.pop(0)
                    getattr(view, name)(*event)
                    self.assertEqual(view.observation().tobytes(), expected.tobytes())
                    self.assertEqual(view.mask().tobytes(), mask.tobytes())

    def test_both_sides_see_them_and_copies_go_on(self):
        for kind in self.KINDS:
            given = dict(kind)
            env = Environment(observation=given.pop("kind"), turn_limit=6, **given)
            env.reset(seed=3)
            views = {agent: View(agent, **kind) for agent in ("white", "black")}
            game = Game(turn_limit=6)
            steps = 0
            while not env.over:
                agent = env.agent_selection
                view = views[agent]
                if game.step == "sense":
                    view.opponent_moved(game.capture)
                shown = env.observe(agent)
                self.assertEqual(shown["observation"].tobytes(), view.observation().tobytes())
                self.assertEqual(shown["action_mask"].tobytes(), view.mask().tobytes())
                for again in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))) if steps % 5 == 0 else ():
                    self.assertEqual(again.observe(agent)["observation"].tobytes(), shown["observation"].tobytes())
                    self.assertEqual(again.sample(agent), copy.deepcopy(env).sample(agent))
                action = env.sample(agent)
                meant = view.decode(action)
                if game.step == "sense":
                    view.sensed(meant, game.sense(meant))
                else:
                    view.moved(meant, *game.move(meant))
                env.step(action)
                steps += 1
            self.assertGreater(steps, 10)

    def test_an_illegal_action_of_either_side_raises_or_loses(self):
        env = Environment(turns=1, illegal="lose")
        env.step(4673), env.step(PASS), env.step(PASS)  # Black is to sense
        self.assertEqual((env.rewards, env.over), ({"white": 1.0, "black": -1.0}, True))
        parallel = ParallelEnvironment(turns=1, illegal="lose")
        parallel.reset()
        *_, terminations, truncations, _ = parallel.step({"white": PASS})
        self.assertEqual((terminations, parallel.agents), ({"white": True, "black": True}, []))

    def test_black_sees_its_own_side_where_white_sees_its(self):
        for kind in self.KINDS[2:]:
            white, black = View("white", **kind), View("black", "rnbqkbnr/pppppppp/8/8/8/8/8/RNBQKBNR b - - 0 1", **kind)
            white.opponent_moved(), black.opponent_moved()
            self.assertEqual(white.observation()[..., 0, :].tobytes(), black.observation()[..., 0, :].tobytes())

    def test_tokens_of_many_games_are_those_of_one(self):
        many = VectorEnvironment(2, turns=1, observation="tokens", length=80, turn_limit=6)
        one = lanternfish.CodedGame(turn_limit=6)
        for step in range(60):
            actions = many.random_actions(step)
            one.act(int(actions[0]))
            many.step(actions)
            if one.over:
                self.assertTrue(many.dones[0])
                one = lanternfish.CodedGame(turn_limit=6)
            self.assertEqual(many.tokens[0].tobytes(), one.tokens(80).tobytes())
            self.assertTrue(0 <= many.tokens.min() and many.tokens.max() < lanternfish.TOKENS)
        self.assertEqual(copy.deepcopy(many).tokens.tobytes(), many.tokens.tobytes())
        blind = VectorEnvironment(1, observation="nothing")
        blind.step(blind.random_actions(1))
        self.assertEqual(blind.senses.tolist(), [0])
        with self.assertRaisesRegex(ValueError, "nothing is observed"):
            blind.masks
        for observed in (lambda: many.planes, lambda: VectorEnvironment(1, turns=1).tokens, lambda: blind.planes,
                         lambda: blind.tokens):
            with self.assertRaisesRegex(ValueError, "something else is observed"):
                observed()

    def test_tokens_say_the_history_in_words(self):
        view = View("black", kind="tokens", length=40)
        view.opponent_moved()
        view.sensed("a1", [("a2", "P"), ("b2", "P"), ("a1", "R"), ("b1", "N")])
        view.moved("e7e5", "e7e5")
        view.opponent_moved("e5")
        words = [token_meaning(token, False) for token in view.observation().tolist() if token]
        self.assertEqual(words, ["Black", "no capture", "sensed a1"] + ["off the board"] * 4 +
                         ["opposing R", "opposing N", "off the board", "opposing P", "opposing P",
                          "requested e7e5", "as requested", "captured nothing", "lost e5"])
        self.assertEqual((token_meaning(121, "white"), token_meaning(121, "black")), ("sensed e7", "sensed e2"))
        self.assertEqual(board_codes("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "white")[0].tolist(), [4, 0, 0, 0, 6, 0, 0, 0])
        with self.assertRaisesRegex(ValueError, "color: .*green"):
            token_meaning(121, "green")

    def test_a_pawn_that_becomes_a_queen_unasked_was_carried_out(self):
        def told(request):
            view = View("white", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", kind="tokens", length=20)
            view.opponent_moved()
            view.sensed(None)
            view.moved(request, "a7b8q", "b8")
            view.opponent_moved()
            return [token_meaning(token, True) for token in view.observation().tolist() if token][-3:]
        self.assertEqual(told("a7b8"), told("a7b8q"))
        self.assertEqual(told("a7b8"), ["as requested", "captured on b8", "no capture"])

    def test_a_policy_of_another_kind_goes_out(self):
        class Asked(Exception):
            pass

        def policy(observation, mask):
            self.assertEqual((observation.dtype, observation.shape), (numpy.int16, (50,)))
            raise Asked
        game = PolicyGame(policy, "white", kind="tokens", length=50)
        game.opponent_moved()
        with self.assertRaises(Asked):
            game.sense()
        for wrong in ({"kind": "pictures"}, {"kind": "tokens", "length": 0}, {"kind": "boards", "boards": -1}):
            with self.assertRaises(ValueError):
                PolicyGame(policy, "white", **wrong)
            with self.assertRaises(ValueError):
                self.environment(wrong)


class ManyWithOpponents(unittest.TestCase):
    def test_the_learner_acts_for_its_own_side_alone_and_is_told_how_games_end(self):
        for opponent in ("random", "attacker", "trout"):
            games = VectorEnvironment(4, turns=1, opponent=opponent, color="both", turn_limit=15)
            ended = lost = 0
            for step in range(150):
                self.assertEqual(games.players.tolist(), [1, 0, 1, 0])
                games.step(games.random_actions(step))
                for i in numpy.flatnonzero(games.dones):
                    ended += 1
                    self.assertEqual(float(games.rewards[i].sum()), 0)
                    lost += int(games.rewards[i, i % 2] < 0)
            self.assertGreater(ended, 10)
            self.assertGreater(lost, -1 if opponent == "random" else 5)

    def test_the_same_seed_and_actions_give_the_same_games(self):
        def run(seed):
            games = VectorEnvironment(3, turns=1, opponent="trout", opponent_options={"Seed": seed}, turn_limit=10)
            seen = []
            for step in range(60):
                games.step(games.random_actions(step))
                seen.append(games.planes.tobytes())
            return seen
        self.assertEqual(run(5), run(5))
        self.assertNotEqual(run(5), run(6))

    def test_what_an_opponent_would_need_is_refused_without_one(self):
        for wrong in ({"color": "white"}, {"opponent_options": {"Nope": 1}}):
            with self.assertRaisesRegex(ValueError, f"{next(iter(wrong))}: .*without an opponent"):
                VectorEnvironment(2, **wrong)

    def test_the_opponents_of_one_batch_play_different_games(self):
        games = VectorEnvironment(8, turns=1, opponent="attacker", color="black")
        for step in range(12):  # a fixed sense, then a pass
            games.step([4673 if sense else PASS for sense in games.senses])
            if games.dones.any():
                break
        self.assertLess(int(games.dones.sum()), 8)

    def test_an_opponent_that_wins_with_its_first_move_is_told_at_the_next_step(self):
        games = VectorEnvironment(2, turns=1, opponent="attacker", color="black",
                                  start="4k3/8/8/8/8/8/8/4K3 w - - 0 1", turn_limit=1)
        for step in range(8):
            games.step(games.random_actions(step))
        with self.assertRaisesRegex(TypeError, "opponents' thoughts"):
            copy.deepcopy(games)


if __name__ == "__main__":
    unittest.main()
