"""Two ways to divide the time of a game, played against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

from gamegrove.clocks import TimeControl
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Cell, Claim, Page
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
    depths: dict[int, list[int]]
    """The depths of its searches by the empty cells before the move; those that solve the game are left out."""

    @property
    def left(self) -> float:
        """The part of its time that it had left at the end of a game, on average."""
        return 1 - mean(self.used) / self.clock

    @property
    def depth(self) -> float:
        """The average depth of its searches; 0 if there were none."""
        return mean(depth for depths in self.depths.values() for depth in depths) if self.depths else 0.0

    def depth_by_group(self) -> dict[int, float]:
        """The average depth by the first number of empty cells of each group."""
        groups: dict[int, list[int]] = {}
        for empty, depths in sorted(self.depths.items()):
            groups.setdefault(empty // GROUP * GROUP, []).extend(depths)
        return {empty: mean(depths) for empty, depths in groups.items()}


def uses(plan: Plan, games: Sequence[GameLog]) -> tuple[Use, Use]:
    """What A and B did with their time."""
    share, predict = (_use(plan, games, who, manager) for who, manager in enumerate(("share", "predict")))
    return share, predict


def _use(plan: Plan, games: Sequence[GameLog], who: int, manager: str) -> Use:
    named = player(plan["managers"][manager])
    assert isinstance(named, SearchPlayer)
    used: list[float] = []
    depths: dict[int, list[int]] = {}
    late = 0
    for game in games:
        own = seat(who, game.number)
        used.append(sum(turn.seconds for turn in game.moves if turn.side == own))
        late += game.result.forfeit == Forfeit.clock and game.result.winner != own
        for empty, depth in _depths(game, own):
            if empty > named.settings.solve:
                depths.setdefault(empty, []).append(depth)
    return Use(manager, used, plan["clock"], late, depths)


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
        f"`predict` wins {score.wins}, draws {score.draws} and loses {score.losses}: {points:.1%} of the points, with "
        f"95 % confidence {low:.1%} to {high:.1%}. {_late(summary)}"
    )


def _late(summary: MatchSummary) -> str:
    forfeits = len(summary.forfeits)
    return f"Forfeited games: {forfeits}." if forfeits else "Nobody overstepped the clock."


def _row(use: Use) -> list[Cell]:
    return [use.manager, f"{mean(use.used):.1f}", f"{use.left:.0%}", f"{use.depth:.1f}", use.late]


def _rows(games: Sequence[GameLog], share: Use, predict: Use) -> list[list[Cell]]:
    return [
        [game.number, a, b, _winner(game), game.result.margin, game.result.reason]
        for game, a, b in zip(games, share.used, predict.used, strict=True)
    ]


def _winner(game: GameLog) -> str | None:
    winner = game.result.winner
    return None if winner is None else ("share", "predict")[seat(winner, game.number)]


def _chart(*both: Use) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    panel = figure.subplots()
    for each in both:
        found = each.depth_by_group()
        panel.plot(list(found), list(found.values()), marker="o", label=each.manager)
    panel.invert_xaxis()
    panel.set_xlabel("empty cells")
    panel.set_ylabel("depth")
    panel.grid(alpha=0.3)
    panel.legend()
    return figure


# -- What agrees.


def _left_claim(plan: Plan, predict: Use) -> Claim:
    low, high = (seconds / plan.published["clock"] for seconds in plan.published["left"])
    agrees = low <= predict.left <= high
    why = (
        "The source changed its rounding until so much was left, with its own evaluation and machine and "
        f"{plan.published['clock']} s; here it is {plan['clock']} s."
    )
    return Claim(
        f"A predicted depth usually leaves {low:.0%} to {high:.0%} of the time ({plan.published['left'][0]} to "
        f"{plan.published['left'][1]} of {plan.published['clock']} s)",
        f"{predict.left:.0%} on average",
        agrees,
        "" if agrees else why,
    )


def _depth_claim(share: Use, predict: Use) -> Claim:
    agrees = predict.depth > share.depth
    return Claim(
        "One search to a predicted depth is faster than deepening: it looks further in the same time",
        f"depth {predict.depth:.1f} on average, against {share.depth:.1f}; {mean(predict.used):.1f} s a game, against "
        f"{mean(share.used):.1f} s",
        agrees,
        ""
        if agrees
        else "The shallower searches are cheap, and with a table they find the moves that the deeper ones try first.",
    )


def _score_claim(summary: MatchSummary) -> Claim:
    points, low, high = _points(summary)
    agrees = points > 0.5
    sure = low > 0.5 if agrees else high < 0.5
    return Claim(
        "A predicted depth is the better way: it was kept, and the other abandoned",
        f"{points:.1%} of the points, {low:.1%} to {high:.1%}",
        agrees,
        "" if sure else "Not sure: the interval reaches across one half.",
    )
