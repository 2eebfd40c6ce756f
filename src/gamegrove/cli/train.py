"""`gamegrove train`: fit numbers to measurements."""

from __future__ import annotations

import json as json_format
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from gamegrove.cli import arguments, train_othello
from gamegrove.cli import search_options as options
from gamegrove.cli.progress import late_progress
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import evaluations_of
from gamegrove.training.prob_cut import Pair, Plan, fit

app = typer.Typer(no_args_is_help=True, help="Fit numbers to measurements.")
app.command("othello-patterns")(train_othello.patterns)
app.command("othello-doubt")(train_othello.doubt)


@app.command("probcut")
def probcut(
    game: arguments.Game,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    pair: Annotated[
        list[str] | None,
        typer.Option("--pair", metavar="DEEP:SHALLOW", help="Predict one depth by another; repeatable.  [4:2 and 6:2]"),
    ] = None,
    positions: Annotated[int, typer.Option("--positions", min=1, help="How many positions each stage gets.")] = 200,
    stage_width: Annotated[
        int, typer.Option("--stage-width", min=1, help="How many numbers of stones make one stage.")
    ] = 10,
    evaluation: options.Evaluation = None,
    seed: Annotated[int, typer.Option("--seed", help="Makes the games repeatable.")] = 1,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Write the parameters there."),
    ] = None,
    json: arguments.Json = False,
) -> None:
    """Fit ProbCut's and Multi-ProbCut's regressions for a game: a shallow search predicts a deep one.

    Positions come from games of mostly greedy moves; the same seed gives the same file. Use it with
    `--algorithm mpc --checks FILE`.

    \b
    gamegrove train probcut othello --pair 4:2 --pair 6:2 --output probcut.json
    gamegrove train probcut connect-four --positions 500 --json
    """
    arguments.check_folders(output)
    start = arguments.chosen_position(game, None, None, size, board_name)
    chosen = evaluation or evaluations_of(start)[0]
    pairs = [read_pair(text) for text in pair or ["4:2", "6:2"]]
    plan = Plan(start, chosen, pairs, positions, stage_width, seed)
    with late_progress("searching pairs") as progress:
        fitted = fit(plan, progress)
    fitted["command"] = "gamegrove " + shlex.join(_without_output(sys.argv[1:]))
    text = json_format.dumps(fitted, indent=1)
    if output is not None:
        output.write_text(text + "\n", encoding="utf-8")
    if json:
        print(json_format.dumps(fitted))
        return
    _print(fitted)
    if output is not None:
        print(f"written into {output}")


def read_pair(text: str) -> Pair:
    """A pair of depths from text such as 6:2."""
    deep, colon, shallow = text.partition(":")
    if not (colon and deep.isdecimal() and shallow.isdecimal() and 0 < int(shallow) < int(deep)):
        raise GamegroveError(f"--pair {text} should be a depth and a smaller one, such as 6:2")
    return Pair(int(deep), int(shallow))


def _without_output(words: list[str]) -> list[str]:
    """The command as others would type it: where the file goes does not change what is in it."""
    kept: list[str] = []
    skip = False
    for word in words:
        if not skip and word not in ("--output", "-o", "--json") and not word.startswith("--output="):
            kept.append(word)
        skip = word in ("--output", "-o")
    return kept


def _print(fitted: dict[str, Any]) -> None:
    table = Table(box=None, header_style="bold")
    for heading in ("stones", "depths", "a", "b", "sigma", "pairs", "correlation"):
        table.add_column(heading, justify="right")
    for check, quality in zip(fitted["checks"], fitted["quality"], strict=True):
        table.add_row(
            f"{check['first_stage']}..{check['last_stage']}",
            f"{check['depth']}:{check['shallow']}",
            f"{check['a']:.3f}",
            f"{check['b']:+.3f}",
            f"{check['sigma']:.3f}",
            str(quality["pairs"]),
            "" if quality["correlation"] is None else f"{quality['correlation']:.3f}",
        )
    Console(highlight=False).print(table)
