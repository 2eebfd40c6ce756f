"""How fast Connect Four positions are solved, beside BitBully.

    python benchmarks/connect_four.py [--positions 20] [--class L2_R2] [--stones 12] [--empty] [--threads 2] [--book]
                                      [--sizes]

Both solve the same positions, some of them in turns, without a book, with one thread and with an empty table for every
position; what they find is compared. Printed are the mean CPU times (wall times for answers in less than a millisecond:
to read the CPU's clock takes longer than some of them), the means of the nodes, and the ratio of the times, ours over
theirs. The positions are those of tests/positions/connect-four-scores.txt, in the usual six classes (L3 the end of the
game, L2 the middle, L1 the opening; R1 under 14 plies to the end with best play, R2 under 28, R3 more), and positions
after so many random moves. `--empty` solves the empty board, too, which takes BitBully some minutes, and `--threads`
compares our own wall time on it with one thread and with more. `--book` asks our solver about positions of every ply,
with the book of the package (or another one), and prints the mean and the worst time. `--sizes` asks who wins on boards
of other sizes, a minute for each with all processors, and compares with what is known. The exit code is 1 when a score
differs or a figure is worse than the wanted one. Ends by itself; Ctrl-C stops it at any time.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import mean

from rich.console import Console
from rich.progress import track
from rich.table import Table

from gamegrove import ConnectFour
from gamegrove._core import ConnectFourBook, ConnectFourSolver
from gamegrove.books import packaged
from gamegrove.books.files import read_book
from gamegrove.engines.connect_four_score import Scale

SCORES = Path(__file__).parent.parent / "tests" / "positions" / "connect-four-scores.txt"
BEST_KNOWN = {"L3_R1": 0.010, "L2_R1": 0.065, "L2_R2": 2.5, "L1_R1": 0.42, "L1_R2": 129.0, "L1_R3": 1500.0}
"""Milliseconds a position: the best of all solvers that were measured on a quiet Ice Lake core of 2.8 GHz."""
BEST_KNOWN_EMPTY = 30_000.0
STONES = (8, 12, 16, 20, 24, 28)
WANTED = 0.5
"""What our time may be of BitBully's for positions by the number of stones."""
WANTED_EMPTY = 0.1
IN_TURNS = 10
"""After so many positions it is the other one's turn: with fewer, each would work with the other's caches."""
SHORT = 1e-3
WANTED_SPEEDUP = 1.6
WINNERS = {4: "==-=----", 5: "====+++", 6: "==-+--", 7: "==+=+", 8: "==-+-"}
"""What the first player reaches, by height, for width 4 and on: wins, draws, loses (J. Tromp)."""
SECONDS_A_SIZE = 60
WANTED_MEAN_WITH_BOOK, WANTED_MOST_WITH_BOOK = 5.0, 200.0
"""Milliseconds a position of any ply may take, on average and at worst."""


@dataclass(frozen=True)
class Task:
    """A position by its moves, and its score if that is known beforehand."""

    moves: str
    score: int | None = None


@dataclass(frozen=True)
class Answer:
    """What a solver found, and what it took."""

    score: int
    seconds: float
    nodes: int


Solve = Callable[[str], Answer]


class Stopwatch:
    """Takes the CPU time of something, or its wall time if that is too short for the CPU's clock."""

    def __init__(self) -> None:
        self.cpu = time.process_time()
        self.wall = time.perf_counter()

    def seconds(self) -> float:
        """How long it is since the stopwatch was made."""
        wall = time.perf_counter() - self.wall
        return wall if wall < SHORT else time.process_time() - self.cpu


def ours(book: ConnectFourBook | None = None) -> Solve:
    """Our solver, as Engine uses it, with an empty table every time."""
    solver = ConnectFourSolver(book=book)
    solver.solve(ConnectFour("1234567"), nodes=200_000)  # the table's pages are there from now on

    def solve(moves: str) -> Answer:
        position = ConnectFour(moves)
        solver.forget()
        watch = Stopwatch()
        verdict = solver.solve(position)
        return Answer(verdict.lower, watch.seconds(), verdict.nodes)

    return solve


def bitbully() -> Solve | None:
    """BitBully's fastest search without its book, if it is installed."""
    try:
        from bitbully import BitBully, Board  # type: ignore[import-untyped,import-not-found,unused-ignore]
    except ImportError:
        return None
    solver = BitBully(opening_book=None)

    def solve(moves: str) -> Answer:
        board = Board([int(column) - 1 for column in moves])
        solver.reset_transposition_table()
        solver.reset_node_counter()
        watch = Stopwatch()
        score = solver.mtdf(board)
        return Answer(score, watch.seconds(), solver.get_node_counter())

    return solve


def class_of(moves: str, score: int) -> str:
    """The usual class of a position: the stage of the game, and how many plies it will last."""
    stones = len(moves)
    plies = Scale(42, stones).plies(score)
    stage = 1 if stones <= 14 else 2 if stones <= 28 else 3
    return f"L{stage}_R{1 if plies < 14 else 2 if plies < 28 else 3}"


def classes() -> dict[str, list[Task]]:
    """The positions of the file by class."""
    found: dict[str, list[Task]] = {name: [] for name in BEST_KNOWN}
    for line in SCORES.read_text().splitlines():
        moves, score = line.split()
        found[class_of(moves, int(score))].append(Task(moves, int(score)))
    return found


def after_random_moves(stones: int, count: int) -> list[Task]:
    """Positions after so many random moves, none of which ended the game."""
    source = random.Random(stones)
    found: list[Task] = []
    while len(found) < count:
        if (moves := random_moves(stones, source)) is not None:
            found.append(Task(moves))
    return found


def random_moves(stones: int, source: random.Random) -> str | None:
    """So many random moves; None when at some point every move would have ended the game."""
    position, moves = ConnectFour(), ""
    for _ in range(stones):
        after = {move: position.after(move) for move in position.legal_moves}
        going_on = [move for move in after if not after[move].is_over()]
        if not going_on:
            return None
        move = source.choice(going_on)
        position, moves = after[move], moves + move
    return moves


@dataclass
class Bench:
    """The contestants, the table of what they did, and whether all is as it should be."""

    mine: Solve
    peer: Solve | None
    table: Table
    fine: bool = True

    def contest(self, name: str, tasks: list[Task], wanted_ratio: float | None, best_known: float | None) -> None:
        """Let both solve the same positions."""
        parts = [tasks[first : first + IN_TURNS] for first in range(0, len(tasks), IN_TURNS)]
        found = [self._solve(part) for part in track(parts, name, transient=True)]
        by_solver = [list(chain.from_iterable(each)) for each in zip(*found, strict=True)]
        times = [1e3 * mean(each.seconds for each in answers) for answers in by_solver]
        nodes = [mean(each.nodes for each in answers) for answers in by_solver]
        ratio = times[0] / times[1] if len(times) > 1 else None
        self._check(wanted_ratio, ratio, best_known, times[0])
        self.table.add_row(
            name,
            f"{len(tasks)}",
            f"{times[0]:.4f}",
            f"{nodes[0]:,.0f}",
            *((f"{times[1]:.4f}", f"{nodes[1]:,.0f}", f"{ratio:.3f}") if ratio is not None else ("", "", "")),
            "" if wanted_ratio is None else f"{wanted_ratio:g}",
            "" if best_known is None else f"{best_known:g}",
        )

    def _solve(self, tasks: list[Task]) -> list[list[Answer]]:
        """The answers of each solver."""
        found = [[solve(task.moves) for task in tasks] for solve in (self.mine, self.peer) if solve is not None]
        for task, *answers in zip(tasks, *found, strict=True):
            scores = {each.score for each in answers} | ({task.score} if task.score is not None else set())
            if len(scores) > 1:
                self.fine = False
                print(f"{task.moves}: the scores differ: {sorted(scores)}", file=sys.stderr)
        return found

    def _check(self, wanted: float | None, ratio: float | None, best_known: float | None, mine: float) -> None:
        self.fine &= wanted is None or ratio is None or ratio <= wanted
        self.fine &= best_known is None or mine <= best_known


def speedup(threads: int, rounds: int) -> list[float]:
    """How many times as fast the empty board is solved with more threads, in wall time, round by round."""
    ratios = []
    for _ in range(rounds):
        seconds = []
        for count in (1, threads):
            solver = ConnectFourSolver(threads=count)
            solver.solve(ConnectFour(), nodes=200_000)
            solver.forget()
            start = time.perf_counter()
            solver.solve(ConnectFour())
            seconds.append(time.perf_counter() - start)
        ratios.append(seconds[0] / seconds[1])
    return ratios


def with_book(book: ConnectFourBook, positions: int) -> bool:
    """Print how fast positions of every ply are answered with a book; whether that is as fast as wanted."""
    table = Table(
        "ply", "mean ms", "worst ms", "nodes", title=f"{positions} positions a ply, a book up to {book.plies}"
    )
    solve = ours(book)
    means, worst = [], []
    for ply in track(range(42), "with the book", transient=True):
        answers = [solve(task.moves) for task in after_random_moves(ply, positions)]
        means.append(1e3 * mean(each.seconds for each in answers))
        worst.append(1e3 * max(each.seconds for each in answers))
        table.add_row(f"{ply}", f"{means[-1]:.3f}", f"{worst[-1]:.1f}", f"{mean(each.nodes for each in answers):,.0f}")
    Console().print(table)
    print(
        f"mean of all plies {mean(means):.3f} ms, of the slowest {max(means):.3f} ms; the worst took {max(worst):.1f}"
    )
    return max(means) <= WANTED_MEAN_WITH_BOOK and max(worst) <= WANTED_MOST_WITH_BOOK


def sizes() -> bool:
    """Print who wins on boards of many sizes, as far as a minute tells; whether that is what is known."""
    threads = os.cpu_count() or 1
    table = Table("board", "first player", "seconds", "nodes", title=f"Who wins, with {threads} threads")
    boards = [(width, height) for height, row in WINNERS.items() for width in range(4, 4 + len(row))]
    fine = True
    for width, height in track(boards, "sizes", transient=True):
        begin = time.perf_counter()
        verdict = ConnectFourSolver(table_mib=1024, threads=threads).solve(
            ConnectFour(size=f"{width}x{height}"), window=(-1, 1), seconds=SECONDS_A_SIZE
        )
        known = WINNERS[height][width - 4]
        found = "?" if verdict.stopped else "+" if verdict.lower > 0 else "-" if verdict.upper < 0 else "="
        fine &= found in ("?", known)
        told = {"+": "wins", "=": "draws", "-": "loses", "?": "not known after a minute"}[found]
        wrong = "" if found in ("?", known) else f", but {known} is right"
        table.add_row(f"{width}x{height}", told + wrong, f"{time.perf_counter() - begin:.2f}", f"{verdict.nodes:,}")
    Console().print(table)
    return fine


def arguments() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20, help="how many positions of each kind (20)")
    parser.add_argument("--class", dest="classes", action="append", choices=BEST_KNOWN, help="only this class")
    parser.add_argument("--stones", type=int, action="append", choices=STONES, help="only positions of so many stones")
    parser.add_argument("--empty", action="store_true", help="also the empty board")
    parser.add_argument("--threads", type=int, help="our wall time on the empty board with so many threads")
    parser.add_argument("--rounds", type=int, default=5, help="how often that is measured (5)")
    parser.add_argument(
        "--book",
        type=Path,
        nargs="?",
        const=packaged("connect-four"),
        metavar="FILE",
        help="our time with a book (that of the package) for positions of every ply",
    )
    parser.add_argument("--sizes", action="store_true", help="who wins on boards of other sizes")
    parser.add_argument("--alone", action="store_true", help="without BitBully")
    return parser.parse_args()


def chosen(asked: argparse.Namespace) -> Iterable[tuple[str, list[Task], float | None, float | None]]:
    """The contests that the command line asks for: name, positions, wanted ratio, best known time."""
    everything = not (asked.classes or asked.stones or asked.empty or asked.threads or asked.book or asked.sizes)
    for name, tasks in classes().items():
        if everything or name in (asked.classes or ()):
            yield name, tasks[: asked.positions], None, BEST_KNOWN[name]
    for stones in STONES:
        if everything or stones in (asked.stones or ()):
            yield f"{stones} stones", after_random_moves(stones, asked.positions), WANTED, None
    if asked.empty:
        yield "empty", [Task("", 1)], WANTED_EMPTY, BEST_KNOWN_EMPTY


def main() -> int:
    """Run what is asked for and print the table."""
    asked = arguments()
    headers = ("positions", "number", "ms", "nodes", "BitBully ms", "nodes", "ratio", "wanted", "best known")
    table = Table(*headers, title="Connect Four 7x6, exact scores, one thread, no book, empty table")
    bench = Bench(ours(), None if asked.alone else bitbully(), table)
    if bench.peer is None and not asked.alone:
        print("BitBully is not installed (pip install bitbully): only our own figures", file=sys.stderr)
    for contest in chosen(asked):
        bench.contest(*contest)
    if table.rows:
        Console().print(table)
    if asked.threads:
        ratios = sorted(speedup(asked.threads, asked.rounds))
        middle = ratios[len(ratios) // 2]
        print(f"{asked.threads} threads: {middle:.2f} times as fast ({ratios[0]:.2f} to {ratios[-1]:.2f})")
        bench.fine &= middle >= WANTED_SPEEDUP
    if asked.book:
        bench.fine &= with_book(read_book(asked.book), asked.positions)
    if asked.sizes:
        bench.fine &= sizes()
    return 0 if bench.fine else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
