"""Runs: tasks that are done once each and stored, whatever happens in between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gamegrove.textbook.observation import StopSign
from gamegrove.work.executor import Executor
from gamegrove.work.task import Finished, Task

if TYPE_CHECKING:
    from gamegrove.store import Run


def perform(
    tasks: Iterable[Task], executor: Executor, run: Run | None = None, stop: StopSign | None = None
) -> Iterator[Finished]:
    """The finished tasks: those that the run has stored first, then the others as they are done.

    Each result is safe in the store before it is given. A task that was done twice, because its worker seemed lost,
    is stored and given once.
    """
    wanted = list(tasks)
    if run is None:
        yield from executor.run(iter(wanted), stop)
        return
    stored = run.finished()
    yield from (stored[task.key] for task in wanted if task.key in stored)
    missing = (task for task in wanted if task.key not in stored)
    for finished in executor.run(missing, stop):
        if run.add(finished):
            yield finished
