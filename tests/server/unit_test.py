"""The guide's unit of systemd: unit_test.py BUILD. systemd takes it, and its command line serves and stops as systemd
stops it."""

import contextlib
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, '..', 'web')]
from client import Client  # noqa: E402
from databases import SKIPPED  # noqa: E402
from nginx import free_port  # noqa: E402
from server import processes_below, run, wait_for  # noqa: E402

BUILD = sys.argv[1]
GUIDE = os.path.join(FOLDER, '..', '..', 'docs', 'guide', 'server.md')
STOP_WITHIN = 10  # seconds; systemd waits 90


def unit_in(folder):
    """The guide's unit with the build's program, and with `folder` for what it writes."""
    with open(GUIDE) as file:
        unit = re.search(r'<!-- kept as: lanternfish-server.service -->\n```ini\n(.*?)```', file.read(), re.DOTALL).group(1)
    for old, new in (('/usr/local/bin', os.path.abspath(BUILD)), ('/var/lib/lanternfish', folder), ('User=lanternfish', 'User=daemon')):
        assert old in unit, old
        unit = unit.replace(old, new)
    return unit


def test_systemd_takes_the_unit():
    if shutil.which('systemd-analyze') is None:
        print('SKIPPED: systemd-analyze is not installed')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'lanternfish-server.service')
        with open(path, 'w') as file:
            file.write(unit_in(folder))
        told = subprocess.run(['systemd-analyze', 'verify', '--man=no', path], capture_output=True, text=True)
        named = [line for line in told.stderr.splitlines() if 'lanternfish-server.service' in line]
        assert told.returncode == 0 and not named, told.stderr


@contextlib.contextmanager
def served(folder, port, *arguments):
    """The server as the unit starts it, until it is told to stop."""
    command = shlex.split(re.search('^ExecStart=(.*)$', unit_in(folder), re.MULTILINE).group(1))
    with subprocess.Popen([*command, '--port', str(port), *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, cwd='/', env={'PATH': '/usr/local/bin:/usr/bin:/bin'}) as server:
        end = time.monotonic() + 30
        while Client(f'http://127.0.0.1:{port}').once_or_none('version') is None:
            assert server.poll() is None and time.monotonic() < end, 'the server does not answer'
            time.sleep(0.05)
        try:
            yield server
        finally:
            begun = time.monotonic()
            server.send_signal(signal.SIGTERM)
            assert server.wait(STOP_WITHIN) == 0, server.stdout.read()
            print(f'stopped within {time.monotonic() - begun:.2f} s')


def test_its_command_serves_and_stops_as_it_is_told():
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        for _ in range(2):  # the second time on the file of the first
            with served(folder, port):
                pass
        assert os.listdir(folder), 'the database is where the unit may write'


def test_a_stop_that_ends_engines_first_keeps_their_games():
    """As systemd stops a unit without KillMode, and a machine that shuts down: whoever comes first. One engine ends while
    it plays, one when it is started."""
    house = ['--house', 'name=stroller cmd=@lanternfish option.Strategy=random', '--house', 'name=late cmd=/bin/false']
    with tempfile.TemporaryDirectory() as folder:
        assert '\nKillMode=mixed\n' in unit_in(folder)
        port = free_port()
        anna = Client(f'http://127.0.0.1:{port}', 'anna', 'a password')
        with served(folder, port, *house) as server:
            anna.call('users/', {'username': 'anna', 'email': '', 'affiliation': '', 'password': 'a password'})
            game = anna.call('invitations/', {'opponent': 'stroller', 'color': True})['game_id']
            anna.play(game, turns=2)
            wait_for(lambda: anna.game(game, 'game_status')['is_my_turn'])
            for pid in processes_below(server.pid):
                os.kill(pid, signal.SIGTERM)
            wait_for(lambda: not processes_below(server.pid))
            anna.game(game, 'sense', {'square': 9})
            anna.game(game, 'move', {'requested_move': None})
            other = anna.call('invitations/', {'opponent': 'late', 'color': False})['game_id']
            time.sleep(0.3)
        with contextlib.closing(sqlite3.connect(os.path.join(folder, 'server.sqlite'))) as kept:
            states = dict(kept.execute('SELECT id, state FROM games'))
        assert states[game] == 'playing' and states[other] != 'void', states
        with served(folder, port, *house):
            anna.play(game, turns=2)
            assert anna.game(game, 'win_reason') != {'type': 'WinReason', 'value': 'RESIGN'}


if __name__ == '__main__':
    run([test_its_command_serves_and_stops_as_it_is_told, test_a_stop_that_ends_engines_first_keeps_their_games,
         test_systemd_takes_the_unit])
