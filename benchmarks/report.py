"""What the benchmarks found, as tables for people or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median

from rich.console import Console
from rich.table import Table
from timing import Timed, ratios


@dataclass(frozen=True)
class Ratio:
    """How many times as fast the first contestant was: the median of the rounds, and their extremes."""

    median: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Row:
    """The figures of one contestant in one contest."""

    subject: str
    who: str
    counts: dict[str, int]
    """What was done in all measured rounds together."""
    cpu_seconds: float
    per_second: dict[str, float]
    ratio: Ratio | None
    """The speed of the contest's first contestant divided by this one's."""


@dataclass(frozen=True)
class Check:
    """Something that should hold."""

    text: str
    holds: bool


@dataclass
class Section:
    """The results of one benchmark."""

    name: str
    title: str
    rows: list[Row] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, subject: str, contest: Sequence[Timed]) -> None:
        """Add the contestants of one contest; all are compared with the first."""
        self.rows += [_row(subject, timed, contest[0]) for timed in contest]

    def check(self, text: str, holds: bool) -> None:
        """Add something that should hold."""
        self.checks.append(Check(text, holds))

    def as_json(self) -> dict[str, object]:
        """The section as it goes into the JSON output."""
        return asdict(self)


def _row(subject: str, timed: Timed, first: Timed) -> Row:
    units = list(timed.counts[0])
    return Row(
        subject,
        timed.who,
        {unit: timed.total(unit) for unit in units},
        sum(timed.seconds),
        {unit: timed.rate(unit) for unit in units},
        None if timed is first else median_ratio(first, timed),
    )


def median_ratio(first: Timed, second: Timed) -> Ratio:
    """How many times as fast the first was as the second."""
    found = ratios(first, second)
    return Ratio(median(found), min(found), max(found))


def print_section(section: Section, console: Console) -> None:
    """Print a section as a table and its checks below."""
    console.print(_table(section))
    for check in section.checks:
        console.print(f"{'yes' if check.holds else 'NO '}  {check.text}", markup=False, highlight=False)
    for note in section.notes:
        console.print(note, markup=False, highlight=False)
    console.print()


def _table(section: Section) -> Table:
    units = list(section.rows[0].counts)
    headings = [*units, "CPU s", *(f"{unit}/s" for unit in units)]
    if any(row.ratio for row in section.rows):
        headings.append("first is faster by")
    table = Table("what", "who", title=section.title, title_justify="left", title_style="bold")
    for heading in headings:
        table.add_column(heading, justify="right")
    for row in section.rows:
        table.add_row(row.subject, row.who, *_figures(row, units)[: len(headings)])
    return table


def _figures(row: Row, units: Sequence[str]) -> list[str]:
    counts = [_number(row.counts.get(unit)) for unit in units]
    rates = [_number(row.per_second.get(unit)) for unit in units]
    return [*counts, f"{row.cpu_seconds:.2f}", *rates, _ratio_text(row.ratio)]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:,.0f}"


def _figure(value: float) -> str:
    return f"{float(f'{value:.3g}'):,.6g}"


def _ratio_text(ratio: Ratio | None) -> str:
    return "" if ratio is None else f"{_figure(ratio.median)} ({_figure(ratio.lowest)} to {_figure(ratio.highest)})"
