"""Many games for one learning agent at once, as gymnasium.make_vec("lanternfish/RBC-v0", num_envs=64) makes them.

The games and their opponents are stepped in C++ by a VectorEnvironment. Without gymnasium, use that class itself.
"""

from typing import Any, Dict, Optional, Tuple

import numpy
import numpy.typing

from . import _arguments, spaces
from ._core import VectorEnvironment
from .environment import TakesTurns, in_turn

try:
    import gymnasium  # type: ignore[import]
    _Base: Any = gymnasium.vector.VectorEnv
except ImportError:
    gymnasium = None
    _Base = object

Array = numpy.typing.NDArray[Any]


class RBCVectorEnv(TakesTurns, _Base):  # type: ignore[misc]
    """A gymnasium.vector.VectorEnv of games with opponents by name.

    num_envs     how many games
    opponent     a strategy's name; policies need gymnasium.make_vec(..., vectorization_mode="sync")
    color        the agent's in all games, "white" or "black"; "both": White in games 0, 2, 4...
    observation  "planes" or "tokens", with `turns` or `length`; the rest needs vectorization_mode="sync"
    threads      that step the games

    The other arguments are RBCEnv's. A game that ends begins anew in the same step (AutoresetMode.SAME_STEP):
    info["final_obs"] has the last observation that the agent acted on. info["action_mask"] is int8 [num_envs, 4737].
    The same seed and actions give the same games.
    """

    metadata: Dict[str, Any] = {"render_modes": []}

    def __init__(self, num_envs: int = 1, opponent: str = "random", color: str = "white", turns: int = 20,
                 threads: int = 1, opponent_options: Optional[Dict[str, Any]] = None, opponent_nodes: int = 100,
                 start: Any = None, move_limit: int = 100, turn_limit: int = 0, observation: str = "planes",
                 length: int = 512):
        super().__init__()
        if gymnasium is None:
            raise ModuleNotFoundError("RBCVectorEnv needs gymnasium; VectorEnvironment does not")
        self.num_envs = _arguments.whole("num_envs", num_envs, 1, 10**6)
        _arguments.one_of("observation", observation, ("planes", "tokens"))
        if not isinstance(opponent, str):
            raise TypeError(f"opponent: expected a name, not {_arguments.shown(opponent)}; see vectorization_mode=\"sync\"")
        options = _arguments.instance("opponent_options", {} if opponent_options is None else opponent_options, dict)
        self._given: Dict[str, Any] = {
            "turns": turns, "threads": threads, "start": start, "move_limit": move_limit, "turn_limit": turn_limit,
            "opponent": opponent, "color": color, "opponent_options": {"EngineCommand": "none", "Threads": 1, **options},
            "opponent_nodes": opponent_nodes, "observation": observation, "length": length}
        self._given["opponent_options"].setdefault("Seed", int(numpy.random.default_rng().integers(1, 2**31)))
        self._games = VectorEnvironment(num_envs, **self._given)
        self._sides = {"white": numpy.zeros(num_envs, int), "black": numpy.ones(num_envs, int),
                       "both": numpy.arange(num_envs) % 2}[color]
        self.metadata = {"render_modes": [], "autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        self.single_observation_space = spaces.observations(observation, turns, length, 1)
        self.single_action_space = spaces.actions()
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)

    def _seen(self) -> Array:
        games = self._games
        return numpy.array(games.planes if self._given["observation"] == "planes" else games.tokens)

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": numpy.array(self._games.masks).view(numpy.int8),
                "_action_mask": numpy.ones(self.num_envs, bool)}

    @in_turn
    def reset(self, *, seed: Any = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Array, Dict[str, Any]]:
        """Begins all games anew; (observations, info). A seed is one number for all of them; there are no options."""
        if options:
            raise ValueError(f"options: these games have none, not {_arguments.shown(options)}; "
                             "see vectorization_mode=\"sync\"")
        if _arguments.seed("seed", seed) is not None:
            self._given["opponent_options"]["Seed"] = int(numpy.random.default_rng(seed).integers(1, 2**31))
            self._games = VectorEnvironment(self.num_envs, **self._given)
            self._np_random = numpy.random.default_rng(seed)
        else:
            self._games.reset()
        return self._seen(), self._info()

    @in_turn
    def step(self, actions: Any) -> Tuple[Array, Array, Array, Array, Dict[str, Any]]:
        """(observations, rewards, terminations, truncations, info); an action that may not be chosen raises ActionError."""
        before = self._seen()
        self._games.step(actions)
        rewards = self._games.rewards[numpy.arange(self.num_envs), self._sides]
        over = numpy.array(self._games.dones, bool)
        info = self._info()
        if over.any():
            last = numpy.full(self.num_envs, None, object)
            for i in numpy.flatnonzero(over):
                last[i] = before[i]
            info.update(final_obs=last, _final_obs=over, final_info={}, _final_info=over)
        return self._seen(), rewards, over & (rewards != 0), over & (rewards == 0), info

    def close(self, **kwargs: Any) -> None:
        """Nothing is to be closed."""
