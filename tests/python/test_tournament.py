"""Tournaments: who plays whom, playing here and elsewhere, tests that end early, tables, charts, the command."""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command import COMMAND, NO_TERMINAL, run, run_json
from gamegrove import GamegroveError
from gamegrove.cli.standing import print_standing
from gamegrove.clocks import TimeControl
from gamegrove.game_log import Forfeit, GameLog, Result, Turn
from gamegrove.store import Store
from gamegrove.tournament import (
    Form,
    Played,
    Scale,
    Sprt,
    Standing,
    Tournament,
    Verdict,
    conduct,
    elo_of,
    standing,
)
from gamegrove.tournament.chart import draw_standing
from gamegrove.tournament.conduct import TestCourse
from gamegrove.work import Processes

SMALL = "othello:size=4"
Shell = Callable[..., str]
"""The command in this process."""


def played(match: int, number: int, winner: int | None, moves: str | None = None, **result: Any) -> Played:
    """A game that nobody has played; without moves it is unlike all others."""
    turns = tuple(
        Turn(place % 2, move, None, None, 1, 10, 0.5)
        for place, move in enumerate((moves or f"{match}/{number}").split())
    )
    return Played(match, GameLog(("x", "y"), "start", turns, Result(winner, 1, "why", **result), "end", SMALL, number))


def pairs_for(match: int, points: Sequence[float]) -> list[Played]:
    """Pairs in which A has won so many points: 0, 1, 1.5 or 2."""
    of_pair: dict[float, tuple[int | None, int | None]] = {0: (1, 0), 1: (0, 0), 1.5: (0, None), 2: (0, 1)}
    winners = [winner for each in points for winner in of_pair[each]]
    return [played(match, number, winner) for number, winner in enumerate(winners)]


def without_times(description: dict[str, Any]) -> dict[str, Any]:
    """What a standing says that does not depend on a clock."""
    text = re.sub(r'"(seconds|slowest)": [0-9.e-]+', '"time": 0', json.dumps(description))
    found: dict[str, Any] = json.loads(text)
    return found


# -- The plan.


@given(form=st.sampled_from(Form), count=st.integers(2, 6), rounds=st.integers(1, 4))
def test_everybody_who_meets_plays_all_openings_with_either_colour(form: Form, count: int, rounds: int) -> None:
    count = 2 if form == Form.match else count
    players = tuple(f"random:{'s' * place}" for place in range(count))
    tournament = Tournament(players, form=form, game=SMALL, games=2 * rounds)
    expected = [(0, other) for other in range(1, count)] if form == Form.gauntlet else [*combinations(range(count), 2)]
    assert list(tournament.pairs) == expected
    tasks = tournament.tasks()
    assert len(tasks) == tournament.number_of_games == 2 * rounds * len(expected)
    seats = Counter(tuple(task.payload["players"]) for task in tasks)
    assert seats == {
        names: rounds for a, b in expected for names in ((players[a], players[b]), (players[b], players[a]))
    }
    openings = [
        [task.payload["opening"] for task in tasks if task.label.startswith(f"{m}/")] for m in range(len(expected))
    ]
    assert all(each == openings[0] for each in openings)
    assert openings[0][::2] == openings[0][1::2]


def test_games_are_labelled_by_match_and_number_and_come_in_rounds() -> None:
    labels = [task.label for task in Tournament(("random",) * 3, game=SMALL, games=4).tasks()]
    assert labels == ["0/0", "0/1", "1/0", "1/1", "2/0", "2/1", "0/2", "0/3", "1/2", "1/3", "2/2", "2/3"]


tests = st.builds(
    Sprt,
    elo0=st.floats(-100, 0),
    elo1=st.floats(1, 100),
    alpha=st.floats(0.01, 0.4),
    beta=st.floats(0.01, 0.4),
    scale=st.sampled_from(Scale),
)
plans = st.fixed_dictionaries(
    {
        "game": st.sampled_from([SMALL, "connect-four", "tic-tac-toe"]),
        "games": st.none() | st.integers(1, 5).map(lambda pairs: 2 * pairs),
        "openings": st.sampled_from([None, "start", "random:2", "all:1"]),
        "seed": st.integers(-(10**9), 10**9),
        "control": st.sampled_from(["60+1", "0.5/move", "9 1/move", "unlimited"]).map(TimeControl.read),
        "megabytes": st.none() | st.floats(1, 10**4),
        "adjudicate": st.none() | st.integers(1, 9),
    }
)


@given(plan=plans, names=st.lists(st.text(min_size=1), min_size=2, max_size=4), test=st.none() | tests)
def test_a_tournament_comes_back_from_its_plan(plan: dict[str, Any], names: list[str], test: Sprt | None) -> None:
    asked = Tournament(tuple(names), sprt=test if len(names) == 2 else None, **plan)
    read = Tournament.read(json.loads(json.dumps(asked.description())))
    assert read.description() == asked.description()
    assert (read.players, read.control, read.sprt) == (asked.players, asked.control, asked.sprt)
    assert [task.key for task in read.tasks()] == [task.key for task in asked.tasks()]


def test_openings_of_a_list_come_back_from_the_plan() -> None:
    asked = Tournament(("random", "greedy"), game="connect-four", games=4, openings=("44", "45"))
    assert Tournament.read(asked.description()) == asked


@pytest.mark.parametrize(
    ("players", "fields", "message"),
    [
        (("a",), {}, "players: a tournament needs at least two"),
        ((), {}, "players: a tournament needs at least two"),
        (("a", "b", "c"), {"form": Form.match}, "players: a match is between two of them, and there are 3"),
        (("a", "b", "c"), {"sprt": Sprt(0, 5)}, r"players: a test \(SPRT\) is between two of them, and there are 3"),
        (("a", "b"), {"form": "swiss"}, "form must be one of match, gauntlet, round-robin, not 'swiss'"),
    ],
)
def test_what_is_no_tournament_is_refused(players: tuple[str, ...], fields: dict[str, Any], message: str) -> None:
    with pytest.raises(GamegroveError, match=message):
        Tournament(players, **fields)


@pytest.mark.parametrize(
    ("players", "fields", "message"),
    [
        (("random", "random", "nobody"), {}, "there is no player 'nobody'"),
        (("random", "random", "human"), {}, "name another player"),
        (("random", "random"), {"games": 3}, "games must be an even number, such as 4, not 3"),
        (("random", "random"), {"openings": ("z9",)}, "'z9' cannot be played"),
        (("random", "random clock=never"), {}, "the clock 'never'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(
    players: tuple[str, ...], fields: dict[str, Any], message: str
) -> None:
    with pytest.raises(GamegroveError, match=message):
        next(conduct(Tournament(players, game=SMALL, **fields)))


def test_each_player_has_its_own_clock_wherever_it_sits() -> None:
    players = "random clock=60+1", "greedy", "random clock=0.5/move"
    tasks = Tournament(players, game=SMALL, games=2, control=TimeControl.read("30")).tasks()
    times = {players[0]: "60+1", players[1]: "30", players[2]: "0.5/move"}
    assert len(tasks) == 6
    for task in tasks:
        assert task.payload["controls"] == [times[name] for name in task.payload["players"]]


# -- Conducting it.


def test_games_are_the_same_here_and_in_other_processes() -> None:
    asked = Tournament(("random", "greedy", "tt:depth=2 clock=60"), game=SMALL, games=6)
    here = standing(asked, list(conduct(asked)))
    processes = Processes(2)
    elsewhere = standing(asked, list(conduct(asked, processes)))
    processes.close()
    assert here.played == 18
    assert without_times(here.description()) == without_times(elsewhere.description())


@pytest.mark.parametrize("finished", [0, 1, 5])
def test_a_stopped_tournament_keeps_its_games_and_goes_on(finished: int, tmp_path: Path) -> None:
    asked = Tournament(("random", "greedy", "random"), game=SMALL, games=4)
    whole = standing(asked, list(conduct(asked)))
    stop = threading.Event()
    if not finished:
        stop.set()
    with Store(tmp_path / "store.db") as store:
        games = []
        for each in conduct(asked, run=store.begin("tournament", "test", asked.description()), stop=stop):
            games.append(each)
            if len(games) == finished:
                stop.set()
        assert len(games) == finished
        assert standing(asked, games).is_complete is False
        run = store.begin("tournament", "test", asked.description(), resume=True)
        assert len(run.results()) == finished
        again = list(conduct(asked, run=run))
        assert again[:finished] == games
    assert without_times(standing(asked, again).description()) == without_times(whole.description())


EARLY = Tournament(("tt:depth=2", "random"), form=Form.match, game="othello:size=6", games=200, sprt=Sprt(0, 300))


def test_a_test_ends_the_match_as_soon_as_it_is_decided_whoever_plays() -> None:
    here = standing(EARLY, list(conduct(EARLY)))
    assert here.test is not None
    assert here.test.verdict is Verdict.better
    assert 0 < here.played < 100
    assert here.played == 2 * here.test.pairs
    assert here.is_complete
    processes = Processes(2)
    elsewhere = standing(EARLY, list(conduct(EARLY, processes)))
    processes.close()
    told, expected = without_times(elsewhere.description()), without_times(here.description())
    assert {**told, "surplus": 0} == expected  # others may have been finished sooner than the one that decided


@given(
    points=st.lists(st.sampled_from([0, 1, 1.5, 2]), max_size=40),
    bounds=st.sampled_from([(0, 50), (-20, 20), (0, 200)]),
    scale=st.sampled_from(Scale),
    source=st.randoms(use_true_random=False),
)
def test_a_test_ends_the_same_in_whatever_order_games_are_finished(
    points: list[float], bounds: tuple[int, int], scale: Scale, source: random.Random
) -> None:
    games = pairs_for(0, points)
    in_order, shuffled = TestCourse(Sprt(*bounds, scale=scale)), TestCourse(Sprt(*bounds, scale=scale))
    for each in games:
        in_order.add(each.game)
    source.shuffle(games)
    for each in games:
        shuffled.add(each.game)
    assert shuffled.description() == in_order.description()
    assert shuffled.ratios == in_order.ratios
    assert len(in_order.ratios) == in_order.pairs


def test_a_decided_test_hears_of_no_further_game() -> None:
    course = TestCourse(Sprt(0, 200))
    for each in pairs_for(0, [2] * 60):
        course.add(each.game)
    assert course.verdict is Verdict.better
    assert 0 < course.pairs < 60
    before = course.description()
    for each in pairs_for(0, [0] * 60):
        course.add(each.game)
    assert course.description() == before


def test_a_test_can_end_with_not_better() -> None:
    course = TestCourse(Sprt(0, 50))
    for each in pairs_for(0, [0] * 60):
        course.add(each.game)
    assert course.verdict is Verdict.not_better
    assert course.ratios[-1] <= course.sprt.lower < course.ratios[-2]


def test_repeated_pairs_decide_no_test() -> None:
    course = TestCourse(Sprt(0, 50))
    for number in range(0, 400, 2):
        course.add(played(0, number, 0, "a1 b1").game)
        course.add(played(0, number + 1, 1, "a1 b1").game)
    assert (course.pairs, course.pentanomial.pairs) == (200, 1)
    assert course.verdict is None


def test_games_behind_the_decision_do_not_count() -> None:
    games = pairs_for(0, [2] * 100)
    random.Random(1).shuffle(games)
    found = standing(Tournament(("a", "b"), game=SMALL, games=200, sprt=Sprt(0, 200)), games)
    assert found.test is not None
    assert found.test.verdict is Verdict.better
    assert found.surplus == 200 - 2 * found.test.pairs > 0
    assert found.played == found.players[0].score.wins == 2 * found.test.pairs
    assert found.is_complete


# -- The standing.

THREE = Tournament(("a", "b", "c"), game=SMALL, games=8)
RESULTS = [*pairs_for(0, [2, 1, 1.5, 2]), *pairs_for(1, [2, 2, 1, 2]), *pairs_for(2, [1, 1, 2, 1])]


def test_players_are_counted_over_all_their_matches() -> None:
    found = standing(THREE, RESULTS)
    assert [str(player.score) for player in found.players] == ["13-1-2", "6-1-9", "4-0-12"]
    assert [str(player.as_first) for player in found.players] == ["8-0-0", "5-1-2", "4-0-4"]
    assert (found.played, found.is_complete) == (24, True)
    assert [str(match.a.score) for match in found.matches] == ["6-1-1", "7-0-1", "5-0-3"]


def test_ratings_are_those_of_the_matches_and_have_mean_zero() -> None:
    found = standing(THREE, RESULTS)
    a, b, c = found.ratings
    assert a.elo > b.elo > c.elo
    assert a.elo + b.elo + c.elo == pytest.approx(0, abs=1e-6)
    assert a.low < a.elo < a.high
    two = standing(Tournament(("a", "b"), game=SMALL, games=8), pairs_for(0, [2, 1, 1.5, 0]))
    assert two.ratings[0].elo - two.ratings[1].elo == pytest.approx(elo_of(4.5 / 8), abs=1e-6)


def test_repeated_pairs_do_not_count_for_ratings() -> None:
    once = [played(0, 0, 0, "a1"), played(0, 1, 1, "a1"), played(0, 2, 1, "b1"), played(0, 3, 0, "b1")]
    often = [*once, *(played(0, number, number % 2, "a1") for number in range(4, 40))]
    one, many = (standing(Tournament(("a", "b"), game=SMALL, games=40), games) for games in (once, often))
    assert many.matches[0].repeated == 18
    assert many.ratings == one.ratings
    assert many.matches[0].pentanomial == one.matches[0].pentanomial
    assert many.players[0].score.wins == 38  # the table still shows every game


def test_players_that_leave_nothing_to_chance_repeat_themselves() -> None:
    asked = Tournament(("tt:depth=1", "tt:depth=2"), game=SMALL, games=6, openings="start")
    found = standing(asked, list(conduct(asked)))
    assert (found.played, found.matches[0].repeated, found.matches[0].pentanomial.pairs) == (6, 2, 1)


@given(st.sets(st.integers(0, len(RESULTS) - 1)), st.randoms(use_true_random=False))
def test_the_standing_does_not_depend_on_the_order_of_games_and_can_always_be_told(
    which: set[int], source: random.Random
) -> None:
    games = [RESULTS[place] for place in sorted(which)]
    expected = standing(THREE, games)
    source.shuffle(games)
    found = standing(THREE, games)
    assert found.description() == expected.description()
    assert json.loads(json.dumps(found.description()))["played"] == len(which)
    assert sum(player.score.points for player in found.players) == len(which)
    with contextlib.redirect_stdout(None):
        print_standing(found)


def table(standing: Standing, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_standing(standing)
    return capsys.readouterr().out.splitlines()


def test_the_table_has_the_strongest_first(capsys: pytest.CaptureFixture[str]) -> None:
    turned = Tournament(("weak", "strong", "middle"), game=SMALL, games=4)
    games = [*pairs_for(0, [0, 1]), *pairs_for(1, [0, 1]), *pairs_for(2, [2, 1])]
    lines = table(standing(turned, games), capsys)
    assert lines[1] == f"{SMALL}, 12 of 12 games, openings random:2, seed 1"
    assert [line.split()[:2] for line in lines[3:6]] == [["B", "strong"], ["C", "middle"], ["A", "weak"]]
    assert all(re.search(r"[+-]\d+  +[+-]\d+ to [+-]\d+$", line) for line in lines[3:6])


def test_the_cross_table_shows_the_points_of_each_against_each(capsys: pytest.CaptureFixture[str]) -> None:
    lines = table(standing(THREE, RESULTS), capsys)
    begin = next(place for place, line in enumerate(lines) if line.startswith("points"))
    assert [line.split() for line in lines[begin : begin + 4]] == [
        ["points", "A", "B", "C"],
        ["A", "·", "6.5", "7"],
        ["B", "1.5", "·", "5"],
        ["C", "1", "3", "·"],
    ]


def test_the_cross_table_of_a_gauntlet_has_gaps(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Tournament(("a", "b", "c"), form=Form.gauntlet, game=SMALL, games=2)
    lines = table(standing(asked, [*pairs_for(0, [1]), *pairs_for(1, [1.5])]), capsys)
    begin = next(place for place, line in enumerate(lines) if line.startswith("points"))
    assert lines[begin + 1 : begin + 4] == ["A         ·  1  1.5", "B         1  ·", "C       0.5       ·"]


def test_who_has_only_won_or_lost_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    games = [*pairs_for(0, [2, 2]), *pairs_for(1, [2, 2]), *pairs_for(2, [1, 1])]
    found = standing(Tournament(("all", "some", "others"), game=SMALL, games=4), games)
    assert [rating.one_sided for rating in found.ratings] == [True, False, False]
    marked = [line for line in table(found, capsys)[3:6] if re.search(r"\d\* ", line)]
    assert [line.split()[1] for line in marked] == ["all"]


def test_each_match_has_its_counts_of_pairs_and_its_certainty(capsys: pytest.CaptureFixture[str]) -> None:
    lines = table(standing(THREE, RESULTS), capsys)
    row = next(line for line in lines if line.startswith("A - B"))
    assert row.split()[3] == "81.2"
    assert row.split()[-5:] == ["0", "0", "1", "1", "2"]


def test_remarks_tell_of_repetitions_adjudications_and_forfeits(capsys: pytest.CaptureFixture[str]) -> None:
    games = [
        played(0, 0, 0, "a1"),
        played(0, 1, 0, "a1", adjudicated=True),
        played(0, 2, 0, "a1"),
        played(0, 3, 0, "a1"),
        played(0, 4, 1, "b1", forfeit=Forfeit.crash),
    ]
    asked = Tournament(("a", "b"), game=SMALL, games=6, adjudicate=4, control=TimeControl.read("9"), megabytes=5)
    text = "\n".join(table(standing(asked, games), capsys))
    assert "5 of 6 games, openings random:2, seed 1, clock 9, memory 5 MB, adjudicated from 4 empty cells" in text
    assert "A - B: 1 pair repeats an earlier one move by move, which counts once for the intervals" in text
    assert "A - B: perfect play decided 1 game before the end" in text
    assert "A - B: game 4 was forfeited: why" in text


@pytest.mark.parametrize(
    ("points", "verdict"),
    [
        ([2] * 100, "A is stronger by 200 rather than by 0"),
        ([0] * 100, "A is stronger by 0 rather than by 200"),
        ([1, 2], "not decided yet"),
    ],
)
def test_the_test_is_told_in_words(points: list[float], verdict: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = Tournament(("a", "b"), game=SMALL, games=200, sprt=Sprt(0, 200, scale=Scale.logistic))
    found = standing(asked, pairs_for(0, points))
    assert found.test is not None
    text = "\n".join(table(found, capsys))
    assert f"SPRT (logistic Elo 0, 200): LLR {found.test.ratios[-1]:.2f} of -2.94 to 2.94 after" in text
    assert f"{found.test.pairs} pairs: {verdict}" in text
    assert ("finished when the test was decided, and not counted: " in text) is (len(points) == 100)


def test_many_players_have_many_letters(capsys: pytest.CaptureFixture[str]) -> None:
    asked = Tournament(tuple(f"player{place}" for place in range(28)), form=Form.gauntlet, game=SMALL, games=2)
    lines = table(standing(asked, []), capsys)
    assert [line.split()[0] for line in lines[3:31]][-3:] == ["Z", "A1", "B1"]


# -- Charts.


@pytest.mark.parametrize(
    ("asked", "games", "panels"),
    [
        (THREE, RESULTS, 1),
        (THREE, RESULTS[:3], 1),
        (THREE, [], 1),
        (Tournament(("a", "b"), game=SMALL, games=8), pairs_for(0, [2, 1, 1.5, 0]), 1),
        (Tournament(("a", "b"), game=SMALL, games=8, sprt=Sprt(0, 5)), pairs_for(0, [2, 1, 1.5, 0]), 2),
        (Tournament(("a", "b"), game=SMALL, games=8, sprt=Sprt(0, 5)), [], 2),
    ],
    ids=["ratings", "begun", "nothing", "course", "test", "untested"],
)
def test_every_standing_can_be_drawn(asked: Tournament, games: list[Played], panels: int, tmp_path: Path) -> None:
    for kind, begin in ((".svg", b"<?xml"), (".png", b"\x89PNG")):
        draw_standing(standing(asked, games), tmp_path / f"chart{kind}")
        assert (tmp_path / f"chart{kind}").read_bytes().startswith(begin)
    assert (tmp_path / "chart.svg").read_text().count('<g id="axes_') == panels


def test_a_chart_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GamegroveError, match=r"a chart can be .svg, .png or .pdf, not 'chart.gif'"):
        draw_standing(standing(THREE, RESULTS), tmp_path / "chart.gif")


# -- The command.


def test_a_tournament_in_the_shell(shell: Shell, tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    text = shell("tournament", "random", "greedy", "tt:depth=2", "--size", "4", "--games", "4", "--chart", str(chart))
    assert " 0/0  random - greedy  " in text
    assert " 2/3  tt:depth=2 - greedy  " in text
    assert f"{SMALL}, 12 of 12 games, openings random:2, seed 1" in text
    assert "points" in text
    assert "B - C" in text
    assert "stored as run 1 in " in text
    assert f"drawn in {chart}" in text
    assert chart.read_bytes().startswith(b"<?xml")
    assert " 2/3  tt:depth=2 - greedy  " in shell("replay", "1")
    assert "2/3  tt:depth=2 - greedy  " in shell("replay", "1", "2/3")


def test_a_tournament_as_json_in_other_processes_and_again(shell: Shell) -> None:
    asked = ("tournament", "random", "greedy", "random", "--size", "4", "--games", "4", "--form", "gauntlet", "--json")
    answer = json.loads(shell(*asked))
    assert (answer["played"], answer["complete"], answer["tournament"]["form"]) == (8, True, "gauntlet")
    assert [match["players"] for match in answer["matches"]] == [[0, 1], [0, 2]]
    assert sum(player["elo"] for player in answer["players"]) == pytest.approx(0, abs=1e-6)
    with_processes = json.loads(shell(*asked, "--jobs", "2"))
    assert with_processes["run"] == 2
    assert without_times({**with_processes, "run": 1}) == without_times(answer)
    assert json.loads(shell(*asked, "--resume")) == with_processes  # even the times are those that were stored


def test_clocks_and_conditions_are_part_of_the_plan(shell: Shell) -> None:
    answer = json.loads(
        shell(
            *("tournament", "random clock=60+1", "greedy", "random", "--size", "4", "--games", "2", "--clock", "9"),
            *("--openings", "balanced:2", "--adjudicate", "5", "--json"),
        )
    )
    asked = answer["tournament"]
    assert asked["players"] == ["random clock=60+1", "greedy", "random"]
    assert (asked["control"], asked["openings"], asked["adjudicate"]) == ("9", "balanced:2", 5)
    assert all(match["adjudicated"] == 2 for match in answer["matches"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "players: a tournament needs at least two"),
        (["random", "greedy", "nobody"], "there is no player 'nobody'"),
        (["random", "greedy", "human"], "name another player"),
        (["random", "greedy", "random", "--form", "match"], "a match is between two of them, and there are 3"),
        (["random", "greedy", "--form", "swiss"], "'match', 'gauntlet', 'round-robin'"),
        (["random", "greedy", "--games", "5"], "games must be an even number, such as 6, not 5"),
        (["random", "greedy", "--games", "0"], "games must be an even number, such as 2, not 0"),
        (["random", "greedy", "--openings", "balanced"], "balanced:PLIES"),
        (["random", "greedy", "--clock", "1+"], "the clock '1+'"),
        (["random", "greedy", "--time", "x"], "'--time'"),
        (["random", "greedy", "--memory", "much"], "--memory much should be an amount"),
        (["random", "greedy", "--adjudicate", "-1"], "'--adjudicate'"),
        (["random", "greedy", "--seed", "x"], "'--seed'"),
        (["random", "greedy", "--jobs", "0"], "'--jobs'"),
        (["random", "greedy", "--jobs", "2", "--cluster", "tcp://nowhere:1"], "leave one of them out"),
        (
            ["random", "greedy", "--chart", "a.svg", "--chart", "b.txt"],
            "a chart can be .svg, .png or .pdf, not 'b.txt'",
        ),
        (["random", "greedy", "--game", "chess"], "there is no game 'chess'"),
        (["random", "greedy", "--size", "3"], "there is no Othello board '3'"),
        (["random", "greedy", "--sprt", "0,5"], "No such option: --sprt"),
    ],
)
def test_wrong_usage_is_explained(shell: Shell, arguments: list[str], message: str) -> None:
    text = " ".join(shell("tournament", *arguments, code=2).replace("│", " ").split())
    assert message in text
    assert not Path(os.environ["GAMEGROVE_STORE"]).exists()  # and nothing is stored for it


def test_a_match_has_two_players(shell: Shell) -> None:
    assert "unexpected extra argument" in shell("match", "random", "greedy", "tt", code=2)
    assert "Missing argument" in shell("match", "random", code=2)


def test_a_chart_needs_a_folder_that_is_there(shell: Shell, tmp_path: Path) -> None:
    text = shell("match", "random", "random", "--chart", str(tmp_path / "no" / "chart.svg"), code=1)
    assert "there is no folder" in text
    assert "random - random" not in text


def test_a_test_ends_a_match_in_the_shell(shell: Shell, tmp_path: Path) -> None:
    chart = tmp_path / "chart.png"
    asked = ("match", "tt:depth=2", "random", "--size", "6", "--games", "200", "--sprt", "0,300,0.1,0.1", "--quiet")
    text = shell(*asked, "--chart", str(chart))
    told = re.search(r"SPRT \(normalized Elo 0, 300\): LLR ([\d.]+) of -2.20 to 2.20 after (\d+) pairs: (.*)", text)
    assert told is not None
    assert float(told[1]) > 2.19
    assert told[3] == "A is stronger by 300 rather than by 0"
    assert f"{2 * int(told[2])} of 200 games" in text
    assert chart.read_bytes().startswith(b"\x89PNG")
    answer = json.loads(shell(*asked, "--resume", "--json"))
    assert (answer["run"], answer["complete"], answer["test"]["verdict"]) == (1, True, "better")
    assert answer["test"]["pairs"] == int(told[2])
    scaled = json.loads(shell(*asked, "--sprt-scale", "logistic", "--resume", "--json"))
    assert (scaled["run"], scaled["test"]["scale"]) == (2, "logistic")


def read_to_the_end(terminal: int) -> str:
    text = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while part := os.read(terminal, 4096):
            text += part
    os.close(terminal)
    return text.decode()


@pytest.mark.parametrize("players", [("greedy", "random"), ("greedy", "random", "random")])
def test_a_terminal_shows_a_bar_with_rate_and_time_left(players: tuple[str, ...]) -> None:
    asked = Tournament(players, game=SMALL, games=20)
    a = standing(asked, list(conduct(asked))).players[0].score
    here, there = os.openpty()
    running = subprocess.Popen(
        [*COMMAND, "match" if len(players) == 2 else "tournament", *players, "--size", "4", "--games", "20"],
        stdout=subprocess.PIPE,
        stderr=there,
        encoding="utf-8",
        env={**NO_TERMINAL, "TERM": "xterm"},
    )
    os.close(there)
    bar = read_to_the_end(here)
    text, _ = running.communicate(timeout=60)
    games = asked.number_of_games
    assert (f"A: {a.wins} won, {a.draws} drawn, {a.losses} lost" if len(players) == 2 else "games") in bar
    assert f"{games}/{games}" in bar
    assert re.search(r"[\d.]+/s", bar)
    assert "0:00:00" in bar
    assert f"{games} of {games} games" in text
    assert "greedy - random" not in text  # the bar takes the place of the lines


def test_a_test_that_two_go_on_with_stops_for_both(tmp_path: Path) -> None:
    asked = Tournament(("tt:depth=3", "random"), Form.match, game="othello:size=6", games=200, sprt=Sprt(0, 100))
    alone = standing(asked, list(conduct(asked)))
    with Store(tmp_path / "store.db") as store, Store(tmp_path / "store.db") as other:
        runs = [each.begin("tournament", "both", asked.description(), resume=True) for each in (store, other)]
        assert runs[0].number == runs[1].number
        both = [conduct(asked, run=run) for run in runs]
        given: list[list[Played]] = [[], []]
        while both:  # in turns, as two processes would
            for who, games in enumerate(list(both)):
                found = next(games, None)
                given[who] += [found] if found is not None else []
                if found is None:
                    both.remove(games)
        stored = store.sql("select count(*) from results").rows[0][0]
    assert stored <= alone.played + 2
    for seen in given:
        test = standing(asked, seen).test
        assert test is not None
        assert alone.test is not None
        assert test.description() == alone.test.description()


def test_who_goes_on_is_told_with_what() -> None:
    asked = ("match", "greedy", "random", "--size", "4", "--games", "2", "--resume")
    assert "nothing to go on with; run 1 begins" in run(*asked)
    assert "going on with run 1: 2 results are stored" in run(*asked)
    assert "going on" not in run(*asked, "--quiet")


def test_a_match_goes_on_with_more_games(shell: Shell) -> None:
    asked = ("match", "greedy", "random", "--size", "4", "--seed", "3", "--json")
    shorter = json.loads(shell(*asked, "--games", "4"))
    longer = json.loads(shell(*asked, "--games", "8", "--resume"))
    whole = json.loads(shell(*asked, "--games", "8"))
    assert (shorter["run"], longer["run"], whole["run"]) == (1, 1, 2)
    assert without_times({**longer, "run": 2}) == without_times(whole)
    assert json.loads(shell(*asked, "--games", "4", "--resume"))["run"] == 3  # fewer games are another match
    assert "8 of 8 games" in shell("results", "show", "1")


def test_another_loaded_file_is_another_plan(tmp_path: Path) -> None:
    own, place = tmp_path / "own.py", str(tmp_path / "store.db")
    asked = ("--load", str(own), "match", "own", "random", "--size", "4", "--games", "2", "--resume", "--store", place)
    runs = []
    for choice in ("[0]", "[0]", "[-1]"):
        own.write_text(f"""
from gamegrove.players import Decision, register_player

class Own:
    name = "own"
    def begin(self, start, side): pass
    def choose(self, position, clock, stop): return Decision(position.legal_moves{choice})
    def close(self): pass

register_player("own", Own, summary="mine")
""")
        runs.append(run_json(*asked)["run"])
    assert runs == [1, 1, 2]
