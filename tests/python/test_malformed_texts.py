"""Ten thousand malformed texts per parser: each is understood or refused with a clear error; none crashes or hangs.

A third are any characters at all, a third are made of the characters that the formats use, and a third are good
texts with something cut out, put in or doubled. A corpus of known nasty texts comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import gamegrove
from gamegrove import ConnectFour, GamegroveError, Othello, Pente, Tree
from paths import TESTS

TEXTS = 10_000

PARSERS: dict[str, tuple[Callable[[str], Any], list[str]]] = {
    "Othello": (Othello, [Othello("f5d6c3").line[8:], "f5d6c3", "1. f5 d6 2. c3", str(Othello()), Othello().cell_line]),
    "Othello 96": (
        lambda text: Othello(text, board="96"),
        [Othello(board="96").line[17:], str(Othello(board="96")), Othello(board="96").cell_line],
    ),
    "ConnectFour": (ConnectFour, [ConnectFour("4455").line[13:], "4455", str(ConnectFour("4455"))]),
    "ConnectFour 12x4": (
        lambda text: ConnectFour(text, size="12x4"),
        ["10 11 12 1", "1112", str(ConnectFour("1 10 11", size="12x4"))],
    ),
    "Pente": (Pente, ["k10 l11 q3", str(Pente("k10 l11")), Pente("k10").line[6:], Pente().board_text]),
    "mnk": (
        lambda text: Pente(text, preset="mnk"),
        ["000\n012\n000\n", "a1b2c3", "3/1XO/3 X", "XO.\n.X.\n..O\nO to move"],
    ),
    "Tree": (Tree, ["(A (B K3 L-12) (C M8 N2))", "[[3, 12], [8, 2]] @ 1 2", "# note\n(A 1 2)"]),
    "position": (gamegrove.position, ["othello:size=6 c2", "mnk:size=5,in-a-row=4 a1", "tree (A 3 4)"]),
    "Othello move": (Othello().after, ["f5", "pass", "A1"]),
    "ConnectFour move": (ConnectFour().after, ["4", "10"]),
    "Pente move": (Pente().after, ["k10", "i9", "t19"]),
    "Tree move": (Tree("(A (B 3 4) (B 5 6) C7)").after, ["B", "1", "C"]),
}

TELLING = st.text("XOxo.-_#*0123456789/ \n\t,;@()[]=:abcdefghijklmnopqrstABCKLbwtomvecapturedpass", max_size=200)


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """A good text, with something cut out, put in or doubled."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        middle = draw(st.one_of(st.just(""), st.just(text[start:end] * 2), st.text(max_size=3), TELLING))
        text = text[:start] + middle + text[end:]
    return text


def assert_understood_or_refused(parse: Callable[[str], Any], text: str) -> None:
    try:
        position = parse(text)
    except GamegroveError as error:
        assert str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 400
    else:
        assert gamegrove.position(position.line) == position


def corpus() -> list[str]:
    texts = (TESTS / "positions" / "malformed.txt").read_text(encoding="utf-8").split("\n%\n")
    return [
        *texts,
        "(" * 100_000,
        "9" * 100_000,
        "f5" * 50_000,
        "1." * 50_000,
        "8/" * 50_000 + " X",
        ".\n" * 50_000,
        "\0",
        "\U0001f600",
    ]


@pytest.mark.parametrize("name", PARSERS)
def test_the_corpus_of_nasty_texts_is_understood_or_refused(name: str) -> None:
    parse, good = PARSERS[name]
    for text in [*corpus(), *good]:
        assert_understood_or_refused(parse, text)


@pytest.mark.parametrize("name", PARSERS)
@pytest.mark.parametrize("kind", ["any", "telling", "damaged"])
def test_malformed_texts_are_understood_or_refused(name: str, kind: str) -> None:
    parse, good = PARSERS[name]
    texts = {"any": st.text(max_size=100), "telling": TELLING, "damaged": damaged(good)}[kind]

    @settings(max_examples=TEXTS // 3 + 1, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(texts)
    @example("")
    def check(text: str) -> None:
        assert_understood_or_refused(parse, text)

    check()


def test_a_text_that_is_no_unicode_is_refused() -> None:
    for parse, _ in PARSERS.values():
        with pytest.raises((TypeError, UnicodeError, GamegroveError)):
            parse("\ud800")
