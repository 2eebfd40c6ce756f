"""A game that comes to a position: other libraries know a position by its moves."""

from __future__ import annotations

from collections.abc import Iterator

from gamegrove._core import ConnectFour
from gamegrove.bridges.boards import position_from_rows
from gamegrove.errors import GamegroveError

Columns = tuple[str, ...]
"""The discs of each column from the bottom, without the empty cells."""

MOST_DEAD_ENDS = 100_000
"""After so many boards to which no game comes, the search for one gives up."""


def moves_to(position: ConnectFour) -> list[str]:
    """The moves of a game that comes to a position, in one of the possible orders.

    >>> moves_to(ConnectFour("454"))
    ['4', '5', '4']
    """
    columns = tuple("".join(cells).replace(".", "") for cells in zip(*reversed(position.rows), strict=True))
    # Only the last disc can have ended the game, since a row of discs stays a row when others are added.
    dead_ends = {before for _, before in _one_disc_before(columns) if not _goes_on(before, position)}
    moves = _moves_to(columns, dead_ends)
    if moves is None:
        raise GamegroveError(f"no game was found that comes to {position.line}; its discs may fit no order of moves")
    return moves


def _moves_to(columns: Columns, dead_ends: set[Columns]) -> list[str] | None:
    """The same for columns, or None; what leads nowhere is added to the dead ends."""
    if not any(columns):
        return []
    for move, before in _one_disc_before(columns):
        if before not in dead_ends and len(dead_ends) < MOST_DEAD_ENDS:
            moves = _moves_to(before, dead_ends)
            if moves is not None:
                return [*moves, move]
    dead_ends.add(columns)
    return None


def _one_disc_before(columns: Columns) -> Iterator[tuple[str, Columns]]:
    """Every move that can have been the last, and the columns before it.

    The highest columns come first: to leave all about equally high hardly ever needs a second attempt.
    """
    mover = "OX"[sum(map(len, columns)) % 2]
    for number in sorted(range(len(columns)), key=lambda number: -len(columns[number])):
        if columns[number].endswith(mover):
            yield str(number + 1), (*columns[:number], columns[number][:-1], *columns[number + 1 :])


def _goes_on(columns: Columns, position: ConnectFour) -> bool:
    """Whether nobody has won yet with these columns, on the board of a position."""
    cells = [column.ljust(position.height, ".") for column in columns]
    rows = ["".join(row) for row in zip(*cells, strict=True)][::-1]
    try:
        return not position_from_rows(rows, position.in_a_row, source="board").is_over()
    except GamegroveError:  # a side that is to move, and has won
        return False
