"""Ratios of sums and their intervals."""

from __future__ import annotations

from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamegrove.experiments.page import decided
from gamegrove.experiments.ratios import (
    LESS,
    decided_by_share,
    mean_of_ratios,
    ratio_of_sums,
    ratio_over_groups,
    share_of_draws,
)

CASES = st.lists(st.tuples(st.integers(1, 10**6), st.integers(1, 10**6)), min_size=1, max_size=12)


@given(CASES)
def test_an_interval_lies_between_the_smallest_and_the_largest_ratio_of_a_case(cases: list[tuple[int, int]]) -> None:
    figures, bases = [case[0] for case in cases], [case[1] for case in cases]
    single = [figure / base for figure, base in cases]
    found = ratio_of_sums(figures, bases)
    assert found.value == sum(figures) / sum(bases)
    slack = 1e-9 * max(single)
    assert min(single) - slack <= found.low <= found.high <= max(single) + slack
    assert found.reach == (found.high - found.low) / 2


@given(CASES, st.integers(2, 9))
def test_a_larger_unit_makes_the_whole_interval_larger(cases: list[tuple[int, int]], factor: int) -> None:
    figures, bases = [case[0] for case in cases], [case[1] for case in cases]
    one, many = ratio_of_sums(figures, bases), ratio_of_sums([factor * figure for figure in figures], bases)
    assert (many.low, many.value, many.high) == pytest.approx((factor * one.low, factor * one.value, factor * one.high))


def test_more_cases_of_the_same_kind_are_surer() -> None:
    few = ratio_of_sums([1, 3] * 3, [2, 2] * 3)
    many = ratio_of_sums([1, 3] * 50, [2, 2] * 50)
    assert few.value == many.value == 1
    assert 0 < many.reach < few.reach / 2


def test_the_interval_of_a_normal_sample_is_the_one_of_the_textbook() -> None:
    """400 cases around 100 with a deviation of 10: 95 % lie within 1.96 times 10 / 20."""
    normal = NormalDist(100, 10)
    found = ratio_of_sums([normal.inv_cdf((case + 0.5) / 400) for case in range(400)], [1] * 400)
    assert found.value == pytest.approx(100)
    assert found.reach == pytest.approx(0.98, rel=0.1)
    assert found.interval == pytest.approx((99.02, 100.98), abs=0.15)


def test_ratios_of_the_same_cases_are_drawn_together() -> None:
    """What one depth has more in a case, the other has less, so that their mean never changes."""
    found = mean_of_ratios([([1, 3, 2], [2, 2, 2]), ([3, 1, 2], [2, 2, 2])])
    assert found.interval == (1, 1)
    assert ratio_of_sums([1, 3, 2], [2, 2, 2]).reach > 0


def test_groups_are_drawn_within_themselves() -> None:
    """Two groups without any spread have none together; in one pot they would."""
    few, many = [1.0] * 6, [3.0] * 6
    assert ratio_over_groups([(few, [2] * 6), (many, [2] * 6)]).interval == (1, 1)
    assert ratio_of_sums(few + many, [2] * 12).reach > 0.2


def test_every_group_has_draws_of_its_own() -> None:
    """The same draw for both would always take one group's gain from the other."""
    assert ratio_over_groups([([1, 3] * 4, [2] * 8), ([3, 1] * 4, [2] * 8)]).reach > 0


def test_what_holds_in_almost_all_draws_is_decided() -> None:
    assert share_of_draws(5, lambda draw: len(draw) == 5) == 1
    assert share_of_draws(2, lambda draw: sum(draw) == 2) == pytest.approx(0.25, abs=0.05)
    assert [decided_by_share(share) for share in (1.0, 0.975, 0.97, 0.5, 0.03, 0.025, 0.0)] == [
        *(True, True, None, None, None),
        *(False, False),
    ]


def test_equal_sums_are_not_less() -> None:
    assert decided((1.0, 1.0), LESS) is False
    assert decided((0.9, 0.999), LESS) is True
    assert decided((0.9, 1.0), LESS) is None
