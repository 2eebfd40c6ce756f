"""What games between two players say of their strength: shares of the points, Elo, and how sure that is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from gamegrove.errors import GamegroveError

NORMAL = NormalDist()
SURE = 1.959963984540054
"""How many standard deviations a 95 % interval reaches to either side."""
PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
"""What a player can win in a pair of games, a draw being half a point."""
PAIR_SHARES = tuple(points / 2 for points in PAIR_POINTS)
"""The same as shares of the points."""


def elo_of(share: float) -> float:
    """By how much Elo a player is stronger who wins this share of the points; infinite for none and for all of them.

    >>> round(elo_of(0.64), 1)
    100.0
    """
    if not 0 <= share <= 1:
        raise GamegroveError(f"share must be from 0 to 1, not {share}")
    if share in (0, 1):
        return math.inf if share else -math.inf
    return 400 * math.log10(share / (1 - share))


def share_of(elo: float) -> float:
    """The share of the points that a player expects who is stronger by so much Elo.

    >>> round(share_of(100), 2)
    0.64
    """
    weaker = 10 ** (-abs(elo) / 400)
    return (1 if elo >= 0 else weaker) / (1 + weaker)


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of points won in so many games.

    It takes a draw for as uncertain as a win or a loss, and is then somewhat too wide.

    >>> [round(bound, 3) for bound in wilson_interval(1.0, 100)]
    [0.963, 1.0]
    """
    half = SURE * SURE / games / 2
    root = math.sqrt(2 * half * share * (1 - share) + half * half)
    # In this order no rounding keeps the bound of a share of 0 from being 0, or of 1 from being 1.
    low, high = ((share + (half + sign * root)) / (1 + 2 * half) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


@dataclass(frozen=True)
class Pentanomial:
    """How pairs of games ended for a player: each pair has one opening, played once with either colour.

    An opening that favours one colour makes the two games of a pair unlike each other. Pairs are therefore what is
    counted, and how much they differ, not how much games differ, says how sure the share of the points is.
    Without pairs there is nothing to say, and every figure is None.

    >>> pairs = Pentanomial.of([1, 1.5, 1, 0.5, 2, 1])
    >>> pairs.counts, pairs.games, round(pairs.share, 3)
    ((0, 1, 3, 1, 1), 12, 0.583)
    """

    counts: tuple[int, int, int, int, int]
    """In how many pairs the player has won 0, 1/2, 1, 1 1/2 and 2 points."""

    def __post_init__(self) -> None:
        if len(self.counts) != len(PAIR_POINTS) or min(self.counts) < 0:
            raise GamegroveError(f"counts must be five numbers of pairs, each 0 or more, not {self.counts}")

    @classmethod
    def of(cls, points: Iterable[float]) -> Pentanomial:
        """The counts of pairs in which the player has won these points."""
        found = Counter(points)
        unknown = found.keys() - set(PAIR_POINTS)
        if unknown:
            raise GamegroveError(f"points of a pair must be 0, 0.5, 1, 1.5 or 2, not {min(unknown)}")
        none, half, one, more, two = (found[each] for each in PAIR_POINTS)
        return cls((none, half, one, more, two))

    def __add__(self, other: Pentanomial) -> Pentanomial:
        none, half, one, more, two = (a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Pentanomial((none, half, one, more, two))

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games there are."""
        return 2 * self.pairs

    @property
    def share(self) -> float | None:
        """The part of the points that the player has won."""
        if not self.pairs:
            return None
        return sum(share * count for share, count in zip(PAIR_SHARES, self.counts, strict=True)) / self.pairs

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the share, as the pairs' own spread shows it."""
        mean = self.share
        if mean is None:
            return None
        squares = (count * (share - mean) ** 2 for share, count in zip(PAIR_SHARES, self.counts, strict=True))
        return math.sqrt(sum(squares)) / self.pairs

    @property
    def interval(self) -> tuple[float, float] | None:
        """Between what the share lies with 95 % confidence.

        Pairs that are all alike show no spread, which is no proof that there is none: one pair always shows none.
        Then it is Wilson's interval over the games, which takes their spread from the share instead.
        """
        share, deviation = self.share, self.deviation
        if share is None or deviation is None:
            return None
        if deviation == 0:
            return wilson_interval(share, self.games)
        return max(0.0, share - SURE * deviation), min(1.0, share + SURE * deviation)

    @property
    def elo(self) -> float | None:
        """By how much Elo the player seems stronger."""
        return None if self.share is None else elo_of(self.share)

    @property
    def elo_interval(self) -> tuple[float, float] | None:
        """Between what the Elo difference lies with 95 % confidence."""
        if self.interval is None:
            return None
        low, high = self.interval
        return elo_of(low), elo_of(high)

    @property
    def elo_reach(self) -> float | None:
        """Half the width of the interval of Elo: what stands behind the sign +-."""
        if self.elo_interval is None:
            return None
        low, high = self.elo_interval
        return (high - low) / 2

    @property
    def superiority(self) -> float | None:
        """The likelihood of superiority: how probable it is that the player is the stronger one.

        When all pairs are alike, the spread of the share is that of as many games between equal players without draws,
        1 / (2 sqrt(games)). So it is above 97.5 % exactly when Wilson's interval lies above one half.
        """
        share, deviation = self.share, self.deviation
        if share is None or deviation is None:
            return None
        return NORMAL.cdf((share - 0.5) / (deviation or 0.5 / math.sqrt(self.games)))

    def description(self) -> dict[str, Any]:
        """The counts and all figures as plain data, for JSON, which knows no infinity: an infinite Elo is None."""
        return {
            "counts": list(self.counts),
            "pairs": self.pairs,
            "games": self.games,
            "share": self.share,
            "deviation": self.deviation,
            "interval": self.interval and list(self.interval),
            "elo": _finite(self.elo),
            "elo_interval": self.elo_interval and [_finite(bound) for bound in self.elo_interval],
            "elo_reach": _finite(self.elo_reach),
            "superiority": self.superiority,
        }


def _finite(number: float | None) -> float | None:
    return None if number is None or math.isinf(number) else number
