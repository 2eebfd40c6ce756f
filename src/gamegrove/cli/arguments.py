"""The arguments that the commands share, and the position they describe."""

from __future__ import annotations

import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from gamegrove.errors import GamegroveError, InvalidRulesError, TextError
from gamegrove.games import GameEntry, list_games
from gamegrove.games.catalogue import begins_with_game, read_spec, split_line
from gamegrove.position import Position
from gamegrove.record import Record

GAME = typer.Argument(
    show_default=False,
    help="The game, with its rules if they are to differ: othello, othello:size=6, "
    "connect-four:size=8x7,in-a-row=5. Games: " + ", ".join(entry.name for entry in list_games()) + ".",
)
Game = Annotated[str, GAME]
OptionalGame = Annotated[str | None, GAME]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POSITION",
        show_default=False,
        help="Where to start: moves (f5d6c3, 4455, 'k10 l13'), the line that `show` prints, or any other text "
        "of a position. The start position without it.",
    ),
]
File = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="FILE",
        show_default=False,
        help="Read the position from a file: a drawn board, a line, moves, a saved game or a tree; - reads standard "
        "input.",
    ),
]
Size = Annotated[
    str | None, typer.Option("--size", show_default=False, help="The size of the board, such as 6 or 7x6.")
]
Board = Annotated[
    str | None,
    typer.Option("--board", show_default=False, help="The Othello board by name: 96 is the large one."),
]
Json = Annotated[bool, typer.Option("--json", help="Answer with one JSON object, for programs.")]


USUAL_GAME = "othello"
"""The game that is meant where none is named."""
LINE = "line: "
"""What `gamegrove show` prints before the line of a position."""
TRANSCRIPT = re.compile(r"(([0-9]+\.\s*)?[a-l](1[0-2]|[1-9])\s*){2,}", re.IGNORECASE)
"""Moves of Othello, as its games are passed on."""
AS_TYPED = str.maketrans({"●": "X", "○": "O", "·": "."})
"""Cells as the commands draw them, and as the package reads them."""


def chosen_position(
    game: str, words: list[str] | None, file: Path | None, size: str | None, board: str | None
) -> Position:
    """The position that the arguments of a command describe."""
    game, words = with_game(game, words)
    name, _, line_text = game.partition(" ")
    typed = " ".join([line_text, *words]).strip()
    if file is not None and typed:
        raise GamegroveError("give the position either as words or with --from, not both")
    entry, options = read_spec(name)
    for option, value in (("size", size), ("board", board)):
        if value is not None and option in options:
            raise InvalidRulesError(f"the option '{option}' is given twice, in '{name}' and as --{option}")
        if value is not None:
            options[option] = value
    if file is None:
        return _from_text(entry, options, typed)
    text = text_of(file)
    if not text.strip():
        raise GamegroveError(f"{name_of(file)} is empty; leave it out for the start of the game")
    try:
        return _from_file_text(entry, options, text)
    except TextError as error:
        raise type(error)(f"{name_of(file)}: {error}") from None


def with_game(game: str, words: list[str] | None) -> tuple[str, list[str]]:
    """The name of a game and the words behind it: before a transcript of Othello the name may be left out.

    >>> with_game("f5", ["d6", "c3"]), with_game("c4", [])
    (('othello', ['f5', 'd6', 'c3']), ('c4', []))
    """
    typed = [game, *(words or [])]
    is_transcript = TRANSCRIPT.fullmatch(" ".join(typed)) and not begins_with_game(game)
    return (USUAL_GAME, typed) if is_transcript else (game, typed[1:])


def _from_file_text(entry: GameEntry, options: dict[str, str], text: str) -> Position:
    """A position from what stands in a file: a text of one, what the commands print of one, or a saved game.

    That is a whole line, and the moves from there on.
    """
    printed = [line.removeprefix(LINE) for line in text.splitlines() if line.startswith(LINE)]
    text = printed[0] if printed else text.translate(AS_TYPED)
    try:
        return _from_text(entry, options, text)
    except TextError:
        start = _start_of_saved_game(entry, options, text)
        if start is None:
            raise
    _, end_of_line, moves = text.strip().partition("\n")
    return Record.read(start, end_of_line + moves).position  # with it errors name the line of the file


def _start_of_saved_game(entry: GameEntry, options: dict[str, str], text: str) -> Position | None:
    """The position in the first line of a file, if further lines follow a position there."""
    head, end_of_line, _ = text.strip().partition("\n")
    if not end_of_line or not begins_with_game(head) or not split_line(head)[1]:
        return None
    try:
        return _from_text(entry, options, head)
    except TextError:
        return None


def _from_text(entry: GameEntry, options: dict[str, str], text: str) -> Position:
    """A position from its text, which may be a whole line with the name of the game."""
    if not begins_with_game(text):
        return entry.start(text, options)
    first, rest = split_line(text)
    named, own_options = read_spec(first)
    if named is not entry:
        raise GamegroveError(f"this is a position of {named.name}, not of {entry.name}")
    _check_that_they_agree(entry, own_options, options)
    return entry.start(rest, {**own_options, **options})


def _check_that_they_agree(entry: GameEntry, own: dict[str, str], asked: dict[str, str]) -> None:
    """Refuse to read a text under other rules than its own. The same rules may be spelled in two ways: 6 is 6x6."""
    for option, value in asked.items():
        if option in own and entry.start("", own).spec != entry.start("", {**own, option: value}).spec:
            raise InvalidRulesError(f"the text says {option}={own[option]}, but {option}={value} was asked for")


def is_typed(file: Path) -> bool:
    """Whether standard input is meant."""
    return str(file) == "-"


def name_of(file: Path) -> str:
    """How messages call a file that was named on the command line."""
    return "standard input" if is_typed(file) else f"{file}"


def text_of(file: Path) -> str:
    """What stands in a text file, or in standard input for -."""
    if is_typed(file):
        return sys.stdin.read()
    try:
        if file.is_dir():
            raise OSError(0, "it is a folder")
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise GamegroveError(f"{file} is not a text file") from None
    except OSError as error:
        raise OSError(f"cannot read {file}: {error.strerror}") from None


def check_folders(*files: Path | None) -> None:
    """Say that a file cannot be written before the work for it is done."""
    for file in files:
        if file is not None and not file.parent.is_dir():
            raise OSError(f"cannot write {file}: there is no folder {file.parent}")
        if file is not None and file.is_dir():
            raise GamegroveError(f"cannot write {file}: it is a folder; give a file")


def read_megabytes(text: str) -> float:
    """An amount of memory such as 500MB or 2GB in megabytes."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) *(MB|GB)", text.strip(), re.IGNORECASE)
    if found is None or not float(found[1]):
        raise GamegroveError(f"--memory {text} should be an amount such as 500MB or 2GB")
    return float(found[1]) * (1024 if found[2].lower() == "gb" else 1)


@contextmanager
def stop_on_ctrl_c() -> Iterator[threading.Event]:
    """Turns the first Ctrl-C into a stop sign, so that a search ends with what it knows; the second one interrupts."""
    stop = threading.Event()
    before = signal.getsignal(signal.SIGINT)

    def raise_sign(_number: int, _frame: object) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, raise_sign)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
