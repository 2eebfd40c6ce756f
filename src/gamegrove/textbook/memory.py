"""What a search remembers: nothing, everything, or as much as fits into a table.

A bound answers for its own depth only, so that the value of a search never depends on what else is in the memory. The
move is told for any depth: it is only a hint.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from gamegrove.position import Position
from gamegrove.textbook.observation import key_of
from gamegrove.textbook.values import UNKNOWN, Bounds


class Memory(Protocol):
    """Where a search looks up and stores what it has found."""

    def recall(self, position: Position, depth: int) -> Bounds:
        """What is known of a position at a depth."""

    def remember(self, position: Position, depth: int, bounds: Bounds) -> None:
        """Keep what a search has proven."""

    def forget(self) -> None:
        """Begin again with nothing known."""

    @property
    def bytes(self) -> int:
        """About how much it holds."""


class NoMemory:
    """Knows nothing, keeps nothing."""

    bytes = 0

    def recall(self, position: Position, depth: int) -> Bounds:  # noqa: ARG002
        """Nothing."""
        return UNKNOWN

    def remember(self, position: Position, depth: int, bounds: Bounds) -> None:
        """Do nothing."""

    def forget(self) -> None:
        """Do nothing."""


def merged(old: Bounds, new: Bounds) -> Bounds:
    """Both together. Bounds that cross cannot both be true: then the new ones count."""
    lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
    if lower > upper:
        lower, upper = new.lower, new.upper
    return Bounds(lower, upper, old.move if new.move is None else new.move)


class ExactMemory:
    """Keeps everything, for proofs: it has no collisions and forgets nothing."""

    BYTES_PER_ENTRY = 400
    """Of Python objects; the core needs a quarter of that."""

    def __init__(self) -> None:
        self._bounds: dict[tuple[Position, int], Bounds] = {}
        self._moves: dict[Position, Any] = {}

    def recall(self, position: Position, depth: int) -> Bounds:
        """What is known of a position at a depth."""
        known = self._bounds.get((position, depth), UNKNOWN)
        return known if known.move is not None else known._replace(move=self._moves.get(position))

    def remember(self, position: Position, depth: int, bounds: Bounds) -> None:
        """Keep what a search has proven."""
        self._bounds[position, depth] = merged(self._bounds.get((position, depth), UNKNOWN), bounds)
        if bounds.move is not None:
            self._moves[position] = bounds.move

    def forget(self) -> None:
        """Begin again with nothing known."""
        self._bounds.clear()
        self._moves.clear()

    @property
    def bytes(self) -> int:
        """About how much it holds."""
        return self.BYTES_PER_ENTRY * (len(self._bounds) + len(self._moves))


class Replacement(StrEnum):
    """Which entry of a full table makes room for a new one."""

    always = "always"
    """The one that is there."""
    deeper = "deeper"
    """The one that is there, unless it comes from a deeper search."""
    two_tier = "two-tier"
    """Two entries a bucket: the first keeps the deeper search, the second the latest."""


@dataclass(frozen=True)
class Entry:
    """One line of the table."""

    key: Hashable
    """The position's own key, so that only equal keys are taken for equal."""
    depth: int
    bounds: Bounds


class TranspositionTable:
    """A table of 2^bits entries, found by the low bits of a position's key."""

    BYTES_PER_ENTRY = 24
    """In the core."""
    BYTES_IN_PYTHON = 400
    """Of an entry as Python objects."""

    def __init__(self, bits: int = 20, replacement: Replacement = Replacement.two_tier) -> None:
        self.bits = bits
        self.replacement = replacement
        self._two = replacement is Replacement.two_tier and bits > 0
        self._buckets: dict[int, list[Entry]] = {}
        self._stored = 0

    def recall(self, position: Position, depth: int) -> Bounds:
        """The bounds of an entry for this position and depth; of one for another depth only the move."""
        key = position.key()
        move = None
        for entry in self._bucket(position):
            if entry.key == key and entry.depth == depth:
                return entry.bounds
            if entry.key == key and move is None:
                move = entry.bounds.move
        return UNKNOWN._replace(move=move)

    def remember(self, position: Position, depth: int, bounds: Bounds) -> None:
        """Keep what a search has proven, if the replacement rule lets it in."""
        key = position.key()
        bucket = self._bucket(position)
        known = self.recall(position, depth)
        entry = Entry(key, depth, merged(known, bounds))
        for place, old in enumerate(bucket):
            if (old.key, old.depth) == (key, depth):
                bucket[place] = entry
                return
        held = len(bucket)
        if not bucket:
            bucket.append(entry)
        elif depth >= bucket[0].depth or self.replacement is Replacement.always:
            bucket[:] = [entry, bucket[0]] if self._two else [entry]
        elif self._two:
            bucket[1:] = [entry]
        self._stored += len(bucket) - held

    def forget(self) -> None:
        """Begin again with nothing known."""
        self._buckets.clear()
        self._stored = 0

    def entries(self) -> list[Entry]:
        """All entries, for those who want to look."""
        return [entry for bucket in self._buckets.values() for entry in bucket]

    @property
    def bytes(self) -> int:
        """About how much it holds: in Python it grows up to its size."""
        return self.BYTES_IN_PYTHON * self._stored

    def _bucket(self, position: Position) -> list[Entry]:
        return self._buckets.setdefault(key_of(position) & ((1 << (self.bits - self._two)) - 1), [])


class CarelessTable:
    """The table of a report of 2003, wrong on purpose, to show what such a table costs.

    What was found for a position answers for every depth, and a bound for the value itself. Only the root is searched
    each time, as there the moves are looked up and not the position.
    """

    ANY_DEPTH = 0
    """Under which all depths are stored as one."""

    def __init__(self, bits: int, root: Position) -> None:
        self.table = TranspositionTable(bits, Replacement.always)
        self.root = root

    def recall(self, position: Position, depth: int) -> Bounds:  # noqa: ARG002
        """Whatever was found last, whatever it was worth; of the root only the move."""
        known = self.table.recall(position, self.ANY_DEPTH)
        return UNKNOWN._replace(move=known.move) if position == self.root else known

    def remember(self, position: Position, depth: int, bounds: Bounds) -> None:  # noqa: ARG002
        """Keep a bound as if it were the value."""
        value = bounds.lower if bounds.lower > UNKNOWN.lower else bounds.upper
        self.table.remember(position, self.ANY_DEPTH, Bounds(value, value, bounds.move))

    def forget(self) -> None:
        """Begin again with nothing known."""
        self.table.forget()

    @property
    def bytes(self) -> int:
        """What the table holds."""
        return self.table.bytes


class SymmetricMemory:
    """Around another memory: keeps positions that are images of each other as one."""

    def __init__(self, inner: Memory) -> None:
        self.inner = inner

    def recall(self, position: Position, depth: int) -> Bounds:
        """What is known of the position or any of its images."""
        least, symmetry = _least_image(position)
        known = self.inner.recall(least, depth)
        if known.move is None:
            return known
        return known._replace(move=least.transformed_move(known.move, INVERSE.get(symmetry, symmetry)))

    def remember(self, position: Position, depth: int, bounds: Bounds) -> None:
        """Keep it for all images."""
        least, symmetry = _least_image(position)
        move = None if bounds.move is None else position.transformed_move(bounds.move, symmetry)
        self.inner.remember(least, depth, bounds._replace(move=move))

    def forget(self) -> None:
        """Begin again with nothing known."""
        self.inner.forget()

    @property
    def bytes(self) -> int:
        """What the inner memory holds."""
        return self.inner.bytes


INVERSE = {"rotate90": "rotate270", "rotate270": "rotate90"}
"""The symmetries that are undone by another one; all others undo themselves."""


def _least_image(position: Position) -> tuple[Position, str]:
    """The canonical image, and the first symmetry that leads to it."""
    least = position.canonical()
    return least, next(name for name in position.symmetries if position.transformed(name) == least)
