"""Takes a sign that a program prints in every empty cell for a blank.

Such a sign may be a star, a dash or a question mark. It is drawn alike everywhere, and
stands in more cells than any digit can: each digit stands once in a row.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.cells import PAPER, has_ink
from mailbot.eye.read.cutting import Cut
from mailbot.eye.read.symbols import HAND, PRINT
from mailbot.pictures.arrays import Bools, Floats
from mailbot.pictures.pixels import Gray


@dataclass(frozen=True, slots=True)
class _SignLimits:
    """What is a sign for empty cells; not measured one by one."""

    # Correlation from which on two cells show the same.
    alike: float = 0.9
    # Cells that show it at least, in sides of the grid.
    often: float = 1.5
    # Probability from which on a digit is surely read. In coarse pictures different
    # digits are alike; a sign is never read as two of them.
    sure: float = 0.9
    # Share of the cells alike that are surely read as a digit, from which on the
    # network takes the sign itself for a digit. Where fewer are, they are digits that
    # look like the sign.
    most: float = 0.5


_LIMITS = _SignLimits()
_INNER = slice(4, -4)  # of 32 pixels: inside the lines


def signs_for_blanks(normalised: Gray, probs: Floats) -> Bools:
    """Which cells hold a sign that stands for an empty cell, [n].

    Args:
        normalised: the cells, shape [n, 32, 32].
        probs: probabilities of the network's classes, shape [n, classes].
    """
    signs = np.zeros(len(normalised), np.bool_)
    inked = np.flatnonzero(has_ink(normalised))
    often = _LIMITS.often * len(normalised) ** 0.5
    if len(inked) < often:
        return signs
    # Signs that are set between pixels are not quite alike.
    soft = [cv2.GaussianBlur(normalised[cell], (0, 0), 1.0) for cell in inked]
    seen = np.array(soft)[:, _INNER, _INNER].reshape(len(soft), -1).astype(np.float32)
    seen -= seen.mean(axis=1, keepdims=True)
    seen /= np.maximum(np.linalg.norm(seen, axis=1, keepdims=True), 1)
    alike = seen @ seen.T > _LIMITS.alike
    most = inked[alike[alike[alike.sum(axis=1).argmax()]].any(axis=0)]
    digits = probs[most][:, PRINT] + probs[most][:, HAND]
    read, sure = digits.argmax(axis=1), digits.max(axis=1) > _LIMITS.sure
    if sure.mean() < _LIMITS.most:
        most = most[~sure]  # an 8 among zeros that are struck through
    elif len(set(read[sure].tolist())) > 1:
        return signs
    signs[most] = len(most) >= often
    return signs


def blanked(cells: Cut, signs: Bools) -> Cut:
    """The cells, with nothing in some of them [n]."""
    patches, ink = cells.patches.copy(), cells.ink.copy()
    normalised = cells.normalised.copy()
    patches[signs] = np.median(patches[signs], axis=(1, 2), keepdims=True)
    ink[signs], normalised[signs] = 0, PAPER
    return replace(cells, patches=patches, ink=ink, normalised=Gray(normalised))
