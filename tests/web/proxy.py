"""A proxy before the page's server, which refuses or delays what it is told to."""

import re
import socket
import threading
import time


class Proxy:
    """On a port of its own. `rules`: [(pattern of 'METHOD PATH', seconds to wait, or the status to answer with)], the first that fits."""

    def __init__(self, server):
        self.server, self.rules, self.passed, self.links = server, [], [], []
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        self.address = f'http://127.0.0.1:{self.port}/#token={server.token}'
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            link, _ = self.listener.accept()
            threading.Thread(target=self.carry, args=(link,), daemon=True).start()

    def carry(self, link):
        with link:
            try:
                self.answer(link)
            except OSError:
                pass

    def answer(self, link):
        data = b''
        while b'\r\n\r\n' not in data:
            more = link.recv(65536)
            if not more:
                return
            data += more
        head, body = data.split(b'\r\n\r\n', 1)
        length = re.search(rb'(?i)content-length: *(\d+)', head)
        while length and len(body) < int(length.group(1)):
            body += link.recv(65536)
        first, *fields = head.split(b'\r\n')
        asked = b' '.join(first.split()[:2]).decode()
        self.passed.append(asked)
        what = next((what for pattern, what in self.rules if re.search(pattern, asked)), 0)
        if what >= 100:
            link.sendall(b'HTTP/1.1 %d x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}' % what)
            return
        time.sleep(what)
        fields = [field for field in fields if not re.match(rb'(?i)(host|connection):', field)]
        with socket.create_connection(('127.0.0.1', self.server.port)) as up:
            up.sendall(b'\r\n'.join([first, *fields, b'Host: 127.0.0.1:%d' % self.server.port, b'Connection: close']) + b'\r\n\r\n' + body)
            self.links += [link, up]
            while data := up.recv(65536):
                link.sendall(data)

    def cut(self):
        """All connections that are open."""
        for link in self.links:
            try:
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.links.clear()
