"""The experiment `connect-four-2017`: its games, its figures, and whether its claims can say no."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import gamegrove
from gamegrove.experiments.connect_four_2017 import ConnectFour2017, run_asked_game
from gamegrove.experiments.experiment import Plan
from gamegrove.game_log import GameLog
from gamegrove.players import player
from gamegrove.store import Run, Store
from gamegrove.work import Finished, Interrupted
from gamegrove.work.task import Data
from small_plans import Undrawn, changed, finished_run, page_text, results, small_plan, verdicts

EXPERIMENT = ConnectFour2017()
TIMES = ("seconds", "cpu_seconds")
SMALL_TABLES = 18
"""Small enough to be made quickly, large enough that no entry has to make room."""


def tiny() -> Plan:
    """A plan that takes seconds: a depth that the source has not, and one that it has."""
    searches = Plan(EXPERIMENT.name, quick=True)["searches"]
    smaller = {name: {**fields, "table_bits": SMALL_TABLES} for name, fields in searches.items()}
    return small_plan(EXPERIMENT.name, depths=[4, 5], shown=4, searches=smaller)


PLAN = tiny()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A finished run."""
    with Store(tmp_path_factory.mktemp("store") / "store.db") as store:
        yield finished_run(EXPERIMENT, PLAN, store)


@pytest.fixture(scope="module")
def finished(run: Run) -> list[Finished]:
    """Its results, in the order of the tasks."""
    return results(EXPERIMENT, PLAN, run)


@pytest.fixture(scope="module")
def page(run: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """Its page, and the folder in which it is."""
    folder = tmp_path_factory.mktemp("page")
    return page_text(EXPERIMENT, PLAN, run, folder), folder


def by_turn(result: Data) -> list[dict[str, Data]]:
    """What all searches have said, turn by turn."""
    turns: dict[int, dict[str, Data]] = defaultdict(dict)
    for each in result["searches"]:
        turns[each["ply"]][each["name"]] = each
    return [turns[ply] for ply in sorted(turns)]


def without_times(data: Any) -> Any:
    """Plain data, with all times left out."""
    if isinstance(data, dict):
        return {name: without_times(value) for name, value in data.items() if name not in TIMES}
    return [without_times(each) for each in data] if isinstance(data, list) else data


# -- The plan


def test_the_full_plan_plays_twelve_conditions_ten_times_each() -> None:
    tasks = EXPERIMENT.tasks(Plan(EXPERIMENT.name, quick=False))
    conditions = {(task.payload["depth"], task.payload["first"]) for task in tasks}
    assert conditions == {(depth, first) for depth in range(5, 11) for first in "XO"}
    assert len({task.key for task in tasks}) == len({task.label for task in tasks}) == len(tasks) == 12 * 10


def test_the_published_percentages_follow_from_the_published_leaves() -> None:
    published = Plan(EXPERIMENT.name, quick=True).published
    for x, o, told in zip(published["leaves"]["X"], published["leaves"]["O"], published["fewer_leaves"], strict=True):
        assert 100 * (1 - o / x) == pytest.approx(told, abs=0.01)
    assert sum(sum(column) for column in published["won"].values()) == 12


def test_the_plan_searches_as_the_players_of_the_catalogue_do(finished: list[Finished]) -> None:
    log = GameLog.read(finished[0].result["games"][0])
    seated = [player(name) for name in log.players]
    searched = 0
    for position, turn in zip(log.replay(), log.moves, strict=False):
        decision = seated[turn.side].choose(position)
        assert str(decision.move) == turn.move
        if decision.nodes is not None:  # a player does not search for the only move
            assert (decision.nodes, decision.value) == (turn.nodes, turn.value)
            searched += 1
    assert searched > 10


# -- The games


def test_every_search_finds_minimax_value_and_chooses_a_move_worth_it(finished: list[Finished]) -> None:
    game = finished[0]
    positions = GameLog.read(game.result["games"][0]).replay()
    fields = {**PLAN["shared"], "algorithm": "minimax"}
    depth = game.task.payload["depth"]
    for position, answers in zip(positions, by_turn(game.result), strict=False):
        value = gamegrove.search(position, depth=depth, **fields).value
        for answer in answers.values():
            moves = {str(move): move for move in position.legal_moves}
            after = position.after(moves[answer["move"]])
            assert answer["value"] == answer["move_value"] == value
            assert -gamegrove.search(after, depth=depth - 1, **fields).value == value


def test_all_searches_are_asked_at_every_turn_of_every_game(finished: list[Finished]) -> None:
    for each in finished:
        turns = by_turn(each.result)
        assert len(turns) == len(each.result["games"][0]["moves"])
        assert all(list(answers) == list(PLAN["searches"]) for answers in turns)


@pytest.mark.parametrize("first", ["X", "O"])
def test_each_side_plays_what_its_own_search_says(finished: list[Finished], first: str) -> None:
    names = {"X": "alpha-beta", "O": "MTD(f)"}
    games = [each.result for each in finished if each.task.payload["first"] == first]
    assert games
    for result in games:
        sides = [first, "O" if first == "X" else "X"]
        own = [answers[names[sides[ply % 2]]] for ply, answers in enumerate(by_turn(result))]
        assert [answer["move"] for answer in own] == [turn["move"] for turn in result["games"][0]["moves"]]


def test_what_a_search_takes_does_not_depend_on_what_an_earlier_turn_has_left(finished: list[Finished]) -> None:
    game = finished[0]
    positions = GameLog.read(game.result["games"][0]).replay()
    for position, answers in zip(positions, by_turn(game.result), strict=False):
        for name, fields in game.task.payload["searches"].items():
            fresh = gamegrove.search(position, depth=game.task.payload["depth"], **fields)
            assert (fresh.nodes, fresh.counters.leaves) == (answers[name]["nodes"], answers[name]["leaves"])


def test_the_same_task_has_the_same_result_but_for_times(finished: list[Finished]) -> None:
    again = json.loads(json.dumps(finished[-1].task.run()))
    assert without_times(again) == without_times(finished[-1].result)


def test_a_stop_sign_ends_a_game_unfinished() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        run_asked_game(EXPERIMENT.tasks(PLAN)[0].payload, stop)


def test_the_store_shows_the_games_and_the_searches(run: Run, finished: list[Finished]) -> None:
    games = run.store.sql("select count(*) from games where run = ?", [run.number]).rows
    assert games == ((len(finished),),)
    mine = run.store.sql(
        "select sum(leaves) from searches where run = ? and algorithm = 'alphabeta'", [run.number]
    ).rows
    told = [each["leaves"] for task in finished for each in task.result["searches"] if each["name"] == "alpha-beta"]
    assert mine == ((sum(told),),)


# -- The page


def rows_of(folder: Path, name: str) -> list[dict[str, str]]:
    """A file of data beside the page."""
    return list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8"))))


def own_answers(finished: list[Finished], depth: int, side: str) -> list[Data]:
    """What a side's own search has said at the side's turns."""
    name = PLAN["sides"][side]["search"]
    return [
        answers[name]
        for each in finished
        if each.task.payload["depth"] == depth
        for ply, answers in enumerate(by_turn(each.result))
        if (each.task.payload["first"] == side) == (ply % 2 == 0)
    ]


def test_table_1_is_what_the_stored_searches_come_to(finished: list[Finished], page: tuple[str, Path]) -> None:
    games = 2 * PLAN["repetitions"]
    for row in rows_of(page[1], "table-1"):
        for side in "XO":
            own = own_answers(finished, int(row["depth"]), side)
            assert float(row[f"leaves_{side}_here"]) == sum(answer["leaves"] for answer in own) / games
            seconds = sum(answer["cpu_seconds"] for answer in own) / len(own)
            assert float(row[f"seconds_{side}_here"]) == pytest.approx(seconds)
        passes = [answer["passes"] for answer in own_answers(finished, int(row["depth"]), "O")]
        assert float(row["passes_O_here"]) == sum(passes) / games > 0


def test_table_1_has_the_sources_figures_where_it_has_the_depth(page: tuple[str, Path]) -> None:
    text, folder = page
    four, five = rows_of(folder, "table-1")
    assert four["leaves_X_source"] == ""
    assert (five["leaves_X_source"], five["leaves_O_source"], five["passes_O_source"]) == ("12242", "5451", "201")
    assert "12,242" in text


def test_the_searches_table_is_what_the_stored_searches_come_to(
    finished: list[Finished], page: tuple[str, Path]
) -> None:
    for row in rows_of(page[1], "searches"):
        asked = [
            each
            for task in finished
            if task.task.payload["depth"] == int(row["depth"])
            for each in task.result["searches"]
            if each["name"] == row["search"]
        ]
        for what in ("leaves", "nodes", "passes"):
            assert float(row[f"{what}_a_turn"]) == pytest.approx(sum(each[what] for each in asked) / len(asked))


def test_every_turn_of_every_condition_is_told_with_hole_value_and_time(
    finished: list[Finished], page: tuple[str, Path]
) -> None:
    rows = rows_of(page[1], "turns")
    games = {(each.task.payload["depth"], each.task.payload["first"]): each.result["games"][0] for each in finished}
    for (depth, first), game in games.items():
        told = [row for row in rows if (int(row["depth"]), row["first"]) == (depth, first)]
        assert [(row["hole"], int(row["value"])) for row in told] == [(t["move"], t["value"]) for t in game["moves"]]
        assert all(float(row["seconds"]) > 0 for row in told)


def test_the_page_has_its_charts_and_says_that_repetitions_are_alike(page: tuple[str, Path]) -> None:
    text, folder = page
    assert {path.suffix for path in folder.glob("table-1.*")} == {".svg", ".png", ".csv"}
    assert (folder / "leaves.svg").exists()
    assert "In all of the 4 conditions all games have the same moves" in text


# -- The claims

Change = Callable[[Data], Data]


def with_searches(finished: list[Finished], change: Change) -> list[Finished]:
    """The results, with every search changed."""
    return [changed(each, searches=[change(dict(search)) for search in each.result["searches"]]) for each in finished]


def but_for(name: str, **fields: Callable[[Any], Any]) -> Change:
    """A change of some fields of one search."""

    def change(search: Data) -> Data:
        return search if search["name"] != name else {**search, **{each: fields[each](search[each]) for each in fields}}

    return change


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("MTD(f) chooses the same holes", but_for("MTD(f)", move=lambda _: "9")),
        ("MTD(f) is as optimal", but_for("MTD(f)", value=lambda value: value + 1)),
        ("MTD(f) is as optimal", but_for("MTD(f)", move_value=lambda value: value - 1)),
        ("MTD(f) evaluates fewer leaves", but_for("MTD(f)", leaves=lambda leaves: 100 * leaves)),
        ("the difference in leaves grows", but_for("alpha-beta", leaves=lambda _: 1)),
        ("MTD(f) saves leaves by its zero windows", but_for("alpha-beta with a table", leaves=lambda _: 1)),
        ("a table that knows mirror images", but_for("MTD(f) without mirror images", leaves=lambda _: 1)),
    ],
)
def test_a_claim_says_no_when_the_searches_say_otherwise(finished: list[Finished], claim: str, change: Change) -> None:
    def said(each: list[Finished]) -> str:
        (verdict,) = [verdict for text, verdict in verdicts(EXPERIMENT, PLAN, each).items() if text.startswith(claim)]
        return verdict

    assert (said(finished), said(with_searches(finished, change))) == ("yes", "no")


@pytest.mark.parametrize(("factor", "verdict"), [(0.0, "yes"), (1000.0, "no")])
def test_who_is_faster_is_read_from_the_times(finished: list[Finished], factor: float, verdict: str) -> None:
    timed = with_searches(finished, but_for("MTD(f)", cpu_seconds=lambda seconds: factor * seconds + 1e-9))
    assert verdicts(EXPERIMENT, PLAN, timed)["MTD(f) is faster at every depth but 6"] == verdict


def test_end_results_are_compared_with_the_sources(finished: list[Finished]) -> None:
    def drawn(each: Finished) -> Finished:
        game = each.result["games"][0]
        return changed(each, games=[{**game, "result": {**game["result"], "winner": None, "name": None}}])

    claim = "at depths 5 to 9 X and O win a game each, at depth 10 both games are draws"
    first = "who moves first has the better chance to win"
    assert verdicts(EXPERIMENT, PLAN, finished)[claim] == "yes"
    nobody = verdicts(EXPERIMENT, PLAN, [drawn(each) for each in finished])
    assert (nobody[claim], nobody[first]) == ("no", "no")


def test_the_abstract_agrees_only_with_its_own_percentages(finished: list[Finished]) -> None:
    (claim,) = [text for text in verdicts(EXPERIMENT, PLAN, finished) if text.startswith("abstract: MTD(f) wins")]
    assert verdicts(EXPERIMENT, PLAN, finished)[claim] == "no"


def test_games_that_are_not_alike_are_told(finished: list[Finished]) -> None:
    once = but_for("MTD(f)", nodes=lambda nodes: nodes + 1)
    other = [*with_searches(finished[:1], once), *finished[1:]]
    page = Undrawn("")
    EXPERIMENT.report(PLAN, other, page)
    assert any("In only 3 of the 4 conditions" in part for part in page.parts)
