"""How figures are said on the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamegrove.experiments.drawing import per_cent
from gamegrove.tournament.statistics import Pentanomial


def score_text(points: Pentanomial) -> str:
    """A score with its 95 % interval."""
    assert points.share is not None
    assert points.interval is not None
    low, high = points.interval
    return f"{per_cent(points.share)} ({100 * low:.0f} to {100 * high:.0f})"


def listed(items: Iterable[object]) -> str:
    """Items in a sentence.

    >>> listed([6, 8, 10])
    '6, 8 and 10'
    """
    *rest, last = [*map(str, items)] or [""]
    return f"{', '.join(rest)} and {last}" if rest else last


def span(low: int, high: int) -> str:
    """What lies from one number to another one, which may be the same.

    >>> span(4, 5), span(3, 3)
    ('4 to 5', '3')
    """
    return str(low) if low == high else f"{low} to {high}"


def grouped(words: Mapping[int, str]) -> str:
    """Words by size of board, as a sentence.

    >>> grouped({6: "wins", 8: "ties", 10: "loses", 12: "loses"})
    'wins on 6, ties on 8, loses on 10 and 12'
    """
    sizes: dict[str, list[int]] = {}
    for size, word in words.items():
        sizes.setdefault(word, []).append(size)
    return ", ".join(f"{word} on {listed(found)}" for word, found in sizes.items())
