"""Making a book: only the positions of its last ply are searched, those before follow from them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gamegrove import _core
from gamegrove._core import ConnectFour
from gamegrove.books.contents import connect_four, final_score
from gamegrove.errors import GamegroveError
from gamegrove.store import Kind, Run
from gamegrove.textbook.observation import StopSign
from gamegrove.work import Executor, Interrupted, Task, perform
from gamegrove.work.task import Data

POSITIONS_A_TASK = 240
"""Neighbours share much of what the table knows, and a task is stored as a whole: so some, and not too many."""
TABLE_MIB = 256
"""How large the table of each worker is unless somebody says it."""

Watcher = Callable[[int, int], None]
"""Called with how many positions of the last ply are scored, and how many there are."""
Scores = Mapping[ConnectFour, int]
"""Scores by position; of mirror images only the canonical one is there."""


@dataclass(frozen=True)
class BookPlan:
    """Which positions a book is to hold."""

    start: ConnectFour
    """The empty board."""
    plies: int
    """Up to which ply all positions are scored."""

    def __post_init__(self) -> None:
        if self.start.stones:
            raise GamegroveError("a book begins with the empty board; leave the position out")
        most = _core.ConnectFourBook.most_bits
        if self.start.width * (self.start.height + 1) > most:
            raise GamegroveError(
                f"there are no books for boards as large as {self.start.spec}: columns * (rows + 1) may be {most}"
            )
        cells = self.start.width * self.start.height
        if not 0 <= self.plies < cells:
            raise GamegroveError(f"plies is {self.plies}; on a board of {cells} cells 0 to {cells - 1} are possible")

    def described(self) -> tuple[Kind, str, Data]:
        """Kind, name and plan of a run that makes the book, with which a store begins it or goes on with it."""
        plan = {"game": self.start.spec, "plies": self.plies, "positions_a_task": POSITIONS_A_TASK}
        return Kind.book, f"{self.start.spec}: {self.plies} plies", plan

    def tasks(self, table_mib: int) -> list[Task]:
        """The searches of the last ply, neighbours together; the size of the table changes no score."""
        texts = [_compact(position) for position in _core.connect_four_positions(self.start, self.plies)]
        chunks = [texts[first : first + POSITIONS_A_TASK] for first in range(0, len(texts), POSITIONS_A_TASK)]
        fixed = {"game": self.start.spec, "table_mib": table_mib}
        return [Task("book", f"{number}", {**fixed, "positions": chunk}) for number, chunk in enumerate(chunks)]


def _compact(position: ConnectFour) -> str:
    return position.line.removeprefix(f"{position.spec} ")


class _Kept(threading.local):
    """The solver of a worker, which knows much about the next task after the last one."""

    asked: tuple[str, int] | None = None
    solver: _core.ConnectFourSolver | None = None

    def solver_for(self, game: str, table_mib: int) -> _core.ConnectFourSolver:
        """The solver, a new one for another game or another size of the table."""
        if self.solver is None or self.asked != (game, table_mib):
            self.let_go()  # before another one takes as much memory
            self.asked, self.solver = (game, table_mib), _core.ConnectFourSolver(table_mib=table_mib)
        return self.solver

    def let_go(self) -> None:
        """Give the memory back."""
        self.solver = None


_kept = _Kept()


def run_book(payload: Data, stop: StopSign | None = None) -> Data:
    """The scores of the positions of a task."""
    game = payload["game"]
    solver = _kept.solver_for(game, payload["table_mib"])
    return {"scores": [_solved(solver, connect_four(game, text), stop) for text in payload["positions"]]}


def _solved(solver: _core.ConnectFourSolver, position: ConnectFour, stop: StopSign | None) -> int:
    verdict = solver.solve(position, stop=stop)
    if verdict.stopped:
        raise Interrupted
    return verdict.lower


def carry_out(
    plan: BookPlan,
    run: Run,
    executor: Executor,
    *,
    table_mib: int = TABLE_MIB,
    stop: StopSign | None = None,
    watch: Watcher = lambda _done, _all: None,
) -> bool:
    """Search what is missing of a run; whether everything is done now."""
    tasks = plan.tasks(table_mib)
    missing = _missing(tasks, run)
    total = _number_of_positions(tasks)
    done = total - _number_of_positions(missing)
    watch(done, total)
    try:
        for finished in perform(missing, executor, run, stop):
            done += len(finished.result["scores"])
            watch(done, total)
    finally:
        _kept.let_go()  # if it was this process that has worked
    is_complete = not _missing(tasks, run)  # others may have worked on it, too
    if is_complete:
        run.finish()
    return is_complete


def _missing(tasks: list[Task], run: Run) -> list[Task]:
    """The tasks whose positions are not scored yet, whatever table those had that scored the others."""
    stored = {finished.task.label: finished.task.payload["positions"] for finished in run.results().values()}
    return [task for task in tasks if stored.get(task.label) != task.payload["positions"]]


def _number_of_positions(tasks: list[Task]) -> int:
    return sum(len(task.payload["positions"]) for task in tasks)


def made_book(plan: BookPlan, run: Run) -> _core.ConnectFourBook:
    """The book of a finished run."""
    scores = with_earlier_plies(plan, _last_ply(plan, run))
    return _core.ConnectFourBook(plan.start, plan.plies, list(scores.items()))


def _last_ply(plan: BookPlan, run: Run) -> Scores:
    game = plan.start.spec
    scores = {
        connect_four(game, text).canonical(): score
        for finished in run.results().values()
        for text, score in zip(finished.task.payload["positions"], finished.result["scores"], strict=True)
    }
    wanted = _core.connect_four_positions(plan.start, plan.plies)
    if missing := sum(position.canonical() not in scores for position in wanted):
        raise GamegroveError(
            f"run {run.number} of {run.name} lacks {missing} of {len(wanted)} positions; --resume goes on with it"
        )
    return scores


def with_earlier_plies(plan: BookPlan, last: Scores) -> Scores:
    """The scores of the last ply and, by minimax, of all plies before it."""
    scores = dict(last)
    for ply in reversed(range(plan.plies)):
        for position in _core.connect_four_positions(plan.start, ply):
            scores[position.canonical()] = max(-_known(scores, position.after(move)) for move in position.legal_moves)
    return scores


def _known(scores: Scores, position: ConnectFour) -> int:
    return final_score(position) if position.is_over() else scores[position.canonical()]
