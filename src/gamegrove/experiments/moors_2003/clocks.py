"""Two ways to divide the time of a game, played against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

from gamegrove.clocks import TimeControl
from gamegrove.experiments.drawing import figure_and_axes, per_cent
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Cell, Claim, Page, decided
from gamegrove.experiments.ratios import LESS, Ratio, ratio_of_sums
from gamegrove.game_log import Forfeit, GameLog
from gamegrove.levels import empty_cells
from gamegrove.match import Match, games_of, seat
from gamegrove.players import player
from gamegrove.players.searching import SearchPlayer
from gamegrove.tournament.summary import MatchSummary, summarise
from gamegrove.work import Finished, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PREFIX = "clocks/"
GROUP = 6
"""So many numbers of empty cells are one group in the chart."""
BETTER = (0.5, 1.0)
"""The shares of the points of the better side."""


def tasks(plan: Plan) -> list[Task]:
    """The games of the match."""
    return _match(plan).tasks(PREFIX)


def _match(plan: Plan) -> Match:
    """Shares, A, against predicted depths, B."""
    return Match(
        plan["managers"]["share"],
        plan["managers"]["predict"],
        game=plan["game"],
        games=plan["clock_games"],
        openings=plan["openings"],
        seed=plan["seed"],
        control=TimeControl(game_seconds=plan["clock"]),
    )


@dataclass(frozen=True)
class Use:
    """What one of the two did with its time."""

    manager: str
    """How it divides its time."""
    used: Sequence[float]
    """The seconds that it used, game by game."""
    clock: float
    """The seconds that it had for a game."""
    late: int
    """How many games it lost by the clock."""
    searched: Sequence[Sequence[tuple[int, int]]]
    """The empty cells before each of its moves and the depth of its search, game by game; those that solve the game are
    left out."""

    @property
    def left(self) -> float:
        """The part of its time that it had left at the end of a game, on average."""
        return 1 - mean(self.used) / self.clock

    @property
    def depth(self) -> float:
        """The average depth of its searches; 0 if there were none."""
        depths = [depth for game in self.searched for _, depth in game]
        return mean(depths) if depths else 0.0

    def depth_by_group(self) -> dict[float, float]:
        """The average depth by the middle of each group of empty cells."""
        groups: dict[float, list[int]] = {}
        for empty, depth in sorted(each for game in self.searched for each in game):
            groups.setdefault(empty // GROUP * GROUP + (GROUP - 1) / 2, []).append(depth)
        return {middle: mean(depths) for middle, depths in groups.items()}


def uses(plan: Plan, games: Sequence[GameLog]) -> tuple[Use, Use]:
    """What A and B did with their time."""
    share, predict = (_use(plan, games, who, manager) for who, manager in enumerate(("share", "predict")))
    return share, predict


def _use(plan: Plan, games: Sequence[GameLog], who: int, manager: str) -> Use:
    named = player(plan["managers"][manager])
    assert isinstance(named, SearchPlayer)
    used: list[float] = []
    searched: list[list[tuple[int, int]]] = []
    late = 0
    for game in games:
        own = seat(who, game.number)
        used.append(sum(turn.seconds for turn in game.moves if turn.side == own))
        late += game.result.forfeit == Forfeit.clock and game.result.winner != own
        searched.append([(empty, depth) for empty, depth in _depths(game, own) if empty > named.settings.solve])
    return Use(manager, used, plan["clock"], late, searched)


def _depths(game: GameLog, side: int) -> Iterator[tuple[int, int]]:
    """The empty cells and the depth of all moves of a side that were searched for."""
    for position, turn in zip(game.replay(), game.moves, strict=False):
        if turn.side == side and turn.depth is not None:
            yield empty_cells(position) or 0, turn.depth


def report(plan: Plan, finished: Sequence[Finished], page: Page) -> None:
    """What the managers did with their time, who won, and what agrees."""
    match, games = _match(plan), games_of(finished, PREFIX)
    summary, (share, predict) = summarise(match, games), uses(plan, games)
    page.section("Two ways to divide the time")
    page.say(
        f"`{match.a}` against `{match.b}`: {len(games)} games with {plan['clock']} seconds for all moves of a side; "
        "who oversteps the clock loses. `share` deepens by two plies as long as the next depth should fit into the "
        "move's share of the time left. `predict` searches straight to one depth, which it computes from its last two "
        "searches. This part goes by the clock: on another machine, and in another run, it comes out differently.",
        _result(summary),
    )
    columns = ("manager", "seconds a game", "of the time left over", "average depth", "lost by the clock")
    page.table(columns, [_row(each) for each in (share, predict)])
    page.chart("depths", _chart(share, predict), "Depths that were reached, by empty cells")
    page.data(
        "clocks",
        ("game", "share_seconds", "predict_seconds", "winner", "margin", "reason"),
        _rows(games, share, predict),
    )
    page.section("Clocks: what agrees")
    page.say(
        "Decided as above, by 95 % intervals for which the openings are drawn again; those of the points are by pairs "
        "of games."
    )
    page.claims([_left_claim(plan, predict), _depth_claim(share, predict), _score_claim(summary)])


def _points(summary: MatchSummary) -> tuple[float, float, float]:
    """The share of the points of `predict`, and its bounds."""
    share, interval = summary.pentanomial.share, summary.pentanomial.interval
    assert share is not None  # a finished run has games
    assert interval is not None
    return 1 - share, 1 - interval[1], 1 - interval[0]


def _result(summary: MatchSummary) -> str:
    points, low, high = _points(summary)
    score = summary.b.score
    return (
        f"`predict` wins {score.wins}, draws {score.draws} and loses {score.losses}: {per_cent(points, 1)} of the "
        f"points, with 95 % confidence {per_cent(low, 1)} to {per_cent(high, 1)}. {_late(summary)}"
    )


def _late(summary: MatchSummary) -> str:
    forfeits = len(summary.forfeits)
    return f"Forfeited games: {forfeits}." if forfeits else "Nobody overstepped the clock."


def _row(use: Use) -> list[Cell]:
    return [use.manager, f"{mean(use.used):.1f}", per_cent(use.left), f"{use.depth:.1f}", use.late]


def _rows(games: Sequence[GameLog], share: Use, predict: Use) -> list[list[Cell]]:
    return [
        [game.number, a, b, _winner(game), game.result.margin, game.result.reason]
        for game, a, b in zip(games, share.used, predict.used, strict=True)
    ]


def _winner(game: GameLog) -> str | None:
    winner = game.result.winner
    return None if winner is None else ("share", "predict")[seat(winner, game.number)]


def _chart(*both: Use) -> Figure:
    figure, (panel,) = figure_and_axes(8, 4)
    for each in both:
        found = each.depth_by_group()
        panel.plot(list(found), list(found.values()), marker="o", label=each.manager)
    panel.invert_xaxis()
    panel.set_xlabel(f"empty cells, in groups of {GROUP}")
    panel.set_ylabel("average depth")
    panel.legend()
    return figure


# -- What agrees.


def _left_claim(plan: Plan, predict: Use) -> Claim:
    low, high = plan.published["left"]
    return Claim(
        f"A predicted depth usually leaves {low} to {high} seconds at the end of a game",
        f"{plan['clock'] * predict.left:.1f} of {plan['clock']} s on average ({per_cent(predict.left)})",
        None,
        "The source does not tell how many seconds it had for a game, nor its machine.",
    )


def _by_opening(share: Sequence[float], predict: Sequence[float]) -> Ratio:
    """What `predict` comes to, relative to `share`, over pairs of games."""

    def pairs(games: Sequence[float]) -> list[float]:
        return [one + other for one, other in zip(games[::2], games[1::2], strict=True)]

    return ratio_of_sums(pairs(predict), pairs(share))


def _mean_depths(use: Use) -> list[float]:
    """The average depth of each game."""
    return [mean(depth for _, depth in game) if game else 0.0 for game in use.searched]


def _depth_claim(share: Use, predict: Use) -> Claim:
    """Faster is what looks further in less time; what does only one of the two decides nothing."""
    depth = _by_opening(_mean_depths(share), _mean_depths(predict))
    seconds = _by_opening(share.used, predict.used)
    shallower, quicker = decided(depth.interval, LESS), decided(seconds.interval, LESS)
    agrees = quicker if {shallower, quicker} == {True, False} else None
    return Claim(
        "One search to a predicted depth is faster than deepening",
        f"depth {predict.depth:.1f} on average against {share.depth:.1f}, {_relative(depth)} of it by games; "
        f"{mean(predict.used):.1f} s a game against {mean(share.used):.1f} s, {_relative(seconds)} of it",
        agrees,
        ""
        if agrees is not None
        else "Faster would be what looks further in less time, slower the contrary; this is neither.",
    )


def _relative(ratio: Ratio) -> str:
    value, low, high = (per_cent(each) for each in (ratio.value, *ratio.interval))
    return f"{value} ({low} to {high})"


def _score_claim(summary: MatchSummary) -> Claim:
    points, low, high = _points(summary)
    return Claim(
        "A predicted depth is the better way: it was kept, and the other abandoned",
        f"{per_cent(points, 1)} of the points, {per_cent(low, 1)} to {per_cent(high, 1)}",
        decided((low, high), BETTER),
    )
