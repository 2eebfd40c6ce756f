"""Positions are values: immutable, hashable, picklable, comparable, and their texts read back."""

from __future__ import annotations

import copy
import itertools
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
import strategies
from gamegrove import ConnectFour, Othello, Pente, Position, Tree
from gamegrove.counting import divide

START = {entry.name: gamegrove.position(entry.name) for entry in gamegrove.list_games() if entry.name != "tree"}
TREE = Tree("(A (B (E K3 L-12) M8) (C N2 O4))")


@settings(max_examples=200, deadline=None)
@given(strategies.positions())
def test_every_text_of_a_position_reads_back(position: Any) -> None:
    assert gamegrove.position(position.line) == position
    assert gamegrove.position(position.spec, position.board_text) == position
    assert gamegrove.position(position.spec, str(position)) == position
    assert eval(repr(position), vars(gamegrove)) == position
    assert pickle.loads(pickle.dumps(position)) == position
    if isinstance(position, Othello):
        assert gamegrove.position(position.spec, position.cell_line) == position


@settings(max_examples=100, deadline=None)
@given(strategies.positions())
def test_equal_positions_have_equal_hashes_and_keys(position: Any) -> None:
    twin = gamegrove.position(position.line)
    assert hash(twin) == hash(position)
    assert twin.key() == position.key()
    assert copy.deepcopy(position) == position
    assert not position < twin
    assert position <= twin


@settings(max_examples=100, deadline=None)
@given(strategies.positions())
def test_moving_leaves_the_position_alone(position: Any) -> None:
    before = position.line
    for move in position.legal_moves:
        assert position.after(move) != position
    assert position.line == before


@settings(max_examples=100, deadline=None)
@given(strategies.positions(), st.data())
def test_symmetric_images_share_their_canonical_form_and_their_future(position: Any, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(position.symmetries))
    image = position.transformed(symmetry)
    assert image.canonical() == position.canonical()
    assert position.canonical() <= position
    assert len(image.legal_moves) == len(position.legal_moves)
    assert image.final_value() == position.final_value()
    assert image.perft(2) == position.perft(2)


INVERSES = {
    "identity": "identity",
    "mirror": "mirror",
    "flip": "flip",
    "rotate180": "rotate180",
    "transpose": "transpose",
    "antitranspose": "antitranspose",
    "rotate90": "rotate270",
    "rotate270": "rotate90",
}


@settings(max_examples=50, deadline=None)
@given(strategies.positions())
def test_moves_go_with_their_board(position: Any) -> None:
    for symmetry in position.symmetries:
        image = position.transformed(symmetry)
        moves = [position.transformed_move(move, symmetry) for move in position.legal_moves]
        assert sorted(moves) == sorted(image.legal_moves)
        for move, moved in list(zip(position.legal_moves, moves, strict=True))[:3]:
            assert position.after(move).transformed(symmetry) == image.after(moved)


@given(strategies.positions())
def test_every_symmetry_has_its_inverse(position: Any) -> None:
    for symmetry in position.symmetries:
        assert position.transformed(symmetry).transformed(INVERSES[symmetry]) == position


def test_rotations_are_clockwise() -> None:
    corner = Pente("X2/3/3 O", preset="tic-tac-toe")
    assert corner.rows == ("X..", "...", "...")
    assert corner.transformed("rotate90").rows == ("..X", "...", "...")
    assert corner.transformed("mirror").rows == ("..X", "...", "...")
    assert corner.transformed("flip").rows == ("...", "...", "X..")
    off = Pente("1X1/3/3 O", preset="tic-tac-toe")
    assert off.transformed("rotate90").rows == ("...", "..X", "...")
    assert off.transformed("transpose").rows == ("...", "X..", "...")
    assert off.transformed("antitranspose").rows == ("...", "..X", "...")


def test_a_board_without_a_symmetry_says_which_it_has() -> None:
    with pytest.raises(ValueError, match="it has identity, mirror"):
        ConnectFour().transformed("rotate90")


@pytest.mark.parametrize("name", START)
def test_every_game_starts_with_the_first_player(name: str) -> None:
    position = START[name]
    assert isinstance(position, Position)
    assert position.turn == 0
    assert position.outcome() is None
    assert position.spec == name or name == "mnk"


@pytest.mark.parametrize("position", [*START.values(), TREE], ids=lambda position: position.spec)
def test_a_position_cannot_be_changed(position: Any) -> None:
    with pytest.raises(AttributeError):
        position.turn = 1
    with pytest.raises(AttributeError):
        position.note = "mine"


def test_positions_of_different_games_and_boards_differ() -> None:
    everything = [*START.values(), TREE, Othello(size=6), Othello(empties_to_winner=True), ConnectFour(in_a_row=5)]
    for a in everything:
        for b in everything:
            assert (a == b) == (a is b or (a.spec, b.spec) == ("gomoku", "gomoku"))
    assert Othello() != "othello"
    assert Othello() != None  # noqa: E711 - the comparison itself is tested


def test_positions_of_one_game_can_be_sorted() -> None:
    moves = [Othello().after(move) for move in Othello().legal_moves]
    ordered = sorted(moves)
    assert all(a < b for a, b in itertools.pairwise(ordered))
    assert len(set(moves)) == 4
    assert len({position.canonical() for position in moves}) == 1


def test_legal_moves_are_a_sequence_that_understands_notation() -> None:
    moves = Othello().legal_moves
    assert list(moves) == ["d3", "c4", "f5", "e6"]
    assert len(moves) == 4
    assert moves[0] == "d3"
    assert moves[-1] == "e6"
    assert "f5" in moves
    assert "F5" in moves
    assert "a1" not in moves
    assert "nonsense" not in moves
    assert None not in moves
    with pytest.raises(IndexError):
        moves[4]
    assert moves[1:3] == ["c4", "f5"]
    assert moves == Othello().legal_moves == ["d3", "c4", "f5", "e6"]
    assert moves != 4
    assert isinstance(moves, gamegrove.LegalMoves)
    assert "\udcff" not in moves
    columns = ConnectFour().legal_moves
    assert 4 in columns
    assert "4" in columns
    assert 8 not in columns


def test_columns_can_be_given_as_numbers() -> None:
    assert ConnectFour().after(4) == ConnectFour().after("4") == ConnectFour("4")


def test_sizes_can_be_given_in_three_ways() -> None:
    assert ConnectFour(size="8x7") == ConnectFour(size=(8, 7))
    assert Othello(size=6) == Othello(size="6") == Othello(board="6")


def test_a_node_called_pass_is_no_pass() -> None:
    tree = Tree("(A (pass 1 2))")
    assert not tree.must_pass()
    assert divide(tree, 1, free_passes=True) == {"pass": 1}
    assert Othello("4/OX2/4/4 X").must_pass()


def test_sides_keep_their_colours_on_other_boards() -> None:
    assert gamegrove.position("pente-2003:size=9").players == ("red", "green")
    assert gamegrove.position("pente:opening-box=1").players == ("white", "black")
    assert gamegrove.position("mnk:size=4,in-a-row=4").players == ("black", "white")


def test_distinct_positions_end_with_the_game() -> None:
    assert len(Pente(preset="tic-tac-toe").distinct_positions(10**9)) == 10
    assert sum(Pente(preset="tic-tac-toe").distinct_positions(9)) == 5478


def test_the_four_central_outcomes() -> None:
    assert ConnectFour("1212121").outcome() == gamegrove.Outcome(0, 1, "4 in a row")
    wipe_out = Othello("e6f4e3f6g5d6e7f5c5")
    assert wipe_out.outcome() == gamegrove.Outcome(0, 13, "neither side can move")
    draw = Pente("a1 b2 c3 b3 b1 c1 a3 a2 c2", preset="tic-tac-toe")
    assert draw.outcome() == gamegrove.Outcome(None, 0, "the board is full")
    assert TREE.play("B E L").outcome() == gamegrove.Outcome(1, 12, "a leaf of the tree")


def test_empty_cells_go_to_the_winner_if_asked() -> None:
    record = "e6f4e3f6g5d6e7f5c5"
    assert Othello(record).final_value() == -13
    assert Othello(record, empties_to_winner=True).final_value() == -64


def test_the_96_cell_board_is_played_in_white_and_red() -> None:
    assert Othello(board="96").players == ("white", "red")
    assert Othello().players == ("black", "white")
    assert sum(row.count("#") for row in Othello(board="96").rows) == 4


def test_playouts_repeat_with_their_seed() -> None:
    for position in START.values():
        assert position.playouts(20, seed=7) == position.playouts(20, seed=7)
        assert position.playouts(20, seed=7).games == 20


def test_a_record_that_ends_in_a_draw_is_read_to_the_end() -> None:
    text = (
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1F7E2G3H4F1E1F2G1B1F8G8B3H3"
        "B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    )
    end = Othello(text)
    assert end.is_over()
    assert end.discs == (32, 32)
    record = gamegrove.Record.read(Othello(), text)
    assert record.text == text.lower()
    assert record.position == end


def test_the_published_perfect_game_on_6x6_ends_16_to_20() -> None:
    on_b2_to_g7 = "d3 c5 d6 e3 f5 f4 e2 d2 c2 e6 e7 g5 c4 c3 g4 g3 f3 c7 b5 d7 b7 b3 c6 b6 f7 f6 b4 b2 g6 g7 f2 g2"
    ours = " ".join(f"{chr(ord(cell[0]) - 1)}{int(cell[1]) - 1}" for cell in on_b2_to_g7.split())
    assert Othello(ours, size=6).discs == (16, 20)


def test_a_row_cut_down_to_the_exact_length_by_a_capture_wins_with_its_owners_next_move() -> None:
    too_long = Pente("7/7/5O1/5X1/XXXXXX1/7/7 O 0-0", preset="mnk", exactly=True, captures="pairs")
    assert not too_long.is_over()
    cut = too_long.after("f2")
    assert cut.rows[4] == "XXXXX.."
    assert cut.captured == (0, 2)
    assert not cut.is_over()
    assert gamegrove.position(cut.line) == cut
    assert cut.after("g7").outcome() == gamegrove.Outcome(0, 1, "5 in a row")
    assert not cut.after("f3").is_over()
