"""`gamegrove tournament` and `gamegrove match`: players play each other, and a table says how they did."""

from __future__ import annotations

import json as json_format
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from gamegrove.charts import check_chart
from gamegrove.cli import INTERRUPTED, arguments, running
from gamegrove.cli.replay import game_line
from gamegrove.cli.standing import print_standing
from gamegrove.clocks import TimeControl
from gamegrove.errors import GamegroveError
from gamegrove.games import NATIVE
from gamegrove.match import UNLIMITED, seat
from gamegrove.openings import is_rule, opening_lines, read_opening
from gamegrove.openings import openings as openings_of
from gamegrove.position import Position
from gamegrove.store import Kind, Run, Store
from gamegrove.tournament import Form, Played, Scale, Sprt, Standing, Tournament, conduct, standing
from gamegrove.tournament.chart import draw_standing
from gamegrove.tournament.summary import Score, score
from gamegrove.work import Executor

PLAYER = "A player with its options, such as random or mtdf:depth=6; 'mtdf clock=60+1' has a clock of its own."
Game = Annotated[str, typer.Option("--game", help="The game, with its rules if they are to differ.")]
Games = Annotated[
    int | None,
    typer.Option(
        "--games",
        show_default=False,
        help="How many games two players play, an even number; 10 without it, or all lines of all:PLIES.",
    ),
]
Openings = Annotated[
    str | None,
    typer.Option(
        "--openings",
        metavar="start|random:PLIES|balanced:PLIES|all:PLIES|FILE",
        show_default=False,
        help="Where the games begin: at the start, after so many random moves (balanced: of several such lines the "
        "most even one), after every line of so many moves, or at the openings of a file, one a line: moves (f5d6c3) "
        "or the line that `show` prints. Without it a few random moves.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Makes openings and players repeatable.")]
Clock = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="SECONDS+INCREMENT",
        show_default=False,
        help="Each player's time for a game, such as 60, or 60+1 with one more for every move; 0.5/move as --time.",
    ),
]
Time = Annotated[
    float | None, typer.Option("--time", min=0, show_default=False, help="The seconds that a move may take.")
]
Memory = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", show_default=False, help="What each player may take, such as 500MB."),
]
Adjudicate = Annotated[
    int | None,
    typer.Option(
        "--adjudicate",
        metavar="EMPTY",
        min=1,
        show_default=False,
        help="With no more than so many empty cells perfect play decides the game.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing before all is over.")]
Chart = Annotated[
    list[Path] | None,
    typer.Option(
        "--chart", metavar="FILE", show_default=False, help="Draw the result, as .svg, .png or .pdf; repeatable."
    ),
]
TestBounds = Annotated[
    str | None,
    typer.Option(
        "--sprt",
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        show_default=False,
        help="Stop as soon as it is sure whether A is stronger than B by ELO1 rather than by ELO0, such as 0,5.",
    ),
]
TestScale = Annotated[
    Scale | None,
    typer.Option(
        "--sprt-scale",
        show_default=False,
        help="What these Elo mean: normalized by the spread of games, as without it, or logistic.",
    ),
]


def tournament(
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", show_default=False, help=PLAYER)],
    form: Annotated[
        Form, typer.Option("--form", help="Who plays whom; in a gauntlet the first player plays all others.")
    ] = Form.round_robin,
    game: Game = "othello",
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    games: Games = None,
    openings: Openings = None,
    seed: Seed = 1,
    clock: Clock = None,
    seconds: Time = None,
    memory: Memory = None,
    adjudicate: Adjudicate = None,
    jobs: running.Jobs = None,
    cluster: running.ClusterAddress = None,
    store: running.StoreFile = None,
    resume: running.Resume = False,
    chart: Chart = None,
    quiet: Quiet = False,
    json: arguments.Json = False,
) -> None:
    """Let several players play each other: every opening twice, with the colours swapped.

    The result is a table with ratings and their 95 % intervals, and a cross table. Every finished game is stored at
    once: after Ctrl-C, kill -9 or a power cut the same command with --resume goes on where it was.

    \b
    gamegrove tournament random greedy mtdf:depth=2 --size 6 --games 20
    gamegrove tournament mtdf alphabeta negascout mcts --form gauntlet --time 0.1 --jobs 2
    gamegrove tournament 'tt clock=10' 'mtdf clock=10' 'mcts clock=20' --game connect-four --openings balanced:4
    """
    start = arguments.chosen_position(game, None, None, size, board_name)
    asked = Tournament(
        tuple(players),
        form=form,
        game=_game_text(game, start, size, board_name),
        games=games,
        openings=_openings(openings, start),
        seed=seed,
        control=_control(clock, seconds),
        megabytes=None if memory is None else arguments.read_megabytes(memory),
        adjudicate=adjudicate,
    )
    _hold(asked, running.Place(jobs, cluster, store, resume), chart or [], quiet=quiet, json=json)


def match(
    a: Annotated[str, typer.Argument(metavar="A", show_default=False, help=PLAYER)],
    b: Annotated[str, typer.Argument(metavar="B", show_default=False, help="The other player, which may be the same.")],
    game: Game = "othello",
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    games: Games = None,
    openings: Openings = None,
    seed: Seed = 1,
    clock: Clock = None,
    seconds: Time = None,
    memory: Memory = None,
    adjudicate: Adjudicate = None,
    sprt: TestBounds = None,
    sprt_scale: TestScale = None,
    jobs: running.Jobs = None,
    cluster: running.ClusterAddress = None,
    store: running.StoreFile = None,
    resume: running.Resume = False,
    chart: Chart = None,
    quiet: Quiet = False,
    json: arguments.Json = False,
) -> None:
    """Let two players play a match: every opening twice, with the colours swapped.

    Who oversteps the clock, plays an illegal move or crashes loses that game, and the match goes on. Every finished
    game is stored at once: after Ctrl-C, kill -9 or a power cut the same command with --resume goes on where it was.

    \b
    gamegrove match greedy random --games 20
    gamegrove match mtdf:depth=4 alphabeta:depth=4 --game connect-four --openings random:6
    gamegrove match mtdf mcts --game othello --size 6 --time 0.2 --memory 500MB
    gamegrove match mtdf:depth=4 mtdf:depth=3 --sprt 0,50 --games 2000 --jobs 2
    """
    start = arguments.chosen_position(game, None, None, size, board_name)
    asked = Tournament(
        (a, b),
        form=Form.match,
        game=_game_text(game, start, size, board_name),
        games=games,
        openings=_openings(openings, start),
        seed=seed,
        control=_control(clock, seconds),
        megabytes=None if memory is None else arguments.read_megabytes(memory),
        adjudicate=adjudicate,
        sprt=_read_test(sprt, sprt_scale),
    )
    _hold(asked, running.Place(jobs, cluster, store, resume), chart or [], quiet=quiet, json=json)


def standing_of(run: Run) -> Standing:
    """How a stored tournament stands."""
    return standing(Tournament.read(run.plan), _stored(run))


def _stored(run: Run) -> list[Played]:
    return [Played.of(each) for each in run.results().values()]


def _game_text(typed: str, start: Position, size: str | None, board: str | None) -> str:
    """The game as anybody can read it again. One in Python may not tell its options, so there what was typed counts."""
    if isinstance(start, NATIVE):
        return start.line if " " in typed else start.spec
    options = [f"{name}={value}" for name, value in (("size", size), ("board", board)) if value is not None]
    return "".join([typed, ":" if options and ":" not in typed else "," if options else "", ",".join(options)])


def _openings(asked: str | None, start: Position) -> str | tuple[str, ...] | None:
    """A rule for openings as it is, and the openings of a file as texts, so that the plan holds all that is needed."""
    if asked is None or is_rule(asked):
        return asked
    if not Path(asked).exists() and asked != "-":
        openings_of(start, asked, 1, seed=1)  # says what can be asked for
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


def _read_test(text: str | None, scale: Scale | None) -> Sprt | None:
    if text is None:
        if scale is not None:
            raise GamegroveError("--sprt-scale belongs to a test: give its bounds, such as --sprt 0,5")
        return None
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise GamegroveError(f"--sprt {text} should be two or four numbers, such as 0,5 or 0,5,0.05,0.05")
    return Sprt(**dict(zip(("elo0", "elo1", "alpha", "beta"), numbers, strict=False)), scale=scale or Scale.normalized)


def _hold(asked: Tournament, place: running.Place, charts: list[Path], *, quiet: bool, json: bool) -> None:
    """Play the tournament, store it, and say how it ended."""
    arguments.check_folders(*charts)
    for file in charts:
        check_chart(file)
    asked.check()
    with running.workers(place) as executor, Store(place.store) as base:
        plan = asked.description()
        run = running.begin(base, Kind.tournament, _name(asked), plan, resume=place.resume, quiet=quiet or json)
        _play(asked, executor, run, quiet=quiet or json)
        found = standing(asked, _stored(run))  # another process may have gone on with the same run
        if found.is_complete:
            run.finish()
        for file in charts:
            draw_standing(found, file)
        if json:
            print(json_format.dumps({"run": run.number, "store": str(base.path), **found.description()}))
        else:
            print_standing(found)
            for file in charts:
                print(f"drawn in {file}")
            running.say_where(run, is_interrupted=not found.is_complete)
    if not found.is_complete:
        raise typer.Exit(INTERRUPTED)


def _play(asked: Tournament, executor: Executor, run: Run, *, quiet: bool) -> None:
    """Play what is missing, until Ctrl-C."""
    with arguments.stop_on_ctrl_c() as stop, _watching(asked, quiet) as show:
        try:
            for each in conduct(asked, executor, run, stop):
                show(each)
        except KeyboardInterrupt:  # the second Ctrl-C, to a player that does not listen to the first
            stop.set()


def _name(asked: Tournament) -> str:
    """What the run is called in lists."""
    return f"{asked.game}: {(' - ' if len(asked.players) == 2 else ', ').join(asked.players)}"


def _line(asked: Tournament, played: Played) -> str:
    return game_line(played.game, None if len(asked.pairs) == 1 else played.label)


@contextmanager
def _watching(asked: Tournament, quiet: bool) -> Iterator[Callable[[Played], None]]:
    """A function to call with each game: it moves a bar on a terminal, and prints a line elsewhere."""
    with running.bar_on_terminal(quiet) as bar:
        if bar is None:
            yield lambda each: None if quiet else print(_line(asked, each), flush=True)
            return
        task = bar.add_task("games", total=asked.number_of_games)
        a = Score(0, 0, 0)

        def advance(each: Played) -> None:
            nonlocal a
            a += score([each.game], seat(0, each.game.number))
            said = f"A: {a.wins} won, {a.draws} drawn, {a.losses} lost" if len(asked.players) == 2 else "games"
            bar.update(task, advance=1, description=said)

        yield advance
