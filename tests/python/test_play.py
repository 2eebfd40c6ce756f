"""Playing in the terminal: the board, the commands, the players, and what becomes of errors and interruptions."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import gamegrove
from command import COMMAND, NO_TERMINAL, run, run_json
from gamegrove import ConnectFour, Othello, Pente, Position
from gamegrove.cli import board, opinion
from gamegrove.cli.seats import Seats, Wishes
from gamegrove.players import Decision, list_players
from gamegrove.textbook.values import WIN
from paths import ROOT
from strategies import positions

QUICK = "mtdf:depth=1"
TWO_PEOPLE = ("--first", "human", "--second", "human")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


# -- The board.


def drawn(position: Position, **marks: Any) -> list[str]:
    return [line.rstrip() for line in board.drawing(position, **marks).plain.split("\n")]


@given(positions())
def test_marks_change_nothing_else_of_the_board(position: Any) -> None:
    assume(not position.is_over())
    move = position.legal_moves[0]
    marked = drawn(position.after(move), marks_moves=True, last=move)
    without = [re.sub(r"[\[\]]", " ", line).replace("+", "·").rstrip() for line in marked]
    assert without == drawn(position.after(move))


@given(positions())
def test_every_legal_move_is_marked_where_there_is_a_choice_of_cells(position: Any) -> None:
    marks = "".join(drawn(position, marks_moves=True)).count("+")
    moves = [move for move in position.legal_moves if move != "pass"]
    empty = sum(row.count(".") for row in position.rows)
    everywhere = isinstance(position, Pente) and len(moves) == empty
    assert marks == (0 if everywhere else len(moves))


@given(positions(), st.integers(0, 2**16))
def test_the_last_stone_is_in_brackets(position: Any, number: int) -> None:
    assume(not position.is_over())
    moves = position.legal_moves
    move = moves[number % len(moves)]
    found = re.findall(r"\[(.)\]", "\n".join(drawn(position.after(move), last=move)))
    stone = board.side_name(position, position.turn)[0]
    assert found == ([] if move == "pass" else [stone])


def test_a_marked_board_is_drawn_like_this() -> None:
    position = Othello(size=4).after("b1")
    assert drawn(position, marks_moves=True, last="b1") == [
        "    a b c d",
        "  1 +[●]+ ·",
        "  2 · ● ● ·",
        "  3 + ● ○ ·",
        "  4 · · · ·",
        "",
    ]
    assert drawn(ConnectFour("4"), marks_moves=True, last="4")[-4:] == [
        " · · · + · · ·",
        " + + +[●]+ + +",
        " 1 2 3 4 5 6 7",
        "",
    ]


def test_every_side_of_every_game_has_a_colour() -> None:
    for entry in gamegrove.list_games():
        if entry.name != "tree":
            assert set(entry.start("", {}).players) <= set(board.SIDES)
    assert set(Othello(board="96").players) <= set(board.SIDES)


# -- The bar.


def bar_of(value: int, text: str | None = None, turn: int = 0) -> int:
    """How many characters the first side has."""
    position = Othello() if turn == 0 else Othello("f5")
    shown = opinion.bar(position, Decision("d3", value, text))
    assert shown is not None
    assert len(re.findall("[█░]", shown)) == 2 * opinion.HALF
    return shown.count("█")


@given(st.integers(-WIN + 1, WIN - 1), st.integers(-WIN + 1, WIN - 1))
@example(0, 1)
def test_a_better_value_never_has_a_shorter_bar(one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert 0 < bar_of(low) <= bar_of(high) < 2 * opinion.HALF
    assert bar_of(high) + bar_of(-high) == 2 * opinion.HALF
    assert bar_of(high) == bar_of(-high, turn=1)


def test_only_a_proven_win_fills_the_bar() -> None:
    assert bar_of(WIN + 3, "wins in 3") == 20
    assert bar_of(-WIN - 12, "loses by 12") == 0
    assert bar_of(1000, "wins") == 20
    assert bar_of(0, "0") == 10
    assert bar_of(1, "+1") == 11
    assert bar_of(100, "+100") == 17
    assert bar_of(500, "scores 75.0 %") == 15


def test_who_says_nothing_has_no_bar() -> None:
    assert opinion.bar(Othello(), Decision("d3")) is None
    assert opinion.words(Decision("d3"), 0.5) == "d3"
    assert opinion.words(Decision("d3", 4, None, 2, 1234, ("d3", "c3")), 0.5) == (
        "d3: +4, depth 2, 1,234 nodes, 0.50 s; expects c3"
    )


# -- Who plays which side.


def seated(*texts: str | None, **wishes: Any) -> list[str]:
    first, second = texts
    return Seats((first, second), Wishes(**wishes)).names


def test_who_names_a_computer_plays_against_it() -> None:
    assert seated(None, None) == ["human", "mtdf:level=3"]
    assert seated("human", None) == ["human", "mtdf:level=3"]
    assert seated(None, "human") == ["human", "human"]
    assert seated("random", None) == ["random", "human"]
    assert seated(None, "tt:depth=2") == ["human", "tt:depth=2"]
    assert seated("human", "human") == ["human", "human"]


def test_a_level_is_for_those_who_name_no_limit() -> None:
    assert seated(None, None, level=7) == ["human", "mtdf:level=7"]
    assert seated(None, None, seconds=0.25) == ["human", "mtdf:time=0.25"]
    assert seated(None, None, seconds=0.0) == ["human", "mtdf:time=0"]
    assert seated("tt", "negascout:eval=squares", level=5, seconds=2.0) == [
        "tt:level=5,time=2",
        "negascout:eval=squares,level=5,time=2",
    ]
    limited = ["tt:depth=2", "mtdf:time=1", "mcts:iterations=10", "tt:nodes=99", "mtdf:level=1", "moors", "random"]
    for text in limited:
        assert seated("human", text, level=5) == ["human", text]


def test_an_engine_takes_each_limit_that_it_does_not_name() -> None:
    assert seated("engine", "perfect", level=1) == ["engine:level=1", "perfect"]
    assert seated("engine", "perfect", seconds=0.5) == ["engine:time=0.5", "perfect:time=0.5"]
    assert seated("engine:level=3", "perfect:time=2", level=1) == ["engine:level=3", "perfect:time=2"]
    assert seated("engine:level=3", "engine:time=2", level=1, seconds=0.5) == [
        "engine:level=3,time=0.5",
        "engine:time=2,level=1",
    ]
    assert seated("engine", "perfect") == ["engine", "perfect"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["othello", "--black", "random", "--white", "greedy"], ["random", "greedy"]),
        (["othello", "--white", "greedy"], ["human", "greedy"]),
        (["othello", "--board", "96", "--red", "greedy"], ["human", "greedy"]),
        (["connect-four", "--red", "mtdf", "--level", "2"], ["mtdf:level=2", "human"]),
        (["connect-four", "--yellow", "engine", "--level", "1", "--memory", "8MB"], ["human", "engine:level=1"]),
        (["pente", "--black", "greedy"], ["human", "greedy"]),
        (["pente-2003", "--green", "random", "--first", "greedy"], ["greedy", "random"]),
        (["tic-tac-toe", "--crosses", "greedy", "--noughts", "random"], ["greedy", "random"]),
        (["tree", "(A (B 3 12) (C 8 2))", "--max", "mtdf", "--level", "4"], ["mtdf:level=4", "human"]),
    ],
)
def test_sides_can_be_named(arguments: list[str], expected: list[str]) -> None:
    assert run_json("play", *arguments)["players"] == expected


def test_every_side_of_every_game_can_be_named() -> None:
    text = run("play", "--help")
    for entry in gamegrove.list_games():
        for side in entry.start("(A 1 2)" if entry.name == "tree" else "", {}).players:
            assert f"--{side} " in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["connect-four", "--black", "random"], "connect-four has no side called black; its sides are red and yellow"),
        (["--first", "random", "--black", "random"], "--black and --first are the same side"),
        (["--white", "nobody"], "there is no player 'nobody'"),
        (["--white", "mtdf:deep=3"], "mtdf has no option 'deep'"),
        (["--white", "mtdf:depth=x"], "depth=x is not possible"),
        (["--white", "connect-four-2017-ab"], "connect-four-2017-ab plays Connect Four, not othello"),
        (["--level", "11"], "for '--level'"),
        (["--time", "-1"], "for '--time'"),
        (["--memory", "much"], "--memory much should be an amount such as 500MB"),
        (["connect-four", "--red", "perfect", "--memory", "2MB"], "2 MB are not enough for an engine"),
    ],
)
def test_wrong_players_are_explained(arguments: list[str], message: str) -> None:
    assert message in " ".join(run("play", *arguments, code=2).split())


def test_players_are_listed_with_their_options() -> None:
    text = run("players")
    assert re.search(r"^mtdf +MTD\(f\)", text, re.MULTILINE)
    assert "options: iterations" in text
    assert "Every player that searches has the options depth" in text
    listed = run_json("players")["players"]
    assert [each["name"] for each in listed] == [each.name for each in list_players()]
    assert all(each["summary"] and each["games"] for each in listed)


# -- A scripted game.


def test_a_whole_game_goes_through_standard_input() -> None:
    text = run("play", "connect-four", "--yellow", QUICK, typed="4\n4\n4\nquit\n")
    assert "> 4\n○ yellow plays " in text
    assert re.search(r"red [█░]{20} yellow  \(yellow [+-]?\d+, depth 1\)", text)
    assert "\x1b" not in text
    assert "--second mtdf:depth=1" in text


def test_a_terminal_that_knows_only_ascii_gets_nothing_else() -> None:
    done = subprocess.run(
        [*COMMAND, "play", "othello", "--white", QUICK],
        input="f5\nhelp\nä\neval\nquit\n".encode(),
        capture_output=True,
        env={**NO_TERMINAL, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode("ascii")
    assert "[O]" in text
    assert "+ . ." in text
    assert re.search(r"black [#-]{20} white", text)


def test_bytes_that_are_no_text_are_a_wrong_move_and_no_end() -> None:
    played = subprocess.run(
        [*COMMAND, "play", "othello", "--white", QUICK],
        input=b"\xff\xfe\nf5\n",
        capture_output=True,
        env=NO_TERMINAL,
        check=False,
    )
    assert played.returncode == 0
    assert b"white plays" in played.stdout


def test_computers_play_each_other_board_by_board() -> None:
    text = run("play", "othello:size=4", "--black", QUICK, "--white", "greedy", "--seed", "1")
    plays = len(re.findall(r"(black|white) plays", text))
    assert plays > 4
    assert text.count("    a b c d") == plays + 1
    assert "wins by" in text


def test_the_same_seed_plays_the_same_game() -> None:
    arguments = ("play", "othello", "--first", "random", "--second", "random", "--seed", "5")
    answer = run_json(*arguments)
    assert answer["over"]
    assert answer["players"] == ["random", "random"]
    assert Othello(answer["record"]).line == answer["line"]
    assert run_json(*arguments)["record"] == answer["record"]


def test_programs_get_every_move_with_what_the_player_thought() -> None:
    answer = run_json("play", "connect-four", "--red", "mtdf:depth=2", "--yellow", "human", typed="4\nquit\n")
    first, second, third = answer["turns"]
    assert answer["moves"] == [first["move"], "4", third["move"]]
    assert first["depth"] == third["depth"] == 2
    assert first["nodes"] > 0
    assert first["seconds"] > 0
    assert first["value_text"]
    assert (second["value"], second["side"]) == (None, 1)


def test_a_game_starts_from_a_board_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("0000000\n" * 5 + "0010000\n0001200\n")
    text = run("play", "pente-2003", "--from", str(file), "--red", "human", "--green", QUICK, typed="a1\n")
    assert "● red to move" in text
    assert "green plays" in text


def test_two_people_at_one_screen() -> None:
    text = run("play", "tic-tac-toe", "--second", "human", typed="a1\nb1\na2\nb2\na3\n")
    assert "X crosses wins: 3 in a row" in text


def test_trees_and_games_of_ones_own_have_an_opponent() -> None:
    assert "min plays 1" in run("play", "tree", "(A (B 3 12) (C 8 2))", typed="B\n")
    text = run("--load", str(ROOT / "examples" / "nim.py"), "play", "nim", typed="c3\nhint\nquit\n")
    assert "second plays" in text
    assert "hint: " in text
    assert re.search(r"Go on with: gamegrove --load \S*nim.py play 'nim c3 \w+'", text)


def test_moves_come_before_commands() -> None:
    text = run("play", "tree", "(A (q 1 2) B3)", "--second", "human", typed="q\n2\n")
    assert "max wins by 2" in text


def test_without_any_input_it_stops_cleanly() -> None:
    assert "Go on with: gamegrove play" in run("play")


# -- What a human can ask for.


def test_a_human_takes_back_asks_and_stops() -> None:
    text = run("play", "--white", QUICK, typed="help\nmoves\nf5\nundo\nnonsense\na1\nf5 d6\nundo 2\nsave\nd3\nquit\n")
    assert "  save FILE  write the game into a file" in text
    assert "d3 c4 f5 e6" in text
    assert "'nonsense' is no cell" in text
    assert "a1 is not legal: it flips no disc" in text
    assert "one move at a time" in text
    assert "the command is: undo alone" in text
    assert "the command is: save FILE" in text
    assert "Go on with: gamegrove play 'othello " in text


def test_undo_takes_back_the_answer_too_and_redo_plays_both_again() -> None:
    answer = run_json("play", "--white", QUICK, typed="f5\nundo\nredo\nquit\n")
    assert len(answer["moves"]) == 2
    assert answer["turns"][1]["depth"] == 1
    text = run("play", "--white", QUICK, typed="redo\nf5\nundo\nd3\nredo\nquit\n")
    assert text.count("there is no move to play again") == 2
    assert run_json("play", "--white", QUICK, typed="f5\nundo\nquit\n")["moves"] == []


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    assert "there is no move of yours" in run("play", "othello", typed="undo\n")
    assert "there is no move of yours" in run("play", "--first", "random", typed="undo\n")


def test_a_forced_pass_is_no_decision_to_go_back_to() -> None:
    line = "othello:size=4 X1O1/XOOO/OOOO/XXXX X"
    text = run("play", line, *TWO_PEOPLE, typed="b1\nundo\nmoves\n")
    assert "○ white cannot move and passes" in text
    assert "> moves\nb1 d1\n" in text


def test_a_hint_names_a_move_its_value_and_what_follows() -> None:
    text = run("play", "tic-tac-toe", "a1 b1 b2 c3", *TWO_PEOPLE, typed="hint\neval\nquit\n")
    assert re.search(r"hint: ..: wins in 3, depth \d+, [\d,]+ nodes; expects .. ..\n", text)
    assert f"crosses {'█' * 20} noughts  (crosses wins in 3" in text


@pytest.mark.parametrize("memory", [(), ("--memory", "8MB")])
def test_a_hint_is_exact_where_there_is_an_engine(memory: tuple[str, ...]) -> None:
    text = run("play", "connect-four", *memory, *TWO_PEOPLE, typed="hint\neval\n4\neval\nquit\n")
    assert re.search(r"hint: 4: wins in 41, [\d,]+ nodes; expects 4 4 4 4", text)
    assert f"red {'█' * 20} yellow  (red wins in 41)" in text
    assert f"red {'█' * 20} yellow  (yellow loses in 40)" in text
    drawn = run("play", "connect-four", "--size", "5x4", *memory, *TWO_PEOPLE, typed="eval\nquit\n")
    assert f"red {'█' * 10}{'░' * 10} yellow  (red draw)" in drawn


@pytest.mark.parametrize("arguments", [("--size", "9x9"), ("--memory", "1MB")], ids=str)
def test_a_hint_is_searched_where_the_engine_does_not_know(arguments: tuple[str, ...]) -> None:
    text = run("play", "connect-four", *arguments, *TWO_PEOPLE, typed="hint\neval\nquit\n")
    assert re.search(r"hint: \d: [+-]\d+, depth \d+, [\d,]+ nodes", text)
    assert re.search(r"yellow  \(red [+-]\d+, depth \d+\)", text)


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "a game.txt"
    typed = f"f5\nsave {file}\nundo\nd3\nload {file}\nquit\n"
    answer = run_json("play", "othello", "--white", QUICK, typed=typed)
    assert answer["moves"][0] == "f5"
    assert len(answer["moves"]) == 2
    assert file.read_text() == f"othello 8/8/8/3OX3/3XO3/8/8/8 X\n{answer['record']}\n"
    assert [turn["seconds"] for turn in answer["turns"]] == [None, None]


def test_nothing_but_a_game_is_overwritten_and_no_error_ends_the_game(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear reader,\n")
    other = tmp_path / "other.txt"
    run("play", "connect-four", *TWO_PEOPLE, "--record", str(other), typed="4\n")
    typed = f"save {letter}\nload {letter}\nload {tmp_path}/no\nsave {tmp_path}/no/x\nload {other}\nf5\nquit\n"
    text = run("play", "othello", *TWO_PEOPLE, typed=typed)
    assert f"{letter} holds something else than a game; name another file" in text
    assert f"{letter}: there is no game 'dear'" in text
    assert f"cannot read {tmp_path}/no" in text
    assert f"cannot write {tmp_path}/no/x: No such file or directory" in text
    assert f"{other} holds a game of connect-four, and this is othello" in text
    assert letter.read_text() == "Dear reader,\n"
    assert "○ white to move (4-1)" in text


def test_a_loaded_game_does_not_overwrite_the_one_that_was_kept(tmp_path: Path) -> None:
    kept, saved = tmp_path / "kept", tmp_path / "saved"
    run("play", "connect-four", *TWO_PEOPLE, "--record", str(saved), typed="1\n1\n")
    text = run("play", "connect-four", *TWO_PEOPLE, "--record", str(kept), typed=f"4\nload {saved}\n2\n")
    assert f"{kept} stays as it is" in text
    assert kept.read_text().endswith("\n4\n")
    assert saved.read_text().endswith("\n11\n")


# -- A game that is kept.


def test_a_recorded_game_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = run(
        "play", "connect-four", "--second", "human", "--first", "human", "--record", str(file), typed="4\n4\n5\n"
    )
    assert f"Go on with: gamegrove play --record {file} --first human --second human" in text
    assert file.read_text() == "connect-four 7/7/7/7/7/7 X\n445\n"
    text = run("play", "connect-four", *TWO_PEOPLE, "--record", str(file), typed="undo\n3\n")
    assert "going on with the game in" in text
    assert file.read_text() == "connect-four 7/7/7/7/7/7 X\n443\n"
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_a_record_of_another_game_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", "othello", "--record", str(file), typed="f5\nquit\n")
    before = file.read_text()
    for wanted in (["connect-four"], ["othello", "d3"], ["othello", "--size", "6"]):
        assert "holds another game" in run("play", *wanted, "--record", str(file), code=2)
    assert file.read_text() == before
    assert "going on with the game" in run("play", "--record", str(file))


def test_a_place_where_no_record_can_be_kept_is_noticed_at_once(tmp_path: Path) -> None:
    assert "there is no folder" in run("play", "othello", "--record", str(tmp_path / "no" / "x"), code=1)
    empty = tmp_path / "empty"
    empty.write_text("")
    run("play", "connect-four", "--record", str(empty), typed="4\n")
    assert empty.read_text().startswith("connect-four")


@pytest.mark.parametrize("content", ["othello f5 a1", "chess e4", "othello\nf5 a1"])
def test_a_broken_record_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(content)
    assert str(file) in run("play", "--record", str(file), code=2).replace("\n", "")
    assert file.read_text() == content


def test_a_game_of_ones_own_is_kept_by_its_moves(tmp_path: Path) -> None:
    file = tmp_path / "nim.txt"
    arguments = ("--load", str(ROOT / "examples" / "nim.py"), "play", "nim", *TWO_PEOPLE, "--record", str(file))
    run(*arguments, typed="c3\n")
    assert file.read_text() == "nim\nc3\n"
    assert "a1 b1 b2" in run(*arguments, typed="moves\n")


# -- Players that fail.

PLAYERS = """
import time
from gamegrove.cli import human, thinking
from gamegrove.players import Clock, Decision, register_player
from gamegrove.report import Progress

thinking.PATIENCE = 0.1
human.HINT = Clock(move_seconds=600)

class Own:
    name = "own"
    on_progress = None
    def begin(self, start, side): pass
    def close(self): pass

class Crash(Own):
    def choose(self, position, clock, stop):
        raise KeyError("oops")

class Cheat(Own):
    def choose(self, position, clock, stop):
        return Decision("a1")

class Slow(Own):
    def choose(self, position, clock, stop):
        self.on_progress(Progress(7, 3, "d6", "+3", 1, 0.0))
        print("choosing", flush=True)
        while not stop.is_set():
            time.sleep(0.01)
        return Decision(position.legal_moves[0])

register_player("crash", Crash)
register_player("cheat", Cheat)
register_player("slow", Slow)
"""


@pytest.fixture
def own_players(tmp_path: Path) -> str:
    file = tmp_path / "own_players.py"
    file.write_text(PLAYERS)
    return str(file)


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("crash", "own_players.py, line 18: KeyError: 'oops'"),
        ("cheat", "○ white (cheat) wants to play a1, which is not legal"),
        ("pipe:head -n 1", "○ white (pipe:head -n 1) failed: "),
    ],
)
def test_a_player_that_fails_ends_the_game_and_the_record_stays(
    own_players: str, tmp_path: Path, player: str, message: str
) -> None:
    file = tmp_path / "game.txt"
    arguments = ("--load", own_players, "play", "--white", player, "--record", str(file))
    text = run(*arguments, typed="f5\n", code=1)
    assert message in text
    again = f"play --record {file} --first human --second {shlex.quote(player)}"
    assert f"Go on with: gamegrove --load {own_players} {again}" in text
    assert file.read_text().endswith("\nf5\n")


def test_programs_are_told_what_failed(own_players: str) -> None:
    done = subprocess.run(
        [*COMMAND, "--load", own_players, "play", "--white", "crash", "--json"],
        input="f5\n",
        capture_output=True,
        encoding="utf-8",
        env=NO_TERMINAL,
        check=False,
    )
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert answer["moves"] == ["f5"]
    assert "KeyError: 'oops'" in answer["error"]


# -- On a terminal.


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        hidden = ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")
        inherited = {name: value for name, value in os.environ.items() if name not in hidden}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**inherited, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environment},
            start_new_session=True,
        )
        os.close(theirs)
        self.text = ""
        self._seen = 0

    def expect(self, wanted: str) -> str:
        """Wait until that is on the screen, behind what was waited for before."""
        if not self._waits_for(wanted, 60):
            raise AssertionError(f"'{wanted}' is not in {self.text[self._seen :]!r}")
        self._seen = self.text.find(wanted, self._seen) + len(wanted)
        return self.text

    def _waits_for(self, wanted: str, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while wanted not in self.text[self._seen :]:
            if not self._read(deadline):
                return False
        return True

    def _read(self, deadline: float) -> bool:
        if not select.select([self._ours], [], [], max(0.0, deadline - time.monotonic()))[0]:
            return False
        try:
            more = os.read(self._ours, 65536)
        except OSError:  # the other end is closed
            return False
        self.text += more.decode(errors="replace")
        return bool(more)

    def type(self, line: str) -> None:
        os.write(self._ours, f"{line}\n".encode())

    def interrupt(self) -> None:
        """What Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)

    def interrupt_prompt(self, answer: str) -> None:
        """Press Ctrl-C at a prompt until there is an answer.

        Python notices a signal late that comes after it was last asked for signals and before input() waits for keys.
        """
        for _ in range(10):
            self.interrupt()
            if self._waits_for(answer, 10):
                break
        self.expect(answer)

    def wait(self) -> int:
        while self._read(time.monotonic() + 60):
            pass
        return self.process.wait(timeout=60)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    opened = Terminal(*arguments, **environment)
    try:
        yield opened
    finally:
        opened.close()


def test_a_terminal_shows_colours() -> None:
    with terminal("play", "othello", "--white", QUICK) as screen:
        screen.expect("to move")
        screen.type("f5")
        screen.expect("white plays")
        screen.expect("to move")
        screen.type("quit")
        assert screen.wait() == 0
        assert re.search(r"\x1b\[[0-9;]*48;5;28[0-9;]*m", screen.text)
        assert "[○]" in COLOUR.sub("", screen.text)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_who_wants_no_colours_gets_none(environment: dict[str, str]) -> None:
    with terminal("play", "othello", **environment) as screen:
        screen.expect("to move")
        screen.type("quit")
        assert screen.wait() == 0
        assert "4 · · + ○ ●" in screen.text
        assert not COLOUR.search(screen.text)


def test_ctrl_c_at_the_prompt_says_how_to_go_on() -> None:
    with terminal("play", "othello") as screen:
        screen.expect("> ")
        screen.interrupt_prompt("Go on with: gamegrove play")
        assert screen.wait() == 0


@contextmanager
def piped(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=NO_TERMINAL,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_until(process: subprocess.Popen[str], wanted: str) -> None:
    assert process.stdout is not None
    assert any(wanted in line for line in process.stdout)


def test_ctrl_c_without_a_terminal_says_how_to_go_on() -> None:
    with piped("play", "othello") as process:
        read_until(process, "to move")
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        assert "Go on with: gamegrove play" in output


def test_ctrl_c_makes_the_computer_move_at_once(own_players: str) -> None:
    with terminal("--load", own_players, "play", "othello", "--white", "slow") as screen:
        screen.expect("to move")
        screen.type("f5")
        screen.expect("○ white (slow) thinks")
        screen.expect("depth 7: d6 +3")
        screen.interrupt()
        screen.expect("white plays")
        screen.expect("to move")
        screen.type("quit")
        assert screen.wait() == 0


def test_ctrl_c_ends_a_game_without_people(own_players: str) -> None:
    with terminal("--load", own_players, "play", "--first", "slow", "--second", "slow") as screen:
        screen.expect("thinks")
        screen.interrupt()
        screen.expect("Go on with: gamegrove --load")
        assert screen.wait() == 0


def test_ctrl_c_ends_a_hint_and_not_the_game(own_players: str) -> None:
    with terminal("--load", own_players, "play", "othello") as screen:
        screen.expect("to move")
        screen.type("hint")
        screen.expect("the adviser thinks")
        screen.interrupt()
        screen.expect("hint: ")
        screen.type("moves")
        screen.expect("d3 c4 f5 e6")


def test_nothing_about_thinking_goes_into_a_pipe(own_players: str) -> None:
    with piped("--load", own_players, "play", "--white", "slow") as process:
        assert process.stdin is not None
        process.stdin.write("f5\n")
        process.stdin.flush()
        read_until(process, "choosing")
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0
        assert "white plays" in output
        assert "thinks" not in output + errors


def test_columns_with_two_digits_can_be_played() -> None:
    assert "/11X O" in run("play", "connect-four", "--size", "12x5", *TWO_PEOPLE, typed="12\n")


def test_a_closed_input_is_an_empty_one() -> None:
    done = subprocess.run(
        f"{shlex.join([*COMMAND, 'play', 'othello'])} <&-", shell=True, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "Go on with: gamegrove play" in done.stdout


def test_the_time_reaches_programs() -> None:
    program = "pipe:sleep 100"
    assert "has not answered in time" in run("play", "connect-four", "--red", program, "--time", "0.1", code=1)
