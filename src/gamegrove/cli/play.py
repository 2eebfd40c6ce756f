"""`gamegrove play`: a game in the terminal."""

from __future__ import annotations

import io
import json as json_format
import sys
import time
import traceback
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from gamegrove.cli import arguments, board, opinion
from gamegrove.cli.human import People, Stopped
from gamegrove.cli.keeping import keep_game
from gamegrove.cli.seats import Seats, Wishes, chosen_texts
from gamegrove.cli.table import Played, Table
from gamegrove.cli.thinking import ask
from gamegrove.errors import GamegroveError
from gamegrove.levels import MOST_LEVEL
from gamegrove.players import Decision, Player
from gamegrove.position import Position, legal_move

FAILED = 1

Ordered = Annotated[
    str | None,
    typer.Option(
        metavar="PLAYER", show_default=False, help="Who plays that side: human, or one of `gamegrove players`."
    ),
]


def _named(*flags: str) -> Any:  # noqa: ANN401 - what typer makes of it is its own affair
    panel = "Sides by their names, where the game has them"
    return typer.Option(
        *flags, metavar="PLAYER", show_default=False, rich_help_panel=panel, help="Who plays that side."
    )


Named = Annotated[str | None, _named()]
Max = Annotated[str | None, _named("--max")]
Min = Annotated[str | None, _named("--min")]


class PlayerFailed(Exception):  # noqa: N818 - what follows is the end of the game, not of the program
    """A player has raised an exception or chosen a move that the rules forbid."""


def play(
    game: arguments.OptionalGame = None,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    first: Ordered = None,
    second: Ordered = None,
    black: Named = None,
    white: Named = None,
    red: Named = None,
    yellow: Named = None,
    green: Named = None,
    crosses: Named = None,
    noughts: Named = None,
    max_side: Max = None,
    min_side: Min = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            min=1,
            max=MOST_LEVEL,
            show_default=False,
            help="How well computers play that name no limit of their own; the usual opponent has 3.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", min=0, show_default=False, help="How many seconds a move of those may take."),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", show_default=False, help="What each may remember, such as 500MB."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Makes players repeatable that play by chance.", show_default=False)
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Keep the game in this file after every move; if it is there already, go on with that game.",
        ),
    ] = None,
    json: arguments.Json = False,
) -> None:
    """Play a game in the terminal, against people or programs.

    Type moves as the game's people write them (f5, 4, k10); `help` lists what else there is: hint, undo, save and
    so on. `quit` or Ctrl-C stops and says how to go on later. While a computer thinks, Ctrl-C makes it move at once.

    \b
    gamegrove play
    gamegrove play othello --black human --white mtdf:time=1
    gamegrove play connect-four --red mtdf --level 7
    gamegrove play connect-four --yellow engine --level 4
    gamegrove play connect-four --red perfect
    gamegrove play pente-2003 --from board.txt --second pente-2003-mtdf
    gamegrove play othello --size 6 --record game.txt
    """
    start = arguments.chosen_position(game or arguments.USUAL_GAME, position, file, size, board_name)
    is_chosen = [game, position, file, size, board_name] != [None] * 5
    table = Table(start, record, _screen(quiet=json))
    if is_chosen and table.start != start:
        raise GamegroveError(f"{record} holds another game, from {table.start.line}; name another file")
    named = {
        "black": black,
        "white": white,
        "red": red,
        "yellow": yellow,
        "green": green,
        "crosses": crosses,
        "noughts": noughts,
        "max": max_side,
        "min": min_side,
    }
    wishes = Wishes(level, seconds, None if memory is None else arguments.read_megabytes(memory), seed)
    seats = Seats(chosen_texts(table.start, first, second, named), wishes)
    failure = _play(table, seats, wishes)
    keep_game(table, (seats.names[0], seats.names[1]))
    if json:
        answer = {**table.description(), "players": seats.names}
        print(json_format.dumps(answer if failure is None else {**answer, "error": failure}))
    if failure is not None:
        raise typer.Exit(FAILED)


def _screen(*, quiet: bool) -> Console:
    """The terminal, or whatever takes its place. NO_COLOR means no colour and nothing else either."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # what was typed may be more than can be printed
    console = Console(highlight=False, markup=False, quiet=quiet)
    return Console(highlight=False, markup=False, quiet=quiet, color_system=None) if console.no_color else console


def _play(table: Table, seats: Seats, wishes: Wishes) -> str | None:
    """Play the game until it is over or somebody stops; what was wrong with a player, if it failed."""
    try:
        seats.begin(table.start)
        Game(table, seats, wishes).play()
    except (Stopped, KeyboardInterrupt, EOFError):
        table.say("")
        table.say_how_to_go_on(seats.options())
    except PlayerFailed as failed:
        Console(stderr=True, highlight=False, markup=False).print(f"error: {failed}", style="bold red", soft_wrap=True)
        table.say_how_to_go_on(seats.options())
        return str(failed)
    finally:
        seats.close()
    return None


class Game:
    """A game in progress: whose turn it is, and what they do."""

    def __init__(self, table: Table, seats: Seats, wishes: Wishes) -> None:
        self.table = table
        self.seats = seats
        self.people = People(table, seats.humans, wishes.adviser())
        self._begun = table.start

    def play(self) -> None:
        """Take turns until the game is over."""
        if not self.seats.humans:
            self.table.show(marks_moves=False)
        while not self.table.position.is_over():
            self._one_turn()
        if self.seats.humans:
            self.table.show(marks_moves=False)

    def _one_turn(self) -> None:
        if self._begun is not self.table.start:  # another game was loaded
            self._begun = self.table.start
            self.seats.begin(self.table.start)
        position = self.table.position
        if position.must_pass():
            self._pass(position)
        elif position.turn in self.seats.humans:
            self.people.take_turn()
        else:
            self._computer_turn(position)

    def _pass(self, position: Position) -> None:
        if position.turn in self.seats.humans:
            self.table.show(marks_moves=False)
        self.table.say(f"{board.side_name(position, position.turn)} cannot move and passes")
        self.table.play(Played(Decision(position.legal_moves[0]), 0.0))

    def _computer_turn(self, position: Position) -> None:
        side, player = board.side_name(position, position.turn), self.seats.players[position.turn]
        begin = time.monotonic()
        decision, is_hurried = self._choice(player, position, f"{side} ({player.name})")
        seconds = time.monotonic() - begin
        if is_hurried and not self.seats.humans:  # without people there is no prompt at which to stop
            raise Stopped
        self.table.say(f"{side} plays {opinion.words(decision, seconds)}")
        self.table.play(Played(decision, seconds))
        if not self.seats.humans:
            self.table.show(marks_moves=False)

    def _choice(self, player: Player, position: Position, who: str) -> tuple[Decision, bool]:
        """What a player decides, and whether it was told to hurry."""
        try:
            decision, is_hurried = ask(player, position, who, self.seats.clock(player))
            move = legal_move(position, decision.move)
        except GamegroveError as error:
            raise PlayerFailed(f"{who} failed: {error}") from error
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{frame.filename}, line {frame.lineno}"
            raise PlayerFailed(f"{who} failed: {place}: {type(error).__name__}: {error}") from error
        if move is None:
            raise PlayerFailed(f"{who} wants to play {decision.move}, which is not legal")
        return replace(decision, move=move), is_hurried
