"""Rule-based pruning: what rules save, how often they cut the best move, and what they cost in games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gamegrove import Othello
from gamegrove.experiments.drawing import error_bars, figure_and_axes, per_cent
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001.measured import TITLES, player_named
from gamegrove.experiments.page import Cell, Claim, Page, decided
from gamegrove.experiments.ratios import LESS, Ratio, ratio_of_sums
from gamegrove.games import catalogue
from gamegrove.match import Match, games_of
from gamegrove.request import request
from gamegrove.rule_report import Effect, Row, RuleReport, Run, positions_of_random_games, rule_report
from gamegrove.textbook.observation import StopSign
from gamegrove.tournament.summary import MatchSummary, summarise
from gamegrove.work import Finished, Interrupted, Task
from gamegrove.work.task import Data

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EFFECTS = "rules/effects/"
MATCHES = "rules/matches/"
SAVED_COLUMNS = (
    *("algorithm", "rules", "positions", "moves", "moves_cut", "nodes", "nodes_without", "seconds", "seconds_without"),
    *("best_cut", "worse_moves"),
)
LOST_COLUMNS = (
    *("limit", "rules", "games", "wins", "draws", "losses", "pairs", "share", "low", "high"),
    *("depth", "depth_without", "nodes", "nodes_without"),
)
RuleSet = tuple[str, ...]
Matches = dict[tuple[str, RuleSet], Match]
Summaries = dict[tuple[str, RuleSet], MatchSummary]
"""By what limits both players, and the rules of the one that has them."""
NODES = "nodes="
"""What a limit has that gives both players so many nodes."""
BETTER = (0.5, 1.0)
"""The shares of the points of the better side."""


def tasks(plan: Plan) -> list[Task]:
    """Reports on the rules, one a position and algorithm, and games against the same search without rules."""
    return [
        *_effect_tasks(plan),
        *(task for match in _matches(plan).items() for task in match[1].tasks(_label(match[0]))),
    ]


def _effect_tasks(plan: Plan) -> Iterator[Task]:
    positions = positions_of_random_games(Othello(), plan["rule_positions"], plan["seed"])
    for algorithm in plan["rule_algorithms"]:
        for number, position in enumerate(positions):
            payload = {"position": position.line, "algorithm": algorithm, **_asked(plan)}
            yield Task("rule-effects", f"{EFFECTS}{algorithm}/{number}", payload)


def _asked(plan: Plan) -> Data:
    """How the rules' searches search: with the evaluation and order of the source's player."""
    settings = player_named(plan["player"]).settings
    return {
        "rules": plan["rules"],
        "depth": plan["rule_depth"],
        "evaluation": settings.evaluation,
        "order": list(settings.order_or(())),
    }


def run_rule_effects(payload: Data, stop: StopSign | None = None) -> Data:
    """What the rules do to the search of one position: each alone, and all together."""
    asked = dict(payload)
    report = rule_report([catalogue.position(asked.pop("position"))], stop=stop, **asked)
    if not report.effects:
        raise Interrupted
    return {"effects": [each.description() for each in report.effects]}


def _rule_sets(plan: Plan) -> list[RuleSet]:
    """Each rule alone, and all together."""
    alone: list[RuleSet] = [(name,) for name in plan["rules"]]
    return [*alone, tuple(plan["rules"])]


def _matches(plan: Plan) -> Matches:
    """The player with rules, A, against itself without, B."""
    return {
        (limit, rules): Match(
            f"{plan['player']}:{limit},rules={'+'.join(rules)}",
            f"{plan['player']}:{limit}",
            games=plan["games"],
            seed=plan["seed"],
        )
        for limit in plan["match_limits"]
        for rules in _rule_sets(plan)
    }


def _label(which: tuple[str, RuleSet]) -> str:
    limit, rules = which
    return f"{MATCHES}{limit}/{'+'.join(rules)}/"


def report(plan: Plan, finished: Sequence[Finished], page: Page) -> None:
    """What the rules save, what they cost, and what agrees."""
    effects = {name: rule_report_of(plan, finished, name) for name in plan["rule_algorithms"]}
    summaries = {which: summarise(match, games_of(finished, _label(which))) for which, match in _matches(plan).items()}
    page.section("Rules that prune: what they save")
    _say_what_is_saved(plan, effects, page)
    page.section("Rules that prune: what they cost in games")
    _say_what_is_lost(plan, summaries, page)
    page.section("Rules that prune: what agrees")
    page.claims([*_effect_claims(plan, effects), *_match_claims(plan, effects, summaries)])


def rule_report_of(plan: Plan, finished: Sequence[Finished], algorithm: str) -> RuleReport:
    """The report on all positions together, out of those on single ones."""
    prefix = f"{EFFECTS}{algorithm}/"
    described = [each.result["effects"] for each in finished if each.task.label.startswith(prefix)]
    effects = [_read_effect(each) for position in described for each in position]
    positions = [catalogue.position(position[0]["position"]) for position in described]
    return RuleReport(_rule_sets(plan), request(positions[0], algorithm, **_asked(plan)), positions, effects)


def _read_effect(data: Data) -> Effect:
    return Effect(
        position=catalogue.position(data["position"]),
        rules=tuple(data["rules"]),
        values=data["values"],
        cut=tuple(data["cut"]),
        without=Run(**data["without"]),
        pruned=Run(**data["pruned"]),
    )


def _title(rules: RuleSet) -> str:
    return "all together" if len(rules) > 1 else rules[0]


def _limit_title(limit: str) -> str:
    """A limit as people say it: `depth 4`, `2,000 nodes a move`."""
    if NODES in limit:
        return f"{int(limit.partition(NODES)[2]):,} nodes a move"
    return limit.replace("=", " ")


def _say_what_is_saved(plan: Plan, effects: dict[str, RuleReport], page: Page) -> None:
    asked = _asked(plan)
    page.say(
        f"{plan['rule_positions']} positions of random games (seed {plan['seed']}), one from each, searched to depth "
        f"{asked['depth']} as `{plan['player']}` does: evaluation `{asked['evaluation']}`, order "
        f"{', '.join(asked['order'])}, no table. The source does not tell the weights: these are ours. Nodes and time "
        "are relative to the search without rules. The best move is cut if the rules leave none of the best; a worse "
        "move is chosen there, or where the rules mislead the search further down."
    )
    first = next(iter(effects.values()))
    page.table(("rules", *_saved_columns(effects)), [_saved_row(rules, effects) for rules in first.rule_sets])
    page.data(
        "rules",
        SAVED_COLUMNS,
        [_saved_figures(name, report, row) for name, report in effects.items() for row in report.rows],
    )


def _saved_columns(effects: dict[str, RuleReport]) -> list[str]:
    ratios = [f"{what}, {TITLES[name]}" for name in effects for what in ("nodes", "time")]
    return ["moves cut", *ratios, "best move cut", "worse move chosen"]


def _saved_row(rules: RuleSet, effects: dict[str, RuleReport]) -> list[Cell]:
    rows = [_row_of(report, rules) for report in effects.values()]
    ratios = [per_cent(ratio, 1) for row in rows for ratio in (row.nodes_ratio, row.time_ratio)]
    first = rows[0]
    return [_title(rules), per_cent(first.share_cut, 1), *ratios, first.best_cut.times, first.worse_moves.times]


def _row_of(report: RuleReport, rules: RuleSet) -> Row:
    return next(row for row in report.rows if row.rules == rules)


def _saved_figures(algorithm: str, report: RuleReport, row: Row) -> list[Cell]:
    counts = [row.moves, row.moves_cut, row.nodes, row.nodes_without, row.seconds, row.seconds_without]
    return [
        algorithm,
        "+".join(row.rules),
        len(report.positions),
        *counts,
        row.best_cut.times,
        row.worse_moves.times,
    ]


def _say_what_is_lost(plan: Plan, summaries: Summaries, page: Page) -> None:
    page.say(
        f"`{plan['player']}` with rules against itself without, {plan['games']} games a cell, every opening of random "
        "moves twice with the colours swapped. Shares of the points of the side with rules, with their 95 % intervals "
        "by pairs of games; in brackets the average depths of the two. So many nodes a move are the same for both "
        "sides, but not the same time: a node takes longer where rules look at its moves."
    )
    limits = plan["match_limits"]
    page.table(
        ("rules", *map(_limit_title, limits)),
        [[_title(rules), *(_lost_cell(summaries[limit, rules]) for limit in limits)] for rules in _rule_sets(plan)],
    )
    page.chart("rules", _match_chart(plan, summaries), "What the side with rules scores, with 95 % intervals")
    page.data(
        "rule-matches",
        LOST_COLUMNS,
        [_lost_figures(limit, rules, each) for (limit, rules), each in summaries.items()],
    )


def _lost_cell(summary: MatchSummary) -> str:
    return f"{_points(summary)} ({summary.a.pace.depth or 0:.1f} : {summary.b.pace.depth or 0:.1f})"


def _points(summary: MatchSummary) -> str:
    share, (low, high) = _share(summary)
    return f"{per_cent(share, 1)}, {per_cent(low, 1)} to {per_cent(high, 1)}"


def _share(summary: MatchSummary) -> tuple[float, tuple[float, float]]:
    share, interval = summary.pentanomial.share, summary.pentanomial.interval
    assert share is not None  # a finished run has games
    assert interval is not None
    return share, interval


def _lost_figures(limit: str, rules: RuleSet, summary: MatchSummary) -> list[Cell]:
    share, (low, high) = _share(summary)
    score, a, b = summary.a.score, summary.a.pace, summary.b.pace
    counts = [summary.played, score.wins, score.draws, score.losses, summary.pentanomial.pairs]
    return [limit, "+".join(rules), *counts, share, low, high, a.depth, b.depth, a.nodes, b.nodes]


def _match_chart(plan: Plan, summaries: Summaries) -> Figure:
    """A group for each set of rules, in it a point with its interval for each limit."""
    figure, (panel,) = figure_and_axes(9, 4)
    sets, limits = _rule_sets(plan), plan["match_limits"]
    panel.axhline(50, color="black", linewidth=0.8)
    for number, limit in enumerate(limits):
        found = [_share(summaries[limit, rules]) for rules in sets]
        error_bars(
            panel,
            [group + (number - (len(limits) - 1) / 2) * 0.8 / len(limits) for group in range(len(sets))],
            [100 * share for share, _ in found],
            [(100 * low, 100 * high) for _, (low, high) in found],
            _limit_title(limit),
        )
    panel.set_xticks(range(len(sets)), [_title(rules) for rules in sets])
    panel.set_ylabel("% of the points, with rules")
    figure.legend(loc="outside right upper", fontsize="small")
    return figure


# -- What agrees.


def _effect_claims(plan: Plan, effects: dict[str, RuleReport]) -> Iterator[Claim]:
    together = _rule_sets(plan)[-1]
    for name, report in effects.items():
        nodes, seconds = _left_of(report, together, "nodes"), _left_of(report, together, "seconds")
        faster = decided(seconds.interval, LESS)
        yield Claim(
            f"Rules speed up {TITLES[name]}",
            f"all together leave {_with_interval(nodes)} of the nodes and {_with_interval(seconds)} of the time",
            faster,
            "" if faster else "What the rules take themselves is to be set against what they save.",
        )
    report = next(iter(effects.values()))
    times = _row_of(report, together).best_cut.times
    yield Claim(
        "Sometimes a move is pruned off that would have been the best",
        f"in {times} of {len(report.positions)} positions",
        times > 0 or None,
        "" if times else "In none of these positions; more of them may show one.",
    )


def _left_of(report: RuleReport, rules: RuleSet, measure: str) -> Ratio:
    """What a search needs with rules, relative to one without; the positions are drawn again."""
    effects = report.effects_of(rules)
    return ratio_of_sums(
        [getattr(each.pruned, measure) for each in effects], [getattr(each.without, measure) for each in effects]
    )


def _with_interval(ratio: Ratio) -> str:
    return f"{per_cent(ratio.value, 1)} ({per_cent(ratio.low, 1)} to {per_cent(ratio.high, 1)})"


def _match_claims(plan: Plan, effects: dict[str, RuleReport], summaries: Summaries) -> Iterator[Claim]:
    together = _rule_sets(plan)[-1]
    slower = _slower(_row_of(next(iter(effects.values())), together))
    for limit in plan["match_limits"]:
        summary = summaries[limit, together]
        if NODES in limit:
            yield from _further_claims(_limit_title(limit), summary, slower)
        else:
            yield _not_always_claim(_limit_title(limit), summary)


def _slower(row: Row) -> float:
    """How many times as long a node takes with rules."""
    return row.time_ratio / row.nodes_ratio


def _further_claims(limit: str, summary: MatchSummary, slower: float) -> Iterator[Claim]:
    """The source says it of the same time; here it is the same number of nodes."""
    own, other = summary.a.pace.depth or 0, summary.b.pace.depth or 0
    yield Claim(
        f"With rules one sees further in the same time; here with the same nodes ({limit})",
        f"depth {own:.1f} against {other:.1f}",
        own > other,
        f"In the same time it would be less: with rules a node takes {slower:.1f} times as long.",
    )
    better = decided(_share(summary)[1], BETTER)
    why = "The search looks further, but at a tree without the moves that the rules take away from both sides."
    claim = f"Which yields better moves ({limit})"
    yield Claim(claim, f"{_points(summary)} of the points", better, why if better is False and own > other else "")


def _not_always_claim(limit: str, summary: MatchSummary) -> Claim:
    losses = summary.a.score.losses
    return Claim(
        f"The rules are too simple to be better than plain alpha-beta every time ({limit})",
        f"{losses} of {summary.played} games lost; {_points(summary)} of the points",
        losses > 0 or None,
        "" if losses else "No game was lost; others may be.",
    )
