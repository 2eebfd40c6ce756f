"""The store keeps what it was given: once, whole, and whatever happens in between."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
from gamegrove import GamegroveError, search
from gamegrove.store import Store, natural
from gamegrove.store.schema import INTEGERS, REALS, TABLES, VERSION
from gamegrove.work import Finished, Task
from stored_games import MOVES, finished_game

WRITER = """
import sys
from stored_games import finished_game
from gamegrove.store import Store

store = Store(sys.argv[1])
run = store.begin("tournament", "many", {}, resume=True)
stored = run.results()
for number in range(int(sys.argv[2]), int(sys.argv[3])):
    each = finished_game(number)
    if each.task.key not in stored and run.add(each):
        print(number, flush=True)
"""


def writer(store: Path, first: int, last: int) -> subprocess.Popen[str]:
    """Another process, which stores games and says of each that it is stored."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store), str(first), str(last)],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=Path(__file__).parent,
    )


def check_views(store: Store) -> None:
    """Each result has its whole game."""
    labels = store.sql("select label from results order by label").rows
    assert store.sql("select label from games order by label").rows == labels
    counted = store.sql("select label, count(*), max(ply), min(player) from moves group by label order by label").rows
    assert counted == tuple((label, MOVES, MOVES, "greedy") for (label,) in labels)


@settings(max_examples=25)
@given(numbers=st.lists(st.integers(0, 5), max_size=12))
def test_each_task_is_stored_once_however_often_it_is_added(numbers: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "store.db") as store:
        run = store.begin("tournament", "repeated", {})
        news = [run.add(finished_game(number)) for number in numbers]
        assert news == [number not in numbers[:place] for place, number in enumerate(numbers)]
        tasks = run.results()
        assert [each.task.label for each in tasks.values()] == [f"0/{number}" for number in sorted(set(numbers))]
        assert tasks == {each.task.key: each for each in map(finished_game, numbers)}
        check_views(store)


def test_a_killed_process_loses_nothing_that_it_reported_and_leaves_nothing_half(tmp_path: Path) -> None:
    file, each_writes, kill_after = tmp_path / "store.db", 40, (1, 2, 5, 9, 14)
    for place, count in enumerate(kill_after):
        first = place * each_writes
        process = writer(file, first, first + each_writes)
        assert process.stdout is not None
        reported = [process.stdout.readline() for _ in range(count)]
        process.kill()
        reported += process.stdout.readlines()
        process.wait()
        with Store(file) as store:
            (run,) = store.runs()
            numbers = [game["number"] for each in run.results().values() for game in each.result["games"]]
            stored = [number for number in numbers if number >= first]
            assert stored == list(range(first, first + len(stored)))
            assert [int(line) for line in reported] == stored[: len(reported)]
            check_views(store)
    everything = range(len(kill_after) * each_writes)
    assert writer(file, everything.start, everything.stop).wait() == 0
    with Store(file) as store:
        assert store.runs()[0].results() == {each.task.key: each for each in map(finished_game, everything)}


def test_several_processes_may_create_and_write_a_store_at_once(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "store.db"
    processes = [writer(file, first, first + 20) for first in (0, 10, 20, 20)]
    reported = [int(line) for process in processes for line in process.communicate()[0].splitlines()]
    assert sorted(reported) == list(range(40))
    with Store(file) as store:
        assert [run.number for run in store.runs()] == [1]
        assert len(store.runs()[0].results()) == 40
        check_views(store)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store.db")


def test_whatever_is_stored_is_on_the_disk(store: Store) -> None:
    full = 2
    assert store._base.execute("pragma journal_mode").fetchone() == ("wal",)
    assert store._base.execute("pragma synchronous").fetchone() == (full,)


def test_a_second_writer_waits_for_the_first(store: Store) -> None:
    other = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    other.execute("insert into runs (kind, name, plan, version, begun) values ('play', 'slow', '{}', '1', 'now')")
    timer = threading.Timer(0.2, other.execute, ["commit"])
    timer.start()
    assert store.begin("play", "quick", {}).number == 2
    timer.join()
    assert [run.name for run in store.runs()] == ["slow", "quick"]


def test_resume_goes_on_with_the_last_run_of_the_same_plan(store: Store) -> None:
    first = store.begin("tournament", "a", {"seed": 1, "games": [2, 3]})
    second = store.begin("tournament", "a", {"seed": 1, "games": [2, 3]})
    assert first.number != second.number
    assert store.begin("tournament", "a", {"games": [2, 3], "seed": 1}, resume=True) == second
    others = [("tournament", "a", {"seed": 2}), ("tournament", "b", second.plan), ("experiment", "a", second.plan)]
    assert [store.begin(*other, resume=True).number for other in others] == [3, 4, 5]
    second.finish()
    ended = store.run(second.number).ended
    assert ended is not None
    store.run(second.number).finish()
    assert store.run(second.number).ended == ended
    assert store.run(first.number).ended is None


def test_a_deleted_run_is_gone_and_its_number_is_not_given_again(store: Store) -> None:
    kept, run = store.begin("play", "kept", {}), store.begin("play", "deleted", {})
    for each in (kept, run):
        each.add(finished_game(0))
    store.delete(run.number)
    assert store.runs() == [kept]
    assert store.sql("select run, label from games").rows == ((kept.number, "0/0"),)
    assert store.begin("play", "next", {}).number == run.number + 1
    with pytest.raises(GamegroveError, match=r"run 2 .* was deleted; begin it again"):
        run.add(finished_game(1))
    with pytest.raises(GamegroveError, match=r"no run 2 .*gamegrove results"):
        store.delete(run.number)


def test_a_number_that_json_does_not_know_is_refused_before_anything_is_stored(store: Store) -> None:
    run = store.begin("experiment", "odd", {})
    with pytest.raises(ValueError, match=r"not JSON compliant"):
        run.add(Finished(Task("game", "0/0", {}), {"games": [], "value": float("nan")}, 0.0, ""))
    assert run.results() == {}


def test_an_unknown_run_is_an_error_however_large_its_number(store: Store) -> None:
    for number in (0, 1, -1, 2**63, 10**30):
        with pytest.raises(GamegroveError, match=f"there is no run {number} in .*store.db"):
            store.run(number)


WRITING = [
    "delete from runs",
    "insert into runs (kind, name, plan, version, begun) values ('play', 'x', '{}', '', '')",
    "update results set result = '{}'",
    "drop view games",
    "create table mine (a)",
    "create temp table mine (a)",
    "attach 'other.db' as other",
    "pragma query_only = off",
    "pragma journal_mode = delete",
    "pragma user_version = 9",
    "begin immediate",
    "vacuum into 'other.db'",
    "select 1; delete from runs",
]


@pytest.mark.parametrize("query", WRITING)
def test_a_query_can_only_read(store: Store, query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(store.path.parent)
    store.begin("play", "kept", {}).add(finished_game(0))
    with pytest.raises(GamegroveError, match=r"the query failed"):
        store.sql(query)
    assert not Path("other.db").exists()
    assert store.sql("select name, label from runs join results using (run)").rows == (("kept", "0/0"),)
    store.close()
    with Store(store.path) as again:
        again.runs()[0].add(finished_game(1))
        check_views(again)


def test_a_query_may_be_as_clever_as_sql_is(store: Store) -> None:
    run = store.begin("tournament", "t", {})
    for number in range(3):
        run.add(finished_game(number))
    found = store.sql(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < ?) "
        "select i, (select count(*) from moves where ply = i) as moves, sum(i) over (order by i) as total from n",
        (3,),
    )
    assert found.dicts() == [{"i": i, "moves": 3, "total": i * (i + 1) // 2} for i in (1, 2, 3)]


@pytest.mark.parametrize("query", ["selekt 1", "select * from nothing", "select ?", "select \0"])
def test_a_wrong_query_is_an_error_that_names_the_tables(store: Store, query: str) -> None:
    with pytest.raises(GamegroveError, match=r"the query failed: .*games, moves, searches, runs, results"):
        store.sql(query)


def test_ctrl_c_ends_a_query(store: Store) -> None:
    timer = threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        store.sql("with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n")
    assert store.sql("select 1").rows == ((1,),)


def test_the_columns_are_of_the_types_that_exports_give_them(store: Store) -> None:
    run = store.begin("experiment", "types", {})
    run.add(finished_game(0))
    report = search(gamegrove.Othello(size=4), "mtdf", depth=3, watch=True).description()
    run.add(Finished(Task("searches", "a", {}), {"searches": [{**report, "cpu_seconds": 0.5}]}, 0.5, "here:1"))
    run.finish()
    seen = set()
    for table in TABLES:
        for row in store.sql(f"select * from {table}").dicts():
            for column, cell in row.items():
                expected = int if column in INTEGERS else (int, float) if column in REALS else str
                assert cell is None or isinstance(cell, expected), (table, column, cell)
                seen.add(column)
    assert seen.issuperset((*INTEGERS, *REALS))


def test_the_view_of_searches_shows_what_a_report_says(store: Store) -> None:
    report = search(gamegrove.Othello(size=4), "mtdf", depth=3, watch=True)
    store.begin("analysis", "x", {}).add(
        Finished(Task("searches", "a", {}), {"searches": [report.description()] * 2}, 0.5, "here:1")
    )
    rows = store.sql("select * from searches").dicts()
    assert [row["search_in_task"] for row in rows] == [0, 1]
    assert rows[0]["algorithm"] == "mtdf"
    assert rows[0]["position"] == gamegrove.Othello(size=4).line
    for name in ("value", "depth", "nodes", "leaves", "distinct_leaves", "passes"):
        assert rows[0][name] == report.description()[name]


LABELS = ["0/0", "0/2", "0/10", "1/0", "10/0", "a", "a 2", "a 10", "b"]


@given(st.permutations(LABELS))
def test_labels_are_sorted_as_people_count(labels: list[str]) -> None:
    assert sorted(labels, key=natural) == LABELS


@given(st.lists(st.text(max_size=8)))
def test_any_labels_can_be_sorted(labels: list[str]) -> None:
    assert Counter(sorted(labels, key=natural)) == Counter(labels)


def refusal(file: Path) -> str:
    with pytest.raises((GamegroveError, OSError)) as caught:
        Store(file).begin("play", "x", {})
    return str(caught.value)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "others.db"
    other = sqlite3.connect(file)
    other.executescript("create table runs (run, distance)")
    before = file.read_bytes()
    assert "others.db is a database of another program; name another file with --store" in refusal(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("size", [3, 700, 5000])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, size: int) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(b"Dear store, " * size)
    assert "cannot open the store" in refusal(file)
    assert "--store FILE or GAMEGROVE_STORE names another" in refusal(file)
    assert file.read_bytes() == b"Dear store, " * size


def test_a_damaged_store_is_an_error_and_no_riddle(store: Store) -> None:
    run = store.begin("play", "x", {})
    for number in range(20):
        run.add(finished_game(number))
    store.close()
    content = store.path.read_bytes()
    store.path.write_bytes(content[:4096] + b"?" * (len(content) - 4096))
    with (
        pytest.raises(OSError, match=r"the store .*store.db: .*--store FILE or GAMEGROVE_STORE names another"),
        Store(store.path) as again,
    ):
        again.sql("select * from moves")


@pytest.mark.parametrize(
    ("version", "advice"), [(VERSION + 1, "upgrade gamegrove"), (VERSION - 1, "begin a new store")]
)
def test_a_store_of_another_version_is_refused(store: Store, version: int, advice: str) -> None:
    store._base.execute(f"pragma user_version = {version}")
    store.close()
    message = refusal(store.path)
    assert f"is a store of version {version}" in message
    assert f"{advice}, or name another with --store" in message


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    assert f"cannot open the store {tmp_path}" in refusal(tmp_path)
    (tmp_path / "file").touch()
    assert "--store FILE or GAMEGROVE_STORE names another" in refusal(tmp_path / "file" / "store.db")


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="nothing is read-only for root")
def test_a_store_that_is_only_readable_can_be_read(store: Store) -> None:
    store.begin("play", "x", {})
    store.close()
    store.path.chmod(0o444)
    with Store(store.path) as again:
        assert [run.name for run in again.runs()] == ["x"]
        with pytest.raises(OSError, match=r"cannot write to the store .*readonly.*--store FILE"):
            again.begin("play", "y", {})


def test_a_store_is_not_created_by_looking_at_it(tmp_path: Path) -> None:
    with pytest.raises(GamegroveError, match=r"there is no store .*--store FILE"):
        Store(tmp_path / "none.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_odd_names_of_files_are_names_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?mode=memory", "50% #1.db", "file:x"):
        with Store(name) as store:
            store.begin("play", name, {})
        assert Path(name).is_file()
        with Store(name) as store:
            assert [run.name for run in store.runs()] == [name]


def test_the_environment_names_the_usual_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEGROVE_STORE", str(tmp_path / "mine.db"))
    with Store() as store:
        assert store.path == tmp_path / "mine.db"
