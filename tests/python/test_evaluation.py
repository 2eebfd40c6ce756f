"""Every feature equals the slow, obvious count in reference/, on every board."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

import gamegrove
from gamegrove import _core
from gamegrove.evaluation import counts, features_of
from reference.evaluation import (
    CONNECT_FOUR,
    OTHELLO,
    OTHELLO_EDGES,
    PENTE,
    EdgeTables,
    LineBoard,
    LoneEdge,
    OthelloBoard,
    OthelloEdges,
    edge_tables,
    edges_fit,
    rounded,
)
from strategies import OTHELLO_BOARDS

POSITIONS = 2000
SMALL_BOARDS = ["4", "6", "8"]
"""Boards with edges so short that the reference can play on every state of them."""
LARGE_BOARDS = [board for board in OTHELLO_BOARDS if board not in SMALL_BOARDS]
EDGE_KINDS = ["edge_states", "edge_squares", "edge_corners", "edge_wide"]
CONNECT_FOUR_BOARDS = [
    "connect-four",
    "connect-four:size=5x4,in-a-row=3",
    "connect-four:size=9x7",
    "connect-four:size=6x8,in-a-row=5",
    "connect-four:size=12x9,in-a-row=6",
    "connect-four:size=30x2,in-a-row=2",
]
PENTE_BOARDS = [
    "pente",
    "keryo-pente",
    "pente-2003",
    "gomoku",
    "tic-tac-toe",
    "mnk:size=7x6,in-a-row=5,captures=pairs",
    "mnk:size=9x5,in-a-row=4,captures=triples",
    "mnk:size=11x16,in-a-row=6",
]
ALL_BOARDS = [*(f"othello:board={board}" for board in OTHELLO_BOARDS), *CONNECT_FOUR_BOARDS, *PENTE_BOARDS]
DEPENDS_ON_THE_TURN = {"parity", "local_parity"}
"""Features that say more than what stands on the board."""


def any_move(position: Any, source: random.Random) -> str:
    return str(source.choice(list(position.legal_moves)))


def near_or_capturing_move(position: Any, source: random.Random) -> str:
    """On a large board rows and captures come only to those who play where stones are."""
    moves = source.choices(list(position.legal_moves), k=6)
    return str(max(moves, key=lambda move: rows_and_captures(position.after(move))))


def rows_and_captures(position: Any) -> int:
    return counts(position, "rows")[1] + 1000 * counts(position, "captured")[1]


def positions_of_games(
    start: Any, count: int, choose: Callable[[Any, random.Random], str] = any_move, seed: int = 1
) -> Iterator[Any]:
    """All positions of random games, from first to last."""
    source = random.Random(f"{start.spec} {seed}")
    while True:
        position = start
        while True:
            yield position
            count -= 1
            if count == 0:
                return
            if position.is_over():
                break
            position = position.after(choose(position, source))


def random_othello(board: str, count: int) -> Iterator[Any]:
    """Half from games, half with discs thrown onto the board, more of them in each: states that no game would reach."""
    start = gamegrove.Othello(board=board)
    yield from positions_of_games(start, count // 2)
    source = random.Random(board)
    for number in range(count - count // 2):
        weights = [1 - number / count, source.random(), source.random()]
        rows = [
            "".join("#" if cell == "#" else source.choices(".XO", weights)[0] for cell in row) for row in start.rows
        ]
        yield othello_of(rows, source.randrange(2), board)


def othello_of(rows: Sequence[str], turn: int, board: str) -> Any:
    return gamegrove.Othello(f"{in_one_word(rows)} {'XO'[turn]}", board=board)


def in_one_word(rows: Sequence[str]) -> str:
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))


def read_position(spec: str) -> Any:
    return gamegrove.position(spec)


def some_positions(spec: str, count: int) -> Iterator[Any]:
    """Random positions of any game."""
    start = read_position(spec)
    if isinstance(start, gamegrove.Othello):
        yield from random_othello(start.board, count)
    elif isinstance(start, gamegrove.Pente):
        yield from positions_of_games(start, count, near_or_capturing_move)
    else:
        yield from positions_of_games(start, count)


@pytest.mark.parametrize("board", OTHELLO_BOARDS)
def test_othello_counts_what_the_reference_counts(board: str) -> None:
    for position in random_othello(board, POSITIONS):
        slow = OthelloBoard(position.rows, position.turn)
        for name, count in OTHELLO.items():
            assert counts(position, name) == count(slow), (name, position)


@pytest.mark.parametrize("spec", CONNECT_FOUR_BOARDS)
def test_connect_four_counts_what_the_reference_counts(spec: str) -> None:
    for position in some_positions(spec, POSITIONS):
        slow = LineBoard(position.rows, position.turn, position.in_a_row)
        for name, count in CONNECT_FOUR.items():
            assert counts(position, name) == count(slow), (name, position)


@pytest.mark.parametrize("spec", PENTE_BOARDS)
def test_the_pente_family_counts_what_the_reference_counts(spec: str) -> None:
    captured = 0
    for position in some_positions(spec, POSITIONS):
        slow = LineBoard(position.rows, position.turn, position.in_a_row, position.captured)
        captured += sum(position.captured)
        for name, count in PENTE.items():
            assert counts(position, name) == count(slow), (name, position)
    assert (captured > 0) == (read_position(spec).captures != "none")


@pytest.mark.parametrize("board", SMALL_BOARDS)
def test_the_edges_are_worth_what_the_reference_finds(board: str) -> None:
    for position in random_othello(board, POSITIONS):
        slow = OthelloEdges(OthelloBoard(position.rows, position.turn))
        for name, parts in OTHELLO_EDGES.items():
            assert edges_fit(parts(slow), counts(position, name)), (name, position)


def state_number(state: str) -> int:
    """The place of a state in a table: base 3, the first square as the lowest digit."""
    return sum(".XO".index(content) * 3**place for place, content in enumerate(state))


class StoredEdge(LoneEdge):
    """An edge whose values are not played for, but looked up in the core's table."""

    def __init__(self, kind: str, size: int) -> None:
        super().__init__(size, with_x_squares=kind == "edge_wide")
        (self.tenths,) = _core.edge_table(kind, size)

    def value(self, state: str) -> float:
        return self.tenths[state_number(state)] / 10


@cache
def stored_tables(size: int) -> EdgeTables:
    """The core's tables where the reference has those that it has found itself."""
    tables = EdgeTables(size)
    tables.narrow, tables.wide = StoredEdge("edge_states", size), StoredEdge("edge_wide", size)
    (tables.weights,) = _core.edge_table("edge_squares", size)
    corners, tables.middle_weights = _core.edge_table("edge_corners", size)
    states = map("".join, product(".XO", repeat=4))
    tables.corner_states = {state: corners[state_number(state)] for state in states}
    return tables


@pytest.mark.parametrize("board", LARGE_BOARDS)
def test_the_edges_of_large_boards_are_looked_up_cell_by_cell(board: str) -> None:
    for position in random_othello(board, POSITIONS):
        slow = OthelloEdges(OthelloBoard(position.rows, position.turn))
        slow.tables = stored_tables(slow.tables.size)
        for name, parts in OTHELLO_EDGES.items():
            assert edges_fit(parts(slow), counts(position, name)), (name, position)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_the_edge_tables_hold_what_the_reference_finds(size: int) -> None:
    slow = edge_tables(size)
    for kind, edge in (("edge_states", slow.narrow), ("edge_wide", slow.wide)):
        (table,) = _core.edge_table(kind, size)
        assert len(table) == 3**edge.squares
        for state in edge.states:
            assert table[state_number(state)] in rounded(10 * edge.value(state)), (kind, state)
    assert _core.edge_table("edge_squares", size) == [slow.weights]
    corners, middle = _core.edge_table("edge_corners", size)
    assert corners == [slow.corner_states[state] for state in sorted(slow.corner_states, key=state_number)]
    assert middle == slow.middle_weights


def random_states(squares: int, count: int) -> Iterator[str]:
    """States with few empty squares: to value one with more takes the reference too long."""
    source = random.Random(squares)
    for number in range(count):
        empty = number % 7
        squares_of_state = ["."] * empty + source.choices("XO", k=squares - empty)
        source.shuffle(squares_of_state)
        yield "".join(squares_of_state)


@pytest.mark.parametrize("size", [10, 12])
def test_the_tables_of_long_edges_hold_what_the_reference_finds_in_some_states(size: int) -> None:
    slow = edge_tables(size)
    for kind, edge in (("edge_states", slow.narrow), ("edge_wide", slow.wide)):
        (table,) = _core.edge_table(kind, size)
        for state in random_states(edge.squares, 200):
            assert table[state_number(state)] in rounded(10 * edge.value(state)), (kind, state)


def fitting_weight(table: list[int], square: int) -> float:
    """The weight of a square that fits a table of states best: the mean of value times owner, by that of its square."""
    period = 3**square

    def total(digit: int) -> int:
        return sum(sum(table[at : at + period]) for at in range(digit * period, len(table), 3 * period))

    return (total(1) - total(2)) / len(table) / (2 / 3)


def mean_by_end(table: list[int], size: int, corner: int, c_square: int, x_square: int) -> float:
    """The mean of all edges with these digits on corner, C and X square at the first end."""
    edges = 3**size
    begins = [edges * (x_square + 3 * other_x_square) for other_x_square in range(3)]
    fitting = [value for at in begins for value in table[at + corner + 3 * c_square : at + edges : 9]]
    return sum(fitting) / len(fitting)


@pytest.mark.parametrize("size", [10, 12])
def test_the_small_tables_of_long_edges_fit_the_large_ones_best(size: int) -> None:
    (states,), (weights,), (corners, middle), (wide,) = (_core.edge_table(kind, size) for kind in EDGE_KINDS)
    rounding = 0.51  # half of a tenth for the small table, and what is left on average of that for the large one
    assert weights == pytest.approx([fitting_weight(states, square) for square in range(size)], abs=rounding)
    assert middle == pytest.approx([fitting_weight(wide, square) for square in range(2, size - 2)], abs=rounding)
    means = {end: mean_by_end(wide, size, *end) for end in product(range(3), repeat=3)}
    assert corners == pytest.approx(
        # The first digit is the lowest, and so the one that changes fastest.
        [means[corner, c1, x] + means[corner, c2, x] for x, c2, c1, corner in product(range(3), repeat=4)],
        abs=rounding,
    )


def test_the_edge_tables_of_the_usual_board_have_as_many_values_as_the_documentation_says() -> None:
    assert [[len(part) for part in _core.edge_table(kind, 8)] for kind in EDGE_KINDS] == [
        [6_561],
        [8],
        [81, 4],
        [59_049],
    ]


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_edge_tables_have_their_sizes_and_know_left_and_right_and_both_colours(size: int) -> None:
    states, squares, (corner, middle), wide = (_core.edge_table(kind, size) for kind in EDGE_KINDS)
    assert [len(states[0]), len(squares[0]), len(corner), len(middle), len(wide[0])] == [
        3**size,
        size,
        81,
        size - 4,
        3 ** (size + 2),
    ]
    assert squares[0] == squares[0][::-1]
    assert middle == middle[::-1]
    source = random.Random(size)
    for _ in range(1000):
        edge, ends = ("".join(source.choices(".XO", k=length)) for length in (size, 2))
        assert states[0][state_number(edge)] == states[0][state_number(edge[::-1])]
        assert states[0][state_number(edge)] == -states[0][state_number(swapped(edge))]
        assert wide[0][state_number(edge + ends)] == wide[0][state_number(edge[::-1] + ends[::-1])]
        assert wide[0][state_number(edge + ends)] == -wide[0][state_number(swapped(edge + ends))]
        own, c1, c2, x = source.choices(".XO", k=4)
        assert corner[state_number(own + c1 + c2 + x)] == corner[state_number(own + c2 + c1 + x)]
        assert corner[state_number(own + c1 + c2 + x)] == -corner[state_number(swapped(own + c1 + c2 + x))]


def swapped(drawn: str) -> str:
    return drawn.translate(str.maketrans("XO", "OX"))


@pytest.mark.parametrize("spec", ALL_BOARDS)
def test_counts_do_not_depend_on_how_the_board_is_turned(spec: str) -> None:
    for position in some_positions(spec, 150):
        for name in features_of(position):
            seen = {counts(position.transformed(symmetry), name) for symmetry in position.symmetries}
            assert len(seen) == 1, (name, position)


@pytest.mark.parametrize("board", OTHELLO_BOARDS)
def test_colours_do_not_matter_and_the_other_side_sees_the_opposite(board: str) -> None:
    for position in random_othello(board, 200):
        colours_swapped = othello_of([swapped(row) for row in position.rows], 1 - position.turn, board)
        turn_swapped = othello_of(position.rows, 1 - position.turn, board)
        for name in features_of(position):
            assert counts(colours_swapped, name) == counts(position, name)
            if name not in DEPENDS_ON_THE_TURN:
                assert counts(turn_swapped, name) == counts(position, name)[::-1]


@pytest.mark.parametrize("spec", [*CONNECT_FOUR_BOARDS, "gomoku", "tic-tac-toe", "mnk:size=11x16,in-a-row=6"])
def test_with_as_many_stones_each_the_two_sides_can_change_places(spec: str) -> None:
    # Here the number of stones says whose turn it is; with equally many, it is the first player's either way.
    compared = 0
    for position in some_positions(spec, 300):
        if position.turn == 1 or position.is_over():
            continue
        other = gamegrove.position(f"{position.spec} {in_one_word([swapped(row) for row in position.rows])} X")
        compared += 1
        for name in features_of(position):
            assert counts(other, name) == counts(position, name)[::-1]
    assert compared > 50


def stable_cells(position: Any) -> dict[tuple[int, int], str]:
    slow = OthelloBoard(position.rows, position.turn)
    return {cell: slow.drawn[cell] for cell in slow.stable}


def assert_still_there(stable: dict[tuple[int, int], str], position: Any) -> None:
    for (x, y), disc in stable.items():
        assert position.rows[y][x] == disc


def test_stable_discs_are_never_flipped_on_the_smallest_board() -> None:
    """By every game that can follow; the reference says which discs they are, and the core as many."""
    source = random.Random(1)
    seen: set[tuple[Any, ...]] = set()
    checked = 0

    def follow(position: Any, stable: dict[tuple[int, int], str]) -> None:
        nonlocal checked
        assert_still_there(stable, position)
        found = stable_cells(position)
        assert stable.items() <= found.items()
        if (position, len(found)) in seen:
            return
        seen.add((position, len(found)))
        checked += 1
        for move in position.legal_moves:
            follow(position.after(move), found)

    for _ in range(25):
        position = gamegrove.Othello(size=4)
        for _ in range(source.randrange(4, 8)):
            if not position.is_over():
                position = position.after(any_move(position, source))
        follow(position, stable_cells(position))
    assert checked > 5000


@pytest.mark.parametrize("board", OTHELLO_BOARDS)
def test_stable_discs_are_never_flipped_in_random_games(board: str) -> None:
    source = random.Random(board)
    watched = 0
    for _ in range(8):
        position: Any = gamegrove.Othello(board=board)
        stable: dict[tuple[int, int], str] = {}
        while not position.is_over():
            position = position.after(any_move(position, source))
            assert_still_there(stable, position)
            stable |= stable_cells(position)
        watched += len(stable)
    assert watched > 8 * 8


def test_semistable_and_unstable_discs_and_stable_ones_are_all_discs() -> None:
    for position in random_othello("8", 500):
        parts = [counts(position, name) for name in ("stable", "semistable", "unstable")]
        assert tuple(map(sum, zip(*parts, strict=True))) == counts(position, "score")


def test_a_full_board_is_stable_and_the_start_is_not() -> None:
    assert counts(gamegrove.Othello("8/8/8/3OX3/3XO3/8/8/8 X"), "stable") == (0, 0)
    assert counts(gamegrove.Othello("XXOO/OOXX/XOXO/OXXX X", size=4), "stable") == (9, 7)


def test_a_feature_has_two_numbers_on_a_position_one_can_count() -> None:
    position = gamegrove.Othello("X7/1O6/8/3XO3/3OXX2/8/8/O6O X")
    assert counts(position, "score") == (4, 5)
    assert counts(position, "corners") == (1, 2)
    assert counts(position, "xsquares") == (0, 0)
    assert counts(position, "parity") == (1, 0)
    assert counts(position, "squares") == (9 + 3, 1 + 2 + 9 + 9)
    assert counts(gamegrove.ConnectFour("44"), "segments") == (6, 9)
    assert counts(gamegrove.ConnectFour("44"), "holes") == (7, 10)
    assert counts(gamegrove.Pente("k10"), "rows") == (0, 4 * 10)
    assert counts(gamegrove.position("gomoku", "h8 a1 i9 a2"), "rows") == (100 + 6 * 10, 10 + 5 * 1)


def test_the_names_come_with_a_line_about_each() -> None:
    assert list(features_of(gamegrove.Othello())) == [
        *("squares", "score", "weights", "mobility", "potential", "corners", "edge", "xsquares", "csquares"),
        *("frontier", "stable", "semistable", "unstable", "stability", "parity", "access", "local_parity"),
        *("edge_states", "edge_squares", "edge_corners", "edge_wide", "zero"),
    ]
    assert list(features_of(gamegrove.ConnectFour())) == ["columns", "segments", "holes", "zero"]
    assert list(features_of(gamegrove.Pente())) == ["centre", "rows", "captured", "zero"]
    assert features_of(gamegrove.Tree("(A 1 2)")) == {"zero": "nothing"}
    assert all(features_of(gamegrove.Othello()).values())
