"""The command and its sub-commands, and what becomes of errors."""

from __future__ import annotations

import importlib.util
import json
import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import gamegrove
from gamegrove.cli import arguments, bench, perft, play, show
from gamegrove.errors import GamegroveError

FAILED, WRONG_USAGE = 1, 2

WELCOME = """[bold]gamegrove {version}[/bold]: two-player board games of perfect information.

  [bold]gamegrove play othello[/bold]                play against a random mover
  [bold]gamegrove play pente --second human[/bold]   two people at one screen
  [bold]gamegrove show connect-four 4455[/bold]      look at a position
  [bold]gamegrove perft othello 9[/bold]             count the leaves of the game tree
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
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("bench")(bench.bench)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"gamegrove {gamegrove.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def welcome(
    context: typer.Context,
    load: Annotated[
        list[Path] | None,
        typer.Option("--load", metavar="FILE", help="Run a Python file first, which may register games."),
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
    """Run somebody's file; what it raises becomes an error that names the line."""
    arguments.text_of(path)  # says why, if the file cannot be read
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise GamegroveError(f"{path} is no Python file; its name should end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise GamegroveError(f"{path}, line {error.lineno}: SyntaxError: {error.msg}") from None
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), 1)
        raise GamegroveError(f"{path}, line {line}: {type(error).__name__}: {error}") from error


def main() -> None:
    """Run the command; errors become one line for people or one JSON object for programs, never a traceback."""
    try:
        app()
    except GamegroveError as error:
        _fail(str(error), WRONG_USAGE)
    except (OSError, UnicodeError) as error:
        _fail(str(error), FAILED)


def _fail(message: str, code: int) -> None:
    if "--json" in sys.argv:
        print(json.dumps({"error": message}))
    else:
        Console(stderr=True).print(f"[bold red]error:[/bold red] {_literal(message)}", highlight=False, soft_wrap=True)
    sys.exit(code)


def _literal(text: str) -> str:
    return text.replace("[", r"\[")
