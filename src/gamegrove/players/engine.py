"""Players that an engine plays for: at a level, or perfectly."""

from __future__ import annotations

import time
from dataclasses import replace

from gamegrove import clocks
from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.engines import Analysis, Choice, Engine, Limit
from gamegrove.errors import GamegroveError
from gamegrove.levels import LEVEL_SECONDS, MOST_LEVEL, check_level, empty_cells
from gamegrove.players.pondering import Pondering
from gamegrove.players.protocol import Decision, check_that_there_are_moves
from gamegrove.position import Position
from gamegrove.request import MOST
from gamegrove.textbook.observation import StopSign

USUAL_TABLE_MIB = 64
"""The table that an engine has when nobody says how large it is."""
LEAST_MEGABYTES = 4
"""With a smaller limit of memory an engine does not choose the size of its table itself."""
BOOKS = {"true": True, "false": False}
"""What the option `book` may say in place of a file."""
TO_WAKE_UP = 20_000
"""So many nodes touch the memory for the first time, which takes a while, before a clock runs. Lower levels need none:
what they search is little, and in Othello they have a small memory of their own."""


class EnginePlayer:
    """Plays as the game's engine does at a level, within its own time and that of the clock.

    Without a level it plays at the highest; `time` is seconds a move, `nodes` and `depth` (in Othello) are limits that
    make its games repeatable, and `megabytes` bounds the table. With `ponder` it also thinks in the opponent's time,
    for as long as that happens to be; lower levels cannot, as they remember nothing from move to move.
    """

    name = "engine"

    def __init__(
        self,
        level: int | None = None,
        threads: int = 1,
        table_mib: int = USUAL_TABLE_MIB,
        book: str = "true",
        seed: int | None = None,
        time: float | None = None,
        megabytes: float | None = None,
        ponder: bool = False,
        weights: str | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> None:
        if level is not None:
            check_level(level)
        if time is not None and not 0 <= time <= MOST["seconds"]:
            raise GamegroveError(f"time must be from 0 to {MOST['seconds']:,} seconds, not {time:g}")
        if ponder and level not in (None, MOST_LEVEL):
            raise GamegroveError(
                f"ponder=true goes with level {MOST_LEVEL}: lower ones remember nothing; leave one of them out"
            )
        fitting_table_mib(table_mib, megabytes)
        self._limit = Limit(depth=depth, nodes=nodes)
        self.level = level
        self.threads = threads
        self.table_mib = table_mib
        self.book = book
        self.seed = seed
        self.time = time
        self.megabytes = megabytes
        self.ponder = ponder
        self.weights = weights
        self.nodes = nodes
        self.depth = depth
        self._engine: Engine | None = None
        self._pondering = Pondering()

    def begin(self, start: Position, side: int) -> None:  # noqa: ARG002 - it plays any side
        """Make the engine. That of an earlier game goes on, as what it knows stays true; with limits it begins anew."""
        self._pondering.end()
        engine = self._engine_for(start)
        engine.analyse(start, replace(self._limit, nodes=TO_WAKE_UP if engine.level == MOST_LEVEL else 0))
        if self._limit != Limit():
            engine.forget()

    def choose(self, position: Position, clock: Clock = NO_CLOCK, stop: StopSign | None = None) -> Decision:
        """Let the engine choose. A forced move is played at once."""
        begin = time.monotonic()
        self._pondering.end()
        check_that_there_are_moves(position)
        engine = self._engine_for(position)
        decision = self._decision(engine, position, clock, stop, begin)
        if self.ponder:
            self._pondering.begin(engine, position, decision)
        return decision

    def close(self) -> None:
        """Give the memory back."""
        self._pondering.end()
        self._engine = None

    def _decision(
        self, engine: Engine, position: Position, clock: Clock, stop: StopSign | None, begin: float
    ) -> Decision:
        moves = position.legal_moves
        if len(moves) == 1:
            return Decision(moves[0], line=(moves[0],))
        limit = replace(self._limit, seconds=self._seconds(engine, position, clock, begin))
        return decision_for(position, engine.choose(position, limit, stop=stop))

    def _engine_for(self, position: Position) -> Engine:
        if self._engine is None or self._engine.game != position.spec:
            self._engine = Engine(
                position,
                threads=self.threads,
                table_mib=fitting_table_mib(self.table_mib, self.megabytes),
                book=BOOKS.get(self.book, self.book),
                weights=self.weights,
                level=MOST_LEVEL if self.level is None else self.level,
                seed=self.seed,
            )
        return self._engine

    def _seconds(self, engine: Engine, position: Position, clock: Clock, begin: float) -> float | None:
        """What this move may take; None for as long as it needs."""
        clock = clocks.tighter(clock, Clock(move_seconds=self.time))
        if clock == NO_CLOCK:
            return self._usual_seconds(engine, position)
        move_time = clocks.MoveTime(clock, clocks.moves_left(empty_cells(position)), begin=begin)
        return min(move_time.left, engine.shares(position) * move_time.share) if move_time.is_limited else None

    def _usual_seconds(self, engine: Engine, position: Position) -> float | None:  # noqa: ARG002
        """How long a move may take without a clock."""
        return LEVEL_SECONDS if self._limit == Limit() else None


class PerfectPlayer(EnginePlayer):
    """Plays one of the best moves, found exactly where that can be done: it wins, or loses, as well as possible."""

    name = "perfect"

    def __init__(
        self,
        threads: int = 1,
        table_mib: int = USUAL_TABLE_MIB,
        book: str = "true",
        time: float | None = None,
        megabytes: float | None = None,
        ponder: bool = False,
        weights: str | None = None,
    ) -> None:
        super().__init__(
            MOST_LEVEL, threads, table_mib, book, time=time, megabytes=megabytes, ponder=ponder, weights=weights
        )

    def _usual_seconds(self, engine: Engine, position: Position) -> float | None:
        """All that it needs, unless nobody could wait for that."""
        return None if engine.is_in_reach(position) else super()._usual_seconds(engine, position)


def decision_for(position: Position, known: Choice | Analysis) -> Decision:
    """What an engine has found, as a player tells it: an estimate before the end of the game as a bare number."""
    is_short = known.depth is not None and known.depth < (empty_cells(position) or 0)
    is_estimate = known.score is None and known.estimate is not None and is_short
    return Decision(
        known.move,
        known.estimate if known.score is None else known.score,
        None if is_estimate else known.text,
        depth=known.depth,
        nodes=known.nodes,
        line=known.line,
    )


def fitting_table_mib(table_mib: int, megabytes: float | None) -> int:
    """The size of a table that was asked for, or as much of it as a limit of memory leaves.

    >>> fitting_table_mib(64, 500), fitting_table_mib(64, 8.5)
    (64, 8)
    """
    if megabytes is None or table_mib <= megabytes:
        return table_mib
    if not megabytes >= LEAST_MEGABYTES:
        raise GamegroveError(
            f"{megabytes:g} MB are not enough for an engine: its table takes at least {LEAST_MEGABYTES} MB"
        )
    return int(megabytes)
