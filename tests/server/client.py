"""A client that makes the calls of reconchess's own, in its order: play_remote_game, and the server as a process."""

import base64
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from databases import database_in  # noqa: E402


class Refused(Exception):
    """A status of 400 to 499: reconchess's client gives the game up."""


class Client:
    """Calls of one person. Asks again for ever where nobody answers, or by a status of 500 and more."""

    def __init__(self, base, name='', password=''):
        self.base, self.name = base, name
        self.headers = {'Authorization': 'Basic ' + base64.b64encode(f'{name}:{password}'.encode()).decode()}

    def once(self, path, body=None):
        """Status and answer."""
        request = urllib.request.Request(f'{self.base}/api/{path}', headers=self.headers if self.name else {},
                                         data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def once_or_none(self, path, body=None):
        """None where nobody answers in full."""
        try:
            return self.once(path, body)
        except (OSError, http.client.HTTPException, ValueError):  # nobody there, or gone in the middle
            return None

    def call(self, path, body=None):
        while True:
            status, answer = self.once_or_none(path, body) or (500, None)
            if status < 400:
                return answer
            if status < 500:
                raise Refused(f'{path}: {status} {answer["error"]}')
            time.sleep(0.05)

    def game(self, number, what, body=None):
        answer = self.call(f'games/{number}/{what}', body)
        return answer.get(what, answer)

    def play(self, number, seed=0, told=None, twice=0.0, turns=10_000, stop=None):
        """Plays at random until the game is over; notes in `told` what it was told. `twice`: how often a call is
        made twice. Returns the GameHistory, or None where it left: after so many turns, or when `stop` is set."""
        lots = random.Random(seed)
        told = told if told is not None else []

        def act(what, body):
            answer = self.game(number, what, body)
            if lots.random() < twice:
                again = self.game(number, what, body)
                assert again == answer, (what, body, answer, again)
            return answer

        told.append(('color', self.game(number, 'color')))
        self.game(number, 'starting_board')
        self.game(number, 'opponent_name')
        act('ready', {})
        while turns > 0:
            status = self.game(number, 'game_status')
            if status['is_over']:
                break
            if stop is not None and stop.is_set():
                return None
            if not status['is_my_turn']:
                time.sleep(0.01)
                continue
            turns -= 1
            squares, moves = self.game(number, 'sense_actions'), self.game(number, 'move_actions')
            told.append(('notice', self.game(number, 'opponent_move_results')))
            square = lots.choice(squares or [0])
            told.append(('sense', square, act('sense', {'square': square})['sense_result']))
            self.game(number, 'seconds_left')
            move = lots.choice((moves or []) + [None])
            told.append(('move', act('move', {'requested_move': move})['move_result']))
            act('end_turn', {})
        else:
            return None
        return self.game(number, 'game_history')


class Visitor:
    """A browser without a window: its cookie, and the field that the page sends."""

    def __init__(self, base, headers=None):
        self.base, self.cookie, self.set_cookie, self.headers = base, '', '', headers or {}

    def call(self, path, body=None, token='page'):
        """Status and answer."""
        headers = {'Cookie': self.cookie, **self.headers}
        if body is not None and token:
            headers['X-Lanternfish-Token'] = token
        request = urllib.request.Request(self.base + path, headers=headers, data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                if answer.headers['Set-Cookie']:
                    self.set_cookie = answer.headers['Set-Cookie']
                    self.cookie = self.set_cookie.split(';')[0]
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


class Server:
    """lanternfish-server on a free port, with the database of a folder; killed at the end of the `with` block."""

    def __init__(self, build, folder, *arguments, stderr=None):
        self.stderr = stderr
        self.database = database_in(folder)
        self.command = [os.path.join(build, 'lanternfish-server'), '--database', self.database.place, *arguments]
        self.port = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.command, '--port', str(self.port)], stdout=subprocess.PIPE, stderr=self.stderr,
                                        text=True)
        self.base = self.process.stdout.readline().strip()
        assert self.base.startswith('http://'), 'the server did not print its address'
        self.port = int(self.base.rsplit(':', 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()

    def join(self, name, password='a password'):
        Client(self.base).call('users/', {'username': name, 'email': '', 'affiliation': '', 'password': password})
        return Client(self.base, name, password)
