"""Running an experiment: its tasks, stored one by one, and then its page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gamegrove.errors import GamegroveError
from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.page import Page
from gamegrove.store import Kind, Run
from gamegrove.textbook.observation import StopSign
from gamegrove.work import Executor, Finished, perform
from gamegrove.work.task import Data

Watcher = Callable[[Finished, int, int], None]
"""Called with a finished task, how many are finished, and how many there are."""


def described(experiment: Experiment, plan: Plan) -> tuple[Kind, str, Data]:
    """Kind, name and plan of a run of the experiment, with which a store begins it or goes on with it."""
    return Kind.experiment, experiment.name, {"size": plan.size, **plan.settings}


def carry_out(
    experiment: Experiment,
    plan: Plan,
    run: Run,
    executor: Executor,
    *,
    stop: StopSign | None = None,
    watch: Watcher = lambda _finished, _done, _all: None,
) -> bool:
    """Do what is missing of a run; whether everything is done now."""
    tasks = experiment.tasks(plan)
    for done, finished in enumerate(perform(tasks, executor, run, stop), 1):
        watch(finished, done, len(tasks))
    is_complete = {task.key for task in tasks} <= run.results().keys()  # another process may have gone on with it
    if is_complete:
        run.finish()
    return is_complete


def write_page(experiment: Experiment, plan: Plan, run: Run, folder: Path) -> Path:
    """Make the page of a finished run out of what is stored, beside the plan that was followed."""
    page = Page(plan.file["title"])
    page.say(plan.file["question"], f"Source: {plan.file['source']}")
    finished = _all_finished(experiment, plan, run)
    experiment.report(plan, finished, page)
    page.section("How to run it again")
    again = f"gamegrove reproduce {experiment.name}{' --quick' if plan.quick else ''}"
    page.say(
        f"`{again}` follows [the plan](plan.toml), size `{plan.size}`. These are {len(finished)} tasks, "
        f"{sum(each.seconds for each in finished):,.0f} seconds of work, done by gamegrove {run.version}. Node counts "
        "are the same wherever it runs; times, and what depends on a clock, are not."
    )
    page.files["plan.toml"] = plan.text.encode()
    return page.write(folder)


def _all_finished(experiment: Experiment, plan: Plan, run: Run) -> list[Finished]:
    tasks, stored = experiment.tasks(plan), run.results()
    if missing := sum(task.key not in stored for task in tasks):
        raise GamegroveError(
            f"run {run.number} of {experiment.name} lacks {missing} of {len(tasks)} tasks; --resume goes on with it"
        )
    return [stored[task.key] for task in tasks]
