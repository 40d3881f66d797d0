"""Spectators of a running match: spectators.py BUILD SPECTATORS. No test of ctest: it is run by hand.

Beside a match of the arena and its spectators, 20 persons play on the same server. Prints how long answers take, how late the
newest state comes, and the server's memory; fails when somebody was left behind.
"""

import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from server import Server, wait_for  # noqa: E402

BUILD, SPECTATORS = sys.argv[1], int(sys.argv[2])
PERSONS, GAMES = 20, 4


class Spectator:
    def __init__(self, server, selector):
        self.link = socket.create_connection(('127.0.0.1', server.port), timeout=30)
        self.link.sendall(f'GET /api/watch/0/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n'.encode())
        self.link.setblocking(False)
        self.buffer = b''
        self.bytes = 0
        self.states = {}  # state -> when it came
        selector.register(self.link, selectors.EVENT_READ, self)

    def read(self):
        data = self.link.recv(1 << 20)
        assert data, 'a spectator was dropped'
        self.bytes += len(data)
        self.buffer += data
        *whole, self.buffer = self.buffer.split(b'\n\n')
        for event in whole:
            for line in event.split(b'\n'):
                if line.startswith(b'data: '):
                    self.last = line[6:]
                    self.states[hash(self.last)] = time.monotonic()


def spread(values):
    ordered = sorted(values)
    return f'{1000 * ordered[len(ordered) // 2]:.1f} ms (median), {1000 * ordered[-1]:.0f} ms (worst)'


def person(server, times, stop):
    game = server.post('/api/play', {'color': 'white', 'opponent': 'random', 'help': True})['id']
    while not stop.is_set():
        begun = time.monotonic()
        state = server.get(f'/api/play/{game}/state')
        times.append(time.monotonic() - begun)
        if state['phase'] == 'sense':
            server.post(f'/api/play/{game}/sense', {'square': 'd7'})
        elif state['phase'] == 'move':
            server.post(f'/api/play/{game}/move', {'move': state['requests'][0]})
        elif state['phase'] == 'over':
            return
        stop.wait(0.5)


folder = tempfile.mkdtemp()
engine = f'cmd={BUILD}/lanternfish'
arena = subprocess.Popen([os.path.join(BUILD, 'lanternfish-arena'), 'match', '--games', str(GAMES), '--records', folder, '--tc', '10+0.1',
                          '-engine', 'name=one', engine, 'option.EngineCommand=none', '-engine', 'name=two', engine,
                          'option.EngineCommand=none', 'option.Strategy=attacker'], stdout=subprocess.DEVNULL)
with Server(BUILD, '--match', folder, '--max-games', str(PERSONS)) as server:
    selector = selectors.DefaultSelector()
    spectators = [Spectator(server, selector) for _ in range(SPECTATORS)]
    times, stop = [], threading.Event()
    persons = [threading.Thread(target=person, args=(server, times, stop)) for _ in range(PERSONS)]
    for thread in persons:
        thread.start()
    memory = 0
    while arena.poll() is None:
        for key, _ in selector.select(0.2):
            key.data.read()
        memory = max(memory, server.memory_mb())
    stop.set()
    for thread in persons:
        thread.join()
    wait_for(lambda: len(server.get('/api/watch/0/state')['games']) == GAMES)

    def all_have_it():
        for key, _ in selector.select(0.2):
            key.data.read()
        return len({s.last for s in spectators}) == 1
    wait_for(all_have_it)
    came = {}
    for spectator in spectators:
        for state, when in spectator.states.items():
            came.setdefault(state, []).append(when)
    late = [max(when) - min(when) for when in came.values() if len(when) == SPECTATORS]
    print(f'{SPECTATORS} spectators, {GAMES} games: {len(came)} states, {len(late)} of them seen by all, the last one came '
          f'{spread(late)} after the first; {sum(s.bytes for s in spectators) / SPECTATORS / 1e6:.2f} MB each')
    print(f'{PERSONS} persons beside them: an answer takes {spread(times)}; {memory} MB at most')
