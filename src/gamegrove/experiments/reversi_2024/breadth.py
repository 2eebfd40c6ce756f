"""Breadth: how many moves of a node alpha-beta searches, level by level, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.reversi_2024.positions import positions
from gamegrove.games import catalogue
from gamegrove.search import search
from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import Observer, StopSign
from gamegrove.textbook.values import Window
from gamegrove.work import Finished, Interrupted, Task
from gamegrove.work.task import Data


@dataclass
class Level:
    """The nodes at one distance from the root, and the moves that lead on from them."""

    expanded: int = 0
    """How many nodes have a move that was searched."""
    legal: int = 0
    """How many moves these nodes have."""
    searched: int = 0
    """How many of the moves were searched; the others were pruned."""

    @property
    def choices(self) -> float:
        """How many moves a node has, on average; 0 where no node has any."""
        return self.legal / self.expanded if self.expanded else 0.0

    @property
    def breadth(self) -> float:
        """How many of them are left after pruning, on average."""
        return self.searched / self.expanded if self.expanded else 0.0

    def __add__(self, other: Level) -> Level:
        return Level(self.expanded + other.expanded, self.legal + other.legal, self.searched + other.searched)


class _LevelCounter(Observer):
    """Counts the moves that a search to one depth tries at each level; shallower iterations do not count."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.levels = [Level() for _ in range(depth)]
        self._path: list[Node] = []
        self._is_expanded: list[bool] = []

    def entered(self, node: Node, window: Window) -> None:  # noqa: ARG002
        """The parent has searched one more move."""
        ply = len(node.path)
        if node.depth + ply != self.depth:
            return
        del self._path[ply:], self._is_expanded[ply:]
        if ply:
            self._count_move(ply - 1)
        self._path.append(node)
        self._is_expanded.append(False)

    def _count_move(self, ply: int) -> None:
        level = self.levels[ply]
        level.searched += 1
        if not self._is_expanded[ply]:
            self._is_expanded[ply] = True
            level.expanded += 1
            level.legal += len(self._path[ply].legal)


def breadth_tasks(plan: Plan) -> list[Task]:
    """One task for each position, in the middle of a game."""
    shared = {"depth": plan["breadth_depth"], "evaluation": plan["depth_search"]["evaluation"]}
    requests = [
        {**shared, **{name: value for name, value in each.items() if name != "name"}}
        for each in plan["breadth_searches"]
    ]
    return [
        Task("breadth", f"breadth/{size}/{number}", {"position": position.line, "requests": requests})
        for size in plan["sizes"]
        for number, position in enumerate(positions(plan, size, plan["middle"], plan["breadth_positions"]))
    ]


def run_breadth(payload: Data, stop: StopSign | None = None) -> Data:
    """Watch the textbook search a position once for each request; the searches, and their levels from the root on."""
    position = catalogue.position(payload["position"])
    searches, breadths = [], []
    for request in payload["requests"]:
        counter = _LevelCounter(request["depth"])
        report = search(position, observer=counter, stop=stop, **request)
        if stop is not None and stop.is_set():
            raise Interrupted
        searches.append(report.description())
        breadths.append([asdict(level) for level in counter.levels])
    return {"searches": searches, "breadths": breadths}


def breadths(plan: Plan, finished: Sequence[Finished]) -> dict[tuple[int, str], list[Level]]:
    """The levels by size of board and name of search, all positions together."""
    found: dict[tuple[int, str], list[Level]] = {}
    for size in plan["sizes"]:
        results = [each.result for each in finished if each.task.label.startswith(f"breadth/{size}/")]
        for number, asked in enumerate(plan["breadth_searches"]):
            of_positions = [[Level(**level) for level in each["breadths"][number]] for each in results]
            found[size, asked["name"]] = [sum(levels, Level()) for levels in zip(*of_positions, strict=True)]
    return found
