"""Alpha-beta: leave out what cannot change the answer.

alpha is what the mover has already, beta what the opponent has already. With a memory that remembers, the same text is
"alpha-beta with memory".
"""

from __future__ import annotations

from collections.abc import Callable

from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import watched
from gamegrove.textbook.values import EVERYTHING, Bounds, Found, Window

Search = Callable[[Node, Window], Found]


@watched
def alpha_beta(node: Node, window: Window = EVERYTHING) -> Found:
    """Fail-soft: a value outside the window is a bound, and as tight as the search could make it."""
    known = node.recall(window)
    if known.settle(window):
        return known.answer(window)
    if node.is_leaf:
        return node.remember(node.evaluate(), EVERYTHING)
    return best_of_moves(node, window, known, alpha_beta)


def best_of_moves(node: Node, window: Window, known: Bounds, search: Search) -> Found:
    """The best of a node's moves, each searched in what the ones before it have left of the window."""
    window = known.narrow(window)
    best = Found(move=known.move)
    for move in node.moves(known.move):
        asked = window.above(best.value)
        value = -search(node.after(move), asked.seen_by_opponent()).value
        if value > best.value:
            best = Found(value, move if value > window.alpha else best.move)
        if best.value >= window.beta:
            node.cut_off(move)
            break
    return node.remember(best, window)


@watched
def alpha_beta_fail_hard(node: Node, window: Window = EVERYTHING) -> Found:
    """As the early papers print it: no value of an inner node leaves the window, and nothing is remembered."""
    if node.is_leaf:
        return node.evaluate()
    alpha, beta = window
    best = None
    for move in node.moves():
        value = -alpha_beta_fail_hard(node.after(move), Window(-beta, -alpha)).value
        if value > alpha:
            alpha, best = value, move
        if alpha >= beta:
            node.cut_off(move)
            return Found(beta, best)
    return Found(alpha, best)
