"""`gamegrove review`: which move threw the game away."""

from __future__ import annotations

import json as json_format
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gamegrove import Othello, charts
from gamegrove.cli import arguments, board, engine_options, replay, running
from gamegrove.cli.solve import score_text
from gamegrove.cli.table import record_of
from gamegrove.cli.text_table import text_table
from gamegrove.cli.thinking import Line, late_line
from gamegrove.errors import GamegroveError, TextError
from gamegrove.games.catalogue import begins_with_game
from gamegrove.games.catalogue import position as game_position
from gamegrove.position import Position
from gamegrove.record import Record
from gamegrove.review import Mark, Review, ReviewedMove
from gamegrove.review import review as judge

BARS, PLAIN_BARS = "·▁▂▃▄▅▆▇█", ".12345678"
"""A draw, and the bars of a win from the latest to the soonest; the second for terminals that know only ASCII."""

BY_DISCS = {
    Mark.blunder: ("blunder", "blunders"),
    Mark.mistake: ("mistake", "mistakes"),
    Mark.inaccuracy: ("inaccuracy", "inaccuracies"),
    Mark.unknown: ("unknown", "unknown"),
}
"""What moves are called that lose discs: one of them, and several."""


def review(
    what: Annotated[
        str,
        typer.Argument(
            metavar="GAME|RUN|FILE",
            show_default=False,
            help="A game, as in `gamegrove show`; or the number of a stored run, a file of games, or one that "
            "`gamegrove play` has saved.",
        ),
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVES|NAME",
            show_default=False,
            help="The moves, such as 4455 or f5d6c3; or the name of one of the games that `gamegrove replay` lists.",
        ),
    ] = None,
    size: arguments.Size = None,
    board_name: arguments.Board = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            show_default=False,
            help="Read the moves of the game from a file, or a saved game; - reads standard input.",
        ),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(
            "--depth",
            "-d",
            min=1,
            show_default=False,
            help="How many plies to look ahead in Othello; the end of the game is exact all the same.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, show_default=False, help="How long a move may be looked at.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", min=1, show_default=False, help="How many nodes a move may take.")
    ] = None,
    threads: engine_options.Threads = 1,
    table_mib: engine_options.TableMib = 64,
    book: engine_options.Book = None,
    no_book: engine_options.NoBook = False,
    weights: engine_options.Weights = None,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", help="Also draw the score over the game: .svg, .png or .pdf."),
    ] = None,
    store: running.StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """Judge every move of a game of Connect Four or Othello, and name the one that threw most away.

    In Connect Four that is the win or the draw. In Othello it is discs: the end of the game is exact, and what comes
    before is estimated, a second a move if nothing else is said; 2 or 3 discs lost are an inaccuracy (?!), from 4 on a
    mistake (?), from 10 on a blunder (??). The game need not be over. Ctrl-C ends it with the moves that are judged by
    then, the last ones first.

    \b
    gamegrove review connect-four 4453627
    gamegrove review othello f5d6c3d3c4 --seconds 2
    gamegrove review connect-four 334422 --size 5x4 --chart game.svg
    gamegrove review game.txt
    gamegrove review othello --from moves.txt
    gamegrove review 12 3
    """
    if chart is not None:
        charts.check_chart(chart)
        arguments.check_folders(chart)
    record = _chosen_record(what, words or [], file, (size, board_name), store)
    if not record.moves:
        raise GamegroveError(f"there are no moves to review; give some, {_example(what, record.start)}")
    engine = engine_options.engine_for(
        record.start, threads=threads, table_mib=table_mib, book=book, no_book=no_book, weights=weights
    )
    line = Line("reviewing")

    def note(done: int, todo: int) -> None:
        line.known = f", {done} of {todo} moves"

    with arguments.stop_on_ctrl_c() as stop, late_line(line):
        judged = judge(record, engine, depth=depth, seconds=seconds, nodes=nodes, stop=stop, on_move=note)
    if chart is not None:
        judged.draw(chart)
    if json:
        print(json_format.dumps(judged.description()))
    else:
        _print(judged)
        if chart is not None:
            print(f"drawn into {chart}")


def _chosen_record(
    what: str,
    words: list[str],
    file: Path | None,
    board_options: tuple[str | None, str | None],
    store: Path | None,
) -> Record:
    """The game to review: typed, stored, or in a file. The options are the size of the board, and its name."""
    if not _is_there(what):
        what, words = arguments.with_game(what, words)
    if begins_with_game(what):
        start = arguments.chosen_position(what, None, None, *board_options)
        if file is None:
            return _typed_record(what, start, " ".join(words))
        has_options = ":" in what or board_options != (None, None)
        return _read_record(start, words, file, has_options=has_options)
    if file is not None:
        raise GamegroveError(f"--from goes with a game, not with '{what[:60]}'")
    for name, value in zip(("--size", "--board"), board_options, strict=True):
        if value is not None:
            raise GamegroveError(f"{name} goes with a game, not with '{what[:60]}'")
    if what.isdecimal():
        return _stored_record(what, words, store)
    if not _is_there(what):
        raise GamegroveError(f"there is no game, file or run '{what[:60]}'; `gamegrove games` lists the games")
    text = arguments.text_of(Path(what))
    if text.lstrip().startswith("{"):
        return _stored_record(what, words, store)
    return _saved_record(text, Path(what), " ".join(words))


def _typed_record(game: str, start: Position, moves: str) -> Record:
    """The game that begins with a position, by its moves; what is often given in their place is named."""
    try:
        return Record.read(start, moves)
    except TextError:
        is_file, example = _is_there(moves), _example(game, start)
        if not is_file and ("/" in moves or _is_position(start, moves)):
            raise GamegroveError(
                f"this is a position, and a review takes the moves of a game, {example}; moves from a position on are "
                f"`gamegrove review '{game.partition(' ')[0]} POSITION' MOVES`, and `gamegrove solve` scores a position"
            ) from None
        if is_file:
            raise GamegroveError(
                f"{moves} is a file, and a review takes the moves of a game, {example}; --from {moves} reads them there"
            ) from None
        raise


def _is_position(start: Position, text: str) -> bool:
    try:
        game_position(start.spec, text)
    except TextError:
        return False
    return True


def _example(game: str, start: Position) -> str:
    """How a review is asked for."""
    return f"such as `gamegrove review {game.partition(' ')[0]} {'f5d6c3' if isinstance(start, Othello) else '4455'}`"


def _read_record(start: Position, words: list[str], file: Path, *, has_options: bool) -> Record:
    """The game whose moves stand in a file, or that `gamegrove play` has saved there: then it says its options."""
    if words:
        raise GamegroveError("give the moves, or a file of them with --from, not both")
    text = arguments.text_of(file)
    if not begins_with_game(text):
        return Record.read(start, text)
    record = _saved_record(text, file, "")
    saved, named = (spec if has_options else spec.partition(":")[0] for spec in (record.start.spec, start.spec))
    if saved != named:
        raise GamegroveError(f"{file} holds a game of {saved}, not of {named}")
    return record


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:  # too long for a name
        return False


def _saved_record(text: str, file: Path, further: str) -> Record:
    """The game that `gamegrove play` has saved in a file with this text, and further moves behind it."""
    try:
        record = record_of(text, file)
    except GamegroveError as error:
        raise GamegroveError(
            f"{file} is no game that `gamegrove play` has saved ({str(error).removeprefix(f'{file}: ')}); if it holds "
            f"the moves of a game, name the game, such as `gamegrove review othello --from {file}`"
        ) from None
    try:
        return record.play(further)
    except TextError as error:
        raise GamegroveError(
            f"{error.message}; {file} holds a single game, and what follows its name are further moves: leave them "
            "out to review it as it is"
        ) from None


def _stored_record(source: str, words: list[str], store: Path | None) -> Record:
    """One of the games of a run or a file; it need not be named if it is the only one."""
    games = replay.games_in(source, store)
    if len(words) != 1 and len(games) > 1:
        raise GamegroveError(f"name one of the {len(games)} games; `gamegrove replay {source}` lists them")
    name = words[0] if words else next(iter(games))
    positions = replay.positions_of(source, name, replay.find_game(source, games, name))
    return Record(positions[0], tuple(turn.move for turn in games[name].moves))


def _print(judged: Review) -> None:
    console = Console(highlight=False, markup=False, soft_wrap=True)
    rows = [("", "", "move", "", "before", "after", "lost", "best", ""), *(_row(judged, each) for each in judged.moves)]
    if not judged.counts_discs:  # there the result counts, and not how much is lost
        rows = [(*row[:6], *row[7:]) for row in rows]
    left = (1, 3, 7, 8) if judged.counts_discs else (1, 3, 6, 7)
    for line in text_table(rows, left):
        console.print(line)
    console.print()
    for line in _bars(judged):
        console.print(line)
    console.print()
    for side, name in enumerate(judged.record.start.players):
        console.print(f"{name}: {_tally_by_discs(judged, side) if judged.counts_discs else _tally(judged, side)}")
    console.print(judged.verdict)


def _row(judged: Review, each: ReviewedMove) -> tuple[str, ...]:
    known = "" if each.mark is Mark.best else str(each.mark)
    name = judged.record.start.players[each.side]
    before, after = score_text(each.analysis), score_text(each.after)
    best = " ".join(each.best)
    if each.is_unjudged:
        before = after = "?"
        best = ""
    return f"{each.number}.", name, each.move, each.mark.sign, before, after, f"{each.lost or ''}", best, known


def _bars(judged: Review) -> Iterator[str]:
    """A line for each player: the higher the bar after a move, the sooner that player wins; equal in all games."""
    names = judged.record.start.players
    width = max(len(name) for name in names)
    for name, sign in zip(names, (1, -1), strict=True):
        bars = "".join("?" if score is None else _bar(sign * score, judged.most) for score in judged.course)
        yield f"{name:{width}} |{bars}|"


def _bar(score: int, most: int) -> str:
    """The bar of one player at one move: nothing where the other one wins."""
    bars = BARS if board.is_unicode() else PLAIN_BARS
    if score <= 0:
        return " " if score else bars[0]
    return bars[1 + (len(bars) - 2) * min(score, most) // most]


def _tally(judged: Review, side: int) -> str:
    """How many mistakes of what kind a player made, and what else there is to say of the moves."""
    counted = [(mark, judged.count(side, mark)) for mark in Mark if mark is not Mark.best]
    mistakes = ", ".join(f"{count} x {mark}" for mark, count in counted if count and mark.is_mistake)
    others = "".join(f", {count} x {mark}" for mark, count in counted if count and not mark.is_mistake)
    number = judged.mistakes[side]
    return f"{number} {'mistake' if number == 1 else 'mistakes'}" + (f" ({mistakes})" if mistakes else "") + others


def _tally_by_discs(judged: Review, side: int) -> str:
    """How many discs a player lost, and with what kinds of moves."""
    lost = judged.lost[side]
    names = [(judged.count(side, mark), name, several) for mark, (name, several) in BY_DISCS.items()]
    counted = ", ".join(f"{count} {name if count == 1 else several}" for count, name, several in names if count)
    return f"{lost or 'no'} {'disc' if lost == 1 else 'discs'} lost" + (f" ({counted})" if counted else "")
