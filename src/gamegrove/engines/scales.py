"""What the scores of a game mean, for whoever does not care which game it is."""

from __future__ import annotations

from typing import Protocol

from gamegrove._core import ConnectFour, Othello
from gamegrove.engines import connect_four_score, othello_score
from gamegrove.errors import GamegroveError
from gamegrove.position import Position


class Scale(Protocol):
    """The scores that are possible in a position."""

    @property
    def highest(self) -> int:
        """The best that can be reached."""

    @property
    def lowest(self) -> int:
        """The worst that can happen."""

    def words(self, lower: int, upper: int) -> str:
        """What is known of a score as people say it."""


def scale_of(position: Position) -> Scale:
    """The scale of a position of a game that has an engine."""
    if isinstance(position, ConnectFour):
        return connect_four_score.Scale.of(position)
    if isinstance(position, Othello):
        return othello_score.Scale.of(position)
    raise GamegroveError(f"the scores of {position.spec} have no scale: there is no engine for it")
