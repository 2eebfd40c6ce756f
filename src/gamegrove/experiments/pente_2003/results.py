"""What the games come to: wins in the round robin, scores and ratings by the many games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.pente_2003.contests import Pair, Part, Table, contests, has_the_table
from gamegrove.game_log import GameLog
from gamegrove.match import games_of
from gamegrove.tournament.ratings import Rating, rate
from gamegrove.tournament.summary import MatchSummary, PlayerSummary, Seat, seats_of, summarise
from gamegrove.work import Finished

Interval = tuple[float, float]
"""Between what a figure lies; a figure that is known has both ends in one."""


@dataclass(frozen=True)
class Results:
    """All games with one kind of table."""

    names: tuple[str, ...]
    """The players."""
    anchor: str
    """The player whose rating is 0."""
    round_robin: Mapping[Pair, GameLog]
    """The game of each ordered pair: the first of the two begins."""
    many: Mapping[Pair, MatchSummary]
    """What the many games of each pair come to."""
    seats: Mapping[str, Sequence[Seat]]
    """The many games of each player, with the side that it had."""

    @cached_property
    def wins(self) -> dict[str, int]:
        """How many games of the round robin each player has won."""
        decided = [(pair, game.result.winner) for pair, game in self.round_robin.items()]
        winners = [pair[winner] for pair, winner in decided if winner is not None]
        return {name: winners.count(name) for name in self.names}

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """The players' ratings by the many games, the strongest first."""
        points = {pair: each.pentanomial for pair, each in self.many.items()}
        return {rating.player: rating for rating in rate(points, self.anchor)}

    @cached_property
    def elo(self) -> dict[str, Interval]:
        """Between what the ratings lie with 95 % confidence; whose rating is 0 by agreement has no such interval."""
        return {name: (self.ratings[name].low, self.ratings[name].high) for name in self.names}

    def player(self, name: str) -> PlayerSummary:
        """What the many games say of a player."""
        return PlayerSummary.of(name, self.seats[name])


def read_results(plan: Plan, finished: Sequence[Finished]) -> dict[Table, Results]:
    """What the games come to, with each kind of table."""
    games = {each: games_of(finished, each.prefix) for each in contests(plan)}
    found: dict[Table, Results] = {}
    for table in Table:
        chosen = [each for each in games if each.table is table or not has_the_table(plan, each.pair)]
        many = [each for each in chosen if each.part is Part.many_games]
        found[table] = Results(
            names=tuple(plan["players"]),
            anchor=plan["anchor"],
            round_robin={each.pair: games[each][0] for each in chosen if each.part is Part.round_robin},
            many={each.pair: summarise(each.match, games[each]) for each in many},
            seats=_seats({each.pair: games[each] for each in many}),
        )
    return found


def _seats(games: Mapping[Pair, Sequence[GameLog]]) -> dict[str, list[Seat]]:
    found: dict[str, list[Seat]] = {}
    for pair, of_pair in games.items():
        for who, name in enumerate(pair):
            found.setdefault(name, []).extend(seats_of(of_pair, who))
    return found


@dataclass(frozen=True)
class Cost:
    """What the careless table costs a player."""

    elo: float
    """By how much the rating changes; below 0 it falls."""
    reach: float
    """What stands behind the sign ±: half of the change's 95 % interval."""
    wins: tuple[int, int]
    """The games that it wins in the round robin, with the right and with the careless table."""

    @classmethod
    def of(cls, results: Mapping[Table, Results], name: str) -> Cost:
        """What it costs a player by all games."""
        right, careless = (results[table].ratings[name] for table in Table)
        reach = math.hypot(right.high - right.elo, careless.high - careless.elo)
        wins = (results[Table.right].wins[name], results[Table.careless].wins[name])
        return cls(careless.elo - right.elo, reach, wins)

    @property
    def interval(self) -> Interval:
        """Between what the change lies with 95 % confidence."""
        return self.elo - self.reach, self.elo + self.reach

    @property
    def wins_fall(self) -> bool:
        """Whether the player wins fewer games of the round robin with the careless table."""
        return self.wins[1] < self.wins[0]


@dataclass(frozen=True)
class Agreement:
    """How far two orders of the same players agree."""

    same: int
    """How many pairs of players come in the same order."""
    equal: int
    """How many are equal here, or cannot be told apart."""
    other: int
    """How many come in the other order."""

    @classmethod
    def of(cls, ours: Mapping[str, Interval], theirs: Mapping[str, int]) -> Agreement:
        """What becomes here of the pairs that are not equal in the source."""
        ordered = [(a, b) if theirs[a] > theirs[b] else (b, a) for a, b in combinations(theirs, 2)]
        unequal = [(ours[more], ours[less]) for more, less in ordered if theirs[more] != theirs[less]]
        same, other = sum(a[0] > b[1] for a, b in unequal), sum(a[1] < b[0] for a, b in unequal)
        return cls(same, len(unequal) - same - other, other)
