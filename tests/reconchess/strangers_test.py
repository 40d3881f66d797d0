"""Bots of strangers in the arena: what they expect around them, and what is said when they fail."""

import os
import shlex
import stat
import subprocess
import sys
import unittest

from support import ARENA, bot_command, environment, our_bot, scratch

PASSER = f"{ARENA} bot random"

MODERN = """
class B(Player):
    def handle_game_start(self, color, board, opponent_name): pass
    def handle_opponent_move_result(self, captured_my_piece, capture_square): pass
    def choose_sense(self, sense_actions, move_actions, seconds_left): return None
    def handle_sense_result(self, sense_result): pass
    def choose_move(self, move_actions, seconds_left): return None
    def handle_move_result(self, requested_move, taken_move, captured_opponent_piece, capture_square): pass
    def handle_game_end(self, winner_color, win_reason, game_history): pass
"""
OF_2019 = MODERN.replace(", opponent_name", "").replace(", game_history", "")
OF_A_COURSE = OF_2019.replace("taken_move, captured", "taken_move, reason, captured").replace(
    "win_reason): pass", "win_reason): 'won by ' + win_reason")


class Strangers(unittest.TestCase):
    def setUp(self):
        folder = scratch()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.records = os.path.join(self.folder, "records")
        self.diary = os.path.join(self.folder, "diary")

    def write(self, name, content, executable=False):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(content)
        if executable:
            os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def match(self, command, *options, games=1, tc="20+1", **env):
        """One engine is the bot, White in the first game; the other plays at random."""
        run = subprocess.run([ARENA, "match", "--games", str(games), "--turn-limit", "3", "--tc", tc, *options,
                              "--records", self.records, "--engine", f"cmd={shlex.join(command)}",
                              "--engine", f"name=random cmd={PASSER}"],
                             env=environment(DIARY=self.diary, **env), capture_output=True, text=True, timeout=120)
        return run.returncode, run.stdout + run.stderr

    def plays(self, command, *options, **env):
        status, said = self.match(command, *options, **env)
        self.assertEqual(status, 0, said)
        self.assertIn("by TURN_LIMIT", said)
        return said

    def test_at_the_end_a_bot_made_once_a_game_has_the_game_and_its_time(self):
        self.plays(our_bot("Archivist"), games=2)
        with open(self.diary) as diary:
            self.assertEqual(diary.read().count("made"), 3)  # once before the first game, to see that it can be
        last, = (name for name in os.listdir(self.records) if name.startswith("00002") and name.endswith(".json"))
        with open(self.diary + ".json", "rb") as kept, open(os.path.join(self.records, last), "rb") as record:
            self.assertEqual(kept.read(), record.read())

    def test_a_bot_that_does_not_come_to_its_end_is_ended_with_a_word(self):
        self.assertIn("was not done with the end of a game after 5.0 s", self.plays(our_bot("Endless"), tc="2+0"))

    def test_its_folder_is_where_it_runs_and_on_the_path(self):
        self.write("bot/helper.py", "WORD = 'here'")
        self.write("bot/data.txt", "text")
        bot = self.write("bot/bot.py", "from reconchess import Player\nimport helper\n"
                                       "assert open('data.txt').read() == 'text'" + MODERN)
        self.plays(bot_command(bot))

    def test_a_file_of_a_package_finds_its_package(self):
        self.write("fish/__init__.py", "")
        self.write("fish/parts/__init__.py", "")
        self.write("fish/parts/eyes.py", "from reconchess import Player")
        self.plays(bot_command(self.write("fish/parts/fish.py", "from .eyes import Player\n" + MODERN)))
        self.records += "2"
        self.plays(bot_command(self.write("fish/fish.py", "from fish.parts.eyes import Player\n" + MODERN)))

    def test_the_parameters_of_2019_and_of_a_course(self):
        self.plays(bot_command(self.write("old.py", "from reconchess import Player" + OF_2019)))
        course = self.write("one/course.py", "from player import Player" + OF_A_COURSE)
        self.records += "2"
        self.assertNotIn("TypeError", self.plays(bot_command(course)))
        self.write("one/player.py", "class Player(object): pass")
        self.records += "3"
        self.plays(bot_command(course))

    def test_a_chess_engine_stands_in_for_one_that_is_not_there(self):
        chess_engine = self.write("uci", f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n"
                                  "    if line.strip() == 'uci': print('id name uci\\nuciok', flush=True)\n"
                                  "    if line.strip() == 'isready': print('readyok', flush=True)\n"
                                  "    if line.strip() == 'quit': break\n", executable=True)
        bot = self.write("bot.py", "import os, chess.engine\nfrom reconchess import Player\n"
                         "PATH = '/home/author/stockfish_14'\nassert os.path.exists(PATH)" + MODERN +
                         "    def __init__(self): self.e = chess.engine.SimpleEngine.popen_uci(PATH)\n")
        said = self.plays(bot_command(bot) + ["--stockfish", chess_engine])
        self.assertIn(f"'/home/author/stockfish_14' cannot be started here; {chess_engine} stands in for it", said)
        self.records += "2"
        self.assertIn("bot cannot be loaded: AssertionError", self.match(bot_command(bot))[1].replace("bot.py", "bot"))

    def test_a_bot_that_cannot_be_loaded_is_named_with_the_reason_before_any_game(self):
        bot = self.write("li/bot.py", "import no_such_thing")
        status, said = self.match(bot_command(bot), games=2)
        self.assertEqual(status, 1, said)
        self.assertIn("bot cannot begin a game: it ended at 'isready' (exit code 1): li/bot.py cannot be loaded: "
                      "ModuleNotFoundError: No module named 'no_such_thing' (bot.py, line 1)", said)
        self.assertNotIn("game 1", said)

    def test_a_bot_with_the_name_of_a_module_of_pythons_is_told_so(self):
        for name in ("random.py", "time.py", "rbc_uci_loader.py"):
            bot = self.write("li/" + name, "from reconchess import Player" + MODERN)
            self.assertIn(f"li/{name} cannot be loaded: RuntimeError: {name} has the name of another module of Python's; "
                          "call it something else", self.match(bot_command(bot))[1])
        # Not loaded before the bot: it is what the others get.
        bot = self.write("li/queue.py", "from reconchess import Player" + MODERN)
        self.assertRegex(self.match(bot_command(bot))[1], "reconchess cannot be used: .*; queue.py has the name of another")
        # Wanted by nobody else, and a link.
        os.symlink(self.write("colorsys.py", "from reconchess import Player" + MODERN), os.path.join(self.folder, "my.py"))
        self.plays(bot_command(os.path.join(self.folder, "colorsys.py")))
        self.records += "2"
        self.plays(bot_command(os.path.join(self.folder, "my.py")))

    def test_a_bot_that_cannot_be_made_is_named_with_the_reason_before_any_game(self):
        bot = self.write("bot.py", "import os\nfrom reconchess import Player" + MODERN +
                         "    def __init__(self): os.environ['A_PROGRAM_NOBODY_NAMED']\n")
        status, said = self.match(bot_command(bot), games=2)
        self.assertEqual(status, 1, said)
        self.assertIn("cannot begin a game: it ended at 'isready' (exit code 1): ", said)
        self.assertIn("A_PROGRAM_NOBODY_NAMED", said.splitlines()[-1])
        self.assertNotIn("game 1", said)

    def test_the_reason_outlives_a_bot_that_is_slow_to_die(self):
        bot = self.write("slow.py", "import sys, time\nfrom reconchess import Player" + MODERN +
                         "    def choose_move(self, *_): raise ZeroDivisionError('its own mistake')\n"
                         "class Slow:\n    def flush(self): time.sleep(3)\n    def write(self, text): pass\n"
                         "sys.stderr = Slow()\n")
        self.assertIn("choose_move: ZeroDivisionError: its own mistake (slow.py, line ", self.match(bot_command(bot))[1])

    def test_a_slow_import_is_waited_for_as_long_as_ready_says_and_the_bot_is_named(self):
        bot = self.write("slow.py", "import time\ntime.sleep(4)\nfrom reconchess import Player" + MODERN)
        self.assertIn("bot_engine.py slow.py' is no RBC-UCI engine: it gave no answer to 'uci' in time",
                      self.match(bot_command(bot), "--ready", "2")[1])
        self.plays(bot_command(bot), "--ready", "60")


if __name__ == "__main__":
    unittest.main()
