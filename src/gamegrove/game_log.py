"""Played games as they are stored: plain data that hold the whole game, and can be played again."""

from __future__ import annotations

import json
import operator
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from gamegrove.errors import GamegroveError
from gamegrove.games import catalogue
from gamegrove.openings import read_opening
from gamegrove.outcome import Outcome
from gamegrove.players import Decision
from gamegrove.position import Position, legal_move


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
    adjudicated: bool = False
    """Whether perfect play from the last position has decided it, and not the players."""

    @classmethod
    def of(cls, outcome: Outcome, *, adjudicated: bool = False) -> Result:
        """The result of a game that was played to its end, or decided shortly before it."""
        return cls(outcome.winner, outcome.margin, outcome.reason, adjudicated=adjudicated)

    @classmethod
    def read(cls, data: object) -> Result:
        """A result from plain data."""
        whole = (int, type(None))
        forfeit = stored_field(data, "forfeit", (str, type(None)))
        winner = stored_field(data, "winner", whole)
        if forfeit not in (None, *Forfeit) or winner not in (None, 0, 1):
            raise GamegroveError(f"its result has winner {winner} and forfeit {forfeit}")
        assert isinstance(data, Mapping)  # or its fields could not have been read
        adjudicated = data.get("adjudicated", False)  # who writes such files himself need not say
        if not isinstance(adjudicated, bool):
            raise GamegroveError(f"its 'adjudicated' is {json.dumps(adjudicated)[:40]}")
        return cls(
            winner=winner,
            margin=stored_field(data, "margin", whole),
            reason=stored_field(data, "reason", str),
            forfeit=None if forfeit is None else Forfeit(forfeit),
            adjudicated=adjudicated,
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
    game: str
    """The game with its rules, or the line of a position from which the opening begins."""
    number: int = 0
    """Its number in the match, from 0."""
    opening: str = ""
    """How the match came to the start: moves or a position's line; empty for the start of the game."""

    @property
    def winner_name(self) -> str | None:
        """The winner's name; None for a draw."""
        return None if self.result.winner is None else self.players[self.result.winner]

    def description(self) -> dict[str, Any]:
        """The game as plain data."""
        return {
            "game": self.game,
            "number": self.number,
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
            game=stored_field(data, "game", str),
            number=stored_field(data, "number", int),
            opening=stored_field(data, "opening", str),
        )
        if stored_field(result, "name", (str, type(None))) != game.winner_name:
            raise GamegroveError(f"its winner is {game.winner_name}, but the 'name' is {result['name']}")
        return game

    def replay(self) -> list[Position]:
        """All positions of the game, the start first; an error says where moves or result break the rules."""
        try:
            beginning = catalogue.position(self.game)
        except GamegroveError as error:
            raise GamegroveError(f"{error}; a game of your own comes with --load FILE.py") from None
        try:
            return self._positions(read_opening(beginning, self.opening).position)
        except GamegroveError as error:
            raise GamegroveError(f"it is damaged: {error}") from None

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
        if self.result.adjudicated:
            self._check_adjudication(outcome)
        elif self.result.forfeit is None:
            if outcome is None:
                raise GamegroveError("it has a result, but the rules let it go on")
            if Result.of(outcome) != self.result:
                raise GamegroveError(f"its result is {_in_words(self.result)}, by the rules {_in_words(outcome)}")
        elif outcome is not None:
            raise GamegroveError("it is forfeited, but was over before")
        elif self.result.winner not in (0, 1) or (self.moves and self.result.winner == last.turn):
            raise GamegroveError("it is forfeited, but not won by the other side")

    def _check_adjudication(self, outcome: Outcome | None) -> None:
        if outcome is not None:
            raise GamegroveError("it is adjudicated, but was over before")
        if self.result.forfeit is not None:
            raise GamegroveError("it is adjudicated and forfeited at once")
        if self.result.margin is None or (self.result.winner is None) != (self.result.margin == 0):
            raise GamegroveError(f"it is adjudicated, but as {_in_words(self.result)}")


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


def read_games(path: Path) -> list[GameLog]:
    """The games of a file with one game a line, as `gamegrove results export` writes it.

    A last line without a line feed was cut off, and is left out.
    """
    try:
        stored = path.read_bytes()
    except OSError as error:
        raise OSError(f"cannot read {path}: {error.strerror}") from None
    games: list[GameLog] = []
    for number, line in enumerate(stored.split(b"\n")[:-1], 1):
        try:
            games.append(GameLog.read(_parsed(line)))
        except GamegroveError as error:
            raise GamegroveError(f"{path}, line {number} is no stored game: {error}") from None
    if not games:
        raise GamegroveError(f"{path} holds no games; `gamegrove results export RUN FILE.jsonl` writes such files")
    return games


def _parsed(line: bytes) -> object:
    try:
        data: object = json.loads(line)
    except (ValueError, RecursionError):
        raise GamegroveError("it is no JSON") from None
    return data
