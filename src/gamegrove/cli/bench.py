"""`gamegrove bench`: one number that says whether rules and searches are what they were."""

from __future__ import annotations

import json as json_format
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from gamegrove import _core
from gamegrove.cli import arguments
from gamegrove.cli.progress import late_progress
from gamegrove.engines import Engine
from gamegrove.games import catalogue
from gamegrove.search import search

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
MIDGAME = "othello f5d6c3d3c4f4f6f3e6e7d7c5b6d8"
SEARCHES: list[tuple[str, str, dict[str, Any]]] = [
    ("othello", "minimax", {"depth": 6}),
    ("connect-four", "negamax", {"depth": 6}),
    ("connect-four", "alphabeta", {"depth": 9}),
    (MIDGAME, "alphabeta-hard", {"depth": 6}),
    (MIDGAME, "tt", {"depth": 8, "order": ["memory", "killer", "history", "static"]}),
    (MIDGAME, "negascout", {"depth": 8, "memory": "table", "order": ["memory"]}),
    ("connect-four", "aspiration", {"depth": 9, "order": ["memory", "static"], "symmetry": True}),
    (MIDGAME, "sss", {"depth": 7}),
    (MIDGAME, "dual", {"depth": 7}),
    (MIDGAME, "mtdf", {"depth": 8, "order": ["memory", "static"]}),
    ("othello:size=6", "mtdbi", {"depth": 8, "order": ["memory"]}),
    ("othello:board=96", "sss2", {"depth": 5}),
    ("othello:size=4", "stockman", {"depth": 5}),
    (MIDGAME, "mpc", {"depth": 7, "order": ["static"]}),
    (MIDGAME, "negascout", {"depth": 8, "rules": ["corners", "guard", "edges"]}),
    ("pente-2003", "tt", {"depth": 4, "rules": ["near", "wins"]}),
    ("connect-four", "mcts", {"options": {"iterations": 20_000}}),
]
"""The fixed set of searches, all of them depth by depth. Their nodes are part of the signature."""

ANSWERED: dict[str, int | None] = {
    "connect-four 333333544": None,
    "connect-four 7422341735647741": None,
    "connect-four:size=6x5 33": None,
    "connect-four:size=8x7 237743888664478441734488225636": None,
    "connect-four:size=5x5,in-a-row=3 3": None,
    "connect-four:size=10x7,in-a-row=5 9 2 10 6 7 4 7 7 2 10 2 3 10 1 10 2 7 9 5 10 1 10 8 1 3 7 2 9 6 1 8 5 1 3 10 2 "
    "8 7 2 3 4 6 1 9 8 3 4 1 3 8": None,
    MIDGAME: 14,
    "othello:size=10": 8,
    "othello:size=12": 7,
    "othello:board=96": 8,
    "othello O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X": None,
    "othello:size=4": None,
    "othello:size=6 c2b4c5d2e4e3": 10,
}
"""What the engines are asked, without a book and with an empty table: to a depth, or for the exact score. Their nodes
are part of it, too."""


def bench(json: arguments.Json = False) -> None:
    """Run a fixed set of counts, random games, searches and questions to engines and print their node-count signature.

    The same program gives the same signature on every machine. A change of the rules, of the order of moves, of an
    algorithm or of the random numbers gives another.
    """
    rows: list[dict[str, Any]] = []
    searches: list[dict[str, Any]] = []
    everything = len(POSITIONS) + len(SEARCHES) + len(ANSWERED)
    with late_progress("bench") as progress:
        for number, (line, depth) in enumerate(POSITIONS.items(), 1):
            rows.append(_measure(line, depth))
            progress(number, everything)
        for number, (line, algorithm, asked) in enumerate(SEARCHES, len(POSITIONS) + 1):
            searches.append(_search(line, algorithm, asked))
            progress(number, everything)
        for number, (line, limit) in enumerate(ANSWERED.items(), len(POSITIONS) + len(SEARCHES) + 1):
            searches.append(_answer(line, limit))
            progress(number, everything)
    signature = sum(row["leaves"] + row["plies"] for row in rows) + sum(row["nodes"] for row in searches)
    seconds = sum(row["seconds"] for row in rows + searches)
    if json:
        answer = {
            "signature": signature,
            "seconds": round(seconds, 3),
            "cpu": _core.cpu_level,
            "positions": rows,
            "searches": searches,
        }
        print(json_format.dumps(answer))
        return
    _print(rows, searches)
    console = Console(highlight=False)
    console.print(f"{seconds:.2f} s of processor time on the {_core.cpu_level} core", style="dim")
    console.print(f"Bench: {signature}", style="bold")


def _measure(line: str, depth: int) -> dict[str, Any]:
    position = catalogue.position(line)
    begin = time.process_time()
    leaves = position.perft(depth)
    plies = position.playouts(GAMES, seed=depth).plies
    seconds = time.process_time() - begin
    return {"line": line, "depth": depth, "leaves": leaves, "plies": plies, "seconds": round(seconds, 6)}


def _search(line: str, algorithm: str, asked: dict[str, Any]) -> dict[str, Any]:
    begin = time.process_time()
    deepening = algorithm != "mcts"
    report = search(catalogue.position(line), algorithm, deepening=deepening, **asked)
    seconds = round(time.process_time() - begin, 6)
    return {"line": line, "algorithm": algorithm, "depth": report.depth, "nodes": report.nodes, "seconds": seconds}


def _answer(line: str, limit: int | None) -> dict[str, Any]:
    position = catalogue.position(line)
    begin = time.process_time()
    found = Engine(position, book=False).analyse(position, depth=limit, moves=False)
    seconds = round(time.process_time() - begin, 6)
    depth = len(found.line) if limit is None else limit
    return {"line": line, "algorithm": "engine", "depth": depth, "nodes": found.nodes, "seconds": seconds}


def _print(rows: list[dict[str, Any]], searches: list[dict[str, Any]]) -> None:
    table = Table(box=None, header_style="bold")
    table.add_column("position", no_wrap=True, max_width=40)
    for heading in ("depth", "leaves", "plies"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(row["line"], str(row["depth"]), f"{row['leaves']:,}", f"{row['plies']:,}")
    console = Console(highlight=False)
    console.print(table)
    table = Table(box=None, header_style="bold")
    table.add_column("search", no_wrap=True, max_width=40)
    table.add_column("algorithm")
    for heading in ("depth", "nodes"):
        table.add_column(heading, justify="right")
    for row in searches:
        table.add_row(row["line"], row["algorithm"], str(row["depth"]), f"{row['nodes']:,}")
    console.print(table)
