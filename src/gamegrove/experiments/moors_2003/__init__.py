"""The Moors of Venice, 2003: what a table saves, nodes by number of pieces, and two ways to divide the time."""

from __future__ import annotations

from collections.abc import Sequence

from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.moors_2003 import clocks, nodes
from gamegrove.experiments.moors_2003.nodes import run_followed_game
from gamegrove.experiments.page import Page
from gamegrove.work import Finished, Task

__all__ = ["Moors2003", "run_followed_game"]


class Moors2003(Experiment):
    """A tournament program for Othello on 96 cells: the experiments of its report."""

    name = "moors-2003"

    def tasks(self, plan: Plan) -> list[Task]:
        """Games that searches follow to count their nodes, and games against the clock."""
        return [*nodes.tasks(plan), *clocks.tasks(plan)]

    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        """First the nodes, then the clocks; each part ends with what agrees."""
        nodes.report(plan, finished, page)
        clocks.report(plan, finished, page)
        page.section("What is missing")
        page.say(
            "The source also shows weights that it has learned, by stage of the game. gamegrove has no learner for "
            "them yet, so that figure is not drawn again; the weights of the smart evaluation are set by hand."
        )
