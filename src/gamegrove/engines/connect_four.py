"""The Connect Four engine: exact scores by the core's solver and an opening book, on every board."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ClassVar

import gamegrove
from gamegrove import _core, books
from gamegrove._core import ConnectFour
from gamegrove.books.files import read_book
from gamegrove.engines import connect_four_levels
from gamegrove.engines.analysis import Analysis, Choice, EngineProgress
from gamegrove.engines.connect_four_score import Scale
from gamegrove.engines.connect_four_study import Study
from gamegrove.engines.limits import Allowance
from gamegrove.errors import GamegroveError
from gamegrove.levels import MOST_LEVEL

FOR_THE_SCORE = 0.8
"""The part of its limits that perfect play may take to find the score; the rest is for a choice without it."""


class ConnectFourEngine:
    """Scores Connect Four positions exactly. Its solver and book are kept from call to call."""

    game: ClassVar[str] = "connect-four"
    positions: ClassVar[type] = ConnectFour
    estimates = False

    def __init__(
        self, start: ConnectFour, *, threads: int, table_mib: int, book: bool | str, weights: str | None
    ) -> None:
        if weights is not None:
            raise GamegroveError(
                f"Connect Four is solved and has no weights, so {weights} cannot be some; leave them out"
            )
        self.book = _open_book(start.spec, book)
        try:
            self.solver = _core.ConnectFourSolver(table_mib=table_mib, threads=threads, book=self.book)
        except MemoryError:
            raise GamegroveError(f"there is no memory for a table of {table_mib:,} MiB; take fewer") from None

    def analyse(
        self,
        position: ConnectFour,
        allowance: Allowance,
        on_progress: Callable[[EngineProgress], None] | None = None,
        *,
        lines: int | None = None,
        winner_only: bool = False,
    ) -> Analysis:
        """The score of a position, of its columns, and the best play.

        Columns are scored all or, for a single line, only as far as the line needs.
        """
        _refuse_depth(allowance)
        if position.is_over():
            score = self.score(position)
            return Analysis.by_the_rules(position, score, Scale.of(position).words(score, score), allowance.spent)
        study = Study(self.solver, position, allowance, winner_only=winner_only, on_progress=on_progress)
        study.glance()
        study.solve()
        if lines != 1:
            study.solve_columns()
        if study.is_solved:
            study.find_a_best_column()
        return self._analysis(study)

    def score(self, position: ConnectFour) -> int:
        """The exact score alone."""
        return self.solver.solve(position).lower

    def choose(self, position: ConnectFour, level: int, source: random.Random, allowance: Allowance) -> Choice:
        """The move that a level plays; at the highest the best one, unless a limit is reached before it is found."""
        _refuse_depth(allowance)
        if level == MOST_LEVEL:
            found = self.analyse(position, allowance.part(FOR_THE_SCORE), lines=1)
            allowance.used += found.nodes
            if found.proven:
                return Choice(found.move, found.score, found.text, found.line, allowance.used, allowance.spent)
        study = Study(self.solver, position, allowance)
        return connect_four_levels.choose(study, level, source)

    def is_in_reach(self, position: ConnectFour) -> bool:  # noqa: ARG002
        """Every position is asked to the end: there is nothing to say of one that is not."""
        return True

    def shares(self, position: ConnectFour) -> float:  # noqa: ARG002
        """All moves are worth the same time."""
        return 1

    def forget(self) -> None:
        """Begin again with an empty memory."""
        self.solver.forget()

    def _analysis(self, study: Study) -> Analysis:
        """What a study has found out, with the line that follows from it."""
        move = max(study.columns, key=lambda each: study.score_of(each).standing)
        line = self._line(study, move)
        in_book = self.book is not None and self.book.score(study.position) is not None
        return Analysis(
            position=study.position,
            lower=study.whole.lower,
            upper=study.whole.upper,
            text=study.words,
            moves=study.scores,
            move=move,
            line=tuple(line),
            nodes=study.allowance.used,
            seconds=study.allowance.spent,
            stopped=study.allowance.stopped,
            source="book" if in_book else "search",
            version=gamegrove.__version__,
        )

    def _line(self, study: Study, move: str) -> list[str]:
        """Best play from a move on, if that is known to be one of the best and how soon the game ends."""
        score = study.score_of(move).score
        if score is None:
            return [move]
        return [move, *study.line_from(study.position.after(move), -score)]


def _refuse_depth(allowance: Allowance) -> None:
    if allowance.depth is not None:
        raise GamegroveError("Connect Four is solved and not estimated: limit it by seconds or nodes, not by depth")


def _open_book(spec: str, book: bool | str) -> _core.ConnectFourBook | None:
    """The book that is meant, for a game and its rules."""
    if isinstance(book, bool):
        return _packaged_book(spec) if book else None
    opened = read_book(Path(book))
    if opened.spec != spec:
        raise GamegroveError(f"{book} is a book for {opened.spec}, not for {spec}")
    return opened


@cache
def _packaged_book(spec: str) -> _core.ConnectFourBook | None:
    """The book of the package, read once: nothing can change it, and it is large."""
    file = books.packaged(spec)
    return None if file is None else read_book(file)
