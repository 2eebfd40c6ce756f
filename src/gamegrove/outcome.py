"""How games end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """The result of an ended game."""

    winner: int | None
    """0 the first player, 1 the second, None a draw."""
    margin: int
    """By how much: discs in Othello, the leaf's value in a tree, 1 where games are only won or lost."""
    reason: str
    """What ended the game, such as "4 in a row"."""


@dataclass(frozen=True)
class Tally:
    """How a number of random games ended, seen by the side to move at their start."""

    wins: int
    draws: int
    losses: int
    plies: int
    """The moves of all games together."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses
