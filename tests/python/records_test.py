"""Recorded games: read, checked, followed by a tracker, and turned into arrays."""

import json
import os
import pickle
import tempfile
import unittest

import numpy

from lanternfish import PASS, Environment, Game, Record, move_code, records, sense_code
from game_test import play_random
from support import number, recorded_games


class Files(unittest.TestCase):
    @unittest.skipUnless(recorded_games(), "needs recorded games")
    def test_recorded_games_are_read_checked_and_written_to_the_same_bytes(self):
        paths = recorded_games()[:number("LANTERNFISH_RECORDS", 50)]
        for path, record in zip(paths, records.read(paths)):
            with open(path, encoding="utf-8") as file:
                self.assertEqual(record.json(), file.read())

    def test_records_are_written_and_read_again(self):
        record = Record(play_random(Game(), 1).history("a", "b"))
        with tempfile.TemporaryDirectory() as folder:
            record.write(os.path.join(folder, "new", "game.json"))
            again = list(records.read(os.path.join(folder, "new")))
        self.assertEqual([r.json() for r in again], [record.json()])
        self.assertEqual(pickle.loads(pickle.dumps(record)).json(), record.json())
        with self.assertRaises(OSError):
            record.write("/proc/no/such/folder.json")

    def test_what_is_wrong_is_named_with_the_file(self):
        game = json.loads(play_random(Game(), 1).history())
        game["taken_moves"]["true"][0] = {"type": "Move", "value": "a1a8"}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "wrong.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(game, file)
            with self.assertRaisesRegex(ValueError, "wrong.json.*white's turn 1.*a1a8"):
                list(records.read(path))
            self.assertEqual(len(list(records.read(path, check=False))), 1)
        with self.assertRaises(ValueError):
            Record("{}")


class Turns(unittest.TestCase):
    def test_turns_tell_the_game(self):
        game = play_random(Game(), 4, 12)
        turns = records.turns(Record(game.history()))
        told = [("opponent_moved", t.capture) for t in turns if t.color]
        self.assertEqual(told, [e for e in game.observations(True) if e[0] == "opponent_moved"][:len(told)])
        moved = [("moved", t.requested, t.taken, t.own_capture) for t in turns if not t.color]
        self.assertEqual(moved, [e for e in game.observations(False) if e[0] == "moved"])

    def test_a_tracker_follows_and_holds_the_truth(self):
        record = Record(play_random(Game(), 4, 10).history())
        turns = 0
        for turn, tracker in records.follow(record, True):
            self.assertGreater(tracker.probability(turn.fen), 0)
            turns += 1
        self.assertEqual(turns, 5)


class Arrays(unittest.TestCase):
    def test_planes_are_those_of_the_environment(self):
        games = [play_random(Game(), seed, 8) for seed in (1, 2)]
        data = records.arrays(Record(game.history()) for game in games)
        self.assertEqual(data["offsets"][-1], len(data["bits"]))
        observations = records.dense(data, range(len(data["actions"])))
        i = 0
        for number_of_game, game in enumerate(games):
            env = Environment()
            for turn in records.turns(Record(game.history())):
                for is_sense in (True, False):
                    self.assertEqual((data["games"][i], data["players"][i], data["senses"][i]),
                                     (number_of_game, turn.color, is_sense))
                    if turn.sense is not None or not is_sense:
                        code = (sense_code(turn.sense, turn.color) if is_sense else
                                PASS if turn.requested is None else move_code(turn.requested, turn.color))
                        self.assertEqual(data["actions"][i], code)
                    i += 1
                    if turn.sense is None:
                        continue  # the environment always senses
                    seen = env.observe(env.agent_selection)["observation"]
                    self.assertTrue((observations[i - 1] == seen).all())
                    env.step(int(data["actions"][i - 1]))
                if turn.sense is None:
                    i = int(numpy.searchsorted(data["games"], number_of_game, side="right"))
                    break
        self.assertEqual(i, len(data["actions"]))

    def test_outcomes_are_the_players(self):
        game = Game(start="4k3/8/8/8/8/8/8/4K2R w - - 0 1")
        for request in ("h1h8", None, "h8e8"):
            game.sense("e8")
            game.move(request)
        data = Record(game.history()).planes()
        self.assertEqual(list(data["players"]), [1, 1, 0, 0, 1, 1])
        self.assertEqual(list(data["outcomes"]), [1, 1, -1, -1, 1, 1])


if __name__ == "__main__":
    unittest.main()
