"""`gamegrove reproduce`: the experiments of the sources, run again."""

from __future__ import annotations

import json as json_format
import threading
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

import typer
from rich.console import Console

from gamegrove.charts import check_drawing
from gamegrove.cli import INTERRUPTED, arguments, running
from gamegrove.experiments.catalogue import EXPERIMENTS, find_experiment
from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.reproduce import carry_out, described, write_page
from gamegrove.store import Run, Store
from gamegrove.work import Executor

ALL = "all"


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME...]",
            show_default=False,
            help=f"The experiments: {', '.join(EXPERIMENTS)}, or {ALL}; without it they are listed.",
        ),
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="The small size, which takes minutes.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            metavar="FOLDER",
            show_default=False,
            help="Where a folder for each experiment is made; without it experiments, or experiments/quick.",
        ),
    ] = None,
    resume: running.Resume = False,
    jobs: running.Jobs = None,
    cluster: running.ClusterAddress = None,
    store: running.StoreFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")] = False,
    json: arguments.Json = False,
) -> None:
    """Run the experiments of the sources again, and write a page for each: the source's figures beside ours.

    Everything is stored as soon as it is done: after Ctrl-C, kill -9 or a power cut the same command with --resume goes
    on where it was, and on a finished run it only writes the pages again. The same seed gives the same node counts.

    \b
    gamegrove reproduce
    gamegrove reproduce connect-four-2017 --quick
    gamegrove reproduce all --quick --jobs 2
    gamegrove reproduce pente-2003 --cluster tcp://host:8786 --resume
    """
    if not names:
        _list(json)
        return
    check_drawing()
    chosen = [find_experiment(name) for name in (EXPERIMENTS if ALL in names else dict.fromkeys(names))]
    folder = _ready(output or Path("experiments", "quick" if quick else ""))
    place = running.Place(jobs or (None if cluster else running.all_cores()), cluster, store, resume)
    done: list[dict[str, Any]] = []
    with running.workers(place) as executor, Store(store) as base, arguments.stop_on_ctrl_c() as stop:
        for experiment in chosen:
            plan = Plan(experiment.name, quick)
            run = running.begin(base, *described(experiment, plan), resume=resume, quiet=quiet or json)
            is_complete = _carry_out(experiment, plan, run, executor, stop, quiet or json)
            page = _write(experiment, plan, run, folder) if is_complete else None
            done.append({"experiment": experiment.name, "run": run.number, "page": page and str(page)})
            if not json and page is not None:
                print(f"{experiment.name}: {page} (run {run.number})", flush=True)
            if not is_complete:
                break
        if json:
            print(json_format.dumps({"store": str(base.path), "complete": is_complete, "experiments": done}))
        elif not is_complete:
            running.say_where(run, is_interrupted=True)
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


def _ready(folder: Path) -> Path:
    """A folder that can be written to, so that no page gets lost after hours of work."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        raise OSError(f"cannot write to {folder}: {error.strerror}; --output FOLDER names another") from None


def _write(experiment: Experiment, plan: Plan, run: Run, folder: Path) -> Path:
    with Console(stderr=True).status(f"{experiment.name}: writing the page"):
        return write_page(experiment, plan, run, folder / experiment.name)


def _list(json: bool) -> None:
    plans = [Plan(name, quick=True) for name in EXPERIMENTS]
    if json:
        print(json_format.dumps({"experiments": [_about(plan) for plan in plans]}))
        return
    console = Console(highlight=False, soft_wrap=True)
    for plan in plans:
        console.print(f"[bold]{plan.name}[/bold]  {plan.file['title']}")
        console.print(f"  {' '.join(plan.file['question'].split())}", markup=False)
    print("\n`gamegrove reproduce NAME --quick` takes a minute or two, without --quick up to an hour")


def _about(plan: Plan) -> dict[str, Any]:
    return {"name": plan.name, **{name: " ".join(plan.file[name].split()) for name in ("title", "question", "source")}}


def _carry_out(
    experiment: Experiment, plan: Plan, run: Run, executor: Executor, stop: threading.Event, quiet: bool
) -> bool:
    """Do what is missing, with a bar on a terminal; whether all is done."""
    with running.bar_on_terminal(quiet) as bar:
        if bar is None:
            return carry_out(experiment, plan, run, executor, stop=stop)
        task = bar.add_task(experiment.name, total=None)
        return carry_out(
            experiment,
            plan,
            run,
            executor,
            stop=stop,
            watch=lambda _finished, done, parts: bar.update(task, completed=done, total=parts),
        )
