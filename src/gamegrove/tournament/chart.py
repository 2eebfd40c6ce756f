"""A tournament as a picture: the ratings of many players, or how a match between two went."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gamegrove.charts import check_chart, save_chart
from gamegrove.tournament.standing import Standing
from gamegrove.tournament.statistics import Pentanomial

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_standing(standing: Standing, file: Path) -> None:
    """Draw the standing, as SVG, PNG or PDF, whichever the file's name says."""
    check_chart(file)
    from matplotlib.figure import Figure

    if len(standing.players) > 2:
        figure = Figure(figsize=(8, 1.2 + 0.4 * len(standing.players)), layout="constrained")
        _draw_ratings(standing, figure.subplots())
    else:
        figure = Figure(figsize=(8, 4 if standing.test is None else 6), layout="constrained")
        panels = figure.subplots(1 if standing.test is None else 2, sharex=True, squeeze=False)
        _draw_course(standing, panels[0, 0])
        if standing.test is not None:
            _draw_test(standing, panels[1, 0])
        panels[-1, 0].set_xlabel("pairs of games")
    save_chart(figure, file)


def _draw_ratings(standing: Standing, panel: Axes) -> None:
    ranked = sorted(standing.ratings, key=lambda rating: rating.elo)
    centres = [rating.elo for rating in ranked]
    reach = [[rating.elo - rating.low for rating in ranked], [rating.high - rating.elo for rating in ranked]]
    names = [standing.tournament.players[int(rating.player)] + ("*" if rating.one_sided else "") for rating in ranked]
    panel.errorbar(centres, range(len(ranked)), xerr=reach, fmt="o", capsize=3)
    panel.set_yticks(range(len(ranked)), names)
    panel.set_ylim(-0.5, max(1, len(ranked)) - 0.5)
    panel.set_xlabel("Elo, the mean of all players being 0, with 95 % intervals")
    panel.set_title(f"{standing.tournament.game}, {standing.played:,} games", fontsize="medium")
    panel.grid(alpha=0.3)


def _draw_course(standing: Standing, panel: Axes) -> None:
    """A's share of the points and its interval after each pair."""
    shares, lows, highs = [], [], []
    points = standing.matches[0].points
    for pairs in range(1, len(points) + 1):
        seen = Pentanomial.of(points[:pairs])
        share, interval = seen.share, seen.interval
        assert share is not None and interval is not None  # noqa: PT018 - there is a pair
        shares.append(100 * share)
        lows.append(100 * interval[0])
        highs.append(100 * interval[1])
    numbers = range(1, len(shares) + 1)
    panel.plot(numbers, shares)
    panel.fill_between(numbers, lows, highs, alpha=0.2, label="95 % interval")
    panel.axhline(50, color="grey", linewidth=0.8)
    panel.set_ylabel("share of A in %")
    panel.set_title(f"A: {standing.players[0].name}, B: {standing.players[1].name}", fontsize="medium")
    panel.legend(fontsize="small")
    panel.grid(alpha=0.3)


def _draw_test(standing: Standing, panel: Axes) -> None:
    assert standing.test is not None
    test = standing.test
    panel.plot(range(1, len(test.ratios) + 1), test.ratios)
    panel.axhline(test.sprt.upper, color="green", linestyle="--", label=f"stronger by {test.sprt.elo1:g}")
    panel.axhline(test.sprt.lower, color="red", linestyle="--", label=f"stronger by {test.sprt.elo0:g}")
    panel.set_ylabel("log of the likelihood ratio")
    panel.legend(fontsize="small")
    panel.grid(alpha=0.3)
