"""Where tasks are done: here, in processes of this machine, or on a cluster."""

from __future__ import annotations

import os
import platform
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from gamegrove.errors import GamegroveError, WorkFailedError
from gamegrove.textbook.observation import StopSign
from gamegrove.work.loading import Source, run_once
from gamegrove.work.task import Finished, Interrupted, Task

LOOK = 0.1
"""How many seconds lie between two looks at the stop sign."""


class Executor(Protocol):
    """Does tasks. Whoever has made an executor closes it."""

    @property
    def workers(self) -> int:
        """How many tasks it can do at the same time."""
        ...

    def run(self, tasks: Iterator[Task], stop: StopSign | None = None) -> Iterator[Finished]:
        """The tasks as they are finished, in whatever order.

        They are taken from the iterator only a little sooner than there is a worker for them. A raised stop sign, or
        an iterator of results that is given up, ends the work; what is not finished is dropped.
        """
        ...

    def close(self) -> None:
        """Let go of the workers."""
        ...


class Here:
    """Does one task after another in this process."""

    workers = 1

    def run(self, tasks: Iterator[Task], stop: StopSign | None = None) -> Iterator[Finished]:
        """The tasks in their order."""
        with suppress(Interrupted):
            for task in tasks:
                if stop is not None and stop.is_set():
                    return
                yield do(task, stop)

    def close(self) -> None:
        """There is nothing to let go of."""


def do(task: Task, stop: StopSign | None = None, load: Sequence[Source] = ()) -> Finished:
    """Do a task in this process, which runs the files to load once; any error names the task."""
    try:
        for source in load:
            run_once(source)
        begin = time.monotonic()
        result = task.run(stop)
        return Finished(task, result, time.monotonic() - begin, this_process())
    except Interrupted:
        raise
    except GamegroveError as error:
        raise GamegroveError(f"{task}: {error}") from error
    except (Exception, SystemExit) as error:  # in somebody's own player, or a defect of ours: the line helps
        raise WorkFailedError(f"{task}: {_with_its_line(error)}") from error


def this_process() -> str:
    """Which process of which machine this is."""
    return f"{platform.node()}:{os.getpid()}"


def _with_its_line(error: BaseException) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{frame.filename}, line {frame.lineno}: {type(error).__name__}: {error}"


class Pending(Protocol):
    """What an executor has in its hands while somebody does a task."""

    def add_done_callback(self, callback: Callable[[Any], object], /) -> object:
        """Call with itself when the task is done, or will never be."""


SomePending = TypeVar("SomePending", bound=Pending)


def as_done(
    tasks: Iterator[Task], submit: Callable[[Task], SomePending], room: Callable[[], int], stop: StopSign | None
) -> Iterator[tuple[Task, SomePending]]:
    """Hand out tasks, at most `room()` at a time, and give each back as soon as it is done."""
    done: SimpleQueue[tuple[Task, SomePending]] = SimpleQueue()
    handed_out = 0
    while stop is None or not stop.is_set():
        for task in islice(tasks, max(0, room() - handed_out)):
            submit(task).add_done_callback(partial(_put, done, task))
            handed_out += 1
        if not handed_out:
            return
        with suppress(Empty):
            yield done.get(timeout=LOOK)
            handed_out -= 1


def _put(done: SimpleQueue[tuple[Task, SomePending]], task: Task, pending: SomePending) -> None:
    done.put((task, pending))
