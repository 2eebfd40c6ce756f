"""A search with a null window asks one question: whether the value is at least so much."""

from __future__ import annotations

from enum import StrEnum

from gamegrove.textbook.alpha_beta import alpha_beta
from gamegrove.textbook.node import Node
from gamegrove.textbook.values import EVERYTHING, UNKNOWN, Bounds, Found, Window, null_window_below


class Outcome(StrEnum):
    """The three ways in which a search with a window can end."""

    fails_low = "at most"
    """The value found is an upper bound."""
    fails_high = "at least"
    """The value found is a lower bound."""
    exact = "exact"
    """The value found is the value."""


def null_window(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """Ask whether the value is at least the setting's guess; outcome() tells the answers apart."""
    asked = null_window_below(node.setting.guess)
    node.setting.sweep(asked)
    return alpha_beta(node, asked)


def outcome(window: Window, found: Found, known: Bounds = UNKNOWN) -> Outcome:
    """What a search with this window has proven. Bounds that meet in the memory prove the exact value."""
    if window.alpha < found.value < window.beta or known.lower == known.upper == found.value:
        return Outcome.exact
    return Outcome.fails_low if found.value <= window.alpha else Outcome.fails_high
