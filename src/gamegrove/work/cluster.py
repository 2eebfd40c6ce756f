"""Tasks on a cluster of dask.distributed."""

from __future__ import annotations

import hashlib
import importlib
import logging
import platform
import re
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import gamegrove
from gamegrove.errors import GamegroveError, WorkFailedError
from gamegrove.textbook.observation import StopSign
from gamegrove.work.executor import LOOK, as_done, do
from gamegrove.work.loading import Source
from gamegrove.work.task import Data, Finished, Interrupted, Task

ANSWER_WITHIN = 5
"""For how many seconds a scheduler is called."""
COUNT_EVERY = 1
"""How many seconds lie between two counts of the workers."""
GOES_ON = "what was finished is stored, and --resume goes on with the rest"

_log = logging.getLogger("gamegrove")


class Cluster:
    """Does tasks on the workers of a dask scheduler, which come and go; what a lost one had, another does again."""

    def __init__(self, address: str, load: Sequence[Source] = (), *, patience: float = 60) -> None:
        self.address = address
        self.patience = patience
        self._sources = tuple(load)
        self._distributed = _quiet_distributed()
        self._client = self._connect()
        self._threads: int | None = None
        self._counted = self._last_worker = time.monotonic() - COUNT_EVERY

    def _connect(self) -> Any:  # noqa: ANN401 - a client, of a package without types
        if not re.fullmatch(r"((tcp|tls|wss?)://)?[^\s/]+:[0-9]+", self.address):
            raise GamegroveError(
                f"'{self.address}' is no address of a cluster; `dask scheduler` prints it, such as tcp://192.0.2.7:8786"
            )
        try:
            return self._distributed.Client(self.address, timeout=ANSWER_WITHIN, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorkFailedError(
                f"no dask scheduler answers at {self.address} ({error}); `dask scheduler` starts one, and prints where"
            ) from None

    @property
    def workers(self) -> int:
        """How many tasks the cluster can do at the same time just now."""
        now = time.monotonic()
        if now - self._counted >= COUNT_EVERY:
            self._counted = now
            self._count()
        return self._threads or 0

    def run(self, tasks: Iterator[Task], stop: StopSign | None = None) -> Iterator[Finished]:
        """The tasks as they are finished, and those last that were there whenever a worker died.

        Such a task may only have been waiting at the same worker as a deadly one. So it is tried again on its own.
        """
        self._last_worker = time.monotonic()
        suspects: list[Task] = []
        yield from self._round("gamegrove", tasks, stop, suspects.append)
        for suspect in suspects:
            yield from self._round("gamegrove-alone", iter([suspect]), stop, _blame)

    def _round(
        self, name: str, tasks: Iterator[Task], stop: StopSign | None, suspect: Callable[[Task], None]
    ) -> Iterator[Finished]:
        wanted: dict[int, Any] = {}

        def submit(task: Task) -> Any:  # noqa: ANN401 - a future, of a package without types
            future = self._client.submit(_ask, self._order(task), key=f"{name}-{self._key(task)}")
            wanted[id(future)] = future
            return future

        try:
            # Two tasks a thread, so that no thread waits for us.
            for task, future in as_done(tasks, submit, lambda: max(1, 2 * self.workers), stop):
                try:
                    yield self._finished(task, future)
                except self._distributed.KilledWorker:
                    suspect(task)
                wanted.pop(id(future)).release()
        finally:  # what nobody wants is stopped, or forgotten, by the cluster
            for future in wanted.values():
                future.release()

    def close(self) -> None:
        """Leave the cluster, which goes on without us."""
        with suppress(Exception):  # as it may be gone
            self._client.close(timeout=ANSWER_WITHIN)

    def _key(self, task: Task) -> str:
        """Equal work has an equal key, in every run; the same task with another loaded file is other work."""
        described = repr((gamegrove.__version__, self._sources, task.key))
        return hashlib.sha256(described.encode()).hexdigest()[:32]

    def _order(self, task: Task) -> Data:
        return {
            "version": gamegrove.__version__,
            "load": [(str(source.path), source.text) for source in self._sources],
            "task": (task.kind, task.label, task.payload),
        }

    def _finished(self, task: Task, future: Any) -> Finished:  # noqa: ANN401
        try:
            answer: Data = future.result()
        except self._distributed.KilledWorker:
            raise
        except CancelledError:
            raise self._lost() from None
        except Exception as error:
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise WorkFailedError(f"{task}: the cluster could not do it: {what}") from None
        if "error" in answer:
            raise GamegroveError(answer["error"])
        return Finished(task, **answer)

    def _count(self) -> None:
        """Count the workers' threads; say so when there are none, and in the end wait no longer."""
        before = self._threads
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, RuntimeError, CancelledError):
            raise self._lost() from None
        if self._threads:
            self._last_worker = self._counted
            return
        advice = f"start one with: dask worker {self.address} --nthreads 1 --nworkers 2"
        if before != 0:
            _log.warning("the cluster at %s has no worker; waiting for one (%s)", self.address, advice)
        if self._counted - self._last_worker > self.patience:
            raise WorkFailedError(
                f"the cluster at {self.address} has had no worker for {self.patience:g} s; {advice}; {GOES_ON}"
            )

    def _lost(self) -> WorkFailedError:
        return WorkFailedError(f"the dask scheduler at {self.address} is lost; {GOES_ON}")


def _quiet_distributed() -> ModuleType:
    """The package, which is to leave it to us what people are told."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise GamegroveError("a cluster needs another package: pip install 'gamegrove[cluster]'") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


def _blame(task: Task) -> None:
    raise WorkFailedError(f"{task}: several workers died while they were doing it; is there enough memory?")


def _asker() -> Callable[[Data], Data]:
    """What a worker is asked. As an inner function it travels with its code: a machine without the package can tell."""

    def ask(order: Data) -> Data:
        import importlib
        import platform

        try:
            answer: Data = importlib.import_module("gamegrove.work.cluster").do_order(order)
        except ImportError as error:
            return {"error": f"the worker on {platform.node()} cannot import gamegrove {order['version']}: {error}"}
        return answer

    return ask


_ask = _asker()


def do_order(order: Data) -> Data:
    """What a worker does. Plain data both ways, so that another version can still say which one it is."""
    if order["version"] != gamegrove.__version__:
        return {
            "error": f"the worker on {platform.node()} has gamegrove {gamegrove.__version__}, and {order['version']} "
            "asks it; install the same version everywhere"
        }
    distributed = importlib.import_module("distributed")
    load = [Source(Path(path), text) for path, text in order["load"]]
    try:
        done = do(Task(*order["task"]), _Unwanted(distributed.get_worker()), load)
    except GamegroveError as error:
        return {"error": str(error)}
    except Interrupted:
        raise distributed.Reschedule from None  # somebody may want it again by now
    return {"result": done.result, "seconds": done.seconds, "worker": done.worker}


class _Unwanted:
    """A stop sign that is raised when nobody waits for the task of this thread any more.

    The scheduler takes the worker for free then, and sends it new tasks, which would wait behind the old one.
    """

    def __init__(self, worker: Any) -> None:  # noqa: ANN401 - of a package without types
        self._tasks = worker.state.tasks
        self._key = worker.get_current_task()
        self._looked = time.monotonic()
        self._raised = False

    def is_set(self) -> bool:
        """Whether the task was ever seen cancelled; looks a few times a second, as searches ask often."""
        now = time.monotonic()
        if not self._raised and now - self._looked >= LOOK:
            self._looked = now
            known = self._tasks.get(self._key)
            self._raised = known is None or known.state == "cancelled"
        return self._raised
