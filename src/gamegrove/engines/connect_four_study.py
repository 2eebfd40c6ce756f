"""The study of one Connect Four position: questions to the solver, and what follows from the answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from gamegrove import _core
from gamegrove._core import ConnectFour
from gamegrove.engines.analysis import EngineProgress, MoveScore
from gamegrove.engines.connect_four_score import Scale
from gamegrove.engines.limits import Allowance
from gamegrove.textbook.values import EVERYTHING, Bounds, Window

GLANCE = 2
"""So many plies ahead everybody sees at once, whatever the limits are."""
WINNER = Window(-1, 1)
"""The window that asks who wins, and not how soon."""
Learn = Callable[[int, int], None]
"""Takes new bounds of a position's score."""


def from_the_middle(position: ConnectFour) -> list[str]:
    """The legal columns, the most central first, of two as central ones the left one."""
    width = len(position.column_names)
    return sorted(position.legal_moves, key=lambda move: (abs(2 * int(move) - width - 1), int(move)))


class Study:
    """What is known of a position in which the game goes on, while more is being asked.

    Every answer narrows the bounds of one column or of the whole position, and these bound each other: the position is
    worth as much as its best column.
    """

    def __init__(
        self,
        solver: _core.ConnectFourSolver,
        position: ConnectFour,
        allowance: Allowance,
        *,
        winner_only: bool = False,
        on_progress: Callable[[EngineProgress], None] | None = None,
    ) -> None:
        self.position = position
        self.scale = Scale.of(position)
        self.allowance = allowance
        self.whole = self.scale.everything
        """The bounds of the position's score."""
        self.columns = dict.fromkeys(from_the_middle(position), self.scale.everything)
        """The bounds of each legal column, the most central first."""
        self._solver = solver
        self._asked = WINNER if winner_only else EVERYTHING
        self._winner_only = winner_only
        self._on_progress = on_progress

    # -- Questions, in the order in which an analysis asks them.

    def glance(self) -> None:
        """See what happens at once, without any limit: it takes no time. Only what that settles is told."""
        allowance, self.allowance = self.allowance, Allowance()
        told, self._on_progress = self._on_progress, None
        before = dict(self.columns)
        self.look_ahead(GLANCE)
        allowance.used += self.allowance.used
        self.allowance, self._on_progress = allowance, told
        self._tell_columns(before)

    def look_ahead(self, plies: int) -> None:
        """Find the columns with which the game ends within so many plies, and how soon, whoever wins it."""
        for move in self.columns:
            self.ask_about(move, Window(self.scale.win_within(plies) - 1, self.scale.highest))
            self.ask_about(move, Window(self.scale.lowest, self.scale.loss_within(plies) + 1))

    def look_further_and_further(self, plies: int | None = None) -> None:
        """Look ahead up to so many plies, or to the end, until a limit is reached."""
        for horizon in count(GLANCE, 2):
            self.look_ahead(horizon if plies is None else min(horizon, plies))
            if self.allowance.stopped or horizon >= (self.scale.cells if plies is None else plies):
                return

    def solve(self) -> None:
        """Find the score of the position."""
        window = self.whole.narrow(self._asked)
        if window.alpha < window.beta:
            self._ask(self.position, window, self._learn_the_whole)

    def solve_columns(self) -> None:
        """Find the score of every column."""
        for move in self.columns:
            self.ask_about(move, self._asked)

    def find_a_best_column(self) -> None:
        """Find a column that reaches what the position is worth; those before it in the order do not."""
        for move in self.columns:
            if any(known.lower >= self.whole.lower for known in self.columns.values()):
                return
            self.ask_about(move, Window(self.whole.lower - 1, self.whole.lower))

    def line_from(self, position: ConnectFour, score: int) -> list[str]:
        """Best play from a position of known score to the end of the game, or until a limit is reached."""
        line: list[str] = []
        while not position.is_over() and (move := self._column_that_reaches(position, score)) is not None:
            line.append(move)
            position, score = position.after(move), -score
        return line

    def ask_about(self, move: str, window: Window) -> None:
        """Find out where a column stands to a window."""
        window = self.columns[move].narrow(window)
        if window.alpha < window.beta:
            self._ask(
                self.position.after(move),
                window.seen_by_opponent(),
                lambda lower, upper: self._learn(move, Bounds(-upper, -lower)),
            )

    @property
    def is_solved(self) -> bool:
        """Whether the bounds of the position answer what was asked."""
        return self.whole.settle(self._asked)

    # -- Answers.

    def score_of(self, move: str) -> MoveScore:
        """What is known of a column."""
        lower, upper, _ = self.columns[move]
        return MoveScore(move, lower, upper, self.scale.words(lower, upper))

    @property
    def scores(self) -> tuple[MoveScore, ...]:
        """What is known of all columns, in board order."""
        return tuple(self.score_of(move) for move in self.position.legal_moves)

    @property
    def words(self) -> str:
        """What is known of the position, as people say it."""
        return self.scale.words(self.whole.lower, self.whole.upper)

    def _column_that_reaches(self, position: ConnectFour, score: int) -> str | None:
        """The most central of the best columns; None when a limit is reached before it is found."""
        *others, last = from_the_middle(position)
        for move in others:
            upper = self._upper(position.after(move), Window(-score, 1 - score))
            if self.allowance.stopped:
                return None
            if upper <= -score:
                return move
        return last  # there is no other left

    def _upper(self, position: ConnectFour, window: Window) -> int:
        found: list[int] = [self.scale.cells]
        self._ask(position, window, lambda _, upper: found.append(upper))
        return min(found)

    def _ask(self, position: ConnectFour, window: Window, learn: Learn) -> None:
        """Ask the solver, unless a limit is reached; `learn` is told every step of the answer."""
        allowance = self.allowance
        if allowance.stopped:
            return
        used = allowance.used

        def watch(lower: int, upper: int, nodes: int) -> None:
            allowance.used = used + nodes
            learn(lower, upper)

        verdict = self._solver.solve(
            position,
            window=window,
            nodes=allowance.nodes_left,
            seconds=allowance.seconds_left,
            stop=allowance.stop,
            watch=watch,
        )
        allowance.stopped = verdict.stopped
        watch(verdict.lower, verdict.upper, verdict.nodes)

    # -- What follows from an answer.

    def _learn_the_whole(self, lower: int, upper: int) -> None:
        before = dict(self.columns)
        self._conclude(Bounds(lower, upper))
        self._tell_columns(before)

    def _learn(self, move: str, known: Bounds) -> None:
        before = dict(self.columns)
        self.columns[move] = self._common(before[move], known)
        if self.columns[move] != before[move]:
            self._conclude(self.whole)
            self._tell(move)
            self._tell_columns({**before, move: self.columns[move]})

    def _conclude(self, whole: Bounds) -> None:
        """Let the columns bound the position, and the position its columns."""
        before, columns = self.whole, self.columns
        known = columns.values()
        best = Bounds(max(each.lower for each in known), max(each.upper for each in known))
        self.whole = self._common(before, self._common(whole, best))
        for move in columns:
            columns[move] = self._common(columns[move], Bounds(self.scale.lowest, self.whole.upper))
        able = [move for move in columns if columns[move].upper >= self.whole.lower]
        if len(able) == 1:
            columns[able[0]] = self._common(columns[able[0]], self.whole)
        if self.whole != before:
            self._tell(None)

    def _common(self, one: Bounds, other: Bounds) -> Bounds:
        """What two pairs of bounds say together, without anything that was not asked for."""
        lower, upper = max(one.lower, other.lower), min(one.upper, other.upper)
        if not self._winner_only:
            return Bounds(lower, upper)
        return Bounds(
            min(lower, 1) if lower >= 0 else self.scale.lowest, max(upper, -1) if upper <= 0 else self.scale.highest
        )

    def _tell_columns(self, before: dict[str, Bounds]) -> None:
        """Tell of the columns that are settled, though nobody has asked about them."""
        for move, known in self.columns.items():
            if known != before[move] and known.settle(self._asked):
                self._tell(move)

    def _tell(self, changed: str | None) -> None:
        if self._on_progress is None:
            return
        move = None if changed is None else self.score_of(changed)
        lower, upper, _ = self.whole
        allowance = self.allowance
        self._on_progress(EngineProgress(lower, upper, self.words, self.scores, move, allowance.used, allowance.spent))
