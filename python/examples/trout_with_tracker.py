"""TroutBot with a tracker bolted on, against plain TroutBot, under reconchess's arbiter.

    STOCKFISH_EXECUTABLE=/usr/games/stockfish python3 trout_with_tracker.py GAMES

Needs reconchess. The bot thinks as trout does; only its board is another one: the likeliest that it must hold possible.
It senses where the tracker expects to learn most. Plays each colour in turn and prints the score.
"""

# %% The ten lines
import sys

import chess
from reconchess import LocalGame, play_local_game
from reconchess.bots.trout_bot import TroutBot

from lanternfish import Tracker


class TrackingTrout(TroutBot):
    def handle_game_start(self, color, board, opponent_name):
        super().handle_game_start(color, board, opponent_name)
        self.tracker = Tracker(color, start=board)

    def handle_opponent_move_result(self, captured_my_piece, capture_square):
        self.tracker.opponent_moved(capture_square)

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        self.sensed = int(self.tracker.windows()["bits"].argmax())
        return self.sensed

    def handle_sense_result(self, sense_result):
        self.tracker.sensed(self.sensed, sense_result)
        (self.board, _), = self.tracker.boards(1)

    def handle_move_result(self, requested_move, taken_move, captured_opponent_piece, capture_square):
        self.tracker.moved(requested_move, taken_move, capture_square)


# %% The games
def play(games: int) -> None:
    won = lost = 0
    for number in range(games):
        color = chess.COLORS[number % 2]
        players = {color: TrackingTrout(), not color: TroutBot()}
        winner, reason, _ = play_local_game(players[True], players[False], game=LocalGame(seconds_per_player=900))
        won += winner == color
        lost += winner == (not color)
        print(f"game {number + 1}: {chess.COLOR_NAMES[color]}, {reason.name}; with tracker {won}, plain {lost}, drawn "
              f"{number + 1 - won - lost}", flush=True)


if __name__ == "__main__":
    play(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
