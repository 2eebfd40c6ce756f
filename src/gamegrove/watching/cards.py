"""What stands on the picture of a trace: one card a node, and which nodes fit into a picture that can be read."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, groupby

from gamegrove.textbook.values import INFINITY, Bounds, Window
from gamegrove.watching.log import Words
from gamegrove.watching.tree import TracedNode

MOST_DRAWN = 80
"""So many cards fit into a picture that can still be read."""
MOST_WIDE = 24
"""So many leaves fit side by side with their windows in one line."""
MOST_WINDOWS = 4
"""So many windows fit onto a card."""
MOST_DIGITS = 7
"""Longer numbers, which only MTD(bi) asks about, are rounded to their first digit."""
LARGE, SMALL = 11.5, 8.5
"""The sizes of letters: names and values, windows."""


@dataclass(frozen=True)
class Line:
    """One line of text on a card."""

    text: str
    size: float
    height: float
    is_bold: bool = False

    @property
    def width(self) -> float:
        """About how wide it is."""
        return text_width(self.text, self.size)


@dataclass(eq=False)
class Card:
    """What is drawn for a node, or for several left out side by side."""

    nodes: Sequence[TracedNode]
    words: Compact
    is_narrow: bool = False
    """Whether it has to break its windows into two lines, to leave room for others."""
    children: list[Card] = field(default_factory=list)

    @property
    def node(self) -> TracedNode:
        """The first node that it stands for."""
        return self.nodes[0]

    @property
    def heading(self) -> str:
        """The node's name."""
        return self.node.label if len(self.nodes) == 1 else f"+{len(self.nodes)}"

    @property
    def value(self) -> str:
        """What is known of the value, or stands in the tree file."""
        if len(self.nodes) > 1:
            return ""
        stated = self.node.stated
        return self.words.bounds(self.node.known) if stated is None else self.words.value(stated)

    @property
    def windows(self) -> list[str]:
        """What was asked of the node; of many windows the first and the last ones."""
        if not self.words.with_windows:
            return []
        windows = [self.words.window(window) for window, _ in groupby(self.node.windows)]
        if len(windows) > MOST_WINDOWS:
            windows[1 : 2 - MOST_WINDOWS] = [f"… {len(windows) + 1 - MOST_WINDOWS} …"]
        if self.is_narrow:
            windows = [part for window in windows for part in window.replace(",", ",\n").split("\n")]
        return windows

    @cached_property
    def lines(self) -> list[Line]:
        """All texts, from the top."""
        lines = [Line(self.heading, LARGE, 13, is_bold=True), Line(self.value, LARGE, 13)]
        return [line for line in lines if line.text] + [Line(window, SMALL, 10) for window in self.windows]

    @cached_property
    def below(self) -> int:
        """How many nodes below it are not drawn."""
        return 0 if self.children else sum(len(list(node.walk())) - 1 for node in self.nodes)

    @property
    def width(self) -> float:
        """Wide enough for its texts."""
        widest = max((line.width for line in self.lines), default=0)
        return max(16.0, widest) + (14 if self.is_round else 8)

    @property
    def height(self) -> float:
        """High enough for its texts."""
        return max(13.0, sum(line.height for line in self.lines)) + (10 if self.is_round else 7)

    @property
    def height_with_triangle(self) -> float:
        """With the triangle that stands for nodes that are not drawn."""
        return self.height + (26 if self.below else 0)

    @property
    def is_round(self) -> bool:
        """MAX is square, MIN is round, a leaf between them."""
        return bool(self.node.children) and not self.node.is_max

    @property
    def corner(self) -> float:
        """The radius of its corners."""
        if not self.node.children:
            return 5
        return min(self.height / 2, 16) if self.is_round else 0


class Compact:
    """Values and windows in few letters."""

    def __init__(self, words: Words, with_windows: bool) -> None:
        self._words = words
        self.with_windows = with_windows
        """Whether windows are worth their room: not if nothing but everything was ever asked."""
        self.has_wins = False
        """Whether a win or a loss was written so far."""

    def value(self, value: int) -> str:
        """W3 for a win in 3 or by 3; real signs for minus and infinity."""
        text = self._words.value(value)
        if " " in text:
            self.has_wins = True
            return f"{'W' if value > 0 else 'L'}{text.split()[-1]}"
        if len(text) > MOST_DIGITS and "inf" not in text:
            text = f"{value:.0e}".replace("e+0", "e")
        return text.replace("+inf", "∞").replace("inf", "∞").replace("-", "\N{MINUS SIGN}")

    def window(self, window: Window) -> str:
        """Alpha and beta."""
        return f"({self.value(window.alpha)},{self.value(window.beta)})"

    def bounds(self, known: Bounds) -> str:
        """A value, or what is known of it."""
        lower, upper = known.lower, known.upper
        if lower == upper:
            return self.value(lower)
        if lower == -INFINITY:
            return "" if upper == INFINITY else f"≤{self.value(upper)}"
        return f"≥{self.value(lower)}" if upper == INFINITY else f"{self.value(lower)}…{self.value(upper)}"


def text_width(text: str, size: float) -> float:
    """About how wide a text is in any usual font without serifs."""
    return size * sum(0.4 if letter in "(), .:;il|" else 0.66 for letter in text)


def cards(root: TracedNode, words: Compact) -> Card:
    """The cards to draw. Where not all fit, those of the line of best play and those near the root come first."""
    is_crowded = len(list(root.walk())) > MOST_DRAWN
    first = Card([root], words)
    drawn = [first]
    room, ticket = MOST_DRAWN - 1, count()
    waiting = [(False, 0, next(ticket), first)]
    while waiting:
        card = heapq.heappop(waiting)[-1]
        below = _grouped(card.node.children) if is_crowded else [[child] for child in card.node.children]
        if len(below) > room or (is_crowded and not card.node.is_visited):
            continue
        room -= len(below)
        card.children = [Card(group, words) for group in below]
        drawn += card.children
        for child in card.children:
            heapq.heappush(waiting, (not child.node.is_chosen, len(child.node.path), next(ticket), child))
    lowest = [card for card in drawn if not card.children]
    for card in lowest:
        card.is_narrow = len(lowest) > MOST_WIDE
    return first


def _grouped(nodes: Sequence[TracedNode]) -> list[list[TracedNode]]:
    """Nodes one by one, but those that were never visited together with their neighbours."""
    groups: list[list[TracedNode]] = []
    for node in nodes:
        if groups and not node.is_visited and not groups[-1][0].is_visited:
            groups[-1].append(node)
        else:
            groups.append([node])
    return groups
