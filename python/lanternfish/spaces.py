"""The spaces of observations and actions: gymnasium's where it is installed, else tuples with what is used of them."""

from typing import Any, NamedTuple, Tuple

import numpy

from . import _arguments
from ._core import ACTIONS, PLANES_PER_TURN, TOKENS

try:
    from gymnasium import spaces  # type: ignore[import]
except ImportError:
    spaces = None


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


def box(shape: Tuple[int, ...], number: Any, high: float = 1) -> Any:
    """Arrays of a shape and a kind of number, from 0 to `high`."""
    return Box(shape, numpy.dtype(number), high) if spaces is None else spaces.Box(0, high, shape, number)


def observations(kind: str, turns: int, length: int, boards: int) -> Any:
    """The space of the observations of a lanternfish.observations.View."""
    if kind == "planes":
        return box((turns * PLANES_PER_TURN, 8, 8), numpy.uint8)
    if kind == "tokens":
        return box((length,), numpy.int16, TOKENS - 1)
    return box((12, 8, 8), numpy.float32) if kind == "pieces" else box((boards, 8, 8), numpy.uint8, 12)


def actions() -> Any:
    """The space of the codes of actions."""
    return Discrete(ACTIONS) if spaces is None else spaces.Discrete(ACTIONS)


def with_mask(space: Any) -> Any:
    """The space of a dictionary of an observation and its mask, as PettingZoo has them."""
    parts = {"observation": space, "action_mask": box((ACTIONS,), numpy.int8)}
    return parts if spaces is None else spaces.Dict(parts)
