"""The parts of the page: tables, charts and data, each with what there is to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from gamegrove.experiments.connect_four_2017.asked_game import SIDES
from gamegrove.experiments.connect_four_2017.charts import leaves_chart, table_1_chart
from gamegrove.experiments.connect_four_2017.claims import ALPHA_BETA, MTDF, NO_MIRROR, fewer, in_words, listed, span
from gamegrove.experiments.connect_four_2017.published import Row, table_1
from gamegrove.experiments.connect_four_2017.results import NOBODY, AskedGame, Results
from gamegrove.experiments.drawing import in_markdown
from gamegrove.experiments.page import Cell, Page
from gamegrove.work.task import Data

NEAR = 10
"""Figures that differ by no more per cent than this are called near."""

Rows = list[tuple[int, Row | None]]
"""The depths that were searched, and what the source has of them."""
Table = tuple[Sequence[str], Sequence[Sequence[Cell]]]
"""The columns and the rows of a table."""


def on_sides(results: Results) -> str:
    """What the number of wins can say, and what it cannot."""
    same = [depth for depth in results.depths if results.are_same_games(depth)]
    if same != results.depths:
        return f"The games of a depth have the same moves, whoever is X, at these depths: {listed(same)}."
    return (
        "At every depth both games have the same moves, only X and O change places. So X and O must win equally often, "
        "however good they are: the number of wins cannot say which algorithm is better, and does not need to, as long "
        "as both choose holes of the same value."
    )


def what_is_timed(results: Results) -> str:
    """Whose time it is, and what the memory of the tables has to do with it."""
    answers = [turn.answers[name] for turn in results.turns for name in results.searches if name != ALPHA_BETA]
    most = max(answer.nodes for answer in answers)
    return (
        "Times are of the processor, on the machine that ran it. Before the first turn something else is searched with "
        "every table until the system has handed out its memory, which takes longer than many a search. The "
        f"largest search of a turn with a table enters {most:,} nodes, and can use no more entries than that."
    )


# -- Table 1


def table_1_again(page: Page, results: Results, published: Data) -> None:
    """Leaves, time and games by depth, beside the source's."""
    page.section("Table 1, run again")
    page.say(
        "Leaves and passes are those of a game, the mean over the games of a depth: the source's program sets its "
        "counters to 0 when a game begins. Seconds are for a move; what is in brackets are the means of the fastest "
        "and of the slowest repetition. Where O is slower, it is faster by less than 0."
    )
    rows = [(depth, table_1(published).get(depth)) for depth in results.depths]
    page.table(*_leaves_table(results, rows))
    page.table(*_time_table(results, rows))
    page.table(*_games_table(results, rows))
    page.say(_nearness(results, [row for _, row in rows if row is not None]))
    page.chart("table-1", table_1_chart(results, published), "Leaves and time by depth: the source's figures and ours")
    page.data("table-1", *_table_1_data(results, rows))


def _leaves_table(results: Results, rows: Rows) -> Table:
    table = []
    for depth, row in rows:
        x, o = (results.side(side, depth).leaves for side in SIDES)
        told = ("", "", "") if row is None else (*(f"{row.leaves[each]:,}" for each in SIDES), f"{row.fewer_leaves} %")
        table.append((depth, told[0], f"{x:,.0f}", told[1], f"{o:,.0f}", told[2], f"{fewer(x, o):.2f} %"))
    return ("leaves of a game: depth", "X, source", "X", "O, source", "O", "fewer by O, source", "fewer by O"), table


def _time_table(results: Results, rows: Rows) -> Table:
    table = []
    for depth, row in rows:
        told = ("", "", "") if row is None else (*(f"{row.seconds[each]:.4f}" for each in SIDES), f"{row.faster} %")
        here = [results.side(side, depth) for side in SIDES]
        x, o = (f"{each.seconds:.5f} ({each.fastest:.5f} to {each.slowest:.5f})" for each in here)
        table.append((depth, told[0], x, told[1], o, told[2], f"{fewer(*(each.seconds for each in here)):.2f} %"))
    columns = ("seconds for a move: depth", "X, source", "X", "O, source", "O", "faster by O, source", "faster by O")
    return columns, table


def _games_table(results: Results, rows: Rows) -> Table:
    table = []
    for depth, row in rows:
        told = ("", "") if row is None else (row.passes, in_words(row.won))
        won = in_words({who: results.won(who, depth) for who in (*SIDES, NOBODY)})
        moves = listed(dict.fromkeys(game.moves for game in results.conditions(depth)))
        table.append((depth, told[0], f"{results.side('O', depth).passes:,.1f}", told[1], won, moves))
    return ("games: depth", "passes of O, source", "passes of O", "won, source", "won", "moves"), table


def _nearness(results: Results, rows: list[Row]) -> str:
    """How near the figures are to the source's, and what follows."""
    if not rows:
        return "None of these depths is in the source."
    x, o = ([100 * results.side(side, row.depth).leaves / row.leaves[side] for row in rows] for side in SIDES)
    passes = [100 * results.side("O", row.depth).passes / row.passes for row in rows]
    text = (
        f"With the source's figures as 100, X needs {span(x, 1)} leaves, and O {span(o, 1)} leaves and "
        f"{span(passes, 1)} passes."
    )
    if all(abs(each - 100) <= NEAR for each in [*x, *passes]):
        text += (
            " Leaves of alpha-beta and passes of MTD(f) so near suggest that the source's games were nearly these, and "
            "that its MTD(f) began at 0, too."
        )
    if any(abs(each - 100) > NEAR for each in o):
        text += (
            " Why MTD(f)'s leaves differ by more is not known: the source does not tell how large its table is, which "
            "entry makes room, and whether a leaf counts for which the table answers."
        )
    return text


def _table_1_data(results: Results, rows: Rows) -> Table:
    measured = [f"{what}_{side}" for what in ("seconds", "leaves") for side in SIDES]
    compared = [f"{what}_{where}" for what in (*measured, "passes_O") for where in ("source", "here")]
    table: list[list[Cell]] = []
    for depth, row in rows:
        here = [results.side(side, depth) for side in SIDES]
        figures = [*(each.seconds for each in here), *(each.leaves for each in here), here[1].passes]
        told: list[Cell] = [None] * len(figures)
        if row is not None:
            told = [*row.seconds.values(), *row.leaves.values(), row.passes]
        pairs = [cell for pair in zip(told, figures, strict=True) for cell in pair]
        table.append([depth, *pairs, *(results.won(who, depth) for who in (*SIDES, NOBODY))])
    return ["depth", *compared, *(f"won_{who}" for who in (*SIDES, NOBODY))], table


# -- The other searches


def other_searches(page: Page, results: Results, published: Data) -> None:
    """What the other searches take at the same turns."""
    page.section("Other searches at the same turns")
    page.say(
        "The source recommends to compare MTD(f) with newer algorithms. Here all were asked at all turns of both "
        "sides. All but plain alpha-beta have a table; all tables but one know mirror images."
    )
    columns = [f"depth {depth}" for depth in results.depths]
    for title, what in (("leaves", "leaves"), ("time", "seconds")):
        rows = [_relative(results, name, what) for name in results.searches]
        page.table([f"{title}, {ALPHA_BETA} = 100", *columns], rows)
    drivers = [name for name in results.searches if results.search(name, results.depths[0]).passes]
    passes = [
        [in_markdown(name), *(f"{results.search(name, depth).passes:.1f}" for depth in results.depths)]
        for name in drivers
    ]
    page.table(["passes a turn", *columns], passes)
    page.say(_best(results), _agreement(results))
    page.chart("leaves", leaves_chart(results, published), "Leaves by depth, relative to alpha-beta at the same turns")
    page.data("searches", *_searches_data(results))


def _relative(results: Results, name: str, what: str) -> list[Cell]:
    shares = [
        getattr(results.search(name, depth), what) / getattr(results.search(ALPHA_BETA, depth), what)
        for depth in results.depths
    ]
    return [in_markdown(name), *(f"{100 * share:.1f}" for share in shares)]


def _best(results: Results) -> str:
    """Which search needs the fewest leaves at which depth."""
    best: dict[str, list[int]] = {}
    for depth in results.depths:
        leaves = {name: results.search(name, depth).leaves for name in results.searches}
        best.setdefault(min(leaves, key=leaves.__getitem__), []).append(depth)
    told = (f"{in_markdown(name)} at depth {listed(depths)}" for name, depths in best.items())
    return f"The fewest leaves: {'; '.join(told)}."


def _agreement(results: Results) -> str:
    """Whether all searches find the same values, and whether the holes they choose are best ones."""
    turns = results.turns
    equal = sum(len({answer.value for answer in turn.answers.values()}) == 1 for turn in turns)
    best = sum(answer.move_value == answer.value for turn in turns for answer in turn.answers.values())
    asked = sum(len(turn.answers) for turn in turns)
    return (
        f"All searches find the same value at {equal:,} of {len(turns):,} turns. Of the {asked:,} holes that they "
        f"chose, {best:,} are worth the value found, by alpha-beta's search of the position after them."
    )


def _searches_data(results: Results) -> Table:
    rows = []
    for depth in results.depths:
        for name in results.searches:
            each = results.search(name, depth)
            rows.append((depth, name, each.leaves, each.nodes, each.passes, each.seconds))
    return ("depth", "search", "leaves_a_turn", "nodes_a_turn", "passes_a_turn", "seconds_a_turn"), rows


def recommendations(page: Page) -> None:
    """What has become of the other two things that the source recommends."""
    page.say(
        "The source also recommends a better evaluation, and to have the values of segments computed before. The first "
        "is not tried here: with another evaluation no count could be held against the source's. For the second "
        "gamegrove carries the sum of the segments from move to move, and a leaf costs only what the last disc has "
        "changed: `benchmarks/evaluations.py` counts 3.4 times fewer instructions for the same search."
    )


def mirror_images(page: Page, results: Results) -> None:
    """What the table saves by knowing mirror images."""
    page.section("With and without mirror images")
    rows: list[list[Cell]] = []
    gained: list[float] = []
    for depth in results.depths:
        off, on = (results.search(name, depth) for name in (NO_MIRROR, MTDF))
        saved = [fewer(getattr(off, what), getattr(on, what)) for what in ("leaves", "nodes", "seconds")]
        rows.append([depth, f"{off.leaves:,.0f}", f"{on.leaves:,.0f}", *(f"{each:.1f} %" for each in saved)])
        gained.append(saved[-1])
    columns = ("depth", "leaves a turn without", "leaves a turn with", "fewer leaves", "fewer nodes", "less time")
    page.table(columns, rows)
    if fmean(gained) < 0:
        page.say(
            "A minus before the time means more time, on the average of these depths: a table that knows mirror images "
            "looks at the image of every position, too, and that takes longer here than what it saves."
        )


# -- Repetitions and turns


def repetitions(page: Page, results: Results) -> None:
    """Whether all games of a condition are alike."""
    page.section("The repetitions")
    conditions = results.conditions()
    alike = sum(results.is_repeatable(game) for game in conditions)
    said = "all" if alike == len(conditions) else f"only {alike}"
    page.say(
        f"Every condition was played {len(results.repetitions(conditions[0]))} times. In {said} of the "
        f"{len(conditions)} conditions all games have the same moves, values, nodes, leaves and passes; times differ."
    )


def turn_by_turn(page: Page, results: Results, shown: int) -> None:
    """Who moved where, for what value, in what time."""
    page.section("Turn by turn")
    for game in results.conditions(shown)[:1]:
        page.say(f"The game at depth {shown} in which {game.first} begins; a value is that to the side to move.")
        rows = [(*turn[:-1], f"{1000 * turn[-1]:.3f}") for turn in _turns(results, game)]
        page.table(("turn", "side", "hole", "value", "milliseconds"), rows)
    columns = ("depth", "first", "turn", "side", "hole", "value", "seconds")
    games = results.conditions()
    page.data("turns", columns, [(game.depth, game.first, *turn) for game in games for turn in _turns(results, game)])


def _turns(results: Results, condition: AskedGame) -> list[tuple[int, str, str, int, float]]:
    """Number, side, hole, value, and the average time over all repetitions, of every turn."""
    games = results.repetitions(condition)
    found = []
    for ply, turn in enumerate(condition.turns):
        own = results.own[turn.side]
        answer = turn.answers[own]
        seconds = fmean(game.turns[ply].answers[own].seconds for game in games if ply < len(game.turns))
        found.append((ply + 1, turn.side, answer.move, answer.value, seconds))
    return found
