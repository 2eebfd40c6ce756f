"""Games of people in a training: most of them lend their openings, the others are kept for the test."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from gamegrove._core import Othello
from gamegrove.errors import GamegroveError, TextError
from gamegrove.records.wthor import SIZE, read_wthor, wthor_files

OPENING_MOVES = 24
"""So many moves of a game are its opening."""
HELD_OUT = 20
"""Of so many games one is kept for the test."""


@dataclass(frozen=True)
class RecordedGames:
    """Openings for the games of a training, and whole games that it never sees."""

    digest: str
    """The same only for the same files."""
    openings: Sequence[Sequence[int]]
    """The cells of the first moves, as the core counts them; none comes twice."""
    held_out_openings: Sequence[Sequence[int]]
    """Those of the games that are kept for the test."""
    held_out: Sequence[str]
    """The moves of these games, such as f5d6c3."""

    def held_out_positions(self, games: int) -> Iterator[Othello]:
        """The positions with a move to choose of so many held-out games, which are taken from all the years."""
        count = min(games, len(self.held_out))
        for number in range(count):
            yield from _positions(self.held_out[number * len(self.held_out) // count])


def read_recorded_games(folder: Path) -> RecordedGames:
    """The games of the WTHOR files in a folder."""
    digest = hashlib.sha256()
    games: list[str] = []
    for file in wthor_files(folder):
        digest.update(file.read_bytes())
        for game in read_wthor(file):
            _check_legal(file, game.number, game.moves)
            games.append(game.moves)
    taught = [moves for number, moves in enumerate(games, 1) if number % HELD_OUT]
    held_out = games[HELD_OUT - 1 :: HELD_OUT]
    return RecordedGames(digest.hexdigest(), _openings(taught), _openings(held_out), held_out)


def _openings(games: Sequence[str]) -> list[list[int]]:
    beginnings = dict.fromkeys(moves[: 2 * OPENING_MOVES] for moves in games)
    return [[_cell(moves[at : at + 2]) for at in range(0, len(moves), 2)] for moves in beginnings]


def _cell(text: str) -> int:
    """The number of a cell: row by row, as the core has it on this board.

    >>> _cell("a1"), _cell("h1"), _cell("a2")
    (0, 7, 8)
    """
    return SIZE * (int(text[1]) - 1) + ord(text[0]) - ord("a")


def _check_legal(file: Path, number: int, moves: str) -> None:
    try:
        Othello().play(moves)
    except TextError as error:
        raise GamegroveError(f"{file}, game {number:,}: {error.message}") from None


def _positions(moves: str) -> Iterator[Othello]:
    position = Othello()
    for move in position.read_moves(moves):
        if not position.must_pass():
            yield position
        position = position.after(move)
