"""The experiment: the games of the plan, and the page about them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from gamegrove.experiments.drawing import per_cent
from gamegrove.experiments.experiment import Experiment, Plan
from gamegrove.experiments.page import Cell, Page
from gamegrove.experiments.pente_2003.charts import ratings_chart, wins_chart
from gamegrove.experiments.pente_2003.claims import as_intervals, claims, equal_wins, with_interval
from gamegrove.experiments.pente_2003.contests import Table, contests
from gamegrove.experiments.pente_2003.results import Agreement, Cost, Results, read_results
from gamegrove.tournament.summary import MatchSummary
from gamegrove.work import Finished, Task

ByTable = Mapping[Table, Results]
MARKS = {0: "1", 1: "0", None: "½"}
"""What the first player has won, by the winner's seat."""


class Pente2003(Experiment):
    """Six searches against each other: one game for each ordered pair, and many games for each pair."""

    name = "pente-2003"

    def tasks(self, plan: Plan) -> list[Task]:
        """One task a game."""
        return [task for contest in contests(plan) for task in contest.tasks()]

    def report(self, plan: Plan, finished: Sequence[Finished], page: Page) -> None:
        """The round robin beside the source's, the many games, and what the table's bug costs."""
        results = read_results(plan, finished)
        source: dict[str, int] = plan.published["wins"]
        page.say(_how(plan))
        page.section("What agrees, and what does not")
        page.claims(claims(results, source, plan["careless"]))
        page.say(_yardstick(results[Table.right], source))
        _round_robin(page, results, source)
        _many_games(page, results)
        _cost_of_the_bug(page, results, list(plan["careless"]))
        _order(page, results, source)
        _what_they_took(page, results)


def _how(plan: Plan) -> str:
    return (
        f"Six players, {', '.join(plan['players'])}, go by rows of stones and deepen ply by ply. The source gave them "
        f"milliseconds; here each has {plan['nodes']:,} nodes a turn, so that a game can be repeated. Two of them, "
        f"{' and '.join(plan['careless'])}, have a table. The source's table answers with whatever it holds for a "
        "position, without asking how deep that was searched and whether it is a value or a bound. All games of these "
        "two are played twice: with a right table, and with such a careless one."
    )


def _yardstick(results: Results, source: Mapping[str, int]) -> str:
    """How many wins between equal players would be nothing special."""
    others = 2 * (len(results.names) - 1)
    low, high = (1 + wins for wins in equal_wins(others))
    outside = [f"{name} ({wins})" for name, wins in source.items() if not low <= wins <= high]
    return (
        f"How much {len(results.round_robin)} games can tell: each player has {others} games against others and is "
        f"sure to win against itself. If all were equally strong, {low} to {high} wins would be nothing special, at "
        f"95 %. Outside of that the source has {', '.join(outside) or 'nobody'}."
    )


# -- The round robin


def _round_robin(page: Page, results: ByTable, source: Mapping[str, int]) -> None:
    page.section("The round robin")
    page.say("What the player of the row, who begins, has won against the player of the column.")
    for table in Table:
        names = results[table].names
        page.table((f"{table} table", *names), [_row_of_games(results[table], first) for first in names])
    rows = [[source[name], *(results[table].wins[name] for table in Table)] for name in source]
    page.table(
        ("games won", "source", *(f"here, {table} table" for table in Table)),
        [[name, *row] for name, row in zip(source, rows, strict=True)],
    )
    page.say(_on_the_first(results[Table.right]))
    page.chart("wins", wins_chart(results, source), "Games won in the round robin")
    page.data("round-robin", ("table", "first", "second", "winner", "plies", "reason"), _games_data(results))


def _row_of_games(results: Results, first: str) -> list[Cell]:
    return [first, *(MARKS[results.round_robin[first, second].result.winner] for second in results.names)]


def _on_the_first(results: Results) -> str:
    winners = [game.result.winner for game in results.round_robin.values()]
    return (
        f"With a right table the first player won {winners.count(0)} of {len(winners)} games, the second "
        f"{winners.count(1)}, nobody {winners.count(None)}."
    )


def _games_data(results: ByTable) -> list[tuple[Cell, ...]]:
    return [
        (str(table), *pair, _winner(pair, game.result.winner), len(game.moves), game.result.reason)
        for table in Table
        for pair, game in results[table].round_robin.items()
    ]


def _winner(pair: tuple[str, str], seat: int | None) -> str | None:
    return None if seat is None else pair[seat]


# -- The many games


def _many_games(page: Page, results: ByTable) -> None:
    page.section("Many games")
    games = next(iter(results[Table.right].many.values())).match.number_of_games
    page.say(
        f"{games} games for each pair, from {games // 2} openings after random moves that are about even, each with "
        "either colour. The score is that of the first of the two, as wins, draws and losses and as a share with its "
        "95 % interval, which counts pairs of games."
    )
    for table in Table:
        rows = [_row_of_match(pair, match) for pair, match in _own(results, table).items()]
        page.table((f"{table} table", "score", "share", "95 %", "Elo"), rows)
    page.chart("ratings", ratings_chart(results), "Elo by the many games, with 95 % intervals")
    page.data("many-games", *_many_data(results))


def _own(results: ByTable, table: Table) -> dict[tuple[str, str], MatchSummary]:
    """The matches that were played with a table: what does not depend on it stands with the right one."""
    right = results[Table.right].many
    return {
        pair: match
        for pair, match in results[table].many.items()
        if table is Table.right or match.match != right[pair].match
    }


def _row_of_match(pair: tuple[str, str], match: MatchSummary) -> list[Cell]:
    points = match.pentanomial
    low, high = points.interval or (0.0, 1.0)
    return [
        f"{pair[0]} against {pair[1]}",
        str(match.a.score),
        per_cent(points.share or 0.0, 1),
        f"{100 * low:.1f} to {per_cent(high, 1)}",
        _signed(points.elo),
    ]


def _signed(elo: float | None) -> str:
    """An Elo difference with its sign; who has won all or nothing has no number."""
    if elo is None or math.isinf(elo):
        return "" if elo is None else "all won" if elo > 0 else "all lost"
    return f"{elo:+.0f}"


def _many_data(results: ByTable) -> tuple[Sequence[str], list[list[Cell]]]:
    columns = ("table", "a", "b", "wins", "draws", "losses", "pairs", "repeated", "share", "low", "high", "elo")
    rows: list[list[Cell]] = []
    for table in Table:
        for pair, match in _own(results, table).items():
            points, score = match.pentanomial, match.a.score
            low, high = points.interval or (None, None)
            counted: list[Cell] = [score.wins, score.draws, score.losses, points.pairs, match.repeated]
            rows.append([str(table), *pair, *counted, points.share, low, high, points.elo])
    return columns, rows


def _cost_of_the_bug(page: Page, results: ByTable, with_table: list[str]) -> None:
    page.section("What the careless table costs")
    right, careless = (results[table].ratings for table in Table)
    rows = []
    for name in right:
        change = round(careless[name].elo - right[name].elo)
        rows.append((name, with_interval(right[name]), with_interval(careless[name]), f"{change:+d}"))
    anchor = results[Table.right].anchor
    page.table((f"Elo above {anchor}", "right table", "careless table", "difference"), rows)
    page.say(*(_cost(results, name) for name in with_table))


def _cost(results: ByTable, name: str) -> str:
    """Whether a player is weaker with the careless table, as far as the intervals tell."""
    cost = Cost.of(results, name)
    said = "weaker" if cost.elo < 0 else "stronger"
    if abs(cost.elo) <= cost.reach:
        said += ", which these games cannot tell from nothing"
    one_sided = results[Table.careless].ratings[name].one_sided
    bound = ", and the rating is no more than a bound, because all points went one way" if one_sided else ""
    took = [results[table].player(name).pace.nodes or 0 for table in Table]
    return (
        f"With the careless table {name} is by {abs(cost.elo):.0f} ± {cost.reach:.0f} Elo {said}{bound}. It takes "
        f"{took[1]:,.0f} nodes for a move, in place of {took[0]:,.0f}{_early(took)}."
    )


def _early(took: list[float]) -> str:
    """What it means that a player with the careless table takes far fewer nodes than it has."""
    right, careless = took
    if careless >= right / 2:
        return ""
    return ": the table answers for the moves at the root, so that deeper searches add nothing, and it plays at once"


def _order(page: Page, results: ByTable, source: Mapping[str, int]) -> None:
    page.section("The order of the players")
    page.say(
        "Of the pairs of players of which one has more wins in the source, so many come in the same order here, are "
        "equal, or come in the other order. Players whose intervals overlap in the many games count as equal."
    )
    rows = []
    for table in Table:
        wins, elo = as_intervals(results[table].wins), results[table].elo
        for what, figures in (("round robin", wins), ("many games", elo)):
            found = Agreement.of(figures, source)
            rows.append((f"{what}, {table} table", found.same, found.equal, found.other))
    page.table(("pairs of players", "the same order", "equal", "the other order"), rows)


def _what_they_took(page: Page, results: ByTable) -> None:
    page.section("What a move took")
    page.say("The averages of the many games; times are those of the machine that ran it.")
    rows = []
    for table in Table:
        for name in results[table].names:
            pace = results[table].player(name).pace
            rows.append((str(table), name, pace.moves, pace.depth, pace.nodes, pace.seconds))
    shown = [
        (table, name, f"{depth or 0:.2f}", f"{nodes or 0:,.0f}", f"{1000 * (seconds or 0):.1f}")
        for table, name, _, depth, nodes, seconds in rows
    ]
    page.table(("table", "player", "depth", "nodes", "milliseconds"), shown)
    page.data("moves", ("table", "player", "moves", "depth", "nodes", "seconds"), rows)
