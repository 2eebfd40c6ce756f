"""What commands share that do much work: where it is done, where it is stored, and how it is watched."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from gamegrove.errors import GamegroveError
from gamegrove.store import Kind, Run, Store, usual_place
from gamegrove.store.store import VARIABLE
from gamegrove.work import Cluster, Executor, Here, Processes
from gamegrove.work.loading import Source
from gamegrove.work.task import Data

Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=1,
        show_default=False,
        help="How many processes work at the same time; without it one, for experiments as many as there are cores.",
    ),
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        show_default=False,
        help="Work on a dask cluster, such as tcp://host:8786, in place of processes on this machine.",
    ),
]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        envvar=VARIABLE,
        show_default=False,
        help=f"The database for all results; without it {usual_place()}.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with the last run of the same plan; what is stored is not done again.")
]


loaded: list[Source] = []
"""The files of --load, which the workers run as well."""


@dataclass(frozen=True)
class Place:
    """Where work is done and where it is stored."""

    jobs: int | None
    """How many processes work; None for this one."""
    cluster: str | None
    """The address of a cluster that works instead."""
    store: Path | None
    """The file of the store; None for the usual one."""
    resume: bool
    """Whether to go on with the last run of the same plan."""


def begin(base: Store, kind: Kind, name: str, plan: Data, *, resume: bool, quiet: bool) -> Run:
    """Begin a run, or go on with one, and say which.

    What the files of --load say decides the results, too.
    """
    whole = {**plan, "load": [source.digest for source in loaded]} if loaded else plan
    run = base.begin(kind, name, whole, resume=resume)
    if resume and not quiet:
        stored = run.count()
        known = f"going on with run {run.number}: {stored:,} results are stored"
        print(known if stored else f"nothing to go on with; run {run.number} begins", file=sys.stderr)
    return run


@contextmanager
def workers(place: Place) -> Iterator[Executor]:
    """Who does the work: this process, other processes, or a cluster."""
    jobs, cluster = place.jobs, place.cluster
    if jobs is not None and cluster is not None:
        raise GamegroveError("--jobs and --cluster: a cluster has its own workers; leave one of them out")
    executor: Executor = Here()
    if cluster is not None:
        executor = Cluster(cluster, loaded)
    elif jobs is not None and jobs > 1:
        executor = Processes(jobs, loaded)
    try:
        yield executor
    finally:
        executor.close()


def all_cores() -> int:
    """How many processes this machine can run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Rate(ProgressColumn):
    """How much is done in a second or a minute."""

    def render(self, task: Task) -> Text:
        if not task.speed:
            return Text("")
        return Text(f"{task.speed:.1f}/s" if task.speed >= 1 else f"{60 * task.speed:.1f}/min", style="dim")


@contextmanager
def bar_on_terminal(quiet: bool) -> Iterator[Progress | None]:
    """A progress bar with rate and time left on a terminal; None elsewhere, and for those who want it quiet."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Rate(), TimeRemainingColumn()
    # Twice a second is enough, and leaves the time to the players.
    with Progress(*columns, console=console, transient=True, refresh_per_second=2) as bar:
        yield bar


def how_to_go_on() -> str:
    """The command that goes on where this one was interrupted."""
    again = sys.argv[1:] if "--resume" in sys.argv else [*sys.argv[1:], "--resume"]
    return f"go on with: {shlex.join(['gamegrove', *again])}"


def say_where(run: Run, *, is_interrupted: bool) -> None:
    """Where the results are, and what to do with them."""
    if is_interrupted:
        print(f"what is finished is stored as run {run.number}; {how_to_go_on()}")
    else:
        print(f"stored as run {run.number} in {run.store.path}; `gamegrove results show {run.number}` shows it again")
