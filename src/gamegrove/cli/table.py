"""The table at which a game is played in the terminal: its moves, the file they are kept in, and the screen."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from gamegrove.cli import arguments, board, opinion
from gamegrove.errors import GamegroveError
from gamegrove.files import appearing
from gamegrove.game_log import Turn
from gamegrove.games import catalogue
from gamegrove.players import Decision
from gamegrove.position import Position
from gamegrove.record import Record


@dataclass(frozen=True)
class Played:
    """A move of the game on the table."""

    decision: Decision
    """The move, and what the player thought of it."""
    seconds: float | None = None
    """How long it took; None when it came from a file."""

    def description(self, side: int) -> dict[str, Any]:
        """The move as programs see it."""
        turn = asdict(Turn.of(side, self.decision, self.seconds or 0.0))
        return turn if self.seconds is not None else {**turn, "seconds": None}


class Table:
    """The game on the table. What is taken back stays beside the board until another move is played."""

    def __init__(self, start: Position, file: Path | None, console: Console) -> None:
        self.start = start
        self.moves: tuple[Played, ...] = ()
        self.taken_back: tuple[Played, ...] = ()
        self.file = file
        self.console = console
        if file is not None:
            self._keep_in(file)

    def _keep_in(self, file: Path) -> None:
        if not file.parent.is_dir():
            raise OSError(f"cannot keep the game in {file}: there is no folder {file.parent}")
        if _holds_something(file):
            self._take(read_record(file))
            self.say(f"going on with the game in {file}", style="dim")
        start_text(self.start)  # says why, if no file can keep the game

    @property
    def record(self) -> Record:
        """The game as a record."""
        return _record(self.start, self.moves)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.record.position

    @property
    def known_plies(self) -> int:
        """How many moves there are with those that were taken back."""
        return len(self.moves) + len(self.taken_back)

    def position_at(self, ply: int) -> Position:
        """The position after so many moves, some of which may have been taken back."""
        return _record(self.start, (self.moves + self.taken_back)[:ply]).position

    def play(self, played: Played) -> None:
        """Add a move."""
        self.taken_back = ()
        self._change((*self.moves, played))

    def go_to(self, ply: int) -> None:
        """Take moves back, or play again what was taken back, until there are so many."""
        moves = self.moves + self.taken_back
        self.taken_back = moves[ply:]
        self._change(moves[:ply])

    def load(self, file: Path) -> None:
        """Put the game of a file on the table. The file in which the game was kept until now stays as it is."""
        record = read_record(file)
        if record.start.spec != self.start.spec:
            raise GamegroveError(
                f"{file} holds a game of {record.start.spec}, and this is {self.start.spec}; "
                f"`gamegrove play --record {file}` goes on with it"
            )
        self._take(record)
        if self.file is not None:
            self.say(f"{self.file} stays as it is; `save FILE` keeps this game")
            self.file = None

    def save(self, file: Path) -> None:
        """Write the game into a file, but over nothing else than a game."""
        if _holds_something(file):
            try:
                read_record(file)
            except GamegroveError:
                raise GamegroveError(f"{file} holds something else than a game; name another file") from None
        write_record(self.record, file)

    def say(self, text: str, style: str = "") -> None:
        """Print a text as one line, however long it is."""
        self.console.print(text, style=style, soft_wrap=True)

    def show(self, *, marks_moves: bool) -> None:
        """Draw the board, who is ahead, and whose turn it is or who won."""
        position = self.position
        last = self.moves[-1].decision.move if self.moves else None
        self.console.print(board.drawing(position, marks_moves=marks_moves, last=last))
        bar = None if position.is_over() else self._latest_bar()
        if bar is not None:
            self.say(bar)
        self.say(board.summary(position))

    def _latest_bar(self) -> str | None:
        """The opinion of the player that was the last to have one."""
        told = list(zip(self.record.positions(), self.moves, strict=False))
        bars = (opinion.bar(position, played.decision) for position, played in reversed(told))
        return next((bar for bar in bars if bar is not None), None)

    def say_how_to_go_on(self, options: Sequence[str]) -> None:
        """What to type to continue, with the options that seat the same players."""
        if self.file is not None and self.moves:
            self.say(f"The game is kept in {self.file}.")
            self.say(f"Go on with: {_command(['--record', str(self.file), *options])}")
            return
        record = self.record
        text = readable(record.position, record.position.line, f"{self.start.spec} {record.text}")
        if text is None:
            self.say(f"Positions of {self.start.spec} cannot be read from text, so this game cannot go on later.")
        else:
            self.say(f"Go on with: {_command([text, *options])}")

    def description(self) -> dict[str, Any]:
        """The game as programs see it."""
        position = self.position
        outcome = position.outcome()
        return {
            "game": position.spec,
            "start": self.start.line,
            "moves": [str(played.decision.move) for played in self.moves],
            "record": self.record.text,
            "line": position.line,
            "over": position.is_over(),
            "outcome": None if outcome is None else vars(outcome),
            "turns": [
                played.description(before.turn)
                for before, played in zip(self.record.positions(), self.moves, strict=False)
            ],
        }

    def _take(self, record: Record) -> None:
        self.start = record.start
        self.moves = tuple(Played(Decision(move)) for move in record.moves)
        self.taken_back = ()

    def _change(self, moves: tuple[Played, ...]) -> None:
        """Put other moves on the table, and into the file before anything else can happen."""
        self.moves = moves
        if self.file is None:
            return
        try:
            write_record(self.record, self.file)
        except OSError as error:
            self.say(f"the game is no longer kept: {error}", style="red")
            self.file = None


def readable(position: Position, *texts: str) -> str | None:
    """The first of the texts that is read as the position; a game written in Python may print what it cannot read."""
    for text in texts:
        try:
            if catalogue.position(text) == position:
                return text
        except Exception:  # somebody's own game may fail in its own way
            continue
    return None


def start_text(start: Position) -> str:
    """The text with which a record begins."""
    text = readable(start, start.line, start.spec)
    if text is None:
        raise GamegroveError(f"positions of {start.spec} cannot be read from text, so no file can keep the game")
    return text


def _command(words: Sequence[str]) -> str:
    """The command line that goes on with a game; what stood before `play` loads games and players, and stays."""
    typed = sys.argv[1:]
    before = typed[: typed.index("play")] if "play" in typed else []
    return shlex.join(["gamegrove", *before, "play", *words])


def read_record(file: Path) -> Record:
    """The record in a file."""
    return record_of(arguments.text_of(file), file)


def record_of(text: str, file: Path) -> Record:
    """A record as write_record() wrote it into a file: the start position and, in the next line, the moves."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise GamegroveError(f"{file} is empty")
    try:
        start: Position = catalogue.position(lines[0])
        return Record.read(start, " ".join(lines[1:]))
    except GamegroveError as error:
        raise GamegroveError(f"{file}: {error}") from None


def write_record(record: Record, file: Path) -> None:
    """Replace the file in one step."""
    text = f"{start_text(record.start)}\n{record.text}\n"
    with appearing(file) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _record(start: Position, moves: tuple[Played, ...]) -> Record:
    return Record(start, tuple(played.decision.move for played in moves))


def _holds_something(file: Path) -> bool:
    return file.exists() and bool(arguments.text_of(file).strip())
