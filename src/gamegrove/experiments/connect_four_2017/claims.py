"""What the source says, held against the results."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from statistics import fmean

from gamegrove.experiments.connect_four_2017.asked_game import SIDES
from gamegrove.experiments.connect_four_2017.published import table_1
from gamegrove.experiments.connect_four_2017.results import NOBODY, Results
from gamegrove.experiments.page import Claim
from gamegrove.work.task import Data

ALPHA_BETA, TABLE, MTDF, NO_MIRROR = (
    "alpha-beta",
    "alpha-beta with a table",
    "MTD(f)",
    "MTD(f) without mirror images",
)
"""The searches of the plan that claims are about."""


def claims(results: Results, published: Data) -> list[Claim]:
    """All claims, about the depths that were searched."""
    made = [
        _same_holes(results),
        _same_values(results),
        _fewer_leaves(results, published),
        _growing_difference(results),
        _why_fewer(results),
        _mirror_images(results),
        _faster(results, published),
        _odd_passes(results),
        _end_results(results, published),
        _first_has_the_better_chance(results),
        _abstract_wins(results, published),
    ]
    return made if 8 not in results.depths else [*made, _abstract_leaves(results, published)]


def fewer(base: float, other: float) -> float:
    """By how many per cent the other is below the base."""
    return 100 * (1 - other / base)


def span(values: Iterable[float], digits: int = 0) -> str:
    """The smallest and the largest of some figures in words."""
    known = list(values)
    low, high = f"{min(known):,.{digits}f}", f"{max(known):,.{digits}f}"
    return low if low == high else f"{low} to {high}"


def listed(values: Iterable[object]) -> str:
    """Things one after the other, or none."""
    return ", ".join(map(str, values)) or "none"


def _same_holes(results: Results) -> Claim:
    turns = results.turns
    same = sum(turn.answers[MTDF].move == turn.answers[ALPHA_BETA].move for turn in turns)
    return Claim(
        "MTD(f) chooses the same holes as alpha-beta",
        f"the same hole at {same:,} of {len(turns):,} turns",
        same == len(turns),
        "" if same == len(turns) else "of several holes worth the same, each search may find another first",
    )


def _same_values(results: Results) -> Claim:
    turns = results.turns
    equal = sum(turn.answers[MTDF].value == turn.answers[ALPHA_BETA].value for turn in turns)
    best = sum(turn.answers[MTDF].move_value == turn.answers[ALPHA_BETA].value for turn in turns)
    return Claim(
        "MTD(f) is as optimal as alpha-beta: the values of the chosen holes are equal",
        f"equal values at {equal:,} of {len(turns):,} turns; alpha-beta finds MTD(f)'s hole to be a best one at "
        f"{best:,} of them",
        equal == best == len(turns),
    )


def _fewer_leaves(results: Results, published: Data) -> Claim:
    saved = {depth: fewer(*(results.side(side, depth).leaves for side in SIDES)) for depth in results.depths}
    rows = table_1(published)
    theirs = [rows[depth].fewer_leaves for depth in results.depths if depth in rows]
    said = f", by {span(theirs)} %" if theirs else ""
    agrees = all(each > 0 for each in saved.values())
    return Claim(
        f"MTD(f) evaluates fewer leaves than alpha-beta at every depth{said}",
        listed(f"{each:.0f} % at depth {depth}" for depth, each in saved.items()),
        agrees,
    )


def _growing_difference(results: Results) -> Claim:
    gaps = [results.side("X", depth).leaves - results.side("O", depth).leaves for depth in results.depths]
    return Claim(
        "the difference in leaves grows with the depth",
        f"{listed(f'{gap:,.0f}' for gap in gaps)} leaves a game at depths {listed(results.depths)}",
        all(low < high for low, high in pairwise(gaps)),
    )


def _why_fewer(results: Results) -> Claim:
    left = {name: _share_of_alpha_beta(results, name) for name in (TABLE, MTDF)}
    below = all(mtdf < table < 100 for table, mtdf in zip(left[TABLE], left[MTDF], strict=True))
    return Claim(
        "MTD(f) saves leaves by its zero windows and by its table",
        f"with alpha-beta as 100, alpha-beta with the same table needs {span(left[TABLE])}, and MTD(f) "
        f"{span(left[MTDF])}",
        below,
        "" if below else "at some depth one of the two saves nothing",
    )


def _share_of_alpha_beta(results: Results, name: str) -> list[float]:
    """The leaves of a search at each depth, alpha-beta's being 100."""
    return [
        100 * results.search(name, depth).leaves / results.search(ALPHA_BETA, depth).leaves for depth in results.depths
    ]


def _mirror_images(results: Results) -> Claim:
    pairs = [(results.search(NO_MIRROR, depth), results.search(MTDF, depth)) for depth in results.depths]
    saved = [fewer(off.leaves, on.leaves) for off, on in pairs]
    time = [100 * on.seconds / off.seconds for off, on in pairs]
    return Claim(
        "a table that knows mirror images spares the evaluation of mirrored boards",
        f"{span(saved, 1)} % fewer leaves than without them; with the time without them as 100, it takes {span(time)}",
        all(each > 0 for each in saved),
    )


def _faster(results: Results, published: Data) -> Claim:
    slow = [depth for depth in results.depths if results.side("O", depth).seconds >= results.side("X", depth).seconds]
    expected = [depth for depth in published["not_faster"] if depth in results.depths]
    return Claim(
        f"MTD(f) is faster at every depth but {listed(published['not_faster'])}",
        f"slower at {listed(slow)} of the depths {listed(results.depths)}",
        slow == expected,
        "" if slow == expected else _price_of_leaves(results, published),
    )


def _price_of_leaves(results: Results, published: Data) -> str:
    """What a leaf costs here and what it cost there, which decides whether saving leaves saves time."""
    deepest = max(results.depths)
    here = {side: results.side(side, deepest) for side in SIDES}
    price = {side: 1e6 * each.seconds * each.moves / each.leaves for side, each in here.items()}
    rows = table_1(published)
    if deepest not in rows:
        return ""
    row = rows[deepest]
    there = 1e6 * row.seconds["X"] * here["X"].moves / row.leaves["X"]
    return (
        f"at depth {deepest} alpha-beta takes {price['X']:.2f} microseconds for a leaf and all that belongs to it, the "
        f"source's took about {there:,.0f}; MTD(f) takes {price['O']:.2f} for each leaf that is left to it, because "
        "each look into the table costs time beside such leaves"
    )


def _odd_passes(results: Results) -> Claim:
    by_parity = [
        [results.side("O", depth).passes for depth in results.depths if depth % 2 == parity] for parity in (0, 1)
    ]
    even, odd = (fmean(passes) if passes else math.nan for passes in by_parity)
    return Claim(
        "MTD(f) needs fewer passes at odd depths than at even ones, on average",
        f"{odd:.0f} a game at odd depths, {even:.0f} at even ones",
        odd < even,
    )


def _end_results(results: Results, published: Data) -> Claim:
    rows = table_1(published)
    ours = {depth: {who: results.won(who, depth) for who in (*SIDES, NOBODY)} for depth in results.depths}
    other = [depth for depth, won in ours.items() if depth in rows and won != rows[depth].won]
    return Claim(
        "at depths 5 to 9 X and O win a game each, at depth 10 both games are draws",
        "; ".join(f"depth {depth}: {in_words(won)}" for depth, won in ours.items()),
        not other,
        f"at depth {listed(other)} the games went another way" if other else "",
    )


def in_words(won: dict[str, int]) -> str:
    """Who has won how many games."""
    return listed(f"{who} {count}" for who, count in won.items() if count)


def _first_has_the_better_chance(results: Results) -> Claim:
    won = [game.first_won for game in results.conditions()]
    return Claim(
        "who moves first has the better chance to win",
        f"the first player won {won.count(True)} of {len(won)} games, the second {won.count(False)}",
        won.count(True) > won.count(False),
    )


def _abstract_wins(results: Results, published: Data) -> Claim:
    games = results.conditions()
    wins = {how: sum(game.winner == who for game in games) for how, who in (("won", "O"), ("lost", "X"))}
    wins["drawn"] = len(games) - sum(wins.values())
    ours = {how: 100 * count / len(games) for how, count in wins.items()}
    said, found = published["abstract"], published["results"]
    theirs = sum(sum(column) for column in published["won"].values())
    return Claim(
        f"abstract: MTD(f) wins {said['won']} %, loses {said['lost']} % and draws {said['drawn']} %",
        f"of {len(games)} games it wins {ours['won']:.2f} %, loses {ours['lost']:.2f} % and draws "
        f"{ours['drawn']:.2f} %",
        all(math.isclose(ours[how], said[how], abs_tol=0.01) for how in ours),
        f"the source's own results are {found['won']}, {found['lost']} and {found['drawn']} %; {said['won']} % of its "
        f"{theirs} games would be {said['won'] * theirs / 100:.1f} games",
    )


def _abstract_leaves(results: Results, published: Data) -> Claim:
    ours = fewer(*(results.side(side, 8).leaves for side in SIDES))
    said = published["abstract"]["fewer_leaves_at_8"]
    counted = fewer(*(table_1(published)[8].leaves[side] for side in SIDES))
    return Claim(
        f"abstract: at depth 8 MTD(f) evaluates {said} % fewer leaves",
        f"{ours:.2f} % fewer",
        abs(ours - said) < abs(ours - counted),
        f"by the leaves in the source's own Table 1 it is {counted:.2f} %",
    )
