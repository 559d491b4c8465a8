"""The network that tells two digits printed over each other from one."""

from itertools import combinations

import numpy as np
import pytest

from mailbot.eye.read.cells import SIDE, normalise
from mailbot.eye.read.overprint.contents import MODEL, log_odds_of_another
from mailbot.pictures.arrays import Bytes
from mailbot.workshop.paper.type import EMBEDDED, set_text

_ALIKE = {(1, 4), (3, 8), (5, 6), (5, 8), (6, 8), (8, 9), (3, 9), (5, 9)}
"""Pairs whose strokes lie over each other in most types."""


def cell_with(*digits: int) -> Bytes:
    """A normalised cell with digits of Pillow's own type in its middle."""
    ink = np.zeros((SIDE, SIDE), np.uint8)
    for digit in digits:
        glyph = set_text(str(digit), EMBEDDED, 22)
        height, width = glyph.shape
        top, left = (SIDE - height) // 2, (SIDE - width) // 2
        place = ink[top : top + height, left : left + width]
        np.maximum(place, glyph, out=place)
    return normalise(np.asarray(240 - ink * 0.9, np.float32), 0.4)


@pytest.mark.parametrize("digit", range(1, 10))
def test_no_other_digit_is_seen_in_a_digit(digit: int) -> None:
    log_odds = log_odds_of_another(cell_with(digit)[None], [digit])[0]
    others = [log_odds[other] for other in range(1, 10) if other != digit]
    assert max(others) < 0


def test_of_two_digits_over_each_other_both_are_seen() -> None:
    pairs = [p for p in combinations(range(1, 10), 2) if p not in _ALIKE]
    cells = np.stack([cell_with(*pair) for pair in pairs])
    seconds = log_odds_of_another(cells, [one for one, _ in pairs])
    firsts = log_odds_of_another(cells, [other for _, other in pairs])
    seen = [
        min(first[one], second[other]) > 0
        for (one, other), first, second in zip(pairs, firsts, seconds, strict=True)
    ]
    assert np.mean(seen) > 0.9


def test_the_network_is_no_larger_than_half_a_megabyte() -> None:
    assert MODEL.stat().st_size <= 500_000
