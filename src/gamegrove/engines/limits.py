"""Limits: what one question to an engine may still cost."""

from __future__ import annotations

import time

from gamegrove.errors import GamegroveError
from gamegrove.request import MOST
from gamegrove.textbook.observation import StopSign


class Limits:
    """What the answer to one question may still cost, from the moment in which this is made."""

    def __init__(self, seconds: float | None = None, nodes: int | None = None, stop: StopSign | None = None) -> None:
        for name, most in (("seconds", seconds), ("nodes", nodes)):
            if most is not None and not 0 <= most <= MOST[name]:
                raise GamegroveError(f"{name} must be from 0 to {MOST[name]:,}, not {most}")
        self.seconds = seconds
        self.nodes = nodes
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

    def part(self, share: float) -> Limits:
        """Limits for a first attempt, which leave the rest for a second one."""
        seconds, nodes = self.seconds_left, self.nodes_left
        return Limits(
            None if seconds is None else share * seconds, None if nodes is None else int(share * nodes), self.stop
        )
