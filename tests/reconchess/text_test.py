import random
import unittest

import chess
from reconchess import LocalGame

import rbc_uci_text as text


class Windows(unittest.TestCase):
    def test_the_protocols_examples(self):
        board = chess.Board()
        for square, window in {"e7": "qkb/ppp/3", "a8": "rn/pp", "d1": "PPP/BQK", "h1": "PP/NR", "a4": "2/2/2"}.items():
            center = chess.parse_square(square)
            result = [(s, board.piece_at(s)) for s in text.window_squares(center)]
            self.assertEqual(text.format_window(result), window)
            self.assertEqual(text.parse_window(center, window), result)

    def test_every_window_of_the_arbiter_comes_back(self):
        game = LocalGame(seconds_per_player=None)
        rng = random.Random(1)
        for _ in range(60):
            if game.is_over():
                break
            for square in chess.SQUARES:
                result = game.sense(square)
                self.assertEqual(text.center_of(result), square)
                self.assertEqual(text.parse_window(square, text.format_window(result)), result)
            game.move(rng.choice(game.move_actions()))
            game.turn = not game.turn

    def test_other_splits_of_empty_squares_are_read(self):
        center = chess.parse_square("e4")
        self.assertEqual(text.parse_window(center, "111/12/21"), text.parse_window(center, "3/3/3"))

    def test_other_shapes_are_refused(self):
        for square, window in [("e4", "3/3"), ("e4", "3/3/4"), ("e4", "3/3/2"), ("a1", "3/3"), ("e4", "3/3/3/3"),
                               ("e4", "3/x2/3"), ("e4", ""), ("e4", "3/3/33")]:
            with self.assertRaises(ValueError, msg=f"{square} {window}"):
                text.parse_window(chess.parse_square(square), window)


class Events(unittest.TestCase):
    LINE = ("opponent capture e4 sense none result none move requested a7a8 taken a7a8q capture none "
            "opponent capture none sense a8 result rn/pp move requested e2e4 taken 0000 capture none")

    def test_a_history_comes_back(self):
        events = text.parse_events(self.LINE.split())
        self.assertEqual(" ".join(map(text.format_event, events)), self.LINE)
        self.assertEqual(events[2], text.Moved(chess.Move.from_uci("a7a8"), chess.Move.from_uci("a7a8q"), None))

    def test_half_an_event_is_an_error(self):
        words = self.LINE.split()
        whole = {3, 7, 14, 17, 21, 28}
        for length in range(1, len(words)):
            if length in whole:
                text.parse_events(words[:length])
            else:
                with self.assertRaises(ValueError):
                    text.parse_events(words[:length])

    def test_an_unknown_word_is_an_error(self):
        for line in ("opponent captured e4", "opponent capture e9", "sense e4 result none", "sense none result 3/3/3",
                     "move requested e2e2 taken 0000 capture none", "move requested e7e8k taken 0000 capture none"):
            with self.assertRaises(ValueError, msg=line):
                text.parse_events(line.split())
