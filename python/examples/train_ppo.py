#!/usr/bin/env python3
"""Trains a small network with PPO (needs Torch), and plays it against other players:

    python3 train_ppo.py --steps 100000 --opponent random     # writes policy.pt
    python3 train_ppo.py --play                               # games against random and attacker, a table
    lanternfish-arena match --games 20 --tc 60+1 -engine name=trout cmd=lanternfish option.Strategy=trout \\
        -engine name=ppo cmd="python3 -m lanternfish.serve train_ppo.py:net --turns 1"

net() is the policy that lanternfish.serve plays; POLICY names its weights, policy.pt where it is not set. A network of this
size learns what a capture is worth, and not much more: it is a place to begin.
"""

import argparse
import os
import time

import numpy
import torch
from torch import nn

from lanternfish import ACTIONS, PLANES_PER_TURN, RBCEnv

WEIGHTS = os.environ.get("POLICY", "policy.pt")
GAMMA, LAMBDA, CLIP, ROLLOUT, EPOCHS, BATCH = 0.99, 0.95, 0.2, 1024, 3, 256


class Network(nn.Module):
    """Logits of all actions, and the value."""

    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64 * PLANES_PER_TURN, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, ACTIONS), nn.Linear(128, 1)

    def forward(self, planes, masks):
        seen = self.body(planes.float().flatten(1))
        return self.policy(seen).masked_fill(masks == 0, -1e9), self.value(seen)[:, 0]


def rollout(env, network, state):
    """ROLLOUT decisions of the agent, with advantages; and the state to go on from."""
    planes, masks, actions, chances, values, rewards, dones = [], [], [], [], [], [], []
    for _ in range(ROLLOUT):
        with torch.no_grad():
            logits, value = network(torch.from_numpy(state[0])[None], torch.from_numpy(state[1])[None])
        choice = torch.distributions.Categorical(logits=logits[0])
        action = choice.sample()
        observation, reward, terminated, truncated, info = env.step(int(action))
        for column, entry in zip((planes, masks, actions, chances, values, rewards, dones),
                                 (state[0], state[1], action, choice.log_prob(action), value[0], reward,
                                  terminated or truncated)):
            column.append(entry)
        if terminated or truncated:
            observation, info = env.reset()
        state = observation, info["action_mask"]
    with torch.no_grad():
        following = float(network(torch.from_numpy(state[0])[None], torch.from_numpy(state[1])[None])[1])
    advantages, gain = numpy.zeros(ROLLOUT, numpy.float32), 0.0
    for i in reversed(range(ROLLOUT)):
        goes_on = 0.0 if dones[i] else 1.0
        gain = rewards[i] + GAMMA * goes_on * following - float(values[i]) + GAMMA * LAMBDA * goes_on * gain
        advantages[i], following = gain, float(values[i])
    data = [torch.from_numpy(numpy.stack(planes)), torch.from_numpy(numpy.stack(masks)), torch.stack(actions),
            torch.stack(chances), torch.from_numpy(advantages) + torch.stack(values), torch.from_numpy(advantages)]
    return data, state, [reward for reward, done in zip(rewards, dones) if done]


def improve(network, optimiser, data):
    """PPO's clipped steps on one rollout."""
    for _ in range(EPOCHS):
        for rows in torch.randperm(ROLLOUT).split(BATCH):
            planes, masks, actions, chances, returns, advantages = (column[rows] for column in data)
            logits, values = network(planes, masks)
            choice = torch.distributions.Categorical(logits=logits)
            ratio = (choice.log_prob(actions) - chances).exp()
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
            gain = torch.min(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
            loss = 0.5 * (values - returns).pow(2).mean() - gain - 0.01 * choice.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def train(steps, opponent, seed):
    """Writes the weights after the last rollout."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # more threads cost more than they bring to a network of this size
    network = Network()
    optimiser = torch.optim.Adam(network.parameters(), 3e-4)
    env = RBCEnv(opponent=opponent, color="random", turns=1, turn_limit=60)
    observation, info = env.reset(seed=seed)
    state, begun = (observation, info["action_mask"]), time.monotonic()
    for done in range(ROLLOUT, steps + 1, ROLLOUT):
        data, state, results = rollout(env, network, state)
        improve(network, optimiser, data)
        print(f"{done} steps, {done / (time.monotonic() - begun):.0f} a second, {len(results)} games, "
              f"mean result {numpy.mean(results or [0]):+.2f}", flush=True)
    torch.save(network.state_dict(), WEIGHTS)


def net(observation, mask):
    """The trained policy: the score of each action."""
    if not hasattr(net, "network"):
        net.network = Network()
        net.network.load_state_dict(torch.load(WEIGHTS))
    with torch.no_grad():
        return net.network(torch.from_numpy(observation)[None], torch.from_numpy(mask)[None])[0][0]


def play(games):
    """A table of games against two opponents."""
    print("opponent   won drawn lost")
    for opponent in ("random", "attacker"):
        env, results = RBCEnv(opponent=opponent, color="random", turns=1, turn_limit=100), []
        for seed in range(games):
            observation, info = env.reset(seed=seed)
            over = False
            while not over:
                scores = numpy.where(info["action_mask"], net(observation, info["action_mask"]).numpy(), -numpy.inf)
                observation, reward, terminated, truncated, info = env.step(int(scores.argmax()))
                over = terminated or truncated
            results.append(reward)
        print(f"{opponent:<10} {results.count(1.0):3} {results.count(0.0):5} {results.count(-1.0):4}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the agent")
    parser.add_argument("--opponent", default="random", help="the name of a strategy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", action="store_true", help="play with the weights that are there")
    parser.add_argument("--games", type=int, default=20, help="against each opponent")
    given = parser.parse_args()
    if given.play:
        play(given.games)
    else:
        train(given.steps, given.opponent, given.seed)
