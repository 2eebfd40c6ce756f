"""Who gives hints: the game's engine if it knows, else a search."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable
from dataclasses import replace

from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.engines import Engine
from gamegrove.engines.engine import has_engine
from gamegrove.errors import GamegroveError
from gamegrove.players import Decision, SearchPlayer, Settings
from gamegrove.players.engine import USUAL_TABLE_MIB, decision_for, fitting_table_mib
from gamegrove.position import Position
from gamegrove.report import Progress
from gamegrove.textbook.observation import StopSign

FOR_THE_ENGINE = 0.5
"""The part of the time in which an engine may find the exact answer; the rest is for a search if it does not."""
WITHOUT_A_SEARCH = 0.95
"""The part for an engine that estimates what it cannot solve: no search would do that better."""


class Adviser:
    """A player whose moves are exact where an engine knows the answer; choose() asks that first."""

    name = "the adviser"

    def __init__(self, algorithm: str, megabytes: float | None = None) -> None:
        self.megabytes = megabytes
        self.search = SearchPlayer(algorithm, Settings(megabytes=megabytes))
        self.on_progress: Callable[[Progress], None] | None = None
        """Called after each depth of a search."""
        self._engine: Engine | None = None

    def begin(self, start: Position, side: int) -> None:
        """Make ready whoever is asked first; both at once might take more memory than is allowed."""
        self.close()
        if has_engine(start.spec):
            with contextlib.suppress(GamegroveError):  # without enough memory the search is all there is
                self._engine = Engine(start, table_mib=fitting_table_mib(USUAL_TABLE_MIB, self.megabytes))
        if self._engine is None:
            self.search.begin(start, side)

    def choose(self, position: Position, clock: Clock = NO_CLOCK, stop: StopSign | None = None) -> Decision:
        """The engine's answer if it is exact or a good estimate, else that of a search in what is left of the time."""
        begin = time.monotonic()
        if (answer := self._by_the_engine(position, clock, stop)) is not None:
            return answer
        self._engine = None
        self.search.on_progress = self.on_progress
        return self.search.choose(position, _less(clock, time.monotonic() - begin), stop)

    def close(self) -> None:
        """Give the memory back."""
        self._engine = None
        self.search.close()

    def _by_the_engine(self, position: Position, clock: Clock, stop: StopSign | None) -> Decision | None:
        if self._engine is None:
            return None
        part = WITHOUT_A_SEARCH if self._engine.estimates else FOR_THE_ENGINE
        seconds = None if clock.limit == math.inf else part * clock.limit
        found = self._engine.analyse(position, moves=False, seconds=seconds, stop=stop)
        return decision_for(position, found) if found.proven or self._engine.estimates else None


def _less(clock: Clock, seconds: float) -> Clock:
    """A clock that has run for some seconds."""

    def left(limit: float | None) -> float | None:
        return None if limit is None else max(0.0, limit - seconds)

    return replace(clock, move_seconds=left(clock.move_seconds), game_seconds=left(clock.game_seconds))
