"""A machine that has no memory: memory_test.py BUILD. Not with a sanitizer, which ends a program that has none."""

import os
import resource
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from server import Server, run, wait_for  # noqa: E402

BUILD = sys.argv[1]
NEW_GAME = {'color': 'white', 'opponent': 'random', 'help': True}


def virtual_memory(pid):
    with open(f'/proc/{pid}/statm') as file:
        return int(file.read().split()[0]) * os.sysconf('SC_PAGE_SIZE')


def test_a_machine_without_threads_or_memory_ends_no_game():
    no_limit = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    with Server(BUILD, '--max-games', '6') as server:
        game = server.post('/api/play', NEW_GAME)['id']
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'sense')
        pid = server.process.pid
        statuses = []
        for room in range(0, 80, 4):  # MB: a thread wants 8
            resource.prlimit(pid, resource.RLIMIT_AS, (virtual_memory(pid) + (room << 20), no_limit[1]))
            statuses.append(server.status_of('/api/play', NEW_GAME))
            time.sleep(0.05)
            resource.prlimit(pid, resource.RLIMIT_AS, no_limit)
        print(f'games begun with little memory: {statuses}')
        assert 503 in statuses, statuses
        assert set(statuses) <= {200, 503}, statuses
        # The game that went on goes on, and games that did not begin took no place.
        server.post(f'/api/play/{game}/sense', {'square': 'e7'})
        wait_for(lambda: server.get(f'/api/play/{game}/state')['phase'] == 'move')
    with Server(BUILD, '--max-games', '2') as server:
        pid = server.process.pid
        resource.prlimit(pid, resource.RLIMIT_AS, (virtual_memory(pid), no_limit[1]))
        refused = [server.status_of('/api/play', NEW_GAME) for _ in range(5)]
        resource.prlimit(pid, resource.RLIMIT_AS, no_limit)
        # What a thread that just ended leaves behind may do for a game.
        assert 503 in refused and set(refused) <= {200, 503}, refused
        for _ in range(2 - refused.count(200)):
            assert server.post('/api/play', NEW_GAME)['id']
        assert server.status_of('/api/play', NEW_GAME) == 503


run([test_a_machine_without_threads_or_memory_ends_no_game])
