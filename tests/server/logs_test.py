"""Nothing secret is written: logs_test.py BUILD [--postgres].

Every kind of call is made, right, wrong and malformed, each with passwords and tokens of its own. None of them may then
stand in what the server and its commands print, in its database, or in the log of a real nginx in front of it, if there
is one. Mail addresses and schools of people are in the database alone, names in no output of the server.
"""

import base64
import json
import os
import re
import resource
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Server, Visitor  # noqa: E402
from databases import POSTGRES  # noqa: E402
from nginx import Nginx, free_port  # noqa: E402

BUILD = sys.argv[1]
PLAY = {'color': 'white', 'base': 60, 'increment': 0, 'help': False}
SECRET, PERSONAL = [], []


def secret(kind):
    SECRET.append(f'{kind}-{secrets.token_hex(8)}')
    return SECRET[-1]


def personal(kind):
    PERSONAL.append(f'{kind}-{secrets.token_hex(8)}')
    return PERSONAL[-1]


def session(visitor):
    SECRET.append(visitor.cookie.split('=')[1])
    assert len(SECRET[-1]) == 32
    return visitor


def send(base, text):
    """Bytes, whatever they are; what comes back."""
    host, port = base.removeprefix('http://').split(':')
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(text.encode())
        connection.shutdown(socket.SHUT_WR)
        told = b''
        while part := connection.recv(65536):
            told += part
        return told.decode(errors='replace')


def head(base, line, *fields, body=''):
    name = base.removeprefix('http://')
    return send(base, '\r\n'.join([f'{line} HTTP/1.1', f'Host: {name}', 'Connection: close', *fields, '', body]))


def accounts(base):
    """Two that are registered, with programs and browsers; and everything that can go wrong with that."""
    anna = Client(base, personal('anna'), secret('password'))
    bert = Client(base, personal('bert'), secret('password'))
    for who in (anna, bert):
        password = base64.b64decode(who.headers['Authorization'].split()[1]).decode().split(':')[1]
        body = {'username': who.name, 'email': personal('mail') + '@x', 'affiliation': personal('school'), 'password': password}
        assert Client(base).once('users/', body)[0] == 200
        assert Client(base).once('users/', {**body, 'password': secret('second')})[0] == 409
        who.password = password
        SECRET.append(who.headers['Authorization'].split()[1])
        assert who.once('invitations/')[0] == 200
        assert Client(base, who.name, secret('wrong')).once('invitations/')[0] == 401
        assert Client(base, personal('nobody'), secret('wrong')).once('invitations/')[0] == 401
    for body in ({'username': secret('<'), 'password': secret('password')}, {'username': 'x', 'password': [secret('list')]},
                 {'username': 'x', 'email': secret('line') + '\n', 'password': secret('password')},
                 {'username': 'x', 'password': secret('long') * 20}, {'username': 'x', 'password': secret('longer') * 400}):
        assert Client(base).once('users/', body)[0] in (400, 413), body
    browser = Visitor(base)
    assert browser.call('/api/session', {'username': anna.name, 'password': anna.password})[0] == 200
    session(browser)
    assert browser.call('/api/session', {'username': anna.name, 'password': secret('wrong')})[0] == 401
    assert browser.call('/api/session', {'username': anna.name, 'password': {'a': secret('object')}})[0] == 400
    other = Visitor(base)
    assert other.call('/api/session/new', {'username': personal('carl'), 'password': secret('password')})[0] == 200
    session(other)
    assert other.call('/api/session/end', {})[0] == 200
    forged = Visitor(base)
    forged.cookie = 'lanternfish-session=' + secret('forged')
    for path in ('/api/hello', '/api/lobby', '/api/play/1/state'):
        forged.call(path)
    assert forged.call('/api/tournaments', {'name': 'x'})[0] == 401
    return anna, bert, session(browser)


def games(base, anna, bert, browser):
    """By programs and at the page, with friends by links, and with a house bot that fails."""
    number = anna.call('invitations/', {'opponent': bert.name, 'color': True})['game_id']
    for who in (anna, bert):
        who.game(number, 'ready', {})
    anna.game(number, 'sense', {'square': 12})
    for what, body in (('move', {'requested_move': secret('move')}), ('sense', {'square': secret('square')}), ('nonsense', {})):
        anna.once(f'games/{number}/{what}', body)
    anna.game(number, 'resign', {})
    broken = anna.call('invitations/', {'opponent': 'broken', 'color': True})['game_id']
    anna.game(broken, 'ready', {})
    end = time.monotonic() + 60
    while not anna.game(broken, 'game_status')['is_over']:
        assert time.monotonic() < end, 'the bot that fails plays on'
        time.sleep(0.1)
    guest, friend = Visitor(base), Visitor(base)
    link = guest.call('/api/play', {**PLAY, 'opponent': 'link'})[1]['id'].removeprefix('link-')
    assert len(link) == 32
    SECRET.append(link)
    session(guest)
    assert guest.call('/api/play/link', {'link': link})[1]['game'] is None
    assert friend.call('/api/play/link', {'link': secret('link')})[0] == 404
    assert friend.call('/api/play/join', {'link': secret('link')})[0] == 404
    status, made = friend.call('/api/play/join', {'link': link})
    assert status == 200
    assert guest.call('/api/play/link', {'link': link})[1]['game'] == int(made['id'])
    session(friend)
    for who in (guest, friend):
        assert who.call(f'/api/play/{made["id"]}/ready', {})[0] == 200
        assert who.call(f'/api/play/{made["id"]}/state')[0] == 200
    assert friend.call(f'/api/play/{made["id"]}/resign', {})[0] == 200
    assert browser.call('/api/play', {**PLAY, 'opponent': secret('opponent')})[0] == 404


def malformed(base, anna):
    key = anna.headers['Authorization']
    told = [head(base, 'GET /api/' + secret('path'), f'Authorization: {key}'),
            head(base, 'GET /api/../' + secret('path')),
            head(base, 'GET /api/hello?' + secret('query')),
            head(base, 'GET /' + secret('asset')),
            head(base, 'DELETE /api/hello', 'Authorization: Bearer ' + secret('bearer')),
            head(base, 'GET /api/invitations', 'Authorization: Basic ' + secret('base64')),
            head(base, 'GET /api/invitations', 'Authorization: Basic ' + base64.b64encode(secret('colon').encode()).decode()),
            head(base, 'GET /api/invitations', f'Cookie: {secret("cookie")}; lanternfish-session={secret("session")}'),
            head(base, 'POST /api/session', 'X-Lanternfish-Token: ' + secret('field'), 'Content-Length: 2', body='{}'),
            head(base, 'POST /api/session', 'Sec-Fetch-Site: cross-site', 'Cookie: ' + secret('cookie'), 'Content-Length: 2', body='{}'),
            head(base, 'GET /api/hello', 'Cookie: ' + 900 * secret('long')),
            send(base, f'GET /api/hello HTTP/1.1\r\nHost: {secret("host")}\r\n\r\n'),
            send(base, secret('garbage') + '\r\n\r\n'), send(base, f'GET / HTTP/1.1\r\n{secret("no field")}\r\n\r\n')]
    body = f'{{"username": "x", "password": "{secret("cut")}'
    told.append(head(base, 'POST /api/users/', f'Content-Length: {len(body)}', body=body))
    told.append(head(base, 'POST /api/users/', f'Content-Length: {len(body) + 9}', body=body))  # and never the rest
    assert all(text.startswith('HTTP/1.1 ') for text in told[:-1]), told


def full_disk(server, anna):
    if POSTGRES:
        return
    size = os.path.getsize(server.database.place + '-wal')
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    impatient = Visitor(server.base)
    sign_up = {'username': personal('dora'), 'password': secret('password')}
    assert impatient.call('/api/session/new', sign_up)[0] == 503
    assert Client(server.base).once('users/', {**sign_up, 'password': secret('password')})[0] == 503
    assert impatient.call('/api/session', {'username': anna.name, 'password': anna.password})[0] == 503
    assert impatient.call('/api/play', {**PLAY, 'opponent': 'link'})[0] == 503
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert anna.call('users/me/max_games', {'max_games': 4}) == {}


def commands(server, folder, anna):
    """What those print that tell no password by their nature."""
    def run(*words):
        done = subprocess.run([server.command[0], *words, '--database', server.database.place], capture_output=True, text=True)
        return done.stdout + done.stderr

    new = run('admin', 'reset-password', anna.name)
    SECRET.append(new.split()[-1])  # told to whoever asked for it; and nowhere else
    assert len(SECRET[-1]) == 32, new
    told = run('admin', 'void', '1', 'a reason') + run('admin', 'tournaments') + run('admin', secret('word'))
    told = told.replace(SECRET[-1], '')  # it says what it does not understand
    told += run('export', os.path.join(folder, 'games'))
    told += run('backup', os.path.join(folder, 'copy')) if not POSTGRES else ''
    strangers = [f'postgresql://anna:{secret("open")}@127.0.0.1:1/x', f'postgresql://anna:{secret("sesame")}@127.0.0.1:port/x',
                 f'postgresql://anna:{secret("percent")}%zz@127.0.0.1/x', f'postgresql://anna:{secret("word")}@/x?no=1',
                 f'postgresql://127.0.0.1:1/x?password={secret("sesame")}']
    for place in strangers:
        done = subprocess.run([server.command[0], '--database', place], capture_output=True, text=True, timeout=60)
        assert done.returncode != 0 and done.stderr, place
        told += done.stdout + done.stderr
    return told


def holds_none_of(what, text, words):
    found = [word for word in words if word in text]
    assert not found, f'{what} has {found}: ' + str([line for line in text.splitlines() if found[0] in line][:3])


def main():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile('w+') as log:
        os.chmod(folder, 0o755)
        arguments = ('--house', 'name=broken cmd=false', '--trust-proxy')
        with Server(BUILD, folder, *arguments, stderr=log) as server:
            first = [server.process.stdout.readline() for _ in range(6)]
            password = re.search(r'password (\S+)', ''.join(first)).group(1)
            told = ''.join(first).replace(password, '')  # once, to whoever started it
            SECRET.append(password)
            administrator = Client(server.base, 'administrator', password)
            assert administrator.once('tournaments', {'name': 'cup', 'ends_ms': secret('moment')})[0] == 400
            proxied = shutil.which('nginx') is not None or os.path.exists('/usr/sbin/nginx')
            base = f'http://127.0.0.1:{free_port()}' if proxied else server.base
            passed = f'proxy_pass {server.base}; proxy_set_header Host $proxy_host; proxy_set_header X-Forwarded-For 127.0.0.1;'
            block = f'server {{ listen {base.removeprefix("http://")}; location / {{ {passed} }} }}'
            nginx = Nginx(folder, base, block) if proxied else None
            try:
                anna, bert, browser = accounts(base)
                games(base, anna, bert, browser)
            finally:
                if nginx:
                    nginx.process.terminate()
                    nginx.process.wait()
            anna.base = server.base  # the proxy is gone
            malformed(server.base, anna)
            full_disk(server, anna)
            told += commands(server, folder, anna)
            server.process.terminate()
            told += server.process.stdout.read()
            assert server.process.wait() == 0
            log.seek(0)
            said = log.read()
            assert 'house bot broken would give up each game' in said, 'nobody hears of it before the first game'
            assert 'house bot broken gives up' in said, 'the server says nothing, and this test sees nothing'
            kept = json.dumps([server.database.rows(f'SELECT * FROM {table}')
                               for table in ('persons', 'games', 'actions', 'notes', 'tournaments')])
            assert anna.name in kept and '$argon2id$' in kept
        holds_none_of('standard output', told, SECRET + PERSONAL)
        holds_none_of('standard error', said, SECRET + PERSONAL)
        holds_none_of('the database', kept, SECRET)
        for place, _, files in os.walk(folder):
            for name in files:
                with open(os.path.join(place, name), 'rb') as file:
                    # Names are public: games have them, and nginx writes who asked.
                    private = [word for word in PERSONAL if word.startswith(('mail-', 'school-'))]
                    words = SECRET + (private if name in ('access', 'errors') else [])
                    holds_none_of(name, file.read().decode(errors='replace'), words)
    print(f'{len(SECRET)} secrets, {len(PERSONAL)} names' + ('' if proxied else '; without nginx'))


main()
