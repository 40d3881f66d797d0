"""Recorded games: read, checked, followed by a tracker, and turned into arrays."""

import importlib.util
import json
import os
import pickle
import sys
import tempfile
import tracemalloc
import unittest
import unittest.mock

import numpy

from lanternfish import PASS, Environment, Game, Record, move_code, records, sense_code, tables
from game_test import play_random
from support import number, recorded_games

PYARROW = importlib.util.find_spec("pyarrow")  # Debian 12 has none


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

    def test_a_folder_is_read_on_behind_a_bad_game(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.json", "c.json"):
                Record(play_random(Game(), 1).history()).write(os.path.join(folder, name))
            with open(os.path.join(folder, "b.json"), "w", encoding="utf-8") as file:
                file.write("{}")
            left_out = []
            self.assertEqual(len(list(records.read(folder, left_out=left_out))), 2)
            self.assertEqual(len(left_out), 1)
            self.assertIn("b.json: not a game record", left_out[0])
            with self.assertWarnsRegex(UserWarning, "left out: .*b.json"):
                self.assertEqual(len(list(records.read(folder))), 2)


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


class Data(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        for seed in range(12):
            Record(play_random(Game(), seed, 10 + seed).history(f"w{seed}", "b")).write(
                os.path.join(self.folder, f"{seed:02}.json"))

    def test_arrays_know_their_games_players_results_and_true_boards(self):
        data = records.arrays(records.read(self.folder), boards=True)
        self.assertEqual(data["white"].tolist(), [f"w{seed}" for seed in range(12)])
        self.assertEqual(data["starts"][-1], len(data["actions"]))
        for i, record in enumerate(records.read(self.folder)):
            part = slice(*data["starts"][i:i + 2])
            self.assertTrue((data["games"][part] == i).all())
            self.assertEqual(data["winners"][i], {None: 0, True: 1, False: -1}[record.winner])
            self.assertEqual(data["reasons"][i], record.reason or "")
            played = records.turns(record)
            shown = data["boards"][part][0].reshape(8, 8)
            self.assertEqual("".join(".PNBRQKpnbrqk"[code] for code in shown[7]), "rnbqkbnr")
            last = data["boards"][part][-1].reshape(8, 8)[::-1]
            text = "/".join("".join(".PNBRQKpnbrqk"[code] for code in row) for row in last)
            for digits in range(8, 0, -1):
                text = text.replace("." * digits, str(digits))
            self.assertEqual(text, played[-1].fen.split()[0])

    def test_what_is_saved_is_loaded_again(self):
        data = records.arrays(records.read(self.folder))
        path = os.path.join(self.folder, "data.npz")
        records.save(path, data)
        again = records.load(path)
        self.assertEqual(set(again), set(data))
        for name in data:
            self.assertTrue((again[name] == data[name]).all() and again[name].dtype == data[name].dtype, name)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])

    def test_a_damaged_file_of_arrays_is_named_however_it_is_damaged(self):
        path = os.path.join(self.folder, "data.npz")
        records.save(path, records.arrays(records.read(self.folder)))
        with open(path, "rb") as file:
            good = file.read()
        random = numpy.random.default_rng(1)
        for _ in range(200):
            bad = bytearray(good)
            for at in random.integers(len(bad), size=30):
                bad[at] = random.integers(256)
            with open(path, "wb") as file:
                file.write(bad)
            try:
                records.load(path)
            except ValueError as error:
                self.assertIn(f"path: {path} is no file of arrays", str(error))

    @unittest.skipUnless(PYARROW, "needs pyarrow")
    def test_parquet_and_arrow_files_hold_the_same_arrays(self):
        data = records.arrays(records.read(self.folder), boards=True)
        for ending in tables.ENDINGS:
            path = os.path.join(self.folder, "data" + ending)
            records.save(path, data)
            again = records.load(path)
            self.assertEqual({name: (a.dtype, a.tobytes()) for name, a in again.items()},
                             {name: (a.dtype, a.tobytes()) for name, a in data.items()})
            with open(path, "wb") as file:
                file.write(b"no table at all" * 20)
            with self.assertRaisesRegex(ValueError, f"path: .*{ending} is no file of arrays"):
                records.load(path)
        some = tables.to_table(data).slice(3, 40)
        self.assertEqual(tables.from_table(some)["actions"].tolist(), data["actions"][3:43].tolist())
        self.assertTrue((records.dense(tables.from_table(some), [0, 39]) == records.dense(data, [3, 42])).all())

    def test_rows_of_decisions_hold_the_same_arrays(self):
        data = records.arrays(records.read(self.folder), boards=True)
        rows = tables.columns(data)
        self.assertTrue(all(len(column) == len(data["actions"]) for name, column in rows.items() if name != "bits"))
        again = tables.from_columns(rows)
        self.assertEqual({name: (a.dtype, a.tobytes()) for name, a in again.items()},
                         {name: (a.dtype, a.tobytes()) for name, a in data.items()})
        rows["games"] = rows["games"][::-1]
        with self.assertRaisesRegex(ValueError, "rows: games: .*sort"):
            tables.from_columns(rows)
        for wrong, text in (({}, "data: it has no actions"), ({**data, "white": data["white"][:3]}, "white has 3 entries, not 12"),
                            ({**data, "games": data["games"] + 1}, "games: there are 12")):
            with self.assertRaisesRegex(ValueError, text):
                tables.columns(wrong)

    def test_without_pyarrow_a_sentence_says_so_and_no_file_is_left(self):
        data = records.arrays(records.read(self.folder))
        path = os.path.join(self.folder, "data.parquet")
        with unittest.mock.patch.dict(sys.modules, {"pyarrow": None}):
            with self.assertRaisesRegex(ImportError, r"\.parquet .* need the package pyarrow"):
                records.save(path, data)
            with open(path, "wb"), self.assertRaisesRegex(ImportError, "need the package pyarrow"):
                records.load(path)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])

    def test_shuffled_decisions_are_each_there_once_and_the_seed_decides_the_order(self):
        data = records.arrays(records.read(self.folder))
        wanted = sorted(data["actions"][data["actions"] >= 0].tolist())
        for batch, games in ((1, 3), (7, 100), (5, 1)):
            got = [(planes.sum(), actions.tolist()) for planes, actions, _ in
                   records.shuffled(self.folder, batch, seed=1, games=games)]
            all_actions = [a for _, actions in got for a in actions]
            self.assertEqual(len(all_actions), len(wanted) - len(wanted) % batch)
            if batch == 1:
                self.assertEqual(sorted(all_actions), wanted)
                again = [actions[0] for _, actions, _ in records.shuffled(self.folder, 1, seed=1, games=games)]
                other = [actions[0] for _, actions, _ in records.shuffled(self.folder, 1, seed=2, games=games)]
                self.assertEqual(again, all_actions)
                self.assertNotEqual(other, all_actions)

    def test_a_broken_file_of_a_folder_is_left_out_of_the_shuffle_and_named(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.json", "c.json"):
                Record(play_random(Game(), 1).history("a", "b")).write(os.path.join(folder, name))
            with open(os.path.join(folder, "b.json"), "w") as file:
                file.write("{}")
            with self.assertWarnsRegex(UserWarning, "left out: .*b.json"):
                batches = list(records.shuffled(folder, 1, games=1))
            self.assertEqual(len(batches), len(list(records.shuffled([os.path.join(folder, "a.json")] * 2, 1))))
            with self.assertRaisesRegex(ValueError, "b.json"):
                list(records.shuffled([os.path.join(folder, "b.json")], 1))

    def test_a_saved_file_has_the_rights_of_other_files(self):
        with tempfile.TemporaryDirectory() as folder:
            records.save(os.path.join(folder, "games.npz"), records.arrays([Record(play_random(Game(), 1).history("a", "b"))]))
            with open(os.path.join(folder, "other"), "w"):
                pass
            self.assertEqual(*(os.stat(os.path.join(folder, name)).st_mode for name in ("games.npz", "other")))
            self.assertEqual(sorted(os.listdir(folder)), ["games.npz", "other"])


class ShuffledMemory(unittest.TestCase):
    def test_rows_that_wait_for_their_batch_are_not_held_as_planes(self):
        with tempfile.TemporaryDirectory() as folder:
            for i in range(12):
                game = Game(turn_limit=25)
                while not game.over:
                    game.sense(10 + i)
                    game.move(None)
                Record(game.history()).write(os.path.join(folder, f"{i}.json"))
            tracemalloc.start()
            self.addCleanup(tracemalloc.stop)
            rows = sum(len(actions) for _, actions, _ in records.shuffled(folder, 128, games=1))
            self.assertGreater(rows, 1000)
            # A batch as planes has 15 MB; all rows would have 138.
            self.assertLess(tracemalloc.get_traced_memory()[1], 45e6)


if __name__ == "__main__":
    unittest.main()
