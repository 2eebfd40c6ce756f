"""NegaScout: believe in the first move, and only ask of the others whether they are better."""

from __future__ import annotations

from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import watched
from gamegrove.textbook.values import EVERYTHING, Found, Window


@watched
def nega_scout(node: Node, window: Window = EVERYTHING) -> Found:
    """Fail-soft, with the bounds of alpha_beta(); with and without memory."""
    known = node.recall(window)
    if known.settle(window):
        return known.answer(window)
    if node.is_leaf:
        return node.remember(node.evaluate(), EVERYTHING)
    window = known.narrow(window)
    best = Found(move=known.move)
    for number, move in enumerate(node.moves(known.move)):
        child = node.after(move)
        asked = window.above(best.value)
        value = _scout(child, asked) if number else -nega_scout(child, asked.seen_by_opponent()).value
        if value > best.value:
            best = Found(value, move if value > window.alpha else best.move)
        if best.value >= window.beta:
            node.cut_off(move)
            break
    return node.remember(best, window)


def _scout(child: Node, asked: Window) -> int:
    """The value of a later move: by a null window, and again with an open one if it is better after all."""
    value = -nega_scout(child, asked.null().seen_by_opponent()).value
    if not asked.alpha < value < asked.beta:
        return value
    again = Window(value, asked.beta).seen_by_opponent()
    child.search_again(again)
    return -nega_scout(child, again).value
