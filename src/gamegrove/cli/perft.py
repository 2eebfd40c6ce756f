"""`gamegrove perft`: count the leaves of the game tree."""

from __future__ import annotations

import json as json_format
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gamegrove import ConnectFour, Othello, Pente, Tree, counting
from gamegrove.cli import arguments
from gamegrove.cli.progress import late_progress
from gamegrove.errors import GamegroveError
from gamegrove.position import Position


class Passes(StrEnum):
    """How a pass counts."""

    ply = "ply"
    free = "free"


Row = dict[str, float | int]


def perft(
    game: arguments.Game,
    depth: Annotated[int, typer.Argument(min=0, help="How many plies deep.", show_default=False)],
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    passes: Annotated[Passes, typer.Option("--passes", help="Whether a pass uses up a ply or is free.")] = Passes.ply,
    divide: Annotated[bool, typer.Option("--divide", help="Also count below each first move.")] = False,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count different positions at each ply instead of leaves.")
    ] = False,
    json: arguments.Json = False,
) -> None:
    """Count the leaves of the tree of moves, depth by depth: the test of all rules.

    A game that has ended is one leaf. At the last ply moves are counted, not made.

    \b
    gamegrove perft othello 9
    gamegrove perft othello 9 --passes free
    gamegrove perft connect-four 8 --distinct
    gamegrove perft pente 2 k10 --divide
    """
    start = arguments.chosen_position(game, position, file, size, board_name)
    free = passes is Passes.free
    if distinct and (divide or free):
        raise GamegroveError("--distinct goes neither with --divide nor with --passes free")
    if divide and depth < 1:
        raise GamegroveError("--divide needs a depth of at least 1")
    rows = _distinct(start, depth) if distinct else [_leaves(start, d, free) for d in range(min(depth, 1), depth + 1)]
    below = counting.divide(start, depth, free_passes=free) if divide else None
    if json:
        answer: dict[str, object] = {"game": start.spec, "line": start.line, "passes": passes.value, "depths": rows}
        if below is not None:
            answer["divide"] = below
        print(json_format.dumps(answer))
        return
    _print(rows, below)


def _timed(compute: Callable[[], int]) -> tuple[int, float]:
    begin = time.process_time()
    result = compute()
    return result, time.process_time() - begin


def _leaves(start: Position, depth: int, free: bool) -> Row:
    with late_progress(f"depth {depth}") as progress:
        leaves, seconds = _timed(lambda: counting.perft(start, depth, free_passes=free, progress=progress))
    return {"depth": depth, "leaves": leaves, "seconds": round(seconds, 6)}


def _distinct(start: Position, depth: int) -> list[Row]:
    if not isinstance(start, Othello | ConnectFour | Pente | Tree):
        raise GamegroveError("--distinct works for the built-in games only")
    return [{"depth": ply, "positions": count} for ply, count in enumerate(start.distinct_positions(depth))]


def _print(rows: list[Row], below: dict[str, int] | None) -> None:
    console = Console(highlight=False)
    if below is not None:
        console.print("\n".join(f"{move:>5} {count:>14,}" for move, count in below.items()))
    table = Table(box=None, header_style="bold")
    for heading in ("depth", "positions" if "positions" in rows[0] else "leaves", "seconds", "leaves/s"):
        table.add_column(heading, justify="right")
    for row in rows:
        if "positions" in row:
            table.add_row(str(row["depth"]), f"{row['positions']:,}")
            continue
        rate = f"{row['leaves'] / row['seconds'] / 1e6:,.1f} M" if row["seconds"] > 0.01 else ""
        table.add_row(str(row["depth"]), f"{row['leaves']:,}", f"{row['seconds']:.3f}", rate)
    console.print(table)
