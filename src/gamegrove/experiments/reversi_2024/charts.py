"""The charts of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gamegrove.experiments.reversi_2024.breadth import Level
from gamegrove.experiments.reversi_2024.depth import ROOMS
from gamegrove.experiments.reversi_2024.trials import Pairing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GREY = "0.6"


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure  # where it is needed: it is an extra, and takes time

    return Figure(figsize=(width, height), layout="constrained")


def score_chart(played: Sequence[Pairing], source: Mapping[str, Mapping[str, str]]) -> Figure:
    """The score of each pairing's first agent by size of board, with the source's words where it has some."""
    figure = _figure(4 * len(played), 3.6)
    panels = figure.subplots(1, len(played), sharey=True, squeeze=False)[0]
    for panel, each in zip(panels, played, strict=True):
        _draw_scores(panel, each)
        _write_words(panel, source.get(f"{each.a}-{each.b}", {}), list(each.by_size))
    panels[0].set_ylabel("score of the first, %")
    return figure


def _draw_scores(panel: Axes, pairing: Pairing) -> None:
    sizes = list(pairing.by_size)
    points = [each.pentanomial for each in pairing.by_size.values()]
    shares = [100 * (each.share or 0) for each in points]
    intervals = [each.interval or (0.0, 1.0) for each in points]
    below = [share - 100 * low for share, (low, _) in zip(shares, intervals, strict=True)]
    above = [100 * high - share for share, (_, high) in zip(shares, intervals, strict=True)]
    panel.errorbar(range(len(sizes)), shares, yerr=[below, above], fmt="o", capsize=4)
    panel.axhline(50, color=GREY, linewidth=0.8)
    panel.set_title(pairing.title, fontsize=10)
    panel.set_ylim(-12, 105)
    _name_boards(panel, sizes)


def _write_words(panel: Axes, words: Mapping[str, str], sizes: Sequence[int]) -> None:
    for place, size in enumerate(sizes):
        if str(size) in words:
            panel.text(place, -8, f"source: {words[str(size)]}", ha="center", fontsize=7, color="C3")


def _name_boards(panel: Axes, sizes: Sequence[int]) -> None:
    panel.set_xticks(range(len(sizes)), [f"{size}x{size}" for size in sizes])
    panel.set_xlim(-0.5, len(sizes) - 0.5)


def depth_chart(depths: Mapping[tuple[str, int], float], source: Mapping[str, Sequence[int]]) -> Figure:
    """The average depth by room and size of board, and the source's range."""
    figure = _figure(6, 3.6)
    panel = figure.subplots()
    sizes = list(dict.fromkeys(size for _, size in depths))
    for room in ROOMS:
        panel.plot(range(len(sizes)), [depths[room, size] for size in sizes], "o-", label=room)
    for place, size in enumerate(sizes):
        if str(size) in source:
            low, high = source[str(size)]
            label = None if place else "source"
            panel.plot([place, place], [low, high], color="C3", linewidth=6, alpha=0.5, label=label)
    panel.set_ylim(bottom=0)
    panel.set_ylabel("depth")
    panel.legend()
    _name_boards(panel, sizes)
    return figure


def breadth_chart(levels: Mapping[tuple[int, str], Sequence[Level]]) -> Figure:
    """What is left of the moves at each level, one panel for each size of board."""
    sizes = list(dict.fromkeys(size for size, _ in levels))
    figure = _figure(3 * len(sizes), 3.4)
    for panel, size in zip(figure.subplots(1, len(sizes), sharey=True, squeeze=False)[0], sizes, strict=True):
        searches = {name: found for (of, name), found in levels.items() if of == size}
        legal = [level.choices for level in next(iter(searches.values()))]
        panel.bar(range(1, len(legal) + 1), legal, color="0.85", label="legal moves")
        for name, found in searches.items():
            panel.plot(range(1, len(found) + 1), [level.breadth for level in found], "o-", label=name)
        panel.set_title(f"{size}x{size}", fontsize=10)
        panel.set_xlabel("level")
        if size == sizes[0]:
            panel.set_ylabel("moves a node")
            panel.legend(fontsize=7)
    return figure
