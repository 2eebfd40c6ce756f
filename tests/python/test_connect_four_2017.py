"""The experiment `connect-four-2017`: its games, its figures, and whether its claims can say no."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gamegrove
from gamegrove.experiments.connect_four_2017 import ConnectFour2017, run_asked_game
from gamegrove.experiments.connect_four_2017.asked_game import touch_memory
from gamegrove.experiments.connect_four_2017.claims import claims, unanimous
from gamegrove.experiments.connect_four_2017.results import Results
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim
from gamegrove.game_log import GameLog
from gamegrove.players import player
from gamegrove.search import Searcher
from gamegrove.store import Run
from gamegrove.work import Finished, Interrupted
from gamegrove.work.task import Data
from small_plans import Undrawn, changed, small_plan

EXPERIMENT = ConnectFour2017()
TIMES = ("seconds", "cpu_seconds")
PLAN = small_plan(EXPERIMENT.name, depths=[4, 5], shown=4)
"""A plan that takes seconds: a depth that the source has not, and one that it has."""


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
    for position, answers in list(zip(positions, by_turn(game.result), strict=False))[::6]:
        for name, fields in game.task.payload["searches"].items():
            other = Searcher(**fields)
            touch_memory(other, positions[0])
            fresh = other.search(position, depth=game.task.payload["depth"])
            assert (fresh.nodes, fresh.counters.leaves) == (answers[name]["nodes"], answers[name]["leaves"])


def test_a_search_after_the_memory_was_touched_waits_for_no_page() -> None:
    resource = pytest.importorskip("resource")
    fields = {**PLAN["shared"], **PLAN["searches"]["MTD(f)"]}
    start = gamegrove.ConnectFour("")

    def faults(searcher: Searcher) -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        searcher.search(start, depth=8)
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)

    touched = Searcher(**fields)
    touch_memory(touched, start)
    faults(Searcher(**fields))  # what the first search of all needs besides its table
    assert faults(touched) < 100


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


def the_claim(results: Results, begin: str) -> Claim:
    """What is said of a claim of the source."""
    (found,) = [each for each in claims(results, PLAN.published) if each.claim.startswith(begin)]
    return found


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
    assert the_claim(Results(PLAN, finished), claim).agrees is True
    assert the_claim(Results(PLAN, with_searches(finished, change)), claim).agrees is False


Winners = tuple[str | None, str | None]
"""Who wins when X begins, and who when O begins."""
FIRST, SECOND, NOBODY = ("X", "O"), ("O", "X"), (None, None)


def made_up(finished: list[Finished], winners: Iterable[Winners], depths: Iterable[int] = range(5, 100)) -> Results:
    """The same two games at each depth, but for who wins them."""
    known = dict(zip(depths, winners, strict=False))
    games = [
        won_by(finished[0], depth, first, winner)
        for depth, both in known.items()
        for first, winner in zip("XO", both, strict=True)
    ]
    return Results(small_plan(EXPERIMENT.name, depths=list(known)), games)


def won_by(finished: Finished, depth: int, first: str, winner: str | None) -> Finished:
    """A game as if it were of another condition and had another winner; each depth has its own moves."""
    game, task = finished.result["games"][0], finished.task
    seat = None if winner is None else int(winner != first)
    name = None if seat is None else (game["first"], game["second"])[seat]
    moves = [{**turn, "move": str(depth)} for turn in game["moves"]]
    other = {**game, "moves": moves, "result": {**game["result"], "winner": seat, "name": name}}
    condition = {**task.payload, "depth": depth, "first": first, "repetition": 0}
    return replace(changed(finished, games=[other]), task=replace(task, payload=condition))


def by_depth(finished: list[Finished], change: Callable[[int], Change]) -> list[Finished]:
    """The results, with every search changed in a way that depends on the depth."""
    return [with_searches([each], change(each.task.payload["depth"]))[0] for each in finished]


def test_repetitions_decide_only_what_they_agree_about() -> None:
    assert [unanimous(each) for each in ([True, True], [False, False], [True, False])] == [True, False, None]


@pytest.mark.parametrize(("seconds", "agrees"), [(1e-9, True), (1e3, False), (None, None)])
def test_who_is_faster_is_read_from_the_times_of_all_repetitions(
    finished: list[Finished], seconds: float | None, agrees: bool | None
) -> None:
    def timed(each: Finished) -> Finished:
        own = 10.0 ** (each.task.payload["repetition"] * 12 - 9) if seconds is None else seconds
        return with_searches([each], but_for("MTD(f)", cpu_seconds=lambda _: own))[0]

    results = Results(PLAN, [timed(each) for each in finished])
    assert the_claim(results, "at depth 5 MTD(f) is faster than alpha-beta").agrees is agrees


def test_a_slow_depth_is_told_with_the_price_of_a_leaf_there(finished: list[Finished]) -> None:
    slow = with_searches(finished, but_for("MTD(f)", cpu_seconds=lambda _: 2.0, leaves=lambda _: 10))
    slow = with_searches(slow, but_for("alpha-beta", cpu_seconds=lambda _: 1.0, leaves=lambda _: 20))
    claim = the_claim(Results(PLAN, slow), "at depth 5 MTD(f) is faster")
    source = (0.1089 / 5451) / (0.1317 / 12242)
    assert claim.why.endswith(f"4.0 times as long at depth 5, in the source {source:.1f} times")
    assert "depth 4" not in claim.why


@pytest.mark.parametrize(("gaps", "agrees"), [((1, 2), True), ((2, 1), False)])
def test_the_difference_in_time_grows_only_if_it_does(
    finished: list[Finished], gaps: tuple[int, int], agrees: bool
) -> None:
    times = dict(zip(PLAN["depths"], gaps, strict=True))
    none = with_searches(finished, but_for("MTD(f)", cpu_seconds=lambda _: 0.0))
    timed = by_depth(none, lambda depth: but_for("alpha-beta", cpu_seconds=lambda _: times[depth]))
    assert the_claim(Results(PLAN, timed), "the difference in time grows with the depth").agrees is agrees


@pytest.mark.parametrize(("passes", "agrees"), [((9, 1), True), ((1, 9), False)])
def test_odd_depths_need_fewer_passes_only_if_they_do(
    finished: list[Finished], passes: tuple[int, int], agrees: bool
) -> None:
    counted = dict(zip(PLAN["depths"], passes, strict=True))
    told = by_depth(finished, lambda depth: but_for("MTD(f)", passes=lambda _: counted[depth]))
    assert the_claim(Results(PLAN, told), "MTD(f) needs fewer passes at odd depths").agrees is agrees


def test_nothing_is_said_of_even_depths_if_there_are_none(finished: list[Finished]) -> None:
    assert the_claim(made_up(finished, [FIRST, FIRST], depths=[5, 7]), "MTD(f) needs fewer passes").agrees is None


@pytest.mark.parametrize(("saved", "agrees"), [(0.5547, True), (0.57, False), (0.54, False)])
def test_how_many_leaves_are_saved_must_be_in_the_range_of_the_source(
    finished: list[Finished], saved: float, agrees: bool
) -> None:
    counted = with_searches(finished, but_for("alpha-beta", leaves=lambda _: 10_000))
    counted = with_searches(counted, but_for("MTD(f)", leaves=lambda _: round(10_000 * (1 - saved))))
    results = Results(PLAN, counted)
    assert the_claim(results, "MTD(f) evaluates fewer leaves").agrees
    assert the_claim(results, "at depth 5 the leaves are fewer by 55.5 %").agrees is agrees


def test_end_results_are_compared_with_the_sources_at_the_depths_searched(finished: list[Finished]) -> None:
    assert the_claim(made_up(finished, [*[FIRST] * 5, NOBODY]), "games won").agrees
    other = the_claim(made_up(finished, [FIRST] * 6), "games won")
    assert (other.agrees, other.why) == (False, "at depth 10 the games went another way")
    searched = the_claim(made_up(finished, [FIRST, SECOND]), "games won")
    assert (searched.claim, searched.agrees) == ("games won: X 1, O 1 at depths 5, 6", True)


def test_who_moves_first_wins_is_open_until_enough_different_games_tell(finished: list[Finished]) -> None:
    def first(*winners: Winners) -> Claim:
        return the_claim(made_up(finished, winners), "who moves first")

    few, many, other = first(*[FIRST] * 3, SECOND), first(*[FIRST] * 12), first(FIRST, *[SECOND] * 11)
    assert few.seen == "the first player won 3 of 4 different games, the second 1"
    assert (few.agrees, many.agrees, other.agrees) == (None, True, False)


def test_the_abstract_agrees_only_with_its_own_percentages(finished: list[Finished]) -> None:
    def abstract(*winners: Winners) -> Claim:
        return the_claim(made_up(finished, winners), "abstract: MTD(f) wins")

    twelve = abstract(*[FIRST] * 5, NOBODY)
    assert twelve.agrees is False
    assert "45.83 % of its 12 games would be 5.5 games, which cannot be" in twelve.why
    assert abstract(*[FIRST] * 9, ("O", "O"), NOBODY, NOBODY).agrees


@pytest.mark.parametrize(("saved", "agrees"), [(0.5627, True), (0.6620, False), (0.50, False)])
def test_the_abstracts_leaves_at_depth_8_are_held_against_ours(
    finished: list[Finished], saved: float, agrees: bool
) -> None:
    counted = with_searches(finished, but_for("alpha-beta", leaves=lambda _: 10_000))
    counted = with_searches(counted, but_for("MTD(f)", leaves=lambda _: round(10_000 * (1 - saved))))
    claim = the_claim(made_up(counted, [FIRST, FIRST], depths=[7, 8]), "abstract: at depth 8")
    assert claim.agrees is agrees
    assert "66.20 %" in claim.why


def test_the_page_has_the_sources_speed_beside_ours_and_escapes_stars(page: tuple[str, Path]) -> None:
    text, _ = page
    assert "| 0.1089 |" in text
    assert "| 17.28 % |" in text
    assert "| SSS\\* |" in text
    assert "SSS*" not in text
    assert "\n\n\n" not in text


def test_games_that_are_not_alike_are_told(finished: list[Finished]) -> None:
    once = but_for("MTD(f)", nodes=lambda nodes: nodes + 1)
    other = [*with_searches(finished[:1], once), *finished[1:]]
    page = Undrawn("")
    EXPERIMENT.report(PLAN, other, page)
    assert any("In only 3 of the 4 conditions" in part for part in page.parts)
