"""Pictures of positions: SVG for notebooks and pages, outlines of trees for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamegrove._core import ConnectFour, Othello, Pente, Tree

CELL = 40
"""The side of a cell in pixels."""
MARGIN = 24
"""The room for the names of rows and columns."""


@dataclass(frozen=True)
class Look:
    """The colours of a board."""

    board: str
    lines: str
    first: str
    second: str
    empty: str | None = None
    """What fills a cell without a stone; None where the board shows through."""
    on_lines: bool = False
    """Whether stones stand on the crossings of lines rather than in cells."""


LOOKS = {
    "othello": Look("#2e7d4f", "#1d5233", "#161616", "#f4f4f0"),
    "othello-96": Look("#2e7d4f", "#1d5233", "#f4f4f0", "#c62f2f"),
    "connect-four": Look("#2456a6", "#2456a6", "#d3342f", "#f2c230", empty="#f7f9fc"),
    "black-first": Look("#dcb271", "#7a5b2c", "#161616", "#f4f4f0", on_lines=True),
    "white-first": Look("#dcb271", "#7a5b2c", "#f4f4f0", "#161616", on_lines=True),
    "red-green": Look("#e9e2d0", "#8a8064", "#c62f2f", "#2f8f3f", on_lines=True),
}


def svg(position: Othello | ConnectFour | Pente | Tree) -> str:
    """The picture of a position of one of the built-in games."""
    from gamegrove._core import ConnectFour, Othello, Tree

    if isinstance(position, Tree):
        return _tree_svg(position)
    if isinstance(position, Othello):
        return _board_svg(position, LOOKS["othello-96" if position.board == "96" else "othello"])
    if isinstance(position, ConnectFour):
        return _board_svg(position, LOOKS["connect-four"])
    look = {"red": "red-green", "white": "white-first"}.get(position.players[0], "black-first")
    return _board_svg(position, LOOKS[look])


def text_svg(text: str) -> str:
    """A text in a picture, for games that have no better one."""
    lines = text.split("\n")
    width, height = 12 + 9 * max(len(line) for line in lines), 12 + 18 * len(lines)
    spans = "".join(
        f'<text x="6" y="{20 + 18 * row}" xml:space="preserve">{escape(line)}</text>' for row, line in enumerate(lines)
    )
    return document(width, height, f'<g font-family="monospace" font-size="15">{spans}</g>')


def document(width: float, height: float, body: str) -> str:
    """A whole SVG file around its body."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" style="max-width:100%;height:auto">{body}</svg>'
    )


def _board_svg(position: Othello | ConnectFour | Pente, look: Look) -> str:
    rows = position.rows
    width, height = len(rows[0]) * CELL, len(rows) * CELL
    parts = [f'<rect width="{width}" height="{height}" rx="4" fill="{look.board}"/>', _lines(rows, look)]
    for y, row in enumerate(rows):
        parts += [_cell(x, y, cell, look) for x, cell in enumerate(row)]
    board = f'<g transform="translate({MARGIN} {MARGIN})">{"".join(parts)}</g>'
    return document(width + 2 * MARGIN, height + 2 * MARGIN, board + _names(position, height))


def _lines(rows: tuple[str, ...], look: Look) -> str:
    shift = CELL / 2 if look.on_lines else 0.0
    columns, lines = len(rows[0]), len(rows)
    count = 0 if look.on_lines else 1
    right, bottom = columns * CELL - shift, lines * CELL - shift
    across = [f"M{shift:g} {shift + y * CELL:g}H{right:g}" for y in range(lines + count)]
    down = [f"M{shift + x * CELL:g} {shift:g}V{bottom:g}" for x in range(columns + count)]
    return f'<path d="{"".join(across + down)}" stroke="{look.lines}" fill="none"/>'


def _cell(x: int, y: int, cell: str, look: Look) -> str:
    if cell == "#":
        return f'<rect x="{x * CELL}" y="{y * CELL}" width="{CELL}" height="{CELL}" fill="#14231a"/>'
    fill = {"X": look.first, "O": look.second}.get(cell, look.empty)
    if fill is None:
        return ""
    center = f'cx="{x * CELL + CELL // 2}" cy="{y * CELL + CELL // 2}"'
    return f'<circle {center} r="{CELL * 0.41:g}" fill="{fill}" stroke="#00000040"/>'


def _names(position: Othello | ConnectFour | Pente, height: int) -> str:
    style = 'font-family="sans-serif" font-size="13" fill="#555" text-anchor="middle" dominant-baseline="central"'
    on_top = bool(position.row_names)
    y = MARGIN / 2 if on_top else height + 1.5 * MARGIN
    columns = [
        f'<text x="{MARGIN + CELL * (i + 0.5):g}" y="{y:g}">{name}</text>'
        for i, name in enumerate(position.column_names)
    ]
    rows = [
        f'<text x="{MARGIN / 2:g}" y="{MARGIN + CELL * (i + 0.5):g}">{name}</text>'
        for i, name in enumerate(position.row_names)
    ]
    return f"<g {style}>{''.join(columns + rows)}</g>"


def _children(node: Tree) -> list[Tree]:
    return [node.after(move) for move in node.legal_moves]


def _label(node: Tree) -> str:
    value = "" if node.value is None else str(node.value)
    return f"{node.name} {value}".strip() or "·"


def outline(node: Tree) -> str:
    """A tree from this node down, one node a line."""
    side = "max" if node.turn == 0 else "min"
    lines = [_label(node) if node.is_over() else f"{_label(node)} ({side} to move)"]
    lines += _outline_below(node, "")
    return "\n".join(lines)


def _outline_below(node: Tree, indent: str) -> list[str]:
    lines = []
    children = _children(node)
    for child in children:
        last = child is children[-1]
        lines.append(f"{indent}{'└─ ' if last else '├─ '}{_label(child)}")
        lines += _outline_below(child, indent + ("   " if last else "│  "))
    return lines


def _nodes(root: Tree) -> list[tuple[Tree, int, list[int]]]:
    """All nodes from a root down, parents first, each with its depth and the numbers of its children."""
    found: list[tuple[Tree, int, list[int]]] = []
    waiting: list[tuple[Tree, int, int | None]] = [(root, 0, None)]
    while waiting:
        node, depth, parent = waiting.pop()
        if parent is not None:
            found[parent][2].append(len(found))
        waiting += [(child, depth + 1, len(found)) for child in reversed(_children(node))]
        found.append((node, depth, []))
    return found


def tidy_places(children: Sequence[Sequence[int]], widths: Sequence[float]) -> list[float]:
    """Where the nodes of a tree stand: leaves side by side, inner nodes above the middle of their children.

    `children` holds the numbers of each node's children; parents are numbered before their children, left before right.
    """
    needed = list(widths)
    for number, below in reversed(list(enumerate(children))):
        needed[number] = max(widths[number], sum(needed[child] for child in below))
    left = [0.0] * len(children)
    for number, below in enumerate(children):
        free = left[number] + (needed[number] - sum(needed[child] for child in below)) / 2
        for child in below:
            left[child] = free
            free += needed[child]
    middle = [0.0] * len(children)
    for number, below in reversed(list(enumerate(children))):
        if below:
            wanted = (middle[below[0]] + middle[below[-1]]) / 2
            least, most = left[number] + widths[number] / 2, left[number] + needed[number] - widths[number] / 2
            middle[number] = min(max(wanted, least), most)
        else:
            middle[number] = left[number] + needed[number] / 2
    return middle


def _tree_svg(root: Tree) -> str:
    """Square corners for max, round ones for min."""
    nodes = _nodes(root)
    column, row = max(_label_width(node) for node, _, _ in nodes) + 8, 64
    across = tidy_places([children for _, _, children in nodes], [column] * len(nodes))
    places = [(across[number], (depth + 0.5) * row) for number, (_, depth, _) in enumerate(nodes)]
    edges = [
        f'<path d="M{places[number][0]:g} {places[number][1]:g}L{places[child][0]:g} {places[child][1]:g}"'
        ' stroke="#999" fill="none"/>'
        for number, (_, _, children) in enumerate(nodes)
        for child in children
    ]
    shapes = [_node(node, *places[number]) for number, (node, _, _) in enumerate(nodes)]
    style = 'font-family="sans-serif" font-size="12" text-anchor="middle" dominant-baseline="central"'
    leaves = sum(not children for _, _, children in nodes)
    height = (max(depth for _, depth, _ in nodes) + 1) * row
    return document(leaves * column, height, f"<g {style}>{''.join(edges + shapes)}</g>")


def _label_width(node: Tree) -> int:
    return 14 + 8 * len(_label(node))


def _node(node: Tree, x: float, y: float) -> str:
    text = f'<text x="{x:g}" y="{y:g}">{escape(_label(node))}</text>' if node.name or node.is_over() else ""
    width, height = max(30, _label_width(node)), 24 if node.is_over() else 30
    corner = 4 if node.is_over() else 0 if node.turn == 0 else 15
    paint = 'fill="#e8eef7"' if node.is_over() else 'fill="#fdfdfb" stroke="#444"'
    place = f'x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width}" height="{height}" rx="{corner}"'
    return f"<rect {place} {paint}/>{text}"
