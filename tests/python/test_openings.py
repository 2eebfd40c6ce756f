"""Openings: at the start, random, balanced, all of a length, from a list, and what is wrong with them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
from gamegrove import GamegroveError, Position, levels
from gamegrove.openings import (
    Opening,
    is_rule,
    number_of_openings,
    opening_lines,
    openings,
    read_opening,
    usual_openings,
)
from gamegrove.players.search_fields import usual_evaluation
from gamegrove.textbook.values import WIN

SMALL = "othello:size=4"


@given(
    st.sampled_from(["othello", SMALL, "connect-four", "pente", "tic-tac-toe"]), st.integers(0, 4), st.integers(0, 99)
)
def test_random_openings_are_repeatable_and_go_on(game: str, plies: int, seed: int) -> None:
    start = gamegrove.position(game)
    found = openings(start, f"random:{plies}", 6, seed)
    assert found == openings(start, f"random:{plies}", 6, seed)
    assert found[:4] == openings(start, f"random:{plies}", 4, seed)  # a longer match begins with the same games
    for opening in found:
        assert not opening.position.is_over()
        assert read_opening(start, opening.text).position == opening.position
        assert len(start.read_moves(opening.text)) == plies


def test_no_random_opening_comes_twice_while_there_are_others() -> None:
    start = gamegrove.position("connect-four")
    found = openings(start, "random:2", 50, 1)  # 49 of them, 25 when mirrored ones are the same
    rounds = [{opening.position.canonical() for opening in part} for part in (found[:25], found[25:])]
    assert len(rounds[0]) == 25
    assert rounds[0] == rounds[1]


def test_random_openings_depend_on_the_seed() -> None:
    first, second = (openings(gamegrove.Othello(), "random:8", 5, seed) for seed in (1, 2))
    assert first != second


def test_openings_that_end_the_game_are_never_taken() -> None:
    found = openings(gamegrove.position("tic-tac-toe"), "random:8", 20, 1)
    assert not any(opening.position.is_over() for opening in found)
    with pytest.raises(GamegroveError, match="use fewer"):
        openings(gamegrove.position("tic-tac-toe"), "random:9", 1, 1)


def test_the_usual_openings_fit_the_game() -> None:
    usual = {game: usual_openings(gamegrove.position(game)) for game in ("othello", SMALL, "connect-four", "gomoku")}
    assert usual == {"othello": "random:8", SMALL: "random:2", "connect-four": "random:4", "gomoku": "random:8"}
    assert usual_openings(gamegrove.position("tree (A (B 3 12) (C 8 2))")) == "random:0"


# -- Balanced openings.


def distance_from_even(opening: Opening) -> int:
    """What a level in the middle thinks of an opening."""
    position = opening.position
    depth = levels.depth_for(4, position)
    return abs(gamegrove.search(position, depth=depth, evaluation=usual_evaluation(position)).value)


def is_won(opening: Opening) -> bool:
    return distance_from_even(opening) >= WIN


@settings(max_examples=20)
@given(st.sampled_from([SMALL, "connect-four", "tic-tac-toe"]), st.integers(0, 5), st.integers(0, 99))
def test_balanced_openings_are_repeatable_and_go_on(game: str, plies: int, seed: int) -> None:
    start = gamegrove.position(game)
    found = openings(start, f"balanced:{plies}", 6, seed)
    assert found[:4] == openings(start, f"balanced:{plies}", 4, seed)
    for opening in found:
        assert not opening.position.is_over()
        assert read_opening(start, opening.text).position == opening.position
        assert len(start.read_moves(opening.text)) == plies


@pytest.mark.parametrize("game", ["othello", "connect-four", "othello:board=96"])
def test_balanced_openings_are_nearer_to_even_than_random_ones(game: str) -> None:
    start = gamegrove.position(game)
    by_chance, balanced = (
        sum(distance_from_even(opening) for opening in openings(start, f"{rule}:6", 30, 1))
        for rule in ("random", "balanced")
    )
    assert balanced < by_chance / 3


def test_no_balanced_opening_is_won_while_there_are_others() -> None:
    start = gamegrove.position("connect-four")
    assert any(is_won(opening) for opening in openings(start, "random:22", 30, 1))
    assert not any(is_won(opening) for opening in openings(start, "balanced:22", 30, 1))


def test_won_openings_come_when_all_others_have_come() -> None:
    start = gamegrove.position("tic-tac-toe")
    found = openings(start, "balanced:4", 90, 1)
    won = [is_won(opening) for opening in found]
    assert len({opening.position.canonical() for opening in found}) == 90
    assert won == sorted(won)
    assert len(set(won)) == 2
    tree = gamegrove.position("tree (A (B 3 12) (C 8 2))")
    assert len({opening.text for opening in openings(tree, "balanced:1", 2, 1)}) == 2


def test_no_balanced_opening_comes_twice_while_there_are_others() -> None:
    found = openings(gamegrove.ConnectFour(), "balanced:2", 50, 1)
    rounds = [{opening.position.canonical() for opening in part} for part in (found[:25], found[25:])]
    assert len(rounds[0]) == 25
    assert rounds[0] == rounds[1]


# -- All openings.


def every_position(start: Position, plies: int) -> set[Position]:
    """All positions after so many plies in which the game goes on, as their canonical images, line by line."""
    if start.is_over():
        return set()
    if plies == 0:
        return {start.canonical()}
    return set().union(*(every_position(start.after(move), plies - 1) for move in start.legal_moves))


@pytest.mark.parametrize(
    ("game", "plies"), [("othello", 4), (SMALL, 6), ("connect-four", 4), ("tic-tac-toe", 6), ("pente:size=7", 2)]
)
def test_all_openings_are_one_for_each_position_up_to_symmetry(game: str, plies: int) -> None:
    start = gamegrove.position(game)
    asked = f"all:{plies}"
    number = number_of_openings(start, asked)
    assert number is not None
    found = openings(start, asked, number, 1)
    assert len({opening.position.canonical() for opening in found}) == number
    assert {opening.position.canonical() for opening in found} == every_position(start, plies)
    for opening in found:
        assert read_opening(start, opening.text).position == opening.position
    assert openings(start, asked, number + 2, 2) == found + found[:2]


@pytest.mark.parametrize(
    ("game", "numbers"), [("tic-tac-toe", [1, 3, 12, 38, 108]), ("othello", [1, 1, 3, 14, 60]), (SMALL, [1, 1, 3])]
)
def test_how_many_openings_there_are(game: str, numbers: list[int]) -> None:
    start = gamegrove.position(game)
    assert [number_of_openings(start, f"all:{plies}") for plies in range(len(numbers))] == numbers


def test_openings_that_are_not_drawn_are_counted() -> None:
    start = gamegrove.Othello()
    assert number_of_openings(start, "start") == 1
    assert number_of_openings(start, ("f5", "f5d6")) == 2
    assert number_of_openings(start, "random:4") is None
    assert number_of_openings(start, "balanced:4") is None


@pytest.mark.parametrize(
    ("game", "asked", "message"),
    [
        ("gomoku", "all:3", "gomoku has more than 100,000 openings of 3 plies; use fewer, such as all:2"),
        ("tic-tac-toe", "all:9", "after 9 moves no game of tic-tac-toe still goes on"),
        ("tic-tac-toe", "balanced:9", "after 9 random moves hardly any game of tic-tac-toe still goes on"),
    ],
)
def test_too_many_plies_are_refused(game: str, asked: str, message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        openings(gamegrove.position(game), asked, 2, 1)


# -- Openings from a list, and what is none.


def test_a_rule_is_told_from_a_file() -> None:
    assert all(is_rule(asked) for asked in ("start", "random:8", "balanced:8", "all:3", "all"))
    assert not any(is_rule(asked) for asked in ("openings.txt", "balanced.txt", "startled"))


def test_a_list_of_openings_begins_again_when_it_ends() -> None:
    line = gamegrove.Othello("f5d6c3").line
    found = openings(gamegrove.Othello(), ("f5f6", line), 5, 1)
    assert [opening.text for opening in found] == ["f5f6", line, "f5f6", line, "f5f6"]
    assert found[1].position == gamegrove.Othello("f5d6c3")


def test_the_lines_of_a_file_of_openings() -> None:
    board = "othello:board=96 10/10/2#4#2/10/4OX4/4XO4/10/2#4#2/10/10 X"
    assert opening_lines(f"# mine\n\n  f5d6c3  # a fine one\nf5f6\n{board}\n") == [
        (3, "f5d6c3"),
        (4, "f5f6"),
        (5, board),
    ]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("random", "random:8"),
        ("random:x", "random:8"),
        ("random:-1", "random:8"),
        ("balanced", "balanced:PLIES, all:PLIES, or a list, not 'balanced'"),
        ("balanced:²", "balanced:PLIES"),
        ("all:", "all:PLIES"),
        ("all:12345", "all:PLIES"),
        ("book", "not 'book'"),
        ((), "empty"),
        (("f5a1",), "'f5a1' cannot be played: a1 is not legal"),
        (("f5", "huh"), "'huh' cannot be played"),
        (("othello:size=6",), "is a position of othello:size=6, not of othello"),
        (("connect-four 44",), "is a position of connect-four, not of othello"),
        (("othello 8/8/8/3XX3/3XX3/8/8/8 X",), "ends the game"),
    ],
)
def test_wrong_openings_are_explained(asked: str | tuple[str, ...], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        openings(gamegrove.Othello(), asked, 2, 1)
