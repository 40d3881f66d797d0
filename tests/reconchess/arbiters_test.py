"""The official arbiter and lanternfish-arena's referee agree on random games, played through the adapters both ways."""

import glob
import os
import subprocess
import unittest
from unittest import mock

from reconchess import GameHistory, LocalGame, load_player, play_local_game

from support import ARENA, PLAYER, bot_command, environment, random_engine, scratch, words

GAMES = int(os.environ.get("LANTERNFISH_AGREEMENT_GAMES", "4"))
RANDOM_BOT = bot_command("reconchess.bots.random_bot")


def arena(*arguments):
    return subprocess.run([ARENA, *arguments], env=environment(), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)


class Agreement(unittest.TestCase):
    def setUp(self):
        folder = scratch()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def replay_on_official_arbiter(self, history: GameHistory) -> LocalGame:
        game = LocalGame(seconds_per_player=None)
        for turn in history.turns():
            self.assertEqual(game.turn, turn.color)
            self.assertEqual(game.sense(history.sense(turn)), history.sense_result(turn), turn)
            self.assertEqual(game.board.fen(en_passant="fen"), history.truth_fen_before_move(turn), turn)
            requested = history.requested_move(turn)
            self.assertEqual(game.move(requested), history.move_result(turn), turn)
            self.assertEqual(game.board.fen(en_passant="fen"), history.truth_fen_after_move(turn), turn)
            game.turn = not game.turn
            self.assertEqual(game.is_over(), turn == history.last_turn(), turn)
        return game

    def test_games_of_our_referee_on_the_official_arbiter(self):
        """Python bots in the arena, against each other and against the engine."""
        for name, black in [("bots", RANDOM_BOT), ("engine", random_engine(0))]:
            records = os.path.join(self.folder, name)
            run = arena("match", "--games", str(GAMES), "--tc", "300", "--records", records,
                        "--engine", f"name=white cmd={words(RANDOM_BOT)}",
                        "--engine", f"name=black cmd={words(black)}")
            self.assertEqual(run.returncode, 0, run.stdout)
            self.assertEqual(run.stdout.count("illegal 0"), 2, run.stdout)
            files = glob.glob(os.path.join(records, "[0-9]*.json"))
            self.assertEqual(len(files), GAMES)
            for file in files:
                history = GameHistory.from_file(file)
                game = self.replay_on_official_arbiter(history)
                self.assertEqual(game.get_winner_color(), history.get_winner_color())
                self.assertEqual(game.get_win_reason(), history.get_win_reason())

    def test_games_of_the_official_arbiter_on_our_referee(self):
        """Engine against Python bot, both as players of reconchess, one of them through both adapters."""
        _, player = load_player(PLAYER)
        files = []
        for number in range(GAMES):
            players = []
            for command in (random_engine(1 + number), RANDOM_BOT):
                with mock.patch.dict(os.environ, LANTERNFISH_COMMAND=words(command), LANTERNFISH_OPTIONS="",
                                     PYTHONPATH=environment()["PYTHONPATH"]):
                    players.append(player())
            white, black = players if number % 2 else reversed(players)
            _, _, history = play_local_game(white, black, game=LocalGame(seconds_per_player=300))
            files.append(os.path.join(self.folder, f"{number}.json"))
            history.save(files[-1])
        run = arena("verify", *files)
        self.assertEqual(run.returncode, 0, run.stdout)
