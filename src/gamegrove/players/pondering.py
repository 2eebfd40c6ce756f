"""Thinking in the opponent's time."""

from __future__ import annotations

from gamegrove.engines import AnalysisStream, Engine
from gamegrove.players.protocol import Decision
from gamegrove.position import Position, legal_move


class Pondering:
    """Lets an engine think in the background; what it finds out it remembers, and finds again when it is asked."""

    def __init__(self) -> None:
        self._search: AnalysisStream | None = None

    def begin(self, engine: Engine, position: Position, decision: Decision) -> None:
        """Think about what a decision in a position probably leads to."""
        self.end()
        expected = expected_position(position, decision)
        if not expected.is_over():
            self._search = engine.stream(expected, moves=False)

    def end(self) -> None:
        """Stop at once: somebody else needs the engine, or nobody any more."""
        if self._search is not None:
            self._search.close()
            self._search = None


def expected_position(position: Position, decision: Decision) -> Position:
    """The position after a move and the reply that its line expects; after the move alone when it expects none.

    >>> import gamegrove
    >>> expected_position(gamegrove.Othello(), Decision("f5", line=("f5", "d6", "c3"))).line
    'othello 8/8/8/3OX3/3OXX2/3O4/8/8 X'
    """
    after = position.after(decision.move)
    reply = legal_move(after, decision.line[1]) if len(decision.line) > 1 else None
    return after if reply is None else after.after(reply)
