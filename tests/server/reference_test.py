"""The examples of docs/reference/server.md, played from its top to its end on a real server: reference_test.py BUILD.

Each call of the page's tables has one.
"""

import json
import os
import re
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.dirname(__file__))
from client import Client, Server  # noqa: E402

BUILD = sys.argv[1]
PAGE = os.path.join(os.path.dirname(__file__), '..', '..', 'docs', 'reference', 'server.md')
PATIENCE = 20  # seconds until a GET has to answer as the page says
CALL = re.compile(r'(\w+) (GET|POST) (/\S+)(?: (\{.*\}))?$')
ANYTHING, MORE = '\0anything', '\0more'


def json_of(text):
    """An expected answer: `...` stands for any value, for further members of an object, and for further elements."""
    out, inside, quoted = '', [], False
    at = 0
    while at < len(text):
        c = text[at]
        if not quoted and text.startswith('...', at):
            value = out.rstrip().endswith(':')
            out += json.dumps(ANYTHING if value else MORE) + (': null' if inside[-1] == '{' and not value else '')
            at += 3
            continue
        if c == '"' and text[at - 1] != '\\':
            quoted = not quoted
        if not quoted and c in '{[':
            inside.append(c)
        if not quoted and c in '}]':
            inside.pop()
        out += c
        at += 1
    return json.loads(out)


def fits(expected, told, tokens):
    if expected == ANYTHING:
        return True
    name = re.search('TOKEN|SHOWN', expected) if isinstance(expected, str) else None
    if name and isinstance(told, str):
        found = re.fullmatch(expected.replace(name.group(), '([0-9a-f]+)'), told)
        if found:
            tokens[name.group()] = found.group(1)
        return bool(found)
    if isinstance(expected, dict) and isinstance(told, dict):
        named = {key: value for key, value in expected.items() if key != MORE}
        return (MORE in expected or named.keys() == told.keys()) and all(
            key in told and fits(value, told[key], tokens) for key, value in named.items())
    if isinstance(expected, list) and isinstance(told, list):
        named = [value for value in expected if value != MORE]
        return (len(told) == len(named) or (MORE in expected and len(told) > len(named))) and all(
            fits(one, other, tokens) for one, other in zip(named, told))
    return type(expected) is type(told) and expected == told


class Story:
    def __init__(self, base, password):
        self.base, self.password, self.cookies, self.tokens = base, password, {}, {}

    def once(self, who, method, path, body):
        headers = {}
        if who in ('browser', 'other'):
            headers = {'Cookie': self.cookies.get(who, ''), 'X-Lanternfish-Token': 'page'}
        elif who != 'anybody':
            headers = Client(self.base, who, self.password if who == 'administrator' else 'a password').headers
        for name, token in self.tokens.items():
            path, body = path.replace(name, token), body and body.replace(name, token)
        request = urllib.request.Request(self.base + path, headers=headers, method=method,
                                         data=(body or '').encode() if method == 'POST' else None)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                if answer.headers['Set-Cookie']:
                    self.cookies[who] = answer.headers['Set-Cookie'].split(';')[0]
                if answer.headers['Content-Type'].startswith('text/event-stream'):
                    line = next(line for line in answer if line.startswith(b'data: '))
                    return answer.status, json.loads(line[6:])
                if answer.headers['Content-Type'] != 'application/json':
                    return answer.status, answer.headers['Content-Type']
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def play(self, call, expected):
        who, method, path, body = CALL.match(call).groups()
        status, answer = expected.split(' ', 1)
        end = time.monotonic() + PATIENCE
        while True:
            told = self.once(who, method, path, body)
            if told[0] == int(status) and fits(json_of(answer), told[1], self.tokens):
                return
            # What comes of itself, comes within a second or two; a server that has just begun says 503.
            assert time.monotonic() < end and (method == 'GET' or told[0] == 503), f'{call}\nthe page: {expected}\ntold: {told[0]} {json.dumps(told[1])}'
            time.sleep(0.1)


def examples(page):
    lines = [line for block in re.findall(r'^```http\n(.*?)^```$', page, re.M | re.S) for line in block.splitlines()]
    assert len(lines) % 2 == 0
    return list(zip(lines[::2], lines[1::2]))


def calls(page):
    """What the tables of calls name: words of their first cells."""
    for line in page.split('## What is refused')[0].splitlines():
        if line.startswith('| `'):
            yield from re.findall(r'`([^`]+)`', line.split('|')[1])


def has_example(call, made):
    method, _, path = call.rpartition(' ')
    pattern = re.sub(r'\b(ID|NAME|PLAYER|SHOWN|SIDE|TURN)\b', r'[^/]+', re.escape(path))
    if path.startswith('/'):
        return any(method in ('', one[0]) and re.fullmatch(pattern + '/?', one[1]) for one in made)
    return any(re.search(f'/{pattern}$', one[1]) for one in made)


def main():
    with open(PAGE) as file:
        page = file.read()
    made = [CALL.match(call).group(2, 3) for call, _ in examples(page)]
    missing = [call for call in calls(page) if not has_example(call, made)]
    assert not missing, f'no example of {missing}'
    house = 'name=trout cmd=@lanternfish option.Strategy=random'
    with tempfile.TemporaryDirectory() as folder, Server(BUILD, folder, '--house', house, '--connected-for', '60') as server:
        password = next(line for line in server.process.stdout if line.startswith('administrator ')).split('password ')[1].split()[0]
        story = Story(server.base, password)
        for call, expected in examples(page):
            story.play(call, expected)
    print(f'{len(made)} calls')


main()
