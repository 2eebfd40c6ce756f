"""Othello, 2001: searches with NegaScout as 100, and what rules that prune save and cost."""

from __future__ import annotations

from collections.abc import Sequence

from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.othello_2001 import measured, report, rules
from gamegrove.experiments.othello_2001.rules import run_rule_effects
from gamegrove.experiments.page import Page
from gamegrove.work import Finished, Task

__all__ = ["Othello2001", "run_rule_effects"]


class Othello2001(Experiment):
    """A student's project of 2001: a comparison of searches that it retells, and a search with rules of its own."""

    name = "othello-2001"

    def tasks(self, plan: Plan) -> list[Task]:
        """Searches of the same positions, reports on rules, and games with rules against games without."""
        return [*measured.tasks(plan), *rules.tasks(plan)]

    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        """First the comparison, then the rules; each part ends with what agrees."""
        report.report(plan, finished, page)
        rules.report(plan, finished, page)
