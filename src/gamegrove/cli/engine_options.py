"""The options that all commands which ask an engine share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gamegrove.engines import Engine
from gamegrove.engines.engine import MOST
from gamegrove.errors import GamegroveError
from gamegrove.position import Position

Threads = Annotated[
    int, typer.Option("--threads", min=1, max=MOST["threads"], help="How many threads search together.")
]
TableMib = Annotated[
    int,
    typer.Option("--table-mib", min=1, max=MOST["table_mib"], help="How many mebibytes the engine may remember."),
]
Book = Annotated[
    Path | None,
    typer.Option(
        "--book",
        metavar="FILE",
        show_default=False,
        help="The opening book; without it the one in the package, if it has one for the board.",
    ),
]
NoBook = Annotated[bool, typer.Option("--no-book", help="Search everything, also what a book knows.")]
Weights = Annotated[
    Path | None,
    typer.Option(
        "--weights",
        metavar="FILE",
        show_default=False,
        help="What the Othello engine knows of the board, by `gamegrove train othello-patterns`; without it what is "
        "in the package.",
    ),
]


def engine_for(
    position: Position,
    *,
    threads: int,
    table_mib: int,
    book: Path | None = None,
    no_book: bool = False,
    weights: Path | None = None,
) -> Engine:
    """The engine that the options describe, for the game and the board of a position."""
    if book is not None and no_book:
        raise GamegroveError("--book and --no-book say opposite things; leave one of them out")
    chosen = not no_book if book is None else book
    return Engine(position, threads=threads, table_mib=table_mib, book=chosen, weights=weights)
