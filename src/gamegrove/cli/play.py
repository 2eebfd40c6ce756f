"""`gamegrove play`: a game in the terminal."""

from __future__ import annotations

import contextlib
import json as json_format
import os
import shlex
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gamegrove.cli import arguments, board
from gamegrove.errors import GamegroveError, TextError
from gamegrove.games import catalogue
from gamegrove.players import RandomPlayer
from gamegrove.position import Position
from gamegrove.record import Record

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - gives input() its history and arrow keys

HELP = "a move, or: moves (list the legal ones), undo, show, help, quit"


class Kind(StrEnum):
    """Who can play."""

    human = "human"
    random = "random"


class Stopped(Exception):  # noqa: N818 - not an error: the player has had enough
    """The human wants to stop."""


def play(
    game: arguments.OptionalGame = None,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    first: Annotated[Kind, typer.Option("--first", help="Who plays the first side.")] = Kind.human,
    second: Annotated[Kind, typer.Option("--second", help="Who plays the second side.")] = Kind.random,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes the random player repeatable.", show_default=False)
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Keep the game in this file after every move; if it is there already, go on with that game.",
        ),
    ] = None,
    json: arguments.Json = False,
) -> None:
    """Play a game in the terminal.

    Type moves as the game's people write them (f5, 4, k10); `undo` takes back, `quit` or Ctrl-C stops and says
    how to go on later.

    \b
    gamegrove play
    gamegrove play connect-four --first random
    gamegrove play pente-2003 --second human
    gamegrove play pente-2003 --from board.txt
    gamegrove play othello --size 6 --record game.txt
    """
    start = arguments.chosen_position(game or "othello", position, file, size, board_name)
    chosen = [game, position, file, size, board_name] != [None] * 5
    table = Table(Record(start), record, Console(highlight=False, quiet=json, markup=False))
    if chosen and table.record.start != start:
        raise GamegroveError(f"{record} holds another game, from {table.record.start.line}; name another file")
    randoms = {side: RandomPlayer(seed if seed is None else seed + side) for side in (0, 1)}
    humans = {side for side, kind in enumerate((first, second)) if kind is Kind.human}
    try:
        while not table.record.position.is_over():
            _one_move(table, humans, randoms)
    except (Stopped, KeyboardInterrupt, EOFError):
        table.say_how_to_go_on()
    else:
        table.show()
    if json:
        print(json_format.dumps(table.description()))


class Table:
    """The game on the table: the record, where it is kept, and the screen."""

    def __init__(self, record: Record, file: Path | None, console: Console) -> None:
        self.record = record
        self.file = file
        self.console = console
        if file is not None and not file.parent.is_dir():
            raise OSError(f"cannot keep the game in {file}: there is no folder {file.parent}")
        if file is not None and file.exists() and arguments.text_of(file).strip():
            self.record = read_record(file)
            console.print(f"going on with the game in {file}", style="dim")

    def change(self, record: Record) -> None:
        """Put another record on the table, and into the file before anything else can happen."""
        self.record = record
        if self.file is None:
            return
        try:
            write_record(record, self.file)
        except OSError as error:
            self.console.print(f"the game can no longer be kept in {self.file}: {error.strerror}", style="red")
            self.file = None

    def show(self) -> None:
        """Draw the board and say whose turn it is or who won."""
        position = self.record.position
        self.console.print(board.drawing(position))
        self.console.print(board.summary(position))

    def say_how_to_go_on(self) -> None:
        """What to type to continue."""
        self.console.print()
        if self.file is not None and self.record.moves:
            self.console.print(f"The game is kept in {self.file}.")
            return
        line = shlex.quote(self.record.position.line)
        self.console.print(f"Go on with: gamegrove play {line}", markup=False, soft_wrap=True)

    def description(self) -> dict[str, object]:
        """The game as programs see it."""
        position = self.record.position
        outcome = position.outcome()
        return {
            "game": position.spec,
            "start": self.record.start.line,
            "moves": [str(move) for move in self.record.moves],
            "record": self.record.text,
            "line": position.line,
            "over": position.is_over(),
            "outcome": None if outcome is None else vars(outcome),
        }


def _one_move(table: Table, humans: set[int], randoms: dict[int, RandomPlayer]) -> None:
    position = table.record.position
    if position.turn not in humans:
        move = randoms[position.turn].choose(position)
        table.console.print(f"{board.side_name(position, position.turn)} plays {move}")
        table.change(Record(table.record.start, (*table.record.moves, move)))
        return
    table.show()
    _human_move(table, humans)


def _human_move(table: Table, humans: set[int]) -> None:
    """Ask until the record has changed."""
    position, before = table.record.position, table.record
    if position.must_pass():
        table.console.print(f"{board.side_name(position, position.turn)} cannot move and passes")
        table.change(table.record.play("pass"))
    while table.record is before:
        word = table.console.input("> ").strip()
        command = word.lower()
        if word in position.legal_moves:
            table.change(table.record.play(word))
        elif command in ("quit", "exit", "q"):
            raise Stopped
        elif command in ("help", "?", ""):
            table.console.print(HELP)
        elif command == "moves":
            table.console.print(" ".join(str(move) for move in position.legal_moves))
        elif command == "show":
            table.show()
        elif command == "undo":
            _undo(table, humans)
        else:
            _explain(table, word)


def _explain(table: Table, word: str) -> None:
    """Say why a word is no move."""
    try:
        table.record.position.read_moves(word)
    except TextError as error:
        table.console.print(f"{error.message}; type help for help", style="red")
    else:
        table.console.print("one move at a time, please", style="red")


def _undo(table: Table, humans: set[int]) -> None:
    """Back to the human's last decision: single forced passes and other players' moves go too."""
    earlier = table.record.undo()
    while earlier.moves and (earlier.position.turn not in humans or earlier.position.must_pass()):
        earlier = earlier.undo()
    if not table.record.moves or earlier.position.turn not in humans:
        table.console.print("there is no move of yours to take back")
        return
    table.change(earlier)


def read_record(file: Path) -> Record:
    """A record as write_record() wrote it: the start position and, in the next line, the moves."""
    lines = [line for line in arguments.text_of(file).splitlines() if line.strip()]
    try:
        start: Position = catalogue.position(lines[0])
        return Record.read(start, " ".join(lines[1:]))
    except GamegroveError as error:
        raise GamegroveError(f"{file}: {error}") from None


def write_record(record: Record, file: Path) -> None:
    """Replace the file in one step, so that a power cut leaves the old game or the new one."""
    fresh = file.with_name(file.name + ".new")
    with fresh.open("w", encoding="utf-8") as stream:
        stream.write(f"{record.start.line}\n{record.text}\n")
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(file)
