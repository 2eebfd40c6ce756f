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

import gamegrove
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim, Page
from gamegrove.experiments.reproduce import begin_run, carry_out, write_page
from gamegrove.experiments.reversi_2024 import Reversi2024, run_breadth
from gamegrove.experiments.reversi_2024.report import Findings, write_report
from gamegrove.experiments.reversi_2024.trials import Verdict, pooled, seen_by_other
from gamegrove.match import seat
from gamegrove.store import Store
from gamegrove.tournament.statistics import Pentanomial
from gamegrove.work import Finished, Here, Interrupted, Task
from gamegrove.work.task import Data

NAME = Reversi2024.name
TIMED = re.compile(r"^depth/|-timed/")
"""The labels of tasks that are about time."""


def planned(*, quick: bool = True, **settings: Any) -> Plan:
    """The plan, with other settings."""
    plan = Plan(NAME, quick)
    file = copy.deepcopy(plan.file)
    file[plan.size].update(settings)
    vars(plan)["file"] = file
    return plan


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


def test_full_trials_have_at_least_the_sources_hundred_games_on_every_board() -> None:
    games = Counter(task.label.rpartition("/")[0] for task in Reversi2024().tasks(Plan(NAME, quick=False)))
    trials = {label: count for label, count in games.items() if not label.startswith(("depth", "breadth"))}
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
        run = begin_run(experiment, plan, store, resume=False)
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
    told = re.search(r"Of (\d+) statements of the source, (\d+) agree .* (\d+) do not, and (\d+) stay open", text)
    assert told
    count = Counter(re.findall(r" \| (yes|no|open) \| ", text))
    assert list(map(int, told.groups())) == [count.total(), count["yes"], count["no"], count["open"]]


def test_scores_are_those_of_the_stored_games(ran: tuple[Store, Path]) -> None:
    store, page = ran
    trials = rows(page, "trials")
    assert len(trials) == 16 * 2
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


def test_nodes_a_move_are_those_of_the_stored_moves(ran: tuple[Store, Path]) -> None:
    store, page = ran
    trial = next(
        each for each in rows(page, "trials") if (each["a"], each["b"], each["size"]) == ("final", "mcts", "6")
    )
    query = "select nodes, player from moves where label like 'rivals/final/mcts/6/%' and nodes is not null"
    nodes = defaultdict(list)
    for number, name in store.sql(query).rows:
        nodes["b_nodes" if "mcts" in name else "a_nodes"].append(number)
    assert {name: float(trial[name]) for name in nodes} == {name: fmean(found) for name, found in nodes.items()}


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


def as_the_source_says(trial: str, size: int, pair: int) -> int | None:
    words = planned().published["blends"].get("-".join(trial.split("/")[1:]), {})
    return {"wins": 0, "loses": 1, "ties": pair % 2}[words.get(str(size), "wins")]


def test_blends_agree_with_the_source_where_they_do_and_not_where_they_do_not() -> None:
    assert verdicts("blends", winner=as_the_source_says) == ["yes", "yes", "yes"]
    assert verdicts("blends", winner=a_wins) == ["yes", "no", "open"]
    assert verdicts("blends", winner=b_wins) == ["no", "no", "open"]
    assert verdicts("blends", winner=each_wins_half) == ["open", "open", "open"]


def test_blends_that_do_better_on_large_boards_contradict_the_source() -> None:
    figures = claims("blends", winner=lambda _trial, size, _pair: int(size < 10))
    assert [each.verdict for each in figures] == ["no", "no", "no"]
    assert figures[2].why == "It is the other way round."


def test_why_a_blend_came_out_otherwise_depends_on_the_figures() -> None:
    plan = planned(quick=False)

    def reasons(a_of_100_pairs: int) -> str:
        return claims("blends", plan, winner=lambda _trial, _size, pair: int(pair % 100 >= a_of_100_pairs))[1].why

    assert "On 6, 10 and 12 the interval of 400 games holds 50 %." in reasons(50)
    assert "On 8, 10 and 12 the difference is smaller than the 14 % by which 100 games" in reasons(58)
    assert "On 8, 10 and 12 it is more than chance explains." in reasons(80)


def by_strength(*order: str) -> Winner:
    """The heuristic that is named earlier wins."""

    def winner(trial: str, _size: int, _pair: int) -> int | None:
        part, a, b = trial.split("/")
        return int(order.index(a) > order.index(b)) if part == "heuristics" else 0

    return winner


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (("corners", "mobility", "stability", "parity"), ["yes", "yes", "yes", "no"]),
        (("corners", "mobility", "parity", "stability"), ["yes", "yes", "yes", "no"]),
        (("stability", "corners", "mobility", "parity"), ["no", "no", "no", "open"]),
        (("mobility", "corners", "parity", "stability"), ["no", "yes", "yes", "no"]),
    ],
)
def test_the_order_of_the_heuristics_decides_about_their_claims(order: tuple[str, ...], expected: list[str]) -> None:
    found = claims("heuristics", winner=by_strength(*order))
    assert [each.verdict for each in found] == expected
    assert found[0].seen.startswith(f"{order[0]} 100 %")
    assert ("always stable" in found[0].why) == (order[0] == "stability")


def test_equal_heuristics_decide_nothing_but_who_is_named_first() -> None:
    assert verdicts("heuristics", winner=nobody_wins)[2:] == ["open", "open"]


@pytest.mark.parametrize("section", ["steps", "rivals"])
def test_steps_and_rivals_win_lose_or_stay_open(section: str) -> None:
    count = {"steps": 3, "rivals": 3}[section]
    assert verdicts(section, winner=a_wins)[:count] == ["yes"] * count
    assert verdicts(section, winner=b_wins)[:count] == ["no"] * count
    assert verdicts(section, winner=each_wins_half)[:count] == ["open"] * count


def test_one_board_on_which_mcts_wins_is_enough_to_contradict() -> None:
    found = claims("rivals", winner=lambda _trial, size, _pair: int(size == 12))[:3]
    assert [each.verdict for each in found] == ["no"] * 3
    assert "loses on 12" in found[0].seen


def test_whether_large_boards_favour_mcts_is_decided_by_the_difference() -> None:
    assert verdicts("rivals", winner=lambda _trial, size, _pair: int(size >= 10))[3:] == ["yes"] * 3
    assert verdicts("rivals", winner=lambda _trial, size, _pair: int(size < 10))[3:] == ["no"] * 3
    assert verdicts("rivals", winner=a_wins)[3:] == ["open"] * 3


def test_one_lost_game_is_not_every_game() -> None:
    def winner(trial: str, size: int, pair: int) -> int | None:
        return int(trial.endswith("greedy-corners") and (size, pair) == (10, 0))

    found = claims("opponents", winner=winner)
    assert [each.verdict for each in found] == ["yes", "no"]
    assert found[1].why.startswith("2 lost and 0 drawn on 10.")


@pytest.mark.parametrize(
    ("depths", "expected"),
    [
        ({6: 5, 8: 4, 10: 4, 12: 3}, ["yes", "no"]),
        ({6: 5, 8: 4, 10: 3, 12: 2}, ["no", "yes"]),
        ({6: 12, 8: 9, 10: 7, 12: 6}, ["no", "yes"]),
    ],
)
def test_depths_agree_in_the_sources_range_and_not_beyond(depths: dict[int, int], expected: list[str]) -> None:
    plan = planned(depth_seconds=1.9)
    assert [each.verdict for each in claims("depth", plan, depth=depths.__getitem__)] == expected * 2


def test_less_time_than_the_source_had_only_decides_who_is_deeper() -> None:
    found = claims("depth", planned(depth_seconds=0.2))
    assert [each.verdict for each in found] == ["open", "no"] * 2
    assert "It had 0.2 s, not 1.9 s." in found[0].why
    deeper = claims("depth", planned(depth_seconds=0.2), depth=lambda size: 20 - size)
    assert [each.verdict for each in deeper] == ["no", "yes"] * 2


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
