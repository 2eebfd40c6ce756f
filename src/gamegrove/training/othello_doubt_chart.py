"""A picture of how far shallow searches of the Othello engine are off: what was measured, and what was fitted."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from gamegrove.charts import check_chart, save_chart
from gamegrove.training.othello_doubt import Cell, Measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_doubt(measured: Measured, board: str, file: Path) -> None:
    """Draw deviations as points and their fits as lines, as SVG, PNG or PDF, whichever the file's name says."""
    check_chart(file)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.5), layout="constrained")
    midgame, endgame = figure.subplots(1, 2)
    _draw_midgame(measured, midgame)
    _draw_endgame(measured, endgame)
    for panel in (midgame, endgame):
        panel.set_xlabel("empty cells")
        panel.set_ylabel("deviation in discs")
        panel.set_ylim(bottom=0)
        panel.xaxis.get_major_locator().set_params(integer=True)
        panel.grid(alpha=0.3)
    figure.suptitle(f"how far shallow searches are off, Othello board {board}", fontsize="medium")
    save_chart(figure, file)


def _draw_midgame(measured: Measured, panel: Axes) -> None:
    """A colour for each pair of depths."""
    for number, (depth, group) in enumerate(groupby(_of_kind(measured, "midgame"), lambda cell: cell.depth)):
        cells = list(group)
        empties = [cell.empties for cell in cells]
        colour = f"C{number}"
        panel.plot(empties, [cell.deviation for cell in cells], "o", color=colour, markersize=4)
        panel.plot(
            empties, [measured.fitted(cell) for cell in cells], color=colour, label=f"{depth}:{cells[0].shallow}"
        )
    panel.set_title("searches to a depth", fontsize="medium")
    panel.legend(title="depth:shallow", fontsize="small", ncols=2)


def _draw_endgame(measured: Measured, panel: Axes) -> None:
    cells = _of_kind(measured, "endgame")
    empties = [cell.empties for cell in cells]
    panel.plot(empties, [cell.deviation for cell in cells], "o", label="measured")
    panel.plot(empties, [measured.fitted(cell) for cell in cells], label="fitted")
    panel.set_title("the end of the game", fontsize="medium")
    panel.legend(fontsize="small")


def _of_kind(measured: Measured, kind: str) -> list[Cell]:
    return [cell for cell in measured.cells if cell.kind == kind]
