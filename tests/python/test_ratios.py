"""Ratios of sums and their intervals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamegrove.experiments.ratios import ratio_of_sums

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
