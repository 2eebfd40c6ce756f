"""What the source says of the comparison, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf

from gamegrove.comparison import BASE
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001.measured import TITLES, Measured
from gamegrove.experiments.page import Claim, decided
from gamegrove.experiments.ratios import LESS, Draw, Ratio, decided_by_share, ratio_in, ratio_of_sums, share_of_draws

ROUNDED = 0.5
"""A whole number stands for all that are rounded to it."""
NEAR = 2
"""A single figure that the source read off a chart may be off by so much, of 100."""
AROUND = 1
""""Around" a depth is no further from it."""
ALIKE = 10
"""Figures that differ by no more, of 100, are about the same."""
DOZENS = 24
"""So many passes are dozens."""
HUNDREDS = 200
"""And so many are hundreds."""
UNKNOWN = "The source does not say which positions, evaluation, order of moves and size of table were used."
FEWER = {"leaves": "fewer leaves", "nodes": "fewer nodes", "seconds": "less time"}


def criteria(plan: Plan) -> str:
    """By what is decided whether a claim agrees."""
    return (
        "What agrees is decided by 95 % intervals, for which the positions are drawn again: *yes* if the whole "
        "interval fits the claim, *no* if nothing of it does, else *open*. The counts of a depth contain those of the "
        'depths before it, so that the depths are not so many independent trials: "fewer" is decided by the mean of '
        "their ratios, which every draw gives anew, and not by how many depths say so. The mean is that of the depths "
        f"from {plan['fewer_from']} on, the least that the source names; before, a search has so few nodes that a "
        "ratio says little. A range agrees if the intervals of all depths lie in it, its ends being rounded "
        f'figures. A figure of the source may be off by {NEAR}, "around" a depth is at most {AROUND} from it, "about '
        f'as well" is within {ALIKE} of 100 at every depth, "dozens" are {DOZENS} on average, and "hundreds" '
        f"{HUNDREDS} in any search."
    )


def claims(plan: Plan, measured: Measured, bare: Measured, varied: Mapping[str, Measured]) -> list[Claim]:
    """All claims, by the searches with a table, those without, and those with something else, by its title."""
    return [
        *_range_claims(plan, measured),
        *_mtdf_claims(plan, measured),
        *_dozens_claims({f"evaluation `{plan['evaluation']}`": measured, **varied}),
        *_bare_claims(bare),
    ]


def together(verdicts: Iterable[bool | None]) -> bool | None:
    """Whether several things agree: not if one does not, and only if all do."""
    found = set(verdicts)
    return False if False in found else None if None in found else True


def _range_claims(plan: Plan, measured: Measured) -> Iterator[Claim]:
    for name, published in plan.published["leaves"].items():
        yield _range_claim(measured, name, *published["range"])
        yield _best_claim(measured, name, published["best"], AROUND if published.get("around") else 0)
        if "at" in published:
            yield _figure_claim(measured, name, *published["at"])


def _range_claim(measured: Measured, name: str, low: int, high: int) -> Claim:
    holds = (low - ROUNDED, high + ROUNDED)
    verdicts = {depth: decided(measured.interval(depth, name, "leaves"), holds) for depth in measured.depths}
    figures = [measured.relative(depth, name, "leaves") for depth in measured.depths]
    agrees = together(verdicts.values())
    if agrees:
        why = f"Only that they lie in it: that they fluctuate between {low} and {high} was not seen."
    else:
        why = _outside(measured, name, verdicts)
    return Claim(
        f"The leaves of {TITLES[name]} fluctuate between {low} and {high}",
        f"{min(figures):.1f} to {max(figures):.1f}; at {list(verdicts.values()).count(True)} of {len(verdicts)} depths "
        "the whole interval lies in the range",
        agrees,
        why,
    )


def _outside(measured: Measured, name: str, verdicts: Mapping[int, bool | None]) -> str:
    def listed(words: str, verdict: bool | None) -> str:
        depths = [depth for depth, each in verdicts.items() if each is verdict]
        figures = [f"{measured.relative(depth, name, 'leaves'):.1f} at depth {depth}" for depth in depths]
        return f"{words}: {', '.join(figures)}. " if figures else ""

    return f"{listed('Outside', False)}{listed('With an interval across an end of the range', None)}{UNKNOWN}"


def _best_claim(measured: Measured, name: str, published: int, around: int) -> Claim:
    claim = f"{TITLES[name]} is best {'around' if around else 'at'} depth {published}"
    if published not in measured.depths:
        return Claim(claim, f"depth {published} was not searched", None)
    best_in = _best_depths(measured, name)
    share = share_of_draws(measured.positions, lambda draw: abs(best_in(draw) - published) <= around)
    best = best_in(range(measured.positions))
    there, here = (measured.relative(depth, name, "leaves") for depth in (published, best))
    agrees = decided_by_share(share)
    return Claim(
        claim,
        f"best at depth {best} ({here:.1f}); as the source says in {100 * share:.0f} of 100 draws of the positions",
        agrees,
        "" if agrees else f"Depth {published} has {there:.1f}." if best != published else "Other depths come near it.",
    )


def _best_depths(measured: Measured, name: str) -> Callable[[Draw], int]:
    """What tells the depth with the fewest leaves of NegaScout's 100 in a draw of the positions."""
    figures = {
        depth: (measured.figures(depth, name, "leaves"), measured.figures(depth, BASE, "leaves"))
        for depth in measured.depths
    }

    def best(draw: Draw) -> int:
        return min(figures, key=lambda depth: ratio_in(draw, *figures[depth]))

    return best


def _figure_claim(measured: Measured, name: str, depth: int, published: int) -> Claim:
    claim = f"{TITLES[name]} needs {published} leaves at depth {depth}"
    if depth not in measured.depths:
        return Claim(claim, f"depth {depth} was not searched", None)
    low, high = measured.interval(depth, name, "leaves")
    agrees = decided((low, high), (published - NEAR, published + NEAR))
    seen = f"{measured.relative(depth, name, 'leaves'):.1f} ({low:.1f} to {high:.1f})"
    return Claim(claim, seen, agrees, "" if agrees else UNKNOWN)


# -- MTD(f) and its passes.


def _mtdf_claims(plan: Plan, measured: Measured) -> Iterator[Claim]:
    depths = {
        measure: [depth for depth in measured.telling_depths(measure) if depth >= plan["fewer_from"]]
        for measure in FEWER
    }
    for measure in ("leaves", "nodes"):
        if depths[measure]:
            yield _fewest_claim(measured, measure, [*plan.published["leaves"], BASE], depths[measure])
    for measure, words in FEWER.items():
        yield _less_claim(measured, f"MTD(f) needs {words} than NegaScout", ["mtdf"], measure, depths[measure])
    for measure in FEWER:
        claim = f"MTD(f) is further ahead of NegaScout than NegaScout of alpha-beta, by {measure}"
        yield _less_claim(measured, claim, ["mtdf", "alphabeta"], measure, depths[measure])
    yield _passes_claim(plan, measured)


def _fewest_claim(measured: Measured, measure: str, names: Sequence[str], depths: Sequence[int]) -> Claim:
    ratios = {name: measured.average(["mtdf"], name, measure, depths) for name in names if name != "mtdf"}
    verdicts = {name: decided(ratio.interval, LESS) for name, ratio in ratios.items()}
    ahead = [TITLES[name] for name, verdict in verdicts.items() if verdict is False]
    unsure = [TITLES[name] for name, verdict in verdicts.items() if verdict is None]
    why = [f"Fewer: {', '.join(ahead)}."] if ahead else []
    return Claim(
        f"MTD(f) needs the fewest {measure} of all, alpha-beta, NegaScout, SSS\\* and DUAL\\* among them",
        "; ".join(f"{_percentage(ratio)} with {TITLES[name]} as 100" for name, ratio in ratios.items()),
        together(verdicts.values()),
        " ".join([*why, f"Not sure: {', '.join(unsure)}."] if unsure else why),
    )


def _percentage(ratio: Ratio) -> str:
    return f"{100 * ratio.value:.1f} ({100 * ratio.low:.1f} to {100 * ratio.high:.1f})"


def _less_claim(measured: Measured, claim: str, names: Sequence[str], measure: str, depths: Sequence[int]) -> Claim:
    """That some algorithms together need less than as many times NegaScout.

    MTD(f) and alpha-beta together need less than twice NegaScout just where MTD(f) is ahead of it by more than it is
    ahead of alpha-beta.
    """
    if not depths:
        return Claim(claim, "no search was deep enough to tell", None)
    ratio = measured.average(names, BASE, measure, depths)
    base = "twice NegaScout" if len(names) > 1 else "NegaScout"
    return Claim(
        claim,
        f"{' and '.join(TITLES[name] for name in names)}{' together' if len(names) > 1 else ''}: "
        f"{_percentage(ratio)} with {base} as 100, mean of depths {', '.join(map(str, depths))}",
        decided(ratio.interval, LESS),
        _by_depth(measured, names, measure, measured.telling_depths(measure)),
    )


def _by_depth(measured: Measured, names: Sequence[str], measure: str, depths: Sequence[int]) -> str:
    """The depths that say otherwise, if there are some."""
    means = {depth: sum(measured.relative(depth, name, measure) for name in names) / len(names) for depth in depths}
    against = [f"depth {depth} ({figure:.1f})" for depth, figure in means.items() if figure >= 100]
    return f"Not at {', '.join(against)}." if against else ""


def _mean_passes(passes: Sequence[Sequence[int]]) -> Ratio:
    """The passes of a search, by position and depth; the positions are drawn again."""
    by_position = [sum(each) for each in zip(*passes, strict=True)]
    return ratio_of_sums(by_position, [len(passes)] * len(by_position))


def _passes_claim(plan: Plan, measured: Measured) -> Claim:
    low, high = plan.published["passes"]
    claim = f"MTD(f) makes about {low} to {high} passes"
    passes = list(measured.passes("mtdf").values())
    if not passes:
        return Claim(claim, "not searched", None, "Passes are counted between two depths that follow each other.")
    ratio = _mean_passes(passes)
    agrees = decided(ratio.interval, (low - ROUNDED, high + ROUNDED))
    why = "A guess that is right is proven in two passes." if ratio.value < low else ""
    return Claim(claim, _passes_seen(passes), agrees, "" if agrees else why)


def _passes_seen(passes: Sequence[Sequence[int]]) -> str:
    mean, most = _mean_passes(passes), max(map(max, passes))
    return f"{mean.value:.1f} ({mean.low:.1f} to {mean.high:.1f}) on average, {most} in the largest search"


def _dozens_claims(settings: Mapping[str, Measured]) -> Iterator[Claim]:
    """By each setting in which passes were counted; an evaluation with few values leaves few steps to take."""
    counted = {
        (name, setting): list(measured.passes(name).values())
        for setting, measured in settings.items()
        for name in ("sss", "dual")
    }
    known = {which: passes for which, passes in counted.items() if passes}
    for (name, setting), passes in known.items():
        agrees = decided(_mean_passes(passes).interval, (DOZENS, inf))
        why = "A pass ends at a value that occurs in the tree: where there are few of them, few passes are needed."
        claim = f"{TITLES[name]} makes dozens of passes ({setting})"
        yield Claim(claim, _passes_seen(passes), agrees, why if agrees is False else "")
    if known:
        yield _hundreds_claim([count for passes in known.values() for depth in passes for count in depth])


def _hundreds_claim(passes: Sequence[int]) -> Claim:
    seen = max(passes) >= HUNDREDS
    return Claim(
        "They even make hundreds",
        f"{max(passes)} at most in {len(passes)} searches to one depth",
        seen or None,
        "" if seen else "Deeper searches, finer evaluations or other positions may take as many.",
    )


# -- Without a table.


def _bare_claims(bare: Measured) -> Iterator[Claim]:
    yield _alike_claim(bare)
    for depth in (depth for depth in bare.depths if depth < 3):
        ratio = bare.ratios[depth, "alphabeta", "nodes"]
        yield Claim(
            f"NegaScout is less effective than alpha-beta in trees of fewer than three plies (depth {depth})",
            f"alpha-beta needs {_percentage(ratio)} of NegaScout's nodes",
            decided(ratio.interval, LESS),
        )


def _alike_claim(bare: Measured) -> Claim:
    """Without a table, by the nodes of all depths, and by single searches."""
    relative = [bare.relative(depth, "alphabeta", "nodes") for depth in bare.depths]
    holds = (100 - ALIKE, 100 + ALIKE)
    alike = together(decided(bare.interval(depth, "alphabeta", "nodes"), holds) for depth in bare.depths)
    better, worse, searches = _better_and_worse(bare)
    why = f"About as well would be within {ALIKE} at every depth."
    if relative[-1] > max(relative[0], 100 + ALIKE):
        why += (
            " NegaScout saves more in deep searches, even without a table. As the source prints it, it searches again "
            "under a wrong condition, so that the program of 2001 may have saved less."
        )
    agrees = together([alike, (better > 0 and worse > 0) or None])
    return Claim(
        "NegaScout without a table does about as well as alpha-beta, sometimes better, sometimes worse",
        f"alpha-beta needs {min(relative):.0f} to {max(relative):.0f} nodes by depth; of {searches} searches "
        f"NegaScout's is smaller in {better} and larger in {worse}",
        agrees,
        "" if agrees else why,
    )


def _better_and_worse(bare: Measured) -> tuple[int, int, int]:
    """In how many searches NegaScout takes fewer and more nodes than alpha-beta, of how many."""
    searches = [
        pair
        for depth in bare.depths
        for pair in zip(bare.figures(depth, BASE, "nodes"), bare.figures(depth, "alphabeta", "nodes"), strict=True)
    ]
    better = sum(scout < plain for scout, plain in searches)
    return better, sum(scout > plain for scout, plain in searches), len(searches)
