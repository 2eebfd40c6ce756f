"""The page: one section for each question, with its figures and what the source says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gamegrove.clocks import overhead_for
from gamegrove.experiments.drawing import per_cent
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.page import Claim, Page
from gamegrove.experiments.reversi_2024 import claims
from gamegrove.experiments.reversi_2024.breadth import Level, breadths
from gamegrove.experiments.reversi_2024.charts import breadth_chart, depth_chart, score_chart
from gamegrove.experiments.reversi_2024.depth import (
    ROOMS,
    Reached,
    depths_reached,
    mean_depths,
    mean_speeds,
    nodes_to_depth,
)
from gamegrove.experiments.reversi_2024.trials import Pairing, mean_pace, pairings, title_of, totals
from gamegrove.experiments.reversi_2024.words import listed, score_text, span
from gamegrove.tournament.summary import MatchSummary, Pace
from gamegrove.work import Finished

MOST_COLUMNS = 8
"""So many depths fit into a table."""
LIMITS = {"rivals-by-time": "equal time", "rivals-by-nodes": "equal nodes"}
"""What alpha-beta and MCTS have the same of, by parts of the plan."""
EVALUATIONS = ("the same rudimentary heuristic", "their own evaluations")
"""What the pairings of each of these parts go by."""


@dataclass(frozen=True)
class Findings:
    """All that the results of a plan come to."""

    plan: Plan
    """What was done."""
    played: Mapping[str, Sequence[Pairing]]
    """The trials by parts."""
    reached: Sequence[Reached]
    """The depths that were reached in the time for a move."""
    nodes: Mapping[int, Mapping[int, float]]
    """How many nodes each depth takes, by size of board."""
    levels: Mapping[tuple[int, str], Sequence[Level]]
    """The breadth of searches by size of board and name of search."""

    @classmethod
    def of(cls, plan: Plan, finished: Sequence[Finished]) -> Findings:
        """What finished tasks come to."""
        return cls(
            plan,
            pairings(plan, finished),
            depths_reached(plan, finished),
            nodes_to_depth(plan, finished),
            breadths(plan, finished),
        )

    @property
    def rivals(self) -> dict[str, Pairing]:
        """Alpha-beta against MCTS, by the conditions."""
        return {
            f"{limit}, {evaluations}": pairing
            for part, limit in LIMITS.items()
            for evaluations, pairing in zip(EVALUATIONS, self.played[part], strict=True)
        }

    def claims(self) -> dict[str, list[Claim]]:
        """What the source says and what was seen, by section."""
        plan, played = self.plan, self.played
        no_order, static, *_ = (each["name"] for each in plan["breadth_searches"])
        return {
            "blends": claims.blend_claims(plan, played["blends"]),
            "heuristics": claims.heuristic_claims(played["heuristics"]),
            "steps": claims.step_claims(played["steps"]),
            "rivals": claims.rival_claims(plan, self.rivals),
            "opponents": claims.opponent_claims(played["opponents"]),
            "depth": claims.depth_claims(plan, self.reached),
            "breadth": claims.breadth_claims(self.levels, no_order, static),
        }


def write_report(found: Findings, page: Page) -> None:
    """How much agrees first, then section by section what, and what it comes from."""
    held = found.claims()
    _write_summary([claim for section in held.values() for claim in section], page)
    sections = {
        "blends": _write_blends,
        "heuristics": _write_heuristics,
        "steps": _write_steps,
        "rivals": _write_rivals,
        "opponents": _write_opponents,
        "depth": _write_depth,
        "breadth": _write_breadth,
    }
    for name, write in sections.items():
        write(found, page)
        page.claims(held[name])
    _write_trial_data(found, page)


def _write_summary(held: Sequence[Claim], page: Page) -> None:
    count = Counter(each.verdict for each in held)
    page.say(
        f"{len({each.claim for each in held})} statements of the source are checked, some of them under several "
        f"conditions. Of the {len(held)} rows below, {count['yes']} agree with what was seen here, {count['no']} do "
        f"not, and {count['open']} stay open, as the figures do not decide them.",
        "Scores are shares of the points of the agent named first, with their 95 % intervals, from pairs of games with "
        "the same opening and swapped colours. An agent wins or loses where the interval lies on one side of 50 %; "
        "else it is too close to call.",
    )


def _write_blends(found: Findings, page: Page) -> None:
    plan, played = found.plan, found.played["blends"]
    page.section("Blends by board size")
    page.say(
        "Hybrid3 is 0.6 corners + 0.4 mobility, Hybrid4 0.6 corners + 0.2 mobility + 0.2 stability, Hybrid8 0.7 "
        "corners + 0.3 mobility, Hybrid9 0.8 corners + 0.2 mobility. The source gave its agents 2 seconds a move. "
        f"Here each has {plan['nodes']:,} nodes, which is repeatable. They look ahead {_depths_of_blends(found)}."
    )
    _tabulate(found, _by_title(played), page)
    told = plan.published["blends"]
    figure = score_chart({f'source: "{told[f"{each.a}-{each.b}"]["words"]}"': each for each in played}, len(played))
    page.chart("blends", figure, "Scores by board size with 95 % intervals, and the source's words")


def _depths_of_blends(found: Findings) -> str:
    told = []
    for size in found.plan["sizes"]:
        depth = mean_pace([pace for each in found.played["blends"] for pace in each.paces[size]], "depth")
        told.append(f"{depth:.1f} plies on {size}x{size}")
    return listed(told)


def _write_heuristics(found: Findings, page: Page) -> None:
    page.section("One heuristic each")
    page.say(
        f"Agents that differ in nothing but the evaluation, each against each, {found.plan['nodes']:,} nodes a move. "
        "Coin parity is the number of discs."
    )
    played = found.played["heuristics"]
    page.table(("agent", "all games"), [(title_of(name), score_text(each)) for name, each in totals(played).items()])
    _tabulate(found, _by_title(played), page)


def _write_steps(found: Findings, page: Page) -> None:
    played = found.played["steps"]
    nodes = {title_of(name): mean_pace(paces, "nodes") for each in played for name, paces in each.sides.items()}
    page.section("Step by step to the search")
    page.say(
        "All by the rudimentary heuristic with which the source chose its search: discs, and corners with a slightly "
        f"higher weight. One agent searches to depth {found.plan['fixed_depth']} at every move, as it must never be "
        f"late; the others have {found.plan['nodes']:,} nodes a move. Used were, on average over the boards, "
        f"{listed(f'{number:,.0f} by {name}' for name, number in nodes.items())}."
    )
    _tabulate(found, _by_title(played), page)


def _write_rivals(found: Findings, page: Page) -> None:
    page.section("Alpha-beta against MCTS")
    page.say(
        f"{_times_of_rivals(found)} These games depend on the machine, and come out differently every time. By nodes, "
        f"{found.plan['nodes']:,} a move for both, all is repeatable.",
        "The nearest to the source's own trial is the pairing at equal time by the same rudimentary heuristic, one "
        "evaluation a node. Its alpha-beta still had a fixed depth, which it does not tell; here it deepens until its "
        "limit. In the pairings by their own evaluations the final agent plays an MCTS that values each node which it "
        "adds to its tree by a random game to the end, which takes far longer than an evaluation.",
    )
    _tabulate(found, {f"{each.title}, {condition}": each for condition, each in found.rivals.items()}, page)
    caption = (
        'Score of alpha-beta against MCTS by board size with 95 % intervals; for the source it "was the most effective"'
    )
    page.chart("rivals", score_chart(found.rivals, columns=2), caption)


def _times_of_rivals(found: Findings) -> str:
    """What the limit is, and what was used of it."""
    limit: float = found.plan["move_seconds"]
    margin, speeds = overhead_for(limit), mean_speeds(found.reached)
    in_python = (limit - margin) * speeds["laboratory"] / speeds["textbook"]
    used = [
        f"{1000 * mean_pace(paces, 'seconds'):.1f} ms by {title_of(name)}"
        for each in found.played["rivals-by-time"]
        for name, paces in each.sides.items()
    ]
    return (
        f"By time, both have {1000 * limit:g} ms a move and keep {1000 * margin:g} ms of them as a margin, where the "
        f"source had 2 s; in the rest our search visits as many nodes as the same one in Python does in "
        f"{in_python:.1f} s. Used were {listed(used)}, on average."
    )


def _write_opponents(found: Findings, page: Page) -> None:
    page.section("Simple opponents")
    page.say(
        f"The final agent, with {found.plan['opponent_nodes']:,} nodes a move, against one that plays any move, and "
        "one that takes corners where it can and else the most discs, from the start of the game. What the source "
        "foretells of other programs of its course cannot be seen here."
    )
    _tabulate(found, _by_title(found.played["opponents"]), page)


def _tabulate(found: Findings, titled: Mapping[str, Pairing], page: Page) -> None:
    sizes = found.plan["sizes"]
    rows: list[tuple[str | int, ...]] = [
        (
            title,
            *(score_text(each.by_size[size].pentanomial) for size in sizes),
            score_text(each.pooled),
            sum(summary.played for summary in each.by_size.values()),
        )
        for title, each in titled.items()
    ]
    page.table(("score of the first", *map(_board, sizes), "all boards", "games"), rows)


def _by_title(played: Sequence[Pairing]) -> dict[str, Pairing]:
    return {each.title: each for each in played}


def _board(size: int) -> str:
    return f"{size}x{size}"


def _write_depth(found: Findings, page: Page) -> None:
    plan = found.plan
    page.section("Depth in the time for a move")
    page.say(
        f"The same search with the same evaluation (`{plan['depth_search']['evaluation']}`) on all boards, "
        f"{plan['depth_seconds']:g} s a move where the source had {plan.published['depth_seconds']:g} s, from "
        "positions after a part of the moves, made at random. The laboratory is the compiled core; the textbook is "
        "written in Python, as the source's program was. These depths depend on the machine."
    )
    columns = ("board", "moves made", *(f"depth in the {room}" for room in ROOMS), "source")
    page.table(columns, _depth_rows(found))
    chart = depth_chart(mean_depths(found.reached), plan.published["depth"])
    page.chart("depth", chart, f"Average depth in {plan['depth_seconds']:g} s by board size, and the source's")
    page.data("depth", REACHED, [_reached_row(each) for each in found.reached])
    _write_nodes(found, page)


def _depth_rows(found: Findings) -> list[tuple[str, ...]]:
    rows: dict[tuple[int, float], list[str]] = {}
    for each in found.reached:
        cell = f"{each.depth:.1f} ({min(each.depths)} to {max(each.depths)})"
        rows.setdefault((each.size, each.stage), []).append(cell)
    return [
        (_board(size), per_cent(stage), *cells, _depth_of_source(found.plan, size, stage))
        for (size, stage), cells in rows.items()
    ]


def _depth_of_source(plan: Plan, size: int, stage: float) -> str:
    when, told = ("mid-game", "middle_depth") if stage == plan["middle"] else ("on average", "depth")
    ends = plan.published[told].get(str(size))
    return f"{span(*ends)} {when}" if ends else ""


def _write_nodes(found: Findings, page: Page) -> None:
    """What depends on no machine: the nodes that each depth takes."""
    page.say("What each depth takes in the middle of a game, on average, which is the same on every machine:")
    depths = sorted({depth for nodes in found.nodes.values() for depth in nodes})[:MOST_COLUMNS]
    rows = [
        (_board(size), *(f"{nodes[depth]:,.0f}" if depth in nodes else None for depth in depths))
        for size, nodes in found.nodes.items()
    ]
    page.table(("nodes to complete", *(f"depth {depth}" for depth in depths)), rows)
    if implied := _implied_speeds(found):
        speeds = mean_speeds(found.reached)
        page.say(
            "A program with our search that completes the source's depths in "
            f"{found.plan.published['depth_seconds']:g} s, and no deeper one, visits so many nodes a second: "
            f"{listed(implied)}. Ours visits "
            f"{listed(f'{speed:,.0f} in the {room}' for room, speed in speeds.items())}. The source itself says that "
            "its evaluation walks over the whole board, and that bit boards would be faster."
        )


def _implied_speeds(found: Findings) -> list[str]:
    """How fast a program is that gets as deep as the source's, by size of board."""
    seconds = found.plan.published["depth_seconds"]
    told = []
    for size, (low, high) in found.plan.published["depth"].items():
        nodes = found.nodes.get(int(size), {})
        if low in nodes and high + 1 in nodes:
            told.append(f"{nodes[low] / seconds:,.0f} to {nodes[high + 1] / seconds:,.0f} on {_board(int(size))}")
    return told


def _write_breadth(found: Findings, page: Page) -> None:
    plan = found.plan
    page.section("Breadth after pruning")
    page.say(
        "The source has a formula and no figures: the breadth of a level is the number of its nodes less those that "
        f"are pruned. Here searches to depth {plan['breadth_depth']} were watched, from {plan['breadth_positions']} "
        "positions in the middle of a game on each board: of the moves of a node, how many are searched before a "
        "cutoff, on average. Level 1 are the moves at the root. With a table the last iteration counts, and nodes that "
        "the table answers do not, as none of their moves is searched."
    )
    levels = range(plan["breadth_depth"])
    rows = [
        (_board(size), name, *(f"{each[ply].breadth:.1f} of {each[ply].choices:.1f}" for ply in levels))
        for (size, name), each in found.levels.items()
    ]
    page.table(("board", "search", *(f"level {ply + 1}" for ply in levels)), rows)
    caption = "Moves searched a node by level, and the legal moves there when nothing orders them"
    page.chart("breadth", breadth_chart(found.levels), caption)
    page.data("breadth", LEVEL, [row for key, each in found.levels.items() for row in _level_rows(key, each)])


def _write_trial_data(found: Findings, page: Page) -> None:
    page.section("All trials")
    rows = [
        (part, each.a, each.b, size, *_trial_row(summary), *_pace_row(*each.paces[size]))
        for part, played in found.played.items()
        for each in played
        for size, summary in each.by_size.items()
    ]
    page.data("trials", ("part", "a", "b", "size", *TRIAL), rows)


TRIAL = (
    "games", "pairs", "repeated_pairs", "wins", "draws", "losses", "share", "low", "high",
    "a_depth", "b_depth", "a_nodes", "b_nodes", "a_seconds", "b_seconds",
)  # fmt: skip
"""What is told of a trial; share and interval come from the pairs that repeat no other, the figures of an agent's move
from the moves that it has searched."""
REACHED = ("size", "stage", "room", "positions", "depth", "lowest", "highest", "nodes_per_second")
"""What is told of the searches of one room."""
LEVEL = ("size", "search", "level", "expanded", "legal", "searched")
"""What is told of a level."""


def _trial_row(summary: MatchSummary) -> tuple[float | None, ...]:
    points, score = summary.pentanomial, summary.a.score
    return (
        summary.played, points.pairs, summary.repeated, score.wins, score.draws, score.losses, points.share,
        *(points.interval or (None, None)),
    )  # fmt: skip


def _pace_row(a: Pace, b: Pace) -> tuple[float | None, ...]:
    return a.depth, b.depth, a.nodes, b.nodes, a.seconds, b.seconds


def _reached_row(each: Reached) -> tuple[str | float, ...]:
    lowest, highest = min(each.depths), max(each.depths)
    return each.size, each.stage, each.room, len(each.depths), each.depth, lowest, highest, each.speed


def _level_rows(key: tuple[int, str], levels: Sequence[Level]) -> list[tuple[str | int, ...]]:
    return [(*key, ply, each.expanded, each.legal, each.searched) for ply, each in enumerate(levels, 1)]
