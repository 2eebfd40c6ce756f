"""Boards in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rich.text import Text

from gamegrove import ConnectFour, Othello, Pente
from gamegrove.position import Position

Board = Othello | ConnectFour | Pente
Cell = tuple[int, int]
"""A row, counted from the top of the screen, and a column."""

GLYPHS = {"X": "●", "O": "○", ".": "·", "#": " "}
"""What is drawn for a cell; the symbols themselves where the terminal knows no others."""
LEGAL = "+"
"""What is drawn for an empty cell that may be played."""
NO_NOTES: Mapping[str, str] = MappingProxyType({})

SIDES = {
    "black": "color(16)",
    "white": "color(231)",
    "red": "color(203)",
    "yellow": "color(226)",
    "green": "color(77)",
    "crosses": "color(203)",
    "noughts": "color(87)",
}
"""The colour of a side's stones, by its name. All are numbers of the palette of 256, which themes leave alone."""
FELT, SLATE = "on color(28)", "on color(236)"
"""What the stones lie on: black ones would not be seen on slate, nor red and green ones on felt."""
EMPTY_STYLE, LEGAL_STYLE = "color(108)", "bold color(229)"

PLAIN = str.maketrans({"├": "|", "└": "`", "│": "|", "─": "-", "·": "."})
"""What terminals that know no others get for the lines of a tree."""


def side_name(position: Position, side: int) -> str:
    """A player's symbol and name, such as `● black`."""
    return f"{_glyph(position, 'XO'[side])} {position.players[side]}"


def drawing(
    position: Position,
    *,
    marks_moves: bool = False,
    last: Any = None,  # noqa: ANN401 - a move
    column_width: int = 0,
    notes: Mapping[str, str] = NO_NOTES,
) -> Text:
    """The position as it prints itself, without the line about the turn, and with coloured stones.

    Where the board has cells it can show the legal moves, and in brackets the move that was played last. It can be
    drawn wider, so that something fits below each column, or as a note into the cell of each move.
    """
    if not isinstance(position, Board):
        return Text(str(position) if is_unicode() else str(position).translate(PLAIN))
    legal = _legal_cells(position) if marks_moves else set()
    bracketed = None if last is None else _cell(position, last, is_played=True)
    written = _notes_by_row(position, notes)
    lines = [_widened(position, line, column_width) for line in str(position).split("\n")[:-1]]
    above = 1 if position.row_names else 0
    text = Text()
    for number, line in enumerate(lines):
        row = number - above
        if 0 <= row < len(position.rows):
            drawn = _drawn_row(position, line, row, legal, bracketed)
            text.append_text(_with_notes(drawn, line, written[row]) if row in written else drawn)
        else:
            text.append("".join(_glyph(position, character) for character in line), "dim")
        text.append("\n")
    return text


def summary(position: Position) -> str:
    """Who is to move, or how the game ended."""
    outcome = position.outcome()
    discs = f" ({position.discs[0]}-{position.discs[1]})" if isinstance(position, Othello) else ""
    if outcome is None:
        return f"{side_name(position, position.turn)} to move{discs}"
    if outcome.winner is None:
        return f"a draw{discs}: {outcome.reason}"
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    return f"{side_name(position, outcome.winner)} wins{by}{discs}: {outcome.reason}"


def is_unicode() -> bool:
    """Whether the terminal knows more than ASCII."""
    return (sys.stdout.encoding or "ascii").lower().startswith("utf")


def _glyph(position: Position, character: str) -> str:
    is_written = position.players[0] == "crosses" and character in "XO"  # tic-tac-toe is not played with stones
    return GLYPHS[character] if character in GLYPHS and is_unicode() and not is_written else character


def _drawn_row(position: Board, line: str, row: int, legal: set[Cell], bracketed: Cell | None) -> Text:
    """One row of the board. A cell has a space on either side, where its brackets fit."""
    places = _places(line)
    characters = [*(_glyph(position, character) for character in line), " "]
    for column, place in enumerate(places):
        if (row, column) in legal:
            characters[place] = LEGAL
        if (row, column) == bracketed:
            characters[place - 1], characters[place + 1] = "[", "]"
    text = Text("".join(characters).rstrip(), "dim")
    text.stylize(f"not dim {_ground(position)}", places[0], places[-1] + 1)
    for column, place in enumerate(places):
        style = LEGAL_STYLE if (row, column) in legal else _style(position, line[place])
        text.stylize(style, place, place + 1)
        if (row, column) == bracketed:
            text.stylize(f"not dim bold {style}", place - 1, place + 2)
    return text


def _notes_by_row(position: Board, notes: Mapping[str, str]) -> dict[int, dict[int, str]]:
    """What is written into which columns of each row; a pass has no place on the board."""
    rows: dict[int, dict[int, str]] = {}
    for move, note in notes.items():
        cell = _cell(position, move, is_played=False)
        if cell is not None:
            rows.setdefault(cell[0], {})[cell[1]] = note
    return rows


def _with_notes(drawn: Text, line: str, notes: Mapping[int, str]) -> Text:
    """A row with something written into some of its columns, flush right."""
    places = _places(line)
    plain = drawn.plain.ljust(len(line))
    for column, note in notes.items():
        begin, end = places[column] + 1 - len(note), places[column] + 1
        plain = plain[:begin] + note + plain[end:]
    text = Text(plain, drawn.style, spans=drawn.spans)
    for column, note in notes.items():
        text.stylize(f"not dim {LEGAL_STYLE}", places[column] + 1 - len(note), places[column] + 1)
    return text


def _places(line: str) -> list[int]:
    """Where the cells of a row stand in it."""
    return [place for place, character in enumerate(line) if character in GLYPHS]


def _widened(position: Board, line: str, width: int) -> str:
    """A line of the board whose columns take at least so many characters each."""
    columns = len(position.column_names)
    usual = 2 if position.row_names else len(line) // columns
    begin = len(line) - usual * columns
    cells = (line[place : place + usual].rjust(width) for place in range(begin, len(line), usual))
    return line[:begin] + "".join(cells)


def _ground(position: Board) -> str:
    return FELT if "black" in position.players else SLATE


def _style(position: Board, character: str) -> str:
    if character in "XO":
        return SIDES[position.players["XO".index(character)]]
    return EMPTY_STYLE if character == "." else "on default"


def _legal_cells(position: Board) -> set[Cell]:
    """Where the side to move may play. In the Pente family mostly everywhere, and then no cell is worth a mark."""
    empty = sum(row.count(".") for row in position.rows)
    if isinstance(position, Pente) and len(position.legal_moves) == empty:
        return set()
    cells = (_cell(position, move, is_played=False) for move in position.legal_moves)
    return {cell for cell in cells if cell is not None}


def _cell(position: Board, move: str, *, is_played: bool) -> Cell | None:
    """Where the stone of a move lies, or where it would; a pass has none."""
    if move == "pass":
        return None
    if isinstance(position, ConnectFour):
        column = position.column_names.index(move)
        empty = [row[column] for row in position.rows].count(".")
        return (empty if is_played else empty - 1), column
    return position.row_names.index(move[1:]), position.column_names.index(move[0])
