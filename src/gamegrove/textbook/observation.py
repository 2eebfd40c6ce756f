"""What happens in a search, told to whoever watches; and the limits that end it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, cast

from gamegrove.textbook.values import EVERYTHING, Bounds, Found, Window

if TYPE_CHECKING:
    from gamegrove.position import Position
    from gamegrove.textbook.node import Node


class Observer:
    """Sees a search go by. Every method does nothing: override those that you want."""

    def entered(self, node: Node, window: Window) -> None:
        """A search of a node begins."""

    def left(self, node: Node, window: Window, found: Found) -> None:
        """That search ends. A value outside the window is a bound."""

    def evaluated(self, node: Node, value: int) -> None:
        """A leaf gets its value, from the evaluation or because the game is over."""

    def recalled(self, node: Node, bounds: Bounds) -> None:
        """The memory has answered in place of a search."""

    def cut_off(self, node: Node, move: Any) -> None:  # noqa: ANN401 - a move is whatever the game says it is
        """A move is so good that the opponent will not let it come to this: the other moves are left out."""

    def searched_again(self, node: Node, window: Window) -> None:
        """The null window was wrong about this node; a search with a wider one follows."""

    def swept(self, window: Window) -> None:
        """A driver begins a pass over the whole tree."""

    def showed(self, title: str, lines: Callable[[], list[str]]) -> None:
        """The algorithm shows its state, such as an OPEN list; call `lines` to see it."""


class Stopped(Exception):  # noqa: N818 - not an error: a limit that somebody set
    """A limit is reached; the reason is the message: nodes, time, memory or stop."""


class StopSign(Protocol):
    """Anything that another thread can raise to end a search."""

    def is_set(self) -> bool:
        """Whether the search should end."""


@dataclass
class Budget:
    """How much a search may spend."""

    nodes: int | None = None
    """At most so many nodes."""
    deadline: float | None = None
    """When to stop, on time.monotonic()'s clock."""
    memory: int | None = None
    """How many bytes its memory may take."""
    stop: StopSign | None = None
    """Raised by somebody else."""

    def check(self, nodes: int) -> None:
        """Called with the number of nodes entered so far; raises Stopped when the budget is spent."""
        if self.nodes is not None and nodes > self.nodes:
            raise Stopped("nodes")
        if self.stop is not None and self.stop.is_set():
            raise Stopped("stop")
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise Stopped("time")

    def check_memory(self, used: int) -> None:
        """Called with the bytes in use by those that keep what they have seen."""
        if self.memory is not None and used > self.memory:
            raise Stopped("memory")


_WORD = (1 << 64) - 1


def mixed(word: int) -> int:
    """Spread the entropy of a 64-bit word over all its bits (the finaliser of splitmix64), as the core does."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB & _WORD
    return word ^ (word >> 31)


def key_of(position: Position) -> int:
    """A position's key as a 64-bit word, also for games written in Python, whose keys may be anything."""
    key = position.key()
    if isinstance(key, int) and 0 <= key <= _WORD:
        return key
    # Not hash(): it is salted for texts, and two runs of one search should visit the same nodes.
    return int.from_bytes(hashlib.blake2b(repr(key).encode(), digest_size=8).digest(), "little")


@dataclass
class Counters(Observer):
    """Counts what happens in a search."""

    watch: bool = False
    """Whether to keep the distinct leaves and a hash of all visits, too, which takes time and memory."""
    nodes: int = 0
    leaves: int = 0
    estimates: int = 0
    """Leaves at the horizon, where the game is not over."""
    distinct_leaves: int = 0
    """Different positions among the leaves, if they are watched."""
    hits: int = 0
    cutoffs: int = 0
    researches: int = 0
    passes: int = 0
    proven: bool = False
    """Whether MCTS has proven what it says."""
    stopped: str = ""
    """Why MCTS, which always has an answer, has ended early."""
    visits: int = 0
    """A hash of the whole sequence of visits, windows and values: two equal searches have the same."""
    _leaves_seen: set[Position] = field(default_factory=set, repr=False)

    def entered(self, node: Node, window: Window) -> None:
        """Count a node."""
        self.nodes += 1
        if self.watch:
            self._note(key_of(node.position))
            self._note(node.depth << 32 ^ window.alpha & 0xFFFFFFFF)
            self._note(window.beta & 0xFFFFFFFF)

    def left(self, node: Node, window: Window, found: Found) -> None:  # noqa: ARG002
        """Note the result."""
        if self.watch:
            self._note(found.value & 0xFFFFFFFF)

    def evaluated(self, node: Node, value: int) -> None:
        """Count a leaf."""
        self.leaves += 1
        self.estimates += bool(node.legal)
        if self.watch:
            self._leaves_seen.add(node.position)
            self.distinct_leaves = len(self._leaves_seen)
            self._note(value & 0xFFFFFFFF)

    def recalled(self, node: Node, bounds: Bounds) -> None:  # noqa: ARG002
        """Count an answer of the memory."""
        self.hits += 1

    def cut_off(self, node: Node, move: Any) -> None:  # noqa: ANN401, ARG002
        """Count a cutoff."""
        self.cutoffs += 1

    def searched_again(self, node: Node, window: Window) -> None:  # noqa: ARG002
        """Count a search that had to be done twice."""
        self.researches += 1

    def swept(self, window: Window) -> None:  # noqa: ARG002
        """Count a pass of a driver."""
        self.passes += 1

    def _note(self, word: int) -> None:
        self.visits = mixed(self.visits ^ word & _WORD)


P = ParamSpec("P")


def watched(
    search: Callable[Concatenate[Node, Window, P], Found],
) -> Callable[Concatenate[Node, Window, P], Found]:
    """Tell the observers when a recursive search enters and leaves a node, so that its text need not."""

    @wraps(search)
    def told(node: Node, window: Window = EVERYTHING, *args: P.args, **kwargs: P.kwargs) -> Found:
        node.setting.enter(node, window)
        found = search(node, window, *args, **kwargs)
        node.setting.leave(node, window, found)
        return found

    return cast("Callable[Concatenate[Node, Window, P], Found]", told)
