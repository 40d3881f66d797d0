"""rc-connect's way of playing, against a server of our own that is LocalGame behind reconchess's addresses."""

import json
import multiprocessing
import os
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

import chess
from reconchess import ChessJSONDecoder, GameHistoryEncoder, LocalGame, load_player, play_turn
from reconchess.bots.random_bot import RandomBot
from reconchess.scripts.rc_connect import accept_invitation_and_play

from support import HERE, PLAYER, random_engine, scratch, words

_, LanternfishPlayer = load_player(PLAYER)


class Server:
    """One game: the visitor is White, a random bot plays Black as soon as it is its turn.

    Every `drops`-th request is not taken in: the connection is closed, or in every second such case a 503 answered.
    """

    def __init__(self, drops=0):
        self.requests = self.dropped = 0
        self.game = LocalGame(seconds_per_player=60, full_turn_limit=8)
        self.game.store_players("visitor", "RandomBot")
        self.bot = RandomBot()
        self.resigned_by_error = self.finished = False
        server = self

        class Handler(BaseHTTPRequestHandler):
            def _drop(self):
                server.requests += 1
                if not drops or server.requests % drops:
                    return False
                server.dropped += 1
                if server.dropped % 2:
                    self.send_error(503)
                self.close_connection = True
                return True

            def do_GET(self):
                if self._drop():
                    return
                self._answer(server.get(self.path.rsplit("/", 1)[1]))

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self._drop():
                    return
                what = json.loads(body, cls=ChessJSONDecoder) if body else {}
                self._answer(server.post(self.path.rsplit("/", 1)[1], what))

            def _answer(self, content):
                text = json.dumps(content, cls=GameHistoryEncoder).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def get(self, what):
        game = self.game
        if what == "game_status":
            return {"is_over": game.is_over(), "is_my_turn": game.turn == chess.WHITE}
        if what == "starting_board":
            return {"board": game.board}
        answers = {"color": lambda: True, "opponent_name": lambda: "RandomBot",
                   "sense_actions": game.sense_actions,
                   "move_actions": game.move_actions, "seconds_left": game.get_seconds_left,
                   "opponent_move_results": game.opponent_move_results, "winner_color": game.get_winner_color,
                   "win_reason": game.get_win_reason, "game_history": game.get_game_history}
        return {what: answers[what]()}

    def post(self, what, body):
        game = self.game
        if what == "ready":
            game.start()
        elif what == "sense":
            return {"sense_result": game.sense(body["square"])}
        elif what == "move":
            return {"move_result": game.move(body["requested_move"])}
        elif what == "end_turn":
            game.end_turn()
            if not game.is_over():
                play_turn(game, self.bot, end_turn_last=True)
        elif what == "error_resign":
            self.resigned_by_error = True
        elif what == "finish":
            self.finished = True
        return {"game_id": 1}


def quietly(function, *arguments):
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    function(*arguments)


class Remote(unittest.TestCase):
    def play(self, command, drops=0):
        """In a process of its own, as rc-connect does."""
        server = Server(drops)
        self.addCleanup(server.close)
        fork = multiprocessing.get_context("fork")
        finished = fork.Value("b", False)
        with mock.patch.dict(os.environ, LANTERNFISH_COMMAND=words(command), LANTERNFISH_OPTIONS=""):
            process = fork.Process(target=quietly, args=(accept_invitation_and_play, server.url, ("a", "b"), 1,
                                                         LanternfishPlayer, finished))
            process.start()
        process.join(60)
        self.assertEqual(process.exitcode, 0)
        self.assertTrue(server.finished)
        return server

    def test_a_game(self):
        server = self.play(random_engine(3))
        self.assertFalse(server.resigned_by_error)
        self.assertTrue(server.game.is_over())
        self.assertGreater(server.game.board.fullmove_number, 1)

    def test_a_connection_that_drops_now_and_then_costs_time_only(self):
        server = self.play(random_engine(3), drops=12)
        self.assertGreater(server.dropped, 3)
        self.assertFalse(server.resigned_by_error)
        self.assertTrue(server.game.is_over())

    def test_an_engine_that_cannot_play_on_resigns(self):
        with scratch() as folder:
            log = os.path.join(folder, "log")
            server = self.play([sys.executable, os.path.join(HERE, "fake_engine.py"), log, "nonsense", "0"])
            with open(log) as told:
                self.assertEqual(sum(line.startswith("go ") for line in told), 2)
        self.assertTrue(server.resigned_by_error)
