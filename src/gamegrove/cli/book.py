"""`gamegrove book`: opening books, made, shown and checked."""

from __future__ import annotations

import json as json_format
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from gamegrove import _core
from gamegrove._core import ConnectFour
from gamegrove.books import checking, contents
from gamegrove.books.files import check_place, read_book, write_book
from gamegrove.books.making import TABLE_MIB, BookPlan, Watcher, carry_out, made_book
from gamegrove.cli import INTERRUPTED, arguments, running
from gamegrove.cli.progress import late_progress
from gamegrove.cli.text_table import text_table
from gamegrove.cli.thinking import Line, late_line
from gamegrove.engines.connect_four_score import Scale
from gamegrove.engines.engine import MOST
from gamegrove.errors import GamegroveError
from gamegrove.store import Run, Store

DIFFERENT = 1
"""The exit code when a book is wrong."""

app = typer.Typer(
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Opening books: exact scores of all positions of Connect Four up to a ply.",
)

BookFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False, help="The book.")]
TableMib = Annotated[
    int,
    typer.Option(
        "--table-mib", metavar="N", min=1, max=MOST["table_mib"], help="How many MiB the table of each process takes."
    ),
]


@app.command("make")
def make(
    game: arguments.Game,
    plies: Annotated[int, typer.Option("--plies", metavar="N", min=0, show_default=False, help="Up to which ply.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", show_default=False, help="Where the book is written.")
    ],
    size: arguments.Size = None,
    table_mib: TableMib = TABLE_MIB,
    resume: running.Resume = False,
    jobs: running.Jobs = None,
    cluster: running.ClusterAddress = None,
    store: running.StoreFile = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress bar.")] = False,
    json: arguments.Json = False,
) -> None:
    """Make a book: the exact scores of all positions up to a ply, of mirror images one.

    Only the last ply is searched, the plies before follow from it. Scores are stored as soon as they are known: after
    Ctrl-C, kill -9 or a power cut the same command with --resume goes on where it was, also with another --table-mib
    or another number of --jobs.

    \b
    gamegrove book make connect-four --plies 8 --output connect-four.book --jobs 2
    gamegrove book make connect-four --size 6x5 --plies 6 --output 6x5.book
    gamegrove book make connect-four:size=5x5,in-a-row=3 --plies 4 --output three.book
    gamegrove book make connect-four --plies 12 --output deep.book --cluster tcp://host:8786 --resume
    """
    arguments.check_folders(output)
    check_place(output)
    plan = BookPlan(_board(game, size), plies)
    place = running.Place(jobs, cluster, store, resume)
    with running.workers(place) as executor, Store(store) as base, arguments.stop_on_ctrl_c() as stop:
        run = running.begin(base, *plan.described(), resume=resume, quiet=quiet or json)
        with _watching(quiet or json) as watch:
            is_complete = carry_out(plan, run, executor, table_mib=table_mib, stop=stop, watch=watch)
        if is_complete:
            write_book(made_book(plan, run), output)
        if json:
            print(json_format.dumps(_made(run, output, is_complete=is_complete)))
        else:
            if is_complete:
                print(_headline(output, read_book(output)))
            running.say_where(run, is_interrupted=not is_complete)
    if not is_complete:
        raise typer.Exit(INTERRUPTED)


def _board(game: str, size: str | None) -> ConnectFour:
    return contents.connect_four(arguments.chosen_position(game, None, None, size, None).line)


@contextmanager
def _watching(quiet: bool) -> Iterator[Watcher]:
    """A function to call with how many positions are scored, and how many there are."""
    with running.bar_on_terminal(quiet) as bar:
        if bar is None:
            yield lambda _done, _all: None
            return
        task = bar.add_task("positions", total=None)
        yield lambda done, parts: bar.update(task, completed=done, total=parts)


def _made(run: Run, file: Path, *, is_complete: bool) -> dict[str, Any]:
    book = _description(file, read_book(file)) if is_complete else None
    return {"store": str(run.store.path), "run": run.number, "complete": is_complete, "book": book}


@app.command("show")
def show(file: BookFile, position: arguments.Words = None, json: arguments.Json = False) -> None:
    """Show what is in a book: how the games of every ply end, or the scores of one position and its columns.

    A score is that of the side to move: 0 for a draw, positive for a win, and the higher the sooner; negative for a
    loss.

    \b
    gamegrove book show connect-four.book
    gamegrove book show connect-four.book 4455
    """
    book = read_book(file)
    if position:
        _show_position(file, book, _position(book, " ".join(position)), json)
        return
    counts = list(contents.count_by_ply(book))
    if json:
        print(json_format.dumps({**_description(file, book), "by_ply": [asdict(count) for count in counts]}))
        return
    print(_headline(file, book), end="\n\n")
    headings = ("ply", "positions", "mover wins", "draws", "mover loses")
    rows = [[f"{number:,}" for number in asdict(count).values()] for count in counts]
    print("\n".join(text_table([headings, *rows], left=())))


def _position(book: _core.ConnectFourBook, text: str) -> ConnectFour:
    """A position of the book's board; its text may be a whole line, which names the board."""
    if not text.startswith("connect-four"):
        return contents.connect_four(book.spec, text)
    found = contents.connect_four(text)
    if found.spec != book.spec:
        raise GamegroveError(f"this is a book of {book.spec}, not of {found.spec}")
    return found


def _show_position(file: Path, book: _core.ConnectFourBook, position: ConnectFour, json: bool) -> None:
    score = contents.final_score(position) if position.is_over() else book.score(position)
    columns = contents.column_scores(book, position)
    if json:
        print(json_format.dumps({"book": str(file), "line": position.line, "score": score, "columns": columns}))
        return
    print(position)
    if score is None:
        print(f"not in the book, which holds the positions up to ply {book.plies}")
        return
    print(f"score {_told(position, score)}")
    for column, found in columns.items():
        print(f"  {column:>2}  {_told(position, found)}")


def _told(position: ConnectFour, score: int | None) -> str:
    """A score with its sign and in words."""
    return "not in the book" if score is None else f"{score:+d}, {Scale.of(position).words(score, score)}"


@app.command("check")
def check(
    file: BookFile,
    sample: Annotated[int, typer.Option("--sample", metavar="N", min=1, help="How many positions are solved.")] = 100,
    seed: Annotated[int, typer.Option("--seed", help="Which positions: the same seed, the same ones.")] = 1,
    table_mib: TableMib = TABLE_MIB,
    json: arguments.Json = False,
) -> None:
    """Solve random positions of a book again, without the book, and compare; exit code 1 if it is wrong.

    \b
    gamegrove book check connect-four.book --sample 1000 --seed 7
    """
    book = read_book(file)
    with late_line(Line("listing the positions", "end")):
        chosen = checking.sample(book, sample, seed)
    checked: list[checking.Checked] = []
    with arguments.stop_on_ctrl_c() as stop, late_progress("solving") as progress:
        for each in checking.check(book, chosen, table_mib=table_mib, stop=stop):
            checked.append(each)
            progress(len(checked), len(chosen))
    wrong = [each for each in checked if not each.is_right]
    if json:
        print(json_format.dumps(_verdict(file, len(chosen), len(checked), wrong)))
    else:
        _print_verdict(len(chosen), len(checked), wrong)
    if wrong or len(checked) < len(chosen):
        raise typer.Exit(DIFFERENT if wrong else INTERRUPTED)


def _verdict(file: Path, asked: int, checked: int, wrong: list[checking.Checked]) -> dict[str, Any]:
    different = [{"line": each.position.line, "stored": each.stored, "solved": each.solved} for each in wrong]
    return {"book": str(file), "sample": asked, "checked": checked, "different": different}


def _print_verdict(asked: int, checked: int, wrong: list[checking.Checked]) -> None:
    for each in wrong:
        said = "nothing" if each.stored is None else f"{each.stored:+d}"
        print(f"{each.position.line}: the book says {said}, it is {each.solved:+d}")
    interrupted = f" of {asked:,}" if checked < asked else ""
    found = f"wrong in the book: {len(wrong):,}" if wrong else "all are right"
    print(f"{checked:,}{interrupted} positions solved again; {found}")


def _description(file: Path, book: _core.ConnectFourBook) -> dict[str, Any]:
    return {
        "file": str(file),
        "game": book.spec,
        "plies": book.plies,
        "positions": len(book),
        "bytes": file.stat().st_size,
    }


def _headline(file: Path, book: _core.ConnectFourBook) -> str:
    return f"{file}: {book.spec} up to ply {book.plies}, {len(book):,} positions, {file.stat().st_size:,} bytes"
