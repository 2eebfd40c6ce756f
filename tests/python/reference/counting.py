"""Counting the games and the positions that follow a position."""

from __future__ import annotations

from typing import Protocol


class Position(Protocol):
    """What all reference games have in common; equal positions must compare and hash equal."""

    @property
    def turn(self) -> int:
        """The player to move: 0 (drawn 'X') or 1 (drawn 'O')."""

    def moves(self) -> list[str]:
        """The legal moves; none exactly when the game is over."""

    def after(self, move: str) -> Position:
        """The position that a legal move leads to."""

    def final_value(self) -> int:
        """The result of a game that is over, seen by the side to move."""

    def rows(self) -> list[str]:
        """The board from top to bottom: '.' empty, 'X', 'O', '#' a hole."""


def perft(position: Position, depth: int, free_passes: bool = False) -> int:
    """Number of move sequences of `depth` plies; a game that ends sooner counts as one.

    A pass is one ply, or none with `free_passes`.
    """
    if depth == 0:
        return 1
    moves = position.moves()
    if not moves:
        return 1
    if free_passes and moves == ["pass"]:
        return perft(position.after("pass"), depth, free_passes)
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(move), depth - 1, free_passes) for move in moves)


def distinct_positions(position: Position, ply: int) -> int:
    """Number of different positions after exactly `ply` plies (games that ended before have none)."""
    positions = {position}
    for _ in range(ply):
        positions = {before.after(move) for before in positions for move in before.moves()}
    return len(positions)
