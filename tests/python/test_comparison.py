"""`gamegrove compare`, `analyse`, `algorithms` and `train probcut`."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gamegrove
from gamegrove import GamegroveError, search
from gamegrove.comparison import USUAL, compare, random_positions
from gamegrove.parameters import FOLDER, checks_for, load_checks, read_checks, select
from gamegrove.textbook import Found, Node, Window, register_algorithm, watched
from gamegrove.training.prob_cut import Pair, Plan, fit


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gamegrove", *arguments], capture_output=True, encoding="utf-8", check=False
    )


def answer(*arguments: str) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def refusal(*arguments: str) -> str:
    done = run(*arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_comparison_has_a_row_for_each_depth_and_algorithm() -> None:
    done = compare([gamegrove.Othello()], [3, 4], table_bits=12)
    assert [(row.depth, row.algorithm) for row in done.rows] == [(d, name) for d in (3, 4) for name in USUAL]
    for row in done.rows:
        assert 0 < row.distinct_leaves <= row.leaves < row.nodes
        assert (row.passes > 0) == (row.algorithm not in ("alphabeta", "negascout"))
        assert done.relative(row, "leaves") == pytest.approx(
            100 * row.leaves / done.rows[1 if row.depth == 3 else 8].leaves
        )


def test_the_figures_are_those_of_single_searches() -> None:
    positions = random_positions(gamegrove.Othello(), 3, 8, seed=5)
    row = compare(positions, [4], ["mtdf"], order=("memory", "static")).rows[0]
    single = [search(each, "mtdf", depth=4, deepening=True, order=["memory", "static"]).counters for each in positions]
    assert row.nodes == sum(each.nodes for each in single)
    assert row.leaves == sum(each.leaves for each in single)
    assert row.passes == sum(each.passes for each in single)


def test_the_order_of_the_comparison_of_2001_comes_out_again() -> None:
    """With memory and ordering MTD(f) needs the fewest leaves, then NegaScout, then alpha-beta."""
    positions = random_positions(gamegrove.Othello(), 20, 20, seed=1)
    done = compare(positions, [5, 6], ["alphabeta", "negascout", "mtdf"], order=("memory", "static"))
    for depth in (5, 6):
        leaves = {row.algorithm: row.leaves for row in done.rows if row.depth == depth}
        assert leaves["mtdf"] < leaves["negascout"] < leaves["alphabeta"]
        passes = next(row.passes for row in done.rows if (row.depth, row.algorithm) == (depth, "mtdf"))
        assert 2 <= passes / (len(positions) * depth) <= 6


def test_random_positions_are_repeatable_and_not_over() -> None:
    first, second = (random_positions(gamegrove.ConnectFour(), 20, 12, seed=3) for _ in range(2))
    assert first == second
    assert not any(position.is_over() for position in first)
    with pytest.raises(GamegroveError, match="use fewer"):
        random_positions(gamegrove.position("tic-tac-toe"), 5, 9, seed=1)


def test_an_algorithm_of_ones_own_takes_part() -> None:
    @watched
    def lazy(node: Node, window: Window) -> Found:  # noqa: ARG001
        return (
            node.evaluate() if node.is_leaf else Found(-lazy(node.after(node.legal[0]), Window()).value, node.legal[0])
        )

    register_algorithm("lazy", lazy)
    done = compare([gamegrove.Othello()], [2], table_bits=10)
    assert done.rows[-1].algorithm == "lazy"
    assert done.rows[-1].nodes == 2 + 3  # depth by depth


def test_the_table_the_csv_and_the_json_say_the_same(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    data = answer("compare", "othello", "--depth", "2..3", "--csv", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    assert [row["algorithm"] for row in rows] == [row["algorithm"] for row in data["rows"]] == [*USUAL, *USUAL]
    assert [int(row["leaves"]) for row in rows] == [row["leaves"] for row in data["rows"]]
    text = run("compare", "othello", "--depth", "2..3").stdout
    for row in data["rows"]:
        assert f"{row['nodes']:,} " in text


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_chart_is_drawn(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"chart.{kind}"
    assert run("compare", "connect-four", "--depth", "2..4", "--chart", str(file)).returncode == 0
    assert file.stat().st_size > 1000


def test_a_comparison_of_lines_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("connect-four 44\nconnect-four 4455\n")
    data = answer("compare", "connect-four", "--depth", "3", "--lines", str(file), "-a", "mtdf", "-a", "negascout")
    assert len(data["positions"]) == 2
    assert [row["algorithm"] for row in data["rows"]] == ["mtdf", "negascout"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "othello", "--depth", "8..2"], "should be a number such as 6, or a range such as 2..8"),
        (["compare", "othello", "--depth", "deep"], "should be a number such as 6, or a range such as 2..8"),
        (["compare", "othello", "-d", "2", "-a", "alfabeta"], "did you mean alphabeta?"),
        (["compare", "othello", "-d", "2", "--memory", "brain"], "memory must be one of none, exact, table"),
        (["analyse", "othello", "--algorithm", "mtdff", "-d", "2"], "did you mean mtdf?"),
        (
            ["analyse", "othello", "-d", "2", "-a", "mcts", "--option", "iterations=many"],
            "a value like 10000 is needed",
        ),
        (["analyse", "othello", "-d", "2", "-a", "mcts", "--option", "iterations"], "such as iterations=50"),
        (
            ["analyse", "gomoku:size=5", "-d", "2", "-a", "mpc"],
            "train probcut gomoku:size=5 --evaluation centre`",
        ),
        (["train", "probcut", "othello", "--pair", "2:6"], "should be a depth and a smaller one, such as 6:2"),
        (["train", "probcut", "othello", "--positions", "3", "--pair", "2:1"], "every stage needs 20"),
    ],
)
def test_wrong_usage_is_explained(arguments: list[str], message: str) -> None:
    assert message in " ".join(refusal(*arguments).split())


def test_analyse_tells_the_move_and_the_line() -> None:
    data = answer("analyse", "connect-four", "4455", "--depth", "8")
    assert (data["move"], data["value_text"], data["line"], data["proven"]) == ("3", "wins in 3", ["3", "3", "2"], True)
    text = run("analyse", "connect-four", "4455", "--depth", "8").stdout
    assert "red wins in 3 with 3 (proven)" in text
    assert "best play: 3 3 2" in text
    ended = run("analyse", "connect-four", "4152637").stdout
    assert "the game is over" in ended


def test_analyse_passes_every_option_on() -> None:
    search_like = ["--algorithm", "aspiration", "--option", "margin=3", "--order", "static", "--guess", "2"]
    remember = ["--memory", "exact", "--symmetry", "--evaluation", "score", "--rule", "corners"]
    request = answer("analyse", "othello", "--depth", "3", *search_like, *remember)["request"]
    assert request["options"] == {"margin": 3}
    assert request["order"] == ["static"]
    assert (request["memory"], request["evaluation"], request["rules"]) == ("exact", "score", ["corners"])
    assert (request["symmetry"], request["guess"]) == (True, 2)


def test_algorithms_are_listed() -> None:
    names = [each["name"] for each in answer("algorithms")["algorithms"]]
    assert names == [each.name for each in gamegrove.list_algorithms()]
    assert "Multi-ProbCut" in run("algorithms").stdout


PLAN = Plan(gamegrove.Othello(size=6), "squares", [Pair(2, 1), Pair(3, 1)], positions=40, stage_width=12, seed=1)


def test_a_fit_is_repeatable() -> None:
    first, second = fit(PLAN), fit(PLAN)
    assert first == second
    assert {(check["depth"], check["shallow"]) for check in first["checks"]} == {(2, 1), (3, 1)}
    for check, quality in zip(first["checks"], first["quality"], strict=True):
        assert check["a"] > 0
        assert check["sigma"] > 0
        assert 20 <= quality["pairs"] <= 40


def test_a_fit_is_the_least_squares_line() -> None:
    """Nudging slope or shift of a fitted line only makes its errors larger."""
    from gamegrove.training import prob_cut

    fitted = fit(PLAN)
    check = fitted["checks"][-1]
    positions = prob_cut._samples(PLAN)[check["first_stage"]]
    pair = Pair(check["depth"], check["shallow"])
    values = [found for position in positions if (found := prob_cut._values(position, pair, "squares"))]

    def errors(a: float, b: float) -> float:
        return sum((deep - a * shallow - b) ** 2 for shallow, deep in values)

    best = errors(check["a"], check["b"])
    assert best / len(values) == pytest.approx(check["sigma"] ** 2, rel=1e-3)
    for a, b in ((0.02, 0), (-0.02, 0), (0, 0.2), (0, -0.2)):
        assert errors(check["a"] + a, check["b"] + b) > best


def test_the_command_writes_a_file_that_searches_can_use(tmp_path: Path) -> None:
    file = tmp_path / "checks.json"
    arguments = ["--pair", "2:1", "--positions", "40", "--stage-width", "12", "--output", str(file)]
    assert run("train", "probcut", "othello:size=6", *arguments).returncode == 0
    stored = json.loads(file.read_text())
    assert stored["command"] == "gamegrove train probcut othello:size=6 --pair 2:1 --positions 40 --stage-width 12"
    assert load_checks(file, gamegrove.Othello(size=6), several=True) == read_checks(stored)
    data = answer("analyse", "othello:size=6", "-d", "5", "-a", "mpc", "--checks", str(file))
    assert "not for othello" in refusal("analyse", "othello", "-d", "5", "-a", "mpc", "--checks", str(file))
    assert data["request"]["options"]["checks"] == stored["checks"]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("probcut-*.json")), ids=lambda file: file.stem)
def test_stored_parameters_are_used(file: Path) -> None:
    stored = json.loads(file.read_text())
    start = gamegrove.position(stored["game"])
    assert stored["command"].startswith(f"gamegrove train probcut {stored['game']} ")
    all_checks, one = (checks_for(start, stored["evaluation"], several=several) for several in (True, False))
    assert select(all_checks, several=False) == one
    assert {(check.depth, check.shallow) for check in one} == {max((c.depth, c.shallow) for c in all_checks)}
    assert search(start, "mpc", depth=3).move in start.legal_moves


@pytest.mark.parametrize("game", ["othello", "othello:size=6", "othello:size=10", "connect-four"])
def test_stored_parameters_save_nodes(game: str) -> None:
    nodes = {"alphabeta": 0, "probcut": 0, "mpc": 0}
    for position in random_positions(gamegrove.position(game), 10, 8, seed=2):
        for name in nodes:
            nodes[name] += search(position, name, depth=8, order=["static"]).nodes
    assert nodes["mpc"] < nodes["probcut"] < nodes["alphabeta"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is no JSON"),
        ('{"format": 1, "checks": [{"depth": 3}]}', "no file of ProbCut parameters"),
        ('{"format": 99, "checks": []}', "fit them again"),
        ("[]", "no file of ProbCut parameters"),
        ('{"format": 1, "checks": []}', "no file of ProbCut parameters"),
    ],
)
def test_a_wrong_parameter_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "checks.json"
    file.write_text(text)
    refused = refusal("analyse", "othello", "-d", "3", "-a", "mpc", "--checks", str(file))
    assert message in " ".join(refused.split())
