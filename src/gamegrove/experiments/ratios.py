"""Ratios of sums, and how sure they are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

DRAWS = 1000
"""How often the cases are drawn again."""
OUTSIDE = 0.025
"""The part of the draws that lies on either side of a 95 % interval."""
SEED = 1
"""The same figures have the same interval."""


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
    drawn = sorted(_ratio([figures[i] for i in draw], [bases[i] for i in draw]) for draw in _draws(len(figures)))
    outside = int(OUTSIDE * DRAWS)
    return Ratio(_ratio(figures, bases), drawn[outside], drawn[-1 - outside])


def _ratio(figures: Sequence[float], bases: Sequence[float]) -> float:
    return sum(figures) / sum(bases)


@cache
def _draws(cases: int) -> list[list[int]]:
    source = random.Random(SEED)
    return [source.choices(range(cases), k=cases) for _ in range(DRAWS)]
