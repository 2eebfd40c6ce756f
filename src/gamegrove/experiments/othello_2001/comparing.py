"""The comparison on the page: leaves, nodes and processor time by depth, with NegaScout as 100."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gamegrove.comparison import BASE, comparison_figure
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001.claims import claims
from gamegrove.experiments.othello_2001.compared import MEASURES, TELLING_SECONDS, TITLES, Compared
from gamegrove.experiments.page import Cell, Page
from gamegrove.work import Finished

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def report(plan: Plan, finished: Sequence[Finished], page: Page) -> None:
    """Tables of all ratios beside the source's ranges, charts, and what agrees."""
    compared, bare = (Compared.of(plan, finished, memory) for memory in ("table", "none"))
    page.section("The comparison")
    page.say(_setting(plan))
    for measure in MEASURES:
        _ratio_table(plan, compared, measure, page)
    _passes_table(compared, page)
    page.chart("leaves", _published_chart(plan, compared), "Leaves by depth, beside the source's ranges (shaded)")
    _comparison_charts(compared, page)
    page.data("comparison", *_all_figures(compared))
    _without_table(plan, bare, page)
    page.section("The comparison: what agrees")
    page.say(
        'A range agrees if all our figures, rounded, lie in it; "better" agrees if it is so at more than half of the '
        "depths."
    )
    page.claims(claims(plan, compared, bare))


def _setting(plan: Plan) -> str:
    plies = plan["plies"]
    return (
        f"{plan['positions'] * len(plies)} positions, {plan['positions']} each after {', '.join(map(str, plies))} "
        f"random moves (seed {plan['seed']}). All searches have the evaluation `{plan['evaluation']}`, a table of "
        f"2^{plan['table_bits']} entries, the order {', '.join(plan['order'])}, and deepen iteratively: the counts of "
        "a depth are those of all depths up to it. Behind ± stands half of a 95 % interval, found by drawing the "
        "positions again. `alphabeta` with a table is what gamegrove also calls `tt`."
    )


def _ratio_table(plan: Plan, compared: Compared, measure: str, page: Page) -> None:
    depths = compared.telling_depths if measure == "seconds" else compared.depths
    if not depths:
        page.say("No search took long enough for its time to say anything.")
        return
    title = {"leaves": "leaves", "nodes": "all nodes", "seconds": "processor time"}[measure]
    rows: list[list[Cell]] = [
        [TITLES[name], *(compared.cell(depth, name, measure) for depth in depths)] for name in compared.algorithms
    ]
    base = [getattr(compared.row(depth, BASE), measure) for depth in depths]
    shown = [f"{each:.2f} s" if measure == "seconds" else f"{each:,}" for each in base]
    rows.append(["*NegaScout's own figure*", *shown])
    columns = [f"{title}, NegaScout = 100", *(f"depth {depth}" for depth in depths)]
    if measure == "leaves":
        columns.insert(1, "source")
        for row, published in zip(rows, _published_ranges(plan, compared), strict=True):
            row.insert(1, published)
    page.table(columns, rows)
    if measure == "seconds":
        page.say(f"Times are given where a search takes at least {1000 * TELLING_SECONDS:.0f} ms on average.")


def _published_ranges(plan: Plan, compared: Compared) -> list[Cell]:
    """What the source says of the leaves of each algorithm; the last row is none of it."""
    ranges = {name: "{} to {}".format(*each["range"]) for name, each in plan.published["leaves"].items()}
    return [*(ranges.get(name) for name in compared.algorithms), None]


def _passes_table(compared: Compared, page: Page) -> None:
    drivers = [name for name in compared.algorithms if any(compared.passes(name).values())]
    depths = list(compared.passes(BASE))
    if drivers and depths:
        columns = ["passes of a search to one depth", *(f"depth {depth}" for depth in depths)]
        page.table(
            columns, [[TITLES[name], *(f"{each:.1f}" for each in compared.passes(name).values())] for name in drivers]
        )


def _comparison_charts(compared: Compared, page: Page) -> None:
    """All algorithms, by counts and by time; the times of short searches would only show noise."""
    counts = comparison_figure(compared.comparison, ("leaves", "nodes"))
    page.chart("counts", counts, "Leaves and nodes by depth, NegaScout = 100")
    telling = [row for row in compared.comparison.rows if row.depth in compared.telling_depths]
    if telling:
        times = comparison_figure(replace(compared.comparison, rows=telling), ("seconds",))
        page.chart("time", times, "Processor time by depth, NegaScout = 100")


def _published_chart(plan: Plan, compared: Compared) -> Figure:
    """A panel for each algorithm of which the source tells a range."""
    from matplotlib.figure import Figure

    known = [name for name in compared.algorithms if name in plan.published["leaves"]]
    figure = Figure(figsize=(3.2 * len(known), 3.6), layout="constrained")
    for panel, name in zip(figure.subplots(1, len(known), sharey=True, squeeze=False)[0], known, strict=True):
        low, high = plan.published["leaves"][name]["range"]
        ratios = [compared.ratios[depth, name, "leaves"] for depth in compared.depths]
        heights = [100 * each.value for each in ratios]
        errors = [
            [100 * (each.value - each.low) for each in ratios],
            [100 * (each.high - each.value) for each in ratios],
        ]
        panel.axhspan(low, high, color="tab:orange", alpha=0.25, label="source")
        panel.axhline(100, color="black", linewidth=0.8)
        panel.errorbar(compared.depths, heights, errors, marker="o", capsize=3, label="here")
        panel.set_title(TITLES[name].replace("\\", ""))
        panel.set_xlabel("depth")
        panel.grid(alpha=0.3)
        panel.legend(fontsize="small")
    return figure


def _all_figures(compared: Compared) -> tuple[list[str], list[list[Cell]]]:
    """Every sum and ratio, with the intervals."""
    table = compared.comparison.table()
    del table["distinct_leaves"], table["relative_distinct_leaves"]  # nobody has counted them
    keys = list(zip(table["depth"], table["algorithm"], strict=True))
    for measure in MEASURES:
        ratios = [compared.ratios[depth, name, measure] for depth, name in keys]
        table[f"low_{measure}"] = [100 * each.low for each in ratios]
        table[f"high_{measure}"] = [100 * each.high for each in ratios]
    return list(table), [list(row) for row in zip(*table.values(), strict=True)]


def _without_table(plan: Plan, bare: Compared, page: Page) -> None:
    page.section("Without a table")
    page.say(
        "The source's own programs had no table. Here are the same positions, searched straight to the depth and "
        f"without one; the order is {', '.join(each for each in plan['order'] if each != 'memory')}."
    )
    columns = ["NegaScout without a table = 100", *(f"depth {depth}" for depth in bare.depths)]
    others = [name for name in bare.algorithms if name != BASE]
    page.table(
        columns,
        [
            [f"{measure} of {TITLES[name]}", *(bare.cell(depth, name, measure) for depth in bare.depths)]
            for name in others
            for measure in ("leaves", "nodes")
        ],
    )
    page.data("without-table", *_all_figures(bare))
