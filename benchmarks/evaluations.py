"""Counts what it saves to carry an evaluation from move to move, in instructions of the processor.

Run it with `python benchmarks/evaluations.py`. It needs g++ (or CXX) and valgrind.
"""

from __future__ import annotations

import sys

from instructions import Program, measured
from rich.console import Console

DEPTHS = {"connect-four": 7, "pente-2003": 3}


def compare(program: Program, game: str, depth: int, console: Console) -> bool:
    """Print what carrying saves in a game; whether it finds the same and saves anything."""
    scratch, carried = program.search("scratch", game, depth), program.search("carried", game, depth)
    ratio = scratch.instructions / carried.instructions
    console.print(f"{game}, alpha-beta to depth {depth}, {carried.nodes:,} nodes", style="bold", highlight=False)
    for name, found in (("from scratch at every leaf", scratch), ("carried from move to move", carried)):
        per_node = found.instructions / carried.nodes
        console.print(f"  {name:26}  {found.instructions:15,} instructions, {per_node:7.1f} per node", highlight=False)
    holds = ratio > 1 and (scratch.value, scratch.nodes) == (carried.value, carried.nodes)
    console.print(f"{'yes' if holds else 'NO '}  the same search with {ratio:.2f} times fewer instructions\n")
    return holds


if __name__ == "__main__":
    sys.exit(measured("evaluations", DEPTHS, compare))
