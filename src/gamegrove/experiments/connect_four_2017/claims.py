"""What the source says, held against the results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import pairwise
from statistics import fmean

from gamegrove.experiments.connect_four_2017.asked_game import SIDES
from gamegrove.experiments.connect_four_2017.published import Row, table_1
from gamegrove.experiments.connect_four_2017.results import NOBODY, Results
from gamegrove.experiments.drawing import TITLES
from gamegrove.experiments.page import Claim, decided
from gamegrove.tournament.statistics import wilson_interval
from gamegrove.work.task import Data

ALPHA_BETA, TABLE, MTDF = (TITLES[name] for name in ("alphabeta", "tt", "mtdf"))
NO_MIRROR = f"{MTDF} without mirror images"
"""The searches of the plan that claims are about."""


def claims(results: Results, published: Data) -> list[Claim]:
    """All claims, about the depths that were searched."""
    rows = {depth: row for depth, row in table_1(published).items() if depth in results.depths}
    made = [
        _same_holes(results),
        _same_values(results),
        _fewer_leaves(results),
        *_growing_difference(results),
        _why_fewer(results),
        _mirror_images(results),
        _odd_passes(results),
        _first_has_the_better_chance(results),
    ]
    if rows:
        made += [_how_many_fewer(results, rows), _faster(results, rows), _end_results(results, rows)]
    if 8 in rows:
        made.append(_abstract_leaves(results, published))
    return [*made, _abstract_wins(results, published)]


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


def _fewer_leaves(results: Results) -> Claim:
    saved = _saved_leaves(results)
    return Claim(
        "MTD(f) evaluates fewer leaves than alpha-beta at every depth",
        listed(f"{each:.1f} % fewer at depth {depth}" for depth, each in saved.items()),
        all(each > 0 for each in saved.values()),
    )


def _saved_leaves(results: Results) -> dict[int, float]:
    """By how many per cent MTD(f) has fewer leaves than alpha-beta, by depth."""
    return {depth: fewer(*(results.side(side, depth).leaves for side in SIDES)) for depth in results.depths}


def _how_many_fewer(results: Results, rows: Mapping[int, Row]) -> Claim:
    ours = {depth: each for depth, each in _saved_leaves(results).items() if depth in rows}
    theirs = [row.fewer_leaves for row in rows.values()]
    outside = [depth for depth, each in ours.items() if not min(theirs) <= each <= max(theirs)]
    return Claim(
        f"at {_depths(rows)} the leaves are fewer by {span(theirs, 1)} %",
        f"by {span(ours.values(), 1)} %",
        not outside,
        f"not so at {_depths(outside)}" if outside else "",
    )


def _depths(depths: Iterable[int]) -> str:
    known = list(depths)
    return f"depth{'s' if len(known) > 1 else ''} {listed(known)}"


def _growing_difference(results: Results) -> list[Claim]:
    gaps = [results.side("X", depth).leaves - results.side("O", depth).leaves for depth in results.depths]
    times = [_gaps_in_time(results, depth) for depth in results.depths]
    return [
        Claim(
            "the difference in leaves grows with the depth",
            f"{listed(f'{gap:,.0f}' for gap in gaps)} leaves a game at {_depths(results.depths)}",
            all(low < high for low, high in pairwise(gaps)),
        ),
        Claim(
            "the difference in time grows with the depth",
            f"{listed(f'{1000 * fmean(each):.3f}' for each in times)} milliseconds a move at {_depths(results.depths)}",
            unanimous(all(low < high for low, high in pairwise(played)) for played in zip(*times, strict=True)),
            "MTD(f) takes longer at all of them" if all(gap < 0 for each in times for gap in each) else "",
        ),
    ]


def _gaps_in_time(results: Results, depth: int) -> list[float]:
    """How much longer alpha-beta takes for a move than MTD(f), in each repetition."""
    return [x - o for x, o in zip(*(results.repeated_seconds(side, depth) for side in SIDES), strict=True)]


def unanimous(repetitions: Iterable[bool]) -> bool | None:
    """What all repetitions say; None where they do not say the same."""
    said = set(repetitions)
    return said.pop() if len(said) == 1 else None


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


def _faster(results: Results, rows: Mapping[int, Row]) -> Claim:
    expected = [depth for depth, row in rows.items() if row.faster < 0]
    here = {depth: unanimous(gap > 0 for gap in _gaps_in_time(results, depth)) for depth in rows}
    other = [depth for depth, is_faster in here.items() if is_faster is (depth in expected)]
    open_ = [depth for depth, is_faster in here.items() if is_faster is None]
    gained = {depth: fewer(*(results.side(side, depth).seconds for side in SIDES)) for depth in rows}
    return Claim(
        f"at {_depths(rows)} MTD(f) is faster than alpha-beta" + (f", but not at {listed(expected)}" * bool(expected)),
        listed(f"{_faster_or_slower(each)} at depth {depth}" for depth, each in gained.items()),
        False if other else None if open_ else True,
        _price_of_leaves(results, rows, other) if other else f"repetitions differ at {_depths(open_)}" * bool(open_),
    )


def _faster_or_slower(per_cent: float) -> str:
    return f"{abs(per_cent):.1f} % {'faster' if per_cent > 0 else 'slower'}"


def _price_of_leaves(results: Results, rows: Mapping[int, Row], depths: Iterable[int]) -> str:
    """What a leaf costs MTD(f), here and there: it decides whether saving leaves saves time."""
    told = []
    for depth in depths:
        here = {side: results.side(side, depth) for side in SIDES}
        ours, theirs = (
            _price({side: each.seconds for side, each in here.items()}, {side: here[side].leaves for side in here}),
            _price(rows[depth].seconds, rows[depth].leaves),
        )
        told.append(f"{ours:.1f} times as long at depth {depth}, in the source {theirs:.1f} times")
    return f"for each leaf MTD(f) takes longer than alpha-beta: {'; '.join(told)}"


def _price(seconds: Mapping[str, float], leaves: Mapping[str, float]) -> float:
    """How much longer MTD(f) takes for a leaf than alpha-beta; both sides make as many moves."""
    x, o = (seconds[side] / leaves[side] for side in SIDES)
    return o / x


def _odd_passes(results: Results) -> Claim:
    odd, even = (
        [results.side("O", depth).passes for depth in results.depths if depth % 2 == parity] for parity in (1, 0)
    )
    means = [fmean(passes) if passes else math.nan for passes in (odd, even)]
    return Claim(
        "MTD(f) needs fewer passes at odd depths than at even ones, on average",
        f"{means[0]:.0f} a game at odd depths, {means[1]:.0f} at even ones",
        means[0] < means[1] if odd and even else None,
    )


def _end_results(results: Results, rows: Mapping[int, Row]) -> Claim:
    ours = {depth: {who: results.won(who, depth) for who in (*SIDES, NOBODY)} for depth in rows}
    other = [depth for depth, won in ours.items() if won != rows[depth].won]
    return Claim(
        f"games won: {_by_result({depth: row.won for depth, row in rows.items()})}",
        _by_result(ours),
        not other,
        f"at {_depths(other)} the games went another way" if other else "",
    )


def _by_result(won: Mapping[int, dict[str, int]]) -> str:
    """Results, each with the depths at which it came."""
    depths: dict[str, list[int]] = {}
    for depth, each in won.items():
        depths.setdefault(in_words(each), []).append(depth)
    return "; ".join(f"{words} at {_depths(found)}" for words, found in depths.items())


def in_words(won: dict[str, int]) -> str:
    """Who has won how many games."""
    return listed(f"{who} {count}" for who, count in won.items() if count)


def _first_has_the_better_chance(results: Results) -> Claim:
    games = results.different_games
    won = [game.first_won for game in games]
    share = (won.count(True) + won.count(None) / 2) / len(games)
    agrees = decided(wilson_interval(share, len(games)), holds=(0.5, 1))
    return Claim(
        "who moves first has the better chance to win",
        f"the first player won {won.count(True)} of {len(games)} different games, the second {won.count(False)}",
        agrees,
        "so few games do not tell" if agrees is None else "",
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
        f"{theirs} games would be {said['won'] * theirs / 100:.1f} games, which cannot be",
    )


def _abstract_leaves(results: Results, published: Data) -> Claim:
    ours = _saved_leaves(results)[8]
    said = published["abstract"]["fewer_leaves_at_8"]
    counted = fewer(*(table_1(published)[8].leaves[side] for side in SIDES))
    return Claim(
        f"abstract: at depth 8 MTD(f) evaluates {said} % fewer leaves",
        f"{ours:.2f} % fewer",
        round(ours) == round(said),
        f"by the leaves in the source's own Table 1 it is {counted:.2f} %",
    )
