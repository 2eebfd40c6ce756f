"""Difficulty: ten levels, each a depth by stage of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import overload

from gamegrove._core import ConnectFour, Othello, Pente
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import cells_of
from gamegrove.position import Position

MOST_LEVEL = 10
"""The strongest level; the weakest is 1."""
LEVEL_SECONDS = 5.0
"""A level is a depth; a player without a clock still takes no longer for a move than this."""
END_CELLS = 16
"""With so many empty cells, and not more than a third of the board, the end begins."""


class Stage(IntEnum):
    """The part of a game in which a position is."""

    opening = 0
    middle = 1
    end = 2


@dataclass(frozen=True)
class Levels:
    """The levels of one family of games."""

    opening: float
    """The part of the board that is filled when the opening ends."""
    depths: tuple[tuple[int, int, int], ...]
    """How many plies to look ahead in the opening, the middle and the end, the lowest level first."""


OTHELLO = Levels(
    1 / 4,
    (
        (1, 1, 2),
        (2, 2, 4),
        (3, 3, 5),
        (4, 4, 6),
        (5, 5, 8),
        (6, 6, 10),
        (7, 7, 11),
        (8, 8, 12),
        (9, 9, 14),
        (10, 10, 16),
    ),
)
LARGE_OTHELLO = Levels(
    1 / 4,
    (
        (1, 1, 2),
        (2, 2, 3),
        (2, 3, 4),
        (3, 3, 5),
        (3, 4, 6),
        (4, 5, 8),
        (5, 5, 9),
        (6, 6, 10),
        (7, 7, 12),
        (8, 8, 14),
    ),
)
"""For the boards of 96 cells and more, on which every ply has more moves."""
CONNECT_FOUR = Levels(
    1 / 4,
    (
        (1, 1, 2),
        (2, 2, 3),
        (3, 3, 5),
        (4, 4, 6),
        (5, 6, 8),
        (6, 7, 10),
        (8, 9, 12),
        (10, 11, 14),
        (12, 13, 16),
        (14, 16, 18),
    ),
)
PENTE = Levels(
    1 / 30,
    (
        (1, 1, 1),
        (1, 2, 2),
        (2, 2, 2),
        (2, 2, 3),
        (2, 3, 3),
        (3, 3, 4),
        (3, 3, 6),
        (3, 4, 8),
        (4, 4, 10),
        (4, 5, 12),
    ),
)
"""Few plies, for there are hundreds of moves."""
OTHER = Levels(1 / 4, tuple((level, level, level + 2) for level in range(1, MOST_LEVEL + 1)))
"""For small boards, trees and games written in Python."""
SMALL_PENTE_CELLS = 25
"""Up to so many cells a game of the Pente family is as small as any other."""


@overload
def empty_cells(position: Othello | ConnectFour | Pente) -> int: ...
@overload
def empty_cells(position: Position) -> int | None: ...
def empty_cells(position: Position) -> int | None:
    """How many cells are empty; None where there are no cells."""
    return sum(row.count(".") for row in position.rows) if isinstance(position, Othello | ConnectFour | Pente) else None


def levels_for(position: Position) -> Levels:
    """The levels for games like that of a position."""
    if isinstance(position, Othello):
        return OTHELLO if len(position.rows) <= 8 else LARGE_OTHELLO
    if isinstance(position, ConnectFour):
        return CONNECT_FOUR
    return PENTE if isinstance(position, Pente) and cells_of(position) > SMALL_PENTE_CELLS else OTHER


def stage_of(position: Position) -> Stage:
    """The stage of the game; of a game without cells the middle."""
    empty = empty_cells(position)
    if empty is None:
        return Stage.middle
    cells = cells_of(position)
    if empty <= min(END_CELLS, cells / 3):
        return Stage.end
    return Stage.opening if cells - empty < levels_for(position).opening * cells else Stage.middle


def check_level(level: int) -> None:
    """Refuse a level that does not exist."""
    if not isinstance(level, int) or isinstance(level, bool) or not 1 <= level <= MOST_LEVEL:
        raise GamegroveError(f"level must be a whole number from 1 to {MOST_LEVEL}, not {level!r}")


def depth_for(level: int, position: Position) -> int:
    """How many plies a level looks ahead in a position.

    >>> from gamegrove import Othello
    >>> [depth_for(level, Othello()) for level in (1, 5, 10)]
    [1, 5, 10]
    """
    check_level(level)
    return levels_for(position).depths[level - 1][stage_of(position)]


def iterations_for(level: int) -> int:
    """How many nodes a level adds to the tree of an algorithm that knows no depth, such as mcts."""
    check_level(level)
    return 50 << level
