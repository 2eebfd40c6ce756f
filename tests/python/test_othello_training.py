"""Training the Othello engine: the same file whatever happens, errors that fall, and what is refused."""

from __future__ import annotations

import json
import math
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from command import COMMAND, NO_TERMINAL, run
from gamegrove import GamegroveError, Othello
from gamegrove._core import OthelloEngine, OthelloSchool
from gamegrove.engines.othello_weights import OthelloWeights, read_weights, write_weights
from gamegrove.training import othello_doubt, othello_patterns, recorded_games
from gamegrove.training.lesson_folder import LessonFolder
from gamegrove.training.othello_doubt import DoubtPlan, Measured, least_squares, measure
from gamegrove.training.othello_patterns import PatternPlan, TrainingProgress, also_of_use, carry_out, steps
from gamegrove.training.recorded_games import read_recorded_games
from gamegrove.training.stage_errors import Exam, whole_game
from gamegrove.training.stages import Stages
from local_work import wait_until
from test_wthor import wthor_bytes

TINY = PatternPlan(Othello(size=4), rounds=2, games=600, test_games=60, depth=5, exact_empties=6)
SMALL = PatternPlan(Othello(size=6), rounds=1, games=150, test_games=30, depth=6, exact_empties=8)
BOARDS: list[dict[str, Any]] = [{"size": size} for size in (4, 6, 8, 10, 12)] + [{"board": "96"}]


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks so small that a small training has many."""
    monkeypatch.setattr(othello_patterns, "GAMES_A_CHUNK", 32)
    monkeypatch.setattr(othello_patterns, "POSITIONS_A_CHUNK", 32)


def folder_of(plan: PatternPlan, path: Path, *, resume: bool = False) -> LessonFolder:
    return LessonFolder(path / "work", plan.described(), resume=resume)


def trained(plan: PatternPlan, path: Path, **options: Any) -> OthelloWeights:
    return carry_out(plan, folder_of(plan, path), **options)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> OthelloWeights:
    """The weights of TINY, made at one go."""
    return trained(TINY, tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> OthelloWeights:
    """The weights of SMALL, made at one go."""
    return trained(SMALL, tmp_path_factory.mktemp("small"))


def exams(weights: OthelloWeights) -> list[Exam]:
    return [Exam.from_dict(each) for each in weights.made["errors"]]


# -- Steps


@pytest.mark.parametrize("board", BOARDS, ids=str)
@pytest.mark.parametrize("depth", [7, 8, 10])
def test_round_0_fits_every_stage_once_from_leaves_that_are_fitted(board: dict[str, Any], depth: int) -> None:
    plan = PatternPlan(Othello(**board), depth=depth, exact_empties=10, rounds=0)
    stages = Stages.of(plan.start)
    fitted = stages.count
    for step in steps(plan):
        assert step.last_stage == fitted - 1
        assert step.first_stage <= step.last_stage
        first_fitted = stages.first_discs(fitted)
        is_solved = step.fewest_discs >= stages.cells - plan.exact_empties
        least_deep = depth - 1  # the searches of every other pair of games
        assert is_solved or step.fewest_discs + least_deep >= first_fitted
        assert step.fewest_discs <= stages.first_discs(step.first_stage)
        assert step.most_discs == stages.last_discs(step.last_stage) + stages.margin
        fitted = step.first_stage
    assert fitted == 0


def test_later_rounds_go_the_same_way_again() -> None:
    by_round = [[step for step in steps(replace(SMALL, rounds=3)) if step.round == number] for number in range(4)]
    ways = [[(step.first_stage, step.last_stage, step.fewest_discs, step.most_discs) for step in r] for r in by_round]
    assert len(ways[0]) > 1
    assert ways == [ways[0]] * 4


def test_no_two_steps_have_a_game_in_common() -> None:
    firsts = sorted(step.first_game(is_test=is_test) for step in steps(SMALL) for is_test in (False, True))
    assert all(later - earlier > 1_000_000_000 for earlier, later in pairwise(firsts))


# -- The same file


def file_of(weights: OthelloWeights, path: Path) -> bytes:
    write_weights(weights, path / "it.weights")
    return (path / "it.weights").read_bytes()


def test_two_threads_give_the_same_file_as_one(tiny: OthelloWeights, small: OthelloWeights, tmp_path: Path) -> None:
    for plan, expected in ((TINY, tiny), (SMALL, small)):
        again = trained(plan, tmp_path / plan.start.spec, threads=2)
        assert file_of(again, tmp_path) == file_of(expected, tmp_path)


def test_another_seed_gives_other_weights(tiny: OthelloWeights, tmp_path: Path) -> None:
    assert trained(replace(TINY, seed=2), tmp_path).data != tiny.data


def interrupting(calls: int) -> Callable[[TrainingProgress], None]:
    """Interrupts a training when it tells of its progress for the last of so many times."""
    left = iter(range(calls))

    def watch(_progress: TrainingProgress) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return watch


def test_a_training_may_be_interrupted_at_any_moment_and_goes_on_to_the_same_file(
    tiny: OthelloWeights, tmp_path: Path
) -> None:
    moments: list[TrainingProgress] = []
    trained(TINY, tmp_path / "counted", on_progress=moments.append)
    for moment in range(0, len(moments), 5):
        path = tmp_path / str(moment)
        with pytest.raises(KeyboardInterrupt):
            trained(TINY, path, on_progress=interrupting(moment))
        again = carry_out(TINY, folder_of(TINY, path, resume=True), threads=1 + moment % 2)
        assert file_of(again, tmp_path) == file_of(tiny, tmp_path)


def test_what_is_kept_is_not_taught_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        trained(TINY, tmp_path, on_progress=interrupting(20))
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "work").glob("*.lessons")}
    assert len(kept) > 10
    carry_out(TINY, folder_of(TINY, tmp_path, resume=True))
    assert {file: file.stat().st_mtime_ns for file in kept} == kept


def test_a_finished_training_only_says_again_what_it_found(tiny: OthelloWeights, tmp_path: Path) -> None:
    trained(TINY, tmp_path)
    moments: list[TrainingProgress] = []
    again = carry_out(TINY, folder_of(TINY, tmp_path, resume=True), on_progress=moments.append)
    assert moments == []
    assert again == tiny


def test_a_slice_also_learns_from_the_slices_after_it_that_reach_into_it() -> None:
    plan = PatternPlan(Othello(), rounds=2)
    step = next(each for each in steps(plan) if each.round == 1 and each.fewest_tested == 34)
    assert (step.fewest_discs, step.most_discs) == (32, 37)
    ranges = [(each.round, each.fewest_discs, each.most_discs) for each in also_of_use(plan, step)]
    assert ranges == [(1, 36, 41), (1, 34, 39)]
    last_round = next(each for each in steps(plan) if each.round == 2 and each.fewest_tested == 34)
    more = also_of_use(replace(plan, all_rounds=True), last_round)
    assert [(each.round, each.fewest_discs) for each in more] == [(1, 32), (2, 36), (2, 34)]


def test_the_lessons_of_earlier_rounds_change_the_last_round_only(tiny: OthelloWeights, tmp_path: Path) -> None:
    both = trained(replace(TINY, all_rounds=True), tmp_path)
    assert both.data != tiny.data
    before = [exam for exam in exams(tiny) if exam.round < 2]
    assert [exam for exam in exams(both) if exam.round < 2] == before
    assert before


# -- Errors


@pytest.mark.parametrize("name", ["tiny", "small"])
def test_after_every_round_errors_are_smaller_than_without_weights(name: str, request: pytest.FixtureRequest) -> None:
    weights: OthelloWeights = request.getfixturevalue(name)
    rounds = [exam.round for exam in exams(weights)]
    assert rounds == list(range(weights.made["rounds"] + 1))
    for exam in exams(weights):
        whole = whole_game(exam.stages)
        assert whole is not None
        assert whole.positions > 50
        assert whole.squares < 0.7 * whole.untaught
        assert whole.absolute <= whole.squares


def test_what_was_made_is_told(tiny: OthelloWeights) -> None:
    assert (tiny.board, tiny.made["seed"], tiny.made["rounds"], tiny.made["games"]) == ("4", 1, 2, 600)
    assert len(tiny.made["lessons"]) == 3
    assert all(lessons > 100 for lessons in tiny.made["lessons"])


def test_a_round_that_ends_is_told_once(tmp_path: Path) -> None:
    told: list[Exam] = []
    weights = trained(TINY, tmp_path, on_exam=told.append)
    assert [exam.as_dict() for exam in told] == weights.made["errors"]


# -- Recorded games


@cache
def some_games() -> tuple[str, ...]:
    return tuple(whole_game_from(number) for number in range(12))


def whole_game_from(number: int) -> str:
    """The moves of a game without its passes."""
    position, moves = Othello(), ""
    while not position.is_over():
        move = position.legal_moves[number * 7 % len(position.legal_moves)]
        moves += "" if position.must_pass() else move
        position = position.after(move)
    return moves


def test_recorded_games_lend_openings_and_are_tested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded_games, "HELD_OUT", 4)
    (tmp_path / "WTH_2000.wtb").write_bytes(wthor_bytes(some_games()))
    recorded = read_recorded_games(tmp_path)
    plan = PatternPlan(Othello(), rounds=0, games=16, test_games=2, depth=8, exact_empties=8, recorded=recorded)
    moments = [moment for moment in steps(plan) if moment.number < 2]
    monkeypatch.setattr(othello_patterns, "steps", lambda _plan: moments)
    found = trained(plan, tmp_path)
    assert {exam.source for exam in exams(found)} == {"self-play", "recorded games"}
    assert trained(replace(plan, recorded=None), tmp_path / "without").data != found.data


def test_recorded_games_are_of_the_usual_board(tmp_path: Path) -> None:
    (tmp_path / "WTH_2000.wtb").write_bytes(wthor_bytes(some_games()))
    with pytest.raises(GamegroveError, match="recorded games are of the board of 8x8, and this is board 6"):
        replace(SMALL, recorded=read_recorded_games(tmp_path))


# -- What is refused


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"depth": 3}, "depth 3 is too low: board 4 needs at least 5"),
        ({"exact_empties": 1}, "exact empties 1 are too few: board 4 needs at least 2"),
        ({"confidence": 2}, "confidence 2 needs to know how far shallow searches are off"),
    ],
)
def test_a_plan_that_cannot_work_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        replace(TINY, **wrong)


def test_a_folder_with_lessons_is_not_begun_again_by_accident(tmp_path: Path) -> None:
    folder_of(TINY, tmp_path)
    with pytest.raises(GamegroveError, match="holds the lessons of an earlier run: go on with --resume"):
        folder_of(TINY, tmp_path)


def test_a_folder_with_lessons_of_another_plan_is_refused(tmp_path: Path) -> None:
    folder_of(TINY, tmp_path)
    with pytest.raises(GamegroveError, match="another run: seed was 1 there and is 7 now"):
        folder_of(replace(TINY, seed=7), tmp_path, resume=True)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "letters.txt").write_text("dear")
    with pytest.raises(GamegroveError, match="is not empty, and holds no lessons"):
        folder_of(TINY, tmp_path, resume=True)


def test_a_file_is_no_folder_to_work_in(tmp_path: Path) -> None:
    (tmp_path / "work").write_text("dear")
    with pytest.raises(OSError, match=r"cannot make the folder .*work: File exists; name another one to work in"):
        folder_of(TINY, tmp_path)


def test_a_damaged_file_is_named_and_can_be_made_again(tiny: OthelloWeights, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        trained(TINY, tmp_path, on_progress=interrupting(3))
    file = min((tmp_path / "work").glob("*.lessons"))
    file.write_bytes(file.read_bytes()[:-1] + b"?")
    with pytest.raises(GamegroveError, match=rf"{file.name.replace('+', '.')} is damaged; remove it"):
        carry_out(TINY, folder_of(TINY, tmp_path, resume=True))
    file.unlink()
    assert carry_out(TINY, folder_of(TINY, tmp_path, resume=True)) == tiny


def test_lessons_of_an_earlier_step_cannot_be_made_again(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        trained(TINY, tmp_path, on_progress=interrupting(40))
    for file in (tmp_path / "work").glob("*.lessons"):
        file.unlink()
    with pytest.raises(GamegroveError, match=r"the lessons step-\S+ are gone from .* begin again"):
        carry_out(TINY, folder_of(TINY, tmp_path, resume=True))


# -- Doubts

DOUBT = DoubtPlan(Othello(size=6), games=12, depth=6, fewest_empties=8, most_empties=11)


@pytest.fixture(scope="module")
def measured(small: OthelloWeights) -> Measured:
    return measure(DOUBT, small)


def test_least_squares_find_the_plane_that_points_lie_on() -> None:
    rows = [[1.0, x, y] for x in range(4) for y in range(3)]
    found = least_squares(rows, [2 - 3 * x + 0.5 * y for _, x, y in rows], [n + 1.0 for n in range(12)])
    assert found == pytest.approx([2, -3, 0.5])


def test_least_squares_count_a_point_as_often_as_it_was_met() -> None:
    assert least_squares([[1.0], [1.0]], [0.0, 4.0], [3, 1]) == pytest.approx([1])


def test_least_squares_that_do_not_decide_are_none() -> None:
    assert least_squares([[1.0, 2.0], [2.0, 4.0]], [1, 2], [1, 1]) is None
    assert least_squares([], [], []) is None


def plain_value(position: Othello, depth: int, engine: OthelloEngine) -> float:
    """Plain minimax over the engine's evaluation; a pass is no ply."""
    if position.is_over():
        return position.final_value()
    if depth == 0:
        return engine.evaluation(position)
    left = depth if position.must_pass() else depth - 1
    return max(-plain_value(position.after(move), left, engine) for move in position.legal_moves)


def test_positions_are_searched_with_nothing_left_out(small: OthelloWeights) -> None:
    engine = OthelloEngine(DOUBT.start, weights=small.data, table_mib=1)
    positions = [game[12] for game in othello_doubt._games(DOUBT, small)]
    searcher = othello_doubt._Searcher(DOUBT.start, small, 1, lambda _done, _all: None)
    for depth in (1, 2, 4):
        plain = [plain_value(position, depth, engine) for position in positions]
        assert searcher.values(othello_doubt._Search(depth, positions)) == pytest.approx(plain, abs=1)
        assert len({round(value) for value in plain}) > 5


def test_deviations_are_measured_for_every_pair(measured: Measured) -> None:
    kinds = {(cell.kind, cell.depth, cell.shallow) for cell in measured.cells}
    midgame = {("midgame", 3, 1), ("midgame", 4, 2), ("midgame", 5, 3), ("midgame", 6, 2)}
    assert kinds == midgame | {("endgame", 8, 2), ("endgame", 9, 3), ("endgame", 10, 2), ("endgame", 11, 3)}
    assert all(cell.pairs >= 8 and cell.deviation > abs(cell.bias) for cell in measured.cells)


def test_the_fit_is_near_what_was_measured(measured: Measured) -> None:
    ratios = [measured.fitted(cell) / cell.deviation for cell in measured.cells]
    assert math.exp(sum(abs(math.log(ratio)) for ratio in ratios) / len(ratios)) < 1.6
    assert measured.endgame[1] == 0


def test_a_measurement_is_the_same_with_two_threads(small: OthelloWeights, measured: Measured) -> None:
    assert measure(DOUBT, small, threads=2) == measured


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"depth": 5}, "depth 5 is too low: the fit needs at least 6"),
        ({"depth": 33}, "depth 33 is too high: a game of othello:size=6 has 32 moves at most"),
        ({"fewest_empties": 11}, r"empties 11\.\.11 should be two numbers from 5 on, the smaller one first"),
        ({"fewest_empties": 4}, r"empties 4\.\.11 should be two numbers from 5 on"),
        ({"fewest_empties": 10}, r"empties 10\.\.11 should be two numbers .* some apart"),
        ({"most_empties": 40}, "empties 40 are more than"),
    ],
)
def test_a_measurement_that_cannot_work_is_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        replace(DOUBT, **wrong)


def test_too_few_games_are_told(small: OthelloWeights) -> None:
    with pytest.raises(GamegroveError, match="too few different positions for a fit of the midgame: 0 cells"):
        measure(replace(DOUBT, games=2), small)


# -- The command

PATTERNS = ("train", "othello-patterns", "--size", "6", "--rounds", "1", "--test-games", "20", "--exact-empties", "8")


def test_after_ctrl_c_the_command_says_how_to_go_on_and_does(tmp_path: Path) -> None:
    whole, halves = tmp_path / "whole.weights", tmp_path / "halves.weights"
    asked = [*PATTERNS, "--games", "260"]
    run(*asked, "--output", str(whole))
    words = [*asked, "--output", str(halves), "--threads", "2"]
    with subprocess.Popen(
        [*COMMAND, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=NO_TERMINAL
    ) as process:
        wait_until(lambda: any(halves.with_suffix(".work").glob("*.lessons")))
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate()
    assert process.returncode == 130, said
    assert "the lessons so far are kept; go on with: gamegrove train othello-patterns" in said
    assert not halves.exists()
    said = run(*words, "--resume")
    assert "discs   positions  no weights" in said
    assert halves.read_bytes() == whole.read_bytes()
    assert read_weights(whole, "6").made["command"].startswith("gamegrove train othello-patterns --board 6 --rounds 1")


def test_the_commands_answer_programs(tmp_path: Path, shell: Callable[..., str]) -> None:
    file, better, chart = (tmp_path / name for name in ("six.weights", "better.weights", "doubt.svg"))
    made = json.loads(shell(*PATTERNS, "--games", "100", "--output", str(file), "--json"))
    assert [each["round"] for each in made["errors"]] == [0, 1]
    asked = ["train", "othello-doubt", str(file), "--games", "12", "--depth", "6", "--empties", "8..11"]
    found = json.loads(shell(*asked, "--chart", str(chart), "--output", str(better), "--json"))
    assert chart.read_text().startswith("<?xml")
    before, after = read_weights(file), read_weights(better)
    assert after.data == before.data
    assert list(after.midgame_doubt) == found["midgame"] != list(before.midgame_doubt)
    assert list(after.endgame_doubt) == found["endgame"]
    selective = [*PATTERNS, "--games", "20", "--confidence", "1", "--doubts", str(better)]
    shell(*selective, "--output", str(tmp_path / "selective.weights"), "--quiet")
    assert read_weights(tmp_path / "selective.weights").midgame_doubt == after.midgame_doubt


def test_the_table_of_deviations_is_for_people(
    tmp_path: Path, small: OthelloWeights, shell: Callable[..., str]
) -> None:
    file = tmp_path / "six.weights"
    write_weights(small, file)
    said = shell("train", "othello-doubt", str(file), "--games", "12", "--depth", "6", "--empties", "8..11")
    assert "foreseen  depth  shallow  empties  pairs  deviation  fitted" in said
    assert "endgame: ln(deviation) = " in said
    assert read_weights(file).data == small.data


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["othello-patterns", "--output", "nowhere/it.weights"], "cannot write nowhere/it.weights: there is no folder"),
        (["othello-patterns", "--output", "."], "cannot write .: it is a folder; give a file"),
        (["othello-patterns", "--output", "it.weights", "--depth", "2"], "depth 2 is too low"),
        (["othello-patterns", "--output", "it.weights", "--size", "7"], "7"),
        (["othello-patterns", "--output", "it.weights", "--depth", "61"], "depth 61 is too high: a game on board 8"),
        (["othello-patterns", "--output", "it.weights", "--exact-empties", "99"], "exact empties 99 is too high"),
        (["othello-patterns", "--output", "it.weights", "--openings", "nowhere"], "there is no folder nowhere"),
        (["othello-patterns", "--output", "it.weights", "--confidence", "3"], "--doubts"),
        (["othello-patterns", "--output", "it.weights", "--confidence", "6"], "--confidence"),
        (["othello-patterns", "--output", "it.work"], "cannot be both the weights and the folder of their lessons"),
        (["othello-patterns"], "--output"),
        (["othello-doubt", "nowhere.weights"], "cannot read the weights nowhere.weights"),
        (["othello-doubt", "it.weights", "--chart", "it.gif"], "a chart can be .svg, .png or .pdf"),
    ],
)
def test_wrong_usage_is_told(
    words: list[str], message: str, shell: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert message in shell("train", *words, code=1 if "nowhere/" in message else 2)
    assert list(tmp_path.iterdir()) == []


def test_nothing_but_weights_is_written_over(shell: Callable[..., str], tmp_path: Path) -> None:
    notes, weights = tmp_path / "notes.txt", tmp_path / "six.weights"
    notes.write_text("mine")
    write_weights(OthelloWeights("6", b"some"), weights)
    for words in (["othello-patterns"], ["othello-doubt", str(weights)]):
        said = shell("train", *words, "--output", str(notes), code=2)
        assert "notes.txt is there already and has no weights of the Othello engine" in said
    assert notes.read_text() == "mine"


def test_weights_that_do_not_fit_the_board_are_told(shell: Callable[..., str], tmp_path: Path) -> None:
    write_weights(OthelloWeights("6", b"some"), tmp_path / "six.weights")
    said = shell("train", "othello-doubt", str(tmp_path / "six.weights"), code=2)
    assert "the weights of board 6: these are no weights for this board" in said


@pytest.mark.parametrize("empties", ["13", "a..b", "9..6", "..", "1" * 50 + "..2"])
def test_a_range_that_is_none_is_told(empties: str, shell: Callable[..., str], tmp_path: Path) -> None:
    write_weights(OthelloWeights("6", b"some"), tmp_path / "six.weights")
    said = shell("train", "othello-doubt", str(tmp_path / "six.weights"), "--empties", empties, code=2)
    assert "should be two numbers" in said


def test_a_school_takes_all_lessons_or_none_and_says_what_is_wrong() -> None:
    taught, school = OthelloSchool(Othello(size=4)), OthelloSchool(Othello(size=4))
    taught.teach(0, 3, depth=5, exact_empties=6)
    lessons = taught.to_bytes()
    assert len(lessons) == 18 * len(taught) > 18
    mover, value = lessons[:8], lessons[16:18]
    with pytest.raises(ValueError, match="no lessons of this board"):
        school.add(lessons + mover + mover + value)
    assert len(school) == 0
    school.add(lessons)
    assert school.to_bytes() == lessons
    with pytest.raises(ValueError, match="threads must be from 1 to 256"):
        school.teach(0, 1, threads=300)
    with pytest.raises(ValueError, match="depth must be 1 or more"):
        school.teach(0, 1, depth=0)
