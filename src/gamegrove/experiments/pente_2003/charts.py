"""The charts of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gamegrove.experiments.drawing import error_bars, figure_and_axes
from gamegrove.experiments.pente_2003.contests import Table
from gamegrove.experiments.pente_2003.results import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLOURS = {Table.right: "tab:blue", Table.careless: "tab:orange"}
WIDTH = 0.27


def wins_chart(results: Mapping[Table, Results], source: Mapping[str, int]) -> Figure:
    """Wins in the round robin by player: the source's, and ours with either table."""
    figure, (axes,) = figure_and_axes(8, 4)
    names = list(source)
    bars = [("source", "0.6", source), *((f"here, {each} table", COLOURS[each], results[each].wins) for each in Table)]
    for place, (label, colour, wins) in enumerate(bars):
        middles = [number + WIDTH * (place - 1) for number in range(len(names))]
        axes.bar(middles, [wins[name] for name in names], WIDTH, color=colour, label=label)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel("games won")
    axes.legend()
    return figure


def ratings_chart(results: Mapping[Table, Results]) -> Figure:
    """Elo by the many games with 95 % intervals, with either table."""
    figure, (axes,) = figure_and_axes(8, 4)
    for table in Table:
        shift = WIDTH / 2 if table is Table.careless else -WIDTH / 2
        ratings = [results[table].ratings[name] for name in results[table].names]
        places = [number + shift for number in range(len(ratings))]
        intervals = [(each.low, each.high) for each in ratings]
        error_bars(axes, places, [each.elo for each in ratings], intervals, f"{table} table", colour=COLOURS[table])
    axes.set_xticks(range(len(results[Table.right].names)), results[Table.right].names)
    axes.set_ylabel(f"Elo above {results[Table.right].anchor}")
    axes.legend()
    return figure
