"""Tasks that search one position in several ways."""

from __future__ import annotations

import time

from gamegrove.games import catalogue
from gamegrove.position import Position
from gamegrove.search import search
from gamegrove.textbook.observation import StopSign
from gamegrove.work.task import Data, Interrupted, Task


def searches_task(label: str, position: Position, requests: list[Data]) -> Task:
    """A task that searches a position once for each request: `algorithm` and further fields of Request."""
    return Task("searches", label, {"position": position.line, "requests": requests})


def run_searches(payload: Data, stop: StopSign | None = None) -> Data:
    """The reports, each with the processor time that it took."""
    position, requests = catalogue.position(payload["position"]), payload["requests"]
    search(position, **{**requests[0], "depth": 1})  # the first search in a process pays for set-up, and is not timed
    return {"searches": [_timed(position, request, stop) for request in requests]}


def _timed(position: Position, request: Data, stop: StopSign | None) -> Data:
    begin = time.thread_time()
    report = search(position, stop=stop, **request)
    seconds = time.thread_time() - begin
    if stop is not None and stop.is_set():
        raise Interrupted
    return {**report.description(), "cpu_seconds": seconds}
