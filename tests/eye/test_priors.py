"""The shares of the kinds of content are estimated from each grid."""

import numpy as np
import pytest

from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.priors import TRAINED, adapt
from mailbot.pictures.arrays import Floats, Ints
from tests.workshop.digits.rendering import SHARES

BLANK, PRINT, HAND, JUNK = (
    CLASSES.index(c) for c in ("blank", "print 8", "hand 6", "junk")
)


def seen(shares: dict[int, float], cells: int) -> tuple[Floats, Ints]:
    """The probabilities of cells drawn by shares, by a network trained on other shares.

    Each class looks like itself by two units of Gaussian noise.
    """
    rng = np.random.default_rng(5)
    classes = np.array(list(shares))
    truth = rng.choice(classes, cells, p=list(shares.values()))
    looks = 2.0 * (truth[:, None] == classes) + rng.normal(size=(cells, len(classes)))
    likely = np.exp(2.0 * looks) * TRAINED[[0, 1, 2, 4]]
    probs = np.zeros((cells, len(CLASSES)), np.float32)
    probs[:, classes] = likely / likely.sum(axis=1, keepdims=True)
    return probs, truth


def surprise(probs: Floats, truth: Ints) -> float:
    return float(-np.log(probs[np.arange(len(truth)), truth]).mean())


@pytest.mark.parametrize(
    "shares",
    [
        {BLANK: 0.65, PRINT: 0.35, HAND: 0.0, JUNK: 0.0},
        {BLANK: 0.02, PRINT: 0.35, HAND: 0.63, JUNK: 0.0},
        {BLANK: 0.4, PRINT: 0.1, HAND: 0.1, JUNK: 0.4},
    ],
)
def test_a_grid_of_its_own_mix_surprises_less(shares: dict[int, float]) -> None:
    probs, truth = seen(shares, 810)
    adapted = adapt(probs)
    assert adapted.sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert surprise(adapted, truth) < 0.9 * surprise(probs, truth)


def test_a_mix_like_that_of_training_is_left_alone() -> None:
    probs = np.zeros((100, len(CLASSES)), np.float32)
    kinds = (BLANK, PRINT, HAND, CLASSES.index("C"), JUNK)
    probs[:, kinds] = TRAINED
    assert adapt(probs) == pytest.approx(probs, abs=1e-6)


def test_a_single_digit_crossed_out_in_print_stays_doubtful() -> None:
    probs = np.zeros((81, len(CLASSES)), np.float32)
    probs[:50, BLANK] = probs[50:80, PRINT] = 1
    probs[80, [JUNK, PRINT]] = 0.9, 0.1
    adapted = adapt(probs)
    assert adapted[80, JUNK] > 0.5
    assert adapted[:80] == pytest.approx(probs[:80])


def test_the_shares_of_training_are_those_of_the_recipe() -> None:
    drawn = {draw.__name__: share for draw, share in SHARES}
    struck = drawn["draw_struck"] / 2
    shares = [
        drawn["draw_blank"] + drawn["draw_marks"],
        drawn["draw_printed"],
        drawn["draw_written"] + 0.6 * struck,
        drawn["draw_wide"],
        drawn["draw_junk"] + 1.4 * struck,
    ]
    assert pytest.approx(shares) == TRAINED
