"""What a search has found, and what it took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamegrove.request import Request
from gamegrove.textbook.null_window import Outcome
from gamegrove.textbook.observation import Counters

Move = Any


@dataclass(frozen=True)
class Progress:
    """What is known after one depth."""

    depth: int
    """The depth that was completed."""
    value: int
    """The value found, seen by the side to move."""
    move: Move
    """The move that reaches it; None when the game is over."""
    value_text: str
    """The value as people say it."""
    nodes: int
    """Nodes so far, all depths together."""
    seconds: float
    """Time so far."""

    def description(self) -> dict[str, Any]:
        """The progress as plain data, for JSON."""
        return {**vars(self), "move": None if self.move is None else str(self.move)}


@dataclass(frozen=True)
class Report:
    """What a search has found, and what it took."""

    move: Move
    """The move to play; None when the game is over, or when no move is known to come up to the window asked about."""
    value: int
    """What the position is worth to the side to move."""
    value_text: str
    """The same as people say it: `+3`, `wins in 7`, `loses by 12`."""
    bound: Outcome | None
    """Whether the value is exact, an upper or a lower bound; None for an estimate, or when nothing is known."""
    proven: bool
    """Whether the value is that of the whole game, not of a horizon."""
    line: tuple[Move, ...]
    """The best play, as far as the memory knows it."""
    depth: int
    """The last depth that was completed; 0 when none was."""
    counters: Counters
    """Nodes, leaves and so on, all depths together."""
    seconds: float
    """How long it took."""
    stopped: str
    """Why it ended: depth, iterations, solved, complete (deeper is nothing new), share, nodes, time, memory or stop."""
    room: str
    """Where it ran."""
    progress: tuple[Progress, ...]
    """What was known after each depth."""
    request: Request
    """What was asked."""
    version: str
    """The version of gamegrove that answered."""

    @property
    def nodes(self) -> int:
        """How many nodes were entered."""
        return self.counters.nodes

    def description(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return {
            "move": None if self.move is None else str(self.move),
            "value": self.value,
            "value_text": self.value_text,
            "bound": None if self.bound is None else str(self.bound),
            "proven": self.proven,
            "line": [str(move) for move in self.line],
            "depth": self.depth,
            **counts(self.counters),
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "room": self.room,
            "progress": [each.description() for each in self.progress],
            "request": self.request.description(),
            "version": self.version,
        }


def counts(counters: Counters) -> dict[str, int]:
    """The counters as plain data."""
    return {
        "nodes": counters.nodes,
        "leaves": counters.leaves,
        "estimates": counters.estimates,
        "distinct_leaves": counters.distinct_leaves,
        "hits": counters.hits,
        "cutoffs": counters.cutoffs,
        "researches": counters.researches,
        "passes": counters.passes,
        "visits": counters.visits,
    }
