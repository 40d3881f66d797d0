"""The databases of the tests: a file of SQLite, or, with the word --postgres, one of a server of PostgreSQL that is
started for this run, with its socket in a temporary folder, and thrown away with it.

Where PostgreSQL is not installed a test with --postgres says so and leaves with the status of a skipped one.
"""

import atexit
import csv
import glob
import os
import pwd
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

SKIPPED = 77
POSTGRES = '--postgres' in sys.argv
if POSTGRES:
    sys.argv.remove('--postgres')


class SqliteDatabase:
    def __init__(self, folder):
        self.place = os.path.join(folder, 'server.sqlite')

    def rows(self, sql):
        return sqlite3.connect(self.place).execute(sql).fetchall()

    def check(self):
        assert self.rows('PRAGMA integrity_check') == [('ok',)]
        assert self.rows('PRAGMA foreign_key_check') == []


class Cluster:
    """A server of PostgreSQL. It refuses to run as root: then it runs as the user that Debian's package made."""

    def __init__(self):
        folders = sorted(glob.glob('/usr/lib/postgresql/*/bin'), reverse=True)
        if shutil.which('initdb'):
            folders.append(os.path.dirname(os.path.realpath(shutil.which('initdb'))))
        self.programs = next((folder for folder in folders if os.path.exists(os.path.join(folder, 'pg_ctl'))), None)
        if self.programs is None or shutil.which('psql') is None:
            print('SKIPPED: PostgreSQL is not installed')
            sys.exit(SKIPPED)
        self.folder = tempfile.mkdtemp(prefix='lanternfish-pg-')
        self.user = {}
        if os.geteuid() == 0:
            names = [user.pw_name for user in pwd.getpwall()]
            self.user = {'user': 'postgres' if 'postgres' in names else 'nobody', 'extra_groups': []}
            shutil.chown(self.folder, self.user['user'])
        os.chmod(self.folder, 0o755)
        self.data = os.path.join(self.folder, 'data')
        self.run('initdb', '-D', self.data, '-U', 'lanternfish', '-A', 'trust', '-E', 'UTF8', '--no-sync')
        self.start()
        atexit.register(self.throw_away)
        self.databases = 0

    def run(self, program, *words):
        done = subprocess.run([os.path.join(self.programs, program), *words], cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **self.user)
        assert done.returncode == 0, (program, words, done.stdout)
        return done.stdout

    def start(self):
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=50"
        with open(os.path.join(self.folder, 'log'), 'a') as log:  # pg_ctl's own pipe would stay open in the server
            done = subprocess.run([os.path.join(self.programs, 'pg_ctl'), 'start', '-w', '-D', self.data, '-o', options],
                                  cwd=self.folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **self.user)
        if done.returncode != 0:
            with open(os.path.join(self.folder, 'log')) as log:
                raise AssertionError('PostgreSQL does not start: ' + log.read())

    def stop(self, how='fast'):
        self.run('pg_ctl', 'stop', '-D', self.data, '-m', how)

    def throw_away(self):
        try:
            self.stop('immediate')
        except AssertionError:
            pass  # a test stopped it
        shutil.rmtree(self.folder, ignore_errors=True)

    def new_database(self):
        self.databases += 1
        name = f'games{self.databases}'
        PostgresDatabase(self, 'postgres').rows(f'CREATE DATABASE {name}')
        return PostgresDatabase(self, name)


class PostgresDatabase:
    def __init__(self, cluster, name):
        self.cluster, self.name = cluster, name
        self.place = f'postgresql:///{name}?host={cluster.folder}&user=lanternfish'

    def rows(self, sql):
        done = subprocess.run(['psql', '-X', '-q', '--csv', '-t', '-P', 'null=(null)', '-v', 'ON_ERROR_STOP=1',
                               self.place, '-c', sql], capture_output=True, text=True)
        assert done.returncode == 0, (sql, done.stderr)

        def value(text):
            return None if text == '(null)' else int(text) if re.fullmatch(r'0|-?[1-9]\d*', text) else text

        return [tuple(value(text) for text in row) for row in csv.reader(done.stdout.splitlines())]

    def check(self):
        if os.path.exists(os.path.join(self.cluster.programs, 'pg_amcheck')):  # from version 14 on
            self.cluster.run('pg_amcheck', '-h', self.cluster.folder, '-U', 'lanternfish', '--install-missing', self.name)


_cluster, _databases = None, {}


def cluster():
    """The one of this run."""
    global _cluster
    _cluster = _cluster or Cluster()
    return _cluster


def database_in(folder):
    """The database of a test that has this folder to itself."""
    if not POSTGRES:
        return SqliteDatabase(folder)
    if folder not in _databases:
        _databases[folder] = cluster().new_database()
    return _databases[folder]
