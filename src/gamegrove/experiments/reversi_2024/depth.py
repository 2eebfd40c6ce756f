"""Depth: how far a search gets in the time for a move, by size of board and stage of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.reversi_2024.positions import positions
from gamegrove.experiments.searches import searches_task
from gamegrove.work import Finished, Task
from gamegrove.work.task import Data

ROOMS = ("laboratory", "textbook")
"""Where each position is searched: in the compiled core, and in Python, which the source's program was written in."""


@dataclass(frozen=True)
class Reached:
    """What the searches of one room reached on one size of board at one stage of the game."""

    size: int
    """How many rows the board has."""
    stage: float
    """Which part of the moves had been made."""
    room: str
    """Where the searches ran."""
    depths: tuple[int, ...]
    """The depth that was completed in each position."""
    nodes: tuple[int, ...]
    """How many nodes each search took."""
    seconds: tuple[float, ...]
    """How long each search took."""

    @property
    def depth(self) -> float:
        """The average depth."""
        return fmean(self.depths)

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return sum(self.nodes) / sum(self.seconds)


def depth_tasks(plan: Plan) -> list[Task]:
    """One task for each position."""
    asked = {**plan["depth_search"], "seconds": plan["depth_seconds"]}
    requests = [{**asked, "room": room} for room in ROOMS]
    return [
        searches_task(f"{_prefix(size, stage)}{number}", position, requests)
        for size in plan["sizes"]
        for stage in plan["stages"]
        for number, position in enumerate(positions(plan, size, stage, plan["depth_positions"]))
    ]


def depths_reached(plan: Plan, finished: Sequence[Finished]) -> list[Reached]:
    """What was reached, room by room."""
    return [
        _reached(size, stage, room, [each[place] for each in _searches(finished, size, stage)])
        for size in plan["sizes"]
        for stage in plan["stages"]
        for place, room in enumerate(ROOMS)
    ]


def mean_depths(reached: Sequence[Reached]) -> dict[tuple[str, int], float]:
    """The average depth of all stages, by room and size of board."""
    found: dict[tuple[str, int], list[int]] = {}
    for each in reached:
        found.setdefault((each.room, each.size), []).extend(each.depths)
    return {key: fmean(depths) for key, depths in found.items()}


def mean_speeds(reached: Sequence[Reached]) -> dict[str, float]:
    """Nodes a second on all boards together, by room."""
    found = {}
    for room in ROOMS:
        mine = [each for each in reached if each.room == room]
        found[room] = sum(sum(each.nodes) for each in mine) / sum(sum(each.seconds) for each in mine)
    return found


def nodes_to_depth(plan: Plan, finished: Sequence[Finished]) -> dict[int, dict[int, float]]:
    """How many nodes it takes on average to complete each depth in the middle of a game, by size of board.

    Only depths that all positions have reached count. They are the same on every machine that reaches them.
    """
    found = {}
    for size in plan["sizes"]:
        taken = [
            {each["depth"]: each["nodes"] for each in laboratory["progress"]}
            for laboratory, _ in _searches(finished, size, plan["middle"])
        ]
        common = sorted(set.intersection(*(set(each) for each in taken)))
        found[size] = {depth: fmean(each[depth] for each in taken) for depth in common}
    return found


def _prefix(size: int, stage: float) -> str:
    return f"depth/{size}/{stage}/"


def _searches(finished: Sequence[Finished], size: int, stage: float) -> list[list[Data]]:
    """The searches of each position, one for each room."""
    prefix = _prefix(size, stage)
    return [each.result["searches"] for each in finished if each.task.label.startswith(prefix)]


def _reached(size: int, stage: float, room: str, searches: Sequence[Data]) -> Reached:
    return Reached(
        size,
        stage,
        room,
        depths=tuple(each["depth"] for each in searches),
        nodes=tuple(each["nodes"] for each in searches),
        seconds=tuple(each["seconds"] for each in searches),
    )
