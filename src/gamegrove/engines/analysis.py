"""What an engine says of a position: the records that it answers with.

All scores are seen by the side to move: above 0 it wins, below 0 it loses, and the further from 0 the clearer. What is
not settled yet stands between two bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gamegrove.position import Position

Move = Any


class Bounded:
    """Something whose score stands between two bounds."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    @property
    def score(self) -> int | None:
        """The score, once it is exact."""
        return self.lower if self.exact else None

    @property
    def standing(self) -> tuple[int, int, int]:
        """What to sort by: who is known to win counts most, then what is sure, then what may be."""
        return sign(self.lower) + sign(self.upper), self.lower, self.upper


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
    """The same as people say it: `wins in 7`, counted in plies with this move as the first."""

    def description(self) -> dict[str, Any]:
        """The score as plain data, for JSON."""
        return {"move": str(self.move), **_bounds(self), "text": self.text}


@dataclass(frozen=True)
class EngineProgress(Bounded):
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

    def description(self) -> dict[str, Any]:
        """The progress as plain data, for JSON."""
        return {
            **_bounds(self),
            "text": self.text,
            "moves": [each.description() for each in self.moves],
            "changed": None if self.changed is None else str(self.changed.move),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


@dataclass(frozen=True)
class Analysis(Bounded):
    """What an engine has found out about a position, and what it took."""

    position: Position
    """The position."""
    lower: int
    """The side to move scores at least this."""
    upper: int
    """The side to move scores at most this."""
    text: str
    """The same as people say it: `wins in 7`, `loses in 12`, `draw`, `at least a draw`."""
    moves: tuple[MoveScore, ...]
    """What is known of all legal moves, in board order."""
    move: Move
    """The move to play, of the best the most central; None when the game is over."""
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

    @property
    def proven(self) -> bool:
        """Whether the move is known to reach the score, which is known, too."""
        return self.exact and any(each.move == self.move and each.lower >= self.lower for each in self.moves)

    @property
    def best(self) -> tuple[Move, ...]:
        """The best moves as far as is known, in board order: all with the greatest score."""
        most = max((each.standing for each in self.moves), default=None)
        return tuple(each.move for each in self.moves if each.standing == most)

    def description(self) -> dict[str, Any]:
        """The analysis as plain data, for JSON."""
        return {
            "position": self.position.line,
            **_bounds(self),
            "text": self.text,
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


def sign(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


def _bounds(known: Bounded) -> dict[str, int | None]:
    return {"score": known.score, "lower": known.lower, "upper": known.upper}
