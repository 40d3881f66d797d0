"""The game led by hand, against reconchess's own arbiter, and what a caller relies on."""

import json
import random
import time
import unittest

from lanternfish import ActionError, Game, Record, Tracker
from support import chess, number, reconchess


def play_random(game: Game, seed: int, turns: int = 30) -> Game:
    choose = random.Random(seed)
    while not game.over and turns > 0:
        turns -= 1
        game.sense(choose.choice([None, *range(64)]))
        game.move(choose.choice([None, *game.requests]))
    return game


class AgainstReconchess(unittest.TestCase):
    @unittest.skipUnless(chess and reconchess, "needs reconchess")
    def test_random_games_agree_move_for_move(self):
        from reconchess import LocalGame
        plies = 0
        for seed in range(number("LANTERNFISH_AGREEMENT_GAMES", 20)):
            choose = random.Random(seed)
            ours, theirs = Game(), LocalGame(900)
            theirs.start()
            while not theirs.is_over():
                color = ours.turn
                self.assertEqual((color, ours.over), (theirs.turn, False))
                self.assertEqual(ours.capture, theirs.opponent_move_results())
                square = choose.choice([None, *range(64)])
                self.assertEqual(ours.sense(square),
                                 [(s, p.symbol() if p else None) for s, p in theirs.sense(square)])
                # reconchess lists some promotions without a piece, too; both sides read those as a queen's.
                pawns = theirs.board.pieces(chess.PAWN, color)
                self.assertEqual(sorted(ours.requests),
                                 sorted(m.uci() for m in theirs.move_actions() if m.promotion or not (
                                     m.from_square in pawns and chess.square_rank(m.to_square) in (0, 7))))
                request = choose.choice([None, *ours.requests])
                taken, capture = ours.move(request)
                requested = request and chess.Move.from_uci(request)
                _, their_taken, their_capture = theirs.move(requested)
                self.assertEqual((taken, capture), (their_taken and their_taken.uci(), their_capture))
                self.assertEqual(ours.fen, theirs.board.fen(en_passant="fen"))
                theirs.end_turn()
                plies += 1
            theirs.end()
            self.assertEqual((ours.over, ours.winner), (True, theirs.get_winner_color()))
            self.assertEqual(ours.reason, theirs.get_win_reason().name)
        print(f"{plies} plies", end=" ... ")

    @unittest.skipUnless(reconchess, "needs reconchess")
    def test_reconchess_reads_our_history(self):
        import tempfile
        from reconchess import GameHistory
        game = play_random(Game(), 3)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(game.history("me", "you"))
            file.flush()
            history = GameHistory.from_file(file.name)
        self.assertEqual(history.get_white_player_name(), "me")
        self.assertEqual(history.num_turns(), len(json.loads(game.history())["taken_moves"]["true"]) +
                         len(json.loads(game.history())["taken_moves"]["false"]))


class Steps(unittest.TestCase):
    def test_what_may_not_be_done_now_raises_and_changes_nothing(self):
        game = Game()
        for act, text in ((lambda: game.move("e2e4"), "to sense"), (lambda: game.sense(77), "77")):
            with self.assertRaises(ValueError) as raised:
                act()
            self.assertIn(text, str(raised.exception))
        game.sense(None)
        for act in (lambda: game.sense(None), lambda: game.move("e2e5")):
            with self.assertRaises(ActionError):
                act()
        self.assertEqual((game.step, game.turn), ("move", True))
        game.resign("white")
        self.assertEqual((game.over, game.winner, game.reason), (True, False, "RESIGN"))
        with self.assertRaises(ActionError):
            game.sense(None)

    def test_copies_go_their_own_ways_from_the_same_place(self):
        game = play_random(Game(), 1, 7)
        other = game.copy()
        self.assertEqual(play_random(game, 2).history(), play_random(other, 2).history())
        self.assertNotEqual(play_random(Game(), 4).history(), play_random(Game(), 5).history())

    def test_a_tracker_follows_the_observations(self):
        game = play_random(Game(), 8, 6)
        for color in (True, False):
            tracker = Tracker(color)
            for name, *arguments in game.observations(color):
                getattr(tracker, name)(*arguments)
        self.assertEqual(tracker.history(), game.observations(False))
        Record(game.history()).check()

    def test_a_fallen_flag_ends_the_game(self):
        game = Game(seconds=0.05, increment=0)
        self.assertEqual(game.clock("black"), 0.05)
        time.sleep(0.06)
        self.assertEqual((game.step, game.winner, game.reason), ("over", False, "TIMEOUT"))
        patient = Game(seconds=10, increment=5)
        patient.sense(None)
        patient.move(None)
        self.assertGreater(patient.clock(True), 14)
        for over in (game, patient):
            if over is patient:
                over.resign(True)
            left = over.clock(True), over.clock(False)
            time.sleep(0.02)
            self.assertEqual((over.clock(True), over.clock(False)), left)

    def test_a_game_that_is_over_lists_no_requests_and_tells_the_last_capture(self):
        game = Game("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1")
        game.sense(None)
        game.move("e2e8")
        self.assertEqual((game.step, game.requests, game.capture), ("over", [], 60))

    def test_a_game_without_limits_has_no_clock(self):
        self.assertIsNone(Game().clock(True))

    def test_limits_end_the_game(self):
        game = Game(move_limit=4)
        for _ in range(4):
            game.sense(None)
            game.move(None)
        self.assertEqual((game.winner, game.reason), (None, "MOVE_LIMIT"))
        game = Game(turn_limit=1)
        for _ in range(2):
            game.sense(None)
            game.move(None)
        self.assertEqual(game.reason, "TURN_LIMIT")


if __name__ == "__main__":
    unittest.main()
