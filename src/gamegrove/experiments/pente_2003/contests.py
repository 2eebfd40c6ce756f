"""The games: one for each ordered pair of players, and many for each pair, with a right and with a careless table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, product

from gamegrove.experiments.experiment import Plan
from gamegrove.games import catalogue
from gamegrove.match import Match
from gamegrove.openings import START, openings
from gamegrove.work import Task

Pair = tuple[str, str]
"""The names of two players in the plan."""


class Part(StrEnum):
    """The parts of the experiment."""

    round_robin = "round robin"
    """One game for each ordered pair, from the start of the game: what the source has played."""
    many_games = "many games"
    """Many games for each pair, from many openings, each with either colour."""


class Table(StrEnum):
    """What kind of table those players have that have one."""

    right = "right"
    """An entry answers for its own depth, and as the bound that it is."""
    careless = "careless"
    """An entry answers for any depth, and a bound for the value, as in the source."""


@dataclass(frozen=True)
class Contest:
    """Games between two players."""

    part: Part
    """What it belongs to."""
    table: Table
    """Which table the players have."""
    pair: Pair
    """Who plays."""
    match: Match
    """The games; in the round robin only the first one of the two is played."""

    @property
    def prefix(self) -> str:
        """How the labels of its tasks begin."""
        return f"{self.part}/{self.table}/{self.pair[0]}-{self.pair[1]}/"

    def tasks(self) -> list[Task]:
        """One task for each game."""
        tasks = self.match.tasks(self.prefix)
        return tasks[:1] if self.part is Part.round_robin else tasks


def contests(plan: Plan) -> list[Contest]:
    """All contests of a plan. What does not depend on the table is played once, with the right one."""
    names = list(plan["players"])
    many, drawn = plan["games"], _openings(plan)
    return [
        *_contests(plan, Part.round_robin, product(names, repeat=2), games=2, begin=START),
        *_contests(plan, Part.many_games, combinations(names, 2), games=many, begin=drawn),
    ]


def has_the_table(plan: Plan, pair: Pair) -> bool:
    """Whether it matters to the games of two players which table there is."""
    return not set(plan["careless"]).isdisjoint(pair)


def _openings(plan: Plan) -> tuple[str, ...]:
    """The same openings for every pair."""
    drawn = openings(catalogue.position(plan["game"]), plan["openings"], plan["games"] // 2, plan["seed"])
    return tuple(each.text for each in drawn)


def _contests(
    plan: Plan, part: Part, pairs: Iterable[Pair], *, games: int, begin: str | tuple[str, ...]
) -> list[Contest]:
    found: list[Contest] = []
    for pair in pairs:
        for table in Table if has_the_table(plan, pair) else [Table.right]:
            a, b = (_player(plan, name, table) for name in pair)
            match = Match(a, b, plan["game"], games=games, openings=begin, seed=plan["seed"])
            found.append(Contest(part, table, pair, match))
    return found


def _player(plan: Plan, name: str, table: Table) -> str:
    """A player as text."""
    told: dict[str, str] = plan["players"] | (plan["careless"] if table is Table.careless else {})
    return told[name].format(nodes=plan["nodes"])
