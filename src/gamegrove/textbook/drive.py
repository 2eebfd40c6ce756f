"""The driver: null-window searches that close two bounds around the value (Plaat, Schaeffer, Pijls, de Bruin 1996).

One loop, and four answers to the question where to ask next:

    SSS*      at the upper bound, from +infinity down
    DUAL*     just above the lower bound, from -infinity up
    MTD(f)    at the last value found, from a guess
    MTD(bi)   in the middle between the bounds

Every pass walks the same tree again, so a memory is no luxury here: it makes the passes cheap.
"""

from __future__ import annotations

from collections.abc import Callable

from gamegrove.textbook.alpha_beta import alpha_beta
from gamegrove.textbook.node import Node
from gamegrove.textbook.values import EVERYTHING, INFINITY, Found, Window, null_window_below

NextQuestion = Callable[[int, int, int], int]
"""From the lower bound, the upper bound and the value found last: is the value at least so much?"""


def drive(node: Node, first: int, next_question: NextQuestion) -> Found:
    """Close the bounds, beginning with the question `first`. The move is that of the last pass that failed high."""
    lower, upper, beta = -INFINITY, INFINITY, first
    best = Found()
    while lower < upper:
        asked = null_window_below(beta)
        node.setting.sweep(asked)
        found = alpha_beta(node, asked)
        if found.value < beta:
            upper = found.value
        else:
            lower, best = found.value, found
        beta = next_question(lower, upper, found.value)
    return Found(upper, best.move)


def sss(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """SSS*: best-first from above."""
    return drive(node, INFINITY, lambda _lower, upper, _value: upper)


def dual(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """DUAL*: the same from below."""
    return drive(node, 1 - INFINITY, lambda lower, _upper, _value: lower + 1)


def mtd_f(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """MTD(f): from the setting's guess in the direction in which it was wrong."""
    return drive(node, node.setting.guess, lambda lower, _upper, value: value + 1 if value == lower else value)


def mtd_bi(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """MTD(bi): by bisection."""
    return drive(node, node.setting.guess, lambda lower, upper, _value: (lower + upper + 1) // 2)
