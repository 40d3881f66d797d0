"""Bots that do what bots do: print, raise, take their time, start programs."""

import json
import os
import random
import subprocess
import sys
import time

import chess
from reconchess import Player


class Passing(Player):
    def handle_game_start(self, color, board, opponent_name):
        pass

    def handle_opponent_move_result(self, captured_my_piece, capture_square):
        pass

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        return None

    def handle_sense_result(self, sense_result):
        pass

    def choose_move(self, move_actions, seconds_left):
        return None

    def handle_move_result(self, requested_move, taken_move, captured_opponent_piece, capture_square):
        pass

    def handle_game_end(self, winner_color, win_reason, game_history):
        pass


class Noisy(Passing):
    """Speaks on standard output in three ways, and listens on standard input."""

    def choose_move(self, move_actions, seconds_left):
        print("bestmove a1a1")
        os.write(1, b"bestmove a1a1\n")
        subprocess.run(["echo", "bestmove a1a1"], check=True)
        assert sys.stdin.read() == ""
        return chess.Move.from_uci("e2e4")


class Raising(Passing):
    """In the method that RAISES names."""

    def __init__(self):
        for method in os.environ["RAISES"].split(","):
            setattr(self, method, self._raise)

    def _raise(self, *_):
        raise ZeroDivisionError("a bot's\nown mistake")


class Unmade(Passing):
    def __init__(self):
        raise KeyError("STOCKFISH_EXECUTABLE")


class Stuck(Passing):
    """Thinks for a minute; starts a program in a session of its own and one in the background."""

    def choose_move(self, move_actions, seconds_left):
        subprocess.Popen(["sleep", "600"], start_new_session=True)
        subprocess.Popen(["sh", "-c", "sleep 601 & sleep 602"])
        time.sleep(60)
        return None


class Diary(Passing):
    """Writes down all it is told, and plays at random from what it is offered."""

    def _note(self, *what):
        with open(os.environ["DIARY"], "a") as diary:
            diary.write(json.dumps(what) + "\n")

    def handle_game_start(self, color, board, opponent_name):
        self._note("start", color, board.fen(), opponent_name)

    def handle_opponent_move_result(self, captured_my_piece, capture_square):
        self._note("opponent", captured_my_piece, capture_square)

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        self._note("choose_sense", sense_actions, [m.uci() for m in move_actions], seconds_left)
        self.moves = move_actions
        return random.choice(sense_actions)

    def handle_sense_result(self, sense_result):
        self._note("sense", [(square, piece and piece.symbol()) for square, piece in sense_result])

    def choose_move(self, move_actions, seconds_left):
        assert move_actions is self.moves
        self._note("choose_move", [m.uci() for m in move_actions], seconds_left)
        return random.choice(move_actions)

    def handle_move_result(self, requested_move, taken_move, captured_opponent_piece, capture_square):
        self._note("move", requested_move and requested_move.uci(), taken_move and taken_move.uci(),
                   captured_opponent_piece, capture_square)

    def handle_game_end(self, winner_color, win_reason, game_history):
        self._note("end", winner_color, win_reason and win_reason.name, game_history.get_white_player_name(),
                   game_history.num_turns(chess.WHITE))


class CountingOnAllSquares(Passing):
    """As TroutBot does: it takes its own squares out of the list, which fails on a shorter one."""

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        for square in chess.SquareSet(chess.BB_RANK_1 | chess.BB_RANK_2):
            sense_actions.remove(square)
        return chess.H8


class Telling(Passing):
    """Answers what SAYS says."""

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        return eval(os.environ["SAYS"])

    choose_move = lambda self, move_actions, seconds_left: eval(os.environ["SAYS"])


class Archivist(Passing):
    """Counts how often it is made, and takes its time to keep the game."""

    def __init__(self):
        with open(os.environ["DIARY"], "a") as diary:
            diary.write("made\n")

    def handle_game_end(self, winner_color, win_reason, game_history):
        time.sleep(1)
        for turn in game_history.turns():
            game_history.truth_board_before_move(turn)
        game_history.save(os.environ["DIARY"] + ".json")


class Endless(Passing):
    def handle_game_end(self, winner_color, win_reason, game_history):
        time.sleep(600)
