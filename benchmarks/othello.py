"""How fast Othello endgames are solved and how well the engine plays, beside a program that speaks NBoard.

    python benchmarks/othello.py ffo [--first 40] [--last 49] [--threads 2] [--ntest PROGRAM]
    python benchmarks/othello.py match --ntest PROGRAM --depth 14 [--nodes 1500000] [--openings 200] [--threads 1]
    python benchmarks/othello.py scores [--positions 2000] [--long 200]

`ffo` solves the endgames #40 to #59 of the FFO suite exactly, each with an empty memory, and prints nodes and user time
for each; with `--ntest` (the program; `--folder` is where its weights are) NTest solves each right after us, and the
last column is the ratio of the times, ours over theirs. `match` plays pairs of games from random openings of eight
plies with the colours swapped; we search a fixed number of nodes a move and NTest to a fixed depth, and the user time
of both is printed with the result, since a clock would be unfair on a busy machine. `scores` compares exact scores with
plain minimax (1 to 12 empty cells) and with the laboratory's alpha-beta (14 to 18), which takes long. The exit code is
1 when a score is wrong. Ends by itself; Ctrl-C stops it at any time.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nboard import NBoardProgram
from rich.console import Console
from rich.progress import track
from rich.table import Table

import gamegrove
from gamegrove import Othello
from gamegrove._core import OthelloEngine
from gamegrove.engines.othello_weights import packaged_weights

FFO = Path(__file__).parent.parent / "tests" / "positions" / "ffo-40-59.txt"
EXACT = 60
"""A depth at which NTest solves everything."""
OPENING_PLIES = 8


@dataclass(frozen=True)
class Problem:
    """One of the endgames."""

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


def new_engine(table_mib: int = 256, threads: int = 1) -> OthelloEngine:
    """Our engine with the weights of the package."""
    weights = packaged_weights("8")
    return OthelloEngine(
        Othello(empties_to_winner=True),
        table_mib=table_mib,
        threads=threads,
        weights=weights.data,
        midgame_doubt=weights.midgame_doubt,
        endgame_doubt=weights.endgame_doubt,
    )


def user_seconds() -> float:
    """The CPU time that this process has taken outside of the kernel."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def run_ffo(options: argparse.Namespace) -> int:
    """Solve the endgames, and have them solved."""
    engine = new_engine(options.table_mib, options.threads)
    rival = None if options.ntest is None else NBoardProgram([options.ntest, "x", "s12"], EXACT, options.folder)
    table = Table("problem", "empty", "move", "score", "nodes", "user s", "NTest s", "ratio", box=None)
    totals, wrong = [0.0, 0.0, 0.0], 0
    for problem in track(problems(options.first, options.last), "solving", console=Console(stderr=True)):
        engine.forget()
        begin = user_seconds()
        found = engine.analyse(problem.position)
        seconds = user_seconds() - begin
        move, score = found.moves[0][:2]
        is_right = score == problem.score and move in problem.best
        wrong += not is_right
        theirs = None if rival is None else _solved_by(rival, problem)
        totals = [totals[0] + found.nodes, totals[1] + seconds, totals[2] + (theirs or 0.0)]
        table.add_row(
            f"#{problem.number}",
            str(sum(row.count(".") for row in problem.position.rows)),
            move,
            f"{score:+d}" + ("" if is_right else f" WRONG: {problem.score:+d} {' '.join(problem.best)}"),
            f"{found.nodes / 1e6:.1f} M",
            f"{seconds:.2f}",
            "" if theirs is None else f"{theirs:.2f}",
            "" if theirs is None else f"{seconds / theirs:.2f}",
        )
    nodes, seconds, theirs = totals
    ratio = f"{seconds / theirs:.2f}" if theirs else ""
    table.add_row("all", "", "", "", f"{nodes / 1e6:.1f} M", f"{seconds:.2f}", f"{theirs:.2f}" if theirs else "", ratio)
    Console().print(table)
    if rival is not None:
        rival.close()
    return int(wrong > 0)


def _solved_by(rival: NBoardProgram, problem: Problem) -> float:
    rival.forget()
    begin = rival.user_seconds
    _, score = rival.move(problem.position)
    if score is None or round(score) != problem.score:
        print(f"#{problem.number}: NTest says {score}", file=sys.stderr)
    return rival.user_seconds - begin


@dataclass
class Tally:
    """How a match stands: the points of each pair, and the time and the moves of both."""

    pairs: list[float]
    discs: int = 0
    seconds: float = 0.0
    moves: int = 0
    rival_moves: int = 0

    def text(self, rival_seconds: float) -> str:
        """The score, the Elo with its interval, and the time a move took."""
        games = 2 * len(self.pairs)
        score = sum(self.pairs) / games
        variance = sum((pair / 2 - score) ** 2 for pair in self.pairs) / len(self.pairs)
        margin = 1.96 * math.sqrt(variance / len(self.pairs))
        low, middle, high = (_elo(value) for value in (score - margin, score, score + margin))
        return (
            f"{games} games: {100 * score:.1f} % ({100 * (score - margin):.1f} to {100 * (score + margin):.1f}), Elo "
            f"{middle:+.0f} ({low:+.0f} to {high:+.0f}), {self.discs / games:+.2f} discs a game; user ms a move: ours "
            f"{1000 * self.seconds / max(self.moves, 1):.1f}, "
            f"theirs {1000 * rival_seconds / max(self.rival_moves, 1):.1f}"
        )


def _elo(score: float) -> float:
    return math.copysign(math.inf, score - 0.5) if not 0 < score < 1 else -400 * math.log10(1 / score - 1)


def run_match(options: argparse.Namespace) -> int:
    """Play pairs of games."""
    engine = new_engine(options.table_mib, options.threads)
    rival = NBoardProgram([options.ntest, "x", "s12"], options.depth, options.folder)
    tally = Tally([])
    source = random.Random(options.seed)
    try:
        for _ in track(range(options.openings), "playing", console=Console(stderr=True)):
            opening = _opening(source)
            tally.pairs.append(sum(_game(engine, rival, opening, side, options.nodes, tally) for side in (0, 1)))
            if len(tally.pairs) % 10 == 0:
                print(tally.text(rival.user_seconds), flush=True)
    except KeyboardInterrupt:
        pass
    if tally.pairs:
        print(tally.text(rival.user_seconds))
    rival.close()
    return 0


def _opening(source: random.Random) -> list[str]:
    position = Othello()
    moves: list[str] = []
    while len(moves) < OPENING_PLIES:
        moves.append(str(source.choice(list(position.legal_moves))))
        position = position.after(moves[-1])
    return moves


def _game(
    engine: OthelloEngine, rival: NBoardProgram, opening: Sequence[str], side: int, nodes: int, tally: Tally
) -> float:
    """One game, in which we have a side; gives our points."""
    start = Othello(empties_to_winner=True)
    position, moves = start, list(opening)
    for move in opening:
        position = position.after(move)
    engine.forget()
    rival.forget()
    while not position.is_over():
        legal = [str(move) for move in position.legal_moves]
        if len(legal) == 1:
            chosen = legal[0]
        elif position.turn == side:
            begin = user_seconds()
            chosen = engine.analyse(position, nodes=nodes).moves[0][0]
            tally.seconds += user_seconds() - begin
            tally.moves += 1
        else:
            chosen, _ = rival.move(start, moves)
            tally.rival_moves += 1
        moves.append(chosen)
        position = position.after(chosen)
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return 0.5
    tally.discs += outcome.margin if outcome.winner == side else -outcome.margin
    return float(outcome.winner == side)


def run_scores(options: argparse.Namespace) -> int:
    """Compare exact scores with searches that know nothing but the rules."""
    source = random.Random(options.seed)
    engine = new_engine(16)
    wrong = 0
    plans = [(options.positions, 1, 12, "minimax"), (options.long, 14, 18, "tt")]
    for count, fewest, most, algorithm in plans:
        for number in track(range(count), f"{fewest} to {most} empty", console=Console(stderr=True)):
            position = _end(source, fewest + number % (most - fewest + 1))
            expected = gamegrove.search(position, algorithm, depth=EXACT).value
            found = engine.analyse(position)
            if not found.moves or found.moves[0][1] != expected:
                wrong += 1
                print(f"{position.line}: {found.moves[:1]}, and {algorithm} says {expected}")
        print(f"{count} positions with {fewest} to {most} empty cells: {wrong} scores differ from {algorithm}")
    return int(wrong > 0)


def _end(source: random.Random, empties: int) -> Othello:
    """A position with so many empty cells after random moves."""
    while True:
        position = Othello(empties_to_winner=True)
        while not position.is_over() and sum(row.count(".") for row in position.rows) > empties:
            position = position.after(source.choice(list(position.legal_moves)))
        if not position.is_over():
            return position


def main() -> int:
    """Read the options and run one of the parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    ffo, match, scores = (parts.add_parser(name) for name in ("ffo", "match", "scores"))
    for part, run in ((ffo, run_ffo), (match, run_match), (scores, run_scores)):
        part.set_defaults(run=run)
        part.add_argument("--seed", type=int, default=1)
        part.add_argument("--threads", type=int, default=1)
        part.add_argument("--table-mib", type=int, default=256 if part is ffo else 64)
    ffo.add_argument("--first", type=int, default=40)
    ffo.add_argument("--last", type=int, default=49)
    ffo.add_argument("--ntest")
    match.add_argument("--ntest", required=True)
    for part in (ffo, match):
        part.add_argument("--folder", default=".")
    match.add_argument("--depth", type=int, default=14)
    match.add_argument("--nodes", type=int, default=1_000_000)
    match.add_argument("--openings", type=int, default=200)
    scores.add_argument("--positions", type=int, default=2000)
    scores.add_argument("--long", type=int, default=200)
    options = parser.parse_args()
    return int(options.run(options))


if __name__ == "__main__":
    sys.exit(main())
