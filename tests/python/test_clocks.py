"""Clocks: controls as text, who is in time, what one move may take, and the two time managers in simulated games."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamegrove
from gamegrove import GamegroveError, clocks
from gamegrove.clocks import (
    Full,
    GameClock,
    Manager,
    MoveTime,
    Predict,
    Share,
    TimeControl,
    effective_branching,
    moves_left,
    overhead_for,
    predicted_depth,
    seconds_per_node,
    tighter,
)
from gamegrove.game_log import Forfeit
from gamegrove.match import play_game
from gamegrove.players import NO_CLOCK, Clock, Decision, RandomPlayer, player
from gamegrove.search import Searcher

SECONDS = st.floats(0, 1e9, allow_nan=False)
LATE = 0.0002
"""How much later than asked a search ends."""


# -- Controls.


@given(st.none() | SECONDS, st.none() | SECONDS, SECONDS)
def test_a_control_is_read_as_it_was_written(move: float | None, game: float | None, increment: float) -> None:
    control = TimeControl(move, game, 0.0 if game is None else increment)
    assert TimeControl.read(str(control)) == control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60", TimeControl(game_seconds=60)),
        ("60+1", TimeControl(game_seconds=60, increment=1)),
        (" 0.5/move ", TimeControl(move_seconds=0.5)),
        ("60+1 5/move", TimeControl(5, 60, 1)),
        ("unlimited", TimeControl()),
    ],
)
def test_controls_are_written_as_people_do(text: str, control: TimeControl) -> None:
    assert TimeControl.read(text) == control
    assert str(control) == text.strip()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a clock should be a text like 60, 60+1"),
        ("soon", "the clock 'soon' should be a text like 60"),
        ("60+", "should be a text like"),
        ("60 70", "says the same thing twice"),
        ("-3", "game_seconds must be from 0"),
        ("nan/move", "move_seconds must be from 0"),
    ],
)
def test_what_is_no_control_is_refused(text: str, message: str) -> None:
    with pytest.raises(GamegroveError, match=message.replace("+", r"\+")):
        TimeControl.read(text)


def test_an_increment_needs_a_game_to_be_added_to() -> None:
    with pytest.raises(GamegroveError, match="an increment is added to the time for the game"):
        TimeControl(move_seconds=1, increment=1)


def test_each_side_has_its_own_clock() -> None:
    clock = GameClock(TimeControl(game_seconds=10, increment=1))
    assert clock.spend(0, 4)
    assert clock.turn(0) == Clock(game_seconds=7, increment=1)
    assert clock.turn(1) == Clock(game_seconds=10, increment=1)


def test_the_sides_may_have_different_times() -> None:
    clock = GameClock(TimeControl(game_seconds=10, increment=1), TimeControl(move_seconds=3))
    assert clock.turn(0) == Clock(game_seconds=10, increment=1)
    assert clock.turn(1) == Clock(move_seconds=3)
    assert clock.spend(0, 4)
    assert not clock.spend(1, 4)
    assert clock.turn(0).game_seconds == 7
    assert clock.turn(1) == Clock(move_seconds=3)


def test_who_takes_more_than_there_is_oversteps() -> None:
    clock = GameClock(TimeControl(game_seconds=10, increment=5))
    assert clock.spend(0, 10)
    assert not clock.spend(0, 5.1)  # the increment of this very move does not help
    by_move = GameClock(TimeControl(move_seconds=1))
    assert by_move.spend(1, 1)
    assert not by_move.spend(1, 1.01)
    assert by_move.turn(1) == Clock(move_seconds=1)


def test_a_side_without_time_is_told_so() -> None:
    clock = GameClock(TimeControl(game_seconds=1))
    clock.spend(0, 3)
    assert clock.turn(0).game_seconds == 0


def test_of_two_clocks_the_tighter_counts() -> None:
    one, other = Clock(2, 60, 1), Clock(None, 10, 0.5)
    assert tighter(one, other) == tighter(other, one) == Clock(2, 10, 0.5)
    assert tighter(NO_CLOCK, other) == other
    assert tighter(NO_CLOCK, NO_CLOCK) == NO_CLOCK


# -- What one move may take.


@given(st.floats(1e-6, 1e6))
def test_the_margin_leaves_at_least_half(seconds: float) -> None:
    margin = overhead_for(seconds)
    assert 0 < margin <= seconds / 2
    assert margin >= min(seconds / 2, 0.01)


def test_of_two_seconds_one_point_nine_are_searched() -> None:
    assert MoveTime(Clock(move_seconds=2)).limit == pytest.approx(1.9)
    assert MoveTime(Clock(move_seconds=2), overhead=0.5).limit == 1.5
    assert MoveTime(Clock(move_seconds=0.1), overhead=0.5).limit == 0


def test_moves_are_counted_by_the_empty_cells() -> None:
    assert [moves_left(empty) for empty in (0, 1, 2, 3, 60, 300, None)] == [1, 1, 1, 2, 30, 40, 20]


def test_without_a_clock_there_is_no_limit() -> None:
    assert not MoveTime(NO_CLOCK).is_limited
    assert MoveTime(Clock(game_seconds=1)).is_limited


def test_the_share_is_what_is_left_by_the_moves_left() -> None:
    hours = FakeTime()
    move_time = MoveTime(Clock(game_seconds=60, increment=0.5), moves=20, now=hours.now)
    assert move_time.share == 3.5
    hours.seconds += 20
    assert move_time.share == 2.5
    assert move_time.left < 10  # never more than half of the game's time for one move


# -- The arithmetic of prediction.


def test_a_uniform_tree_has_its_own_branching_factor() -> None:
    assert effective_branching(3**8, 8) == pytest.approx(3)
    assert seconds_per_node(2.0, 1000) == 0.002


def test_the_depth_is_that_of_the_tree_that_fits() -> None:
    # A tree of a million nodes: log_3 is 12.6, and 13.3 with the seven tenths.
    assert predicted_depth(1.0, 3, 1e-6) == 12
    # 5.4 + 0.7 is just more than 6; 5.2 + 0.7 just less.
    assert predicted_depth(4**5.4, 4, 1.0) == 6
    assert predicted_depth(4**5.2, 4, 1.0) == 4


SHARES = st.floats(0, 1e6)
BRANCHING = st.floats(0.5, 1e3)
PER_NODE = st.floats(0, 10)


@given(SHARES, BRANCHING, PER_NODE)
def test_a_predicted_depth_is_even_and_from_4_to_16(share: float, branching: float, per_node: float) -> None:
    depth = predicted_depth(share, branching, per_node)
    assert depth % 2 == 0
    assert 4 <= depth <= 16


@given(SHARES, SHARES, BRANCHING, PER_NODE)
def test_more_time_never_means_less_depth(one: float, other: float, branching: float, per_node: float) -> None:
    less, more = sorted([one, other])
    assert predicted_depth(less, branching, per_node) <= predicted_depth(more, branching, per_node)


@given(st.floats(1e-3, 1e3), st.floats(1.1, 50), st.floats(1e-9, 1e-2))
def test_between_the_bounds_the_predicted_tree_is_about_what_fits(
    share: float, branching: float, per_node: float
) -> None:
    depth = predicted_depth(share, branching, per_node)
    if 4 < depth < 16:
        fits = math.log(share / per_node, branching)
        assert depth - 0.7001 <= fits <= depth + 2


# -- The managers, with a search that takes as long as the test says.


@dataclass
class FakeTime:
    """Hours that pass when somebody says so."""

    seconds: float = 0.0

    def now(self) -> float:
        return self.seconds


@dataclass(frozen=True)
class FakeReport:
    depth: int
    nodes: int
    seconds: float
    stopped: str


@dataclass
class FakeSearch:
    """Searches a uniform tree, and looks at its limits a little late."""

    time: FakeTime
    branching: float = 4.0
    per_node: float = 1e-5
    late: float = 0.0
    asked: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, **limits: Any) -> FakeReport:
        self.asked.append(limits)
        depths = range(limits.get("step", 1), 61, limits.get("step", 1))
        if limits.get("deepening") is False:
            depths = range(limits["depth"], limits["depth"] + 1)
        begin, done, nodes = self.time.seconds, 0, 0
        for depth in depths:
            size = self.branching**depth
            end = begin + limits["seconds"]
            if self.time.seconds + size * self.per_node > end:
                self.time.seconds = max(self.time.seconds, end) + self.late
                return FakeReport(done, nodes, self.time.seconds - begin, "time")
            before = self.time.seconds
            self.time.seconds += size * self.per_node
            done, nodes = depth, nodes + max(1, int(size))
            took = self.time.seconds - before
            if "share" in limits and self.time.seconds + took > begin + limits["share"]:
                return FakeReport(done, nodes, self.time.seconds - begin, "share")
        return FakeReport(done, nodes, self.time.seconds - begin, "depth")


@dataclass(frozen=True)
class FakeGame:
    """The moves of one side: for each how many cells are empty, and how its tree grows."""

    control: TimeControl
    moves: list[tuple[int | None, float]]
    per_node: float

    def play(self, manager: Manager, late: float) -> list[FakeReport]:
        """Play all moves; the clock must never run out."""
        hours = FakeTime()
        clock = GameClock(self.control)
        reports = []
        for empty, branching in self.moves:
            begin = hours.seconds
            search = FakeSearch(hours, branching, self.per_node, late)
            move_time = MoveTime(clock.turn(0), moves_left(empty), now=hours.now)
            reports.append(manager.search(search, move_time))
            assert clock.spend(0, hours.seconds - begin), (clock.left, hours.seconds - begin)
        return reports


@st.composite
def games(draw: st.DrawFn) -> FakeGame:
    cells = draw(st.integers(2, 120))
    counted = draw(st.booleans())
    branchings = draw(st.lists(st.floats(1.05, 40), min_size=(cells + 1) // 2, max_size=(cells + 1) // 2))
    moves = [(cells - 2 * number if counted else None, each) for number, each in enumerate(branchings)]
    move_seconds = draw(st.none() | st.floats(0.05, 10))
    control = TimeControl(move_seconds, draw(st.floats(1, 300)), draw(st.sampled_from([0.0, 0.1, 2.0])))
    return FakeGame(control, moves, draw(st.floats(1e-8, 1e-2)))


@pytest.mark.parametrize("manager", [Share, Predict])
@given(game=games())
def test_no_simulated_game_oversteps_its_clock(manager: type[Manager], game: FakeGame) -> None:
    game.play(manager(), LATE)


@given(st.floats(0.02, 10), st.floats(1.1, 30), st.floats(1e-8, 1e-2))
def test_no_simulated_move_oversteps_its_limit(seconds: float, branching: float, per_node: float) -> None:
    managers: list[Manager] = [Full(), Share(), Predict()]
    for manager in managers:
        control = TimeControl(move_seconds=seconds)
        FakeGame(control, [(60, branching)] * 4, per_node).play(manager, late=0.005)


def test_the_share_deepens_by_two_and_stops_before_a_depth_that_should_not_fit() -> None:
    hours = FakeTime()
    search = FakeSearch(hours, branching=2.0, per_node=0.01)
    report = Share().search(search, MoveTime(Clock(game_seconds=100), moves=40, now=hours.now))
    assert search.asked == [{"seconds": 5.0, "share": 2.5, "step": 2}]
    # Depths 2, 4 and 6 take 0.84 s; another like the last would end at 1.48; depth 8 ends at 3.4, and no more is begun.
    assert (report.depth, report.stopped) == (8, "share")


def test_prediction_begins_with_two_searches_to_depth_8() -> None:
    game = FakeGame(TimeControl(game_seconds=1000), [(60, 3.0)] * 4, 1e-6)
    first, second, third, _ = game.play(Predict(), late=0)
    assert (first.depth, second.depth) == (8, 8)
    # A share of 33 s is 33 million nodes: log_3 of that is 15.8.
    assert third.depth == 16


def test_prediction_averages_the_last_two_searches() -> None:
    predict = Predict()
    hours = FakeTime()
    for branching, per_node in ((9.0, 9e-6), (4.0, 2e-6), (6.0, 4e-6)):
        search = FakeSearch(hours, branching, per_node)
        predict.search(search, MoveTime(Clock(game_seconds=1e6), moves=1, now=hours.now))
    # The means of the last two: b = (4 + 6) / 2 and t = (2 + 4) / 2 microseconds.
    for share in (1.0, 100.0, 5000.0):
        assert predict.depth_for(share) == predicted_depth(share, 5.0, 3e-6)


def test_a_search_that_takes_twice_its_share_is_begun_again() -> None:
    hours = FakeTime()
    search = FakeSearch(hours, branching=4.0, per_node=1e-3)  # depth 8 takes 65 s, depth 6 takes 4, depth 4 takes 0.26
    report = Predict().search(search, MoveTime(Clock(game_seconds=100), moves=25, now=hours.now))
    tried = [(limits["depth"], limits["seconds"]) for limits in search.asked]
    assert tried == [(8, 8.0), (8, pytest.approx(7.36)), (6, pytest.approx(6.7712))]
    assert (report.depth, report.stopped) == (6, "depth")


def test_no_depth_is_tried_more_than_twice_but_4() -> None:
    hours = FakeTime()
    asked = []

    def never_done(**limits: Any) -> FakeReport:
        asked.append(limits.get("depth"))
        hours.seconds += 0.1
        return FakeReport(0, 10, 0.1, "time")

    Predict().search(never_done, MoveTime(Clock(game_seconds=10), moves=30, now=hours.now))
    assert asked[:4] == [8, 8, 6, 6]
    assert len(asked) > 8
    assert set(asked[4:-1]) == {4}
    assert asked[-1] is None  # the last answer comes from deepening, in what was kept for it


def test_after_a_depth_that_was_too_much_the_next_move_knows_better() -> None:
    game = FakeGame(TimeControl(game_seconds=60), [(60, 6.0)] * 6, 1e-4)  # depth 8 takes 168 s
    reports = game.play(Predict(), late=0)
    assert [(report.depth, report.stopped) for report in reports[2:]] == [(4, "depth")] * 4


def test_a_solved_search_teaches_nothing_about_depths() -> None:
    predict = Predict()

    def solved(**limits: Any) -> FakeReport:
        return FakeReport(limits["depth"], 5, 0.001, "solved")

    for _ in range(3):
        assert predict.search(solved, MoveTime(Clock(game_seconds=10))).depth == 8


def test_a_stop_sign_is_not_a_reason_to_begin_again() -> None:
    asked = []

    def interrupted(**limits: Any) -> FakeReport:
        asked.append(limits)
        return FakeReport(0, 10, 0.001, "stop")

    Predict().search(interrupted, MoveTime(Clock(game_seconds=10)))
    assert len(asked) == 2


# -- Real players, whose searches take all the time that they are given.


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    """The only time that players know; it passes while they search, as on a machine that never gets done."""
    hours = FakeTime()
    search = Searcher.search

    def slow(searcher: Searcher, position: gamegrove.Position, **asked: Any) -> gamegrove.Report:
        seconds = asked.pop("seconds", None)
        report = search(searcher, position, **{**asked, "nodes": 100})
        if seconds is not None:
            hours.seconds += seconds + LATE
        return report if report.proven else replace(report, seconds=seconds or 0.0, stopped="time")

    monkeypatch.setattr(Searcher, "search", slow)
    monkeypatch.setattr(clocks, "MoveTime", partial(MoveTime, now=hours.now))
    monkeypatch.setattr(time, "monotonic", hours.now)
    return hours


@pytest.mark.parametrize("control", ["3", "1+0.1", "10 0.2/move"])
@pytest.mark.parametrize("text", ["tt:table_bits=10", "tt:manager=predict,solve=8,table_bits=10", "mcts"])
def test_a_whole_game_of_a_slow_player_stays_within_its_clock(text: str, control: str, hours: FakeTime) -> None:
    position: gamegrove.Position = gamegrove.Othello(size=6)
    clock = GameClock(TimeControl.read(control))
    mine, other = player(text), player("random", seed=4)
    for side, each in enumerate((mine, other)):
        each.begin(position, side)
    while not position.is_over():
        begin = hours.seconds
        decision = (mine, other)[position.turn].choose(position, clock.turn(position.turn))
        assert clock.spend(position.turn, hours.seconds - begin), (position.line, clock.left)
        position = position.after(decision.move)
    assert hours.seconds > 0.5  # it did think


@pytest.mark.parametrize("favoured", [0, 1])
def test_players_use_the_time_odds_of_their_side(favoured: int, hours: FakeTime) -> None:
    short, long = TimeControl.read("1"), TimeControl.read("10")
    controls = (long, short) if favoured == 0 else (short, long)
    players = (player("tt:table_bits=10"), player("tt:table_bits=10"))
    log = play_game(gamegrove.Othello(size=6), players, controls, now=hours.now)
    taken = [sum(turn.seconds for turn in log.moves if turn.side == side) for side in range(2)]
    assert log.result.forfeit is None
    assert 0.5 < taken[1 - favoured] <= 1
    assert 5 < taken[favoured] <= 10


def test_one_control_is_for_both_sides(hours: FakeTime) -> None:
    players = (player("tt:table_bits=10"), player("tt:table_bits=10"))
    one, two = (
        play_game(gamegrove.Othello(size=4), players, controls, now=hours.now)
        for controls in (TimeControl(0.5), (TimeControl(0.5), TimeControl(0.5)))
    )
    assert [turn.seconds for turn in one.moves] == pytest.approx([turn.seconds for turn in two.moves])
    assert max(turn.seconds for turn in one.moves) > 0.4


@pytest.mark.parametrize("side", [0, 1])
def test_who_has_less_time_can_overstep_it_where_the_other_would_not(side: int, hours: FakeTime) -> None:
    class Slow(RandomPlayer):
        """Takes two seconds a move."""

        def choose(self, *seen: Any) -> Decision:
            hours.seconds += 2
            return super().choose(*seen)

    controls = [TimeControl(move_seconds=3), TimeControl(move_seconds=3)]
    controls[side] = TimeControl(move_seconds=1)
    log = play_game(gamegrove.Othello(size=4), (Slow(1), Slow(2)), (controls[0], controls[1]), now=hours.now)
    assert (log.result.forfeit, log.result.winner) == (Forfeit.clock, 1 - side)
    assert log.result.reason == "random took 2 s, and had 1 s"
