"""The experiment `pente-2003`: its games, its figures, and whether its claims can say no."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim
from gamegrove.experiments.pente_2003 import Pente2003
from gamegrove.experiments.pente_2003.claims import are_last, as_intervals, claims, equal_wins
from gamegrove.experiments.pente_2003.contests import Table
from gamegrove.experiments.pente_2003.results import Agreement, read_results
from gamegrove.game_log import GameLog
from gamegrove.match import seat
from gamegrove.players.options import split_options
from gamegrove.players.presets import PRESETS
from gamegrove.tournament.statistics import elo_of
from gamegrove.work import Finished
from small_plans import changed, small_plan

EXPERIMENT = Pente2003()
QUICK = Plan(EXPERIMENT.name, quick=True)
PLAN = small_plan(EXPERIMENT.name, game="pente-2003:size=7,in-a-row=4", nodes=400, games=4, openings="random:4")
NAMES = list(PLAN["players"])
WITH_TABLE = {"mtdf", "tt"}


def rows_of(folder: Path, name: str) -> list[dict[str, str]]:
    """A file of data beside the page."""
    return list(csv.DictReader(io.StringIO((folder / f"{name}.csv").read_text(encoding="utf-8"))))


def labels(plan: Plan, part: str, table: str) -> list[str]:
    """Who plays whom, and in which game, in a part of the plan."""
    begin = f"{part}/{table}/"
    return [task.label.removeprefix(begin) for task in EXPERIMENT.tasks(plan) if task.label.startswith(begin)]


# -- The plan


def test_the_players_are_those_of_the_catalogue_without_their_time() -> None:
    presets = {preset.name: preset for preset in PRESETS}
    for name, text in QUICK["players"].items():
        preset = presets[f"pente-2003-{name}"]
        algorithm, _, options = text.format(nodes=QUICK["nodes"]).partition(":")
        asked = split_options(options, name)
        limits = {asked.pop("nodes"), asked.pop("table_bits", None)}
        assert str(QUICK["nodes"]) in limits
        assert (algorithm, {**asked, "time": "1"}) == (preset.algorithm, preset.options)


def test_the_careless_players_differ_by_their_table_alone() -> None:
    for name, text in QUICK["careless"].items():
        assert text.replace("memory=careless,", "") == QUICK["players"][name]
    assert set(QUICK["careless"]) == WITH_TABLE


def test_the_round_robin_is_36_games_of_which_20_depend_on_the_table() -> None:
    right, careless = (labels(QUICK, "round robin", table) for table in ("right", "careless"))
    assert sorted(right) == sorted(f"{a}-{b}/0" for a in NAMES for b in NAMES)
    assert len(careless) == 20
    assert all(WITH_TABLE & set(label.removesuffix("/0").split("-")) for label in careless)


def test_every_pair_plays_200_games_in_full_with_the_same_openings_and_either_colour() -> None:
    full = Plan(EXPERIMENT.name, quick=False)
    tasks = [task for task in EXPERIMENT.tasks(full) if task.label.startswith("many games/right/")]
    by_pair = Counter(task.label.rpartition("/")[0] for task in tasks)
    assert len(by_pair) == 15
    assert set(by_pair.values()) == {200}
    assert len(labels(full, "many games", "careless")) == 9 * 200
    by_number = {(task.payload["number"], task.payload["opening"]) for task in tasks}
    assert len(by_number) == 200
    assert len({opening for _, opening in by_number}) == 100


def test_nothing_in_the_plan_goes_by_time() -> None:
    for task in EXPERIMENT.tasks(QUICK):
        assert task.payload["controls"] == ["unlimited", "unlimited"]
        assert all("time=" not in name and "nodes=" in name for name in task.payload["players"])


# -- The games


def test_the_same_task_has_the_same_moves_and_nodes(finished: list[Finished]) -> None:
    def without_times(game: Any) -> Any:
        return [{name: value for name, value in turn.items() if name != "seconds"} for turn in game["moves"]]

    for each in (finished[0], finished[-1]):
        (before,), (again,) = each.result["games"], json.loads(json.dumps(each.task.run()))["games"]
        assert without_times(again) == without_times(before)
        assert any(turn["nodes"] for turn in before["moves"])


def test_all_games_follow_the_rules_and_none_is_forfeited(finished: list[Finished]) -> None:
    for each in finished:
        log = GameLog.read(each.result["games"][0])
        assert log.replay()
        assert log.result.forfeit is None


def test_the_careless_table_changes_games(finished: list[Finished]) -> None:
    games = {each.task.label: [turn["move"] for turn in each.result["games"][0]["moves"]] for each in finished}
    careless = [label for label in games if "/careless/" in label]
    assert any(games[label] != games[label.replace("/careless/", "/right/")] for label in careless)


# -- The page


def round_robin_wins(finished: list[Finished], table: str) -> Counter[str]:
    """The wins of the round robin, counted by hand."""
    wins: Counter[str] = Counter()
    for each in finished:
        part, kind, pair, _ = each.task.label.split("/")
        a, b = pair.split("-")
        belongs = kind == table or not WITH_TABLE & {a, b}
        winner = each.result["games"][0]["result"]["winner"]
        if part == "round robin" and belongs and winner is not None:
            wins[(a, b)[winner]] += 1
    return wins


@pytest.mark.parametrize("table", list(Table))
def test_the_wins_are_those_of_the_stored_games(finished: list[Finished], page: tuple[str, Path], table: Table) -> None:
    wins = round_robin_wins(finished, table)
    column = 3 + list(Table).index(table)
    for name in NAMES:
        (line,) = [
            line for line in page[0].splitlines() if line.startswith(f"| {name} | {PLAN.published['wins'][name]} |")
        ]
        assert int(line.split("|")[column]) == wins[name]
    told = Counter(row["winner"] for row in rows_of(page[1], "round-robin") if row["table"] == table and row["winner"])
    assert told == wins


def test_the_scores_of_the_many_games_are_those_of_the_stored_games(
    finished: list[Finished], page: tuple[str, Path]
) -> None:
    for row in rows_of(page[1], "many-games"):
        begin = f"many games/{row['table']}/{row['a']}-{row['b']}/"
        games = [each.result["games"][0] for each in finished if each.task.label.startswith(begin)]
        winners = [None if (won := game["result"]["winner"]) is None else seat(won, game["number"]) for game in games]
        counted = Counter({0: "wins", 1: "losses", None: "draws"}[winner] for winner in winners)
        assert {what: int(row[what]) for what in ("wins", "draws", "losses")} == {
            what: counted[what] for what in ("wins", "draws", "losses")
        }
        assert len(games) == PLAN["games"] == 2 * (int(row["pairs"]) + int(row["repeated"]))
        if row["repeated"] == "0":
            share = (counted["wins"] + counted["draws"] / 2) / len(games)
            assert float(row["share"]) == pytest.approx(share)
            assert float(row["elo"]) == pytest.approx(elo_of(share))


def test_what_a_move_took_is_what_the_stored_moves_say(finished: list[Finished], page: tuple[str, Path]) -> None:
    for row in rows_of(page[1], "moves"):
        nodes: list[int] = []
        for each in finished:
            part, kind, pair, _ = each.task.label.split("/")
            names, game = pair.split("-"), each.result["games"][0]
            belongs = kind == row["table"] or not WITH_TABLE & set(names)
            if part == "many games" and belongs and row["player"] in names:
                mine = seat(names.index(row["player"]), game["number"])
                nodes += [turn["nodes"] for turn in game["moves"] if turn["side"] == mine and turn["nodes"] is not None]
        assert float(row["nodes"]) == pytest.approx(sum(nodes) / len(nodes))


def test_the_page_has_its_charts(page: tuple[str, Path]) -> None:
    text, folder = page
    assert {path.name for path in folder.glob("*.svg")} == {"wins.svg", "ratings.svg"}
    assert "![Games won in the round robin](wins.svg)" in text


# -- The claims

Winner = Callable[[str, str, str], int | None]
"""Who wins: by the table, the first and the second player."""


def decided(finished: list[Finished], winner: Winner) -> list[Finished]:
    """The results, with other winners."""
    found = []
    for each in finished:
        _, table, pair, _ = each.task.label.split("/")
        game = each.result["games"][0]
        names = pair.split("-")
        if game["number"] % 2:
            names.reverse()
        won = winner(table, names[0], names[1])
        result = {
            **game["result"],
            "winner": won,
            "name": None if won is None else (game["first"], game["second"])[won],
        }
        found.append(changed(each, games=[{**game, "result": result}]))
    return found


def told(finished: list[Finished], times: int = 50) -> list[Claim]:
    """What the page claims if the many games were so many times as many, with the same results."""
    found = {
        table: replace(each, many={pair: replace(m, points=m.points * times) for pair, m in each.many.items()})
        for table, each in read_results(PLAN, finished).items()
    }
    return claims(found, PLAN.published["wins"], PLAN["careless"])


def by_strength(weak: list[str], only: str | None = None) -> Winner:
    """The first player wins, unless he is weak and the other is not; `only` with one kind of table."""

    def winner(table: str, first: str, second: str) -> int | None:
        if only is not None and table != only:
            return 0
        return 1 if first in weak and second not in weak else 0

    return winner


def test_the_bug_explains_the_source_only_if_the_careless_players_alone_are_last(finished: list[Finished]) -> None:
    _, right, careless, right_elo, careless_elo, *why, _ = told(
        decided(finished, by_strength(["mtdf", "tt"], "careless"))
    )
    assert (right.agrees, right_elo.agrees) == (False, None)  # with a right table all are equal
    assert (careless.agrees, careless_elo.agrees) == (True, True)
    assert "with a careless table" in careless.seen
    assert [(each.agrees, each.why) for each in why] == [(True, "")] * 2


def test_players_with_a_right_table_that_are_last_are_told(finished: list[Finished]) -> None:
    _, right, careless, right_elo, careless_elo, *_ = told(decided(finished, by_strength(["mtdf", "tt"])))
    assert all(each.agrees for each in (right, careless, right_elo, careless_elo))
    _, right, careless, right_elo, careless_elo, *_ = told(decided(finished, by_strength(["minimax"])))
    assert [each.agrees for each in (right, careless, right_elo, careless_elo)] == [False] * 4
    assert all("does not put mtdf and tt last" in each.why for each in (right, careless))


def test_few_games_leave_open_who_is_weakest(finished: list[Finished]) -> None:
    weak = decided(finished, by_strength(["mtdf", "tt"]))
    few, many = (told(weak, times)[3] for times in (1, 50))
    assert (few.agrees, many.agrees) == (None, True)
    assert few.why == "the intervals overlap"


def test_a_player_that_the_careless_table_makes_stronger_is_not_explained_by_it(finished: list[Finished]) -> None:
    *_, mtdf, tt, _ = told(decided(finished, by_strength(["mtdf", "tt"], "right")))
    assert (mtdf.agrees, tt.agrees) == (False, False)
    assert mtdf.why == "it does not make it weaker; its wins do not fall"


def test_a_player_that_is_weaker_and_wins_as_often_is_not_explained_by_the_table(finished: list[Finished]) -> None:
    weaker = decided(finished, by_strength(["mtdf", "tt"], "careless"))
    as_before = decided(finished, by_strength([]))
    mixed = [a if a.task.label.startswith("many") else b for a, b in zip(weaker, as_before, strict=True)]
    *_, mtdf, _, _ = told(mixed)
    assert (mtdf.agrees, mtdf.why) == (False, "its wins do not fall")
    mixed = [b if a.task.label.startswith("many") else a for a, b in zip(weaker, as_before, strict=True)]
    *_, mtdf, _, _ = told(mixed)
    assert (mtdf.agrees, mtdf.why) == (None, "the interval does not tell whether it is weaker")


def test_who_wins_most_games_is_read_from_the_games(finished: list[Finished]) -> None:
    weak = [name for name in NAMES if name not in ("alphabeta", "negascout")]
    assert told(decided(finished, by_strength(weak)))[0].agrees
    assert not told(decided(finished, by_strength(["alphabeta"])))[0].agrees


def test_a_draw_against_itself_is_no_win(finished: list[Finished]) -> None:
    assert told(decided(finished, lambda _table, _first, _second: 0))[-1].agrees
    drawn = told(decided(finished, lambda _table, first, second: None if first == second == "tt" else 0))[-1]
    assert not drawn.agrees
    assert drawn.seen == "tt drew against itself"


# -- Figures


@given(st.integers(1, 60))
def test_equal_players_seldom_win_more_or_fewer_games_than_the_usual_numbers(games: int) -> None:
    low, high = equal_wins(games)

    def outside(least: int) -> float:
        return 2 * sum(comb(games, wins) for wins in range(least)) / (1 << games)

    assert low + high == games
    assert outside(low) <= 0.05 < outside(low + 1)


@given(st.dictionaries(st.sampled_from(NAMES), st.integers(0, 9), min_size=2))
def test_an_order_agrees_with_itself_and_disagrees_with_its_reverse(wins: dict[str, int]) -> None:
    reverse = {name: -count for name, count in wins.items()}
    unequal = sum(a != b for a, b in combinations(wins.values(), 2))
    assert Agreement.of(as_intervals(wins), wins) == Agreement(unequal, 0, 0)
    assert Agreement.of(as_intervals(reverse), wins) == Agreement(0, 0, unequal)
    assert Agreement.of(dict.fromkeys(wins, (-1.0, 1.0)), wins) == Agreement(0, unequal, 0)


def test_last_is_who_has_less_than_everybody_else() -> None:
    assert are_last(as_intervals({"a": 3, "b": 2, "c": 1}), ["b", "c"])
    assert are_last(as_intervals({"a": 3, "b": 3, "c": 1}), ["b", "c"]) is False
    assert are_last({"a": (3, 5), "b": (1, 4), "c": (0, 1)}, ["b", "c"]) is None
    assert are_last({"a": (3, 5), "b": (6, 7), "c": (0, 1)}, ["b", "c"]) is False
    assert are_last({"a": (3, 5), "b": (1, 2), "c": (0, 1)}, ["b", "c"])
