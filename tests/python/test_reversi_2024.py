"""The experiment `reversi-2024`: its tasks, its figures, and whether its claims can say no."""

from __future__ import annotations

import copy
import csv
import json
import math
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamegrove
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim, Page
from gamegrove.experiments.reproduce import carry_out, described, write_page
from gamegrove.experiments.reversi_2024 import Reversi2024, run_breadth
from gamegrove.experiments.reversi_2024.report import Findings, write_report
from gamegrove.experiments.reversi_2024.trials import (
    Verdict,
    interval_in,
    interval_of,
    interval_of_difference,
    pooled,
    seen_by_other,
    share_of,
)
from gamegrove.match import seat
from gamegrove.store import Store
from gamegrove.tournament.statistics import Pentanomial
from gamegrove.work import Finished, Here, Interrupted, Task
from gamegrove.work.task import Data

NAME = Reversi2024.name
Counts = tuple[int, int, int, int, int]
TIMED = re.compile(r"^depth/|-timed/")
"""The labels of tasks that are about time."""


def planned(*, quick: bool = True, **settings: Any) -> Plan:
    """The plan, with other settings."""
    plan = Plan(NAME, quick)
    file = copy.deepcopy(plan.file)
    file[plan.size].update(settings)
    vars(plan)["file"] = file
    return plan


def with_games(**games: int) -> Plan:
    """A plan with so many games of some parts, and few of the others."""
    parts = Plan(NAME, quick=True)["contests"]
    return planned(games={**dict.fromkeys(parts, 2), **{part.replace("_", "-"): many for part, many in games.items()}})


def tiny() -> Plan:
    """A plan that takes seconds."""
    parts = Plan(NAME, quick=True)["contests"]
    return planned(
        sizes=[4, 6],
        nodes=60,
        opponent_nodes=100,
        fixed_depth=1,
        games=dict.fromkeys(parts, 2),
        openings=dict.fromkeys(parts, "random:4"),
        move_seconds=0.001,
        depth_seconds=0.02,
        depth_positions=1,
        breadth_positions=2,
        breadth_depth=3,
        stages=[0.25, 0.5],
    )


# -- Tasks


@pytest.mark.parametrize("quick", [True, False])
def test_all_tasks_differ_and_are_the_same_every_time(quick: bool) -> None:
    tasks = Reversi2024().tasks(Plan(NAME, quick))
    assert len({task.key for task in tasks}) == len({task.label for task in tasks}) == len(tasks)
    assert [task.key for task in Reversi2024().tasks(Plan(NAME, quick))] == [task.key for task in tasks]
    assert json.loads(json.dumps([task.payload for task in tasks])) == [task.payload for task in tasks]


def test_full_trials_by_nodes_have_at_least_the_sources_hundred_games_on_every_board() -> None:
    games = Counter(task.label.rpartition("/")[0] for task in Reversi2024().tasks(Plan(NAME, quick=False)))
    others = ("depth", "breadth", "rivals-by-time", "opponents")  # of these the source does not tell a number
    trials = {label: count for label, count in games.items() if not label.startswith(others)}
    assert {label.rpartition("/")[2] for label in trials} == {"6", "8", "10", "12"}
    assert min(trials.values()) >= 100


@pytest.mark.parametrize("quick", [True, False])
def test_only_what_is_about_time_has_a_clock(quick: bool) -> None:
    found = Counter[bool]()
    for task in Reversi2024().tasks(Plan(NAME, quick)):
        text = json.dumps(task.payload)
        limits = {float(limit) for limit in re.findall(r'(?:time=|"seconds": )([\d.]+)', text)} - {3600.0}
        assert bool(limits) == bool(TIMED.search(task.label)), task.label
        assert "unlimited" in text or task.kind != "game"
        found[bool(limits)] += 1
    assert set(found) == {True, False}


# -- A run, as small as can be


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Path]]:
    folder = tmp_path_factory.mktemp("reversi")
    experiment, plan = Reversi2024(), tiny()
    with Store(folder / "store.db") as store:
        run = store.begin(*described(experiment, plan))
        assert carry_out(experiment, plan, run, Here())
        write_page(experiment, plan, run, folder / "page")
        yield store, folder / "page"


def rows(page: Path, name: str) -> list[dict[str, str]]:
    with (page / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def result_rows(store: Store, prefix: str) -> list[Data]:
    found = store.sql("select result from results where label like ? || '%' order by label", (prefix,)).rows
    return [json.loads(result) for (result,) in found]


def test_the_page_has_all_its_charts_and_links_nothing_that_is_missing(ran: tuple[Store, Path]) -> None:
    _, page = ran
    text = (page / "README.md").read_text()
    linked = set(re.findall(r"\]\(([^)]+)\)", text))
    assert linked == {each.name for each in page.iterdir()} - {"README.md"}
    assert {f"{name}.{kind}" for name in ("blends", "rivals", "depth", "breadth") for kind in ("svg", "png")} <= linked


def test_the_summary_counts_the_verdicts_on_the_page(ran: tuple[Store, Path]) -> None:
    text = (ran[1] / "README.md").read_text()
    told = re.search(r"(\d+) statements .* Of the (\d+) rows .* (\d+) agree .* (\d+) do not, and (\d+) stay open", text)
    assert told
    table = re.findall(r"^\| (.*?) \| .* \| (yes|no|open) \| ", text, re.MULTILINE)
    count = Counter(verdict for _, verdict in table)
    expected = [len(dict(table)), count.total(), count["yes"], count["no"], count["open"]]
    assert list(map(int, told.groups())) == expected
    assert len(dict(table)) < count.total()


def test_scores_are_those_of_the_stored_games(ran: tuple[Store, Path]) -> None:
    store, page = ran
    trials = rows(page, "trials")
    assert len(trials) == 17 * 2
    for trial in trials:
        prefix = f"{trial['part']}/{trial['a']}/{trial['b']}/{trial['size']}/"
        games = {each["games"][0]["number"]: each["games"][0] for each in result_rows(store, prefix)}
        points = {
            number: {None: 0.5, number % 2: 1.0}.get(game["result"]["winner"], 0.0) for number, game in games.items()
        }
        assert (int(trial["wins"]), int(trial["draws"])) == tuple(
            list(points.values()).count(each) for each in (1.0, 0.5)
        )
        assert int(trial["games"]) == len(games) == 2
        assert float(trial["share"]) == fmean(points.values())


def test_nodes_and_seconds_a_move_are_those_of_the_stored_moves_that_were_searched(ran: tuple[Store, Path]) -> None:
    store, page = ran
    trial = next(
        each for each in rows(page, "trials") if (each["a"], each["b"], each["size"]) == ("final", "mcts", "6")
    )
    query = "select nodes, seconds, player from moves where label like 'rivals-by-nodes/final/mcts/6/%'"
    moves = store.sql(query).rows
    searched = [each for each in moves if each[0] is not None]
    assert 0 < len(searched) < len(moves)
    found = defaultdict(list)
    for nodes, seconds, name in searched:
        side = "b" if "mcts" in name else "a"
        found[f"{side}_nodes"].append(nodes)
        found[f"{side}_seconds"].append(seconds)
    assert {name: float(trial[name]) for name in found} == pytest.approx({n: fmean(each) for n, each in found.items()})


def test_depths_are_those_of_the_stored_searches(ran: tuple[Store, Path]) -> None:
    store, page = ran
    for row in rows(page, "depth"):
        place = ("laboratory", "textbook").index(row["room"])
        found = [each["searches"][place] for each in result_rows(store, f"depth/{row['size']}/{row['stage']}/")]
        assert all(each["room"] == row["room"] for each in found)
        assert float(row["depth"]) == fmean(each["depth"] for each in found)
        assert float(row["nodes_per_second"]) == sum(each["nodes"] for each in found) / sum(
            each["seconds"] for each in found
        )


def test_the_same_seed_gives_the_same_games_and_node_counts() -> None:
    plan = tiny()
    tasks = [task for task in Reversi2024().tasks(plan) if not TIMED.search(task.label)]
    chosen = [*tasks[:: len(tasks) // 20], tasks[-1]]
    assert {task.kind for task in chosen} == {"game", "breadth"}
    for task in chosen:
        assert without_times(task.run()) == without_times(task.run())


def without_times(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: without_times(value) for name, value in data.items() if name != "seconds"}
    return [without_times(each) for each in data] if isinstance(data, list) else data


# -- Breadth


def watch_breadth(position: gamegrove.Position, depth: int, **request: Any) -> list[dict[str, int]]:
    result = run_breadth({"position": position.line, "requests": [{"depth": depth, **request}]})
    levels: list[dict[str, int]] = result["breadths"][0]
    return levels


@pytest.mark.parametrize("moves", ["", "f5d6c3d3c4", "f5f6e6f4g5e7f7h5"])
@pytest.mark.parametrize("order", [[], ["static"]])
def test_breadth_is_what_a_trace_shows(moves: str, order: list[str]) -> None:
    position = gamegrove.Othello(moves)
    nodes = list(gamegrove.trace(position, "alphabeta", depth=4, order=order).tree.walk())
    for ply, level in enumerate(watch_breadth(position, 4, algorithm="alphabeta", order=order)):
        parents = [node for node in nodes if len(node.path) == ply and any(child.is_visited for child in node.children)]
        visited = [node for node in nodes if len(node.path) == ply + 1 and node.is_visited]
        legal = sum(len(node.position.legal_moves) for node in parents)
        assert level == {"expanded": len(parents), "legal": legal, "searched": len(visited)}
    assert level["searched"] < level["legal"]


def test_without_pruning_all_moves_are_searched() -> None:
    levels = watch_breadth(gamegrove.Othello(size=6), 4, algorithm="negamax")
    assert [level["searched"] for level in levels] == [gamegrove.Othello(size=6).perft(depth) for depth in range(1, 5)]
    assert all(level["searched"] == level["legal"] for level in levels)


def test_of_a_deepening_search_the_last_depth_counts() -> None:
    position = gamegrove.Othello("f5d6c3d3c4")
    deepening = watch_breadth(position, 4, algorithm="alphabeta", deepening=True)
    assert deepening == watch_breadth(position, 4, algorithm="alphabeta")


def test_a_stopped_search_has_no_breadth() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        run_breadth({"position": "othello", "requests": [{"depth": 3}]}, stop)


# -- Claims, from results that the tests make up

Winner = Callable[[str, int, int], int | None]
"""Who wins a game, from `part/a/b`, the size and the number of the pair: 0 for A, 1 for B, None for a draw."""


def a_wins(*_: object) -> int | None:
    return 0


def b_wins(*_: object) -> int | None:
    return 1


def nobody_wins(*_: object) -> int | None:
    return None


def each_wins_half(_trial: str, _size: int, pair: int) -> int | None:
    return pair % 2


SOURCE_DEPTHS = {6: 5, 8: 4, 10: 4, 12: 3}


def made_up(
    plan: Plan,
    winner: Winner = a_wins,
    depth: Callable[[int], int] = SOURCE_DEPTHS.__getitem__,
    level: Callable[[int, int], Data] = lambda size, place: {"expanded": 1, "legal": size, "searched": size - place},
) -> list[Finished]:
    """Results that nobody has played: each trial's games, depths by size, levels by size and place of the search."""

    def result(task: Task) -> Data:
        if task.kind == "game":
            return {"games": [made_up_game(task, winner)]}
        size = int(task.label.split("/")[1])
        if task.kind == "searches":
            progress = [{"depth": d, "nodes": 10**d} for d in range(1, 8)]
            search = {"depth": depth(size), "nodes": 1000, "seconds": 2.0, "progress": progress}
            return {"searches": [search, search]}
        return {"breadths": [[level(size, place)] * plan["breadth_depth"] for place in range(3)]}

    return [Finished(task, result(task), 1.0, "nowhere:1") for task in Reversi2024().tasks(plan)]


def made_up_game(task: Task, winner: Winner) -> Data:
    trial, size, number = task.label.rsplit("/", 2)
    who = winner(trial, int(size), int(number) // 2)
    side = None if who is None else seat(who, int(number))
    first, second = task.payload["players"]
    name = None if side is None else (first, second)[side]
    result = {"winner": side, "margin": 0 if side is None else 2, "reason": "", "forfeit": None, "name": name}
    game = {"game": "othello", "number": int(number), "first": first, "second": second, "opening": ""}
    return {**game, "start": f"opening {int(number) // 2}", "moves": [], "result": result, "final": ""}


def claims(section: str, plan: Plan | None = None, **made: Any) -> list[Claim]:
    plan = plan or planned()
    return Findings.of(plan, made_up(plan, **made)).claims()[section]


def verdicts(section: str, **made: Any) -> list[str]:
    return [each.verdict for each in claims(section, **made)]


def as_the_source_says(trial: str, size: int, _pair: int) -> int | None:
    told = planned().published["blends"].get("-".join(trial.split("/")[1:]), {"boards": {}})
    return {"wins": 0, "loses": 1, "ties": None}[told["boards"].get(str(size), "wins")]


def blend_verdicts(winner: Winner) -> list[str]:
    return [each.verdict for each in claims("blends", with_games(blends=200), winner=winner)]


def test_blends_agree_with_the_source_where_they_do_and_not_where_they_do_not() -> None:
    assert blend_verdicts(as_the_source_says) == ["yes", "yes", "yes"]
    assert blend_verdicts(a_wins) == ["yes", "no", "open"]
    assert blend_verdicts(b_wins) == ["no", "no", "open"]
    assert blend_verdicts(each_wins_half) == ["open", "open", "open"]


def test_few_games_do_not_show_a_tie() -> None:
    assert verdicts("blends", winner=as_the_source_says) == ["yes", "open", "yes"]


def test_the_page_quotes_what_the_source_says_of_the_blends() -> None:
    consistent, by_size, _ = claims("blends", with_games())
    assert consistent.claim == 'Hybrid3 against Hybrid4: "consistently performed better"'
    assert by_size.claim.startswith('Hybrid8 against Hybrid9: "prevails on board size 6 before tying on board size 8')


def test_blends_that_do_better_on_large_boards_contradict_the_source() -> None:
    figures = claims("blends", winner=lambda _trial, size, _pair: int(size < 10))
    assert [each.verdict for each in figures] == ["no", "no", "no"]
    assert figures[2].why == "It is the other way round."


def test_why_a_blend_came_out_otherwise_depends_on_the_figures() -> None:
    plan = with_games(blends=200)

    def reasons(a_of_100_pairs: int) -> str:
        return claims("blends", plan, winner=lambda _trial, _size, pair: int(pair % 100 >= a_of_100_pairs))[1].why

    assert "On 6, 10 and 12 the interval of 200 games is too wide to decide." in reasons(50)
    assert "On 10 and 12 it may be chance: " in reasons(61)
    assert "On 8, 10 and 12 it is more than chance explains." in reasons(80)


def by_strength(*groups: str) -> Winner:
    """The heuristic that is named in an earlier group wins, and in the same one nobody does."""

    def place(name: str) -> int:
        return next(number for number, group in enumerate(groups) if name in group.split())

    def winner(trial: str, _size: int, _pair: int) -> int | None:
        part, a, b = trial.split("/")
        if part != "heuristics":
            return 0
        return None if place(a) == place(b) else int(place(a) > place(b))

    return winner


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        (("corners", "mobility", "stability", "parity"), ["yes", "yes", "yes", "open"]),
        (("corners", "mobility", "parity", "stability"), ["yes", "yes", "yes", "open"]),
        (("stability", "corners", "mobility", "parity"), ["no", "no", "no", "open"]),
        (("mobility", "corners", "parity", "stability"), ["no", "yes", "yes", "open"]),
        (("corners mobility", "parity stability"), ["open", "yes", "yes", "open"]),
        (("corners", "mobility stability", "parity"), ["yes", "open", "open", "open"]),
        (("corners mobility parity stability",), ["open", "open", "open", "open"]),
    ],
)
def test_the_order_of_the_heuristics_decides_about_their_claims(groups: tuple[str, ...], expected: list[str]) -> None:
    found = claims("heuristics", winner=by_strength(*groups))
    assert [each.verdict for each in found] == expected
    assert ("always stable" in found[0].why) == (groups[0] == "stability")


def test_a_lead_of_one_point_decides_nothing() -> None:
    def winner(trial: str, size: int, pair: int) -> int | None:
        return int("corners" not in trial) if (size, pair) == (6, 0) else None

    found = claims("heuristics", winner=winner)
    assert found[0].seen.startswith("corners 5")
    assert found[0].verdict == found[1].verdict == "open"
    assert found[0].why.startswith("The intervals overlap: corners and ")


@pytest.mark.parametrize("section", ["steps", "rivals"])
def test_steps_and_rivals_win_lose_or_stay_open(section: str) -> None:
    count = {"steps": 3, "rivals": 4}[section]
    assert verdicts(section, winner=a_wins)[:count] == ["yes"] * count
    assert verdicts(section, winner=b_wins)[:count] == ["no"] * count
    assert verdicts(section, winner=each_wins_half)[:count] == ["open"] * count


def test_rivals_are_told_board_by_board_and_judged_on_all_boards_together() -> None:
    plan = with_games(rivals_by_time=20, rivals_by_nodes=20)
    found = claims("rivals", plan, winner=lambda _trial, size, _pair: int(size == 12))[:4]
    assert [each.verdict for each in found] == ["yes"] * 4
    assert all("loses on 12" in each.seen for each in found)


def test_whether_large_boards_favour_mcts_is_decided_by_the_difference() -> None:
    assert verdicts("rivals", winner=lambda _trial, size, _pair: int(size >= 10))[4:] == ["yes"] * 4
    assert verdicts("rivals", winner=lambda _trial, size, _pair: int(size < 10))[4:] == ["no"] * 4
    assert verdicts("rivals", winner=a_wins)[4:] == ["open"] * 4


def test_one_lost_game_is_not_every_game() -> None:
    def winner(trial: str, size: int, pair: int) -> int | None:
        return int(trial.endswith("greedy-corners") and (size, pair) == (10, 0))

    found = claims("opponents", winner=winner)
    assert [each.verdict for each in found] == ["yes", "no"]
    assert found[1].why.startswith("2 lost and 0 drawn on 10.")


@pytest.mark.parametrize(
    ("depths", "expected"),
    [
        ({6: 5, 8: 4, 10: 3, 12: 3}, ["yes", "yes", "yes"]),
        ({6: 5, 8: 4, 10: 4, 12: 3}, ["yes", "no", "no"]),
        ({6: 5, 8: 4, 10: 3, 12: 2}, ["no", "no", "yes"]),
        ({6: 12, 8: 9, 10: 7, 12: 6}, ["no", "no", "yes"]),
    ],
)
def test_depths_agree_in_the_sources_ranges_and_not_beyond(depths: dict[int, int], expected: list[str]) -> None:
    plan = planned(depth_seconds=1.9)
    assert [each.verdict for each in claims("depth", plan, depth=depths.__getitem__)] == expected * 2


def test_less_time_than_the_source_had_only_decides_who_is_deeper() -> None:
    found = claims("depth", planned(depth_seconds=0.2), depth={6: 5, 8: 4, 10: 3, 12: 3}.__getitem__)
    assert [each.verdict for each in found] == ["open", "open", "yes"] * 2
    assert "It had 0.2 s, not 1.9 s." in found[0].why
    deeper = claims("depth", planned(depth_seconds=0.2), depth=lambda size: 20 - size)
    assert [each.verdict for each in deeper] == ["no", "no", "yes"] * 2


def test_breadth_claims_follow_the_levels() -> None:
    def backwards(size: int, place: int) -> Data:
        return {"expanded": 1, "legal": 20 - size, "searched": place + 1}

    assert verdicts("breadth") == ["yes", "yes"]
    assert verdicts("breadth", level=backwards) == ["no", "no"]


def test_speeds_that_the_sources_depths_imply_come_from_the_nodes_of_each_depth() -> None:
    plan = planned()
    page = Page("Made up")
    write_report(Findings.of(plan, made_up(plan)), page)
    text = "\n".join(page.parts)
    assert f"{10**4 / 1.9:,.0f} to {10**6 / 1.9:,.0f} on 8x8" in text
    assert "Ours visits 500 in the laboratory and 500 in the textbook" in text


# -- Statistics


def test_pairs_of_games_are_pooled_and_turned_round() -> None:
    first, second = Pentanomial((1, 2, 3, 4, 5)), Pentanomial((5, 0, 0, 0, 0))
    assert pooled([first, second]).counts == (6, 2, 3, 4, 5)
    assert seen_by_other(first).counts == (5, 4, 3, 2, 1)
    share = first.share
    assert share is not None
    assert seen_by_other(first).share == pytest.approx(1 - share)


def test_a_verdict_needs_the_whole_interval_on_one_side() -> None:
    for counts, expected in (((0, 0, 10, 20, 30), "wins"), ((30, 20, 10, 0, 0), "loses"), ((9, 0, 0, 0, 11), "open")):
        points = Pentanomial(counts)
        assert points.interval is not None
        assert Verdict.of(points) is Verdict[expected]
        assert math.copysign(1, points.interval[0] - 0.5) == {"wins": 1}.get(expected, -1)


def test_games_won_without_exception_reach_less_far_up_than_down() -> None:
    all_won, half = Pentanomial((0, 0, 0, 0, 10)), Pentanomial((5, 0, 0, 0, 5))
    (low, high), (half_low, half_high) = interval_of(all_won), interval_of(half)
    found = interval_of_difference(all_won, half)
    assert found == pytest.approx(
        (0.5 - math.hypot(1 - low, half_high - 0.5), 0.5 + math.hypot(high - 1, 0.5 - half_low))
    )
    assert interval_of_difference(half, all_won) == pytest.approx((-found[1], -found[0]))


@given(counts=st.tuples(*[st.integers(0, 30)] * 5).filter(any), other=st.tuples(*[st.integers(0, 30)] * 5).filter(any))
def test_an_interval_of_a_difference_holds_it_and_turns_round_with_it(counts: Counts, other: Counts) -> None:
    one, two = Pentanomial(counts), Pentanomial(other)
    low, high = interval_of_difference(one, two)
    assert low <= share_of(one) - share_of(two) <= high
    assert interval_of_difference(two, one) == pytest.approx((-high, -low))


def test_the_interval_of_fewer_games_is_not_cut_off() -> None:
    points = Pentanomial((1, 0, 0, 0, 19))
    assert interval_of(points)[1] == 1.0
    low, high = interval_in(points, 10)
    assert high > 1.0
    assert (low + high) / 2 == pytest.approx(0.95)
    assert high - low == pytest.approx(2 * 2 * (0.95 - interval_of(points)[0]))
