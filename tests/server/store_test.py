"""What can go wrong with the database, and what is made of it: store_test.py BUILD [--postgres].

With SQLite: a full disk, a file that cannot be written, two servers, a newer schema, a broken page: a sentence, and
nothing half written. With PostgreSQL: a database that refuses to write, a server that is stopped under games, a newer
schema. With both: a backup while games are played, games as files, the queries of docs/reference/server_database.md.
"""

import contextlib
import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Server  # noqa: E402
from databases import POSTGRES, PostgresDatabase, cluster, database_in  # noqa: E402

BUILD = sys.argv[1]
PROGRAM = os.path.join(BUILD, 'lanternfish-server')
SOURCE = os.path.join(os.path.dirname(__file__), '..', '..')


def run(*words, **settings):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60, **settings)


def refuses(database, *said):
    """A server on this database ends at once, with one line that holds these words."""
    ended = run('--database', database, '--port', '0', '--house', 'none')
    assert ended.returncode == 1 and ended.stderr.count('\n') == 1, ended
    assert database in ended.stderr and all(word in ended.stderr for word in said), ended.stderr


def two_players(server):
    return server.join('anna'), server.join('bert')


def new_game(white, black):
    black.call('invitations/')
    game = white.call('invitations/', {'opponent': black.name, 'color': True})['game_id']
    black.call(f'invitations/{game}', {})
    return game


def play_both(game, white, black, seed=1, turns=10_000):
    others = threading.Thread(target=lambda: black.play(game, seed + 1, turns=turns))
    others.start()
    history = white.play(game, seed, turns=turns)
    others.join()
    return history


def sqlite_test_full_disk():
    """No write goes through while the file may not grow; afterwards the game goes on where its players stand."""
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        white, black = two_players(server)
        game = new_game(white, black)
        white.game(game, 'ready', {})
        black.game(game, 'ready', {})
        # The process may write no file beyond what the log has now, as on a disk that is full.
        size = os.path.getsize(os.path.join(folder, 'server.sqlite-wal'))
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        impatient = Client(server.base, 'anna', 'a password')
        told = impatient.once(f'games/{game}/sense', {'square': 12})
        assert told[0] == 503 and 'database' in told[1]['error'], told
        status, answer = impatient.once(f'games/{game}/game_status')
        assert status == 200 and answer == {'is_over': False, 'is_my_turn': True}
        assert impatient.once('users/', {'username': 'carl', 'email': '', 'affiliation': '', 'password': 'secret'})[0] == 503
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        # Nothing of it happened: another square may be sensed.
        assert len(white.game(game, 'sense', {'square': 27})['sense_result']) == 9
        server.kill()
        kept = sqlite3.connect(os.path.join(folder, 'server.sqlite'))
        assert kept.execute('SELECT sense, request FROM actions').fetchall() == [('d4', None)]
        assert kept.execute('SELECT name FROM persons WHERE name <> "administrator"').fetchall() == [('anna',), ('bert',)]


def sqlite_test_files_that_cannot_be_used():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'server.sqlite')
        with Server(BUILD, folder, '--house', 'none') as server:
            white, black = two_players(server)
            for seed in range(3):
                play_both(new_game(white, black), white, black, seed)
            refuses(file, 'in use')
        whole = os.path.join(folder, 'whole')
        sqlite3.connect(file).execute('PRAGMA wal_checkpoint(TRUNCATE)')
        shutil.copy(file, whole)

        sqlite3.connect(file).execute('PRAGMA user_version = 77').connection.close()
        refuses(file, 'schema 77', 'newer')
        shutil.copy(whole, file)

        with open(file, 'r+b') as broken:  # a page in the middle
            broken.seek(4096 * 5)
            broken.write(b'\xa5' * 4096)
        before = open(file, 'rb').read()
        refuses(file, 'damaged')
        assert open(file, 'rb').read() == before
        shutil.copy(whole, file)

        if os.geteuid() != 0:  # root may write everywhere
            os.chmod(file, 0o444)
            refuses(file, 'readonly')
            os.chmod(file, 0o644)
        os.remove(file)
        os.mkdir(file)
        refuses(file)


def sqlite_test_that_nobody_else_reads_it():
    """Neither the folder that the server makes, nor what is in it, nor a copy, where others may read new files."""
    def private(path):
        return os.stat(path).st_mode & 0o077 == 0
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, 'XDG_DATA_HOME': data}
        environment.pop('LANTERNFISH_DATABASE', None)
        settings = {'env': environment, 'umask': 0o022}
        folder = os.path.join(data, 'lanternfish')
        copy = os.path.join(folder, 'copy.sqlite')
        server = subprocess.Popen([PROGRAM, '--port', '0', '--house', 'none'], stdout=subprocess.PIPE, text=True, **settings)
        try:
            assert 'http://' in server.stdout.readline()
            assert run('backup', copy, **settings).returncode == 0
            made = [folder] + [os.path.join(folder, name) for name in os.listdir(folder)]
            assert len(made) > 4 and all(private(path) for path in made), [path for path in made if not private(path)]
        finally:
            server.terminate()
            server.wait()
        assert run('restore', copy, **settings).returncode == 0
        assert private(os.path.join(folder, 'server.sqlite'))


def sqlite_test_going_back_to_a_backup():
    """A killed server leaves a log beside its database, which is not to be written into the backup that is put back."""
    with tempfile.TemporaryDirectory() as folder:
        file, copy = os.path.join(folder, 'server.sqlite'), os.path.join(folder, 'copy')
        names = "SELECT name FROM persons WHERE name <> 'administrator'"
        with Server(BUILD, folder, '--house', 'none') as server:
            white, black = two_players(server)
            for seed in range(3):
                play_both(new_game(white, black), white, black, seed)
            back_up(file, copy)
            saved = open(copy, 'rb').read()
            # The file grows by pages that the log does not have any more, and the log has the next ones.
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as beside:
                for i in range(20):
                    beside.execute("INSERT INTO notes VALUES ('test', ?, ?, 0)", (str(i), 'x' * 4000))
                    if i == 10:
                        assert beside.execute('PRAGMA wal_checkpoint(TRUNCATE)').fetchall() == [(0, 0, 0)]
            server.join('carl')
            ended = run('restore', copy, '--database', file)
            assert ended.returncode == 1 and 'in use' in ended.stderr, ended
            server.kill()

            # A copy that cannot be used changes nothing: what the log has is there.
            bad = os.path.join(folder, 'bad')
            with open(bad, 'w') as text:
                text.write('no database' * 100)
            empty = os.path.join(folder, 'empty')
            open(empty, 'w').close()
            for wrong in (bad, empty, os.path.join(folder, 'nowhere'), file):
                ended = run('restore', wrong, '--database', file)
                assert ended.returncode == 1 and wrong in ended.stderr and ended.stderr.count('\n') == 1, ended
            assert os.path.getsize(file + '-wal') > 0

            # By hand: whoever starts the server on it is refused, and the copy is not hurt.
            kept = {name: open(file + name, 'rb').read() for name in ('', '-wal')}
            shutil.copy(copy, file)
            refuses(file, 'damaged')
            assert open(file, 'rb').read() == saved, 'what was refused was written to'
            for name, content in kept.items():
                with open(file + name, 'wb') as old:
                    old.write(content)
            server.start()
            assert server.database.rows(names) == [('anna',), ('bert',), ('carl',)]
            server.kill()

            ended = run('restore', copy, '--database', file)
            assert ended.returncode == 0, ended
            assert open(copy, 'rb').read() == saved
            assert sorted(os.listdir(folder)) == ['bad', 'copy', 'empty', 'server.sqlite', 'server.sqlite.lock']
            server.start()
            assert server.database.rows(names) == [('anna',), ('bert',)]
            assert server.database.rows('SELECT count(*) FROM games') == [(3,)]
            server.database.check()


def back_up(place, copy):
    """As the guide says."""
    if not POSTGRES:
        ended = run('backup', copy, '--database', place)
        assert ended.returncode == 0, ended
        again = run('backup', copy, '--database', place)
        assert again.returncode == 1 and 'there already' in again.stderr, again
        return
    ended = run('backup', 'copy', '--database', place)
    assert ended.returncode == 2 and 'pg_dump' in ended.stderr, ended
    subprocess.run(f"pg_dump --format=custom '{place}' | pg_restore --dbname '{copy}'", shell=True, check=True)


def test_backup_while_games_are_played():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as other:
        copy = database_in(other)
        with Server(BUILD, folder, '--house', 'none') as server:
            white, black = two_players(server)
            game = new_game(white, black)
            whole = threading.Thread(target=play_both, args=(game, white, black))
            whole.start()
            time.sleep(0.5)
            back_up(server.database.place, copy.place)
            whole.join()
            query = 'SELECT side, sense, request FROM actions ORDER BY number'
            copied, kept = copy.rows(query), server.database.rows(query)
            assert 0 < len(copied) <= len(kept) and kept[:len(copied)] == copied
        # The copy is a database to start with: the game goes on from there.
        with Server(BUILD, other, '--house', 'none') as server:
            white, black = (Client(server.base, name, 'a password') for name in ('anna', 'bert'))
            assert white.game(game, 'game_status')['is_over'] is False
            history = play_both(game, white, black, 5)
            assert sum(len(history['requested_moves'][side]) for side in ('true', 'false')) >= len(copied) // 2


def test_export_and_queries():
    """Files as reconchess saves them, and the document's queries."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out')
        with Server(BUILD, folder, '--house', 'none', '--patience', '600') as server:
            white, black = two_players(server)
            for client in (white, black):
                client.call('users/me/version', {})
                client.call('users/me/ranked', {'ranked': True})
            games, end = [], time.monotonic() + 60
            while len(games) < 2 and time.monotonic() < end:
                games = sorted(set(black.call('invitations/')['invitations']) & set(white.call('invitations/')['invitations']))
                time.sleep(0.1)
            for game in games[:2]:
                for client in (white, black):
                    client.call(f'invitations/{game}', {})
            sides = [(white, black) if white.game(game, 'color') else (black, white) for game in games[:2]]
            histories = [play_both(game, *pair, turns=4 if i else 10_000) for i, (game, pair) in enumerate(zip(games, sides))]
            white.game(games[1], 'error_resign', {})
            ended = run('export', out, '--database', server.database.place)
            assert ended.returncode == 0 and '2 games' in ended.stdout, ended
            names = sorted(os.listdir(out))
            assert [name.split('-')[0] for name in names] == [str(game) for game in games[:2]], names
            with open(os.path.join(out, names[0])) as saved:
                text = saved.read()
            assert json.loads(text) == histories[0]
            # json.dump without arguments is what GameHistory.save calls; a null key and its order stay as they are.
            assert text == json.dumps(json.loads(text)), 'not as Python writes it'
            with open(os.path.join(SOURCE, 'docs', 'reference', 'server_database.md')) as page:
                queries = re.findall(r'```sql\n(.*?)```', page.read(), re.DOTALL)
            assert len(queries) >= 5
            for query in queries:
                rows = server.database.rows(query)
                assert rows or 'flag' in query or 'void' in query, query


def postgres_test_store():
    """The store's own tests, on a database of PostgreSQL."""
    ended = subprocess.run([os.path.join(BUILD, 'tests', 'lanternfish-tests'),
                            '-sf=*/server/store_test.cpp,*/server/table_test.cpp,*/server/lobby*_test.cpp'], capture_output=True, text=True,
                           env={**os.environ, 'LANTERNFISH_TEST_POSTGRES': cluster().new_database().place})
    assert ended.returncode == 0 and ' 0 passed' not in ended.stdout, ended.stdout


def postgres_test_that_refuses_to_write():
    """Nothing of a call happens while no server can say that it is there, and afterwards the game goes on."""
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--calls', '0') as server:
        white, black = two_players(server)
        game = new_game(white, black)
        white.game(game, 'ready', {})
        black.game(game, 'ready', {})
        beside = PostgresDatabase(cluster(), 'postgres')

        def read_only(word):
            beside.rows(f'ALTER DATABASE {server.database.name} SET default_transaction_read_only = {word}')
            beside.rows(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{server.database.name}'")

        read_only('on')
        impatient = Client(server.base, 'anna', 'a password')
        end = time.monotonic() + 3
        while time.monotonic() < end:
            told = impatient.once(f'games/{game}/sense', {'square': 12})
            assert told[0] == 503 and 'database' in told[1]['error'], told
        read_only('off')
        assert len(white.game(game, 'sense', {'square': 27})['sense_result']) == 9
        assert server.database.rows('SELECT sense, request FROM actions') == [('d4', None)]


def sqlite_test_that_one_players_scores_are_found_without_reading_all():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        plan = server.database.rows('EXPLAIN QUERY PLAN SELECT * FROM tallies WHERE white = 7 OR black = 7')
        assert not any('SCAN' in str(step) for step in plan), plan


def postgres_test_that_is_stopped_under_a_game():
    """Clients ask again until it is back, and no game is hurt by it."""
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        white, black = two_players(server)
        game, told = new_game(white, black), []
        threads = [threading.Thread(target=lambda c=client, s=seed: told.append(c.play(game, s)))
                   for client, seed in ((white, 1), (black, 2))]
        for thread in threads:
            thread.start()
        for how in ('fast', 'immediate'):
            time.sleep(0.3)
            cluster().stop(how)
            time.sleep(0.3)
            cluster().start()
        for thread in threads:
            thread.join(120)
            assert not thread.is_alive()
        assert len(told) == 2 and told[0] == told[1] and told[0]['win_reason']['value'] != 'TIMEOUT'


def postgres_test_that_cannot_be_used():
    with tempfile.TemporaryDirectory() as folder:
        database = database_in(folder)
        with Server(BUILD, folder, '--house', 'none'):
            pass
        database.rows('UPDATE lanternfish SET schema = 77')
        refuses(database.place, 'schema 77', 'newer')
        refuses(database.place.replace(database.name, 'nowhere'), 'does not exist')
        refuses('postgresql:///games?host=' + folder, 'No such file')


if __name__ == '__main__':
    for name, test in list(globals().items()):
        if name.startswith(('test_', 'postgres_test_' if POSTGRES else 'sqlite_test_')):
            begin = time.monotonic()
            test()
            print(f'{name}: {time.monotonic() - begin:.1f} s', flush=True)
