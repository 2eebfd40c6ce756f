"""Plays the Othello engine against NTest with equal CPU time.

NTest searches to a fixed depth and we a number of nodes, which is set anew before every pair of games, so that in the
end a move has taken both the same user time. A clock would be unfair on a busy machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass

from nboard import NBoardProgram
from othello_core import START, new_engine, random_opening, user_seconds

from gamegrove.tournament import Pentanomial

OPENING_PLIES = 8
PAIRS_A_LINE = 10
"""After so many pairs of games the standing is printed."""
WANTED = 0.50
MOST_TIME = 1.05
"""A result counts if our moves took at most so many times what theirs took: a short match has not yet become fair."""


@dataclass(frozen=True)
class Spent:
    """What the moves of games have taken both sides, and by how many discs we have won."""

    moves: int = 0
    seconds: float = 0.0
    allowed: int = 0
    """The nodes that we were allowed, all moves together."""
    rival_moves: int = 0
    rival_seconds: float = 0.0
    discs: int = 0

    def __add__(self, other: Spent) -> Spent:
        return Spent(*(mine + more for mine, more in zip(astuple(self), astuple(other), strict=True)))

    @property
    def a_move(self) -> float:
        """Our user seconds for a move."""
        return self.seconds / max(self.moves, 1)

    @property
    def a_rival_move(self) -> float:
        """Theirs."""
        return self.rival_seconds / max(self.rival_moves, 1)


class Table:
    """Where pairs of games are played: our engine, the rival, and what their moves have taken so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._engine = new_engine(options.table_mib, options.threads)
        self._rival = NBoardProgram([options.ntest, "x", "s12"], options.depth, options.folder)
        self._first_nodes = options.nodes
        self._spent = Spent()

    def play_pair(self, opening: Sequence[str]) -> tuple[float, Spent]:
        """Two games with the colours swapped: our points, and what they took."""
        nodes = self._nodes()
        games = [self._game(opening, side, nodes) for side in (0, 1)]
        spent = games[0][1] + games[1][1]
        self._spent += spent
        return games[0][0] + games[1][0], spent

    def _nodes(self) -> int:
        """As many a move as take us the time that the rival takes, by what both have taken so far."""
        spent = self._spent
        if not spent.seconds or not spent.rival_seconds:
            return int(self._first_nodes)
        return max(1, round(spent.allowed / spent.moves * spent.a_rival_move / spent.a_move))

    def _game(self, opening: Sequence[str], side: int, nodes: int) -> tuple[float, Spent]:
        """A game in which we have a side: our points, and what it took."""
        position, moves = START, list(opening)
        for move in opening:
            position = position.after(move)
        self._engine.forget()
        self._rival.forget()
        counts, rival_begin, seconds = [0, 0], self._rival.user_seconds, 0.0
        while not position.is_over():
            legal = [str(move) for move in position.legal_moves]
            if len(legal) == 1:
                chosen = legal[0]
            elif position.turn == side:
                begin = user_seconds()
                chosen = self._engine.analyse(position, nodes=nodes).moves[0][0]
                seconds += user_seconds() - begin
                counts[0] += 1
            else:
                chosen, _ = self._rival.move(START, moves)
                counts[1] += 1
            moves.append(chosen)
            position = position.after(chosen)
        outcome = position.outcome()
        assert outcome is not None
        points = 0.5 if outcome.winner is None else float(outcome.winner == side)
        discs = outcome.margin if points == 1 else -outcome.margin
        rival_seconds = self._rival.user_seconds - rival_begin
        return points, Spent(counts[0], seconds, counts[0] * nodes, counts[1], rival_seconds, discs)


_table: Table
"""The one of this process."""


def _sit_down(options: argparse.Namespace) -> None:
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends all processes, after it has printed
    _table = Table(options)


def _play_pair(opening: Sequence[str]) -> tuple[float, Spent]:
    return _table.play_pair(opening)


def run_match(options: argparse.Namespace) -> int:
    """Play pairs of games, and print how the match stands."""
    source = random.Random(options.seed)
    openings = [random_opening(source, OPENING_PLIES) for _ in range(options.openings)]
    points: list[float] = []
    spent = Spent()
    try:
        for pair, taken in _pairs(options, openings):
            points.append(pair)
            spent += taken
            if len(points) % PAIRS_A_LINE == 0 and len(points) < options.openings:
                print(standing(Pentanomial.of(points), spent), flush=True)
    except KeyboardInterrupt:
        print("stopped")
    pairs = Pentanomial.of(points)
    if pairs.share is None:
        return 1
    print(standing(pairs, spent))
    checks = {
        f"at least {100 * WANTED:.0f} %: {100 * pairs.share:.1f} %": pairs.share >= WANTED,
        f"at most {MOST_TIME} of their time a move": spent.a_move <= MOST_TIME * spent.a_rival_move,
    }
    for text, holds in checks.items():
        print(f"{'yes' if holds else 'NO '}  {text}")
    return 0 if all(checks.values()) else 1


def _pairs(options: argparse.Namespace, openings: Sequence[Sequence[str]]) -> Iterator[tuple[float, Spent]]:
    with multiprocessing.Pool(options.jobs, _sit_down, (options,)) as pool:
        yield from pool.imap_unordered(_play_pair, openings)


def standing(pairs: Pentanomial, spent: Spent) -> str:
    """The score, the Elo with its interval, and the time that a move took."""
    assert pairs.share is not None
    assert pairs.interval is not None
    assert pairs.elo is not None
    assert pairs.elo_interval is not None
    low, high = (100 * bound for bound in pairs.interval)
    worst, best = pairs.elo_interval
    return (
        f"{pairs.games} games: {100 * pairs.share:.1f} % ({low:.1f} to {high:.1f}), Elo {pairs.elo:+.0f} "
        f"({worst:+.0f} to {best:+.0f}), {spent.discs / pairs.games:+.2f} discs a game; user ms a move: ours "
        f"{1000 * spent.a_move:.1f}, theirs {1000 * spent.a_rival_move:.1f}; nodes a move: "
        f"{spent.allowed / max(spent.moves, 1):,.0f}"
    )
