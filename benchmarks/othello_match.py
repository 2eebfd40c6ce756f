"""Plays the Othello engine against NTest with equal CPU time.

NTest searches to a fixed depth and we a number of nodes, which is set anew before every pair of games, so that in the
end a move has taken both the same user time. A clock would be unfair on a busy machine. With `--keep FILE` every pair
of games is written into a file as soon as it is over, and the same command goes on where the file ends.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain

from nboard import NBoardProgram
from othello_core import START, new_engine, random_opening, user_seconds
from othello_match_record import MatchRecord, Pair, Spent

from gamegrove.tournament import Pentanomial

OPENING_PLIES = 8
PAIRS_A_LINE = 10
"""After so many pairs of games the standing is printed."""
WANTED = 0.50
PAIRS_OF_NOW = 5
"""How many pairs of games tell how many nodes take us as long as the rival: all of them would answer too slowly."""
MOST_TIME = 1.05
"""A result counts if our moves took at most so many times what theirs took: a short match has not yet become fair."""


class Table:
    """Where pairs of games are played: our engine, the rival, and what their moves have taken so far."""

    def __init__(self, options: argparse.Namespace, spent: Sequence[Spent]) -> None:
        self._engine = new_engine(options.table_mib, options.threads)
        self._rival = NBoardProgram([options.ntest, "x", "s12"], options.depth, options.folder)
        self._first_nodes = options.nodes
        self._spent = deque(spent, maxlen=PAIRS_OF_NOW)

    def play_pair(self, number: int, opening: Sequence[str]) -> Pair:
        """Two games with the colours swapped."""
        nodes = self._nodes()
        (points, spent, moves), (more_points, more_spent, more_moves) = (
            self._game(opening, side, nodes) for side in (0, 1)
        )
        spent += more_spent
        self._spent.append(spent)
        return Pair(number, points + more_points, spent, (moves, more_moves))

    def _nodes(self) -> int:
        """As many a move as take us the time that the rival takes, by what both have taken in the last few pairs."""
        spent = sum(self._spent, Spent())
        if not spent.seconds or not spent.rival_seconds:
            return int(self._first_nodes)
        return max(1, round(spent.allowed / spent.moves * spent.a_rival_move / spent.a_move))

    def _game(self, opening: Sequence[str], side: int, nodes: int) -> tuple[float, Spent, str]:
        """A game in which we have a side: our points, what it took, and its moves."""
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
        spent = Spent(counts[0], seconds, counts[0] * nodes, counts[1], rival_seconds, discs)
        return points, spent, "".join(moves)


_table: Table
"""The one of this process."""


def _sit_down(options: argparse.Namespace, spent: Sequence[Spent]) -> None:
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends all processes, after it has printed
    _table = Table(options, spent)


def _play_pair(numbered: tuple[int, Sequence[str]]) -> Pair:
    return _table.play_pair(*numbered)


def run_match(options: argparse.Namespace) -> int:
    """Play pairs of games, and print how the match stands."""
    source = random.Random(options.seed)
    openings = [random_opening(source, OPENING_PLIES) for _ in range(options.openings)]
    record = MatchRecord(options)
    points: list[float] = []
    spent = Spent()
    try:
        for pair in chain(record.pairs, _new_pairs(options, openings, record)):
            points.append(pair.points)
            spent += pair.spent
            if len(points) % PAIRS_A_LINE == 0 and len(record.pairs) < len(points) < options.openings:
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


def _new_pairs(options: argparse.Namespace, openings: Sequence[Sequence[str]], record: MatchRecord) -> Iterator[Pair]:
    """Those that are not in the record yet; they are put there."""
    played = {pair.number for pair in record.pairs}
    spent = [pair.spent for pair in record.pairs]
    left = [(number, opening) for number, opening in enumerate(openings) if number not in played]
    with multiprocessing.Pool(options.jobs, _sit_down, (options, spent)) as pool:
        for pair in pool.imap_unordered(_play_pair, left):
            record.keep(pair)
            yield pair


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
