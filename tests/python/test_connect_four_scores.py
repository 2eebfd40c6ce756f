"""The solver against scores that others have found: 600 positions of the usual board, and the empty board."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from gamegrove import ConnectFour, Engine
from gamegrove._core import ConnectFourSolver
from paths import TESTS

CELLS = 42
LONG_WAY = 28
"""So many plies before its end the outcome of an opening takes a second, not milliseconds."""
EVERY = 8
"""Of those positions this test asks for one in so many; benchmarks/connect_four.py can ask for all."""


def _plies_to_the_end(stones: int, score: int) -> int:
    if score > 0:
        return 2 * ((CELLS + 1 - stones) // 2 - score) + 1
    return CELLS - stones if score == 0 else 2 * ((CELLS - stones) // 2 + score) + 2


def _scored_positions() -> Iterator[tuple[str, int]]:
    for line in (TESTS / "positions" / "connect-four-scores.txt").read_text().splitlines():
        moves, score = line.split()
        yield moves, int(score)


def test_scores_of_the_usual_positions_are_right() -> None:
    solver = ConnectFourSolver()
    scored = list(_scored_positions())
    long = [each for each in scored if len(each[0]) <= 14 and _plies_to_the_end(len(each[0]), each[1]) >= LONG_WAY]
    quick = [each for each in scored if each not in long]
    assert (len(quick), len(long)) == (500, 100)
    asked = quick + long[::EVERY]
    found = [(moves, solver.solve(ConnectFour(moves)).lower) for moves, _ in asked]
    assert found == asked


def test_the_first_player_wins_the_empty_board_in_the_middle() -> None:
    analysis = Engine("connect-four", book=False).analyse("")
    assert analysis.score == 1
    assert [each.score for each in analysis.moves] == [-2, -1, 0, 1, 0, -1, -2]
    assert analysis.best == ("4",)
    assert len(analysis.line) == 41
    assert ConnectFour("".join(analysis.line)).outcome().winner == 0  # type: ignore[union-attr]


def test_a_solver_that_is_told_to_forget_while_it_searches_forgets_afterwards() -> None:
    solver = ConnectFourSolver(table_mib=1)
    position = ConnectFour("", size="8x7")  # a board whose table has no room for generations
    searching = threading.Thread(target=lambda: solver.solve(position, nodes=300_000))
    searching.start()
    while searching.is_alive():
        solver.forget()
    solver.forget()
    late = ConnectFour("237743888664478441734488225636", size="8x7")
    first = solver.solve(late, nodes=2000)
    solver.forget()
    assert solver.solve(late, nodes=2000).nodes == first.nodes


@pytest.mark.parametrize("threads", [1, 3])
def test_a_stopped_search_tells_bounds_that_hold(threads: int) -> None:
    solver = ConnectFourSolver(threads=threads)
    verdict = solver.solve(ConnectFour("44"), nodes=100_000)
    assert verdict.stopped == "nodes"
    assert verdict.nodes >= 100_000
    assert verdict.lower <= 1 <= verdict.upper
