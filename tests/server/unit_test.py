"""The guide's unit of systemd: unit_test.py BUILD. systemd takes it, and its command line serves and stops as systemd
stops it."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, '..', 'web')]
from client import Client  # noqa: E402
from databases import SKIPPED  # noqa: E402
from nginx import free_port  # noqa: E402
from server import run  # noqa: E402

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


def test_its_command_serves_and_stops_as_it_is_told():
    with tempfile.TemporaryDirectory() as folder:
        command = shlex.split(re.search('^ExecStart=(.*)$', unit_in(folder), re.MULTILINE).group(1))
        port = free_port()
        for _ in range(2):  # the second time on the file of the first
            with subprocess.Popen([*command, '--port', str(port)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  cwd='/', env={'PATH': '/usr/local/bin:/usr/bin:/bin'}) as server:
                end = time.monotonic() + 30
                while Client(f'http://127.0.0.1:{port}').once_or_none('version') is None:
                    assert server.poll() is None and time.monotonic() < end, 'the server does not answer'
                    time.sleep(0.05)
                begun = time.monotonic()
                server.send_signal(signal.SIGTERM)
                assert server.wait(STOP_WITHIN) == 0, server.stdout.read()
                print(f'stopped within {time.monotonic() - begun:.2f} s')
        assert os.listdir(folder), 'the database is where the unit may write'


if __name__ == '__main__':
    run([test_its_command_serves_and_stops_as_it_is_told, test_systemd_takes_the_unit])
