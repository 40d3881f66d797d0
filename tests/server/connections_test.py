"""Sockets that mean no good: connections_test.py BUILD. What is asked of the page's server as well is asked by
tests/web/hostile_test.py."""

import json
import os
import socket
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, '..', 'web')]
from client import Server  # noqa: E402
from server import run  # noqa: E402

BUILD = sys.argv[1]
IDLE = 1000


def server_in(folder, *arguments):
    return Server(BUILD, folder, '--house', 'none', *arguments)


def link_to(server, host='127.0.0.1'):
    return socket.create_connection((host, server.port), timeout=20)


def ask(link, server, host='127.0.0.1', address=None):
    """Status and answer of a call, after which the connection stays open."""
    forwarded = f'X-Forwarded-For: {address}\r\n' if address else ''
    link.sendall(f'GET /api/version HTTP/1.1\r\nHost: {host}:{server.port}\r\n{forwarded}\r\n'.encode())
    answer = link.recv(65536)
    return int(answer.split()[1]), json.loads(answer.partition(b'\r\n\r\n')[2])


def ended(link, seconds):
    """How long it took the server to close the connection; None: it did not."""
    begun = time.monotonic()
    link.settimeout(seconds)
    try:
        while link.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return None
    return time.monotonic() - begun


def outer_address():
    """An address of this machine that is not its own loopback; None: there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(('192.0.2.1', 9))  # sends nothing
        except OSError:
            return None
        address = out.getsockname()[0]
        return None if address.startswith('127.') else address


def test_idle_connections_hold_nobody_up_and_are_closed():
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        anna = server.join('anna')
        begun = time.monotonic()
        silent = [link_to(server) for _ in range(IDLE)]
        slow = [link_to(server) for _ in range(20)]
        answered = link_to(server)
        assert ask(answered, server)[0] == 200
        times = []
        text = iter(b'GET /api/version HTTP/1.1\r\nX: ' + b'x' * 1000)
        while time.monotonic() - begun < 8:  # a byte a second
            byte = bytes([next(text)])
            for link in slow:
                link.sendall(byte)
            for _ in range(10):
                asked = time.monotonic()
                assert anna.once('invitations/')[0] == 200
                times.append(time.monotonic() - asked)
                time.sleep(0.1)
        print(f'{IDLE} silent connections and {len(slow)} slow ones: an answer takes {1000 * sorted(times)[len(times) // 2]:.1f} ms '
              f'(median), {1000 * max(times):.1f} ms (worst)')
        assert max(times) < 2, max(times)
        # Ten seconds are enough for a request, whatever of it has come.
        for link in silent + slow + [answered]:
            assert ended(link, 20) is not None, 'a connection without a request stays open'
        assert time.monotonic() - begun < 25
        assert anna.once('invitations/')[0] == 200


def test_a_body_that_comes_by_and_by_is_not_waited_for():
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        link = link_to(server)
        link.sendall(f'POST /api/users/ HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 4000\r\n\r\n'.encode())
        begun = time.monotonic()
        try:
            while time.monotonic() - begun < 20:
                link.sendall(b' ')
                time.sleep(0.5)
            raise AssertionError('a body of two bytes a second is waited for')
        except ConnectionError:
            pass


def test_connections_of_one_address_have_a_limit():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--connections', '20', '--trust-proxy') as server:
        links = [link_to(server) for _ in range(22)]
        told = [ask(link, server, address='1.1.1.1') for link in links]
        assert [status for status, _ in told] == [200] * 20 + [503] * 2, told
        assert told[-1][1]['error'].startswith('too many connections from this address'), told[-1]
        assert ended(links[-1], 5) is not None
        assert ask(link_to(server), server, address='1.1.1.2')[0] == 200
        # The proxy's own connection is whose request it brought last.
        assert ask(links[0], server, address='1.1.1.3')[0] == 200
        time.sleep(0.2)
        another = link_to(server)
        assert ask(another, server, address='1.1.1.1')[0] == 200
        another.close()
        # One network of IPv6 is one address.
        wide = [link_to(server) for _ in range(21)]
        told = [ask(link, server, address=f'2001:db8:1:2::{i}')[0] for i, link in enumerate(wide)]
        assert told == [200] * 20 + [503], told
        assert ask(link_to(server), server, address='2001:db8:1:3::1')[0] == 200


def test_the_limit_holds_without_a_proxy():
    address = outer_address()
    if address is None:
        print('left out: this machine has no address beside its loopback')
        return
    with tempfile.TemporaryDirectory() as folder, \
            server_in(folder, '--connections', '10', '--address', '0.0.0.0', '--host', address) as server:
        links = [link_to(server, address) for _ in range(10)]
        assert [ask(link, server, address)[0] for link in links] == [200] * 10
        assert ask(link_to(server, address), server, address)[0] == 503
        # A crowd that says nothing is not let in at all.
        crowd = [link_to(server, address) for _ in range(150)]
        closed = 0
        for link in crowd:
            link.settimeout(0.01)
            try:
                closed += link.recv(1) == b''
            except ConnectionError:
                closed += 1
            except TimeoutError:
                pass
        assert closed >= 80, closed
        assert ask(link_to(server), server, 'localhost')[0] == 200, 'who is on this machine is shut out'


def test_it_is_called_by_its_names():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--address', '0.0.0.0', '--host', 'MyLaptop') as server:
        for host in ('MyLaptop', 'mylaptop', '127.0.0.1', '0.0.0.0', 'localhost'):
            assert ask(link_to(server), server, host)[0] == 200, host
        assert ask(link_to(server), server, 'evil.example')[0] == 421
        joins = next(line for line in server.process.stdout if 'rc-register' in line)
        assert joins.endswith(f'--server-url http://MyLaptop:{server.port}\n'), joins
    # Without a name only this machine gets in: who starts the server hears it, and so does who is refused.
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--address', '0.0.0.0') as server:
        assert server.base == f'http://127.0.0.1:{server.port}', server.base
        told = []
        while not told or 'rc-connect' not in told[-1]:
            told.append(server.process.stdout.readline())
            assert told[-1], told
        assert any('--host NAME' in line for line in told), told
        assert any(line.endswith(f'rc-register --server-url {server.base}\n') for line in told), told
        status, answer = ask(link_to(server), server, 'mylaptop')
        assert status == 421 and '--host NAME' in answer['error'], answer
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        told = [server.process.stdout.readline() for _ in range(6)]
        assert 'rc-connect' in told[-1] and not any('--host' in line for line in told), told
    if socket.has_ipv6 and os.path.exists('/proc/net/if_inet6'):
        with tempfile.TemporaryDirectory() as folder, server_in(folder, '--address', '::1') as server:
            assert server.base == f'http://[::1]:{server.port}', server.base
            assert ask(link_to(server, '::1'), server, '[::1]')[0] == 200


run([test_idle_connections_hold_nobody_up_and_are_closed, test_a_body_that_comes_by_and_by_is_not_waited_for,
     test_connections_of_one_address_have_a_limit, test_it_is_called_by_its_names,
     test_the_limit_holds_without_a_proxy])
