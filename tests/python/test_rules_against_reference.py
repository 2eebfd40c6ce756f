"""The bit boards play the same games as the slow, obvious rules in reference/."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
import strategies
from gamegrove.counting import perft
from reference import counting
from reference.connect_four import ReferenceConnectFour
from reference.othello import ReferenceOthello
from reference.pente import ReferencePente
from strategies import Pair


def assert_same(pair: Pair) -> None:
    assert list(pair.fast.legal_moves) == pair.slow.moves()
    assert list(pair.fast.rows) == pair.slow.rows()
    assert pair.fast.turn == pair.slow.turn
    assert pair.fast.is_over() == (not pair.slow.moves())
    if pair.fast.is_over():
        assert pair.fast.final_value() == pair.slow.final_value()
    if isinstance(pair.slow, ReferencePente):
        assert pair.fast.captured == pair.slow.captured


@settings(max_examples=150, deadline=None)
@given(strategies.games(), st.randoms(use_true_random=False), st.integers(0, 300))
def test_a_random_game_has_the_same_moves_boards_and_value(pair: Pair, source: random.Random, length: int) -> None:
    for _ in range(length):
        assert_same(pair)
        if pair.fast.is_over():
            break
        move = source.choice(pair.slow.moves())
        pair = Pair(pair.fast.after(move), pair.slow.after(move))


def crowding_move(slow: ReferencePente, source: random.Random) -> str:
    """A move that captures if there is one, mostly; else any, on a board so small that rows soon form."""
    moves = slow.moves()
    total = sum(slow.captured)
    capturing = [move for move in moves if sum(slow.after(move).captured) > total]
    return source.choice(capturing if capturing and source.random() < 0.7 else moves)


@pytest.mark.parametrize("captures", ["pairs", "triples"])
@pytest.mark.parametrize("exactly", [False, True])
def test_games_full_of_captures_agree(captures: Literal["pairs", "triples"], exactly: bool) -> None:
    source = random.Random(f"{captures} {exactly}")
    endings = set()
    taken = 0
    for _ in range(15):
        fast = gamegrove.Pente(preset="mnk", size="7x6", in_a_row=5, captures=captures, exactly=exactly)
        pair = Pair(fast, ReferencePente.start(7, 6, 5, exactly, captures))
        while not pair.fast.is_over():
            assert_same(pair)
            move = crowding_move(pair.slow, source)
            pair = Pair(pair.fast.after(move), pair.slow.after(move))
        assert_same(pair)
        endings.add(pair.fast.outcome().reason.split(maxsplit=1)[1])
        taken += sum(pair.fast.captured)
    assert taken > 15 * 4
    assert "captured stones" in endings


@pytest.mark.parametrize("board", strategies.OTHELLO_BOARDS)
@pytest.mark.parametrize("seed", range(5))
def test_whole_othello_games_agree_on_every_board(board: str, seed: int) -> None:
    source = random.Random(seed)
    pair = Pair(gamegrove.Othello(board=board), ReferenceOthello.start(board))
    while not pair.fast.is_over():
        assert_same(pair)
        move = source.choice(pair.slow.moves())
        pair = Pair(pair.fast.after(move), pair.slow.after(move))
    assert_same(pair)


@settings(max_examples=40, deadline=None)
@given(strategies.games(), st.randoms(use_true_random=False), st.integers(0, 60), st.booleans())
def test_perft_agrees_from_the_middle_of_a_game(pair: Pair, source: random.Random, length: int, free: bool) -> None:
    for _ in range(length):
        if pair.fast.is_over():
            break
        move = source.choice(pair.slow.moves())
        pair = Pair(pair.fast.after(move), pair.slow.after(move))
    depth = 3 if len(pair.fast.legal_moves) < 12 else 2
    expected = counting.perft(pair.slow, depth, free)
    assert pair.fast.perft(depth, free_passes=free) == expected
    assert perft(pair.fast, depth, free_passes=free) == expected


@pytest.mark.parametrize(("width", "height"), [(7, 6), (4, 4), (5, 3)])
def test_distinct_positions_agree(width: int, height: int) -> None:
    fast = gamegrove.ConnectFour(size=f"{width}x{height}")
    slow = ReferenceConnectFour.start(width, height)
    assert fast.distinct_positions(4) == [counting.distinct_positions(slow, ply) for ply in range(5)]
