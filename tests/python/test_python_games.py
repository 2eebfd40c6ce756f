"""A game written in Python takes part everywhere."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

import gamegrove
from gamegrove import AmbiguousMoveError, IllegalMoveError, Position, counting
from gamegrove.players import RandomPlayer
from paths import ROOT

NIM = runpy.run_path(str(ROOT / "examples" / "nim.py"))
Nim: Any = NIM["Nim"]


def test_it_is_a_position_like_any_other() -> None:
    assert isinstance(Nim(), Position)
    assert isinstance(gamegrove.Othello(), Position)


def test_its_moves_understand_notation() -> None:
    moves = Nim().legal_moves
    assert len(moves) == 6
    assert "c3" in moves
    assert "a2" not in moves
    assert repr(moves) == "LegalMoves(['a1', 'b1', 'b2', 'c1', 'c2', 'c3'])"


def test_records_are_played_read_and_written() -> None:
    end = Nim().play("c3 b2 a1")
    assert end.is_over()
    assert end.outcome() == gamegrove.Outcome(0, 1, "there are no more moves")
    record = gamegrove.Record.read(Nim(), "c3 b2")
    assert record.text == "c3 b2"
    assert record.position == Nim((1, 0, 0), 2)


def test_equal_keys_mean_equal_futures() -> None:
    one, other = Nim((3, 1, 0)), Nim((0, 3, 1))
    assert one.key() == other.key()
    assert one.perft(4) == other.perft(4)


def test_leaves_are_counted() -> None:
    assert [Nim().perft(depth) for depth in range(4)] == [1, 6, 26, 76]
    assert counting.perft(Nim(), 6) == Nim().perft(6)
    with pytest.raises(ValueError, match="depth must be 0 or more"):
        Nim().perft(-1)


class Waiting(gamegrove.PythonPosition[str]):
    """A game of passes: one child may only pass on for a while, the other plays on."""

    def __init__(self, passes: int = 0, moves: int = 9) -> None:
        self.left = (passes, moves)

    def moves(self) -> list[str]:
        passes, moves = self.left
        return ["pass"] if passes else ["wait", "go"] if moves else []

    def after(self, move: str, /) -> Waiting:
        passes, moves = self.left
        return Waiting(passes - 1, moves) if passes else Waiting(5 if move == "wait" else 0, moves - 1)

    def final_value(self) -> int:
        return 0

    def key(self) -> tuple[int, int]:
        return self.left

    @property
    def turn(self) -> int:
        return sum(self.left) % 2

    def __str__(self) -> str:
        return str(self.left)


@pytest.mark.parametrize("depth", range(9))
@pytest.mark.parametrize("free", [False, True])
def test_counting_in_parts_agrees_where_passes_make_them_unequal(depth: int, free: bool) -> None:
    assert counting.perft(Waiting(), depth, free_passes=free) == Waiting().perft(depth, free_passes=free)


def test_positions_with_different_sides_to_move_differ() -> None:
    assert Waiting(0, 4) == Waiting(0, 4)
    assert Vague() == Vague()
    assert Nim((1, 2, 3), 0) != Nim((1, 2, 3), 1)


def test_random_games_repeat_with_their_seed() -> None:
    tally = Nim().playouts(200, seed=3)
    assert tally == Nim().playouts(200, seed=3)
    assert tally.games == 200
    assert tally.draws == 0
    assert RandomPlayer(1).choose(Nim()).move in Nim().legal_moves


def test_errors_say_what_and_where() -> None:
    with pytest.raises(IllegalMoveError, match="line 2, column 4: 'a9' is not legal; legal moves are a1"):
        Nim().play("c3\nb2 a9")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        Nim((0, 0, 0)).play("a1")


class Vague(gamegrove.PythonPosition[tuple[int, str]]):
    """Two moves that look alike."""

    def moves(self) -> list[tuple[int, str]]:
        return [_Same((1, "x")), _Same((2, "x"))]

    def after(self, move: tuple[int, str], /) -> Vague:  # noqa: ARG002 - every move leads back here
        return self

    def final_value(self) -> int:
        return 0

    def key(self) -> int:
        return 0

    @property
    def turn(self) -> int:
        return 0

    def __str__(self) -> str:
        return "<vague>"


class _Same(tuple[int, str]):
    def __str__(self) -> str:
        return "same"


def test_two_moves_with_one_name_are_ambiguous() -> None:
    with pytest.raises(AmbiguousMoveError, match="'same' could mean 2 different moves"):
        Vague().play("same")


def test_it_can_be_asked_for_by_name() -> None:
    gamegrove.register(gamegrove.GameEntry("nim", "Nim", NIM["nim"]))
    assert gamegrove.position("nim c3 b2") == Nim((1, 0, 0), 2)
    assert "nim" in [entry.name for entry in gamegrove.list_games()]
    with pytest.raises(gamegrove.InvalidRulesError, match="cannot be a game's name"):
        gamegrove.register(gamegrove.GameEntry("two words", "never found", NIM["nim"]))
    with pytest.raises(gamegrove.InvalidRulesError, match="nim has no option 'size'; it has none"):
        gamegrove.position("nim:size=3")


def test_it_is_drawn_as_text() -> None:
    assert "a |" in Nim()._repr_svg_()
    assert "&lt;vague&gt;" in Vague()._repr_svg_()
