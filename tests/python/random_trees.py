"""Random game trees: nested lists whose leaves are values for the first player."""

from __future__ import annotations

import random
from typing import TypeAlias

from hypothesis import strategies as st

import gamegrove

Nested: TypeAlias = "int | list[Nested]"


def uniform(source: random.Random, width: int, depth: int, largest: int) -> Nested:
    """All inner nodes have `width` children, all leaves are `depth` plies deep."""
    if depth == 0:
        return source.randint(-largest, largest)
    return [uniform(source, width, depth - 1, largest) for _ in range(width)]


def ragged(source: random.Random, depth: int, largest: int) -> Nested:
    """One to three children each, and branches that end early."""
    if depth == 0 or source.random() < 0.12:
        return source.randint(-largest, largest)
    return [ragged(source, depth - 1, largest) for _ in range(source.choice((1, 1, 2, 2, 2, 3)))]


def random_tree(source: random.Random) -> list[Nested]:
    """Uniform or ragged, with few or many equal leaves, up to eight plies deep."""
    largest = source.choice((1, 5, 900_000))
    if source.random() < 0.5:
        width, depth = source.choice(((2, 2), (2, 4), (2, 6), (2, 8), (3, 2), (3, 3), (3, 4), (4, 3), (5, 2), (1, 8)))
        tree = uniform(source, width, depth, largest)
    else:
        tree = ragged(source, source.randint(2, 8), largest)
    return tree if isinstance(tree, list) else [tree]


def value_for_first(tree: Nested, first_moves: bool = True) -> int:
    """Minimax by its definition."""
    if isinstance(tree, int):
        return tree
    values = [value_for_first(child, not first_moves) for child in tree]
    return max(values) if first_moves else min(values)


def leaf_count(tree: Nested) -> int:
    return 1 if isinstance(tree, int) else sum(leaf_count(child) for child in tree)


def as_position(tree: list[Nested]) -> gamegrove.Tree:
    return gamegrove.Tree(str(tree))


def trees() -> st.SearchStrategy[list[Nested]]:
    """What hypothesis draws; it can shrink the seed, which is enough to find a small tree."""
    return st.integers(0, 2**32).map(lambda seed: random_tree(random.Random(seed)))
