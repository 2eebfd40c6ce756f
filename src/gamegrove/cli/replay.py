"""`gamegrove replay`: look at the games of a match again."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gamegrove.cli import arguments, board
from gamegrove.errors import GamegroveError
from gamegrove.game_log import GameLog, Turn, read_log
from gamegrove.match import Match
from gamegrove.position import Position


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The log, as `gamegrove match --output` writes it.")],
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", show_default=False, help="The game; without it all are listed.")
    ] = None,
    every_board: Annotated[bool, typer.Option("--all", help="Draw the board after every move.")] = False,
    json: arguments.Json = False,
) -> None:
    """List the games of a match, or show one of them move by move, with values, depths and times.

    Every game shown is played again by the rules; an error says which one is damaged, and where.

    \b
    gamegrove replay match.jsonl
    gamegrove replay match.jsonl 3
    gamegrove replay match.jsonl 3 --all
    """
    match, games = read_match(file)
    if number is None:
        for game in games:
            _positions(file, match, game)
        _list(match, games, json)
        return
    game = _find(file, games, number)
    positions = _positions(file, match, game)
    if json:
        print(json_format.dumps({**game.description(), "positions": [each.line for each in positions]}))
    else:
        _show(game, positions, every_board)


def read_match(file: Path) -> tuple[Match, list[GameLog]]:
    """A match and its finished games from its log."""
    header, games = read_log(file)
    try:
        match = Match.read(header)
    except GamegroveError as error:
        raise GamegroveError(f"{file}, line 1 is damaged: {error}") from None
    try:
        match.start  # noqa: B018 - reads the game's name
    except GamegroveError as error:
        raise GamegroveError(f"{file}: {error}; a game of your own comes with --load FILE.py") from None
    return match, games


def game_line(game: GameLog) -> str:
    """A finished game on one line: its number, who was first and second, and the result."""
    points = {0: "1-0", 1: "0-1", None: "draw"}[game.result.winner]
    by = f"by {game.result.margin}, " if (game.result.margin or 0) > 1 else ""
    first, second = game.players
    return f"{game.number:4}  {first} - {second}  {points}  {by}{game.result.reason}"


def _positions(file: Path, match: Match, game: GameLog) -> list[Position]:
    try:
        return match.replay(game)
    except GamegroveError as error:
        raise GamegroveError(f"{file}: {error}") from None


def _find(file: Path, games: list[GameLog], number: int) -> GameLog:
    for game in games:
        if game.number == number:
            return game
    raise GamegroveError(f"{file} has no game {number}; `gamegrove replay {file}` lists those it has")


def _list(match: Match, games: list[GameLog], json: bool) -> None:
    if json:
        print(json_format.dumps({"match": match.header(), "games": [game.description() for game in games]}))
        return
    for game in games:
        print(game_line(game))
    print(f"\n{len(games)} of {match.games} games of {match.game}")


def _show(game: GameLog, positions: list[Position], every_board: bool) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if every_board or not game.moves:
        console.print(board.drawing(positions[0]))
    for number, turn in enumerate(game.moves, 1):
        console.print(_turn_line(game, number, turn))
        if every_board or number == len(game.moves):
            console.print(board.drawing(positions[number], last=turn.move))
    console.print(game_line(game).strip())


def _turn_line(game: GameLog, number: int, turn: Turn) -> str:
    """A move as people read it; what the player did not say is left out."""
    said = [
        turn.value_text or "",
        "" if turn.depth is None else f"depth {turn.depth}",
        "" if turn.nodes is None else f"{turn.nodes:,} nodes",
        f"{turn.seconds:.3f} s",
    ]
    return f"{number:4}. {turn.move:5} {game.players[turn.side]}: {', '.join(part for part in said if part)}"
