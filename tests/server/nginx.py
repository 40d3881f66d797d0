"""A real nginx in front of servers, with a folder of its own."""

import os
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
from client import Client  # noqa: E402
from databases import SKIPPED  # noqa: E402


class Nginx:
    """Started with these blocks of `http`, and waited for at `base`; ends this program where there is no nginx."""

    def __init__(self, folder, base, blocks):
        program = shutil.which('nginx') or ('/usr/sbin/nginx' if os.path.exists('/usr/sbin/nginx') else None)
        if program is None:
            print('SKIPPED: nginx is not installed')
            sys.exit(SKIPPED)
        self.folder, self.base = folder, base
        config = os.path.join(folder, 'nginx.conf')
        temporary = ''.join(f'{kind}_temp_path {folder}/{kind}; ' for kind in
                            ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
        with open(config, 'w') as file:
            file.write(f'''
daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;
events {{ worker_connections 4096; }}
http {{
  {temporary}
  access_log {folder}/access;
  {blocks}
}}
''')
        self.process = subprocess.Popen([program, '-c', config, '-e', os.path.join(folder, 'errors')])
        end = time.monotonic() + 20
        while Client(base).once_or_none('version') is None:
            assert self.process.poll() is None and time.monotonic() < end, 'nginx does not start'
            time.sleep(0.05)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def free_port():
    with socket.socket() as found:
        found.bind(('127.0.0.1', 0))
        return found.getsockname()[1]
