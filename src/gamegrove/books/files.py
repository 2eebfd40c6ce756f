"""Books in files: compressed, so that a deep one is small, with a checksum over everything."""

from __future__ import annotations

import gzip
import os
import zlib
from pathlib import Path

from gamegrove._core import ConnectFourBook
from gamegrove.books import contents
from gamegrove.errors import GamegroveError
from gamegrove.files import appearing

GZIP = b"\x1f\x8b"
"""The first bytes of every file that is compressed so."""


def read_book(file: Path) -> ConnectFourBook:
    """The book in a file."""
    packed = _bytes(file)
    if not packed.startswith(GZIP):
        raise GamegroveError(f"{file} is no book of Connect Four; `gamegrove book make` makes one")
    try:
        book = ConnectFourBook.from_bytes(gzip.decompress(packed))
        contents.connect_four(book.spec)
    except EOFError:
        raise GamegroveError(f"the book {file} is not complete; make it again") from None
    except (OSError, zlib.error):
        raise GamegroveError(f"the book {file} is damaged; make it again") from None
    except GamegroveError as error:
        raise GamegroveError(f"{file}: {error}; `gamegrove book make` makes one") from None
    return book


def _bytes(file: Path) -> bytes:
    if file.exists() and not file.is_file():  # a pipe or a device might never end
        raise GamegroveError(f"cannot read the book {file}: it is no file")
    try:
        return file.read_bytes()
    except OSError as error:
        raise GamegroveError(f"cannot read the book {file}: {error.strerror}") from None


def check_place(file: Path) -> None:
    """Say that a book cannot be written, or would replace something else, before the work for it is done."""
    if file.exists() and not (file.is_file() and file.read_bytes()[: len(GZIP)] == GZIP):
        raise GamegroveError(f"{file} is there, and is no book; it is not replaced: give another name")
    if not os.access(file.parent, os.W_OK):
        raise GamegroveError(f"cannot write the book {file}: nothing can be written into {file.parent}")


def write_book(book: ConnectFourBook, file: Path) -> None:
    """Write a book; the file is there whole or not at all."""
    with appearing(file) as unfinished:
        unfinished.write_bytes(gzip.compress(book.to_bytes(), mtime=0))
