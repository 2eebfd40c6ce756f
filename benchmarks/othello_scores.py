"""Whether exact scores of Othello are those of searches that know nothing but the rules."""

from __future__ import annotations

import argparse
import multiprocessing
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

from othello_core import new_engine, random_end
from rich.console import Console
from rich.progress import track

import gamegrove
from gamegrove import Othello

EXACT = 60
"""A depth at which everything is searched to the end of the game."""


@dataclass(frozen=True)
class Witness:
    """A search that says what positions are worth."""

    algorithm: str
    boards: Sequence[str]
    empties: Sequence[int]
    """With how many empty cells it is asked; each number as often as the others, and so each board."""
    options: Mapping[str, Any]


WELL_ORDERED = {"order": ("memory", "killer", "static")}
"""Which moves come first does not change the score, and saves most of the time."""
MINIMAX = Witness("minimax", ("8",), range(1, 13), {})
TABLE = Witness("tt", ("8",), range(14, 19), WELL_ORDERED)
"""Alpha-beta with a table."""
OTHER_BOARDS = Witness("tt", ("6", "10", "12", "96"), range(12, 17), WELL_ORDERED)
"""The same, where the games are longer and shorter."""


@dataclass(frozen=True)
class Check:
    """A random position for our engine and a witness."""

    seed: str
    board: str
    empties: int
    witness: Witness

    def complaint(self) -> str:
        """What is wrong with our score; empty if nothing is."""
        start = Othello(board=self.board, empties_to_winner=True)
        position = random_end(random.Random(self.seed), self.empties, start)
        algorithm, options = self.witness.algorithm, self.witness.options
        expected = gamegrove.search(position, algorithm, depth=EXACT, wins="plain", **options).value
        found = new_engine(table_mib=1, start=start).analyse(position).moves
        is_right = bool(found) and found[0][1] == expected
        return "" if is_right else f"{position.line}: {found[:1]}, and {algorithm} says {expected}"


def run_scores(options: argparse.Namespace) -> int:
    """Compare exact scores with those of the witnesses."""
    wrong = 0
    wanted = ((options.positions, MINIMAX), (options.long, TABLE), (options.others, OTHER_BOARDS))
    with multiprocessing.Pool(options.jobs) as pool:
        for count, witness in wanted:
            boards = ", ".join(witness.boards)
            title = f"{witness.empties[0]} to {witness.empties[-1]} empty cells (board {boards})"
            answers = pool.imap_unordered(Check.complaint, _checks(count, witness, options.seed))
            complaints = [each for each in track(answers, title, count, console=Console(stderr=True)) if each]
            wrong += len(complaints)
            print(
                *complaints,
                f"{count} positions with {title}: {len(complaints)} differ from {witness.algorithm}",
                sep="\n",
            )
    return int(wrong > 0)


def _checks(count: int, witness: Witness, seed: int) -> list[Check]:
    """The longest first, so that no process waits for another one in the end."""
    kinds = islice(zip(cycle(witness.boards), cycle(witness.empties), strict=False), count)
    checks = [Check(f"{seed} {number}", *kind, witness) for number, kind in enumerate(kinds)]
    return sorted(checks, key=lambda check: -check.empties)
