"""The comparison on the page: leaves, nodes and processor time by depth, with NegaScout as 100."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

from gamegrove.comparison import BASE
from gamegrove.experiments.drawing import per_cent
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001.charts import published_chart, relative_chart
from gamegrove.experiments.othello_2001.claims import claims, criteria
from gamegrove.experiments.othello_2001.measured import (
    MEASURES,
    PREFIX,
    TELLING_SECONDS,
    TITLES,
    VARIED,
    Measured,
    player_named,
)
from gamegrove.experiments.page import Cell, Page
from gamegrove.work import Finished


def report(plan: Plan, finished: Sequence[Finished], page: Page) -> None:
    """Tables of all ratios beside the source's ranges, charts, and what agrees."""
    measured, bare = (Measured.of(finished, PREFIX, memory) for memory in ("table", "none"))
    varied = {name: Measured.of(finished, f"{VARIED}{name}/") for name in plan["variations"]}
    page.section("The comparison")
    page.say(_setting(plan))
    for measure in MEASURES:
        _ratio_table(plan, measured, measure, page)
    _passes_table(measured, page)
    page.chart("leaves", published_chart(plan, measured), "Leaves by depth, beside the source's ranges (shaded)")
    _comparison_charts(measured, page)
    page.data("comparison", *_all_figures(measured))
    _with_something_else(plan, measured, varied, page)
    _without_table(plan, bare, page)
    page.section("The comparison: what agrees")
    page.say(criteria(plan))
    titled = {plan["variations"][name]["title"]: each for name, each in varied.items()}
    page.claims(claims(plan, measured, bare, titled))


def _setting(plan: Plan) -> str:
    plies, bits = plan["plies"], plan["table_bits"]
    return (
        f"{plan['positions'] * len(plies)} positions, {plan['positions']} each after {', '.join(map(str, plies))} "
        f"random moves (seed {plan['seed']}). All searches have the evaluation `{plan['evaluation']}`, the order "
        f"{', '.join(plan['order'])}, and deepen iteratively: the counts of a depth are those of all depths up to it. "
        f"Every search begins with an empty table, of 2^{bits + plan['depths'][0]} entries at depth "
        f"{plan['depths'][0]} and twice as many for each further ply. Processor time is that of the whole search, with "
        "the making of the table; in a larger one a short search would above all wait for memory that it is the first "
        "to touch, which makes all algorithms alike. Behind ± stands half of a 95 % interval, found by drawing the "
        "positions again. `alphabeta` with a table is what gamegrove also calls `tt`."
    )


def _ratio_table(plan: Plan, measured: Measured, measure: str, page: Page) -> None:
    depths = measured.telling_depths(measure)
    if not depths:
        page.say("No search took long enough for its time to say anything.")
        return
    title = {"leaves": "leaves", "nodes": "all nodes", "seconds": "processor time"}[measure]
    rows: list[list[Cell]] = [
        [TITLES[name], *(measured.cell(depth, name, measure) for depth in depths)] for name in measured.algorithms
    ]
    base = [getattr(measured.row(depth, BASE), measure) for depth in depths]
    shown = [f"{each:.2f} s" if measure == "seconds" else f"{each:,}" for each in base]
    rows.append(["*NegaScout's own figure*", *shown])
    columns = [f"{title}, NegaScout = 100", *(f"depth {depth}" for depth in depths)]
    if measure == "leaves":
        columns.insert(1, "source")
        for row, published in zip(rows, _published_ranges(plan, measured), strict=True):
            row.insert(1, published)
    page.table(columns, rows)
    if measure == "seconds":
        page.say(f"Times are given where a search takes at least {1000 * TELLING_SECONDS:.0f} ms on average.")


def _published_ranges(plan: Plan, measured: Measured) -> list[Cell]:
    """What the source says of the leaves of each algorithm; the last row is none of it."""
    ranges = {name: "{} to {}".format(*each["range"]) for name, each in plan.published["leaves"].items()}
    return [*(ranges.get(name) for name in measured.algorithms), None]


def _passes_table(measured: Measured, page: Page) -> None:
    """Averages and largest counts, where a depth follows another."""
    found = {name: measured.passes(name) for name in measured.algorithms}
    depths = list(found[BASE])
    drivers = [name for name, passes in found.items() if any(map(any, passes.values()))]
    if drivers and depths:
        columns = ["passes of a search to one depth (the largest)", *(f"depth {depth}" for depth in depths)]
        page.table(columns, [[TITLES[name], *map(_passes_cell, found[name].values())] for name in drivers])


def _passes_cell(passes: Sequence[int]) -> str:
    return f"{mean(passes):.1f} ({max(passes)})"


def _comparison_charts(measured: Measured, page: Page) -> None:
    """All algorithms, by counts and by time; the times of short searches would only show noise."""
    caption = "by depth, NegaScout = 100, with 95 % intervals"
    page.chart("counts", relative_chart(measured, ("leaves", "nodes")), f"Leaves and nodes {caption}")
    if measured.telling_depths("seconds"):
        page.chart("time", relative_chart(measured, ("seconds",)), f"Processor time {caption}")


def _all_figures(measured: Measured) -> tuple[list[str], list[list[Cell]]]:
    """Every sum and ratio, with the intervals."""
    table = measured.comparison.table()
    del table["distinct_leaves"], table["relative_distinct_leaves"]  # nobody has counted them
    keys = list(zip(table["depth"], table["algorithm"], strict=True))
    for measure in MEASURES:
        intervals = [measured.interval(depth, name, measure) for depth, name in keys]
        table[f"low_{measure}"] = [low for low, _ in intervals]
        table[f"high_{measure}"] = [high for _, high in intervals]
    return list(table), [list(row) for row in zip(*table.values(), strict=True)]


# -- Variations: what depends on what the source does not tell.


def _with_something_else(plan: Plan, measured: Measured, varied: Mapping[str, Measured], page: Page) -> None:
    page.section("The same with something else")
    finer = player_named(plan["player"]).settings.evaluation
    page.say(
        f"{plan['varied_positions'] * len(plan['plies'])} of the positions again. How many passes SSS\\* and DUAL\\* "
        f"make depends on how many values an evaluation has: the finer one is `{finer}`, that of the rules below. "
        '"Straight" is without iterative deepening. Leaves with NegaScout as 100, and in brackets the passes of a '
        "search to that depth alone: the average, and the largest."
    )
    names = [name for name in plan["varied_algorithms"] if name != BASE]
    page.table(
        ("with", "depth", *(TITLES[name] for name in names)),
        [
            [plan["variations"][which]["title"], depth, *(_varied_cell(each, depth, name) for name in names)]
            for which, each in varied.items()
            for depth in each.depths[-1:]  # the one before is there for its passes
        ],
    )
    page.say(*(_large_table(plan, measured, varied[which], which) for which in varied if _is_table(plan, which)))
    for which, each in varied.items():
        page.data(which, *_all_figures(each))


def _varied_cell(measured: Measured, depth: int, name: str) -> str:
    passes = measured.passes(name).get(depth)
    counted = f" ({mean(passes):.1f}, {max(passes)})" if passes and any(passes) else ""
    return measured.cell(depth, name, "leaves") + counted


def _is_table(plan: Plan, which: str) -> bool:
    return "table_bits" in plan["variations"][which]


def _large_table(plan: Plan, measured: Measured, large: Measured, which: str) -> str:
    """What the tables of the comparison cost: the same positions with a larger one."""
    depth = large.depths[-1]
    more = [f"{TITLES[name]} {per_cent(_more_leaves(measured, large, depth, name), 1)}" for name in large.algorithms]
    return (
        f"The tables of the comparison are smaller. At depth {depth} they take more leaves than with "
        f"{plan['variations'][which]['title']}: {', '.join(more)}."
    )


def _more_leaves(measured: Measured, large: Measured, depth: int, name: str) -> float:
    """By the positions that both have searched."""
    lines = {position.line for position in large.comparison.positions}
    common = [number for number, position in enumerate(measured.comparison.positions) if position.line in lines]
    small = measured.figures(depth, name, "leaves")
    return sum(small[number] for number in common) / sum(large.figures(depth, name, "leaves")) - 1


def _without_table(plan: Plan, bare: Measured, page: Page) -> None:
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
