"""The experiment: twelve conditions, and the page about them."""

from __future__ import annotations

from collections.abc import Sequence

from gamegrove.experiments.connect_four_2017.asked_game import SIDES
from gamegrove.experiments.connect_four_2017.claims import ALPHA_BETA, MTDF, claims, listed
from gamegrove.experiments.connect_four_2017.results import Results
from gamegrove.experiments.connect_four_2017.sections import (
    mirror_images,
    on_sides,
    other_searches,
    recommendations,
    repetitions,
    table_1_again,
    turn_by_turn,
    what_is_timed,
)
from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.page import Page
from gamegrove.work import Finished, Task
from gamegrove.work.task import Data


class ConnectFour2017(Experiment):
    """Alpha-beta against MTD(f) at depths 5 to 10, with every search asked at every turn."""

    name = "connect-four-2017"

    def tasks(self, plan: Plan) -> list[Task]:
        """One task a game: each depth, each side first, as often as the plan says."""
        return [
            _task(plan, depth, first, repetition)
            for depth in plan["depths"]
            for first in plan["firsts"]
            for repetition in range(plan["repetitions"])
        ]

    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        """Table 1 beside ours, what agrees, the other searches, and every turn."""
        results = Results(plan, finished)
        page.say(_how(plan), what_is_timed(results))
        page.section("What agrees, and what does not")
        page.claims(claims(results, plan.published))
        page.say(on_sides(results))
        table_1_again(page, results, plan.published)
        other_searches(page, results, plan.published)
        recommendations(page)
        mirror_images(page, results)
        repetitions(page, results)
        turn_by_turn(page, results, plan["shown"])


def _task(plan: Plan, depth: int, first: str, repetition: int) -> Task:
    payload = {
        "game": plan["game"],
        "depth": depth,
        "first": first,
        "repetition": repetition,
        "searches": {name: {**plan["shared"], **fields} for name, fields in plan["searches"].items()},
        "sides": {side: _side(plan, side, depth) for side in SIDES},
    }
    return Task("asked-game", f"depth {depth}/{first} first/{repetition}", payload)


def _side(plan: Plan, side: str, depth: int) -> Data:
    """The search that a side plays by, and the player of the catalogue that is the same."""
    told = plan["sides"][side]
    options = {"depth": depth, "wins": plan["shared"]["wins"]}
    if "table_bits" in (search := plan["searches"][told["search"]]):
        options["table_bits"] = search["table_bits"]
    player = ",".join(f"{name}={value}" for name, value in options.items())
    return {"search": told["search"], "player": f"{told['player']}:{player}"}


def _how(plan: Plan) -> str:
    return (
        f"X plays by plain {ALPHA_BETA}, O by {MTDF} with a table that knows mirror images, both to the same depth, "
        f"{listed(plan['depths'])}, each side first, every condition {plan['repetitions']} times. At every turn all "
        "searches are asked about the position; the side to move plays what its own one says. What the paper does not "
        "tell is ours: MTD(f) begins at the guess 0, and tables have "
        f"2^{plan['searches'][MTDF]['table_bits']} entries and are kept from turn to turn. An entry answers for its "
        "own depth only, so that nothing of an earlier turn can answer for a later one. As in the paper all wins are "
        "worth the same, quick or not. Holes are numbered from 1, in the paper from 0."
    )
