"""LanternfishPlayer under reconchess's own arbiter."""

import contextlib
import importlib
import io
import os
import unittest
from unittest import mock

from support import chess, reconchess

if reconchess:
    from reconchess import LocalGame, load_player, play_local_game
    from reconchess.bots.random_bot import RandomBot

    from lanternfish.player import LanternfishPlayer

OPTIONS = {"EngineCommand": "none", "Strategy": "attacker", "Seed": 5}


@unittest.skipUnless(reconchess, "needs reconchess")
class Games(unittest.TestCase):
    def test_whole_games_of_both_colours_without_an_illegal_request(self):
        for color in chess.COLORS:
            us = LanternfishPlayer(OPTIONS)
            game = LocalGame(seconds_per_player=120)
            play_local_game(us if color else RandomBot(), RandomBot() if color else us, game=game)
            history = game.get_game_history()
            self.assertNotEqual(history.get_win_reason().name, "RESIGN")
            self.assertGreater(history.num_turns(color), 2)
            self.assertTrue(any(history.requested_move(turn) for turn in history.turns(color)))

    def test_reconchess_finds_the_player_and_the_environment_sets_options(self):
        with mock.patch.dict(os.environ, LANTERNFISH_OPTIONS="Strategy=random EngineCommand=none"):
            name, make = load_player("lanternfish.player")
            self.assertEqual(name, "LanternfishPlayer")
            make()
        with mock.patch.dict(os.environ, LANTERNFISH_OPTIONS="Strategy"), self.assertRaises(ValueError):
            LanternfishPlayer()

    def test_from_another_start_and_for_two_games(self):
        us = LanternfishPlayer(OPTIONS)
        for _ in range(2):
            us.handle_game_start(chess.WHITE, chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "nobody")
            us.handle_opponent_move_result(False, None)
            self.assertIn(us.choose_sense(list(chess.SQUARES), [], 60.0), [None, *chess.SQUARES])
            us.handle_sense_result([])
            self.assertIn(us.choose_move([], float("inf")), [None, *map(chess.Move.from_uci, (
                "e1d1", "e1f1", "e1d2", "e1f2", "e2e3", "e2e4", "e2d3", "e2f3"))])

    def test_rc_playback_leads_both_colours_through_a_game(self):
        playback = importlib.import_module("reconchess.scripts.rc_playback").playback
        game = LocalGame(seconds_per_player=60, full_turn_limit=4)
        play_local_game(RandomBot(), RandomBot(), game=game)
        for color in chess.COLORS:
            with self.subTest(color=color), contextlib.redirect_stdout(io.StringIO()):
                playback(game.get_game_history(), LanternfishPlayer(OPTIONS), color)

    def test_where_its_time_is_too_short_its_flag_falls(self):
        for color in chess.COLORS:
            us = LanternfishPlayer({"EngineCommand": "none"})
            game = LocalGame(seconds_per_player=0.2, seconds_increment=0, full_turn_limit=50)
            with contextlib.redirect_stderr(io.StringIO()):
                play_local_game(us if color else RandomBot(), RandomBot() if color else us, game=game)
            self.assertIn(game.get_win_reason().name, ("TIMEOUT", "KING_CAPTURE"))


if __name__ == "__main__":
    unittest.main()
