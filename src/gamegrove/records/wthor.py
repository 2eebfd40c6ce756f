"""The WTHOR collection of the Fédération Française d'Othello: one file a year, with the games of its tournaments.

A file is a header of 16 bytes and a record of 68 bytes a game, numbers with the lowest byte first:

======  =====  =================================================
offset  bytes  in the header
4       4      how many games follow
10      2      the year in which they were played
12      1      the size of the board; 0 means 8
13      1      1 for a file of puzzles
======  =====  =================================================

======  =====  =================================================
offset  bytes  in a record
0       2      the number of the tournament
2       2      the number of the black player
4       2      the number of the white player
6       1      how many discs black had in the end
7       1      how many black has after the best play from some ply on
8       60     moves: ten times the row and the column, both counted from 1; 0 when the game was over before; no passes
======  =====  =================================================
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from gamegrove.errors import GamegroveError

HEADER = struct.Struct("<4xIxxHBB2x")
RECORD = struct.Struct("<HHHBB60s")
SIZE = 8
"""The only size of a board that is read."""


@dataclass(frozen=True)
class WthorGame:
    """A game as it was recorded; whether its moves are legal nobody has checked."""

    year: int
    """When it was played."""
    number: int
    """Its place in the file, counted from 1."""
    tournament: int
    """Where it was played: a line of the collection's list of tournaments."""
    black: int
    """Who began: a line of the collection's list of players."""
    white: int
    """Who answered."""
    black_score: int
    """How many discs black had in the end; the winner is given the empty cells."""
    theoretical_score: int
    """How many discs black has after the best play from some ply on."""
    moves: str
    """The moves from the start, without passes, such as f5d6c3."""


def read_wthor(file: Path) -> Iterator[WthorGame]:
    """The games of a file, one after the other.

    The file is read and its length looked at before the first game is asked for.
    """
    data = _contents(file)
    if len(data) < HEADER.size:
        _refuse(file, f"it ends within the header, after {len(data)} of {HEADER.size} bytes")
    count, year, size, is_puzzle = HEADER.unpack_from(data)
    if size not in (0, SIZE):
        _refuse(file, f"its games are of a board of {size}x{size}; only {SIZE}x{SIZE} is read")
    if is_puzzle:
        _refuse(file, "it holds puzzles, not games")
    _check_length(file, len(data), count)
    records = RECORD.iter_unpack(data[HEADER.size :])
    return (_game(file, year, number, record) for number, record in enumerate(records, 1))


def wthor_files(folder: Path) -> list[Path]:
    """The files of the collection in a folder, in the order of their names."""
    if not folder.is_dir():
        raise GamegroveError(f"there is no folder {folder}")
    files = sorted(file for file in folder.iterdir() if file.suffix.lower() == ".wtb")
    if not files:
        raise GamegroveError(f"{folder} has no files that end in .wtb, as those of the WTHOR collection do")
    return files


def _contents(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise GamegroveError(f"cannot read {file}: {error.strerror}") from None


def _check_length(file: Path, length: int, count: int) -> None:
    expected = HEADER.size + count * RECORD.size
    if length < expected:
        whole = (length - HEADER.size) // RECORD.size
        _refuse(file, f"it ends within game {whole + 1:,} of {count:,}, at byte {length:,}")
    if length > expected:
        _refuse(file, f"{length - expected:,} bytes follow the last of its {count:,} games, at byte {expected:,}")


def _game(file: Path, year: int, number: int, record: tuple[int, int, int, int, int, bytes]) -> WthorGame:
    tournament, black, white, black_score, theoretical_score, codes = record
    played = codes.rstrip(b"\0")
    cells = [_cell(file, number, ply, code) for ply, code in enumerate(played, 1)]
    return WthorGame(year, number, tournament, black, white, black_score, theoretical_score, "".join(cells))


def _cell(file: Path, number: int, ply: int, code: int) -> str:
    """A cell such as f5."""
    row, column = divmod(code, 10)
    if not (1 <= row <= SIZE and 1 <= column <= SIZE):
        at = HEADER.size + number * RECORD.size - 60 + ply - 1
        _refuse(file, f"move {ply} of game {number:,} is {code}, which is no cell, at byte {at:,}")
    return "abcdefgh"[column - 1] + str(row)


def _refuse(file: Path, reason: str) -> NoReturn:
    raise GamegroveError(f"{file} is no whole WTHOR file: {reason}")
