"""Minimax: the definition of a game tree's value, and the oracle of all other algorithms.

All values are seen by the first player, MAX: she takes the largest, MIN the smallest.
"""

from __future__ import annotations

from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import watched
from gamegrove.textbook.values import EVERYTHING, Found, Window

MAX = 0
"""The turn of the player who wants large values."""


@watched
def minimax(node: Node, window: Window = EVERYTHING) -> Found:
    """The exact value; every node below is visited and the window plays no part."""
    if node.is_leaf:
        return node.evaluate()
    best = None
    for move in node.moves():
        child = node.after(move)
        value = seen_by_max(child, minimax(child, window).value)
        if best is None or (value > best.value if node.position.turn == MAX else value < best.value):
            best = Found(value, move)
    assert best is not None  # a node without moves is a leaf
    return Found(seen_by_max(node, best.value), best.move)


def seen_by_max(node: Node, value: int) -> int:
    """A value of the side to move as MAX sees it, or back."""
    return value if node.position.turn == MAX else -value
