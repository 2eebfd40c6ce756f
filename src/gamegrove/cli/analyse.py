"""`gamegrove analyse`: search a position, and `gamegrove algorithms`: what to search it with."""

from __future__ import annotations

import json as json_format

from rich.console import Console

from gamegrove.cli import arguments, board
from gamegrove.cli import search_options as options
from gamegrove.cli.keeping import keep_report
from gamegrove.position import Position
from gamegrove.report import Progress, Report
from gamegrove.search import search
from gamegrove.textbook.catalogue import list_algorithms
from gamegrove.textbook.null_window import Outcome


def analyse(
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    algorithm: options.Algorithm = "tt",
    depth: options.Depth = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
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
    """Search a position with any algorithm and say what it found: the value, the move and the best play.

    Without a limit it searches for five seconds. Ctrl-C ends it with what is known so far.

    \b
    gamegrove analyse connect-four 4455
    gamegrove analyse othello f5d6c3 --algorithm mtdf --depth 10 --order memory --order static
    gamegrove analyse othello:size=4 --depth 20
    gamegrove analyse connect-four --algorithm mcts --option iterations=20000
    """
    start = arguments.chosen_position(game, position, file, size, board_name)
    if (depth, seconds, nodes) == (None, None, None) and start.spec != "tree":
        seconds = 5.0
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
