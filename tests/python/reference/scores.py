"""Exact scores of Connect Four by plain minimax, for boards that are small enough."""

from __future__ import annotations

from functools import cache

from gamegrove import ConnectFour


@cache
def score(position: ConnectFour) -> int:
    """Who wins, seen by the side to move: the stones left to the winner, and one more; 0 for a draw."""
    if position.is_over():
        cells = len(position.rows) * len(position.column_names)
        return -((cells + 2 - position.stones) // 2) if position.final_value() else 0
    return max(column_scores(position).values())


def column_scores(position: ConnectFour) -> dict[str, int]:
    """What every column is worth to the side to move."""
    return {move: -score(position.after(move)) for move in position.legal_moves}
