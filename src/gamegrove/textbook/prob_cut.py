"""ProbCut (Buro 1995) and Multi-ProbCut (1997): a shallow search predicts a deep one; cut when it is almost sure.

    v = a * v' + b + e       e normally distributed, standard deviation sigma

v is the value of a search to `depth`, v' that of one to `shallow`. The value is at least beta with the wanted
confidence if v' is at least (threshold * sigma + beta - b) / a, which a null window can find out; and likewise for
alpha. The numbers are fitted to pairs of searches, for each game, evaluation and stage of the game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.textbook.alpha_beta import best_of_moves
from gamegrove.textbook.node import Node
from gamegrove.textbook.observation import watched
from gamegrove.textbook.values import EVERYTHING, INFINITY, WIN, Found, Window, null_window_below


@dataclass(frozen=True)
class Check:
    """One fitted regression."""

    first_stage: int
    """From this number of stones on the board ..."""
    last_stage: int
    """... to this one it holds."""
    depth: int
    """At nodes with so many plies to go it is tried."""
    shallow: int
    """The depth of the search that predicts."""
    a: float
    """The slope."""
    b: float
    """The shift."""
    sigma: float
    """The standard deviation of what the prediction misses."""

    def refuse_nonsense(self) -> None:
        """A shallow search that is not shallower would never end."""
        if not 0 <= self.shallow < self.depth:
            raise GamegroveError(f"a check of ProbCut needs 0 <= shallow < depth, not {self.shallow} and {self.depth}")
        if not (1e-6 <= self.a < math.inf and abs(self.b) < math.inf and 0 <= self.sigma < math.inf):
            raise GamegroveError("a check of ProbCut needs a slope above 0, a shift, and a deviation from 0")

    def fits(self, node: Node) -> bool:
        """Whether it is made for this node."""
        return node.depth == self.depth and self.first_stage <= stage(node.position) <= self.last_stage

    def likely_high(self, beta: int, threshold: float) -> int:
        """From this shallow value on the deep one is at least beta."""
        return math.ceil((threshold * self.sigma + beta - self.b) / self.a)

    def likely_low(self, alpha: int, threshold: float) -> int:
        """Up to this shallow value the deep one is at most alpha."""
        return math.floor((-threshold * self.sigma + alpha - self.b) / self.a)


def stage(position: Position) -> int:
    """How far a game has come: the stones on its board; 0 for games that have none."""
    return getattr(position, "stones", 0)


@dataclass(frozen=True)
class ProbCut:
    """Alpha-beta with probable cuts: with one pair of depths it is ProbCut, with several Multi-ProbCut."""

    checks: Sequence[Check]
    """What to try, in this order."""
    threshold: float = 1.5
    """How many standard deviations make sure enough; more is safer and slower."""

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        if not 0 <= self.threshold < math.inf:
            raise GamegroveError(f"threshold of ProbCut must be 0 or more, not {self.threshold}")
        for check in self.checks:
            check.refuse_nonsense()

    def __call__(self, node: Node, window: Window = EVERYTHING) -> Found:
        """A value that is right with high probability. The root itself is never cut: it needs a move."""
        node.setting.enter(node, window)
        known = node.recall(EVERYTHING)
        found = node.evaluate() if node.is_leaf else best_of_moves(node, window, known, self._search)
        node.setting.leave(node, window, found)
        return found

    def _search(self, node: Node, window: Window) -> Found:
        return _prob_cut(node, window, self)

    def cut(self, node: Node, window: Window) -> Found | None:
        """Alpha or beta, if a shallow search makes it likely that the value lies beyond."""
        for check in self.checks:
            if not check.fits(node):
                continue
            shallow = node.shallower(check.shallow)
            if abs(window.beta) < WIN:
                bound = check.likely_high(window.beta, self.threshold)
                if abs(bound) < INFINITY and self._search(shallow, null_window_below(bound)).value >= bound:
                    return Found(window.beta)
            if abs(window.alpha) < WIN:
                bound = check.likely_low(window.alpha, self.threshold)
                if abs(bound) < INFINITY and self._search(shallow, Window(bound, bound + 1)).value <= bound:
                    return Found(window.alpha)
        return None


@watched
def _prob_cut(node: Node, window: Window, options: ProbCut) -> Found:
    known = node.recall(window)
    if known.settle(window):
        return known.answer(window)
    if node.is_leaf:
        return node.remember(node.evaluate(), EVERYTHING)
    return options.cut(node, window) or best_of_moves(node, window, known, options._search)
