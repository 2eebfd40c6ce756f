"""The weights of the Othello engine in files: one for each board, trained by playing against itself.

A file is a line of JSON, which says for which board the weights are, how far shallow searches are off, and how all that
was made; then the weights themselves as the core reads them, compressed by xz, which has a checksum.
"""

from __future__ import annotations

import json
import lzma
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from gamegrove._core import Othello
from gamegrove.errors import GamegroveError
from gamegrove.evaluation import cells_of
from gamegrove.files import appearing

FORMAT = "gamegrove othello weights"
VERSION = 1
"""The only version there is so far."""
MOST_HEADER = 1 << 20
"""No header has more bytes than these; what has is another kind of file."""
MOST_DATA = 1 << 27
"""No board has weights of so many bytes, which is four times what 8x8 takes."""
Doubt = tuple[float, float, float, float]
"""How far shallow searches are off: the factors of 1, depth, shallow depth and empty cells."""
NO_DOUBT: Doubt = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class OthelloWeights:
    """What the engine knows of a board before it begins."""

    board: str
    """The board: 4, 6, 8, 10, 12 or 96."""
    data: bytes
    """The weights as the core reads them; none at all for a board on which all positions look the same."""
    midgame_doubt: Doubt = NO_DOUBT
    """How far shallow searches are off before the end of the game."""
    endgame_doubt: Doubt = NO_DOUBT
    """How far they are off in predicting the end of the game."""
    made: Mapping[str, Any] = field(default_factory=dict)
    """How it was made: by the command its seed, its lessons and its errors by stage."""


def board_of(position: Othello) -> str:
    """The name of a position's board.

    >>> board_of(Othello(board="96")), board_of(Othello(size=6))
    ('96', '6')
    """
    return "96" if cells_of(position) == 96 else str(len(position.rows))


@cache
def packaged_weights(board: str) -> OthelloWeights:
    """The weights that come with the package, read once; none at all if there is no file for the board."""
    file = resources.files(__package__).joinpath("data", f"othello-{board}.weights")
    return read_weights(file, board) if isinstance(file, Path) and file.is_file() else OthelloWeights(board, b"")


def read_weights(file: Path, board: str | None = None) -> OthelloWeights:
    """The weights in a file, which must be those of a board if one is named."""
    header, packed = _parts(file)
    _check_version(file, header.get("version"))
    weights = _of_header(file, header, _unpacked(file, packed))
    if board is not None and weights.board != board:
        raise GamegroveError(f"{file} has the weights of board {weights.board}, not of board {board}")
    return weights


def is_weights(file: Path) -> bool:
    """Whether a file is one of weights, whole or damaged."""
    try:
        _parts(file)
    except GamegroveError:
        return False
    return True


def write_weights(weights: OthelloWeights, file: Path) -> None:
    """Write weights; the file is there whole or not at all."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "board": weights.board,
        "doubt": {"midgame": list(weights.midgame_doubt), "endgame": list(weights.endgame_doubt)},
        "made": dict(weights.made),
    }
    with appearing(file) as unfinished:
        unfinished.write_bytes(json.dumps(header).encode() + b"\n" + lzma.compress(weights.data, preset=9))


def _parts(file: Path) -> tuple[dict[str, Any], bytes]:
    """The header, and what follows it."""
    try:
        contents = file.read_bytes()
    except OSError as error:
        raise GamegroveError(f"cannot read the weights {file}: {error.strerror}") from None
    line, end_of_line, packed = contents.partition(b"\n")
    try:
        header = json.loads(line.decode()) if len(line) <= MOST_HEADER else None
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise GamegroveError(f"{file} has no weights of the Othello engine")
    if not end_of_line:
        _refuse_half(file)
    return header, packed


def _unpacked(file: Path, packed: bytes) -> bytes:
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        data = unpacking.decompress(packed, MOST_DATA)
    except lzma.LZMAError:
        raise GamegroveError(f"the weights {file} are damaged") from None
    if len(data) == MOST_DATA:
        raise GamegroveError(f"the weights {file} are damaged: no board has so many")
    if not unpacking.eof:
        _refuse_half(file)
    if not data:
        raise GamegroveError(f"{file} has no weights, only its first line")
    if unpacking.unused_data:
        raise GamegroveError(f"the weights {file} are damaged: something follows them")
    return data


def _refuse_half(file: Path) -> NoReturn:
    raise GamegroveError(f"the weights {file} are not complete")


def _check_version(file: Path, version: object) -> None:
    if isinstance(version, int) and version > VERSION:
        raise GamegroveError(f"{file} is of version {version}, and this gamegrove reads version {VERSION}: renew it")
    if version != VERSION:
        _refuse_header(file)


def _of_header(file: Path, header: dict[str, Any], data: bytes) -> OthelloWeights:
    board, doubt, made = header.get("board"), header.get("doubt"), header.get("made", {})
    if not (isinstance(board, str) and isinstance(doubt, dict) and isinstance(made, dict)):
        _refuse_header(file)
    midgame, endgame = (_doubt(file, doubt.get(name)) for name in ("midgame", "endgame"))
    return OthelloWeights(board, data, midgame, endgame, made)


def _doubt(file: Path, numbers: object) -> Doubt:
    if not isinstance(numbers, list) or len(numbers) != len(NO_DOUBT) or not all(map(_is_number, numbers)):
        _refuse_header(file)
    first, second, third, fourth = map(float, numbers)
    return first, second, third, fourth


def _is_number(value: object) -> bool:
    try:
        return isinstance(value, int | float) and math.isfinite(value)
    except OverflowError:  # an integer that no float can hold
        return False


def _refuse_header(file: Path) -> NoReturn:
    raise GamegroveError(f"the weights {file} have a first line that makes no sense")
