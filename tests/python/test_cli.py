"""The command: what it prints, its JSON, its exit codes, and how it takes bad input, interruption and no input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import gamegrove
from command import COMMAND, NO_TERMINAL, run, run_json
from paths import ROOT


def test_alone_it_shows_what_one_can_do_first() -> None:
    text = run()
    assert "gamegrove play othello" in text
    for entry in gamegrove.list_games():
        assert entry.name in text


@pytest.mark.parametrize("command", ["play", "show", "perft", "trace", "bench"])
def test_every_command_teaches(command: str) -> None:
    text = run(command, "--help")
    assert "--json" in text
    assert command == "bench" or f"gamegrove {command} " in text


def test_version() -> None:
    assert run("--version") == f"gamegrove {gamegrove.__version__}\n"


def test_show_draws_and_names_the_moves() -> None:
    text = run("show", "othello", "f5d6c3")
    assert "4 · · · ● ● · · ·" in text
    assert "○ white to move (5-2)" in text
    assert "4 legal moves: d3 f3 f4 g5" in text
    assert "line: othello 8/8/2X5/3XX3/3OXX2/3O4/8/8 O" in text


def test_show_takes_its_own_line_back() -> None:
    line = run_json("show", "pente", "k10", "l13")["line"]
    assert run_json("show", line)["line"] == line
    assert run_json("show", *line.split())["line"] == line


def test_show_as_json() -> None:
    answer = run_json("show", "connect-four", "1212121")
    assert answer["over"] is True
    assert answer["outcome"] == {"winner": 0, "margin": 1, "reason": "4 in a row"}
    assert answer["moves"] == []
    assert answer["game"] == "connect-four"


def test_show_reads_files_and_standard_input(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("0000000\n" * 6 + "0001200\n")
    assert "7 · · · · · · ·" in run("show", "pente-2003", "--from", str(board))
    assert run_json("show", "pente-2003", "--from", "-", typed=board.read_text())["turn"] == 0
    tree = tmp_path / "tree.txt"
    tree.write_text("tree (A\n  (B 3 12)\n  (C 8 2))\n")
    assert run_json("show", "tree", "--from", str(tree))["moves"] == ["B", "C"]
    tree.write_text("(A\n  (B 3 12)\n  (C 8 2]\n")
    assert f"{tree}: line 3, column 9: this should be )" in run("show", "tree", "--from", str(tree), code=2)


def test_show_draws_into_a_file(tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    run("show", "othello", "--board", "96", "--svg", str(picture))
    assert picture.read_text().startswith("<svg")


def test_size_and_board_are_options() -> None:
    assert run_json("show", "othello", "--size", "6")["game"] == "othello:size=6"
    assert run_json("show", "othello", "--board", "96")["game"] == "othello:board=96"
    assert run_json("show", "connect-four", "--size", "8x7")["game"] == "connect-four:size=8x7"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show"], "Missing argument"),
        (["show", "chess"], "there is no game 'chess'"),
        (["show", "othelo"], "did you mean othello?"),
        (["show", "othello", "a1"], "a1 is not legal: it flips no disc"),
        (["show", "othello", "[red]x"], "'[' stands where a move should begin"),
        (["show", "othello", "--size", "7"], "there is no Othello board '7'"),
        (["show", "othello:size=6", "--size", "6"], "given twice"),
        (["show", "othello:size=8", "othello:size=6 f5"], "the text says size=6, but size=8 was asked for"),
        (["show", "othello", "--size", "10", "othello:size=6 e4"], "the text says size=6, but size=10 was asked for"),
        (["show", "othello", "f5", "--from", "x"], "not both"),
        (["perft", "othello"], "Missing argument"),
        (["perft", "othello", "-1"], "-1"),
        (["perft", "othello", "deep"], "integer"),
        (["perft", "othello", "3", "--distinct", "--divide"], "--distinct goes neither"),
        (["perft", "othello", "0", "--divide"], "depth of at least 1"),
        (["fly"], "fly"),
        (["bench", "--fast"], "--fast"),
    ],
)
def test_wrong_usage_is_explained_and_exits_with_2(arguments: list[str], message: str) -> None:
    assert message in " ".join(run(*arguments, code=2).split())


def test_what_fails_exits_with_1(tmp_path: Path) -> None:
    assert "cannot read" in run("show", "othello", "--from", str(tmp_path / "nothing"), code=1)
    run("show", "othello", "--svg", str(tmp_path / "no" / "folder.svg"), code=1)
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "is not a text file" in run("show", "othello", "--from", str(binary), code=2)


def test_a_file_that_cannot_be_loaded_is_named_with_its_line(tmp_path: Path) -> None:
    assert "cannot read" in run("--load", str(tmp_path / "no.py"), code=1)
    broken = tmp_path / "broken.py"
    broken.write_text("import gamegrove\n\nraise KeyError('oops')\n")
    assert f"{broken}, line 3: KeyError: 'oops'" in run("--load", str(broken), code=1)
    broken.write_text("def (\n")
    assert f"{broken}, line 1: SyntaxError" in run("--load", str(broken), code=2)
    broken.write_text("import sys\nsys.exit(7)\n")
    assert "wants to leave with exit code 7" in run("--load", str(broken), code=2)


def test_a_game_of_ones_own_that_fails_is_named_with_its_line(tmp_path: Path) -> None:
    game = tmp_path / "boom.py"
    game.write_text(
        "import gamegrove\n"
        "def make(text=''):\n"
        "    raise KeyError('oops')\n"
        "gamegrove.register(gamegrove.GameEntry('boom', 'fails', make))\n"
    )
    assert f"{game}, line 3: KeyError: 'oops'" in run("--load", str(game), "show", "boom", code=1)


def test_a_loaded_file_can_import_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text("NAME = 'here'\n")
    (tmp_path / "random.py").write_text("import neighbour\nprint(neighbour.NAME)\n")
    assert run("--load", str(tmp_path / "random.py"), "play", "--first", "random").startswith("here")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no file that is always full")
def test_an_answer_that_cannot_be_written_is_an_error_of_one_line() -> None:
    for arguments in (["show", "othello", "--json"], ["show", "chess", "--json"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [*COMMAND, *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                env={**NO_TERMINAL, "PYTHONUNBUFFERED": "1"},
                check=False,
            )
        assert done.returncode in (1, 2)
        assert done.stderr.startswith("error: ")
        assert len(done.stderr.splitlines()) == 1


def test_bytes_that_are_no_text_are_refused() -> None:
    shown = subprocess.run([*COMMAND, "show", "othello", b"\xff"], capture_output=True, env=NO_TERMINAL, check=False)
    assert shown.returncode == 2
    assert b"is not valid UTF-8" in shown.stderr


def test_games_are_listed_with_their_options() -> None:
    assert "opening-box: how far" in run("games")
    names = [entry["name"] for entry in run_json("games")["games"]]
    assert names == [entry.name for entry in gamegrove.list_games()]


def test_a_text_may_spell_its_rules_in_another_way_than_the_command() -> None:
    for size in ("6", "6x6"):
        assert run_json("show", "othello", "--size", size, "othello:size=6 e4")["game"] == "othello:size=6"


def test_a_whole_line_is_a_position_too() -> None:
    line = "othello:size=6 6/6/2OX2/2XO2/6/6 X"
    assert run_json("show", "othello", line)["line"] == line
    assert "this is a position of othello, not of pente" in run("show", "pente", line, code=2)


@pytest.mark.parametrize("text", ["f5d6c3", "F5D6C3", "f5 d6 c3", "1. f5 d6 2. c3"])
@pytest.mark.parametrize("cut", [str.split, lambda text: [text]], ids=["words", "one"])
def test_othello_need_not_be_named_before_a_transcript(text: str, cut: Callable[[str], list[str]]) -> None:
    words = cut(text)
    assert run("show", *words) == run("show", "othello", "f5d6c3")
    assert run_json("review", *words, "--depth", "1")["record"] == "f5d6c3"


def test_what_is_no_transcript_is_no_game() -> None:
    assert "there is no game 'c4'" in run("show", "c4", code=2), "which is short for Connect Four, too"
    assert "line 1, column 5: 'c9' is no cell" in run("show", "f5d6c9", code=2)
    assert "d2 is not legal" in run("show", "d2c2", "--size", "6", code=2)


def test_usage_errors_are_json_for_programs_too() -> None:
    done = subprocess.run(
        [*COMMAND, "perft", "othello", "deep", "--json"],
        capture_output=True,
        env=NO_TERMINAL,
        check=False,
    )
    assert done.returncode == 2
    assert "error" in json.loads(done.stdout)


def test_an_empty_file_is_no_position(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    assert "is empty" in run("show", "othello", "--from", str(tmp_path / "empty"), code=2)
    assert "is empty" in run("show", "othello", "--from", "-", code=2)
    assert "it is a folder" in run("show", "othello", "--from", str(tmp_path), code=1)


def test_a_pipe_is_read_like_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_text("f5"), daemon=True)
    writer.start()
    assert run_json("show", "othello", "--from", str(tmp_path / "pipe"))["turn"] == 1


@pytest.mark.parametrize("game", ["othello", "othello:board=96", "connect-four", "pente-2003"])
def test_what_show_prints_can_be_read_again(game: str, tmp_path: Path) -> None:
    moves = {"othello": "f5d6c3", "othello:board=96": "g6", "connect-four": "4455", "pente-2003": "g7 a1"}[game]
    shown = run("show", game, moves)
    (tmp_path / "shown").write_text(shown)
    asked = run_json("show", game, "--from", str(tmp_path / "shown"))
    assert asked == run_json("show", game, moves)


def test_a_board_as_it_is_drawn_can_be_read_again(tmp_path: Path) -> None:
    drawn = run("show", "othello", "f5d6c3d3").splitlines()[:9]
    (tmp_path / "drawn").write_text("\n".join(drawn))
    assert run_json("show", "othello", "--from", str(tmp_path / "drawn")) == run_json("show", "othello", "f5d6c3d3")


def test_cells_that_begin_with_a_dash_are_no_option() -> None:
    cells = "---------------------------OX------XXX-------------------------- O"
    for typed in (cells, cells.replace("O", "w").replace("X", "B")):
        assert run_json("show", "othello", typed)["line"] == "othello 8/8/8/3OX3/3XXX2/8/8/8 O"
    assert "column 26: 'Z-OX" in run("show", "othello", f"{cells[:25]}Z{cells[26:]}", code=2)
    assert "Usage" in run("show", "othello", "-XO", code=2)


def test_a_file_from_windows_is_read(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes("\ufefff5\r\nd6\r\n".encode())
    assert run_json("show", "othello", "--from", str(tmp_path / "notes.txt"))["turn"] == 0


def test_a_terminal_without_unicode_gets_plain_characters() -> None:
    for arguments, expected in ((["othello", "f5"], b"4 . . . O X"), (["tree", "(A (B 1 2) 3)"], b"|- B")):
        done = subprocess.run(
            [*COMMAND, "show", *arguments],
            capture_output=True,
            env={**NO_TERMINAL, "PYTHONIOENCODING": "ascii"},
            check=True,
        )
        assert expected in done.stdout


def test_svg_can_be_printed() -> None:
    assert run("show", "othello", "--svg", "-").startswith("<svg")


def test_errors_are_json_for_programs() -> None:
    assert run_json("show", "othello", "a1", code=2) == {"error": "line 1, column 1: a1 is not legal: it flips no disc"}


def test_perft_counts() -> None:
    assert "390,216" in run("perft", "othello", "8")
    free = run_json("perft", "othello", "9", "--passes", "free")
    assert [row["leaves"] for row in free["depths"]][-1] == 3005320
    distinct = run_json("perft", "connect-four", "6", "--distinct")
    assert [row["positions"] for row in distinct["depths"]] == [1, 7, 49, 238, 1120, 4263, 16422]
    assert len(run_json("perft", "tic-tac-toe", "1000000", "--distinct")["depths"]) == 11
    assert run_json("perft", "othello", "3", "f5", "--divide")["divide"] == {"f4": 22, "d6": 21, "f6": 18}
    assert [row["leaves"] for row in run_json("perft", "othello", "0")["depths"]] == [1]


def test_the_bench_signature_is_the_same_every_time() -> None:
    first, second = run_json("bench"), run_json("bench")
    assert first["signature"] == second["signature"]
    expected = int((ROOT / "tests" / "bench-signature.txt").read_text())
    assert first["signature"] == expected, "the rules, the order of moves or the random numbers have changed"
    assert f"Bench: {first['signature']}" in run("bench")


def test_games_of_ones_own_can_be_loaded() -> None:
    text = run("--load", str(ROOT / "examples" / "nim.py"), "show", "nim", "c3")
    assert "3 legal moves: a1 b1 b2" in text
    assert run_json("--load", str(ROOT / "examples" / "nim.py"), "perft", "nim", "3")["depths"][-1]["leaves"] == 76


LONG_COUNTS = [
    ["perft", "othello", "14"],
    ["perft", "pente", "6"],
    ["perft", "connect-four", "12", "--distinct"],
]


@pytest.mark.parametrize("arguments", LONG_COUNTS, ids=" ".join)
def test_ctrl_c_stops_a_long_count(arguments: list[str]) -> None:
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=NO_TERMINAL,
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert "Traceback" not in errors
