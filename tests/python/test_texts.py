"""What the parsers accept, and how they refuse: invalid, illegal and ambiguous are three errors with a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gamegrove
from gamegrove import (
    AmbiguousMoveError,
    ConnectFour,
    GamegroveError,
    IllegalMoveError,
    InvalidRulesError,
    InvalidTextError,
    Othello,
    Pente,
    TextError,
    Tree,
)
from gamegrove.players import RandomPlayer

ACCEPTED: list[tuple[Callable[[], Any], str]] = [
    # Othello
    (lambda: Othello("F5D6 c3"), "othello 8/8/2X5/3XX3/3OXX2/3O4/8/8 O"),
    (lambda: Othello("f5, d6; c3\n"), "othello 8/8/2X5/3XX3/3OXX2/3O4/8/8 O"),
    (lambda: Othello("1. f5 d6 2. c3"), "othello 8/8/2X5/3XX3/3OXX2/3O4/8/8 O"),
    (lambda: Othello("1.f5 2.d6\n3.c3"), "othello 8/8/2X5/3XX3/3OXX2/3O4/8/8 O"),
    (lambda: Othello("-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " O"), "othello 8/8/8/3OX3/3XO3/8/8/8 O"),
    (lambda: Othello("-" * 27 + "wb" + "-" * 6 + "*O" + "-" * 27), "othello 8/8/8/3OX3/3XO3/8/8/8 X"),
    (lambda: Othello("....\n.OX.\n.XO.\n....\n"), "othello:size=4 4/1OX1/1XO1/4 X"),
    (lambda: Othello(size="6"), "othello:size=6 6/6/2OX2/2XO2/6/6 X"),
    (
        lambda: Othello("10/10/2#4#2/10/4RW4/4WR4/10/2#4#2/10/10 W"),
        "othello:board=96 10/10/2#4#2/10/4OX4/4XO4/10/2#4#2/10/10 X",
    ),
    (lambda: Othello("-" * 95 + "R R"), "othello:board=96 10/10/2#4#2/10/10/10/10/2#4#2/10/9O O"),
    (lambda: Othello("-" * 95 + "X X"), "othello:board=96 10/10/2#4#2/10/10/10/10/2#4#2/10/9X X"),
    # Connect Four
    (lambda: ConnectFour("44 5\n5"), "connect-four 7/7/7/7/3OO2/3XX2 X"),
    (lambda: ConnectFour("10 11 1", size="11x3"), "connect-four:size=11x3 11/11/X8XO O"),
    (lambda: ConnectFour("10", size="10x3"), "connect-four:size=10x3 10/10/9X O"),
    (lambda: ConnectFour("12", size="10x3"), "connect-four:size=10x3 10/10/XO8 X"),
    (lambda: ConnectFour("...\n.y.\n.r.\n1 2 3\n"), "connect-four:size=3x3 3/1O1/1X1 X"),
    # Pente: the sources' board files
    (lambda: Pente("000\n012\n000", preset="mnk"), "gomoku:size=3 3/1XO/3 X"),
    (lambda: Pente("0 0 0\n0 1 2\n0 0 0\nO", preset="mnk", in_a_row=3), "tic-tac-toe 3/1XO/3 O"),
    (lambda: Pente("K10 l11"), "pente " + "19/" * 8 + "10O8/9X9" + "/19" * 9 + " X 0-0"),
    (lambda: Pente("1. K10 l11"), "pente " + "19/" * 8 + "10O8/9X9" + "/19" * 9 + " X 0-0"),
    (lambda: Pente("h8i9", preset="gomoku"), "gomoku " + "15/" * 6 + "8O6/7X7" + "/15" * 7 + " X"),
    # Trees
    (lambda: Tree("[[3, 12], [8, 2]]"), "tree ((3 12) (8 2))"),
    (lambda: Tree("# a comment\n(A\n  (B K3 L-12)  # another (\n  (C M8 N2))"), "tree (A (B K3 L-12) (C M8 N2))"),
    (lambda: Tree("(A (B 3 4) (B 5 6)) @ 2 1"), "tree (A (B 3 4) (B 5 6)) @ 2 1"),
    (lambda: Tree("(Ä é3 ß-4) @ ß"), "tree (Ä é3 ß-4) @ ß"),
    (lambda: Tree("7"), "tree 7"),
    (lambda: gamegrove.position("tree \x850"), "tree \x850"),
    # By name
    (lambda: gamegrove.position("  othello:size=6  c2 "), "othello:size=6 6/2X3/2XX2/2XO2/6/6 O"),
    (lambda: gamegrove.position("Connect-Four 4", "4"), "connect-four 7/7/7/7/3O3/3X3 X"),
]


def message_only(value: object) -> str:
    return value if isinstance(value, str) else ""


@pytest.mark.parametrize(("make", "line"), ACCEPTED, ids=message_only)
def test_a_text_is_understood(make: Callable[[], Any], line: str) -> None:
    assert make().line == line


START = gamegrove.Othello()
NINETEEN_ROWS = "19/" * 18

REFUSED: list[tuple[Callable[[], Any], type[TextError], str]] = [
    # Othello
    (lambda: START.after("z9"), InvalidTextError, "'z9' is no cell: this board's cells are a1 to h8"),
    (lambda: START.after(""), InvalidTextError, "'' is no cell"),
    (lambda: START.after("f5d6"), InvalidTextError, "'f5d6' is more than one move"),
    (lambda: START.after("a1"), IllegalMoveError, "a1 is not legal: it flips no disc"),
    (lambda: START.after("d4"), IllegalMoveError, "d4 is not legal: the cell is taken"),
    (lambda: START.after("pass"), IllegalMoveError, "a side that can move may not pass"),
    (lambda: Othello("f5\nd6 a1"), IllegalMoveError, "line 2, column 4: a1 is not legal: it flips no disc"),
    (lambda: Othello("f5 d9"), InvalidTextError, "line 1, column 4: 'd9' is no cell"),
    (lambda: Othello("f5 ?"), InvalidTextError, r"line 1, column 4: '\?' stands where a move should begin"),
    (lambda: Othello("1. f5 2."), InvalidTextError, "line 1, column 7: no move follows the number '2'"),
    (lambda: Othello("e6f4e3f6g5d6e7f5c5a1"), IllegalMoveError, "the game is over"),
    (lambda: Othello("c3", board="96"), IllegalMoveError, "the board has no such cell"),
    (lambda: Othello("8/8/8/3OX3/3XO3/8/8/8"), InvalidTextError, "column 22: the text ends here"),
    (lambda: Othello("8/8/8/3OX3/3XO3/8/8/7 X"), InvalidTextError, "row 8 has 7 cells, row 1 has 8"),
    (lambda: Othello("8/8/8/3OZ3/3XO3/8/8/8 X"), InvalidTextError, "column 9: 'Z3/3XO3/8/8/8' stands where a cell"),
    (lambda: Othello("8/8/8/3OX3/3XO3/8/8/8 X 1-0"), InvalidTextError, "no captures"),
    (lambda: Othello("8/8/8/3OX3/3XO3/8/8/8 X X"), InvalidTextError, "column 25: 'X' stands where the end"),
    (lambda: Othello("6/6/6/6/6/6 X", size=8), InvalidTextError, "the text shows board 6, but board 8"),
    (lambda: Othello("6/6/6 X"), InvalidTextError, "an Othello board is square"),
    (lambda: Othello("5/5/5/5/5 X"), InvalidTextError, "the board has 5 rows; Othello has 4, 6, 8, 10 or 12"),
    (lambda: Othello("4/4/4/3# X"), InvalidTextError, "column 8: there is a cell here on this board, not a hole"),
    (lambda: Othello("....\n.OX.\n.X?.\n...."), InvalidTextError, r"line 3, column 3: '\?' is no cell"),
    (lambda: Othello("....\n.OX.\n.X\n...."), InvalidTextError, "line 3, column 1: row 3 has 2 cells, row 1 has 4"),
    (lambda: Othello("-" * 62 + "X"), InvalidTextError, "column 1: these are 63 cells; a board has 16, 36, 64, 100 or"),
    (lambda: Othello("O" + "-" * 64 + " X"), InvalidTextError, "column 1: these are 65 cells"),
    (lambda: Othello("-" * 95 + "B", board="96"), InvalidTextError, "column 96: 'B' stands where a cell"),
    (lambda: Othello("10/10/2#4#2/10/4RB4/4WR4/10/2#4#2/10/10 W"), InvalidTextError, "'B4/4WR4"),
    (lambda: Othello("-" * 63 + "Z"), InvalidTextError, "column 64: 'Z' stands where a cell"),
    # Connect Four
    (lambda: ConnectFour().after("8"), InvalidTextError, "'8' is no column; the columns are 1 to 7"),
    (lambda: ConnectFour().after("44"), InvalidTextError, "'44' is no column"),
    (lambda: ConnectFour().after(0), InvalidTextError, "'0' is no column"),
    (lambda: ConnectFour().after("d"), InvalidTextError, "'d' is no column"),
    (lambda: ConnectFour("1111111"), IllegalMoveError, "column 7: column 1 is not legal: it is full"),
    (lambda: ConnectFour("12121212"), IllegalMoveError, "column 8: column 2 cannot be played: the game is over"),
    (lambda: ConnectFour("4a"), InvalidTextError, "column 2: 'a' stands where a column number"),
    (lambda: ConnectFour("480"), InvalidTextError, "column 2: '8' is no column"),
    (lambda: ConnectFour("11", size="11x3"), AmbiguousMoveError, "can be read in more than one way"),
    (lambda: ConnectFour("100", size="10x3"), InvalidTextError, "'100' names no columns"),
    (lambda: ConnectFour("7/7/7/7/3X3/7 O"), InvalidTextError, "column 10: this disc floats"),
    (lambda: ConnectFour("7/7/7/7/7/XX5 X"), InvalidTextError, "here it has 2 more"),
    (lambda: ConnectFour("7/7/7/7/7/X6 X"), InvalidTextError, "it is the turn of O, not of X"),
    (lambda: ConnectFour("7/7/X6/X6/XOO4/XOO4 X"), InvalidTextError, "X is to move but has already won"),
    # Pente
    (lambda: Pente().after("i5"), InvalidTextError, "columns skip the letter i"),
    (lambda: Pente().after("a1"), IllegalMoveError, "the first stone goes to the centre"),
    (lambda: Pente("k10 a1 k12"), IllegalMoveError, "column 8: k12 is not legal: the first player's second stone"),
    (lambda: Pente("k10 k10"), IllegalMoveError, "column 5: k10 is not legal: the cell is taken"),
    (lambda: Pente("k10 pass"), IllegalMoveError, "there are no passes in this game"),
    (lambda: Pente("3/3/3 X 2-0", preset="tic-tac-toe"), InvalidTextError, "no captures in this game"),
    (lambda: Pente("3/3/XXX X", preset="tic-tac-toe"), InvalidTextError, "X is to move but has already won"),
    (lambda: Pente(NINETEEN_ROWS + "19 X 10-0"), InvalidTextError, "X is to move but has already won"),
    (lambda: Pente(NINETEEN_ROWS + "19 X 10"), InvalidTextError, "captures as in 2-0"),
    (lambda: Pente("3/3/3 X", preset="gomoku", size=5), InvalidTextError, "a board of 3, but 5 was asked for"),
    # Trees
    (lambda: Tree(""), InvalidTextError, "the text holds no tree"),
    (lambda: Tree("(A (B 3 4)"), InvalidTextError, "line 1, column 1: the bracket opened here is never closed"),
    (lambda: Tree("(A\n  (B 3 4]\n)"), InvalidTextError, r"line 2, column 9: this should be \), for the bracket"),
    (lambda: Tree("(A 3))"), InvalidTextError, "line 1, column 6: the tree has ended"),
    (lambda: Tree("(A\n 3\n B)"), InvalidTextError, "line 3, column 2: 'B' has no number, so it is an inner node"),
    (lambda: Tree("(A ())"), InvalidTextError, "line 1, column 5: an inner node needs at least one child"),
    (lambda: Tree("(A 3.5)"), InvalidTextError, "line 1, column 4: '3.5' is neither a name"),
    (lambda: Tree("(A 99999999999)"), InvalidTextError, "column 4: '99999999999' is too large"),
    (lambda: Tree("(" * 600 + ")" * 600), InvalidTextError, "column 501: the tree is more than 500 levels deep"),
    (lambda: Tree("(A (B 3 4) (B 5 6))").after("B"), AmbiguousMoveError, "2 children are called 'B'; say 1 or 2"),
    (lambda: Tree("(A B3 C4) @ D"), IllegalMoveError, "'D' is no child of this node, which has 2"),
    (lambda: Tree("(A B3 C4) @ B B"), IllegalMoveError, "'B' cannot be played: this node is a leaf"),
    # By name
    (lambda: gamegrove.position(""), InvalidTextError, "name a game"),
    (lambda: gamegrove.position("othello:size"), InvalidTextError, "'size' in 'othello:size' should be an option"),
    (lambda: gamegrove.position("othello:size=6,size=8"), InvalidTextError, "'size' is given twice"),
]


@pytest.mark.parametrize(
    ("make", "error", "message"), REFUSED, ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_text_is_refused_with_its_reason(make: Callable[[], Any], error: type[TextError], message: str) -> None:
    with pytest.raises(error, match=message) as caught:
        make()
    assert type(caught.value) is error


IMPOSSIBLE: list[tuple[Callable[[], Any], str]] = [
    (lambda: Othello(size=7), "there is no Othello board '7'; the boards are 4, 6, 8, 10, 12 and 96"),
    (lambda: Othello(size=96), "there is no Othello board"),
    (lambda: Othello(size="6x8"), "an Othello board is square"),
    (lambda: Othello(size=6, board="8"), "size=6 and board '8' contradict each other"),
    (lambda: ConnectFour(size="17x7"), "a board of 17x7 does not fit"),
    (lambda: ConnectFour(size="0x6"), "a board of 0x6 does not fit"),
    (lambda: ConnectFour(size="big"), "size 'big' should be a number or two"),
    (lambda: ConnectFour(in_a_row=0), "0 in a row is not possible"),
    (lambda: Pente(size=20), "a board of 20x20 is not possible: sides are 3 to 19"),
    (lambda: Pente(size=2), "sides are 3 to 19"),
    (lambda: Pente(preset="chess"), "there is no game 'chess' in the Pente family"),
    (lambda: Pente(captures="all"), "captures 'all' should be none, pairs or triples"),
    (lambda: Pente(size=5), "an opening box of 2 leaves no cell on a board of 5"),
    (lambda: Pente(opening_box="big"), "opening_box 'big' should be a number or none"),
    (lambda: Pente(opening_box=-1), "an opening box of -1 leaves no cell"),
    (lambda: gamegrove.position("othelo"), "there is no game 'othelo'; did you mean othello?"),
    (lambda: gamegrove.position("chess"), "there is no game 'chess'; there are connect-four"),
    (lambda: gamegrove.position("othello:in-a-row=4"), "othello has no option 'in-a-row'; it has size, board"),
    (lambda: gamegrove.position("connect-four:in-a-row=x"), "in-a-row=x is not possible: how many in a row win"),
    (lambda: gamegrove.position("othello:empties-to-winner=maybe"), "empties-to-winner=maybe is not possible"),
]


@pytest.mark.parametrize(("make", "message"), IMPOSSIBLE, ids=message_only)
def test_impossible_rules_are_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidRulesError) as caught:
        make()
    assert message in str(caught.value)


def test_all_errors_are_one_family() -> None:
    assert issubclass(TextError, GamegroveError)
    assert issubclass(GamegroveError, ValueError)
    error = IllegalMoveError("no", 2, 5)
    assert (error.message, error.line, error.column, str(error)) == ("no", 2, 5, "line 2, column 5: no")


def random_record(seed: int) -> gamegrove.Record:
    record, player = gamegrove.Record(Othello(size=4)), RandomPlayer(seed)
    while not record.position.is_over():
        record = record.play(player.choose(record.position).move)
    return record


def test_a_forced_pass_may_be_left_out_of_a_record_or_written() -> None:
    with_pass = [record for record in map(random_record, range(30)) if "pass" in record.moves]
    assert with_pass
    for record in with_pass:
        assert "--" not in record.text
        assert gamegrove.Record.read(record.start, record.text) == record
        for word in ("pass", "PA", "ps", "--"):
            assert record.start.play(" ".join(record.moves).replace("pass", word)) == record.position


def test_a_pass_at_the_end_of_a_record_is_written() -> None:
    before = Othello("4/OX2/4/4 X")
    assert list(before.legal_moves) == ["pass"]
    assert before.write_moves(["pass"]) == "--"
    assert before.read_moves("--") == ["pass"]
    assert before.write_moves(["pass", "c2"]) == "c2"
