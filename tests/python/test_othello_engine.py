"""The Othello engine: exact ends on every board, estimates, limits, streams, levels, and its files of weights."""

from __future__ import annotations

import gc
import itertools
import json
import lzma
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamegrove import Analysis, Engine, EngineProgress, GamegroveError, Limit, MoveScore, Othello, _core, position
from gamegrove._core import OthelloEngine as OthelloCore
from gamegrove.engines import AnalysisStream
from gamegrove.engines.othello_levels import SKILLS, drawn, expected
from gamegrove.engines.othello_score import Scale
from gamegrove.engines.othello_weights import OthelloWeights, board_of, packaged_weights, read_weights, write_weights
from gamegrove.evaluation import cells_of
from gamegrove.levels import empty_cells
from gamegrove.search import search
from othello_ends import LATE, exact, played
from strategies import OTHELLO_BOARDS

MOST_EMPTY = 8
"""So many empty cells the laboratory fills in no time."""
NEAR_THE_END = st.integers(1, MOST_EMPTY)
JUDGED = ("6", "8", "10", "12", "96")
"""The boards that the engine has weights for; on others it says nothing of positions that it cannot solve."""
ENDED = "OOOO/OOOO/OOOO/OOOO X"


@cache
def engine_for(spec: str) -> Engine:
    return Engine(spec, table_mib=1)


@st.composite
def boards(
    draw: st.DrawFn, empty: st.SearchStrategy[int] = NEAR_THE_END, names: Sequence[str] = OTHELLO_BOARDS
) -> Othello:
    """A position near the end of a game that goes on."""
    start = Othello(board=draw(st.sampled_from(names)), empties_to_winner=draw(st.booleans()))
    return played(start, draw(empty), draw(st.integers(0, 2**32)))


@cache
def core_for(spec: str) -> OthelloCore:
    start = position(spec)
    assert isinstance(start, Othello)
    return OthelloCore(start, table_mib=1, weights=packaged_weights(board_of(start)).data)


def of_own_process(script: str) -> tuple[int, str, str]:
    """How a program of Python ends, and what it says."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout.strip(), done.stderr


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def contains(known: Analysis | MoveScore | EngineProgress, score: int) -> bool:
    return known.lower <= score <= known.upper


# -- Exact ends.


@given(boards())
def test_every_move_near_the_end_is_scored_as_the_laboratory_does(board: Othello) -> None:
    analysis = engine_for(board.spec).analyse(board)
    scores = {move: -exact(board.after(move)) for move in board.legal_moves}
    assert {each.move: each.score for each in analysis.moves} == scores
    assert analysis.score == max(scores.values()) == engine_for(board.spec).score(board)
    assert list(analysis.best) == [move for move in scores if scores[move] == analysis.score]
    assert analysis.move in analysis.best
    assert (analysis.estimate, analysis.confidence, analysis.stopped) == (None, 100, "")
    assert analysis.text == Scale.of(board).words(*[max(scores.values())] * 2)


@given(boards(), st.sampled_from([None, 1, 2]))
def test_the_line_leads_to_the_end_with_the_score(board: Othello, lines: int | None) -> None:
    analysis = engine_for(board.spec).analyse(board, lines=lines)
    assert analysis.line[0] == analysis.move
    end = board
    for move in analysis.line:
        end = end.after(move)
    assert end.is_over()
    assert analysis.score == (end.final_value() if end.turn == board.turn else -end.final_value())


@given(boards(), st.booleans())
def test_the_winner_alone_is_the_sign_of_the_score(board: Othello, moves: bool) -> None:
    analysis = engine_for(board.spec).analyse(board, winner_only=True, moves=moves)
    winner = sign(exact(board))
    assert analysis.text == {1: "wins", 0: "draw", -1: "loses"}[winner]
    assert (sign(analysis.lower), sign(analysis.upper)) == (winner, winner)
    assert sign(-exact(board.after(analysis.move))) == winner
    for each in analysis.moves if moves else ():
        assert sign(each.lower) == sign(each.upper) == sign(-exact(board.after(each.move)))


@pytest.mark.parametrize("name", JUDGED)
def test_moves_of_positions_in_reach_are_scored_as_the_laboratory_does(name: str) -> None:
    for seed in range(4):
        board = played(Othello(board=name), 12, seed)
        scores = {move: -exact(board.after(move)) for move in board.legal_moves}
        assert {each.move: each.score for each in engine_for(board.spec).analyse(board).moves} == scores


@pytest.mark.parametrize("empty", [13, 14, 15, 16])
@pytest.mark.parametrize("name", JUDGED)
def test_what_comes_before_the_last_cells_spoils_no_score(name: str, empty: int) -> None:
    """Above eleven cells the table, the evaluation and the cuts take part, and above thirteen a selective search."""
    board = played(Othello(board=name), empty, seed=empty)
    score = search(board, "tt", depth=40, wins="plain", order=("memory", "killer", "static")).value
    assert engine_for(board.spec).analyse(board).score == score


@pytest.mark.parametrize("winner_only", [False, True])
@pytest.mark.parametrize("name", JUDGED)
def test_what_is_said_to_be_proven_under_a_limit_is_true(name: str, winner_only: bool) -> None:
    engine, unfinished = Engine(f"othello:board={name}", table_mib=1), 0
    for seed in range(12):
        board = played(Othello(board=name), 9 + seed % 3, seed)
        engine.forget()
        analysis = engine.analyse(board, Limit(nodes=100 * seed), winner_only=winner_only)
        assert contains(analysis, exact(board))
        assert all(contains(each, -exact(board.after(each.move))) for each in analysis.moves)
        assert analysis.line[0] == analysis.move in board.legal_moves
        assert analysis.stopped in ("", "nodes")
        unfinished += analysis.stopped == "nodes"
    assert unfinished > 1


@pytest.mark.parametrize("name", JUDGED)
def test_a_limit_of_nodes_is_kept_near_the_end(name: str) -> None:
    """A search of eight cells or fewer does not look at the limit."""
    limit, eight_cells = 5_000, 4_000
    engine = engine_for(f"othello:board={name}")
    found = [engine.analyse(played(Othello(board=name), 12, seed), nodes=limit) for seed in range(20)]
    assert sum(each.stopped == "nodes" for each in found) >= 10
    assert max(each.nodes for each in found) < limit + eight_cells


def test_threads_find_the_same_scores() -> None:
    shared = 0
    for name, empty in (("6", 16), ("8", 15), ("10", 13), ("12", 12), ("96", 14)):
        for seed in range(3):
            board = played(Othello(board=name), empty, seed)
            together, alone = (Engine(board, threads=threads, table_mib=1).analyse(board) for threads in (2, 1))
            assert [each.score for each in together.moves] == [each.score for each in alone.moves]
            shared += together.nodes != alone.nodes
    assert shared > 3, "without work that is shared this test sees nothing"


def test_a_pass_is_the_only_move_of_who_must_pass() -> None:
    board = Othello("OX2/4/4/4 X", size=4)
    assert board.must_pass()
    found = engine_for("othello:size=4").analyse(board)
    assert (found.best, found.line[0], found.score) == (("pass",), "pass", exact(board))


def test_the_end_of_a_game_is_scored_by_the_rules() -> None:
    ended = engine_for("othello:size=4").analyse(ENDED)
    assert (ended.score, ended.text, ended.source) == (-16, "loses by 16", "rules")
    assert (ended.moves, ended.best, ended.move, ended.line) == ((), (), None, ())
    assert engine_for("othello:size=4").score(ENDED) == -16


def test_the_empty_board_of_4x4_is_lost_by_8() -> None:
    assert engine_for("othello:size=4").analyse("").text == "loses by 8"


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        (6, 6, "wins by 6"),
        (-12, -12, "loses by 12"),
        (0, 0, "draw"),
        (1, 64, "wins"),
        (8, 64, "wins by 8 or more"),
        (-64, -1, "loses"),
        (-64, -8, "loses by 8 or more"),
        (0, 64, "at least a draw"),
        (-64, 0, "at most a draw"),
        (-64, 4, "+4 or less"),
        (-4, 64, "-4 or more"),
        (-4, 4, "-4 to +4"),
        (-64, 64, "not known"),
    ],
)
def test_bounds_are_told_as_people_say_them(lower: int, upper: int, text: str) -> None:
    assert Scale(64).words(lower, upper) == text


def test_an_analysis_prints_itself_with_the_best_move_first() -> None:
    found = engine_for("othello").analyse(LATE)
    head = f"{Othello(LATE)}\nwins by 16\n"
    assert str(found).startswith(head)
    rows = [line.split() for line in str(found).removeprefix(head).splitlines()]
    scores = {str(each.move): each.lower for each in found.moves}
    assert [scores[row[0]] for row in rows] == sorted(scores.values(), reverse=True)
    assert rows[0] == ["h1", "wins", "by", "16", *map(str, found.line)]
    ended = f"{Othello(ENDED, size=4)}\nloses by 16"
    assert str(engine_for("othello:size=4").analyse(ENDED)) == ended


# -- Estimates.


@given(boards(st.integers(12, 30), JUDGED), st.integers(1, 3), st.booleans())
@settings(max_examples=40)
def test_before_the_end_there_are_estimates_and_no_proofs(board: Othello, depth: int, winner_only: bool) -> None:
    found = engine_for(board.spec).analyse(board, Limit(depth=depth), winner_only=winner_only)
    assert (found.lower, found.upper) == (-cells_of(board), cells_of(board))
    assert (found.score, found.confidence, found.depth) == (None, None, depth)
    assert f"(depth {depth})" in found.text, "so shallow a search leaves nothing out"
    assert found.estimate == max(each.estimate for each in found.moves if each.estimate is not None)
    assert found.move in found.best
    assert set(found.best) <= set(board.legal_moves)


def test_a_search_before_the_end_says_how_sure_it_is_of_what_it_leaves_out() -> None:
    told: list[tuple[int | None, int | None, str]] = []
    engine_for("othello").analyse(
        "f5d6c3", depth=7, on_progress=lambda step: told.append((step.depth, step.confidence, step.text.split(" (")[1]))
    )
    assert told == [
        *((depth, None, f"depth {depth})") for depth in (1, 2, 3)),
        *((depth, 73, f"depth {depth}, 73 %)") for depth in (4, 5, 6, 7)),
        (7, 87, "depth 7, 87 %)"),
    ]


@given(boards(st.integers(12, 30), JUDGED), st.integers(1, 4))
@settings(max_examples=40)
def test_only_as_many_moves_are_valued_as_are_asked_for(board: Othello, lines: int) -> None:
    engine = engine_for(board.spec)
    engine.forget()
    found = engine.analyse(board, depth=3, lines=lines)
    valued = [each for each in found.moves if each.value is not None]
    assert len(valued) >= min(lines, len(found.moves))
    assert all(each.value is None or each.value <= (found.value or 0) for each in found.moves)
    assert [each.move for each in found.moves] == list(board.legal_moves)


def test_a_limit_is_given_as_one_or_by_its_parts() -> None:
    engine = engine_for("othello")
    assert engine.analyse("f5d6", Limit(depth=2)).depth == engine.analyse("f5d6", depth=2).depth == 2
    with pytest.raises(GamegroveError, match="give a Limit, or depth, seconds and nodes by name, not both"):
        engine.analyse("f5d6", Limit(depth=2), seconds=1)
    with pytest.raises(GamegroveError, match="depth must be from 1 to 1,000, not 0"):
        Limit(depth=0)
    with pytest.raises(GamegroveError, match="lines must be a whole number, 1 or more, not 0"):
        engine.analyse("f5d6", lines=0)


def test_connect_four_has_no_depth() -> None:
    with pytest.raises(GamegroveError, match="limit it by seconds or nodes, not by depth"):
        Engine("connect-four", table_mib=1).analyse("44", Limit(depth=3))


def test_limits_end_it_and_say_so() -> None:
    stop = threading.Event()
    stop.set()
    for limit, why in (({"nodes": 1000}, "nodes"), ({"seconds": 0.01}, "time"), ({"stop": stop}, "stop")):
        found = Engine("othello", table_mib=1).analyse("", **limit)
        assert (found.stopped, found.score) == (why, None)
        assert found.move in Othello().legal_moves
        assert found.depth is not None


def test_a_stop_sign_ends_even_the_search_of_few_cells() -> None:
    stop = threading.Event()
    stop.set()
    found = Engine("othello", table_mib=1).analyse(LATE, stop=stop)
    assert (found.stopped, found.depth) == ("stop", 1)


def test_a_search_to_the_end_that_is_not_certain_says_how_sure_it_is() -> None:
    """The core tells every step of a search; of the steps to the end only the last is a proof."""
    told: list[EngineProgress] = []
    board = played(Othello(), 15, seed=3)
    Engine("othello", table_mib=4).analyse(board, lines=1, on_progress=told.append)
    sure = [each.confidence for each in told if each.depth == empty_cells(board)]
    assert sure == [73, 100]
    assert told[-1].exact
    for each in told:
        assert each.exact == (each.confidence == 100)
        if each.confidence is not None and each.confidence < 100:
            is_end = each.depth == empty_cells(board)
            assert each.text.endswith(f", {each.confidence} % sure" if is_end else f", {each.confidence} %)")
            assert each.estimate is not None


# -- What it takes and gives.


@pytest.mark.parametrize("board", OTHELLO_BOARDS)
def test_every_board_has_an_engine(board: str) -> None:
    start = Othello(board=board)
    found = Engine(start, table_mib=1).analyse(start, depth=2)
    assert found.move in start.legal_moves
    assert board_of(start) == board


def test_a_book_is_refused() -> None:
    with pytest.raises(GamegroveError, match=r"there are no opening books for Othello, so my\.book cannot be one"):
        Engine("othello", book="my.book")
    assert Engine("othello:size=4", table_mib=1, book=False).book is False


def test_it_travels_as_its_options() -> None:
    engine = Engine("othello:size=6", table_mib=1, level=3, seed=5)
    again = pickle.loads(pickle.dumps(engine))
    assert repr(again) == repr(engine)
    assert again.choose("").move == engine.choose("").move


def test_records_are_plain_data_for_json() -> None:
    told: list[EngineProgress] = []
    found = engine_for("othello").analyse(LATE, on_progress=told.append)
    plain = json.loads(json.dumps(found.description()))
    assert (plain["score"], plain["text"], plain["best"]) == (16, "wins by 16", ["h1"])
    assert (plain["estimate"], plain["depth"], plain["confidence"]) == (None, 10, 100)
    (best,) = [each for each in plain["moves"] if each["move"] == "h1"]
    assert best["line"] == plain["line"] == list(found.line)
    step = json.loads(json.dumps(told[0].description()))
    assert (step["estimate"], step["depth"], step["confidence"]) == (told[0].estimate, 1, None)


# -- Being late, and values beyond all measure.


def test_who_is_late_answers_with_what_is_known_and_is_right_the_next_time() -> None:
    """The search waits for whoever watches, so that it cannot be done in time."""
    engine = Engine("othello", table_mib=1)
    for _ in range(3):
        found = engine.analyse("f5d6c3", seconds=0.02, on_progress=lambda _: time.sleep(0.05))
        assert (found.stopped, found.depth) == ("time", 1)
        assert engine.analyse(LATE).score == 16


@pytest.mark.parametrize("board", OTHELLO_BOARDS)
def test_without_any_time_there_is_a_legal_move(board: str) -> None:
    engine, position = Engine(Othello(board=board), table_mib=1), played(Othello(board=board), 10, seed=4)
    for _ in range(20):
        found = engine.analyse(position, seconds=0, lines=1)
        assert found.move in position.legal_moves
        assert found.stopped in ("time", "")


@given(boards(st.integers(1, 60), JUDGED), st.sampled_from([None, (-1, 1)]))
@settings(max_examples=30)
def test_who_waits_in_vain_for_an_engine_that_is_busy_gets_values_that_can_be(
    board: Othello, window: tuple[int, int] | None
) -> None:
    core, begun, stop = core_for(board.spec), threading.Event(), threading.Event()

    def look_on(_: object) -> None:
        begun.set()
        stop.wait()

    busy = threading.Thread(target=lambda: core.analyse(board, depth=1, watch=look_on))
    busy.start()
    begun.wait()
    found = core.analyse(board, window=window, seconds=0)
    stop.set()
    busy.join()
    assert (found.stopped, {each[0] for each in found.moves}) == ("time", set(map(str, board.legal_moves)))
    for move, value, bound, *_ in found.moves:
        after = board.after(move)
        assert abs(value) < cells_of(board) or after.is_over()
        assert window is not None or bound == "exact"
        assert bound == ("exact" if window is None or abs(value) < 1 else "at least" if value > 0 else "at most")
        if after.is_over():
            assert value == -after.final_value()


@given(boards(st.integers(1, 60), JUDGED))
def test_nobody_is_believed_to_have_all_cells_while_the_game_goes_on(board: Othello) -> None:
    assert abs(core_for(board.spec).evaluation(board)) < cells_of(board)


NO_MORE_THREADS = """
import resource
from pathlib import Path
from gamegrove import Engine
engine = Engine("othello", table_mib=1)
engine.analyse("f5d6c3", nodes=1000)
used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (3 << 20), used + (3 << 20)))  # less than the stack of a thread
print(engine.analyse("f5d6c3", seconds=0.05).stopped, engine.analyse("f5d6c3", depth=4, seconds=60).depth)
"""


def test_without_another_thread_the_one_that_asks_searches() -> None:
    assert of_own_process(NO_MORE_THREADS) == (0, "time 4", "")


def test_windows_beyond_the_board_say_nothing_wrong() -> None:
    core = OthelloCore(Othello(LATE), table_mib=1)
    for window in ((70, 80), (64, 65), (65, 66), (-80, -70), (-66, -65), (-1000, 1000)):
        _, value, bound, *_ = core.analyse(Othello(LATE), window=window).moves[0]
        assert {"exact": value == 16, "at most": value >= 16, "at least": value <= 16}[bound]


@pytest.mark.parametrize("first", [20.0, 1000.0, 1e308])
def test_deviations_beyond_all_measure_leave_nothing_out(first: float) -> None:
    plain = OthelloCore(Othello(), weights=packaged_weights("8").data)
    doubt = (first, 1e308, -1e308, 0.0) if first > 1000 else (first, 0.0, 0.0, 0.0)
    doubtful = OthelloCore(
        Othello(), weights=packaged_weights("8").data, midgame_doubt=doubt, endgame_doubt=(first, 0.0, 0.0, 0.0)
    )
    start = Othello("f5d6c3")
    assert doubtful.analyse(start, depth=6).moves[0][1] == plain.analyse(start, depth=6).moves[0][1]


def test_without_deviations_no_depth_is_searched_twice() -> None:
    core, told = OthelloCore(Othello(), weights=packaged_weights("8").data), list[int]()
    core.analyse(Othello("f5d6c3"), depth=7, watch=lambda found: told.append(found.depth))
    assert told == [1, 2, 3, 4, 5, 6, 7]


def test_all_levels_judge_by_one_copy_of_the_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights take tens of milliseconds to unpack, which the first move of a level cannot wait for."""
    engine = Engine("othello", table_mib=1, level=3, seed=1)
    monkeypatch.setattr(_core, "OthelloEngine", None)
    assert engine.choose("f5d6c3").depth == 2


# -- Streams.


def test_a_stream_tells_every_depth_and_then_the_result() -> None:
    told: list[EngineProgress] = []
    expected = Engine("othello", table_mib=1).analyse("f5d6c3", depth=5, on_progress=told.append)
    with Engine("othello", table_mib=1).stream("f5d6c3", Limit(depth=5)) as steps:
        seen = list(steps)
    assert [each.depth for each in seen] == [each.depth for each in told]
    assert all(one.nodes <= other.nodes for one, other in itertools.pairwise(seen))
    assert (steps.result.text, steps.result.moves) == (expected.text, expected.moves)
    assert list(steps) == []


@pytest.mark.parametrize("game", ["othello", "connect-four:size=9x9"])
def test_a_stream_that_is_closed_stops_the_search(game: str) -> None:
    engine = Engine(game, table_mib=1)
    steps = engine.stream("")
    next(steps)
    steps.close()
    assert steps.result.stopped == "stop"
    assert engine.analyse("", nodes=100).move is not None  # it is free again


def test_a_stop_sign_ends_a_stream() -> None:
    stop = threading.Event()
    steps = Engine("othello", table_mib=1).stream("", stop=stop)
    next(steps)
    stop.set()
    assert steps.result.stopped == "stop"


def test_a_stream_that_is_lost_stops_the_search() -> None:
    steps = Engine("othello", table_mib=1).stream("")
    ended = steps._work.ended
    del steps
    gc.collect()
    assert ended.wait(60)


def test_an_error_of_the_search_is_raised_by_the_stream() -> None:
    def fail(*_: object) -> Analysis:
        raise GamegroveError("no")

    steps = AnalysisStream(fail)
    with pytest.raises(GamegroveError, match="no"):
        next(steps)
    with pytest.raises(GamegroveError, match="no"):
        _ = steps.result


def test_a_position_that_cannot_be_read_is_an_error_before_the_stream_begins() -> None:
    with pytest.raises(GamegroveError, match="is not legal"):
        engine_for("othello").stream("a1")


# -- Ctrl-C and the end of Python, in processes of their own.

INTERRUPTED = """
import os, signal, threading
import gamegrove
engine = gamegrove.Engine("{game}")
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    with engine.stream("{position}") as steps:
        steps.result
    print("not interrupted")
except KeyboardInterrupt:
    pass
print(steps.result.stopped, engine.analyse("{position}", nodes=100).stopped)
"""
LEFT_ALONE = """
import threading, time
import gamegrove
engine = gamegrove.Engine("{game}")
threading.Thread(target=lambda: engine.analyse("{position}"{limit}), daemon=True).start()
{wait}
print("done")
"""
SLEEPING = "time.sleep(0.3)"
COMPUTING = """
end = time.monotonic() + {seconds}
while time.monotonic() < end:
    pass
"""
"""Then the interpreter lock is never free, and who asks for it waits for it when Python ends."""
STREAM_LEFT_OPEN = """
import tempfile
folder = tempfile.TemporaryDirectory()
import gamegrove
from gamegrove.engines import stream
stream.PATIENCE = 1000
steps = gamegrove.Engine("othello").stream("f5d6c3")
next(steps)
print("done")
"""
"""The folder has Python call at the end what gives things back, before the core is there."""
SEARCHES = [("othello", "f5d6c3"), ("connect-four:size=9x9", "55")]


@pytest.mark.parametrize(("game", "position"), SEARCHES)
def test_after_ctrl_c_a_search_has_ended_and_the_engine_is_free(game: str, position: str) -> None:
    assert of_own_process(INTERRUPTED.format(game=game, position=position)) == (0, "stop nodes", "")


@pytest.mark.parametrize(("game", "position"), SEARCHES)
@pytest.mark.parametrize("limit", ["", ", seconds=60"])
@pytest.mark.parametrize(
    "wait", [SLEEPING, *(COMPUTING.format(seconds=seconds) for seconds in (0.201, 0.204, 0.207))], ids=lambda _: ""
)
def test_python_ends_well_while_an_engine_searches(game: str, position: str, limit: str, wait: str) -> None:
    text = LEFT_ALONE.format(game=game, position=position, limit=limit, wait=wait)
    assert of_own_process(text) == (0, "done", "")


def test_streams_end_before_the_core_whatever_was_imported_first() -> None:
    assert of_own_process(STREAM_LEFT_OPEN) == (0, "done", "")


# -- Levels.


@given(boards(st.integers(1, 60)), st.integers(1, 8), st.integers(0, 1000))
@settings(max_examples=40)
def test_every_level_plays_a_legal_move_that_is_not_absurd(board: Othello, level: int, seed: int) -> None:
    skill = SKILLS[level - 1]
    choice = Engine(board, level=level, seed=seed, table_mib=1).choose(board)
    assert choice.move in board.legal_moves
    assert choice.line[0] == choice.move
    if empty_cells(board) <= skill.end:
        assert choice.score is not None
        assert choice.score == Engine(board, table_mib=1).score(board)
    else:
        known = Engine(board, table_mib=1).analyse(board, depth=choice.depth)
        (mine,) = [each for each in known.moves if each.move == choice.move]
        assert known.value is not None
        assert mine.value is not None
        assert known.value - mine.value <= skill.most


def test_a_seed_makes_a_level_repeatable_whatever_is_remembered() -> None:
    def game(seed: int, *, thinks_before: bool) -> list[str]:
        engine, board = Engine("othello:size=6", level=4, seed=seed, table_mib=1), Othello(size=6)
        while empty_cells(board) > 20:
            if thinks_before:
                engine.analyse(board, depth=6)
            board = board.after(engine.choose(board).move)
        return board.line.split()

    assert game(1, thinks_before=False) == game(1, thinks_before=True)
    assert len({tuple(game(seed, thinks_before=False)) for seed in range(4)}) > 1


@given(
    st.lists(st.integers(0, 40), max_size=20).map(lambda losses: [0, *losses]),
    st.floats(0, 10),
    st.integers(0, 20),
    st.floats(0, 1, exclude_max=True),
)
def test_a_draw_never_loses_more_than_the_most(losses: list[int], wanted: float, most: int, luck: float) -> None:
    assert losses[drawn(losses, wanted, most, luck)] <= most


@given(st.lists(st.integers(1, 12), min_size=1, max_size=12), st.floats(0.2, 3))
def test_on_the_average_a_draw_loses_what_is_wanted(others: list[int], wanted: float) -> None:
    losses = [0, *others]
    draws = [losses[drawn(losses, wanted, 12, (number + 0.5) / 400)] for number in range(400)]
    assert sum(draws) / len(draws) == pytest.approx(min(wanted, expected(losses, 12, 0)), abs=0.2)


def test_a_higher_level_sees_further_and_gives_away_less() -> None:
    for lower, higher in itertools.pairwise(SKILLS):
        assert lower.plies <= higher.plies
        assert lower.end < higher.end
        assert lower.budget > higher.budget
        assert lower.most > higher.most


@pytest.mark.parametrize("level", [1, 6, 10])
def test_a_level_answers_under_any_limit(level: int) -> None:
    stop = threading.Event()
    stop.set()
    engine = Engine("othello:board=96", level=level, seed=1, table_mib=1)
    start = Othello(board="96")
    for limit in (Limit(nodes=0), Limit(nodes=500), Limit(seconds=0)):
        assert engine.choose(start, limit).move in start.legal_moves
    assert engine.choose(start, stop=stop).move in start.legal_moves


# -- Weights.

SOME = OthelloWeights("8", bytes(range(256)) * 8, (1.0, 0.5, -0.25, 0.0), (2.0, 0.0, -1.5, 0.125), {"seed": 7})


def test_weights_go_round_through_a_file(tmp_path: Path) -> None:
    write_weights(SOME, tmp_path / "some.weights")
    assert read_weights(tmp_path / "some.weights", "8") == SOME
    head = (tmp_path / "some.weights").read_bytes().partition(b"\n")[0]
    assert json.loads(head)["made"] == {"seed": 7}


def test_weights_of_the_package_are_read_once_and_fit_their_boards() -> None:
    for board in OTHELLO_BOARDS:
        weights = packaged_weights(board)
        assert weights is packaged_weights(board)
        assert weights.board == board
        assert Engine(Othello(board=board), table_mib=1).estimates == bool(weights.data)


def header(**changed: object) -> bytes:
    doubt = {"midgame": [0, 0, 0, 0], "endgame": [0, 0, 0, 0]}
    usual = {"format": "gamegrove othello weights", "version": 1, "board": "8", "doubt": doubt, "made": {}}
    return json.dumps({**usual, **changed}).encode() + b"\n"


PACKED = lzma.compress(b"weights")


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"", "has no weights of the Othello engine"),
        (b"PNG\xff\n", "has no weights of the Othello engine"),
        (b"[" * 100_000 + b"\n", "has no weights of the Othello engine"),
        (header(format="a book") + PACKED, "has no weights of the Othello engine"),
        (header().strip(), "are not complete"),
        (header(), "are not complete"),
        (header() + PACKED[:-9], "are not complete"),
        (header() + PACKED[:30] + b"?" + PACKED[31:], "are damaged"),
        (header() + b"no xz at all", "are damaged"),
        (header() + PACKED + b"more", "are damaged: something follows them"),
        (header() + lzma.compress(b""), "has no weights, only its first line"),
        (header() + lzma.compress(bytes(1 << 27), preset=0), "are damaged: no board has so many"),
        (header(version=2) + b"?", "is of version 2, and this gamegrove reads version 1: renew it"),
        (header(version="new") + PACKED, "a first line that makes no sense"),
        (header(board=8) + PACKED, "a first line that makes no sense"),
        (header(doubt=None) + PACKED, "a first line that makes no sense"),
        (header(doubt={"midgame": [1, 2, 3]}) + PACKED, "a first line that makes no sense"),
        (header(doubt={"midgame": [1, 2, 3, float("nan")]}) + PACKED, "a first line that makes no sense"),
        (header(doubt={"midgame": [1, 2, 3, 10**400]}) + PACKED, "a first line that makes no sense"),
        (header(made=3) + PACKED, "a first line that makes no sense"),
        (header(board="6") + PACKED, "has the weights of board 6, not of board 8"),
    ],
)
def test_a_file_that_has_no_good_weights_is_named_with_its_problem(
    tmp_path: Path, contents: bytes, message: str
) -> None:
    file = tmp_path / "broken.weights"
    file.write_bytes(contents)
    with pytest.raises(GamegroveError, match=rf"broken\.weights.*{message}"):
        read_weights(file, "8")


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(GamegroveError, match=r"cannot read the weights .*none\.weights: No such file"):
        read_weights(tmp_path / "none.weights")


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Weights for 8x8 that believe every position to be even."""
    packaged = packaged_weights("8")
    write_weights(OthelloWeights("8", bytes(len(packaged.data))), tmp_path / "own.weights")
    return tmp_path / "own.weights"


def test_an_engine_judges_by_the_weights_that_it_is_given(own: Path) -> None:
    engine = Engine("othello", table_mib=1, weights=own)
    assert engine.weights == str(own)
    assert engine.estimates
    assert {each.estimate for each in engine.analyse("f5d6c3d3c4", depth=1).moves} == {0}
    assert engine.analyse(LATE).score == 16
    assert Engine("othello", table_mib=1).analyse("f5d6c3d3c4", depth=1).estimate != 0
    assert repr(pickle.loads(pickle.dumps(engine))) == repr(engine)


def test_lower_levels_use_the_weights_too(own: Path) -> None:
    choice = Engine("othello", table_mib=1, weights=str(own), level=1, seed=1).choose("f5d6c3d3c4")
    assert choice.estimate == 0


def test_weights_that_do_not_fit_are_named(own: Path, tmp_path: Path) -> None:
    with pytest.raises(GamegroveError, match=r"own\.weights has the weights of board 8, not of board 6"):
        Engine("othello:size=6", weights=own)
    with pytest.raises(GamegroveError, match=r"cannot read the weights .*none\.weights: No such file"):
        Engine("othello", weights=tmp_path / "none.weights")
    write_weights(SOME, tmp_path / "some.weights")
    with pytest.raises(GamegroveError, match=r"the weights .*some\.weights: these are no weights for this board"):
        Engine("othello", weights=tmp_path / "some.weights")
    with pytest.raises(GamegroveError, match=r"Connect Four is solved and has no weights, so my\.weights cannot be"):
        Engine("connect-four", weights="my.weights")
