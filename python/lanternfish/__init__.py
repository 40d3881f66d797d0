"""Reconnaissance Blind Chess: beliefs, games and the engine Lanternfish.

`Tracker` holds every board that one player must think possible. docs/python.md has an introduction.
"""

from ._core import ActionError, ObservationError, Tracker

__all__ = ["ActionError", "ObservationError", "Tracker"]
