"""Played games as they are stored: a file of JSON lines, a header first and then one line for each finished game."""

from __future__ import annotations

import contextlib
import json
import operator
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

from gamegrove.errors import GamegroveError
from gamegrove.outcome import Outcome
from gamegrove.players import Decision
from gamegrove.position import Position, legal_move

FORMAT = "gamegrove-match"
FORMAT_VERSION = 1
Header = dict[str, Any]
"""The first line of a log: FORMAT, FORMAT_VERSION and everything that decides what a match is."""


class Forfeit(StrEnum):
    """How a game is lost against the rules of the match rather than of the game."""

    clock = "clock"
    illegal = "illegal"
    crash = "crash"


@dataclass(frozen=True)
class Turn:
    """One move of a stored game, and what its player thought of it. What it did not say is None."""

    side: int
    """Who moved: 0 the first player, 1 the second."""
    move: str
    """The move in the game's notation."""
    value: int | None
    """What the position was worth to the player."""
    value_text: str | None
    """The same as people say it."""
    depth: int | None
    """How many plies were looked ahead."""
    nodes: int | None
    """How many nodes that took."""
    seconds: float
    """How long the player took, measured from outside."""

    @classmethod
    def of(cls, side: int, decision: Decision, seconds: float) -> Turn:
        """The turn that a decision amounts to."""
        return cls(
            side=side,
            move=str(decision.move),
            value=_whole(decision.value),
            value_text=None if decision.value_text is None else str(decision.value_text),
            depth=_whole(decision.depth),
            nodes=_whole(decision.nodes),
            seconds=round(seconds, 6),
        )

    @classmethod
    def read(cls, data: object) -> Turn:
        """A turn from plain data."""
        whole, text = (int, type(None)), (str, type(None))
        return cls(
            side=stored_field(data, "side", int),
            move=stored_field(data, "move", str),
            value=stored_field(data, "value", whole),
            value_text=stored_field(data, "value_text", text),
            depth=stored_field(data, "depth", whole),
            nodes=stored_field(data, "nodes", whole),
            seconds=stored_field(data, "seconds", (int, float)),
        )


@dataclass(frozen=True)
class Result:
    """How a stored game ended."""

    winner: int | None
    """0 the first player, 1 the second, None a draw."""
    margin: int | None
    """By how much, as in Outcome; None when the game was forfeited."""
    reason: str
    """What ended the game."""
    forfeit: Forfeit | None = None
    """How it was forfeited: clock, illegal or crash; None for a game that was played to its end."""

    @classmethod
    def of(cls, outcome: Outcome) -> Result:
        """The result of a game that was played to its end."""
        return cls(outcome.winner, outcome.margin, outcome.reason)

    @classmethod
    def read(cls, data: object) -> Result:
        """A result from plain data."""
        whole = (int, type(None))
        forfeit = stored_field(data, "forfeit", (str, type(None)))
        winner = stored_field(data, "winner", whole)
        if forfeit not in (None, *Forfeit) or winner not in (None, 0, 1):
            raise GamegroveError(f"its result has winner {winner} and forfeit {forfeit}")
        return cls(
            winner=winner,
            margin=stored_field(data, "margin", whole),
            reason=stored_field(data, "reason", str),
            forfeit=None if forfeit is None else Forfeit(forfeit),
        )


@dataclass(frozen=True)
class GameLog:
    """A finished game: who played, every move with its value and its time, and the result."""

    players: tuple[str, str]
    """The names of the first and the second player."""
    start: str
    """The line of the position in which the game began."""
    moves: tuple[Turn, ...]
    """The moves that were played; a late or illegal one is not among them."""
    result: Result
    """How it ended."""
    final: str
    """The line of the last position."""
    number: int = 0
    """Its number in the match, from 0."""
    opening: str = ""
    """How the match came to the start: moves or a position's line; empty for the start of the game."""

    @property
    def winner_name(self) -> str | None:
        """The winner's name; None for a draw."""
        return None if self.result.winner is None else self.players[self.result.winner]

    def description(self) -> dict[str, Any]:
        """The game as plain data: one line of the log."""
        return {
            "game": self.number,
            "first": self.players[0],
            "second": self.players[1],
            "opening": self.opening,
            "start": self.start,
            "moves": [asdict(turn) for turn in self.moves],
            "result": {**asdict(self.result), "name": self.winner_name},
            "final": self.final,
        }

    @classmethod
    def read(cls, data: object) -> GameLog:
        """A game from plain data; an error says which field is wrong."""
        result = stored_field(data, "result", dict)
        game = cls(
            players=(stored_field(data, "first", str), stored_field(data, "second", str)),
            start=stored_field(data, "start", str),
            moves=tuple(Turn.read(turn) for turn in stored_field(data, "moves", list)),
            result=Result.read(result),
            final=stored_field(data, "final", str),
            number=stored_field(data, "game", int),
            opening=stored_field(data, "opening", str),
        )
        if stored_field(result, "name", (str, type(None))) != game.winner_name:
            raise GamegroveError(f"its winner is {game.winner_name}, but the 'name' is {result['name']}")
        return game

    def replay(self, start: Position) -> list[Position]:
        """All positions of the game, the start first; an error says where moves or result break the rules."""
        try:
            return self._positions(start)
        except GamegroveError as error:
            raise GamegroveError(f"game {self.number} is damaged: {error}") from None

    def _positions(self, start: Position) -> list[Position]:
        if start.line != self.start:
            raise GamegroveError(f"its opening leads to {start.line}, but its start is {self.start}")
        positions = [start]
        for number, turn in enumerate(self.moves, 1):
            positions.append(_after(positions[-1], turn, number))
        if positions[-1].line != self.final:
            raise GamegroveError(f"its moves lead to {positions[-1].line}, but its final position is {self.final}")
        self._check_result(positions[-1])
        return positions

    def _check_result(self, last: Position) -> None:
        outcome = last.outcome()
        if self.result.forfeit is None:
            if outcome is None:
                raise GamegroveError("it has a result, but the rules let it go on")
            if Result.of(outcome) != self.result:
                raise GamegroveError(f"its result is {_in_words(self.result)}, by the rules {_in_words(outcome)}")
        elif outcome is not None:
            raise GamegroveError("it is forfeited, but was over before")
        elif self.result.winner not in (0, 1) or (self.moves and self.result.winner == last.turn):
            raise GamegroveError("it is forfeited, but not won by the other side")


def _after(position: Position, turn: Turn, number: int) -> Position:
    move = legal_move(position, turn.move)
    if move is None:
        raise GamegroveError(f"its move {number}, {turn.move}, is not legal")
    if turn.side != position.turn:
        raise GamegroveError(f"its move {number}, {turn.move}, is of side {turn.side}, but it was the other's turn")
    return position.after(move)


def _in_words(result: Result | Outcome) -> str:
    return f"winner {result.winner}, margin {result.margin}, {result.reason}"


def _whole(number: int | None) -> int | None:
    """A number as JSON knows it; whoever wrote the player may count with numpy's."""
    return None if number is None else operator.index(number)


def stored_field(data: object, name: str, kind: type | tuple[type, ...]) -> Any:  # noqa: ANN401 - the caller says what it is
    """A field of plain data that comes from outside."""
    if not isinstance(data, Mapping):
        raise GamegroveError(f"{json.dumps(data)[:40]} stands where an object should be")
    if name not in data:
        raise GamegroveError(f"'{name}' is missing")
    value = data[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise GamegroveError(f"its '{name}' is {json.dumps(value)[:40]}")
    return value


class LogFile:
    """A log that is being written. Each game is safe on the disk before append() returns.

    With `resume` a log of the same header is gone on with: `games` holds what it has, and a last line that was cut
    off in the middle is dropped.
    """

    def __init__(self, path: Path, header: Header, *, resume: bool = False) -> None:
        self.path = path
        self.header = header
        self.games: list[GameLog] = []
        if path.exists() and not path.is_file():
            raise OSError(f"cannot store games in {path}: it is not a file")
        try:
            self._stream = path.open("a+b")
        except OSError as error:
            raise OSError(f"cannot store games in {path}: {error.strerror}") from None
        try:
            self._lock()
            self._go_on(resume)
        except BaseException:
            self._stream.close()
            raise

    def append(self, game: GameLog) -> None:
        """Store a finished game."""
        self._write(game.description())
        self.games.append(game)

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _lock(self) -> None:
        """Two matches that write the same log would store games twice."""
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise GamegroveError(f"another match is writing {self.path}; wait, or name another file") from None

    def _go_on(self, resume: bool) -> None:
        self._stream.seek(0)
        stored = self._stream.read()
        if stored and not resume:
            raise GamegroveError(f"{self.path} is not empty; go on with it by --resume, or name another file")
        complete = stored[: stored.rfind(b"\n") + 1]
        if complete:
            header, self.games = _read(self.path, complete)
            self._compare(header)
        elif not _line(self.header).startswith(stored):
            raise GamegroveError(f"{self.path} is not the log of a match; name another file")
        self._stream.truncate(len(complete))
        if not complete:
            self._write(self.header)

    def _compare(self, stored: Header) -> None:
        for name in {**self.header, **stored}:
            ours, theirs = self.header.get(name), stored.get(name)
            if ours != theirs:
                raise GamegroveError(
                    f"{self.path} holds another match: its '{name}' is {_short(theirs)}, not {_short(ours)}; "
                    "ask for the same one, or name another file"
                )

    def _write(self, data: Mapping[str, Any]) -> None:
        self._stream.write(_line(data))
        self._stream.flush()
        os.fsync(self._stream.fileno())


def read_log(path: Path) -> tuple[Header, list[GameLog]]:
    """The header and the games of a log, in the order of their numbers; a last line cut in the middle is left out."""
    try:
        stored = path.read_bytes()
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror}") from None
    header, games = _read(path, stored[: stored.rfind(b"\n") + 1])
    return header, sorted(games, key=lambda game: game.number)


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data).encode("ascii") + b"\n"


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _read(path: Path, complete: bytes) -> tuple[Header, list[GameLog]]:
    """What the complete lines of a log hold."""
    lines = complete.split(b"\n")[:-1]
    header = _read_header(path, lines[0] if lines else b"")
    games: dict[int, GameLog] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            game = GameLog.read(_parsed(line))
            if game.number in games:
                raise GamegroveError(f"it holds game {game.number} a second time")
        except GamegroveError as error:
            raise GamegroveError(f"{path}, line {number} is damaged: {error}") from None
        games[game.number] = game
    return header, list(games.values())


def _read_header(path: Path, line: bytes) -> Header:
    try:
        header = _parsed(line)
    except GamegroveError:
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise GamegroveError(f"{path} is not the log of a match, which `gamegrove match --output FILE` writes")
    if header.get("format_version") != FORMAT_VERSION:
        raise GamegroveError(f"{path} is a log of version {header.get('format_version')}; this is {FORMAT_VERSION}")
    return header


def _parsed(line: bytes) -> object:
    try:
        data: object = json.loads(line)
    except (ValueError, RecursionError):
        raise GamegroveError("it is no JSON") from None
    return data
