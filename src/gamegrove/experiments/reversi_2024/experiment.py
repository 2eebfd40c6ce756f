"""The experiment: its tasks, and its page."""

from __future__ import annotations

from collections.abc import Sequence

from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.page import Page
from gamegrove.experiments.reversi_2024.breadth import breadth_tasks
from gamegrove.experiments.reversi_2024.depth import depth_tasks
from gamegrove.experiments.reversi_2024.report import Findings, write_report
from gamegrove.experiments.reversi_2024.trials import trials
from gamegrove.work import Finished, Task


class Reversi2024(Experiment):
    """The trials, the depth and the breadth of the report of 2024."""

    name = "reversi-2024"

    def tasks(self, plan: Plan) -> list[Task]:
        """The games of all trials, and the searches for depth and breadth."""
        games = [task for each in trials(plan) for task in each.tasks()]
        return [*games, *depth_tasks(plan), *breadth_tasks(plan)]

    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        """What agrees, and what it comes from."""
        write_report(Findings.of(plan, finished), page)
