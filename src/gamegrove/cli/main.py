"""The command and its sub-commands, and what becomes of errors."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

import gamegrove
from gamegrove.cli import (
    analyse,
    arguments,
    bench,
    book,
    compare,
    explain,
    perft,
    play,
    players,
    replay,
    reproduce,
    results,
    review,
    rules,
    running,
    show,
    solve,
    tournament,
    trace,
    train,
)
from gamegrove.errors import GamegroveError, WorkFailedError
from gamegrove.work.loading import Source

FAILED, WRONG_USAGE = 1, 2

WELCOME = """[bold]gamegrove {version}[/bold]: two-player board games of perfect information.

  [bold]gamegrove play othello[/bold]                play against the computer; --level 1 to 10
  [bold]gamegrove play pente --second human[/bold]   two people at one screen
  [bold]gamegrove match greedy random[/bold]         a match between two players
  [bold]gamegrove tournament greedy tt mcts[/bold]   several players, with ratings
  [bold]gamegrove replay 1 0[/bold]                  a stored game, move by move
  [bold]gamegrove results[/bold]                     everything that is stored
  [bold]gamegrove reproduce all --quick[/bold]       the experiments of five sources, run again
  [bold]gamegrove show connect-four 4455[/bold]      look at a position
  [bold]gamegrove perft othello 9[/bold]             count the leaves of the game tree
  [bold]gamegrove analyse connect-four 4455[/bold]   search a position with any algorithm
  [bold]gamegrove solve connect-four 4455[/bold]     the exact score of a position and of every move
  [bold]gamegrove review connect-four 4455[/bold]    which moves threw something away
  [bold]gamegrove explain othello f5d6c3[/bold]      what evaluations see in a position
  [bold]gamegrove trace alpha-beta-2003[/bold]       watch a search step by step
  [bold]gamegrove compare othello -d 2..7[/bold]     what each algorithm needs for the same positions
  [bold]gamegrove rules othello[/bold]               what rule-based pruning cuts, and what that costs
  [bold]gamegrove book make connect-four[/bold]      make an opening book
  [bold]gamegrove train othello-patterns[/bold]      teach the Othello engine a board; see train --help
  [bold]gamegrove games[/bold]                       the games and their options
  [bold]gamegrove players[/bold]                     who can play, and their options
  [bold]gamegrove algorithms[/bold]                  the algorithms and their options
  [bold]gamegrove bench[/bold]                       the signature of all the rules

Games: {games}.
Every command explains itself with [bold]--help[/bold] and answers programs with [bold]--json[/bold]."""

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("play")(play.play)
app.command("match")(tournament.match)
app.command("tournament")(tournament.tournament)
app.command("replay")(replay.replay)
app.command("reproduce")(reproduce.reproduce)
app.add_typer(results.app, name="results")
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("trace")(trace.trace)
app.command("analyse")(analyse.analyse)
app.command("solve")(solve.solve)
app.command("review")(review.review)
app.command("explain")(explain.explain)
app.command("compare")(compare.compare)
app.command("rules")(rules.rules)
app.add_typer(train.app, name="train")
app.add_typer(book.app, name="book")
app.command("bench")(bench.bench)
app.command("games")(show.games)
app.command("players")(players.players)
app.command("algorithms")(analyse.algorithms)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"gamegrove {gamegrove.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def welcome(
    context: typer.Context,
    load: Annotated[
        list[Path] | None,
        typer.Option(
            "--load", metavar="FILE", help="Run a Python file first, which may register games and algorithms."
        ),
    ] = None,
    version: Annotated[  # noqa: ARG001 - typer calls _show_version with it
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Two-player board games of perfect information: play them, look at them, count them."""
    for path in load or []:
        _load(path)
    if context.invoked_subcommand is None:
        names = ", ".join(entry.name for entry in gamegrove.list_games())
        Console().print(WELCOME.format(version=gamegrove.__version__, games=names), highlight=False)


def _load(path: Path) -> None:
    """Run somebody's file. What it raises becomes an error in main(), which names the line."""
    source = Source(path.absolute(), arguments.text_of(path))
    source.run()
    running.loaded.append(source)


def main() -> None:
    """Run the command; errors become one line for people or one JSON object for programs, never a traceback."""
    try:
        _check_arguments()
        _mark_positions()
        _prepare_streams()
        app()
    except SystemExit as error:
        if error.code == WRONG_USAGE and "--json" in sys.argv:  # typer has explained it on standard error
            print(json.dumps({"error": "wrong usage; standard error and --help say more"}))
        raise
    except WorkFailedError as error:
        _fail(str(error), FAILED)
    except GamegroveError as error:
        _fail(str(error), WRONG_USAGE)
    except (OSError, UnicodeError) as error:
        _fail(str(error), FAILED)
    except Exception as error:  # in a game of somebody's own, or a defect of ours: either way the line helps
        frame = traceback.extract_tb(error.__traceback__)[-1]
        _fail(f"{frame.filename}, line {frame.lineno}: {type(error).__name__}: {error}", FAILED)


def _prepare_streams() -> None:
    """A closed stream is an empty one, and what a stream cannot say must not end a game."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - as long as the command runs
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


CELLS = re.compile(r"-[-XOBWR]{15}", re.IGNORECASE)
"""How a board of Othello begins that is written cell by cell, and whose first cell is empty."""


def _check_arguments() -> None:
    """Refuse bytes that are no text: they come as surrogates, which nothing can print or read."""
    for argument in sys.argv:
        try:
            argument.encode()
        except UnicodeEncodeError:
            raise GamegroveError(f"the argument {argument!r} is not valid UTF-8") from None


def _mark_positions() -> None:
    """A position is no option, though it may begin with a dash: white space before it tells them apart."""
    sys.argv[1:] = [f" {argument}" if CELLS.match(argument) else argument for argument in sys.argv[1:]]


def _fail(message: str, code: int) -> None:
    if "--json" in sys.argv:
        with suppress(OSError):  # standard output may be what has failed
            print(json.dumps({"error": message}), flush=True)
            sys.exit(code)
    Console(stderr=True).print(f"[bold red]error:[/bold red] {escape(message)}", highlight=False, soft_wrap=True)
    sys.exit(code)
