#!/usr/bin/env python3
"""Trains a small network with PPO (needs Torch), and plays it in the arena:

    python3 train_ppo.py train 500000 random    # decisions, opponent; writes policy.pt
    python3 train_ppo.py play 20                # games against random and trout by the arena, and a table

net() is the policy that lanternfish.serve plays; POLICY names its weights, policy.pt where it is not set. The network is
small: it learns to take what it sees, and not much more.
"""

import os
import subprocess
import sys
import time

import torch
from torch import nn

from lanternfish import PLANES_PER_TURN, VectorEnvironment

WEIGHTS = os.environ.get("POLICY", "policy.pt")
GAMES, STEPS, GAMMA, LAMBDA, CLIP, EPOCHS, BATCH = 64, 64, 0.995, 0.95, 0.2, 2, 512


class Network(nn.Module):
    """Logits of all actions, and the value: the codes of requests are 64 * plane + square, as a picture of 73 planes is."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Conv2d(PLANES_PER_TURN, 32, 3, padding=1), nn.ReLU(),
                                  nn.Conv2d(32, 32, 3, padding=1), nn.ReLU())
        self.policy, self.value = nn.Conv2d(32, 75, 1), nn.Conv2d(32, 1, 8)

    def forward(self, planes, masks):
        seen = self.body(planes.float())
        moves, passes, senses = self.policy(seen).flatten(2).split((73, 1, 1), 1)
        logits = torch.cat((moves.flatten(1), passes.mean(2), senses[:, 0]), 1)
        return logits.masked_fill(masks == 0, -1e9), self.value(seen)[:, 0, 0, 0]


def rollout(games, network):
    columns = [[] for _ in range(7)]  # planes, masks, actions, log probabilities, values, rewards, dones
    sides = torch.from_numpy(1 - games.players).long()[:, None]  # each learner's column of rewards
    for _ in range(STEPS):
        planes, masks = torch.tensor(games.planes), torch.tensor(games.masks)  # copies: a step writes them anew
        logits, values = network(planes, masks)
        choice = torch.distributions.Categorical(logits=logits)
        actions = choice.sample()
        games.step(actions.numpy())
        step = (planes, masks, actions, choice.log_prob(actions), values,
                torch.tensor(games.rewards).gather(1, sides)[:, 0], torch.tensor(games.dones).float())
        [column.append(entry) for column, entry in zip(columns, step)]
    following, gain = network(torch.tensor(games.planes), torch.tensor(games.masks))[1], 0.0
    advantages = []
    for value, reward, done in zip(*(reversed(column) for column in columns[4:])):
        gain = reward + GAMMA * (1 - done) * following - value + GAMMA * LAMBDA * (1 - done) * gain
        advantages.insert(0, gain)
        following = value
    planes, masks, actions, chances, values, rewards, dones = (torch.cat(column) for column in columns)
    return (planes, masks, actions, chances, torch.cat(advantages) + values, torch.cat(advantages)), rewards[dones > 0]


def improve(network, optimiser, data):
    for rows in [rows for _ in range(EPOCHS) for rows in torch.randperm(GAMES * STEPS).split(BATCH)]:
        planes, masks, actions, chances, returns, advantages = (column[rows] for column in data)
        logits, values = network(planes, masks)
        choice = torch.distributions.Categorical(logits=logits)
        ratio = (choice.log_prob(actions) - chances).exp()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        gain = torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
        loss = 0.5 * (values - returns).pow(2).mean() - gain - 0.005 * choice.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def train(steps, opponent):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    network, begun = Network(), time.monotonic()
    optimiser = torch.optim.Adam(network.parameters(), 1e-3)
    games = VectorEnvironment(GAMES, turns=1, opponent=opponent, color="both", turn_limit=60)
    for done in range(GAMES * STEPS, steps + GAMES * STEPS, GAMES * STEPS):
        with torch.no_grad():
            data, results = rollout(games, network)
        improve(network, optimiser, data)
        print(f"{done} steps, {done / (time.monotonic() - begun):.0f} a second, {len(results)} games, "
              f"mean result {float(results.sum()) / max(1, len(results)):+.2f}", flush=True)
    torch.save(network.state_dict(), WEIGHTS)


def net(observation, mask):
    if not hasattr(net, "network"):
        net.network = Network()
        net.network.load_state_dict(torch.load(WEIGHTS))
    with torch.no_grad():
        return net.network(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None])[0][0]


def play(games):
    ours = f"cmd={sys.executable} -m lanternfish.serve {os.path.abspath(__file__)}:net --turns 1"
    theirs = "cmd=@lanternfish option.EngineCommand=none option.Strategy="
    subprocess.run(["lanternfish-arena", "gauntlet", "--games", str(games), "--tc", "60+1", "--turn-limit", "100", "--fresh",
                    "--records", "games/ppo", "-engine", "name=ppo", ours, "-engine", "name=random",
                    *(theirs + "random").split(" "), "-engine", "name=trout", *(theirs + "trout").split(" ")], check=True)
    subprocess.run(["lanternfish-arena", "export", "--markdown", "games/ppo"], check=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["train"] and len(sys.argv) == 4:
        train(int(sys.argv[2]), sys.argv[3])
    elif sys.argv[1:2] == ["play"] and len(sys.argv) == 3:
        play(int(sys.argv[2]))
    else:
        sys.exit(__doc__)
