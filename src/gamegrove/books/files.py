"""Books in files: compressed, so that a deep one is small, with a checksum over everything."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from gamegrove._core import ConnectFourBook
from gamegrove.errors import GamegroveError, InvalidTextError
from gamegrove.files import appearing

GZIP = b"\x1f\x8b"
"""The first bytes of every file that is compressed so."""


def read_book(file: Path) -> ConnectFourBook:
    """The book in a file."""
    try:
        packed = file.read_bytes()
    except OSError as error:
        raise GamegroveError(f"cannot read the book {file}: {error.strerror}") from None
    if not packed.startswith(GZIP):
        raise GamegroveError(f"{file} is no book of Connect Four; `gamegrove book make` makes one")
    try:
        return ConnectFourBook.from_bytes(gzip.decompress(packed))
    except EOFError:
        raise GamegroveError(f"the book {file} is not complete; make it again") from None
    except (OSError, zlib.error):
        raise GamegroveError(f"the book {file} is damaged; make it again") from None
    except InvalidTextError as error:
        raise GamegroveError(f"{file}: {error}; `gamegrove book make` makes one") from None


def write_book(book: ConnectFourBook, file: Path) -> None:
    """Write a book; the file is there whole or not at all."""
    with appearing(file) as unfinished:
        unfinished.write_bytes(gzip.compress(book.to_bytes(), mtime=0))
