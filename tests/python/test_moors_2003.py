"""The experiment moors-2003, at a size that takes seconds."""

from __future__ import annotations

import csv
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean

import pytest

from gamegrove.experiments.moors_2003 import Moors2003, run_followed_game
from gamegrove.experiments.moors_2003.clocks import uses
from gamegrove.experiments.moors_2003.nodes import GREEDY, Counted, Search, searches_of
from gamegrove.game_log import GameLog
from gamegrove.games import catalogue
from gamegrove.match import games_of
from gamegrove.store import Run, Store
from gamegrove.work import Finished, Interrupted
from gamegrove.work.task import Data
from small_plans import changed, finished_run, page_text, results, small_plan, verdicts

EXPERIMENT = Moors2003()
PLAN = small_plan("moors-2003", depth=3, games=2, clock=1, clock_games=2, table_bits=16)
SAVING = "A table saves 16% of the nodes of a game on average, by both evaluations, with alpha-beta"
ON_PAR = "With both, alpha-beta is about on par with NegaScout"


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
        assert f"| {search.title} | {sums[0] / 2:,.0f} | {sums[1] / 2:,.0f} | {1 - sums[1] / sums[0]:.1%} (" in text


def stored_nodes(run: Run, evaluation: str, number: int) -> int:
    stored = [each for each in run.finished().values() if each.task.label.startswith(f"nodes/{evaluation}/")]
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
    assert (folder / "pieces.svg").exists()
    assert (folder / "pieces.png").exists()


def with_nodes(finished: list[Finished], search: Search, factor: float) -> list[Finished]:
    """The same results, had a search taken so many times the nodes of alpha-beta without a table."""
    searches = searches_of(PLAN, search.evaluation)
    own, alone = searches.index(search), searches.index(Search("alphabeta", "alone", search.evaluation))

    def nodes(each: Finished) -> Finished:
        counts = list(each.result["nodes"])
        counts[own] = [int(factor * count) for count in counts[alone]]
        return changed(each, nodes=counts)

    label = f"nodes/{search.evaluation}/"
    return [nodes(each) if each.task.label.startswith(label) else each for each in finished]


def test_the_claim_about_the_table_follows_what_it_saves_by_both_evaluations(finished: list[Finished]) -> None:
    def verdict(greedy: float, smart: float) -> str:
        half = with_nodes(finished, Search("alphabeta", "table"), greedy)
        return verdicts(EXPERIMENT, PLAN, with_nodes(half, Search("alphabeta", "table", "smart"), smart))[SAVING]

    assert verdict(0.6, 1.0) == "yes"
    assert verdict(0.9, 0.9) == "no"
    assert verdict(0.7, 0.7) == "no"


@pytest.mark.parametrize(("factor", "verdict"), [(0.5, "no"), (1.0, "yes"), (2.0, "no")])
def test_searches_are_on_par_when_their_nodes_are_alike(finished: list[Finished], factor: float, verdict: str) -> None:
    alike = with_nodes(with_nodes(finished, Search("alphabeta", "ordered"), factor), Search("negascout", "ordered"), 1)
    seen = verdicts(EXPERIMENT, PLAN, alike)
    assert seen[ON_PAR] == verdict
    assert seen["Table and ordering improve alpha-beta"] == ("yes" if factor < 1 else "no")


def test_a_search_generally_takes_fewer_nodes_if_it_does_in_most_groups(finished: list[Finished]) -> None:
    claim = "NegaScout (no table) generally takes fewer nodes than alpha-beta (no table)"
    fewer, more = (with_nodes(finished, Search("negascout", "alone"), factor) for factor in (0.5, 2))
    assert verdicts(EXPERIMENT, PLAN, fewer)[claim] == "yes"
    assert verdicts(EXPERIMENT, PLAN, more)[claim] == "no"
    assert Counted.of(PLAN, fewer).ratio(Search("negascout", "alone"), Search("alphabeta", "alone")).value < 0.51


def test_clocks_are_kept_and_every_second_is_counted(finished: list[Finished], folder: Path) -> None:
    games = games_of(finished, "clocks/")
    assert [game.number for game in games] == [0, 1]
    rows = rows_of(folder / "clocks.csv")
    for game, row in zip(games, rows, strict=True):
        seconds = [sum(turn.seconds for turn in game.moves if turn.side == side) for side in (0, 1)]
        shown = [float(row["share_seconds"]), float(row["predict_seconds"])]
        assert shown == pytest.approx(seconds if game.number == 0 else seconds[::-1])
        assert game.players[game.number] == "moors:manager=share"


def played(finished: list[Finished], change: Callable[[Data], Data]) -> list[Finished]:
    return [
        changed(each, games=[change(game) for game in each.result["games"]])
        if each.task.label.startswith("clocks/")
        else each
        for each in finished
    ]


def won_by(manager: str) -> Callable[[Data], Data]:
    """The last moves are taken back, and the other side crashes: else the board would say who has won."""

    def change(game: Data) -> Data:
        winner = 0 if manager in game["first"] else 1
        name = game["second" if winner else "first"]
        positions = GameLog.read(game).replay()[:-1]
        last = max(number for number, position in enumerate(positions) if position.turn != winner)
        result = {**game["result"], "winner": winner, "margin": None, "name": name, "forfeit": "crash"}
        return {**game, "moves": game["moves"][:last], "final": positions[last].line, "result": result}

    return change


def taking(seconds: float) -> Callable[[Data], Data]:
    """Every side takes so many seconds for all its moves."""

    def change(game: Data) -> Data:
        counts = [sum(turn["side"] == side for turn in game["moves"]) for side in (0, 1)]
        moves = [{**turn, "seconds": seconds / counts[turn["side"]]} for turn in game["moves"]]
        return {**game, "moves": moves}

    return change


def test_claims_about_clocks_follow_the_games(finished: list[Finished]) -> None:
    kept = "A predicted depth is the better way: it was kept, and the other abandoned"
    left = "A predicted depth usually leaves 17% to 33% of the time (20 to 40 of 120 s)"
    for manager, verdict in (("predict", "yes"), ("share", "no")):
        assert verdicts(EXPERIMENT, PLAN, played(finished, won_by(manager)))[kept] == verdict
    for seconds, verdict in ((0.75, "yes"), (0.95, "no"), (0.5, "no")):
        assert verdicts(EXPERIMENT, PLAN, played(finished, taking(seconds)))[left] == verdict


def test_depths_count_only_where_the_game_is_not_yet_solved(finished: list[Finished]) -> None:
    games = games_of(finished, "clocks/")
    for use in uses(PLAN, games):
        assert use.depths
        assert min(use.depths) > 14
        assert max(use.depths) <= 96 - 4
    start = catalogue.position(games[0].start)
    assert start.spec == "othello:board=96"
