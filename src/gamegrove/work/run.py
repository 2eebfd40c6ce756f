"""Runs: tasks that are done once each and stored, whatever happens in between."""

from __future__ import annotations

from collections import deque
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

    Each result is safe in the store before it is given. Of a task that was done twice, by two processes that go on with
    the same run, the first result counts for both.
    """
    wanted = list(tasks)
    if run is None:
        yield from executor.run(iter(wanted), stop)
        return
    stored = run.results()
    yield from (stored[task.key] for task in wanted if task.key in stored)
    done_by_others: deque[Finished] = deque()

    def missing() -> Iterator[Task]:
        for task in wanted:
            if task.key in stored:
                continue
            found = run.result(task.key)
            if found is None:
                yield task
            else:
                done_by_others.append(found)

    for finished in executor.run(missing(), stop):
        yield from _emptied(done_by_others)
        yield finished if run.add(finished) else run.result(finished.task.key) or finished
    yield from _emptied(done_by_others)


def _emptied(queue: deque[Finished]) -> Iterator[Finished]:
    while queue:
        yield queue.popleft()
