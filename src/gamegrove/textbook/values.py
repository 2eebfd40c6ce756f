"""Values, windows and bounds: the few words in which every search speaks.

A value is an integer, always seen by the side to move. Larger is better.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

INFINITY = 2_000_000_000
"""Larger than any value that a search can find."""
WIN = 1_000_000
"""From here on a value is a proven win, not an estimate; an evaluation must stay below."""


class Wins(StrEnum):
    """What the end of a game is worth to a search."""

    plain = "plain"
    """The game's own final value, on the same scale as the evaluation."""
    sooner = "sooner"
    """A win is worth more than any estimate, and more the sooner it comes."""
    larger = "larger"
    """A win is worth more than any estimate, and more the larger its margin is."""

    def worth(self, final: int, depth: int) -> int:
        """The value of an ended game, with `depth` plies of the search still to go.

        The distance is counted from the horizon: a win with three plies to spare beats one with two. So the value
        depends on position and depth alone, never on the way from the root, and memory may keep it.
        """
        if self is Wins.plain or final == 0:
            return final
        value = WIN + (depth if self is Wins.sooner else abs(final))
        return value if final > 0 else -value

    def in_words(self, value: int, depth: int) -> str:
        """A value as people say it, found by a search of this depth."""
        if self is Wins.plain or abs(value) < WIN:
            return f"{value:+d}" if value else "0"
        verb, rest = ("wins" if value > 0 else "loses"), abs(value) - WIN
        return f"{verb} in {depth - rest}" if self is Wins.sooner else f"{verb} by {rest}"


class Window(NamedTuple):
    """What a search is asked about: values between alpha and beta, both excluded."""

    alpha: int = -INFINITY
    beta: int = INFINITY

    def seen_by_opponent(self) -> Window:
        """The same window with the signs of the other side."""
        return Window(-self.beta, -self.alpha)

    def above(self, value: int) -> Window:
        """The part of the window above a value that the mover already has."""
        return Window(max(self.alpha, value), self.beta)

    def null(self) -> Window:
        """The null window just above alpha, which asks whether there is anything better."""
        return Window(self.alpha, self.alpha + 1)


EVERYTHING = Window()
"""The window of a search that wants the exact value."""


def null_window_below(beta: int) -> Window:
    """The window that asks whether the value is at least beta."""
    return Window(beta - 1, beta)


class Found(NamedTuple):
    """What a search returns: a value and the move that reaches it.

    With a window (alpha, beta) and fail-soft search:
        value <= alpha           an upper bound; a move, if there is one, is only a hint
        alpha < value < beta     the exact value
        value >= beta            a lower bound
    """

    value: int = -INFINITY
    move: Any = None


class Bounds(NamedTuple):
    """What a memory knows of a position at a depth: two bounds, and a move to try first."""

    lower: int = -INFINITY
    upper: int = INFINITY
    move: Any = None

    def settle(self, window: Window) -> bool:
        """Whether the bounds answer what the window asks."""
        return self.lower >= window.beta or self.upper <= window.alpha or self.lower == self.upper

    def answer(self, window: Window) -> Found:
        """That answer."""
        return Found(self.lower if self.lower >= window.beta else self.upper, self.move)

    def narrow(self, window: Window) -> Window:
        """The part of a window that the bounds leave open."""
        return Window(max(window.alpha, self.lower), min(window.beta, self.upper))

    @classmethod
    def proven_by(cls, found: Found, window: Window) -> Bounds:
        """What a fail-soft search with this window has proven."""
        value, move = found
        return cls(
            value if value > window.alpha else -INFINITY,
            value if value < window.beta else INFINITY,
            move,
        )


UNKNOWN = Bounds()
"""What a memory says of a position that it does not know."""
