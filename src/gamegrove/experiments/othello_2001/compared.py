"""The searches of the comparison: what is asked, and what it comes to with NegaScout as 100."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from gamegrove import Othello
from gamegrove.comparison import BASE, Comparison, Row, random_positions
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.ratios import Ratio, ratio_of_sums
from gamegrove.experiments.searches import searches_task
from gamegrove.position import Position
from gamegrove.work import Finished, Task
from gamegrove.work.task import Data

PREFIX = "comparison/"
TITLES = {
    "alphabeta": "alpha-beta",
    "negascout": "NegaScout",
    "aspiration": "aspiration",
    "sss": "SSS\\*",
    "dual": "DUAL\\*",
    "mtdf": "MTD(f)",
    "mtdbi": "MTD(bi)",
}
"""What the algorithms are called in a text."""
MEASURES = {"leaves": "leaves", "nodes": "nodes", "seconds": "cpu_seconds"}
"""What is compared, and how a stored search calls it."""
TELLING_SECONDS = 0.01
"""Shorter searches are over before their times say anything."""


def tasks(plan: Plan) -> list[Task]:
    """One task for each position and depth: all searches, so that their times are taken on the same machine."""
    return [
        searches_task(f"{PREFIX}{number}/{depth}", position, _requests(plan, depth))
        for depth in plan["depths"]
        for number, position in enumerate(_positions(plan))
    ]


def _positions(plan: Plan) -> list[Position]:
    """Random positions from several stages of a game."""
    stages = (random_positions(Othello(), plan["positions"], plies, plan["seed"]) for plies in plan["plies"])
    return [position for stage in stages for position in stage]


def _requests(plan: Plan, depth: int) -> list[Data]:
    common = {"depth": depth, "evaluation": plan["evaluation"], "order": plan["order"]}
    table = {"memory": "table", "table_bits": plan["table_bits"], "deepening": True}
    return [
        *({"algorithm": name, **common, **table} for name in plan["algorithms"]),
        *({"algorithm": name, **common, "memory": "none"} for name in plan["without_table"]),
    ]


@dataclass(frozen=True)
class Compared:
    """The searches with one kind of memory: their sums over all positions, and how sure their ratios are."""

    comparison: Comparison
    """The sums."""
    searches: dict[tuple[int, str], list[Data]]
    """The searches by depth and algorithm, one a position, the positions always in the same order."""

    @classmethod
    def of(cls, plan: Plan, finished: Sequence[Finished], memory: str) -> Compared:
        """What finished tasks say of the searches with this memory."""
        searches: dict[tuple[int, str], list[Data]] = {}
        for each in finished:
            if each.task.label.startswith(PREFIX):
                for found in each.result["searches"]:
                    asked = found["request"]
                    if asked["memory"] == memory:
                        searches.setdefault((asked["depth"], asked["algorithm"]), []).append(found)
        rows = [
            Row.of(depth, name, found, sum(each["cpu_seconds"] for each in found))
            for (depth, name), found in searches.items()
        ]
        return cls(Comparison(_positions(plan), plan.settings, rows), searches)

    @property
    def depths(self) -> list[int]:
        """The depths that were searched."""
        return sorted({depth for depth, _ in self.searches})

    @property
    def algorithms(self) -> list[str]:
        """The algorithms in the order in which they were asked for."""
        return list(dict.fromkeys(name for _, name in self.searches))

    def row(self, depth: int, algorithm: str) -> Row:
        """The sums of an algorithm at a depth."""
        return next(row for row in self.comparison.rows if (row.depth, row.algorithm) == (depth, algorithm))

    def relative(self, depth: int, algorithm: str, measure: str) -> float:
        """A figure with NegaScout's as 100."""
        relative = self.comparison.relative(self.row(depth, algorithm), measure)
        assert relative is not None  # every plan searches with NegaScout
        return relative

    def leaves(self, algorithm: str) -> dict[int, float]:
        """The leaves of an algorithm by depth, with NegaScout's as 100."""
        return {depth: self.relative(depth, algorithm, "leaves") for depth in self.depths}

    @cached_property
    def ratios(self) -> dict[tuple[int, str, str], Ratio]:
        """The ratios to NegaScout by depth, algorithm and measure."""
        return {
            (depth, name, measure): ratio_of_sums(
                [each[field] for each in found], [each[field] for each in self.searches[depth, BASE]]
            )
            for (depth, name), found in self.searches.items()
            for measure, field in MEASURES.items()
        }

    def cell(self, depth: int, algorithm: str, measure: str) -> str:
        """A figure as people read it: `95.6 ±1.2`."""
        reach = 100 * self.ratios[depth, algorithm, measure].reach
        return f"{self.relative(depth, algorithm, measure):.1f}" + ("" if algorithm == BASE else f" ±{reach:.1f}")

    @property
    def telling_depths(self) -> list[int]:
        """The depths at which a search takes long enough that its time says something."""
        least = TELLING_SECONDS * len(self.comparison.positions)
        return [depth for depth in self.depths if self.row(depth, BASE).seconds >= least]

    def passes(self, algorithm: str) -> dict[int, float]:
        """How many passes a search to each depth alone takes; the depths before it are taken off."""
        count = len(self.comparison.positions)
        return {
            depth: (self.row(depth, algorithm).passes - self.row(depth - 1, algorithm).passes) / count
            for depth in self.depths
            if depth - 1 in self.depths
        }
