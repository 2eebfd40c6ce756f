"""Explanations say what the search would think, term by term."""

from __future__ import annotations

import random
from typing import Any

import pytest

import gamegrove
from command import run, run_json
from gamegrove import explain, search
from gamegrove.evaluation import counts, features_of, value_of
from gamegrove.textbook.values import WIN
from test_blend import BLENDS, random_position

BLEND = "0.6*corners% + 0.4*mobility% - frontier"


@pytest.mark.parametrize(("game", "text"), BLENDS.items())
def test_moves_are_worth_what_a_search_of_one_ply_finds(game: str, text: str) -> None:
    source = random.Random(game)
    for _ in range(20):
        position = random_position(game, source)
        explanation = explain(position, text, moves=True)
        report = search(position, "minimax", depth=1, evaluation=text)
        assert len(explanation.moves) == len(position.legal_moves)
        values = [each.value for each in explanation.moves]
        assert values == sorted(values, reverse=True)
        if explanation.moves:
            assert explanation.moves[0].value == report.value
            assert explanation.moves[0].value_text == report.value_text
            assert report.move in [each.move for each in explanation.moves if each.value == report.value]


@pytest.mark.parametrize(("game", "text"), BLENDS.items())
def test_the_terms_add_up_to_the_values(game: str, text: str) -> None:
    source = random.Random(game)
    for _ in range(20):
        explanation = explain(random_position(game, source), text, moves=True)
        assert value_of(explanation.contributions) == explanation.value
        for each in explanation.moves:
            assert value_of(each.contributions) == each.value or abs(each.value) >= WIN


@pytest.mark.parametrize("game", ["othello:size=6", "connect-four", "keryo-pente", "tree"])
def test_every_feature_is_there_for_both_sides(game: str) -> None:
    position = gamegrove.Tree("(A 1 2)") if game == "tree" else random_position(game, random.Random(game))
    explanation = explain(position)
    assert [each.name for each in explanation.features] == list(features_of(position))
    for each in explanation.features:
        assert (each.mine, each.theirs) == counts(position, each.name)
        assert each.name in str(explanation)
    assert explanation.moves == ()


def test_a_move_that_wins_comes_first_and_one_that_loses_last() -> None:
    win = explain(gamegrove.ConnectFour("112233"), "columns", moves=True).moves[0]
    assert (win.move, win.value_text, win.contributions) == ("4", "wins in 1", ())
    tree = gamegrove.Tree("(A l-3 w5 (B 1 2))")
    assert [(each.move, each.value_text) for each in explain(tree, moves=True).moves] == [
        ("w", "+5"),
        ("B", "0"),
        ("l", "-3"),
    ]


def test_a_function_has_a_value_but_no_terms() -> None:
    def beauty(position: Any) -> int:
        return len(position.legal_moves)

    explanation = explain(gamegrove.Othello(), beauty, moves=True)
    assert (explanation.value, explanation.contributions) == (4, ())
    assert "beauty is worth +4 to black" in str(explanation)
    assert [each.value for each in explanation.moves] == [-3, -3, -3, -3]
    gamegrove.register_evaluation("my beauty", beauty)
    assert explain(gamegrove.Othello(), "my beauty").evaluation == "my beauty"


def test_the_text_says_which_terms_make_the_difference() -> None:
    text = str(explain(gamegrove.Othello("f5d6c3"), BLEND, moves=True))
    assert text.split("\n\n")[1:] == [
        "0.6*corners% + 0.4*mobility% - frontier is worth +3 to white\n"
        "  0.6  *   0  corners%   =   0.0\n"
        "  0.4  *   0  mobility%  =   0.0\n"
        "   -1  *  -3  frontier   =  +3.0",
        "move  value  0.6*corners%  0.4*mobility%  -frontier\n"
        "d3       +3           0.0           +3.1        0.0\n"
        "f3        0           0.0            0.0        0.0\n"
        "f4        0           0.0            0.0        0.0\n"
        "g5       -6           0.0           -4.4       -2.0",
        "d3 is worth 3 more than f3: 0.4*mobility% +3.1",
    ]
    equal = str(explain(gamegrove.Othello(), BLEND, moves=True))
    assert equal.endswith("d3 and c4 are worth the same")


def test_the_command_prints_board_features_terms_and_moves() -> None:
    text = run("explain", "othello", "f5d6c3", "--evaluation", BLEND, "--moves")
    assert "○ white to move (5-2)" in text
    assert str(explain(gamegrove.Othello("f5d6c3"), BLEND, moves=True)) in text


def test_the_command_answers_programs() -> None:
    answer = run_json("explain", "othello", "f5d6c3", "--evaluation", BLEND, "--moves")
    assert answer == explain(gamegrove.Othello("f5d6c3"), BLEND, moves=True).description()
    assert [each["move"] for each in answer["moves"]] == ["d3", "f3", "f4", "g5"]
    assert answer["features"][3]["name"] == "mobility"
    assert (answer["features"][3]["mine"], answer["features"][3]["theirs"]) == (4, 4)
    assert [each["term"] for each in answer["contributions"]] == ["0.6*corners%", "0.4*mobility%", "-frontier"]


def test_the_command_explains_what_is_wrong() -> None:
    text = run("explain", "othello", "--evaluation", "0.6*corner%", code=2)
    assert "othello has no evaluation 'corner' (did you mean corners" in text
    assert "column 5" in run("explain", "othello", "--evaluation", "2 * * corners", code=2)
    assert "missing.txt" in run("explain", "othello", "--evaluation", "@missing.txt", code=2)
