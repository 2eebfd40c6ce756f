"""A node of a search: a position, and how many plies are still to be searched below it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.textbook.memory import CarelessTable, Memory, NoMemory
from gamegrove.textbook.observation import Budget, Counters, Observer
from gamegrove.textbook.ordering import Ordering
from gamegrove.textbook.values import INFINITY, UNKNOWN, WIN, Bounds, Found, Window, Wins

Move = Any
Evaluation = Callable[[Position], int]
Rule = Callable[[Position, Sequence[Move]], Sequence[Move]]


def zero(position: Position) -> int:  # noqa: ARG001
    """The evaluation that knows nothing: every unfinished game is even."""
    return 0


@dataclass
class Setting:
    """What all nodes of one search share. An algorithm is generic over each of these."""

    evaluation: Evaluation = zero
    """What a position at the horizon is worth to the side to move."""
    memory: Memory = field(default_factory=NoMemory)
    """Where to look things up."""
    ordering: Ordering = field(default_factory=Ordering)
    """Which move first."""
    counters: Counters = field(default_factory=Counters)
    """Counts nodes, leaves and so on."""
    observer: Observer = field(default_factory=Observer)
    """Watches."""
    budget: Budget = field(default_factory=Budget)
    """When to stop."""
    wins: Wins = Wins.sooner
    """What the end of a game is worth."""
    free_passes: bool = False
    """Whether a pass costs no ply."""
    rule: Rule | None = None
    """Leaves out moves before the search sees them (rule-based pruning)."""
    guess: int = 0
    """What the value may be: where MTD(f) and aspiration begin."""

    def enter(self, node: Node, window: Window) -> None:
        """Tell everybody that the search of a node begins; ends the search when the budget is spent."""
        self.budget.check(self.counters.nodes + 1)
        self.counters.entered(node, window)
        self.observer.entered(node, window)

    def leave(self, node: Node, window: Window, found: Found) -> None:
        """Tell everybody what has been found."""
        self.counters.left(node, window, found)
        self.observer.left(node, window, found)

    def sweep(self, window: Window) -> None:
        """Tell everybody that a driver begins a pass."""
        self.counters.swept(window)
        self.observer.swept(window)


class Node:
    """A position in a search. What an algorithm needs to know of game, evaluation, memory and order, it asks here."""

    __slots__ = ("depth", "legal", "path", "position", "setting")

    def __init__(self, setting: Setting, position: Position, depth: int, path: tuple[Move, ...] = ()) -> None:
        self.setting = setting
        self.position = position
        self.depth = depth
        self.path = path
        self.legal = self._legal_moves()

    def _legal_moves(self) -> Sequence[Move]:
        moves = list(self.position.legal_moves)
        if self.setting.rule is None or self.depth == 0 or len(moves) < 2:
            return moves  # at the horizon nobody looks at the moves, and rules are dear
        return self.setting.rule(self.position, moves) or moves

    @property
    def is_leaf(self) -> bool:
        """Whether the game is over here, or the search reaches no further."""
        return self.depth == 0 or not self.legal

    def evaluate(self) -> Found:
        """The value of a leaf."""
        if self.legal:
            value = self.setting.evaluation(self.position)
            _check_estimate(value)
        else:
            value = self.setting.wins.worth(self.position.final_value(), self.depth)
        self.setting.counters.evaluated(self, value)
        self.setting.observer.evaluated(self, value)
        return Found(value)

    def moves(self, remembered: Move = None) -> Sequence[Move]:
        """The moves in the order in which they should be tried."""
        return self.setting.ordering.sort(self.position, self.depth, self.legal, remembered)

    def after(self, move: Move) -> Node:
        """The node that a move leads to. A forced pass costs no ply if passes are free."""
        free = self.setting.free_passes and self.position.must_pass()
        return Node(self.setting, self.position.after(move), self.depth - (0 if free else 1), (*self.path, move))

    def shallower(self, depth: int) -> Node:
        """The same position, to be searched less deeply."""
        return Node(self.setting, self.position, depth, self.path)

    def recall(self, window: Window) -> Bounds:
        """What the memory knows; it is told to the observers if that settles the window."""
        known = self.setting.memory.recall(self.position, self.depth)
        if self._belongs_elsewhere(known):
            return UNKNOWN  # another position with the same key: nothing of it may be believed
        if known.settle(window):
            self.setting.counters.recalled(self, known)
            self.setting.observer.recalled(self, known)
        return known

    def _belongs_elsewhere(self, known: Bounds) -> bool:
        """A move that is not legal gives another position away, and so does a lower bound without its move.

        A careless table tells of leaves, which have no move, where now there are none.
        """
        if known.move is None:
            is_careless = isinstance(self.setting.memory, CarelessTable)
            return known.lower != -INFINITY and not self.is_leaf and not is_careless
        return known.move not in self.legal

    def remember(self, found: Found, window: Window) -> Found:
        """Keep what a search with this window has found, and give it back."""
        self.setting.memory.remember(self.position, self.depth, Bounds.proven_by(found, window))
        self.setting.budget.check_memory(self.setting.memory.bytes)
        return found

    def cut_off(self, move: Move) -> None:
        """A move has refuted the opponent's last one: learn from it, and tell."""
        self.setting.ordering.reward(self.position, self.depth, move)
        self.setting.counters.cut_off(self, move)
        self.setting.observer.cut_off(self, move)

    def search_again(self, window: Window) -> None:
        """Tell everybody that this node is going to be searched once more."""
        self.setting.counters.searched_again(self, window)
        self.setting.observer.searched_again(self, window)


def _check_estimate(value: object) -> None:
    if not isinstance(value, int) or abs(value) >= WIN:
        raise GamegroveError(f"the evaluation gave {value!r}; it must be a whole number between -{WIN:,} and {WIN:,}")
