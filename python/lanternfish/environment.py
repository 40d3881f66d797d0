"""A game in the shape of PettingZoo's AEC environments; PettingZoo itself is not needed."""

from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple

import numpy
import numpy.typing

from ._core import ACTIONS, PLANES_PER_TURN, CodedGame

Array = numpy.typing.NDArray[numpy.uint8]
AGENTS = ["white", "black"]


class Discrete(NamedTuple):
    """The actions 0 to n - 1: what is used of gymnasium's Discrete where gymnasium is missing."""

    n: int

    def contains(self, value: int) -> bool:
        """Whether `value` is one of the actions."""
        return 0 <= int(value) < self.n


class Box(NamedTuple):
    """Arrays of 0 and 1: what is used of gymnasium's Box where gymnasium is missing."""

    shape: Tuple[int, ...]
    dtype: Any

    def contains(self, value: Array) -> bool:
        """Whether `value` is such an array."""
        return value.shape == self.shape and value.dtype == self.dtype and int(value.max(initial=0)) <= 1


def _spaces(planes: int) -> Tuple[Any, Any]:
    """The spaces of observations and actions, gymnasium's where it is installed."""
    try:
        from gymnasium import spaces  # type: ignore[import]
    except ImportError:
        return ({"observation": Box((planes, 8, 8), numpy.dtype(numpy.uint8)),
                 "action_mask": Box((ACTIONS,), numpy.dtype(numpy.uint8))}, Discrete(ACTIONS))
    return (spaces.Dict({"observation": spaces.Box(0, 1, (planes, 8, 8), numpy.uint8),
                         "action_mask": spaces.Box(0, 1, (ACTIONS,), numpy.uint8)}), spaces.Discrete(ACTIONS))


class Environment:
    """One game for two agents, "white" and "black"; each turn is a sense, then a request.

    Methods and attributes are those of PettingZoo's AECEnv: reset(), step(), last(), observe(), agent_iter(), rewards,
    terminations, truncations, infos. Actions are the codes of move_code() and sense_code(). The reward at the end is 1
    for the winner and -1 for the loser, 0 for a draw, which truncates the game.

    turns       how many of the newest own turns an observation has, 1 to 20
    start       the first position, a FEN or a chess.Board; None: the usual one
    move_limit  plies without capture or pawn move before a draw; 0: none
    turn_limit  turns of each player before a draw; 0: none

    An observation is {"observation": uint8 [90 * turns, 8, 8], "action_mask": uint8 [4737]}. The newest turn has the
    last 90 planes; turns that did not happen are 0. Second index: the rank, third: the file; ranks are mirrored for
    Black, so that the own side is always at rank 0. The planes of one turn (JKU-CODA's, Bertram and others 2022):

    0       the square where the opponent just captured
    1-73    the own previous request: its square of origin in the plane of its code; none for a pass
    74      the square where that request captured
    75      everywhere, if that request was no pass and came to nothing
    76-81   own pieces: P N B R Q K
    82      the sensed squares
    83-88   opposing pieces seen there: P N B R Q K
    89      everywhere, if the agent is White

    >>> from lanternfish import Environment
    >>> env = Environment(turns=1, turn_limit=30)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     env.step(None if termination or truncation else env.sample(agent))
    >>> env.agents
    []
    """

    metadata = {"name": "lanternfish_rbc_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, turns: int = 20, start: Any = None, move_limit: int = 100, turn_limit: int = 0):
        self._turns = turns
        self._rules = {"start": start, "move_limit": move_limit, "turn_limit": turn_limit}
        self._observation_space, self._action_space = _spaces(turns * PLANES_PER_TURN)
        self.possible_agents = list(AGENTS)
        self.render_mode = "ansi"
        self.reset()

    @property
    def unwrapped(self) -> "Environment":
        """This environment."""
        return self

    @property
    def num_agents(self) -> int:
        """The number of agents still there."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Two."""
        return len(self.possible_agents)

    @property
    def game(self) -> CodedGame:
        """The game itself, with the truth."""
        return self._game

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, allowed ones or not."""
        return self._action_space

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game. `seed` is for sample(); the game itself has no chance in it."""
        if seed is not None or not hasattr(self, "_random"):
            self._random = numpy.random.default_rng(seed)
        self._game = CodedGame(**self._rules)
        self.agents: List[str] = list(AGENTS)
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_act()

    def _to_act(self) -> str:
        return AGENTS[0 if self._game.turn else 1]

    def observe(self, agent: str) -> Dict[str, Array]:
        """What `agent` sees. All 0 for the agent that is not to act: it learns nothing until its turn."""
        if agent == self._to_act() and not self._game.over:
            return {"observation": self._game.planes(self._turns), "action_mask": self._game.mask()}
        return {"observation": numpy.zeros((self._turns * PLANES_PER_TURN, 8, 8), numpy.uint8),
                "action_mask": numpy.zeros(ACTIONS, numpy.uint8)}

    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Array]], float, bool, bool, Dict[str, Any]]:
        """(observation, reward since its last action, termination, truncation, info) of the agent to act."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order of their actions, to the end of the game."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def sample(self, agent: str) -> int:
        """A random action that the agent to act may choose."""
        return int(self._random.choice(numpy.flatnonzero(self.observe(agent)["action_mask"])))

    def step(self, action: Optional[int]) -> None:
        """The agent to act senses or requests; after the end the action is None and the agent leaves.

        Raises ActionError, and nothing changes, when the action may not be chosen.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over: the action must be None")
            self._leave(agent)
            return
        if action is None:
            raise ValueError("an action is needed")
        self._game.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: 0.0 for a in AGENTS}
        if self._game.over:
            self._end()
        self.agent_selection = self._to_act()

    def _end(self) -> None:
        winner = self._game.winner
        for agent, color in zip(AGENTS, (True, False)):
            self.rewards[agent] = 0.0 if winner is None else 1.0 if winner == color else -1.0
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = winner is not None
            self.truncations[agent] = winner is None

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        self.rewards = {a: 0.0 for a in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> str:
        """The true board as a FEN."""
        return self._game.fen

    def close(self) -> None:
        """Nothing is to be closed."""
