"""lanternfish-arena class: from submissions to a table."""

import csv
import json
import os
import re
import subprocess
import sys
import unittest
import zipfile

from support import ARENA, environment, scratch
from strangers_test import MODERN

BOT = "from reconchess import Player\n" + MODERN


class Class(unittest.TestCase):
    def setUp(self):
        folder = scratch()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "handed in")
        self.records = os.path.join(folder.name, "records")
        os.mkdir(self.folder)

    def hand_in(self, name, content):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(content)

    def play(self, *options, status=0):
        run = subprocess.run([ARENA, "class", self.folder, "--records", self.records, "--tc", "30+1", "--turn-limit", "2",
                              "--concurrency", "2", "--stockfish", "none", "--python", sys.executable, *options],
                             env=environment(), capture_output=True, text=True, timeout=300)
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        return run.stdout + run.stderr

    def table(self):
        with open(os.path.join(self.records, "leaderboard.csv"), newline="") as file:
            return {row["name"]: row for row in csv.DictReader(file)}

    def games(self):
        with open(os.path.join(self.records, "games.jsonl")) as file:
            return [json.loads(line) for line in file][1:]

    def test_submissions_of_all_kinds_join_and_the_broken_one_is_named(self):
        self.hand_in("Ada_12_assignsubmission_file_/my_bot.py", BOT + "print('hello from Ada')\n")
        self.hand_in("bob.py", BOT)
        with zipfile.ZipFile(os.path.join(self.folder, "Bob.zip"), "w") as archive:
            archive.writestr("src/bot.py", BOT)
            archive.writestr("src/notes.txt", "text")
        self.hand_in("eve/eve.py", "import no_such_thing\n" + BOT)
        self.hand_in("joe/readme.txt", "no bot")
        self.hand_in("kim.py", "clas B: pass")
        said = self.play("--baselines", "random", "--games", "2")
        self.assertIn("'bob.py' is called 'bob 2': 'bob' is Bob.zip", said.replace("'Bob'", "'bob'"))
        self.assertRegex(said, "eve +ended at 'isready'.*eve.py cannot be loaded: ModuleNotFoundError")
        self.assertRegex(said, "kim +kim.py: SyntaxError: invalid syntax .*line 1")
        self.assertRegex(said, "joe +it holds no Python file")
        table = self.table()
        self.assertEqual((table["Ada"]["games"], table["Ada"]["elo_error"]), ("6", ""))  # too few to know it
        self.assertEqual((table["eve"]["games"], table["joe"]["games"]), ("0", "0"))
        self.assertEqual(table["random"]["kind"], "baseline")
        self.assertEqual(len(self.games()), 12)
        first = next(game for game in self.games() if game["white"] == "Ada")
        with open(os.path.join(self.records, first["file"].replace(".json", ".white.txt"))) as output:
            self.assertIn("hello from Ada", output.read())
        with open(os.path.join(self.records, "leaderboard.html")) as page:
            shown = page.read()
        self.assertIn(first["file"], shown)
        unable = dict(json.loads(re.search(r'"unable":(\[\[.*?\]\])', shown).group(1)))
        self.assertEqual(set(unable), {"eve", "joe", "kim"})
        self.assertIn("ModuleNotFoundError", unable["eve"])

        # The same command plays nothing again; a late bot plays everybody, into the same table.
        self.play("--baselines", "random", "--games", "2")
        self.assertEqual(len(self.games()), 12)
        self.hand_in("late.py", BOT)
        self.play("--baselines", "random", "--games", "2")
        self.assertEqual(len(self.games()), 20)
        self.assertEqual(self.table()["late"]["games"], "8")

    def test_a_file_of_another_kind_is_in_the_table_with_the_reason(self):
        self.hand_in("ada.py", BOT)
        self.hand_in("dee_88_91_BOT.PY", BOT)
        self.hand_in("fay/BOT.PY", BOT)
        with zipfile.ZipFile(os.path.join(self.folder, "eli.ZIP"), "w") as archive:
            archive.writestr("bot.py", BOT)
        for name in ("cem.tar.gz", "gus.7z", "hal", ".hidden"):
            self.hand_in(name, "no matter")
        said = self.play("--baselines", "none", "--games", "1")
        table = self.table()
        for name in ("ada", "dee", "eli", "fay"):
            self.assertEqual(table[name]["games"], "3", said)
        self.assertEqual(table["gus"]["problem"], "'.7z' is neither a Python file, a folder nor a zip")
        self.assertEqual(table["hal"]["problem"], "it is neither a Python file, a folder nor a zip")
        self.assertEqual(len(table), 7)
        # Handed in anew, under the name that it has in the table.
        os.remove(os.path.join(self.folder, "cem.tar.gz"))
        self.hand_in("cem.py", BOT)
        self.assertRegex(self.play("--baselines", "none", "--games", "1"), "(?m)^  cem +plays$")

    def test_where_no_submission_can_play_nothing_is_played(self):
        self.assertIn("there is no submission in", self.play("--baselines", "random,attacker", status=1))
        self.hand_in("kim.py", "clas B: pass")
        self.assertIn("no submission is able to play", self.play("--baselines", "random,attacker", status=1))
        self.assertIn("SyntaxError", self.table()["kim"]["problem"])
        self.assertFalse(os.path.exists(os.path.join(self.records, "games.jsonl")))

    def test_a_dry_run_leaves_a_table_with_the_games_so_far(self):
        self.hand_in("ada.py", BOT)
        self.hand_in("kim.py", "clas B: pass")
        self.play("--baselines", "random", "--dry-run")
        self.assertIn("SyntaxError", self.table()["kim"]["problem"])
        self.play("--baselines", "random")
        self.hand_in("eve.txt", "")
        self.play("--baselines", "random", "--dry-run")
        self.assertEqual((self.table()["ada"]["games"], self.table()["eve"]["games"]), ("2", "0"))

    def test_results_among_the_submissions_are_no_submission(self):
        self.hand_in("ada.py", BOT)
        self.hand_in("bob/bob.py", BOT)
        for records in ("first", "second", "second"):
            self.records = os.path.join(self.folder, records)
            self.play("--baselines", "none", "--games", "1")
            self.assertEqual(sorted(self.table()), ["ada", "bob"])
            self.assertEqual(len(self.games()), 1)
        # From within the folder, with the folder of results that is taken unasked.
        self.records = os.path.join(self.folder, "games", "class-handed_in")
        for _ in range(2):
            run = self.run_class(".", "--dry-run", cwd=self.folder)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertIn("\n2 submissions\n", run.stdout)
            self.assertTrue(os.path.isdir(self.records))
        self.assertIn("\n2 submissions\n", self.run_class(self.folder, "--dry-run", "--records", self.folder + " 2").stdout)

    def test_results_that_would_replace_submissions_are_refused(self):
        for place, options in (("submissions", ()), ("dry_run/group", ()), (".", ()), ("bots", ("--fresh",))):
            folder = os.path.join(self.folder, place)
            os.makedirs(os.path.join(folder, "eve"))
            run = self.run_class(folder, "--records", self.folder, *options)
            self.assertIn("would be mixed with the submissions", run.stderr)
            self.assertTrue(os.path.isdir(os.path.join(folder, "eve")))

    def run_class(self, folder, *options, cwd=None):
        return subprocess.run([ARENA, "class", folder, "--tc", "30+1", "--turn-limit", "2", "--stockfish", "none", "--python",
                               sys.executable, "--baselines", "none", "--games", "1", *options],
                              cwd=cwd, env=environment(), capture_output=True, text=True, timeout=300)

    def test_only_faulty_games_are_played_again(self):
        self.hand_in("ada.py", BOT)
        self.hand_in("bob.py", BOT.replace("choose_move(self, move_actions, seconds_left): return None",
                                           "choose_move(self, move_actions, seconds_left):\n"
                                           "        self.n = getattr(self, 'n', 0) + 1\n"
                                           "        assert self.n < 4, 'too far'"))
        self.play_longer()
        self.assertEqual(len(self.games()), 2)
        self.assertEqual(self.table()["bob"]["lost_by_fault"], "2")
        self.assertIn("too far", self.table()["bob"]["problem"])
        self.hand_in("bob.py", BOT)
        said = self.play_longer("--again")
        self.assertIn("bob is another program than in its earlier games", said)
        self.assertEqual(self.table()["bob"]["lost_by_fault"], "0")
        self.assertEqual(len(self.games()), 2)

    def play_longer(self, *options):
        run = subprocess.run([ARENA, "class", self.folder, "--records", self.records, "--tc", "30+1", "--turn-limit", "5",
                              "--stockfish", "none", "--python", sys.executable, "--baselines", "none", *options],
                             env=environment(), capture_output=True, text=True, timeout=300)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_a_submission_nobody_can_read_is_its_own_problem(self):
        self.hand_in("ada.py", BOT)
        self.hand_in(os.fsdecode(b"M\xfcller.py"), BOT)
        self.hand_in("deep.py", "x = " + 100_000 * "-" + "1\n")
        place = os.path.join(self.folder, "eve.zip")
        with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bot.py", BOT + "".join(f"# {i * i}\n" for i in range(500)))
        with open(place, "r+b") as file:
            file.seek(100)
            file.write(bytes(range(200, 230)))
        said = self.play("--baselines", "none", "--games", "1")
        self.assertRegex(said, "eve +the zip cannot be unpacked: ")
        self.assertRegex(said, "deep +deep.py: (MemoryError|RecursionError)")
        self.assertRegex(said, "M_ller +plays")
        self.assertEqual(len(self.games()), 1)

    def test_a_name_stays_with_its_student(self):
        options = ("--baselines", "attacker", "--games", "1")
        self.hand_in("Li_4711_assignsubmission_file_/bot.py", BOT)
        self.hand_in("attacker.py", BOT)
        self.assertIn("'attacker.py' is called 'attacker 2'", self.play(*options))
        table = self.table()
        self.assertEqual((table["attacker"]["kind"], table["attacker 2"]["kind"]), ("baseline", "submission"))
        # An earlier entry of the same name, a new attempt under another file's name, and one that is withdrawn.
        self.hand_in("Li_4000_assignsubmission_file_/bot.py", BOT)
        self.hand_in("weili_88_91_bot.py", BOT)
        self.play(*options)
        self.assertEqual((self.table()["Li"]["games"], self.table()["Li 2"]["games"]), ("4", "4"))
        os.rename(os.path.join(self.folder, "weili_88_91_bot.py"), os.path.join(self.folder, "weili_88_95_bot-1.py"))
        os.remove(os.path.join(self.folder, "attacker.py"))
        self.play(*options)
        self.assertEqual(self.table()["attacker 2"]["kind"], "submission")
        self.assertEqual(sorted(self.table()), ["Li", "Li 2", "attacker", "attacker 2", "weili"])
        self.assertEqual(len(self.games()), 10)

    def test_a_second_run_leaves_the_first_ones_results_alone(self):
        for name in ("ada", "bob"):
            self.hand_in(name + ".py", BOT)
        command = [ARENA, "class", self.folder, "--records", self.records, "--tc", "30+1", "--turn-limit", "2", "--stockfish",
                   "none", "--python", sys.executable, "--baselines", "none", "--games", "12"]
        with subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True) as first:
            while "(2 of 12)" not in (line := first.stdout.readline()):
                self.assertTrue(line, "the first run ended early")
            second = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=300)
            self.assertIn("is in use by another run", second.stderr)
            first.communicate(timeout=300)
        self.assertEqual(first.returncode, 0)
        self.assertEqual(len(self.games()), 12)
        # A run that was killed before its first game, or while it wrote a line.
        with open(os.path.join(self.records, "games.jsonl"), "a") as file:
            file.write('{"game":13,"pa\n')
        self.play("--baselines", "none", "--games", "12")
        self.assertEqual(len(self.games()), 12)
        open(os.path.join(self.records, "games.jsonl"), "w").close()
        self.play("--baselines", "none", "--games", "1")
        self.assertEqual(len(self.games()), 1)

    def test_limits_and_swiss(self):
        self.hand_in("ada.py", BOT)
        self.hand_in("bob.py", BOT)
        self.hand_in("greedy.py", BOT + "hoard = bytearray(900 << 20)\n")
        self.hand_in("opener.py", BOT + "files = [open('/dev/null') for _ in range(300)]\n")
        said = self.play("--baselines", "random,attacker", "--swiss", "1", "--memory", "400")
        self.assertRegex(said, "greedy +.*MemoryError")
        self.assertRegex(said, "opener +.*Too many open files")
        self.assertEqual(len(self.games()), 4, "two pairings of two games")

    @unittest.skipUnless(subprocess.run(["sh", "-c", "bwrap --unshare-all --ro-bind / / true"],
                                        capture_output=True).returncode == 0, "needs bwrap")
    def test_in_the_sandbox_a_bot_has_its_folder_and_no_more(self):
        self.hand_in("ada.py", BOT.replace("game_history): pass", "game_history): game_history.save('mine.json')"))
        self.hand_in("spy.py", BOT + f"import os\nprint(os.listdir({self.folder!r}))\n")
        self.hand_in("caller.py", BOT + "import socket\nsocket.create_connection(('127.0.0.1', 22))\n")
        said = self.play("--baselines", "random", "--bwrap", "--games", "1")
        self.assertRegex(said, "ada +plays")
        self.assertRegex(said, "spy +.*No such file or directory")
        self.assertRegex(said, "caller +.*(refused|unreachable)")
        with open(os.path.join(self.records, "submissions", "ada", "mine.json"), "rb") as kept:
            self.assertEqual(kept.read()[:24], b'{"type": "GameHistory", ')


if __name__ == "__main__":
    unittest.main()
