"""How quick Look is with a long game: look_speed_test.py BUILD. Two random players, 60 turns each, 20,000 boards, one core."""

import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from page_driver import BROWSER, BUILD, go, open_page, script, shown  # noqa: E402
from server import Server, run, wait_for  # noqa: E402

TURNS = 60


def long_game(folder):
    """The longest of some, as a file of `folder`."""
    engine = f'cmd={BUILD}/lanternfish'
    subprocess.run([os.path.join(BUILD, 'lanternfish-arena'), 'match', '--games', '12', '--records', folder, '--tc', 'none', '--nodes', '1',
                    '--turn-limit', str(TURNS), '--seed', '11', '-engine', 'name=one', engine, 'option.Strategy=random',
                    '-engine', 'name=two', engine, 'option.Strategy=random'], check=True, stdout=subprocess.DEVNULL)
    return max((os.path.join(folder, name) for name in os.listdir(folder) if name.startswith('0') and name.endswith('.json')), key=os.path.getsize)


def busy():
    """Whether other programs take the processors, so that times say nothing."""
    return os.getloadavg()[0] > 1.5


def test_a_long_game_opens_at_once_and_is_counted_soon():
    loaded = busy()
    with tempfile.TemporaryDirectory() as folder:
        path = long_game(folder)
        with Server(BUILD, '--max-boards', '20000') as server:
            for task in os.listdir(f'/proc/{server.process.pid}/task'):
                os.sched_setaffinity(int(task), {0})
            open_page(server)
            with open(path) as file:
                game = server.post('/api/look', file.read().encode())['id']
            turns = len(server.get(f'/api/look/{game}/state')['plies']) // 2
            begun = time.monotonic()
            go(f'look/{game}')
            script('''window.longest = 0; let before = performance.now();
              const look = (now) => { window.longest = Math.max(window.longest, now - before); before = now; requestAnimationFrame(look); };
              requestAnimationFrame((now) => { before = now; look(now); });''')
            shown('#boards')
            first = time.monotonic() - begun
            wait_for(lambda: server.get(f'/api/look/{game}/state')['progress']['stage'] in ('judging', 'done'), 300, every=0.2)
            all_steps = time.monotonic() - begun
            longest = script('return window.longest')
    print(f'{turns} turns: first step {first:.2f} s, all boards {all_steps:.1f} s, longest pause between frames {longest:.0f} ms'
          + (', others at work' if loaded or busy() else ''))
    assert turns >= 50
    if not loaded and not busy():
        assert first < 1 and all_steps < 20 and longest < 400, (first, all_steps, longest)


if __name__ == '__main__':
    try:
        run([test_a_long_game_opens_at_once_and_is_counted_soon])
    finally:
        BROWSER.quit()
