"""Pente and its relatives (Gomoku, Keryo-Pente, Tic-Tac-Toe), cell by cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_lowercase
from typing import Literal

Cell = tuple[int, int]  # column from the left, row from the bottom, both from 0
Captures = Literal["none", "pairs", "triples"]

ORIENTATIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
DIRECTIONS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
CAPTURED_LENGTHS = {"none": (), "pairs": (2,), "triples": (2, 3)}
CAPTURE_GOAL = {"none": None, "pairs": 10, "triples": 15}


@dataclass(frozen=True)
class ReferencePente:
    """A position; build one with start() or from_rows().

    `won` says that the player who moved last has won; `captured` are the stones captured by each player.
    """

    grid: tuple[str, ...]
    turn: int
    captured: tuple[int, int]
    in_a_row: int
    exactly: bool
    captures: Captures
    opening_box: int | None
    skips_i: bool
    won: bool = field(default=False, compare=False)

    @classmethod
    def start(
        cls,
        width: int,
        height: int,
        in_a_row: int = 5,
        exactly: bool = False,
        captures: Captures = "none",
        opening_box: int | None = None,
        skips_i: bool = False,
    ) -> ReferencePente:
        grid = ("." * width,) * height
        return cls(grid, 0, (0, 0), in_a_row, exactly, captures, opening_box, skips_i)

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[str],
        turn: int,
        captured: tuple[int, int] = (0, 0),
        *,
        in_a_row: int = 5,
        exactly: bool = False,
        captures: Captures = "none",
        opening_box: int | None = None,
        skips_i: bool = False,
    ) -> ReferencePente:
        """Any position; the rows tell the size. It is won if the player who moved last has any line."""
        if any(len(row) != len(rows[0]) for row in rows) or set("".join(rows)) - set(".XO"):
            raise ValueError(f"not a board of stones: {rows}")
        position = cls(tuple(rows), turn, captured, in_a_row, exactly, captures, opening_box, skips_i)
        return replace(position, won=position._has_won(1 - turn))

    def rows(self) -> list[str]:
        return list(self.grid)

    def moves(self) -> list[str]:
        """Row by row from the bottom, each row from left to right."""
        return list(self._legal)

    def after(self, move: str) -> ReferencePente:
        """Place a stone, take the stones it captures, and see whether that wins."""
        if move not in self._legal:
            raise ValueError(f"illegal move: {move}")
        placed = self._legal[move]
        victims = self._victims(placed)
        grid = [list(row) for row in self.grid]
        grid[-1 - placed[1]][placed[0]] = "XO"[self.turn]
        for column, row in victims:
            grid[-1 - row][column] = "."
        by_first, by_second = self.captured
        captured = (by_first, by_second + len(victims)) if self.turn else (by_first + len(victims), by_second)
        rows = tuple("".join(row) for row in grid)
        next_ = replace(self, grid=rows, turn=1 - self.turn, captured=captured)
        return replace(next_, won=next_._has_won(self.turn))

    def final_value(self) -> int:
        """-1 if the player who moved last has won, 0 in a draw; only for a game that is over."""
        return -1 if self.won else 0

    @cached_property
    def _cells(self) -> dict[Cell, str]:
        return {(x, y): stone for y, row in enumerate(reversed(self.grid)) for x, stone in enumerate(row)}

    @cached_property
    def _legal(self) -> dict[str, Cell]:
        """The legal moves and the cells they mean."""
        if self.won:
            return {}
        empty = [cell for cell, stone in self._cells.items() if stone == "."]
        wanted = [cell for cell in empty if self._opening_rule_wants(cell)]
        return {self._notation(cell): cell for cell in wanted or empty}

    def _notation(self, cell: Cell) -> str:
        """The name of a cell: a1 is the bottom left one."""
        letters = ascii_lowercase.replace("i", "") if self.skips_i else ascii_lowercase
        return f"{letters[cell[0]]}{cell[1] + 1}"

    def _stones(self, player: int) -> list[Cell]:
        return [cell for cell, stone in self._cells.items() if stone == "XO"[player]]

    def _opening_rule_wants(self, cell: Cell) -> bool:
        """The first stone of player 0 belongs on the centre, his second one outside the box around it."""
        if self.opening_box is None or self.turn == 1 or self._placed_by_first > 1:
            return True
        if self._placed_by_first == 0:
            return self._half_steps_from_centre(cell) == self._least_half_steps
        return self._half_steps_from_centre(cell) > 2 * self.opening_box

    @cached_property
    def _placed_by_first(self) -> int:
        """How many stones player 0 has placed: those on the board and those that he lost."""
        return len(self._stones(0)) + self.captured[1]

    @cached_property
    def _least_half_steps(self) -> int:
        """The distance of the cells that count as the centre."""
        return min(self._half_steps_from_centre(cell) for cell in self._cells)

    def _half_steps_from_centre(self, cell: Cell) -> int:
        """Twice the larger of the distances by column and by row to the geometric centre of the board."""
        width, height = len(self.grid[0]), len(self.grid)
        return max(abs(2 * cell[0] - (width - 1)), abs(2 * cell[1] - (height - 1)))

    def _victims(self, placed: Cell) -> list[Cell]:
        """The opposing stones, two or perhaps three in a line, between the placed stone and an own one."""
        own, other = "XO"[self.turn], "OX"[self.turn]
        victims = []
        for dx, dy in DIRECTIONS:
            for length in CAPTURED_LENGTHS[self.captures]:
                between = [(placed[0] + n * dx, placed[1] + n * dy) for n in range(1, length + 1)]
                end = (placed[0] + (length + 1) * dx, placed[1] + (length + 1) * dy)
                if all(self._cells.get(cell) == other for cell in between) and self._cells.get(end) == own:
                    victims += between
        return victims

    def _has_won(self, player: int) -> bool:
        """Whether the player who has just moved has a line anywhere, or captured enough."""
        lines = any(self._has_line_through(cell, player) for cell in self._stones(player))
        return lines or self._reached_goal(player)

    def _reached_goal(self, player: int) -> bool:
        """Whether the player has captured enough stones to win."""
        goal = CAPTURE_GOAL[self.captures]
        return goal is not None and self.captured[player] >= goal

    def _has_line_through(self, cell: Cell, player: int) -> bool:
        """Whether a stone of the player is part of a line that wins."""
        lengths = [self._run_length(cell, player, dx, dy) for dx, dy in ORIENTATIONS]
        if self.exactly:
            return any(length == self.in_a_row for length in lengths)
        return any(length >= self.in_a_row for length in lengths)

    def _run_length(self, cell: Cell, player: int, dx: int, dy: int) -> int:
        """The length of the unbroken line of the player's stones through one of them."""
        length = 1
        for step_x, step_y in ((dx, dy), (-dx, -dy)):
            x, y = cell[0] + step_x, cell[1] + step_y
            while self._cells.get((x, y)) == "XO"[player]:
                length += 1
                x, y = x + step_x, y + step_y
        return length
