"""The Othello engine: deep estimates by the core's search, and the exact end of the game, on every board."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import gamegrove
from gamegrove import _core
from gamegrove._core import Othello
from gamegrove.engines import othello_levels
from gamegrove.engines.analysis import Analysis, Choice, EngineProgress
from gamegrove.engines.limits import Allowance
from gamegrove.engines.othello_findings import Findings
from gamegrove.engines.othello_score import USUAL_CELLS, Scale
from gamegrove.engines.othello_search import as_choice, search
from gamegrove.engines.othello_weights import OthelloWeights, board_of, packaged_weights, read_weights
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import cells_of
from gamegrove.levels import MOST_LEVEL, empty_cells

IN_REACH, IN_REACH_ON_LARGE_BOARDS = 20, 14
"""With so many empty cells every move is scored exactly while somebody waits; with more moves to try, with fewer."""
SOON_IN_REACH = 26
"""With so many empty cells the best move may be found exactly, if it gets the time."""
SHARES_FOR_THE_END = 3
"""How many times its share of a clock a move is worth that may solve the game: the moves after it take no time."""
LEVELS_MIB = 16
"""The memory of the levels below the highest, which is emptied before every move."""


class OthelloEngine:
    """Values Othello positions, in the end exactly. What it has found out is kept from call to call."""

    game: ClassVar[str] = "othello"
    positions: ClassVar[type] = Othello

    def __init__(self, start: Othello, *, threads: int, table_mib: int, book: bool | str, weights: str | None) -> None:
        if not isinstance(book, bool):
            raise GamegroveError(f"there are no opening books for Othello, so {book} cannot be one")
        self._start = start
        self._file = weights
        self._weights = _open_weights(board_of(start), weights)
        self._table_mib = table_mib
        self._core = self._core_engine(threads, table_mib)
        self._for_levels: _core.OthelloEngine | None = None

    @property
    def estimates(self) -> bool:
        """Whether it has learned to judge positions of this board that it cannot solve."""
        return bool(self._weights.data)

    def analyse(
        self,
        position: Othello,
        allowance: Allowance,
        on_progress: Callable[[EngineProgress], None] | None = None,
        *,
        lines: int | None = None,
        winner_only: bool = False,
    ) -> Analysis:
        """What a position and its best moves are worth, and the best play."""
        if position.is_over():
            score = position.final_value()
            return Analysis.by_the_rules(position, score, Scale.of(position).words(score, score), allowance.spent)
        found = search(self._core, position, allowance, on_progress, lines=lines, winner_only=winner_only)
        return _analysis(found, allowance)

    def score(self, position: Othello) -> int:
        """The exact score alone."""
        if position.is_over():
            return position.final_value()
        score = self.analyse(position, Allowance(), lines=1).score
        assert score is not None, "without a limit the game is searched to its end"
        return score

    def choose(self, position: Othello, level: int, source: random.Random, allowance: Allowance) -> Choice:
        """The move that a level plays; at the highest the best one that is found within the limits."""
        if level == MOST_LEVEL:
            return as_choice(search(self._core, position, allowance, lines=1).ranked[0], allowance)
        if self._for_levels is None:
            self._for_levels = self._core.sibling(threads=1, table_mib=min(LEVELS_MIB, self._table_mib))
        self._for_levels.forget()  # a level must not see further because of what happens to be remembered
        return othello_levels.choose(self._for_levels, position, level, source, allowance, estimates=self.estimates)

    def is_in_reach(self, position: Othello) -> bool:
        """Whether all moves can be scored exactly while somebody waits."""
        is_large = cells_of(position) > USUAL_CELLS
        return empty_cells(position) <= (IN_REACH_ON_LARGE_BOARDS if is_large else IN_REACH)

    def shares(self, position: Othello) -> float:
        """A move that may solve the game gets the time of those that follow."""
        return SHARES_FOR_THE_END if empty_cells(position) <= SOON_IN_REACH else 1

    def forget(self) -> None:
        """Begin again with an empty memory."""
        self._core.forget()

    def _core_engine(self, threads: int, table_mib: int) -> _core.OthelloEngine:
        try:
            return _core.OthelloEngine(
                self._start,
                table_mib=table_mib,
                threads=threads,
                weights=self._weights.data,
                midgame_doubt=self._weights.midgame_doubt,
                endgame_doubt=self._weights.endgame_doubt,
            )
        except MemoryError:
            raise GamegroveError(f"there is no memory for a table of {table_mib:,} MiB; take fewer") from None
        except ValueError as error:
            origin = self._file or f"of Othello board {self._weights.board}"
            raise GamegroveError(f"the weights {origin}: {error}") from None


def _open_weights(board: str, file: str | None) -> OthelloWeights:
    """The weights that are meant, for a board."""
    return packaged_weights(board) if file is None else read_weights(Path(file), board)


def _analysis(findings: Findings, allowance: Allowance) -> Analysis:
    """What a search has found out, as an answer."""
    best = findings.ranked[0]
    return Analysis(
        position=findings.position,
        lower=best.lower,
        upper=best.upper,
        text=best.text,
        moves=findings.scores,
        move=best.move,
        line=best.line,
        nodes=allowance.used,
        seconds=allowance.spent,
        stopped=allowance.stopped,
        source="search",
        version=gamegrove.__version__,
        estimate=best.estimate,
        depth=best.depth,
        confidence=best.confidence,
    )
