"""Tasks in processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import Any

from gamegrove.errors import GamegroveError, WorkFailedError
from gamegrove.textbook.observation import StopSign
from gamegrove.work.executor import as_done, do
from gamegrove.work.loading import Source
from gamegrove.work.task import Finished, Interrupted, Task

DEATHS = 3
"""So many processes may die of a task."""

# Not fork: the threads of this process would not come along, but their locks would.
CONTEXT: Any = multiprocessing.get_context(
    "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
)


class Processes:
    """Does tasks in processes of this machine. One that dies is replaced, and its task done again."""

    def __init__(self, jobs: int, load: Sequence[Source] = ()) -> None:
        if jobs < 1:
            raise GamegroveError(f"jobs is {jobs}; at least one process is needed")
        self.workers = jobs
        self._sources = tuple(load)
        CONTEXT.set_forkserver_preload([__name__])  # else every process takes a moment to import it
        self._crew = _Crew(self._sources)

    def run(self, tasks: Iterator[Task], stop: StopSign | None = None) -> Iterator[Finished]:
        """The tasks as they are finished; as many wait as are done, so that no process has to."""
        crew = self._crew = _Crew(self._sources)
        threads = ThreadPoolExecutor(self.workers)
        try:
            with suppress(Interrupted):
                for _, done in as_done(
                    tasks, lambda task: threads.submit(crew.do, task), lambda: 2 * self.workers, stop
                ):
                    yield done.result()
        finally:
            crew.close()
            threads.shutdown(cancel_futures=True)

    def close(self) -> None:
        """End the processes of a run that is not over."""
        self._crew.close()


class _Crew:
    """The processes of one run; do() is called by as many threads as there may be processes.

    A process has one task at a time. So if it dies, it is known of which, and no other task is lost with it.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._hired: list[_Worker] = []
        self._idle: list[_Worker] = []
        self._closed = False
        self._lock = Lock()

    def do(self, task: Task) -> Finished:
        """Let a process do a task, and another one if it dies."""
        for _ in range(DEATHS):
            worker = self._hire()
            try:
                finished = worker.do(task)
            except _DiedError:
                self._dismiss(worker)
            else:
                self._idle.append(worker)
                return finished
        raise WorkFailedError(
            f"{task}: {DEATHS} processes died while they were doing it, or could not start. Is there enough memory? "
            "In scripts they start only below `if __name__ == '__main__':`. What is finished is stored, and --resume "
            "goes on with the rest"
        )

    def _dismiss(self, worker: _Worker) -> None:
        with self._lock:
            if not self._closed:
                self._hired.remove(worker)
                worker.end()

    def _hire(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise Interrupted
            if self._idle:
                return self._idle.pop()
            worker = _Worker(self._sources)
            self._hired.append(worker)
            return worker

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        with self._lock:
            self._closed = True
            for worker in self._hired:
                worker.end()
            self._hired.clear()


class _DiedError(Exception):
    """A process has ended without an answer."""


class _Worker:
    """A process that does one task after another, seen from outside."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._connection, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_serve, args=(theirs, sources), daemon=True)
        self._process.start()
        theirs.close()  # now only the process has it, and its death ends our waiting

    def do(self, task: Task) -> Finished:
        """Let the process do a task."""
        try:
            self._connection.send(task)
            answer: Finished | GamegroveError = self._connection.recv()
        except (EOFError, OSError):
            raise _DiedError from None
        if isinstance(answer, GamegroveError):
            raise answer
        return answer

    def end(self) -> None:
        """Kill the process: a search in the core hears nothing else."""
        self._process.kill()
        self._process.join()
        self._process.close()  # the connection goes with us: a thread may still be waiting for it


def _serve(connection: Connection, sources: Sequence[Source]) -> None:
    """What a process does: tasks, until there are no more or nobody wants them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is said to all, and answered by whoever has hired us
    Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            task = connection.recv()
            answer = _answer(task, sources)
            try:
                connection.send(answer)
            except (TypeError, ValueError, AttributeError, pickle.PicklingError) as error:  # it cannot be pickled
                connection.send(WorkFailedError(f"{task}: its result is no plain data: {error}"))


def _answer(task: Task, sources: Sequence[Source]) -> Finished | GamegroveError:
    try:
        return do(task, load=sources)
    except GamegroveError as error:
        return error


def _leave_with_parent() -> None:
    """Nobody lives on when the parent is killed; the core lets this thread run while it searches."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
