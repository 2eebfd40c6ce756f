"""The searches of the comparison: what is asked, and what it comes to with NegaScout as 100."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gamegrove import Othello
from gamegrove.comparison import BASE, Comparison, Row, random_positions
from gamegrove.experiments import drawing
from gamegrove.experiments.drawing import in_markdown
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.ratios import Ratio, mean_of_ratios, ratio_of_sums
from gamegrove.experiments.searches import searches_task
from gamegrove.games import catalogue
from gamegrove.players import player
from gamegrove.players.searching import SearchPlayer
from gamegrove.position import Position
from gamegrove.work import Finished, Task
from gamegrove.work.task import Data

PREFIX = "comparison/"
VARIED = "varied/"
TITLES = {name: in_markdown(title) for name, title in drawing.TITLES.items()}
"""What the algorithms are called in a text."""
MEASURES = {"leaves": "leaves", "nodes": "nodes", "seconds": "cpu_seconds"}
"""What is compared, and how a stored search calls it."""
TELLING_SECONDS = 0.005
"""Shorter searches are over before their times say anything."""


def tasks(plan: Plan) -> list[Task]:
    """One task for each position and depth: all searches, so that their times are taken on the same machine."""
    return [*_comparison_tasks(plan), *_varied_tasks(plan)]


def _comparison_tasks(plan: Plan) -> Iterator[Task]:
    for depth in plan["depths"]:
        requests = [
            *({"algorithm": name, **_common(plan, depth), **_table(plan, depth)} for name in plan["algorithms"]),
            *({"algorithm": name, **_common(plan, depth), "memory": "none"} for name in plan["without_table"]),
        ]
        for number, position in enumerate(_positions(plan, plan["positions"])):
            yield searches_task(f"{PREFIX}{number}/{depth}", position, requests)


def _varied_tasks(plan: Plan) -> Iterator[Task]:
    """The same with something else, for fewer positions and depths."""
    for name, variation in plan["variations"].items():
        for depth in plan["varied_depths"][name]:
            asked = {**_common(plan, depth), **_table(plan, depth), **_changes(variation)}
            requests = [{"algorithm": each, **asked} for each in plan["varied_algorithms"]]
            for number, position in enumerate(_positions(plan, plan["varied_positions"])):
                yield searches_task(f"{VARIED}{name}/{number}/{depth}", position, requests)


def _changes(variation: Data) -> Data:
    changes = {name: value for name, value in variation.items() if name not in ("title", "evaluation_of")}
    if "evaluation_of" in variation:
        changes["evaluation"] = player_named(variation["evaluation_of"]).settings.evaluation
    return changes


def player_named(name: str) -> SearchPlayer:
    """A player that searches."""
    named = player(name)
    assert isinstance(named, SearchPlayer)
    return named


def _positions(plan: Plan, count: int) -> list[Position]:
    """Random positions from several stages of a game, so many from each."""
    stages = (random_positions(Othello(), count, plies, plan["seed"]) for plies in plan["plies"])
    return [position for stage in stages for position in stage]


def _common(plan: Plan, depth: int) -> Data:
    return {"depth": depth, "evaluation": plan["evaluation"], "order": plan["order"]}


def _table(plan: Plan, depth: int) -> Data:
    return {"memory": "table", "table_bits": plan["table_bits"] + depth, "deepening": True}


@dataclass(frozen=True)
class Measured:
    """Searches of the same positions: their sums over all positions, and how sure their ratios are."""

    comparison: Comparison
    """The sums."""
    searches: dict[tuple[int, str], list[Data]]
    """The searches by depth and algorithm, one a position, the positions always in the same order."""

    @classmethod
    def of(cls, finished: Sequence[Finished], prefix: str, memory: str = "table") -> Measured:
        """What the finished tasks of a prefix say of the searches with this memory."""
        searches: dict[tuple[int, str], list[Data]] = {}
        own = [each for each in finished if each.task.label.startswith(prefix)]
        for each in own:
            for found in each.result["searches"]:
                asked = found["request"]
                if asked["memory"] == memory:
                    searches.setdefault((asked["depth"], asked["algorithm"]), []).append(found)
        rows = [
            Row.of(depth, name, found, sum(each["cpu_seconds"] for each in found))
            for (depth, name), found in searches.items()
        ]
        first = own[0].task.payload["requests"]  # every depth has the same positions
        lines = [each.task.payload["position"] for each in own if each.task.payload["requests"] == first]
        return cls(Comparison([catalogue.position(line) for line in lines], {}, rows), searches)

    @property
    def depths(self) -> list[int]:
        """The depths that were searched."""
        return sorted({depth for depth, _ in self.searches})

    @property
    def algorithms(self) -> list[str]:
        """The algorithms in the order in which they were asked for."""
        return list(dict.fromkeys(name for _, name in self.searches))

    @property
    def positions(self) -> int:
        """How many positions were searched."""
        return len(self.comparison.positions)

    def row(self, depth: int, algorithm: str) -> Row:
        """The sums of an algorithm at a depth."""
        return next(row for row in self.comparison.rows if (row.depth, row.algorithm) == (depth, algorithm))

    def figures(self, depth: int, algorithm: str, measure: str) -> list[float]:
        """What an algorithm needed at a depth, position by position."""
        return [each[MEASURES[measure]] for each in self.searches[depth, algorithm]]

    @cached_property
    def ratios(self) -> dict[tuple[int, str, str], Ratio]:
        """The ratios to NegaScout by depth, algorithm and measure."""
        return {
            (depth, name, measure): ratio_of_sums(
                self.figures(depth, name, measure), self.figures(depth, BASE, measure)
            )
            for depth, name in self.searches
            for measure in MEASURES
        }

    def relative(self, depth: int, algorithm: str, measure: str) -> float:
        """A figure with NegaScout's as 100."""
        return 100 * self.ratios[depth, algorithm, measure].value

    def interval(self, depth: int, algorithm: str, measure: str) -> tuple[float, float]:
        """Its 95 % interval."""
        low, high = self.ratios[depth, algorithm, measure].interval
        return 100 * low, 100 * high

    def average(self, algorithms: Sequence[str], base: str, measure: str, depths: Sequence[int]) -> Ratio:
        """Some algorithms together, relative to as many times a base, as the mean of some depths."""
        several = [
            (
                [sum(each) for each in zip(*(self.figures(depth, name, measure) for name in algorithms), strict=True)],
                [len(algorithms) * each for each in self.figures(depth, base, measure)],
            )
            for depth in depths
        ]
        return mean_of_ratios(several)

    def cell(self, depth: int, algorithm: str, measure: str) -> str:
        """A figure as people read it: `95.6 ±1.2`."""
        reach = 100 * self.ratios[depth, algorithm, measure].reach
        return f"{self.relative(depth, algorithm, measure):.1f}" + ("" if algorithm == BASE else f" ±{reach:.1f}")

    def telling_depths(self, measure: str) -> list[int]:
        """The depths at which a figure says something; for a time, the search must take long enough."""
        least = TELLING_SECONDS * self.positions if measure == "seconds" else 0
        return [depth for depth in self.depths if self.row(depth, BASE).seconds >= least]

    def passes(self, algorithm: str) -> dict[int, list[int]]:
        """The passes of each search to one depth alone; under iterative deepening the others are taken off."""
        found = {depth: [each["passes"] for each in self.searches[depth, algorithm]] for depth in self.depths}
        if not self.searches[self.depths[0], algorithm][0]["request"]["deepening"]:
            return found
        return {
            depth: [one - other for one, other in zip(own, found[depth - 1], strict=True)]
            for depth, own in found.items()
            if depth - 1 in found
        }
