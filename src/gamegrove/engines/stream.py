"""An analysis as a stream: what is known, step by step, while a thread in the background searches."""

from __future__ import annotations

import atexit
import queue
import threading
import weakref
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import ClassVar, Self

from gamegrove.engines.analysis import Analysis, EngineProgress
from gamegrove.textbook.observation import StopSign

Ask = Callable[[StopSign, Callable[[EngineProgress], None]], Analysis]
"""Asks an engine: until a stop sign is raised, and with somebody who is told of progress."""

PATIENCE = 5.0
"""How many seconds a search that nobody watches any more may take to notice that."""


class AnalysisStream(Iterator[EngineProgress]):
    """Yields what is known of a position whenever that is more than before; `result` is the whole answer.

    `close()`, the end of a `with` block, or the loss of the stream stops the search.
    """

    def __init__(self, ask: Ask, stop: StopSign | None = None) -> None:
        self._work = _Work(ask, stop)
        thread = threading.Thread(target=self._work.do, name="gamegrove analysis", daemon=True)
        thread.start()
        weakref.finalize(self, _end, self._work, thread).atexit = False  # _end_all() does that in time

    def __next__(self) -> EngineProgress:
        """What is known next; waits for it. At the end of the search there is nothing more."""
        step = self._work.steps.get()
        if step is None:
            self._work.steps.put(None)  # for whoever asks again
            self._work.check()
            raise StopIteration
        return step

    @property
    def result(self) -> Analysis:
        """The answer; waits for the end of the search, which close() brings about."""
        self._work.ended.wait()
        self._work.check()
        assert self._work.answer is not None
        return self._work.answer

    def close(self) -> None:
        """Stop the search; what it has found by then is in `result`."""
        self._work.closed.set()
        self._work.ended.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _end(work: _Work, thread: threading.Thread) -> None:
    """Stop the search of a stream that is lost."""
    work.closed.set()
    if thread is not threading.current_thread():
        work.ended.wait(PATIENCE)


@atexit.register  # after the core's own last act, and so called before it
def _end_all() -> None:
    """Stop all searches when Python ends, before anything that they need is gone."""
    works = list(_Work.known)
    for work in works:
        work.closed.set()
    for work in works:
        work.ended.wait(PATIENCE)


class _Work:
    """What the thread in the background does. It does not know the stream, so that this can be lost."""

    known: ClassVar[weakref.WeakSet[_Work]] = weakref.WeakSet()
    """All that may still go on: its thread keeps each alive."""

    def __init__(self, ask: Ask, stop: StopSign | None) -> None:
        self.steps: queue.SimpleQueue[EngineProgress | None] = queue.SimpleQueue()
        self.closed = threading.Event()
        self.ended = threading.Event()
        """Waited for in place of the thread: Python 3.11 takes a thread for ended when Ctrl-C comes in its join()."""
        self.answer: Analysis | None = None
        self._ask = ask
        self._stop = stop
        self._error: BaseException | None = None
        self.known.add(self)

    def do(self) -> None:
        """Ask, and hand over every step; None is the last."""
        try:
            self.answer = self._ask(self, self.steps.put)
        except BaseException as error:  # whoever reads the stream gets it
            self._error = error
        self.steps.put(None)
        self.ended.set()

    def is_set(self) -> bool:
        """Whether the stream is closed, or the stop sign that was given is raised."""
        return self.closed.is_set() or (self._stop is not None and self._stop.is_set())

    def check(self) -> None:
        """Raise what has ended the search, if that was an error."""
        if self._error is not None:
            raise self._error
