"""Positions of Othello near the end of a game, and what they are worth by the laboratory."""

from __future__ import annotations

import random

from gamegrove import Othello
from gamegrove.levels import empty_cells
from gamegrove.search import search
from gamegrove.textbook.values import WIN

LATE = "OXXX2O1/XOXXXOOX/2OXOOOX/OOOOXXOX/OOOXXXXX/OOOOOOXX/1OOOOOOX/2O1X1XO X"
"""With ten empty cells; h1 wins by 16, and a8 draws."""


def played(start: Othello, empty: int, seed: int) -> Othello:
    """A random game up to so many empty cells; games that end before they come to that are played anew."""
    source, board = random.Random(seed), start
    while empty_cells(board) > empty or board.is_over():
        moves = list(board.legal_moves)
        board = board.after(source.choice(moves)) if moves else start
    return board


def exact(board: Othello) -> int:
    """The score by a search to the end of the game."""
    if board.is_over():
        return board.final_value()
    value = search(board, "tt", depth=40).value
    return value if abs(value) < WIN else value - WIN if value > 0 else value + WIN
