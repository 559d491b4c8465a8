"""Givens told from entries: by the ink, and by the pattern that they make."""

import numpy as np
import pytest

from mailbot.eye.decide.ink import even_out

SHARE = 0.35  # of the cells are givens


def patterns(turned: bool) -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    made = []
    for _ in range(20):
        half = rng.random((9, 9)) < SHARE
        mirrored = half[::-1, ::-1] if turned else half[:, ::-1]
        made.append((half | mirrored).ravel())
    return made


@pytest.mark.parametrize("turned", [True, False])
def test_a_cell_on_the_wrong_side_is_found_by_its_partner(turned: bool) -> None:
    for pattern in patterns(turned):
        lean = np.where(pattern, 5.0, -5.0).astype(np.float32)
        cell = next(c for c in np.flatnonzero(pattern) if c // 9 != 4 and c % 9 != 4)
        mistaken = pattern.copy()
        mistaken[cell] = False
        lean[cell] = -1.0
        assert any((even == pattern).all() for even in even_out(lean, mistaken))


def test_what_is_not_filled_is_no_given() -> None:
    pattern = patterns(turned=True)[0]
    lean = np.where(pattern, 5.0, -np.inf).astype(np.float32)
    cell = int(np.flatnonzero(pattern & (np.arange(81) != 40))[0])
    lean[cell], pattern[cell] = -np.inf, False
    [even] = even_out(lean, pattern)
    assert not even[cell]


def test_a_pattern_without_symmetry_is_left_alone() -> None:
    uneven = np.random.default_rng(6).random(81) < SHARE
    assert list(even_out(np.zeros(81, np.float32), uneven)) == []


def test_a_symmetrical_pattern_needs_no_other() -> None:
    cross = np.zeros((9, 9), np.bool_)
    cross[4], cross[:, 4] = True, True
    assert list(even_out(np.zeros(81, np.float32), cross.ravel())) == []


def test_a_pattern_that_two_pairs_of_cells_break_is_left_alone() -> None:
    pattern = np.zeros((9, 9), np.bool_)
    pattern[::2, ::2] = True
    pattern[0, 2] = pattern[2, 8] = False
    lean = np.where(pattern.ravel(), 5.0, -1.0).astype(np.float32)
    assert list(even_out(lean, pattern.ravel())) == []
    pattern[0, 2] = True
    assert list(even_out(lean, pattern.ravel())) != []
