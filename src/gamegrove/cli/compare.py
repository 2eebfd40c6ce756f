"""`gamegrove compare`: the same positions searched by several algorithms."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated

import typer

from gamegrove import comparison
from gamegrove.charts import check_chart
from gamegrove.cli import arguments
from gamegrove.cli import search_options as options
from gamegrove.cli.progress import late_progress
from gamegrove.cli.text_table import text_table
from gamegrove.comparison import BASE, Comparison, Row
from gamegrove.errors import GamegroveError
from gamegrove.games import catalogue
from gamegrove.position import Position
from gamegrove.request import MOST_DEPTH
from gamegrove.textbook.catalogue import list_algorithms

Algorithms = Annotated[
    list[str] | None,
    typer.Option(
        "--algorithm",
        "-a",
        show_default=False,
        help="Compare this one; repeatable. Without it " + ", ".join(comparison.USUAL) + " and those of your own.",
    ),
]


def compare(
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    depth: Annotated[str, typer.Option("--depth", "-d", metavar="N or M..N", help="The depths.")] = "1..6",
    algorithm: Algorithms = None,
    everything: Annotated[bool, typer.Option("--all", help="Compare all exact algorithms.")] = False,
    positions: Annotated[
        int, typer.Option("--positions", min=0, help="Take so many random positions instead of the one named.")
    ] = 0,
    plies: Annotated[int, typer.Option("--plies", min=0, help="After so many random moves.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Makes the random positions repeatable.")] = 1,
    lines: Annotated[
        Path | None,
        typer.Option("--lines", metavar="FILE", show_default=False, help="Take the positions in a file, one a line."),
    ] = None,
    memory: options.Memory = "table",
    table_bits: options.TableBits = 20,
    replacement: options.Replacement = "two-tier",
    symmetry: options.Symmetry = False,
    order: options.Order = None,
    evaluation: options.Evaluation = None,
    free_passes: options.FreePasses = False,
    deepening: Annotated[bool, typer.Option(help="Search depth by depth, or only the one depth.")] = True,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", show_default=False, help="Also write the figures; - prints them."),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", show_default=False, help="Also draw a chart: .svg, .png or .pdf."),
    ] = None,
    json: arguments.Json = False,
) -> None:
    """Search the same positions with several algorithms: leaves, nodes, table hits, passes and time.

    Figures in brackets are relative to NegaScout = 100. Ctrl-C ends it with the rows that are done.

    \b
    gamegrove compare othello --depth 2..8 --order memory --order static
    gamegrove compare connect-four --depth 1..8 --positions 20 --plies 8 --csv figures.csv
    gamegrove compare othello --depth 6 --all --memory exact --chart chart.svg
    """
    arguments.check_folders(csv, chart)
    if chart is not None:
        check_chart(chart)
    start = arguments.chosen_position(game, position, file, size, board_name)
    chosen = _positions(start, positions, plies, seed, lines)
    names = algorithm or ([each.name for each in list_algorithms() if each.is_exact] if everything else None)
    asked = {
        "memory": memory,
        "table_bits": table_bits,
        "replacement": replacement,
        "symmetry": symmetry,
        "order": tuple(order if order is not None else ["memory"]),
        "evaluation": evaluation,
        "free_passes": free_passes,
        "deepening": deepening,
    }
    done: Comparison | None = None
    try:
        with late_progress("compare") as progress:

            def keep(so_far: Comparison, rows: int, all_rows: int) -> None:
                nonlocal done
                done = so_far
                progress(rows, all_rows)

            done = comparison.compare(chosen, read_depths(depth), names, on_row=keep, **asked)
    except KeyboardInterrupt:
        if done is None:
            raise
    _show(done, csv, chart, json)


def _positions(start: Position, count: int, plies: int, seed: int, lines: Path | None) -> list[Position]:
    if lines is not None:
        return _positions_in(lines)
    return comparison.random_positions(start, count, plies, seed) if count else [start]


def _positions_in(file: Path) -> list[Position]:
    found = []
    for number, line in enumerate(arguments.text_of(file).splitlines(), 1):
        try:
            if line.strip():
                found.append(catalogue.position(line))
        except GamegroveError as error:
            raise GamegroveError(f"{file}, line {number}: {error}") from None
    if not found:
        raise GamegroveError(f"{file} holds no positions")
    return found


def read_depths(text: str) -> range:
    """Depths from text such as 6 or 2..8."""
    first, dots, last = text.partition("..")
    last = last if dots else first
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last) <= MOST_DEPTH):
        raise GamegroveError(f"--depth {text} should be a number such as 6, or a range such as 2..8 up to {MOST_DEPTH}")
    return range(int(first), int(last) + 1)


def _show(done: Comparison, csv: Path | None, chart: Path | None, json: bool) -> None:
    if csv is not None and str(csv) != "-":
        csv.write_text(done.csv(), encoding="utf-8")
    if str(csv) == "-":
        print(done.csv(), end="")
    elif json:
        print(json_format.dumps(description(done)))
    else:
        _print(done)
    if chart is not None:
        done.draw(chart)


def description(done: Comparison) -> dict[str, object]:
    """A comparison as programs see it."""
    columns = done.table()
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return {"positions": [each.line for each in done.positions], "asked": done.asked, "base": BASE, "rows": rows}


def _print(done: Comparison) -> None:
    headings = ("depth", "algorithm", "leaves", "distinct", "nodes", "hits", "passes", "seconds")
    rows = [headings, *(_cells(done, row) for row in done.rows)]
    depth = headings[0]
    for row, line in zip(rows, text_table(rows, left=(1,)), strict=True):
        if row[0] != depth and depth != headings[0]:
            print()
        depth = row[0]
        print(line)
    count = len(done.positions)
    print(
        f"\n{count} {'position' if count == 1 else 'positions'} of {done.positions[0].spec}; "
        "in brackets relative to NegaScout = 100"
    )


def _cells(done: Comparison, row: Row) -> tuple[str, ...]:
    def with_relative(measure: str, text: str) -> str:
        relative = done.relative(row, measure)
        return text if relative is None else f"{text} {f'({relative:.0f})':>5}"

    return (
        str(row.depth),
        row.algorithm,
        with_relative("leaves", f"{row.leaves:,}"),
        with_relative("distinct_leaves", f"{row.distinct_leaves:,}"),
        with_relative("nodes", f"{row.nodes:,}"),
        f"{row.hits:,}",
        str(row.passes or ""),
        with_relative("seconds", f"{row.seconds:.3f}"),
    )
