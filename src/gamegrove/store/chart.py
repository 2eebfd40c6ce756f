"""A simple chart of two columns of a table."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from gamegrove.charts import check_chart
from gamegrove.errors import GamegroveError
from gamegrove.files import appearing
from gamegrove.store.export import Progress, columns_of, silent, table_rows
from gamegrove.store.schema import INTEGERS, REALS
from gamegrove.store.store import Store

Lines = dict[str, dict[Any, float]]
"""The lines of a chart by their names: for each value of x the mean of y."""


@dataclass(frozen=True)
class Chart:
    """What is drawn: the mean of one column for each value of another."""

    table: str
    """The table that has the columns."""
    x: str
    """The column along the horizontal axis."""
    y: str
    """The column of numbers whose mean is drawn."""
    by: str | None = None
    """The column of which each value gets a line of its own; None for one line."""

    def lines(self, store: Store, run: int | None, progress: Progress = silent) -> Lines:
        """What is drawn for a run, or for all; rows without an x or a y do not count."""
        columns = self._checked_columns(store)
        collected: defaultdict[tuple[str, Any], list[float]] = defaultdict(list)
        for cells in table_rows(store, self.table, run, progress):
            row = dict(zip(columns, cells, strict=True))
            if row[self.x] is not None and row[self.y] is not None:
                name = "" if self.by is None else str(row[self.by])
                collected[name, row[self.x]].append(row[self.y])
        if not collected:
            raise GamegroveError(
                f"no row of {self.table} has both '{self.x}' and '{self.y}'; choose other columns, or another --table"
            )
        lines: Lines = {}
        for name, place in sorted(collected):
            lines.setdefault(name, {})[place] = fmean(collected[name, place])
        return lines

    def _checked_columns(self, store: Store) -> tuple[str, ...]:
        columns = columns_of(store, self.table)
        for option, column in (("--x", self.x), ("--y", self.y), ("--by", self.by)):
            if column is not None and column not in columns:
                raise GamegroveError(f"{option} {column} is no column of {self.table}; it has {', '.join(columns)}")
        numbers = [column for column in columns if column in (*INTEGERS, *REALS)]
        if self.y not in numbers:
            raise GamegroveError(f"--y {self.y} is text, which has no mean; take one of {', '.join(numbers)}")
        return columns

    def draw(self, lines: Lines, file: Path) -> None:
        """Draw lines as SVG, PNG or PDF, whichever the file's name says."""
        check_chart(file)
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 4.5), layout="constrained")
        panel = figure.subplots()
        for number, (name, points) in enumerate(lines.items()):
            panel.plot(list(points), list(points.values()), marker="osD^vPX*"[number % 8], label=name)
        panel.set_xlabel(self.x)
        panel.set_ylabel(f"mean of {self.y}")
        panel.grid(alpha=0.3)
        if self.by is not None:
            panel.legend(title=self.by, fontsize="small")
        with appearing(file) as unfinished:
            figure.savefig(unfinished, format=file.suffix[1:])
