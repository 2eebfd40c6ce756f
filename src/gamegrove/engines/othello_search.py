"""One search of the Othello engine: a question to the core within an allowance."""

from __future__ import annotations

from collections.abc import Callable

from gamegrove import _core
from gamegrove._core import Othello
from gamegrove.engines.analysis import Choice, EngineProgress, MoveScore
from gamegrove.engines.limits import Allowance
from gamegrove.engines.othello_findings import Findings

WINNER = (-1, 1)
"""The window that asks who wins, and not by how much."""


def search(
    core: _core.OthelloEngine,
    position: Othello,
    allowance: Allowance,
    on_progress: Callable[[EngineProgress], None] | None = None,
    *,
    lines: int | None = None,
    winner_only: bool = False,
) -> Findings:
    """What the core finds out within an allowance: at the least what the evaluation says of every move."""
    most_lines = len(position.legal_moves)

    def watch(found: _core.OthelloFindings) -> None:
        assert on_progress is not None
        on_progress(Findings(position, found, winner_only).progress(allowance.spent))

    found = core.analyse(
        position,
        depth=allowance.depth,
        lines=most_lines if lines is None else min(lines, most_lines),
        window=WINNER if winner_only else None,
        nodes=allowance.nodes_left,
        seconds=allowance.seconds_left,
        stop=allowance.stop,
        watch=None if on_progress is None else watch,
    )
    allowance.used += found.nodes
    allowance.stopped = found.stopped
    return Findings(position, found, winner_only)


def as_choice(valued: MoveScore, allowance: Allowance) -> Choice:
    """A move of which a search has told the value, as what an engine plays."""
    return Choice(
        valued.move,
        valued.score,
        valued.text,
        valued.line,
        allowance.used,
        allowance.spent,
        estimate=valued.estimate,
        depth=valued.depth,
        confidence=valued.confidence,
    )
