"""The proxy of the guide encrypts: proxy_test.py BUILD. Its block, as the guide prints it, in a real nginx, with a
certificate of an authority made here."""

import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, '..', 'web')]
from client import Client, Server, Visitor  # noqa: E402
from databases import SKIPPED  # noqa: E402
from nginx import Nginx, free_port  # noqa: E402
from server import run  # noqa: E402

BUILD = sys.argv[1]
GUIDE = os.path.join(FOLDER, '..', '..', 'docs', 'guide', 'server.md')
NAME = 'rbc.example.org'


def openssl(*arguments):
    subprocess.run(['openssl', *arguments], check=True, capture_output=True)


def certificates(folder):
    """An authority's certificate, and key and certificate of the server by it."""
    def path(name):
        return os.path.join(folder, name)

    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=An authority',
            '-keyout', path('authority.key'), '-out', path('authority.pem'))
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', f'/CN={NAME}', '-keyout', path('server.key'), '-out', path('server.csr'))
    with open(path('names'), 'w') as file:
        file.write(f'subjectAltName=DNS:{NAME},IP:127.0.0.1')
    openssl('x509', '-req', '-days', '1', '-in', path('server.csr'), '-CA', path('authority.pem'), '-CAkey', path('authority.key'),
            '-CAcreateserial', '-extfile', path('names'), '-out', path('server.pem'))
    return path('authority.pem'), path('server.key'), path('server.pem')


def block_of_the_guide(changes):
    """The guide's block of nginx; each change has to find its place."""
    with open(GUIDE) as file:
        block = re.search(r'<!-- kept as: nginx.conf -->\n```nginx\n(.*?)```', file.read(), re.DOTALL).group(1)
    for old, new in changes:
        assert block.count(old) == 1, old
        block = block.replace(old, new)
    return block


def test_games_and_sessions_go_through_the_proxy_encrypted():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none', '--trust-proxy') as server:
        os.chmod(folder, 0o755)
        authority, key, certificate = certificates(folder)
        port = free_port()
        block = block_of_the_guide((('listen 443 ssl', f'listen 127.0.0.1:{port} ssl'), ('127.0.0.1:8065', f'127.0.0.1:{server.port}'),
                                    (f'/etc/letsencrypt/live/{NAME}/fullchain.pem', certificate),
                                    (f'/etc/letsencrypt/live/{NAME}/privkey.pem', key)))
        base = f'https://127.0.0.1:{port}'
        trusting = ssl.create_default_context(cafile=authority)
        urllib.request.install_opener(urllib.request.build_opener(urllib.request.HTTPSHandler(context=trusting)))
        with Nginx(folder, base, block):
            Client(base).call('users/', {'username': 'anna', 'email': '', 'affiliation': '', 'password': 'a password'})
            Client(base).call('users/', {'username': 'bert', 'email': '', 'affiliation': '', 'password': 'a password'})
            anna, bert = Client(base, 'anna', 'a password'), Client(base, 'bert', 'a password')
            bert.call('invitations/')
            game = anna.call('invitations/', {'opponent': 'bert', 'color': True})['game_id']
            bert.call(f'invitations/{game}', {})
            other = threading.Thread(target=bert.play, args=(game, 1))
            other.start()
            assert anna.play(game, 2, turns=5) is None
            anna.game(game, 'error_resign', {})
            other.join(60)
            assert not other.is_alive() and anna.game(game, 'game_status')['is_over']

            # A session's cookie is for TLS alone. The server's own port, where no TLS is, gives one that is not.
            encrypted, plain = Visitor(base), Visitor(server.base)
            assert encrypted.call('/api/session', {'username': 'anna', 'password': 'a password'})[0] == 200
            assert '; Secure' in encrypted.set_cookie and 'HttpOnly' in encrypted.set_cookie, encrypted.set_cookie
            assert plain.call('/api/session', {'username': 'anna', 'password': 'a password'})[0] == 200
            assert 'Secure' not in plain.set_cookie and 'HttpOnly' in plain.set_cookie, plain.set_cookie

            # Whoever does not know the authority hears nothing, and neither does who speaks in clear.
            strangers = urllib.request.build_opener(urllib.request.HTTPSHandler(context=ssl.create_default_context()))
            for opener, address in ((strangers, base), (strangers, f'http://127.0.0.1:{port}')):
                try:
                    opener.open(f'{address}/api/version', timeout=20)
                    raise AssertionError(f'{address} answers')
                except urllib.error.HTTPError as error:
                    assert error.code == 400, error  # in clear to a port of TLS
                except urllib.error.URLError as error:
                    assert 'CERTIFICATE_VERIFY_FAILED' in str(error), error


def test_a_client_that_is_no_proxy_is_not_believed():
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', 'none') as server:
        visitor = Visitor(server.base, {'X-Forwarded-Proto': 'https'})
        assert visitor.call('/api/session/new', {'username': 'anna', 'password': 'a password'})[0] == 200
        assert 'Secure' not in visitor.set_cookie, visitor.set_cookie


if __name__ == '__main__':
    if shutil.which('openssl') is None:
        print('SKIPPED: openssl is not installed')
        sys.exit(SKIPPED)
    run([test_games_and_sessions_go_through_the_proxy_encrypted, test_a_client_that_is_no_proxy_is_not_believed])
