"""Who is kept out of what, a sentence a test: security_test.py BUILD [--postgres].

What no call tells before the end of a game is asked by calls_secrecy_test.cpp; that the proxy of the guide encrypts, by
proxy_test.py; how many connections there may be, by connections_test.py.
"""

import itertools
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Refused, Server, Visitor  # noqa: E402

BUILD = sys.argv[1]


def refused(call):
    try:
        call()
    except Refused as why:
        return str(why)
    raise AssertionError('not refused')


def server_in(folder, *arguments):
    return Server(BUILD, folder, '--house', 'none', *arguments)


def from_address(server, address, name='', password='a password'):
    """A client as a proxy shows it."""
    client = Client(server.base, name, password)
    client.headers = {**(client.headers if name else {}), 'X-Forwarded-For': address}
    client.name = name or 'somebody'
    return client


def register(client, name):
    return client.once('users/', {'username': name, 'email': '', 'affiliation': '', 'password': 'a password'})


def kept_by(server):
    return str([server.database.rows(f'SELECT * FROM {table}') for table in ('persons', 'games', 'notes')])


def test_passwords_are_kept_by_argon2id_and_nowhere_else():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile('w+') as log:
        with Server(BUILD, folder, '--house', 'none', stderr=log) as server:
            server.join('anna', 'sesame open')
            assert Client(server.base, 'anna', 'sesame open').once('invitations/')[0] == 200
            assert Client(server.base, 'anna', 'sesame shut').once('invitations/')[0] == 401
            kept = kept_by(server)
            server.process.terminate()
            told = server.process.stdout.read()
        log.seek(0)
        assert '$argon2id$' in kept and 'sesame' not in kept + told + log.read()
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), 'rb') as file:
                assert b'sesame' not in file.read(), name


def test_a_name_that_nobody_has_takes_as_long_as_a_wrong_password():
    house = ['--house', 'name=stroller cmd=@lanternfish option.Strategy=random']
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--trust-proxy', *house) as server:
        server.join('anna')
        server.join('banned')
        subprocess.run([os.path.join(BUILD, 'lanternfish-server'), 'admin', '--database', server.database.place, 'ban', 'banned'],
                       check=True, stdout=subprocess.DEVNULL)
        guest = Visitor(server.base)
        assert guest.call('/api/play', {'color': 'white', 'opponent': 'link'})[0] == 200

        def median(name):
            times = []
            for i in range(7):
                client = from_address(server, f'10.0.{len(name)}.{i}', name, f'wrong{i}')
                begun = time.monotonic()
                assert client.once('invitations/')[0] == 401
                times.append(time.monotonic() - begun)
            return sorted(times)[3]
        known = median('anna')
        for name in ('nobody', 'stroller', guest.call('/api/hello')[1]['me']['name'], 'banned'):
            other = median(name)
            # Without the hash an answer takes a hundredth.
            assert 1 / 4 < known / other < 4, (name, known, other)


def test_tokens_are_kept_as_hashes():
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        browser, guest = Visitor(server.base), Visitor(server.base)
        assert browser.call('/api/session/new', {'username': 'anna', 'password': 'a password'})[0] == 200
        link = browser.call('/api/play', {'color': 'white', 'opponent': 'link', 'base': 0, 'increment': 0})[1]['id']
        kept = kept_by(server)
        for token in (browser.cookie.split('=')[1], link.split('-')[1]):
            assert len(token) == 32 and token not in kept
        # A session outlives the server, and ends with its password and by signing out.
        server.kill()
        server.start()
        browser.base = guest.base = server.base
        assert browser.call('/api/hello')[1]['me']['name'] == 'anna'
        guest.cookie = browser.cookie
        assert browser.call('/api/session/end', {})[0] == 200
        assert guest.call('/api/hello')[1]['me'] is None, 'a session that was ended goes on elsewhere'
        guest.cookie = 'lanternfish-session=' + '0' * 32
        assert guest.call('/api/hello')[1]['me'] is None
        guest.cookie = 'lanternfish-session='
        assert guest.call('/api/hello')[1]['me'] is None


def guess(server, address, name):
    return from_address(server, address, name, 'wrong').once('invitations/')[0]


def guess_until_refused(server, names, addresses):
    """So many guesses until one is refused unseen."""
    statuses = []
    for name, address in itertools.product(names, addresses):
        statuses.append(guess(server, address, name))
        if statuses[-1] == 503:
            break
    assert set(statuses[:-1]) == {401} and statuses[-1] == 503, statuses
    return len(statuses)


def addresses(network):
    return [f'{network}.{i}' for i in range(250)]


def test_guesses_have_a_limit_by_name_and_by_address():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--trust-proxy') as server:
        for name in ('anna', 'bert'):
            register(from_address(server, '1.1.1.1'), name)
        # Each by another name: ten, and a few where the machine is slow.
        assert 10 < guess_until_refused(server, [f'name{i}' for i in range(50)], ['4.0.0.1']) < 15
        assert from_address(server, '4.0.0.1', 'bert').once('invitations/')[0] == 503, 'a guess would be told'
        assert from_address(server, '5.0.0.1', 'bert').once('invitations/')[0] == 200
        # Each from another address: thirty, however the name is written.
        tries = guess_until_refused(server, ['anna'], addresses('2.0.0'))
        assert 30 < tries < 45, tries
        assert guess(server, '2.0.1.1', 'ANNA') == 503, 'another case is another name'
        assert from_address(server, '3.0.0.1', 'anna').once('invitations/')[0] == 503, 'a guess would be told'
        browser = Visitor(server.base)
        assert browser.call('/api/session', {'username': 'anna', 'password': 'wrong'})[0] == 503, 'the page is a way round'


def test_whoever_guesses_keeps_nobody_out():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--trust-proxy') as server:
        for name in ('anna', 'bert', 'carl'):
            register(from_address(server, '1.1.1.1'), name)

        def come_in(address, *names):
            for name in names:
                told = from_address(server, address, name).once('invitations/')
                assert told[0] == 200, (address, name, told)
        # From many addresses, then from the account's own.
        guess_until_refused(server, ['anna'], addresses('2.0.0'))
        come_in('1.1.1.1', 'anna', 'ANNA')
        guess_until_refused(server, ['anna', 'bert'], ['1.1.1.1'] * 50)
        guess_until_refused(server, [f'name{i}' for i in range(50)], ['1.1.1.1'])
        come_in('1.1.1.1', 'anna', 'bert')
        # A server that has just begun remembers no password, but whence each account came.
        server.kill()
        server.start()
        guess_until_refused(server, ['anna'], addresses('2.0.0'))
        guess_until_refused(server, [f'name{i}' for i in range(50)], ['1.1.1.1'])
        come_in('1.1.1.1', 'anna', 'bert')
        # There a guess is no cheaper.
        assert 10 < guess_until_refused(server, ['carl'], ['1.1.1.1'] * 50) < 15
        assert from_address(server, '1.1.1.1', 'carl').once('invitations/')[0] == 503, 'a guess would be told'
        # One who guesses keeps nobody from a new address.
        guess_until_refused(server, ['bert'], ['2.0.1.1'] * 50)
        come_in('9.9.9.9', 'bert')


def test_registrations_have_a_limit_by_address():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--trust-proxy', '--registrations', '3') as server:
        assert [register(from_address(server, '1.1.1.1'), f'x{i}')[0] for i in range(5)] == [200, 200, 200, 429, 429]
        assert register(from_address(server, '1.1.1.2'), 'y')[0] == 200
        browser = Visitor(server.base, {'X-Forwarded-For': '1.1.1.1'})
        assert browser.call('/api/session/new', {'username': 'z', 'password': 'a password'})[0] == 429, 'the page is a way round'
        guests = [Visitor(server.base, {'X-Forwarded-For': '1.1.1.3'}).call('/api/play', {'color': 'white', 'opponent': 'link'})[0]
                  for _ in range(5)]
        assert guests == [200, 200, 200, 429, 429], guests


def test_bodies_have_a_limit():
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        assert register(Client(server.base), 'x' * 5000)[0] == 413
        anna = server.join('anna')
        assert anna.once('users/me/max_games', {'max_games': 4, 'more': 'x' * 5000})[0] == 413


def test_calls_have_a_limit_by_account_and_by_address():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--trust-proxy', '--calls', '2') as server:
        for name in ('anna', 'bert'):
            register(from_address(server, '127.0.0.1'), name)
        anna, bert = (from_address(server, '127.0.0.1', name) for name in ('anna', 'bert'))
        statuses = [anna.once('invitations/')[0] for _ in range(40)]
        assert statuses[:20] == [200] * 20 and 503 in statuses, statuses  # reconchess's client asks again
        assert bert.once('invitations/')[0] == 200
        # One allowance, by password and by cookie.
        browser = Visitor(server.base, {'X-Forwarded-For': '127.0.0.1'})
        assert browser.call('/api/session/new', {'username': 'carl', 'password': 'a password'})[0] == 200
        statuses = [browser.call('/api/lobby')[0] for _ in range(40)]
        assert statuses[:20] == [200] * 20 and 503 in statuses, statuses
        carl = from_address(server, '127.0.0.1', 'CARL')
        assert 503 in [carl.once('invitations/')[0] for _ in range(5)]
        time.sleep(1)
        assert anna.once('invitations/')[0] == 200
        far = from_address(server, '9.9.9.9')
        statuses = [far.once('version')[0] for _ in range(400)]
        assert statuses[:200] == [200] * 200 and 503 in statuses
        assert from_address(server, '9.9.9.8').once('version')[0] == 200


def test_a_proxy_is_believed_only_when_told_so():
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--registrations', '2') as server:
        statuses = [register(from_address(server, f'1.1.1.{i}'), f'x{i}')[0] for i in range(3)]
        assert statuses == [200, 200, 429], 'a client chose its own address'
    # Behind one proxy only what that one added counts, and not what came to it.
    with tempfile.TemporaryDirectory() as folder, server_in(folder, '--registrations', '2', '--trust-proxy') as server:
        statuses = [register(from_address(server, f'1.1.1.{i}, 7.7.7.7'), f'x{i}')[0] for i in range(3)]
        assert statuses == [200, 200, 429], statuses


def test_names_are_printable_and_short_and_not_the_servers():
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        for name in ('administrator', 'Administrator', 'me', 'link', 'Link-2', 'guest-12', 'deleted-7', 'trout', 'random'):
            assert register(Client(server.base), name)[0] == 409, name
            assert Visitor(server.base).call('/api/session/new', {'username': name, 'password': 'a password'})[0] == 409, name
        for name in ('', ' ', ' anna', 'anna ', 'an\nna', 'an\0na', 'änna', '<b>', 'x' * 33, '../etc', 'a"b', "a'b", 'ann\u202ea'):
            assert register(Client(server.base), name)[0] == 400, name
        for name in ('a', 'x' * 32, 'Anna B. C_d-9'):
            assert register(Client(server.base), name)[0] == 200, name
        assert Client(server.base).once('users/', {'username': 'y', 'email': 'x' * 300, 'password': 'a password'})[0] == 400


def test_pages_carry_a_token_and_cookies_are_out_of_reach():
    with tempfile.TemporaryDirectory() as folder, server_in(folder) as server:
        browser = Visitor(server.base)
        sign_up = {'username': 'anna', 'password': 'a password'}
        assert browser.call('/api/session/new', sign_up, token='')[0] == 403, 'a page of another site signs somebody up'
        assert browser.call('/api/session/new', sign_up)[0] == 200
        assert all(word in browser.set_cookie for word in ('HttpOnly', 'SameSite=Strict', 'Path=/')), browser.set_cookie
        wish = {'color': 'white', 'opponent': 'link', 'base': 0, 'increment': 0}
        for path, body in (('/api/play', wish), ('/api/play/join', {'link': 'x'}), ('/api/session/end', {}), ('/api/session', sign_up)):
            assert browser.call(path, body, token='')[0] == 403, path
        # Nor is the page shown to a page of another name.
        assert Visitor(server.base, {'Host': 'evil.example.org'}).call('/api/hello')[0] in (403, 421)


if __name__ == '__main__':
    for name, test in list(globals().items()):
        if name.startswith('test_') and (len(sys.argv) < 3 or name in sys.argv[2:]):
            begin = time.monotonic()
            test()
            print(f'{name}: {time.monotonic() - begin:.1f} s', flush=True)
