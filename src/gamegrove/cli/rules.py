"""`gamegrove rules`: what rule-based pruning cuts, saves and costs."""

from __future__ import annotations

import json as json_format
from collections.abc import Callable
from typing import Annotated

import typer

from gamegrove.cli import arguments
from gamegrove.cli import search_options as options
from gamegrove.cli.progress import late_progress
from gamegrove.cli.text_table import text_table
from gamegrove.levels import depth_for
from gamegrove.rule_report import Effect, Loss, Row, RuleReport, positions_of_random_games, rule_report
from gamegrove.textbook.rule_pruning import rules_of

LINES: list[tuple[str, Callable[[Row], str]]] = [
    ("moves cut", lambda row: f"{row.share_cut:.1%}"),
    ("nodes", lambda row: f"{row.nodes_ratio:.1%}"),
    ("time", lambda row: f"{row.time_ratio:6.1%}"),  # of one width, so that the table is the same in any hour
    ("best move cut", lambda row: str(row.best_cut.times)),
    ("  costs on average", lambda row: _average(row.best_cut)),
    ("  costs at most", lambda row: _most(row.best_cut)),
    ("  costs the result", lambda row: str(row.best_cut.results)),
    ("another move chosen", lambda row: str(row.other_moves)),
    ("a worse move chosen", lambda row: str(row.worse_moves.times)),
    ("  costs on average", lambda row: _average(row.worse_moves)),
    ("  costs at most", lambda row: _most(row.worse_moves)),
    ("  costs the result", lambda row: str(row.worse_moves.results)),
]
"""What is shown of a row, from top to bottom."""
USUAL_LEVEL = 4
"""The level whose depth at the start is searched unless a depth is named: where moves are many it is less."""


def rules(
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", show_default=False, help="Report on this rule; repeatable. Without it all of the game."),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", "-d", min=1, show_default=False, help="How many plies deep; usually 4, 2 in Pente."),
    ] = None,
    algorithm: options.Algorithm = "alphabeta",
    positions: Annotated[
        int,
        typer.Option("--positions", min=0, help="So many positions of random games; 0 for only the one named."),
    ] = 50,
    seed: Annotated[int, typer.Option("--seed", help="Makes the random games repeatable.")] = 1,
    order: options.Order = None,
    evaluation: options.Evaluation = None,
    json: arguments.Json = False,
) -> None:
    """Search the same positions without rules, with each rule alone, and with all of them together.

    It tells which share of the moves the rules cut, what nodes and time they leave, and how often they cut the best
    move: that of a full search to the same depth. Ctrl-C ends it with the positions that are done.

    \b
    gamegrove rules othello --depth 6
    gamegrove rules othello --rule corners --rule guard --algorithm negascout --positions 200 --order static
    gamegrove rules connect-four 4455 --positions 0 --depth 8
    """
    start = arguments.chosen_position(game, position, file, size, board_name)
    chosen = positions_of_random_games(start, positions, seed) if positions else [start]
    with arguments.stop_on_ctrl_c() as stop, late_progress("rules") as progress:
        done = rule_report(
            chosen,
            rule or rules_of(start),
            depth_for(USUAL_LEVEL, start) if depth is None else depth,
            algorithm,
            on_position=progress,
            stop=stop,
            order=tuple(order or ()),
            evaluation=evaluation,
        )
    if not done.positions:
        raise KeyboardInterrupt
    if json:
        print(json_format.dumps(done.description()))
    else:
        _print(done)


def _print(done: RuleReport) -> None:
    headings = ["", *(_heading(row.rules) for row in done.rows)]
    for line in text_table([headings, *([title, *map(cell, done.rows)] for title, cell in LINES)]):
        print(line)
    count, asked = len(done.positions), done.request
    print(
        f"\n{count} {'position' if count == 1 else 'positions'} of {asked.position.spec}, {asked.algorithm} to depth "
        f"{asked.depth}; nodes and time relative to the search without rules"
    )
    for row in done.rows:
        if worst := done.worst(row.rules):
            print(_worst(done, worst))


def _heading(rules: tuple[str, ...]) -> str:
    return rules[0] if len(rules) == 1 else "together"


def _worst(done: RuleReport, worst: Effect) -> str:
    def named(move: object) -> str:
        return f"{move} ({done.in_words(worst.values[move])})"

    cut, left = named(worst.best), named(worst.best_left)
    return f"{_heading(worst.rules)} at worst: {cut} is cut, {left} is left in {worst.position.line}"


def _average(loss: Loss) -> str:
    return f"{loss.average:.1f}" if loss.times > loss.results else ""


def _most(loss: Loss) -> str:
    return str(loss.most) if loss.times > loss.results else ""
