"""What was trained goes out to play: a policy as a player of reconchess, and as an RBC-UCI engine (lanternfish.serve).

A policy is a callable policy(observation, mask): what an environment shows, planes of 20 turns unless another kind of
lanternfish.observations was asked for, and uint8 [4737]. It gives the action's code, or a score for each of the 4737 actions, of which the highest allowed is taken.
"""

from typing import Any, Callable, Iterable, Optional, Union

import numpy

from . import _arguments
from ._core import ACTIONS, ActionError, encode_move, encode_sense
from .observations import View

Policy = Callable[[Any, Any], Any]


def chosen_action(policy: Policy, observation: Any, mask: Any) -> int:
    """The code that a policy chooses; ActionError where its answer is none that is allowed.

    >>> import numpy
    >>> observer = Observer("white")
    >>> observer.opponent_moved()
    >>> chosen_action(lambda planes, mask: numpy.arange(len(mask)), observer.planes(), observer.mask())
    4736
    """
    if not callable(policy):
        raise TypeError(f"policy: expected a callable, not {_arguments.shown(policy)}")
    answer = policy(observation, mask)
    if hasattr(answer, "detach"):  # a tensor of Torch
        answer = answer.detach().cpu().numpy()
    scores = numpy.asarray(answer)
    if scores.size == 1 and numpy.issubdtype(scores.dtype, numpy.integer):
        action = int(scores.reshape(()))
        if not 0 <= action < len(mask) or not mask[action]:
            raise ActionError(f"policy: action {action} may not be chosen now")
        return action
    if scores.size != ACTIONS or scores.dtype.kind not in "fiu":
        raise ActionError(f"policy: expected an action or {ACTIONS} scores, not an array of {scores.dtype} "
                          f"{list(scores.shape)}")
    scores = numpy.where(numpy.asarray(mask, bool), scores.reshape(ACTIONS).astype(float), -numpy.inf)
    if numpy.isnan(scores).any():
        raise ActionError("policy: a score is no number")
    best = int(scores.argmax())
    if not mask[best]:
        raise ActionError("policy: no action is allowed now")
    return best


class PolicyGame:
    """A policy in one game, told each event as a Tracker is told. The other
    arguments are those of observations.View.

    >>> game = PolicyGame(lambda planes, mask: mask, "white", turns=1)
    >>> game.opponent_moved()
    >>> game.sense()
    0
    >>> game.sensed(0, "PP/RN")
    >>> game.go()
    'a2a3'
    """

    def __init__(self, policy: Policy, color: Union[bool, str], start: Any = None, turns: int = 20, kind: str = "planes",
                 length: int = 512, boards: int = 32, memory_mb: int = 64):
        if not callable(policy):
            raise TypeError(f"policy: expected a callable, not {_arguments.shown(policy)}")
        self._policy = policy
        self.observer = View(color, start, kind, turns, length, boards, memory_mb)

    def opponent_moved(self, capture: Any = None) -> None:
        """As Tracker.opponent_moved()."""
        self.observer.opponent_moved(capture)

    def sensed(self, square: Any, result: Any = None) -> None:
        """As Tracker.sensed()."""
        self.observer.sensed(square, result)

    def moved(self, requested: Any, taken: Any, capture: Any = None) -> None:
        """As Tracker.moved()."""
        self.observer.moved(requested, taken, capture)

    def copy(self) -> "PolicyGame":
        """A game that goes on from here by itself, with the same policy."""
        other = PolicyGame(self._policy, self.observer.color)
        other.observer = self.observer.copy()
        return other

    def _decide(self, due: str, allowed: Optional[Iterable[Any]], encode: Callable[[Any, bool], int]) -> Any:
        if allowed is not None:
            _arguments.items("allowed", allowed)
        if self.observer.due != due:
            raise ActionError(f"it is not time to {due}")
        mask = self.observer.mask()
        if allowed is not None:
            only = numpy.zeros_like(mask)
            only[[encode(each, self.observer.color) for each in allowed]] = 1
            mask &= only
            if not mask.any():
                raise ActionError("allowed: none of these may be chosen now")
        return self.observer.decode(chosen_action(self._policy, self.observer.observation(), mask))

    def sense(self, allowed: Optional[Iterable[Union[int, str]]] = None) -> int:
        """The square to sense, one of `allowed` where these are given."""
        return int(self._decide("sense", allowed, encode_sense))

    def go(self, allowed: Optional[Iterable[Optional[str]]] = None) -> Optional[str]:
        """The request as text, one of `allowed` where these are given; None: a pass."""
        request = self._decide("move", allowed, encode_move)
        return None if request is None else str(request)


def policy_player(policy: Policy, turns: int = 20, kind: str = "planes", length: int = 512, boards: int = 32,
                  memory_mb: int = 64) -> Any:
    """A class of reconchess players that ask a policy; reconchess must be installed.

    In a file of its own, rc-bot-match and rc-connect play it:

        import lanternfish
        Bot = lanternfish.policy_player(my_policy)

    What the policy sees is as lanternfish.observations.View has it: kind, turns, length, boards and memory_mb.
    """
    if not callable(policy):
        raise TypeError(f"policy: expected a callable, not {_arguments.shown(policy)}")
    View("white", None, kind, turns, length, boards, memory_mb)  # says what is wrong with them
    import chess  # type: ignore[import]
    from reconchess import Player  # type: ignore[import]

    class PolicyPlayer(Player):  # type: ignore[misc]
        """A reconchess player that asks a policy."""

        def handle_game_start(self, color, board, opponent_name):  # type: ignore[no-untyped-def]
            """Begins a game."""
            self.game = PolicyGame(policy, bool(color), board, turns, kind, length, boards, memory_mb)
            self._sensed = None

        def handle_opponent_move_result(self, captured_my_piece, capture_square):  # type: ignore[no-untyped-def]
            """Hears what the opponent captured."""
            self.game.opponent_moved(capture_square)

        def choose_sense(self, sense_actions, move_actions, seconds_left):  # type: ignore[no-untyped-def]
            """Chooses the square to sense."""
            self._sensed = self.game.sense()
            return self._sensed

        def handle_sense_result(self, sense_result):  # type: ignore[no-untyped-def]
            """Hears what the sense showed."""
            self.game.sensed(self._sensed if sense_result else None, sense_result)

        def choose_move(self, move_actions, seconds_left):  # type: ignore[no-untyped-def]
            """Chooses the request."""
            request = self.game.go()
            return None if request is None else chess.Move.from_uci(request)

        def handle_move_result(self, requested_move, taken_move, captured_opponent_piece,  # type: ignore[no-untyped-def]
                               capture_square):
            """Hears what became of the request."""
            self.game.moved(requested_move, taken_move, capture_square)

        def handle_game_end(self, winner_color, win_reason, game_history):  # type: ignore[no-untyped-def]
            """Nothing is to be done."""

    return PolicyPlayer
