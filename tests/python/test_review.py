"""Reviews: every mark against plain minimax, the move that decided the game, and the command."""

from __future__ import annotations

import json
import re
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command import run, run_json
from gamegrove import ConnectFour, Engine, GamegroveError, Record, review
from gamegrove.cli import review as command
from gamegrove.cli.thinking import Line
from gamegrove.engines import Analysis, MoveScore
from gamegrove.engines.engine import AnyPosition
from gamegrove.review import Mark, Review, ReviewedMove
from reference.scores import column_scores, score

BLUNDER = "112233"
"""On a board of 4x4: the third disc in the third column is too late to stop a row of four."""
OTHELLO_GAME = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2"
    "c1h2h1g2b8a8g7h8h7h6"
)
"""A published game that ends 32-32."""
Shell = Callable[..., str]


@st.composite
def games(draw: st.DrawFn) -> Record:
    """Games on 4x4 from the start, and on 5x4 from a position in which minimax is quick; some are not over."""
    is_small = draw(st.booleans())
    position = ConnectFour(size="4x4") if is_small else ConnectFour("333322", size="5x4")
    record = Record(position)
    for choice in draw(st.lists(st.integers(0, 4), max_size=16)):
        moves = list(record.position.legal_moves)
        if not moves:
            break
        record = record.play(moves[choice % len(moves)])
    return record


@pytest.fixture(scope="module")
def engines() -> dict[str, Engine]:
    return {game: Engine(game, table_mib=1) for game in ("connect-four:size=4x4", "connect-four:size=5x4")}


def small(text: str) -> Review:
    return review(text, Engine("connect-four:size=4x4", table_mib=1))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def expected_mark(before: int, after: int, was_offered: bool) -> str:
    if sign(after) < sign(before):
        return f"{'missed' if was_offered else 'gave away'} the {'win' if before > 0 else 'draw'}"
    if after == before:
        return "best"
    return "slower win" if after > 0 else "quicker loss"


@settings(max_examples=60)
@given(game=games())
def test_every_mark_agrees_with_minimax(game: Record, engines: dict[str, Engine]) -> None:
    judged = review(game, engines[game.start.spec])
    was_mistake = False
    for each, position, move in zip(judged.moves, game.positions(), game.moves, strict=False):
        assert isinstance(position, ConnectFour)
        scores = column_scores(position)
        before, after = max(scores.values()), scores[move]
        assert (each.move, each.side) == (move, position.turn)
        assert (each.analysis.score, each.after.score) == (before, after)
        assert each.best == tuple(column for column in scores if scores[column] == before)
        assert each.mark == expected_mark(before, after, was_mistake)
        was_mistake = sign(after) < sign(before)
    assert len(judged.moves) == len(game.moves)


@settings(max_examples=60)
@given(game=games())
def test_the_decisive_move_is_the_last_that_changed_the_result(game: Record, engines: dict[str, Engine]) -> None:
    judged = review(game, engines[game.start.spec])
    results = []
    for position in game.positions():
        assert isinstance(position, ConnectFour)
        results.append(sign(score(position)) * (1 if position.turn == 0 else -1))
    changes = [number for number in range(1, len(results)) if results[number] != results[number - 1]]
    assert (None if judged.decisive is None else judged.decisive.number) == (changes[-1] if changes else None)
    sides = [judged.moves[number - 1].side for number in changes]
    assert judged.mistakes == (sides.count(0), sides.count(1))
    assert [sign(score or 0) for score in judged.course] == results[1:]


def test_the_verdict_names_the_move_and_what_should_have_been_played() -> None:
    assert small(BLUNDER + "4").verdict == (
        "Move 6 decided the game: yellow gave away the draw with 3 (loses in 2); better was 4 (draw)."
    )


def test_a_game_that_is_not_over_is_not_decided_yet() -> None:
    assert small(BLUNDER).verdict.startswith("Move 6 was the last to change the result: yellow gave away the draw")


def test_who_does_not_take_what_is_offered_has_missed_it() -> None:
    judged = small(BLUNDER + "3")
    assert [each.mark for each in judged.moves[-2:]] == [Mark.gave_away_draw, Mark.missed_win]
    assert judged.mistakes == (1, 1)
    assert judged.decisive == judged.moves[-1]
    assert judged.moves[-1].best == ("4",)


def test_best_play_to_the_end_has_no_mistakes() -> None:
    engine = Engine("connect-four:size=4x4", table_mib=1)
    judged = review(Record(engine.position(()), engine.analyse(()).line), engine)
    assert {each.mark for each in judged.moves} == {Mark.best}
    assert (judged.decisive, judged.mistakes, judged.unknown) == (None, (0, 0), 0)
    assert judged.verdict == "No move changed the result: the game was a draw all the time."


def test_a_win_that_is_kept_is_said_to_be_the_winners() -> None:
    assert review(Record.read(ConnectFour(BLUNDER, size="4x4"), "4"), Engine("connect-four:size=4x4")).verdict == (
        "No move changed the result: red was winning all the time."
    )


def test_a_game_without_moves_can_be_reviewed() -> None:
    judged = small("")
    assert (judged.moves, judged.course, judged.decisive) == ((), (), None)
    assert judged.verdict == "There are no moves to judge."


def test_the_last_moves_are_judged_first_and_told_one_by_one() -> None:
    told: list[tuple[int, int]] = []
    review("1122", Engine("connect-four:size=4x4", table_mib=1), on_move=lambda done, todo: told.append((done, todo)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_moves_that_could_not_be_judged_are_unknown() -> None:
    stop = threading.Event()
    stop.set()
    judged = review("4455", Engine("connect-four", book=False, table_mib=1), stop=stop)
    assert {each.mark for each in judged.moves[:3]} == {Mark.unknown}
    assert judged.decisive is None
    assert "could not be judged" in judged.verdict


def true_scores(move: ReviewedMove) -> dict[str, int]:
    """What every column was worth when a move was played, by plain minimax."""
    position = move.analysis.position
    assert isinstance(position, ConnectFour)
    return column_scores(position)


@settings(max_examples=60, deadline=None)
@given(game=games(), nodes=st.integers(0, 400))
def test_under_a_limit_a_mark_is_right_or_unknown(game: Record, nodes: int) -> None:
    judged = review(game, Engine(game.start.spec, table_mib=1), nodes=nodes)
    for move in judged.moves:
        scores = true_scores(move)
        before, after = max(scores.values()), scores[str(move.after.move)]
        possible = {expected_mark(before, after, was_offered) for was_offered in (False, True)}
        assert str(move.mark) in possible | {str(Mark.unknown)}


@settings(max_examples=60, deadline=None)
@given(game=games(), nodes=st.integers(0, 400))
def test_what_is_known_of_a_position_bounds_the_moves_around_it(game: Record, nodes: int) -> None:
    judged = review(game, Engine(game.start.spec, table_mib=1), nodes=nodes)
    for each in judged.moves:
        scores = true_scores(each)
        assert each.analysis.lower <= max(scores.values()) <= each.analysis.upper
        assert all(known.lower <= scores[str(known.move)] <= known.upper for known in each.analysis.moves)
        assert each.after.upper <= each.analysis.upper
        assert each.after.lower <= each.analysis.lower
        assert set(each.best) <= set(scores)
    for each, following in pairwise(judged.moves):
        assert (each.after.lower, each.after.upper) == (-following.analysis.upper, -following.analysis.lower)


class WithoutColumns(Engine):
    """Says what a position is worth, and nothing of its columns."""

    def analyse(self, position: AnyPosition, *_: Any, **__: Any) -> Analysis:
        found = super().analyse(position)
        return replace(found, moves=tuple(replace(each, lower=-10, upper=10, text="") for each in found.moves))


def test_a_score_that_is_known_judges_the_move_that_led_to_it() -> None:
    game, moves = "connect-four:size=5x4", "334422"
    expected = review(moves, Engine(game, table_mib=1)).moves[:-1]
    judged = review(moves, WithoutColumns(game, table_mib=1)).moves[:-1]
    assert [each.mark for each in judged] == [each.mark for each in expected]
    assert [each.after for each in judged] == [each.after for each in expected]
    assert {Mark.best, Mark.missed_win} < {each.mark for each in judged}


WHOLE = Record.read(ConnectFour("333322", size="5x4"), "1")
"""A game of one move, for what an engine might say of it."""


def told(before: tuple[int, int], *columns: tuple[int, int]) -> ReviewedMove:
    """The first column, judged by an engine that knows these bounds of the position and of its columns."""
    names = WHOLE.start.legal_moves
    moves = tuple(MoveScore(name, *known, "") for name, known in zip(names, columns, strict=False))
    analysis = Analysis(WHOLE.start, *before, "", moves, names[0], (names[0],), 0, 0, "nodes", "search", "")

    class Telling(Engine):
        def analyse(self, *_: object, **__: object) -> Analysis:
            return analysis

    (judged,) = review(WHOLE, Telling(WHOLE.start, table_mib=1)).moves
    return judged


@pytest.mark.parametrize(
    ("before", "columns", "mark"),
    [
        ((1, 6), ((-3, 0), (-6, 6)), Mark.gave_away_win),  # whether it is a draw or a loss now
        ((0, 0), ((-6, -2), (-6, 0)), Mark.gave_away_draw),
        ((0, 6), ((-6, -2), (-6, 6)), Mark.unknown),  # what has been given away, a draw or a win?
        ((3, 6), ((1, 2), (-6, 6)), Mark.slower_win),
        ((-4, -1), ((-6, -5), (-6, -1)), Mark.quicker_loss),
        ((2, 6), ((1, 6), (-6, 6)), Mark.unknown),
        ((-6, 6), ((-2, 6), (-6, -2), (-6, -3)), Mark.best),  # no other is better
        ((-6, 6), ((-6, 6),), Mark.best),  # there is no other
        ((-6, 6), ((-6, 6), (3, 6)), Mark.unknown),
        ((-6, 6), ((-6, 0), (3, 6)), Mark.gave_away_win),  # the column says what the position was worth
    ],
)
def test_bounds_that_decide_the_mark_are_enough(
    before: tuple[int, int], columns: tuple[tuple[int, int], ...], mark: Mark
) -> None:
    assert told(before, *columns).mark is mark


@pytest.mark.parametrize(
    ("before", "columns", "best"),
    [
        ((3, 3), ((-6, 3), (3, 3), (-6, 3)), 1),
        ((1, 6), ((-6, 0), (1, 6), (-6, 6)), 1),  # the only one of which the win is known
        ((-6, 6), ((-6, 6), (-6, 6), (-6, 6)), None),
        ((-6, -2), ((-6, -2), (-6, -2), (-6, -2)), None),
    ],
)
def test_the_best_columns_are_named_as_far_as_they_are_known(
    before: tuple[int, int], columns: tuple[tuple[int, int], ...], best: int | None
) -> None:
    expected = () if best is None else (WHOLE.start.legal_moves[best],)
    assert told(before, *columns).best == expected


def test_a_win_that_was_given_away_need_not_have_a_known_column() -> None:
    judged = told((1, 6), (-3, 0), (-6, 6), (-6, 6))
    assert (judged.mark, judged.best) == (Mark.gave_away_win, ())
    assert Review(WHOLE, (judged,), 0, 0).verdict.endswith("with 1 (at most a draw); the best move is not known.")


def test_the_best_column_is_shown_though_the_move_is_not_judged(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = Review(WHOLE, (told((3, 3), (-6, 3), (3, 3), (-6, 3)),), 0, 0)
    monkeypatch.setattr(command, "judge", lambda *_, **__: judged)
    row = shell("review", "connect-four:size=5x4 333322", "1").splitlines()[1]
    assert row.split() == ["1.", "red", "1", "3", "-6..3", "2", "unknown"]


def test_bars_are_as_high_in_every_game_of_a_board(shell: Shell) -> None:
    """Of two games with wins of 2 and of 12, on a board on which 12 is the most."""
    said = shell("review", "connect-four", "44521163625", "--size", "6x5")
    assert "red    |···· ·     |\nyellow |····▂·▁▁▃▁▆|" in said
    assert "yellow |····▂|" in shell("review", "connect-four", "44521", "--size", "6x5")


def test_a_mistake_before_an_unknown_move_is_not_called_decisive() -> None:
    judged = small(BLUNDER + "4")
    last = replace(judged.moves[-1], mark=Mark.unknown)
    doubtful = replace(judged, moves=(*judged.moves[:-1], last))
    assert doubtful.decisive is None
    assert doubtful.verdict.startswith("Of the moves that could be judged, 6 was the last to change the result: yellow")


def test_without_an_engine_one_is_made_for_the_game() -> None:
    judged = small(BLUNDER)
    for game in (f"connect-four:size=4x4 {BLUNDER}", Record.read(ConnectFour(size="4x4"), BLUNDER)):
        assert (review(game).verdict, review(game).course) == (judged.verdict, judged.course)
    engine = Engine("connect-four:size=4x4", table_mib=1)
    assert review(f"connect-four:size=4x4 {BLUNDER}", engine).verdict == judged.verdict
    with pytest.raises(GamegroveError, match="this engine plays connect-four:size=4x4"):
        review("connect-four 44", engine)
    with pytest.raises(GamegroveError, match=r"say of which game the moves are, as in review\('othello f5d6c3'\)"):
        review("4455")
    with pytest.raises(GamegroveError, match="game must be a Record or the moves as text, not 3"):
        review(3)  # type: ignore[arg-type]
    with pytest.raises(GamegroveError, match="no engine for 'tic-tac-toe'"):
        review("tic-tac-toe a1b2")


def test_an_engine_for_another_board_refuses() -> None:
    game = Record.read(ConnectFour(size="5x4"), "33")
    with pytest.raises(GamegroveError, match="this engine plays connect-four:size=4x4"):
        review(game, Engine("connect-four:size=4x4", table_mib=1))


@pytest.mark.parametrize("name", ["game.svg", "game.png"])
def test_the_course_of_a_game_is_drawn(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    small(BLUNDER).draw(tmp_path / name)
    assert (tmp_path / name).stat().st_size > 1000


# -- The command.


def test_the_command_prints_a_table_bars_and_one_sentence(shell: Shell) -> None:
    said = shell("review", "connect-four", BLUNDER, "--size", "4x4").splitlines()
    assert said[0].split() == ["move", "before", "after", "best"]
    assert said[6].split() == ["6.", "yellow", "3", "?", "0", "-5", "4", "gave", "away", "the", "draw"]
    assert said[8:10] == ["red    |·····█|", "yellow |····· |"]
    assert said[11:13] == ["red: 0 mistakes", "yellow: 1 mistake (1 x gave away the draw)"]
    assert said[13] == small(BLUNDER).verdict


def test_the_command_answers_programs() -> None:
    answer = run_json("review", "connect-four", BLUNDER, "--size", "4x4")
    expected = json.loads(json.dumps(small(BLUNDER).description()))
    assert {**answer, "seconds": 0, "nodes": 0} == {**expected, "seconds": 0, "nodes": 0}
    assert (answer["decisive"], answer["mistakes"], answer["course"]) == (6, [0, 1], [0, 0, 0, 0, 0, 5])


def test_a_saved_game_is_reviewed(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"connect-four:size=4x4 4/4/4/4 X\n{BLUNDER}\n")
    assert small(BLUNDER).verdict in shell("review", str(file))
    assert small(BLUNDER + "4").verdict in shell("review", str(file), "4")


def test_a_saved_game_is_read_once_from_standard_input() -> None:
    saved = f"connect-four:size=4x4 4/4/4/4 X\n{BLUNDER}\n"
    assert small(BLUNDER).verdict in run("review", "connect-four", "--from", "-", typed=saved)
    assert small(BLUNDER).verdict in run("review", "/dev/stdin", typed=saved)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["othello"], "holds a game of connect-four, not of othello"),
        (["connect-four", "--size", "5x4"], "holds a game of connect-four:size=4x4, not of connect-four:size=5x4"),
        (["connect-four:size=7x6"], "holds a game of connect-four:size=4x4, not of connect-four"),
    ],
)
def test_a_saved_game_is_of_the_game_that_was_named(
    shell: Shell, tmp_path: Path, words: list[str], message: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"connect-four:size=4x4 4/4/4/4 X\n{BLUNDER}\n")
    assert f"{file} {message}" in shell("review", *words, "--from", str(file), code=2)


def test_stored_games_are_reviewed(shell: Shell, tmp_path: Path) -> None:
    shell("match", "random", "random", "--game", "connect-four:size=4x4", "--games", "2", "--seed", "1")
    assert "name one of the 2 games" in shell("review", "1", code=2)
    assert "has no game 7" in shell("review", "1", "7", code=2)
    stored = shell("review", "1", "0", "--json")
    shell("results", "export", "1", str(tmp_path / "games.jsonl"))
    exported = shell("review", str(tmp_path / "games.jsonl"), "0", "--json")
    assert json.loads(stored)["moves"] == json.loads(exported)["moves"] != []
    assert json.loads(stored)["over"]


def test_the_only_game_of_a_run_needs_no_name(shell: Shell) -> None:
    shell("play", "connect-four", "--size", "4x4", "--first", "random", "--second", "random", "--seed", "1")
    assert "mistake" in shell("review", "1")


def test_a_chart_is_drawn(shell: Shell, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "game.svg"
    assert f"drawn into {file}\n" in shell("review", "connect-four", BLUNDER, "--size", "4x4", "--chart", str(file))
    answer = shell("review", "connect-four", BLUNDER, "--size", "4x4", "--chart", str(file), "--json")
    assert json.loads(answer)["decisive"] == 6
    assert "<svg" in (tmp_path / "game.svg").read_text(encoding="utf-8")


def test_ctrl_c_ends_it_with_the_moves_judged_by_then(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting(Line):
        def __setattr__(self, name: str, value: str) -> None:
            super().__setattr__(name, value)
            if value == ", 1 of 6 moves":
                assert re.fullmatch(r"reviewing, \d+ s, 1 of 6 moves \(Ctrl-C: end with what is known\)", str(self))
                signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(command, "Line", Interrupting)
    judged = json.loads(shell("review", "connect-four", BLUNDER, "--size", "4x4", "--json"))
    assert [each["mark"] for each in judged["moves"]] == ["unknown"] * 5 + ["gave away the draw"]
    assert judged["decisive"] == 6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["connect-four"], "there are no moves to review"),
        (["connect-four", "48"], "'8' is no column"),
        (["connect-four", "12" * 500], "cannot be played"),
        (["tic-tac-toe", "a1b2"], "no engine for"),
        (["nothing.txt"], "there is no game, file or run 'nothing.txt'"),
        (["connect-four", "7/7/7/7/7/7 X"], "a review takes the moves of a game"),
        (["othello", "-" * 27 + "OX------XO" + "-" * 27 + " X"], "a review takes the moves of a game"),
        (["connect-four", "7/7/7/7/7/7 X"], "`gamegrove review 'connect-four POSITION' MOVES`"),
        (["1", "0", "--size", "4x4"], "--size goes with a game"),
        (["connect-four", "44", "--chart", "game.doc"], "a chart can be .svg, .png or .pdf"),
        (["connect-four", "44", "--book", "b", "--no-book"], "say opposite things"),
    ],
)
def test_wrong_usage_is_explained(shell: Shell, arguments: list[str], message: str) -> None:
    assert message in shell("review", *arguments, code=2)


def test_what_is_too_long_for_a_name_is_no_file(shell: Shell) -> None:
    assert "there is no game, file or run 'x x x" in shell("review", "x " * 300, code=2)


def test_a_file_of_moves_is_no_saved_game(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("4455\n")
    said = shell("review", str(file), "0", code=2)
    assert f"{file} is no game that `gamegrove play` has saved" in said
    assert f"name the game, such as `gamegrove review othello --from {file}`" in said
    assert "4." in shell("review", "connect-four", "--from", str(file))


def test_a_saved_game_has_no_name(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(f"connect-four:size=4x4 4/4/4/4 X\n{BLUNDER}\n")
    said = shell("review", str(file), "0", code=2)
    assert "'0' is no column" in said
    assert f"{file} holds a single game, and what follows its name are further moves" in said
    assert "leave them out to review it as it is" in said


def test_a_file_of_moves_is_not_given_as_moves(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("4455\n")
    said = shell("review", "connect-four", str(file), code=2)
    assert f"{file} is a file, and a review takes the moves of a game" in said


def test_terminals_that_know_only_ascii_get_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    from command import NO_TERMINAL

    monkeypatch.setitem(NO_TERMINAL, "PYTHONIOENCODING", "ascii")
    said = run("review", "connect-four", BLUNDER, "--size", "4x4")
    assert "red    |.....8|\nyellow |..... |" in said


def test_moves_that_were_not_looked_at_before_a_stop_are_unknown_in_othello_too() -> None:
    stop = threading.Event()

    def stop_after_twelve(done: int, _todo: int) -> None:
        if done == 12:
            stop.set()

    judged = review(OTHELLO_GAME, Engine("othello"), stop=stop, on_move=stop_after_twelve)
    assert judged.unknown > len(judged.moves) - 20
    assert all((each.lost is None) == (each.mark is Mark.unknown) for each in judged.moves)
    assert all(each.after.exact for each in judged.moves if each.mark is not Mark.unknown)


def test_a_move_is_judged_by_the_search_that_knew_it_beside_the_best() -> None:
    judged = review(OTHELLO_GAME, Engine("othello"), depth=2)
    last_estimated = max((each for each in judged.moves if not each.analysis.exact), key=lambda each: each.number)
    assert judged.moves[last_estimated.number].analysis.exact, "the position after it was solved"
    for each in judged.moves:
        believed = next(move.value for move in each.analysis.moves if move.move == each.move)
        assert each.lost is not None
        assert believed is not None
        assert believed + each.lost == each.analysis.value
        assert each.after.value == believed
        assert (each.lost == 0) == (each.move in each.best)


@pytest.mark.parametrize("depth", [9, 10])
def test_no_first_move_is_better_than_its_images(depth: int) -> None:
    first = review(OTHELLO_GAME[:8], Engine("othello"), depth=depth).moves[0]
    assert (first.mark, set(first.best)) == (Mark.best, {"d3", "c4", "f5", "e6"})


@pytest.mark.parametrize("nodes", [1, 100, 3000])
def test_what_a_review_says_of_a_move_agrees_with_itself_under_any_limit(nodes: int) -> None:
    for each in review(OTHELLO_GAME, Engine("othello"), nodes=nodes).moves:
        if each.lost is None:
            assert each.mark is Mark.unknown
            continue
        assert each.lost >= 0
        assert (each.lost == 0) == (each.mark is Mark.best) == (each.move in each.best)
        assert each.mark.is_mistake == (each.lost >= 4)
