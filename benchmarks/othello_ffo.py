"""Solves the endgames of the FFO suite: beside NTest, and with several threads."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from nboard import NBoardProgram
from othello_core import Problem, new_engine, problems, user_seconds
from rich.console import Console
from rich.progress import track
from rich.table import Table

from gamegrove._core import OthelloEngine
from gamegrove.levels import empty_cells

EXACT = 60
"""A depth at which NTest solves everything."""
OF_THE_RIVAL = 0.35
"""So much of NTest's time may one thread take."""
MORE_NODES = 1.10
"""So many times the nodes of one thread may several threads visit."""
RIGHT = "all scores and moves are right"
"""What is checked in any case."""


@dataclass(frozen=True)
class Solution:
    """What solving a problem took us."""

    move: str
    score: int
    nodes: int
    user: float
    wall: float
    is_right: bool


def solve(engine: OthelloEngine, problem: Problem) -> Solution:
    """Solve a problem with an empty memory."""
    engine.forget()
    begin, user = time.monotonic(), user_seconds()
    found = engine.analyse(problem.position)
    user, wall = user_seconds() - user, time.monotonic() - begin
    move, score = found.moves[0][:2]
    return Solution(move, int(score), found.nodes, user, wall, is_right=score == problem.score and move in problem.best)


def run_ffo(options: argparse.Namespace) -> int:
    """Solve the endgames, and have them solved."""
    engine = new_engine(options.table_mib, options.threads)
    rival = None if options.ntest is None else NBoardProgram([options.ntest, "x", "s12"], EXACT, options.folder)
    table = Table("problem", "empty", "move", "score", "nodes", "user s", "NTest s", "ratio", box=None)
    ours, theirs = [], 0.0
    for problem in track(problems(options.first, options.last), "solving", console=Console(stderr=True)):
        solution = solve(engine, problem)
        ours.append(solution)
        seconds = 0.0 if rival is None else _solved_by(rival, problem)
        theirs += seconds
        wrong = "" if solution.is_right else f" WRONG: {problem.score:+d} {' '.join(problem.best)}"
        table.add_row(
            f"#{problem.number}",
            str(empty_cells(problem.position)),
            solution.move,
            f"{solution.score:+d}{wrong}",
            *_times(solution.nodes, solution.user, seconds),
        )
    nodes, user = sum(each.nodes for each in ours), sum(each.user for each in ours)
    table.add_row("all", "", "", "", *_times(nodes, user, theirs))
    Console().print(table)
    checks = {RIGHT: all(each.is_right for each in ours)}
    if rival is not None:
        rival.close()
        ratio = user / theirs
        checks[f"of NTest's time: {ratio:.2f} (wanted: at most {OF_THE_RIVAL:.2f})"] = ratio <= OF_THE_RIVAL
    return _verdict(checks)


def _times(nodes: int, ours: float, theirs: float) -> tuple[str, str, str, str]:
    beside = (f"{theirs:.2f}", f"{ours / theirs:.2f}") if theirs else ("", "")
    return f"{nodes / 1e6:.1f} M", f"{ours:.2f}", *beside


def _solved_by(rival: NBoardProgram, problem: Problem) -> float:
    rival.forget()
    begin = rival.user_seconds
    _, score = rival.move(problem.position)
    if score is None or round(score) != problem.score:
        print(f"#{problem.number}: NTest says {score}", file=sys.stderr)
    return rival.user_seconds - begin


def run_threads(options: argparse.Namespace) -> int:
    """Solve the endgames with one thread and with several, in turns."""
    engines = [new_engine(options.table_mib, count) for count in (1, options.threads)]
    nodes, speeds, is_right = [], [], True
    for number in range(1, options.rounds + 1):
        solved = [[solve(engine, each) for engine in engines] for each in problems(options.first, options.last)]
        is_right &= all(each.is_right for pair in solved for each in pair)
        few, many = (sum(pair[which].nodes for pair in solved) for which in (0, 1))
        slow, quick = (sum(pair[which].wall for pair in solved) for which in (0, 1))
        nodes.append(many / few)
        speeds.append(slow / quick)
        print(
            f"round {number}: {few / 1e6:.1f} M nodes with 1 thread, {many / 1e6:.1f} M with {options.threads}, ratio "
            f"{nodes[-1]:.3f}; wall time {slow:.2f} s and {quick:.2f} s, speed-up {speeds[-1]:.2f}",
            flush=True,
        )
    print(f"     median speed-up by wall time: {median(speeds):.2f}")
    ratio = median(nodes)
    more_nodes = f"median ratio of the nodes: {ratio:.3f} (wanted: at most {MORE_NODES:.2f})"
    return _verdict({more_nodes: ratio <= MORE_NODES, RIGHT: is_right})


def _verdict(checks: Mapping[str, bool]) -> int:
    """Print what holds and what does not; the exit code."""
    for text, holds in checks.items():
        print(f"{'yes' if holds else 'NO '}  {text}")
    return 0 if all(checks.values()) else 1
