"""Slow, obvious implementations of the rules: oracles for the tests, independent of gamegrove."""

from .connect_four import ReferenceConnectFour
from .counting import Position, distinct_positions, perft
from .othello import ReferenceOthello
from .pente import Captures, ReferencePente

__all__ = [
    "Captures",
    "Position",
    "ReferenceConnectFour",
    "ReferenceOthello",
    "ReferencePente",
    "distinct_positions",
    "perft",
]
