"""`gamegrove perft`: count the leaves of the game tree."""

from __future__ import annotations

import json as json_format
import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Annotated

import typer

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
    rows: list[Row] = []
    show = print_row if not json else rows.append
    if not json:
        print(f"{'depth':>6} {'positions' if distinct else 'leaves':>18} {'seconds':>9} {'per second':>12}")
    for row in _rows(start, depth, free=free, distinct=distinct, last=not divide):
        show(row)
    below: dict[str, int] = {}
    if divide:
        below, row = _divided(start, depth, free)
        if not json:
            print("\n".join(f"{move:>6} {count:>18,}" for move, count in below.items()))
        show(row)
    if json:
        answer: dict[str, object] = {"game": start.spec, "line": start.line, "passes": passes.value, "depths": rows}
        if divide:
            answer["divide"] = below
        print(json_format.dumps(answer))


def _rows(start: Position, depth: int, *, free: bool, distinct: bool, last: bool) -> Iterator[Row]:
    """The rows of the table one by one, the one for the whole depth only if it is asked for."""
    if not distinct:
        yield from (_leaves(start, ply, free) for ply in range(min(depth, 1), depth + 1 if last else depth))
        return
    for ply in range(depth + 1):
        row = _distinct(start, ply)
        yield row
        if row["positions"] == 0:
            return


def _measured(label: str, compute: Callable[[counting.Progress], int]) -> tuple[int, float]:
    """A count and the processor time that it took, with a bar if that is long."""
    begin = time.process_time()
    with late_progress(label) as progress:
        count = compute(progress)
    return count, round(time.process_time() - begin, 6)


def _leaves(start: Position, depth: int, free: bool) -> Row:
    leaves, seconds = _measured(
        f"depth {depth}", lambda progress: counting.perft(start, depth, free_passes=free, progress=progress)
    )
    return {"depth": depth, "leaves": leaves, "seconds": seconds}


def _divided(start: Position, depth: int, free: bool) -> tuple[dict[str, int], Row]:
    below: dict[str, int] = {}

    def count(progress: counting.Progress) -> int:
        below.update(counting.divide(start, depth, free_passes=free, progress=progress))
        return sum(below.values()) if below else 1

    leaves, seconds = _measured(f"depth {depth}", count)
    return below, {"depth": depth, "leaves": leaves, "seconds": seconds}


def _distinct(start: Position, ply: int) -> Row:
    if not isinstance(start, Othello | ConnectFour | Pente | Tree):
        raise GamegroveError("--distinct works for the built-in games only")
    begin = time.process_time()
    try:
        counts = start.distinct_positions(ply)
    except ValueError as error:
        raise GamegroveError(f"{error}; choose a smaller depth") from None
    positions = counts[ply] if ply < len(counts) else 0
    return {"depth": ply, "positions": positions, "seconds": round(time.process_time() - begin, 6)}


def print_row(row: Row) -> None:
    """One line of the table, as soon as it is known."""
    count = row.get("leaves", row.get("positions", 0))
    rate = f"{count / row['seconds'] / 1e6:,.1f} M" if row["seconds"] > 0.01 else ""
    print(f"{row['depth']:>6} {count:>18,} {row['seconds']:>9.3f} {rate:>12}".rstrip(), flush=True)
