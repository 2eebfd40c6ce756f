"""SSS* as Stockman published it in 1979: states of nodes on an OPEN list, the most promising one first.

A state is a node, LIVE or SOLVED, and a merit: an upper bound of what MAX can get there. The list is kept in order of
merit; of equal ones the one further left in the tree comes first. Six rules say what replaces the state at the front.
For study: it needs the memory and the time for the list that the driver's SSS* does not.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from typing import Any

from gamegrove.textbook.node import Node
from gamegrove.textbook.values import EVERYTHING, INFINITY, Found, Window

BYTES_PER_STATE = 1200


class Place:
    """A node of the tree with its parent and its brothers. The root belongs to MAX."""

    def __init__(self, node: Node, parent: Place | None = None, number: int = 0) -> None:
        self.node = node
        self.parent = parent
        self.number = number
        self.maximising: bool = parent is None or not parent.maximising
        self.path: tuple[int, ...] = () if parent is None else (*parent.path, number)
        self.moves: list[Any] = list(node.moves())

    def child(self, number: int) -> Place:
        """The child with this number."""
        return Place(self.node.after(self.moves[number]), self, number)

    def brother(self) -> Place | None:
        """The next one to the right."""
        parent = self.parent
        if parent is None or self.number + 1 == len(parent.moves):
            return None
        return parent.child(self.number + 1)

    def is_below(self, other: Place) -> bool:
        """Whether this node lies below another one."""
        return self.path[: len(other.path)] == other.path


@dataclass(frozen=True)
class State:
    """An entry of the OPEN list."""

    place: Place
    solved: bool
    merit: int

    def order(self) -> tuple[int, tuple[int, ...]]:
        """Large merits first, then from left to right."""
        return (-self.merit, self.place.path)

    def __str__(self) -> str:
        name = "/".join(map(str, self.place.node.path)) or "root"
        merit = "inf" if self.merit == INFINITY else self.merit
        return f"({name}, {'solved' if self.solved else 'live'}, {merit})"


def stockman(node: Node, window: Window = EVERYTHING) -> Found:  # noqa: ARG001
    """The exact value: the merit of the root when it is solved."""
    search = _Search(node)
    while not search.is_solved():
        search.step()
    return Found(search.open[0].merit, search.best_move)


class _Search:
    def __init__(self, node: Node) -> None:
        self.setting = node.setting
        self.nodes_before = node.setting.counters.nodes
        self.root = Place(node)
        self.open: list[State] = []
        self.best_move: Any = None
        self._visit(self.root, INFINITY)
        self._push(State(self.root, False, INFINITY))

    def is_solved(self) -> bool:
        return self.open[0].solved and self.open[0].place is self.root

    def step(self) -> None:
        """Take the first state off the list and apply the rule that fits it."""
        self.setting.observer.showed("OPEN", lambda: [str(state) for state in self.open])
        state = self.open.pop(0)
        if state.solved:
            self._go_up(state)
        elif state.place.node.is_leaf:
            value = state.place.node.evaluate().value
            value = value if state.place.maximising else -value
            self._push(State(state.place, True, min(state.merit, value)))
        else:
            self._go_down(state)

    def _go_up(self, state: State) -> None:
        parent = state.place.parent
        assert parent is not None  # the root ends the search
        if not state.place.maximising:
            # MAX has found her best move: nothing else below the parent can have more merit.
            self.open = [other for other in self.open if not other.place.is_below(parent)]
            if parent is self.root:
                self.best_move = state.place.node.path[-1]
            self._push(State(parent, True, state.merit))
        elif brother := state.place.brother():
            self._visit(brother, state.merit)
            self._push(State(brother, False, state.merit))
        else:
            self._push(State(parent, True, state.merit))

    def _go_down(self, state: State) -> None:
        place = state.place
        for number in range(len(place.moves) if place.maximising else 1):
            child = place.child(number)
            self._visit(child, state.merit)
            self._push(State(child, False, state.merit))

    def _visit(self, place: Place, merit: int) -> None:
        asked = Window(-INFINITY, merit)
        self.setting.enter(place.node, asked if place.maximising else asked.seen_by_opponent())
        self.setting.budget.check_memory(BYTES_PER_STATE * (self.setting.counters.nodes - self.nodes_before))

    def _push(self, state: State) -> None:
        insort(self.open, state, key=State.order)
