"""Files of somebody's own, which register games, players and algorithms: run here and by every worker."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from types import ModuleType

from gamegrove.errors import GamegroveError

_one_at_a_time = Lock()


@dataclass(frozen=True)
class Source:
    """A Python file as it was when it was read, so that a worker on another machine can run it."""

    path: Path
    """Where it was read; errors name it, and modules beside it can be imported if that folder is there."""
    text: str
    """What stood in it."""

    @property
    def digest(self) -> str:
        """The same for files that say the same."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @classmethod
    def read(cls, path: Path) -> Source:
        """The file as it is now."""
        return cls(path.absolute(), path.read_text(encoding="utf-8-sig"))

    def run(self) -> None:
        """Run it as a module; what it raises names its line."""
        if self.path.suffix != ".py":
            raise GamegroveError(f"{self.path} is no Python file; its name should end in .py")
        module = ModuleType(f"gamegrove_loaded_{self.path.stem}")
        module.__file__ = str(self.path)
        sys.modules[module.__name__] = module
        sys.path.insert(0, str(self.path.parent))
        try:
            exec(compile(self.text, str(self.path), "exec", dont_inherit=True), module.__dict__)
        except SyntaxError as error:
            raise GamegroveError(f"{error.filename}, line {error.lineno}: SyntaxError: {error.msg}") from None
        except SystemExit as error:
            raise GamegroveError(
                f"{self.path} wants to leave with exit code {error.code} instead of registering a game"
            ) from None


def run_once(source: Source) -> None:
    """Run a file unless this process has run it before; a worker does many tasks, some of them at the same time."""
    with _one_at_a_time:
        _run(source)


@cache
def _run(source: Source) -> None:
    source.run()
