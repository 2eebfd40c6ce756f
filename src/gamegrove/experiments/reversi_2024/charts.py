"""The charts of the page."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gamegrove.experiments.drawing import error_bars, figure_and_axes
from gamegrove.experiments.reversi_2024.breadth import Level
from gamegrove.experiments.reversi_2024.depth import ROOMS
from gamegrove.experiments.reversi_2024.trials import Pairing, interval_of, share_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREY = "0.6"
SOURCE = "tab:red"
NOTE_WIDTH = 56
"""So many letters of a note fit above a panel."""


def score_chart(noted: Mapping[str, Pairing], columns: int) -> Figure:
    """The score of each pairing's first agent by size of board, with a note above each."""
    rows = -(-len(noted) // columns)
    figure, panels = figure_and_axes(4 * columns, 3.6 * rows, rows, columns, share_y=True)
    for panel, (note, each) in zip(panels, noted.items(), strict=True):
        _draw_scores(panel, each)
        panel.set_title(f"{each.title}\n{textwrap.fill(note, NOTE_WIDTH)}", fontsize=9)
    for panel in panels[::columns]:
        panel.set_ylabel("score of the first, %")
    return figure


def _draw_scores(panel: Axes, pairing: Pairing) -> None:
    sizes = list(pairing.by_size)
    points = [each.pentanomial for each in pairing.by_size.values()]
    intervals = [(100 * low, 100 * high) for low, high in map(interval_of, points)]
    error_bars(panel, range(len(sizes)), [100 * share_of(each) for each in points], intervals, "")
    panel.axhline(50, color=GREY, linewidth=0.8)
    panel.set_ylim(-5, 105)
    _name_boards(panel, sizes)


def _name_boards(panel: Axes, sizes: Sequence[int]) -> None:
    panel.set_xticks(range(len(sizes)), [f"{size}x{size}" for size in sizes])
    panel.set_xlim(-0.5, len(sizes) - 0.5)


def depth_chart(depths: Mapping[tuple[str, int], float], source: Mapping[str, Sequence[int]]) -> Figure:
    """The average depth by room and size of board, and the source's range."""
    figure, (panel,) = figure_and_axes(6, 3.6)
    sizes = list(dict.fromkeys(size for _, size in depths))
    for room in ROOMS:
        panel.plot(range(len(sizes)), [depths[room, size] for size in sizes], "o-", label=f"here, {room}")
    told = {place: source[str(size)] for place, size in enumerate(sizes) if str(size) in source}
    lows, highs = [low for low, _ in told.values()], [high for _, high in told.values()]
    panel.vlines(list(told), lows, highs, color=SOURCE, linewidth=6, alpha=0.5, label="source")
    panel.set_ylim(bottom=0)
    panel.set_ylabel("plies")
    panel.legend()
    _name_boards(panel, sizes)
    return figure


def breadth_chart(levels: Mapping[tuple[int, str], Sequence[Level]]) -> Figure:
    """What is left of the moves at each level, one panel for each size of board."""
    sizes = list(dict.fromkeys(size for size, _ in levels))
    figure, panels = figure_and_axes(3 * len(sizes), 3.4, columns=len(sizes), share_y=True)
    for panel, size in zip(panels, sizes, strict=True):
        searches = {name: found for (of, name), found in levels.items() if of == size}
        legal = [level.choices for level in next(iter(searches.values()))]
        panel.bar(range(1, len(legal) + 1), legal, color="0.85", label="legal moves")
        for name, found in searches.items():
            panel.plot(range(1, len(found) + 1), [level.breadth for level in found], "o-", label=name)
        panel.set_title(f"{size}x{size}", fontsize=10)
        panel.set_xlabel("level")
    panels[0].set_ylabel("moves a node")
    panels[0].legend(fontsize=7)
    return figure
