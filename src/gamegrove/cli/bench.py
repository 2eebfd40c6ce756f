"""`gamegrove bench`: one number that says whether the rules are what they were."""

from __future__ import annotations

import json as json_format
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from gamegrove import _core
from gamegrove.cli import arguments
from gamegrove.cli.progress import late_progress
from gamegrove.games import catalogue

POSITIONS = {
    "othello": 8,
    "othello f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3": 7,
    "othello:size=4": 12,
    "othello:size=6": 8,
    "othello:size=10": 7,
    "othello:size=12": 7,
    "othello:board=96": 7,
    "connect-four": 8,
    "connect-four:size=9x7,in-a-row=5": 7,
    "pente-2003": 4,
    "pente k10 k11 k13 l11": 2,
    "keryo-pente": 4,
    "gomoku": 3,
    "mnk:size=5,in-a-row=5,captures=pairs": 4,
    "tic-tac-toe": 9,
}
"""The fixed set of positions, each with the depth to which its leaves are counted. A change changes the signature."""
GAMES = 100
"""Random games from each position."""


def bench(json: arguments.Json = False) -> None:
    """Run a fixed set of counts and random games and print their node-count signature.

    The same program gives the same signature on every machine. A change of the rules, of the order of moves or of
    the random numbers gives another.
    """
    rows: list[dict[str, Any]] = []
    with late_progress("bench") as progress:
        for number, (line, depth) in enumerate(POSITIONS.items(), 1):
            rows.append(_measure(line, depth))
            progress(number, len(POSITIONS))
    signature = sum(row["leaves"] + row["plies"] for row in rows)
    seconds = sum(row["seconds"] for row in rows)
    if json:
        answer = {
            "signature": signature,
            "seconds": round(seconds, 3),
            "cpu": _core.cpu_level,
            "positions": rows,
        }
        print(json_format.dumps(answer))
        return
    _print(rows, signature, seconds)


def _measure(line: str, depth: int) -> dict[str, Any]:
    position = catalogue.position(line)
    begin = time.process_time()
    leaves = position.perft(depth)
    plies = position.playouts(GAMES, seed=depth).plies
    seconds = time.process_time() - begin
    return {"line": line, "depth": depth, "leaves": leaves, "plies": plies, "seconds": round(seconds, 6)}


def _print(rows: list[dict[str, Any]], signature: int, seconds: float) -> None:
    table = Table(box=None, header_style="bold")
    table.add_column("position", no_wrap=True, max_width=40)
    for heading in ("depth", "leaves", "plies"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(row["line"], str(row["depth"]), f"{row['leaves']:,}", f"{row['plies']:,}")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"{seconds:.2f} s of processor time on the {_core.cpu_level} core", style="dim")
    console.print(f"Bench: {signature}", style="bold")
