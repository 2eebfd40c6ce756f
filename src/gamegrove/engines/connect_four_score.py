"""What a score of Connect Four says: who wins, and with how many stones to spare.

0 is a draw. Who wins scores the stones that he has left when he does, plus one: with his last stone 1, with the one
before 2. The loser scores the same below 0. So of two wins the larger score is the sooner one.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamegrove._core import ConnectFour
from gamegrove.evaluation import cells_of
from gamegrove.textbook.values import Bounds


@dataclass(frozen=True)
class Scale:
    """The scores that are possible in a position, and what they mean there."""

    cells: int
    """How many cells the board has."""
    stones: int
    """How many of them are filled."""

    @classmethod
    def of(cls, position: ConnectFour) -> Scale:
        """The scale of a position."""
        return cls(cells_of(position), position.stones)

    @property
    def highest(self) -> int:
        """The score of a win with the next stone."""
        return (self.cells + 1 - self.stones) // 2

    @property
    def lowest(self) -> int:
        """The score of a loss to the opponent's next stone."""
        return -((self.cells - self.stones) // 2)

    @property
    def everything(self) -> Bounds:
        """What is known of a position in which the game goes on before anybody looks."""
        return Bounds(self.lowest, self.highest)

    def plies(self, score: int) -> int:
        """After how many plies the game ends.

        >>> Scale(42, 0).plies(1), Scale(42, 1).plies(-1)
        (41, 40)
        """
        if score > 0:
            return 2 * (self.highest - score) + 1
        return 2 * (score - self.lowest) + 2 if score else self.cells - self.stones

    def win_within(self, plies: int) -> int:
        """The least score of a win that takes at most so many plies."""
        return max(1, self.highest - (plies - 1) // 2)

    def loss_within(self, plies: int) -> int:
        """The greatest score of a loss that takes at most so many plies."""
        return min(-1, self.lowest + (plies - 2) // 2)

    def words(self, lower: int, upper: int) -> str:
        """What is known as people say it.

        >>> scale = Scale(42, 0)
        >>> scale.words(1, 1), scale.words(0, 0), scale.words(0, 21), scale.words(-21, 21)
        ('wins in 41', 'draw', 'at least a draw', 'not known')
        """
        if lower > 0:
            return self._decided("wins", lower, exact=lower == upper, least=lower == 1)
        if upper < 0:
            return self._decided("loses", upper, exact=lower == upper, least=upper == -1)
        if lower == upper:
            return "draw"
        if lower == 0:
            return "at least a draw"
        return "at most a draw" if upper == 0 else "not known"

    def _decided(self, verb: str, nearest: int, *, exact: bool, least: bool) -> str:
        """A win or loss, of which the score nearest to a draw is known."""
        plies = self.plies(nearest)
        if exact:
            return f"{verb} in {plies}" if plies else "lost"
        return verb if least else f"{verb} in at most {plies}"
