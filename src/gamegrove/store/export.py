"""Tables of the store as files for other tools: JSON lines, CSV and Parquet."""

from __future__ import annotations

import csv
import importlib.util
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TextIO

from gamegrove.errors import GamegroveError
from gamegrove.files import appearing
from gamegrove.store.schema import INTEGERS, JSON_COLUMNS, REALS, TABLES
from gamegrove.store.store import Store, natural
from gamegrove.work.task import Data

if TYPE_CHECKING:
    import polars

Row = tuple[Any, ...]
Progress = Callable[[int, int], None]
"""Is told how many tasks are done, and how many there are."""
SUFFIXES = (".jsonl", ".csv", ".parquet")
"""The formats of a file, by the end of its name."""
OF_RUN = "run = coalesce(?, run)"
"""A condition with the number of a run, or null for all of them."""
ALL: Mapping[str, object] = MappingProxyType({})
"""No conditions."""
BATCH = 50_000
"""How many rows become columns of a Parquet file at once."""


def columns_of(store: Store, table: str) -> tuple[str, ...]:
    """The names of a table's columns."""
    if table not in TABLES:
        raise GamegroveError(f"there is no table '{table}'; there are {', '.join(TABLES)}")
    return store.sql(f"select * from {table} limit 0").columns


def plain(column: str, cell: object) -> object:
    """A cell as programs see it: JSON as the data that it describes."""
    return json.loads(cell) if column in JSON_COLUMNS and isinstance(cell, str) else cell


def check_export(file: Path, *, overwrite: bool = False) -> None:
    """Say what is wrong with a file's name before anything is read for it."""
    if file.suffix not in SUFFIXES:
        raise GamegroveError(f"an export can be {', '.join(SUFFIXES)}, not '{file.name}'")
    if file.suffix == ".parquet" and importlib.util.find_spec("polars") is None:
        raise GamegroveError("Parquet needs polars: pip install 'gamegrove[data]'; .csv and .jsonl need nothing")
    check_new(file, overwrite=overwrite)


def check_new(file: Path, *, overwrite: bool) -> None:
    """Nobody's file is overwritten by mistake."""
    if file.exists() and not (overwrite and file.is_file()):
        raise GamegroveError(f"{file} exists already; --force overwrites a file, or name another")


def silent(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


def export(store: Store, table: str, run: int | None, file: Path, progress: Progress = silent) -> int:
    """Write a table's rows of a run, or of all, in the order of their labels; how many they are.

    The file appears when it is complete. JSON lines of games are whole games with their moves.
    """
    columns, rows = columns_of(store, table), table_rows(store, table, run, progress)
    with appearing(file) as unfinished:
        if file.suffix == ".csv":
            with unfinished.open("w", encoding="utf-8", newline="") as stream:
                return write_csv(stream, columns, rows)
        if file.suffix == ".parquet":
            return _write_parquet(unfinished, columns, rows)
        whole = _whole_games(store, run, progress) if table == "games" else _objects(columns, rows)
        return _write_lines(unfinished, whole)


def table_rows(
    store: Store, table: str, run: int | None, progress: Progress = silent, conditions: Mapping[str, object] = ALL
) -> Iterator[Row]:
    """A table's rows of a run, or of all, in the order of their labels.

    Conditions are SQL with one `?` each, and what is to stand there.
    """
    where = " and ".join(["", *conditions])
    if table == "runs":
        yield from store.sql(f"select * from runs where {OF_RUN}{where} order by run", (run, *conditions.values())).rows
        return
    for task in _tasks(store, run, progress):
        query = f"select * from {table} where run = ? and label = ?{where}"
        yield from store.sql(query, (*task, *conditions.values())).rows


def _whole_games(store: Store, run: int | None, progress: Progress) -> Iterator[Data]:
    for task in _tasks(store, run, progress):
        for (result,) in store.sql("select result from results where run = ? and label = ?", task).rows:
            yield from json.loads(result).get("games", ())


def _tasks(store: Store, run: int | None, progress: Progress) -> Iterator[tuple[int, str]]:
    """The runs and labels of all tasks, to read one after another: a whole table may not fit into memory."""
    found = store.sql(f"select distinct run, label from results where {OF_RUN}", (run,)).rows
    tasks = sorted(found, key=lambda task: (task[0], natural(task[1])))
    for done, (number, label) in enumerate(tasks):
        progress(done, len(tasks))
        yield number, label


def _objects(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Data]:
    for row in rows:
        yield {column: plain(column, cell) for column, cell in zip(columns, row, strict=True)}


def _write_lines(file: Path, objects: Iterable[Data]) -> int:
    count = 0
    with file.open("w", encoding="utf-8") as stream:
        for count, each in enumerate(objects, 1):  # noqa: B007 - how many there are
            stream.write(json.dumps(each) + "\n")
    return count


def write_csv(stream: TextIO, columns: Sequence[str], rows: Iterable[Row]) -> int:
    """Write rows as comma-separated values under a heading; how many they are."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    count = 0
    for count, row in enumerate(rows, 1):  # noqa: B007 - how many there are
        writer.writerow(row)
    return count


def _write_parquet(file: Path, columns: Sequence[str], rows: Iterator[Row]) -> int:
    import polars

    schema = {column: _type(column) for column in columns}
    frames = [polars.DataFrame(schema=schema)]
    while batch := list(itertools.islice(rows, BATCH)):
        frames.append(polars.DataFrame(batch, schema=schema, orient="row"))
    whole = polars.concat(frames)
    whole.write_parquet(file)
    return len(whole)


def _type(column: str) -> type[polars.DataType]:
    """A column's type, which is known even where nothing but nulls is in it."""
    import polars

    if column in INTEGERS:
        return polars.Int64
    return polars.Float64 if column in REALS else polars.String
