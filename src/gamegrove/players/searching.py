"""Players that search, with any algorithm of the catalogue."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gamegrove import clocks, levels
from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.errors import GamegroveError
from gamegrove.players.protocol import Decision, check_that_there_are_moves
from gamegrove.players.search_fields import SOLVER, search_fields, solver_fields, usual_evaluation
from gamegrove.players.settings import Settings
from gamegrove.position import Position
from gamegrove.report import Progress, Report
from gamegrove.request import request
from gamegrove.search import Searcher
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.observation import StopSign

USUAL_SECONDS = 1.0
"""How long a move takes when nobody sets any limit."""
FOR_SOLVING = 0.5
"""The part of a move's limits for an attempt to solve; the rest is for an ordinary search if it fails."""
FOR_A_GLANCE = 500
"""So few nodes that nobody notices the time, in Python neither."""
CAPTURES = 60
"""More moves than captures can add to a game: a search that is this much deeper than the empty cells ends it."""

EvaluationChoice = Callable[[Position], str | None]
"""The evaluation for games like that of a position; None for the game's usual one."""
RulesChoice = Callable[[Position], tuple[str, ...]]
"""The rules for games like that of a position."""


def no_rules(position: Position) -> tuple[str, ...]:  # noqa: ARG001
    """All moves are searched."""
    return ()


class SearchPlayer:
    """Plays what an algorithm finds, within its own limits and those of the clock.

    Its answer is always legal and in time. What it remembers helps it from move to move; a new game begins afresh.
    Evaluation and rules depend on the game unless the settings say which.
    """

    def __init__(
        self,
        algorithm: str,
        settings: Settings | None = None,
        *,
        evaluation_for: EvaluationChoice = usual_evaluation,
        rules_for: RulesChoice = no_rules,
    ) -> None:
        self.name = algorithm
        self.algorithm = find_algorithm(algorithm)
        self.settings = settings or Settings()
        self.evaluation_for = evaluation_for
        self.rules_for = rules_for
        self.on_progress: Callable[[Progress], None] | None = None
        """Called after each depth of a search."""
        if self.settings.manager == "predict" and not self.algorithm.deepens:
            raise GamegroveError(f"manager=predict predicts a depth, and {algorithm} searches to none: use share")
        self._game: _Game | None = None

    def begin(self, start: Position, side: int) -> None:  # noqa: ARG002 - it plays any side
        """Forget the last game, and say now if something does not fit this one."""
        self._game = _Game(self, start)

    def choose(self, position: Position, clock: Clock = NO_CLOCK, stop: StopSign | None = None) -> Decision:
        """Search as long as the limits allow. A forced move is played at once."""
        begin = time.monotonic()
        check_that_there_are_moves(position)
        moves = position.legal_moves
        if self._game is None or self._game.spec != position.spec:
            self.begin(position, position.turn)
        game = self._game
        assert game is not None
        if len(moves) == 1:
            decision = Decision(moves[0], line=(moves[0],))
        else:
            decision = _Turn(game, position, clock, stop, self.on_progress, begin).decide()
        game.own_clock.spend(position.turn, time.monotonic() - begin)
        return decision

    def close(self) -> None:
        """Give the memory back."""
        self._game = None


class _Game:
    """What a player keeps during one game."""

    def __init__(self, player: SearchPlayer, start: Position) -> None:
        settings = player.settings
        self.settings = settings
        self.algorithm = player.algorithm
        self.spec = start.spec
        evaluation, rules = player.evaluation_for(start), player.rules_for(start)
        fields = search_fields(player.algorithm, settings, start, evaluation=evaluation, rules=rules)
        limits = {
            "depth": settings.depth,
            "nodes": settings.nodes,
            "step": 1 if settings.step is None else settings.step,
        }
        request(start, player.algorithm.name, **fields, **limits, seconds=0)
        self.searcher = Searcher(player.algorithm.name, **fields)
        self.searcher.search(start, nodes=1)  # makes the memory before a clock runs
        self.solver = Searcher(SOLVER, **solver_fields(settings)) if settings.solve else None
        self.own_clock = clocks.GameClock(clocks.TimeControl(settings.time, settings.game, settings.increment))
        self.manager = clocks.MANAGERS[settings.manager or "share"]()

    def clock(self, given: Clock, side: int) -> Clock:
        """The clock that was given and the player's own at once; without either a usual time, unless all is limited."""
        clock = clocks.tighter(given, self.own_clock.turn(side))
        asked = self.settings
        if clock != NO_CLOCK or asked.depth is not None or asked.nodes is not None or asked.own.get("iterations"):
            return clock
        return Clock(move_seconds=USUAL_SECONDS if asked.level is None else levels.LEVEL_SECONDS)


class _Turn:
    """One move that has to be found."""

    def __init__(
        self,
        game: _Game,
        position: Position,
        clock: Clock,
        stop: StopSign | None,
        on_progress: Callable[[Progress], None] | None,
        begin: float,
    ) -> None:
        self.game = game
        self.on_progress = on_progress
        self.settings = game.settings
        self.position = position
        self.stop = stop
        self.empty = levels.empty_cells(position)
        clock = game.clock(clock, position.turn)
        self.time = clocks.MoveTime(clock, clocks.moves_left(self.empty), self.settings.overhead, begin=begin)
        self.nodes = self.settings.nodes

    def decide(self) -> Decision:
        """What a search finds; if that is nothing, the first legal move."""
        if (solved := self._solve()) is not None:
            return replace(Decision.from_report(solved), depth=self.empty)
        report = self._search()
        if not report.progress and report.stopped == "stop":
            report = self._glance()
        if report.move is None or not report.progress:
            return Decision(self.position.legal_moves[0], nodes=report.nodes)
        return Decision.from_report(report)

    def _solve(self) -> Report | None:
        """The value of the rest of the game, if it is short enough and found with a part of the move's limits."""
        solver = self.game.solver
        if solver is None or self.empty is None or self.empty > self.settings.solve:
            return None
        nodes = None if self.nodes is None else int(FOR_SOLVING * self.nodes)
        seconds = FOR_SOLVING * self.time.left if self.time.is_limited else None
        depth = self.empty + CAPTURES
        report = solver.search(self.position, stop=self.stop, depth=depth, nodes=nodes, seconds=seconds)
        if self.nodes is not None:
            self.nodes -= report.nodes
        return report if report.proven else None

    def _search(self) -> Report:
        if not self.time.is_limited:
            return self._run()
        managed = self.time.clock.game_seconds is not None or self.settings.manager is not None
        manager = self.game.manager if managed else clocks.Full()
        return manager.search(self._run, self.time)

    def _run(self, **limits: Any) -> Report:  # noqa: ANN401 - fields of Request
        """Search within the limits of a time manager and those that the player has itself."""
        if self.settings.memory == "exact" and self.settings.megabytes is not None:
            self.game.searcher.forget()  # else what earlier moves have left would be all that fits
        within = {**limits, **self._own_limits()}
        if "depth" in limits:
            within["depth"] = min(limits["depth"], within["depth"])
        if not self.game.algorithm.deepens:
            within = {"nodes": self.nodes, "seconds": limits.get("share", limits.get("seconds"))}
        return self.game.searcher.search(self.position, stop=self.stop, on_progress=self.on_progress, **within)

    def _glance(self) -> Report:
        """What a very short search finds, for somebody who was told to hurry before the first depth was done."""
        return self.game.searcher.search(self.position, nodes=FOR_A_GLANCE, depth=2, deepening=True)

    def _own_limits(self) -> dict[str, Any]:
        limits: dict[str, Any] = {"nodes": self.nodes}
        if self.settings.step is not None:
            limits["step"] = self.settings.step
        if self.settings.depth is not None:
            limits["depth"] = self.settings.depth
        if self.settings.level is not None:
            limits["depth"] = levels.depth_for(self.settings.level, self.position)
        return limits
