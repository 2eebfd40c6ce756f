"""`gamegrove solve`: the exact score of a position and of every move, or of many positions."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from gamegrove import ConnectFour, Othello
from gamegrove.cli import INTERRUPTED, arguments, board, engine_options
from gamegrove.cli import search_options as options
from gamegrove.cli.thinking import Line, late_line
from gamegrove.engines import Analysis, Engine, EngineProgress
from gamegrove.engines.analysis import Bounded, sign
from gamegrove.errors import GamegroveError, TextError
from gamegrove.levels import empty_cells
from gamegrove.position import Position

FAILED = 1
WINNERS = {1: "win", 0: "draw", -1: "loss"}
"""What the sign of a score says."""

MOST_EMPTY_CELLS = 34
"""No Othello position with more of them has been solved by anybody who waited for it."""
HOPELESS = (
    "{count} empty cells are too many: nobody could wait for the end of this. Ctrl-C ends it with what is known by "
    "then, and so does --seconds; gamegrove analyse says what the moves seem to be worth"
)
"""What is said before a search without limits that will not end."""

Batch = Annotated[
    Path | None,
    typer.Option(
        "--batch",
        metavar="FILE",
        show_default=False,
        help="Solve the positions of a file, one a line, and print each with its score; - reads standard input.",
    ),
]


def solve(
    game: arguments.Game,
    position: arguments.Words = None,
    file: arguments.File = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    batch: Batch = None,
    winner_only: Annotated[
        bool, typer.Option("--winner-only", help="Only who wins, not how soon or by how much; that is quicker.")
    ] = False,
    no_moves: Annotated[
        bool,
        typer.Option("--no-moves", "--no-columns", help="Only the score of the position, not of every move or column."),
    ] = False,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    threads: engine_options.Threads = 1,
    table_mib: engine_options.TableMib = 64,
    book: engine_options.Book = None,
    no_book: engine_options.NoBook = False,
    weights: engine_options.Weights = None,
    json: arguments.Json = False,
) -> None:
    """Solve a position of Connect Four or Othello: its exact score, that of every move, and best play to the end.

    A score above 0 is a win of the side to move, below 0 a loss, 0 a draw. In Connect Four it is the further from 0 the
    sooner the game ends, in Othello it counts discs. Ctrl-C or a limit ends it with what is known so far; in Othello
    that may be an estimate, such as ~4. Othello is solved while somebody waits from some 20 empty cells on.

    \b
    gamegrove solve connect-four 4455
    gamegrove solve connect-four --size 6x5
    gamegrove solve connect-four 444444 --winner-only --seconds 10
    gamegrove solve othello --size 4
    gamegrove solve othello --from board.txt
    gamegrove solve connect-four --batch positions.txt
    """
    if batch is not None and (position or file is not None):
        raise GamegroveError("give one position, or many with --batch, not both")
    start = arguments.chosen_position(game, position, file, size, board_name)
    question = Question(
        engine_options.engine_for(
            start, threads=threads, table_mib=table_mib, book=book, no_book=no_book, weights=weights
        ),
        moves=not no_moves and batch is None,
        winner_only=winner_only,
        seconds=seconds,
        nodes=nodes,
    )
    if batch is not None:
        _solve_batch(
            question, batch, lambda line: arguments.chosen_position(game, [line], None, size, board_name), json
        )
        return
    found = question.answer(start)
    if json:
        print(json_format.dumps(found.description()))
    else:
        _print(found, question)


@dataclass(frozen=True)
class Question:
    """What is asked about each position."""

    engine: Engine
    """Who answers."""
    moves: bool
    """Whether every move is to be scored, too."""
    winner_only: bool
    """Whether to ask only who wins."""
    seconds: float | None
    """How long an answer may take."""
    nodes: int | None
    """How many nodes it may take."""

    def is_hopeless(self, position: Position) -> bool:
        """Whether nobody could wait for the answer, and no limit ends it."""
        if not isinstance(position, Othello) or position.is_over():
            return False
        return self.seconds is None and self.nodes is None and empty_cells(position) > MOST_EMPTY_CELLS

    def answer(self, position: Position, label: str = "") -> Analysis:
        """The answer, or as much of it as there is at the first Ctrl-C; a line tells how far it is."""
        if self.is_hopeless(position):
            print(f"{label}{HOPELESS.format(count=empty_cells(position))}", file=sys.stderr)
        line = Line(f"{label}solving")

        def note(progress: EngineProgress) -> None:
            line.known = known_so_far(progress)

        with arguments.stop_on_ctrl_c() as stop, late_line(line):
            return self.engine.analyse(
                position,
                moves=self.moves,
                winner_only=self.winner_only,
                seconds=self.seconds,
                nodes=self.nodes,
                stop=stop,
                on_progress=note,
            )

    def is_settled(self, known: Bounded) -> bool:
        """Whether what was asked for is known."""
        return known.exact or (self.winner_only and not known.lower <= 0 <= known.upper)

    def score_text(self, known: Bounded) -> str:
        """What was asked for, as the board shows it."""
        if not self.winner_only:
            return score_text(known)
        if known.lower > 0:
            return "win"
        if known.upper < 0:
            return "loss"
        if known.estimate is not None:
            return f"~{WINNERS[sign(known.estimate)]}"
        return "draw" if known.exact else "?"


def score_text(known: Bounded) -> str:
    """A score as a number; where it is not exact, an estimate with ~ before it, or both of its bounds."""
    if known.exact:
        return f"{known.lower}"
    return f"{known.lower}..{known.upper}" if known.estimate is None else f"~{known.estimate}"


def known_so_far(progress: EngineProgress) -> str:
    """What the position is worth so far, and of Connect Four the columns that are scored."""
    if progress.depth is not None:
        return f", {progress.line[0]} {progress.text}"
    columns = "".join(f" {each.move}:{each.lower}" for each in progress.moves if each.exact)
    return f", score {score_text(progress)}" + (f", columns{columns}" if columns else "")


def _print(found: Analysis, question: Question) -> None:
    console = Console(highlight=False, markup=False)
    if question.moves and found.moves:
        console.print(_scored_board(found, question), soft_wrap=True)
    else:
        console.print(board.drawing(found.position))
    for line in _summary(found, question):
        console.print(line, soft_wrap=True)


def _scored_board(found: Analysis, question: Question) -> Text:
    """The board with the score of every move: below its column, or in its cell."""
    scores = {str(each.move): question.score_text(each) for each in found.moves}
    if isinstance(found.position, ConnectFour):
        return _scored_columns(found.position, scores, _best_moves(found, question))
    return board.drawing(found.position, column_width=1 + max(map(len, scores.values())), notes=scores)


def _scored_columns(position: ConnectFour, scores: dict[str, str], best: list[str]) -> Text:
    """The board with the score of every column below it, and a sign below the best ones."""
    width = 1 + max(len(cell) for cell in (*scores, *scores.values()))
    text = board.drawing(position, column_width=width)
    columns = position.column_names
    text.append("".join(scores.get(column, "").rjust(width) for column in columns).rstrip() + "\n")
    text.append("".join(("^" if column in best else "").rjust(width) for column in columns).rstrip() + "\n", "bold")
    return text


def _summary(found: Analysis, question: Question) -> Iterator[str]:
    if found.position.is_over():
        yield f"the game is over: {board.summary(found.position)}"
        return
    says_all = question.winner_only or isinstance(found.position, Othello)  # there the text is the score
    yield f"{board.summary(found.position)}: {found.text}" + ("" if says_all else f", score {score_text(found)}")
    best = _best_moves(found, question)
    if question.moves and best:
        name = "columns" if isinstance(found.position, ConnectFour) else "moves"
        yield f"best {name}{'' if _is_final(found, question) else ' so far'}: {' '.join(best)}"
    if _is_proven(found, question):
        yield "best play: " + " ".join(str(move) for move in found.line)
    elif found.estimate is not None:
        yield "likely play: " + " ".join(str(move) for move in found.line)
    source = "from the opening book" if found.source == "book" else "searched"
    ended = f"; ended by {found.stopped}" if found.stopped else ""
    yield f"{source}, {found.nodes:,} nodes, {found.seconds:.2f} s{ended}"


def _best_moves(found: Analysis, question: Question) -> list[str]:
    """The best moves as far as is known; none when nothing is known that tells one from another."""
    is_alike = len(found.best) == len(found.moves) > 1
    is_open = not any(question.is_settled(each) for each in found.moves)
    return [] if is_alike and is_open else [str(move) for move in found.best]


def _is_final(found: Analysis, question: Question) -> bool:
    """Whether nothing that is still open could change which moves are best."""
    least = max(each.lower for each in found.moves)
    able = [each for each in found.moves if each.upper >= least]
    return len(able) == 1 or all(question.is_settled(each) for each in able)


def _is_proven(found: Analysis, question: Question) -> bool:
    """Whether the first move of the line is known to be best; when only the winner is asked for, to win."""
    wins = question.winner_only and any(each.move == found.move and each.lower > 0 for each in found.moves)
    return found.proven or wins


def _solve_batch(question: Question, file: Path, read: Callable[[str], Position], json: bool) -> None:
    """Answer line by line. What cannot be read is named and left out, and makes the command fail in the end."""
    answers: list[dict[str, object]] = []
    errors: list[dict[str, object]] = []
    number, interrupted = 0, ""
    try:
        for number, text, found in _answers(question, file, read):
            if isinstance(found, Analysis):
                answers.append({"asked": text, **found.description()})
                if not json:
                    print(text, question.score_text(found), flush=True)
                if found.stopped == "stop":
                    interrupted = f"at line {number}"
            else:
                errors.append({"line": number, **_error(found)})
                if not json:
                    print(_complaint(file, number, found), file=sys.stderr)
    except KeyboardInterrupt:  # between two lines, which is how lines that are typed come to their end
        if not arguments.is_typed(file):
            interrupted = f"after line {number}"
    if json:
        print(json_format.dumps({"positions": answers, "errors": errors}))
    if interrupted:
        print(f"interrupted {interrupted}; the lines after it are not solved", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)
    if errors:
        raise typer.Exit(FAILED)


def _answers(
    question: Question, file: Path, read: Callable[[str], Position]
) -> Iterator[tuple[int, str, Analysis | GamegroveError]]:
    """The number of each line, its text, and the answer or what is wrong with it."""
    for number, text in enumerate(map(str.strip, _lines(file)), 1):
        if not text:
            continue
        try:
            found = question.answer(_of_game(read(text), question.engine.game), f"line {number}: ")
        except GamegroveError as error:
            yield number, text, error
            continue
        yield number, text, found
        if found.stopped == "stop":
            return


def _of_game(position: Position, game: str) -> Position:
    """A position of a batch, if it is one of its game: the engine is made for one board."""
    if position.spec != game:
        raise GamegroveError(f"this is a position of {position.spec}, not of {game}; solve it in a batch of its own")
    return position


def _error(error: GamegroveError) -> dict[str, object]:
    """What is wrong with a line and in which column of it, for programs."""
    if isinstance(error, TextError) and error.line:
        return {"column": error.column, "error": error.message}
    return {"column": None, "error": str(error)}


def _complaint(file: Path, number: int, error: GamegroveError) -> str:
    """What is wrong with a line, and where."""
    place = _error(error)
    column = "" if place["column"] is None else f", column {place['column']}"
    return f"{arguments.name_of(file)}, line {number}{column}: {place['error']}"


def _lines(file: Path) -> Iterable[str]:
    """The lines of a file at once, those of standard input as they come."""
    return sys.stdin if arguments.is_typed(file) else arguments.text_of(file).splitlines()
