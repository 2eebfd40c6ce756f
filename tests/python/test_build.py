"""What the build promises: stubs that are true, cores that agree, and a lock that is released."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import gamegrove
from gamegrove import _core, _native


def test_the_stubs_are_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = ["-m", "nanobind.stubgen", "-q", "-P", "--exclude-values", "-m", "gamegrove._core", "-o", str(fresh)]
    subprocess.run([sys.executable, *command], check=True)
    installed = Path(gamegrove.__file__).with_name("_core.pyi")
    assert installed.read_text() == fresh.read_text(), "run `make stubs`"


def test_the_package_says_that_it_is_typed() -> None:
    assert Path(gamegrove.__file__).with_name("py.typed").exists()


def signature(level: str) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "gamegrove", "bench", "--json"],
        env={**os.environ, "GAMEGROVE_CPU": level},
        capture_output=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    assert answer["cpu"] == level
    return int(answer["signature"])


def test_all_cores_that_run_here_agree() -> None:
    assert len({signature(level) for level in _native.usable_levels()}) == 1


def test_the_best_core_is_chosen() -> None:
    wanted = os.environ.get("GAMEGROVE_CPU") or _native.usable_levels()[-1]
    assert _core.cpu_level == wanted


def test_an_impossible_core_is_refused_with_the_possible_ones() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import gamegrove"],
        env={**os.environ, "GAMEGROVE_CPU": "v9"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "GAMEGROVE_CPU=v9 cannot be used here; choose one of baseline" in done.stderr


@pytest.mark.parametrize("compute", ["perft", "playouts"])
def test_other_threads_run_while_the_core_computes(compute: str) -> None:
    """The counter below stands still if the interpreter lock is held for the whole computation."""
    done = threading.Event()

    def work() -> None:
        if compute == "perft":
            gamegrove.Othello().perft(11)
        else:
            gamegrove.Othello().playouts(200_000)
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    worker.join()
    assert turns > 5
