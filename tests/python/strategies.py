"""What hypothesis draws: games with the slow reference beside them, and positions in the middle of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from hypothesis import strategies as st

import gamegrove
from gamegrove import Position
from reference.connect_four import ReferenceConnectFour
from reference.othello import ReferenceOthello
from reference.pente import ReferencePente


@dataclass(frozen=True)
class Pair:
    """A position and the same one by the slow rules."""

    fast: Any
    slow: Any


OTHELLO_BOARDS = ["4", "6", "8", "10", "12", "96"]


@st.composite
def othello(draw: st.DrawFn) -> Pair:
    board = draw(st.sampled_from(OTHELLO_BOARDS))
    empties = draw(st.booleans())
    return Pair(
        gamegrove.Othello(board=board, empties_to_winner=empties),
        ReferenceOthello.start(board, empties_to_winner=empties),
    )


@st.composite
def connect_four(draw: st.DrawFn) -> Pair:
    if draw(st.booleans()):
        return Pair(gamegrove.ConnectFour(), ReferenceConnectFour.start())
    width = draw(st.integers(1, 20))
    height = draw(st.integers(1, min(12, 128 // width - 1)))
    in_a_row = draw(st.integers(1, 6))
    return Pair(
        gamegrove.ConnectFour(size=f"{width}x{height}", in_a_row=in_a_row),
        ReferenceConnectFour.start(width, height, in_a_row),
    )


@st.composite
def pente(draw: st.DrawFn) -> Pair:
    # Small boards come to rows, captures and full boards soon; large ones use all the words of the bit board.
    side = st.one_of(st.integers(3, 8), st.integers(3, 19))
    width, height = draw(side), draw(side)
    in_a_row = draw(st.integers(1, 6))
    exactly = draw(st.booleans())
    captures: Literal["none", "pairs", "triples"] = draw(st.sampled_from(["none", "pairs", "triples"]))
    largest_box = (max(width, height) - 2) // 2
    box = draw(st.none() | st.integers(0, largest_box))
    fast = gamegrove.Pente(
        preset="mnk",
        size=f"{width}x{height}",
        in_a_row=in_a_row,
        exactly=exactly,
        captures=captures,
        opening_box="none" if box is None else box,
    )
    slow = ReferencePente.start(width, height, in_a_row, exactly, captures, box, skips_i=False)
    return Pair(fast, slow)


def games() -> st.SearchStrategy[Pair]:
    return st.one_of(othello(), connect_four(), pente())


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of any grid game after some random moves."""
    position: Any = draw(games()).fast
    for number in draw(st.lists(st.integers(0, 2**16), max_size=40)):
        if position.is_over():
            break
        moves = position.legal_moves
        position = position.after(moves[number % len(moves)])
    return cast(Position, position)
