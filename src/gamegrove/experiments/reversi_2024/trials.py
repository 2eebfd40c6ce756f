"""Trials: games between two agents on one size of board, and what they say of the agents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Literal

from gamegrove.experiments import drawing
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import decided
from gamegrove.game_log import GameLog
from gamegrove.match import Match, games_of
from gamegrove.tournament.statistics import SURE, Pentanomial, wilson_interval
from gamegrove.tournament.summary import MatchSummary, Pace, seats_of, summarise
from gamegrove.work import Finished, Task

TITLES = {
    "hybrid3": "Hybrid3",
    "hybrid4": "Hybrid4",
    "hybrid8": "Hybrid8",
    "hybrid9": "Hybrid9",
    "parity": "coin parity",
    "fixed-depth": "fixed-depth alpha-beta",
    "deepening": "deepening alpha-beta",
    "deepening-timed": "deepening alpha-beta",
    "ordered": "ordered alpha-beta",
    "with-table": drawing.TITLES["tt"],
    "final": "final agent",
    "final-timed": "final agent",
    "final-deep": "final agent",
    "mcts": "MCTS",
    "mcts-timed": "MCTS",
    "plain-mcts": "MCTS",
    "plain-mcts-timed": "MCTS",
    "random": "random moves",
    "greedy-corners": "greedy corners",
}
"""How the page calls agents whose names in the plan are not what people say."""


def title_of(agent: str) -> str:
    """How the page calls an agent of the plan."""
    return TITLES.get(agent, agent)


@dataclass(frozen=True)
class Trial:
    """Games between two agents on one size of board."""

    part: str
    """What it is about: a part of the plan's contests."""
    a: str
    """The name of the first agent in the plan."""
    b: str
    """The name of the second."""
    size: int
    """How many rows the board has."""
    match: Match
    """The games."""

    @property
    def prefix(self) -> str:
        """How the labels of its tasks begin."""
        return f"{self.part}/{self.a}/{self.b}/{self.size}/"

    def tasks(self) -> list[Task]:
        """One task for each game."""
        return self.match.tasks(self.prefix)


def trials(plan: Plan) -> list[Trial]:
    """All trials of a plan."""
    agents = {name: text.format(**plan.settings) for name, text in plan["agents"].items()}
    return [
        Trial(part, a, b, size, _match(plan, part, agents[a], agents[b], size))
        for part, pairs in plan["contests"].items()
        for a, b in pairs
        for size in plan["sizes"]
    ]


def _match(plan: Plan, part: str, a: str, b: str, size: int) -> Match:
    openings: str = plan["openings"][part]
    return Match(a, b, f"othello:size={size}", games=plan["games"][part], openings=openings, seed=plan["seed"])


class Verdict(StrEnum):
    """What a score says, at 95 % confidence."""

    wins = "wins"
    """The first is the stronger one."""
    loses = "loses"
    """The second is."""
    open = "too close to call"
    """The interval holds one half."""

    @classmethod
    def of(cls, points: Pentanomial) -> Verdict:
        """What the interval of a score says."""
        return {True: cls.wins, False: cls.loses, None: cls.open}[decided(interval_of(points), holds=(0.5, 1.0))]


@dataclass(frozen=True)
class Pairing:
    """All trials of two agents."""

    a: str
    """The name of the first agent."""
    b: str
    """The name of the second."""
    by_size: Mapping[int, MatchSummary]
    """What the games on each size of board came to."""
    paces: Mapping[int, tuple[Pace, Pace]]
    """What both took for a move on each size of board. Moves that took no search, such as forced ones, do not count."""

    @property
    def title(self) -> str:
        """Who plays."""
        return f"{title_of(self.a)} against {title_of(self.b)}"

    @property
    def sides(self) -> dict[str, list[Pace]]:
        """What each agent took for a move, board by board."""
        return {name: [both[place] for both in self.paces.values()] for place, name in enumerate((self.a, self.b))}

    @property
    def pooled(self) -> Pentanomial:
        """The points of the first agent on all boards together."""
        return pooled(each.pentanomial for each in self.by_size.values())

    @property
    def verdicts(self) -> dict[int, Verdict]:
        """What the score on each size of board says."""
        return {size: Verdict.of(each.pentanomial) for size, each in self.by_size.items()}


def pairings(plan: Plan, finished: Sequence[Finished]) -> dict[str, list[Pairing]]:
    """The trials' results by parts of the plan."""
    by_agents: dict[tuple[str, str, str], dict[int, tuple[Trial, list[GameLog]]]] = {}
    for each in trials(plan):
        played = by_agents.setdefault((each.part, each.a, each.b), {})
        played[each.size] = each, games_of(finished, each.prefix)
    found: dict[str, list[Pairing]] = {}
    for (part, a, b), played in by_agents.items():
        by_size = {size: summarise(trial.match, games) for size, (trial, games) in played.items()}
        paces = {size: (pace_of(games, 0), pace_of(games, 1)) for size, (_, games) in played.items()}
        found.setdefault(part, []).append(Pairing(a, b, by_size, paces))
    return found


def pace_of(games: Sequence[GameLog], who: int) -> Pace:
    """What a search took the first (0) or the second agent (1), so that nodes and time are those of the same moves."""
    turns = [turn for game, side in seats_of(games, who) for turn in game.moves if turn.side == side]
    return Pace.of([turn for turn in turns if turn.nodes is not None])


def halves(sizes: Iterable[int]) -> tuple[list[int], list[int]]:
    """The smaller boards, and the larger ones, which for the source are those of 10 and 12 rows."""
    ordered = sorted(sizes)
    half = len(ordered) // 2
    return ordered[:half], ordered[half:]


def pooled(parts: Iterable[Pentanomial]) -> Pentanomial:
    """All pairs of games together."""
    return sum(parts, Pentanomial((0, 0, 0, 0, 0)))


def seen_by_other(points: Pentanomial) -> Pentanomial:
    """The same pairs of games, with the points of the other player."""
    none, half, one, more, two = points.counts
    return Pentanomial((two, more, one, half, none))


def totals(played: Sequence[Pairing]) -> dict[str, Pentanomial]:
    """The points of each agent of a round robin, the best one first."""
    names = dict.fromkeys(name for each in played for name in (each.a, each.b))
    found = {name: pooled(_points_of(name, played)) for name in names}
    return dict(sorted(found.items(), key=lambda item: -(item[1].share or 0.0)))


def _points_of(name: str, played: Sequence[Pairing]) -> list[Pentanomial]:
    mine = [each.pooled for each in played if each.a == name]
    return mine + [seen_by_other(each.pooled) for each in played if each.b == name]


def mean_pace(paces: Sequence[Pace], figure: Literal["seconds", "depth", "nodes"]) -> float:
    """What a move took, as the mean of some averages."""
    return fmean(getattr(each, figure) or 0.0 for each in paces)


def share_of(points: Pentanomial) -> float:
    """The share of the points of games that were played."""
    assert points.share is not None
    return points.share


def interval_of(points: Pentanomial) -> tuple[float, float]:
    """The 95 % interval of the score of games that were played."""
    assert points.interval is not None
    return points.interval


def interval_in(points: Pentanomial, games: int) -> tuple[float, float]:
    """The 95 % interval of so many games like these. It may reach beyond 0 and 1: what it is off by is the point."""
    share = share_of(points)
    if not points.deviation:
        return wilson_interval(share, games)
    reach = SURE * points.deviation * math.sqrt(points.games / games)
    return share - reach, share + reach


def interval_of_difference(one: Pentanomial, other: Pentanomial) -> tuple[float, float]:
    """The 95 % interval of the difference of two independent scores, by Newcombe's way.

    Each end goes by the distance of the two shares from those of their own bounds that make for it: near 0 and 1 an
    interval reaches less far to one side than to the other.
    """
    difference = share_of(one) - share_of(other)
    (low, high), (other_low, other_high) = interval_of(one), interval_of(other)
    below = math.hypot(share_of(one) - low, other_high - share_of(other))
    above = math.hypot(high - share_of(one), share_of(other) - other_low)
    return difference - below, difference + above
