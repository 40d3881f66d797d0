"""Who runs a server: admin_test.py BUILD [--postgres]. The first password, and each command of lanternfish-server admin beside it."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Refused, Server  # noqa: E402
from databases import POSTGRES, database_in  # noqa: E402

BUILD = sys.argv[1]


def admin(folder, *words):
    done = subprocess.run([os.path.join(BUILD, 'lanternfish-server'), 'admin', '--database', database_in(folder).place,
                           *words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def may_sign_in(client):
    try:
        client.call('invitations/')
        return True
    except Refused as why:
        assert '401' in str(why), why
        return False


def first_password(server):
    for line in server.process.stdout:
        if line.startswith('administrator '):
            return line.split('password ')[1].split()[0]
        if line.startswith('a bot joins'):
            return None


def main():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        password = first_password(server)
        assert may_sign_in(Client(server.base, 'administrator', password))
        server.kill()
        server.start()
        assert first_password(server) is None, 'the password is told twice'
        assert password not in str(server.database.rows('SELECT * FROM persons')), 'the password itself is kept'

        anna, bert = server.join('anna'), server.join('bert')
        assert may_sign_in(anna)
        status, text = admin(folder, 'list')
        assert status == 0 and '\tanna\taccount' in text, text
        assert admin(folder, 'ban', 'anna')[0] == 0
        assert not may_sign_in(anna), 'a banned player signs in'
        status, text = admin(folder, 'reset-password', 'anna')
        anna = Client(server.base, 'anna', password_in(text))
        assert status == 0 and not may_sign_in(anna), 'a new password lifts a ban'
        assert admin(folder, 'unban', 'anna')[0] == 0
        assert may_sign_in(anna)
        status, text = admin(folder, 'reset-password', 'anna')
        assert status == 0 and not may_sign_in(anna)
        anna = Client(server.base, 'anna', password_in(text))
        assert may_sign_in(anna)
        assert admin(folder, 'rename', 'anna', 'bert')[0] == 2
        assert admin(folder, 'rename', 'anna', 'guest-7')[0] == 2
        assert admin(folder, 'rename', 'anna', 'Anne')[0] == 0
        anna = Client(server.base, 'Anne', password_in(text))
        assert may_sign_in(anna)

        game = play_a_game(anna, bert)
        if not POSTGRES:  # there servers share games, and this is one more
            assert admin(folder, 'void', str(game), 'a test')[0] == 2, 'a game that goes on was made void beside the server'
            bert.game(game, 'error_resign', {})
        assert admin(folder, 'void', str(game), 'a test')[0] == 0
        assert server.database.rows('SELECT state, text FROM games') == [('void', 'a test')]

        assert admin(folder, 'delete', 'bert')[0] == 0
        assert not may_sign_in(bert)
        status, text = admin(folder, 'list')
        assert 'bert' not in text and 'deleted' in text, text
        assert admin(folder, 'reset-password', 'deleted-3')[0] == 2, 'somebody is to sign in as nobody'

        # Nobody takes the place of the administrator, whatever became of that account.
        assert admin(folder, 'rename', 'administrator', 'boss')[0] == 0
        assert Client(server.base).once('users/', {'username': 'Administrator', 'password': 'a password'})[0] == 409
        server.kill()
        server.start()
        assert may_sign_in(Client(server.base, 'administrator', first_password(server)))
        for words in (['ban'], ['ban', 'nobody'], ['burn', 'anna'], []):
            status, text = admin(folder, *words)
            assert status == 2 and 'Traceback' not in text, (words, text)


def password_in(text):
    return text.split(': ')[1].strip()


def play_a_game(white, black):
    black.call('invitations/')
    game = white.call('invitations/', {'opponent': 'bert', 'color': True})['game_id']
    black.call(f'invitations/{game}', {})
    white.game(game, 'ready', {})
    black.game(game, 'ready', {})
    return game


def no_house_bot_of_such_a_name():
    with tempfile.TemporaryDirectory() as folder:
        for name in ('link', 'me', 'guest-1', 'a/b'):
            done = subprocess.run([os.path.join(BUILD, 'lanternfish-server'), '--database', database_in(folder).place, '--port', '0',
                                   '--house', f'name={name} cmd=@lanternfish option.Strategy=random'],
                                  capture_output=True, text=True, timeout=60)
            assert done.returncode != 0 and 'name' in done.stderr, (name, done)


def named_by_the_environment():
    program = os.path.join(BUILD, 'lanternfish-server')
    with tempfile.TemporaryDirectory() as folder:
        place = database_in(folder).place if POSTGRES else 'games.sqlite'  # a bare name, too
        there = {'cwd': folder, 'env': {**os.environ, 'LANTERNFISH_DATABASE': place, 'HOME': folder}, 'text': True}
        server = subprocess.Popen([program, '--port', '0', '--house', 'none'], stdout=subprocess.PIPE, **there)
        try:
            assert 'http://' in server.stdout.readline()
            done = subprocess.run([program, 'admin', 'list'], capture_output=True, **there)
            assert done.returncode == 0 and 'administrator' in done.stdout, done
            kept = [name for name in os.listdir(folder) if not name.startswith(('games.sqlite', '.'))]
            assert POSTGRES or kept == [], kept
            assert place not in subprocess.run([program, 'admin', '--help'], capture_output=True, **there).stdout
        finally:
            server.terminate()
            server.wait()


main()
no_house_bot_of_such_a_name()
named_by_the_environment()
print('1 passed, 0 failed')
