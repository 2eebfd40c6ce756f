"""The result that perfect play would give a game, for matches that do not play every game to its end."""

from __future__ import annotations

from gamegrove.errors import GamegroveError
from gamegrove.levels import empty_cells
from gamegrove.outcome import Outcome
from gamegrove.players.search_fields import SOLVER, solver_fields
from gamegrove.players.settings import Settings
from gamegrove.position import Position
from gamegrove.request import MOST_DEPTH
from gamegrove.search import search
from gamegrove.textbook.observation import StopSign
from gamegrove.textbook.values import Wins

MOST_NODES = 50_000_000
"""A longer search, which takes some 15 seconds, decides nothing. Time would not do: equal games should end equally."""


def can_adjudicate(position: Position) -> bool:
    """Whether the game is sure to end when its board is full, so that its end can be searched."""
    return empty_cells(position) is not None


def check_adjudication(position: Position, empty: int) -> None:
    """Refuse to decide games from so many empty cells on if that makes no sense for them."""
    if isinstance(empty, bool) or not isinstance(empty, int) or empty < 0:
        raise GamegroveError(f"adjudicate must be a number of empty cells, such as 10, not {empty!r}")
    if not can_adjudicate(position):
        raise _no_solver(position)


def exact_outcome(position: Position, stop: StopSign | None = None) -> Outcome | None:
    """How the game ends if both sides play perfectly from here; None when that takes too long, or `stop` is raised.

    >>> import gamegrove
    >>> exact_outcome(gamegrove.position("tic-tac-toe"))
    Outcome(winner=None, margin=0, reason='adjudicated: perfect play from 9 empty cells')
    """
    if not can_adjudicate(position):
        raise _no_solver(position)
    ended = position.outcome()
    return _solved(position, stop) if ended is None else ended


def _no_solver(position: Position) -> GamegroveError:
    return GamegroveError(
        f"games of {position.spec} cannot be adjudicated: there is no exact solver for games written in Python and for "
        "trees; leave adjudicate out"
    )


def _solved(position: Position, stop: StopSign | None) -> Outcome | None:
    report = search(
        position,
        SOLVER,
        **solver_fields(Settings()),
        depth=MOST_DEPTH,
        nodes=MOST_NODES,
        wins=Wins.plain,  # so that the value is the margin itself
        stop=stop,
    )
    if not report.proven:
        return None
    winner = None if report.value == 0 else position.turn if report.value > 0 else 1 - position.turn
    empty = empty_cells(position)
    cells = "cell" if empty == 1 else "cells"
    return Outcome(winner, abs(report.value), f"adjudicated: perfect play from {empty} empty {cells}")
