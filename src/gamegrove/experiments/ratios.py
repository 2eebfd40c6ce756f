"""Ratios of sums, and how sure they are: bootstrap intervals, for which the cases are drawn again."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean

DRAWS = 1000
"""How often the cases are drawn again."""
OUTSIDE = 0.025
"""The part of the draws that lies on either side of a 95 % interval."""
SEED = 1
"""The same figures have the same interval."""
LESS = (0.0, math.nextafter(1.0, 0.0))
"""The ratios of a figure that is smaller than its base."""

Draw = Sequence[int]
"""The numbers of the cases in a draw, some of them several times."""
Paired = tuple[Sequence[float], Sequence[float]]
"""The figures of some cases, and their bases."""


@dataclass(frozen=True)
class Ratio:
    """What some cases come to, relative to what the same cases come to otherwise."""

    value: float
    """The sum of the figures to the sum of their bases."""
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end."""

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends."""
        return self.low, self.high

    @property
    def reach(self) -> float:
        """Half the width of the interval: what stands behind the sign ±."""
        return (self.high - self.low) / 2


def ratio_of_sums(figures: Sequence[float], bases: Sequence[float]) -> Ratio:
    """The ratio of two sums over the same cases.

    Its interval is that of a bootstrap: the cases are drawn again, with replacement, as if others of their kind had
    been taken, and what the ratio is for 95 % of such draws is what it may as well have been.

    >>> ratio_of_sums([1, 2], [2, 4])
    Ratio(value=0.5, low=0.5, high=0.5)
    """
    return mean_of_ratios([(figures, bases)])


def mean_of_ratios(several: Sequence[Paired]) -> Ratio:
    """The mean of several ratios over the same cases, such as those of several depths, which are drawn together.

    >>> mean_of_ratios([([1, 2], [2, 4]), ([3, 6], [4, 8])]).value
    0.625
    """

    def found(draw: Draw) -> float:
        return fmean(ratio_in(draw, figures, bases) for figures, bases in several)

    cases = len(several[0][0])
    return _ratio(found(range(cases)), [found(draw) for draw in draws(cases)])


def ratio_over_groups(groups: Sequence[Paired]) -> Ratio:
    """The ratio of two sums over groups of cases, each of which is drawn within itself.

    >>> ratio_over_groups([([1, 1], [2, 2]), ([4], [4])])
    Ratio(value=0.75, low=0.75, high=0.75)
    """

    def found(drawn: Sequence[Draw]) -> float:
        parts = list(zip(groups, drawn, strict=True))
        above = sum(_sum(figures, draw) for (figures, _), draw in parts)
        return above / sum(_sum(bases, draw) for (_, bases), draw in parts)

    sizes = [len(figures) for figures, _ in groups]
    apart = [draws(cases, SEED + number) for number, cases in enumerate(sizes)]
    return _ratio(found([range(cases) for cases in sizes]), [found(drawn) for drawn in zip(*apart, strict=True)])


def share_of_draws(cases: int, holds: Callable[[Draw], bool]) -> float:
    """In which part of the draws something holds that is no ratio, such as which of several figures is least."""
    return fmean(holds(draw) for draw in draws(cases))


def decided_by_share(share: float) -> bool | None:
    """Whether something holds, by the part of the draws in which it does; None if too many of them say otherwise.

    >>> decided_by_share(0.99), decided_by_share(0.6), decided_by_share(0.01)
    (True, None, False)
    """
    return True if share >= 1 - OUTSIDE else False if share <= OUTSIDE else None


@cache
def draws(cases: int, seed: int = SEED) -> list[list[int]]:
    """So many cases, drawn again and again."""
    source = random.Random(seed)
    return [source.choices(range(cases), k=cases) for _ in range(DRAWS)]


def ratio_in(draw: Draw, figures: Sequence[float], bases: Sequence[float]) -> float:
    """The ratio of the sums in one draw."""
    return _sum(figures, draw) / _sum(bases, draw)


def _sum(figures: Sequence[float], draw: Draw) -> float:
    return sum(map(figures.__getitem__, draw))


def _ratio(value: float, drawn: Sequence[float]) -> Ratio:
    outside = int(OUTSIDE * DRAWS)
    ordered = sorted(drawn)
    return Ratio(value, ordered[outside], ordered[-1 - outside])
