"""The same positions searched by several algorithms: what each of them needed, with NegaScout as 100."""

from __future__ import annotations

import csv
import io
import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamegrove.charts import check_chart, save_chart
from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.report import counts
from gamegrove.search import search
from gamegrove.textbook.catalogue import find_algorithm, list_algorithms

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = "negascout"
"""The algorithm whose figures count as 100."""
USUAL = ("alphabeta", "negascout", "aspiration", "sss", "dual", "mtdf", "mtdbi")
"""What is compared unless somebody asks for more, besides algorithms of one's own."""


@dataclass(frozen=True)
class Row:
    """What one algorithm needed at one depth, all positions together."""

    depth: int
    algorithm: str
    leaves: int
    """Leaves evaluated."""
    distinct_leaves: int
    """Different positions among them, for each search by itself."""
    nodes: int
    """All nodes entered, with those at which the memory answered."""
    hits: int
    """Nodes at which the memory answered."""
    passes: int
    """Passes of a driver."""
    seconds: float
    """Processor time, measured in a run of its own that counts no distinct leaves."""

    @classmethod
    def of(cls, depth: int, algorithm: str, found: Sequence[Mapping[str, int]], seconds: float) -> Row:
        """The row of searches of one algorithm, one a position, by what each of them has counted."""
        counted = ("leaves", "distinct_leaves", "nodes", "hits", "passes")
        summed = {name: sum(each[name] for each in found) for name in counted}
        return cls(depth=depth, algorithm=algorithm, seconds=seconds, **summed)


MEASURES = ("leaves", "distinct_leaves", "nodes", "seconds")
"""The columns that are also given relative to the base."""
PANEL_TITLES = {"leaves": "leaves", "distinct_leaves": "distinct leaves", "nodes": "nodes", "seconds": "processor time"}
"""What the measures are called in a chart."""


@dataclass
class Comparison:
    """The rows of a comparison; it grows while it runs, so that an interrupted one is worth something."""

    positions: Sequence[Position]
    asked: dict[str, Any]
    """What all searches had in common."""
    rows: list[Row] = field(default_factory=list)

    def relative(self, row: Row, measure: str) -> float | None:
        """A figure with the base's at the same depth as 100; None where there is no base."""
        base = next((r for r in self.rows if r.depth == row.depth and r.algorithm == BASE), None)
        if base is None or not getattr(base, measure):
            return None
        return 100.0 * float(getattr(row, measure)) / float(getattr(base, measure))

    def table(self) -> dict[str, list[Any]]:
        """All rows as columns, for pandas and the like."""
        columns: dict[str, list[Any]] = {
            each.name: [getattr(row, each.name) for row in self.rows] for each in fields(Row)
        }
        for measure in MEASURES:
            columns[f"relative_{measure}"] = [self.relative(row, measure) for row in self.rows]
        return columns

    def csv(self) -> str:
        """All rows as comma-separated values with a heading."""
        columns = self.table()
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(columns)
        for line in zip(*columns.values(), strict=True):
            writer.writerow([f"{cell:.6g}" if isinstance(cell, float) else cell for cell in line])
        return text.getvalue()

    def draw(self, file: Path) -> None:
        """A chart of leaves and time by depth, as SVG, PNG or PDF, whichever the file's name says."""
        draw_chart(self, file)


def draw_chart(comparison: Comparison, file: Path) -> None:
    """Two panels, leaves and processor time, a line for each algorithm, the base at 100."""
    check_chart(file)
    save_chart(comparison_figure(comparison, ("leaves", "seconds")), file)


def comparison_figure(comparison: Comparison, measures: Sequence[str]) -> Figure:
    """A panel for each measure, a line for each algorithm, the base at 100."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5 * len(measures), 4.2), layout="constrained")
    panels = figure.subplots(1, len(measures), squeeze=False)[0]
    for panel, measure in zip(panels, measures, strict=True):
        for number, name in enumerate(dict.fromkeys(row.algorithm for row in comparison.rows)):
            rows = [row for row in comparison.rows if row.algorithm == name]
            heights = [comparison.relative(row, measure) for row in rows]
            if any(height is None for height in heights):
                heights = [float(getattr(row, measure)) for row in rows]
            panel.plot([row.depth for row in rows], heights, marker="osD^vPX*"[number % 8], label=name)
        panel.set_xlabel("depth")
        title = PANEL_TITLES[measure]
        panel.set_title(f"{title} (NegaScout = 100)" if _has_base(comparison) else title)
        panel.grid(alpha=0.3)
    panels[0].legend(fontsize="small")
    return figure


def _has_base(comparison: Comparison) -> bool:
    return any(row.algorithm == BASE for row in comparison.rows)


def usual_algorithms() -> list[str]:
    """The usual ones, and those that somebody has registered."""
    return [*USUAL, *(each.name for each in list_algorithms() if not each.is_native)]


def compare(
    positions: Iterable[Position],
    depths: Iterable[int],
    algorithms: Sequence[str] | None = None,
    *,
    on_row: Callable[[Comparison, int, int], None] | None = None,
    **asked: Any,  # noqa: ANN401 - the fields of Request
) -> Comparison:
    """Search the same positions with several algorithms to several depths.

    The keywords are the fields of Request. All algorithms get the same memory, order and evaluation; unless they are
    given, a transposition table and its move first, under iterative deepening. `on_row` is called with the comparison,
    the rows done and the rows to do.
    """
    names = list(algorithms or usual_algorithms())
    for name in names:
        find_algorithm(name)
    common = {"memory": "table", "order": ("memory",), "deepening": True, **asked}
    common.pop("watch", None)  # distinct leaves are always counted
    comparison = Comparison(list(positions), common)
    if comparison.positions:
        search(
            comparison.positions[0], names[0], depth=1, **common
        )  # the first search pays for set-up; it is not timed
    todo = [(depth, name) for depth in depths for name in names]
    for done, (depth, name) in enumerate(todo, 1):
        comparison.rows.append(_row(comparison.positions, name, depth, common))
        if on_row is not None:
            on_row(comparison, done, len(todo))
    return comparison


def _row(positions: Sequence[Position], name: str, depth: int, common: dict[str, Any]) -> Row:
    seconds = 0.0
    found = []
    for position in positions:
        begin = time.process_time()
        search(position, name, depth=depth, **common)
        seconds += time.process_time() - begin
        found.append(counts(search(position, name, depth=depth, watch=True, **common).counters))
    return Row.of(depth, name, found, seconds)


def random_positions(start: Position, count: int, plies: int, seed: int) -> list[Position]:
    """Positions after so many random moves from a start; games that end earlier are drawn again."""
    source = random.Random(seed)
    positions: list[Position] = []
    for _ in range(100 * count):
        position = start
        for _ in range(plies):
            if not position.is_over():
                position = position.after(source.choice(list(position.legal_moves)))
        if not position.is_over():
            positions.append(position)
        if len(positions) == count:
            return positions
    raise GamegroveError(f"after {plies} random moves hardly any game from {start.spec} still goes on; use fewer")
