"""`gamegrove results`: lists, filters, SQL, exports and charts of what is stored."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import gamegrove
from command import run as run_command
from gamegrove import GamegroveError, search
from gamegrove.cli.results import app
from gamegrove.cli.text_table import text_table
from gamegrove.game_log import read_games
from gamegrove.store import Store, export
from gamegrove.store.schema import INTEGERS, REALS, TABLES
from gamegrove.work import Finished, Task
from paths import ROOT
from stored_games import finished_game


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two tournaments that were played, and an experiment that is not finished."""
    file = tmp_path_factory.mktemp("results") / "store.db"
    run_command("tournament", "greedy", "random", "mtdf:depth=2", "--size", "4", "--games", "12", "--store", str(file))
    run_command("match", "random", "random", "--game", "tic-tac-toe", "--games", "2", "--store", str(file))
    with Store(file) as store:
        run = store.begin("experiment", "depths", {"depths": [1, 2, 3], "note": "x" * 200})
        for depth in (1, 2, 10):
            reports = [
                search(gamegrove.Othello(), name, depth=min(depth, 3)).description() for name in ("alphabeta", "mtdf")
            ]
            run.add(Finished(Task("searches", f"depth {depth}", {}), {"searches": reports}, 0.5, "here:1"))
    return file


@pytest.fixture
def store(sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which a test may change, as the usual store."""
    file = tmp_path / "store.db"
    shutil.copy(sample, file)
    monkeypatch.setenv("GAMEGROVE_STORE", str(file))
    monkeypatch.chdir(tmp_path)
    return file


def shown(*words: str) -> str:
    """What `gamegrove results` prints."""
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def answer(*words: str) -> Any:
    return json.loads(shown(*words, "--json"))


def refusal(*words: str) -> str:
    with pytest.raises((GamegroveError, OSError)) as caught:
        shown(*words)
    return str(caught.value)


@pytest.mark.usefixtures("store")
def test_without_a_sub_command_the_runs_are_listed() -> None:
    lines = shown().splitlines()
    assert lines[0].split()[:3] == ["run", "kind", "name"]
    assert [line.split()[:2] for line in lines[1:4]] == [["1", "tournament"], ["2", "tournament"], ["3", "experiment"]]
    assert lines[3].split()[-4:] == ["unfinished", "3", "0", "6"]
    assert lines[5].startswith("3 runs in ")
    assert shown() == shown("list")


@pytest.mark.usefixtures("store")
def test_runs_can_be_filtered() -> None:
    assert [run["run"] for run in answer()["runs"]] == [1, 2, 3]
    assert [run["run"] for run in answer("--kind", "tournament")["runs"]] == [1, 2]
    assert [run["run"] for run in answer("list", "--name", "random - random")["runs"]] == [2]
    assert answer("--kind", "play")["runs"] == []
    first = answer()["runs"][0]
    assert (first["results"], first["games"], first["searches"]) == (36, 36, 0)
    assert first["finished"] >= first["begun"]


@pytest.mark.usefixtures("store")
def test_a_run_shows_its_plan_and_a_tournament_its_standing() -> None:
    experiment = shown("show", "3")
    assert "run 3: experiment depths" in experiment
    assert "unfinished" in experiment
    assert "3 results, 0 games, 6 searches" in experiment
    assert "depths: [1, 2, 3]" in experiment
    assert max(map(len, experiment.splitlines())) < 100
    assert answer("show", "3")["plan"] == {"depths": [1, 2, 3], "note": "x" * 200}
    assert answer("show", "3")["standing"] is None
    assert "36 of 36 games" in shown("show", "1")
    assert len(answer("show", "1")["standing"]["players"]) == 3


@pytest.mark.usefixtures("store")
def test_games_come_in_the_order_of_their_labels() -> None:
    lines = shown("games", "1").splitlines()
    assert lines[0].split() == ["run", "label", "first", "second", "result", "reason"]
    labels = [line.split()[1] for line in lines[1:37]]
    assert labels == [f"{pairing}/{number}" for pairing in range(3) for number in range(12)]
    assert lines[-1] == "36 games"


@pytest.mark.usefixtures("store")
def test_games_can_be_filtered() -> None:
    everything = answer("games", "--limit", "0")["games"]
    assert len(everything) == 38

    def numbers(*words: str) -> list[tuple[int, str]]:
        return [(each["run"], each["label"]) for each in answer("games", "--limit", "0", *words)["games"]]

    def expected(condition: Any) -> list[tuple[int, str]]:
        chosen = [(each["run"], each["label"]) for each in everything if condition(each)]
        assert 0 < len(chosen) < len(everything)
        return chosen

    assert numbers("--player", "mtdf") == expected(lambda g: "mtdf:depth=2" in (g["first"], g["second"]))
    assert numbers("--winner", "mtdf") == expected(lambda g: g["winner_name"] == "mtdf:depth=2")
    assert numbers("--winner", "draw") == expected(lambda g: g["winner"] is None)
    assert numbers("--game", "othello") == expected(lambda g: g["run"] == 1)
    assert numbers("--game", "othello:size=4") == expected(lambda g: g["run"] == 1)
    assert numbers("--game", "tic-tac-toe") == expected(lambda g: g["run"] == 2)
    assert numbers("1", "--player", "random", "--winner", "greedy") == expected(
        lambda g: g["run"] == 1 and "random" in (g["first"], g["second"]) and g["winner_name"] == "greedy"
    )
    assert numbers("--player", "nobody") == numbers("--game", "othello:size=6") == numbers("--game", "oth") == []


@pytest.mark.usefixtures("store")
def test_a_limit_says_that_there_is_more() -> None:
    assert shown("games", "--limit", "3").splitlines()[-1] == "the first 3 games; --limit 0 shows all"
    assert shown("games", "2", "--limit", "2").splitlines()[-1] == "2 games"
    limited = answer("games", "--limit", "3")
    assert (len(limited["games"]), limited["more"]) == (3, True)
    assert answer("games", "2", "--limit", "2")["more"] is False


@pytest.mark.usefixtures("store")
def test_the_moves_of_a_game_are_listed_in_their_order() -> None:
    moves = answer("moves", "1", "1/10")["moves"]
    (game,) = [each for each in answer("games", "1", "--limit", "0")["games"] if each["label"] == "1/10"]
    assert [move["ply"] for move in moves] == list(range(1, game["plies"] + 1))
    assert {move["player"] for move in moves} == {game["first"], game["second"]}
    assert {move["player"]: move["side"] for move in moves} == {game["first"]: 0, game["second"]: 1}
    assert shown("moves", "1", "1/10").splitlines()[0].split()[:3] == ["ply", "player", "move"]
    assert "run 1 has no moves under '7/0'; `gamegrove results games 1` shows" in refusal("moves", "1", "7/0")


@pytest.mark.usefixtures("store")
def test_searches_can_be_filtered() -> None:
    assert [each["label"] for each in answer("searches", "3")["searches"]] == [
        *("depth 1", "depth 1", "depth 2", "depth 2", "depth 10", "depth 10"),
    ]
    found = answer("searches", "--algorithm", "mtdf", "--depth", "3")["searches"]
    assert [(each["algorithm"], each["depth"], each["label"]) for each in found] == [("mtdf", 3, "depth 10")]
    assert shown("searches").splitlines()[-1] == "6 searches"


@pytest.mark.usefixtures("store")
def test_sql_answers_people_and_programs() -> None:
    query = "select game, count(*) as games, avg(plies) as length from games group by game order by game"
    assert answer("sql", query)["columns"] == ["game", "games", "length"]
    (othello, third) = answer("sql", query)["rows"]
    assert othello[:2] == ["othello:size=4", 36]
    lines = shown("sql", query).splitlines()
    assert lines[0].split() == ["game", "games", "length"]
    assert lines[1].startswith("othello:size=4     36  ")
    assert list(csv.reader(io.StringIO(shown("sql", query, "--csv"))))[2] == [str(cell) for cell in third]
    assert "either --csv or --json" in refusal("sql", query, "--csv", "--json")
    assert "it can only read" in refusal("sql", "delete from runs")
    assert max(map(len, shown("sql", "select plan, 1 from runs").splitlines())) < 70


@pytest.mark.usefixtures("store")
def test_exported_games_are_whole_games_that_can_be_replayed() -> None:
    assert shown("export", "all", "games.jsonl") == "38 rows of games in games.jsonl\n"
    games = read_games(Path("games.jsonl"))
    rows = answer("games", "--limit", "0")["games"]
    assert [(g.number, g.players, g.final) for g in games] == [
        (row["number"], (row["first"], row["second"]), row["final"]) for row in rows
    ]
    for game, row in zip(games, rows, strict=True):
        assert len(game.replay()) == row["plies"] + 1


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("table", TABLES)
def test_every_format_holds_the_same_rows(table: str, store: Path) -> None:
    for suffix in ("jsonl", "csv", "parquet"):
        shown("export", "all", f"x.{suffix}", "--table", table)
    with Store(store) as base:
        columns = base.sql(f"select * from {table} limit 0").columns
        rows = list(export.table_rows(base, table, None))
        assert sorted(rows, key=str) == sorted(base.sql(f"select * from {table}").rows, key=str)
    assert len(rows) >= 3
    frame = polars.read_parquet("x.parquet")
    assert frame.columns == list(columns)
    assert frame.rows() == rows
    read = list(csv.reader(io.StringIO(Path("x.csv").read_text(encoding="utf-8"))))
    assert read == [list(columns), *([("" if cell is None else str(cell)) for cell in row] for row in rows)]
    if table != "games":
        objects = [json.loads(line) for line in Path("x.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [tuple(each) for each in objects] == [columns] * len(rows)
        assert [each["run"] for each in objects] == [row[columns.index("run")] for row in rows]


@pytest.mark.usefixtures("store")
def test_a_column_of_nulls_has_its_type_in_parquet() -> None:
    shown("export", "2", "moves.parquet", "--table", "moves")
    frame = polars.read_parquet("moves.parquet")
    assert frame["depth"].null_count() == len(frame) > 0
    for column, kind in frame.schema.items():
        assert kind == (polars.Int64 if column in INTEGERS else polars.Float64 if column in REALS else polars.String)


@pytest.mark.usefixtures("store")
def test_an_export_of_one_run_has_nothing_of_the_others() -> None:
    assert answer("export", "2", "a.csv") == {"file": "a.csv", "table": "games", "rows": 2}
    assert answer("export", "3", "b.csv") == {"file": "b.csv", "table": "games", "rows": 0}
    assert answer("export", "3", "c.parquet", "--table", "searches")["rows"] == 6
    assert answer("export", "2", "d.csv", "--table", "runs")["rows"] == 1


@pytest.mark.usefixtures("store")
def test_an_export_overwrites_nothing_unless_it_is_told_to() -> None:
    Path("a.csv").write_text("mine", encoding="utf-8")
    assert "a.csv exists already; --force overwrites" in refusal("export", "1", "a.csv")
    assert "a.csv exists already" in refusal("export", "1", "a.csv", "--json")
    assert Path("a.csv").read_text(encoding="utf-8") == "mine"
    shown("export", "1", "a.csv", "--force")
    assert Path("a.csv").read_text(encoding="utf-8").startswith("run,label,")
    Path("folder.csv").mkdir()
    assert "exists already" in refusal("export", "1", "folder.csv", "--force")


def test_an_export_that_is_cut_leaves_the_old_file_and_no_other(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.csv").write_text("old", encoding="utf-8")
    before = sorted(Path().iterdir())

    def cut(_done: int, _all: int) -> None:
        raise KeyboardInterrupt

    with Store(store) as base, pytest.raises(KeyboardInterrupt):
        export.export(base, "moves", None, Path("a.csv"), cut)
    assert Path("a.csv").read_text(encoding="utf-8") == "old"
    assert sorted(Path().iterdir()) == before
    monkeypatch.setattr("os.fsync", lambda _file: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with Store(store) as base, pytest.raises(OSError, match=r"cannot write a.csv: No space left on device"):
        export.export(base, "runs", None, Path("a.csv"))
    assert Path("a.csv").read_text(encoding="utf-8") == "old"
    assert [file for file in sorted(Path().iterdir()) if file not in before] == []


@pytest.mark.usefixtures("store")
def test_wrong_exports_say_what_would_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "can be .jsonl, .csv, .parquet, not 'a.xlsx'" in refusal("export", "1", "a.xlsx")
    assert "no table 'plies'; there are games, moves" in refusal("export", "1", "a.csv", "--table", "plies")
    assert "the number of a run, or all, not 'last'" in refusal("export", "last", "a.csv")
    assert "there is no run 9 in" in refusal("export", "9", "a.csv")
    assert "there is no folder nowhere" in refusal("export", "1", "nowhere/a.csv")
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert "pip install 'gamegrove[data]'" in refusal("export", "1", "a.parquet")


@pytest.mark.usefixtures("store")
def test_a_chart_shows_the_mean_of_one_column_for_each_value_of_another() -> None:
    drawn = answer("plot", "3", "nodes.svg", "--x", "depth", "--y", "nodes", "--by", "algorithm")
    points = {(point["line"], point["x"]): point["y"] for point in drawn["points"]}
    rows = answer("searches", "3")["searches"]
    assert len(points) == 6
    assert points == {(row["algorithm"], row["depth"]): row["nodes"] for row in rows}
    assert "<svg" in Path("nodes.svg").read_text(encoding="utf-8")
    lengths = answer("plot", "1", "lengths.png", "--x", "winner_name", "--y", "plies", "--table", "games")["points"]
    rows = answer("sql", "select winner_name, avg(plies) from games where run = 1 and winner is not null group by 1")
    assert [[point["x"], point["y"]] for point in lengths] == [
        [name, pytest.approx(mean)] for name, mean in rows["rows"]
    ]
    assert Path("lengths.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("store")
def test_wrong_charts_say_what_would_be_right() -> None:
    axes = ("--x", "depth", "--y", "nodes")
    assert "--x deep is no column of searches; it has run, label" in refusal(
        "plot", "3", "a.svg", "--x", "deep", *axes[2:]
    )
    assert "--by who is no column" in refusal("plot", "3", "a.svg", *axes, "--by", "who")
    assert "--y move is text, which has no mean" in refusal("plot", "3", "a.svg", "--x", "depth", "--y", "move")
    assert "no row of searches has both 'depth' and 'nodes'" in refusal("plot", "1", "a.svg", *axes)
    assert "a chart can be .svg, .png or .pdf" in refusal("plot", "3", "a.gif", *axes)
    Path("a.svg").touch()
    assert "--force" in refusal("plot", "3", "a.svg", *axes)
    shown("plot", "3", "a.svg", *axes, "--force")


def test_deleting_asks_for_a_yes(store: Path) -> None:
    asked = "run 2, tournament tic-tac-toe: random - random with 2 results, for good; add --yes"
    assert asked in refusal("delete", "2")
    assert [run["run"] for run in answer()["runs"]] == [1, 2, 3]
    assert shown("delete", "2", "--yes").startswith("deleted run 2")
    assert [run["run"] for run in answer()["runs"]] == [1, 3]
    assert sqlite3.connect(store).execute("select count(*) from results where run = 2").fetchone() == (0,)
    assert "there is no run 2" in refusal("delete", "2", "--yes")


def test_looking_at_no_store_is_an_error_and_makes_none(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    for words in ((), ("show", "1"), ("games",), ("moves", "1", "0/0"), ("searches",), ("sql", "select 1")):
        assert f"there is no store {file} yet" in refusal(*words, "--store", str(file))
    assert "there is no store" in refusal("export", "all", str(tmp_path / "a.csv"), "--store", str(file))
    assert list(tmp_path.iterdir()) == []


def test_the_command_explains_itself_and_its_errors(store: Path) -> None:
    assert "Without a sub-command the runs are listed" in " ".join(run_command("results", "--help").split())
    assert run_command("results", "--store", str(store)) == shown("--store", str(store))
    assert run_command("results", "show", "99999999999999999999", "--store", str(store), code=2).startswith(
        "error: there is no run 99999999999999999999 in "
    )


def test_odd_texts_stay_on_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "odd.db"
    with Store(file) as base:
        base.begin("play", "a\nb [bold]c[/bold] ½", {"x": "\n"}).add(finished_game(0))
    assert "a b [bold]c[/bold] ½" in shown("--store", str(file)).splitlines()[1]


def test_the_documentation_names_every_column(store: Path) -> None:
    page = (ROOT / "docs" / "reference" / "results.md").read_text(encoding="utf-8")
    with Store(store) as base:
        for table in TABLES:
            section = page.partition(f"### `{table}`")[2].partition("\n##")[0]
            named = [name for row in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE) for name in row.split(", ")]
            assert sorted(named) == sorted(f"`{column}`" for column in export.columns_of(base, table))


@given(st.lists(st.lists(st.text("ab ", max_size=5), min_size=3, max_size=3), min_size=1))
def test_the_columns_of_a_text_table_are_as_wide_as_their_widest_cell(rows: list[list[str]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = list(text_table(rows, left=(1,)))
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        full = line.ljust(sum(widths) + 4)
        assert full[: widths[0]] == row[0].rjust(widths[0])
        assert full[widths[0] + 2 :][: widths[1]] == row[1].ljust(widths[1])
        assert full[widths[0] + widths[1] + 4 :] == row[2].rjust(widths[2])
