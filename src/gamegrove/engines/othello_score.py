"""What a score of Othello says: by how many discs the side to move wins.

0 is a draw. Who wins scores the discs that he has more than the other at the end, the loser the same below 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamegrove._core import Othello
from gamegrove.evaluation import cells_of
from gamegrove.textbook.values import Bounds

FIRST_DISCS = 4
"""So many discs are on the board when a game begins."""
USUAL_CELLS = 64
"""The board that people play on."""


@dataclass(frozen=True)
class Scale:
    """The scores that are possible on a board, and what they mean."""

    cells: int
    """How many cells the board has."""

    @classmethod
    def of(cls, position: Othello) -> Scale:
        """The scale of a position."""
        return cls(cells_of(position))

    @property
    def highest(self) -> int:
        """The score of a win with all discs."""
        return self.cells

    @property
    def lowest(self) -> int:
        """The score of who has no disc left."""
        return -self.cells

    @property
    def everything(self) -> Bounds:
        """What is known of a position before anybody looks."""
        return Bounds(self.lowest, self.highest)

    def words(self, lower: int, upper: int) -> str:
        """What is known as people say it.

        >>> scale = Scale(64)
        >>> scale.words(6, 6), scale.words(0, 0), scale.words(-12, -12), scale.words(1, 64)
        ('wins by 6', 'draw', 'loses by 12', 'wins')
        >>> scale.words(4, 64), scale.words(0, 64), scale.words(-64, 6), scale.words(-64, 64)
        ('wins by 4 or more', 'at least a draw', '+6 or less', 'not known')
        """
        if lower == upper:
            return "draw" if lower == 0 else f"{'wins' if lower > 0 else 'loses'} by {abs(lower)}"
        if lower > 0:
            return "wins" if lower == 1 else f"wins by {lower} or more"
        if upper < 0:
            return "loses" if upper == -1 else f"loses by {-upper} or more"
        return self._undecided(lower, upper)

    def _undecided(self, lower: int, upper: int) -> str:
        if lower == 0:
            return "at least a draw"
        if upper == 0:
            return "at most a draw"
        if lower > self.lowest:
            return f"{lower:+d} or more" if upper == self.highest else f"{lower:+d} to {upper:+d}"
        return f"{upper:+d} or less" if upper < self.highest else "not known"
