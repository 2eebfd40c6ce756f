"""Ratings of many players from their games against each other, as Bradley and Terry have them.

A player's rating is a number such that the share of the points between two players follows from the difference
(`share_of`); the ratings are those that make the results likeliest, a draw being half a win and half a loss.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from gamegrove.errors import GamegroveError
from gamegrove.tournament.statistics import SURE, share_of

ELO_PER_UNIT = 400 / math.log(10)
"""How much Elo one unit of natural logarithms of odds is, in which the ratings are found."""

Matrix = list[list[float]]


class Tally(Protocol):
    """Games between two players: a `Pentanomial`, or a `Score` of wins, draws and losses."""

    @property
    def games(self) -> int:
        """How many games there are."""

    @property
    def share(self) -> float | None:
        """The part of the points that the first of the two has won; None without games."""


@dataclass(frozen=True)
class Rating:
    """How strong a player is among the others."""

    player: str
    """Its name."""
    elo: float
    """Its rating: above the mean of all players, or above the anchor."""
    low: float
    """The lower end of the rating's 95 % interval."""
    high: float
    """The upper end."""
    games: int
    """How many games it has played."""
    share: float
    """The part of the points that it has won."""
    one_sided: bool
    """Whether only the prior keeps the rating finite: the player has won all its games or lost them all, or is in a
    group of players that has done so against all others."""


def rate(results: Mapping[tuple[str, str], Tally], anchor: str | None = None) -> tuple[Rating, ...]:
    """The ratings of all players, the strongest first; their mean is 0, or the anchor's rating is 0.

    The intervals come from the inverse of the Hessian of the likelihood: 1.96 standard deviations of the distance from
    the mean of all players, or from the anchor, whose own interval is then empty. They take the games for independent
    and a draw for as uncertain as a win or a loss, so many draws make them too wide.

    There is no prior as long as the results have a likeliest rating for everyone. They have none where all points
    between two groups of players went one way. Then every pairing between such groups counts as having one drawn game
    more, and `one_sided` marks the players outside the largest group, or all if no group is the largest.

    >>> from gamegrove.tournament.statistics import Pentanomial
    >>> results = {("a", "b"): Pentanomial((0, 2, 5, 2, 1)), ("b", "c"): Pentanomial((0, 1, 4, 3, 2))}
    >>> [(rating.player, round(rating.elo)) for rating in rate(results)]
    [('a', 59), ('b', 24), ('c', -83)]
    """
    players = sorted({player for pairing in results for player in pairing})
    if not players:
        return ()
    if anchor is not None and anchor not in players:
        raise GamegroveError(f"anchor must be one of the players, {', '.join(players)}, not '{anchor}'")
    points = _points(results, players)
    _refuse_strangers(players, points)
    groups = _groups(points)
    strengths, covariance = _fit(_with_prior(points, groups))
    estimates = _estimates(strengths, covariance, None if anchor is None else players.index(anchor))
    settled = _settled(groups)
    ratings = [
        _rating(player, estimate, won=sum(points[i]), lost=sum(row[i] for row in points), one_sided=i not in settled)
        for i, (player, estimate) in enumerate(zip(players, estimates, strict=True))
    ]
    return tuple(sorted(ratings, key=lambda rating: (-round(rating.elo, 6), rating.player)))


def _rating(player: str, estimate: tuple[float, float], *, won: float, lost: float, one_sided: bool) -> Rating:
    elo, reach = estimate
    return Rating(
        player=player,
        elo=elo,
        low=elo - reach,
        high=elo + reach,
        games=round(won + lost),
        share=won / (won + lost),
        one_sided=one_sided,
    )


def _points(results: Mapping[tuple[str, str], Tally], players: Sequence[str]) -> Matrix:
    """What the player of the row has won from the player of the column."""
    points = [[0.0] * len(players) for _ in players]
    for (a, b), tally in results.items():
        if a == b:
            raise GamegroveError(f"results must be between two players, not '{a}' and itself")
        i, j = players.index(a), players.index(b)
        won = round(2 * tally.games * (tally.share or 0.0)) / 2
        points[i][j] += won
        points[j][i] += tally.games - won
    return points


def _refuse_strangers(players: Sequence[str], points: Matrix) -> None:
    met = [[bool(points[i][j] or points[j][i]) for j in range(len(players))] for i in range(len(players))]
    strangers = set(range(len(players))) - _reachable(0, met)
    if strangers:
        raise GamegroveError(
            f"results must connect all players: no games lead from {players[0]} to {players[min(strangers)]}, not even "
            "through others, so their ratings cannot be compared; let them meet, or rate their groups apart"
        )


def _groups(points: Matrix) -> list[frozenset[int]]:
    """The players by groups within which everybody has won points from everybody else, directly or through others."""
    won = [[bool(each) for each in row] for row in points]
    reached = [_reachable(i, won) for i in range(len(points))]
    return list({frozenset(j for j in reached[i] if i in reached[j]) for i in range(len(points))})


def _reachable(start: int, edges: Sequence[Sequence[bool]]) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        new = {j for j, edge in enumerate(edges[waiting.pop()]) if edge} - found
        found |= new
        waiting.extend(new)
    return found


def _settled(groups: Sequence[frozenset[int]]) -> frozenset[int]:
    """The largest group, whose ratings against each other need no prior; nobody when two are as large."""
    most = max(map(len, groups))
    largest = [group for group in groups if len(group) == most]
    return largest[0] if len(largest) == 1 else frozenset()


def _with_prior(points: Matrix, groups: Sequence[frozenset[int]]) -> Matrix:
    """The points with one drawn game more in each pairing between two groups."""
    padded = [row[:] for row in points]
    for one, other in combinations(groups, 2):
        for i, j in ((i, j) for i in one for j in other if points[i][j] or points[j][i]):
            padded[i][j] += 0.5
            padded[j][i] += 0.5
    return padded


def _fit(points: Matrix) -> tuple[list[float], Matrix]:
    """The likeliest strengths, whose mean is 0, and their covariance, by Newton's method.

    A step that moves no two players apart by more than one unit always climbs: on its way the curvature changes by less
    than a factor e. Larger ones are shortened. The error of a step is the square of that of the one before.
    """
    strengths = [0.0] * len(points)
    apart = math.inf
    while apart > 1e-6:
        slopes, covariance = _slopes(points, strengths), _covariance(points, strengths)
        step = [sum(c * slope for c, slope in zip(row, slopes, strict=True)) for row in covariance]
        apart = max(step) - min(step)
        strengths = [strength + each / max(1.0, apart) for strength, each in zip(strengths, step, strict=True)]
    return strengths, covariance


def _slopes(points: Matrix, strengths: Sequence[float]) -> list[float]:
    """By how many points each player has won more than its strength lets expect."""
    slopes = [0.0] * len(points)
    for i, j in combinations(range(len(points)), 2):
        more = points[i][j] - (points[i][j] + points[j][i]) * _share(strengths, i, j)
        slopes[i] += more
        slopes[j] -= more
    return slopes


def _covariance(points: Matrix, strengths: Sequence[float]) -> Matrix:
    """The inverse of the negative Hessian, where strengths have mean 0.

    The Hessian cannot see a change that is the same for all. Adding 1 / n everywhere gives that change the curvature 1,
    and leaves everything across it as it is; it comes out of the inverse again as 1 / n everywhere.
    """
    size = len(points)
    hessian = [[1 / size] * size for _ in points]
    for i, j in combinations(range(size), 2):
        share = _share(strengths, i, j)
        curvature = (points[i][j] + points[j][i]) * share * (1 - share)
        hessian[i][i] += curvature
        hessian[j][j] += curvature
        hessian[i][j] -= curvature
        hessian[j][i] -= curvature
    return [[each - 1 / size for each in row] for row in _inverse(hessian)]


def _share(strengths: Sequence[float], i: int, j: int) -> float:
    return share_of((strengths[i] - strengths[j]) * ELO_PER_UNIT)


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric, positive definite matrix, by Gauss and Jordan; it needs no exchange of rows."""
    size = len(matrix)
    rows = [row + [float(i == j) for j in range(size)] for i, row in enumerate(matrix)]
    for pivot in range(size):
        rows[pivot] = [each / rows[pivot][pivot] for each in rows[pivot]]
        for i, row in enumerate(rows):
            if i != pivot:
                rows[i] = [each - row[pivot] * one for each, one in zip(row, rows[pivot], strict=True)]
    return [row[size:] for row in rows]


def _estimates(strengths: Sequence[float], covariance: Matrix, anchor: int | None) -> list[tuple[float, float]]:
    """The Elo of each player above the mean or the anchor, and how far its interval reaches."""
    if anchor is None:
        variances = [row[i] for i, row in enumerate(covariance)]
        return [_in_elo(strength, variance) for strength, variance in zip(strengths, variances, strict=True)]
    return [
        _in_elo(strengths[i] - strengths[anchor], row[i] - 2 * row[anchor] + covariance[anchor][anchor])
        for i, row in enumerate(covariance)
    ]


def _in_elo(strength: float, variance: float) -> tuple[float, float]:
    return strength * ELO_PER_UNIT, SURE * math.sqrt(max(0.0, variance)) * ELO_PER_UNIT
