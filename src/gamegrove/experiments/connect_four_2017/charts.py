"""The charts of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gamegrove.experiments.connect_four_2017.asked_game import SIDES
from gamegrove.experiments.connect_four_2017.claims import ALPHA_BETA, MTDF
from gamegrove.experiments.connect_four_2017.published import table_1
from gamegrove.experiments.connect_four_2017.results import Results
from gamegrove.experiments.drawing import figure_and_axes
from gamegrove.work.task import Data

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = {"X": "tab:red", "O": "tab:blue"}
NAMES = {"X": f"X, {ALPHA_BETA}", "O": f"O, {MTDF}"}


def table_1_chart(results: Results, published: Data) -> Figure:
    """The source's figures 7 and 8: time and leaves by depth, with ours beside them."""
    figure, (leaves, time) = figure_and_axes(10, 4.2, columns=2)
    rows = table_1(published)
    for side in SIDES:
        here = [results.side(side, depth) for depth in results.depths]
        _line(leaves, side, results.depths, [each.leaves for each in here])
        _line(time, side, results.depths, [each.seconds for each in here])
        _line(leaves, side, list(rows), [row.leaves[side] for row in rows.values()], source=True)
        _line(time, side, list(rows), [row.seconds[side] for row in rows.values()], source=True)
    _dress(leaves, "leaves of a game", rows)
    _dress(time, "seconds for a move", rows)
    return figure


def _line(axes: Axes, side: str, depths: list[int], values: list[float], *, source: bool = False) -> None:
    name = f"{NAMES[side]}, source" if source else NAMES[side]
    axes.plot(depths, values, "--x" if source else "-o", color=COLOURS[side], label=name)


def leaves_chart(results: Results, published: Data) -> Figure:
    """The leaves of every search by depth, relative to alpha-beta."""
    figure, (axes,) = figure_and_axes(7.5, 5)
    for name in results.searches:
        shares = [
            results.search(name, depth).leaves / results.search(ALPHA_BETA, depth).leaves for depth in results.depths
        ]
        axes.plot(results.depths, [100 * share for share in shares], marker="o", label=name)
    rows = table_1(published).values()
    shares = [row.leaves["O"] / row.leaves["X"] for row in rows]
    axes.plot([row.depth for row in rows], [100 * share for share in shares], "k--x", label=f"{MTDF}, source")
    _dress(axes, "leaves, alpha-beta = 100", table_1(published))
    return figure


def _dress(axes: Axes, label: str, depths: Iterable[int]) -> None:
    axes.set_yscale("log")
    _label_within_powers_of_ten(axes)
    axes.set_xlabel("depth")
    axes.set_ylabel(label)
    axes.set_xticks(list(depths))
    axes.legend(fontsize="small")


def _label_within_powers_of_ten(axes: Axes) -> None:
    """Else an axis that spans little more than one power of ten has but two figures."""
    from matplotlib.ticker import LogLocator, StrMethodFormatter

    axes.yaxis.set_minor_locator(LogLocator(subs=(2, 5)))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.10g}"))
    axes.yaxis.set_minor_formatter(StrMethodFormatter("{x:,.10g}"))
