"""Whether every level of the Connect Four engine beats the one below.

    python benchmarks/levels.py [--games 200] [--level 3] [--book FILE]

Plays neighbouring levels against each other from random openings of two plies, each with both colours, and prints what
the higher one scores and how long its moves take. The exit code is 1 when one scores less than 60 %. Ends by itself.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.progress import track

import gamegrove
from gamegrove import Engine, Position
from gamegrove.levels import MOST_LEVEL

GAME = "connect-four"
OPENING_PLIES = 2
WANTED = 0.60


@dataclass
class Pairing:
    """What a level does against the one below."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: list[float] = field(default_factory=list)
    """How long each move of the higher level took."""

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """What the higher level has of the points, a draw being half of one."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def margin(self) -> float:
        """How far the score may be off by chance, in 95 of 100 cases."""
        square = (self.wins + self.draws / 4) / self.games - self.score**2
        return 1.96 * math.sqrt(square / self.games)

    def count(self, winner: int | None, higher: int) -> None:
        """Add the result of a game."""
        if winner is None:
            self.draws += 1
        elif winner == higher:
            self.wins += 1
        else:
            self.losses += 1


def openings(count: int) -> Iterator[Position]:
    """Positions two plies after the start; no two are the same as long as there are others."""
    start = gamegrove.position(GAME)
    lines = [start.after(first).after(second) for first in start.legal_moves for second in start.legal_moves]
    random.Random(1).shuffle(lines)
    return (lines[number % len(lines)] for number in range(count))


def play(start: Position, seats: tuple[Engine, Engine], higher: int, pairing: Pairing) -> None:
    """Play a game, and count it."""
    position = start
    while not position.is_over():
        begin = time.monotonic()
        move = seats[position.turn].choose(position).move
        if position.turn == higher:
            pairing.seconds.append(time.monotonic() - begin)
        position = position.after(move)
    outcome = position.outcome()
    pairing.count(None if outcome is None else outcome.winner, higher)


def compare(level: int, games: int, book: str | bool) -> Pairing:
    """A level against the one below."""
    pairing = Pairing()
    better, worse = (Engine(GAME, level=each, seed=each, book=book) for each in (level, level - 1))
    title, quiet = f"level {level} against {level - 1}", not sys.stdout.isatty()
    for opening in track(openings(games // 2), title, games // 2, transient=True, disable=quiet):
        play(opening, (better, worse), 0, pairing)
        play(opening, (worse, better), 1, pairing)
    return pairing


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, action="append", help="only this one against the one below")
    parser.add_argument("--book", default=True, help="an opening book for the highest level")
    asked = parser.parse_args()
    print("level  against   won  drawn   lost         score   ms a move: mean    most")
    enough = True
    for level in asked.level or range(2, MOST_LEVEL + 1):
        pair = compare(level, asked.games, asked.book)
        enough &= pair.score >= WANTED
        mean, most = 1000 * sum(pair.seconds) / len(pair.seconds), 1000 * max(pair.seconds)
        print(
            f"{level:5} {level - 1:8} {pair.wins:5} {pair.draws:6} {pair.losses:6}"
            f" {100 * pair.score:5.0f} ± {100 * pair.margin:2.0f} % {mean:16.1f} {most:7.1f}"
        )
    print(f"{'yes' if enough else 'NO '}  every level scores at least {100 * WANTED:.0f} % against the one below")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
