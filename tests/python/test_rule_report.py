"""What rule-based pruning cuts, saves and costs: `rule_report` and `gamegrove rules`."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gamegrove
from command import run, run_json
from gamegrove import GamegroveError, search
from gamegrove.cli import rules as rules_command
from gamegrove.rule_report import Loss, Row, positions_of_random_games, rule_report
from gamegrove.textbook.rule_pruning import rules_of
from gamegrove.textbook.values import WIN

EDGE_OR_MORE_DISCS = gamegrove.Othello(
    """
        a b c d e f g h
      1 . . . . . . . .
      2 . . . . . . . .
      3 . . X O O O . .
      4 . . . . . . . .
      5 . . . . . . . .
      6 . . . X . . . .
      7 . . . O . . . .
      8 . . . . . . . .
    X to move
    """
)
"""By `squares`, where an edge counts 3 and a cell inside 1, g3 with three flips makes 6 : 1, d8 with one 6 : 3."""

CORNER_OR_WIN = gamegrove.Othello(
    """
        a b c d
      1 X X O X
      2 O O O O
      3 O X O .
      4 X X X .
    X to move
    """,
    size=4,
)
"""d3 flips c2, d2 and c3, and after d4 black has won 10 : 6. The corner d4 lets white flip two with d3: 8 : 8."""

NOTHING_LOST = Loss(times=0, results=0, average=0.0, most=0)


def only_row(position: gamegrove.Position, rule: str, depth: int, **asked: Any) -> Row:
    report = rule_report([position], [rule], depth, **asked)
    assert report.rule_sets == [(rule,)]
    return report.rows[0]


def counted(row: Row) -> list[Any]:
    """All figures of a row that do not depend on the machine."""
    return [row.moves, row.moves_cut, row.nodes, row.nodes_without, row.best_cut, row.other_moves, row.worse_moves]


@pytest.mark.parametrize("algorithm", ["alphabeta", "negascout", "mtdf"])
def test_a_rule_that_cuts_the_best_move_is_told_what_it_costs(algorithm: str) -> None:
    report = rule_report([EDGE_OR_MORE_DISCS], ["edges"], 1, algorithm)
    (effect,) = report.effects
    assert effect.values == {"g3": 5, "d8": 3}
    assert (effect.cut, effect.best, effect.best_left, effect.loss) == (("g3",), "g3", "d8", 2)
    assert (effect.without.move, effect.pruned.move) == ("g3", "d8")
    (row,) = report.rows
    assert (row.moves, row.moves_cut, row.share_cut) == (2, 1, 0.5)
    assert row.best_cut == row.worse_moves == Loss(times=1, results=0, average=2.0, most=2)
    assert row.other_moves == 1
    assert report.worst(("edges",)) == effect


def test_nodes_are_counted_with_the_rule_and_without() -> None:
    row = only_row(EDGE_OR_MORE_DISCS, "edges", 1)
    assert (row.nodes, row.nodes_without) == (1 + 1, 1 + 2)
    assert row.nodes_ratio == pytest.approx(2 / 3)


def test_a_rule_that_leaves_all_moves_costs_nothing() -> None:
    row = only_row(EDGE_OR_MORE_DISCS, "corners", 1)
    assert counted(row) == [2, 0, 3, 3, NOTHING_LOST, 0, NOTHING_LOST]


def test_a_lost_win_is_counted_and_not_subtracted() -> None:
    report = rule_report([CORNER_OR_WIN, CORNER_OR_WIN], ["corners"], 2)
    assert report.effects[0].values == {"d3": WIN + 4, "d4": 0}
    assert report.rows[0].best_cut == Loss(times=2, results=2, average=0.0, most=0)


def test_one_of_several_best_moves_is_enough() -> None:
    """All four first moves are worth the same, and a rule of one's own may keep any of them."""
    (effect,) = rule_report([gamegrove.Othello()], [], 3).effects
    assert len(set(effect.values.values())) == 1
    assert effect.loss == 0


def test_losses_are_averaged_over_the_positions_in_which_something_was_lost() -> None:
    positions = [EDGE_OR_MORE_DISCS, gamegrove.Othello(), EDGE_OR_MORE_DISCS]
    row = rule_report(positions, ["edges"], 1).rows[0]
    assert row.best_cut == Loss(times=2, results=0, average=2.0, most=2)
    assert (row.moves, row.moves_cut) == (2 + 4 + 2, 2)


def test_no_rule_cuts_nothing() -> None:
    report = rule_report(positions_of_random_games(gamegrove.Othello(size=6), 5, seed=1), [], 4)
    assert report.rule_sets == [()]
    (row,) = report.rows
    assert counted(row)[1:] == [0, row.nodes, row.nodes, NOTHING_LOST, 0, NOTHING_LOST]


@pytest.mark.parametrize("algorithm", ["alphabeta", "negascout"])
def test_each_rule_of_several_is_reported_as_if_it_were_alone(algorithm: str) -> None:
    positions = positions_of_random_games(gamegrove.Othello(), 10, seed=2)
    names = rules_of(gamegrove.Othello())
    several = rule_report(positions, names, 3, algorithm)
    assert several.rule_sets == [*((name,) for name in names), tuple(names)]
    for name, row in zip(names, several.rows, strict=False):
        assert counted(row) == counted(rule_report(positions, [name], 3, algorithm).rows[0])
    together = several.rows[-1]
    assert together.moves_cut > max(row.moves_cut for row in several.rows[:-1])
    assert together.nodes < together.nodes_without


def test_connect_four_wins_and_saves_at_once() -> None:
    to_win, to_save = gamegrove.ConnectFour("112233"), gamegrove.ConnectFour("11223")
    wins, safe, both = rule_report([to_win, to_save], ["wins", "safe"], 4).rows
    assert (wins.moves, wins.moves_cut) == (14, 6)  # the first plays 4, the second cannot win
    assert (safe.moves, safe.moves_cut) == (
        14,
        6,
    )  # the first has nothing to fear, the second must play 4
    assert both.moves_cut == 12
    assert wins.best_cut == safe.best_cut == both.best_cut == NOTHING_LOST


def test_pente_stays_near() -> None:
    """In a corner of 9 x 9 there are eight cells within two of a stone."""
    row = only_row(gamegrove.position("gomoku:size=9 a1"), "near", 2)
    assert (row.moves, row.moves_cut) == (80, 72)
    assert row.best_cut.times == 1  # the middle is worth more
    assert row.nodes < row.nodes_without


@settings(max_examples=30)
@given(
    game=st.sampled_from(["othello:size=6", "othello", "connect-four", "tic-tac-toe"]),
    seed=st.integers(0, 10**6),
    depth=st.integers(1, 4),
)
def test_values_are_those_of_a_full_search(game: str, seed: int, depth: int) -> None:
    (position,) = positions_of_random_games(gamegrove.position(game), 1, seed)
    report = rule_report([position], rules_of(position), depth)
    for effect in report.effects:
        top = max(effect.values.values())
        assert top == search(position, "minimax", depth=depth).value == effect.values[effect.without.move]
        assert list(effect.values) == list(position.legal_moves)
        assert effect.pruned.move not in effect.cut
        all_best_are_cut = {move for move, value in effect.values.items() if value == top} <= set(effect.cut)
        assert (effect.loss > 0) == all_best_are_cut


def test_evaluation_and_order_are_those_asked_for() -> None:
    position = gamegrove.Othello("f5d6c3d3c4f4f6f3e6e7d7c5b6d8")
    asked: dict[str, Any] = {"order": ("static",), "evaluation": "zero"}
    report = rule_report([position], ["guard"], 4, **asked)
    assert report.rows[0].nodes_without == search(position, depth=4, **asked).nodes
    assert report.rows[0].nodes == search(position, depth=4, rules=["guard"], **asked).nodes
    assert set(report.effects[0].values.values()) == {0}


def test_random_positions_are_repeatable_and_from_all_stages() -> None:
    first, second = (positions_of_random_games(gamegrove.Othello(), 30, seed=3) for _ in range(2))
    assert first == second
    assert first != positions_of_random_games(gamegrove.Othello(), 30, seed=4)
    assert all(len(position.legal_moves) > 1 for position in first)
    discs = [sum(str(position).count(side) for side in "XO") for position in first]
    assert min(discs) < 20
    assert max(discs) > 45


def test_a_stop_sign_leaves_what_is_done() -> None:
    stop = threading.Event()

    def stop_at_the_third(done: int, parts: int) -> None:
        assert parts == 5
        if done == 2:
            stop.set()

    positions = positions_of_random_games(gamegrove.Othello(), 5, seed=1)
    report = rule_report(positions, ["corners"], 3, on_position=stop_at_the_third, stop=stop)
    assert report.positions == positions[:2]
    assert counted(report.rows[0]) == counted(rule_report(positions[:2], ["corners"], 3).rows[0])


def test_nothing_done_is_no_row() -> None:
    stop = threading.Event()
    stop.set()
    assert rule_report([gamegrove.Othello()], ["corners"], 3, stop=stop).rows == []


@pytest.mark.parametrize(
    ("positions", "rules", "asked", "message"),
    [
        ([gamegrove.Othello()], ["wins"], {}, "othello has no rule 'wins'; it has corners, guard, edges"),
        ([gamegrove.ConnectFour()], ["wins", "near"], {}, "connect-four has no rule 'near'; it has wins, safe"),
        ([], ["wins"], {}, "needs at least one"),
        ([gamegrove.ConnectFour(), gamegrove.ConnectFour("4152637")], [], {}, "position 2 has no moves to cut"),
        ([gamegrove.Othello()], [], {"depth": 0}, "depth must be at least 1, not 0"),
        ([gamegrove.Othello()], [], {"depth": "deep"}, "depth must be a number, not 'deep'"),
        ([gamegrove.Othello()], [], {"algorithm": "alfabeta"}, "did you mean alphabeta?"),
        ([gamegrove.Othello()], [], {"depth": 4, "algorithm": "null-window"}, "does not always answer with a move"),
        ([gamegrove.Othello()], [], {"order": ["corner"]}, "order must be one of"),
    ],
)
def test_what_cannot_be_reported_is_explained(
    positions: list[gamegrove.Position], rules: list[str], asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(GamegroveError, match=message.replace("?", r"\?")):
        rule_report(positions, rules, **{"depth": 2, **asked})


def test_a_game_that_is_over_gives_no_positions() -> None:
    with pytest.raises(GamegroveError, match="hardly any game"):
        positions_of_random_games(gamegrove.ConnectFour("4152637"), 3, seed=1)


def test_the_command_tells_people_and_programs_the_same() -> None:
    rules = ["--rule", "corners", "--rule", "edges"]
    asked = ["rules", "othello", *rules, "-d", "4", "--positions", "8", "--algorithm", "negascout"]
    data = run_json(*asked)
    assert [row["rules"] for row in data["rows"]] == [["corners"], ["edges"], ["corners", "edges"]]
    assert data["request"]["algorithm"] == "negascout"
    assert len(data["effects"]) == 8 * 3
    text = run(*asked)
    assert text.split("\n")[0].split() == ["corners", "edges", "together"]
    lines = {line[:19].strip(): line[19:].split() for line in text.split("\n")}
    assert lines["moves cut"] == [f"{row['share_cut']:.1%}" for row in data["rows"]]
    assert lines["nodes"] == [f"{row['nodes_ratio']:.1%}" for row in data["rows"]]
    assert lines["best move cut"] == [str(row["best_cut"]["times"]) for row in data["rows"]]
    assert lines["another move chosen"] == [str(row["other_moves"]) for row in data["rows"]]
    assert "8 positions of othello, negascout to depth 4" in text


def test_the_command_takes_one_position_and_shows_where_a_rule_is_wrong() -> None:
    text = run("rules", CORNER_OR_WIN.line, "--positions", "0", "--rule", "corners")
    assert "1 position of othello:size=4" in text
    assert f"corners at worst: d3 (wins by 4) is cut, d4 (0) is left in {CORNER_OR_WIN.line}" in text


def test_the_command_reports_on_all_rules_unless_some_are_named() -> None:
    data = run_json("rules", "connect-four", "-d", "2", "--positions", "2")
    assert [row["rules"] for row in data["rows"]] == [["wins"], ["safe"], ["wins", "safe"]]


@pytest.mark.parametrize(("game", "depth"), [("othello", 4), ("connect-four", 4), ("pente", 2), ("gomoku", 2)])
def test_the_usual_depth_fits_the_number_of_moves(game: str, depth: int) -> None:
    assert run_json("rules", game, "--positions", "1")["request"]["depth"] == depth


def test_a_wrong_rule_is_explained() -> None:
    text = run("rules", "othello", "--rule", "corner", code=2)
    assert "othello has no rule 'corner'; it has corners, guard, edges" in " ".join(text.split())


def interrupting_after(positions: int) -> Callable[[str], Any]:
    @contextmanager
    def progress(label: str) -> Iterator[Callable[[int, int], None]]:  # noqa: ARG001
        yield lambda done, _all: signal.raise_signal(signal.SIGINT) if done == positions else None

    return progress


def test_ctrl_c_ends_the_command_with_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rules_command, "late_progress", interrupting_after(3))
    rules_command.rules("othello", depth=2, positions=10)
    assert "3 positions of othello" in capsys.readouterr().out
    monkeypatch.setattr(rules_command, "late_progress", interrupting_after(0))
    with pytest.raises(KeyboardInterrupt):
        rules_command.rules("othello", depth=2, positions=10)
