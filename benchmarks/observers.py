"""Counts what an observer costs a plain alpha-beta, in instructions of the processor.

Run it with `python benchmarks/observers.py`. It needs g++ (or CXX) and valgrind.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

TOP = Path(__file__).parents[1]
SOURCE = TOP / "benchmarks" / "core" / "observers.cpp"
FLAGS = ("-std=c++20", "-O3", "-march=x86-64-v3", "-ffp-contract=off", f"-I{TOP / 'core'}")
"""The flags of the core. Not v4, because valgrind does not know AVX-512. All that the program needs is in headers."""
DEPTHS = {"connect-four": 8, "othello": 8}
KINDS = {
    "bare": "no observer in the text",
    "silent": "the silent observer",
    "counted": "the counters, as search() uses them",
}
ALLOWED = 0.01
"""How much the silent observer may cost."""


class CountingError(Exception):
    """Why nothing can be counted."""


@dataclass(frozen=True)
class Counted:
    """One search."""

    instructions: int
    value: int
    nodes: int
    """0 unless they were counted."""


def tool(name: str, found: str | None) -> str:
    """The path of a program, which must be there."""
    if found is None:
        raise CountingError(f"{name} is missing; install it and try again")
    return found


def output_of(command: list[str]) -> tuple[str, str]:
    """What a command prints on stdout and stderr; it must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CountingError(f"{' '.join(command)} failed ({done.returncode})\n{done.stderr}")
    return done.stdout, done.stderr


class Program:
    """The compiled benchmarks/core/observers.cpp under valgrind."""

    def __init__(self, directory: Path) -> None:
        """Compile it."""
        self.valgrind = tool("valgrind", shutil.which("valgrind"))
        compiler = tool("a C++ compiler (g++, or CXX)", os.environ.get("CXX") or shutil.which("g++"))
        self.path = directory / "observers"
        output_of([compiler, *FLAGS, str(SOURCE), "-o", str(self.path)])

    def run(self, kind: str, game: str, depth: int) -> Counted:
        """Search, and count the instructions of the whole program."""
        options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        printed, log = output_of([self.valgrind, *options, str(self.path), kind, game, str(depth)])
        instructions = re.search(r"I\s+refs:\s+([\d,]+)", log)
        facts = re.search(r"value (-?\d+) .*nodes (\d+)", printed)
        if instructions is None or facts is None:
            raise CountingError(f"cannot read what valgrind has printed:\n{log}{printed}")
        return Counted(int(instructions[1].replace(",", "")), int(facts[1]), int(facts[2]))

    def search(self, kind: str, game: str, depth: int) -> Counted:
        """Search, and count the instructions without those that start and end the program."""
        empty, full = self.run(kind, game, 0), self.run(kind, game, depth)
        return Counted(full.instructions - empty.instructions, full.value, full.nodes)


def compare(program: Program, game: str, depth: int, console: Console) -> bool:
    """Print what the observers cost in a game; whether the silent one costs nothing."""
    searches = {kind: program.search(kind, game, depth) for kind in KINDS}
    bare, nodes = searches["bare"].instructions, searches["counted"].nodes
    title = f"{game}, depth {depth}, {nodes:,} nodes"
    table = Table("alpha-beta with", title=title, title_justify="left", title_style="bold")
    for heading in ("instructions", "per node", "bare = 1"):
        table.add_column(heading, justify="right")
    for kind, found in searches.items():
        count = found.instructions
        table.add_row(f"{kind}: {KINDS[kind]}", f"{count:,}", f"{count / nodes:.1f}", f"{count / bare:.4f}")
    console.print(table)
    cost = searches["silent"].instructions / bare - 1
    checks = {
        "all three find the same value": len({found.value for found in searches.values()}) == 1,
        f"the silent observer costs at most {ALLOWED:.0%}: {cost:+.2%}": cost <= ALLOWED,
    }
    for text, holds in checks.items():
        console.print(f"{'yes' if holds else 'NO '}  {text}", highlight=False)
    console.print()
    return all(checks.values())


def main() -> int:
    """Count, print, and say by the exit code whether the silent observer costs nothing."""
    console = Console(width=None if sys.stdout.isatty() else 120)
    try:
        with tempfile.TemporaryDirectory() as directory:
            program = Program(Path(directory))
            held = [compare(program, game, depth, console) for game, depth in DEPTHS.items()]
    except CountingError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
