"""The game for one learning agent, with its opponent inside, as Gymnasium wants environments.

Where gymnasium is installed, importing lanternfish registers it: gymnasium.make("lanternfish/RBC-v0", opponent="trout").
Without gymnasium RBCEnv has the same methods.
"""

import copy
import weakref
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union, cast

import numpy
import numpy.typing

from . import _arguments, spaces
from ._core import ACTIONS, PASS, ActionError, Engine, Game
from .environment import MODES, TakesTurns, in_turn, rules_of
from .observations import KINDS, View
from .policies import PolicyGame
from .rendering import board_image, board_text

try:
    import gymnasium  # type: ignore[import]
    _Base: Any = gymnasium.Env
except ImportError:
    gymnasium = None
    _Base = object

ID = "lanternfish/RBC-v0"
COLORS = ("white", "black", "random")
Array = numpy.typing.NDArray[Any]
Opponent = Union[str, Engine, Callable[[Any, Any], Any]]
# Which environment's game each Engine plays: it has one at a time.
_PLAYING: "weakref.WeakKeyDictionary[Engine, Callable[[], Any]]" = weakref.WeakKeyDictionary()


class RBCEnv(TakesTurns, _Base):  # type: ignore[misc]
    """One agent's game against an opponent: Gymnasium's reset(), step(), render(), close().

    opponent          a strategy's name such as "random", "attacker" or "trout"; an Engine; or a policy(observation,
                      mask) as lanternfish.policies has it, a past self for instance
    color             the agent's: "white", "black" or "random", drawn anew for each game
    observation       what it sees: "planes", "tokens", "pieces" or "boards", see lanternfish.observations; a policy as
                      opponent sees the same
    turns             how many of the newest own turns the planes have, 1 to 20
    length, boards, memory_mb  of other observations, as lanternfish.observations.View takes them
    opponent_options  options of an opponent by name; without "EngineCommand" it plays with the built-in evaluator
    opponent_nodes    positions that an engine scores in a decision
    start             the first position, a FEN or a chess.Board; None: the usual one
    move_limit        plies without capture or pawn move before a draw; 0: none
    turn_limit        turns of each player before a draw; 0: none
    render_mode       of the true board: "ansi" (text), "rgb_array" (uint8 [256, 256, 3]) or "human" (each step prints it)
    illegal           what an action that may not be chosen does: "raise" ActionError, and nothing changes; or "lose"
                      the game, with the reason "ILLEGAL"

    Planes are uint8 [90 * turns, 8, 8], as Environment describes them; info["action_mask"], int8 [4737], says what may be
    done.
    A turn is two steps, a sense and a request; the opponent's turn passes within the second. The reward at the end is 1
    for a win and -1 for a loss; a draw truncates the game.

    Where a game ends before the agent's first decision, observation and mask are all 0, and the first step, whatever its
    action, gives the reward. After the end the observation is the last one that the agent acted on, the mask is empty, and info also has "winner"
    ("white", "black" or None), "reason", "fen" (the true board) and "record" (GameHistory JSON). options of reset():
    "color" for that game alone. The same seed, opponent and actions give the same game. copy.deepcopy() and pickle give an
    environment that goes on from there, unless the opponent is an Engine. Of several threads' calls each waits its turn.

    >>> env = RBCEnv(opponent="attacker", turns=1, turn_limit=30)
    >>> observation, info = env.reset(seed=5)
    >>> ended = False
    >>> while not ended:
    ...     observation, reward, terminated, truncated, info = env.step(env.sample())
    ...     ended = terminated or truncated
    >>> sorted(info)
    ['action_mask', 'color', 'fen', 'reason', 'record', 'winner']
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}

    def __init__(self, opponent: Opponent = "random", color: str = "white", turns: int = 20,
                 opponent_options: Optional[Dict[str, Any]] = None, opponent_nodes: int = 100, start: Any = None,
                 move_limit: int = 100, turn_limit: int = 0, render_mode: Optional[str] = None,
                 illegal: str = "raise", observation: str = "planes", length: int = 512, boards: int = 32,
                 memory_mb: int = 64):
        super().__init__()
        if not isinstance(opponent, (str, Engine)) and not callable(opponent):
            raise TypeError(f"opponent: expected a name, an Engine or a policy, not {_arguments.shown(opponent)}")
        if render_mode is not None:
            _arguments.one_of("render_mode", render_mode, MODES)
        self._made_with = {"opponent": opponent, "color": color, "turns": turns, "opponent_options": opponent_options,
                           "opponent_nodes": opponent_nodes, "start": start, "move_limit": move_limit,
                           "turn_limit": turn_limit, "render_mode": render_mode, "illegal": illegal,
                           "observation": observation, "length": length, "boards": boards, "memory_mb": memory_mb}
        self._opponent, self._color = opponent, _arguments.one_of("color", color, COLORS)
        _arguments.one_of("observation", observation, KINDS)
        self._view: Dict[str, Any] = {
            "kind": observation, "turns": turns, "length": length, "boards": boards, "memory_mb": memory_mb}
        self._rules = rules_of(start, move_limit, turn_limit)
        self._made_with["start"] = self._rules["start"]
        View("white", start, **self._view)  # says what is wrong with them
        self._options = {"EngineCommand": "none", "Threads": 1, **_arguments.instance(
            "opponent_options", {} if opponent_options is None else opponent_options, dict)}
        self._nodes = _arguments.whole("opponent_nodes", opponent_nodes, 1, 2**60)
        self.render_mode = render_mode
        self._forgives = _arguments.one_of("illegal", illegal, ("raise", "lose")) == "raise"
        self._engine: Optional[Engine] = opponent if isinstance(opponent, Engine) else None
        if isinstance(opponent, str):
            self._name_engine(0)
        self._random = numpy.random.default_rng()
        self._game: Optional[Game] = None
        self._broken = False  # whether an engine was left within its turn
        self._retold: Optional[Iterator[Any]] = None  # a policy's replies, where a game is made anew
        self.observation_space = spaces.observations(observation, turns, length, boards)
        self.action_space = spaces.actions()

    def _name_engine(self, seed: int) -> None:
        try:
            self._engine = Engine(str(self._opponent), {"Seed": seed, **self._options})
        except (TypeError, ValueError) as error:
            name = "opponent" if str(error).startswith("strategy") else "opponent_options"
            raise type(error)(f"{name}: {error}") from None

    def __getstate__(self) -> Dict[str, Any]:
        """The beginning, the actions, and the replies of a policy, which may draw them; an engine is asked again and
        replies the same."""
        if isinstance(self._opponent, Engine):
            raise TypeError("an RBCEnv with an Engine cannot be copied: the engine's thoughts cannot; name a strategy")
        return cast(Dict[str, Any], self._in_turn(self._kept))

    def __copy__(self) -> "RBCEnv":
        """With the same policy, but draws of its own."""
        return copy.deepcopy(self, {id(self._opponent): self._opponent})

    def _kept(self) -> Dict[str, Any]:
        state = {"made_with": self._made_with, "random": self._random, "spec": vars(self).get("spec"), "actions": None}
        if self._game is not None:
            state.update(before=self._before, wanted=self._wanted, actions=list(self._actions),
                         replies=None if isinstance(self._opponent, str) else list(self._replies))
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__init__(**state["made_with"])  # type: ignore[misc]
        if state["spec"] is not None:
            self.spec = state["spec"]
        if state["actions"] is not None:
            self._random = numpy.random.default_rng()
            self._random.bit_generator.state = state["before"]
            self._retold = None if state["replies"] is None else iter(state["replies"])
            self._begin(state["wanted"])
            self._broken = False
            for action in state["actions"]:
                self._act(action)
                self._broken = False
            self._retold = None
        self._random = state["random"]

    @in_turn
    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> \
            Tuple[Array, Dict[str, Any]]:
        """Begins a new game; (observation, info) of the agent's first decision."""
        wanted = {} if options is None else _arguments.instance("options", options, dict)
        if set(wanted) - {"color"}:
            raise ValueError(f"options: only color is known, not {_arguments.shown(sorted(set(wanted) - {'color'}))}")
        color = _arguments.one_of("options", wanted.get("color", self._color), COLORS)
        _arguments.seed("seed", seed)
        if gymnasium is not None:
            super().reset(seed=seed)
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        self._game = None  # none goes on where its beginning fails
        self._whole({"_game": None}, self._begin, color, True)
        self._broken = False
        return self._observation, self._info()

    def _begin(self, color: str, shows: bool = False) -> None:
        self._before, self._wanted = self._random.bit_generator.state, color
        self._actions: List[int] = []
        self._replies: List[Any] = []  # the opponent's senses and requests
        if isinstance(self._opponent, str):
            self._name_engine(int(self._random.integers(1, 2**31)))
        self._side = bool(self._random.integers(2)) if color == "random" else color == "white"
        self._game, self._illegal, self._unseen = Game(**self._rules), False, False
        self._me = View(self._side, self._rules["start"], **self._view)
        # What a game has that ends before the first decision.
        self._observation: Array = numpy.zeros(self.observation_space.shape, self.observation_space.dtype)
        self._mask: Array = numpy.zeros(ACTIONS, numpy.int8)
        if self._engine is None:
            self._other: Any = PolicyGame(self._opponent, not self._side, self._rules["start"],  # type: ignore[arg-type]
                                          **self._view)
            self._limits: Dict[str, int] = {}
        else:
            self._other, self._limits = self._engine, {"nodes": self._nodes}
            self._engine.new_game(not self._side, **self._rules)
            _PLAYING[self._engine] = weakref.ref(self)
        self._go_on()
        self._unseen = self._game.over
        if shows:
            self._show()

    def _go_on(self) -> None:
        """Up to the agent's next decision."""
        game = self._game
        assert game is not None
        if not game.over and game.turn != self._side:
            if self._engine is not None and _PLAYING[self._engine]() is not self:
                raise RuntimeError("opponent: this Engine has begun another game; each environment needs one of its own")
            self._broken = self._engine is not None  # until all of it is done
            self._other.opponent_moved(game.capture)
            square = self._reply(self._other.sense)
            self._other.sensed(square, game.sense(square))
            request = self._reply(self._other.go)
            self._other.moved(request, *game.move(request))
        if not game.over:
            self._me.opponent_moved(game.capture)
            self._look()

    def _reply(self, ask: Callable[..., Any]) -> Any:
        self._replies.append(ask(**self._limits) if self._retold is None else next(self._retold))
        return self._replies[-1]

    def _look(self) -> None:
        self._observation, self._mask = self._me.observation(), self._me.mask().view(numpy.int8)

    def _info(self) -> Dict[str, Any]:
        game = self._game
        assert game is not None
        info = {"action_mask": self._mask, "color": "white" if self._side else "black"}
        if game.over:
            winner = game.winner
            names = ("agent", "opponent") if self._side else ("opponent", "agent")
            info.update(winner=None if winner is None else "white" if winner else "black",
                        reason="ILLEGAL" if self._illegal else game.reason,
                        fen=game.fen, record=game.history(*names))
        return info

    def _show(self) -> None:
        if self.render_mode == "human":
            self._render()

    def _going(self) -> Game:
        if self._broken:
            raise ActionError("action: an error ended this game while the opponent thought; reset() comes first")
        if self._game is None or (self._game.over and not self._unseen):
            raise ActionError("action: no game goes on; reset() comes first")
        return self._game

    def _state(self) -> Dict[str, Any]:
        """What a step changes, but for an engine: it cannot be taken back."""
        game = self._going()
        return {"_game": game.copy(), "_me": self._me.copy(), "_observation": self._observation, "_mask": self._mask,
                "_other": self._other.copy() if self._engine is None else self._other, "_actions": list(self._actions),
                "_replies": list(self._replies), "_illegal": self._illegal, "_unseen": self._unseen}

    def _act(self, code: int, shows: bool = False) -> None:
        game = self._going()
        if self._unseen:
            self._unseen = False
            self._actions.append(code)
        else:
            self._choose(game, code)
        if game.over:
            self._mask = numpy.zeros(ACTIONS, numpy.int8)
        if shows:
            self._show()

    def _choose(self, game: Game, code: int) -> None:
        try:
            meant: Any = self._me.decode(code)
        except ActionError as error:
            if self._forgives:
                raise ActionError(str(error).replace("code:", "action:", 1)) from None
            self._illegal = True
        self._actions.append(code)
        if self._illegal:
            game.resign(self._side)
        elif game.step == "sense":
            self._me.sensed(meant, game.sense(meant))
            self._look()
        else:
            self._me.moved(meant, *game.move(meant))
            self._go_on()

    @in_turn
    def step(self, action: int) -> Tuple[Array, float, bool, bool, Dict[str, Any]]:
        """Senses or requests: (observation, reward, terminated, truncated, info).

        After an error, of a policy as opponent for instance, or Ctrl-C nothing has changed. Only where an engine was to
        reply, the game cannot go on: then reset() comes first.
        """
        code = _arguments.whole("action", action, -2**63 + 1, 2**63 - 1)
        self._whole(self._state(), self._act, code, True)
        self._broken = False
        game = self._game
        assert game is not None
        over, winner = game.over, game.winner
        reward = 0.0 if winner is None else 1.0 if winner == self._side else -1.0
        return self._observation, reward, over and winner is not None, over and winner is None, self._info()

    @in_turn
    def sample(self) -> int:
        """A random action that may be chosen now, drawn from the seed of reset()."""
        if self._going().over:
            return PASS
        return int(self._random.choice(numpy.flatnonzero(self._mask)))

    @in_turn
    def action_masks(self) -> Any:
        """The mask as bools: what sb3-contrib's MaskablePPO asks for."""
        self._going()
        return self._mask.astype(bool)

    @in_turn
    def render(self) -> Any:
        """The true board, as render_mode says."""
        return self._render()

    def _render(self) -> Any:
        if self.render_mode is None:
            return None
        fen = (self._game or Game(**self._rules)).fen
        if self.render_mode == "human":
            print(board_text(fen), flush=True)
            return None
        return board_text(fen) if self.render_mode == "ansi" else board_image(fen)

    @in_turn
    def close(self) -> None:
        """Lets go of the opponent; a named one's chess engines end."""
        self._game = self._other = None
        if isinstance(self._opponent, str):
            self._engine = None


def register() -> None:
    """Makes the environment known to gymnasium, where that is installed."""
    if gymnasium is not None and ID not in gymnasium.registry:
        gymnasium.register(ID, entry_point="lanternfish.single:RBCEnv", vector_entry_point="lanternfish.vector:RBCVectorEnv")


register()
