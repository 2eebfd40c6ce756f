"""Whether every level of an engine beats the one below.

    python benchmarks/levels.py [--game othello] [--games 200] [--level 3] [--seconds 0.5] [--book FILE]

Plays neighbouring levels against each other from random openings, each with both colours, and prints what the higher
one scores, by how much it wins on the average, and how long its moves take. Openings are two plies of Connect Four and
eight of Othello. The exit code is 1 when a level scores less than 60 %. Ends by itself.
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
from gamegrove import Engine, Outcome, Position
from gamegrove.levels import MOST_LEVEL

OPENING_PLIES = {"connect-four": 2, "othello": 8}
SECONDS = {"connect-four": None, "othello": 0.5}
"""The most that a move may take without --seconds; Othello cannot be played perfectly."""
TRIES = 500
"""Whoever finds no new opening in so many has seen all."""
WANTED = 0.60


@dataclass
class Pairing:
    """What a level does against the one below."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    seconds: list[float] = field(default_factory=list)
    """How long each move of the higher level took."""
    margins: list[int] = field(default_factory=list)
    """By how much the higher level won each game, below 0 where it lost."""

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

    def count(self, outcome: Outcome | None, higher: int) -> None:
        """Add the result of a game."""
        if outcome is None or outcome.winner is None:
            self.draws += 1
            self.margins.append(0)
        elif outcome.winner == higher:
            self.wins += 1
            self.margins.append(outcome.margin)
        else:
            self.losses += 1
            self.margins.append(-outcome.margin)


def openings(game: str, count: int) -> Iterator[Position]:
    """Positions some random plies after the start; no two are the same as long as there are others."""
    source, seen = random.Random(1), set[str]()
    for _ in range(count):
        drawn = (random_opening(game, source) for _ in range(TRIES))
        opening = next((each for each in drawn if each.line not in seen), None)
        if opening is None:
            seen.clear()
            opening = random_opening(game, source)
        seen.add(opening.line)
        yield opening


def random_opening(game: str, source: random.Random) -> Position:
    """A position some random plies after the start."""
    position = gamegrove.position(game)
    for _ in range(OPENING_PLIES[game.partition(":")[0]]):
        position = position.after(source.choice(list(position.legal_moves)))
    return position


def play(start: Position, seats: tuple[Engine, Engine], higher: int, pairing: Pairing, seconds: float | None) -> None:
    """Play a game, and count it."""
    position = start
    while not position.is_over():
        begin = time.monotonic()
        move = seats[position.turn].choose(position, seconds=seconds).move
        if position.turn == higher:
            pairing.seconds.append(time.monotonic() - begin)
        position = position.after(move)
    pairing.count(position.outcome(), higher)


def compare(level: int, asked: argparse.Namespace) -> Pairing:
    """A level against the one below."""
    pairing = Pairing()
    better, worse = (Engine(asked.game, level=each, seed=each, book=asked.book) for each in (level, level - 1))
    title, quiet, pairs = f"level {level} against {level - 1}", not sys.stdout.isatty(), asked.games // 2
    for opening in track(openings(asked.game, pairs), title, pairs, transient=True, disable=quiet):
        play(opening, (better, worse), 0, pairing, asked.seconds)
        play(opening, (worse, better), 1, pairing, asked.seconds)
    return pairing


def main() -> int:
    """Play, and print the table."""
    asked = arguments()
    print("level  against   won  drawn   lost         score   margin   ms a move: mean    most")
    enough = True
    for level in asked.level or range(2, MOST_LEVEL + 1):
        pair = compare(level, asked)
        enough &= pair.score >= WANTED
        mean, most = 1000 * sum(pair.seconds) / len(pair.seconds), 1000 * max(pair.seconds)
        print(
            f"{level:5} {level - 1:8} {pair.wins:5} {pair.draws:6} {pair.losses:6}"
            f" {100 * pair.score:5.0f} ± {100 * pair.margin:2.0f} % {sum(pair.margins) / pair.games:+8.1f}"
            f" {mean:16.1f} {most:7.1f}",
            flush=True,
        )
    print(f"{'yes' if enough else 'NO '}  every level scores at least {100 * WANTED:.0f} % against the one below")
    return 0 if enough else 1


def arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--game", default="connect-four", help="connect-four or othello, with its rules")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=int, action="append", help="only this one against the one below")
    parser.add_argument("--seconds", type=float, help="the most that a move may take")
    parser.add_argument("--book", default=True, help="an opening book for the highest level")
    asked = parser.parse_args()
    if asked.seconds is None:
        asked.seconds = SECONDS[asked.game.partition(":")[0]]
    return asked


if __name__ == "__main__":
    sys.exit(main())
