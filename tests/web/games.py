"""Recorded games, made by the arena for tests."""

import os
import subprocess


def recorded_games(build, folder, games, turns=12, seed=3):
    """Quick games of two strategies, as files of `folder`; their paths."""
    engine = f'cmd={build}/lanternfish'
    subprocess.run([os.path.join(build, 'lanternfish-arena'), 'match', '--games', str(games), '--records', folder, '--tc', 'none', '--nodes', '50',
                    '--turn-limit', str(turns), '--seed', str(seed), '-engine', 'name=trout', engine, 'option.EngineCommand=none', 'option.Strategy=trout',
                    '-engine', 'name=attacker', engine, 'option.EngineCommand=none', 'option.Strategy=attacker'], check=True, stdout=subprocess.DEVNULL)
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith('0') and name.endswith('.json'))


def recorded_game(build, folder, turns=12):
    return recorded_games(build, folder, 1, turns)[0]
