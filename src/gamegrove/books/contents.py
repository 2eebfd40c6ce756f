"""What is in a book: the scores of a position and its columns, and how the games of every ply end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamegrove import _core
from gamegrove._core import ConnectFour
from gamegrove.engines.connect_four_score import Scale
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import cells_of
from gamegrove.games import catalogue


@dataclass(frozen=True)
class PlyCount:
    """How the games from the positions of one ply end, up to mirror images."""

    ply: int
    """How many discs are on the board."""
    positions: int
    """How many positions there are; games that are over are not among them."""
    wins: int
    """In how many the side to move wins."""
    draws: int
    """How many are draws."""
    losses: int
    """In how many the side to move loses."""


def connect_four(game: str, text: str = "") -> ConnectFour:
    """A position of Connect Four, the only game of which there are books; without a text the empty board."""
    found = catalogue.position(game, text)
    if not isinstance(found, ConnectFour):
        raise GamegroveError(f"there are books of connect-four only, not of {found.spec}")
    return found


def final_score(position: ConnectFour) -> int:
    """The score of a game that is over, seen by the side to move."""
    return -_before(position).highest if position.final_value() else 0


def _before(position: ConnectFour) -> Scale:
    """The scale of the position from which the last disc came."""
    return Scale(cells_of(position), position.stones - 1)


def column_scores(book: _core.ConnectFourBook, position: ConnectFour) -> dict[str, int | None]:
    """What each legal column is worth to the side to move; None where the book does not reach."""
    return {column: _after(book, position.after(column)) for column in position.legal_moves}


def _after(book: _core.ConnectFourBook, position: ConnectFour) -> int | None:
    score = final_score(position) if position.is_over() else book.score(position)
    return None if score is None else -score


def positions(book: _core.ConnectFourBook) -> list[ConnectFour]:
    """All positions that a book should know, the empty board first."""
    start = connect_four(book.spec)
    return [position for ply in range(book.plies + 1) for position in _core.connect_four_positions(start, ply)]


def count_by_ply(book: _core.ConnectFourBook) -> Iterator[PlyCount]:
    """How the games end, ply by ply."""
    for ply, (wins, draws, losses) in enumerate(book.outcomes(connect_four(book.spec))):
        yield PlyCount(ply, wins + draws + losses, wins, draws, losses)
