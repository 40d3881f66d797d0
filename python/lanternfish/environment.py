"""A game in the shapes of PettingZoo's environments, AEC and Parallel; PettingZoo itself is not needed."""

import functools
import itertools
import sys
import threading
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, TypeVar, cast

import numpy
import numpy.typing

from . import _arguments
from ._core import ACTIONS, PLANES_PER_TURN, ActionError, CodedGame
from .rendering import board_image

Array = numpy.typing.NDArray[numpy.uint8]
AGENTS = ["white", "black"]


class Discrete(NamedTuple):
    """The actions 0 to n - 1: what is used of gymnasium's Discrete where gymnasium is missing."""

    n: int

    def contains(self, value: Any) -> bool:
        """Whether `value` is one of the actions."""
        try:
            return bool(0 <= _arguments.whole("value", value, -2**63, 2**63) < self.n)
        except (TypeError, ValueError):
            return False


class Box(NamedTuple):
    """Arrays of 0 up to `high`: what is used of gymnasium's Box where gymnasium is missing."""

    shape: Tuple[int, ...]
    dtype: Any
    high: float = 1

    def contains(self, value: Any) -> bool:
        """Whether `value` is such an array."""
        return (isinstance(value, numpy.ndarray) and value.shape == self.shape and value.dtype == self.dtype and
                float(value.min(initial=0)) >= 0 and float(value.max(initial=0)) <= self.high)


def _spaces(planes: int) -> Tuple[Any, Any]:
    """The spaces of observations and actions, gymnasium's where it is installed."""
    try:
        from gymnasium import spaces  # type: ignore[import]
    except ImportError:
        return ({"observation": Box((planes, 8, 8), numpy.dtype(numpy.uint8)),
                 "action_mask": Box((ACTIONS,), numpy.dtype(numpy.int8))}, Discrete(ACTIONS))
    return (spaces.Dict({"observation": spaces.Box(0, 1, (planes, 8, 8), numpy.uint8),
                         "action_mask": spaces.Box(0, 1, (ACTIONS,), numpy.int8)}), spaces.Discrete(ACTIONS))


F = TypeVar("F", bound=Callable[..., Any])


def in_turn(method: F) -> F:
    """A method that waits until no other thread is in one of the same object's."""
    @functools.wraps(method)
    def waiting(self: Any, *args: Any, **kwargs: Any) -> Any:
        with self._lock:
            return method(self, *args, **kwargs)
    return cast(F, waiting)


class TakesTurns:
    """What threads may share: each call waits its turn. Copies and pickles have a lock of their own."""

    def __init__(self) -> None:
        self._lock = threading.RLock()

    def __getstate__(self) -> Dict[str, Any]:
        with self._lock:
            return {name: value for name, value in vars(self).items() if name != "_lock"}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state)
        self._lock = threading.RLock()


try:  # PettingZoo's tests and wrappers look for its own classes
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import]
    _AECBase: Any = AECEnv
    _ParallelBase: Any = ParallelEnv
except ImportError:
    _AECBase = _ParallelBase = object


class Environment(TakesTurns, _AECBase):  # type: ignore[misc]
    """One game for two agents, "white" and "black"; each turn is a sense, then a request.

    Methods and attributes are those of PettingZoo's AECEnv: reset(), step(), last(), observe(), agent_iter(), rewards,
    terminations, truncations, infos. Of several threads' calls each waits its turn. copy.deepcopy() and pickle give an environment that goes on
    from where this one is. Actions are the codes of move_code() and sense_code(). The reward at the end is 1
    for the winner and -1 for the loser, 0 for a draw, which truncates the game.

    turns       how many of the newest own turns an observation has, 1 to 20
    start       the first position, a FEN or a chess.Board; None: the usual one
    move_limit  plies without capture or pawn move before a draw; 0: none
    turn_limit  turns of each player before a draw; 0: none
    render_mode "ansi": render() gives a FEN; "rgb_array": uint8 [256, 256, 3]

    An observation is {"observation": uint8 [90 * turns, 8, 8], "action_mask": int8 [4737]}. The newest turn has the
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

    metadata = {"name": "lanternfish_rbc_v0", "render_modes": ["ansi", "rgb_array"], "is_parallelizable": False}

    def __init__(self, turns: int = 20, start: Any = None, move_limit: int = 100, turn_limit: int = 0,
                 render_mode: str = "ansi"):
        super().__init__()
        self._turns = _arguments.whole("turns", turns, 1, 20)
        self._rules = {"start": start, "move_limit": move_limit, "turn_limit": turn_limit}
        self._observation_space, self._action_space = _spaces(turns * PLANES_PER_TURN)
        self.possible_agents = list(AGENTS)
        self.render_mode = _arguments.one_of("render_mode", render_mode, ("ansi", "rgb_array"))
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
        _arguments.one_of("agent", agent, AGENTS)
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, allowed ones or not."""
        _arguments.one_of("agent", agent, AGENTS)
        return self._action_space

    @in_turn
    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game. `seed` is for sample(); the game itself has no chance in it."""
        if options is not None:
            _arguments.instance("options", options, dict)
        if _arguments.seed("seed", seed) is not None or not hasattr(self, "_random"):
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

    @in_turn
    def observe(self, agent: str) -> Dict[str, Array]:
        """What `agent` sees. All 0 for the agent that is not to act: it learns nothing until its turn."""
        _arguments.one_of("agent", agent, AGENTS)
        if agent == self._to_act() and not self._game.over:
            return {"observation": self._game.planes(self._turns), "action_mask": self._game.mask().view(numpy.int8)}
        return {"observation": numpy.zeros((self._turns * PLANES_PER_TURN, 8, 8), numpy.uint8),
                "action_mask": numpy.zeros(ACTIONS, numpy.int8)}

    @in_turn
    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Array]], float, bool, bool, Dict[str, Any]]:
        """(observation, reward since its last action, termination, truncation, info) of the agent to act."""
        _arguments.flag("observe", observe)
        if not self.agents:
            raise ActionError("the game is over and both agents have left; reset() comes first")
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order of their actions, to the end of the game."""
        turns = _arguments.whole("max_iter", max_iter, 0, 2**63)
        return itertools.islice(iter(lambda: self.agent_selection if self.agents else None, None), min(turns, sys.maxsize))

    @in_turn
    def sample(self, agent: str) -> int:
        """A random action that the agent to act may choose."""
        allowed = numpy.flatnonzero(self.observe(agent)["action_mask"])
        if not len(allowed):
            raise ActionError(f"agent: {agent} is not to act now")
        return int(self._random.choice(allowed))

    @in_turn
    def step(self, action: Optional[int]) -> None:
        """The agent to act senses or requests; after the end the action is None and the agent leaves.

        Raises ActionError, and nothing changes, when the action may not be chosen.
        """
        if not self.agents:
            raise ActionError("action: the game is over and both agents have left; reset() comes first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ActionError("action: the game is over, so the action must be None")
            self._leave(agent)
            return
        if action is None:
            raise ActionError(f"action: {agent} is to act, so None is no action")
        try:
            self._game.act(_arguments.whole("action", action, -2**63 + 1, 2**63 - 1))
        except ActionError as error:
            raise ActionError(str(error).replace("code:", "action:", 1)) from None
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
        tables: List[Dict[str, Any]] = [self.terminations, self.truncations, self.infos, self._cumulative_rewards]
        for table in tables:
            del table[agent]
        self.rewards = {a: 0.0 for a in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The true board: a FEN, or with render_mode "rgb_array" a picture."""
        return board_image(self._game.fen) if self.render_mode == "rgb_array" else self._game.fen

    def close(self) -> None:
        """Nothing is to be closed."""


class ParallelEnvironment(TakesTurns, _ParallelBase):  # type: ignore[misc]
    """The game of an Environment with the methods of PettingZoo's ParallelEnv; the arguments are Environment's.

    Both agents answer at each step, and only the action of the one to act counts: the other's mask and observation are
    all 0, and what it answers is ignored. Of several threads' calls each waits its turn.

    >>> from lanternfish import ParallelEnvironment
    >>> env = ParallelEnvironment(turns=1, turn_limit=30)
    >>> observations, infos = env.reset(seed=1)
    >>> while env.agents:
    ...     observations, rewards, terminations, truncations, infos = env.step({env.to_act: env.sample()})
    """

    metadata = {"name": "lanternfish_rbc_v0", "render_modes": ["ansi", "rgb_array"]}

    def __init__(self, turns: int = 20, start: Any = None, move_limit: int = 100, turn_limit: int = 0,
                 render_mode: str = "ansi"):
        super().__init__()
        self._env = Environment(turns, start, move_limit, turn_limit, render_mode)
        self.possible_agents = list(AGENTS)
        self.render_mode = render_mode
        self.agents: List[str] = list(AGENTS)

    @property
    def unwrapped(self) -> "ParallelEnvironment":
        """This environment."""
        return self

    @property
    def to_act(self) -> str:
        """The agent whose action counts."""
        return self._env.agent_selection

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._env.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, allowed ones or not."""
        return self._env.action_space(agent)

    def _observations(self) -> Dict[str, Dict[str, Array]]:
        return {agent: self._env.observe(agent) for agent in AGENTS}

    @in_turn
    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> \
            Tuple[Dict[str, Dict[str, Array]], Dict[str, Dict[str, Any]]]:
        """Begins a new game: (observations, infos) by agent."""
        self._env.reset(seed, options)
        self.agents = list(AGENTS)
        return self._observations(), {agent: {} for agent in AGENTS}

    @in_turn
    def sample(self) -> int:
        """A random action that the agent to act may choose."""
        return self._env.sample(self.to_act)

    @in_turn
    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool],
                                                     Dict[str, bool], Dict[str, Dict[str, Any]]]:
        """(observations, rewards, terminations, truncations, infos) by agent."""
        if not self.agents:
            raise ActionError("actions: the game is over; reset() comes first")
        if self.to_act not in _arguments.instance("actions", actions, dict):
            raise ActionError(f"actions: {self.to_act} is to act, and has no action")
        try:
            self._env.step(actions[self.to_act])
        except (ActionError, TypeError, ValueError) as error:
            raise type(error)(f"actions: {error}") from None
        env = self._env
        if env.game.over:
            self.agents = []
        return (self._observations(), dict(env.rewards), dict(env.terminations), dict(env.truncations),
                {agent: {} for agent in AGENTS})

    @in_turn
    def render(self) -> Any:
        """As Environment.render()."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is to be closed."""
