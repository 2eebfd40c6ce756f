"""`gamegrove analyse`: search a position, and `gamegrove algorithms`: what to search it with."""

from __future__ import annotations

import json as json_format
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console

from gamegrove import Othello
from gamegrove.cli import arguments, board, engine_options
from gamegrove.cli import search_options as options
from gamegrove.cli.engine_analysis import analyse_by_engine
from gamegrove.cli.keeping import keep_report
from gamegrove.engines import Limit
from gamegrove.engines.engine import has_engine
from gamegrove.errors import GamegroveError
from gamegrove.position import Position
from gamegrove.report import Progress, Report
from gamegrove.search import search
from gamegrove.textbook.catalogue import list_algorithms
from gamegrove.textbook.null_window import Outcome

Algorithm = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        "-a",
        show_default=False,
        help=f"engine, {options.NAMES}, or one of your own (`gamegrove algorithms`). Without it Othello is analysed by "
        "its engine, and everything else by tt.",
    ),
]
Lines = Annotated[int, typer.Option("--lines", "-k", min=1, help="How many of the best moves the engine shows.")]
ENGINE = "engine"
USUAL_ALGORITHM = "tt"
USUAL_SECONDS = 5.0
"""How long an analysis takes that nothing limits."""
OF_ENGINES = ("lines", "threads", "table_mib", "weights")
"""The options that only an engine has."""
OF_SEARCHES = (
    *("megabytes", "memory", "table_bits", "replacement", "symmetry", "order", "evaluation", "rule", "guess"),
    *("free_passes", "option", "checks"),
)
"""The options that only the searches of the laboratory have."""


def analyse(
    context: typer.Context,
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    algorithm: Algorithm = None,
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    lines: Lines = 3,
    threads: engine_options.Threads = 1,
    table_mib: engine_options.TableMib = 64,
    weights: engine_options.Weights = None,
    megabytes: options.Megabytes = None,
    memory: options.Memory = None,
    table_bits: options.TableBits = 20,
    replacement: options.Replacement = "two-tier",
    symmetry: options.Symmetry = False,
    order: options.Order = None,
    evaluation: options.Evaluation = None,
    rule: options.Rules = None,
    guess: options.Guess = None,
    free_passes: options.FreePasses = False,
    option: options.Options = None,
    checks: options.Checks = None,
    json: arguments.Json = False,
) -> None:
    """Search a position, by the game's engine or any algorithm, and say what was found: value, move and best play.

    Othello is analysed by its engine, as deep as the limits allow: a line tells what every search has found, and a
    table in the end the best moves. Everything else, and Othello with --algorithm or another option of a search, is
    searched by an algorithm, whose search is stored. Without a limit it takes five seconds. Ctrl-C ends it with what is
    known so far.

    \b
    gamegrove analyse f5d6c3d3c4f4
    gamegrove analyse othello --from board.txt --lines 4 --seconds 10
    gamegrove analyse connect-four 4455
    gamegrove analyse othello f5d6c3 --algorithm mtdf --depth 10 --order memory --order static
    gamegrove analyse othello:size=4 --algorithm tt --depth 20
    gamegrove analyse connect-four --algorithm mcts --option iterations=20000
    """
    start = arguments.chosen_position(game, position, file, size, board_name)
    if (depth, seconds, nodes) == (None, None, None) and start.spec != "tree":
        seconds = USUAL_SECONDS
    algorithm = _chosen_algorithm(algorithm, start, context)
    if algorithm == ENGINE:
        engine = engine_options.engine_for(start, threads=threads, table_mib=table_mib, weights=weights)
        analyse_by_engine(engine, start, Limit(depth, seconds, nodes), lines, json=json)
        return
    console = Console(highlight=False, markup=False)
    with arguments.stop_on_ctrl_c() as stop:
        report = search(
            start,
            algorithm,
            on_progress=None if json else lambda progress: console.print(_line(progress), style="dim"),
            stop=stop,
            depth=depth,
            seconds=seconds,
            nodes=nodes,
            megabytes=megabytes,
            deepening=None if depth is None or algorithm == "null-window" else True,
            memory=memory,
            table_bits=table_bits,
            replacement=replacement,
            symmetry=symmetry,
            order=order if order is not None else ["memory"],
            evaluation=evaluation,
            rules=rule or (),
            guess=guess,
            free_passes=free_passes,
            options=options.read_options(algorithm, option, checks, start),
        )
    keep_report(report)
    if json:
        print(json_format.dumps(report.description()))
        return
    console.print(board.drawing(start))
    for line in summary(start, report):
        console.print(line, soft_wrap=True)


def _chosen_algorithm(algorithm: str | None, start: Position, context: typer.Context) -> str:
    """What to search with. Options that go with something else are refused, if that was named, or decide it."""
    of_search, of_engine = _typed(OF_SEARCHES, context), _typed(OF_ENGINES, context)
    if algorithm is None:
        algorithm = ENGINE if isinstance(start, Othello) and not of_search else USUAL_ALGORITHM
    if algorithm == ENGINE and of_search:
        raise GamegroveError(f"{of_search[0]} goes with an algorithm, not with the engine; leave one of them out")
    if algorithm != ENGINE and of_engine:
        instead = ", or say --algorithm engine" if has_engine(start.spec) else ""
        raise GamegroveError(f"{of_engine[0]} goes with the engine, not with {algorithm}: leave it out{instead}")
    return algorithm


def _typed(names: Sequence[str], context: typer.Context) -> list[str]:
    """Those of some options that stand in the command line, as they are typed."""
    given = [name for name in names if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"]
    return [f"--{name.replace('_', '-')}" for name in given]


def _line(progress: Progress) -> str:
    move = "" if progress.move is None else f"  {progress.move}"
    return (
        f"depth {progress.depth:2}  {progress.value_text:>12}{move}  {progress.nodes:,} nodes  {progress.seconds:.2f} s"
    )


def summary(position: Position, report: Report) -> list[str]:
    """What a report says, for people."""
    side = board.side_name(position, position.turn)
    if report.bound in (Outcome.fails_low, Outcome.fails_high):
        played = "" if report.move is None else f" with {report.move}"
        verdict = f"for {side} the value is {report.bound} {report.value}{played}"
    elif report.move is None:
        verdict = f"the game is over: {side} {report.value_text}"
    elif any(report.value_text.startswith(verb) for verb in ("wins", "loses", "draws", "scores")):
        verdict = f"{side} {report.value_text} with {report.move}"
    else:
        verdict = f"{side} plays {report.move}: {report.value_text}"
    lines = [verdict + (" (proven)" if report.proven else "")]
    if len(report.line) > 1:
        lines.append("best play: " + " ".join(str(move) for move in report.line))
    counters = report.counters
    lines.append(
        f"{report.request.algorithm}, depth {report.depth}, {counters.nodes:,} nodes, {counters.leaves:,} leaves, "
        f"{counters.hits:,} remembered, {report.seconds:.2f} s; ended by {report.stopped}"
    )
    return lines


def algorithms(json: arguments.Json = False) -> None:
    """List the algorithms and their own options."""
    entries = [
        {
            "name": each.name,
            "summary": each.summary,
            "options": {name: repr(value) for name, value in each.options.items() if name != "checks"},
            "memory": each.memory,
            "exact": each.is_exact,
        }
        for each in list_algorithms()
    ]
    if json:
        print(json_format.dumps({"algorithms": entries}))
        return
    for each in list_algorithms():
        print(f"{each.name:16} {each.summary}")
        settings = [f"{name}={value}" for name, value in each.options.items() if name != "checks"]
        if settings:
            print(f"{'':16}   options: {', '.join(settings)}")
