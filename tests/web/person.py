"""A person at the page's server who knows no more than the page shows: senses and requests by the help's chances."""

import random

from server import wait_for

TYPES = 'pnbrqk'


def name_of(square):
    return 'abcdefgh'[square % 8] + str(square // 8 + 1)


class Person:
    """Senses where the king most likely is, and requests to go there when a piece can."""

    def __init__(self, server, game, seed=3):
        self.server, self.game, self.random = server, game, random.Random(seed)

    def state(self):
        return self.server.get(f'/api/play/{self.game}/state')

    def current(self):
        return wait_for(lambda: (lambda s: s if s.get('help_current') or s['phase'] == 'over' else None)(self.state()))

    def king(self, state):
        kings = state['help']['pieces'][TYPES.index('k')]
        return max(range(64), key=lambda n: kings[n])

    def request(self, state):
        king = name_of(self.king(state))
        takes = [r for r in state['requests'] if r[2:4] == king]
        return takes[0][:4] if takes else self.random.choice([r for r in state['requests'] if r != '0000'])[:4]

    def play(self, turns=150):
        """Without a browser, until `turns` own turns are over, or the game is. The state then."""
        for _ in range(turns):
            state = self.until('sense')
            if state['phase'] == 'over':
                break
            self.server.post(f'/api/play/{self.game}/sense', {'square': name_of(self.king(state))})
            state = self.until('move')
            if state['phase'] == 'over':
                break
            move = self.request(state)
            self.server.post(f'/api/play/{self.game}/move', {'move': next(r for r in state['requests'] if r.startswith(move))})
        return self.until('sense')

    def until(self, phase):
        return wait_for(lambda: (lambda s: s if s['phase'] == 'over' or (s['phase'] == phase and s.get('help_current')) else None)(self.state()), 60)
