"""The experiment othello-2001, at a size that takes seconds."""

from __future__ import annotations

import csv
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamegrove import Othello
from gamegrove.experiments.othello_2001 import Othello2001, run_rule_effects
from gamegrove.experiments.othello_2001.rules import rule_report_of
from gamegrove.rule_report import positions_of_random_games, rule_report
from gamegrove.store import Run, Store
from gamegrove.work import Finished, Interrupted
from gamegrove.work.task import Data
from small_plans import changed, finished_run, page_text, results, small_plan, verdicts

EXPERIMENT = Othello2001()
LIMITS = ["depth=2", "depth=60,nodes=200"]
PLAN = small_plan(
    "othello-2001",
    depths=[2, 3, 4, 5],
    positions=2,
    plies=[12, 30],
    table_bits=16,
    rule_positions=8,
    rule_depth=3,
    match_limits=LIMITS,
    games=4,
)
MTDF_FEWER = "MTD(f) needs fewer leaves than NegaScout"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    with Store(tmp_path_factory.mktemp("store") / "store.db") as store:
        yield finished_run(EXPERIMENT, PLAN, store)


@pytest.fixture(scope="module")
def finished(run: Run) -> list[Finished]:
    return results(EXPERIMENT, PLAN, run)


@pytest.fixture(scope="module")
def folder(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    page_text(EXPERIMENT, PLAN, run, folder)
    return folder


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def counted(finished: list[Finished]) -> list[object]:
    """Everything in the results but times."""

    def without_times(data: object) -> object:
        if isinstance(data, dict):
            return {name: without_times(each) for name, each in data.items() if "seconds" not in name}
        return [without_times(each) for each in data] if isinstance(data, list) else data

    return [without_times(each.result) for each in finished]


def test_the_same_plan_counts_the_same_nodes_again(finished: list[Finished], tmp_path: Path) -> None:
    with Store(tmp_path / "again.db") as store:
        again = results(EXPERIMENT, PLAN, finished_run(EXPERIMENT, PLAN, store))
    assert counted(again) == counted(finished)


def test_another_seed_searches_other_positions() -> None:
    other = small_plan("othello-2001", **{**PLAN.settings, "seed": 2})
    assert not {task.key for task in EXPERIMENT.tasks(PLAN)} & {task.key for task in EXPERIMENT.tasks(other)}


def test_the_ratios_on_the_page_are_those_of_the_stored_searches(run: Run, folder: Path) -> None:
    stored = run.store.sql(
        "select asked_depth, algorithm, sum(leaves), sum(nodes), count(*) from searches where memory = 'table' "
        "group by 1, 2"
    ).rows
    sums = {(str(depth), name): (leaves, nodes) for depth, name, leaves, nodes, _ in stored}
    assert {count for *_, count in stored} == {4}
    rows = rows_of(folder / "comparison.csv")
    assert len(rows) == len(sums) == len(PLAN["depths"]) * len(PLAN["algorithms"])
    text = (folder / "README.md").read_text(encoding="utf-8")
    for row in rows:
        base, own = sums[row["depth"], "negascout"], sums[row["depth"], row["algorithm"]]
        for number, measure in enumerate(("leaves", "nodes")):
            relative = 100 * own[number] / base[number]
            assert int(row[measure]) == own[number]
            assert float(row[f"relative_{measure}"]) == pytest.approx(relative)
            assert float(row[f"low_{measure}"]) <= relative <= float(row[f"high_{measure}"])
            assert f" {relative:.1f} {'|' if row['algorithm'] == 'negascout' else '±'}" in text


def test_passes_are_those_between_one_depth_and_the_next(run: Run, folder: Path) -> None:
    query = "select asked_depth, sum(passes) / 4.0 from searches where algorithm = 'mtdf' group by 1"
    passes = dict(run.store.sql(query).rows)
    shown = [f"{passes[depth] - passes[depth - 1]:.1f}" for depth in (3, 4, 5)]
    assert f"| MTD(f) | {' | '.join(shown)} |" in (folder / "README.md").read_text(encoding="utf-8")


def test_the_rules_of_all_tasks_together_are_one_report(finished: list[Finished]) -> None:
    positions = positions_of_random_games(Othello(), 8, seed=1)
    evaluation = "score + 30*corners + 4*edge + 4*stable + 3*mobility - 16*xsquares - 8*csquares"
    whole = rule_report(positions, PLAN["rules"], 3, "negascout", evaluation=evaluation, order=["static"])
    pieced = rule_report_of(PLAN, finished, "negascout")
    assert [(row.rules, row.nodes, row.nodes_without, row.moves_cut, row.best_cut) for row in pieced.rows] == [
        (row.rules, row.nodes, row.nodes_without, row.moves_cut, row.best_cut) for row in whole.rows
    ]
    assert pieced.request.evaluation == evaluation


def test_the_scores_on_the_page_are_those_of_the_stored_games(run: Run, folder: Path) -> None:
    rows = rows_of(folder / "rule-matches.csv")
    assert len(rows) == len(LIMITS) * 5
    for row in rows:
        with_rules = f"othello-2001-alphabeta:{row['limit']},rules={row['rules']}"
        found = run.store.sql("select winner_name from games where ? in (first, second)", [with_rules])
        winners = [name for (name,) in found.rows]
        assert len(winners) == int(row["games"]) == 4
        assert (winners.count(with_rules), winners.count(None)) == (int(row["wins"]), int(row["draws"]))


def test_the_charts_are_there_twice_and_the_plan_is_beside_them(folder: Path) -> None:
    names = {file.name for file in folder.iterdir()}
    assert {f"{name}.{kind}" for name in ("leaves", "counts", "rules") for kind in ("svg", "png")} <= names
    assert "plan.toml" in names


def with_leaves(finished: list[Finished], algorithm: str, factor: float) -> list[Finished]:
    """The same results, had an algorithm needed so many times as many leaves."""

    def leaves(search: Data) -> Data:
        same = search["request"]["algorithm"] != algorithm or search["request"]["memory"] != "table"
        return search if same else {**search, "leaves": int(factor * search["leaves"])}

    return [
        changed(each, searches=[leaves(search) for search in each.result["searches"]])
        if "searches" in each.result
        else each
        for each in finished
    ]


def test_claims_about_leaves_follow_the_leaves(finished: list[Finished]) -> None:
    fewer, more = (verdicts(EXPERIMENT, PLAN, with_leaves(finished, "mtdf", factor)) for factor in (0.5, 2))
    assert (fewer[MTDF_FEWER], more[MTDF_FEWER]) == ("yes", "no")
    margin = "MTD(f) is ahead of NegaScout by more leaves than NegaScout of alpha-beta"
    assert (fewer[margin], more[margin]) == ("yes", "no")
    assert more["MTD(f) needs 87 to 100 leaves"] == fewer["MTD(f) needs 87 to 100 leaves"] == "no"


def test_a_range_agrees_when_all_depths_lie_in_it(finished: list[Finished]) -> None:
    """DUAL* as NegaScout itself, with 100 at all depths."""
    scout = {
        (each.task.label, search["request"]["depth"]): search["leaves"]
        for each in finished
        for search in each.result.get("searches", [])
        if (search["request"]["algorithm"], search["request"]["memory"]) == ("negascout", "table")
    }

    def like_scout(each: Finished) -> Finished:
        searches = [
            {**search, "leaves": scout[each.task.label, search["request"]["depth"]]}
            if search["request"]["algorithm"] == "dual"
            else search
            for search in each.result["searches"]
        ]
        return changed(each, searches=searches)

    alike = [like_scout(each) if "searches" in each.result else each for each in finished]
    assert verdicts(EXPERIMENT, PLAN, alike)["DUAL\\* needs 97 to 102 leaves"] == "yes"


def test_claims_about_rules_follow_what_the_rules_cut_and_who_won(finished: list[Finished]) -> None:
    cut = "Sometimes a move is pruned off that would have been the best"
    lost = "The rules are too simple to be better than plain alpha-beta every time (`depth=2`)"
    deeper = "With rules one sees further at the same cost, which yields better moves (`depth=60,nodes=200`)"
    seen = verdicts(EXPERIMENT, PLAN, finished)
    assert (seen[cut], seen[lost], seen[deeper]) == ("yes", "yes", "no")

    def perfect(each: Finished) -> Finished:
        if "effects" in each.result:
            return changed(each, effects=[{**effect, "cut": []} for effect in each.result["effects"]])
        return changed(each, games=[won_with_rules(game) for game in each.result.get("games", [])])

    other = verdicts(EXPERIMENT, PLAN, [perfect(each) for each in finished])
    assert (other[cut], other[lost], other[deeper]) == ("no", "no", "yes")


def won_with_rules(game: Data) -> Data:
    winner = 0 if "rules=" in game["first"] else 1
    name = game["second" if winner else "first"]
    return {**game, "result": {**game["result"], "winner": winner, "name": name}}


def test_a_report_on_rules_that_is_stopped_gives_no_result() -> None:
    stop = threading.Event()
    stop.set()
    task = next(task for task in EXPERIMENT.tasks(PLAN) if task.kind == "rule-effects")
    with pytest.raises(Interrupted):
        run_rule_effects(task.payload, stop)
    assert run_rule_effects(task.payload)["effects"]
