"""Connect Four, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

Cell = tuple[int, int]  # column from the left, row from the top, both from 0

ORIENTATIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class ReferenceConnectFour:
    """A position; build one with start() or from_rows()."""

    grid: tuple[str, ...]
    turn: int
    in_a_row: int = 4

    @classmethod
    def start(cls, width: int = 7, height: int = 6, in_a_row: int = 4) -> ReferenceConnectFour:
        return cls(("." * width,) * height, 0, in_a_row)

    @classmethod
    def from_rows(cls, rows: Sequence[str], turn: int, *, in_a_row: int = 4) -> ReferenceConnectFour:
        """Any position; the rows tell the size of the board."""
        if any(len(row) != len(rows[0]) for row in rows) or set("".join(rows)) - set(".XO"):
            raise ValueError(f"not a Connect Four board: {rows}")
        return cls(tuple(rows), turn, in_a_row)

    def rows(self) -> list[str]:
        return list(self.grid)

    def moves(self) -> list[str]:
        """The numbers, from 1, of the columns that are not full, from left to right."""
        return list(self._legal)

    def after(self, move: str) -> ReferenceConnectFour:
        """Drop a disc: it comes to rest on the lowest empty cell of its column."""
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        column = int(move) - 1
        row = max(y for y, cells in enumerate(self.grid) if cells[column] == ".")
        grid = [list(cells) for cells in self.grid]
        grid[row][column] = "XO"[self.turn]
        return replace(self, grid=tuple("".join(cells) for cells in grid), turn=1 - self.turn)

    def final_value(self) -> int:
        """-1 if the player who moved last has a line, 0 in a draw; only for a game that is over."""
        return -1 if self._has_line(1 - self.turn) else 0

    @cached_property
    def _legal(self) -> list[str]:
        if self._has_line(1 - self.turn):
            return []
        return [str(column + 1) for column, cell in enumerate(self.grid[0]) if cell == "."]

    def _has_line(self, player: int) -> bool:
        """Whether somewhere in_a_row adjacent cells of a line all hold discs of this player."""
        cells = {(x, y): disc for y, row in enumerate(self.grid) for x, disc in enumerate(row)}
        own = {cell for cell, disc in cells.items() if disc == "XO"[player]}
        return any(self._line(cell, step) <= own for cell in own for step in ORIENTATIONS)

    def _line(self, cell: Cell, step: Cell) -> set[Cell]:
        """The in_a_row cells that start at a cell and follow each other by a step."""
        return {(cell[0] + n * step[0], cell[1] + n * step[1]) for n in range(self.in_a_row)}
