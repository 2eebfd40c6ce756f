"""Limits: what one question to an engine may cost, and what is left of that while it is answered."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields

from gamegrove.errors import GamegroveError
from gamegrove.request import MOST
from gamegrove.textbook.observation import StopSign

WHOLE = ("depth", "nodes")
"""The limits that are whole numbers."""


def is_whole(value: object) -> bool:
    """Whether somebody gave a whole number; a truth value is none, though Python says so."""
    return isinstance(value, int) and not isinstance(value, bool)


def check_stop(stop: StopSign | None) -> None:
    """Refuse what can never say that somebody wants the end."""
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise GamegroveError(f"stop must have is_set(), as a threading.Event has, not be {stop!r}")


@dataclass(frozen=True)
class Limit:
    """What one question to an engine may cost; None leaves it free.

    >>> Limit(seconds=1.5)
    Limit(depth=None, seconds=1.5, nodes=None)
    """

    depth: int | None = None
    """How many plies to look ahead at most; only for engines that estimate what they cannot solve."""
    seconds: float | None = None
    """How long it may take."""
    nodes: int | None = None
    """How many nodes it may take."""

    def __post_init__(self) -> None:
        """Refuse what is no limit."""
        for each in fields(self):
            most, least = getattr(self, each.name), 1 if each.name == "depth" else 0
            if most is None:
                continue
            if not (is_whole(most) or (each.name not in WHOLE and isinstance(most, float))):
                kind = "whole number" if each.name in WHOLE else "number"
                raise GamegroveError(f"{each.name} must be a {kind}, or None for no limit, not {most!r}")
            if not least <= most <= MOST[each.name]:
                raise GamegroveError(f"{each.name} must be from {least} to {MOST[each.name]:,}, not {most}")

    @classmethod
    def chosen(
        cls,
        limit: Limit | None = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Limit:
        """The limit that a call names, either as one or by its parts."""
        named = cls(depth, seconds, nodes)
        if limit is None:
            return named
        if not isinstance(limit, cls):
            raise GamegroveError(f"limit must be a Limit, such as Limit(seconds=1), not {limit!r}")
        if named != NO_LIMIT:
            raise GamegroveError("give a Limit, or depth, seconds and nodes by name, not both")
        return limit


NO_LIMIT = Limit()


class Allowance:
    """What the answer to one question may still cost, from the moment in which this is made."""

    def __init__(self, limit: Limit = NO_LIMIT, stop: StopSign | None = None) -> None:
        check_stop(stop)
        self.depth = limit.depth
        self.seconds = limit.seconds
        self.nodes = limit.nodes
        self.stop = stop
        self.used = 0
        """Nodes that the question has taken so far."""
        self.stopped = ""
        """The limit that is reached: nodes, time or stop; empty as long as none is."""
        self._begin = time.monotonic()

    @property
    def spent(self) -> float:
        """Seconds since the question was asked."""
        return time.monotonic() - self._begin

    @property
    def seconds_left(self) -> float | None:
        """What is left of the time; None without a limit."""
        return None if self.seconds is None else max(0.0, self.seconds - self.spent)

    @property
    def nodes_left(self) -> int | None:
        """What is left of the nodes; None without a limit."""
        return None if self.nodes is None else max(0, self.nodes - self.used)

    def allow_no_more_nodes_than(self, most: int) -> None:
        """Lower the limit of the nodes, if it is not lower already."""
        self.nodes = most if self.nodes is None else min(self.nodes, most)

    def part(self, share: float) -> Allowance:
        """An allowance for a first attempt, which leaves the rest for a second one."""
        seconds, nodes = self.seconds_left, self.nodes_left
        first = Limit(
            self.depth,
            None if seconds is None else share * seconds,
            None if nodes is None else int(share * nodes),
        )
        return Allowance(first, self.stop)
