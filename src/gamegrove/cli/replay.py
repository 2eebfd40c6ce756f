"""`gamegrove replay`: look at stored games again."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gamegrove.cli import arguments, board, running
from gamegrove.errors import GamegroveError
from gamegrove.game_log import GameLog, Turn, read_games
from gamegrove.position import Position
from gamegrove.store import Store


def replay(
    games_of: Annotated[
        str,
        typer.Argument(
            metavar="RUN|FILE",
            help="The number of a stored run, as `gamegrove results` lists it, or a file of games, as `gamegrove "
            "results export RUN FILE.jsonl` writes it.",
        ),
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            show_default=False,
            help="The game, as the list names it: 3, or 1/3 in a run of many matches; without it all are listed.",
        ),
    ] = None,
    every_board: Annotated[bool, typer.Option("--all", help="Draw the board after every move.")] = False,
    store: running.StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """List stored games, or show one of them move by move, with values, depths and times.

    Every game shown is played again by the rules; an error says which one is damaged, and where.

    \b
    gamegrove replay 12
    gamegrove replay 12 3 --all
    gamegrove replay games.jsonl 3
    """
    games = games_in(games_of, store)
    chosen = games if name is None else {name: find_game(games_of, games, name)}
    positions = [positions_of(games_of, named, game) for named, game in chosen.items()]
    if json:
        _print_json(chosen, positions, is_list=name is None)
    elif name is None:
        for named, game in chosen.items():
            print(game_line(game, named))
        kinds = ", ".join(dict.fromkeys(game.game for game in games.values()))
        print(f"\n{len(games)} {'game' if len(games) == 1 else 'games'} of {kinds}")
    else:
        _show(chosen[name], name, positions[0], every_board)


def games_in(source: str, store: Path | None) -> dict[str, GameLog]:
    """The games of a stored run, given by its number, or of a file, by the names that the list gives them."""
    return _stored_games(int(source), store) if source.isdecimal() else _games_of_file(Path(source))


def _stored_games(run: int, store: Path | None) -> dict[str, GameLog]:
    """The games of a run by their labels; those of a single match by their numbers."""
    with Store(store, create=False) as base:
        finished = base.run(run).results().values()
    games = {each.task.label: GameLog.read(game) for each in finished for game in each.result.get("games", [])}
    if not games:
        raise GamegroveError(f"run {run} has no games; `gamegrove results` lists what is stored")
    is_match = all(label == f"0/{game.number}" for label, game in games.items())
    return {str(game.number): game for game in games.values()} if is_match else games


def _games_of_file(file: Path) -> dict[str, GameLog]:
    return {str(number): game for number, game in enumerate(read_games(file))}


def _print_json(chosen: dict[str, GameLog], positions: list[list[Position]], *, is_list: bool) -> None:
    games = [
        {**game.description(), "name": name, "positions": [each.line for each in of_game]}
        for (name, game), of_game in zip(chosen.items(), positions, strict=True)
    ]
    print(json_format.dumps({"games": games} if is_list else games[0]))


def game_line(game: GameLog, name: str | None = None) -> str:
    """A finished game on one line: its number or another name, who was first and second, and the result."""
    points = {0: "1-0", 1: "0-1", None: "draw"}[game.result.winner]
    by = f"by {game.result.margin}, " if (game.result.margin or 0) > 1 else ""
    first, second = game.players
    return f"{game.number if name is None else name:>4}  {first} - {second}  {points}  {by}{game.result.reason}"


def positions_of(source: str, name: str, game: GameLog) -> list[Position]:
    """All positions of a stored game, the start first; an error says which game is damaged."""
    try:
        return game.replay()
    except GamegroveError as error:
        raise GamegroveError(f"{_in_words(source)}, game {name}: {error}") from None


def find_game(source: str, games: dict[str, GameLog], name: str) -> GameLog:
    """The game of that name among those of a run or a file."""
    if name not in games:
        raise GamegroveError(
            f"{_in_words(source)} has no game {name}; `gamegrove replay {source}` lists those there are"
        )
    return games[name]


def _in_words(source: str) -> str:
    return f"run {source}" if source.isdecimal() else source


def _show(game: GameLog, name: str, positions: list[Position], every_board: bool) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    if game.opening:
        console.print(f"opening: {game.opening}")
    if every_board or not game.moves:
        console.print(board.drawing(positions[0]))
    for ply, turn in enumerate(game.moves, 1):
        console.print(_turn_line(game, ply, turn))
        if every_board or ply == len(game.moves):
            console.print(board.drawing(positions[ply], last=turn.move))
    console.print(game_line(game, name).strip())


def _turn_line(game: GameLog, number: int, turn: Turn) -> str:
    """A move as people read it; what the player did not say is left out."""
    said = [
        turn.value_text or "",
        "" if turn.depth is None else f"depth {turn.depth}",
        "" if turn.nodes is None else f"{turn.nodes:,} nodes",
        f"{turn.seconds:.3f} s",
    ]
    return f"{number:4}. {turn.move:5} {game.players[turn.side]}: {', '.join(part for part in said if part)}"
