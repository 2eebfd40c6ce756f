"""Boards of Connect Four as other libraries hold them: rows of characters from the top."""

from __future__ import annotations

from collections.abc import Sequence

from gamegrove._core import ConnectFour
from gamegrove.errors import GamegroveError


def position_from_rows(rows: Sequence[str], in_a_row: int, *, source: str) -> ConnectFour:
    """The position on a board of X, O and '.'; who is to move follows from the discs. `source` is named in errors.

    >>> position_from_rows([".....", "..O..", ".XX.."], 3, source="board")
    ConnectFour('5/2O2/1XX2 O', in_a_row=3)
    """
    turn = "O" if _count(rows, "X") > _count(rows, "O") else "X"
    try:
        return ConnectFour("\n".join([*rows, f"{turn} to move"]), in_a_row=in_a_row)
    except GamegroveError as error:
        raise GamegroveError(f"{source}: {error}") from None


def _count(rows: Sequence[str], disc: str) -> int:
    return sum(row.count(disc) for row in rows)
