"""A program that can be killed: goes on with a run until all its tasks are done, and prints their labels."""

from __future__ import annotations

import sys
from pathlib import Path

import work_kinds
from gamegrove.store import Store
from gamegrove.work import Cluster, Executor, Processes, Task, perform
from gamegrove.work.loading import Source

TASKS = 100


def tasks(seconds: float, notes: Path) -> list[Task]:
    return [Task("noted", f"{n}", {"number": n, "seconds": seconds, "notes": str(notes)}) for n in range(TASKS)]


def main(folder: Path, seconds: float, address: str | None) -> None:
    load = [Source.read(work_kinds.FILE)]
    executor: Executor = Cluster(address, load) if address else Processes(2, load)
    with Store(folder / "store.db") as store:
        run = store.begin("tournament", "faults", {"tasks": TASKS}, resume=True)
        for finished in perform(tasks(seconds, folder / "notes"), executor, run):
            print(finished.task.label)
        run.finish()
    executor.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
