"""How the time of a run falls with the number of workers: measured with one and two, simulated beyond that.

    python benchmarks/workers.py [--rounds 3] [--games 24] [--cluster]

Measured is wall-clock time, from the first task to the last result in the store, with workers that run already but for
`Processes`, which starts its own. All contestants play the same games and take turns; a ratio is the median of the
ratios within the rounds, followed by the lowest and the highest. `--cluster` adds a dask cluster on this machine:
a scheduler and one or two workers, each a process of its own.

The simulation has these assumptions:

- a worker is as fast as one here that has a core to itself, however many there are;
- game times are drawn from those measured here without other workers, by a seeded generator;
- each result costs the scheduler and then the client some time, one result after another: their CPU time per game,
  measured here with games that are over at once, and for the client the time in which it waits for its disk as well;
- the network needs a millisecond for a message;
- nobody dies, and every worker has a second task waiting while it does one, as `Cluster` arranges it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median
from typing import Any

from timing import Timed, ratios

from gamegrove.cli.running import all_cores
from gamegrove.match import Match
from gamegrove.store import Run, Store
from gamegrove.work import Cluster, Executor, Finished, Here, Processes, Task, perform

NETWORK = 0.001
"""Seconds that a message needs."""
TINY_GAMES = 400
SIMULATED_GAMES = 20_000
SIMULATED_WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
CORES = 64
"""More workers than that are simulated for clusters only."""


@dataclass
class Contestant:
    """An executor, and what was measured of it."""

    who: str
    executor: Executor
    scheduler_time: Callable[[], float] = lambda: 0.0
    """The CPU time that the scheduler has used so far."""
    timed: Timed = field(init=False)
    client_costs: list[float] = field(default_factory=list)
    """Seconds a game that the client was busy with it, round by round."""
    scheduler_costs: list[float] = field(default_factory=list)
    """Seconds a game that the scheduler was busy with it, round by round."""

    def __post_init__(self) -> None:
        self.timed = Timed(self.who)

    def play(self, tasks: list[Task], run: Run) -> list[Finished]:
        """Do all tasks once, and note down how long it took."""
        begin = time.monotonic()
        finished = list(perform(tasks, self.executor, run))
        self.timed.add({"games": len(tasks)}, time.monotonic() - begin)
        return finished

    def coordinate(self, tasks: list[Task], run: Run) -> None:
        """Do tasks that take no time, and note down what it costs to send them to and fro."""
        watched = _Watched(run)
        cpu, scheduler = time.process_time(), self.scheduler_time()
        list(perform(tasks, self.executor, watched))  # type: ignore[arg-type] # a run that looks at its watch
        self.client_costs.append((time.process_time() - cpu + watched.waited) / len(tasks))
        self.scheduler_costs.append((self.scheduler_time() - scheduler) / len(tasks))


class _Watched:
    """A run that knows for how long its store has waited for the disk."""

    def __init__(self, run: Run) -> None:
        self.results, self.result = run.results, run.result
        self.run = run
        self.waited = 0.0

    def add(self, finished: Finished) -> bool:
        """Store a result."""
        begin, cpu = time.monotonic(), time.thread_time()
        is_new = self.run.add(finished)
        self.waited += max(0.0, time.monotonic() - begin - (time.thread_time() - cpu))
        return is_new


@contextmanager
def dask_cluster(workers: int, folder: Path) -> Iterator[str]:
    """The address of a scheduler with workers, all of them processes of their own."""
    file = folder / f"scheduler-{workers}.json"
    dask = [sys.executable, "-m", "dask"]
    commands = (
        [*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)],
        [*dask, "worker", "--scheduler-file", str(file), "--nthreads", "1", "--nworkers", str(workers)],
    )
    started = [subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=folder) for command in commands]
    try:
        while not file.exists():
            if started[0].poll() is not None:
                sys.exit("the dask scheduler could not start; `python -m dask scheduler` says why")
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"]
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait()


def cluster_contestant(workers: int, address: str) -> Contestant:
    """A cluster all of whose workers are there."""
    executor = Cluster(address)
    client: Any = executor._client
    client.wait_for_workers(workers)
    return Contestant(f"cluster of {workers}", executor, lambda: float(client.run_on_scheduler(time.process_time)))


@contextmanager
def contestants(with_cluster: bool, folder: Path) -> Iterator[list[Contestant]]:
    """Here, processes and, if wanted, clusters, each with one worker and with two."""
    with ExitStack() as stack:
        made = [
            Contestant("here", Here()),
            Contestant("1 process", Processes(1)),
            Contestant("2 processes", Processes(2)),
        ]
        if with_cluster:
            addresses = [stack.enter_context(dask_cluster(n, folder)) for n in (1, 2)]
            made += [cluster_contestant(n, address) for n, address in zip((1, 2), addresses, strict=True)]
        for each in made:
            stack.callback(each.executor.close)
        yield made


def simulated(workers: int, costs: Sequence[float], durations: Sequence[float], network: float = NETWORK) -> float:
    """How long a run takes with so many workers; a result passes the stations one after another, at those costs.

    An event is a moment, a worker, and whether it has finished a game (1) or is sent one (0).
    """
    left = iter(durations)
    stations = [0.0] * len(costs)
    waiting = [0] * workers
    busy = [False] * workers
    events: list[tuple[float, int, int]] = []
    sent = end = 0.0
    to_send = len(durations)
    for worker in [*range(workers), *range(workers)][:to_send]:
        sent += max(costs)
        heapq.heappush(events, (sent + network, worker, 0))
        to_send -= 1
    stations[-1] = sent
    while events:
        now, worker, has_finished = heapq.heappop(events)
        if has_finished:
            busy[worker] = False
            end = now
            for station, cost in enumerate(costs):
                end = stations[station] = max(stations[station], end + network) + cost
            if to_send:
                heapq.heappush(events, (end + network, worker, 0))
                to_send -= 1
        else:
            waiting[worker] += 1
        if waiting[worker] and not busy[worker]:
            waiting[worker] -= 1
            busy[worker] = True
            heapq.heappush(events, (now + next(left), worker, 1))
    return end


def print_measured(measured: Sequence[Contestant]) -> None:
    """Times, ratios and costs."""
    first = measured[0].timed
    print(f"{'measured':<14}{'seconds':>9}{'times as fast as here':>30}{'ms a game: client':>20}{'scheduler':>11}")
    for each in measured:
        found = ratios(each.timed, first)
        ratio = f"{median(found):.2f} ({min(found):.2f} to {max(found):.2f})"
        client = f"{1000 * median(each.client_costs):.2f}" if each.client_costs else ""
        scheduler = f"{1000 * median(each.scheduler_costs):.2f}" if isinstance(each.executor, Cluster) else ""
        print(f"{each.who:<14}{median(each.timed.seconds):>9.2f}{ratio:>30}{client:>20}{scheduler:>11}")


def print_simulated(measured: Contestant, durations: Sequence[float]) -> None:
    """How it goes on, and how well the simulation foretells what was measured."""
    costs = [median(measured.client_costs)]
    if isinstance(measured.executor, Cluster):
        costs.insert(0, median(measured.scheduler_costs))
    again = simulated(2, costs, durations)
    print(f"\n{measured.who}: the same {len(durations)} games with 2 workers, simulated: {again:.2f} s")
    drawn = random.Random(1).choices(durations, k=SIMULATED_GAMES)
    alone = simulated(1, costs, drawn)
    print(f"{SIMULATED_GAMES:,} games of {mean(durations):.2f} s on average, costs of {measured.who}:")
    print(f"{'workers':>9}{'seconds':>10}{'times as fast as 1':>21}{'of the ideal':>14}")
    largest = SIMULATED_WORKERS[-1] if isinstance(measured.executor, Cluster) else CORES
    for workers in (each for each in SIMULATED_WORKERS if each <= largest):
        seconds = simulated(workers, costs, drawn)
        print(f"{workers:>9}{seconds:>10.1f}{alone / seconds:>21.1f}{100 * alone / seconds / workers:>12.0f} %")


def measure(measured: Sequence[Contestant], rounds: int, games: int, store: Store) -> list[float]:
    """Let all take turns; how long each game takes here, in the median of the rounds."""
    tasks = Match("tt:depth=8", "tt:depth=7", "othello:size=6", games=games).tasks()
    tiny = Match("random", "random", "othello:size=6", games=TINY_GAMES).tasks()
    durations: list[list[float]] = []
    for each in [each for _ in range(rounds) for each in measured]:
        finished = each.play(tasks, store.begin("benchmark", each.who, {}))
        if isinstance(each.executor, Here):
            durations.append([one.seconds for one in sorted(finished, key=lambda one: int(one.task.label))])
        else:
            each.coordinate(tiny, store.begin("benchmark", each.who, {}))
    return [median(times) for times in zip(*durations, strict=True)]


def main() -> int:
    """Measure, simulate, and print both."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--cluster", action="store_true")
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        contestants(asked.cluster, Path(name)) as measured,
        Store(Path(name) / "workers.db") as store,
    ):
        durations = measure(measured, asked.rounds, asked.games, store)
        cores = all_cores()
        print(f"{asked.games} games of Othello 6x6, rounds: {asked.rounds}, cores: {cores}\n")
        print_measured(measured)
        for each in measured[2::2]:
            print_simulated(each, durations)
    print("\nThe simulation" + (__doc__ or "").partition("The simulation")[2].rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
