"""Aspiration: alpha-beta in a narrow window around a guess, and once more with an open side if the guess was wrong."""

from __future__ import annotations

from dataclasses import dataclass

from gamegrove.errors import GamegroveError
from gamegrove.textbook.alpha_beta import alpha_beta
from gamegrove.textbook.node import Node
from gamegrove.textbook.values import EVERYTHING, INFINITY, WIN, Found, Window


@dataclass(frozen=True)
class Aspiration:
    """The algorithm with its one parameter."""

    margin: int = 5
    """How far from the guess the window reaches on either side."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if not 1 <= self.margin <= WIN:
            raise GamegroveError(f"margin of aspiration must be from 1 to {WIN:,}, not {self.margin}")

    def __call__(self, node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG002
        """The exact value, by two searches at most."""
        guess = node.setting.guess
        found = self._sweep(node, Window(guess - self.margin, guess + self.margin))
        if found.value <= guess - self.margin:
            return self._sweep(node, Window(-INFINITY, found.value + 1))
        if found.value >= guess + self.margin:
            return self._sweep(node, Window(found.value - 1, INFINITY))
        return found

    def _sweep(self, node: Node, window: Window) -> Found:
        node.setting.sweep(window)
        return alpha_beta(node, window)
