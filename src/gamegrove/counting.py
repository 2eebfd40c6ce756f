"""Counting leaves with a report on the way."""

from __future__ import annotations

from collections.abc import Callable

from gamegrove.position import Position

Progress = Callable[[int, int], None]
"""Called with the number of parts that are done and of all parts."""


def perft(position: Position, depth: int, *, free_passes: bool = False, progress: Progress | None = None) -> int:
    """The leaves of the tree of moves, as position.perft() counts them, with a report after every part.

    >>> import gamegrove
    >>> perft(gamegrove.Othello(), 5)
    1396
    """
    parts, leaves = _split(position, depth, free_passes)
    for done, (part, rest) in enumerate(parts, 1):
        leaves += part.perft(rest, free_passes=free_passes)
        if progress:
            progress(done, len(parts))
    return leaves


def divide(
    position: Position, depth: int, *, free_passes: bool = False, progress: Progress | None = None
) -> dict[str, int]:
    """The leaves below each move, for finding out where two counts differ."""
    if depth < 1:
        raise ValueError("depth must be 1 or more to divide the leaves by moves")
    rest = depth - _cost(position, free_passes)
    counts = {}
    for move in position.legal_moves:
        counts[str(move)] = position.after(move).perft(rest, free_passes=free_passes)
        if progress:
            progress(len(counts), len(position.legal_moves))
    return counts


def _cost(position: Position, free_passes: bool) -> int:
    """How many plies a move from here uses up."""
    return 0 if free_passes and position.must_pass() else 1


def _split(position: Position, depth: int, free_passes: bool) -> tuple[list[tuple[Position, int]], int]:
    """Subtrees with their depths, some hundred of them if there are so many, and the leaves found on the way."""
    parts, leaves = [(position, depth)], 0
    while len(parts) < 200 and any(rest > 4 for _, rest in parts):
        below = []
        for part, rest in parts:
            if rest <= 4:
                below.append((part, rest))
                continue
            leaves += 1 if part.is_over() else 0
            left = rest - _cost(part, free_passes)
            below += [(part.after(move), left) for move in part.legal_moves]
        parts = below
    return parts, leaves
