"""The tree that a search has walked through: what it visited and what it left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gamegrove import _core
from gamegrove.position import Position
from gamegrove.report import Report
from gamegrove.request import MOST_DEPTH
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.null_window import Outcome
from gamegrove.textbook.values import INFINITY, UNKNOWN, Bounds, Window
from gamegrove.watching.events import Event, Kind, Move, Path, Recorder, Seen

MOST_GROWN = 10_000
"""So many nodes that the search has never visited are listed."""


@dataclass(eq=False)
class TracedNode:
    """A node of that tree, with all that happened to it. Values are seen by MAX, the side to move at the root."""

    path: Path
    """The moves from the root."""
    position: Position
    """Where they lead."""
    is_max: bool
    """Whether MAX is to move."""
    label: str
    """A short name; nodes may share it, and nodes of a tree without names have none."""
    name: str = ""
    """A name that no other node has: that of the tree file or, where it is not enough, the path."""
    number: int | None = None
    """The number of its first visit, counted from 1; None if it was never visited."""
    windows: list[Window] = field(default_factory=list)
    """What was asked, visit by visit."""
    known: Bounds = UNKNOWN
    """What the search knew of the value in the end."""
    depth: int | None = None
    """How many plies below the last search of it went."""
    stated: int | None = None
    """The value that the tree file gives to a leaf."""
    is_cut: bool = False
    """Whether a cutoff has left it out."""
    is_hidden: bool = False
    """Whether a rule has taken it away."""
    is_chosen: bool = False
    """Whether it is on the line of best play."""
    children: list[TracedNode] = field(default_factory=list)
    """In the game's own order."""

    @property
    def is_visited(self) -> bool:
        """Whether the search was here."""
        return self.number is not None

    def walk(self) -> Iterator[TracedNode]:
        """The node and all below it, parents first, from left to right."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def learn(self, event: Event) -> None:
        """Note what the end of a search has proven."""
        assert event.value is not None
        new = _proven(event.value, event.bound)
        old = self.known if event.depth == self.depth else UNKNOWN
        lower, upper = max(old.lower, new.lower), min(old.upper, new.upper)
        self.known = Bounds(lower, upper) if lower <= upper else new
        self.depth = event.depth


def _proven(value: int, bound: Outcome | None) -> Bounds:
    lower = -INFINITY if bound is Outcome.fails_low else value
    return Bounds(lower, INFINITY if bound is Outcome.fails_high else value)


def grow(recorder: Recorder, report: Report) -> TracedNode:
    """The tree of a recorded search, with what it has not visited.

    Of a tree file that is all the rest, of a game only the moves left out where others were tried: below them the tree
    is too large.
    """
    growth = _Growth(recorder, report)
    growth.visit_all()
    growth.add_what_was_left_out()
    growth.retell(recorder.events)
    growth.settle_root(report)
    growth.name_all()
    growth.choose_line(report, recorder.events)
    return growth.root


class _Growth:
    def __init__(self, recorder: Recorder, report: Report) -> None:
        request = report.request
        self.seen = recorder.seen
        self.position = request.position
        self.root = self._node((), self.position)
        self.nodes: dict[Path, TracedNode] = {(): self.root}
        self.deepens = find_algorithm(request.algorithm).deepens
        self.plies = MOST_DEPTH if request.depth is None or not self.deepens else request.depth

    def _node(self, path: Path, position: Position) -> TracedNode:
        last = str(path[-1]) if path else ""
        label = position.name if isinstance(position, _core.Tree) else last
        return TracedNode(path, position, position.turn == self.position.turn, label)

    def _at(self, path: Path) -> TracedNode:
        """The node at a path; nodes on the way that are not there yet grow."""
        node = self.root
        for length, move in enumerate(path, 1):
            node = self.nodes.get(path[:length]) or self._add(node, move)
        return node

    def _add(self, parent: TracedNode, move: Move) -> TracedNode:
        child = self._node((*parent.path, move), parent.position.after(move))
        parent.children.append(child)
        self.nodes[child.path] = child
        return child

    def visit_all(self) -> None:
        for number, path in enumerate(self.seen, 1):
            self._at(path).number = number

    def add_what_was_left_out(self) -> None:
        is_tree = isinstance(self.position, _core.Tree)
        room = MOST_GROWN
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if (is_tree and len(node.path) < self.plies) or node.children:
                room -= self._add_missing(node, room)
            waiting += node.children

    def _add_missing(self, node: TracedNode, room: int) -> int:
        """Add children that were never visited, and put all into the game's order."""
        moves = list(node.position.legal_moves)
        missing = [move for move in moves if (*node.path, move) not in self.nodes][:room]
        seen = self.seen.get(node.path, Seen(node.position, moves))
        for move in missing:
            child = self._add(node, move)
            child.is_hidden = move not in seen.moves
            child.stated = _stated(child.position, self.position)
        place = {move: number for number, move in enumerate(moves)}
        node.children.sort(key=lambda child: place[child.path[-1]])
        return len(missing)

    def retell(self, events: list[Event]) -> None:
        """Let every node learn what happened to it."""
        for event in events:
            node = self.nodes[event.path]
            if event.kind is Kind.entered:
                assert event.window is not None
                node.windows.append(event.window)
            elif event.kind in (Kind.left, Kind.evaluated):
                node.learn(event)
            elif event.kind is Kind.cut_off:
                for move in event.left_out:
                    self._leave_out((*event.path, move))

    def _leave_out(self, path: Path) -> None:
        if path in self.nodes and not self.nodes[path].is_visited:
            self.nodes[path].is_cut = True

    def settle_root(self, report: Report) -> None:
        """Not every algorithm says what the root is worth when it leaves it; means of playouts are no values."""
        if report.bound is Outcome.exact and self.deepens:
            self.root.known = Bounds(report.value, report.value)

    def name_all(self) -> None:
        """A name from a tree file is enough if no other node has it; moves of a game mean nothing without the way."""
        uses = Counter(node.label for node in self.nodes.values())
        for path, node in self.nodes.items():
            is_named = isinstance(node.position, _core.Tree) and node.label and uses[node.label] == 1
            node.name = node.label if is_named else "/".join(map(str, path)) or "root"

    def choose_line(self, report: Report, events: list[Event]) -> None:
        """Follow the best moves that the searches of the nodes have found last."""
        best = {event.path: event.move for event in events if event.kind is Kind.left and event.move is not None}
        best.setdefault((), report.move if report.progress else None)
        node: TracedNode | None = self.root
        while node is not None:
            node.is_chosen = True
            node = self.nodes.get((*node.path, best.get(node.path)))


def _stated(leaf: Position, root: Position) -> int | None:
    """The value of a tree file's leaf, which is the first player's there."""
    value = leaf.value if isinstance(leaf, _core.Tree) else None
    return value if value is None or root.turn == 0 else -value
