"""`gamegrove explain`: what an evaluation sees in a position."""

from __future__ import annotations

import json as json_format
from typing import Annotated

import typer
from rich.console import Console

from gamegrove.cli import arguments, board
from gamegrove.cli import search_options as options
from gamegrove.explanation import explain as explanation_of


def explain(
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    evaluation: options.Evaluation = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Also compare the legal moves by what the position after each is worth.")
    ] = False,
    json: arguments.Json = False,
) -> None:
    """Explain a position: what every feature counts for both sides, and what an evaluation makes of that.

    \b
    gamegrove explain othello f5d6c3
    gamegrove explain othello f5d6c3 --evaluation '0.6*corners% + 0.4*mobility%' --moves
    gamegrove explain connect-four 4455 --evaluation 'segments + holes' --moves
    gamegrove explain othello f5d6c3 --evaluation @blend.txt
    """
    start = arguments.chosen_position(game, position, file, size, board_name)
    explanation = explanation_of(start, evaluation, moves=moves)
    if json:
        print(json_format.dumps(explanation.description()))
        return
    console = Console(highlight=False, markup=False)
    console.print(board.drawing(start))
    console.print(board.summary(start))
    if start.is_over():
        console.print("a search counts this result; what follows is for games that go on", style="dim")
    console.print(f"\n{explanation}", soft_wrap=True)
