"""Persons at the page for a long time: soak.py BUILD SECONDS GAMES_FOLDER. No test of ctest: it is run by hand.

Six persons play, resign, leave, or close the page without a word; a reader opens a recorded game each minute. Prints once a
minute what happened, the server's memory and its times to answer; fails when a request failed or an engine was left behind.
"""

import glob
import os
import random
import sys
import threading
import time
import urllib.error

sys.path.insert(0, os.path.dirname(__file__))
from server import Server  # noqa: E402

BUILD, SECONDS = sys.argv[1], int(sys.argv[2])
RECORDS = sorted(glob.glob(os.path.join(sys.argv[3], '*.json')))
END = time.monotonic() + SECONDS
GRACE = 60  # seconds until the server leaves a game that nobody looks at
counts = dict.fromkeys(('games', 'looks', 'actions', 'refused', 'errors'), 0)
times = []
lock = threading.Lock()


def count(what):
    with lock:
        counts[what] += 1


def timed(call, *arguments):
    """The answer; None where the request failed, which is counted."""
    begun = time.monotonic()
    try:
        answer = call(*arguments)
    except urllib.error.HTTPError as error:
        # 409: the game went on meanwhile. 503 and 400: as many games as the server allows.
        if error.code != 409:
            count('refused' if error.code in (503, 400) else 'errors')
        return None
    except OSError as error:
        print(error, flush=True)
        count('errors')
        return None
    with lock:
        times.append(time.monotonic() - begun)
    return answer


def play_one(server, chance):
    begun = timed(server.post, '/api/play', {
        'color': chance.choice(['white', 'black']), 'opponent': chance.choice(3 * ['random', 'attacker'] + ['trout']),
        'help': chance.random() < 0.5, 'base': chance.choice([0, 300]), 'increment': 5})
    if begun is None:
        time.sleep(2)
        return
    count('games')
    game, turns = f"/api/play/{begun['id']}", chance.choice([3, 20, 60])
    while time.monotonic() < END:
        state = timed(server.get, game + '/state')
        if state is None or state['phase'] == 'over':
            return
        if state.get('turn', 0) > turns and chance.random() < 0.5:
            how = chance.choice(['resign', 'leave', 'close'])
            if how != 'close':
                timed(server.post, f'{game}/{how}')
            if how != 'resign':
                return
        if state['phase'] == 'sense':
            timed(server.post, game + '/sense', {'square': chance.choice('abcdefgh') + chance.choice('12345678')})
            count('actions')
        elif state['phase'] == 'move':
            timed(server.post, game + '/move', {'move': chance.choice(state['requests'])})
            count('actions')
        time.sleep(chance.uniform(1, 4))


def person(server, seed):
    chance = random.Random(seed)
    while time.monotonic() < END:
        play_one(server, chance)


def reader(server):
    chance = random.Random(99)
    while time.monotonic() < END:
        with open(chance.choice(RECORDS), 'rb') as file:
            if timed(server.post, '/api/look', file.read()):
                count('looks')
        time.sleep(min(60, max(0, END - time.monotonic())))


def report(server):
    with lock:
        ordered = sorted(times)
        print(f'{int(SECONDS - END + time.monotonic())} s: {counts}, {server.memory_mb()} MB, {len(server.children())} processes, an '
              f'answer takes {1000 * ordered[len(ordered) // 2]:.1f} ms (median), {1000 * ordered[-1]:.0f} ms (worst)', flush=True)


with Server(BUILD, '--max-games', '20', '--max-boards', '2000') as server:
    threads = [threading.Thread(target=person, args=(server, i)) for i in range(6)] + [threading.Thread(target=reader, args=(server,))]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        time.sleep(min(60, max(1, END - time.monotonic())))
        report(server)
    time.sleep(GRACE + 15)
    report(server)
    left = server.children()
sys.exit(1 if counts['errors'] or left else 0)
