"""Whoever is killed, at whatever moment: after going on, the results are those of a run without faults."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import faults_driver
from command import COMMAND
from gamegrove.store import Store
from local_work import PATIENCE, in_sessions, is_alive, local_cluster, wait_until

WORKER, CLIENT, GROUP = "worker", "client", "group"
TIMES = ("seconds", "slowest", "store", "run")


class Patient:
    """A run in a folder of its own, which has accidents."""

    def __init__(self, folder: Path, address: str | None = None, *, seconds: float = 0.05) -> None:
        self.folder = folder
        self.seconds = seconds
        self.address = address
        self.sessions: list[int] = []
        self.driver: subprocess.Popen[str] | None = None
        (folder / "notes").mkdir(parents=True)
        self.store = Store(folder / "store.db")

    def go_on(self) -> subprocess.Popen[str]:
        """Start the driver, unless it is at work."""
        if self.driver is None:
            script = [sys.executable, faults_driver.__file__, str(self.folder), str(self.seconds)]
            self.driver = subprocess.Popen(
                script if self.address is None else [*script, self.address],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
            self.sessions.append(self.driver.pid)
        return self.driver

    def kill(self, who: str, choice: random.Random) -> None:
        """Kill one of the workers, the driver, or it with all its workers."""
        driver = self.go_on()
        if who == WORKER:
            with suppress(ProcessLookupError):
                os.kill(choice.choice(self.workers()), signal.SIGKILL)
            return
        if who == CLIENT:
            driver.kill()
        else:
            os.killpg(driver.pid, signal.SIGKILL)
        driver.wait()
        self.driver = None

    def workers(self) -> list[int]:
        """The processes that have done something and are alive."""
        known = [int(note.name) for note in (self.folder / "notes").iterdir()]
        return sorted(process for process in known if is_alive(process))

    def after(self, more: int) -> None:
        """Wait until so many results more are stored."""
        driver, before = self.go_on(), self.number_stored()
        wait_until(lambda: self.number_stored() >= before + more or driver.poll() is not None)
        assert driver.poll() is None, "it was over before the next accident"

    def number_stored(self) -> int:
        return int(self.store.sql("select count(*) from results").rows[0][0])

    def end(self) -> list[str]:
        """The labels that the driver gives when it is left alone until it is done."""
        given, complaints = self.go_on().communicate(timeout=PATIENCE)
        assert self.go_on().returncode == 0, complaints
        assert "Traceback" not in complaints
        return given.split()

    def table(self) -> list[tuple[Any, ...]]:
        """What every query of the results is made from."""
        return list(self.store.sql("select run, label, kind, result from results order by label").rows)

    def offspring(self) -> list[int]:
        """All processes that drivers have started, and themselves."""
        return in_sessions(self.sessions)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    """The table of a run without faults."""
    patient = Patient(tmp_path_factory.mktemp("healthy"))
    assert sorted(patient.end(), key=int) == [f"{n}" for n in range(faults_driver.TASKS)]
    return patient.table()


def check(patient: Patient, healthy: list[tuple[Any, ...]]) -> None:
    given = patient.end()
    assert sorted(given, key=int) == [f"{n}" for n in range(faults_driver.TASKS)]
    assert patient.table() == healthy
    assert [run.ended is None for run in patient.store.runs()] == [False]
    wait_until(lambda: not patient.offspring())


def test_ten_kills_at_random_moments_change_nothing(tmp_path: Path, healthy: list[tuple[Any, ...]]) -> None:
    patient, choice = Patient(tmp_path / "patient"), random.Random(5)
    faults = [WORKER] * 4 + [CLIENT] * 3 + [GROUP] * 3
    choice.shuffle(faults)
    for fault in faults:
        patient.after(choice.randint(1, 5))
        patient.kill(fault, choice)
    check(patient, healthy)


def test_ten_kills_of_the_command_and_its_processes_change_nothing(tmp_path: Path) -> None:
    asked = [*COMMAND, "tournament", *("tt:depth=6", "mtdf:depth=6", "negascout:depth=5"), "--game", "connect-four"]
    asked += ["--games", "24", "--jobs", "2", "--json", "--resume", "--store"]
    undisturbed = tournament_of([*asked, str(tmp_path / "healthy.db")])
    choice, place = random.Random(11), tmp_path / "patient.db"
    command = started([*asked, str(place)])
    sessions = [command.pid]
    for stored in sorted(choice.sample(range(1, 60), 10)):
        wait_until(partial(is_past, stored, place, command))
        assert command.poll() is None, "it was over before the next accident"
        who = choice.choice((WORKER, WORKER, CLIENT, GROUP))
        if who == WORKER:
            with suppress(ProcessLookupError):
                os.kill(choice.choice(processes_of(command)), signal.SIGKILL)
            continue
        os.kill(command.pid, signal.SIGKILL) if who == CLIENT else os.killpg(command.pid, signal.SIGKILL)
        command.communicate()
        command = started([*asked, str(place)])
        sessions.append(command.pid)
    text, complaints = command.communicate(timeout=PATIENCE)
    assert command.returncode == 0, complaints
    assert without_times(json.loads(text)) == undisturbed
    wait_until(lambda: not in_sessions(sessions))


def started(command: list[str]) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def processes_of(command: subprocess.Popen[str]) -> list[int]:
    """The processes that the command has started, as soon as there are some: at first it is alone."""
    found: list[int] = []

    def are_there() -> bool:
        found[:] = [process for process in in_sessions([command.pid]) if process != command.pid]
        return bool(found)

    wait_until(are_there)
    return found


def is_past(number: int, place: Path, command: subprocess.Popen[str]) -> bool:
    return number_stored(place) >= number or command.poll() is not None


def number_stored(place: Path) -> int:
    if not place.exists():
        return 0
    with suppress(sqlite3.OperationalError), closing(sqlite3.connect(place)) as base:
        return int(base.execute("select count(*) from results").fetchone()[0])
    return 0


def tournament_of(command: list[str]) -> object:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return without_times(json.loads(done.stdout))


def without_times(answer: object) -> object:
    """All that is said of a tournament but for the times of moves and where it is stored."""
    if isinstance(answer, dict):
        return {name: without_times(told) for name, told in answer.items() if name not in TIMES}
    return [without_times(told) for told in answer] if isinstance(answer, list) else answer


def test_no_process_lives_on_when_its_client_is_killed(tmp_path: Path) -> None:
    patient = Patient(tmp_path / "patient", seconds=10 * PATIENCE)
    patient.go_on()
    wait_until(lambda: len(patient.workers()) == 2)
    patient.kill(CLIENT, random.Random(1))
    wait_until(lambda: not patient.workers() and not patient.offspring())


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A cluster of two processes."""
    with local_cluster(2) as cluster:
        yield cluster.scheduler_address


def test_kills_on_a_cluster_change_nothing(tmp_path: Path, healthy: list[tuple[Any, ...]], address: str) -> None:
    patient, choice = Patient(tmp_path / "patient", address), random.Random(7)
    for fault in (WORKER, CLIENT, WORKER, GROUP):
        patient.after(choice.randint(1, 5))
        patient.kill(fault, choice)
    check(patient, healthy)
