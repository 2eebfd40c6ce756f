"""Ratings of the players of a tournament."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize  # type: ignore[import-untyped]

from gamegrove import GamegroveError
from gamegrove.tournament import Pentanomial, Rating, elo_of, rate, share_of
from gamegrove.tournament.summary import Score

Results = dict[tuple[str, str], Score]
PLAYERS = ("ann", "bob", "cid", "dot", "eve")


def by_name(ratings: tuple[Rating, ...]) -> dict[str, Rating]:
    return {rating.player: rating for rating in ratings}


@st.composite
def tournaments(draw: st.DrawFn) -> Results:
    """Round robins in which every pairing has at least a point for either side, so that nothing is one-sided."""
    names = PLAYERS[: draw(st.integers(2, len(PLAYERS)))]
    points = st.integers(1, 40)
    return {pairing: Score(draw(points), draw(st.integers(0, 40)), draw(points)) for pairing in combinations(names, 2)}


def likelihood(elo: Mapping[str, float], results: Results) -> float:
    """The logarithm of the likelihood of results, straight from the definition."""
    total = 0.0
    for (a, b), score in results.items():
        share = share_of(elo[a] - elo[b])
        total += (score.wins + score.draws / 2) * math.log(share) + (score.losses + score.draws / 2) * math.log1p(
            -share
        )
    return total


@given(tournaments())
def test_no_other_ratings_make_the_results_likelier(results: Results) -> None:
    """Compared with what scipy finds, which knows no derivatives."""
    ratings = by_name(rate(results))
    names = list(ratings)
    found = minimize(
        lambda free: -likelihood(dict(zip(names, [0.0, *(100 * each for each in free)], strict=True)), results),
        [0.0] * (len(names) - 1),
        method="BFGS",
        options={"gtol": 1e-6},
    )
    for name, free in zip(names[1:], found.x, strict=True):
        assert ratings[name].elo - ratings[names[0]].elo == pytest.approx(100 * free, abs=0.01)


def expected_points(name: str, ratings: Mapping[str, Rating], results: Results) -> float:
    """What the ratings let a player expect from the games it has played."""
    total = 0.0
    for pairing, score in results.items():
        if name in pairing:
            (other,) = set(pairing) - {name}
            total += score.games * share_of(ratings[name].elo - ratings[other].elo)
    return total


@given(tournaments())
def test_everybody_has_won_what_the_ratings_let_expect(results: Results) -> None:
    """This is where the likelihood is highest; the shares and numbers of games are those of the results."""
    ratings = by_name(rate(results))
    for name, rating in ratings.items():
        assert rating.games == sum(score.games for pairing, score in results.items() if name in pairing)
        assert rating.share * rating.games == pytest.approx(expected_points(name, ratings, results))
        assert not rating.one_sided


def test_ratings_are_found_where_whole_steps_would_lead_astray() -> None:
    results = {
        ("ann", "bob"): Score(1000, 0, 0),
        ("bob", "cid"): Score(1, 0, 0),
        ("cid", "dot"): Score(1000, 0, 0),
        ("ann", "dot"): Score(1000, 1, 0),
    }
    ratings = by_name(rate(results))
    for name, rating in ratings.items():
        assert rating.share * rating.games == pytest.approx(expected_points(name, ratings, results))


@given(tournaments())
def test_the_mean_is_zero_unless_a_player_is_the_anchor(results: Results) -> None:
    free, fixed = rate(results), by_name(rate(results, anchor="bob"))
    assert sum(rating.elo for rating in free) == pytest.approx(0, abs=1e-6)
    assert (fixed["bob"].low, fixed["bob"].elo, fixed["bob"].high) == pytest.approx((0, 0, 0), abs=1e-6)
    bob = by_name(free)["bob"].elo
    assert {rating.player: rating.elo - bob for rating in free} == pytest.approx(
        {name: rating.elo for name, rating in fixed.items()}, abs=1e-6
    )


@given(st.integers(1, 500), st.integers(0, 500), st.integers(1, 500))
def test_two_players_are_as_far_apart_as_their_share_says(wins: int, draws: int, losses: int) -> None:
    score = Score(wins, draws, losses)
    assert score.share is not None
    ratings = by_name(rate({("ann", "bob"): score}, anchor="bob"))
    assert ratings["ann"].elo == pytest.approx(elo_of(score.share), abs=1e-6)
    # The variance of the logarithm of the odds, as textbooks have it.
    deviation = 400 / math.log(10) / math.sqrt(score.games * score.share * (1 - score.share))
    assert (ratings["ann"].high - ratings["ann"].low) / 2 == pytest.approx(1.96 * deviation, rel=1e-3)


def test_the_order_of_players_and_results_changes_nothing() -> None:
    results = {
        ("ann", "bob"): Score(5, 3, 2),
        ("ann", "cid"): Score(7, 0, 3),
        ("bob", "dot"): Score(1, 6, 4),
        ("cid", "dot"): Score(4, 1, 4),
    }
    known = rate(results)
    assert [rating.elo for rating in known] == sorted((rating.elo for rating in known), reverse=True)
    for order in permutations(results):
        assert rate({pairing: results[pairing] for pairing in order}) == known
    assert rate({(b, a): Score(s.losses, s.draws, s.wins) for (a, b), s in results.items()}) == known


def test_other_names_have_the_same_ratings() -> None:
    results = {("ann", "bob"): Score(5, 3, 2), ("bob", "cid"): Score(7, 0, 3), ("cid", "ann"): Score(2, 2, 4)}
    known = by_name(rate(results))
    for names in permutations(("x", "y", "z")):
        other = dict(zip(("ann", "bob", "cid"), names, strict=True))
        found = by_name(rate({(other[a], other[b]): score for (a, b), score in results.items()}))
        for name, rating in known.items():
            same = found[other[name]]
            assert (same.elo, same.low, same.high) == pytest.approx((rating.elo, rating.low, rating.high))


def test_equal_players_stand_in_the_order_of_their_names() -> None:
    ratings = rate({pairing: Score(1, 1, 1) for pairing in combinations("dcba", 2)})
    assert [rating.player for rating in ratings] == ["a", "b", "c", "d"]
    assert {round(rating.elo, 6) for rating in ratings} == {0}


def test_pairs_count_like_the_games_they_consist_of() -> None:
    pairs = {("ann", "bob"): Pentanomial((1, 2, 4, 3, 2)), ("bob", "cid"): Pentanomial((0, 2, 5, 2, 0))}
    games = {("ann", "bob"): Score(13, 1, 10), ("bob", "cid"): Score(9, 0, 9)}
    assert rate(pairs) == rate(games)


def test_both_directions_of_a_pairing_are_added() -> None:
    there_and_back = {("ann", "bob"): Score(3, 1, 1), ("bob", "ann"): Score(2, 0, 2)}
    assert rate(there_and_back) == rate({("ann", "bob"): Score(5, 1, 3)})


def test_a_chain_of_players_adds_up() -> None:
    names = [f"p{number:02}" for number in range(12)]
    ratings = by_name(rate({pairing: Score(3, 0, 1) for pairing in pairwise(names)}, "p11"))
    for steps, name in enumerate(reversed(names)):
        assert ratings[name].elo == pytest.approx(steps * elo_of(0.75), abs=1e-6)
        assert ratings[name].high - ratings[name].elo == pytest.approx(
            math.sqrt(steps) * (ratings["p10"].high - ratings["p10"].elo), abs=1e-6
        )


# -- One-sided results.


def test_who_has_won_everything_gets_a_finite_rating_and_a_mark() -> None:
    results = {
        ("ann", "bob"): Score(10, 0, 0),
        ("ann", "cid"): Score(10, 0, 0),
        ("bob", "cid"): Score(6, 2, 2),
    }
    ratings = by_name(rate(results))
    assert [name for name, rating in ratings.items() if rating.one_sided] == ["ann"]
    assert ratings["ann"].share == 1
    assert ratings["ann"].games == 20
    assert ratings["ann"].elo > ratings["bob"].high
    assert all(math.isfinite(bound) for rating in ratings.values() for bound in (rating.low, rating.high))
    # The others' distance moves by far less than it is sure.
    moved = ratings["bob"].elo - ratings["cid"].elo - elo_of(0.7)
    assert abs(moved) < (ratings["bob"].high - ratings["bob"].low) / 10


def test_a_one_sided_pairing_counts_as_having_one_draw_more() -> None:
    ratings = by_name(rate({("ann", "bob"): Score(10, 0, 0)}, anchor="bob"))
    assert ratings["ann"].elo == pytest.approx(elo_of(10.5 / 11))
    assert ratings["ann"].one_sided
    assert ratings["bob"].one_sided
    assert ratings["bob"].share == 0


def test_more_wins_without_a_loss_make_a_higher_rating() -> None:
    elos = [rate({("ann", "bob"): Score(wins, 0, 0)}, anchor="bob")[0].elo for wins in (1, 2, 10, 1000)]
    assert elos == sorted(set(elos))


def test_a_group_that_has_won_everything_against_the_rest_is_marked() -> None:
    strong = {("ann", "bob"): Score(3, 0, 2)}
    weak = {("cid", "dot"): Score(2, 1, 3), ("dot", "eve"): Score(1, 1, 1)}
    between = {(a, b): Score(4, 0, 0) for a in ("ann", "bob") for b in ("cid", "eve")}
    ratings = by_name(rate({**strong, **weak, **between}))
    assert {name for name, rating in ratings.items() if rating.one_sided} == {"ann", "bob"}


def test_a_circle_of_clean_wins_is_not_one_sided() -> None:
    ratings = rate({("ann", "bob"): Score(3, 0, 0), ("bob", "cid"): Score(3, 0, 0), ("cid", "ann"): Score(3, 0, 0)})
    assert not any(rating.one_sided for rating in ratings)
    assert [rating.elo for rating in ratings] == pytest.approx([0, 0, 0], abs=1e-6)


@given(st.dictionaries(st.sampled_from(list(combinations(PLAYERS, 2))), st.integers(0, 10), min_size=10, max_size=10))
def test_any_connected_results_have_finite_ratings(wins: dict[tuple[str, str], int]) -> None:
    """Ten pairings of ten games without draws, from all won to all lost."""
    ratings = rate({pairing: Score(won, 0, 10 - won) for pairing, won in wins.items()})
    for rating in ratings:
        assert -3000 < rating.low < rating.elo < rating.high < 3000
        assert rating.one_sided or 0 < rating.share < 1


# -- What cannot be rated.


def test_players_whom_no_games_connect_are_refused_by_name() -> None:
    apart = {("ann", "bob"): Score(1, 1, 1), ("cid", "dot"): Score(1, 1, 1), ("bob", "cid"): Score(0, 0, 0)}
    with pytest.raises(GamegroveError, match="results must connect all players: no games lead from ann to cid"):
        rate(apart)
    with pytest.raises(GamegroveError, match="no games lead from ann to bob"):
        rate({("ann", "bob"): Pentanomial.of([])})


def test_nobody_plays_himself_and_the_anchor_plays() -> None:
    with pytest.raises(GamegroveError, match="results must be between two players, not 'ann' and itself"):
        rate({("ann", "ann"): Score(1, 0, 1)})
    with pytest.raises(GamegroveError, match="anchor must be one of the players, ann, bob, not 'cid'"):
        rate({("ann", "bob"): Score(1, 0, 1)}, anchor="cid")


def test_without_results_there_are_no_ratings() -> None:
    assert rate({}) == ()


# -- Whether the intervals are right.


def simulated(elo: Mapping[str, float], games: int, draw: random.Random) -> Results:
    """A round robin without draws between players of known ratings."""
    results = {}
    for a, b in combinations(elo, 2):
        wins = sum(draw.random() < share_of(elo[a] - elo[b]) for _ in range(games))
        results[a, b] = Score(wins, 0, games - wins)
    return results


@pytest.mark.parametrize("anchor", [None, "cid"])
def test_intervals_hold_the_true_ratings_as_often_as_they_say(anchor: str | None) -> None:
    truth = {"ann": 180.0, "bob": 70.0, "cid": 0.0, "dot": -90.0, "eve": -160.0}
    draw = random.Random(3)
    tournaments = 250
    held = 0
    for _ in range(tournaments):
        ratings = rate(simulated(truth, 40, draw), anchor)
        held += sum(rating.low <= truth[rating.player] <= rating.high for rating in ratings if rating.player != anchor)
    intervals = tournaments * (len(truth) - (anchor is not None))
    assert 0.935 * intervals <= held <= 0.965 * intervals
