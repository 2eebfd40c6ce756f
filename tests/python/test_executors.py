"""Where tasks are done makes no difference to their results; what goes wrong is said in one line."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import dask
import pytest

import gamegrove
import work_kinds
from gamegrove.errors import GamegroveError
from gamegrove.match import Match
from gamegrove.work import Executor, Finished, Here, Task
from gamegrove.work.cluster import Cluster
from gamegrove.work.loading import Source
from gamegrove.work.processes import Processes
from local_work import is_alive, local_cluster, wait_until

LOAD = [Source.read(work_kinds.FILE)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processes, which gives a task up after two deaths."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1, "distributed.comm.timeouts.connect": "10s"}),
        local_cluster(2) as cluster,
    ):
        yield cluster.scheduler_address


@pytest.fixture
def lonely() -> Iterator[Any]:
    """A cluster without workers."""
    with local_cluster(0) as cluster:
        yield cluster


@pytest.fixture(params=["here", "processes", "cluster"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """Every executor in turn."""
    made: Executor = Here()
    if request.param == "processes":
        made = Processes(2, LOAD)
    elif request.param == "cluster":
        made = Cluster(request.getfixturevalue("address"), LOAD)
    yield made
    made.close()


@pytest.fixture(params=["processes", "cluster"])
def others(request: pytest.FixtureRequest) -> Iterator[Executor]:
    """The executors whose workers are other processes."""
    made: Executor = Processes(2, LOAD)
    if request.param == "cluster":
        made = Cluster(request.getfixturevalue("address"), LOAD)
    yield made
    made.close()


def squares(number: int) -> list[Task]:
    return [Task("square", f"{each}", {"number": each}) for each in range(number)]


def results(finished: Iterator[Finished]) -> list[tuple[str, Any]]:
    return sorted((each.task.label, each.result) for each in finished)


def test_every_executor_gives_each_result_once(executor: Executor) -> None:
    assert results(executor.run(iter(squares(30)))) == sorted((f"{n}", {"square": n * n}) for n in range(30))


def test_every_executor_plays_the_same_games(executor: Executor) -> None:
    tasks = Match("tt:depth=3", "mcts:nodes=50", "connect-four", games=4, seed=5).tasks()
    played = {each.task.label: each.result["games"][0] for each in executor.run(iter(tasks))}
    here = {each.task.label: each.result["games"][0] for each in Here().run(iter(tasks))}
    assert len(here) == 4
    for label, game in here.items():
        assert [turn["move"] for turn in played[label]["moves"]] == [turn["move"] for turn in game["moves"]]
        assert played[label]["final"] == game["final"]


def test_an_executor_can_run_again_and_run_nothing(executor: Executor) -> None:
    assert results(executor.run(iter(squares(3)))) == results(executor.run(iter(squares(3))))
    assert results(executor.run(iter([]))) == []


def test_a_finished_task_says_who_did_it_and_how_long_it_took(others: Executor) -> None:
    finished = list(others.run(iter([Task("square", f"{n}", {"number": n, "seconds": 0.2}) for n in range(4)])))
    assert all(each.seconds >= 0.2 for each in finished)
    workers = {each.worker for each in finished}
    assert len(workers) <= others.workers
    assert not any(worker.endswith(f":{os.getpid()}") for worker in workers)


def test_tasks_are_taken_only_when_there_is_a_worker_soon(executor: Executor) -> None:
    taken = []

    def tasks() -> Iterator[Task]:
        for number in count():
            taken.append(number)
            yield Task("square", f"{number}", {"number": number})

    run = executor.run(tasks())
    for received in range(1, 9):
        next(run)
        assert len(taken) <= received + 2 * executor.workers
    run.close()  # type: ignore[attr-defined] # an iterator that is given up


def test_a_mistake_is_told_with_the_label_of_its_task(executor: Executor) -> None:
    with pytest.raises(GamegroveError) as told:
        list(executor.run(iter([Task("mistaken", "0/17", {"name": "opening"})])))
    assert str(told.value) == "mistaken 0/17: there is no opening"


def test_a_defect_is_told_with_its_line_and_without_a_traceback(executor: Executor) -> None:
    with pytest.raises(GamegroveError, match=r"^defective 0/18: .*work_kinds\.py, line \d+: KeyError: 'x'$") as told:
        list(executor.run(iter([Task("defective", "0/18", {"name": "x"})])))
    assert "Traceback" not in str(told.value)


def test_a_stop_sign_ends_a_run_at_once_and_keeps_what_was_finished(executor: Executor, tmp_path: Path) -> None:
    stop, begun = threading.Event(), tmp_path / "begun"
    got: list[str] = []

    def stop_soon() -> None:
        wait_until(begun.exists)
        stop.set()

    for each in executor.run(iter([*squares(3), Task("endless", "endless", {"begun": str(begun)})]), stop):
        got.append(each.task.label)
        if len(got) == 3:
            threading.Thread(target=stop_soon).start()
    assert sorted(got) == ["0", "1", "2"]
    assert stop.is_set()


def test_a_run_that_was_given_up_can_be_done_again(executor: Executor) -> None:
    tasks = [Task("square", f"{n}", {"number": n, "seconds": 0.05}) for n in range(10)]
    for _ in range(3):
        run = executor.run(iter(tasks))
        next(run)
        run.close()  # type: ignore[attr-defined] # an iterator that is given up
    assert len(results(executor.run(iter(tasks)))) == 10


def test_a_run_that_is_given_up_leaves_no_process_at_work(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    run = Processes(2, LOAD).run(iter([Task("endless", "endless", {"begun": str(begun)}), *squares(3)]))
    assert next(run).task.label == "0"
    wait_until(lambda: begun.exists() and begun.read_text() != "")
    worker = int(begun.read_text())
    assert is_alive(worker)
    run.close()  # type: ignore[attr-defined]
    wait_until(lambda: not is_alive(worker))


def test_closing_the_executor_ends_a_run_that_is_not_over(tmp_path: Path) -> None:
    executor = Processes(1, LOAD)
    run = executor.run(iter([*squares(1), Task("endless", "endless", {"begun": str(tmp_path / "begun")})]))
    next(run)
    executor.close()
    assert list(run) == []


def test_a_worker_that_dies_loses_nothing_and_doubles_nothing(others: Executor, tmp_path: Path) -> None:
    deadly = Task("deadly", "deadly", {"deaths": str(tmp_path / "deaths"), "times": 1})
    tasks = squares(12)
    tasks.insert(3, deadly)
    assert results(others.run(iter(tasks))) == sorted(
        [*results(Here().run(iter(squares(12)))), ("deadly", {"survived": 1})]
    )
    assert (tmp_path / "deaths").read_text() == "x"


def test_a_task_that_kills_every_worker_is_named_and_no_innocent_one(others: Executor, tmp_path: Path) -> None:
    slow = [Task("square", f"{n}", {"number": n, "seconds": 0.05}) for n in range(10)]
    slow.insert(5, Task("deadly", "deadly", {"deaths": str(tmp_path / "deaths"), "times": 1000}))
    with pytest.raises(GamegroveError, match=r"^deadly deadly: .* died while they were doing it"):
        list(others.run(iter(slow)))
    assert 3 <= len((tmp_path / "deaths").read_text()) <= 4


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux tells its open files")
def test_processes_that_die_give_back_their_files(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    executor = Processes(1, LOAD)
    tasks = [Task("deadly", f"{n}", {"deaths": str(tmp_path / f"{n}"), "times": 2}) for n in range(6)]
    seen = [open_files() for _ in executor.run(iter(tasks))]
    assert seen[-1] <= seen[0] + 3


def test_a_loaded_file_that_fails_is_named_with_its_line(others: Executor, tmp_path: Path, address: str) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("\n\n{}['oops']\n")
    loading = (
        Processes(1, [Source.read(broken)])
        if isinstance(others, Processes)
        else Cluster(address, [Source.read(broken)])
    )
    with pytest.raises(GamegroveError, match=r"^square 0: .*broken\.py, line 3: KeyError: 'oops'"):
        list(loading.run(iter(squares(1))))
    loading.close()


def test_a_cluster_does_not_mistake_one_loaded_file_for_another(address: str, tmp_path: Path) -> None:
    file, answers = tmp_path / "own.py", []
    for number in range(2):
        file.write_text(
            "from gamegrove.work.task import KINDS\n"
            f"def own(payload, stop): return {{'number': {number}}}\n"
            "KINDS['own'] = f'{__name__}:own'\n"
        )
        executor = Cluster(address, [Source.read(file)])
        answers += results(executor.run(iter([Task("own", "0", {})])))
        executor.close()
    assert answers == [("0", {"number": 0}), ("0", {"number": 1})]


def test_a_worker_of_another_version_is_noticed(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    version = gamegrove.__version__
    monkeypatch.setattr(gamegrove, "__version__", "0.0.7")
    executor = Cluster(address, LOAD)
    with pytest.raises(GamegroveError, match=rf"has gamegrove {version}, and 0\.0\.7 asks it"):
        list(executor.run(iter(squares(1))))
    executor.close()


def test_a_cluster_without_workers_says_how_to_start_one(lonely: Any, caplog: pytest.LogCaptureFixture) -> None:
    executor = Cluster(lonely.scheduler_address, LOAD, patience=0.5)
    with caplog.at_level(logging.WARNING), pytest.raises(GamegroveError, match=r"dask worker .* --nthreads 1"):
        list(executor.run(iter(squares(1))))
    assert "has no worker; waiting for one" in caplog.text
    executor.close()


def test_a_lost_scheduler_is_told_with_the_way_to_go_on(lonely: Any) -> None:
    executor = Cluster(lonely.scheduler_address, LOAD)
    threading.Timer(0.5, lonely.close).start()
    with pytest.raises(GamegroveError, match=r"is lost; .* --resume goes on"):
        list(executor.run(iter(squares(1))))
    executor.close()


@pytest.mark.parametrize("wrong", ["somewhere", "http://localhost:8786", "localhost:", ""])
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(GamegroveError, match="is no address of a cluster"):
        Cluster(wrong)


def test_an_address_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamegrove.work.cluster.ANSWER_WITHIN", 0.5)
    with pytest.raises(GamegroveError, match=r"no dask scheduler answers at 127\.0\.0\.1:9 "):
        Cluster("127.0.0.1:9")


def test_a_missing_package_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GamegroveError, match=r"pip install 'gamegrove\[cluster\]'"):
        Cluster("localhost:8786")


def test_no_process_at_all_is_refused() -> None:
    with pytest.raises(GamegroveError, match="jobs is 0"):
        Processes(0)
