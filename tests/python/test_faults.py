"""Whoever is killed, at whatever moment: after going on, the results are those of a run without faults."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import faults_driver
from gamegrove.store import Store
from local_work import PATIENCE, in_sessions, is_alive, local_cluster, wait_until

WORKER, CLIENT, GROUP = "worker", "client", "group"


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
    assert len(patient.sessions) >= 6
    check(patient, healthy)


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
