"""The charts of the comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gamegrove.comparison import BASE, PANEL_TITLES
from gamegrove.experiments.drawing import TITLES, error_bars, figure_and_axes
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001.measured import Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

APART = 0.08
"""So many plies lie between two algorithms at the same depth, so that none hides another."""
MARKERS = "osD^vPX"


def published_chart(plan: Plan, measured: Measured) -> Figure:
    """A panel for each algorithm of which the source tells a range."""
    known = [name for name in measured.algorithms if name in plan.published["leaves"]]
    figure, panels = figure_and_axes(3.2 * len(known), 3.6, columns=len(known), share_y=True)
    for panel, name in zip(panels, known, strict=True):
        panel.axhspan(*plan.published["leaves"][name]["range"], color="tab:orange", alpha=0.25, label="source")
        panel.axhline(100, color="black", linewidth=0.8)
        _line(panel, measured, name, "leaves", label="here")
        panel.set_title(TITLES[name])
        panel.set_xlabel("depth")
        panel.legend(fontsize="small")
    panels[0].set_ylabel("leaves, NegaScout = 100")
    return figure


def relative_chart(measured: Measured, measures: Sequence[str]) -> Figure:
    """A panel for each measure, a line for each algorithm, and one legend for all beside them."""
    figure, panels = figure_and_axes(5.2 * len(measures) + 1.6, 4.2, columns=len(measures))
    others = [name for name in measured.algorithms if name != BASE]
    for panel, measure in zip(panels, measures, strict=True):
        panel.axhline(100, color="black", linewidth=1, label=TITLES[BASE])
        for number, name in enumerate(others):
            shift = APART * (number - (len(others) - 1) / 2)
            _line(panel, measured, name, measure, label=TITLES[name], shift=shift, marker=MARKERS[number])
        panel.set_title(PANEL_TITLES[measure])
        panel.set_xlabel("depth")
        panel.set_ylabel("NegaScout = 100")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside right upper", fontsize="small")
    return figure


def _line(
    panel: Axes, measured: Measured, name: str, measure: str, *, label: str, shift: float = 0, marker: str = "o"
) -> None:
    depths = measured.telling_depths(measure)
    error_bars(
        panel,
        [depth + shift for depth in depths],
        [measured.relative(depth, name, measure) for depth in depths],
        [measured.interval(depth, name, measure) for depth in depths],
        label,
        style=f"{marker}-",
    )
    panel.set_xticks(depths)
