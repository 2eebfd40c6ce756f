"""The options that all commands which search share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from gamegrove.cli import arguments
from gamegrove.errors import GamegroveError
from gamegrove.parameters import load_checks
from gamegrove.players.options import read_value
from gamegrove.position import Position
from gamegrove.textbook.catalogue import find_algorithm, list_algorithms

NAMES = ", ".join(each.name for each in list_algorithms())

Algorithm = Annotated[
    str, typer.Option("--algorithm", "-a", help=f"One of {NAMES}, or one of your own (`gamegrove algorithms`).")
]
Depth = Annotated[
    int | None,
    typer.Option(
        "--depth", "-d", min=0, show_default=False, help="How many plies deep; a tree is searched to its end."
    ),
]
Nodes = Annotated[int | None, typer.Option("--nodes", min=1, show_default=False, help="Stop after so many nodes.")]
Seconds = Annotated[float | None, typer.Option("--seconds", min=0, show_default=False, help="Stop after so long.")]
Megabytes = Annotated[
    float | None, typer.Option("--megabytes", min=0, show_default=False, help="How much the search may remember.")
]
Memory = Annotated[
    str | None,
    typer.Option(
        "--memory",
        show_default=False,
        help="What is remembered: none, exact, table, or careless (wrong on purpose); without it what the "
        "algorithm needs.",
    ),
]
TableBits = Annotated[int, typer.Option("--table-bits", help="A table has 2^so many entries.")]
Replacement = Annotated[
    str, typer.Option("--replacement", help="Which entry of a table makes room: always, deeper or two-tier.")
]
Symmetry = Annotated[bool, typer.Option("--symmetry", help="Remember images of a position under symmetries as one.")]
Order = Annotated[
    list[str] | None,
    typer.Option("--order", show_default=False, help="Which moves first: memory, killer, history, static; repeatable."),
]
Evaluation = Annotated[
    str | None,
    typer.Option(
        "--evaluation",
        show_default=False,
        help="What values the horizon: a name, a blend such as '0.6*corners% + 0.4*mobility%', or @FILE with one.",
    ),
]
Guess = Annotated[int | None, typer.Option("--guess", show_default=False, help="Where MTD(f) and the like begin.")]
Rules = Annotated[
    list[str] | None,
    typer.Option("--rule", show_default=False, help="Let a rule take moves away, by name; repeatable."),
]
FreePasses = Annotated[bool, typer.Option("--free-passes", help="A forced pass costs no ply.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        show_default=False,
        help="An option of the algorithm, such as iterations=50 of mcts; repeatable.",
    ),
]
Checks = Annotated[
    Path | None,
    typer.Option(
        "--checks",
        metavar="FILE",
        show_default=False,
        help="The parameters of probcut and mpc, as `gamegrove train` writes them.",
    ),
]


def read_options(algorithm: str, texts: list[str] | None, checks: Path | None, position: Position) -> dict[str, Any]:
    """The algorithm's own options, each read as what its default is."""
    defaults = find_algorithm(algorithm).options
    options: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise GamegroveError(f"'{text}' should be an option and its value, such as iterations=50")
        if name == "checks":
            raise GamegroveError("give the parameters of ProbCut with --checks FILE")
        options[name] = read_value(name, value, defaults.get(name))
    if checks is not None:
        arguments.text_of(checks)  # says why, if the file cannot be read
        options["checks"] = load_checks(checks, position, several=algorithm == "mpc")
    return options
