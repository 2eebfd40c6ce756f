"""The figures of the source, by depth."""

from __future__ import annotations

from dataclasses import dataclass

from gamegrove.work.task import Data


@dataclass(frozen=True)
class Row:
    """A row of the source's Table 1."""

    depth: int
    seconds: dict[str, float]
    """For a move, by side."""
    faster: float
    """By how much MTD(f) is faster, in per cent; below 0 where it is slower."""
    leaves: dict[str, int]
    """For a game, by side."""
    fewer_leaves: float
    """How much fewer leaves MTD(f) needs, in per cent."""
    passes: int
    """Of MTD(f), for a game."""
    won: dict[str, int]
    """Games by who has won them: X, O or nobody."""


def table_1(published: Data) -> dict[int, Row]:
    """The rows of Table 1 by depth."""
    return {depth: _row(published, place) for place, depth in enumerate(published["depths"])}


def _row(published: Data, place: int) -> Row:
    return Row(
        depth=published["depths"][place],
        seconds={side: column[place] for side, column in published["seconds"].items()},
        faster=published["faster"][place],
        leaves={side: column[place] for side, column in published["leaves"].items()},
        fewer_leaves=published["fewer_leaves"][place],
        passes=published["passes"][place],
        won={who: column[place] for who, column in published["won"].items()},
    )
