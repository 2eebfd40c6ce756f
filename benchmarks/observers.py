"""Counts what an observer costs a plain alpha-beta, in instructions of the processor.

Run it with `python benchmarks/observers.py`. It needs g++ (or CXX) and valgrind.
"""

from __future__ import annotations

import sys

from instructions import Program, measured
from rich.console import Console
from rich.table import Table

DEPTHS = {"connect-four": 8, "othello": 8}
KINDS = {
    "bare": "no observer in the text",
    "silent": "the silent observer",
    "counted": "the counters, as search() uses them",
}
ALLOWED = 0.01
"""How much the silent observer may cost."""


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


if __name__ == "__main__":
    sys.exit(measured("observers", DEPTHS, compare))
