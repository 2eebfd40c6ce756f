"""Matches: the referee, openings, the log, resuming after kill -9, and `gamegrove match` and `replay`."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamegrove
from command import COMMAND, NO_TERMINAL, run, run_json
from gamegrove import GamegroveError, Position
from gamegrove.cli.replay import read_match
from gamegrove.clocks import TimeControl
from gamegrove.game_log import Forfeit, GameLog, LogFile, Result, Turn, read_log
from gamegrove.match import Interrupted, Match, play_game, play_match
from gamegrove.match_summary import Score, summarise, wilson_interval
from gamegrove.openings import opening_lines, openings, read_opening, usual_openings
from gamegrove.players import NO_CLOCK, Clock, Decision, Player
from gamegrove.textbook.observation import StopSign
from paths import TESTS
from strategies import positions

SMALL = "othello:size=4"


class Watch:
    """A referee's watch that shows what the test wants."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class Chooser:
    """A player whose moves, and whatever else happens on its turn, come from a function."""

    def __init__(self, name: str, decide: Callable[[Position], Any]) -> None:
        self.name = name
        self.decide = decide
        self.begun: list[tuple[str, int]] = []
        self.clocks: list[Clock] = []
        self.sign: StopSign | None = None
        self.closed = 0

    def begin(self, start: Position, side: int) -> None:
        self.begun.append((start.line, side))

    def choose(self, position: Position, clock: Clock = NO_CLOCK, stop: StopSign | None = None) -> Any:
        self.clocks.append(clock)
        self.sign = stop
        return self.decide(position)

    def close(self) -> None:
        self.closed += 1


def first_move(position: Position) -> Decision:
    return Decision(position.legal_moves[0])


def scripted(name: str, decisions: Sequence[Any]) -> Chooser:
    coming = iter(decisions)
    return Chooser(name, lambda _: next(coming))


def slow(name: str, watch: Watch, times: Sequence[float] = ()) -> Chooser:
    """Takes so long for its moves, and no time at all once the list has ended."""
    coming = chain(times, repeat(0.0))

    def decide(position: Position) -> Decision:
        watch.time += next(coming)
        return first_move(position)

    return Chooser(name, decide)


def crashing(name: str, error: BaseException, after: int = 0) -> Chooser:
    turns = iter(range(after))

    def decide(position: Position) -> Decision:
        if next(turns, None) is None:
            raise error
        return first_move(position)

    return Chooser(name, decide)


def quick(name: str, seed: int) -> Chooser:
    """A random player that says what it thinks of its moves."""
    source = random.Random(seed)

    def decide(position: Position) -> Decision:
        value = source.randrange(-9, 10)
        return Decision(source.choice(list(position.legal_moves)), value, f"{value:+}", 1, len(name))

    return Chooser(name, decide)


class Bench:
    """Makes the players of a match and remembers them."""

    def __init__(self) -> None:
        self.players: list[Chooser] = []
        self.asked: list[tuple[str, int | None, float | None]] = []
        self.make: Callable[[str, int], Chooser] = quick

    def player(self, text: str, *, seed: int | None = None, megabytes: float | None = None) -> Player:
        self.asked.append((text, seed, megabytes))
        self.players.append(self.make(text, seed or 0))
        return self.players[-1]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench()
    monkeypatch.setattr("gamegrove.match.player", made.player)
    return made


def bare(game: GameLog) -> dict[str, Any]:
    """A game without its times."""
    return without_times(game.description())


def without_times(line: dict[str, Any]) -> dict[str, Any]:
    for turn in line.get("moves", []):
        turn.pop("seconds")
    return line


def contents(file: Path) -> list[dict[str, Any]]:
    """The lines of a log without the times."""
    return [without_times(json.loads(line)) for line in file.read_text().splitlines()]


# -- The referee.


def test_a_game_is_logged_move_by_move() -> None:
    start = gamegrove.position("tic-tac-toe")
    first = scripted("x", [Decision("a1", 7, "+7", 3, 123), Decision("b2"), Decision("c3")])
    second = scripted("o", [Decision("b1"), Decision("c1", -2, "-2", 4, 456)])
    log = play_game(start, (first, second))
    assert [(turn.side, turn.move, turn.value, turn.value_text, turn.depth, turn.nodes) for turn in log.moves] == [
        (0, "a1", 7, "+7", 3, 123),
        (1, "b1", None, None, None, None),
        (0, "b2", None, None, None, None),
        (1, "c1", -2, "-2", 4, 456),
        (0, "c3", None, None, None, None),
    ]
    assert all(turn.seconds >= 0 for turn in log.moves)
    assert log.players == ("x", "o")
    assert log.result == Result(0, 1, "3 in a row")
    assert log.winner_name == "x"
    assert log.final == start.play("a1 b1 b2 c1 c3").line
    assert (first.begun, second.begun) == ([(start.line, 0)], [(start.line, 1)])


def test_the_referee_measures_each_move() -> None:
    watch = Watch()
    log = play_game(gamegrove.position(SMALL), (slow("a", watch, [0.5, 0.25]), slow("b", watch, [3])), now=watch)
    assert [turn.seconds for turn in log.moves[:5]] == [0.5, 3, 0.25, 0, 0]


def test_a_player_sees_its_own_clock() -> None:
    watch = Watch()
    players = slow("a", watch, [5, 1]), slow("b", watch)
    play_game(gamegrove.position(SMALL), players, TimeControl.read("60+2 10/move"), now=watch)
    assert players[0].clocks[:3] == [Clock(10, 60, 2), Clock(10, 57, 2), Clock(10, 58, 2)]
    assert players[1].clocks[:2] == [Clock(10, 60, 2), Clock(10, 62, 2)]


@pytest.mark.parametrize(("control", "times"), [("1/move", [1, 0.2, 1.5]), ("2", [1, 0.9, 0.5])])
def test_who_oversteps_the_clock_loses(control: str, times: list[float]) -> None:
    watch = Watch()
    start = gamegrove.position(SMALL)
    log = play_game(start, (slow("a", watch), slow("b", watch, times)), TimeControl.read(control), now=watch)
    assert log.result.winner == 0
    assert log.result.forfeit is Forfeit.clock
    assert log.result.margin is None
    assert f"b took {times[-1]} s, and had " in log.result.reason
    assert [turn.side for turn in log.moves] == [0, 1, 0, 1, 0]
    assert len(log.replay(start)) == 6


def test_a_player_that_uses_all_its_time_does_not_lose() -> None:
    watch = Watch()
    log = play_game(
        gamegrove.position(SMALL), (slow("a", watch, [1] * 9), slow("b", watch)), TimeControl(1.0), now=watch
    )
    assert log.result.forfeit is None


def test_time_that_is_over_raises_the_stop_sign() -> None:
    watch = Watch()
    signs: list[bool] = []

    def decide(position: Position) -> Decision:
        assert player.sign is not None
        signs.append(player.sign.is_set())
        watch.time += 1.5
        signs.append(player.sign.is_set())
        return first_move(position)

    player = Chooser("late", decide)
    log = play_game(gamegrove.position(SMALL), (player, slow("b", watch)), TimeControl(1.0), now=watch)
    assert signs == [False, True]
    assert log.result.winner == 1


@pytest.mark.parametrize("move", ["a1", "z9", "", None, 17, "pass", "c2\nd1"])
def test_an_illegal_move_loses(move: object) -> None:
    start = gamegrove.position(SMALL)
    log = play_game(start, (scripted("bad", [Decision(move)]), quick("b", 1)))
    assert log.result.winner == 1
    assert log.result.forfeit is Forfeit.illegal
    assert log.result.reason == f"bad played {move}, which is not legal"
    assert log.moves == ()
    assert log.replay(start) == [start]


@pytest.mark.parametrize("error", [ValueError("x\ny"), ZeroDivisionError("x y"), GamegroveError("x y")])
def test_an_exception_loses(error: Exception) -> None:
    log = play_game(gamegrove.position(SMALL), (quick("a", 1), crashing("bad", error, after=2)))
    assert log.result == Result(0, None, f"bad crashed: {type(error).__name__}: x y", Forfeit.crash)
    assert len(log.moves) == 5


@pytest.mark.parametrize("answer", [None, "c2", Decision("b1", value="high"), Decision("b1", depth=0.5)])  # type: ignore[arg-type]
def test_an_answer_that_is_no_decision_loses(answer: object) -> None:
    log = play_game(gamegrove.position(SMALL), (scripted("bad", [answer]), quick("b", 1)))
    assert log.result.winner == 1
    assert log.result.forfeit is Forfeit.crash


def test_a_crash_before_the_first_move_loses() -> None:
    class Late(Chooser):
        def begin(self, start: Position, side: int) -> None:
            raise RuntimeError(f"not {start.spec} as {side}")

    log = play_game(gamegrove.position(SMALL), (quick("a", 1), Late("late", first_move)))
    assert log.result == Result(0, None, f"late crashed: RuntimeError: not {SMALL} as 1", Forfeit.crash)


def test_a_stop_sign_ends_a_game_unfinished() -> None:
    stop = threading.Event()

    def decide(position: Position) -> Decision:
        stop.set()
        return first_move(position)

    with pytest.raises(Interrupted):
        play_game(gamegrove.position(SMALL), (Chooser("a", decide), quick("b", 1)), stop=stop)
    with pytest.raises(Interrupted):  # whatever a player says when it is stopped is not its fault
        play_game(gamegrove.position(SMALL), (crashing("a", ValueError()), quick("b", 1)), stop=stop)


class Countdown(gamegrove.PythonPosition[int]):
    """Take one or two; who takes the last wins. Its line cannot be read back."""

    def __init__(self, left: int = 9, turn: int = 0) -> None:
        self.left = left
        self._turn = turn

    @property
    def turn(self) -> int:
        return self._turn

    def moves(self) -> Sequence[int]:
        return [take for take in (1, 2) if take <= self.left]

    def after(self, move: int, /) -> Countdown:
        return Countdown(self.left - move, 1 - self._turn)

    def final_value(self) -> int:
        return -1

    def key(self) -> int:
        return self.left

    def __str__(self) -> str:
        return f"{self.left} left"


@pytest.mark.usefixtures("bench")
def test_a_game_written_in_python_is_played_stored_and_replayed(tmp_path: Path) -> None:
    gamegrove.register(gamegrove.GameEntry("countdown", "take one or two", lambda _: Countdown()))
    match = Match("a", "b", game="countdown", games=4)
    list(play_match(match, tmp_path / "log"))
    header, games = read_log(tmp_path / "log")
    assert len(games) == 4
    for game in games:
        assert Match.read(header).replay(game)[-1].is_over()


# -- Openings.


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


# -- Matches.


def test_openings_come_in_pairs_with_the_colours_swapped(bench: Bench) -> None:
    match = Match("a", "b", game=SMALL, games=6, openings="random:3", megabytes=500)
    games = list(play_match(match))
    assert [game.number for game in games] == [0, 1, 2, 3, 4, 5]
    assert [game.players for game in games] == [("a", "b"), ("b", "a")] * 3
    assert [game.opening for game in games[::2]] == [game.opening for game in games[1::2]]
    assert len({game.opening for game in games}) == 3
    assert all(game.start == match.start.play(game.opening).line for game in games)
    assert {megabytes for _, _, megabytes in bench.asked} == {500}
    assert all(player.closed == 1 for player in bench.players)


def test_a_match_is_repeatable(bench: Bench) -> None:
    def played(seed: int) -> list[dict[str, Any]]:
        return [bare(game) for game in play_match(Match("a", "b", game=SMALL, games=4, seed=seed))]

    assert played(1) == played(1)
    assert played(1) != played(2)
    assert len({seed for _, seed, _ in bench.asked[2:10]}) == 8  # every player of every game has its own


@pytest.mark.usefixtures("bench")
def test_each_game_depends_on_its_number_alone() -> None:
    match = Match("a", "b", game=SMALL, games=6)
    games = list(play_match(match))
    assert bare(match.play(4)) == bare(games[4])


@pytest.mark.parametrize(("games", "instead"), [(1, 2), (7, 8), (0, 2), (-2, 2)])
def test_an_odd_number_of_games_is_refused(games: int, instead: int) -> None:
    with pytest.raises(GamegroveError, match=f"even number, such as {instead}, not {games}"):
        Match("a", "b", games=games)


def test_the_match_goes_on_after_a_crash_with_a_new_player(bench: Bench) -> None:
    def make(name: str, seed: int) -> Chooser:
        is_bad = name == "bad" and len(bench.players) in (2, 3)  # after the two that are only looked at
        return crashing(name, RuntimeError("oops"), after=1) if is_bad else quick(name, seed)

    bench.make = make
    games = list(play_match(Match("bad", "good", game=SMALL, games=4)))
    assert [game.result.forfeit for game in games] == [Forfeit.crash, None, None, None]
    assert games[0].winner_name == "good"
    assert len(bench.players) == 2 + 8


def test_what_is_wrong_with_a_player_is_said_before_the_first_game(bench: Bench, tmp_path: Path) -> None:
    def make(name: str, seed: int) -> Chooser:
        if name == "nobody":
            raise GamegroveError("there is no player 'nobody'")
        return quick(name, seed)

    bench.make = make
    with pytest.raises(GamegroveError, match="nobody"):
        play_match(Match("a", "nobody", game=SMALL), tmp_path / "log")
    assert not (tmp_path / "log").exists()


@pytest.mark.usefixtures("bench")
def test_a_stop_sign_ends_a_match_after_its_finished_games(tmp_path: Path) -> None:
    stop = threading.Event()
    match = Match("a", "b", game=SMALL, games=6)
    whole = [bare(game) for game in play_match(match)]
    games = []
    for game in play_match(match, tmp_path / "log", stop=stop):
        games.append(bare(game))
        if len(games) == 3:
            stop.set()
    assert games == whole[:3]
    assert [bare(game) for game in play_match(match, tmp_path / "log", resume=True)] == whole


def test_an_interrupt_in_a_game_keeps_the_finished_ones(bench: Bench, tmp_path: Path) -> None:
    bench.make = lambda name, seed: (
        crashing(name, KeyboardInterrupt(), 2) if len(bench.players) > 6 else quick(name, seed)
    )
    with pytest.raises(KeyboardInterrupt):
        list(play_match(Match("a", "b", game=SMALL, games=6), tmp_path / "log"))
    assert [game.number for game in read_log(tmp_path / "log")[1]] == [0, 1]


# -- The log.


def test_a_game_is_on_the_disk_before_the_next_one_begins(bench: Bench, tmp_path: Path) -> None:
    log = tmp_path / "log"
    lines_at_begin: list[int] = []

    class Looking(Chooser):
        def begin(self, start: Position, side: int) -> None:
            super().begin(start, side)
            lines_at_begin.append(len(log.read_text().splitlines()) if log.exists() else 0)

    bench.make = lambda name, seed: Looking(name, quick(name, seed).decide)
    for game in play_match(Match("a", "b", game=SMALL, games=4), log):
        assert bare(game) == contents(log)[-1]
    assert lines_at_begin == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


@pytest.mark.usefixtures("bench")
def test_the_log_says_everything_about_the_match(tmp_path: Path) -> None:
    match = Match("a", "b", SMALL, 2, ("b1", "a2"), 3, TimeControl.read("60+1"), 500)
    list(play_match(match, tmp_path / "log"))
    header, _ = read_log(tmp_path / "log")
    assert header == {
        "format": "gamegrove-match",
        "format_version": 1,
        "players": ["a", "b"],
        "game": SMALL,
        "games": 2,
        "openings": ["b1", "a2"],
        "seed": 3,
        "control": "60+1",
        "memory": 500,
        "version": gamegrove.__version__,
    }
    assert Match.read(header) == match
    line = json.loads((tmp_path / "log").read_text().splitlines()[1])
    assert list(line) == ["game", "first", "second", "opening", "start", "moves", "result", "final"]
    assert set(line["moves"][0]) == {"side", "move", "value", "value_text", "depth", "nodes", "seconds"}
    assert set(line["result"]) == {"winner", "name", "margin", "reason", "forfeit"}
    assert (line["game"], line["first"], line["second"], line["opening"]) == (0, "a", "b", "b1")


numbers = st.none() | st.integers(-(10**9), 10**9)


@given(
    start=positions(),
    texts=st.tuples(st.text(), st.text(), st.none() | st.text()),
    said=st.tuples(numbers, numbers, numbers),
    number=st.integers(0, 10**6),
)
def test_any_game_comes_back_from_its_line(
    start: Position, texts: tuple[str, str, str | None], said: tuple[int | None, int | None, int | None], number: int
) -> None:
    first, second, value_text = texts
    value, depth, nodes = said
    turn = Turn.of(1, Decision("a1", value, value_text, depth, nodes), 0.123456789)
    game = GameLog((first, second), start.line, (turn, turn), Result(1, 3, first), start.line, number, second)
    assert GameLog.read(json.loads(json.dumps(game.description()))) == game
    lost = GameLog((first, second), start.line, (), Result(0, None, second, Forfeit.clock), start.line, number)
    assert GameLog.read(json.loads(json.dumps(lost.description()))) == lost


@pytest.fixture(scope="module")
def finished() -> bytes:
    """The log of a finished match."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamegrove.match.player", Bench().player)
        list(play_match(SHORT, Path(folder) / "log"))
        return (Path(folder) / "log").read_bytes()


SHORT = Match("a", "b", game=SMALL, games=4)


@given(data=st.data())
def test_a_log_cut_anywhere_goes_on_to_the_same_log(finished: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(finished)))
    bench = Bench()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamegrove.match.player", bench.player)
        whole, log = Path(folder) / "whole", Path(folder) / "log"
        whole.write_bytes(finished)
        log.write_bytes(finished[:cut])
        games = list(play_match(SHORT, log, resume=True))
        assert [game.number for game in games] == [0, 1, 2, 3]
        assert contents(log) == contents(whole)
        kept = finished[:cut].count(b"\n")
        assert log.read_bytes().splitlines()[:kept] == finished.splitlines()[:kept]  # with their times
        assert len(bench.players) == 2 + 2 * (4 - max(0, kept - 1))  # nothing is played twice


def test_missing_games_are_played_wherever_they_are(finished: bytes, bench: Bench, tmp_path: Path) -> None:
    log = tmp_path / "log"
    header, zero, one, two, three = finished.splitlines(keepends=True)
    log.write_bytes(header + three + one)
    assert [game.number for game in play_match(SHORT, log, resume=True)] == [3, 1, 0, 2]
    assert [game.number for game in read_log(log)[1]] == [0, 1, 2, 3]
    assert [bare(game) for game in read_log(log)[1]] == [
        without_times(json.loads(line)) for line in (zero, one, two, three)
    ]
    assert len(bench.players) == 2 + 4


@pytest.mark.usefixtures("bench")
def test_a_log_is_not_written_over(finished: bytes, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(finished)
    with pytest.raises(GamegroveError, match="--resume, or name another file"):
        play_match(SHORT, log)
    log.write_text("my notes")
    for resume in (False, True):
        with pytest.raises(GamegroveError, match="name another file"):
            play_match(SHORT, log, resume=resume)
    log.write_text("my notes\n")
    with pytest.raises(GamegroveError, match="is not the log of a match"):
        play_match(SHORT, log, resume=True)
    assert log.read_text() == "my notes\n"


def test_only_one_match_writes_a_log(tmp_path: Path) -> None:
    with (
        LogFile(tmp_path / "log", SHORT.header()),
        pytest.raises(GamegroveError, match="another match is writing"),
    ):
        LogFile(tmp_path / "log", SHORT.header(), resume=True)
    LogFile(tmp_path / "log", SHORT.header(), resume=True).close()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"a": "c"}, r"its 'players' is \[\"a\", \"b\"\], not \[\"c\", \"b\"\]"),
        ({"game": "othello:size=6"}, f'its \'game\' is "{SMALL}", not "othello:size=6"'),
        ({"games": 6}, "its 'games' is 4, not 6"),
        ({"openings": "random:3"}, 'its \'openings\' is "random:2", not "random:3"'),
        ({"openings": ("b1",)}, r"its 'openings' is \"random:2\", not \[\"b1\"\]"),
        ({"seed": 2}, "its 'seed' is 1, not 2"),
        ({"control": TimeControl(1.0)}, 'its \'control\' is "unlimited", not "1/move"'),
        ({"megabytes": 500}, "its 'memory' is null, not 500"),
    ],
)
@pytest.mark.usefixtures("bench")
def test_another_match_does_not_go_on_with_the_log(
    finished: bytes, tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    log = tmp_path / "log"
    log.write_bytes(finished)
    other = Match(**{"a": "a", "b": "b", "game": SMALL, "games": 4, **changed})
    with pytest.raises(GamegroveError, match=message):
        play_match(other, log, resume=True)
    assert log.read_bytes() == finished


def damage(line: bytes, *path: str | int, value: object) -> bytes:
    """A line of a log with another value in one place."""
    data = json.loads(line)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("game",), 3, "holds game 3 a second time"),
        (("game",), None, "its 'game' is null"),
        (("moves",), "b1", "its 'moves' is \"b1\""),
        (("moves", 0), "b1", '"b1" stands where an object should be'),
        (("moves", 0), {"side": 0}, "'move' is missing"),
        (("moves", 2, "seconds"), True, "its 'seconds' is true"),
        (("result", "winner"), 2, "winner 2"),
        (("result", "forfeit"), "asleep", "forfeit asleep"),
        (("result", "name"), "c", "the 'name' is c"),
    ],
)
def test_a_damaged_line_is_named(
    finished: bytes, tmp_path: Path, path: tuple[str | int, ...], value: object, message: str
) -> None:
    lines = finished.splitlines()
    lines[2], lines[4] = damage(lines[4], *path, value=value), lines[4]
    (tmp_path / "log").write_bytes(b"\n".join([*lines[:2], lines[4], lines[2], b""]))
    with pytest.raises(GamegroveError, match="log, line 4 is damaged: .*" + message):
        read_log(tmp_path / "log")


@pytest.mark.parametrize("line", [b"{", b"[]", b"17", b'"x"', b"\xff\xfe", b"[" * 10**5, b""])
def test_lines_that_are_no_games_are_named(finished: bytes, tmp_path: Path, line: bytes) -> None:
    (tmp_path / "log").write_bytes(finished + line + b"\n")
    with pytest.raises(GamegroveError, match="log, line 6 is damaged"):
        read_log(tmp_path / "log")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("moves", 1, "move"), "z9", "its move 2, z9, is not legal"),
        (("moves", 1, "side"), 0, "is of side 0, but it was the other's turn"),
        (("opening",), "b1", "its opening leads to .*, but its start is"),
        (("opening",), "huh", "cannot be played"),
        (("final",), "othello", "its moves lead to .*, but its final position is othello"),
        (("result", "margin"), 99, "its result is .* margin 99"),
        (("result", "reason"), "magic", "its result is .*magic, by the rules winner"),
        (("result", "forfeit"), "clock", "it is forfeited, but was over before"),
    ],
)
def test_replaying_finds_what_breaks_the_rules(
    finished: bytes, path: tuple[str | int, ...], value: object, message: str
) -> None:
    game = GameLog.read(json.loads(damage(finished.splitlines()[2], *path, value=value)))
    with pytest.raises(GamegroveError, match="game 1 is damaged: .*" + message):
        SHORT.replay(game)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"winner": None, "name": None}, "not won by the other side"),
        ({"winner": 0, "name": "a"}, "not won by the other side"),
        ({"forfeit": None}, "the rules let it go on"),
    ],
)
def test_replaying_knows_who_can_forfeit(changed: dict[str, object], message: str) -> None:
    start = gamegrove.position(SMALL)
    log = play_game(start, (crashing("a", ValueError(), after=1), quick("b", 1)))
    assert len(log.replay(start)) == 3
    data = log.description()
    data["result"].update(changed)
    with pytest.raises(GamegroveError, match=message):
        GameLog.read(data).replay(start)


@pytest.mark.usefixtures("bench")
def test_games_of_another_match_are_found_when_a_log_goes_on(finished: bytes, tmp_path: Path) -> None:
    header, zero, *_ = finished.splitlines()
    wrong = {
        "the match has games 0 to 3": damage(zero, "game", value=7),
        "in it b and a play": damage(zero, "game", value=1),
        "the opening of another game": damage(zero, "opening", value="b1"),
    }
    for message, line in wrong.items():
        (tmp_path / "log").write_bytes(b"\n".join([header, line, b""]))
        with pytest.raises(GamegroveError, match=message):
            list(play_match(SHORT, tmp_path / "log", resume=True))


def test_logs_of_today_can_be_read_tomorrow() -> None:
    """A stored log; it is not to be written again unless the format has a new version."""
    match, games = read_match(TESTS / "matches" / "tic-tac-toe.jsonl")
    assert [game.number for game in games] == list(range(match.games))
    assert [game.winner_name for game in games] == ["tt:depth=9", None, "tt:depth=9", "tt:depth=9"]
    for game in games:
        assert match.replay(game)[-1].is_over()


# -- The summary.


def logged(number: int, winner: int | None, moves: str = "a1", forfeit: Forfeit | None = None) -> GameLog:
    turns = tuple(
        Turn(side=place % 2, move=move, value=None, value_text=None, depth=place, nodes=10 * place, seconds=0.5 + place)
        for place, move in enumerate(moves.split())
    )
    return GameLog(("x", "y"), "start", turns, Result(winner, 1, "why", forfeit), "end", number)


def test_the_summary_counts_for_each_player_by_colour() -> None:
    games = [
        logged(0, 0, "a1 b1 c1"),
        logged(1, 0, "a1 b1 c1"),
        logged(2, None, "a2"),
        logged(3, 1, "a3", Forfeit.clock),
        logged(4, 1, "a1 b1 c1"),
    ]
    summary = summarise(Match("x", "y", games=6), games)
    assert (summary.a.as_first, summary.a.as_second) == (Score(1, 1, 1), Score(1, 0, 1))
    assert (summary.b.as_first, summary.b.as_second) == (Score(1, 0, 1), Score(1, 1, 1))
    assert summary.a.score == Score(2, 1, 2)
    assert summary.a.score.share == 0.5
    assert summary.a.pace.moves == 2 + 1 + 1 + 0 + 2
    assert summary.b.pace.moves == 1 + 2 + 0 + 1 + 1
    assert summary.a.pace.slowest == 2.5
    assert summary.a.pace.seconds == pytest.approx((0.5 + 2.5 + 1.5 + 0.5 + 0.5 + 2.5) / 6)
    assert summary.a.pace.depth == pytest.approx((0 + 2 + 1 + 0 + 0 + 2) / 6)
    assert summary.different == 4
    assert summary.description()["forfeits"] == [{"game": 3, "player": "B", "how": "clock", "reason": "why"}]
    assert summary.description()["complete"] is False
    assert json.loads(json.dumps(summary.description()))["A"]["score"] == 0.5


def test_the_summary_of_no_games() -> None:
    summary = summarise(Match("x", "y"), [])
    assert summary.interval is None
    assert summary.a.score.share is None
    assert summary.a.pace.seconds is None


def test_the_interval_narrows_with_games_and_stays_within_bounds() -> None:
    low, high = wilson_interval(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)  # as published tables have it
    assert wilson_interval(0.5, 10)[0] < low
    assert wilson_interval(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson_interval(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert 0 <= wilson_interval(0.0, 10)[0] <= wilson_interval(1.0, 10)[1] <= 1


# -- The commands.


MANY = ("match", "greedy", "random", "--size", "4", "--games", "400", "--seed", "7", "--quiet")


def start(log: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments, "--output", str(log), "--resume"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=NO_TERMINAL,
    )


def wait_until_longer(log: Path, size: int, running: subprocess.Popen[str]) -> None:
    while running.poll() is None and (not log.exists() or log.stat().st_size <= size):
        time.sleep(0.001)


def test_a_match_survives_kill_9(tmp_path: Path) -> None:
    whole, log = tmp_path / "whole", tmp_path / "log"
    run(*MANY, "--output", str(whole))
    killed = []
    for part in (0, 0.15, 0.3, 0.6):
        running = start(log, *MANY)
        wait_until_longer(log, int(part * whole.stat().st_size), running)
        running.kill()
        running.communicate()
        killed.append(running.returncode)
        before = log.read_bytes() if log.exists() else b""
    assert killed.count(-signal.SIGKILL) >= 2  # or the match was always too quick for us
    run(*MANY, "--output", str(log), "--resume")
    assert contents(log) == contents(whole)
    complete = before[: before.rfind(b"\n") + 1]
    assert log.read_bytes().startswith(complete)  # what was finished before has even kept its times


def test_ctrl_c_tells_what_was_played_and_how_to_go_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    long = [*MANY]
    long[long.index("400")] = "6000"
    running = start(log, *long)
    wait_until_longer(log, 20_000, running)
    running.send_signal(signal.SIGINT)
    text, _ = running.communicate(timeout=60)
    assert running.returncode == 130, text
    assert "Traceback" not in text
    stored = len(contents(log)) - 1
    assert 0 < stored < 6000
    assert f"{stored} of 6000 games" in text
    assert (
        f"go on with: gamegrove match greedy random --size 4 --games 6000 --seed 7 --quiet --output {log} --resume"
        in text
    )


def test_a_match_in_the_shell(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = run(
        "match", "greedy", "random", "--size", "4", "--games", "4", "--openings", "random:2", "--output", str(log)
    )
    assert "   0  greedy - random  " in text
    assert "   3  random - greedy  " in text
    assert f"{SMALL}, 4 of 4 games, openings random:2, seed 1" in text
    assert "with 95 % confidence" in text
    assert f"gamegrove replay {log}" in text
    assert "not stored" in run("match", "random", "random", "--size", "4", "--games", "2", "--quiet")


def read_to_the_end(terminal: int) -> str:
    text = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while part := os.read(terminal, 4096):
            text += part
    os.close(terminal)
    return text.decode()


def test_a_terminal_shows_a_bar() -> None:
    here, there = os.openpty()
    running = subprocess.Popen(
        [*COMMAND, "match", "greedy", "random", "--size", "4", "--games", "4"],
        stdout=subprocess.PIPE,
        stderr=there,
        encoding="utf-8",
        env={**NO_TERMINAL, "TERM": "xterm"},
    )
    os.close(there)
    bar = read_to_the_end(here)
    text, _ = running.communicate(timeout=60)
    assert "A: 1 won, 1 drawn, 2 lost" in bar
    assert "4/4" in bar
    assert "4 of 4 games" in text
    assert "greedy - random" not in text


def test_a_match_as_json(tmp_path: Path) -> None:
    log = tmp_path / "log"
    answer = run_json("match", "greedy", "random", "--game", "connect-four", "--games", "6", "--output", str(log))
    assert answer["played"] == 6
    assert answer["complete"] is True
    assert answer["match"]["game"] == "connect-four"
    assert answer["match"]["openings"] == "random:4"
    assert answer["A"]["wins"] == answer["B"]["losses"]
    assert answer["A"]["wins"] + answer["A"]["draws"] + answer["A"]["losses"] == 6
    assert answer["output"] == str(log)


def test_conditions_reach_the_players_and_the_log(tmp_path: Path) -> None:
    log, file = tmp_path / "log", tmp_path / "openings.txt"
    file.write_text("# two\nf5d6c3\nothello 8/8/8/3OX3/3XO3/8/8/8 X  # the start\n")
    answer = run_json(
        "match", "random", "random", "--games", "2", "--openings", str(file), "--clock", "60+1", "--time", "9",
        "--memory", "2GB", "--output", str(log),
    )  # fmt: skip
    assert answer["match"]["openings"] == ["f5d6c3", "othello 8/8/8/3OX3/3XO3/8/8/8 X"]
    assert answer["match"]["control"] == "60+1 9/move"
    assert answer["match"]["memory"] == 2048
    assert read_log(log)[1][0].start == gamegrove.Othello("f5d6c3").line


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "3"], "games must be an even number, such as 4, not 3"),
        (["--openings", "random:x"], "random:8"),
        (["--clock", "soon"], "the clock 'soon'"),
        (["--clock", "1/move", "--time", "2"], "twice"),
        (["--memory", "500"], "--memory 500 should be an amount such as 500MB or 2GB"),
        (["--memory", "0MB"], "500MB"),
        (["--resume"], "--output FILE"),
        (["--game", "chess"], "there is no game 'chess'"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], message: str) -> None:
    assert message in " ".join(run("match", "random", "random", *arguments, code=2).split())


@pytest.mark.parametrize(
    ("player", "message"),
    [("nobody", "there is no player 'nobody'"), ("human", "name another player"), ("greedy-corners", "plays Othello")],
)
def test_players_that_cannot_play_are_refused(tmp_path: Path, player: str, message: str) -> None:
    text = run("match", "random", player, "--game", "connect-four", "--output", str(tmp_path / "log"), code=2)
    assert message in " ".join(text.split())
    assert not (tmp_path / "log").exists()


def test_a_wrong_opening_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# mine\nf5d6\nf5a1\n")
    text = run("match", "random", "random", "--openings", str(file), code=2)
    assert f"{file}, line 3: the opening 'f5a1' cannot be played: a1 is not legal" in " ".join(text.split())
    assert "cannot read" in run("match", "random", "random", "--openings", "nowhere", code=1)
    assert "there is no folder" in run("match", "random", "random", "--output", str(tmp_path / "no" / "log"), code=1)


def test_every_stored_game_can_be_replayed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    run("match", "greedy", "random", "--game", "connect-four", "--games", "4", "--output", str(log), "--quiet")
    assert "4 of 4 games of connect-four" in run("replay", str(log))
    games = run_json("replay", str(log))["games"]
    for game in games:
        positions = Match("greedy", "random", game="connect-four").replay(GameLog.read(game))
        assert (positions[0].line, positions[-1].line) == (game["start"], game["final"])
    moves = games[2]["moves"]
    shown = run_json("replay", str(log), "2")
    assert shown["moves"] == moves
    assert len(shown["positions"]) == len(moves) + 1
    text = run("replay", str(log), "2")
    assert f"   1. {moves[0]['move']}" in text
    assert text.count("1 2 3 4 5 6 7") == 1
    assert run("replay", str(log), "2", "--all").count("1 2 3 4 5 6 7") == len(moves) + 1
    assert "has no game 9" in run("replay", str(log), "9", code=2)


def test_replay_says_which_game_is_damaged(finished: bytes, tmp_path: Path) -> None:
    log = tmp_path / "log"
    lines = finished.splitlines()
    lines[3] = damage(lines[3], "moves", 0, "move", value="z9")
    log.write_bytes(b"\n".join([*lines, b""]))
    for arguments in ([], ["2"]):
        text = run("replay", str(log), *arguments, code=2)
        assert f"{log}: game 2 is damaged: its move 1, z9, is not legal" in " ".join(text.split())
    assert "a - b" in run("replay", str(log), "0")
    assert "cannot read" in run("replay", str(tmp_path / "nothing"), code=1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("control", "soon"), "line 1 is damaged: the clock 'soon'"),
        (("games", 3), "line 1 is damaged: games must be an even number"),
        (("players", ["a"]), "'players' and 'openings' should be texts"),
        (("seed", "x"), "line 1 is damaged: its 'seed' is \"x\""),
        (("format_version", 9), "is a log of version 9"),
        (("format", "diary"), "is not the log of a match"),
    ],
)
def test_a_damaged_header_is_explained(finished: bytes, tmp_path: Path, line: tuple[str, object], message: str) -> None:
    field, value = line
    (tmp_path / "log").write_bytes(damage(finished.splitlines()[0], field, value=value) + b"\n")
    with pytest.raises(GamegroveError, match=message):
        read_match(tmp_path / "log")


def test_a_game_in_python_keeps_the_options_that_were_typed(tmp_path: Path) -> None:
    game = tmp_path / "heap.py"
    nim = TESTS.parent / "examples" / "nim.py"
    game.write_text(
        "import runpy, gamegrove\n"
        f"nim = runpy.run_path({str(nim)!r})['Nim']\n"
        "make = lambda text='', heap=3: nim((1, 2, int(heap)))\n"
        "options = {'heap': gamegrove.Option('how many are in the last heap')}\n"
        "gamegrove.register(gamegrove.GameEntry('heaps', 'Nim', make, options))\n",
        encoding="utf-8",
    )
    log = tmp_path / "log.jsonl"
    asked = ("match", "random", "random", "--game", "heaps:heap=5", "--games", "2", "--openings", "start")
    run("--load", str(game), *asked, "--output", str(log))
    header, first, *_ = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines())
    assert header["game"] == "heaps:heap=5"
    assert "c |||||" in first["start"]


def test_a_log_may_be_named_by_text_and_a_control_written_as_one(tmp_path: Path) -> None:
    asked = Match("random", "random", game="tic-tac-toe", control="60+1")  # type: ignore[arg-type]
    assert asked.control == TimeControl(game_seconds=60, increment=1)
    assert len(list(play_match(asked, str(tmp_path / "log.jsonl")))) == 2
    with pytest.raises(GamegroveError, match="game must be a text"):
        Match("random", "random", game=gamegrove.Othello())  # type: ignore[arg-type]


@pytest.mark.parametrize("place", ["/dev/full", "/dev/null", "."])
def test_only_a_file_can_hold_a_log(place: str) -> None:
    assert f"cannot store games in {place}: it is not a file" in run(
        "match", "random", "random", "--output", place, code=1
    )


def test_a_player_with_an_impossible_limit_plays_no_match() -> None:
    for text, message in (("mtdf:depth=1001", "depth must be from 0 to 1,000"), ("mtdf:step=0", "step must be")):
        assert message in run("match", text, "random", "--games", "2", code=2)


def test_the_log_of_an_unknown_game_says_how_to_load_it(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    nim = str(TESTS.parent / "examples" / "nim.py")
    run("--load", nim, "match", "random", "random", "--game", "nim", "--games", "2", "--output", str(log))
    assert "comes with --load FILE.py" in run("replay", str(log), code=2)
    assert "random - random" in run("--load", nim, "replay", str(log))
