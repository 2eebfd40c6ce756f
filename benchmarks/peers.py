"""What search.py needs to know of the programs that it compares gamegrove with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


class MissingError(Exception):
    """A peer that cannot be had on this machine; says why."""


@dataclass(frozen=True)
class Found:
    """What a search has found, and on which tree."""

    value: float
    """What the first position is worth to the first player, in our units."""
    move: str
    """The move as gamegrove writes it."""
    nodes: int | None
    """Every call of the search, the root included; None if the program cannot be made to count them."""
    estimates: int
    """How often a position at the horizon was evaluated."""


@dataclass(frozen=True)
class Peer:
    """An alpha-beta of somebody else, ready to search the first position of a game."""

    who: str
    depth: int
    wins: str
    """Our name for what an ended game is worth to it, so that we can search the same tree."""
    search: Callable[[], object]
    """Searches as any user would; this is timed."""
    examine: Callable[[], Found]
    """Searches once more and counts; this is not timed."""
    times: float | None = None
    """How many times as fast we want to be."""
