"""What `gamegrove analyse` shows of a game's engine: a line for every depth, then the best moves."""

from __future__ import annotations

import json as json_format
from collections.abc import Iterator

from rich.console import Console

from gamegrove import Othello
from gamegrove.cli import arguments, board
from gamegrove.cli.solve import known_so_far
from gamegrove.cli.text_table import text_table
from gamegrove.cli.thinking import Line, late_line
from gamegrove.engines import Analysis, Engine, EngineProgress, Limit, MoveScore
from gamegrove.position import Position


def analyse_by_engine(engine: Engine, position: Position, limit: Limit, lines: int, *, json: bool) -> None:
    """Ask the engine, and print what it says while it thinks and in the end."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    waiting = Line("analysing")
    told = ""

    def show(progress: EngineProgress) -> None:
        nonlocal told
        waiting.known = known_so_far(progress)
        if not json and (progress.depth is not None or progress.text != told):  # columns have no line of their own
            console.print(progress_line(progress), style="dim")
        told = progress.text

    with arguments.stop_on_ctrl_c() as stop, late_line(waiting, console):
        found = engine.analyse(position, limit, lines=lines, stop=stop, on_progress=show)
    if json:
        print(json_format.dumps(found.description()))
        return
    console.print(board.drawing(position))
    for line in summary(found, lines):
        console.print(line)


def progress_line(progress: EngineProgress) -> str:
    """What is known after one search, with the line that it expects."""
    line = " ".join(str(move) for move in progress.line)
    return f"{progress.text:26} {progress.nodes:>14,} nodes {progress.seconds:8.2f} s  {line}".rstrip()


def summary(found: Analysis, lines: int) -> Iterator[str]:
    """What an analysis says, for people."""
    if found.position.is_over():
        yield f"the game is over: {board.summary(found.position)}"
        return
    yield f"{board.summary(found.position)}: {found.text}"
    yield ""
    yield from _table(_best(found, lines))
    yield ""
    if found.value is None and isinstance(found.position, Othello):
        yield "Its end was not reached, and for estimates there are no weights of this board."
        yield ""
    ended = f"; ended by {found.stopped}" if found.stopped else ""
    yield f"engine, {found.nodes:,} nodes, {found.seconds:.2f} s{ended}"


def _best(found: Analysis, lines: int) -> list[MoveScore]:
    """The best moves of which something is known, the one to play first."""
    known = [each for each in found.moves if each.value is not None or each.move == found.move]
    known.sort(key=lambda each: (each.standing, each.move == found.move), reverse=True)
    return known[:lines]


def _table(moves: list[MoveScore]) -> Iterator[str]:
    """A move in each row, what it is worth, and how the game goes on."""
    rows = [("move", "", "expected play")]
    rows += [(str(each.move), each.text, " ".join(str(move) for move in each.line or (each.move,))) for each in moves]
    yield from text_table(rows, left=(0, 1, 2))
