"""What the charts and the pages of experiments share: figures, error bars, titles, and how shares are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TITLES: dict[str, str] = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "tt": "alpha-beta with a table",
    "negascout": "NegaScout",
    "aspiration": "aspiration",
    "sss": "SSS*",
    "sss2": "SSS-2",
    "dual": "DUAL*",
    "mtdf": "MTD(f)",
    "mtdbi": "MTD(bi)",
}
"""How algorithms are called in a chart; in_markdown() makes it fit for a page."""


def in_markdown(text: str) -> str:
    r"""Plain text as a page needs it.

    >>> print(in_markdown("SSS*"))
    SSS\*
    """
    return text.replace("*", "\\*")


def per_cent(share: float, digits: int = 0) -> str:
    """A share as people read it.

    >>> per_cent(0.16), per_cent(0.1634, 1)
    ('16 %', '16.3 %')
    """
    return f"{100 * share:.{digits}f} %"


def figure_and_axes(
    width: float, height: float, rows: int = 1, columns: int = 1, *, share_y: bool = False
) -> tuple[Figure, list[Axes]]:
    """An empty figure, in inches, and its panels with a grid, row by row."""
    from matplotlib.figure import Figure  # where it is needed: it is an extra, and takes time

    figure = Figure(figsize=(width, height), layout="constrained")
    panels = list(figure.subplots(rows, columns, sharey=share_y, squeeze=False).flat)
    for panel in panels:
        panel.grid(visible=True, alpha=0.3)
        panel.set_axisbelow(True)
    return figure, panels


def error_bars(
    axes: Axes,
    xs: Sequence[float],
    centres: Sequence[float],
    intervals: Sequence[tuple[float, float]],
    label: str,
    *,
    style: str = "o",
    colour: str | None = None,
) -> None:
    """Draw figures with their intervals from low to high; `style` is matplotlib's, such as "o-" for a line."""
    below = [centre - low for centre, (low, _) in zip(centres, intervals, strict=True)]
    above = [high - centre for centre, (_, high) in zip(centres, intervals, strict=True)]
    axes.errorbar(xs, centres, yerr=[below, above], fmt=style, color=colour, capsize=4, label=label)
