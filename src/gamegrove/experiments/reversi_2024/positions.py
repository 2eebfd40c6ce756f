"""Where depth and breadth are measured: positions of random games, from three stages."""

from __future__ import annotations

from gamegrove.comparison import random_positions
from gamegrove.experiments.experiment import Plan
from gamegrove.games import catalogue
from gamegrove.position import Position

AT_THE_START = 4
"""How many discs are on the board before the first move."""


def positions(plan: Plan, size: int, stage: float, count: int) -> list[Position]:
    """Positions after a part of all the moves that a board has room for."""
    plies = round(stage * (size * size - AT_THE_START))
    return random_positions(catalogue.position(f"othello:size={size}"), count, plies, plan["seed"])
