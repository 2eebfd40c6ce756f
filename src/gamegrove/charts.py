"""What all charts have in common."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

from gamegrove.errors import GamegroveError
from gamegrove.files import appearing

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check_chart(file: Path) -> None:
    """Say what is missing before hours of work are spent on a chart."""
    if file.suffix not in (".svg", ".png", ".pdf"):
        raise GamegroveError(f"a chart can be .svg, .png or .pdf, not '{file.name}'")
    check_drawing()


def check_drawing() -> None:
    """Say how to get what draws charts."""
    if importlib.util.find_spec("matplotlib") is None:
        raise GamegroveError("charts need matplotlib: pip install 'gamegrove[plot]'")


def save_chart(figure: Figure, file: Path) -> None:
    """Write a chart as SVG, PNG or PDF, whichever the file's name says."""
    with appearing(file) as unfinished:
        figure.savefig(unfinished, format=file.suffix.removeprefix("."))
