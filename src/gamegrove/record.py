"""A game as it was played: where it began and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gamegrove.position import Position


@dataclass(frozen=True)
class Record:
    """A start position and the moves that were played from it. A value: play() and undo() make new ones."""

    start: Position
    moves: tuple[Any, ...] = ()

    @classmethod
    def read(cls, start: Position, text: str) -> Record:
        """A record from its text, such as `f5d6c3` or `4455`."""
        return cls(start, tuple(start.read_moves(text)))

    @property
    def text(self) -> str:
        """The moves as the game's people write them; read() reads it back."""
        return self.start.write_moves(list(self.moves))

    @property
    def position(self) -> Position:
        """The position after all moves."""
        *_, last = self.positions()
        return last

    def positions(self) -> Iterator[Position]:
        """All positions of the game, the start first."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.after(move)
            yield position

    def play(self, text: str) -> Record:
        """The record with further moves behind it, given as text."""
        return Record(self.start, self.moves + tuple(self.position.read_moves(text)))

    def undo(self, count: int = 1) -> Record:
        """The record without its last moves."""
        return Record(self.start, self.moves[: max(0, len(self.moves) - count)])
