"""Whether every level of an engine beats the one below.

    python benchmarks/levels.py [--game othello] [--games 400] [--level 3] [--seconds 0.5] [--book FILE] [--all]

Plays neighbouring levels against each other from random openings, each with both colours, until a sequential test of 50
Elo against none is sure, and prints what the higher one scores, the Elo with its interval, by how much it wins on the
average, and how long its moves take. Who stops when a result looks good sees more of it than there is: with `--all` all
games are played, for figures to publish. Openings are two plies of Connect Four and eight of Othello. The exit code is
1 when the test does not say within the games that a level is better than the one below, or with `--all` when one scores
less than 60 %. Ends by itself.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from rich.progress import track

import gamegrove
from gamegrove import Engine, Outcome, Position
from gamegrove.levels import MOST_LEVEL
from gamegrove.tournament import Pentanomial, Sprt, Verdict

OPENING_PLIES = {"connect-four": 2, "othello": 8}
SECONDS = {"connect-four": None, "othello": 0.5}
"""The most that a move may take without --seconds; Othello cannot be played perfectly."""
TRIES = 500
"""Whoever finds no new opening in so many has seen all."""
WANTED = 0.60
"""What a level should score when all games are played."""
TEST = Sprt(elo0=0, elo1=50)


@dataclass
class Pairing:
    """What a level does against the one below."""

    points: list[float] = field(default_factory=list)
    """What the higher level has won in each pair of games."""
    results: list[float] = field(default_factory=list)
    """What it has won in each game: 1, 0 or, for a draw, 0.5."""
    seconds: list[float] = field(default_factory=list)
    """How long each move of the higher level took."""
    margins: list[int] = field(default_factory=list)
    """By how much the higher level won each game, below 0 where it lost."""

    @property
    def pentanomial(self) -> Pentanomial:
        """How sure the score is."""
        return Pentanomial.of(self.points)

    @property
    def verdict(self) -> Verdict | None:
        """Whether the higher level is better; None as long as that is not sure."""
        return TEST.verdict(self.pentanomial)

    def count(self, outcome: Outcome | None, higher: int) -> float:
        """Add the result of a game, and say what the higher level has won."""
        if outcome is None or outcome.winner is None:
            result, margin = 0.5, 0
        elif outcome.winner == higher:
            result, margin = 1.0, outcome.margin
        else:
            result, margin = 0.0, -outcome.margin
        self.results.append(result)
        self.margins.append(margin)
        return result


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


def play(start: Position, seats: tuple[Engine, Engine], higher: int, pairing: Pairing, seconds: float | None) -> float:
    """Play a game, count it, and say what the higher level has won."""
    position = start
    while not position.is_over():
        begin = time.monotonic()
        move = seats[position.turn].choose(position, seconds=seconds).move
        if position.turn == higher:
            pairing.seconds.append(time.monotonic() - begin)
        position = position.after(move)
    return pairing.count(position.outcome(), higher)


def compare(level: int, asked: argparse.Namespace) -> Pairing:
    """A level against the one below."""
    pairing = Pairing()
    better, worse = (Engine(asked.game, level=each, seed=each, book=asked.book) for each in (level, level - 1))
    title, quiet, pairs = f"level {level} against {level - 1}", not sys.stdout.isatty(), asked.games // 2
    for opening in track(openings(asked.game, pairs), title, pairs, transient=True, disable=quiet):
        first = play(opening, (better, worse), 0, pairing, asked.seconds)
        pairing.points.append(first + play(opening, (worse, better), 1, pairing, asked.seconds))
        if not asked.all and pairing.verdict is not None:
            break
    return pairing


def line(level: int, pair: Pairing) -> str:
    """A line of the table."""
    pairs = pair.pentanomial
    assert pairs.share is not None
    assert pairs.interval is not None
    assert pairs.elo is not None
    assert pairs.elo_interval is not None
    reach = (pairs.interval[1] - pairs.interval[0]) / 2
    elo = f"{pairs.elo:+.0f} ({pairs.elo_interval[0]:+.0f} to {pairs.elo_interval[1]:+.0f})"
    mean, most = 1000 * sum(pair.seconds) / len(pair.seconds), 1000 * max(pair.seconds)
    return (
        f"{level:5} {level - 1:8} {pair.results.count(1):5} {pair.results.count(0.5):6} {pair.results.count(0):6}"
        f" {100 * pairs.share:5.0f} ± {100 * reach:2.0f} % {elo:>20} {TEST.llr(pairs):6.2f}"
        f" {pair.verdict or 'not sure':>10} {sum(pair.margins) / pairs.games:+8.1f} {mean:16.1f} {most:7.1f}"
    )


def main() -> int:
    """Play, and print the table."""
    asked = arguments()
    print(
        "level  against   won  drawn   lost         score      Elo (95 %)         LLR    verdict   margin"
        "   ms a move: mean    most"
    )
    enough = True
    for level in asked.level or range(2, MOST_LEVEL + 1):
        pair = compare(level, asked)
        share = pair.pentanomial.share or 0.0
        enough &= share >= WANTED if asked.all else pair.verdict is Verdict.better
        print(line(level, pair), flush=True)
    wanted = f"scores at least {100 * WANTED:.0f} % against" if asked.all else "is better than"
    print(f"{'yes' if enough else 'NO '}  every level {wanted} the one below")
    return 0 if enough else 1


def arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--game", default="connect-four", help="connect-four or othello, with its rules")
    parser.add_argument("--games", type=int, default=400, help="at most so many for each pair of levels")
    parser.add_argument("--level", type=int, action="append", help="only this one against the one below")
    parser.add_argument("--seconds", type=float, help="the most that a move may take")
    parser.add_argument("--book", default=True, help="an opening book for the highest level")
    parser.add_argument("--all", action="store_true", help="play all games, even when the test is sure")
    asked = parser.parse_args()
    if asked.games < 2:
        parser.error("--games must be 2 or more")
    if asked.seconds is None:
        asked.seconds = SECONDS[asked.game.partition(":")[0]]
    return asked


if __name__ == "__main__":
    sys.exit(main())
