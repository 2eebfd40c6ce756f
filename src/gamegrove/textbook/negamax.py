"""Negamax: minimax with one rule for both sides, because what is good for one is as bad for the other."""

from __future__ import annotations

from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import watched
from gamegrove.textbook.values import EVERYTHING, Found, Window


@watched
def negamax(node: Node, window: Window = EVERYTHING) -> Found:
    """The exact value; the same tree as minimax, visited in the same order."""
    if node.is_leaf:
        return node.evaluate()
    best = Found()
    for move in node.moves():
        value = -negamax(node.after(move), window).value
        if value > best.value:
            best = Found(value, move)
    return best
