"""Boards in the terminal."""

from __future__ import annotations

import sys

from rich.text import Text

from gamegrove import ConnectFour, Othello, Pente
from gamegrove.position import Position

STONES = {"X": ("●", "bold red"), "O": ("○", "bold cyan"), ".": ("·", "dim"), "#": (" ", "")}
"""What is drawn for a cell, and in which style; the symbols themselves where the terminal knows no others."""

PLAIN = str.maketrans({"├": "|", "└": "`", "│": "|", "─": "-", "·": "."})
"""What terminals that know no others get for the lines of a tree."""


def side_name(position: Position, side: int) -> str:
    """A player's symbol and name, such as `● black`."""
    return f"{_glyph(position, 'XO'[side])} {position.players[side]}"


def drawing(position: Position) -> Text:
    """The position as it prints itself, without the line about the turn, and with coloured stones."""
    if not isinstance(position, Othello | ConnectFour | Pente):
        return Text(str(position) if _is_unicode() else str(position).translate(PLAIN))
    board, _, _ = str(position).rpartition("\n")
    text = Text()
    for character in board + "\n":
        text.append(_glyph(position, character), STONES.get(character, ("", "dim"))[1])
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


def _is_unicode() -> bool:
    return (sys.stdout.encoding or "ascii").lower().startswith("utf")


def _glyph(position: Position, character: str) -> str:
    is_written = position.players[0] == "crosses" and character in "XO"  # tic-tac-toe is not played with stones
    return STONES[character][0] if character in STONES and _is_unicode() and not is_written else character
