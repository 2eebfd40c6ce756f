"""Tasks: pieces of work that anybody can do, anywhere, and that come to the same result wherever they are done."""

from __future__ import annotations

import hashlib
import importlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gamegrove.textbook.observation import StopSign

Data = dict[str, Any]
"""Plain data, as JSON knows it."""
Work = Callable[[Data, StopSign | None], Data]
"""Does the work that a payload describes; a raised stop sign ends it with Interrupted."""

KINDS: dict[str, str] = {
    "game": "gamegrove.match:run_game",
    "searches": "gamegrove.experiments.searches:run_searches",
    "rule-effects": "gamegrove.experiments.othello_2001:run_rule_effects",
    "followed-game": "gamegrove.experiments.moors_2003:run_followed_game",
    "asked-game": "gamegrove.experiments.connect_four_2017:run_asked_game",
    "breadth": "gamegrove.experiments.reversi_2024:run_breadth",
    "book": "gamegrove.books.making:run_book",
}
"""The kinds of tasks, and the functions that do them; a function is imported where it is needed."""


class Interrupted(Exception):  # noqa: N818 - not an error: somebody has had enough
    """A piece of work was stopped before it was done."""


@dataclass(frozen=True)
class Task:
    """A piece of work, described by plain data that decide its result."""

    kind: str
    """What is to be done: one of KINDS, or `play` for what a person did."""
    label: str
    """What the piece is in its run, such as `0/17` for game 17 of the first pairing."""
    payload: Data
    """Everything that decides the result."""

    @cached_property
    def key(self) -> str:
        """Equal tasks have equal keys, so that nothing is done, nor stored, twice."""
        described = json.dumps([self.kind, self.label, self.payload], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(described.encode()).hexdigest()[:32]

    def __str__(self) -> str:
        return f"{self.kind} {self.label}"

    def run(self, stop: StopSign | None = None) -> Data:
        """Do the work here and now.

        A result may have any fields; the games among them are under `games`, the searches under `searches`, each a
        list of descriptions, so that the store can show them as tables.
        """
        module, _, name = KINDS[self.kind].partition(":")
        work: Work = getattr(importlib.import_module(module), name)
        return work(self.payload, stop)


@dataclass(frozen=True)
class Finished:
    """A task that is done."""

    task: Task
    """What was done."""
    result: Data
    """What came of it."""
    seconds: float
    """How long it took."""
    worker: str
    """Which process did it, on which machine."""
