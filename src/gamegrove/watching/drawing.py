"""The picture of a trace: the tree with what was visited, left out, searched again and chosen.

Everything is told apart twice, by colour and by shape or line, so that it can be printed in black and white.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import TYPE_CHECKING

from gamegrove.drawing import document, tidy_places
from gamegrove.textbook.values import EVERYTHING
from gamegrove.watching.cards import LARGE, Card, Compact, cards, text_width
from gamegrove.watching.tree import TracedNode

if TYPE_CHECKING:
    from gamegrove.watching.trace import Trace

TINY = 7.5
"""The size of the numbers of visits."""
MARGIN, LEAST_WIDTH = 16.0, 640.0
SPACE_BETWEEN = 8.0
"""Between two cards side by side."""
LEAST_GAP, LARGEST_GAP = 34.0, 96.0
"""Between two rows of cards."""
PAGE = 1.414
"""A landscape page is so much wider than high."""


@dataclass(frozen=True)
class Paint:
    """How the outline and the inside of a card look, and the line that leads to it."""

    fill: str
    stroke: str
    width: float
    line: float
    text: str = "#111"
    dashes: str = ""

    def outline(self) -> str:
        """The attributes of a shape."""
        dashes = f' stroke-dasharray="{self.dashes}"' if self.dashes else ""
        return f'fill="{self.fill}" stroke="{self.stroke}" stroke-width="{self.width:g}"{dashes}'

    def edge(self) -> str:
        """The attributes of a line."""
        dashes = f' stroke-dasharray="{self.dashes}"' if self.dashes else ""
        return f'fill="none" stroke="{self.stroke}" stroke-width="{self.line:g}"{dashes}'


VISITED = Paint("#dce9f5", "#2b5580", 1.2, 1.2)
CHOSEN = Paint("#d5efcf", "#1b7837", 3, 4)
SKIPPED = Paint("#ffffff", "#8a8a8a", 1, 1, text="#6b6b6b", dashes="4 3")
HIDDEN = Paint("#ffffff", "#8a8a8a", 1, 1, text="#6b6b6b", dashes="1 3")
CUT, RULE, AGAIN = "#c0281f", "#7b3294", "#b35806"


def _paint(node: TracedNode) -> Paint:
    if node.is_chosen:
        return CHOSEN
    if node.is_visited:
        return VISITED
    return HIDDEN if node.is_hidden else SKIPPED


def svg(trace: Trace) -> str:
    """The whole picture."""
    return _Picture(trace).svg()


@dataclass(frozen=True)
class _Place:
    card: Card
    parent: int | None
    row: int


class _Picture:
    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        asked = {window for node in trace.tree.walk() for window in node.windows}
        self.words = Compact(trace.words, with_windows=asked != {EVERYTHING})
        self.places = list(_in_order(cards(trace.tree, self.words)))
        children: list[list[int]] = [[] for _ in self.places]
        for number, place in enumerate(self.places):
            if place.parent is not None:
                children[place.parent].append(number)
        widths = [place.card.width + SPACE_BETWEEN for place in self.places]
        across = tidy_places(children, widths)
        right = max(x + width / 2 for x, width in zip(across, widths, strict=True))
        self.width = max(right + 2 * MARGIN, LEAST_WIDTH)
        self.x = [(self.width - right) / 2 + x for x in across]
        self._set_rows()

    def _set_rows(self) -> None:
        """Rows as high as their highest card, with gaps that fill a page if they can."""
        heights = [0.0] * (max(place.row for place in self.places) + 1)
        for place in self.places:
            heights[place.row] = max(heights[place.row], place.card.height_with_triangle)
        spare = self.width / PAGE - sum(heights) - 120
        self.gap = min(max(spare / len(heights), LEAST_GAP), LARGEST_GAP)
        self.top: list[float] = []
        y = 64.0
        for height in heights:
            self.top.append(y)
            y += height + self.gap
        self.bottom = [top + height for top, height in zip(self.top, heights, strict=True)]

    def svg(self) -> str:
        # Lines to children begin alike: the one that matters most is drawn last, over the others.
        by_weight = sorted(range(1, len(self.places)), key=lambda number: _paint(self._node(number)).line)
        edges = [self._edge(number) for number in by_weight]
        marks = [self._mark(number) for number in range(1, len(self.places))]
        shapes = [self._card(number) for number in range(len(self.places))]
        legend, bottom = self._legend(self.bottom[-1] + 34)
        background = f'<rect width="{self.width:g}" height="{bottom:g}" fill="#fff"/>'
        body = "".join([background, self._title(), *edges, *shapes, *marks, legend])
        return document(self.width, bottom, f'<g font-family="sans-serif">{body}</g>')

    def _title(self) -> str:
        report, drawn = self.trace.report, sum(len(place.card.nodes) for place in self.places)
        visited, skipped = len(self.trace.visited), len(self.trace.skipped)
        title = _fitting(f"{report.request.algorithm}: {self.trace.summary}", self.width - 2 * MARGIN, 15)
        others = f"{skipped} not" if self.trace.is_whole else f"{skipped} moves left out"
        counts = f"{visited} nodes visited, {others}" if skipped else f"all {visited} nodes visited"
        if drawn < visited + skipped:
            counts += f"; {drawn} fit into the picture, triangles count the others below a node"
        return _text(MARGIN, 24, title, 15, bold=True, anchor="start") + _text(
            MARGIN, 42, counts, LARGE, anchor="start", fill="#444"
        )

    def _node(self, number: int) -> TracedNode:
        return self.places[number].card.node

    def _ends(self, number: int) -> tuple[float, float, float, float]:
        """Where the line to a card begins and ends, between its row and the one above."""
        place = self.places[number]
        assert place.parent is not None
        return (self.x[place.parent], self.bottom[place.row - 1], self.x[number], self.top[place.row])

    def _edge(self, number: int) -> str:
        place = self.places[number]
        assert place.parent is not None
        x1, y1, x2, y2 = self._ends(number)
        begin = self.top[place.row - 1] + self.places[place.parent].card.height
        return f'<path d="M{x1:g} {begin:g}V{y1:g}L{x2:g} {y2:g}" {_paint(place.card.node).edge()}/>'

    def _mark(self, number: int) -> str:
        """Two bars across a line that a cutoff has left out, a cross on one that a rule has taken away."""
        x1, y1, x2, y2 = self._ends(number)
        node = self._node(number)
        x, y, angle = (x1 + x2) / 2, (y1 + y2) / 2, math.degrees(math.atan2(y2 - y1, x2 - x1))
        if node.is_cut:
            return _turned(x, y, angle, BARS)
        return _turned(x, y, angle, CROSS) if node.is_hidden else ""

    def _card(self, number: int) -> str:
        card, x, y = self.places[number].card, self.x[number], self.top[self.places[number].row]
        paint = _paint(card.node)
        parts = [f"<title>{escape(self._tooltip(card))}</title>", _outlines(card, x, y), self._texts(card, x, y, paint)]
        if card.node.is_visited:
            parts.append(self._visit(number, x, y))
        if card.below:
            parts.append(_triangle(x, y + card.height, card.below))
        return f'<g class="node" data-node="{escape(card.node.name)}">{"".join(parts)}</g>'

    def _tooltip(self, card: Card) -> str:
        if len(card.nodes) > 1:
            return "not visited: " + ", ".join(node.name for node in card.nodes)
        windows = " ".join(self.words.window(window) for window in card.node.windows)
        return f"{card.node.name} {card.value} {windows}".rstrip()

    def _texts(self, card: Card, x: float, y: float, paint: Paint) -> str:
        parts, baseline = [], y + (2 if card.is_round else 1)
        for line in card.lines:
            baseline += line.height
            parts.append(_text(x, baseline, line.text, line.size, fill=paint.text, bold=line.is_bold))
        return "".join(parts)

    def _visit(self, number: int, x: float, y: float) -> str:
        """The number of the first visit, on the side from which no line comes."""
        place = self.places[number]
        is_right = place.parent is not None and self.x[place.parent] < x
        corner = x + (1 if is_right else -1) * place.card.width / 2
        text = str(place.card.node.number)
        return _text(corner, y - 5, text, TINY, anchor="end" if is_right else "start", fill="#555")

    def _legend(self, y: float) -> tuple[str, float]:
        """The samples that this picture needs, in as many lines as it takes, and where they end."""
        x, parts = MARGIN, []
        for sample in _samples([place.card for place in self.places]):
            if x + sample.width > self.width - MARGIN and x > MARGIN:
                x, y = MARGIN, y + 24
            parts.append(sample.draw(x, y))
            parts.append(_text(x + sample.indent, y + 4, sample.text, 10, anchor="start", fill="#333"))
            x += sample.width
        return f'<g class="legend">{"".join(parts)}</g>', y + 22


def _in_order(first: Card) -> Iterator[_Place]:
    """All cards, parents first, from left to right."""
    waiting: list[_Place] = [_Place(first, None, 0)]
    numbers = count()
    while waiting:
        place = waiting.pop()
        yield place
        number = next(numbers)
        waiting += [_Place(child, number, place.row + 1) for child in reversed(place.card.children)]


BARS = f'<path d="M-2.5 -7V7M2.5 -7V7" stroke="{CUT}" stroke-width="1.8" fill="none"/>'
CROSS = f'<path d="M-5 -5L5 5M-5 5L5 -5" stroke="{RULE}" stroke-width="1.8" fill="none"/>'


def _turned(x: float, y: float, angle: float, shape: str) -> str:
    return f'<g transform="translate({x:g} {y:g}) rotate({angle:.1f})">{shape}</g>'


def _text(
    x: float, y: float, text: str, size: float, *, anchor: str = "middle", fill: str = "#111", bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
    return f'<text {place} fill="{fill}"{weight}>{escape(text)}</text>'


def _fitting(text: str, width: float, size: float) -> str:
    """As much of a text as fits."""
    while text_width(text, size) > width:
        text = text[:-2].rstrip() + "…"
    return text


def _box(x: float, y: float, width: float, height: float, corner: float, style: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}" {style}/>'


def _outlines(card: Card, x: float, y: float) -> str:
    """One outline, and a second one around what was searched more than once."""
    left, width, height, corner = x - card.width / 2, card.width, card.height, card.corner
    inner = _box(left, y, width, height, corner, _paint(card.node).outline())
    if len(card.node.windows) < 2:
        return inner
    return inner + _second_outline(left, y, width, height, corner)


def _second_outline(left: float, y: float, width: float, height: float, corner: float) -> str:
    around = corner + 3 if corner else 0
    return _box(left - 3, y - 3, width + 6, height + 6, around, f'fill="none" stroke="{AGAIN}" stroke-width="1.2"')


def _triangle(x: float, y: float, nodes: int) -> str:
    shape = f'<path d="M{x:g} {y:g}l-9 14h18z" fill="#eee" stroke="#888" stroke-width="0.8"/>'
    return shape + _text(x, y + 23, f"{nodes:,}", TINY, fill="#555")


def _nothing(_x: float, _y: float) -> str:
    return ""


@dataclass(frozen=True)
class Sample:
    """An entry of the legend."""

    text: str
    draw: Callable[[float, float], str] = _nothing

    @property
    def indent(self) -> float:
        """The room for the drawing."""
        return 0 if self.draw is _nothing else 36

    @property
    def width(self) -> float:
        """With the space up to the next one."""
        return self.indent + text_width(self.text, 10) + 12


def _sample_box(corner: float, paint: Paint) -> Callable[[float, float], str]:
    return lambda x, y: _box(x, y - 8, 28, 16, corner, paint.outline())


def _sample_line(paint: Paint, mark: str) -> Callable[[float, float], str]:
    return lambda x, y: f'<path d="M{x:g} {y:g}h28" {paint.edge()}/>' + _turned(x + 14, y, 0, mark)


def _best_play(x: float, y: float) -> str:
    return _sample_line(CHOSEN, "")(x - 7, y) + _sample_box(0, CHOSEN)(x, y)


def _searched_again(x: float, y: float) -> str:
    return _sample_box(0, VISITED)(x, y) + _second_outline(x, y - 8, 28, 16, 0)


def _samples(drawn: Sequence[Card]) -> Iterator[Sample]:
    """The entries of the legend that these cards need."""
    nodes = [node for card in drawn for node in card.nodes]
    yield Sample("MAX to move", _sample_box(0, VISITED))
    yield Sample("MIN to move", _sample_box(8, VISITED))
    yield Sample("leaf", _sample_box(4, VISITED))
    if any(node.is_chosen and node.path for node in nodes):
        yield Sample("best play", _best_play)
    if any(len(node.windows) > 1 for node in nodes):
        yield Sample("searched more than once", _searched_again)
    if not all(node.is_visited for node in nodes):
        yield Sample("not visited", _sample_box(0, SKIPPED))
    if any(node.is_cut for node in nodes):
        yield Sample("left out by a cutoff", _sample_line(SKIPPED, BARS))
    if any(node.is_hidden for node in nodes):
        yield Sample("taken away by a rule", _sample_line(HIDDEN, CROSS))
    if any(len(card.nodes) > 1 for card in drawn):
        yield Sample("+5: so many moves together")
    if any(card.below for card in drawn):
        yield Sample("nodes below that are not drawn", lambda x, y: _triangle(x + 14, y - 12, 23))
    if drawn[0].words.with_windows:
        yield Sample("(alpha,beta): window; ≤ ≥ …: bounds of the value")
    yield Sample("small number: order of first visits")
    if drawn[0].words.has_wins:
        yield Sample("W3, L3: wins or loses in 3 plies or by 3")
