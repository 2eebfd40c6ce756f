"""The folder in which a training keeps what it has got so far, so that Ctrl-C or a power cut costs a minute's work."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gamegrove.errors import GamegroveError
from gamegrove.files import appearing

PLAN = "plan.json"
STATE = "state"
CHECKSUM_BYTES = 4


class LessonFolder:
    """Chunks of lessons by name, and the state after the last step that is finished.

    Every file is there whole or not at all. Its one important method is chunk().
    """

    def __init__(self, path: Path, plan: Mapping[str, Any], *, resume: bool) -> None:
        self.path = path
        if (path / PLAN).exists():
            self._check(plan, resume=resume)
            return
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OSError(f"cannot make the folder {path}: {error.strerror}; name another one to work in") from None
        if any(path.iterdir()):
            raise GamegroveError(f"{path} is not empty, and holds no lessons; take another folder to work in")
        self._write(PLAN, json.dumps(plan, indent=1).encode() + b"\n")

    def chunk(self, name: str) -> bytes | None:
        """The lessons that were kept under a name; None when there are none yet."""
        file = self.path / f"{name}.lessons"
        return _checked(file) if file.exists() else None

    def keep_chunk(self, name: str, lessons: bytes) -> None:
        """Keep lessons under a name."""
        self._write(f"{name}.lessons", _with_checksum(lessons))

    def state(self) -> tuple[dict[str, Any], bytes] | None:
        """What keep_state() was given last; None before the first time."""
        file = self.path / STATE
        if not file.exists():
            return None
        header, _, data = _checked(file).partition(b"\n")
        return json.loads(header), data

    def keep_state(self, header: Mapping[str, Any], data: bytes) -> None:
        """Keep what the steps so far have led to, in place of the state before."""
        self._write(STATE, _with_checksum(json.dumps(header).encode() + b"\n" + data))

    def _check(self, plan: Mapping[str, Any], *, resume: bool) -> None:
        if not resume:
            raise GamegroveError(
                f"{self.path} holds the lessons of an earlier run: go on with --resume, or take another --work folder"
            )
        try:
            before = json.loads((self.path / PLAN).read_text(encoding="utf-8"))
        except ValueError:
            raise GamegroveError(f"{self.path / PLAN} makes no sense; take another --work folder") from None
        # As JSON gives it back: a tuple is a list there.
        now = json.loads(json.dumps(plan))
        for name in now:
            if not isinstance(before, dict) or before.get(name) != now[name]:
                was = before.get(name) if isinstance(before, dict) else None
                raise GamegroveError(
                    f"{self.path} holds the lessons of another run: {name.replace('_', ' ')} was {was} there and is "
                    f"{now[name]} now; ask for the same, or take another --work folder"
                )

    def _write(self, name: str, contents: bytes) -> None:
        with appearing(self.path / name) as unfinished:
            unfinished.write_bytes(contents)


def _with_checksum(contents: bytes) -> bytes:
    return zlib.crc32(contents).to_bytes(CHECKSUM_BYTES, "little") + contents


def _checked(file: Path) -> bytes:
    """What is in a file, if the disk has kept it as it was."""
    whole = file.read_bytes()
    contents = whole[CHECKSUM_BYTES:]
    if _with_checksum(contents) != whole:
        raise GamegroveError(f"{file} is damaged; remove it, and go on with --resume")
    return contents
