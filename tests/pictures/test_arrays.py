"""Percentiles of arrays of numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.pictures.arrays import median, percentile
from tests.examples import examples


@examples(100)
@given(
    st.sampled_from([np.uint8, np.int64, np.float32, np.float64]),
    st.tuples(st.integers(1, 5), st.integers(1, 40), st.integers(1, 5)),
    st.sampled_from([None, 0, 1, 2]),
    st.floats(0, 100),
    st.integers(0, 99),
)
def test_percentiles_are_those_of_numpy(
    kind: type[np.generic],
    extent: tuple[int, int, int],
    axis: int | None,
    percent: float,
    seed: int,
) -> None:
    values = (np.random.default_rng(seed).random(extent) * 250).astype(kind)
    close = pytest.approx(np.percentile(values, percent, axis), abs=1e-3)
    assert percentile(values, percent, axis) == close
    assert np.array_equal(median(values, axis), np.median(values, axis))


def test_many_values_and_none_have_percentiles() -> None:
    many = np.random.default_rng(1).random(100_000).astype(np.float32)
    assert percentile(many, 99.5) == pytest.approx(np.percentile(many, 99.5))
    assert np.isnan(median(many[:0]))
    assert np.isnan(median(np.zeros((3, 0, 2)), 1)).all()
