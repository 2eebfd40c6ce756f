"""`solve`, `analyse` and `review` for Othello."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamegrove import Engine, Othello, Record, review
from gamegrove.engines.othello_weights import OthelloWeights, packaged_weights, write_weights
from gamegrove.review import Mark
from othello_ends import LATE, exact, played

Shell = Callable[..., str]
SMALL = ["--size", "4"]
BAD = "b1a1a2c1d2"
"""On 4x4, where the fifth move loses discs."""


# -- solve.


def test_the_score_of_every_move_stands_in_its_cell(shell: Shell) -> None:
    said = shell("solve", "othello", LATE).splitlines()
    assert said[1].split() == ["1", "○", "●", "●", "●", "4", "-22", "○", "16"]
    assert said[8].split() == ["8", "0", "-10", "○", "4", "●", "6", "●", "○"]
    assert "● black to move (23-31): wins by 16" in said
    assert "best moves: h1" in said
    (line,) = [each.removeprefix("best play: ") for each in said if each.startswith("best play: ")]
    end = Othello(LATE)
    for move in line.split():
        end = end.after(move)
    assert end.is_over()


def test_all_moves_that_are_as_good_are_named(shell: Shell) -> None:
    assert "best moves: b1 a2 d3 c4\n" in shell("solve", "othello", *SMALL)


def test_winner_only_says_win_draw_or_loss(shell: Shell) -> None:
    said = shell("solve", "othello", LATE, "--winner-only")
    assert said.splitlines()[8].split() == ["8", "draw", "loss", "○", "win", "●", "win", "●", "○"]
    assert "best moves: e1 h1 a3 d8 f8\n" in said


def test_without_moves_only_the_position_is_scored(shell: Shell) -> None:
    for option in ("--no-moves", "--no-columns"):
        said = shell("solve", "othello", *SMALL, option)
        assert "loses by 8" in said
        assert "best moves" not in said
        assert "    a b c d\n  1 · · · ·\n" in said


def test_what_is_not_proven_is_marked_as_an_estimate(shell: Shell) -> None:
    said = shell("solve", "othello", "f5d6", "--nodes", "2000")
    assert re.search(r"black to move \(3-3\): about [+-]?\d+ \(depth \d+, 73 %\)", said)
    assert re.search(r"  4 +· +· +~-?\d+ ", said)
    assert re.search(r"likely play: c\d", said)
    assert "ended by nodes" in said
    winner = shell("solve", "othello", "f5d6", "--nodes", "2000", "--winner-only")
    assert re.search(r"black to move \(3-3\): seems to (win|draw|lose) \(depth \d+, 73 %\)", winner)
    assert re.search("~(win|draw|loss)", winner)


def test_boards_by_name_and_from_files(shell: Shell, tmp_path: Path) -> None:
    assert "searched" in shell("solve", "othello", "--board", "96", "--nodes", "100")
    file = tmp_path / "board.txt"
    file.write_text(str(Othello(LATE)))
    assert "wins by 16" in shell("solve", "othello", "--from", str(file))


def test_a_batch_prints_every_position_with_its_score(shell: Shell, tmp_path: Path) -> None:
    boards = [played(Othello(), 6, seed) for seed in range(3)]
    lines = [board.line.removeprefix("othello ") for board in boards]
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(lines))
    expected = [f"{line} {exact(board)}" for line, board in zip(lines, boards, strict=True)]
    assert shell("solve", "othello", "--batch", str(file)).splitlines() == expected


def test_an_ended_game_has_no_moves(shell: Shell) -> None:
    assert "the game is over: ○ white wins by 16 (0-16)" in shell("solve", "othello", "OOOO/OOOO/OOOO/OOOO X", *SMALL)


def test_programs_get_the_whole_analysis(shell: Shell) -> None:
    answer = json.loads(shell("solve", "othello", LATE, "--json"))
    assert (answer["score"], answer["best"], answer["confidence"]) == (16, ["h1"], 100)


def test_who_asks_for_the_end_of_a_whole_game_is_warned(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    warning, found = "60 empty cells are too many: nobody could wait", Engine("othello", table_mib=1).analyse(LATE)
    monkeypatch.setattr(Engine, "analyse", lambda *_, **__: found)
    assert warning in shell("solve", "othello")
    assert warning not in shell("solve", "othello", "--seconds", "1")
    assert "are too many" not in shell("solve", "othello", "--size", "6")
    assert "are too many" not in shell("solve", "othello", "8/8/8/3XX3/8/8/8/8 X")


# -- analyse.


def test_the_engine_tells_every_depth_and_then_the_best_moves(shell: Shell) -> None:
    said = shell("analyse", "othello", "f5d6c3", "--depth", "4", "--lines", "2").splitlines()
    for searched, line in zip(("1", "2", "3", "4, 73 %", "4, 87 %"), said, strict=False):
        assert re.match(rf"about [+-]?\d+ \(depth {searched}\) +[\d,]+ nodes +\d+\.\d\d s  \w\d", line)
    begin = next(number for number, line in enumerate(said) if line.startswith("move"))
    assert said[begin].split() == ["move", "expected", "play"]
    assert all(re.match(r"\w\d +about [+-]?\d+ \(depth 4, 87 %\) +\w\d", line) for line in said[begin + 1 : begin + 3])
    assert said[begin + 3] == ""
    assert said[-1].startswith("engine, ")


def test_the_end_is_exact(shell: Shell) -> None:
    said = shell("analyse", "othello", LATE, "--lines", "3")
    assert "● black to move (23-31): wins by 16" in said
    assert re.search(r"^h1 +wins by 16  h1 ", said, re.MULTILINE)
    assert re.search(r"^f8 +wins by 6 +f8 ", said, re.MULTILINE)
    assert "\na8 " not in said


def test_programs_get_the_analysis(shell: Shell) -> None:
    answer = json.loads(shell("analyse", "othello", "f5d6c3", "--depth", "3", "--json"))
    assert (answer["depth"], answer["move"]) == (3, answer["line"][0])


def test_an_ended_game_has_nothing_to_analyse(shell: Shell) -> None:
    assert "the game is over" in shell("analyse", "othello", "OOOO/OOOO/OOOO/OOOO X", *SMALL)


def test_an_algorithm_or_an_option_of_one_is_for_the_laboratory(shell: Shell) -> None:
    for options in (["--algorithm", "tt"], ["--evaluation", "score"], ["--order", "static"]):
        assert "tt, depth 2" in shell("analyse", "othello", "f5", "--depth", "2", *options)
    assert "engine, " in shell("analyse", "connect-four", "4455", "--algorithm", "engine")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["othello", "-a", "engine", "--evaluation", "score"],
            "--evaluation goes with an algorithm, not with the engine",
        ),
        (["othello", "-a", "tt", "--lines", "2"], "--lines goes with the engine, not with tt"),
        (["connect-four", "--table-mib", "2"], "--table-mib goes with the engine, not with tt"),
        (["pente", "--lines", "2"], "--lines goes with the engine, not with tt: leave it out"),
        (["othello", "-a", "tt", "--weights", "w"], "--weights goes with the engine, not with tt"),
        (["othello", "--weights", "nothing.weights"], "cannot read the weights nothing.weights: No such file"),
        (["connect-four", "-a", "engine", "--depth", "2"], "not by depth"),
        (["gomoku", "-a", "engine"], "there is no engine for 'gomoku'"),
        (["othello", "--depth", "0"], "depth must be from 1"),
    ],
)
def test_wrong_usage_is_explained(shell: Shell, arguments: list[str], message: str) -> None:
    assert message in shell("analyse", *arguments, code=2)


# -- Weights of one's own.


def test_commands_judge_by_the_weights_that_they_are_given(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "even.weights"
    write_weights(OthelloWeights("8", bytes(len(packaged_weights("8").data))), file)
    own = ["--weights", str(file)]
    analysis = json.loads(shell("analyse", "othello", "f5d6c3", "--depth", "2", "--json", *own))
    assert {each["estimate"] for each in analysis["moves"]} <= {0, None}
    solved = json.loads(shell("solve", "othello", "f5d6c3", "--nodes", "2000", "--json", *own))
    assert {each["estimate"] for each in solved["moves"]} == {0}
    judged = json.loads(shell("review", "othello", "f5d6c3", "--depth", "2", "--json", *own))
    assert [each["lost"] for each in judged["moves"]] == [0, 0, 0]
    for command, moves in (("solve", "44"), ("review", "44")):
        assert "Connect Four is solved and has no weights" in shell(command, "connect-four", moves, *own, code=2)
    assert "has the weights of board 8, not of board 4" in shell("solve", "othello", *SMALL, *own, code=2)


# -- review.


@st.composite
def games(draw: st.DrawFn) -> Record:
    """Games on 4x4, in which the engine is quick; some are not over."""
    record = Record(Othello(size=4))
    for choice in draw(st.lists(st.integers(0, 9), max_size=12)):
        moves = list(record.position.legal_moves)
        if not moves:
            break
        record = record.play(moves[choice % len(moves)])
    return record


@given(games())
@settings(max_examples=25)
def test_every_move_is_judged_by_the_discs_that_it_loses(game: Record) -> None:
    judged = review(game, Engine("othello:size=4", table_mib=1))
    totals = [0, 0]
    for each, position, move in zip(judged.moves, game.positions(), game.moves, strict=False):
        assert isinstance(position, Othello)
        scores = {str(other): -exact(position.after(other)) for other in position.legal_moves}
        lost = max(scores.values()) - scores[str(move)]
        assert (each.analysis.score, each.after.score, each.lost) == (max(scores.values()), scores[str(move)], lost)
        assert each.best == tuple(name for name in scores if scores[name] == max(scores.values()))
        names = {0: Mark.best, 1: Mark.good, 2: Mark.inaccuracy, 3: Mark.inaccuracy}
        expected = names.get(lost) or (Mark.mistake if lost < 10 else Mark.blunder)
        assert each.mark is expected
        totals[each.side] += lost
    assert judged.lost == tuple(totals)
    assert judged.decisive is None
    worst = max((each.lost or 0 for each in judged.moves), default=0)
    assert (judged.costliest.lost if judged.costliest else 0) == worst


def test_the_verdict_names_the_costliest_move() -> None:
    judged = review(BAD, Engine("othello:size=4", table_mib=1))
    worst = judged.costliest
    assert worst is not None
    assert worst.number == 5
    assert judged.verdict.startswith(f"Move 5 was the costliest: black lost {worst.lost} discs with d2 (loses by ")
    assert judged.verdict.endswith("); better was d4 (loses by 8).")


def test_the_verdict_says_how_much_of_the_game_it_knows() -> None:
    stop = threading.Event()

    def stop_after_two(done: int, _todo: int) -> None:
        if done == 2:
            stop.set()

    judged = review(BAD, Engine("othello:size=4", table_mib=1), stop=stop, on_move=stop_after_two)
    assert judged.unknown
    assert judged.verdict.startswith("Of the moves that could be judged, 5 was the costliest: black lost ")


def test_a_game_without_losses_says_so() -> None:
    engine = Engine("othello:size=4", table_mib=1)
    judged = review(Record(engine.position(()), engine.analyse(()).line), engine)
    assert (judged.verdict, judged.lost) == ("No move lost a disc.", (0, 0))
    assert review("", engine).verdict == "There are no moves to judge."


def test_estimates_judge_what_is_not_solved_and_say_so() -> None:
    engine = Engine("othello", table_mib=1)
    assert review("f5d6", engine, depth=3).verdict == "No move lost a disc, as far as is seen."
    given_away = review("f5d6c3g5", engine, depth=3)
    worst = given_away.costliest
    assert worst is not None
    said = f"Move {worst.number} was the costliest as far as is seen: "
    assert re.fullmatch(rf"{said}(black|white) lost about \d+ discs? with \w\d; better was .*\.", given_away.verdict)
    judged = review("f5d6c3d3c4", engine, depth=3)
    assert all(each.lost is not None and each.lost >= 0 for each in judged.moves)
    assert all(each.analysis.estimate is not None and each.best for each in judged.moves)
    assert None not in judged.course
    assert json.dumps(judged.description())


def test_a_depth_does_not_limit_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamegrove.engines.othello.IN_REACH", 10)
    start = played(Othello(), 11, seed=5)
    record = Record(start).play(start.legal_moves[0])
    record = record.play(record.position.legal_moves[0])
    before, end = review(record, Engine("othello", table_mib=1), depth=2).moves
    assert (before.analysis.exact, before.analysis.depth) == (False, 2)
    assert end.analysis.exact
    assert all(each.exact for each in end.analysis.moves)


def test_the_command_prints_what_each_move_lost(shell: Shell) -> None:
    said = shell("review", "othello", BAD, *SMALL).splitlines()
    assert said[0].split() == ["move", "before", "after", "lost", "best"]
    assert said[1].split() == ["1.", "black", "b1", "-8", "-8", "b1", "a2", "d3", "c4"]
    assert said[5].split() == ["5.", "black", "d2", "?", "-8", "-12", "4", "d4", "mistake"]
    assert said[-3:-1] == ["black: 4 discs lost (1 mistake)", "white: no discs lost"]
    assert said[-1].startswith("Move 5 was the costliest")


def test_limits_of_a_review_are_for_every_move(shell: Shell) -> None:
    said = shell("review", "othello", "f5d6c3", "--depth", "2")
    assert re.search(r"1\. +black +f5 +\S* *~-?\d+ +~-?\d+", said)

    def depths(*limit: str) -> list[int]:
        moves = json.loads(shell("review", "othello", "f5d6c3d3", *limit, "--json"))["moves"]
        return [int(re.findall(r"depth (\d+)", each["before_text"])[0]) for each in moves]

    assert depths("--depth", "4") == [4, 4, 4, 4]
    assert min(depths("--nodes", "20000")) >= 5, "of a limit for all together nothing would be left for the first ones"


@pytest.mark.parametrize("text", ["f5d6c3", "1. f5 d6\n2. c3\n", "othello\nf5 d6 c3\n"])
def test_the_moves_may_stand_in_a_file(shell: Shell, tmp_path: Path, text: str) -> None:
    (tmp_path / "moves.txt").write_text(text)
    asked = ("review", "othello", "--from", str(tmp_path / "moves.txt"), "--depth", "1", "--json")
    assert json.loads(shell(*asked))["record"] == "f5d6c3"
    assert "give the moves, or a file of them with --from, not both" in shell(*asked, "f5", code=2)
    assert "--from goes with a game, not with '12'" in shell("review", "12", "--from", "moves.txt", code=2)


def test_a_transcript_may_have_numbers(shell: Shell) -> None:
    counted = json.loads(shell("review", "othello", "1.", "f5", "d6", "2.", "c3", "--depth", "1", "--json"))
    assert counted["record"] == "f5d6c3"


def test_bad_moves_are_explained_with_moves_of_the_game(shell: Shell) -> None:
    assert "such as `gamegrove review othello f5d6c3`" in shell("review", "othello", "8/8/8/8/8/8/8/8 X", code=2)
    assert "--board goes with a game" in shell("review", "1", "0", "--board", "96", code=2)
