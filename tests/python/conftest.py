"""Settings for all tests."""

from __future__ import annotations

import atexit
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Before anything else looks for the store: no test touches the user's own one. Commands that tests start inherit it.
FOLDER = tempfile.TemporaryDirectory(prefix="gamegrove-tests-")
atexit.register(FOLDER.cleanup)
STORE = Path(FOLDER.name) / "store.db"
os.environ["GAMEGROVE_STORE"] = str(STORE)

from gamegrove import evaluation  # noqa: E402
from gamegrove.games import catalogue  # noqa: E402
from gamegrove.players import catalogue as players  # noqa: E402
from gamegrove.store import Run, Store  # noqa: E402
from gamegrove.textbook import catalogue as algorithms  # noqa: E402
from gamegrove.work import Finished  # noqa: E402

sys.path.insert(0, str(Path(__file__).parent))

# Everywhere else hypothesis looks for new examples; a submission should fail for its own reasons only.
# Neither asserts a time: machines are shared.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("here", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "here")

BUILT_IN = dict(catalogue._entries)
ALGORITHMS = dict(algorithms._algorithms)


@pytest.fixture(autouse=True)
def only_what_is_built_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games, algorithms and evaluations that one test or example registers are unknown to the next."""
    monkeypatch.setattr(catalogue, "_entries", dict(BUILT_IN))
    monkeypatch.setattr(algorithms, "_algorithms", dict(ALGORITHMS))
    monkeypatch.setattr(evaluation, "_registered", {})
    monkeypatch.setattr(players, "_registered", {})


@pytest.fixture(autouse=True)
def empty_store() -> None:
    """Runs that one test or page of examples stores are unknown to the next, which counts from 1 again."""
    for file in STORE.parent.glob(f"{STORE.name}*"):
        file.unlink()


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs the command and gives what it prints, as command.run does, but in this process, which is quicker."""
    from gamegrove.cli.main import main

    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")

    def typed(*arguments: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["gamegrove", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        said = "".join(capsys.readouterr())
        assert (ended.value.code or 0) == code, said
        return said

    return typed


# -- For tests of an experiment: a module names it EXPERIMENT, and a small plan for it PLAN.


@pytest.fixture(scope="module")
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A finished run of the module's experiment."""
    from small_plans import finished_run

    with Store(tmp_path_factory.mktemp("store") / "store.db") as store:
        yield finished_run(request.module.EXPERIMENT, request.module.PLAN, store)


@pytest.fixture(scope="module")
def finished(request: pytest.FixtureRequest, run: Run) -> list[Finished]:
    """Its results, in the order of the tasks."""
    from small_plans import results

    return results(request.module.EXPERIMENT, request.module.PLAN, run)


@pytest.fixture(scope="module")
def page(request: pytest.FixtureRequest, run: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Its page, and the folder in which that is."""
    from small_plans import page_text

    folder = tmp_path_factory.mktemp("page")
    return page_text(request.module.EXPERIMENT, request.module.PLAN, run, folder), folder


@pytest.fixture(scope="module")
def folder(page: tuple[str, Path]) -> Path:
    """The folder of its page."""
    return page[1]
