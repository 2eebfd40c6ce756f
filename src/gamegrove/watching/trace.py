"""trace(): watch a search, step by step: as a log, as a table and as a picture.

>>> import gamegrove
>>> watched = gamegrove.trace(gamegrove.Tree("(A (B D3 E12) (C F2 G8))"))
>>> print("\\n".join(watched.log()))
   begin at A (-inf, +inf)
1. A: call B (-inf, +inf)
2. B: call D (-inf, +inf) -> 3
3. B: call E (-inf, 3) -> 12
4. B: done, 3 (all moves searched)
5. A: call C (3, +inf)
6. C: call F (3, +inf) -> 2
7. C: done, 2 (cut off: 2 <= 3, G not visited)
8. A: done, 3 (all moves searched)
>>> watched.skipped
['G']
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from gamegrove import _core
from gamegrove.position import Position
from gamegrove.report import Report
from gamegrove.request import request
from gamegrove.search import answer
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.null_window import Outcome
from gamegrove.textbook.values import INFINITY
from gamegrove.watching import drawing
from gamegrove.watching.events import MOST_EVENTS, Event, Kind, Move, Recorder
from gamegrove.watching.log import Words, log_lines
from gamegrove.watching.tree import MOST_GROWN, TracedNode, grow


def trace(
    position: Position,
    algorithm: str = "alphabeta",
    *,
    limit: int = MOST_EVENTS,
    **asked: Any,  # noqa: ANN401 - the fields of Request
) -> Trace:
    """Search a position and keep all that happens.

    The keywords are those of search(). `limit` is the largest number of events: a larger search is refused.
    """
    recorder = Recorder(position, limit)
    report = answer(request(position, algorithm, **asked), observer=recorder)
    return Trace(recorder.events, report, grow(recorder, report))


class Trace:
    """A search that was watched. All values and windows are seen by MAX, the side to move at the root."""

    def __init__(self, events: Sequence[Event], report: Report, tree: TracedNode) -> None:
        self.events = tuple(events)
        """What happened, in order."""
        self.report = report
        """What the search has found."""
        self.tree = tree
        """The nodes visited and left out."""

    def __repr__(self) -> str:
        return f"<Trace of {self.report.request.algorithm}: {len(self.events)} events, {len(self.visited)} nodes>"

    def __str__(self) -> str:
        return "\n".join(self.log())

    @property
    def visited(self) -> list[str]:
        """The names of the nodes that were examined, in the order of their first visit."""
        nodes = [node for node in self.tree.walk() if node.is_visited]
        return [node.name for node in sorted(nodes, key=lambda node: node.number or 0)]

    @property
    def skipped(self) -> list[str]:
        """The names of the nodes that were never examined, from left to right.

        Of a game only the moves left out where others were tried; of a tree everything, up to 10,000 nodes.
        """
        return [node.name for node in self.tree.walk() if not node.is_visited]

    @property
    def is_whole(self) -> bool:
        """Whether `visited` and `skipped` together are the whole tree down to the depth of the search."""
        return isinstance(self.report.request.position, _core.Tree) and len(self.skipped) < MOST_GROWN

    @property
    def line(self) -> list[Move]:
        """The best play, as far as the search has told it."""
        return [node.path[-1] for node in self.tree.walk() if node.is_chosen and node.path]

    @property
    def summary(self) -> str:
        """The value and the best play, in words."""
        report, bound = self.report, self.report.bound
        searched = find_algorithm(report.request.algorithm).deepens
        value = self.words.value(report.value) if searched or bound else report.value_text
        known = value if " " in value else f"value {value}"
        if bound in (Outcome.fails_low, Outcome.fails_high):
            known = f"value {bound} {value}"
        return ", best play ".join([known, " ".join(map(str, self.line))]) if self.line else known

    @cached_property
    def words(self) -> Words:
        """How values and windows are written."""
        return Words(self.report)

    def log(self) -> list[str]:
        """The search step by step."""
        names = {node.path: node.name for node in self.tree.walk()}
        return log_lines(self.events, names, self.words)

    def table(self) -> dict[str, list[Any]]:
        """The events as columns of equal length, for pandas.DataFrame and the like.

        `ply` counts moves from the root, `depth` the plies still to be searched.
        """
        names = {node.path: node.name for node in self.tree.walk()}
        rows = [_row(event, names[event.path]) for event in self.events]
        return {column: [row[column] for row in rows] for column in COLUMNS}

    def svg(self) -> str:
        """The tree, drawn."""
        return drawing.svg(self)

    def _repr_svg_(self) -> str:
        return self.svg()


COLUMNS = (
    "step",
    "event",
    "node",
    "ply",
    "depth",
    "alpha",
    "beta",
    "value",
    "bound",
    "reason",
    "move",
    "left_out",
    "lines",
)


def _row(event: Event, name: str) -> dict[str, Any]:
    is_of_node = event.kind not in (Kind.swept, Kind.showed)
    return {
        "step": event.step,
        "event": str(event.kind),
        "node": name if is_of_node else None,
        "ply": len(event.path) if is_of_node else None,
        "depth": event.depth if is_of_node else None,
        "alpha": None if event.window is None else _number(event.window.alpha),
        "beta": None if event.window is None else _number(event.window.beta),
        "value": event.value,
        "bound": None if event.bound is None else str(event.bound),
        "reason": event.title or (None if event.reason is None else str(event.reason)),
        "move": event.move,
        "left_out": [str(move) for move in event.left_out],
        "lines": list(event.lines),
    }


def _number(bound: int) -> float:
    """A bound as a number that tables know."""
    return math.copysign(math.inf, bound) if abs(bound) == INFINITY else bound
