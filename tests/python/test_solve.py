"""`gamegrove solve`: scores below the board, batches, limits and Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command import COMMAND, NO_TERMINAL, run, run_json
from gamegrove import ConnectFour, Engine
from gamegrove.cli import solve
from gamegrove.cli.thinking import Line
from gamegrove.engines import Analysis, EngineProgress, MoveScore
from gamegrove.position import Position
from reference.scores import column_scores, score

HARD = ["connect-four", "--size", "9x9", "--no-book"]
"""Nobody waits for this one."""
Shell = Callable[..., str]


def columns_of(said: list[str], row: int, names: int) -> dict[str, str]:
    """What stands in a row below each name of a column, both flush right."""
    found = {}
    begin = 0
    for name in said[names].split():
        end = said[names].index(name, begin) + len(name)
        found[name] = said[row][begin:end].strip()
        begin = end
    return found


@pytest.mark.parametrize("moves", ["", "11223", "112233", "1111", "22223333"])
def test_the_score_of_every_column_stands_below_it(shell: Shell, moves: str) -> None:
    position = ConnectFour(moves, size="4x4")
    said = shell("solve", "connect-four", *([moves] if moves else []), "--size", "4x4").splitlines()
    expected = column_scores(position)
    below = columns_of(said, 5, names=4)
    assert {name: text for name, text in below.items() if text} == {name: f"{s}" for name, s in expected.items()}
    best = [name for name, text in columns_of(said, 6, names=4).items() if text == "^"]
    assert best == [name for name in expected if expected[name] == max(expected.values())]
    assert f"score {score(position)}" in said[8]
    assert said[9] == f"best columns: {' '.join(best)}"


def test_the_line_of_best_play_goes_to_the_end(shell: Shell) -> None:
    said = shell("solve", "connect-four", "112", "--size", "4x4").splitlines()
    (line,) = [each.removeprefix("best play: ") for each in said if each.startswith("best play: ")]
    position = ConnectFour("112", size="4x4")
    for move in line.split():
        assert -score(position.after(move)) == score(position)
        position = position.after(move)
    assert position.is_over()


def test_it_says_who_wins_and_when(shell: Shell) -> None:
    assert "● red to move: wins in 1, score 5\n" in shell("solve", "connect-four", "112233", "--size", "4x4")


def test_an_ended_game_has_no_columns(shell: Shell) -> None:
    said = shell("solve", "connect-four", "1122334", "--size", "4x4")
    assert "the game is over: ● red wins: 4 in a row" in said
    assert "^" not in said


def test_programs_get_the_whole_analysis() -> None:
    answer = run_json("solve", "connect-four", "11223", "--size", "4x4")
    expected = Engine("connect-four:size=4x4").analyse("11223").description()
    assert {**answer, "seconds": 0} == {**json.loads(json.dumps(expected)), "seconds": 0}


def test_without_columns_only_the_position_is_scored(shell: Shell) -> None:
    said = shell("solve", "connect-four", "11223", "--size", "4x4", "--no-columns")
    assert " 1 2 3 4\n" in said
    assert "○ yellow to move: draw, score 0" in said
    assert "^" not in said
    assert "best columns" not in said


def test_winner_only_says_win_draw_or_loss(shell: Shell) -> None:
    said = shell("solve", "connect-four", "11223", "--size", "4x4", "--winner-only")
    assert columns_of(said.splitlines(), 5, names=4) == {"1": "loss", "2": "loss", "3": "loss", "4": "draw"}
    assert "○ yellow to move: draw\n" in said
    assert "win" in shell("solve", "connect-four", "112233", "--size", "4x4", "--winner-only")


@pytest.mark.parametrize("options", [[], ["--winner-only"]])
def test_a_single_best_move_is_best_play(shell: Shell, options: list[str]) -> None:
    """Columns 2 and 6 win at once, 4 later, which is as good when only the winner is asked for."""
    expected = "4" if options else "2"
    assert f"best play: {expected}\n" in shell("solve", "connect-four", "445534", "--no-columns", *options)
    assert "best play: 4\n" in shell("solve", "connect-four", "112233", "--size", "4x4", "--no-columns", *options)


@pytest.mark.parametrize("options", [[], ["--winner-only"]])
def test_a_move_that_is_not_known_to_be_best_is_no_best_play(shell: Shell, options: list[str]) -> None:
    assert "best play" not in shell("solve", *HARD, "--nodes", "100", "--no-columns", *options)


def test_a_limit_ends_it_with_bounds(shell: Shell) -> None:
    said = shell("solve", "connect-four", "--no-book", "--nodes", "100")
    assert re.search(r"● red to move: not known, score -\d+\.\.\d+\n", said)
    assert "ended by nodes" in said


@pytest.mark.parametrize("options", [[], ["--winner-only"]])
def test_of_columns_about_which_nothing_is_known_none_is_best(shell: Shell, options: list[str]) -> None:
    said = shell("solve", "connect-four", "--no-book", "--nodes", "1", *options)
    assert "best columns" not in said
    assert "^" not in said


def test_the_only_column_that_does_not_lose_at_once_is_the_best(shell: Shell) -> None:
    """Every column but 2 loses to the fourth disc in column 2; how that goes on is not known."""
    said = shell("solve", "connect-four", "525262", "--no-book", "--nodes", "1")
    assert "red to move: not known" in said
    assert "best columns: 2\n" in said


def test_columns_that_may_be_better_than_others_are_best_so_far(shell: Shell) -> None:
    """Red must not play below the cell in which yellow completes a row; of the other columns nothing is known."""
    said = shell("solve", "connect-four 7/7/7/7/OOO4/XXO1XX1 X", "--no-book", "--nodes", "1")
    assert "best columns so far: 1 2 3 5 6 7\n" in said
    assert "best play" not in said


def test_best_columns_are_final_once_all_are_exact(shell: Shell) -> None:
    """The book knows the columns; only the line of best play is cut short."""
    said = shell("solve", "connect-four", "--seconds", "0")
    assert "best columns: 4\n" in said
    assert "ended by time" in said


def test_a_saved_game_is_read_to_its_end(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("connect-four:size=4x4 4/4/4/X3 O\n12\n34\n")
    assert "line: connect-four:size=4x4 4/4/O3/XXOX O" in shell("show", "connect-four", "--from", str(file))
    file.write_text("connect-four:size=4x4 4/4/4/X3 O\n12\n39\n")
    said = shell("show", "connect-four", "--from", str(file), code=2)
    assert f"{file}: line 3, column 2: '9' is no column" in said


def test_a_position_can_come_from_a_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(str(ConnectFour("11223", size="4x4")))
    assert "○ yellow to move: draw, score 0" in shell("solve", "connect-four", "--from", str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gomoku"], "no engine for"),
        (["connect-four", "48"], "'8' is no column"),
        (["connect-four", "--book", "b", "--no-book"], "say opposite things"),
        (["connect-four", "44", "--batch", "-"], "give one position, or many with --batch"),
        (["connect-four", "--seconds", "1e30"], "seconds must be from 0 to 1,000,000,000"),
    ],
)
def test_wrong_usage_is_explained(shell: Shell, arguments: list[str], message: str) -> None:
    assert message in shell("solve", *arguments, code=2)


def test_files_that_are_no_books_are_refused(shell: Shell, tmp_path: Path) -> None:
    book = tmp_path / "book"
    book.write_text("no book")
    assert "is no book of Connect Four" in shell("solve", "connect-four", "--book", str(book), code=2)


# -- Many positions.

LINES = ["11", "", "112233", "1122334", "4/4/OO2/XXX1 O", "1111"]


def expected_lines() -> list[str]:
    texts = [text for text in LINES if text]
    return [f"{text} {score(ConnectFour(text, size='4x4'))}" for text in texts]


def test_a_batch_prints_every_position_with_its_score(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("\n".join(LINES))
    assert shell("solve", "connect-four", "--size", "4x4", "--batch", str(file)).splitlines() == expected_lines()


def test_a_batch_can_ask_only_who_wins(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("11\n112233\n1122334\n")
    said = shell("solve", "connect-four", "--size", "4x4", "--batch", str(file), "--winner-only")
    assert said == "11 draw\n112233 win\n1122334 loss\n"


def test_lines_that_cannot_be_read_are_named_and_left_out() -> None:
    said = run("solve", "connect-four", "--size", "4x4", "--batch", "-", typed="11\n19\n112233\nx\n", code=1)
    assert said.startswith("11 0\n112233 5\n")
    assert "standard input, line 2, column 2: '9' is no column" in said
    assert "standard input, line 4" in said


def test_a_line_of_another_board_is_named() -> None:
    said = run("solve", "connect-four", "--batch", "-", typed="connect-four:size=5x4 33\n", code=1)
    assert "standard input, line 1: this is a position of connect-four:size=5x4, not of connect-four" in said


def test_a_batch_answers_programs_with_one_object() -> None:
    answer = run_json("solve", "connect-four", "--size", "4x4", "--batch", "-", typed="11\n\n19\n112233\n", code=1)
    assert [(each["asked"], each["score"]) for each in answer["positions"]] == [("11", 0), ("112233", 5)]
    assert answer["errors"] == [{"line": 3, "column": 2, "error": "'9' is no column; the columns are 1 to 4"}]


def test_an_error_without_a_place_has_no_column() -> None:
    answer = run_json("solve", "connect-four", "--batch", "-", typed="connect-four:size=5x4 33\n", code=1)
    (error,) = answer["errors"]
    assert (error["line"], error["column"]) == (1, None)


def test_answers_come_before_the_next_line_is_typed() -> None:
    command = [*COMMAND, "solve", "connect-four", "--size", "4x4", "--batch", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=NO_TERMINAL
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for asked, answer in (("11", "11 0\n"), ("112233", "112233 5\n")):
            process.stdin.write(f"{asked}\n")
            process.stdin.flush()
            assert process.stdout.readline() == answer
        process.send_signal(signal.SIGINT)  # while it waits
        process.communicate(timeout=60)
        assert process.returncode == 0


# -- Ctrl-C, and the line that tells how far it is.


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C as soon as the engine is asked."""

    @contextmanager
    def interrupting(_line: object) -> Iterator[None]:
        signal.raise_signal(signal.SIGINT)
        yield

    monkeypatch.setattr(solve, "late_line", interrupting)


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_ends_it_with_what_is_known(shell: Shell) -> None:
    said = shell("solve", *HARD)
    assert "● red to move: not known, score -" in said
    assert "ended by stop" in said


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_ends_a_batch_with_the_line_that_it_interrupts(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("5\n55\n555\n")
    answer, complaint = shell("solve", *HARD, "--batch", str(file), code=130).splitlines()
    assert re.fullmatch(r"5 -\d+\.\.\d+", answer)
    assert complaint == "interrupted at line 1; the lines after it are not solved"


@pytest.mark.usefixtures("interrupted")
def test_ctrl_c_counts_more_than_lines_that_cannot_be_read(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("x\n\n5\n55\n")
    said = shell("solve", *HARD, "--batch", str(file), code=130)
    assert "line 1, column 1" in said
    assert said.endswith("interrupted at line 3; the lines after it are not solved\n")


def test_a_second_ctrl_c_ends_a_batch_at_once(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def answer(question: solve.Question, position: Position, label: str) -> Analysis:
        asked.append(label)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return question.engine.analyse(position, moves=False)

    monkeypatch.setattr(solve.Question, "answer", answer)
    file = tmp_path / "positions.txt"
    file.write_text("11\n112233\n1111\n")
    said = shell("solve", "connect-four", "--size", "4x4", "--batch", str(file), code=130)
    assert said == "11 0\ninterrupted after line 1; the lines after it are not solved\n"


def test_the_line_tells_bounds_and_columns() -> None:
    line = Line("line 3: solving")
    assert re.fullmatch(r"line 3: solving, \d+ s \(Ctrl-C: end with what is known\)", str(line))
    columns = (MoveScore("1", -2, -2, "loses in 40"), MoveScore("2", -21, 21, "not known"))
    line.known = solve.known_so_far(EngineProgress(-3, 4, "not known", columns, None, 12345, 2.5))
    assert ", score -3..4, columns 1:-2 (Ctrl-C" in str(line)
