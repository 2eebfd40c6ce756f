"""What a player is: anything that, given a position and a clock, decides on a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from gamegrove.clocks import NO_CLOCK, Clock
from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.report import Report
from gamegrove.textbook.catalogue import find_algorithm
from gamegrove.textbook.observation import StopSign

Move = Any


@dataclass(frozen=True)
class Decision:
    """A move, and what the player thought of it. What it does not know is None."""

    move: Move
    """The move to play."""
    value: int | None = None
    """What the position is worth to the player."""
    value_text: str | None = None
    """The same as people say it."""
    depth: int | None = None
    """How many plies were looked ahead."""
    nodes: int | None = None
    """How many nodes that took."""
    line: tuple[Move, ...] = ()
    """How the player expects the game to go on, beginning with the move."""

    @classmethod
    def from_report(cls, report: Report) -> Decision:
        """The decision that a search's report amounts to."""
        depth = report.depth if find_algorithm(report.request.algorithm).deepens else None
        return cls(report.move, report.value, report.value_text, depth, report.nodes, report.line)


def check_that_there_are_moves(position: Position) -> None:
    """Refuse a position in which there is nothing to choose."""
    if not position.legal_moves:
        raise GamegroveError("the game is over: there is no move to choose")


class Player(Protocol):
    """Anything that chooses moves. One player plays one game after another; begin() tells it of a new one."""

    name: str
    """What people typed to get it: its name with its options."""

    def begin(self, start: Position, side: int) -> None:
        """A new game begins; the player has side 0 or 1."""

    def choose(self, position: Position, clock: Clock = NO_CLOCK, stop: StopSign | None = None) -> Decision:
        """Decide on one of the position's legal moves; a raised stop sign asks for an answer at once."""

    def close(self) -> None:
        """The player is not needed any more."""
