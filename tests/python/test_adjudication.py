"""Adjudication: the exact end of a game, against playing it out, and the referee that decides games by it."""

from __future__ import annotations

import random
import runpy
import threading
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
from gamegrove import GamegroveError, Position, adjudication
from gamegrove.adjudication import can_adjudicate, exact_outcome
from gamegrove.game_log import Forfeit, GameLog, Result
from gamegrove.levels import empty_cells
from gamegrove.match import play_game
from gamegrove.players import player
from gamegrove.work import Interrupted
from paths import ROOT

Nim: Any = runpy.run_path(str(ROOT / "examples" / "nim.py"))["Nim"]
ENDS = {
    "othello:size=4": 7,
    "othello:size=6": 6,
    "othello:size=6,empties-to-winner=false": 6,
    "othello:board=96": 5,
    "connect-four": 8,
    "connect-four:size=5x4": 9,
    "mnk:size=4x4,in-a-row=3": 8,
    "mnk:size=4x3,in-a-row=4,captures=pairs": 5,
}
"""Games, and with how many empty cells the slow way to their end is quick enough."""


def late_position(game: str, empty: int, seed: int) -> Position:
    """A position with at most so many empty cells, after random moves."""
    source = random.Random(seed)
    while True:
        position = gamegrove.position(game)
        while not position.is_over() and (empty_cells(position) or 0) > empty:
            position = position.after(source.choice(list(position.legal_moves)))
        if not position.is_over():
            return position


def played_perfectly(position: Position) -> Position:
    """The end of the game if both sides always choose what the definition of minimax says."""
    known: dict[Hashable, int] = {}

    def value(here: Position) -> int:
        if here.is_over():
            return here.final_value()
        key = here.turn, here.key()
        if key not in known:
            known[key] = max(-value(here.after(move)) for move in here.legal_moves)
        return known[key]

    while not position.is_over():
        position = max((position.after(move) for move in position.legal_moves), key=lambda after: -value(after))
    return position


@settings(max_examples=10)
@pytest.mark.parametrize("game", ENDS)
@given(seed=st.integers(0, 2**16))
def test_the_exact_outcome_is_that_of_the_game_played_out_perfectly(game: str, seed: int) -> None:
    position = late_position(game, ENDS[game], seed)
    found, ended = exact_outcome(position), played_perfectly(position).outcome()
    assert found is not None
    assert ended is not None
    assert (found.winner, found.margin) == (ended.winner, ended.margin)


@pytest.mark.parametrize(
    ("game", "winner"), [("tic-tac-toe", None), ("connect-four:size=4x4", None), ("mnk:size=4x3,in-a-row=3", 0)]
)
def test_whole_games_have_their_known_results(game: str, winner: int | None) -> None:
    start = gamegrove.position(game)
    outcome = exact_outcome(start)
    assert outcome is not None
    assert (outcome.winner, outcome.margin) == (winner, 0 if winner is None else 1)
    assert outcome.reason == f"adjudicated: perfect play from {empty_cells(start)} empty cells"


def test_the_reason_can_count_to_one() -> None:
    outcome = exact_outcome(late_position("connect-four", 1, 1))
    assert outcome is not None
    assert outcome.reason == "adjudicated: perfect play from 1 empty cell"


def test_what_is_over_needs_no_judge() -> None:
    ended = played_perfectly(late_position("othello:size=4", 5, 1))
    assert exact_outcome(ended) == ended.outcome()


# -- The referee.


@settings(max_examples=10)
@pytest.mark.parametrize("game", ["othello:size=4", "othello:size=6", "connect-four", "pente:size=7"])
@given(empty=st.integers(0, 6), seed=st.integers(0, 2**16))
def test_a_game_is_decided_as_soon_as_so_few_cells_are_empty(game: str, empty: int, seed: int) -> None:
    start = gamegrove.position(game)
    log = play_game(start, (player("random", seed=seed), player("random", seed=seed + 1)), adjudicate=empty)
    positions = log.replay()
    left = [empty_cells(position) or 0 for position in positions]
    assert all(each > empty for each in left[:-1])
    last = positions[-1]
    assert log.result.adjudicated == (not last.is_over())
    outcome = exact_outcome(last)
    assert outcome is not None
    assert log.result == Result.of(outcome, adjudicated=log.result.adjudicated)
    assert left[-1] <= empty or last.is_over()
    assert GameLog.read(log.description()) == log


@cache
def adjudicated_game() -> GameLog:
    log = play_game(
        gamegrove.position("othello:size=4"), (player("random", seed=1), player("random", seed=2)), adjudicate=6
    )
    assert log.result.adjudicated
    return log


def test_a_game_that_begins_late_is_decided_without_a_move() -> None:
    start = late_position("connect-four", 6, 1)
    log = play_game(start, (player("random"), player("random")), adjudicate=6)
    assert log.moves == ()
    assert log.result.adjudicated
    assert log.final == start.line


def test_games_are_played_to_their_end_unless_somebody_asks() -> None:
    log = play_game(gamegrove.position("othello:size=4"), (player("random", seed=1), player("random", seed=2)))
    assert not log.result.adjudicated
    assert log.replay()[-1].is_over()


def test_a_game_too_hard_to_decide_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adjudication, "MOST_NODES", 50)
    start = gamegrove.position("othello:size=6")
    assert exact_outcome(start) is None
    log = play_game(start, (player("random", seed=1), player("random", seed=2)), adjudicate=32)
    left = [empty_cells(position) or 0 for position in log.replay()]
    assert log.result.adjudicated
    assert 0 < left[-1] < 20


def test_a_stop_sign_ends_the_search_for_the_outcome() -> None:
    stop = threading.Event()
    stop.set()
    start = gamegrove.position("othello:size=6")
    assert exact_outcome(start, stop) is None
    with pytest.raises(Interrupted):
        play_game(start, (player("random"), player("random")), adjudicate=32, stop=stop)


@pytest.mark.parametrize("start", [Nim(), gamegrove.position("tree (A (B 3 12) (C 8 2))")])
def test_games_without_a_solver_are_not_adjudicated(start: Position) -> None:
    assert not can_adjudicate(start)
    with pytest.raises(GamegroveError, match="there is no exact solver for games written in Python and for trees"):
        exact_outcome(start)
    with pytest.raises(GamegroveError, match="cannot be adjudicated"):
        play_game(start, (player("random"), player("random")), adjudicate=3)


@pytest.mark.parametrize("wrong", [-1, True, "9", 2.5])
def test_adjudication_is_asked_for_by_a_number_of_cells(wrong: object) -> None:
    with pytest.raises(GamegroveError, match="adjudicate must be a number of empty cells, such as 10, not"):
        play_game(gamegrove.Othello(), (player("random"), player("random")), adjudicate=wrong)  # type: ignore[arg-type]


# -- The log.


def test_logs_from_before_there_was_adjudication_are_read() -> None:
    result = adjudicated_game().description()["result"]
    del result["adjudicated"]
    assert not Result.read(result).adjudicated


@pytest.mark.parametrize("wrong", [1, "yes", None])
def test_a_log_says_truly_or_falsely_that_a_game_is_adjudicated(wrong: object) -> None:
    result = {**adjudicated_game().description()["result"], "adjudicated": wrong}
    with pytest.raises(GamegroveError, match="its 'adjudicated' is"):
        Result.read(result)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"adjudicated": False}, "it has a result, but the rules let it go on"),
        ({"forfeit": Forfeit.clock}, "it is adjudicated and forfeited at once"),
        ({"margin": None}, "it is adjudicated, but as winner"),
        ({"winner": None, "margin": 3}, "it is adjudicated, but as winner None, margin 3"),
        ({"winner": 0, "margin": 0}, "it is adjudicated, but as winner 0, margin 0"),
    ],
)
def test_replaying_knows_what_adjudication_can_say(changed: dict[str, object], message: str) -> None:
    log = adjudicated_game()
    assert log.replay()
    with pytest.raises(GamegroveError, match=message):
        replace(log, result=replace(log.result, **changed)).replay()  # type: ignore[arg-type]


def test_a_game_that_was_over_is_not_adjudicated() -> None:
    log = play_game(gamegrove.position("othello:size=4"), (player("random", seed=1), player("random", seed=2)))
    with pytest.raises(GamegroveError, match="it is adjudicated, but was over before"):
        replace(log, result=replace(log.result, adjudicated=True)).replay()
