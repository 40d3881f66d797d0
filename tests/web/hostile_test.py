"""Requests that mean no good: hostile_test.py BUILD [FUZZED]. The server refuses, goes on serving, and leaves nobody behind."""

import os
import random
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.error

sys.path.insert(0, os.path.dirname(__file__))
from server import Server, run, wait_for  # noqa: E402

BUILD = sys.argv[1]
FUZZED = int(sys.argv[2]) if len(sys.argv) > 2 else 3000
NEW_GAME = {'color': 'white', 'opponent': 'random', 'help': True}


def raw(server, data, wait=5.0):
    """The status of the answer to these bytes; None: the connection was closed without one."""
    with socket.create_connection(('127.0.0.1', server.port), timeout=wait) as link:
        try:
            link.sendall(data)
            link.shutdown(socket.SHUT_WR)
            answer = link.recv(65536)
        except OSError:
            return None
    return int(answer.split()[1]) if answer.startswith(b'HTTP/1.1 ') else None


def request(path='/', host=None, method='GET', head='', body=b'', server=None):
    host = f'127.0.0.1:{server.port}' if host is None else host
    return f'{method} {path} HTTP/1.1\r\nHost: {host}\r\n{head}\r\n'.encode('latin-1') + body


def test_what_is_refused():
    with Server(BUILD) as server:
        def status(**what):
            return raw(server, request(server=server, **what))
        assert status() == 200
        assert status(host=f'localhost:{server.port}') == 200
        for host in ('evil.example', f'evil.example:{server.port}', '127.0.0.1', '', f'127.0.0.1:{server.port}.evil.example'):
            assert status(host=host) == 421, host
        with Server(BUILD, '--host', 'rbc.example') as named:
            for host, told in (('rbc.example', 200), (f'rbc.example:{named.port}', 200), ('evil.example', 421)):
                assert raw(named, request(server=named, host=host)) == told, host
        for path in ('/../../etc/passwd', '/%2e%2e/etc/passwd', '/..%2f..', '//etc/passwd', '/./x', '/api/look/../../x', '/a\\b',
                     '/api/look/file/..', '/' + 'a' * 300, '/page.css/..'):
            assert status(path=path) == 404, path
        assert status(method='DELETE') == 405
        assert raw(server, request(server=server, head='X: ' + 'a' * 100_000 + '\r\n')) in (431, None)
        assert status(method='POST', path='/api/play', head='Content-Length: 2\r\n', body=b'{}') == 403
        assert server.status_of('/api/play', NEW_GAME, token='0' * 32) == 403
        token = f'X-Lanternfish-Token: {server.token}\r\n'
        # Refused by the head alone, before any of the body is read.
        assert status(method='POST', path='/api/play', head=token + 'Content-Length: 99999999\r\n') == 413
        assert status(method='POST', path='/api/look', head=token + 'Content-Length: 9999999999999999999\r\n') in (400, 413)
        assert raw(server, b'nonsense\r\n\r\n') == 400
        for broken in (b'{', b'[]', b'null', b'{"color": "green"}', b'{"color": "white", "opponent": "/bin/sh"}',
                       b'{"color": "white", "opponent": "trout", "options": {"EngineCommand": "/bin/sh"}}',
                       b'{"color": "white", "opponent": "trout", "options": {"Depth": 1000}}',
                       b'{"color": "white", "opponent": "trout", "base": 1e300}', b'{"color": 5, "opponent": []}', b'\xff\xfe' * 100,
                       b'[' * 1000, b'{"color":' * 400 + b'1' + b'}' * 400):
            assert server.status_of('/api/play', broken) == 400, broken
        for path in ('/api/look/file/0', '/api/look/file/-1', '/api/look/file/99999999999999999999', '/api/watch/0/0'):
            assert server.status_of(path, {}) == 404, path
        for record in (b'[' * 100_000, b'{"a":' * 20_000, b'\x00', b'{"type": "GameHistory"}'):
            assert server.status_of('/api/look', record) == 400
        assert server.children() == []
        # A person cannot do what is not asked for, and learns no more than the page shows.
        game = server.post('/api/play', NEW_GAME)['id']
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'sense')
        assert server.status_of(f'/api/play/{game}/move', {'move': 'e2e4'}) == 409
        assert server.status_of(f'/api/play/{game}/sense', {'square': 'z9'}) == 409
        assert server.status_of(f'/api/play/{game}/sense', {'square': 7}) == 400
        assert server.status_of(f'/api/play/{game}/record') == 409
        assert server.status_of(f'/api/play/{"0" * 32}/state') == 404


def test_others_need_a_name_of_this_machine():
    """Whoever opens the page to others without a name for it hears what is missing, and so does who is refused."""
    with Server(BUILD, '--address', '0.0.0.0') as server:
        assert server.base == f'http://127.0.0.1:{server.port}', server.base
        told = server.process.stdout.readline()
        assert '--host NAME' in told, told
        assert server.get('/api/hello')
        with socket.create_connection(('127.0.0.1', server.port), timeout=5) as link:
            link.sendall(request(server=server, host='mylaptop'))
            link.shutdown(socket.SHUT_WR)
            answer = link.recv(65536)
        assert answer.startswith(b'HTTP/1.1 421 ') and b'--host NAME' in answer, answer
    with Server(BUILD, '--address', '0.0.0.0', '--host', 'MyLaptop') as server:
        told = server.process.stdout.readline()
        assert f'http://MyLaptop:{server.port}/#token={server.token}' in told, told


def test_slow_and_idle_connections_hold_nobody_up():
    with Server(BUILD) as server:
        held = []
        for _ in range(100):
            link = socket.create_connection(('127.0.0.1', server.port), timeout=30)
            link.sendall(b'GET / HTTP/1.1\r\nHost: ')
            held.append(link)
        listeners = []
        for _ in range(100):
            link = socket.create_connection(('127.0.0.1', server.port), timeout=30)
            listeners.append(link)
        game = server.post('/api/play', NEW_GAME)['id']
        for link in listeners:
            link.sendall(request(f'/api/play/{game}/events', server=server))
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'sense')
        times = []
        for _ in range(50):
            begun = time.monotonic()
            server.get('/api/hello')
            times.append(time.monotonic() - begun)
        print(f'100 slow and 100 listening connections: an answer takes {1000 * sorted(times)[25]:.1f} ms (median), '
              f'{1000 * max(times):.1f} ms (worst), {server.memory_mb()} MB')
        assert max(times) < 2
        server.post(f'/api/play/{game}/sense', {'square': 'e7'})
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'move')
        for link in listeners:  # nobody missed it
            seen = b''
            while b'"phase":"move"' not in seen:
                more = link.recv(65536)
                assert more, 'a listener was dropped'
                seen = seen[-20:] + more
        begun = time.monotonic()
        for link in held:  # a request may not take forever to arrive
            link.settimeout(20)
            try:
                while link.recv(65536):
                    pass
            except ConnectionError:
                pass
            link.close()
        assert time.monotonic() - begun < 15
        for link in listeners:
            link.close()


def test_fuzzed_requests():
    chance = random.Random(11)
    with Server(BUILD) as server:
        seeds = [request(server=server), request('/api/hello', server=server), request('/page.css', server=server),
                 request('/api/play', method='POST', head=f'X-Lanternfish-Token: {server.token}\r\nContent-Length: 40\r\n',
                         body=b'{"color":"white","opponent":"x","base":1}', server=server),
                 request('/api/look', method='POST', head=f'X-Lanternfish-Token: {server.token}\r\nTransfer-Encoding: chunked\r\n',
                         body=b'5\r\n{"a":\r\n3\r\n1}}\r\n0\r\n\r\n', server=server)]
        first = None

        def attack(count, seed):
            own = random.Random(seed)
            for _ in range(count):
                data = bytearray(own.choice(seeds))
                for _ in range(own.randint(1, 8)):
                    at = own.randrange(len(data))
                    kind = own.randrange(4)
                    if kind == 0:
                        data[at] = own.randrange(256)
                    elif kind == 1:
                        del data[at:at + own.randint(1, 20)]
                    elif kind == 2:
                        data[at:at] = bytes(own.randrange(256) for _ in range(own.randint(1, 20)))
                    else:
                        data[at:at] = data[at:at + 60] * own.randint(1, 5)
                    if not data:
                        data = bytearray(b'x')
                raw(server, bytes(data), 15)
        attack(200, chance.random())
        first = server.memory_mb()
        threads = [threading.Thread(target=attack, args=(FUZZED // 4, chance.random())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        last = server.memory_mb()
        print(f'{FUZZED} fuzzed requests: memory {first} -> {last} MB')
        assert last < first + (300 if sanitized() else 30)  # a sanitizer keeps what was freed
        assert server.get('/api/hello')['opponents']
        assert server.children() == []


def test_resigning_while_the_opponent_thinks():
    engine = os.path.join(BUILD, 'tests', 'arena', 'fake-rbc-engine')
    with Server(BUILD, '--engine', f'name=slow cmd={engine} args=fault=silence args=at=sense') as server:
        slow = next(o['key'] for o in server.get('/api/hello')['opponents'] if 'slow' in o['label'])
        # The opponent, to move first, would think for four hours.
        game = server.post('/api/play', {'color': 'black', 'opponent': slow, 'base': 14400})['id']
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'waiting')
        server.post(f'/api/play/{game}/resign')
        end = wait_for(lambda: (lambda state: state['phase'] == 'over' and state)(server.get(f'/api/play/{game}/state')), 15)
        assert (end['winner'], end['ending']) == ('white', 'resigned'), end
        assert server.get(f'/api/play/{game}/record')['win_reason']['value'] == 'RESIGN'


def test_finished_games_make_room_for_new_ones():
    with Server(BUILD) as server:
        def begun():
            try:
                return server.post('/api/play', {'color': 'white', 'opponent': 'random'})['id']
            except urllib.error.HTTPError as error:  # as many engines as may run have not ended yet
                assert error.code == 503
                return None
        for _ in range(110):  # more than are kept
            game = wait_for(begun)
            server.post(f'/api/play/{game}/resign')
            wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'over')


def test_many_games_and_nobody_left_behind():
    server = Server(BUILD, '--max-games', '20')
    games = [server.post('/api/play', NEW_GAME)['id'] for _ in range(20)]
    assert server.status_of('/api/play', NEW_GAME) == 503
    for game in games:
        wait_for(lambda game=game: server.get(f'/api/play/{game}/state')['phase'] == 'sense')
    begun = time.monotonic()
    for game in games:
        server.post(f'/api/play/{game}/sense', {'square': 'd7'})
    for game in games:
        wait_for(lambda game=game: server.get(f'/api/play/{game}/state')['phase'] == 'move')
    print(f'20 games: all sensed in {time.monotonic() - begun:.2f} s, {server.memory_mb()} MB')
    engines = server.children()
    assert len(engines) >= 20
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    wait_for(lambda: not any(os.path.exists(f'/proc/{pid}/stat') and ' Z ' not in open(f'/proc/{pid}/stat').read() for pid in engines), 10)


def test_a_file_that_does_not_end_holds_nobody_up():
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(os.path.join(folder, 'game.json'))
        with Server(BUILD, '--games', folder) as server:
            def ask():
                try:
                    server.post('/api/look/file/0')
                except OSError:
                    pass  # refused, or without an answer when the server ends
            asked = threading.Thread(target=ask, daemon=True)
            asked.start()
            time.sleep(0.5)
            begun = time.monotonic()
            assert server.get('/api/hello')['opponents']
            assert time.monotonic() - begun < 2
            # Whoever reads the pipe is let go.
            try:
                os.close(os.open(os.path.join(folder, 'game.json'), os.O_WRONLY | os.O_NONBLOCK))
            except OSError:
                pass


def sanitized():
    with open(os.path.join(BUILD, 'CMakeCache.txt')) as file:
        return any(line.startswith('LANTERNFISH_SANITIZE:') and line.strip()[-1] != '=' for line in file)


def test_listeners_without_the_token_lock_nobody_out():
    with Server(BUILD) as server:
        game = server.post('/api/play', NEW_GAME)['id']
        own = socket.create_connection(('127.0.0.1', server.port), timeout=30)
        own.sendall(request(f'/api/play/{game}/events', server=server, head=f'Cookie: a=b; lanternfish-{server.port}={server.token}\r\n'))
        strangers = []
        for _ in range(600):
            link = socket.create_connection(('127.0.0.1', server.port), timeout=30)
            link.sendall(request(f'/api/play/{game}/events', server=server))
            strangers.append(link)
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'sense')
        server.post(f'/api/play/{game}/sense', {'square': 'e7'})
        seen = b''
        while b'"phase":"move"' not in seen:
            more = own.recv(65536)
            assert more, 'who has the token was dropped'
            seen = seen[-20:] + more
        for link in [own, *strangers]:
            link.close()


def test_a_crowd_of_one_address_locks_no_other_out():
    with Server(BUILD) as server:
        game = server.post('/api/play', NEW_GAME)['id']
        own = socket.create_connection(('127.0.0.1', server.port), timeout=30)
        own.sendall(request(f'/api/play/{game}/events', server=server))
        crowd = []
        for _ in range(600):
            link = socket.create_connection(('127.0.0.1', server.port), 30, ('127.0.0.2', 0))
            link.sendall(request(f'/api/play/{game}/events', server=server))
            crowd.append(link)
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'sense')
        server.post(f'/api/play/{game}/sense', {'square': 'e7'})
        seen = b''
        while b'"phase":"move"' not in seen:
            more = own.recv(65536)
            assert more, 'the first of all was dropped for a crowd of another address'
            seen = seen[-20:] + more
        for link in [own, *crowd]:
            link.close()


run([test_others_need_a_name_of_this_machine,
     test_a_crowd_of_one_address_locks_no_other_out, test_a_file_that_does_not_end_holds_nobody_up,
     test_listeners_without_the_token_lock_nobody_out, test_what_is_refused, test_slow_and_idle_connections_hold_nobody_up, test_fuzzed_requests,
     test_resigning_while_the_opponent_thinks, test_finished_games_make_room_for_new_ones, test_many_games_and_nobody_left_behind])
