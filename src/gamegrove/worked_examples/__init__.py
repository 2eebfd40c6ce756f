"""The worked examples of two projects of 2001 and 2003, as trees that can be traced.

Their pictures are lost. The trees are rebuilt from the numbered lists beside them; the head of each file says what is
fixed and what is free. Where a list is not what a right search does, a Difference says so.

>>> from gamegrove.worked_examples import find_example
>>> find_example("alpha-beta-2003").tree().legal_moves
LegalMoves(['B', 'C', 'D'])
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gamegrove._core import Tree
from gamegrove.errors import GamegroveError

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Difference:
    """A place where a list of the sources is not what our log shows."""

    steps: tuple[int, ...]
    """The numbers in the source's list."""
    says: str
    """What stands there."""
    right: str
    """What a right search does."""
    why: str
    """Why."""


@dataclass(frozen=True)
class Example:
    """A tree, and what its source shows on it."""

    name: str
    """What people type."""
    summary: str
    """One line that says what it shows."""
    algorithm: str
    """The algorithm that it was made for."""
    differences: Mapping[str, tuple[Difference, ...]] = field(default_factory=dict)
    """By algorithm: where the source's list is wrong. An algorithm without a list there has no entry."""
    file: str = ""
    """The file that holds its tree, if that is another example's."""

    @property
    def path(self) -> Path:
        """Where the tree file is."""
        return FOLDER / f"{self.file or self.name}.txt"

    def tree(self) -> Tree:
        """The root of the tree."""
        return Tree(self.path.read_text(encoding="utf-8"))


EXAMPLES = (
    Example(
        "minimax-2001",
        "a tree of three plies for every algorithm: 12 is chosen",
        "minimax",
    ),
    Example(
        "minimax-2003",
        "the tree on which minimax is explained: B is chosen, then E",
        "minimax",
        file="alpha-beta-2003",
    ),
    Example(
        "alpha-beta-2003",
        "alpha-beta in 19 steps",
        "alphabeta",
        {
            "alphabeta": (
                Difference(
                    (8, 12, 17, 18),
                    "F is done with 5, C, I and D with 1",
                    "so they are, but only where values outside the window are kept (fail-soft)",
                    "the source's own code is fail-hard and returns 3 at all four; alphabeta-hard shows that",
                ),
            ),
        },
    ),
    Example(
        "negascout-saves-2003",
        "NegaScout saves a call that alpha-beta makes: 18 steps instead of 20",
        "negascout",
        {
            "alphabeta": (),
            "negascout": (
                Difference(
                    (16,),
                    "G: all done, after its first child N",
                    "G calls O (-1, 0) first: 19 steps",
                    "N is worth -1 and fails low, so MAX at G has not reached 0 yet; the source's loop tests the wrong "
                    "bound (g > curBeta) and stops after the first child",
                ),
            ),
        },
    ),
    Example(
        "negascout-twice-2003",
        "NegaScout visits a node twice",
        "negascout",
        {
            "negascout": (
                Difference(
                    (3,),
                    "B: call E (8, 9)",
                    "B: call E (7, 8)",
                    "MIN at B has 8 and asks whether E is worth 7 or less; (8, 9) would be MAX's question, and MIN's "
                    "only if D were worth 9",
                ),
                Difference(
                    (4,),
                    "B: call E (-inf, 8)",
                    "B: call E (-inf, 7)",
                    "follows from step 3: after the null window (7, 8) E is known to be worth 7 or less",
                ),
            ),
        },
    ),
)


def list_examples() -> tuple[Example, ...]:
    """All worked examples."""
    return EXAMPLES


def find_example(name: str) -> Example:
    """The example of that name."""
    for example in EXAMPLES:
        if example.name == name:
            return example
    raise GamegroveError(f"there is no worked example '{name[:40]}'; there are {', '.join(e.name for e in EXAMPLES)}")
