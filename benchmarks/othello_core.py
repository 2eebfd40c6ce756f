"""The Othello engine of the core with the weights of the package, the positions it is tried on, and its CPU time."""

from __future__ import annotations

import random
import resource
from dataclasses import dataclass
from pathlib import Path

from gamegrove import Othello
from gamegrove._core import OthelloEngine
from gamegrove.engines.othello_weights import board_of, packaged_weights
from gamegrove.levels import empty_cells

FFO = Path(__file__).parent.parent / "tests" / "positions" / "ffo-40-59.txt"
START = Othello(empties_to_winner=True)


@dataclass(frozen=True)
class Problem:
    """One of the endgames of the FFO suite."""

    number: int
    position: Othello
    best: frozenset[str]
    score: int


def problems(first: int, last: int) -> list[Problem]:
    """The endgames with these numbers."""
    found = []
    for line in FFO.read_text().splitlines():
        if line.startswith("#"):
            continue
        cells, number, _, best, score, _ = (part.strip() for part in line.split(";"))
        if first <= int(number[1:]) <= last:
            position = Othello(cells, empties_to_winner=True)
            found.append(
                Problem(int(number[1:]), position, frozenset(best.split()[1:]), int(score.removeprefix("score ")))
            )
    return found


def new_engine(table_mib: int = 256, threads: int = 1, start: Othello = START) -> OthelloEngine:
    """Our engine for the board of a position, with the weights of the package."""
    weights = packaged_weights(board_of(start))
    return OthelloEngine(
        start,
        table_mib=table_mib,
        threads=threads,
        weights=weights.data,
        midgame_doubt=weights.midgame_doubt,
        endgame_doubt=weights.endgame_doubt,
    )


def random_opening(source: random.Random, plies: int) -> list[str]:
    """So many random moves from the first position on."""
    position = Othello()
    moves: list[str] = []
    while len(moves) < plies:
        moves.append(str(source.choice(list(position.legal_moves))))
        position = position.after(moves[-1])
    return moves


def random_end(source: random.Random, empties: int, start: Othello = START) -> Othello:
    """A position with so many empty cells after random moves, in which the game goes on."""
    while True:
        position = start
        while not position.is_over() and empty_cells(position) > empties:
            position = position.after(source.choice(list(position.legal_moves)))
        if not position.is_over():
            return position


def user_seconds() -> float:
    """The CPU time that this process has taken outside of the kernel."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime
