"""Boards in the terminal."""

from __future__ import annotations

import sys

from rich.text import Text

from gamegrove import ConnectFour, Othello, Pente
from gamegrove.position import Position

STONES = {"X": ("●", "bold red"), "O": ("○", "bold cyan"), ".": ("·", "dim"), "#": (" ", "")}
"""What is drawn for a cell, and in which style; the symbols themselves where the terminal knows no others."""


def side_name(position: Position, side: int) -> str:
    """A player's symbol and name, such as `● black`."""
    symbol = "XO"[side]
    return f"{_glyph(symbol)} {position.players[side]}"


def drawing(position: Position) -> Text:
    """The board with coloured stones; other games as they draw themselves."""
    if not isinstance(position, Othello | ConnectFour | Pente):
        return Text(str(position))
    text = Text()
    header = "".join(f"{name:>{_pitch(position)}}" for name in position.column_names)
    if position.row_names:
        text.append(f"   {header}\n", "dim")
    for number, row in enumerate(position.rows):
        if position.row_names:
            text.append(f"{position.row_names[number]:>3}", "dim")
        for cell in row:
            text.append(" " * (_pitch(position) - 1))
            text.append(_glyph(cell), STONES[cell][1])
        text.append("\n")
    if not position.row_names:
        text.append(f"{header}\n", "dim")
    if isinstance(position, Pente) and position.captures != "none":
        first, second = position.captured
        text.append(f"captured: {_glyph('X')} {first}, {_glyph('O')} {second}\n")
    return text


def summary(position: Position) -> str:
    """Who is to move, or how the game ended."""
    outcome = position.outcome()
    if outcome is None:
        return f"{side_name(position, position.turn)} to move"
    if outcome.winner is None:
        return f"a draw: {outcome.reason}"
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    return f"{side_name(position, outcome.winner)} wins{by}: {outcome.reason}"


def _pitch(position: Othello | ConnectFour | Pente) -> int:
    return 1 + len(position.column_names[-1])


def _glyph(cell: str) -> str:
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    return STONES[cell][0] if encoding.startswith("utf") else "." if cell == "." else cell
