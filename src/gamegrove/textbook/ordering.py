"""Which move is tried first. A good first move is worth more to alpha-beta than anything else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any

from gamegrove import _core
from gamegrove.games import NATIVE
from gamegrove.position import Position

Move = Any
Priority = Callable[[Position, Move], int]


class Order(StrEnum):
    """A reason to try a move early. Each can be switched on alone."""

    memory = "memory"
    """The move that the memory holds."""
    killer = "killer"
    """A move that has just caused a cutoff elsewhere at the same depth."""
    history = "history"
    """Moves that have caused many cutoffs, deep ones counted more."""
    static = "static"
    """A fixed table: corners first, the middle first, or what the game's author says."""


class Ordering:
    """Sorts moves by the reasons that are switched on, in the order of Order; else by the game's own order."""

    def __init__(self, reasons: Iterable[Order] = (), priority: Priority | None = None) -> None:
        self.reasons = frozenset(reasons)
        self.priority = priority
        self._killers: dict[int, list[Move]] = defaultdict(lambda: [None, None])
        self._history: dict[tuple[int, Move], int] = defaultdict(int)

    def sort(self, position: Position, depth: int, moves: Sequence[Move], remembered: Move) -> Sequence[Move]:
        """The moves, best first."""
        if not self.reasons or len(moves) < 2:
            return moves
        return sorted(moves, key=lambda move: self._rank(position, depth, move, remembered), reverse=True)

    def reward(self, position: Position, depth: int, move: Move) -> None:
        """Learn from a move that caused a cutoff."""
        name = _identity(position, move)
        first, _ = killers = self._killers[depth]
        if name != first:
            killers[:] = [name, first]
        self._history[position.turn, name] += depth * depth

    def _rank(self, position: Position, depth: int, move: Move, remembered: Move) -> tuple[int, int, int, int]:
        on = self.reasons
        name = _identity(position, move)
        killers = self._killers[depth]
        return (
            int(Order.memory in on and move == remembered),
            2 - killers.index(name) if Order.killer in on and name in killers else 0,
            self._history[position.turn, name] if Order.history in on else 0,
            self.priority(position, move) if Order.static in on and self.priority else 0,
        )


def _identity(position: Position, move: Move) -> Move:
    """What makes a move the same one in another position: in the core its cell, in a tree the number of the child."""
    return _core.move_number(position, move) if isinstance(position, NATIVE) else move
