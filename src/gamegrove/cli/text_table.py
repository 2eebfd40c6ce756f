"""Tables of plain text, as the commands print them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence


def text_table(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> Iterator[str]:
    """The lines of a table whose first row holds the headings; columns are flush right, but for those in `left`."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        placed = [
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(placed).rstrip()
