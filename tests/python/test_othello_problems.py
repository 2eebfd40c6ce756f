"""Problems that everybody knows: endgames of the FFO suite, small boards, and lines that are published."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamegrove import Engine, Othello

PROBLEMS = Path(__file__).parent.parent / "positions" / "ffo-40-59.txt"
QUICK = ("#40", "#41", "#42", "#44", "#47")
"""Those that take a second at most; benchmarks/othello.py solves the others."""


def problem(number: str) -> tuple[Othello, dict[str, int]]:
    """The position of a problem, and the scores of its moves."""
    line = next(line for line in PROBLEMS.read_text().splitlines() if f"; {number};" in line)
    cells, *_, scores = (part.strip() for part in line.split(";"))
    pairs = (score.split(":") for score in scores.split())
    return Othello(cells, empties_to_winner=True), {move: int(score) for move, score in pairs}


@pytest.mark.parametrize("number", QUICK)
def test_problems_of_the_ffo_suite_are_solved(number: str) -> None:
    position, scores = problem(number)
    found = Engine(position).analyse(position, lines=1)
    assert found.score == max(scores.values())
    assert scores[found.move] == found.score


def test_every_move_of_a_problem_has_its_score() -> None:
    position, scores = problem("#40")
    found = Engine(position).analyse(position)
    assert {each.move: each.score for each in found.moves} == scores


def test_best_play_leads_to_the_score() -> None:
    position, scores = problem("#41")
    found = Engine(position).analyse(position, lines=1)
    end = position
    for move in found.line:
        end = end.after(move)
    assert end.is_over()
    assert abs(end.final_value()) == abs(max(scores.values()))


def test_4x4_is_lost_by_eight_discs_with_any_first_move() -> None:
    found = Engine("othello:size=4").analyse("")
    assert (found.score, len(found.best)) == (-8, 4)


def test_6x6_after_half_of_the_published_line_is_lost_by_four_discs_for_the_first_player() -> None:
    # The line is written for the inner 36 cells of 8x8: b2 there is a1 here.
    published = "d3c5d6e3f5f4e2d2c2e6e7g5c4c3g4g3f3c7b5d7b7b3c6b6f7f6b4b2g6g7f2g2"
    moves = [
        chr(ord(column) - 1) + str(int(row) - 1) for column, row in zip(published[::2], published[1::2], strict=True)
    ]
    engine = Engine("othello:size=6")
    position = engine.position(moves[:16])
    score = engine.score(position)
    assert (score if position.turn == 0 else -score) == -4


def test_a_published_game_that_is_level_stays_level_in_its_last_moves() -> None:
    record = (
        "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2"
        "c1h2h1g2b8a8g7h8h7h6"
    )
    engine = Engine("othello")
    for plies in (42, 46, 50):
        assert engine.score(Othello(record[: 2 * plies])) == 0
