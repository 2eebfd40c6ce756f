"""Small programs of the core under valgrind, which counts instructions: a figure that no other process disturbs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

TOP = Path(__file__).parents[1]
FLAGS = ("-std=c++20", "-O3", "-march=x86-64-v3", "-ffp-contract=off", f"-I{TOP / 'core'}")
"""The flags of the core. Not v4, because valgrind does not know AVX-512. All that the programs need is in headers."""


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
    """A program of benchmarks/core under valgrind; it is called with a kind, a game and a depth."""

    def __init__(self, name: str, directory: Path) -> None:
        """Compile it."""
        self.valgrind = tool("valgrind", shutil.which("valgrind"))
        compiler = tool("a C++ compiler (g++, or CXX)", os.environ.get("CXX") or shutil.which("g++"))
        self.path = directory / name
        source = TOP / "benchmarks" / "core" / f"{name}.cpp"
        output_of([compiler, *FLAGS, str(source), "-o", str(self.path)])

    def run(self, kind: str, game: str, depth: int) -> Counted:
        """Search, and count the instructions of the whole program."""
        options = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        printed, log = output_of([self.valgrind, *options, str(self.path), kind, game, str(depth)])
        instructions = re.search(r"I\s+refs:\s+([\d,]+)", log)
        facts = re.search(r"value (-?\d+).* nodes (\d+)", printed)
        if instructions is None or facts is None:
            raise CountingError(f"cannot read what valgrind has printed:\n{log}{printed}")
        return Counted(int(instructions[1].replace(",", "")), int(facts[1]), int(facts[2]))

    def search(self, kind: str, game: str, depth: int) -> Counted:
        """Search, and count the instructions without those that start and end the program."""
        empty, full = self.run(kind, game, 0), self.run(kind, game, depth)
        return Counted(full.instructions - empty.instructions, full.value, full.nodes)


def measured(name: str, depths: dict[str, int], compare: Callable[[Program, str, int, Console], bool]) -> int:
    """Compile a program, compare in every game, and give the exit code: 0 if all comparisons hold."""
    console = Console(width=None if sys.stdout.isatty() else 120)
    try:
        with tempfile.TemporaryDirectory() as directory:
            program = Program(name, Path(directory))
            held = [compare(program, game, depth, console) for game, depth in depths.items()]
    except CountingError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    return 0 if all(held) else 1
