"""`gamegrove match`: games between two players."""

from __future__ import annotations

import json as json_format
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gamegrove.cli import INTERRUPTED, arguments
from gamegrove.cli.replay import game_line
from gamegrove.clocks import TimeControl
from gamegrove.errors import GamegroveError
from gamegrove.game_log import GameLog
from gamegrove.games import NATIVE
from gamegrove.match import UNLIMITED, Match, play_match, seat
from gamegrove.match_summary import MatchSummary, PlayerSummary, Score, score, summarise
from gamegrove.openings import is_rule, opening_lines, read_opening
from gamegrove.position import Position

PLAYER = "A player with its options, such as random or mtdf:depth=6."
A = Annotated[str, typer.Argument(metavar="A", show_default=False, help=PLAYER)]
B = Annotated[str, typer.Argument(metavar="B", show_default=False, help="The other player, which may be the same.")]
Openings = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="start|random:PLIES|FILE",
        show_default=False,
        help="Where the games begin: at the start, after so many random moves, or at the openings of a file, one a "
        "line: moves (f5d6c3) or the line that `show` prints. Without it a few random moves.",
    ),
]
Clock = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="SECONDS+INCREMENT",
        show_default=False,
        help="Each player's time for a game, such as 60, or 60+1 with a second more for every move.",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", metavar="FILE", show_default=False, help="Store every finished game in this file."),
]


def match(
    a: A,
    b: B,
    game: Annotated[str, typer.Option("--game", help="The game, with its rules if they are to differ.")] = "othello",
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    games: Annotated[int, typer.Option("--games", help="How many games, an even number.")] = 10,
    openings: Openings = None,
    seed: Annotated[int, typer.Option("--seed", help="Makes openings and players repeatable.")] = 1,
    clock: Clock = None,
    seconds: Annotated[
        float | None, typer.Option("--time", min=0, show_default=False, help="The seconds that a move may take.")
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", show_default=False, help="What each player may take, such as 500MB."),
    ] = None,
    output: Output = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match in the file of --output.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing before the match is over.")] = False,
    json: arguments.Json = False,
) -> None:
    """Let two players play a match: every opening twice, with the colours swapped.

    Who oversteps the clock, plays an illegal move or crashes loses that game, and the match goes on. Ctrl-C ends the
    match with what has been played; a stored one goes on with --resume, also after a power cut.

    \b
    gamegrove match greedy random --games 20
    gamegrove match mtdf:depth=4 alphabeta:depth=4 --game connect-four --openings random:6 --output match.jsonl
    gamegrove match mtdf mcts --game othello --size 6 --time 0.2 --memory 500MB
    gamegrove match mtdf negascout --board 96 --clock 60+1 --openings openings.txt
    """
    start = arguments.chosen_position(game, None, None, size, board_name)
    asked = Match(
        a,
        b,
        game=_game_text(game, start),
        games=games,
        openings=_openings(openings, start),
        seed=seed,
        control=_control(clock, seconds),
        megabytes=None if memory is None else arguments.read_megabytes(memory),
    )
    arguments.check_folders(output)
    if resume and output is None:
        raise GamegroveError("--resume goes on with a stored match: name its file with --output FILE")
    played, is_interrupted = _play(asked, output, resume, quiet or json)
    summary = summarise(asked, played)
    if json:
        print(json_format.dumps({**summary.description(), "output": None if output is None else str(output)}))
    else:
        _print(summary)
        _say_what_is_next(output, is_interrupted)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _game_text(typed: str, start: Position) -> str:
    """The game as anybody can read it again. One in Python may not tell its options, so there what was typed counts."""
    if not isinstance(start, NATIVE):
        return typed
    return start.line if " " in typed else start.spec


def _openings(asked: str | None, start: Position) -> str | tuple[str, ...] | None:
    """A rule for openings as it is, and the openings of a file as texts, so that the log holds all that is needed."""
    if asked is None or is_rule(asked):
        return asked
    lines = opening_lines(arguments.text_of(Path(asked)))
    for number, line in lines:
        try:
            read_opening(start, line)
        except GamegroveError as error:
            raise GamegroveError(f"{asked}, line {number}: {error}") from None
    return tuple(line for _, line in lines)


def _control(clock: str | None, seconds: float | None) -> TimeControl:
    texts = [clock, None if seconds is None else f"{seconds}/move"]
    given = [text for text in texts if text is not None]
    return TimeControl.read(" ".join(given)) if given else UNLIMITED


def _play(asked: Match, output: Path | None, resume: bool, quiet: bool) -> tuple[list[GameLog], bool]:
    """The finished games, and whether Ctrl-C came before the last of them."""
    games: list[GameLog] = []
    with arguments.stop_on_ctrl_c() as stop, _watching(asked, quiet) as show:
        try:
            for game in play_match(asked, output, resume=resume, stop=stop):
                games.append(game)
                show(game)
        except KeyboardInterrupt:  # the second Ctrl-C, to a player that does not listen to the first
            stop.set()
    return games, len(games) < asked.games


@contextmanager
def _watching(asked: Match, quiet: bool) -> Iterator[Callable[[GameLog], None]]:
    """A function to call with each game: it moves a bar on a terminal, and prints a line elsewhere."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda game: None if quiet else print(game_line(game), flush=True)
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    # Twice a second is enough, and leaves the time to the players.
    with Progress(*columns, console=console, transient=True, disable=quiet, refresh_per_second=2) as bar:
        task = bar.add_task("A", total=asked.games)
        standing = Score(0, 0, 0)

        def advance(game: GameLog) -> None:
            nonlocal standing
            standing += score([game], seat(0, game.number))
            won = f"A: {standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
            bar.update(task, advance=1, description=won)

        yield advance


def _print(summary: MatchSummary) -> None:
    asked = summary.match
    print(f"\n{asked.game}, {summary.played} of {asked.games} games, {_conditions(asked)}")
    for line in _table([("", *HEADINGS), ("A", *_cells(summary.a)), ("B", *_cells(summary.b))]):
        print(line)
    if summary.interval is not None:
        low, high = (100 * bound for bound in summary.interval)
        print(f"A's score is between {low:.1f} % and {high:.1f} % with 95 % confidence (Wilson's interval)")
    if summary.different < summary.played:
        print(f"{summary.different} of the {summary.played} games differ; only those count for the interval")
    for game in summary.forfeits:
        print(f"game {game.number} was forfeited: {game.result.reason}")


def _conditions(asked: Match) -> str:
    header = asked.header()
    named = header["openings"]
    openings = f"openings {named}" if isinstance(named, str) else f"{len(named)} openings of a list"
    clock = "" if asked.control == UNLIMITED else f", clock {asked.control}"
    memory = "" if asked.megabytes is None else f", memory {asked.megabytes:g} MB"
    return f"{openings}, seed {asked.seed}{clock}{memory}"


HEADINGS = (
    "player",
    "wins",
    "draws",
    "losses",
    "score",
    "as first",
    "as second",
    "s/move",
    "slowest",
    "depth",
    "nodes",
)


def _cells(player: PlayerSummary) -> tuple[str, ...]:
    total, pace = player.score, player.pace
    return (
        player.name,
        str(total.wins),
        str(total.draws),
        str(total.losses),
        "" if total.share is None else f"{100 * total.share:.1f} %",
        str(player.as_first),
        str(player.as_second),
        "" if pace.seconds is None else f"{pace.seconds:.3f}",
        "" if pace.slowest is None else f"{pace.slowest:.3f}",
        "" if pace.depth is None else f"{pace.depth:.1f}",
        "" if pace.nodes is None else f"{pace.nodes:,.0f}",
    )


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        placed = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        placed[1] = row[1].ljust(widths[1])
        yield "  ".join(placed).rstrip()


def _say_what_is_next(output: Path | None, is_interrupted: bool) -> None:
    if output is None:
        print("the games are not stored; --output FILE stores them, and lets an interrupted match go on")
    elif is_interrupted:
        again = sys.argv[1:] if "--resume" in sys.argv else [*sys.argv[1:], "--resume"]
        print(f"the finished games are in {output}; go on with: {shlex.join(['gamegrove', *again])}")
    else:
        print(f"the games are in {output}; `{shlex.join(['gamegrove', 'replay', str(output)])}` lists them")
