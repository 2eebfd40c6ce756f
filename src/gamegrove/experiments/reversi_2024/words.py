"""How figures are said on the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamegrove.tournament.statistics import Pentanomial


def percent(share: float) -> str:
    """A share as people say it."""
    return f"{100 * share:.0f} %"


def score_text(points: Pentanomial) -> str:
    """A score with its 95 % interval."""
    assert points.share is not None
    assert points.interval is not None
    low, high = points.interval
    return f"{percent(points.share)} ({100 * low:.0f} to {100 * high:.0f})"


def listed(items: Iterable[object]) -> str:
    """Items in a sentence.

    >>> listed([6, 8, 10])
    '6, 8 and 10'
    """
    *rest, last = [*map(str, items)] or [""]
    return f"{', '.join(rest)} and {last}" if rest else last


def grouped(words: Mapping[int, str]) -> str:
    """Words by size of board, as a sentence.

    >>> grouped({6: "wins", 8: "ties", 10: "loses", 12: "loses"})
    'wins on 6, ties on 8, loses on 10 and 12'
    """
    sizes: dict[str, list[int]] = {}
    for size, word in words.items():
        sizes.setdefault(word, []).append(size)
    return ", ".join(f"{word} on {listed(found)}" for word, found in sizes.items())
