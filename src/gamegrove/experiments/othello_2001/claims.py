"""What the source says of the comparison, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamegrove.comparison import BASE
from gamegrove.experiments.experiment import Plan
from gamegrove.experiments.othello_2001.compared import TITLES, Compared
from gamegrove.experiments.page import Claim

ALIKE = 10
"""Figures that differ by no more, of 100, are about the same."""
DOZENS = 24
"""So many passes are dozens."""
UNKNOWN = "The source does not say which positions, evaluation, order of moves and size of table were used."


def claims(plan: Plan, compared: Compared, bare: Compared) -> list[Claim]:
    """All claims, by the searches with a table and those without."""
    return [*_range_claims(plan, compared), *_mtdf_claims(plan, compared), *_bare_claims(bare)]


def _range_claims(plan: Plan, compared: Compared) -> Iterator[Claim]:
    for name, published in plan.published["leaves"].items():
        yield _range_claim(compared, name, *published["range"])
        yield _best_claim(compared, name, published["best"])
        if "at" in published:
            yield _figure_claim(compared, name, *published["at"])


def _range_claim(compared: Compared, name: str, low: int, high: int) -> Claim:
    figures = compared.leaves(name)
    outside = [depth for depth, figure in figures.items() if not low <= round(figure) <= high]
    ratios = {depth: compared.ratios[depth, name, "leaves"] for depth in outside}
    unsure = [depth for depth, each in ratios.items() if 100 * each.low <= high and low <= 100 * each.high]

    def listed(words: str, depths: Sequence[int]) -> str:
        return f"{words}: {', '.join(f'{figures[depth]:.0f} at depth {depth}' for depth in depths)}. " if depths else ""

    surely = listed("Outside", [depth for depth in outside if depth not in unsure])
    perhaps = listed("Outside, with an interval that reaches the range", unsure)
    return Claim(
        f"{TITLES[name]} needs {low} to {high} leaves",
        f"{min(figures.values()):.0f} to {max(figures.values()):.0f}; {len(figures) - len(outside)} of {len(figures)} "
        "depths in the range",
        not outside,
        f"{surely}{perhaps}{UNKNOWN}" if outside else "",
    )


def _best_claim(compared: Compared, name: str, published: int) -> Claim:
    figures = compared.leaves(name)
    best = min(figures, key=figures.__getitem__)
    agrees = best == published
    return Claim(
        f"{TITLES[name]} is best at depth {published}",
        f"best at depth {best} ({figures[best]:.1f})",
        agrees,
        "" if agrees else _why_not_best(compared, name, published, best),
    )


def _why_not_best(compared: Compared, name: str, published: int, best: int) -> str:
    if published not in compared.depths:
        return f"Depth {published} was not searched."
    there, here = (compared.ratios[depth, name, "leaves"] for depth in (published, best))
    sure = "do not overlap" if here.high < there.low else "overlap, so which depth is best is not sure"
    return f"Depth {published} has {100 * there.value:.1f}; the two intervals {sure}."


def _figure_claim(compared: Compared, name: str, depth: int, published: int) -> Claim:
    claim = f"{TITLES[name]} needs {published} leaves at depth {depth}"
    if depth not in compared.depths:
        return Claim(claim, "not searched", False, f"Depth {depth} was not searched.")
    ratio = compared.ratios[depth, name, "leaves"]
    agrees = 100 * ratio.low <= published <= 100 * ratio.high
    seen = f"{100 * ratio.value:.1f}, with 95 % confidence {100 * ratio.low:.1f} to {100 * ratio.high:.1f}"
    return Claim(claim, seen, agrees, "" if agrees else UNKNOWN)


def _mtdf_claims(plan: Plan, compared: Compared) -> Iterator[Claim]:
    yield _fewest_claim(compared, [*plan.published["leaves"], BASE])
    for measure, title in {"leaves": "fewer leaves", "nodes": "fewer nodes", "seconds": "less time"}.items():
        yield _better_claim(compared, measure, title)
    yield _margin_claim(compared)
    yield _passes_claim(plan, compared)
    yield _dozens_claim(compared)


def _fewest_claim(compared: Compared, names: Sequence[str]) -> Claim:
    def best(depth: int) -> str:
        """MTD(f), unless another needs fewer."""
        return min(["mtdf", *names], key=lambda name: compared.row(depth, name).leaves)

    return _at_depths(
        "MTD(f) needs the fewest leaves of all, alpha-beta, NegaScout, SSS\\* and DUAL\\* among them",
        compared.depths,
        lambda depth: best(depth) == "mtdf",
        lambda depth: TITLES[best(depth)],
    )


def _at_depths(
    claim: str, depths: Sequence[int], holds: Callable[[int], bool], otherwise: Callable[[int], str]
) -> Claim:
    """A claim that should hold at more than half of the depths; `otherwise` says what is so where it does not."""
    fails = [depth for depth in depths if not holds(depth)]
    agrees = 2 * len(fails) < len(depths)
    listed = ", ".join(f"depth {depth}: {otherwise(depth)}" for depth in fails)
    return Claim(
        claim, f"at {len(depths) - len(fails)} of {len(depths)} depths", agrees, f"Not at {listed}." if fails else ""
    )


def _better_claim(compared: Compared, measure: str, title: str) -> Claim:
    depths = compared.telling_depths if measure == "seconds" else compared.depths
    return _at_depths(
        f"MTD(f) needs {title} than NegaScout",
        depths,
        lambda depth: compared.relative(depth, "mtdf", measure) < 100,
        lambda depth: f"{compared.relative(depth, 'mtdf', measure):.1f}",
    )


def _margin_claim(compared: Compared) -> Claim:
    def margins(depth: int) -> tuple[float, float]:
        return 100 - compared.relative(depth, "mtdf", "leaves"), compared.relative(depth, "alphabeta", "leaves") - 100

    return _at_depths(
        "MTD(f) is ahead of NegaScout by more leaves than NegaScout of alpha-beta",
        compared.depths,
        lambda depth: margins(depth)[0] > margins(depth)[1],
        lambda depth: "{:.1f} against {:.1f}".format(*margins(depth)),
    )


def _passes_claim(plan: Plan, compared: Compared) -> Claim:
    low, high = plan.published["passes"]
    claim = f"MTD(f) makes about {low} to {high} passes"
    passes = compared.passes("mtdf").values()
    if not passes:
        return Claim(claim, "not searched", False, "Passes are counted between two depths that follow each other.")
    mean = sum(passes) / len(passes)
    agrees = low <= round(mean) <= high
    why = "A guess that is right is proven in two passes." if mean < low else "The guesses are far from the values."
    seen = f"{mean:.1f} on average; by depth {min(passes):.1f} to {max(passes):.1f}"
    return Claim(claim, seen, agrees, "" if agrees else why)


def _dozens_claim(compared: Compared) -> Claim:
    most = max((max(compared.passes(name).values(), default=0.0) for name in ("sss", "dual")), default=0.0)
    agrees = most >= DOZENS
    return Claim(
        "SSS\\* and DUAL\\* make dozens and even hundreds of passes",
        f"at most {most:.1f} on average, at any depth",
        agrees,
        ""
        if agrees
        else "A pass takes them to the next value that occurs in the tree, not just to the next number, and the table "
        "knows the depths before.",
    )


def _bare_claims(bare: Compared) -> Iterator[Claim]:
    yield _alike_claim(bare)
    shallow = [depth for depth in bare.depths if depth < 3]
    if shallow:
        yield _at_depths(
            "NegaScout is less effective than alpha-beta in trees of fewer than three plies",
            shallow,
            lambda depth: bare.relative(depth, "alphabeta", "nodes") < 100,
            lambda depth: f"alpha-beta needs {bare.relative(depth, 'alphabeta', 'nodes'):.1f} nodes",
        )


def _alike_claim(bare: Compared) -> Claim:
    """Without a table, by the nodes of all depths, and by single searches."""
    relative = [bare.relative(depth, "alphabeta", "nodes") for depth in bare.depths]
    searches = [
        (one["nodes"], other["nodes"])
        for depth in bare.depths
        for one, other in zip(bare.searches[depth, BASE], bare.searches[depth, "alphabeta"], strict=True)
    ]
    better = sum(scout < plain for scout, plain in searches)
    worse = sum(scout > plain for scout, plain in searches)
    agrees = all(abs(each - 100) <= ALIKE for each in relative) and better > 0 and worse > 0
    why = f"About as well would be within {ALIKE} at every depth."
    if relative[-1] > max(relative[0], 100 + ALIKE):
        why += (
            " NegaScout saves more in deep searches, even without a table. As the source prints it, it searches again "
            "under a wrong condition, so that the program of 2001 may have saved less."
        )
    return Claim(
        "NegaScout without a table does about as well as alpha-beta, sometimes better, sometimes worse",
        f"alpha-beta needs {min(relative):.0f} to {max(relative):.0f} nodes by depth; of {len(searches)} searches "
        f"NegaScout's is smaller in {better} and larger in {worse}",
        agrees,
        "" if agrees else why,
    )
