"""The stages into which the weights of the Othello engine divide a game, by the number of discs."""

from __future__ import annotations

from dataclasses import dataclass

from gamegrove._core import Othello, OthelloSchool
from gamegrove.engines.othello_score import FIRST_DISCS
from gamegrove.evaluation import cells_of


@dataclass(frozen=True)
class Stages:
    """The stages of one board, counted from 0."""

    cells: int
    """How many cells the board has."""
    count: int
    """How many stages there are."""
    width: int
    """How many numbers of discs share a stage; the last one also has the full board."""

    @staticmethod
    def of(position: Othello) -> Stages:
        """Those of a position's board.

        >>> Stages.of(Othello()).count, Stages.of(Othello()).last_discs(29)
        (30, 64)
        """
        school = OthelloSchool(position)
        return Stages(cells_of(position), school.stages, school.discs_per_stage)

    @property
    def margin(self) -> int:
        """A stage is also fitted to positions with so many discs more or less; a wide one has enough of its own."""
        return 2 if self.width <= 2 else 0

    def first_discs(self, stage: int) -> int:
        """With how many discs a stage begins."""
        return FIRST_DISCS + stage * self.width

    def last_discs(self, stage: int) -> int:
        """With how many discs it ends."""
        return self.cells if stage == self.count - 1 else self.first_discs(stage + 1) - 1

    def first_from(self, discs: int) -> int:
        """The first stage all of whose positions have at least so many discs."""
        return max(0, -((FIRST_DISCS - discs) // self.width))
