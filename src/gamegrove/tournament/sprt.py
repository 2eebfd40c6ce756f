"""The sequential probability ratio test: play until it is sure enough which of two claims about a player fits better.

The ratio is the generalised one: of all distributions of a pair's points for which a claim is true, that counts which
makes the pairs seen likeliest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from gamegrove.errors import GamegroveError
from gamegrove.tournament.statistics import PAIR_SHARES, Pentanomial, share_of

FARTHEST = 400.0
"""The largest Elo difference that a test can be about."""
UNSEEN = 1e-3
"""What counts for the number of pairs with a result that was never seen: it is rare, not impossible."""
DEVIATIONS_PER_NORMALIZED_ELO = math.sqrt(2) * math.log(10) / 800
"""How far, in standard deviations of a pair's share, one unit of normalized Elo moves the share from one half."""
MOST_ROUNDS = 200
"""After how many rounds an iteration ends in any case; some ten are usual."""


class Scale(StrEnum):
    """What a difference in Elo means to a test."""

    normalized = "normalized"
    """The distance of the share from one half, measured by the spread of games. How many games a test takes depends
    on nothing else, so that its bounds mean the same whether draws are many or few."""
    logistic = "logistic"
    """The usual Elo, by the share of the points alone."""


class Verdict(StrEnum):
    """How a test ends."""

    better = "better"
    """The player is stronger by elo1, rather than by elo0."""
    not_better = "not better"
    """The player is stronger by elo0, rather than by elo1."""


@dataclass(frozen=True)
class Sprt:
    """A test of the claim that a player is stronger by elo1 against the claim that it is by elo0.

    >>> test = Sprt(elo0=0, elo1=50)
    >>> pairs = Pentanomial((2, 10, 31, 42, 15))
    >>> round(test.lower, 2), round(test.llr(pairs), 2), round(test.upper, 2)
    (-2.94, 8.29, 2.94)
    >>> test.verdict(pairs)
    <Verdict.better: 'better'>
    """

    elo0: float
    """The Elo difference of the claim that the player is not better."""
    elo1: float
    """The Elo difference of the claim that it is better."""
    alpha: float = 0.05
    """How often a player that is stronger by elo0 may be called better."""
    beta: float = 0.05
    """How often a player that is stronger by elo1 may be called not better."""
    scale: Scale = Scale.normalized
    """What elo0 and elo1 mean."""

    def __post_init__(self) -> None:
        for name, elo in (("elo0", self.elo0), ("elo1", self.elo1)):
            if not -FARTHEST <= elo <= FARTHEST:
                raise GamegroveError(f"{name} of a test must be from {-FARTHEST:g} to {FARTHEST:g}, not {elo}")
        if self.elo0 >= self.elo1:
            raise GamegroveError(f"elo0 of a test must be below elo1, not {self.elo0:g} with an elo1 of {self.elo1:g}")
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise GamegroveError(f"{name} of a test must be above 0 and below 0.5, not {rate}")
        if self.scale not in list(Scale):
            raise GamegroveError(f"scale of a test must be {' or '.join(Scale)}, not '{self.scale}'")

    @property
    def lower(self) -> float:
        """Where the test ends with "not better": Wald's bound."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Where the test ends with "better": Wald's bound."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pentanomial: Pentanomial) -> float:
        """The logarithm of the likelihood ratio: how much better elo1 explains the pairs than elo0 does."""
        if not pentanomial.pairs:
            return 0.0
        counts = [count or UNSEEN for count in pentanomial.counts]
        seen = [count / sum(counts) for count in counts]
        worse, better = (self._likeliest(seen, elo) for elo in (self.elo0, self.elo1))
        return sum(count * math.log(p1 / p0) for count, p1, p0 in zip(counts, better, worse, strict=True))

    def verdict(self, pentanomial: Pentanomial) -> Verdict | None:
        """How the test ends with these pairs; None as long as it has to go on."""
        return self.verdict_at(self.llr(pentanomial))

    def verdict_at(self, llr: float) -> Verdict | None:
        """How the test ends at this ratio; None as long as it has to go on."""
        if llr >= self.upper:
            return Verdict.better
        return Verdict.not_better if llr <= self.lower else None

    def _likeliest(self, seen: Sequence[float], elo: float) -> list[float]:
        if self.scale == Scale.logistic:
            return _likeliest_with_share(seen, share_of(elo))
        return _likeliest_with_distance(seen, elo * DEVIATIONS_PER_NORMALIZED_ELO)


def _likeliest_with_share(seen: Sequence[float], share: float) -> list[float]:
    return _likeliest_with_mean_zero(seen, [each - share for each in PAIR_SHARES])


def _likeliest_with_distance(seen: Sequence[float], distance: float) -> list[float]:
    """The likeliest distribution whose mean is so many of its standard deviations above one half.

    Where almost all pairs are split, there can be one with a small spread and one with a large spread, each likelier
    than all around it.
    """
    if not distance:
        return _likeliest_with_share(seen, 0.5)
    least = 0.25 * abs(distance) / (1 + distance**2)  # of distributions of 1/2 and the share next to it
    most = 0.5 / math.sqrt(1 + distance**2)  # of distributions of 0 and 1
    starts = (least + part * (most - least) for part in (0.01, 0.7))
    found = [_likeliest_near(seen, distance, spread) for spread in starts]
    return max(found, key=lambda each: sum(p * math.log(q) for p, q in zip(seen, each, strict=True)))


def _likeliest_near(seen: Sequence[float], distance: float, spread: float) -> list[float]:
    """The likeliest distribution at this distance among those around it, from one with this standard deviation on.

    The standard deviation depends on the distribution, so each round puts in its place the tangent at the one before.
    Distributions on the tangent are at the distance or beyond it, because the standard deviation is concave, and from
    there the next tangent has distributions again.
    """
    mean = 0.5 + distance * spread
    for _ in range(MOST_ROUNDS):
        tangent = [x - 0.5 - distance * (spread + (x - mean) ** 2 / spread) / 2 for x in PAIR_SHARES]
        found = _likeliest_with_mean_zero(seen, tangent)
        before, (mean, spread) = (mean, spread), _moments(found)
        if math.dist(before, (mean, spread)) < 1e-12:
            break
    return found


def _moments(distribution: Sequence[float]) -> tuple[float, float]:
    mean = sum(p * x for p, x in zip(distribution, PAIR_SHARES, strict=True))
    variance = sum(p * (x - mean) ** 2 for p, x in zip(distribution, PAIR_SHARES, strict=True))
    return mean, math.sqrt(variance)


def _likeliest_with_mean_zero(seen: Sequence[float], values: Sequence[float]) -> list[float]:
    """The distribution under which the values have mean zero and what was seen is likeliest.

    By Lagrange it is p / (1 + x v) with the x for which the mean is zero, and the mean falls as x grows. 1 + x v is
    written as a line through 0 at the highest value and one through 0 at the lowest, mixed, so that it keeps its digits
    where it is almost 0. The logarithm of the odds of the mixture is found by Newton's method, from x = 0 on, and by
    bisection where that would leave the bounds.
    """
    high, low = max(values), min(values)
    least, most = -60.0, 60.0  # e^60 : 1 is all that floats can tell from 1 : 0
    middle = math.log(-high / low)
    for _ in range(MOST_ROUNDS):
        odds = math.exp(middle)
        lines = [(odds * (1 - v / high) + (1 - v / low)) / (1 + odds) for v in values]
        found = [p / line for p, line in zip(seen, lines, strict=True)]
        mean = sum(p * v for p, v in zip(found, values, strict=True))
        least, most = (least, middle) if mean > 0 else (middle, most)
        slope = sum(p * v * v / line for p, v, line in zip(found, values, lines, strict=True))
        newton = middle - mean / (slope * (1 / high - 1 / low) * odds / (1 + odds) ** 2)
        before, middle = middle, newton if least <= newton <= most else (least + most) / 2
        if abs(middle - before) < 1e-13:
            break
    return found
