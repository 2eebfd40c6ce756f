"""search(): limits, stopping, progress, memory, reports, and errors that say what to do."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Hashable, Iterator
from typing import Any

import pytest

import gamegrove
from gamegrove import GamegroveError, Progress, PythonPosition, register_algorithm, search
from gamegrove.comparison import random_positions
from gamegrove.rooms import LaboratoryRoom
from gamegrove.search import Searcher
from gamegrove.textbook import (
    WIN,
    Bounds,
    Found,
    Node,
    Outcome,
    Replacement,
    TranspositionTable,
    Window,
    Wins,
    watched,
)

OTHELLO = gamegrove.Othello()
ROOMS = ["textbook", "laboratory"]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("limit", [1, 2, 17, 1000, 5000])
def test_a_limit_of_nodes_is_exact(room: str, limit: int) -> None:
    report = search(OTHELLO, depth=9, nodes=limit, room=room)
    assert (report.nodes, report.stopped) == (limit, "nodes")
    assert report.move in OTHELLO.legal_moves
    assert report.depth == len(report.progress)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", ["alphabeta", "mtdf", "sss2", "stockman", "mcts"])
def test_a_limit_of_time_ends_the_search(room: str, name: str) -> None:
    report = search(OTHELLO, name, seconds=0.05, room=room)
    assert report.stopped == "time"
    assert report.move in OTHELLO.legal_moves
    assert report.seconds >= 0.05


def test_time_that_is_up_before_anything_is_found_still_gives_a_legal_move() -> None:
    for room in ROOMS:
        report = search(OTHELLO, seconds=0, room=room)
        assert (report.move, report.value_text, report.depth, report.bound) == ("d3", "unknown", 0, None)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", ["tt", "sss2", "stockman", "mcts"])
def test_a_limit_of_memory_ends_what_grows(room: str, name: str) -> None:
    options = {"iterations": 10**9} if name == "mcts" else {}
    report = search(OTHELLO, name, depth=8, memory="exact", megabytes=0.2, options=options, room=room)
    assert report.stopped == "memory"


def test_a_table_stays_within_its_memory_however_long_the_search() -> None:
    report = search(OTHELLO, "tt", nodes=300_000, megabytes=1, table_bits=15, order=["memory"])
    assert report.stopped == "nodes"
    assert report.depth > 5
    with pytest.raises(GamegroveError, match=r"2\^20 entries takes 24 MB, more than 1; use fewer table_bits"):
        search(OTHELLO, "tt", nodes=10, megabytes=1)


@pytest.mark.parametrize("room", ROOMS)
def test_another_thread_can_stop_a_search(room: str) -> None:
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    report = search(OTHELLO, seconds=60, stop=stop, room=room)
    assert report.stopped == "stop"
    assert report.seconds < 30


def test_other_threads_run_while_the_core_searches() -> None:
    """Without the lock released the counting thread would get no turn until the search has ended."""
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while counted < 100:
            counted += 1
            time.sleep(0.001)
        stop.set()

    threading.Thread(target=count).start()
    report = search(OTHELLO, seconds=60, stop=stop)
    assert (report.stopped, counted) == ("stop", 100)


@pytest.mark.parametrize("room", ROOMS)
def test_ctrl_c_ends_a_search(room: str) -> None:
    program = (
        "import gamegrove\nprint('begun', flush=True)\n"
        f"gamegrove.search(gamegrove.Othello(), depth=40, room='{room}')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"begun\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in errors


@pytest.mark.parametrize("room", ROOMS)
def test_progress_comes_after_each_depth(room: str) -> None:
    told: list[Progress] = []
    report = search(OTHELLO, "mtdf", depth=5, deepening=True, on_progress=told.append, room=room)
    assert [each.depth for each in told] == [1, 2, 3, 4, 5]
    assert tuple(told) == report.progress
    assert told[-1].value == report.value == search(OTHELLO, depth=5).value
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)


def test_deepening_stops_when_the_rest_of_the_game_is_known() -> None:
    position = gamegrove.position("tic-tac-toe", "a1 b1 a2 b2")
    report = search(position, seconds=60)
    assert (report.move, report.value_text, report.depth, report.stopped) == ("a3", "wins in 1", 1, "solved")
    draw = search(gamegrove.position("tic-tac-toe"), "tt", seconds=60)
    assert (draw.value, draw.proven, draw.depth) == (0, True, 9)


def test_a_win_is_told_in_words() -> None:
    assert search(gamegrove.ConnectFour("4455"), depth=6).value_text == "wins in 3"
    assert search(gamegrove.ConnectFour("44553"), depth=6).value_text == "loses in 2"
    solved = search(gamegrove.Othello(size=4), "tt", depth=20)
    assert (solved.value_text, solved.proven) == ("loses by 8", True)
    assert Wins.plain.in_words(7, 3) == "+7"
    assert Wins.sooner.in_words(0, 3) == "0"
    assert Wins.sooner.in_words(WIN - 1, 3) == f"+{WIN - 1}"


def test_a_win_sooner_is_better() -> None:
    """X can win in three plies; counted by margin, any win is as good."""
    position = gamegrove.ConnectFour("4455")
    assert search(position, depth=7).value == WIN + 4
    assert search(position, depth=7, wins="larger").value == WIN + 1


def test_the_line_is_the_best_play() -> None:
    report = search(gamegrove.ConnectFour("4455"), "tt", depth=6)
    assert report.line[0] == report.move
    assert len(report.line) == 3
    end: Any = gamegrove.ConnectFour("4455")
    for move in report.line:
        end = end.after(move)
    assert end.outcome().winner == 0


def test_passes_cost_a_ply_or_not() -> None:
    position = gamegrove.Othello("8/8/8/8/8/8/XO6/8 O")
    assert position.must_pass()
    costly, free = search(position, depth=1), search(position, depth=1, free_passes=True)
    assert (costly.nodes, free.nodes) == (2, 3)


def test_a_window_gives_three_outcomes() -> None:
    value = search(OTHELLO, depth=5).value
    for room in ROOMS:
        low = search(OTHELLO, depth=5, window=(value, value + 5), room=room)
        high = search(OTHELLO, depth=5, window=(value - 5, value), room=room)
        inside = search(OTHELLO, depth=5, window=(value - 1, value + 1), room=room)
        assert (low.bound, low.value <= value, low.move) == (Outcome.fails_low, True, None)
        assert (high.bound, high.value >= value, high.move is not None) == (Outcome.fails_high, True, True)
        assert (inside.bound, inside.value) == (Outcome.exact, value)


def test_a_null_window_answers_a_question() -> None:
    value = search(OTHELLO, depth=5).value
    for room in ROOMS:
        assert search(OTHELLO, "null-window", depth=5, guess=value, room=room).bound == Outcome.fails_high
        assert search(OTHELLO, "null-window", depth=5, guess=value + 1, room=room).bound == Outcome.fails_low
        leaf = gamegrove.Tree("(A B3)").after("B")
        assert search(leaf, "null-window", guess=0, room=room).bound == Outcome.exact


@pytest.mark.parametrize("replacement", list(Replacement))
def test_bounds_in_a_table_never_cross(replacement: Replacement) -> None:
    table = TranspositionTable(3, replacement)
    for number in range(2000):
        position = gamegrove.ConnectFour("4" * (number % 4) + "5" * (number % 3))
        low = (number * 7919) % 41 - 20
        table.remember(position, number % 3, Bounds(low, low + number % 5, None))
        known = table.recall(position, number % 3)
        assert known.lower <= known.upper
    assert 0 < len(table.entries()) <= 8


class Confusing(PythonPosition[int]):
    """All positions have one of three keys, so that a table cannot tell them apart."""

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        self.path = path

    def moves(self) -> list[int]:
        first = 10 * sum(self.path)
        return [] if len(self.path) == 5 else [first + 1, first + 2, first + 3][: 1 + len(self.path) % 3]

    def after(self, move: int, /) -> Confusing:
        return Confusing((*self.path, move))

    def final_value(self) -> int:
        return sum(self.path) % 7 - 3

    def key(self) -> Hashable:
        return len(self.path) % 3

    @property
    def turn(self) -> int:
        return len(self.path) % 2

    def __str__(self) -> str:
        return " ".join(map(str, self.path))


@pytest.mark.parametrize("name", ["tt", "negascout", "sss", "dual", "mtdf", "mtdbi", "aspiration"])
@pytest.mark.parametrize("bits", [1, 2, 8])
def test_colliding_keys_cannot_give_an_illegal_move(name: str, bits: int) -> None:
    for path in [(), (1,), (1, 11), (1, 12, 131)]:
        position = Confusing(path)
        report = search(position, name, depth=4, memory="table", table_bits=bits, order=["memory"], nodes=20_000)
        assert report.move in position.legal_moves


def test_a_report_is_plain_data() -> None:
    report = search(OTHELLO, "mtdf", depth=4, order=["memory"], options={})
    data = json.loads(json.dumps(report.description()))
    assert data["request"]["position"] == OTHELLO.line
    assert data["nodes"] == report.nodes
    again = dict(data["request"])
    position, algorithm = gamegrove.position(again.pop("position")), again.pop("algorithm")
    again["window"] = tuple(again["window"])
    assert search(position, algorithm, **again).nodes == report.nodes


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({}, "give a depth, or a limit of nodes or seconds"),
        ({"depth": -1}, "depth must be from 0 to 1,000, not -1"),
        ({"depth": 10**6}, "depth must be from 0 to 1,000"),
        ({"nodes": 10**20}, "nodes must be from 0 to"),
        ({"depth": "3"}, "depth must be a number, not '3'"),
        ({"depth": 2.5}, "depth must be a number, not 2.5"),
        ({"seconds": "1"}, "seconds must be a number, not '1'"),
        ({"seconds": float("nan")}, "seconds must be from 0 to"),
        ({"depth": 2, "guess": 10**10}, "10000000000 is no value"),
        ({"depth": 2, "window": (-(10**12), 3)}, "is no value"),
        ({"depth": 2, "algorithm": "mcts", "options": {"leaf": "luck"}}, "must be playout or evaluation, not 'luck'"),
        ({"depth": 2, "algorithm": "mcts", "options": {"choose": "luck"}}, "must be visits or value, not 'luck'"),
        ({"depth": 2, "algorithm": "mcts", "options": {"playouts": 0}}, "playouts from 1"),
        ({"depth": 2, "algorithm": "mcts", "options": {"seed": -1}}, "a seed below 2^64"),
        ({"depth": 2, "algorithm": "mcts", "options": {"seed": "x"}}, "seed of mcts must be a whole number, not 'x'"),
        ({"depth": 2, "algorithm": "aspiration", "options": {"margin": 0}}, "margin of aspiration must be from 1"),
        ({"depth": 2, "algorithm": "mpc", "options": {"threshold": -1}}, "threshold of ProbCut must be 0 or more"),
        ({"depth": 2, "position": "othello"}, "'othello' is no position"),
        ({"depth": 2, "algorithm": None}, "algorithm must be a name"),
        ({"depth": 2, "options": None}, "options must be names with values"),
        ({"depth": 2, "order": 3}, "order must be a list, not 3"),
        ({"depth": 2, "symmetry": "yes"}, "symmetry must be True or False"),
        ({"depth": 2, "table_bits": 2.0}, "table_bits must be a whole number"),
        ({"algorithm": "mcts", "options": {"iterations": 0}}, "iterations=0 needs a limit of nodes or seconds"),
        ({"algorithm": "mcts", "options": {"exploration": float("nan")}}, "exploration from 0"),
        ({"depth": 2, "room": "cellar"}, "room must be one of laboratory, textbook, not 'cellar'"),
        ({"depth": 2, "window": (0,)}, "should be two values, alpha and beta"),
        ({"megabytes": 100}, "give a depth, or a limit of nodes or seconds"),
        ({"depth": 2, "memory": "brain"}, "memory must be one of none, exact, table, careless, not 'brain'"),
        ({"depth": 2, "order": ["luck"]}, "order must be one of memory, killer, history, static, not 'luck'"),
        ({"depth": 2, "wins": "never"}, "wins must be one of plain, sooner, larger, not 'never'"),
        ({"depth": 2, "table_bits": 31}, "table_bits must be 1 to 30, not 31"),
        ({"depth": 2, "replacement": "oldest"}, "replacement must be one of always, deeper, two-tier"),
        ({"depth": 2, "evaluation": "beauty"}, "othello has no evaluation 'beauty'; it has squares, score, weights, "),
        ({"depth": 2, "rules": ["near"]}, "othello has no rule 'near'; it has corners, guard, edges"),
        ({"depth": 2, "window": (3, 3)}, "window: 3 must be less than 3"),
        ({"depth": 2, "algorithm": "mtdf", "window": (3, 4)}, "mtdf takes no window"),
        ({"depth": 2, "algorithm": "alfabeta"}, "there is no algorithm 'alfabeta'; did you mean alphabeta?"),
        ({"depth": 2, "options": {"margin": 3}}, "alphabeta has no option 'margin'; it has none"),
        ({"depth": 2, "deph": 3}, "a search has no option 'deph'"),
        ({"depth": 2, "room": "laboratory", "rules": max}, "the laboratory knows only built-in games"),
    ],
)
def test_a_wrong_request_says_what_to_do(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(GamegroveError) as raised:
        search(**({"position": OTHELLO} | asked))
    assert message in str(raised.value)


@pytest.mark.parametrize("value", [WIN, -WIN, 1.5, "much", None])
def test_an_evaluation_must_give_a_whole_number_below_a_win(value: Any) -> None:
    with pytest.raises(GamegroveError, match="the evaluation gave"):
        search(OTHELLO, depth=1, evaluation=lambda _: value)


def test_rules_prune_and_a_rule_of_ones_own_can_be_a_function() -> None:
    everything = search(OTHELLO, depth=5)
    pruned = search(OTHELLO, depth=5, rules=["corners", "edges", "guard"])
    assert pruned.nodes < everything.nodes
    only_first = search(OTHELLO, "minimax", depth=5, rules=lambda _, moves: moves[:1])
    assert only_first.nodes == 6


def test_ordering_saves_nodes() -> None:
    """From a position in the middle of the game each reason alone makes alpha-beta cheaper, and all find one value."""
    position = OTHELLO.play("f5d6c3d3c4f4f6f3e6e7d7c5b6d8")
    plain = search(position, "tt", depth=7, deepening=True)
    for reason in ("memory", "killer", "history", "static"):
        ordered = search(position, "tt", depth=7, deepening=True, order=[reason])
        assert ordered.value == plain.value
        assert ordered.nodes < plain.nodes, reason


def test_symmetry_saves_nodes() -> None:
    plain = search(gamegrove.ConnectFour(), "tt", depth=8, evaluation="zero", memory="exact")
    mirrored = search(gamegrove.ConnectFour(), "tt", depth=8, evaluation="zero", memory="exact", symmetry=True)
    assert mirrored.value == plain.value
    assert mirrored.nodes < plain.nodes


def test_an_algorithm_of_ones_own_is_asked_for_by_name() -> None:
    @watched
    def first_move(node: Node, window: Window) -> Found:
        """Believes that the first move is always best."""
        if node.is_leaf:
            return node.evaluate()
        move = node.moves()[0]
        return Found(-first_move(node.after(move), window).value, move)

    register_algorithm("first-move", first_move)
    report = search(OTHELLO, "first-move", depth=4)
    assert (report.move, report.nodes, report.room) == ("d3", 5, "textbook")
    assert gamegrove.list_algorithms()[-1].summary == "Believes that the first move is always best."


def test_a_name_of_an_algorithm_must_be_easy_to_type() -> None:
    with pytest.raises(GamegroveError, match="cannot be an algorithm's name"):
        register_algorithm("My Search", lambda node, _: node.evaluate())


def test_only_what_is_sure_is_called_proven() -> None:
    tic_tac_toe = gamegrove.position("tic-tac-toe")
    for room in ROOMS:
        assert search(tic_tac_toe, "tt", depth=9, room=room).proven
        assert not search(tic_tac_toe, "tt", depth=8, room=room).proven
        assert not search(tic_tac_toe, "tt", depth=9, rules=["wins"], room=room).proven
        assert not search(tic_tac_toe, "mcts", rules=["wins"], options={"iterations": 3000}, room=room).proven
        outside = search(tic_tac_toe, "tt", depth=9, window=(1, 5), room=room)
        assert (outside.bound, outside.proven, outside.stopped) == (Outcome.fails_low, False, "complete")
    register_algorithm("own", lambda node, _: node.evaluate())
    assert not search(tic_tac_toe, "own", depth=9).proven
    register_algorithm("own", lambda _node, _window: Found(0, "a1"), exact=True)
    assert search(tic_tac_toe, "own", depth=9).proven


def test_one_name_may_stand_for_a_list() -> None:
    one, several = search(OTHELLO, "tt", depth=4, order="static"), search(OTHELLO, "tt", depth=4, order=["static"])
    assert one.nodes == several.nodes
    assert search(OTHELLO, depth=4, rules="edges").request.rules == ("edges",)


def test_mcts_says_that_its_iterations_are_over() -> None:
    report = search(OTHELLO, "mcts", options={"iterations": 50})
    assert (report.stopped, report.line) == ("iterations", (report.move,))


@pytest.mark.parametrize(
    ("position", "rules"),
    [
        (OTHELLO.play("f5d6c3d3c4f4f6f3e6e7d7c5b6d8"), ["edges"]),
        (gamegrove.ConnectFour("4455"), ["safe"]),
        (gamegrove.position("tic-tac-toe", "a1 b1"), ["wins"]),
    ],
)
def test_rules_change_what_mcts_visits_in_both_rooms_alike(position: gamegrove.Position, rules: list[str]) -> None:
    def visits(room: str, rules: list[str]) -> int:
        options = {"iterations": 300}
        return search(position, "mcts", rules=rules, options=options, watch=True, room=room).counters.visits

    (pruned,), (full,) = ({visits(room, asked) for room in ROOMS} for asked in (rules, []))
    assert pruned != full


def test_a_very_deep_tree_is_no_problem() -> None:
    depth = 499
    tree = gamegrove.Tree("(" * depth + "7" + ")" * depth)
    for name in ("minimax", "alphabeta", "negascout", "mtdf", "sss2", "stockman"):
        for room in ROOMS:
            assert search(tree, name, room=room).value == 7


@pytest.mark.parametrize("room", ROOMS)
def test_a_stop_sign_that_is_already_raised_is_seen(room: str) -> None:
    stop = threading.Event()
    stop.set()
    assert search(OTHELLO, depth=6, stop=stop, room=room).stopped == "stop"


def test_slow_nodes_do_not_delay_the_clock() -> None:
    report = search(gamegrove.Pente(), "mcts", seconds=0.05, options={"playouts": 500})
    assert report.stopped == "time"
    assert report.nodes < 1000


def test_what_is_no_proof_has_no_bound() -> None:
    assert search(OTHELLO, depth=3, rules=["edges"]).bound is None
    assert search(OTHELLO, "mpc", depth=3).bound is None
    assert search(gamegrove.Othello(size=4), "mcts").bound is None
    assert search(gamegrove.Tree("[[1, 2], [3, 4]]"), "mcts").bound == Outcome.exact


def test_a_search_that_sees_everything_goes_no_deeper() -> None:
    position = gamegrove.position("tic-tac-toe", "a1 b1 a2 b2")
    report = search(position, rules=["safe"], seconds=60)
    assert (report.stopped, report.proven) == ("complete", False)


class Signs(PythonPosition[int]):
    """Keys whose hashes are equal: hash((-1,)) is hash((-2,))."""

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        self.path = path

    def moves(self) -> list[int]:
        return [] if len(self.path) == 4 else [-1, -2, 1]

    def after(self, move: int, /) -> Signs:
        return Signs((*self.path, move))

    def final_value(self) -> int:
        return int(sum(7**place * step for place, step in enumerate(self.path))) % 19 - 9

    def key(self) -> tuple[int, ...]:
        return self.path

    @property
    def turn(self) -> int:
        return len(self.path) % 2

    def __str__(self) -> str:
        return str(self.path)


@pytest.mark.parametrize("name", ["tt", "negascout", "mtdf", "sss", "dual"])
def test_equal_hashes_are_not_equal_keys(name: str) -> None:
    exact = search(Signs(), "minimax", depth=4, wins="plain")
    assert search(Signs(), name, depth=4, wins="plain", memory="table").value == exact.value


@pytest.mark.parametrize(
    "check",
    [
        {"depth": 4, "shallow": 4},
        {"shallow": -1},
        {"a": 0.0},
        {"a": float("nan")},
        {"sigma": -1.0},
        {"b": float("inf")},
    ],
)
def test_a_check_that_makes_no_sense_is_refused(check: dict[str, Any]) -> None:
    usual = {"first_stage": 0, "last_stage": 64, "depth": 4, "shallow": 2, "a": 1.0, "b": 0.0, "sigma": 1.0}
    for room in ROOMS:
        with pytest.raises(GamegroveError, match="a check of ProbCut needs"):
            search(OTHELLO, "mpc", depth=5, options={"checks": [usual | check]}, room=room)


def test_what_is_built_in_cannot_be_replaced() -> None:
    with pytest.raises(GamegroveError, match="there is a built-in algorithm 'tt'"):
        register_algorithm("tt", lambda node, _: node.evaluate())
    with pytest.raises(GamegroveError, match="must be a function or a class, not 3"):
        register_algorithm("three", 3)  # type: ignore[arg-type]
    with pytest.raises(GamegroveError, match="there is a built-in evaluation 'squares'"):
        gamegrove.register_evaluation("squares", lambda _: 0)


def test_an_illegal_answer_of_ones_own_algorithm_is_refused() -> None:
    register_algorithm("corner", lambda _node, _window: Found(0, "a1"))
    with pytest.raises(GamegroveError, match="corner answered with 'a1', which is no legal move"):
        search(OTHELLO, "corner", depth=3)


@pytest.mark.parametrize("room", ROOMS)
def test_mcts_without_its_solver_keeps_its_limits(room: str) -> None:
    """When all games are in the tree no node is new any more, and still the search must end."""
    position = gamegrove.position("tic-tac-toe", "a1 b1 c1 a2 b2 a3 c2")
    report = search(position, "mcts", nodes=500, options={"solver": False}, room=room)
    assert (report.stopped, report.nodes) == ("nodes", 500)


@pytest.mark.parametrize("room", ROOMS)
def test_deepening_by_two_plies_keeps_the_parity_of_the_last_depth(room: str) -> None:
    depths = [each.depth for each in search(OTHELLO, depth=5, step=2, deepening=True, room=room).progress]
    assert depths == [1, 3, 5]
    assert [each.depth for each in search(OTHELLO, depth=4, step=2, deepening=True, room=room).progress] == [2, 4]


def test_no_depth_is_begun_that_would_exceed_the_share() -> None:
    hasty = search(OTHELLO, share=0.0)
    assert (hasty.depth, hasty.stopped) == (1, "share")
    patient = search(OTHELLO, depth=4, share=1e6)
    assert (patient.depth, patient.stopped) == (4, "depth")


@pytest.mark.parametrize(("share", "depth"), [(1.9, 1), (2, 2), (4.9, 2), (5, 3), (10, 3), (10.9, 3), (11, 4), (22, 4)])
def test_a_depth_is_begun_if_it_would_end_within_the_share_taking_as_long_as_the_last(
    share: float, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Depths 1, 2, 3 and 4 take 1, 2, 4 and 8 seconds and so end after 1, 3, 7 and 15."""
    seconds = 0.0
    run = LaboratoryRoom.run

    def doubling(room: LaboratoryRoom, depth: int, guess: int, window: Window) -> Found:
        nonlocal seconds
        seconds += 2 ** (depth - 1)
        return run(room, depth, guess, window)

    monkeypatch.setattr(LaboratoryRoom, "run", doubling)
    monkeypatch.setattr(time, "monotonic", lambda: seconds)
    report = search(OTHELLO, share=share)
    assert (report.depth, report.stopped) == (depth, "share")
    assert [each.seconds for each in report.progress] == [1.0, 3.0, 7.0, 15.0][:depth]


def random_game(source: random.Random, position: gamegrove.Position) -> Iterator[gamegrove.Position]:
    while not position.is_over():
        yield position
        position = position.after(source.choice(list(position.legal_moves)))


@pytest.mark.parametrize("name", ["tt", "mtdf"])
def test_a_careless_memory_finds_wrong_values_and_proves_none(name: str) -> None:
    careful = [search(position, "tt", depth=4).value for position in random_positions(OTHELLO, 20, 12, seed=1)]
    reports = [
        search(position, name, depth=4, memory="careless", deepening=True)
        for position in random_positions(OTHELLO, 20, 12, seed=1)
    ]
    assert sum(report.value != value for report, value in zip(reports, careful, strict=True)) >= 5
    assert not any(report.proven for report in reports)
    assert all(report.move in report.request.position.legal_moves for report in reports)


def test_a_careless_memory_knows_no_symmetry() -> None:
    with pytest.raises(GamegroveError, match="symmetry: a careless memory knows none"):
        search(OTHELLO, "tt", depth=2, memory="careless", symmetry=True)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("memory", ["exact", "table"])
def test_a_searcher_remembers_from_move_to_move_and_finds_the_same(room: str, memory: str) -> None:
    asked: dict[str, Any] = {"depth": 4, "memory": memory, "order": ("memory",), "room": room, "deepening": True}
    searcher = Searcher("mtdf", **asked)
    with_memory = without = 0
    for position in random_game(random.Random(2), gamegrove.Othello(size=6)):
        kept, fresh = searcher.search(position), search(position, "mtdf", **asked)
        assert kept.value == fresh.value
        assert fresh.proven or not kept.proven
        with_memory, without = with_memory + kept.nodes, without + fresh.nodes
    assert with_memory < without


def test_a_searcher_forgets_when_it_is_told_to_or_asked_something_else() -> None:
    searcher = Searcher("tt", depth=4, order=("memory",))
    fresh = searcher.search(OTHELLO).nodes
    assert searcher.search(OTHELLO).nodes == 1
    assert searcher.search(OTHELLO, evaluation="score").value == search(OTHELLO, depth=4, evaluation="score").value
    assert searcher.search(gamegrove.Othello(size=6)).nodes > 1
    searcher.forget()
    assert searcher.search(OTHELLO).nodes == fresh


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("memory", ["exact", "table"])
def test_a_searcher_does_not_take_one_tree_for_another(room: str, memory: str) -> None:
    searcher = Searcher("tt", memory=memory, room=room)
    values = {"[[1, 2], [3, 4]]": 3, "[[5, 6], [7, 8]]": 7, "[[9, 2], [1, 4]]": 2}
    for text, value in [*values.items(), *values.items()]:
        assert searcher.search(gamegrove.Tree(text)).value == value


def test_what_a_searcher_remembers_does_not_pass_for_a_proof() -> None:
    """A shallow search from an earlier position leaves values that were estimates at its horizon."""
    for seed in range(30):
        searcher = Searcher("tt", evaluation="zero")
        for position in random_game(random.Random(seed), gamegrove.position("othello:size=4")):
            report = searcher.search(position, depth=3)
            if report.proven:
                assert report.value_text == search(position, "tt", depth=30).value_text
