"""What happens in a search, written down as small records. Logs, tables and pictures are made of them.

All windows and values in the records are seen by MAX, the side to move at the root.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.textbook.node import Node
from gamegrove.textbook.null_window import Outcome
from gamegrove.textbook.observation import Observer
from gamegrove.textbook.values import EVERYTHING, Bounds, Found, Window

Move = Any
Path = tuple[Move, ...]
"""The moves from the root to a node."""

MOST_EVENTS = 200_000
"""So many events fit into a trace when nobody asks for more."""


class Kind(StrEnum):
    """What has happened."""

    entered = "entered"
    """The search of a node begins."""
    left = "left"
    """That search ends."""
    evaluated = "evaluated"
    """A leaf gets its value."""
    recalled = "recalled"
    """The memory answers in place of a search."""
    cut_off = "cut off"
    """The other moves of a node are left out."""
    searched_again = "searched again"
    """The null window was wrong about a node."""
    swept = "swept"
    """A driver begins a pass over the tree."""
    showed = "showed"
    """The algorithm shows its state."""


class Reason(StrEnum):
    """Why the search of a node ended."""

    leaf = "leaf"
    """There was nothing below to search."""
    memory = "memory"
    """The memory knew the answer."""
    cut_off = "cut off"
    """A move was good enough, and others were left out."""
    all_moves = "all moves searched"
    """Every move was looked at."""
    look_ahead = "look ahead"
    """A shallower search of the same node was enough (ProbCut)."""


ANSWERED_AT_ONCE = (Reason.leaf, Reason.memory)
"""The reasons that need no search below the node."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that has happened."""

    kind: Kind
    """What it is."""
    path: Path = ()
    """The node to which it happened."""
    depth: int = 0
    """How many plies were still to be searched there."""
    window: Window | None = None
    """What was asked."""
    value: int | None = None
    """What was found."""
    bound: Outcome | None = None
    """Whether the value found is exact, an upper or a lower bound."""
    reason: Reason | None = None
    """Why a search ended; `look_ahead` on entering says that the node is searched less deeply than it will be."""
    move: Move = None
    """The best move found."""
    left_out: Path = ()
    """The moves that a cutoff has left out."""
    step: int | None = None
    """The number in the log; None where the sources' lists have no line of its own."""
    title: str = ""
    """What is shown, such as an OPEN list."""
    lines: tuple[str, ...] = ()
    """What it looks like."""


class Seen(NamedTuple):
    """A node as the search saw it first."""

    position: Position
    moves: Sequence[Move]
    """Its legal moves without those that a rule has taken away."""


@dataclass
class _Frame:
    """A search that has begun and has not ended."""

    path: Path
    window: Window = EVERYTHING
    tried: list[Move] = field(default_factory=list)
    left_out: Path = ()
    recalled: Outcome | None = None
    """What the memory's answer was, if it gave one."""


class Recorder(Observer):
    """Writes down all that an observer is told."""

    def __init__(self, root: Position, limit: int = MOST_EVENTS) -> None:
        self.events: list[Event] = []
        self.seen: dict[Path, Seen] = {}
        """The nodes visited, in the order of their first visit."""
        self._turn = root.turn
        self._limit = limit
        self._lines = 0
        self._steps = 0
        self._open: list[_Frame] = []

    def entered(self, node: Node, window: Window) -> None:
        """A node is visited; its parent, if that is being searched, has tried a move."""
        path = node.path
        self._end_searches_not_above(path)
        parent = self._open[-1] if self._open else None
        if parent is not None and parent.path == path[:-1]:
            parent.tried.append(path[-1])
        ahead = Reason.look_ahead if parent is not None and parent.path == path else None
        self.seen.setdefault(path, Seen(node.position, tuple(node.legal)))
        asked = self._window(node, window)
        self._open.append(_Frame(path, asked))
        self._note(Kind.entered, node, numbered=bool(path), window=asked, reason=ahead)

    def left(self, node: Node, window: Window, found: Found) -> None:
        """The innermost search of this node ends."""
        self._end_searches_not_above(node.path)
        frame = self._open.pop() if self._search_of(node) else _Frame(node.path)
        asked, value = self._window(node, window), self._value(node, found.value)
        reason = _reason(node, frame)
        by_reason = {Reason.leaf: Outcome.exact, Reason.memory: frame.recalled}
        self._note(
            Kind.left,
            node,
            numbered=reason not in ANSWERED_AT_ONCE,
            window=asked,
            value=value,
            bound=by_reason.get(reason, _bound(asked, value)),
            reason=reason,
            move=found.move,
            left_out=frame.left_out,
        )

    def evaluated(self, node: Node, value: int) -> None:
        """A leaf has a value."""
        self._note(Kind.evaluated, node, value=self._value(node, value), bound=Outcome.exact)

    def recalled(self, node: Node, bounds: Bounds) -> None:
        """The memory's bounds answer what was asked."""
        frame = self._search_of(node) or _Frame(node.path)
        known = bounds if self._is_max(node) else Bounds(-bounds.upper, -bounds.lower)
        value = known.answer(frame.window).value
        frame.recalled = Outcome.exact if known.lower == known.upper else _bound(frame.window, value)
        self._note(Kind.recalled, node, window=frame.window, value=value, bound=frame.recalled)

    def cut_off(self, node: Node, move: Move) -> None:
        """The moves not tried yet are left out."""
        frame = self._search_of(node)
        if frame is None:
            left_out = tuple(other for other in node.legal if (*node.path, other) not in self.seen)
        else:
            left_out = frame.left_out = tuple(other for other in node.legal if other not in frame.tried)
        self._note(Kind.cut_off, node, move=move, left_out=left_out)

    def searched_again(self, node: Node, window: Window) -> None:
        """A wider window follows."""
        self._note(Kind.searched_again, node, window=self._window(node, window))

    def swept(self, window: Window) -> None:
        """A pass begins at the root."""
        self._append(Event(Kind.swept, window=window))

    def showed(self, title: str, lines: Callable[[], list[str]]) -> None:
        """The state is copied at once: the algorithm goes on changing it."""
        copied = tuple(lines())
        self._lines += len(copied)
        self._append(Event(Kind.showed, title=title, lines=copied))

    def _is_max(self, node: Node) -> bool:
        return node.position.turn == self._turn

    def _value(self, node: Node, value: int) -> int:
        return value if self._is_max(node) else -value

    def _window(self, node: Node, window: Window) -> Window:
        return window if self._is_max(node) else window.seen_by_opponent()

    def _search_of(self, node: Node) -> _Frame | None:
        """The innermost search, if it is one of this node."""
        return self._open[-1] if self._open and self._open[-1].path == node.path else None

    def _end_searches_not_above(self, path: Path) -> None:
        """Some algorithms never say that they leave a node: they have left it when they are elsewhere."""
        while self._open and self._open[-1].path != path[: len(self._open[-1].path)]:
            self._open.pop()

    def _note(self, kind: Kind, node: Node, *, numbered: bool = False, **known: Any) -> None:  # noqa: ANN401
        self._steps += numbered
        self._append(Event(kind, node.path, node.depth, step=self._steps if numbered else None, **known))

    def _append(self, event: Event) -> None:
        if len(self.events) + self._lines >= self._limit:
            raise GamegroveError(
                f"this trace has more than {self._limit:,} events; search less deeply, or set a larger limit"
            )
        self.events.append(event)


def _bound(window: Window, value: int) -> Outcome:
    if value <= window.alpha:
        return Outcome.fails_low
    return Outcome.fails_high if value >= window.beta else Outcome.exact


def _reason(node: Node, frame: _Frame) -> Reason:
    if frame.recalled is not None and not frame.tried:
        return Reason.memory
    if node.is_leaf:
        return Reason.leaf
    if frame.left_out:
        return Reason.cut_off
    return Reason.all_moves if frame.tried else Reason.look_ahead
