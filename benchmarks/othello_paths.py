"""Whether every compiled copy of the core solves Othello endgames in the same way, node by node.

Run as a program, it solves them with the core of GAMEGROVE_CPU; othello.py runs it once for each core.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from othello_core import new_engine, random_end

from gamegrove import Othello, _native

BOARDS = ("8",) * 14 + ("4", "6", "6", "10", "12", "96")
"""The boards, in turn."""
MOST_EMPTY = 10


def run_paths(options: argparse.Namespace) -> int:
    """Solve the same positions with every copy of the core, and compare."""
    levels = _native.usable_levels()
    solved: list[list[str]] = []
    for level in levels:
        begin = _child_seconds()
        solved.append(_solved_with(level, options.positions, options.seed))
        differ = sum(mine != first for mine, first in zip(solved[-1], solved[0], strict=True))
        seconds = _child_seconds() - begin
        print(
            f"{level:8} {len(solved[-1])} positions, {seconds:6.1f} s of user time, {differ} unlike {levels[0]}",
            flush=True,
        )
    unlike = [lines for lines in zip(*solved, strict=True) if len(set(lines)) > 1]
    for lines in unlike[:10]:
        print(*(f"{level}: {line}" for level, line in zip(levels, lines, strict=True)), sep="\n")
    holds = not unlike and len(levels) > 1
    print(
        f"{'yes' if holds else 'NO '}  {len(unlike)} positions whose scores or nodes differ between {len(levels)} cores"
    )
    return 0 if holds else 1


def _child_seconds() -> float:
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def _solved_with(level: str, positions: int, seed: int) -> list[str]:
    """A line for each position; in a process of its own, because a process can load only one core."""
    command = [sys.executable, str(Path(__file__)), str(positions), str(seed)]
    environment = {**os.environ, "GAMEGROVE_CPU": level}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()


def solutions(positions: int, seed: int) -> Iterator[str]:
    """Random positions with their scores and the number of nodes that took."""
    source = random.Random(seed)
    starts = {board: Othello(board=board, empties_to_winner=True) for board in set(BOARDS)}
    engines = {board: new_engine(1, 1, start) for board, start in starts.items()}
    for board in islice(cycle(BOARDS), positions):
        position = random_end(source, source.randint(1, MOST_EMPTY), starts[board])
        engines[board].forget()
        found = engines[board].analyse(position)
        yield f"{position.line}: score {found.moves[0][1]}, {found.nodes} nodes"


def main(positions: str, seed: str) -> None:
    """Print what this process's core finds."""
    for line in solutions(int(positions), int(seed)):
        print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
