"""What the source says, held against the results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import comb

from gamegrove.experiments.page import Claim
from gamegrove.experiments.pente_2003.contests import Table
from gamegrove.experiments.pente_2003.results import Results

Figures = Mapping[str, float]


def claims(results: Mapping[Table, Results], source: Mapping[str, int], with_table: Iterable[str]) -> list[Claim]:
    """All claims; `with_table` are the players that have a table."""
    weakest = [name for name in source if name in set(with_table)]
    return [
        _most_wins(results[Table.right], source),
        *(_fewest_wins(results[table], table, source, weakest) for table in Table),
        *(_lowest_ratings(results[table], table, weakest) for table in Table),
        _wins_against_itself(results[Table.right]),
    ]


def in_order(figures: Figures, digits: int = 0) -> str:
    """Names with figures, the largest first."""
    ordered = sorted(figures.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {figure:.{digits}f}" for name, figure in ordered)


def are_last(figures: Figures, names: Iterable[str]) -> bool:
    """Whether everybody else has more than any of these."""
    named = set(names)
    return max(figures[name] for name in named) < min(figures[name] for name in figures if name not in named)


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
        are_last(results.wins, others),
        _few_games(results, best),
    )


def _few_games(results: Results, best: Iterable[str]) -> str:
    """What the many games say of those who won most in the source."""
    elo = {name: results.elo[name] for name in results.names}
    others = [name for name in elo if name not in set(best)]
    if are_last(elo, others):
        return "by the many games they are the strongest"
    return f"by the many games they are not the strongest: Elo {in_order(elo)}"


def _fewest_wins(results: Results, table: Table, source: Mapping[str, int], weakest: list[str]) -> Claim:
    told = " and ".join(f"{name} ({source[name]})" for name in weakest)
    agrees = are_last(results.wins, weakest)
    return Claim(
        f"{told} win fewest games",
        f"{len(results.round_robin)} games, with a {table} table: {in_order(results.wins)}",
        agrees,
        _why(table, weakest, agrees=agrees),
    )


def _lowest_ratings(results: Results, table: Table, weakest: list[str]) -> Claim:
    agrees = are_last(results.elo, weakest)
    games = sum(match.played for match in results.many.values())
    return Claim(
        f"{' and '.join(weakest)} are the weakest",
        f"{games:,} games, with a {table} table, Elo: {in_order(results.elo)}",
        agrees,
        _why(table, weakest, agrees=agrees),
    )


def _why(table: Table, weakest: list[str], *, agrees: bool) -> str:
    both = " and ".join(weakest)
    if table is Table.careless:
        return "" if agrees else f"the careless table alone does not put {both} last"
    return (
        "the searches themselves are weaker here, whatever the table"
        if agrees
        else f"a right table does not put {both} last"
    )


def _wins_against_itself(results: Results) -> Claim:
    draws = [a for (a, b), game in results.round_robin.items() if a == b and game.result.winner is None]
    return Claim(
        "every algorithm is sure of one win, that against itself",
        f"{', '.join(draws)} drew against itself" if draws else "no game of an algorithm against itself was drawn",
        not draws,
        "a draw is possible: the board may fill up" if draws else "",
    )
