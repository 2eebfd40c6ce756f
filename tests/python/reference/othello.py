"""Othello, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from string import ascii_lowercase

Cell = tuple[int, int]  # column from the left, row from the top, both from 0

BOARDS = ("4", "6", "8", "10", "12", "96")
HOLES_OF_96 = ((2, 2), (2, 7), (7, 2), (7, 7))
DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def notation(cell: Cell) -> str:
    """The name of a cell: a1 is the top left one."""
    column, row = cell
    return f"{ascii_lowercase[column]}{row + 1}"


def start_grid(board: str) -> tuple[str, ...]:
    """The four discs of the start in the centre of an otherwise empty board."""
    if board not in BOARDS:
        raise ValueError(f"no such board: {board}")
    size = 10 if board == "96" else int(board)
    grid = [["."] * size for _ in range(size)]
    if board == "96":
        for column, row in HOLES_OF_96:
            grid[row][column] = "#"
    high = size // 2
    low = high - 1
    grid[low][low] = "O"
    grid[low][high] = "X"
    grid[high][low] = "X"
    grid[high][high] = "O"
    return tuple("".join(row) for row in grid)


@dataclass(frozen=True)
class ReferenceOthello:
    """A position; build one with start() or from_rows()."""

    grid: tuple[str, ...]
    turn: int
    empties_to_winner: bool = False

    @classmethod
    def start(cls, board: str = "8", *, empties_to_winner: bool = False) -> ReferenceOthello:
        return cls(start_grid(board), 0, empties_to_winner)

    @classmethod
    def from_rows(cls, rows: Sequence[str], turn: int, *, empties_to_winner: bool = False) -> ReferenceOthello:
        """Any position; the rows tell the size of the board and its holes."""
        if any(len(row) != len(rows) for row in rows) or set("".join(rows)) - set(".XO#"):
            raise ValueError(f"not an Othello board: {rows}")
        return cls(tuple(rows), turn, empties_to_winner)

    def rows(self) -> list[str]:
        return list(self.grid)

    def moves(self) -> list[str]:
        """Row by row from the top, each row from left to right."""
        return list(self._legal)

    def after(self, move: str) -> ReferenceOthello:
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        if move == "pass":
            return replace(self, turn=1 - self.turn)
        own = "XO"[self.turn]
        cell = next(cell for cell in self._cells if notation(cell) == move)
        grid = [list(row) for row in self.grid]
        for column, row in [cell, *self._flips(cell, self.turn)]:
            grid[row][column] = own
        return replace(self, grid=tuple("".join(row) for row in grid), turn=1 - self.turn)

    def final_value(self) -> int:
        """The mover's discs less the opponent's; only a game that is over has a value."""
        discs = "".join(self.grid)
        difference = discs.count("XO"[self.turn]) - discs.count("OX"[self.turn])
        empties = discs.count(".") if self.empties_to_winner else 0
        if difference > 0:
            return difference + empties
        if difference < 0:
            return difference - empties
        return 0

    @cached_property
    def _cells(self) -> dict[Cell, str]:
        return {(x, y): disc for y, row in enumerate(self.grid) for x, disc in enumerate(row)}

    @cached_property
    def _legal(self) -> list[str]:
        placements = self._placements(self.turn)
        if placements:
            return placements
        return ["pass"] if self._placements(1 - self.turn) else []

    def _placements(self, player: int) -> list[str]:
        """The empty cells where a disc of this player would flip something."""
        return [notation(cell) for cell, disc in self._cells.items() if disc == "." and self._flips(cell, player)]

    def _flips(self, cell: Cell, player: int) -> list[Cell]:
        """In each direction the unbroken line of opposing discs that ends at an own disc."""
        own, other = "XO"[player], "OX"[player]
        flips = []
        for dx, dy in DIRECTIONS:
            line = []
            x, y = cell[0] + dx, cell[1] + dy
            while self._cells.get((x, y)) == other:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self._cells.get((x, y)) == own:
                flips += line
        return flips
