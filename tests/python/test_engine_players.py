"""The players `engine` and `perfect`: their options, their decisions, and that they keep to the clock."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import gamegrove
from gamegrove import ConnectFour, GamegroveError, Position
from gamegrove.clocks import NO_CLOCK, Clock, TimeControl
from gamegrove.levels import MOST_LEVEL
from gamegrove.match import play_game
from gamegrove.players import EnginePlayer, PerfectPlayer, list_players, player

SMALL = "connect-four:size=5x4"


@pytest.mark.parametrize("text", ["engine:table_mib=1", "engine:level=1,table_mib=1,seed=2", "perfect:table_mib=1"])
def test_they_play_whole_legal_games(text: str) -> None:
    for seats in ((player(text), player("random", seed=1)), (player("random", seed=1), player(text))):
        log = play_game(gamegrove.position(SMALL), seats)
        assert log.result.forfeit is None


def test_perfect_play_of_both_sides_comes_to_the_value_of_the_board() -> None:
    log = play_game(gamegrove.position(SMALL), (player("perfect:table_mib=1"), player("perfect:table_mib=1")))
    assert log.result.winner is None


def test_a_decision_tells_the_score_and_the_whole_line() -> None:
    for name in ("engine", "perfect"):
        decision = player(f"{name}:table_mib=1").choose(ConnectFour("4455"))
        assert (decision.move, decision.value, decision.value_text) == ("3", 18, "wins in 3")
        assert decision.line == ("3", "4", "2")


def test_options_are_read_from_the_text() -> None:
    made = player("engine:level=3,threads=2,table_mib=4,book=false,seed=9")
    assert isinstance(made, EnginePlayer)
    assert (made.level, made.threads, made.table_mib, made.book, made.seed) == (3, 2, 4, "false", 9)
    assert isinstance(player("perfect"), PerfectPlayer)
    assert {"engine", "perfect"} <= {
        entry.name for entry in list_players() if entry.games == "Connect Four and Othello"
    }


def test_the_seed_of_a_match_is_the_engines_unless_it_has_its_own() -> None:
    assert getattr(player("engine:level=2", seed=4), "seed", None) == 4
    assert getattr(player("engine:level=2,seed=3", seed=4), "seed", None) == 3


def test_an_engine_without_a_level_is_perfect() -> None:
    named, unnamed, perfect = player("engine:level=4"), player("engine"), player("perfect")
    assert [each.level for each in (named, unnamed, perfect)] == [4, None, MOST_LEVEL]  # type: ignore[attr-defined]
    assert unnamed.choose(ConnectFour("4455")).value_text == "wins in 3"


@pytest.mark.parametrize("name", ["engine", "perfect"])
def test_memory_bounds_the_table(name: str) -> None:
    def table_of(text: str, megabytes: float | None = None) -> int:
        made = player(text, megabytes=megabytes)
        assert isinstance(made, EnginePlayer)
        made.begin(ConnectFour("4455"), 0)
        assert made._engine is not None
        return made._engine.table_mib

    assert table_of(name) == 64
    assert table_of(name, 500) == 64
    assert table_of(name, 8.5) == 8
    assert table_of(f"{name}:megabytes=6", 500) == 6
    assert table_of(f"{name}:megabytes=500", 7) == 7
    assert table_of(f"{name}:table_mib=2", 8) == 2
    assert table_of(f"{name}:table_mib=2", 2) == 2
    with pytest.raises(GamegroveError, match=r"3\.5 MB are not enough for an engine: its table takes at least 4 MB"):
        player(name, megabytes=3.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engine:level=11", "level must be a whole number from 1 to 10, not 11"),
        ("engine:level=high", "level=high is not possible"),
        ("perfect:depth=3", "perfect has no option 'depth'"),
        ("perfect:level=3", "perfect has no option 'level'"),
        ("perfect:time=soon", "time=soon is not possible"),
        ("perfect:time=-1", "time must be from 0 to 1,000,000,000 seconds, not -1"),
        ("engine:time=nan", "time must be from 0 to 1,000,000,000 seconds, not nan"),
        ("engine:megabytes=3", "3 MB are not enough for an engine: its table takes at least 4 MB"),
    ],
)
def test_a_wrong_option_is_named(text: str, message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        player(text)


def test_a_book_that_does_not_exist_is_an_error_before_the_game(tmp_path: Path) -> None:
    with pytest.raises(GamegroveError, match=r"cannot read the book .*nothing\.book: No such file"):
        player(f"engine:book={tmp_path}/nothing.book").begin(ConnectFour(), 0)


@pytest.mark.parametrize("name", ["engine", "perfect"])
def test_a_game_without_an_engine_is_an_error_before_it_begins(name: str) -> None:
    start: Position = gamegrove.Pente()
    with pytest.raises(GamegroveError, match="no engine for 'pente'; there is one for connect-four, othello"):
        player(name).begin(start, 0)


def test_one_player_plays_one_board_after_another() -> None:
    mine = player("engine:table_mib=1")
    for board in (ConnectFour("1212", size="4x4"), ConnectFour("4455"), ConnectFour("1212", size="4x4")):
        mine.begin(board, 0)
        assert mine.choose(board).move in board.legal_moves
    mine.close()
    assert mine.choose(ConnectFour("4455")).move == "3"


def test_a_forced_move_is_played_at_once() -> None:
    board = ConnectFour("11", size="1x5")
    assert player("perfect:table_mib=1").choose(board).line == ("1",)


def test_there_is_nothing_to_choose_in_an_ended_game() -> None:
    with pytest.raises(GamegroveError, match="the game is over"):
        player("perfect:table_mib=1").choose(ConnectFour("1212121"))


@pytest.mark.parametrize("name", ["engine", "perfect"])
@pytest.mark.parametrize("control", ["0.05/move", "0.5", "0.1+0.01"])
def test_they_keep_to_the_clock_on_boards_that_nobody_can_solve(name: str, control: str) -> None:
    start = gamegrove.position("connect-four:size=9x9")
    limited = player(f"{name}:table_mib=1")
    limited.begin(start, 0)
    clock = TimeControl.read(control)
    given = Clock(clock.move_seconds, clock.game_seconds, clock.increment)
    assert limited.choose(start, given).move in start.legal_moves


@pytest.mark.parametrize("name", ["engine", "perfect"])
@pytest.mark.parametrize("seconds", ["0", "0.05"])
def test_they_keep_to_a_time_of_their_own(name: str, seconds: str) -> None:
    start = gamegrove.position("connect-four:size=9x9")
    for clock in (NO_CLOCK, Clock(move_seconds=1000.0)):  # without a limit nobody would see the end of it
        assert player(f"{name}:time={seconds},table_mib=1").choose(start, clock).move in start.legal_moves


@pytest.mark.parametrize("name", ["engine", "perfect"])
def test_a_raised_stop_sign_asks_for_an_answer_at_once(name: str) -> None:
    stop = threading.Event()
    stop.set()
    board = gamegrove.position("connect-four:size=9x9", "1212991")
    assert player(f"{name}:table_mib=1").choose(board, NO_CLOCK, stop).move == "1"
