"""The calls of a game the obvious way, for lanternfish-server's bench: obvious_server.py PORT, with reconchess.

The standard library's server, a thread a connection, one lock, reconchess's LocalGame for each game. Nothing is kept,
passwords are not looked at.
"""

import base64
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import chess
from reconchess import LocalGame
from reconchess.history import GameHistoryEncoder

GAMES, USERS, LOCK = {}, set(), threading.Lock()


class Table:
    def __init__(self, white, black):
        self.players, self.game = {white: chess.WHITE, black: chess.BLACK}, LocalGame()
        self.accepted, self.ready = False, set()

    def get(self, what, color):
        game = self.game
        over = game.is_over()
        mine = len(self.ready) == 2 and game.turn == color
        return {
            'game_status': lambda: {'is_over': over, 'is_my_turn': mine and not over},
            'color': lambda: {'color': color},
            'starting_board': lambda: {'board': game.board if color else None},
            'opponent_name': lambda: {'opponent_name': next(n for n, c in self.players.items() if c != color)},
            'opponent_move_results': lambda: {what: game.opponent_move_results()},
            'sense_actions': lambda: {what: game.sense_actions()},
            'move_actions': lambda: {what: game.move_actions()},
            'seconds_left': lambda: {what: game.get_seconds_left()},
            'game_history': lambda: {what: game.get_game_history()},
        }[what]()

    def post(self, what, color, body):
        game = self.game
        if what == 'ready':
            self.ready.add(color)
            if len(self.ready) == 2:
                game.start()
        elif game.turn != color:
            return {}
        elif what == 'sense':
            return {'sense_result': game.sense(body['square'])}
        elif what == 'move':
            asked = body['requested_move']
            result = game.move(asked and chess.Move.from_uci(asked['value']))
            game.end_turn()
            return {'move_result': result}
        return {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, body):
        me = base64.b64decode(self.headers.get('Authorization', 'Basic ').split()[1:][0]).decode().split(':')[0]
        parts = self.path.strip('/').split('/')[1:]
        with LOCK:
            if parts[0] == 'users':
                USERS.add(body['username'])
                return {'username': body['username']}
            if parts[0] == 'invitations' and len(parts) == 2:
                GAMES[int(parts[1])].accepted = True
                return {'game_id': int(parts[1])}
            if parts[0] == 'invitations' and body is not None:
                GAMES[len(GAMES) + 1] = Table(me, body['opponent'])
                return {'game_id': len(GAMES)}
            if parts[0] == 'invitations':
                return {'invitations': [i for i, t in GAMES.items() if me in t.players and not t.accepted]}
            table = GAMES[int(parts[1])]
            color = table.players[me]
            return table.get(parts[2], color) if body is None else table.post(parts[2], color, body)

    def reply(self, body):
        text = json.dumps(self.answer(body), cls=GameHistoryEncoder).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        self.reply(None)

    def do_POST(self):
        self.reply(json.loads(self.rfile.read(int(self.headers['Content-Length']))))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024


if __name__ == '__main__':
    Server(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
