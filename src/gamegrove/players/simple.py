"""Who chooses the moves of a game."""

from __future__ import annotations

import random
from typing import Any, Protocol

from gamegrove.position import Position


class Player(Protocol):
    """Anything that chooses a move."""

    def choose(self, position: Position, /) -> Any:  # noqa: ANN401 - a move is whatever the game says it is
        """One of the position's legal moves."""


class RandomPlayer:
    """Plays any legal move, each with the same chance: the weakest opponent, and a baseline for all others."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self._source = random.Random(seed)

    def choose(self, position: Position, /) -> Any:  # noqa: ANN401
        """A random legal move."""
        return self._source.choice(list(position.legal_moves))
