"""Matches: the referee, stored games, going on after kill -9, and `gamegrove match` and `replay`."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamegrove
from command import COMMAND, NO_TERMINAL, run, run_json
from gamegrove import GamegroveError, Position
from gamegrove.clocks import TimeControl
from gamegrove.game_log import Forfeit, GameLog, Result, Turn, read_games
from gamegrove.match import Match, games_of, play_game, play_match, split_clock
from gamegrove.players import NO_CLOCK, Clock, Decision, Player
from gamegrove.store import Run, Store
from gamegrove.textbook.observation import StopSign
from gamegrove.tournament.summary import Score, summarise
from gamegrove.work import Finished, Here, Interrupted, Processes
from paths import TESTS
from strategies import positions

SMALL = "othello:size=4"
Shell = Callable[..., str]
"""The command in this process."""


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
    described = game.description()
    for turn in described["moves"]:
        turn.pop("seconds")
    return described


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as opened:
        yield opened


def begin(store: Store, *, resume: bool = False) -> Run:
    return store.begin("tournament", "test", {}, resume=resume)


def stored_games(run: Run) -> list[GameLog]:
    return games_of(run.results().values())


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
    assert len(log.replay()) == 6


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
    assert log.replay() == [start]


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
def test_a_game_written_in_python_is_played_stored_and_replayed(store: Store) -> None:
    gamegrove.register(gamegrove.GameEntry("countdown", "take one or two", lambda _: Countdown()))
    run = begin(store)
    list(play_match(Match("a", "b", game="countdown", games=4), run=run))
    games = stored_games(run)
    assert len(games) == 4
    for game in games:
        assert game.replay()[-1].is_over()


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


def test_what_is_wrong_with_a_player_is_said_before_the_first_game(bench: Bench, store: Store) -> None:
    def make(name: str, seed: int) -> Chooser:
        if name == "nobody":
            raise GamegroveError("there is no player 'nobody'")
        return quick(name, seed)

    bench.make = make
    run = begin(store)
    with pytest.raises(GamegroveError, match="nobody"):
        next(play_match(Match("a", "nobody", game=SMALL), run=run))
    assert stored_games(run) == []
    assert all(player.clocks == [] for player in bench.players)


def test_an_interrupt_in_a_game_keeps_the_finished_ones(bench: Bench, store: Store) -> None:
    bench.make = lambda name, seed: (
        crashing(name, KeyboardInterrupt(), 2) if len(bench.players) > 6 else quick(name, seed)
    )
    run = begin(store)
    with pytest.raises(KeyboardInterrupt):
        list(play_match(Match("a", "b", game=SMALL, games=6), run=run))
    assert [game.number for game in stored_games(run)] == [0, 1]


def test_without_a_number_a_match_has_ten_games_or_every_line_with_either_colour() -> None:
    assert Match("a", "b", game=SMALL).number_of_games == 10
    every = Match("a", "b", game="connect-four", openings="all:2")
    assert every.number_of_games == 2 * 25  # 49 lines, 25 of which are not mirror images of others
    assert len({opening.text for opening in every.chosen_openings}) == 25
    assert Match("a", "b", game="connect-four", openings="all:2", games=4).number_of_games == 4


def test_openings_of_every_kind_are_played_twice_with_the_colours_swapped(bench: Bench) -> None:
    for asked in ("start", "random:2", "balanced:2", "all:2", ("b1", "b1a1")):
        games = list(play_match(Match("a", "b", game=SMALL, games=4, openings=asked)))
        assert [game.opening for game in games[::2]] == [game.opening for game in games[1::2]], asked
    assert len(bench.players) == 5 * (2 + 2 * 4)


def test_a_player_may_have_a_clock_of_its_own(bench: Bench) -> None:
    match = Match("a clock=5 1/move", "b", game=SMALL, games=2, control=TimeControl.read("60+2"))
    games = list(play_match(match))
    assert [name for name, _, _ in bench.asked] == ["a", "b", "a", "b", "b", "a"]  # two are looked at before
    first = [player.clocks[0] for player in bench.players[2:]]
    assert first == [Clock(1, 5), Clock(None, 60, 2), Clock(None, 60, 2), Clock(1, 5)]
    assert games[0].players == ("a clock=5 1/move", "b")


@given(st.text("abc:=, ", min_size=1), st.sampled_from(["60", "60+1", "0.5/move", "9+2 1/move", "unlimited"]))
def test_a_players_clock_is_split_off(name: str, control: str) -> None:
    usual = TimeControl.read("7")
    assert split_clock(f"{name} clock={control}", usual) == (name.strip(), TimeControl.read(control))
    assert split_clock(name, usual) == (name, usual)


def test_games_are_decided_by_perfect_play_when_the_match_says_so() -> None:
    games = list(play_match(Match("random", "greedy", game=SMALL, games=6, adjudicate=6)))
    assert {game.result.adjudicated for game in games} == {True}
    assert {game.replay()[-1].is_over() for game in games} == {False}
    played = list(play_match(Match("random", "greedy", game=SMALL, games=6)))
    assert {game.result.adjudicated for game in played} == {False}


def test_processes_play_the_same_games_as_this_one() -> None:
    match = Match("random", "greedy", game=SMALL, games=8)
    processes = Processes(2)
    elsewhere = sorted(play_match(match, processes), key=lambda game: game.number)
    processes.close()
    assert [bare(game) for game in elsewhere] == [bare(game) for game in play_match(match, Here())]


def test_a_control_may_be_written_as_text_and_a_game_must_be() -> None:
    asked = Match("random", "random", game="tic-tac-toe", control="60+1")  # type: ignore[arg-type]
    assert asked.control == TimeControl(game_seconds=60, increment=1)
    with pytest.raises(GamegroveError, match="game must be a text"):
        Match("random", "random", game=gamegrove.Othello())  # type: ignore[arg-type]


# -- Stored games.


def test_a_game_is_stored_before_the_next_one_begins(bench: Bench, store: Store) -> None:
    run = begin(store)
    stored_at_begin: list[int] = []

    class Looking(Chooser):
        def begin(self, start: Position, side: int) -> None:
            super().begin(start, side)
            stored_at_begin.append(count_results(store.path))

    bench.make = lambda name, seed: Looking(name, quick(name, seed).decide)
    for game in play_match(Match("a", "b", game=SMALL, games=4), run=run):
        assert game == stored_games(run)[-1]
    assert stored_at_begin == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3]  # at first two that are only looked at


def count_results(path: Path) -> int:
    """How many games another process finds."""
    try:
        base = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=60)
        try:
            return int(base.execute("select count(*) from results").fetchone()[0])
        finally:
            base.close()
    except sqlite3.OperationalError:  # it is not there yet, or has no tables yet
        return 0


SHORT = Match("a", "b", game=SMALL, games=4)


@pytest.fixture(scope="module")
def finished() -> list[Finished]:
    """The games of a finished match, with their tasks."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamegrove.match.player", Bench().player)
        return list(Here().run(iter(SHORT.tasks())))


@given(kept=st.sets(st.integers(0, 3)))
def test_whatever_is_stored_the_match_goes_on_to_the_same_games(finished: list[Finished], kept: set[int]) -> None:
    bench = Bench()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamegrove.match.player", bench.player)
        with Store(Path(folder) / "store.db") as store:
            run = begin(store)
            for number in kept:
                assert run.add(finished[number])
            games = list(play_match(SHORT, run=begin(store, resume=True)))
            assert {game.number for game in games[: len(kept)]} == kept
            assert sorted(game.number for game in games) == [0, 1, 2, 3]
            assert [bare(game) for game in stored_games(run)] == [bare(game) for game in games_of(finished)]
            for number in kept:  # even with their times
                assert stored_games(run)[number] == games_of(finished)[number]
    assert len(bench.players) == 2 + 2 * (4 - len(kept))  # nothing is played twice


@pytest.mark.usefixtures("bench")
def test_games_of_another_match_are_not_taken_for_those_of_this_one(store: Store) -> None:
    run = begin(store)
    list(play_match(Match("a", "c", game=SMALL, games=4), run=run))
    again = list(play_match(SHORT, run=run))
    assert [game.players for game in again] == [("a", "b"), ("b", "a")] * 2
    assert len(stored_games(run)) == 8


numbers = st.none() | st.integers(-(10**9), 10**9)


@given(
    start=positions(),
    texts=st.tuples(st.text(), st.text(), st.none() | st.text()),
    said=st.tuples(numbers, numbers, numbers),
    number=st.integers(0, 10**6),
    adjudicated=st.booleans(),
)
def test_any_game_comes_back_from_its_line(
    start: Position,
    texts: tuple[str, str, str | None],
    said: tuple[int | None, int | None, int | None],
    number: int,
    adjudicated: bool,
) -> None:
    first, second, value_text = texts
    value, depth, nodes = said
    turn = Turn.of(1, Decision("a1", value, value_text, depth, nodes), 0.123456789)
    result = Result(1, 3, first, adjudicated=adjudicated)
    game = GameLog((first, second), start.line, (turn, turn), result, start.line, start.spec, number, second)
    assert GameLog.read(json.loads(json.dumps(game.description()))) == game
    lost = GameLog((first, second), start.line, (), Result(0, None, second, Forfeit.clock), start.line, start.spec)
    assert GameLog.read(json.loads(json.dumps(lost.description()))) == lost


def test_a_stored_game_says_everything(finished: list[Finished]) -> None:
    game = finished[1].result["games"][0]
    assert list(game) == ["game", "number", "first", "second", "opening", "start", "moves", "result", "final"]
    assert set(game["moves"][0]) == {"side", "move", "value", "value_text", "depth", "nodes", "seconds"}
    assert set(game["result"]) == {"winner", "name", "margin", "reason", "forfeit", "adjudicated"}
    assert (game["game"], game["number"], game["first"], game["second"]) == (SMALL, 1, "b", "a")


# -- Files of games.


@pytest.fixture
def lines(finished: list[Finished]) -> list[bytes]:
    """A match as a file has it, one game a line."""
    return [json.dumps(game.description()).encode() for game in games_of(finished)]


def written(folder: Path, lines: Sequence[bytes], last: bytes = b"") -> Path:
    """A file of games; the last line has no line feed."""
    file = folder / "games.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in lines) + last)
    return file


def test_a_file_of_games_gives_the_games(finished: list[Finished], lines: list[bytes], tmp_path: Path) -> None:
    assert read_games(written(tmp_path, lines)) == games_of(finished)


@given(data=st.data())
def test_of_a_file_cut_anywhere_the_whole_lines_are_read(finished: list[Finished], data: st.DataObject) -> None:
    games = games_of(finished)
    whole = b"".join(json.dumps(game.description()).encode() + b"\n" for game in games)
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    with tempfile.TemporaryDirectory() as folder:
        file = written(Path(folder), [], cut)
        complete = cut.count(b"\n")
        if complete:
            assert read_games(file) == games[:complete]
        else:
            with pytest.raises(GamegroveError, match="holds no games; `gamegrove results export"):
                read_games(file)


def damage(line: bytes, *path: str | int, value: object) -> bytes:
    """A line of a file with another value in one place."""
    data = json.loads(line)
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("game",), 3, "its 'game' is 3"),
        (("number",), None, "its 'number' is null"),
        (("number",), True, "its 'number' is true"),
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
    lines: list[bytes], tmp_path: Path, path: tuple[str | int, ...], value: object, message: str
) -> None:
    lines[2] = damage(lines[2], *path, value=value)
    with pytest.raises(GamegroveError, match=r"games.jsonl, line 3 is no stored game: .*" + message):
        read_games(written(tmp_path, lines))


@pytest.mark.parametrize("line", [b"{", b"[]", b"17", b'"x"', b"\xff\xfe", b"[" * 10**5, b"", b'{"format": "x"}'])
def test_lines_that_are_no_games_are_named(lines: list[bytes], tmp_path: Path, line: bytes) -> None:
    with pytest.raises(GamegroveError, match=r"games.jsonl, line 5 is no stored game"):
        read_games(written(tmp_path, [*lines, line]))


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
        (("result", "adjudicated"), True, "it is adjudicated, but was over before"),
    ],
)
def test_replaying_finds_what_breaks_the_rules(
    lines: list[bytes], path: tuple[str | int, ...], value: object, message: str
) -> None:
    game = GameLog.read(json.loads(damage(lines[1], *path, value=value)))
    with pytest.raises(GamegroveError, match="it is damaged: .*" + message):
        game.replay()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"winner": None, "name": None}, "not won by the other side"),
        ({"winner": 0, "name": "a"}, "not won by the other side"),
        ({"forfeit": None}, "the rules let it go on"),
    ],
)
def test_replaying_knows_who_can_forfeit(changed: dict[str, object], message: str) -> None:
    log = play_game(gamegrove.position(SMALL), (crashing("a", ValueError(), after=1), quick("b", 1)))
    assert len(log.replay()) == 3
    data = log.description()
    data["result"].update(changed)
    with pytest.raises(GamegroveError, match=message):
        GameLog.read(data).replay()


def test_games_of_today_can_be_read_tomorrow() -> None:
    """A stored file; it is not to be written again unless the format changes in a way that cannot be helped."""
    games = read_games(TESTS / "matches" / "tic-tac-toe.jsonl")
    assert [game.number for game in games] == [0, 1, 2, 3]
    assert [game.winner_name for game in games] == ["tt:depth=9", None, "tt:depth=9", "tt:depth=9"]
    assert games[0].moves[0] == Turn(0, "b2", 1000004, "wins in 5", 9, 912, 0.109495)
    for game in games:
        assert game.replay()[-1].is_over()


# -- The summary.


def logged(number: int, winner: int | None, moves: str = "a1", forfeit: Forfeit | None = None) -> GameLog:
    turns = tuple(
        Turn(side=place % 2, move=move, value=None, value_text=None, depth=place, nodes=10 * place, seconds=0.5 + place)
        for place, move in enumerate(moves.split())
    )
    return GameLog(("x", "y"), "start", turns, Result(winner, 1, "why", forfeit), "end", "game", number)


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
    assert summary.points == (1.0, 1.5)  # game 4 has no partner yet
    assert summary.description()["forfeits"] == [{"game": 3, "player": "B", "how": "clock", "reason": "why"}]
    assert summary.description()["complete"] is False
    assert json.loads(json.dumps(summary.description()))["A"]["score"] == 0.5


def test_pairs_that_repeat_others_move_by_move_are_noticed_and_count_once() -> None:
    same = [logged(0, 0, "a1 b1"), logged(1, 0, "a2 b2"), logged(2, 0, "a1 b1"), logged(3, 0, "a2 b2")]
    half = [*same, logged(4, 0, "a1 b1"), logged(5, 1, "c2")]  # half a repetition is none
    summary = summarise(Match("x", "y", games=6), half)
    assert (summary.points, summary.repeated) == ((1.0, 2.0), 1)
    assert summary.pentanomial.counts == (0, 0, 1, 0, 1)
    assert summary.a.score == Score(4, 0, 2)  # the table still shows every game
    assert summary.description()["repeated_pairs"] == 1


def test_the_summary_of_no_games() -> None:
    summary = summarise(Match("x", "y"), [])
    assert summary.pentanomial.interval is None
    assert summary.a.score.share is None
    assert summary.a.pace.seconds is None


# -- The commands.


MANY = ("match", "greedy", "random", "--size", "4", "--games", "200", "--seed", "7", "--quiet")


@pytest.fixture(scope="module")
def undisturbed() -> list[dict[str, Any]]:
    """The games of that match, played without any accident."""
    return [bare(game) for game in play_match(Match("greedy", "random", game=SMALL, games=200, seed=7))]


def start(store: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments, "--store", str(store)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env=NO_TERMINAL,
    )


def wait_until_more(store: Path, games: int, running: subprocess.Popen[str]) -> None:
    while running.poll() is None and count_results(store) <= games:
        time.sleep(0.001)


def games_in(path: Path, number: int = 1) -> list[GameLog]:
    with Store(path) as store:
        return stored_games(store.run(number))


@pytest.mark.parametrize(("jobs", "moments"), [("1", [0, 30, 70, 120]), ("2", [0, 90])])
def test_a_match_survives_kill_9(
    undisturbed: list[dict[str, Any]], jobs: str, moments: list[int], tmp_path: Path
) -> None:
    store = tmp_path / "store.db"
    killed = []
    for games in moments:
        running = start(store, *MANY, "--jobs", jobs, "--resume")
        wait_until_more(store, games, running)
        running.kill()
        running.communicate()
        killed.append(running.returncode)
    before = games_in(store)
    assert len(before) < 200
    assert -signal.SIGKILL in killed  # or the match was always too quick for us
    text = run(*MANY, "--jobs", jobs, "--store", str(store), "--resume")
    assert "200 of 200 games" in text
    assert "stored as run 1 in " in text
    after = games_in(store)
    assert [bare(game) for game in after] == undisturbed
    kept = {game.number: game for game in after}
    assert all(kept[game.number] == game for game in before)  # what was finished before has even kept its times


def test_two_that_go_on_with_the_same_run_both_end_with_the_whole_match(
    undisturbed: list[dict[str, Any]], tmp_path: Path
) -> None:
    store = tmp_path / "store.db"
    several = [start(store, *MANY, "--resume") for _ in range(2)]
    texts = [each.communicate(timeout=120)[0] for each in several]
    assert [each.returncode for each in several] == [0, 0], texts
    assert all("200 of 200 games" in text for text in texts)
    assert [bare(game) for game in games_in(store)] == undisturbed


def test_ctrl_c_tells_what_was_played_and_how_to_go_on(tmp_path: Path) -> None:
    store = tmp_path / "store.db"
    long = [*MANY]
    long[long.index("200")] = "6000"
    running = start(store, *long)
    wait_until_more(store, 10, running)
    running.send_signal(signal.SIGINT)
    text, _ = running.communicate(timeout=60)
    assert running.returncode == 130, text
    assert "Traceback" not in text
    stored = count_results(store)
    assert 0 < stored < 6000
    assert f"{stored} of 6000 games" in text
    again = f"gamegrove match greedy random --size 4 --games 6000 --seed 7 --quiet --store {store} --resume"
    assert f"what is finished is stored as run 1; go on with: {again}" in text


def test_a_match_in_the_shell(shell: Shell) -> None:
    text = shell("match", "greedy", "random", "--size", "4", "--games", "4", "--openings", "random:2")
    assert "   0  greedy - random  " in text
    assert "   3  random - greedy  " in text
    assert f"{SMALL}, 4 of 4 games, openings random:2, seed 1" in text
    assert "A - B  37.5 %" in text
    assert "stored as run 1 in " in text
    assert "greedy - random" not in shell("match", "greedy", "random", "--size", "4", "--games", "4", "--quiet")


def test_only_the_same_plan_is_gone_on_with(shell: Shell) -> None:
    def answer(*arguments: str) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(shell("match", *arguments, "--size", "4", "--games", "2", "--json"))
        return said

    asked = "random", "greedy"
    assert answer(*asked)["run"] == 1
    assert answer(*asked)["run"] == 2  # without --resume a run is never touched again
    first = answer(*asked, "--resume")
    assert first["run"] == 2
    for number, other in enumerate(
        (["--seed", "2"], ["--openings", "start"], ["--clock", "60"], ["--memory", "5MB"], ["--adjudicate", "4"]), 3
    ):
        assert answer(*asked, *other, "--resume")["run"] == number
    assert answer("greedy", "random", "--resume")["run"] == 8
    assert answer(*asked, "--resume") == first  # with the times of the first: nothing was played again


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"my notes, which are long enough to be no empty database\n" * 20, "file is not a database"),
        (None, "unable to open database file"),
    ],
)
def test_what_is_no_store_is_refused_and_left_alone(
    shell: Shell, tmp_path: Path, content: bytes | None, message: str
) -> None:
    place = tmp_path / "place"
    place.mkdir() if content is None else place.write_bytes(content)
    text = shell("match", "random", "random", "--size", "4", "--games", "2", "--store", str(place), code=1)
    assert f"cannot open the store {place}: {message}; --store FILE or GAMEGROVE_STORE names another" in " ".join(
        text.split()
    )
    assert "random - random" not in text  # nothing was played for nothing
    assert content is None or place.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(shell: Shell, tmp_path: Path) -> None:
    place = tmp_path / "theirs.db"
    base = sqlite3.connect(place)
    base.execute("create table notes (text)")
    base.close()
    before = place.read_bytes()
    text = shell("match", "random", "random", "--size", "4", "--store", str(place), code=2)
    assert "is a database of another program" in " ".join(text.split())
    assert place.read_bytes() == before


def test_a_match_as_json() -> None:
    answer = run_json("match", "greedy", "random", "--game", "connect-four", "--games", "6")
    assert (answer["played"], answer["complete"], answer["run"]) == (6, True, 1)
    assert answer["store"] == NO_TERMINAL["GAMEGROVE_STORE"]
    assert answer["tournament"]["game"] == "connect-four"
    assert answer["tournament"]["openings"] == "random:4"
    a, b = answer["players"]
    assert a["wins"] == b["losses"]
    assert a["wins"] + a["draws"] + a["losses"] == 6
    assert sum(answer["matches"][0]["pentanomial"]["counts"]) == 3


def test_conditions_reach_the_players_and_the_store(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# two\nf5d6c3\nothello 8/8/8/3OX3/3XO3/8/8/8 X  # the start\n")
    text = shell(
        "match", "random", "random", "--games", "2", "--openings", str(file), "--clock", "60+1", "--time", "9",
        "--memory", "2GB", "--adjudicate", "3", "--json",
    )  # fmt: skip
    asked = json.loads(text)["tournament"]
    assert asked["openings"] == ["f5d6c3", "othello 8/8/8/3OX3/3XO3/8/8/8 X"]
    assert (asked["control"], asked["memory"], asked["adjudicate"]) == ("60+1 9/move", 2048, 3)
    game = json.loads(shell("replay", "1", "0", "--json"))
    assert game["start"] == gamegrove.Othello("f5d6c3").line
    assert game["result"]["adjudicated"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "3"], "games must be an even number, such as 4, not 3"),
        (["--openings", "random:x"], "random:8"),
        (["--openings", "all:x"], "all:PLIES"),
        (["--clock", "soon"], "the clock 'soon'"),
        (["--clock", "1/move", "--time", "2"], "twice"),
        (["--time", "-1"], "Invalid value for '--time'"),
        (["--memory", "500"], "--memory 500 should be an amount such as 500MB or 2GB"),
        (["--memory", "0MB"], "500MB"),
        (["--adjudicate", "0"], "Invalid value for '--adjudicate'"),
        (["--game", "tree (A 1 2)", "--adjudicate", "3"], "leave adjudicate out"),
        (["--jobs", "0"], "Invalid value for '--jobs'"),
        (["--jobs", "2", "--cluster", "tcp://nowhere:1"], "leave one of them out"),
        (["--game", "chess"], "there is no game 'chess'"),
        (["--sprt", "0"], "--sprt 0 should be two or four numbers, such as 0,5 or 0,5,0.05,0.05"),
        (["--sprt", "0,5,0.05"], "should be two or four numbers"),
        (["--sprt", "0,x"], "should be two or four numbers"),
        (["--sprt", "5,0"], "elo0 of a test must be below elo1, not 5 with an elo1 of 0"),
        (["--sprt", "0,nan"], "elo1 of a test must be from -400 to 400"),
        (["--sprt", "0,5,0.7,0.05"], "alpha of a test must be above 0 and below 0.5"),
        (["--sprt-scale", "bayes"], "'normalized', 'logistic'"),
        (["--chart", "result.gif"], "a chart can be .svg, .png or .pdf, not 'result.gif'"),
    ],
)
def test_wrong_usage_is_explained(shell: Shell, arguments: list[str], message: str) -> None:
    text = " ".join(shell("match", "random", "random", *arguments, code=2).replace("│", " ").split())
    assert message in text
    assert not Path(NO_TERMINAL["GAMEGROVE_STORE"]).exists()  # and nothing is stored for it


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("nobody", "there is no player 'nobody'"),
        ("human", "name another player"),
        ("greedy-corners", "plays Othello"),
        ("mtdf:depth=1001", "depth must be from 0 to 1,000"),
        ("mtdf:step=0", "step must be"),
        ("random clock=soon", "the clock 'soon' should be a text like 60, 60+1"),
        ("random clock=", "a clock should be a text like 60, 60+1"),
    ],
)
def test_players_that_cannot_play_are_refused(shell: Shell, player: str, message: str) -> None:
    text = shell("match", "random", player, "--game", "connect-four", code=2)
    assert message in " ".join(text.split())
    assert not Path(NO_TERMINAL["GAMEGROVE_STORE"]).exists()


def test_a_wrong_opening_is_named_with_its_line(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("# mine\nf5d6\nf5a1\n")
    text = shell("match", "random", "random", "--openings", str(file), code=2)
    assert f"{file}, line 3: the opening 'f5a1' cannot be played: a1 is not legal" in " ".join(text.split())
    assert "openings can be start, random:PLIES" in shell("match", "random", "random", "--openings", "nowhere", code=2)
    file.write_text("# nothing\n")
    assert "the list of openings is empty" in shell("match", "random", "random", "--openings", str(file), code=2)


def test_every_stored_game_can_be_replayed(shell: Shell) -> None:
    shell("match", "greedy", "random", "--game", "connect-four", "--games", "4", "--quiet")
    assert "4 games of connect-four" in shell("replay", "1")
    games = json.loads(shell("replay", "1", "--json"))["games"]
    for game in games:
        positions = GameLog.read(game).replay()
        assert [each.line for each in positions] == game["positions"]
        assert (positions[0].line, positions[-1].line) == (game["start"], game["final"])
    moves = games[2]["moves"]
    shown = json.loads(shell("replay", "1", "2", "--json"))
    assert shown["moves"] == moves
    assert len(shown["positions"]) == len(moves) + 1
    text = shell("replay", "1", "2")
    assert f"   1. {moves[0]['move']}" in text
    assert text.count("1 2 3 4 5 6 7") == 1
    assert shell("replay", "1", "2", "--all").count("1 2 3 4 5 6 7") == len(moves) + 1
    assert "run 1 has no game 9; `gamegrove replay 1` lists those there are" in shell("replay", "1", "9", code=2)


def test_games_are_listed_as_people_count(shell: Shell) -> None:
    shell("match", "random", "random", "--game", "tic-tac-toe", "--games", "12", "--quiet", "--jobs", "2")
    assert [game["number"] for game in json.loads(shell("replay", "1", "--json"))["games"]] == list(range(12))


def test_replaying_what_is_not_there_creates_nothing(shell: Shell, tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    assert "there is no store" in shell("replay", "1", "--store", str(missing), code=1)
    assert not missing.exists()
    assert "cannot read" in shell("replay", str(tmp_path / "nothing"), code=1)
    with Store(missing) as store:
        begin(store)
    assert "there is no run 7" in shell("replay", "7", "--store", str(missing), code=2)
    assert "run 1 has no games" in shell("replay", "1", "--store", str(missing), code=2)


def test_replay_says_which_game_is_damaged(shell: Shell, lines: list[bytes], tmp_path: Path) -> None:
    lines[2] = damage(lines[2], "moves", 0, "move", value="z9")
    file = written(tmp_path, lines)
    for arguments in ([], ["2"]):
        text = shell("replay", str(file), *arguments, code=2)
        assert f"{file}, game 2: it is damaged: its move 1, z9, is not legal" in " ".join(text.split())
    assert "a - b" in shell("replay", str(file), "0")


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
    asked = ("match", "random", "random", "--game", "heaps:heap=5", "--games", "4", "--openings", "start")
    for number, jobs in ((1, "1"), (2, "2")):  # other processes load it as well
        answer = run_json("--load", str(game), *asked, "--jobs", jobs)
        assert answer["tournament"]["game"] == "heaps:heap=5"
        assert "c |||||" in run_json("--load", str(game), "replay", str(number), "0")["start"]
    assert "comes with --load FILE.py" in run("replay", "1", code=2)
