"""How the levels of the Othello engine choose: like people, who look less far, and give discs away.

A level values all moves by a search as deep as it sees, or to the end of the game on a board that nobody has learned to
judge, which is 4x4. Then it draws one: what a move loses against the best makes it less likely, by just so much that a
game costs the level its budget of discs on the average. A move that loses more than the level ever overlooks is not
drawn at all, so that nothing is absurd. The last moves it plays exactly.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from gamegrove import _core
from gamegrove._core import Othello
from gamegrove.engines.analysis import Choice
from gamegrove.engines.limits import Allowance
from gamegrove.engines.othello_score import FIRST_DISCS, USUAL_CELLS
from gamegrove.engines.othello_search import as_choice, search
from gamegrove.evaluation import cells_of
from gamegrove.levels import empty_cells


@dataclass(frozen=True)
class Skill:
    """What a level sees, and what it gives away."""

    plies: int
    """How far ahead it looks."""
    end: int
    """With so many empty cells it plays the rest exactly."""
    budget: float
    """How many discs it gives away in a game on 8x8, by what it sees itself; on other boards in proportion."""
    most: int
    """No single move gives away more."""

    def per_move(self, cells: int) -> float:
        """How many discs it gives away with a move: its budget, in equal parts."""
        moves = (cells - FIRST_DISCS - self.end) / 2
        return self.budget * cells / USUAL_CELLS / max(moves, 1)


SKILLS = (
    Skill(1, 2, 100, 20),
    Skill(1, 4, 64, 14),
    Skill(2, 6, 44, 11),
    Skill(2, 8, 30, 9),
    Skill(3, 9, 20, 7),
    Skill(4, 10, 13, 6),
    Skill(5, 12, 8, 5),
    Skill(7, 14, 4, 4),
    Skill(9, 16, 1.5, 3),
)
"""The lowest level first. The highest has none: it plays as well as it can in its time."""
MOST_NODES = 3_000_000
"""A level looks no further than so many nodes take it, which is about a second on large boards."""
SHARPEST = 64.0
"""So sharp a choice gives nothing away: a disc less is worth less than any chance."""


def choose(
    core: _core.OthelloEngine,
    position: Othello,
    level: int,
    source: random.Random,
    allowance: Allowance,
    *,
    estimates: bool,
) -> Choice:
    """The move that a level below the highest plays; `estimates`: whether the engine judges what it cannot solve."""
    skill = SKILLS[level - 1]
    allowance.allow_no_more_nodes_than(MOST_NODES)
    luck = source.random()  # drawn always: what comes later must not depend on what is played exactly
    if empty_cells(position) <= skill.end:
        return as_choice(search(core, position, allowance, lines=1).ranked[0], allowance)
    if estimates:
        allowance.depth = skill.plies if allowance.depth is None else min(allowance.depth, skill.plies)
    valued = search(core, position, allowance).ranked
    values = [each.value or 0 for each in valued]
    losses = [max(values) - value for value in values]
    return as_choice(valued[drawn(losses, skill.per_move(cells_of(position)), skill.most, luck)], allowance)


def drawn(losses: Sequence[int], wanted: float, most: int, luck: float) -> int:
    """The number of the move that luck, from 0 to 1, decides on.

    >>> drawn([0, 2, 30], wanted=0.5, most=8, luck=0.5), drawn([0, 2, 30], wanted=0.5, most=8, luck=0.99)
    (0, 1)
    """
    chances = _chances(losses, most, _sharpness(losses, wanted, most))
    mark = luck * sum(chances)
    for number, chance in enumerate(chances):
        mark -= chance
        if mark < 0:
            return number
    return losses.index(0)


def expected(losses: Sequence[int], most: int, sharpness: float) -> float:
    """How many discs a choice of that sharpness gives away on the average."""
    chances = _chances(losses, most, sharpness)
    return sum(loss * chance for loss, chance in zip(losses, chances, strict=True)) / sum(chances)


def _chances(losses: Sequence[int], most: int, sharpness: float) -> list[float]:
    """How likely each move is: the less it loses, the more."""
    return [math.exp(-sharpness * loss) if loss <= most else 0.0 for loss in losses]


def _sharpness(losses: Sequence[int], wanted: float, most: int) -> float:
    """How sharp a choice must be to give away no more than is wanted; 0 if even pure chance does not."""
    low, high = 0.0, SHARPEST
    if expected(losses, most, low) <= wanted:
        return low
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if expected(losses, most, middle) > wanted else (low, middle)
    return high
