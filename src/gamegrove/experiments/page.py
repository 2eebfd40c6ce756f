"""The page of an experiment: text, tables, charts and data, all made of stored results."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gamegrove.files import appearing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cell = str | int | float | None
WITHOUT_DATE_AND_VERSION: Mapping[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
}
"""The formats of charts, and what matplotlib must not write into each: the same figures give the same file."""


@dataclass
class Page:
    """A page in the making; write() puts it, its data and its charts into a folder."""

    title: str
    """The first line."""
    parts: list[str] = field(default_factory=list)
    """The page so far, in Markdown."""
    files: dict[str, bytes] = field(default_factory=dict)
    """What stands beside the page, by name."""

    def say(self, *paragraphs: str) -> None:
        """Add paragraphs."""
        self.parts += paragraphs

    def section(self, title: str) -> None:
        """Begin a new section."""
        self.parts.append(f"## {title}")

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Add a table to read; figures should be rounded before."""
        lines = [columns, ["---"] * len(columns), *rows]
        self.parts.append("\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines))

    def data(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        """Put all digits of a table into a file beside the page, and name it."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerows([columns, *rows])
        self.files[f"{name}.csv"] = text.getvalue().encode()
        self.parts.append(f"All figures: [{name}.csv]({name}.csv).")

    def chart(self, name: str, figure: Figure, caption: str) -> None:
        """Add a chart, as SVG on the page and as PNG beside it."""
        for kind, metadata in WITHOUT_DATE_AND_VERSION.items():
            self.files[f"{name}.{kind}"] = _drawn(figure, kind, metadata)
        self.parts.append(f"![{caption}]({name}.svg)\n\n*{caption}* ([PNG]({name}.png))")

    def claims(self, claims: Sequence[Claim]) -> None:
        """Add the table that puts the source's claims beside what was seen."""
        rows = [(each.claim, each.seen, each.verdict, each.why) for each in claims]
        self.table(("the source says", "seen here", "agrees", "why"), rows)

    def write(self, folder: Path) -> Path:
        """Write everything into a folder, each file whole or not at all; the page itself comes last."""
        folder.mkdir(parents=True, exist_ok=True)
        text = "\n\n".join([f"# {self.title}", *self.parts]) + "\n"
        for name, content in {**self.files, "README.md": text.encode()}.items():
            with appearing(folder / name) as unfinished:
                unfinished.write_bytes(content)
        return folder / "README.md"


@dataclass(frozen=True)
class Claim:
    """A sentence of the source, and what became of it here."""

    claim: str
    """What the source says."""
    seen: str
    """What was seen, with figures from the results."""
    agrees: bool | None
    """Whether the two agree, computed from the results; None where the results do not decide it."""
    why: str = ""
    """Where they do not: why, in plain words."""

    @property
    def verdict(self) -> str:
        """Whether the two agree, in a word."""
        return "open" if self.agrees is None else "yes" if self.agrees else "no"


def decided(interval: tuple[float, float], holds: tuple[float, float]) -> bool | None:
    """Whether a claim holds that puts a figure into a range, as far as the figure's 95 % interval tells.

    >>> decided((0.52, 0.61), holds=(0.5, 1.0)), decided((0.3, 0.45), holds=(0.5, 1.0))
    (True, False)
    >>> decided((0.45, 0.61), holds=(0.5, 1.0)) is None
    True
    """
    low, high = interval
    if holds[0] <= low and high <= holds[1]:
        return True
    return False if high < holds[0] or holds[1] < low else None


def _drawn(figure: Figure, kind: str, metadata: dict[str, None]) -> bytes:
    from matplotlib import rc_context

    stream = io.BytesIO()
    with rc_context({"svg.hashsalt": "gamegrove"}):  # else the ids in an SVG file are random
        figure.savefig(stream, format=kind, metadata=metadata)
    return stream.getvalue()


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    return str(cell).replace("|", "\\|").replace("\n", " ")
