"""What the source says, held against the results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from math import comb

from gamegrove.experiments.page import Claim, decided
from gamegrove.experiments.pente_2003.contests import Table
from gamegrove.experiments.pente_2003.results import Cost, Interval, Results
from gamegrove.tournament.ratings import Rating


def claims(results: Mapping[Table, Results], source: Mapping[str, int], with_table: Iterable[str]) -> list[Claim]:
    """All claims; `with_table` are the players that have a table."""
    weakest = [name for name in source if name in set(with_table)]
    return [
        _most_wins(results[Table.right], source),
        *(_fewest_wins(results[table], table, source, weakest) for table in Table),
        *(_lowest_ratings(results[table], table, source, weakest) for table in Table),
        *(_explained(Cost.of(results, name), name, source[name]) for name in weakest),
        _wins_against_itself(results[Table.right]),
    ]


def in_order(wins: Mapping[str, int]) -> str:
    """Names with wins, the most first."""
    return ", ".join(f"{name} {count}" for name, count in sorted(wins.items(), key=lambda item: -item[1]))


def as_intervals(wins: Mapping[str, int]) -> dict[str, Interval]:
    """Wins as figures that are known."""
    return {name: (count, count) for name, count in wins.items()}


def are_last(figures: Mapping[str, Interval], names: Iterable[str]) -> bool | None:
    """Whether everybody else has more than any of these; None where intervals overlap and do not tell."""
    last = [figures[name] for name in set(names)]
    others = [figures[name] for name in figures if name not in set(names)]
    if all(low[1] < high[0] for low in last for high in others):
        return True
    is_refuted = any(low[0] >= high[1] for low in last for high in others)
    return False if is_refuted else None


def with_interval(rating: Rating) -> str:
    """A rating as people read it."""
    elo, low, high = (f"{round(each):+d}" for each in (rating.elo, rating.low, rating.high))
    return f"{elo} ({low} to {high})"


def equal_wins(games: int) -> tuple[int, int]:
    """How many of so many games one of two equal players wins: the widest usual numbers, 95 % of all cases or more."""
    low = 0
    while 2 * sum(comb(games, wins) for wins in range(low + 1)) <= 0.05 * 2**games:
        low += 1
    return low, games - low


def _most_wins(results: Results, source: Mapping[str, int]) -> Claim:
    best = [name for name in source if source[name] == max(source.values())]
    others = [name for name in source if name not in best]
    return Claim(
        f"{' and '.join(best)} win most games, {max(source.values())} of {sum(source.values())} each",
        f"{len(results.round_robin)} games, with a right table: {in_order(results.wins)}",
        are_last(as_intervals(results.wins), others),
        f"by the many games {STRONGEST[are_last(results.elo, others)]}: Elo {_ratings(results)}",
    )


STRONGEST = {
    True: "they are the strongest",
    False: "they are not the strongest",
    None: "it is open who are the strongest",
}
"""What the ratings say of those who have won most games in the source."""


def _ratings(results: Results) -> str:
    """All ratings with their intervals, the highest first."""
    return ", ".join(f"{name} {with_interval(each)}" for name, each in results.ratings.items())


def _fewest_wins(results: Results, table: Table, source: Mapping[str, int], weakest: list[str]) -> Claim:
    agrees = are_last(as_intervals(results.wins), weakest)
    return Claim(
        _win_fewest(source, weakest),
        f"{len(results.round_robin)} games, with a {table} table: {in_order(results.wins)}",
        agrees,
        _why(table, weakest, agrees=agrees),
    )


def _win_fewest(source: Mapping[str, int], weakest: list[str]) -> str:
    return f"{' and '.join(f'{name} ({source[name]})' for name in weakest)} win fewest games"


def _lowest_ratings(results: Results, table: Table, source: Mapping[str, int], weakest: list[str]) -> Claim:
    agrees = are_last(results.elo, weakest)
    games = sum(match.played for match in results.many.values())
    return Claim(
        _win_fewest(source, weakest),
        f"{games:,} games from many openings, with a {table} table, Elo: {_ratings(results)}",
        agrees,
        _why(table, weakest, agrees=agrees),
    )


def _why(table: Table, weakest: list[str], *, agrees: bool | None) -> str:
    both = " and ".join(weakest)
    if agrees is None:
        return "the intervals overlap"
    if table is Table.careless:
        return "" if agrees else f"the careless table alone does not put {both} last"
    return (
        "the searches themselves are weaker here, whatever the table"
        if agrees
        else f"a right table does not put {both} last"
    )


def _explained(cost: Cost, name: str, source: int) -> Claim:
    """What the page itself asks: it is so if the careless table costs strength, and wins as well."""
    weaker = decided(cost.interval, holds=(-math.inf, 0))
    right, careless = cost.wins
    return Claim(
        f"asked here: the careless table explains why {name} wins only {source} games",
        f"it changes {name} by {cost.elo:+.0f} ± {cost.reach:.0f} Elo, and its wins from {right} to {careless}",
        weaker if cost.wins_fall else False,
        _not_explained(cost, weaker),
    )


def _not_explained(cost: Cost, weaker: bool | None) -> str:
    """Why the careless table explains nothing, as far as it does not."""
    whys = {True: "", False: "it does not make it weaker", None: "the interval does not tell whether it is weaker"}
    return "; ".join(filter(None, [whys[weaker], "" if cost.wins_fall else "its wins do not fall"]))


def _wins_against_itself(results: Results) -> Claim:
    draws = [a for (a, b), game in results.round_robin.items() if a == b and game.result.winner is None]
    return Claim(
        "every algorithm is sure of one win, that against itself",
        f"{', '.join(draws)} drew against itself" if draws else "no game of an algorithm against itself was drawn",
        not draws,
        "a draw is possible: the board may fill up" if draws else "",
    )
