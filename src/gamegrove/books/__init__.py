"""Opening books: exact scores of all positions up to a ply, in a file."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path


def packaged(spec: str) -> Path | None:
    """The book that comes with the package for a game and its rules, such as `connect-four`; None if there is none."""
    name = re.sub("[^a-z0-9]+", "-", spec)
    found = resources.files(__name__).joinpath("data", f"{name}.book")
    return found if isinstance(found, Path) and found.is_file() else None
