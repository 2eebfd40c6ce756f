"""The store and its runs."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import platformdirs

import gamegrove
from gamegrove.errors import GamegroveError, WorkFailedError
from gamegrove.store.schema import APPLICATION, SCHEMA, TABLES, VERSION
from gamegrove.work.task import Data, Finished, Task

VARIABLE = "GAMEGROVE_STORE"
"""The environment variable that names another file."""
PATIENCE = 60
"""For how many seconds one waits for another process that is writing."""
READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
"""All that a query may do."""
CTRL_C_STEPS = 100_000
"""After how many steps of a query somebody looks whether Ctrl-C was pressed: some milliseconds."""


class Kind(StrEnum):
    """What a run is."""

    tournament = "tournament"
    """Games of several players, or of two."""
    experiment = "experiment"
    """What a source has measured, run again."""
    analysis = "analysis"
    """A search that somebody has asked for."""
    play = "play"
    """A game that somebody has played."""
    book = "book"
    """The scores of an opening book."""


@dataclass(frozen=True)
class Rows:
    """What a query has found."""

    columns: tuple[str, ...]
    """The names of the columns."""
    rows: tuple[tuple[Any, ...], ...]
    """One tuple a row."""

    def dicts(self) -> list[Data]:
        """The rows by the names of their columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def usual_place() -> Path:
    """The file that the environment names, or one in the user's own folder for data."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_data_path("gamegrove") / "gamegrove.db"


class Store:
    """All runs in one SQLite file; its most important method is begin(), which starts a run or goes on with it.

    Several processes may use the same file at once. What a method has stored survives a kill or a power cut.
    """

    def __init__(self, path: Path | str | None = None, *, create: bool = True) -> None:
        self.path = usual_place() if path is None else Path(path)
        if not create and not self.path.exists():
            raise WorkFailedError(f"there is no store {self.path} yet: nothing was stored; --store FILE names another")
        with self._explaining("open"):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = self._connect("rwc")
        try:
            with self._explaining("open"):
                self._prepare()
                self._reader = self._connect("ro")
                _allow_only_reading(self._reader)
        except BaseException:
            self._base.close()
            raise

    def _connect(self, mode: str) -> sqlite3.Connection:
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(address, uri=True, timeout=PATIENCE, isolation_level=None)

    def _prepare(self) -> None:
        # Full: a commit is on the disk before it returns, which WAL alone does not promise.
        self._base.execute("pragma synchronous = full")
        self._base.execute("pragma foreign_keys = on")
        owner, version, is_empty = self._base.execute(
            "select application_id, user_version, not exists (select * from sqlite_master) "
            "from pragma_application_id, pragma_user_version"
        ).fetchone()
        if is_empty:
            self._create()
        elif owner != APPLICATION:
            raise GamegroveError(f"{self.path} is a database of another program; name another file with --store")
        elif version != VERSION:
            raise GamegroveError(
                f"{self.path} is a store of version {version}, and this gamegrove knows version {VERSION}: "
                f"{'upgrade gamegrove' if version > VERSION else 'begin a new store'}, or name another with --store"
            )

    def _create(self) -> None:
        """Make the tables; of two processes that do so at once the second finds all there."""
        self._insist("pragma journal_mode = wal")
        self._base.executescript(f"begin immediate; {SCHEMA} commit")

    def _insist(self, statement: str) -> None:
        """SQLite refuses to change the journal while another process looks at the file, however patient one is."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self._base.execute(statement)
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    @contextmanager
    def _explaining(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.DatabaseError, OSError) as error:
            advice = f"--store FILE or {VARIABLE} names another"
            raise OSError(f"cannot {what} the store {self.path}: {error}; {advice}") from None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all that is done in it, or nothing. Another process that writes is waited for."""
        with self._explaining("write to"):
            self._base.execute("begin immediate")
            try:
                yield self._base
                self._base.execute("commit")
            finally:
                if self._base.in_transaction:
                    self._base.execute("rollback")

    def begin(self, kind: Kind | str, name: str, plan: Data, *, resume: bool = False) -> Run:
        """A new run; with `resume` the last one of the same plan and version, if there is one.

        A plan with more `games` than a stored one that is the same otherwise goes on with that one, too.
        """
        described = (str(kind), name, json.dumps(plan, sort_keys=True, allow_nan=False), gamegrove.__version__)
        with self._writing() as base:
            number = None
            if resume:
                number = base.execute(SAME_OR_LONGER, described).fetchone()[0]
                base.execute(
                    "update runs set plan = ?, finished = null where run = ? and plan != ?",
                    (described[2], number, described[2]),
                )
            if number is None:
                number = base.execute(
                    "insert into runs (kind, name, plan, version, begun) values (?, ?, ?, ?, ?)", (*described, _now())
                ).lastrowid
        assert number is not None
        return self.run(number)

    def run(self, number: int) -> Run:
        """A run by its number."""
        # As text, since a number may be larger than any of SQLite's.
        found = self.sql("select * from runs where run = cast(? as integer)", (str(number),)).rows
        if not found:
            raise GamegroveError(f"there is no run {number} in {self.path}; `gamegrove results` lists those there are")
        return self._run(found[0])

    def runs(self) -> list[Run]:
        """All runs, the oldest first."""
        return [self._run(row) for row in self.sql("select * from runs order by run").rows]

    def _run(self, row: tuple[Any, ...]) -> Run:
        number, kind, name, plan, *times = row
        return Run(self, number, kind, name, json.loads(plan), *times)

    def delete(self, number: int) -> None:
        """Forget a run and all its results."""
        found = self.run(number)
        with self._writing() as base:
            base.execute("delete from runs where run = ?", (found.number,))

    def sql(self, query: str, parameters: Sequence[Any] = ()) -> Rows:
        """What a query finds in the tables `runs` and `results` and the views `games`, `moves` and `searches`.

        Only reading is allowed: the query can change nothing. Ctrl-C ends it.
        """
        try:
            found = self._reader.execute(query, tuple(parameters))
            names = tuple(column[0] for column in found.description or ())
            return Rows(names, tuple(found.fetchall()))
        except (sqlite3.Error, sqlite3.Warning, OverflowError) as error:
            raise self._failure(error) from None

    def _failure(self, error: Exception) -> BaseException:
        """What a failed query amounts to: Ctrl-C, something wrong with the store, or with the query."""
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code == sqlite3.SQLITE_INTERRUPT:
            return KeyboardInterrupt()
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY):
            return OSError(f"cannot read the store {self.path}: {error}; --store FILE names another")
        if code == sqlite3.SQLITE_AUTH:
            return GamegroveError("the query failed: it can only read; begin it with 'select' or 'with'")
        return GamegroveError(f"the query failed: {error}; the tables are {', '.join(TABLES)}")

    def close(self) -> None:
        """Let go of the file."""
        self._reader.close()
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _insert(self, number: int, finished: Finished) -> bool:
        task = finished.task
        row = (
            number,
            task.key,
            task.label,
            task.kind,
            json.dumps(task.payload, allow_nan=False),
            json.dumps(finished.result, allow_nan=False),
            finished.seconds,
            finished.worker,
            _now(),
        )
        with self._explaining("write to"):
            try:
                changed = self._base.execute(
                    "insert into results values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (run, key) do nothing", row
                ).rowcount
            except sqlite3.IntegrityError:
                raise GamegroveError(f"run {number} in {self.path} was deleted; begin it again") from None
        return changed == 1

    def _finish(self, number: int) -> None:
        with self._explaining("write to"):
            self._base.execute("update runs set finished = ? where run = ? and finished is null", (_now(), number))


def _allow_only_reading(reader: sqlite3.Connection) -> None:
    """The file is opened for reading only, but a query could still attach another, or take its time."""

    def judge(action: int, *_: str | None) -> int:
        return sqlite3.SQLITE_OK if action in READING else sqlite3.SQLITE_DENY

    reader.set_authorizer(judge)
    reader.set_progress_handler(lambda: 0, CTRL_C_STEPS)


@dataclass(frozen=True)
class Run:
    """Everything that was done for one plan."""

    store: Store
    """Where it is."""
    number: int
    """Its number in the store."""
    kind: str
    """What it is, usually one of Kind."""
    name: str
    """What it is about."""
    plan: Data
    """Everything that decides the results."""
    version: str
    """The version of gamegrove that runs it."""
    begun: str
    """When it began, in UTC."""
    ended: str | None
    """When its last task was done, in UTC; None as long as something is missing."""

    def add(self, finished: Finished) -> bool:
        """Store a result, unless the same task is stored already; whether it was new."""
        return self.store._insert(self.number, finished)

    def finish(self) -> None:
        """Note that nothing is missing any more."""
        self.store._finish(self.number)

    def results(self) -> dict[str, Finished]:
        """All that is done, by the keys of the tasks and in the order of their labels."""
        found = self.store.sql(f"select key, {FINISHED} from results where run = ?", (self.number,))
        done = [(key, _finished(*row)) for key, *row in found.rows]
        return dict(sorted(done, key=lambda each: natural(each[1].task.label)))

    def count(self) -> int:
        """How many results there are."""
        (found,) = self.store.sql("select count(*) from results where run = ?", (self.number,)).rows[0]
        return int(found)

    def result(self, key: str) -> Finished | None:
        """What is stored of one task, by its key."""
        found = self.store.sql(f"select {FINISHED} from results where run = ? and key = ?", (self.number, key))
        return _finished(*found.rows[0]) if found.rows else None


SAME_OR_LONGER = """
    with asked (kind, name, plan, version) as (values (?, ?, ?, ?))
    select max(run) from runs, asked
    where (runs.kind, runs.name, runs.version) = (asked.kind, asked.name, asked.version)
    and json_remove(runs.plan, '$.games') = json_remove(asked.plan, '$.games')
    and coalesce(json_extract(runs.plan, '$.games') <= json_extract(asked.plan, '$.games'), true)
"""
"""Finds the last run of a plan, or of the same plan with fewer games."""
FINISHED = "kind, label, payload, result, seconds, worker"
"""The columns of a finished task."""


def _finished(kind: str, label: str, payload: str, result: str, seconds: float, worker: str) -> Finished:
    return Finished(Task(kind, label, json.loads(payload)), json.loads(result), seconds, worker)


def natural(label: str) -> list[Any]:
    """A key that puts the label 0/9 before 0/10, as people count."""
    parts = re.split("([0-9]+)", label)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
