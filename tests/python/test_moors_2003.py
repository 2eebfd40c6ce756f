"""The experiment moors-2003, at a size that takes seconds."""

from __future__ import annotations

import csv
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean

import pytest

from gamegrove.experiments.moors_2003 import Moors2003, run_followed_game
from gamegrove.experiments.moors_2003.clocks import Use, uses
from gamegrove.experiments.moors_2003.nodes import GREEDY, Counted, Search, claims, searches_of
from gamegrove.game_log import GameLog
from gamegrove.games import catalogue
from gamegrove.match import games_of
from gamegrove.store import Run
from gamegrove.work import Finished, Interrupted, Task
from gamegrove.work.task import Data
from small_plans import changed, small_plan, verdicts

EXPERIMENT = Moors2003()
PLAN = small_plan("moors-2003", depth=3, games=4, clock=1, clock_games=2, table_bits=16)
SAVING = "A table saves 16 % of the nodes of a game on average, by both evaluations, with alpha-beta"


def followed(finished: list[Finished]) -> list[Finished]:
    return [each for each in finished if each.task.kind == "followed-game"]


def test_the_same_plan_counts_the_same_nodes_again(finished: list[Finished]) -> None:
    for each in followed(finished):
        again = each.task.run()
        assert (again["pieces"], again["nodes"]) == (each.result["pieces"], each.result["nodes"])


def test_a_search_that_follows_its_own_game_counts_what_it_has_counted_before(finished: list[Finished]) -> None:
    alone = searches_of(PLAN, GREEDY).index(Search("alphabeta", "alone"))
    for each in followed(finished):
        if GREEDY in each.task.label:
            moves = each.result["games"][0]["moves"]
            own = [turn["nodes"] for turn in moves if turn["side"] == each.task.payload["side"]]
            assert [nodes for nodes in own if nodes is not None] == each.result["nodes"][alone]


def test_mtdf_begins_where_it_ended_unless_the_plan_says_where(finished: list[Finished]) -> None:
    searches = searches_of(PLAN, GREEDY)
    last, zero = (searches.index(Search(name, "alone")) for name in ("mtdf", "mtdf-from-0"))
    for each in followed(finished):
        if GREEDY in each.task.label:
            nodes = each.result["nodes"]
            assert nodes[last][0] == nodes[zero][0]  # there is no move before the first
            assert nodes[last] != nodes[zero]


def test_all_searches_are_asked_about_every_choice_as_the_board_fills(finished: list[Finished]) -> None:
    for each in followed(finished):
        pieces = each.result["pieces"]
        assert pieces == sorted(set(pieces))
        assert 4 < pieces[0] < pieces[-1] < 96
        assert {len(nodes) for nodes in each.result["nodes"]} == {len(pieces)}


def test_a_game_that_is_stopped_gives_no_result(finished: list[Finished]) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        run_followed_game(followed(finished)[0].task.payload, stop)


def rows_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_what_a_table_saves_is_computed_from_the_stored_nodes(run: Run, folder: Path) -> None:
    rows = rows_of(folder / "saving.csv")
    assert len(rows) == 2 * (4 + 1)
    text = (folder / "README.md").read_text(encoding="utf-8")
    for row in rows:
        search = Search(row["search"], row["equipment"], row["evaluation"])
        place = searches_of(PLAN, search.evaluation).index
        sums = [stored_nodes(run, search.evaluation, place(each)) for each in (search.equipped("alone"), search)]
        assert [int(row["nodes_without"]), int(row["nodes"])] == sums
        assert float(row["ratio"]) == pytest.approx(sums[1] / sums[0])
        saved = 100 * (1 - sums[1] / sums[0])
        assert f"| {search.title} | {sums[0] / 4:,.0f} | {sums[1] / 4:,.0f} | {saved:.1f} % (" in text


def stored_nodes(run: Run, evaluation: str, number: int) -> int:
    stored = [each for each in run.results().values() if each.task.label.startswith(f"nodes/{evaluation}/")]
    assert len(stored) == PLAN["games"]
    return sum(sum(each.result["nodes"][number]) for each in stored)


def test_the_figure_shows_averages_by_groups_of_pieces(finished: list[Finished], folder: Path) -> None:
    number = searches_of(PLAN, GREEDY).index(Search("mtdf", "ordered"))
    groups: dict[int, list[int]] = {}
    for each in followed(finished):
        if GREEDY in each.task.label:
            for pieces, nodes in zip(each.result["pieces"], each.result["nodes"][number], strict=True):
                groups.setdefault(4 * (pieces // 4), []).append(nodes)
    shown = {
        int(row["pieces_from_of_4"]): float(row["nodes"])
        for row in rows_of(folder / "pieces.csv")
        if (row["evaluation"], row["search"], row["equipment"]) == ("greedy", "mtdf", "ordered")
    }
    assert shown == pytest.approx({first: mean(nodes) for first, nodes in groups.items()})
    names = {file.name for file in folder.iterdir()}
    assert {f"{name}.{kind}" for name in ("pieces", "relative", "depths") for kind in ("svg", "png")} <= names


Factors = tuple[float, float]
"""How many times the nodes of alpha-beta without a table: in the games of the first opening, and of the second."""


def with_nodes(finished: list[Finished], search: Search, factors: Factors) -> list[Finished]:
    """The same results, had a search taken so many nodes."""
    searches = searches_of(PLAN, search.evaluation)
    own, alone = searches.index(search), searches.index(Search("alphabeta", "alone", search.evaluation))

    def nodes(each: Finished) -> Finished:
        counts = list(each.result["nodes"])
        counts[own] = [factors[int(each.task.label[-1]) // 2] * count for count in counts[alone]]
        return changed(each, nodes=counts)

    label = f"nodes/{search.evaluation}/"
    return [nodes(each) if each.task.label.startswith(label) else each for each in finished]


def node_verdicts(finished: list[Finished]) -> dict[str, str]:
    """What is said of the claims about nodes; the whole page would take longer."""
    return {each.claim: each.verdict for each in claims(PLAN, Counted.of(PLAN, finished))}


@pytest.mark.parametrize(
    ("factors", "verdict"),
    [((0.84, 0.84), "yes"), ((0.837, 0.837), "yes"), ((0.86, 0.86), "no"), ((0.8, 0.8), "no"), ((0.8, 0.9), "open")],
)
def test_the_claim_about_the_table_follows_what_it_saves_by_both_evaluations(
    finished: list[Finished], factors: Factors, verdict: str
) -> None:
    half = with_nodes(finished, Search("alphabeta", "table"), factors)
    assert node_verdicts(with_nodes(half, Search("alphabeta", "table", "smart"), factors))[SAVING] == verdict


def test_the_two_evaluations_are_not_mixed_when_openings_are_drawn_again(finished: list[Finished]) -> None:
    """A table that saves nothing by one of them, and the same everywhere by the other, saves what it saves."""
    half = with_nodes(finished, Search("alphabeta", "table"), (0.2, 0.2))
    counted = Counted.of(PLAN, with_nodes(half, Search("alphabeta", "table", "smart"), (1.0, 1.0)))
    claim = next(each for each in claims(PLAN, counted) if each.claim == SAVING)
    low, high = (float(each) for each in re.findall(r"[(]([0-9.]+) % to ([0-9.]+) %[)]", claim.seen)[0])
    assert 0 < low <= high < 80  # in one pot, a draw may have games of one evaluation alone


@pytest.mark.parametrize(
    ("factors", "on_par", "improved"),
    [
        *(((0.5, 0.5), "no", "yes"), ((0.95, 0.95), "yes", "yes"), ((1.05, 1.05), "yes", "no")),
        *(((2.0, 2.0), "no", "no"), ((0.8, 1.2), "open", "open")),
    ],
)
def test_searches_are_on_par_when_their_nodes_are_alike(
    finished: list[Finished], factors: Factors, on_par: str, improved: str
) -> None:
    scout = with_nodes(finished, Search("negascout", "ordered"), (1, 1))
    seen = node_verdicts(with_nodes(scout, Search("alphabeta", "ordered"), factors))
    assert seen["With both, alpha-beta is about on par with NegaScout"] == on_par
    assert seen["Table and ordering improve alpha-beta"] == improved


@pytest.mark.parametrize(
    ("factors", "verdict"), [((0.5, 0.5), "yes"), ((1.0, 1.0), "no"), ((2.0, 2.0), "no"), ((0.5, 1.5), "open")]
)
def test_a_search_generally_takes_fewer_nodes_if_it_does_in_most_groups(
    finished: list[Finished], factors: Factors, verdict: str
) -> None:
    claim = "NegaScout (no table) generally takes fewer nodes than alpha-beta (no table)"
    assert node_verdicts(with_nodes(finished, Search("negascout", "alone"), factors))[claim] == verdict


def test_groups_of_pieces_are_counted_one_by_one(finished: list[Finished]) -> None:
    """Fewer nodes in all groups but those with most nodes are fewer in general, though more over all."""
    scout, alone = Search("negascout", "alone"), Search("alphabeta", "alone")
    counted = Counted.of(PLAN, finished)
    largest = max(counted.by_pieces(alone).items(), key=lambda each: each[1])[0]
    nodes = [
        [100 * nodes if pieces // 4 * 4 == largest else nodes - 1 for pieces, nodes in zip(*game, strict=True)]
        for game in zip(counted.pieces[GREEDY], counted.nodes[alone], strict=True)
    ]
    other = Counted(counted.pieces, {**counted.nodes, scout: nodes})
    groups = len(counted.by_pieces(alone))
    assert other.fewer_groups(scout, alone) == (groups - 1, groups, 1)
    assert other.ratio(scout, alone).low > 1


def test_clocks_are_kept_and_every_second_is_counted(finished: list[Finished], folder: Path) -> None:
    games = games_of(finished, "clocks/")
    assert [game.number for game in games] == [0, 1]
    rows = rows_of(folder / "clocks.csv")
    for game, row in zip(games, rows, strict=True):
        seconds = [sum(turn.seconds for turn in game.moves if turn.side == side) for side in (0, 1)]
        shown = [float(row["share_seconds"]), float(row["predict_seconds"])]
        assert shown == pytest.approx(seconds if game.number == 0 else seconds[::-1])
        assert game.players[game.number] == "moors:manager=share"


MANY = small_plan("moors-2003", **{**PLAN.settings, "clock_games": 8})


def played(finished: list[Finished], change: Callable[[Data], Data]) -> list[Finished]:
    """The two games again and again, each changed."""
    games = [each for each in finished if each.task.label.startswith("clocks/")]

    def game(number: int, task: Task) -> Finished:
        logged = {**games[number % 2].result["games"][0], "number": number}
        return replace(changed(games[number % 2], games=[change(logged)]), task=task)

    clocks = [task for task in EXPERIMENT.tasks(MANY) if task.label.startswith("clocks/")]
    return [*followed(finished), *(game(number, task) for number, task in enumerate(clocks))]


def won_by(manager: str, other: str | None = None) -> Callable[[Data], Data]:
    """A manager wins, or with another that wins every second game.

    The last moves are taken back, and the other side crashes: else the board would say who has won. They are more in
    every further pair, as pairs that are the same count once.
    """

    def change(game: Data) -> Data:
        named = other if other and game["number"] % 2 else manager
        winner = 0 if named in game["first"] else 1
        name = game["second" if winner else "first"]
        positions = GameLog.read(game).replay()[: -1 - 2 * (game["number"] // 2)]
        last = max(number for number, position in enumerate(positions) if position.turn != winner)
        result = {**game["result"], "winner": winner, "margin": None, "name": name, "forfeit": "crash"}
        return {**game, "moves": game["moves"][:last], "final": positions[last].line, "result": result}

    return change


@pytest.mark.parametrize(
    ("winners", "verdict"), [(("predict",), "yes"), (("share",), "no"), (("predict", "share"), "open")]
)
def test_the_better_manager_has_more_than_half_of_the_points(
    finished: list[Finished], winners: tuple[str, ...], verdict: str
) -> None:
    seen = verdicts(EXPERIMENT, MANY, played(finished, won_by(*winners)))
    assert seen["A predicted depth is the better way: it was kept, and the other abandoned"] == verdict
    assert seen["A predicted depth usually leaves 20 to 40 seconds at the end of a game"] == "open"


def predicting(depth: int, seconds: float) -> Callable[[Data], Data]:
    """Every search of `predict` has this depth and takes so long, every other has depth 6 and takes a hundredth."""

    def change(game: Data) -> Data:
        own = 0 if "predict" in game["first"] else 1

        def turn(data: Data) -> Data:
            found = (depth, seconds) if data["side"] == own else (6, 0.01)
            return data if data["depth"] is None else {**data, "depth": found[0], "seconds": found[1]}

        return {**game, "moves": [turn(each) for each in game["moves"]]}

    return change


@pytest.mark.parametrize(
    ("depth", "seconds", "verdict"), [(8, 0.001, "yes"), (4, 0.1, "no"), (8, 0.1, "open"), (4, 0.001, "open")]
)
def test_faster_is_what_looks_further_in_less_time(
    finished: list[Finished], depth: int, seconds: float, verdict: str
) -> None:
    seen = verdicts(EXPERIMENT, MANY, played(finished, predicting(depth, seconds)))
    assert seen["One search to a predicted depth is faster than deepening"] == verdict


def test_depths_are_drawn_in_the_middle_of_their_groups() -> None:
    use = Use("share", [1.0], 5, 0, [[(18, 8), (23, 6), (24, 9)]])
    assert use.depth_by_group() == {20.5: 7, 26.5: 9}


def test_depths_count_only_where_the_game_is_not_yet_solved(finished: list[Finished]) -> None:
    games = games_of(finished, "clocks/")
    for use in uses(PLAN, games):
        empty = [cells for game in use.searched for cells, _ in game]
        assert 14 < min(empty) < max(empty) <= 96 - 4
    start = catalogue.position(games[0].start)
    assert start.spec == "othello:board=96"
