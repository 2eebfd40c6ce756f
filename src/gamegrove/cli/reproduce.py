"""`gamegrove reproduce`: the experiments of the sources, run again."""

from __future__ import annotations

import json as json_format
import threading
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from gamegrove.charts import check_drawing
from gamegrove.cli import INTERRUPTED, arguments, running
from gamegrove.errors import GamegroveError
from gamegrove.experiments.catalogue import EXPERIMENTS, find_experiment
from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.reproduce import begin_run, carry_out, write_page
from gamegrove.store import Run, Store
from gamegrove.work import Executor

ALL = "all"


def reproduce(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME...]",
            show_default=False,
            help=f"The experiments: {', '.join(each.name for each in EXPERIMENTS)}, or {ALL}; without it they are "
            "listed.",
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
    chosen = list(EXPERIMENTS) if names == [ALL] else [find_experiment(name) for name in names]
    folder = output or Path("experiments", "quick" if quick else "")
    if folder.exists() and not folder.is_dir():
        raise GamegroveError(f"--output {folder} is not a folder")
    with (
        Store(store) as base,
        running.workers(jobs or (None if cluster else running.all_cores()), cluster) as executor,
        arguments.stop_on_ctrl_c() as stop,
    ):
        done = []
        for experiment in chosen:
            plan = Plan(experiment.name, quick)
            run = begin_run(experiment, plan, base, resume=resume)
            if not _carry_out(experiment, plan, run, executor, stop, quiet or json):
                running.say_where(run, is_interrupted=True)
                raise typer.Exit(INTERRUPTED)
            page = write_page(experiment, plan, run, folder / experiment.name)
            done.append({"experiment": experiment.name, "run": run.number, "page": str(page)})
            if not json:
                print(f"{experiment.name}: {page} (run {run.number})", flush=True)
    if json:
        print(json_format.dumps({"store": str(base.path), "experiments": done}))


def _list(json: bool) -> None:
    plans = [Plan(each.name, quick=True) for each in EXPERIMENTS]
    if json:
        print(json_format.dumps({"experiments": [_described(plan) for plan in plans]}))
        return
    console = Console(highlight=False, soft_wrap=True)
    for plan in plans:
        console.print(f"[bold]{plan.name}[/bold]  {plan.file['title']}")
        console.print(f"  {' '.join(plan.file['question'].split())}", markup=False)
    print("\n`gamegrove reproduce NAME --quick` takes a minute or two, without --quick up to an hour")


def _described(plan: Plan) -> dict[str, Any]:
    return {"name": plan.name, **{name: plan.file[name] for name in ("title", "question", "source")}}


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
