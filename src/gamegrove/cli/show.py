"""`gamegrove show`: look at a position."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gamegrove.cli import arguments, board
from gamegrove.games import list_games
from gamegrove.position import Position


def show(
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg", metavar="FILE", help="Also draw the position into an SVG file; - prints the SVG instead."
        ),
    ] = None,
    json: arguments.Json = False,
) -> None:
    """Show a position: the board, whose turn it is, the legal moves, and its texts.

    \b
    gamegrove show othello f5d6c3
    gamegrove show othello --board 96
    gamegrove show connect-four:size=8x7 4455 --svg position.svg
    gamegrove show pente-2003 --from board.txt
    gamegrove show tree '(A (B 3 12) (C 8 2))'
    """
    shown = arguments.chosen_position(game, position, file, size, board_name)
    if str(svg) == "-":
        print(shown._repr_svg_())
        return
    if svg is not None:
        svg.write_text(shown._repr_svg_(), encoding="utf-8")
    if json:
        print(json_format.dumps(description(shown)))
        return
    console = Console(highlight=False, markup=False)
    console.print(board.drawing(shown))
    console.print(board.summary(shown))
    if not shown.is_over():
        moves = [str(move) for move in shown.legal_moves]
        console.print(f"{len(moves)} legal {'move' if len(moves) == 1 else 'moves'}: {' '.join(moves)}")
    console.print(f"line: {shown.line}", soft_wrap=True)
    if svg is not None:
        console.print(f"drawn into {svg}")


def games(json: arguments.Json = False) -> None:
    """List the games and the options that change their rules."""
    entries = [
        {
            "name": entry.name,
            "summary": entry.summary,
            "options": {name: option.help for name, option in entry.options.items()},
        }
        for entry in list_games()
    ]
    if json:
        print(json_format.dumps({"games": entries}))
        return
    for entry in list_games():
        print(f"{entry.name:16} {entry.summary}")
        for name, option in entry.options.items():
            print(f"{'':16}   {name}: {option.help}")


def description(position: Position) -> dict[str, object]:
    """A position as programs see it."""
    outcome = position.outcome()
    return {
        "game": position.spec,
        "line": position.line,
        "board": str(position).split("\n"),
        "turn": position.turn,
        "players": list(position.players),
        "moves": [str(move) for move in position.legal_moves],
        "over": position.is_over(),
        "outcome": None if outcome is None else vars(outcome),
        "key": str(position.key()),
    }
