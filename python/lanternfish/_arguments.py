"""Checks of arguments for the Python part of the package: the errors begin with the argument's name."""

import operator
import os
from typing import Any, Sequence


def shown(value: Any) -> str:
    """A value for a sentence, cut short."""
    text = ascii(value)
    return text if len(text) <= 80 else text[:77] + "..."


def whole(name: str, value: Any, least: int, most: int) -> int:
    """A whole number of least to most; what numpy and Torch have of them is taken, bools are not."""
    try:
        if isinstance(value, bool) or str(getattr(value, "dtype", "")).endswith("bool"):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, not {shown(value)}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}: {shown(value)} is not between {least} and {most}")
    return number


def seed(name: str, value: Any) -> Any:
    """A seed of numpy's, or None."""
    return None if value is None else whole(name, value, 0, 2**128 - 1)


def one_of(name: str, value: Any, values: Sequence[str]) -> str:
    """One of several words."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected one of {', '.join(values)}, not {shown(value)}")
    if value not in values:
        raise ValueError(f"{name}: {shown(value)} is not one of {', '.join(values)}")
    return value


def flag(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name}: expected True or False, not {shown(value)}")
    return value


def color(name: str, value: Any) -> bool:
    """True for White: True, False, "white" or "black"."""
    if isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool":
        return bool(value)
    return one_of(name, value, ("white", "black")) == "white"


def instance(name: str, value: Any, kind: type) -> Any:
    """An object of a class."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected a {kind.__name__}, not {shown(value)}")
    return value


def items(name: str, value: Any) -> Any:
    """Something to go through, text excepted."""
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name}: expected several, not {shown(value)}")
    return value


def path(name: str, value: Any) -> str:
    """The path of a file or folder, as text."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{name}: expected a path, not {shown(value)}")
    text = os.fsdecode(value)
    if not text or "\0" in text:
        raise ValueError(f"{name}: {shown(value)} is no path")
    return text
