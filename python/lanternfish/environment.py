"""A game in the shapes of PettingZoo's environments, AEC and Parallel; PettingZoo itself is not needed."""

import copy
import functools
import itertools
import os
import sys
import threading
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, TypeVar, cast

import numpy
import numpy.typing

from . import _arguments, spaces
from ._core import ACTIONS, PASS, ActionError, CodedGame, Game
from .observations import KINDS, View
from .rendering import board_image, board_text

Array = numpy.typing.NDArray[numpy.uint8]
AGENTS = ["white", "black"]
MODES = ("ansi", "rgb_array", "human")


F = TypeVar("F", bound=Callable[..., Any])
POLL = 0.05  # seconds until a waiting call looks whether the process was forked
# The lock lets a thread in that has it already; whether one is within a call is told by `_within`. `_home` is the process
# of the last call: what a forked child finds locked stays so.
TURN = ("_lock", "_within", "_home")


class TakesTurns:
    """What threads may share: each call waits its turn, by the rule of the package's other classes. Copies and pickles
    have a turn of their own."""

    def __init__(self) -> None:
        vars(self).update(self._no_turn())

    @staticmethod
    def _no_turn() -> Dict[str, Any]:
        return {"_lock": threading.RLock(), "_within": False, "_home": os.getpid()}

    def __getstate__(self) -> Dict[str, Any]:
        return cast(Dict[str, Any], self._in_turn(lambda: {
            name: value for name, value in vars(self).items() if name not in TURN}))

    def __setstate__(self, state: Dict[str, Any]) -> None:
        vars(self).update(state, **self._no_turn())

    def __copy__(self) -> Any:
        """What goes on by itself: games are not shared."""
        return copy.deepcopy(self)

    def _in_turn(self, call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Waits until no other thread is within a call, then what call() gives."""
        while not self._lock.acquire(timeout=POLL):
            if self._home != os.getpid():
                raise RuntimeError("the process was forked while another thread called this object: make another one")
        try:
            self._home = os.getpid()
            if self._within:
                raise RuntimeError("this thread is within a call to the same object: a signal handler may not call it")
            try:
                self._within = True
                return call(*args, **kwargs)
            finally:
                self._within = False
        finally:
            self._lock.release()

    def _whole(self, before: Dict[str, Any], call: Callable[..., None], *args: Any) -> None:
        """Calls call(); after an error or Ctrl-C within, the attributes have the values of `before`."""
        try:
            call(*args)
        except BaseException:
            vars(self).update(before)
            raise


def in_turn(method: F) -> F:
    """A method of a TakesTurns that waits its turn. Such a method must not call another one of the same object."""
    @functools.wraps(method)
    def waiting(self: Any, *args: Any, **kwargs: Any) -> Any:
        return self._in_turn(method, self, *args, **kwargs)
    return cast(F, waiting)


try:  # PettingZoo's tests and wrappers look for its own classes
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import]
    _AECBase: Any = AECEnv
    _ParallelBase: Any = ParallelEnv
except ImportError:
    _AECBase = _ParallelBase = object


def rules_of(start: Any, move_limit: int, turn_limit: int) -> Dict[str, Any]:
    """The arguments of a Game, checked. The start is a FEN, which no one changes later as they may a chess.Board."""
    rules = {"start": start, "move_limit": move_limit, "turn_limit": turn_limit}
    return {**rules, "start": Game(**rules).fen}


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
    render_mode "ansi": render() gives a FEN; "rgb_array": uint8 [256, 256, 3]; "human": each step prints the board
    observation "planes", "tokens", "pieces" or "boards", see lanternfish.observations
    length, boards, memory_mb  of other observations than planes, as lanternfish.observations.View takes them
    illegal     what an action that may not be chosen does: "raise" ActionError, and nothing changes; or "lose" the game

    An observation is {"observation": uint8 [90 * turns, 8, 8], "action_mask": int8 [4737]}, where planes are observed.
    The newest turn has the last 90 planes; turns that did not happen are 0. Second index: the rank, third: the file; ranks are mirrored for
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

    metadata = {"name": "lanternfish_rbc_v0", "render_modes": list(MODES), "is_parallelizable": False}

    def __init__(self, turns: int = 20, start: Any = None, move_limit: int = 100, turn_limit: int = 0,
                 render_mode: Optional[str] = "ansi", observation: str = "planes", length: int = 512, boards: int = 32,
                 memory_mb: int = 64, illegal: str = "raise"):
        super().__init__()
        self._view: Dict[str, Any] = {"kind": _arguments.one_of("observation", observation, KINDS), "turns": turns,
                                      "length": length, "boards": boards, "memory_mb": memory_mb}
        View("white", start, **self._view)  # says what is wrong with them
        self._rules = rules_of(start, move_limit, turn_limit)
        self._forgives = _arguments.one_of("illegal", illegal, ("raise", "lose")) == "raise"
        self._observed = spaces.observations(observation, turns, length, boards)
        # Spaces that are drawn from have a state, so each agent has its own.
        self._observation_spaces = {agent: spaces.with_mask(self._observed) for agent in AGENTS}
        self._action_spaces = {agent: spaces.actions() for agent in AGENTS}
        self.possible_agents = list(AGENTS)
        self.render_mode = None if render_mode is None else _arguments.one_of("render_mode", render_mode, MODES)
        self.reset()

    def __getstate__(self) -> Dict[str, Any]:
        """Views are made anew of the actions."""
        return {name: value for name, value in super().__getstate__().items() if name not in ("_views", "_told")}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        super().__setstate__(state)
        self._look_on()
        for action in self._actions:
            self._tell(action)

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
        return self._observation_spaces[_arguments.one_of("agent", agent, AGENTS)]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions, allowed ones or not."""
        return self._action_spaces[_arguments.one_of("agent", agent, AGENTS)]

    @in_turn
    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a new game. `seed` is for sample(); the game itself has no chance in it."""
        if options is not None:
            _arguments.instance("options", options, dict)
        if _arguments.seed("seed", seed) is not None or not hasattr(self, "_random"):
            self._random = numpy.random.default_rng(seed)
        self._whole(self._state() if hasattr(self, "_game") else {}, self._begin)

    def _begin(self) -> None:
        self._game, self._lost = CodedGame(**self._rules), ""
        self._actions: List[int] = []
        self._look_on()
        self.agents: List[str] = list(AGENTS)
        self.rewards = {agent: 0.0 for agent in AGENTS}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in AGENTS}
        self.truncations = {agent: False for agent in AGENTS}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self._to_act()
        if self.over:  # a start without a move, its clock at the move limit for instance
            self._end()

    def _look_on(self) -> None:
        """Those who see the belief look on at a game of their own, whose events they are told."""
        self._views: Dict[str, View] = {}
        if self._view["kind"] in ("pieces", "boards"):
            self._views = {agent: View(agent, self._rules["start"], **self._view) for agent in AGENTS}
            self._told = Game(**self._rules)
            self._views[AGENTS[0 if self._told.turn else 1]].opponent_moved()

    def _tell(self, code: int) -> None:
        if not self._views:
            return
        view = self._views[AGENTS[0 if self._told.turn else 1]]
        meant = view.decode(code)
        if self._told.step == "sense":
            view.sensed(meant, self._told.sense(meant))
            return
        view.moved(meant, *self._told.move(meant))
        if not self._told.over:
            self._views[AGENTS[0 if self._told.turn else 1]].opponent_moved(self._told.capture)

    def _to_act(self) -> str:
        return AGENTS[0 if self._game.turn else 1]

    @property
    def over(self) -> bool:
        """Whether the game has ended, agents that have not left yet or not."""
        return bool(self._lost) or self._game.over

    @in_turn
    def observe(self, agent: str) -> Dict[str, Array]:
        """What `agent` sees. All 0 for the agent that is not to act: it learns nothing until its turn."""
        return self._observe(agent)

    def _observe(self, agent: str) -> Dict[str, Array]:
        _arguments.one_of("agent", agent, AGENTS)
        if agent != self._to_act() or self.over:
            return {"observation": numpy.zeros(self._observed.shape, self._observed.dtype),
                    "action_mask": numpy.zeros(ACTIONS, numpy.int8)}
        kind = self._view["kind"]
        return {"observation": (self._game.planes(self._view["turns"]) if kind == "planes" else
                                self._game.tokens(self._view["length"]) if kind == "tokens" else
                                self._views[agent].observation()),
                "action_mask": self._game.mask().view(numpy.int8)}

    @in_turn
    def last(self, observe: bool = True) -> Tuple[Optional[Dict[str, Array]], float, bool, bool, Dict[str, Any]]:
        """(observation, reward since its last action, termination, truncation, info) of the agent to act."""
        _arguments.flag("observe", observe)
        if not self.agents:
            raise ActionError("the game is over and both agents have left; reset() comes first")
        agent = self.agent_selection
        return (self._observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order of their actions, to the end of the game."""
        turns = _arguments.whole("max_iter", max_iter, 0, 2**63)
        return itertools.islice(iter(lambda: self.agent_selection if self.agents else None, None), min(turns, sys.maxsize))

    @in_turn
    def sample(self, agent: str) -> int:
        """A random action that the agent to act may choose."""
        allowed = numpy.flatnonzero(self._observe(agent)["action_mask"])
        if not len(allowed):
            raise ActionError(f"agent: {agent} is not to act now")
        return int(self._random.choice(allowed))

    @in_turn
    def step(self, action: Optional[int]) -> None:
        """The agent to act senses or requests; after the end the action is None and the agent leaves.

        Raises ActionError when the action may not be chosen. After any error nothing has changed.
        """
        if not self.agents:
            raise ActionError("action: the game is over and both agents have left; reset() comes first")
        self._whole(self._state(), self._step, action)

    def _state(self) -> Dict[str, Any]:
        """What a step changes."""
        state: Dict[str, Any] = {name: getattr(self, name).copy() for name in (
            "_game", "_actions", "agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")}
        state.update(_lost=self._lost, agent_selection=self.agent_selection)
        if self._views:
            state.update(_told=self._told.copy(), _views={agent: view.copy() for agent, view in self._views.items()})
        return state

    def _step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ActionError("action: the game is over, so the action must be None")
            self._leave(agent)
            return
        if action is None:
            raise ActionError(f"action: {agent} is to act, so None is no action")
        code = _arguments.whole("action", action, -2**63 + 1, 2**63 - 1)
        try:
            self._game.act(code)
        except ActionError as error:
            if self._forgives:
                raise ActionError(str(error).replace("code:", "action:", 1)) from None
            self._lost = agent
        else:
            self._actions.append(code)
            self._tell(code)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {a: 0.0 for a in AGENTS}
        if self.over:
            self._end()
        self.agent_selection = self._to_act()
        if self.render_mode == "human":
            self._render()

    def _end(self) -> None:
        winner = self._lost == "black" if self._lost else self._game.winner
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

    @in_turn
    def render(self) -> Any:
        """The true board: a FEN, a picture, or printed, as render_mode says."""
        return self._render()

    def _render(self) -> Any:
        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            print(board_text(self._game.fen), flush=True)
            return None
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

    metadata = {"name": "lanternfish_rbc_v0", "render_modes": list(MODES)}

    def __init__(self, turns: int = 20, start: Any = None, move_limit: int = 100, turn_limit: int = 0,
                 render_mode: Optional[str] = "ansi", observation: str = "planes", length: int = 512, boards: int = 32,
                 memory_mb: int = 64, illegal: str = "raise"):
        super().__init__()
        self._env = Environment(turns, start, move_limit, turn_limit, render_mode, observation, length, boards,
                                memory_mb, illegal)
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
        """A random action that the agent to act may choose; any one where the game was over from its start."""
        return PASS if self._env.over and self.agents else self._env.sample(self.to_act)

    @in_turn
    def step(self, actions: Dict[str, Any]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool],
                                                     Dict[str, bool], Dict[str, Dict[str, Any]]]:
        """(observations, rewards, terminations, truncations, infos) by agent."""
        if not self.agents:
            raise ActionError("actions: the game is over; reset() comes first")
        if self.to_act not in _arguments.instance("actions", actions, dict):
            raise ActionError(f"actions: {self.to_act} is to act, and has no action")
        try:
            if not self._env.over:  # else it was from its start
                self._env.step(actions[self.to_act])
        except (ActionError, TypeError, ValueError) as error:
            raise type(error)(f"actions: {error}") from None
        env = self._env
        if env.over:
            self.agents = []
        return (self._observations(), dict(env.rewards), dict(env.terminations), dict(env.truncations),
                {agent: {} for agent in AGENTS})

    @in_turn
    def render(self) -> Any:
        """As Environment.render()."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is to be closed."""
