"""What an engine says of a position: the records that it answers with.

All scores are seen by the side to move: above 0 it wins, below 0 it loses, and the further from 0 the clearer. What is
not settled yet stands between two bounds, which are proven. An engine that cannot solve a position may still have an
estimate of it, by a search that did not go to the end of the game or left out what it thought unlikely.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import gamegrove
from gamegrove.position import Position

Move = Any


class Bounded:
    """Something whose score stands between two bounds."""

    lower: int
    upper: int
    estimate: int | None = None

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    @property
    def score(self) -> int | None:
        """The score, once it is exact."""
        return self.lower if self.exact else None

    @property
    def value(self) -> int | None:
        """The score or, as long as it is not exact, the estimate."""
        return self.lower if self.exact else self.estimate

    @property
    def standing(self) -> tuple[int, int, int, float]:
        """What to sort by: who is known to win counts most, then what is sure, then what may be, then the estimate."""
        guess = -math.inf if self.estimate is None else self.estimate
        return sign(self.lower) + sign(self.upper), self.lower, self.upper, guess


class Ranked(Bounded):
    """A position whose moves are compared."""

    moves: tuple[MoveScore, ...]

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves as far as is known, in board order: all with the greatest score."""
        most = max((each.standing for each in self.moves), default=None)
        return tuple(each.move for each in self.moves if each.standing == most)


@dataclass(frozen=True)
class MoveScore(Bounded):
    """What is known of one move."""

    move: Move
    """The move."""
    lower: int
    """The mover scores at least this with it."""
    upper: int
    """The mover scores at most this with it."""
    text: str
    """The same as people say it: `wins in 7`, counted in plies from this move on; `about +4 (depth 18, 73 %)`."""
    estimate: int | None = None
    """What the move seems to be worth while that is not proven; None where nothing is known of it."""
    depth: int | None = None
    """How many plies the estimate looks ahead."""
    confidence: int | None = None
    """How sure the search is of what it has left out, in per cent; None if that is nothing, short of the game's end."""
    line: tuple[Move, ...] = ()
    """How the game goes on, beginning with the move, as far as a search has told."""

    def description(self) -> dict[str, Any]:
        """The score as plain data, for JSON."""
        return {
            "move": str(self.move),
            **_bounds(self),
            "text": self.text,
            **_estimate(self),
            "line": [str(move) for move in self.line],
        }


@dataclass(frozen=True)
class EngineProgress(Ranked):
    """What is known at one moment of an analysis."""

    lower: int
    """The side to move scores at least this."""
    upper: int
    """The side to move scores at most this."""
    text: str
    """The same as people say it."""
    moves: tuple[MoveScore, ...]
    """What is known of all legal moves, in board order."""
    changed: MoveScore | None
    """The move of which something new is known; None when it is the position as a whole."""
    nodes: int
    """Nodes so far."""
    seconds: float
    """Time so far."""
    estimate: int | None = None
    """What the position seems to be worth while that is not proven."""
    depth: int | None = None
    """How many plies the estimate looks ahead."""
    confidence: int | None = None
    """How sure the search is of what it has left out, in per cent; None if that is nothing, short of the game's end."""
    line: tuple[Move, ...] = ()
    """Best play by what is known now."""

    def description(self) -> dict[str, Any]:
        """The progress as plain data, for JSON."""
        return {
            **_bounds(self),
            "text": self.text,
            "moves": [each.description() for each in self.moves],
            "changed": None if self.changed is None else str(self.changed.move),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            **_estimate(self),
            "line": [str(move) for move in self.line],
        }


@dataclass(frozen=True)
class Analysis(Ranked):
    """What an engine has found out about a position, and what it took."""

    position: Position
    """The position."""
    lower: int
    """The side to move scores at least this."""
    upper: int
    """The side to move scores at most this."""
    text: str
    """The same as people say it: `wins in 7`, `loses by 12`, `draw`, `at least a draw`, `about +4 (depth 18, 73 %)`."""
    moves: tuple[MoveScore, ...]
    """What is known of all legal moves, in board order."""
    move: Move
    """The move to play, one of the best; None when the game is over."""
    line: tuple[Move, ...]
    """Best play for both sides to the end of the game, beginning with the move; shorter when a limit has ended it."""
    nodes: int
    """How many nodes it took."""
    seconds: float
    """How long it took."""
    stopped: str
    """What has ended it before all was answered: nodes, time or stop; empty when nothing has."""
    source: str
    """Where the score is from: book, search or, for an ended game, rules."""
    version: str
    """The version of gamegrove that answered."""
    estimate: int | None = None
    """What the position seems to be worth while that is not proven."""
    depth: int | None = None
    """How many plies the estimate, or the proof, looks ahead."""
    confidence: int | None = None
    """How sure the search is of what it has left out, in per cent; None if that is nothing, short of the game's end."""

    @classmethod
    def by_the_rules(cls, position: Position, score: int, text: str, seconds: float) -> Analysis:
        """The analysis of an ended game, which nobody has to search."""
        return cls(
            position=position,
            lower=score,
            upper=score,
            text=text,
            moves=(),
            move=None,
            line=(),
            nodes=0,
            seconds=seconds,
            stopped="",
            source="rules",
            version=gamegrove.__version__,
        )

    def __str__(self) -> str:
        """The board, what is known of the position, and the moves, the best one first."""
        ranked = sorted(self.moves, key=lambda each: each.standing, reverse=True)
        moves = [(f"{each.move}", each.text, " ".join(map(str, each.line))) for each in ranked]
        widths = [max(map(len, column)) for column in zip(*moves, strict=True)]
        rows = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in moves)
        return "\n".join([f"{self.position}", self.text, *rows])

    @property
    def proven(self) -> bool:
        """Whether the move is known to reach the score, which is known, too."""
        return self.exact and any(each.move == self.move and each.lower >= self.lower for each in self.moves)

    def description(self) -> dict[str, Any]:
        """The analysis as plain data, for JSON."""
        return {
            "position": self.position.line,
            **_bounds(self),
            "text": self.text,
            **_estimate(self),
            "moves": [each.description() for each in self.moves],
            "best": [str(move) for move in self.best],
            "move": None if self.move is None else str(self.move),
            "line": [str(move) for move in self.line],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "stopped": self.stopped,
            "source": self.source,
            "version": self.version,
        }


@dataclass(frozen=True)
class Choice:
    """The move that an engine plays at its level, and what it believes of it, which is true at the highest only."""

    move: Move
    """The move to play."""
    score: int | None
    """What the engine believes to score; None when it does not know."""
    text: str | None
    """The same as people say it."""
    line: tuple[Move, ...]
    """How it expects the game to go on, beginning with the move."""
    nodes: int
    """How many nodes it took."""
    seconds: float
    """How long it took."""
    estimate: int | None = None
    """What the engine believes to be worth where it does not know the score."""
    depth: int | None = None
    """How many plies it has looked ahead, if it counts them."""
    confidence: int | None = None
    """How sure it is of what it has left out, in per cent."""


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def _estimate(known: MoveScore | EngineProgress | Analysis) -> dict[str, int | None]:
    return {"estimate": known.estimate, "depth": known.depth, "confidence": known.confidence}


def _bounds(known: Bounded) -> dict[str, int | None]:
    return {"score": known.score, "lower": known.lower, "upper": known.upper}
