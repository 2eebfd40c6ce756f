"""Pictures: well-formed SVG with a stone for every stone."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import gamegrove
from gamegrove import ConnectFour, Othello, Pente, Tree

SVG = "{http://www.w3.org/2000/svg}"

POSITIONS: list[Any] = [
    Othello("f5d6c3"),
    Othello(board="96"),
    Othello(size=12),
    ConnectFour("4455"),
    ConnectFour(size="12x4"),
    Pente("k10 l11"),
    Pente(preset="pente-2003"),
    Pente(preset="gomoku"),
    Pente("a1 b2", preset="tic-tac-toe"),
]


def circles(position: Any) -> list[str]:
    root = ElementTree.fromstring(position._repr_svg_())
    assert root.tag == f"{SVG}svg"
    return [circle.attrib["fill"] for circle in root.iter(f"{SVG}circle")]


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.line[:30])
def test_every_stone_is_drawn_once(position: Any) -> None:
    stones = sum(row.count("X") + row.count("O") for row in position.rows)
    cells = sum(len(row) for row in position.rows)
    assert len(circles(position)) == (cells if isinstance(position, ConnectFour) else stones)


def test_columns_and_rows_are_named() -> None:
    texts = [text.text for text in ElementTree.fromstring(Pente()._repr_svg_()).iter(f"{SVG}text")]
    assert "i" not in texts
    assert texts[:2] == ["a", "b"]
    assert "19" in texts


def test_the_sides_have_their_colours() -> None:
    black, white = "#161616", "#f4f4f0"
    assert sorted(circles(Othello())) == sorted([black, black, white, white])
    assert set(circles(Pente("k10 l11"))) == {black, white}
    assert circles(Pente("k10"))[0] == white
    assert circles(Pente("h8", preset="gomoku"))[0] == black


def test_a_tree_is_drawn_with_all_its_nodes() -> None:
    tree = Tree("(A (B K3 L12) (C M8 (N 1 2)))")
    labels = [text.text for text in ElementTree.fromstring(tree._repr_svg_()).iter(f"{SVG}text")]
    assert sorted(labels, key=str) == ["1", "2", "A", "B", "C", "K 3", "L 12", "M 8", "N"]


def test_the_deepest_tree_is_drawn() -> None:
    deep = Tree("(" * 500 + "7" + ")" * 500)
    assert len(list(ElementTree.fromstring(deep._repr_svg_()).iter(f"{SVG}rect"))) == 501


def test_names_in_a_tree_cannot_break_the_picture() -> None:
    tree = Tree('(<script> &3 "4)')
    ElementTree.fromstring(tree._repr_svg_())


def test_a_tree_is_outlined_from_the_node_down() -> None:
    assert str(gamegrove.Tree("(A (B K3 L12) (C M8 N2))")) == (
        "A (max to move)\n├─ B\n│  ├─ K 3\n│  └─ L 12\n└─ C\n   ├─ M 8\n   └─ N 2"
    )
    assert str(gamegrove.Tree("(A (B K3 L12) (C M8 N2)) @ B")) == "B (min to move)\n├─ K 3\n└─ L 12"
