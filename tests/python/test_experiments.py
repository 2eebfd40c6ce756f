"""The frame of the experiments: plans, pages, tasks that search, and runs that can be interrupted."""

from __future__ import annotations

import csv
import io
import re
import threading
import tomllib
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

import gamegrove
import work_kinds  # noqa: F401 - makes the kind `square` known
from gamegrove.errors import GamegroveError
from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.page import Claim, Page
from gamegrove.experiments.reproduce import carry_out, described, write_page
from gamegrove.experiments.searches import run_searches, searches_task
from gamegrove.store import Store
from gamegrove.work import Finished, Here, Interrupted, Task

TINY = """
title = "Squares"
question = "What are the squares?"
source = "a table of squares"

[both]
first = 1
last = 3

[quick]

[full]
last = 5

[published]
squares = [1, 4, 9, 16, 26]
"""


def planned(text: str = TINY, *, quick: bool = True, name: str = "squares") -> Plan:
    """A plan whose file is in the test."""
    plan = Plan(name, quick)
    vars(plan)["text"] = text
    return plan


class Squares(Experiment):
    """Asks a source about its squares."""

    name = "squares"

    def tasks(self, plan: Plan) -> list[Task]:
        return [Task("square", f"squares/{n}", {"number": n}) for n in range(plan["first"], plan["last"] + 1)]

    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        told = dict(enumerate(plan.published["squares"], 1))
        squares = {each.task.payload["number"]: each.result["square"] for each in finished}
        page.claims([Claim(f"{n}: {told[n]}", str(found), found == told[n]) for n, found in squares.items()])
        page.data("squares", ("number", "square"), list(squares.items()))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store.db") as opened:
        yield opened


def stored_squares(store: Store) -> list[int]:
    rows = store.sql("select json_extract(result, '$.square') from results order by 1").rows
    return [square for (square,) in rows]


class After:
    """A stop sign that is raised after so many looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


# -- Plans


def test_a_size_has_its_own_settings_and_those_of_both() -> None:
    assert planned(quick=True).settings == {"first": 1, "last": 3}
    assert planned(quick=False).settings == {"first": 1, "last": 5}
    assert planned(quick=False)["last"] == 5
    assert (planned(quick=True).size, planned(quick=False).size) == ("quick", "full")


PLANS = [each for each in resources.files("gamegrove.experiments").joinpath("plans").iterdir() if "toml" in each.name]


@pytest.mark.parametrize("file", PLANS, ids=lambda file: file.name)
def test_every_plan_file_says_what_it_asks_whom_and_how(file: Any) -> None:
    plan = Plan(file.name.removesuffix(".toml"), quick=True)
    for name in ("title", "question", "source"):
        assert plan.file[name].strip()
    assert plan.published
    assert {"both", "quick", "full"} >= plan.file.keys() - {"title", "question", "source", "published"}
    assert plan.settings != Plan(plan.name, quick=False).settings


# -- Pages


def test_a_cell_stays_in_its_cell() -> None:
    page = Page("Cells")
    page.table(("a", "b"), [("x|y", None), ("two\nlines", 1.5)])
    assert page.parts == ["| a | b |\n| --- | --- |\n| x\\|y |  |\n| two lines | 1.5 |"]


@given(
    st.lists(
        st.tuples(st.floats(allow_nan=False), st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\r")))
    )
)
def test_data_keep_all_their_digits(rows: list[tuple[float, str]]) -> None:
    page = Page("Digits")
    page.data("figures", ("number", "text"), rows)
    heading, *lines = csv.reader(io.StringIO(page.files["figures.csv"].decode(), newline=""))
    assert heading == ["number", "text"]
    assert [(float(number), text) for number, text in lines] == rows
    assert "figures.csv" in page.parts[-1]


def test_a_claim_agrees_or_does_not_or_stays_open() -> None:
    page = Page("Claims")
    page.claims([Claim("a", "1", True), Claim("b", "2", False, "because"), Claim("c", "3", None)])
    rows = [line.split(" | ")[2:] for line in page.parts[0].splitlines()[2:]]
    assert rows == [["yes", " |"], ["no", "because |"], ["open", " |"]]


def figure(*heights: float) -> Figure:
    drawn = Figure()
    panel = drawn.subplots()
    panel.errorbar(range(len(heights)), heights, yerr=1, label="a line")
    panel.legend()
    return drawn


def charted(*heights: float) -> dict[str, bytes]:
    page = Page("Chart")
    page.chart("chart", figure(*heights), "A chart")
    return page.files


def test_the_same_figures_give_the_same_chart_byte_for_byte() -> None:
    assert charted(1, 3, 2) == charted(1, 3, 2)
    assert charted(1, 3, 2)["chart.svg"] != charted(1, 2, 3)["chart.svg"]
    assert charted(1, 3, 2)["chart.png"] != charted(1, 2, 3)["chart.png"]


def test_a_chart_tells_neither_its_date_nor_who_has_drawn_it() -> None:
    files = charted(1, 3, 2)
    assert files["chart.svg"].startswith(b"<?xml")
    assert files["chart.png"].startswith(b"\x89PNG")
    assert not re.search(rb"<dc:date>|matplotlib v?\d", files["chart.svg"], re.IGNORECASE)
    assert b"matplotlib" not in files["chart.png"].lower()


def test_a_page_is_written_with_everything_beside_it(tmp_path: Path) -> None:
    page = Page("Title")
    page.section("Part")
    page.say("One.", "Two.")
    page.data("figures", ("n",), [(1,)])
    written = page.write(tmp_path / "new" / "folder")
    assert written.read_text() == "# Title\n\n## Part\n\nOne.\n\nTwo.\n\nAll figures: [figures.csv](figures.csv).\n"
    assert sorted(each.name for each in written.parent.iterdir()) == ["README.md", "figures.csv"]


def test_a_page_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    Page("Old").write(tmp_path)
    (tmp_path / "figures.csv").mkdir()
    page = Page("New")
    page.data("figures", ("n",), [(1,)])
    with pytest.raises(OSError, match="figures"):
        page.write(tmp_path)
    assert (tmp_path / "README.md").read_text() == "# Old\n"


# -- Tasks that search

REQUESTS = [
    {"algorithm": "alphabeta", "depth": 4},
    {"algorithm": "mtdf", "depth": 5, "memory": "table", "order": ["memory", "static"], "room": "textbook"},
]


def test_searches_are_those_that_were_asked_for_in_their_order() -> None:
    position = gamegrove.position("othello:size=6")
    found = searches_task("a", position, REQUESTS).run()["searches"]
    for request, description in zip(REQUESTS, found, strict=True):
        expected = gamegrove.search(position, **request).description()  # type: ignore[arg-type]
        for name in ("value", "move", "depth", "nodes", "leaves", "room"):
            assert description[name] == expected[name]
        assert description["cpu_seconds"] > 0
    assert found[0]["nodes"] != found[1]["nodes"]


def test_stopped_searches_give_nothing() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        run_searches({"position": "othello", "requests": REQUESTS}, stop)


# -- Runs


@pytest.mark.parametrize(("quick", "squares"), [(True, [1, 4, 9]), (False, [1, 4, 9, 16, 25])])
def test_an_experiment_is_carried_out_and_its_page_is_made_of_what_is_stored(
    store: Store, tmp_path: Path, quick: bool, squares: list[int]
) -> None:
    experiment, plan = Squares(), planned(quick=quick)
    run = store.begin(*described(experiment, plan), resume=False)
    seen: list[tuple[int, int]] = []
    assert carry_out(experiment, plan, run, Here(), watch=lambda _, done, all_: seen.append((done, all_)))
    assert stored_squares(store) == squares
    assert seen == [(n, len(squares)) for n in range(1, len(squares) + 1)]
    page = write_page(experiment, plan, run, tmp_path / "page").read_text()
    assert page.startswith("# Squares\n\nWhat are the squares?\n\nSource: a table of squares\n\n")
    assert ("| 5: 26 | 25 | no |  |" in page) is not quick
    assert "| 3: 9 | 9 | yes |  |" in page
    assert f"gamegrove reproduce squares{' --quick' if quick else ''}`" in page
    assert (tmp_path / "page" / "plan.toml").read_text() == TINY


def test_the_page_of_a_run_is_always_the_same(store: Store, tmp_path: Path) -> None:
    experiment, plan = Squares(), planned()
    run = store.begin(*described(experiment, plan), resume=False)
    carry_out(experiment, plan, run, Here())
    first = write_page(experiment, plan, run, tmp_path / "a").parent
    second = write_page(experiment, plan, store.run(run.number), tmp_path / "b").parent
    for file in first.iterdir():
        assert file.read_bytes() == (second / file.name).read_bytes()


def test_an_interrupted_run_goes_on_where_it_was(store: Store, tmp_path: Path) -> None:
    experiment, plan = Squares(), planned(quick=False)
    run = store.begin(*described(experiment, plan), resume=False)
    assert not carry_out(experiment, plan, run, Here(), stop=After(2))
    assert stored_squares(store) == [1, 4]
    assert store.run(run.number).ended is None
    with pytest.raises(GamegroveError, match="lacks 3 of 5 tasks"):
        write_page(experiment, plan, run, tmp_path / "page")
    again = store.begin(*described(experiment, plan), resume=True)
    assert again.number == run.number
    before = run.results()
    assert carry_out(experiment, plan, again, Here())
    assert stored_squares(store) == [1, 4, 9, 16, 25]
    assert all(again.results()[key] == each for key, each in before.items())
    assert store.run(run.number).ended is not None
    assert write_page(experiment, plan, again, tmp_path / "page").exists()


def test_other_sizes_and_other_settings_are_other_runs(store: Store) -> None:
    changed = planned(TINY.replace("last = 3", "last = 2"))
    plans = [planned(quick=True), planned(quick=False), changed]
    runs = [store.begin(*described(Squares(), plan), resume=True).number for plan in plans]
    assert len(set(runs)) == 3
    assert [store.begin(*described(Squares(), plan), resume=True).number for plan in plans] == runs
    assert store.begin(*described(Squares(), plans[0]), resume=False).number not in runs


def test_words_and_figures_of_the_source_make_no_other_run(store: Store) -> None:
    worded = planned(TINY.replace("What are", "Which are").replace("26", "25"))
    assert tomllib.loads(worded.text)["published"] != planned().published
    run = store.begin(*described(Squares(), planned()), resume=False)
    assert store.begin(*described(Squares(), worded), resume=True).number == run.number
