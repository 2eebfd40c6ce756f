"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def appearing(file: Path) -> Iterator[Path]:
    """A place to write to; what was written takes the file's name when it is complete and on the disk.

    A power cut leaves the old file or the new one.
    """
    unfinished = file.with_name(f".{os.getpid()}.{file.name}")
    try:
        yield unfinished
        with unfinished.open("rb+") as stream:
            os.fsync(stream.fileno())
        unfinished.replace(file)
    except OSError as error:
        if error.strerror is None:  # it has explained itself
            raise
        raise OSError(f"cannot write {file}: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
