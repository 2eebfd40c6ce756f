"""`gamegrove results`: what is in the store."""

from __future__ import annotations

import json as json_format
import math
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from gamegrove.charts import check_chart
from gamegrove.cli import arguments
from gamegrove.cli.progress import late_progress
from gamegrove.cli.running import StoreFile
from gamegrove.cli.standing import print_standing
from gamegrove.cli.text_table import text_table
from gamegrove.cli.tournament import standing_of
from gamegrove.errors import GamegroveError
from gamegrove.store import Kind, Run, Store
from gamegrove.store.chart import Chart
from gamegrove.store.export import check_export, check_new, columns_of, export, table_rows, write_csv
from gamegrove.store.schema import TABLES
from gamegrove.tournament import Standing

LONGEST = 60
"""How much of a cell people see."""
HELP = {"help_option_names": ["-h", "--help"]}


class ListByDefault(TyperGroup):
    """Sub-commands of which `list` need not be typed."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer does not say whose it is
        """Put `list` before options that stand alone."""
        asks_for_help = bool(args) and args[0] in HELP["help_option_names"]
        stands_alone = not args or args[0].startswith("-")
        return super().parse_args(ctx, ["list", *args] if stands_alone and not asks_for_help else args)


app = typer.Typer(
    cls=ListByDefault,
    context_settings=HELP,
    help="What is stored: runs of tournaments and experiments with their games, moves and searches. "
    "Without a sub-command the runs are listed.",
)

RunNumber = Annotated[int, typer.Argument(metavar="RUN", show_default=False, help="The number of the run.")]
OptionalRun = Annotated[
    int | None, typer.Argument(metavar="[RUN]", show_default=False, help="The number of a run; without it all runs.")
]
RunOrAll = Annotated[
    str, typer.Argument(metavar="RUN|all", show_default=False, help="The number of a run, or all for all of them.")
]
Limit = Annotated[int, typer.Option("--limit", min=0, metavar="N", help="Show no more than the first N; 0 for all.")]
TableName = Annotated[str, typer.Option("--table", metavar="|".join(TABLES), help="What to take.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")]


@app.command("list")
def list_runs(
    kind: Annotated[Kind | None, typer.Option("--kind", show_default=False, help="Only runs of this kind.")] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="TEXT", show_default=False, help="Only runs with this in the name.")
    ] = None,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """List the runs, the newest last.

    \b
    gamegrove results
    gamegrove results --kind tournament --name mtdf
    """
    with Store(store, create=False) as base, late_progress("runs") as progress:
        runs = [run for run in base.runs() if kind in (None, run.kind) and (name or "") in run.name]
        listed = []
        for done, run in enumerate(runs):
            progress(done, len(runs))
            listed.append({**_run_data(run), **_counts(run)})
    if json:
        _print_json({"store": str(base.path), "runs": listed})
    else:
        _print_runs(listed)
        print(f"\n{_counted(len(listed), 'run')} in {base.path}")


def _run_data(run: Run) -> dict[str, Any]:
    return {
        "run": run.number,
        "kind": run.kind,
        "name": run.name,
        "version": run.version,
        "begun": run.begun,
        "finished": run.ended,
    }


def _counts(run: Run) -> dict[str, int]:
    query = (
        "select count(*) as results, coalesce(sum(json_array_length(result, '$.games')), 0) as games, "
        "coalesce(sum(json_array_length(result, '$.searches')), 0) as searches from results where run = ?"
    )
    return run.store.sql(query, (run.number,)).dicts()[0]


def _print_runs(listed: Sequence[dict[str, Any]]) -> None:
    columns = ("run", "kind", "name", "begun (UTC)", "finished (UTC)", "results", "games", "searches")
    rows = [
        (
            *(each["run"], each["kind"], each["name"], _moment(each["begun"]), _end(each["finished"])),
            *(each["results"], each["games"], each["searches"]),
        )
        for each in listed
    ]
    _print_rows(columns, rows)


@app.command("show")
def show(run: RunNumber, store: StoreFile = None, json: arguments.Json = False) -> None:
    """Show a run: its plan, and what has come of it.

    \b
    gamegrove results show 3
    """
    with Store(store, create=False) as base:
        found = base.run(run)
        standing = _standing(found)
        if json:
            described = None if standing is None else standing.description()
            _print_json({**_run_data(found), **_counts(found), "plan": found.plan, "standing": described})
            return
        _print_run(found)
        if standing is not None:
            print_standing(standing)


def _standing(run: Run) -> Standing | None:
    """How a tournament stands; None for everything else, and for one that somebody has planned in his own way."""
    try:
        return standing_of(run) if run.kind == "tournament" else None
    except GamegroveError:
        return None


def _print_run(run: Run) -> None:
    ended = "unfinished" if run.ended is None else f"finished {_moment(run.ended)}"
    print(f"run {run.number}: {run.kind} {run.name}")
    print(f"begun {_moment(run.begun)}, {ended} (UTC), by gamegrove {run.version}")
    print(", ".join(f"{count:,} {name}" for name, count in _counts(run).items()))
    print("\nplan")
    for field, value in run.plan.items():
        print(f"  {field}: {_short(json_format.dumps(value, ensure_ascii=False))}")


@app.command("games")
def games(
    run: OptionalRun = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="TEXT", show_default=False, help="Only games of a player so named."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="SPEC", show_default=False, help="Only this game: othello with any rules, othello:size=6."
        ),
    ] = None,
    winner: Annotated[
        str | None,
        typer.Option(
            "--winner", metavar="TEXT", show_default=False, help="Only games won by a player so named; draw for draws."
        ),
    ] = None,
    limit: Limit = 50,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """List games. A part of a player's name is enough for --player and --winner.

    \b
    gamegrove results games
    gamegrove results games 3 --player mtdf --winner greedy
    gamegrove results games --game othello:size=6 --winner draw
    """
    conditions = {
        "instr(first || char(10) || second, ?)": player,
        "? in (game, substr(game, 1, instr(game || ' ', ' ') - 1), substr(game, 1, instr(game || ':', ':') - 1))": game,
        **({"winner is null and ?": True} if winner == "draw" else {"instr(winner_name, ?)": winner}),
    }
    _list_rows("games", store, run, conditions, limit, json)


@app.command("moves")
def moves(
    run: RunNumber,
    label: Annotated[
        str, typer.Argument(metavar="LABEL", show_default=False, help="Which piece, such as 0/17; `games` shows them.")
    ],
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """List the moves of the games of one piece of a run.

    \b
    gamegrove results moves 3 0/17
    """
    with Store(store, create=False) as base:
        base.run(run)
        found = base.sql("select * from moves where run = ? and label = ? order by game_in_task, ply", (run, label))
    if not found.rows:
        raise GamegroveError(
            f"run {run} has no moves under '{label}'; `gamegrove results games {run}` shows the labels"
        )
    _print_list("moves", found.dicts(), json, more=False)


@app.command("searches")
def searches(
    run: OptionalRun = None,
    algorithm: Annotated[
        str | None, typer.Option("--algorithm", "-a", show_default=False, help="Only searches by this algorithm.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", show_default=False, help="Only searches of this depth.")
    ] = None,
    limit: Limit = 50,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """List searches.

    \b
    gamegrove results searches 4 --algorithm mtdf --depth 6
    """
    _list_rows("searches", store, run, {"algorithm = ?": algorithm, "depth = ?": depth}, limit, json)


SHOWN = {
    "games": ("run", "label", "first", "second", "result", "reason"),
    "moves": ("ply", "player", "move", "value_text", "depth", "nodes", "seconds"),
    "searches": ("run", "label", "algorithm", "depth", "move", "value_text", "nodes", "leaves", "seconds", "position"),
}
"""What people see of a row; programs see everything."""


def _list_rows(
    table: str, store: Path | None, run: int | None, conditions: dict[str, Any], limit: int, json: bool
) -> None:
    """Print the rows of a table to which the conditions apply that somebody has made."""
    given = {condition: value for condition, value in conditions.items() if value is not None}
    with Store(store, create=False) as base, late_progress(table) as progress:
        if run is not None:
            base.run(run)
        columns = columns_of(base, table)
        found = table_rows(base, table, run, progress, given)
        rows = [dict(zip(columns, row, strict=True)) for row in islice(found, limit + 1 if limit else None)]
    shown = rows[: limit or None]
    _print_list(table, shown, json, more=len(shown) < len(rows))


def _print_list(table: str, rows: list[dict[str, Any]], json: bool, *, more: bool) -> None:
    if json:
        _print_json({table: rows, "more": more})
        return
    cells = [[_points(row) if column == "result" else row[column] for column in SHOWN[table]] for row in rows]
    _print_rows(SHOWN[table], cells)
    print(f"\nthe first {len(rows):,} {table}; --limit 0 shows all" if more else f"\n{len(rows):,} {table}")


def _points(game: dict[str, Any]) -> str:
    return {0: "1-0", 1: "0-1", None: "draw"}[game["winner"]]


@app.command("sql")
def sql(
    query: Annotated[str, typer.Argument(metavar="QUERY", show_default=False, help="A select.")],
    csv: Annotated[bool, typer.Option("--csv", help="Answer with comma-separated values.")] = False,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """Ask the store in SQL. The tables are games, moves, searches, runs and results; nothing can be changed.

    \b
    gamegrove results sql "select first, second, count(*), avg(plies) from games group by 1, 2"
    gamegrove results sql "select player, avg(nodes) from moves where run = 3 group by player" --csv
    """
    if csv and json:
        raise GamegroveError("give either --csv or --json, not both")
    if not query.strip():
        raise GamegroveError("the query is empty; give a select, such as 'select * from games'")
    with Store(store, create=False) as base:
        found = base.sql(query)
    if csv:
        write_csv(sys.stdout, found.columns, found.rows)
    elif json:
        _print_json({"columns": found.columns, "rows": [[_plain(cell) for cell in row] for row in found.rows]})
    else:
        _print_rows(found.columns, found.rows)


def _plain(cell: Any) -> Any:  # noqa: ANN401 - whatever a query makes
    """A cell as JSON knows it: bytes in hexadecimal, and no infinity."""
    if isinstance(cell, bytes):
        return cell.hex()
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


@app.command("export")
def export_table(
    run: RunOrAll,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="Where to: .jsonl, .csv or .parquet.")
    ],
    table: TableName = "games",
    force: Force = False,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """Write a table into a file, whose name decides the format.

    JSON lines of games are whole games with their moves, as `gamegrove replay` reads them; in the other formats, and
    of the other tables, a line is a row of the table.

    \b
    gamegrove results export 3 games.jsonl
    gamegrove results export all moves.parquet --table moves
    """
    check_export(file, overwrite=force)
    arguments.check_folders(file)
    with Store(store, create=False) as base, late_progress("export") as progress:
        rows = export(base, table, _number_of(base, run), file, progress)
    if json:
        _print_json({"file": str(file), "table": table, "rows": rows})
    else:
        print(f"{_counted(rows, 'row')} of {table} in {file}")


@app.command("plot")
def plot(
    run: RunOrAll,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", show_default=False, help="Where to draw: .svg, .png or .pdf.")
    ],
    x: Annotated[str, typer.Option("--x", metavar="COLUMN", show_default=False, help="What goes to the right.")],
    y: Annotated[
        str, typer.Option("--y", metavar="COLUMN", show_default=False, help="What goes up: the mean for each x.")
    ],
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="COLUMN", show_default=False, help="One line for each value of this column."),
    ] = None,
    table: TableName = "searches",
    force: Force = False,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """Draw the mean of one column for each value of another.

    \b
    gamegrove results plot 4 nodes.svg --x depth --y nodes --by algorithm
    gamegrove results plot all pace.png --table moves --x ply --y seconds --by player
    """
    check_chart(file)
    check_new(file, overwrite=force)
    arguments.check_folders(file)
    chart = Chart(table, x, y, by)
    with Store(store, create=False) as base, late_progress("plot") as progress:
        lines = chart.lines(base, _number_of(base, run), progress)
    chart.draw(lines, file)
    if json:
        points = [{"line": name, "x": x, "y": y} for name, line in lines.items() for x, y in line.items()]
        _print_json({"file": str(file), "points": points})
    else:
        print(f"the chart is in {file}")


@app.command("delete")
def delete(
    run: RunNumber,
    yes: Annotated[bool, typer.Option("--yes", help="Really.")] = False,
    store: StoreFile = None,
    json: arguments.Json = False,
) -> None:
    """Delete a run with all that belongs to it.

    \b
    gamegrove results delete 3 --yes
    """
    with Store(store, create=False) as base:
        found = base.run(run)
        what = f"run {run}, {found.kind} {found.name} with {_counted(_counts(found)['results'], 'result')}"
        if not yes:
            raise GamegroveError(f"this would delete {what}, for good; add --yes if you mean it")
        base.delete(run)
    if json:
        _print_json({"deleted": run})
    else:
        print(f"deleted {what}")


def _number_of(base: Store, typed: str) -> int | None:
    """The number of a run as somebody has typed it; None for all."""
    if typed == "all":
        return None
    if not typed.isdecimal():
        raise GamegroveError(
            f"RUN should be the number of a run, or all, not '{typed}'; `gamegrove results` lists them"
        )
    return base.run(int(typed)).number


def _print_json(answer: dict[str, Any]) -> None:
    print(json_format.dumps(answer))


def _print_rows(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table for people: numbers flush right, long texts cut."""
    texts = {place for place in range(len(columns)) if any(isinstance(row[place], str) for row in rows)}
    for line in text_table([columns, *([_cell(cell) for cell in row] for row in rows)], left=texts):
        print(line)


def _cell(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.6f}" if 1e-6 <= cell < 1e-4 else f"{cell:.6g}"  # microseconds without an exponent
    return _short(str(cell))


def _short(text: str) -> str:
    """A text on one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 3] + "..."


def _end(finished: str | None) -> str:
    return "unfinished" if finished is None else _moment(finished)


def _moment(stored: str) -> str:
    """A time as people read it, from the store's 2026-01-31T12:00:00+00:00."""
    return stored[:19].replace("T", " ")


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
