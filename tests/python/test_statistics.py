"""Shares, Elo and their intervals from pairs of games, and the sequential probability ratio test."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import minimize  # type: ignore[import-untyped]
from scipy.stats import binomtest, norm  # type: ignore[import-untyped]

from gamegrove import GamegroveError
from gamegrove.tournament import Pentanomial, Scale, Sprt, Verdict, elo_of, share_of, wilson_interval
from gamegrove.tournament.statistics import PAIR_POINTS, PAIR_SHARES, SURE

Counts = tuple[int, int, int, int, int]
number = st.sampled_from([0, 1, 5, 50, 1000]) | st.integers(0, 5000)
counts = st.tuples(number, number, number, number, number)
pentanomials = counts.map(Pentanomial)
"""Pairs of games, among them none, and pairs that are all alike."""
some_pairs = pentanomials.filter(lambda pairs: pairs.pairs > 0)


def other_view(pairs: Pentanomial) -> Pentanomial:
    """The same pairs, as the opponent sees them."""
    none, half, one, more, two = pairs.counts
    return Pentanomial((two, more, one, half, none))


# -- Elo and Wilson's interval.


def test_elo_and_share_are_each_others_inverse() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert share_of(-400) == pytest.approx(1 / 11)
    for elo in (-2000, -3.5, 0, 1e-6, 77, 1500):
        assert elo_of(share_of(elo)) == pytest.approx(elo)


def test_elo_has_no_bounds() -> None:
    assert elo_of(0) == -math.inf
    assert elo_of(1) == math.inf
    assert share_of(-math.inf) == 0
    assert share_of(math.inf) == 1
    assert share_of(-1e6) == 0
    assert share_of(1e6) == 1


@pytest.mark.parametrize("share", [-0.01, 1.01, math.nan])
def test_there_is_no_elo_of_what_is_no_share(share: float) -> None:
    with pytest.raises(GamegroveError, match="share must be from 0 to 1"):
        elo_of(share)


def test_the_interval_narrows_with_games_and_stays_within_bounds() -> None:
    low, high = wilson_interval(0.5, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)  # as published tables have it
    assert wilson_interval(0.5, 10)[0] < low
    assert wilson_interval(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson_interval(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert 0 <= wilson_interval(0.0, 10)[0] <= wilson_interval(1.0, 10)[1] <= 1


@given(st.integers(1, 10_000), st.data())
def test_wilsons_interval_is_that_of_scipy(games: int, data: st.DataObject) -> None:
    wins = data.draw(st.integers(0, games))
    assert (wins == 0) == (wilson_interval(wins / games, games)[0] == 0)
    assert (wins == games) == (wilson_interval(wins / games, games)[1] == 1)
    known = binomtest(wins, games).proportion_ci(method="wilson")
    assert wilson_interval(wins / games, games) == pytest.approx((known.low, known.high))


# -- Pairs of games.

PUBLISHED = [
    ((379, 10170, 21828, 10640, 343), (0, 2), 2.9455, 3.1257, 1.5946, 1.2087, 0.9951),
    ((365, 16618, 36229, 16974, 390), (0, 2), 2.2504, -0.0059, 0.9993, 0.9231, 0.9831),
    ((177, 1629, 3083, 1780, 221), (0, 3), 2.9129, 4.2743, 6.0265, 3.4929, 0.9996),
]
"""Counts, bounds of the test, its LLR by normalized and by logistic Elo, Elo, its reach, likelihood of superiority."""


@pytest.mark.parametrize(("counts", "bounds", "normalized", "logistic", "elo", "reach", "superiority"), PUBLISHED)
def test_published_tests_come_to_the_same_figures(
    counts: Counts,
    bounds: tuple[float, float],
    normalized: float,
    logistic: float,
    elo: float,
    reach: float,
    superiority: float,
) -> None:
    pairs = Pentanomial(counts)
    four_digits = 0.5e-4
    assert Sprt(*bounds).llr(pairs) == pytest.approx(normalized, abs=four_digits)
    assert Sprt(*bounds, scale=Scale.logistic).llr(pairs) == pytest.approx(logistic, abs=four_digits)
    assert pairs.elo == pytest.approx(elo, abs=four_digits)
    assert pairs.elo_reach == pytest.approx(reach, abs=four_digits)
    assert pairs.superiority == pytest.approx(superiority, abs=four_digits)


def test_a_95_percent_interval_reaches_as_far_as_it_should() -> None:
    assert norm.cdf(SURE) - norm.cdf(-SURE) == pytest.approx(0.95, abs=1e-15)


@given(st.lists(st.sampled_from(PAIR_POINTS), min_size=1, max_size=50))
def test_pairs_are_counted_by_their_points(points: list[float]) -> None:
    pairs = Pentanomial.of(points)
    assert pairs.counts == tuple(points.count(each) for each in PAIR_POINTS)
    assert pairs.pairs == len(points)
    assert pairs.games == 2 * len(points)
    share = sum(points) / pairs.games
    assert pairs.share == pytest.approx(share)
    variance = sum((each / 2 - share) ** 2 for each in points) / len(points)
    assert pairs.deviation == pytest.approx(math.sqrt(variance / len(points)), abs=1e-12)


@given(some_pairs)
def test_an_interval_is_around_its_estimate(pairs: Pentanomial) -> None:
    assert pairs.share is not None
    assert pairs.interval is not None
    assert pairs.elo is not None
    assert pairs.elo_interval is not None
    assert 0 <= pairs.interval[0] <= pairs.share <= pairs.interval[1] <= 1
    assert pairs.elo_interval[0] <= pairs.elo <= pairs.elo_interval[1]


@given(some_pairs)
def test_the_opponent_sees_the_same_from_the_other_side(pairs: Pentanomial) -> None:
    other = other_view(pairs)
    assert pairs.share is not None
    assert pairs.interval is not None
    assert pairs.superiority is not None
    assert other.share == pytest.approx(1 - pairs.share)
    assert other.interval == pytest.approx((1 - pairs.interval[1], 1 - pairs.interval[0]))
    assert other.superiority == pytest.approx(1 - pairs.superiority)


@pytest.mark.parametrize("points", PAIR_POINTS)
@pytest.mark.parametrize("number", [1, 2, 5, 100])
def test_pairs_that_are_all_alike_prove_no_certainty(points: float, number: int) -> None:
    pairs = Pentanomial.of([points] * number)
    assert pairs.deviation == 0
    assert pairs.interval == wilson_interval(points / 2, 2 * number)
    assert pairs.superiority is not None
    assert pairs.interval[1] - pairs.interval[0] > 0.01
    # The likelihood of superiority and the interval agree on what is sure.
    assert (pairs.superiority > 0.975) == (pairs.interval[0] > 0.5)
    assert (pairs.superiority < 0.025) == (pairs.interval[1] < 0.5)


def test_one_pair_leaves_it_open_who_is_stronger() -> None:
    assert Pentanomial.of([2]).superiority == pytest.approx(0.921, abs=1e-3)
    assert Pentanomial.of([1]).superiority == 0.5


def test_without_pairs_there_is_nothing_to_say() -> None:
    nothing = Pentanomial.of([])
    said = nothing.description()
    assert (said.pop("counts"), said.pop("pairs"), said.pop("games")) == ([0] * 5, 0, 0)
    assert set(said.values()) == {None}


def test_infinite_elo_is_none_in_plain_data() -> None:
    won = Pentanomial.of([2, 2, 2])
    assert won.elo == math.inf
    assert won.elo_reach == math.inf
    said = json.loads(json.dumps(won.description(), allow_nan=False))
    assert said["elo"] is None
    assert said["elo_reach"] is None
    assert said["elo_interval"][0] == pytest.approx(elo_of(wilson_interval(1, 6)[0]))
    assert said["elo_interval"][1] is None


@given(pentanomials)
def test_plain_data_is_json_and_holds_the_figures(pairs: Pentanomial) -> None:
    said = json.loads(json.dumps(pairs.description(), allow_nan=False))
    assert Pentanomial(tuple(said["counts"])) == pairs
    assert said["share"] == pairs.share
    assert said["superiority"] == pairs.superiority


@pytest.mark.parametrize("wrong", [(1, 2, 3), (0, 0, 0, 0, -1), (0, 0, 0, 0, 0, 0), ()])
def test_counts_are_five_and_not_negative(wrong: Any) -> None:
    with pytest.raises(GamegroveError, match="counts must be five"):
        Pentanomial(wrong)


@pytest.mark.parametrize("wrong", [0.25, -1, 3, math.nan])
def test_a_pair_has_whole_or_half_points(wrong: float) -> None:
    with pytest.raises(GamegroveError, match=r"points of a pair must be 0, 0\.5, 1, 1\.5 or 2"):
        Pentanomial.of([1, wrong])


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draw = random.Random(11)
    weights = (2, 5, 8, 9, 4)
    truth = sum(w * x for w, x in zip(weights, PAIR_SHARES, strict=True)) / sum(weights)
    held = 0
    for _ in range(1000):
        interval = Pentanomial.of(draw.choices(PAIR_POINTS, weights, k=100)).interval
        assert interval is not None
        held += interval[0] <= truth <= interval[1]
    assert 930 <= held <= 965


# -- The sequential probability ratio test.


def advantage(distribution: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of a distribution of the shares of pairs."""
    mean = sum(p * x for p, x in zip(distribution, PAIR_SHARES, strict=True))
    return mean, math.sqrt(sum(p * (x - mean) ** 2 for p, x in zip(distribution, PAIR_SHARES, strict=True)))


def highest_likelihood(counts: Sequence[float], condition: Callable[[Sequence[float]], float]) -> float:
    """What scipy finds to be the logarithm of the highest likelihood of all distributions that meet a condition."""
    found = []
    split = ([0.02, 0.03, 0.85, 0.08, 0.02], [0.001, 0.001, 0.956, 0.041, 0.001])
    for start in ([0.2] * 5, [0.05, 0.1, 0.3, 0.4, 0.15], *split):
        best = minimize(
            lambda p: -sum(n * math.log(x) for n, x in zip(counts, p, strict=True)) / sum(counts),
            start,
            method="SLSQP",
            bounds=[(1e-9, 1)] * 5,
            constraints=[{"type": "eq", "fun": lambda p: sum(p) - 1}, {"type": "eq", "fun": condition}],
            options={"ftol": 1e-13, "maxiter": 500},
        )
        if best.success:
            found.append(-float(best.fun) * sum(counts))
    return max(found)


def has_share(share: float) -> Callable[[Sequence[float]], float]:
    return lambda p: advantage(p)[0] - share


def has_distance(elo: float) -> Callable[[Sequence[float]], float]:
    """Normalized Elo counts standard deviations of a game, 800 / ln 10 to each; a pair has two games."""
    distance = elo * math.log(10) / 800 * math.sqrt(2)
    return lambda p: advantage(p)[0] - 0.5 - distance * advantage(p)[1]


@pytest.mark.parametrize("bounds", [(-10, 10), (50, 150)])
@pytest.mark.parametrize("counts", [(3, 20, 40, 25, 6), (9, 1, 4, 1, 30), (1, 1, 90, 4, 1), (1, 2, 2000, 3, 1)])
def test_the_ratio_is_that_of_the_highest_likelihoods_scipy_finds(counts: Counts, bounds: tuple[int, int]) -> None:
    low, high = bounds
    pairs = Pentanomial(counts)
    logistic = [highest_likelihood(counts, has_share(share_of(elo))) for elo in (low, high)]
    assert Sprt(low, high, scale=Scale.logistic).llr(pairs) == pytest.approx(logistic[1] - logistic[0], abs=1e-3)
    normalized = [highest_likelihood(counts, has_distance(elo)) for elo in (low, high)]
    assert Sprt(low, high).llr(pairs) == pytest.approx(normalized[1] - normalized[0], abs=1e-3)


@pytest.mark.parametrize(
    ("counts", "normalized", "logistic"),
    [((0, 10, 50, 20, 0), 1.4078, 1.4495), ((0, 0, 0, 4, 6), 1.0174, 0.8263)],
)
def test_results_that_were_never_seen_count_as_a_thousandth_of_a_pair(
    counts: Counts, normalized: float, logistic: float
) -> None:
    """The figures are of a program that looks for the roots with scipy's brentq."""
    assert Sprt(0, 30).llr(Pentanomial(counts)) == pytest.approx(normalized, abs=0.5e-4)
    assert Sprt(0, 30, scale=Scale.logistic).llr(Pentanomial(counts)) == pytest.approx(logistic, abs=0.5e-4)


@given(pentanomials, st.sampled_from(Scale), st.integers(-400, 399), st.integers(1, 800))
def test_the_opponents_ratio_is_the_reverse(pairs: Pentanomial, scale: Scale, elo0: int, more: int) -> None:
    elo1 = elo0 + more
    assume(elo1 <= 400)
    ours = Sprt(elo0, elo1, scale=scale).llr(pairs)
    theirs = Sprt(-elo1, -elo0, scale=scale).llr(other_view(pairs))
    assert math.isfinite(ours)
    assert theirs == pytest.approx(-ours, rel=1e-6, abs=1e-6)


@given(some_pairs, st.sampled_from(Scale), st.integers(-400, 398))
def test_a_claim_that_is_closer_to_the_pairs_explains_them_better(pairs: Pentanomial, scale: Scale, elo0: int) -> None:
    """The likelihood rises all the way to what was seen, if no likelier distribution was missed on either side."""
    regular = [count or 1e-3 for count in pairs.counts]
    mean, spread = advantage([count / sum(regular) for count in regular])
    seen = elo_of(mean) if scale == Scale.logistic else (mean - 0.5) / spread / math.log(10) * 800 / math.sqrt(2)
    assume(not elo0 < seen < elo0 + 1)
    llr = Sprt(elo0, elo0 + 1, scale=scale).llr(pairs)
    assert llr * (1 if seen > elo0 else -1) >= -1e-9


def test_no_pairs_say_nothing() -> None:
    assert Sprt(0, 5).llr(Pentanomial.of([])) == 0
    assert Sprt(0, 5).verdict(Pentanomial.of([])) is None


def test_the_bounds_are_walds() -> None:
    usual = Sprt(0, 5)
    assert (usual.lower, usual.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    strict = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert strict.lower == pytest.approx(math.log(0.1 / 0.99))
    assert strict.upper == pytest.approx(math.log(0.9 / 0.01))


def test_a_test_ends_at_its_bounds_and_not_before() -> None:
    test = Sprt(0, 3)
    seen = Pentanomial((177, 1629, 3083, 1780, 221))  # with a ratio of 2.91, a little below the bound of 2.94
    assert test.verdict(seen) is None
    assert Sprt(0, 3, alpha=0.06).verdict(seen) is Verdict.better
    assert Sprt(-3, 0, beta=0.06).verdict(other_view(seen)) is Verdict.not_better
    assert Verdict("better") is Verdict.better
    assert Verdict("not better") is Verdict.not_better


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 of a test must be below elo1"),
        ({"elo0": 6, "elo1": 5}, "elo0 of a test must be below elo1"),
        ({"elo0": -500}, "elo0 of a test must be from -400 to 400"),
        ({"elo1": math.inf}, "elo1 of a test must be from -400 to 400"),
        ({"elo1": math.nan}, "elo1 of a test must be from -400 to 400"),
        ({"alpha": 0}, "alpha of a test must be above 0 and below 0.5"),
        ({"alpha": 0.5}, "alpha of a test must be above 0 and below 0.5"),
        ({"beta": -0.1}, "beta of a test must be above 0 and below 0.5"),
        ({"beta": math.nan}, "beta of a test must be above 0 and below 0.5"),
        ({"scale": "bayesian"}, "scale of a test must be normalized or logistic, not 'bayesian'"),
    ],
)
def test_a_test_refuses_bad_values_by_name(wrong: dict[str, Any], named: str) -> None:
    with pytest.raises(GamegroveError, match=named):
        Sprt(**{"elo0": 0, "elo1": 5, **wrong})


def test_a_scale_may_be_given_as_text() -> None:
    pairs = Pentanomial((177, 1629, 3083, 1780, 221))
    as_text: Any = "logistic"
    assert Sprt(0, 3, scale=as_text).llr(pairs) == Sprt(0, 3, scale=Scale.logistic).llr(pairs)


def leaning(elo: float, scale: Scale) -> list[float]:
    """Probabilities of a pair's points of a player that is stronger by so much Elo, from those of an even one."""
    even = (0.06, 0.22, 0.44, 0.22, 0.06)
    low, high = -10.0, 10.0
    for _ in range(60):
        lean = (low + high) / 2
        weights = [p * math.exp(lean * x) for p, x in zip(even, PAIR_SHARES, strict=True)]
        distribution = [weight / sum(weights) for weight in weights]
        condition = has_share(share_of(elo)) if scale == Scale.logistic else has_distance(elo)
        low, high = (low, lean) if condition(distribution) > 0 else (lean, high)
    return distribution


def end_of(test: Sprt, truth: Sequence[float], draw: random.Random) -> Verdict:
    """How a test ends when it looks after every fourth pair."""
    counts = [0] * 5
    while True:
        for result in draw.choices(range(5), truth, k=4):
            counts[result] += 1
        none, half, one, more, two = counts
        verdict = test.verdict(Pentanomial((none, half, one, more, two)))
        if verdict is not None:
            return verdict


@pytest.mark.parametrize("scale", Scale)
def test_a_test_errs_about_as_often_as_it_may(scale: Scale) -> None:
    """Wald's bounds hold for a test that looks at every pair and has no excess over them: rather less often, then."""
    test = Sprt(0, 80, alpha=0.1, beta=0.1, scale=scale)
    draw = random.Random(2024)
    runs = 150
    worse, better = (leaning(elo, scale) for elo in (test.elo0, test.elo1))
    wrongly_better = sum(end_of(test, worse, draw) is Verdict.better for _ in range(runs))
    wrongly_not = sum(end_of(test, better, draw) is Verdict.not_better for _ in range(runs))
    assert 0.04 * runs <= wrongly_better <= 0.14 * runs
    assert 0.04 * runs <= wrongly_not <= 0.14 * runs
