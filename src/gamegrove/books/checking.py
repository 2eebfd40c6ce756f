"""Checking a book: some of its positions are solved again, without it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from gamegrove import _core
from gamegrove._core import ConnectFour
from gamegrove.books.contents import positions
from gamegrove.textbook.observation import StopSign


@dataclass(frozen=True)
class Checked:
    """A position that was solved again."""

    position: ConnectFour
    """The position."""
    stored: int | None
    """Its score in the book; None if it is missing there."""
    solved: int
    """Its score as it was found now."""

    @property
    def is_right(self) -> bool:
        """Whether the book says the same."""
        return self.stored == self.solved


def check(
    book: _core.ConnectFourBook, chosen: list[ConnectFour], *, table_mib: int, stop: StopSign | None = None
) -> Iterator[Checked]:
    """The positions, solved one after the other until the stop sign is raised."""
    solver = _core.ConnectFourSolver(table_mib=table_mib)
    for position in chosen:
        verdict = solver.solve(position, stop=stop)
        if verdict.stopped:
            return
        yield Checked(position, book.score(position), verdict.lower)


def sample(book: _core.ConnectFourBook, size: int, seed: int) -> list[ConnectFour]:
    """Some random positions of a book, the last ply first: the table then knows much about the plies before."""
    known = positions(book)
    chosen = random.Random(seed).sample(range(len(known)), min(size, len(known)))
    return [known[number] for number in sorted(chosen, reverse=True)]
