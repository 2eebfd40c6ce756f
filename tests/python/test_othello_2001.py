"""The experiment othello-2001, at a size that takes seconds."""

from __future__ import annotations

import csv
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from gamegrove import Othello
from gamegrove.comparison import BASE
from gamegrove.experiments import ratios
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001 import Othello2001, run_rule_effects
from gamegrove.experiments.othello_2001.claims import claims
from gamegrove.experiments.othello_2001.measured import Measured
from gamegrove.experiments.othello_2001.rules import rule_report_of
from gamegrove.rule_report import positions_of_random_games, rule_report
from gamegrove.store import Run, Store
from gamegrove.work import Finished, Interrupted
from gamegrove.work.task import Data
from small_plans import changed, finished_run, results, small_plan, verdicts

EXPERIMENT = Othello2001()
LIMITS = ["depth=2", "depth=60,nodes=200"]
PLAN = small_plan(
    "othello-2001",
    depths=[2, 3, 4, 5],
    positions=2,
    plies=[12, 30],
    varied_positions=1,
    varied_depths={"large-table": [5], "finer": [3, 4], "finer-straight": [4]},
    rule_positions=8,
    rule_depth=3,
    match_limits=LIMITS,
    games=4,
)


@pytest.fixture(scope="module", autouse=True)
def _fewer_draws() -> Iterator[None]:
    """A tenth of the draws is enough for figures that are made up, and much faster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratios, "DRAWS", 100)
        ratios.draws.cache_clear()
        yield
    ratios.draws.cache_clear()


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
        "and label like 'comparison/%' group by 1, 2"
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


def test_passes_are_those_between_one_depth_and_the_next(finished: list[Finished], folder: Path) -> None:
    found: dict[int, list[int]] = {}
    for each in finished:
        if each.task.label.startswith("comparison/"):
            for search in each.result["searches"]:
                if search["request"]["algorithm"] == "mtdf":
                    found.setdefault(search["request"]["depth"], []).append(search["passes"])
    single = [[one - other for one, other in zip(found[d], found[d - 1], strict=True)] for d in (3, 4, 5)]
    shown = " | ".join(f"{sum(passes) / 4:.1f} ({max(passes)})" for passes in single)
    assert f"| MTD(f) | {shown} |" in (folder / "README.md").read_text(encoding="utf-8")


def test_the_page_says_what_the_smaller_tables_cost(finished: list[Finished], folder: Path) -> None:
    def leaves(prefix: str) -> dict[str, int]:
        return {
            each.task.payload["position"]: search["leaves"]
            for each in finished
            if each.task.label.startswith(prefix)
            for search in each.result["searches"]
            if (search["request"]["algorithm"], search["request"]["depth"]) == ("sss", 5)
        }

    small, large = leaves("comparison/"), leaves("varied/large-table/")
    assert len(large) == 2
    more = sum(small[line] for line in large) / sum(large.values()) - 1
    assert f"SSS\\* {100 * more:.1f} %," in (folder / "README.md").read_text(encoding="utf-8")


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


# -- Made-up results: every claim each way.

Factor = float | Callable[[int, int], float]
"""How many times NegaScout's figure, always or by the number of the position and the depth."""


def uneven(number: int, _depth: int) -> float:
    """Less than NegaScout in every other position, and more in the others."""
    return 0.8 if number % 2 else 1.2


def made_up(
    finished: list[Finished], measure: str, factors: Mapping[str, Factor], memory: str = "table"
) -> list[Finished]:
    """The same results, had NegaScout needed 1000 and others so many times as much."""

    def search(found: Data, number: int) -> Data:
        asked = found["request"]
        factor = {BASE: 1.0, **factors}.get(asked["algorithm"])
        if factor is None or asked["memory"] != memory:
            return found
        return {**found, measure: 1000 * (factor if isinstance(factor, float) else factor(number, asked["depth"]))}

    def task(each: Finished) -> Finished:
        number = int(each.task.label.split("/")[1])
        return changed(each, searches=[search(found, number) for found in each.result["searches"]])

    return [task(each) if each.task.label.startswith("comparison/") else each for each in finished]


def verdict(finished: list[Finished], claim: str, plan: Plan = PLAN) -> str:
    """What is said of a claim about the comparison; the whole page would take longer."""
    measured, bare = (Measured.of(finished, "comparison/", memory) for memory in ("table", "none"))
    return next(each.verdict for each in claims(plan, measured, bare, {}) if each.claim == claim)


@pytest.mark.parametrize(
    ("factor", "expected"), [(1.0, "yes"), (1.02, "yes"), (1.03, "no"), (0.9, "no"), (uneven, "open")]
)
def test_a_range_agrees_when_the_intervals_of_all_depths_lie_in_it(
    finished: list[Finished], factor: Factor, expected: str
) -> None:
    seen = made_up(finished, "leaves", {"dual": factor})
    assert verdict(seen, "The leaves of DUAL\\* fluctuate between 97 and 102") == expected


@pytest.mark.parametrize(("best", "expected"), [(2, "no"), (3, "no"), (4, "yes"), (5, "yes")])
def test_around_a_depth_is_no_more_than_one_from_it(finished: list[Finished], best: int, expected: str) -> None:
    seen = made_up(finished, "leaves", {"alphabeta": lambda _number, depth: 0.9 if depth == best else 1.0})
    assert verdict(seen, "alpha-beta is best around depth 5") == expected


def test_the_best_depth_is_open_where_the_positions_do_not_agree_on_it(finished: list[Finished]) -> None:
    seen = made_up(finished, "leaves", {"alphabeta": lambda number, depth: 0.5 if depth == 2 + number else 1.0})
    assert verdict(seen, "alpha-beta is best around depth 5") == "open"
    assert verdict(seen, "SSS\\* is best at depth 6") == "open"  # which was not searched


@pytest.mark.parametrize(("factor", "expected"), [(0.91, "yes"), (0.95, "no"), (0.8, "no"), (uneven, "open")])
def test_a_figure_agrees_when_its_whole_interval_is_near(
    finished: list[Finished], factor: Factor, expected: str
) -> None:
    plan = small_plan("othello-2001", **PLAN.settings)
    published = {**PLAN.published, "leaves": {"mtdf": {"range": [87, 100], "best": 6, "at": [4, 90]}}}
    plan.__dict__["file"] = {**PLAN.file, "published": published}
    assert verdict(made_up(finished, "leaves", {"mtdf": factor}), "MTD(f) needs 90 leaves at depth 4", plan) == expected
    assert verdict(finished, "MTD(f) needs 90 leaves at depth 8") == "open"


@pytest.mark.parametrize(
    ("measure", "words"), [("leaves", "fewer leaves"), ("nodes", "fewer nodes"), ("cpu_seconds", "less time")]
)
@pytest.mark.parametrize(("factor", "expected"), [(0.9, "yes"), (1.0, "no"), (1.1, "no"), (uneven, "open")])
def test_mtdf_needs_less_when_its_whole_interval_does(
    finished: list[Finished], measure: str, words: str, factor: Factor, expected: str
) -> None:
    seen = made_up(finished, measure, {"mtdf": factor})
    assert verdict(seen, f"MTD(f) needs {words} than NegaScout") == expected


@pytest.mark.parametrize(("measure", "words"), [("leaves", "leaves"), ("nodes", "nodes"), ("cpu_seconds", "seconds")])
@pytest.mark.parametrize(("mtdf", "expected"), [(0.8, "yes"), (0.95, "no"), (uneven, "open")])
def test_margins_are_compared_by_every_measure(
    finished: list[Finished], measure: str, words: str, mtdf: Factor, expected: str
) -> None:
    seen = made_up(finished, measure, {"mtdf": mtdf, "alphabeta": 1.1})
    claim = f"MTD(f) is further ahead of NegaScout than NegaScout of alpha-beta, by {words}"
    assert verdict(seen, claim) == expected


def test_mtdf_needs_the_fewest_when_it_needs_fewer_than_each(finished: list[Finished]) -> None:
    claim = "MTD(f) needs the fewest leaves of all, alpha-beta, NegaScout, SSS\\* and DUAL\\* among them"
    others: dict[str, Factor] = {"alphabeta": 1.1, "sss": 0.95, "dual": 1.0}
    for mtdf, expected in ((0.9, "yes"), (0.97, "no"), (uneven, "open")):
        assert verdict(made_up(finished, "leaves", {**others, "mtdf": mtdf}), claim) == expected


def with_passes(finished: list[Finished], algorithm: str, passes: int) -> list[Finished]:
    """The same results, had an algorithm made so many passes for each ply of depth."""

    def search(found: Data) -> Data:
        asked = found["request"]
        return {**found, "passes": passes * asked["depth"]} if asked["algorithm"] == algorithm else found

    return [
        changed(each, searches=[search(found) for found in each.result["searches"]])
        if "searches" in each.result
        else each
        for each in finished
    ]


@pytest.mark.parametrize(
    ("passes", "dozens", "hundreds"), [(3, "no", "open"), (24, "yes", "open"), (200, "yes", "yes")]
)
def test_dozens_and_hundreds_of_passes_are_counted(
    finished: list[Finished], passes: int, dozens: str, hundreds: str
) -> None:
    seen = verdicts(EXPERIMENT, PLAN, with_passes(finished, "sss", passes))
    for setting in ("evaluation `squares`", "a finer evaluation"):
        assert seen[f"SSS\\* makes dozens of passes ({setting})"] == dozens
    assert seen["They even make hundreds"] == hundreds


def test_the_passes_of_a_straight_search_are_all_its_own(finished: list[Finished]) -> None:
    straight = verdicts(EXPERIMENT, PLAN, with_passes(finished, "sss", 6))  # to depth 4
    assert straight["SSS\\* makes dozens of passes (a finer evaluation, straight)"] == "yes"


@pytest.mark.parametrize(("passes", "expected"), [(1, "no"), (3, "yes"), (6, "yes"), (7, "no")])
def test_the_passes_of_mtdf_are_rounded(finished: list[Finished], passes: int, expected: str) -> None:
    assert verdict(with_passes(finished, "mtdf", passes), "MTD(f) makes about 3 to 6 passes") == expected


@pytest.mark.parametrize(
    ("factor", "alike", "shallow"),
    [(lambda number, _: 0.95 if number % 2 else 1.05, "yes", "open"), (1.2, "no", "no"), (0.8, "no", "yes")],
)
def test_claims_without_a_table_follow_the_nodes(
    finished: list[Finished], factor: Factor, alike: str, shallow: str
) -> None:
    seen = verdicts(EXPERIMENT, PLAN, made_up(finished, "nodes", {"alphabeta": factor}, memory="none"))
    assert (
        seen["NegaScout without a table does about as well as alpha-beta, sometimes better, sometimes worse"] == alike
    )
    claim = "NegaScout is less effective than alpha-beta in trees of fewer than three plies (depth 2)"
    assert seen[claim] == shallow


@pytest.mark.parametrize(("factor", "expected"), [(0.5, "yes"), (2.0, "no")])
def test_rules_speed_up_a_search_that_takes_less_time(finished: list[Finished], factor: float, expected: str) -> None:
    def timed(effect: Data) -> Data:
        seconds = {"without": 1.0, "pruned": factor}
        return {**effect, **{which: {**effect[which], "seconds": each} for which, each in seconds.items()}}

    seen = [
        changed(each, effects=[timed(effect) for effect in each.result["effects"]])
        if "effects" in each.result
        else each
        for each in finished
    ]
    assert verdicts(EXPERIMENT, PLAN, seen)["Rules speed up alpha-beta"] == expected


def test_claims_about_rules_follow_what_the_rules_cut_and_who_won(finished: list[Finished]) -> None:
    cut = "Sometimes a move is pruned off that would have been the best"
    lost = "The rules are too simple to be better than plain alpha-beta every time (depth 2)"
    better = "Which yields better moves (200 nodes a move)"
    seen = verdicts(EXPERIMENT, PLAN, finished)
    assert (seen[cut], seen[lost]) == ("yes", "yes")

    def perfect(each: Finished) -> Finished:
        if "effects" in each.result:
            return changed(each, effects=[{**effect, "cut": []} for effect in each.result["effects"]])
        return changed(each, games=[won_with_rules(game) for game in each.result.get("games", [])])

    other = verdicts(EXPERIMENT, PLAN, [perfect(each) for each in finished])
    assert (other[cut], other[lost], other[better]) == ("open", "open", "yes")


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
