"""Experiments small enough for a test: plans with other sizes, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.page import Page
from gamegrove.experiments.reproduce import carry_out, described, write_page
from gamegrove.store import Run, Store
from gamegrove.work import Finished, Here


def small_plan(name: str, **changes: Any) -> Plan:
    """The quick plan with some settings changed."""
    plan = Plan(name, quick=True)
    plan.__dict__["settings"] = {**plan.settings, **changes}  # where cached properties are kept
    return plan


def finished_run(experiment: Experiment, plan: Plan, store: Store) -> Run:
    """A run of which everything is done."""
    run = store.begin(*described(experiment, plan))
    assert carry_out(experiment, plan, run, Here())
    return run


def results(experiment: Experiment, plan: Plan, run: Run) -> list[Finished]:
    """What a page is made of."""
    stored = run.results()
    return [stored[task.key] for task in experiment.tasks(plan)]


def page_text(experiment: Experiment, plan: Plan, run: Run, folder: Path) -> str:
    """The page of a run, whose files are in the folder."""
    return write_page(experiment, plan, run, folder).read_text(encoding="utf-8")


class Undrawn(Page):
    """A page that saves no charts, which take longer than all the rest."""

    def chart(self, name: str, figure: Figure, caption: str) -> None:
        """Leave the chart out."""


def verdicts(experiment: Experiment, plan: Plan, finished: Sequence[Finished]) -> dict[str, str]:
    """What a page says of each claim of the source: yes or no."""
    page = Undrawn("")
    experiment.report(plan, finished, page)
    lines = [line.split(" | ") for part in page.parts if "| agrees |" in part for line in part.splitlines()[2:]]
    return {claim.removeprefix("| "): agrees for claim, _, agrees, _ in lines}


def changed(finished: Finished, **result: Any) -> Finished:
    """A finished task with another result."""
    return replace(finished, result={**finished.result, **result})
