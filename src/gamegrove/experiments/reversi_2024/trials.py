"""Trials: games between two agents on one size of board, and what they say of the agents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Literal

from gamegrove.experiments.experiment import Plan
from gamegrove.match import Match, games_of
from gamegrove.tournament.statistics import Pentanomial
from gamegrove.tournament.summary import MatchSummary, PlayerSummary, summarise
from gamegrove.work import Finished, Task


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
        low, high = interval_of(points)
        return cls.wins if low > 0.5 else cls.loses if high < 0.5 else cls.open


@dataclass(frozen=True)
class Pairing:
    """All trials of two agents."""

    a: str
    """The name of the first agent."""
    b: str
    """The name of the second."""
    by_size: Mapping[int, MatchSummary]
    """What the games on each size of board came to."""

    @property
    def title(self) -> str:
        """Who plays."""
        return f"{self.a} against {self.b}"

    @property
    def sides(self) -> dict[str, list[PlayerSummary]]:
        """What the games say of each agent, board by board."""
        summaries = list(self.by_size.values())
        return {self.a: [each.a for each in summaries], self.b: [each.b for each in summaries]}

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
    summaries = {each.prefix: summarise(each.match, games_of(finished, each.prefix)) for each in trials(plan)}
    found: dict[str, list[Pairing]] = {}
    for part, pairs in plan["contests"].items():
        for a, b in pairs:
            by_size = {size: summaries[f"{part}/{a}/{b}/{size}/"] for size in plan["sizes"]}
            found.setdefault(part, []).append(Pairing(a, b, by_size))
    return found


def pooled(parts: Iterable[Pentanomial]) -> Pentanomial:
    """All pairs of games together."""
    none, half, one, more, two = (sum(counts) for counts in zip(*(each.counts for each in parts), strict=True))
    return Pentanomial((none, half, one, more, two))


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


def mean_pace(players: Sequence[PlayerSummary], figure: Literal["seconds", "depth", "nodes"]) -> float:
    """What players took for a move, as the mean of their averages."""
    return fmean(getattr(each.pace, figure) or 0.0 for each in players)


def interval_of(points: Pentanomial) -> tuple[float, float]:
    """The 95 % interval of the score of games that were played."""
    assert points.interval is not None
    return points.interval


def reach_of(points: Pentanomial, games: int) -> float:
    """How far the 95 % interval of so many games like these reaches to either side."""
    low, high = interval_of(points)
    return (high - low) / 2 * math.sqrt(points.games / games)
