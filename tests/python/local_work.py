"""Processes of this machine, for tests that start and kill them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import distributed
import psutil  # type: ignore[import-untyped]

PATIENCE = 60
"""For so many seconds a test waits for something that should happen at once."""


def local_cluster(workers: int) -> Any:
    """A cluster whose workers are processes with one thread each; a context manager."""
    make: Any = distributed.LocalCluster  # which has no types
    return make(n_workers=workers, threads_per_worker=1, dashboard_address=":0")


def wait_until(happened: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < limit
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    """Whether a process runs; a dead one that nobody has asked for its exit code does not."""
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(process).status() != psutil.STATUS_ZOMBIE)
    return False


def in_sessions(sessions: list[int]) -> list[int]:
    """The processes that run in some sessions, so are offspring of who has started them."""
    return [process for process in psutil.pids() if _session(process) in sessions and is_alive(process)]


def _session(process: int) -> int | None:
    with suppress(ProcessLookupError, PermissionError):
        return os.getsid(process)
    return None
