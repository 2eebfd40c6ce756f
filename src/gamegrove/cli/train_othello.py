"""`gamegrove train othello-patterns` and `othello-doubt`: what the Othello engine knows of a board."""

from __future__ import annotations

import json as json_format
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from gamegrove._core import Othello
from gamegrove.charts import check_chart
from gamegrove.cli import INTERRUPTED, arguments, running
from gamegrove.cli.text_table import text_table
from gamegrove.engines.engine import MOST
from gamegrove.engines.othello_findings import CERTAIN
from gamegrove.engines.othello_weights import OthelloWeights, board_of, is_weights, read_weights, write_weights
from gamegrove.errors import GamegroveError
from gamegrove.training.lesson_folder import LessonFolder
from gamegrove.training.othello_doubt import DoubtPlan, Measured, measure, usual_empties
from gamegrove.training.othello_doubt_chart import draw_doubt
from gamegrove.training.othello_patterns import PatternPlan, TrainingProgress, carry_out
from gamegrove.training.recorded_games import read_recorded_games
from gamegrove.training.stage_errors import Exam, whole_game

Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, max=2**63, help="Makes the games repeatable.")]
Threads = Annotated[
    int,
    typer.Option(
        "--threads",
        metavar="N",
        min=1,
        max=MOST["threads"],
        help="How many threads work; the outcome is the same.",
    ),
]
MOST_ROUNDS, MOST_GAMES = 100, 100_000_000
"""More is a slip: it would take years."""
NOTHING = OthelloWeights("", b"")
"""What is known without a file."""
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


def patterns(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Where the weights are written.")
    ],
    size: arguments.Size = None,
    board: arguments.Board = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, max=MOST_ROUNDS, help="How many rounds follow round 0.")
    ] = 3,
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", min=1, max=MOST_GAMES, help="How many games each slice of the last round plays."
        ),
    ] = 10_000,
    test_games: Annotated[
        int,
        typer.Option("--test-games", metavar="N", min=0, max=MOST_GAMES, help="How many more it plays for the test."),
    ] = 500,
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=1, help="How deep positions are searched to label them.")
    ] = 5,
    exact_empties: Annotated[
        int, typer.Option("--exact-empties", metavar="N", min=1, help="With so many empty cells they are solved.")
    ] = 12,
    confidence: Annotated[
        int,
        typer.Option(
            "--confidence", metavar="N", min=0, max=CERTAIN, help="How sure the searches are; 5 leaves nothing out."
        ),
    ] = CERTAIN,
    doubts: Annotated[
        Path | None,
        typer.Option(
            "--doubts",
            metavar="FILE",
            show_default=False,
            help="Weights that know how far shallow searches are off, for a --confidence below 5.",
        ),
    ] = None,
    all_rounds: Annotated[
        bool, typer.Option("--all-rounds", help="Fit to the lessons of earlier rounds as well, but never of round 0.")
    ] = False,
    openings: Annotated[
        Path | None,
        typer.Option(
            "--openings",
            metavar="FOLDER",
            show_default=False,
            help="Begin every second game as one of the WTHOR files in that folder does; some games are kept for the "
            "test.",
        ),
    ] = None,
    seed: Seed = 1,
    threads: Threads = 1,
    work: Annotated[
        Path | None,
        typer.Option(
            "--work",
            metavar="FOLDER",
            show_default=False,
            help="Where lessons are kept meanwhile.  [the name of --output, ending in .work]",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is in the --work folder.")] = False,
    quiet: Quiet = False,
    json: arguments.Json = False,
) -> None:
    """Train the Othello engine on a board: it plays against itself, and learns what patterns of discs are worth.

    Round 0 begins with nothing and goes backwards, from positions that can be solved to the start. Each later round
    plays with what the one before has learned. After every round the errors on positions of other games are shown.
    The same seed gives the same file, with any number of threads. After Ctrl-C, kill -9 or a power cut the same command
    with --resume goes on where it was.

    \b
    gamegrove train othello-patterns --output othello-8.weights --threads 4
    gamegrove train othello-patterns --output othello-8.weights --threads 4 --resume
    gamegrove train othello-patterns --size 6 --games 2000 --rounds 2 --output othello-6.weights
    gamegrove train othello-patterns --openings wthor --games 100000 --exact-empties 14 --output strong.weights
    """
    arguments.check_folders(output)
    _check_that_nothing_else_is_there(output)
    start = _start(size, board)
    known = NOTHING if doubts is None else read_weights(doubts, board_of(start))
    plan = PatternPlan(
        start=start,
        seed=seed,
        rounds=rounds,
        games=games,
        test_games=test_games,
        depth=depth,
        exact_empties=exact_empties,
        confidence=confidence,
        midgame_doubt=known.midgame_doubt,
        endgame_doubt=known.endgame_doubt,
        all_rounds=all_rounds,
        recorded=None if openings is None else read_recorded_games(openings),
    )
    work = work or output.with_suffix(".work")
    if work == output:
        problem = f"{output} cannot be both the weights and the folder of their lessons: name a --work folder"
        raise typer.BadParameter(problem)
    folder = LessonFolder(work, plan.described(), resume=resume)
    weights = _trained(plan, folder, threads, quiet=quiet or json)
    command = _patterns_command(plan, openings, doubts)
    write_weights(replace(weights, made={"command": command, **weights.made}), output)
    exams = [Exam.from_dict(each) for each in weights.made["errors"]]
    if json:
        print(json_format.dumps({"output": str(output), "work": str(folder.path), **weights.made}))
        return
    _print_exams(exams)
    print(f"written into {output}; the lessons are in {folder.path}, which can be removed")


def doubt(
    weights_file: Annotated[
        Path,
        typer.Argument(
            metavar="WEIGHTS",
            show_default=False,
            help="The weights: what patterns are worth stays as it is, deviations are added.",
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            "--games", metavar="N", min=1, max=MOST_GAMES, help="How many games give positions of every stage."
        ),
    ] = 100,
    depth: Annotated[int, typer.Option("--depth", metavar="N", min=1, help="The deepest search to a depth.")] = 12,
    empties: Annotated[
        str | None,
        typer.Option(
            "--empties",
            metavar="A..B",
            show_default="13..20, on 4x4 5..12",
            help="From how many empty cells the end is to be foreseen.",
        ),
    ] = None,
    seed: Seed = 1,
    threads: Threads = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            show_default=False,
            help="Where both are written; without it into WEIGHTS itself.",
        ),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", show_default=False, help="Draw what was measured and what was fitted."),
    ] = None,
    quiet: Quiet = False,
    json: arguments.Json = False,
) -> None:
    """Measure how far shallow searches of the Othello engine are off, so that deep ones can leave moves out.

    Positions of games that the engine plays against itself are searched to all depths, with nothing left out, and
    those with fewer empty cells are solved. The deviations are fitted by two formulas, which Multi-ProbCut uses.

    \b
    gamegrove train othello-doubt othello-8.weights --threads 4 --chart doubt.svg
    gamegrove train othello-doubt othello-6.weights --depth 8 --empties 8..14 --output better.weights
    """
    arguments.check_folders(output, chart)
    _check_that_nothing_else_is_there(output)
    if chart is not None:
        check_chart(chart)
    weights = read_weights(weights_file)
    start = _start(None, weights.board)
    fewest, most = usual_empties(start) if empties is None else _read_range(empties)
    plan = DoubtPlan(start, games, depth, fewest, most, seed)
    with _bar(quiet or json) as tell:
        measured = measure(plan, weights, threads=threads, on_progress=partial(tell, "positions"))
    made = {**weights.made, "doubt_command": _doubt_command(plan, weights_file)}
    target = output or weights_file
    write_weights(replace(weights, midgame_doubt=measured.midgame, endgame_doubt=measured.endgame, made=made), target)
    if chart is not None:
        draw_doubt(measured, weights.board, chart)
    if json:
        print(json_format.dumps({"output": str(target), **measured.as_dict()}))
        return
    _print_measured(measured)
    print(f"written into {target}")


def _start(size: str | None, board: str | None) -> Othello:
    start = arguments.chosen_position("othello", None, None, size, board)
    assert isinstance(start, Othello)
    return start


def _check_that_nothing_else_is_there(output: Path | None) -> None:
    """Weights may be written over older ones, and over nothing else."""
    if output is not None and output.exists() and not is_weights(output):
        raise GamegroveError(f"{output} is there already and has no weights of the Othello engine: name another file")


def _read_range(text: str) -> tuple[int, int]:
    first, dots, last = text.partition("..")
    if not (dots and first.isdecimal() and last.isdecimal() and len(text) < 10):
        raise GamegroveError(f"--empties {text} should be two numbers, such as 13..20")
    return int(first), int(last)


# -- Training


def _trained(plan: PatternPlan, folder: LessonFolder, threads: int, *, quiet: bool) -> OthelloWeights:
    """The weights; after Ctrl-C the command ends and says how to go on."""
    try:
        with _bar(quiet) as tell:
            return carry_out(
                plan,
                folder,
                threads=threads,
                on_progress=lambda progress: tell(_description(progress), progress.done, progress.all),
                on_exam=_ignore if quiet else _say_exam,
            )
    except KeyboardInterrupt:
        print(f"the lessons so far are kept; {running.how_to_go_on()}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None


def _description(progress: TrainingProgress) -> str:
    return f"step {progress.step.number + 1} of {progress.steps}: {progress.step.title}: {progress.activity}"


def _ignore(_exam: Exam) -> None:
    pass


def _say_exam(exam: Exam) -> None:
    """One line when a round is over, for those who wait."""
    if whole := whole_game(exam.stages):
        print(
            f"round {exam.round}: {whole.absolute:.2f} discs off on the average of {whole.positions:,} positions of "
            f"{exam.source}; root of the mean square {whole.squares:.2f}, without weights {whole.untaught:.2f}",
            file=sys.stderr,
        )


@contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A function to call with what is being done, how much of it is done, and how much there is."""
    with running.bar_on_terminal(quiet) as bar:
        yield _Teller(bar).tell


class _Teller:
    """Tells a bar; it begins again with every activity, as each has a rate of its own."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar
        self._task = None if bar is None else bar.add_task("", total=None)
        self._activity = ""

    def tell(self, activity: str, done: int, parts: int) -> None:
        if self._bar is None or self._task is None:
            return
        if activity != self._activity:
            self._activity = activity
            self._bar.reset(self._task, description=activity, completed=done, total=parts)
        self._bar.update(self._task, completed=done, total=parts)


# -- The commands in the files: with every number, and without what changes none


def _patterns_command(plan: PatternPlan, openings: Path | None, doubts: Path | None) -> str:
    numbers = ("rounds", "games", "test_games", "depth", "exact_empties", "confidence", "seed")
    words = ["train", "othello-patterns", "--board", board_of(plan.start), *_as_options(plan, numbers)]
    words += ["--all-rounds"] if plan.all_rounds else []
    for option, path in (("--openings", openings), ("--doubts", doubts)):
        words += [] if path is None else [option, path.name]
    return shlex.join(["gamegrove", *words])


def _doubt_command(plan: DoubtPlan, weights_file: Path) -> str:
    words = ["train", "othello-doubt", weights_file.name, *_as_options(plan, ("games", "depth", "seed"))]
    return shlex.join(["gamegrove", *words, "--empties", f"{plan.fewest_empties}..{plan.most_empties}"])


def _as_options(plan: PatternPlan | DoubtPlan, numbers: Sequence[str]) -> Iterator[str]:
    for name in numbers:
        yield from ("--" + name.replace("_", "-"), str(getattr(plan, name)))


# -- Tables


def _print_exams(exams: Sequence[Exam]) -> None:
    """For each source of positions the errors by stage, a column a round."""
    for source, group in groupby(sorted(exams, key=lambda exam: exam.source), key=lambda exam: exam.source):
        of_source = list(group)
        print(f"errors in discs on positions of {source}: mean of the sizes / root of the mean square")
        print("\n".join(text_table(list(_exam_rows(of_source)))), end="\n\n")


def _exam_rows(exams: Sequence[Exam]) -> Iterator[list[str]]:
    yield ["discs", "positions", "no weights", *(f"round {exam.round}" for exam in exams)]
    by_round = [{(each.first_discs, each.last_discs): each for each in exam.stages} for exam in exams]
    for discs in sorted({discs for stages in by_round for discs in stages}):
        found = [stages.get(discs) for stages in by_round]
        last = [each for each in found if each is not None][-1]
        errors = ["" if each is None else f"{each.absolute:.2f} / {each.squares:.2f}" for each in found]
        yield [f"{discs[0]}..{discs[1]}", f"{last.positions:,}", f"{last.untaught:.2f}", *errors]


def _print_measured(measured: Measured) -> None:
    headings = ["foreseen", "depth", "shallow", "empties", "pairs", "deviation", "fitted", "bias"]
    rows = [
        [
            cell.kind,
            str(cell.depth),
            str(cell.shallow),
            f"{cell.empties:.1f}",
            str(cell.pairs),
            f"{cell.deviation:.2f}",
            f"{measured.fitted(cell):.2f}",
            f"{cell.bias:+.2f}",
        ]
        for cell in measured.cells
    ]
    print("\n".join(text_table([headings, *rows])))
    for kind, factors in (("midgame", measured.midgame), ("endgame", measured.endgame)):
        constant, depth, shallow, empties = factors
        print(
            f"{kind}: ln(deviation) = {constant:.4f} {depth:+.4f} depth {shallow:+.4f} shallow {empties:+.4f} empties"
        )
