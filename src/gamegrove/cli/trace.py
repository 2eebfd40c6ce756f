"""`gamegrove trace`: watch a search step by step."""

from __future__ import annotations

import difflib
import json as json_format
import math
import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer

from gamegrove.cli import arguments, search_options
from gamegrove.errors import GamegroveError, TextError
from gamegrove.games import catalogue, list_games
from gamegrove.position import Position
from gamegrove.watching.events import MOST_EVENTS
from gamegrove.watching.trace import Trace
from gamegrove.watching.trace import trace as watch
from gamegrove.worked_examples import Difference, Example, find_example, list_examples

What = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE_OR_GAME",
        show_default=False,
        help="A tree file, a worked example (--list names them), or a game as in `gamegrove show`.",
    ),
]
Text = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", show_default=False, help="The position, instead of words."),
]
Algorithm = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        "-a",
        show_default=False,
        help=f"One of {search_options.NAMES}; alphabeta without it, but a worked example is searched as in its source.",
    ),
]


def trace(
    what: What = None,
    position: arguments.Words = None,
    text: Text = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    algorithm: Algorithm = None,
    depth: search_options.Depth = None,
    nodes: search_options.Nodes = None,
    memory: search_options.Memory = None,
    order: search_options.Order = None,
    evaluation: search_options.Evaluation = None,
    guess: search_options.Guess = None,
    rule: search_options.Rules = None,
    option: search_options.Options = None,
    checks: search_options.Checks = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="The largest number of events.")] = MOST_EVENTS,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Also draw the tree into an SVG file; - prints the SVG instead."),
    ] = None,
    examples: Annotated[bool, typer.Option("--list", help="List the worked examples.")] = False,
    json: arguments.Json = False,
) -> None:
    """Watch a search: every call with its window, every result with its reason, what was visited and what was not.

    All values and windows are seen by the side to move at the root.

    \b
    gamegrove trace tree.txt --algorithm negascout
    gamegrove trace alpha-beta-2003 --svg tree.svg
    gamegrove trace tree '(A (B 3 12) (C 8 2))' --algorithm mtdf --guess 5
    gamegrove trace othello f5d6 --depth 3 --order static
    gamegrove trace connect-four 4455 --algorithm mcts --option iterations=50
    """
    if examples:
        _list(json)
        return
    if text is not None:
        position = [text, *(position or [])]
    start, example = _chosen(what, position, file, size, board_name)
    name = algorithm or (example.algorithm if example else "alphabeta")
    watched = watch(
        start,
        name,
        limit=limit,
        depth=depth,
        nodes=nodes,
        memory=memory,
        order=order or (),
        evaluation=evaluation,
        guess=guess,
        rules=rule or (),
        options=search_options.read_options(name, option, checks, start),
    )
    if str(svg) == "-":
        print(watched.svg())
        return
    if svg is not None:
        svg.write_text(watched.svg(), encoding="utf-8")
    differences = example.differences.get(name) if example else None
    if json:
        print(json_format.dumps(description(watched, differences or ())))
        return
    _print(watched, differences)
    if svg is not None:
        print(f"drawn into {svg}")


def _chosen(
    what: str | None, words: list[str] | None, file: Path | None, size: str | None, board: str | None
) -> tuple[Position, Example | None]:
    """The position to search, and the worked example that it is the whole of."""
    if what is None:
        raise GamegroveError("name a tree file, a worked example (--list names them) or a game")
    games = [entry.name for entry in list_games()]
    if what.partition(" ")[0].partition(":")[0].lower() in games:
        return arguments.chosen_position(what, words, file, size, board), None
    if file is not None or size is not None or board is not None:
        raise GamegroveError(f"--from, --size and --board go with a game, not with '{what}'")
    names = [example.name for example in list_examples()]
    example = find_example(what) if what in names else None
    if example is None and not Path(what).exists():
        close = difflib.get_close_matches(what, games + names, n=1)
        hint = f"did you mean {close[0]}?" if close else "`gamegrove trace --list` and `gamegrove games` name them"
        raise GamegroveError(f"there is no file, worked example or game '{what[:60]}'; {hint}")
    start = example.tree() if example else _from_file(Path(what))
    return (start.play(" ".join(words)), None) if words else (start, example)


def _from_file(file: Path) -> Position:
    """A tree file, or a file that holds the line of any position."""
    text = arguments.text_of(file)
    first, _ = catalogue.split_line(text)
    is_line = first.partition(":")[0] in [entry.name for entry in list_games()]
    try:
        return catalogue.position(text) if is_line else catalogue.position("tree", text)
    except TextError as error:
        raise type(error)(f"{file}: {error}") from None


def _list(json: bool) -> None:
    if json:
        entries = [
            {"name": each.name, "summary": each.summary, "algorithm": each.algorithm} for each in list_examples()
        ]
        print(json_format.dumps({"examples": entries}))
        return
    for example in list_examples():
        print(f"{example.name:22} {example.summary}")


def _print(watched: Trace, differences: tuple[Difference, ...] | None) -> None:
    print("\n".join(watched.log()))
    print()
    print(watched.summary)
    _print_names("visited", watched.visited)
    _print_names("not visited" if watched.is_whole else "moves left out", watched.skipped)
    if differences:
        print("\nWhere the source's list differs:")
        for difference in differences:
            _print_difference(difference)
    elif differences is not None:
        print("\nThe source's list shows the same steps.")


def _print_names(title: str, names: list[str]) -> None:
    text = f"{title} ({len(names)}): {' '.join(names)}".rstrip(": ")
    print(textwrap.fill(text, 100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def _print_difference(difference: Difference) -> None:
    steps = ", ".join(map(str, difference.steps))
    print(f"  step {steps}: {difference.says}")
    for title, text in (("right", difference.right), ("why", difference.why)):
        print(textwrap.fill(f"    {title}: {text}", 100, subsequent_indent="      ", break_on_hyphens=False))


def description(watched: Trace, differences: tuple[Difference, ...] = ()) -> dict[str, Any]:
    """A trace as programs see it: the report, with all that led to it."""
    table = watched.table()
    rows = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    return {
        **watched.report.description(),
        "line": [str(move) for move in watched.line],
        "log": watched.log(),
        "events": [{name: _plain(value) for name, value in row.items()} for row in rows],
        "visited": watched.visited,
        "skipped": watched.skipped,
        "differences": [vars(difference) for difference in differences],
    }


def _plain(value: Any) -> Any:  # noqa: ANN401
    """JSON knows no infinity."""
    if isinstance(value, float) and math.isinf(value):
        return "+inf" if value > 0 else "-inf"
    return value
