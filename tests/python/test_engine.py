"""The engine: exact scores against a plain minimax, lines, limits, progress, books, levels, and what it refuses."""

from __future__ import annotations

import itertools
import json
import math
import pickle
import random
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import gamegrove
from gamegrove import Analysis, ConnectFour, Engine, GamegroveError, Limit, MoveScore, Pente, Record, position
from gamegrove._core import ConnectFourBook, ConnectFourSolver, connect_four_positions
from gamegrove.books.files import write_book
from gamegrove.engines import EngineProgress
from gamegrove.engines.connect_four_levels import SKILLS
from gamegrove.engines.connect_four_score import Scale
from gamegrove.evaluation import cells_of
from reference.scores import score as plain_score

BOARDS = (("4x4", 4), ("4x4", 3), ("5x4", 4), ("3x6", 3), ("6x3", 4), ("5x5", 2))
MOST_EMPTY = 11
"""So many empty cells a plain minimax fills in no time."""


@cache
def engine_for(spec: str) -> Engine:
    return Engine(spec, table_mib=1)


@st.composite
def boards(draw: st.DrawFn) -> ConnectFour:
    """A position near the end of a game that goes on, on a small board."""
    size, in_a_row = draw(st.sampled_from(BOARDS))
    board = ConnectFour(size=size, in_a_row=in_a_row)
    source = random.Random(draw(st.integers(0, 2**32)))
    empty = draw(st.integers(1, MOST_EMPTY))
    while cells_of(board) - board.stones > empty:
        board = board.after(source.choice(list(board.legal_moves)))
        assume(not board.is_over())
    return board


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def contains(known: Analysis | MoveScore | EngineProgress, score: int) -> bool:
    return known.lower <= score <= known.upper


# -- Right.


@given(boards())
def test_the_scores_are_those_of_a_plain_minimax(board: ConnectFour) -> None:
    analysis = engine_for(board.spec).analyse(board)
    assert analysis.score == plain_score(board)
    assert [each.move for each in analysis.moves] == list(board.legal_moves)
    assert [each.score for each in analysis.moves] == [-plain_score(board.after(move)) for move in board.legal_moves]
    assert (analysis.stopped, analysis.source) == ("", "search")


@given(boards())
def test_the_best_columns_are_all_that_reach_the_score_and_the_move_the_most_central(board: ConnectFour) -> None:
    analysis = engine_for(board.spec).analyse(board)
    best = [move for move in board.legal_moves if -plain_score(board.after(move)) == plain_score(board)]
    middle = (len(board.column_names) + 1) / 2
    assert list(analysis.best) == best
    assert analysis.move == min(best, key=lambda move: abs(int(move) - middle))


@given(boards(), st.booleans())
def test_the_line_keeps_the_score_and_ends_the_game_as_promised(board: ConnectFour, moves: bool) -> None:
    analysis = engine_for(board.spec).analyse(board, moves=moves)
    score, end = analysis.score, board
    assert score is not None
    for move in analysis.line:
        assert -plain_score(end.after(move)) == plain_score(end)
        end = end.after(move)
    assert analysis.line[0] == analysis.move
    assert len(analysis.line) == Scale.of(board).plies(score)
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.winner == {1: board.turn, 0: None, -1: 1 - board.turn}[sign(score)]


@given(boards())
def test_without_moves_the_score_and_the_move_are_the_same(board: ConnectFour) -> None:
    short, full = (engine_for(board.spec).analyse(board, moves=moves) for moves in (False, True))
    assert (short.score, short.move, short.line) == (full.score, full.move, full.line)


@given(boards(), st.booleans())
def test_the_winner_alone_is_who_a_plain_minimax_says(board: ConnectFour, moves: bool) -> None:
    analysis = engine_for(board.spec).analyse(board, winner_only=True, moves=moves)
    texts = {1: "wins", 0: "draw", -1: "loses"}
    assert contains(analysis, plain_score(board))
    assert analysis.text.split()[0] == texts[sign(plain_score(board))]
    assert sign(plain_score(board)) == sign(-plain_score(board.after(analysis.move)))
    for each in analysis.moves if moves else ():
        assert each.text.split()[0] == texts[sign(-plain_score(board.after(each.move)))]


def test_a_batch_of_positions_gets_the_score_of_each() -> None:
    engine = engine_for("connect-four:size=4x4")
    batch = ["11223", "12341234", ["2", "2", "3"], ConnectFour("4444", size="4x4")]
    assert engine.scores(batch) == [plain_score(engine.position(each)) for each in batch]  # type: ignore[arg-type]
    assert engine.scores([]) == []
    for no_list in ("44", 3, engine.position("44")):
        with pytest.raises(GamegroveError, match="should be a list of positions"):
            engine.scores(no_list)  # type: ignore[arg-type]


def test_the_end_of_a_game_is_scored_by_the_rules() -> None:
    lost = engine_for("connect-four:size=4x4").analyse("1212121")
    assert (lost.score, lost.text, lost.source) == (-5, "lost", "rules")
    assert (lost.moves, lost.best, lost.move, lost.line) == ((), (), None, ())
    full = engine_for("connect-four:size=2x2,in-a-row=3").analyse("1122")
    assert (full.score, full.text) == (0, "draw")


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        (21, 21, "wins in 1"),
        (1, 1, "wins in 41"),
        (-21, -21, "loses in 2"),
        (-1, -1, "loses in 42"),
        (0, 0, "draw"),
        (1, 21, "wins"),
        (3, 21, "wins in at most 37"),
        (-21, -1, "loses"),
        (-21, -3, "loses in at most 38"),
        (0, 5, "at least a draw"),
        (-5, 0, "at most a draw"),
        (-5, 5, "not known"),
    ],
)
def test_bounds_are_told_as_people_say_them(lower: int, upper: int, text: str) -> None:
    assert Scale(42, 0).words(lower, upper) == text


# -- What it takes.


def test_a_position_is_itself_its_text_or_the_moves_that_lead_to_it() -> None:
    engine = engine_for("connect-four:size=5x4")
    board = ConnectFour("3324", size="5x4")
    for meant in (board, "3324", board.line, ["3", "3", "2", "4"], [3, 3, 2, 4]):
        assert engine.position(meant) == board


@pytest.mark.parametrize("game", ["othello size=6", "othello f5d6c3", "connect-four 4"])
def test_what_follows_the_name_of_a_game_is_not_thrown_away(game: str) -> None:
    with pytest.raises(GamegroveError, match=r"game must be a name with its rules, such as 'othello:size=6'"):
        Engine(game, table_mib=1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda engine: engine.analyse("", stop=5),
        lambda engine: engine.analyse("", on_progress=5),
        lambda engine: engine.analyse(ConnectFour),
        lambda engine: engine.analyse({}),
        lambda engine: engine.analyse(b"44"),
        lambda engine: engine.analyse("", lines=True),
        lambda engine: engine.analyse("", moves="no"),
        lambda engine: engine.analyse("", winner_only=1),
        lambda engine: engine.stream("", moves=0),
        lambda engine: engine.stream("", stop=5),
        lambda _: Engine("othello", weights=""),
        lambda _: gamegrove.review("44", "connect-four"),  # type: ignore[arg-type]
        lambda _: gamegrove.review(Record(ConnectFour(size="5x4")), "connect-four"),  # type: ignore[arg-type]
        lambda engine: gamegrove.review("33", engine, on_move=3),  # type: ignore[arg-type]
        lambda _: Engine("connect-four", threads=True),
        lambda _: Engine("connect-four", level=True),
    ],
)
def test_wrong_types_are_named(ask: Callable[[Any], object]) -> None:
    with pytest.raises(
        GamegroveError, match=r"(stop|on_\w+|position|lines|moves|winner_only|engine|threads|level|weights) must "
    ):
        ask(engine_for("connect-four:size=5x4"))


@pytest.mark.parametrize("game", ["connect-four", "ConnectFour", ConnectFour, ConnectFour("44")])
def test_a_game_is_its_name_a_position_or_the_class_of_its_positions(game: str | ConnectFour | type) -> None:
    assert Engine(game, table_mib=1).game == "connect-four"


def test_it_says_which_games_have_an_engine() -> None:
    for game in ("gomoku", Pente(), Pente, "conect-four"):
        with pytest.raises(GamegroveError, match=r"there is no engine for .*; there is one for connect-four, othello"):
            Engine(game)


def test_a_position_of_another_board_is_refused_with_the_engine_to_ask() -> None:
    engine = engine_for("connect-four:size=4x4")
    for other in (ConnectFour(), ConnectFour().line):
        with pytest.raises(GamegroveError, match=r"plays connect-four:size=4x4, .* ask Engine\('connect-four'\)"):
            engine.analyse(other)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 0}, "level must be a whole number from 1 to 10, not 0"),
        ({"threads": 0}, "threads must be a whole number from 1"),
        ({"table_mib": 0}, "table_mib must be a whole number from 1"),
        ({"book": "nowhere.book"}, "nowhere.book"),
        ({"threads": "2"}, "threads must be a whole number from 1 to 256, not '2'"),
        ({"table_mib": 1.5}, "table_mib must be a whole number from 1"),
        ({"level": "5"}, "level must be a whole number from 1 to 10, not '5'"),
        ({"seed": "luck"}, "seed must be a whole number, or None for chance, not 'luck'"),
        ({"book": None}, "book must be True, False or the name of a file, not None"),
        ({"weights": 3}, "weights must be None or the name of a file, not 3"),
    ],
)
def test_an_option_that_cannot_be_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        Engine("connect-four", **options)  # type: ignore[arg-type]


def test_a_limit_that_cannot_be_is_named() -> None:
    with pytest.raises(GamegroveError, match="seconds must be from 0"):
        engine_for("connect-four:size=4x4").analyse("", seconds=-1)
    with pytest.raises(GamegroveError, match="nodes must be from 0"):
        engine_for("connect-four:size=4x4").choose("", nodes=-1)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": "5"}, "depth must be a whole number, or None for no limit, not '5'"),
        ({"depth": True}, "depth must be a whole number, or None for no limit, not True"),
        ({"seconds": "1"}, "seconds must be a number, or None for no limit, not '1'"),
        ({"nodes": 1e6}, "nodes must be a whole number, or None for no limit, not 1000000.0"),
        ({"seconds": math.nan}, "seconds must be from 0 to 1,000,000,000, not nan"),
    ],
)
def test_a_limit_of_another_type_is_named(limits: dict[str, object], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        Limit(**limits)  # type: ignore[arg-type]
    with pytest.raises(GamegroveError, match=message):
        engine_for("connect-four:size=4x4").analyse("", **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", [3, None, ["othello"]])
def test_what_is_no_game_is_named(game: object) -> None:
    with pytest.raises(GamegroveError, match=r"game must be a name such as 'othello', a position or a class .*, not "):
        Engine(game)  # type: ignore[arg-type]


def test_a_question_of_other_types_says_what_to_give() -> None:
    engine = engine_for("connect-four:size=4x4")
    with pytest.raises(GamegroveError, match="position must be a position, its text or a list of moves, not 3"):
        engine.analyse(3)  # type: ignore[arg-type]
    with pytest.raises(GamegroveError, match="a move must be a text such as '1', not None"):
        engine.score([None])
    with pytest.raises(GamegroveError, match=r"limit must be a Limit, such as Limit\(seconds=1\), not 5"):
        engine.analyse("", 5)  # type: ignore[arg-type]
    with pytest.raises(GamegroveError, match="lines must be a whole number, 1 or more, not '2'"):
        engine.analyse("", lines="2")  # type: ignore[arg-type]


def test_there_is_nothing_to_choose_when_the_game_is_over() -> None:
    with pytest.raises(GamegroveError, match="the game is over"):
        engine_for("connect-four:size=4x4").choose("1212121")


def test_it_travels_as_its_options() -> None:
    engine = Engine("connect-four:size=4x4", table_mib=1, book=False, level=3, seed=5)
    again = pickle.loads(pickle.dumps(engine))
    assert repr(again) == repr(engine)
    assert repr(eval(repr(engine))) == repr(engine)
    assert again.choose("").move == engine.choose("").move


def test_an_analysis_is_plain_data_for_json() -> None:
    analysis = engine_for("connect-four:size=4x4").analyse("112233")
    told = json.loads(json.dumps(analysis.description()))
    assert told["score"] == analysis.score == 5
    assert told["text"] == "wins in 1"
    known = {"move": "4", "score": 5, "lower": 5, "upper": 5, "text": "wins in 1"}
    assert told["moves"][3] == {**known, "estimate": None, "depth": None, "confidence": None, "line": []}
    assert (told["best"], told["move"], told["line"]) == (["4"], "4", ["4"])


# -- Limits.


@given(boards(), st.integers(0, 60), st.booleans(), st.booleans())
def test_what_is_known_when_the_nodes_run_out_is_true(
    board: ConnectFour, nodes: int, moves: bool, winner_only: bool
) -> None:
    engine = engine_for(board.spec)
    engine.forget()
    analysis = engine.analyse(board, nodes=nodes, moves=moves, winner_only=winner_only)
    assert contains(analysis, plain_score(board))
    assert all(contains(each, -plain_score(board.after(each.move))) for each in analysis.moves)
    assert analysis.line[0] == analysis.move in board.legal_moves
    assert analysis.stopped in ("", "nodes")


def test_limits_end_it_and_say_so() -> None:
    stop = threading.Event()
    stop.set()
    for limit, why in (({"nodes": 1000}, "nodes"), ({"seconds": 0.01}, "time"), ({"stop": stop}, "stop")):
        analysis = Engine("connect-four", table_mib=1, book=False).analyse("", **limit)
        assert analysis.stopped == why
        assert analysis.score is None
        assert analysis.move in ConnectFour().legal_moves


def test_what_happens_at_once_is_seen_under_every_limit() -> None:
    stop = threading.Event()
    stop.set()
    engine = Engine("connect-four", table_mib=1, book=False)
    assert engine.analyse("121212", stop=stop).text == "wins in 1"
    threatened = engine.analyse("12121", stop=stop)
    assert threatened.move == "1"
    assert [each.text for each in threatened.moves if each.move != "1"] == ["loses in 2"] * 6


def test_another_thread_stops_it() -> None:
    stop = threading.Event()

    def enough(progress: EngineProgress) -> None:
        if progress.nodes:
            stop.set()

    engine = Engine("connect-four:size=8x8", table_mib=1)
    assert engine.analyse("", stop=stop, on_progress=enough).stopped == "stop"


def test_a_second_question_is_refused_before_the_first_is_answered() -> None:
    engine = Engine("connect-four:size=4x4", table_mib=1)
    refusals: list[str] = []

    def ask(_: EngineProgress) -> None:
        thread = threading.Thread(target=ask_too)
        thread.start()
        thread.join()

    def ask_too() -> None:
        with pytest.raises(GamegroveError, match="make an Engine for every thread") as refused:
            engine.score("")
        refusals.append(str(refused.value))

    assert engine.analyse("1122", on_progress=ask).score == plain_score(ConnectFour("1122", size="4x4"))
    assert refusals
    assert engine.score("1122") == plain_score(ConnectFour("1122", size="4x4"))


def test_threads_find_the_same_scores() -> None:
    together, alone = (Engine("connect-four", threads=threads, book=False) for threads in (2, 1))
    found, expected = (engine.analyse("4444412", moves=False) for engine in (together, alone))
    assert expected.nodes > 100_000  # so many that the second thread joins
    assert (found.score, found.text) == (expected.score, expected.text)


# -- Progress.


@given(boards(), st.booleans())
def test_progress_only_ever_narrows_down_to_the_truth(board: ConnectFour, winner_only: bool) -> None:
    told: list[EngineProgress] = []
    engine = engine_for(board.spec)
    engine.forget()
    analysis = engine.analyse(board, winner_only=winner_only, on_progress=told.append)
    for before, after in itertools.pairwise(told):
        for one, other in zip((before, *before.moves), (after, *after.moves), strict=True):
            assert one.lower <= other.lower <= other.upper <= one.upper
        assert before.nodes <= after.nodes
    assert (told[-1].lower, told[-1].upper, told[-1].moves) == (analysis.lower, analysis.upper, analysis.moves)
    assert contains(told[-1], plain_score(board))


@given(boards())
def test_every_column_is_told_when_it_is_known(board: ConnectFour) -> None:
    told: list[EngineProgress] = []
    engine_for(board.spec).analyse(board, on_progress=told.append)
    known = [each.changed for each in told if each.changed is not None and each.changed.exact]
    assert sorted(each.move for each in known) == sorted(board.legal_moves)
    assert all(each.score == -plain_score(board.after(each.move)) for each in known)


def test_central_columns_come_first() -> None:
    told: list[EngineProgress] = []
    engine_for("connect-four:size=5x4").analyse("33", on_progress=told.append)
    order = [each.changed.move for each in told if each.changed is not None and each.changed.exact]
    assert order == ["3", "2", "4", "1", "5"]


def test_progress_is_plain_data_for_json() -> None:
    told: list[EngineProgress] = []
    engine_for("connect-four:size=4x4").analyse("1122", on_progress=told.append)
    plain = json.loads(json.dumps(told[-1].description()))
    assert [each["move"] for each in plain["moves"]] == ["1", "2", "3", "4"]
    assert plain["changed"] in ("1", "2", "3", "4", None)


def test_who_waits_for_a_solver_that_is_busy_keeps_to_his_limits() -> None:
    solver = ConnectFourSolver(table_mib=1)
    begun, stop = threading.Event(), threading.Event()
    worker = threading.Thread(target=lambda: solver.solve(ConnectFour(), stop=stop, watch=lambda *_: begun.set()))
    worker.start()
    assert begun.wait(60)
    late = solver.solve(ConnectFour("44"), seconds=0.02)
    stop.set()
    worker.join(60)
    assert (late.lower, late.upper, late.nodes, late.stopped) == (-21, 21, 0, "time")
    assert solver.solve(ConnectFour("121212")).lower == 18


# -- Books.


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The scores of all positions of 4x4 to ply 2."""
    start = ConnectFour(size="4x4")
    known = [board for plies in range(3) for board in connect_four_positions(start, plies)]
    scored = [(board, plain_score(board)) for board in known]
    write_book(ConnectFourBook(start, 2, scored), tmp_path / "small.book")
    return tmp_path / "small.book"


def test_a_book_answers_without_a_search(book: Path) -> None:
    engine = Engine("connect-four:size=4x4", table_mib=1, book=book)
    opening = engine.analyse("", moves=False)
    assert (opening.source, opening.score) == ("book", plain_score(ConnectFour(size="4x4")))
    assert engine.analyse("1122").source == "search"
    assert engine.book == str(book)


def test_a_book_of_another_board_is_refused(book: Path) -> None:
    with pytest.raises(GamegroveError, match="a book for connect-four:size=4x4, not for connect-four"):
        Engine("connect-four", book=book)


# -- Levels.


def choose(level: int, board: str, seed: int = 1, spec: str = "connect-four:size=5x4") -> str:
    return str(Engine(spec, level=level, seed=seed, table_mib=1).choose(board).move)


@given(boards(), st.integers(1, 10), st.integers(0, 1000))
def test_every_level_plays_a_legal_move_and_the_highest_a_best_one(board: ConnectFour, level: int, seed: int) -> None:
    choice = Engine(board, level=level, seed=seed, table_mib=1).choose(board)
    assert choice.move in board.legal_moves
    assert choice.line[0] == choice.move
    if level == 10:
        assert choice.score == plain_score(board) == -plain_score(board.after(choice.move))
    elif choice.score is not None:
        assert choice.score == -plain_score(board.after(choice.move))
        assert Scale.of(board).plies(choice.score) <= (SKILLS[level - 1].plies or 0)


def test_a_seed_makes_a_level_repeatable() -> None:
    for level in (1, 5):
        games = [[choose(level, text, seed) for text in ("", "3", "3344")] for seed in (1, 1, *range(2, 12))]
        assert games[0] == games[1]
        assert len({tuple(game) for game in games}) > 1


def test_a_level_knows_nothing_beyond_its_horizon() -> None:
    """X wins in 3 with an open row, which takes a horizon of three plies."""
    board = "4455"
    known = [Engine(level=level, seed=1, table_mib=1, book=False).choose(board).score for level in (1, 2, 9)]
    assert known[:2] == [None, None]
    assert known[2] == 18


def test_a_level_overlooks_less_the_higher_it_is() -> None:
    """Whether O stops a row of three."""
    stopped = [sum(choose(level, "34343", seed) == "3" for seed in range(60)) for level in (1, 4, 9)]
    assert stopped[0] < stopped[1] <= stopped[2]
    assert stopped[0] > 0


def score_of(better: int, worse: int, games: int) -> float:
    """What one level scores against another, from random openings with both colours."""
    points = 0.0
    for number in range(games):
        source = random.Random(number // 2)
        board = ConnectFour().after(source.randint(1, 7)).after(source.randint(1, 7))
        engines = [Engine(level=level, seed=number, table_mib=1, book=False) for level in (better, worse)]
        seat = number % 2
        while not board.is_over():
            board = board.after(engines[board.turn ^ seat].choose(board).move)
        outcome = board.outcome()
        assert outcome is not None
        points += 0.5 if outcome.winner is None else outcome.winner == seat
    return points / games


@pytest.mark.parametrize(("better", "worse"), [(3, 1), (5, 3), (7, 5)])
def test_a_level_beats_the_one_two_below(better: int, worse: int) -> None:
    assert score_of(better, worse, games=20) > 0.6


@pytest.mark.parametrize("level", [1, 6, 10])
def test_a_level_answers_under_any_limit(level: int) -> None:
    stop = threading.Event()
    stop.set()
    engine = Engine("connect-four:size=9x9", level=level, seed=1, table_mib=1)
    for limit in ({"nodes": 0}, {"nodes": 500}, {"seconds": 0.0}, {"stop": stop}):
        choice = engine.choose("55", **limit)
        assert choice.move in position("connect-four:size=9x9", "55").legal_moves


def test_perfect_play_that_runs_out_of_time_still_stops_a_row() -> None:
    engine = Engine("connect-four:size=9x9", table_mib=1)
    choice = engine.choose("1212991", nodes=300)
    assert choice.move == "1"


def test_the_highest_level_claims_no_more_than_is_proven() -> None:
    position = ConnectFour("15667311225712532167")
    exact = {each.move: each.score for each in Engine("connect-four", book=False).analyse(position).moves}
    for nodes in range(300, 420, 3):
        choice = Engine("connect-four", table_mib=1, book=False, level=10).choose(position, nodes=nodes)
        assert choice.score in (None, exact[choice.move])
