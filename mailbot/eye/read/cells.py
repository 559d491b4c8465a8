"""The ink of a cut cell, and the normalised cell that the network sees.

Ink is measured relative to the paper of its own cell. Its contrast is stretched to the
full, but no further than the contrast of the whole grid allows: else the grain of blank
paper would look like digits. The network is trained on cells normalised here, so a
change here asks for new weights.
"""

import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Gray

SIDE = 32
"""Side of a normalised cell, in pixels."""

PAPER, FULL = 60.0, 200.0
"""Brightness of paper and of full ink in a normalised cell. Darker than PAPER shows
what is lighter than the paper."""

_INNER = slice(4, -4)  # of 32 pixels: where the paper's lightness is measured
_INK = slice(5, -5)  # of 32 pixels: where the ink's contrast is measured
_LEAST_PAPER = 20.0  # lightness; keeps the relative ink of black paper finite
_LEAST_CONTRAST = 0.05  # of the paper's lightness; keeps the grain of paper faint


def normalise(patch: npt.NDArray[np.uint8 | np.float32], floor: float) -> Gray:
    """A cell as the network sees it: ink bright on dark, its contrast stretched.

    Args:
        patch: lightness 0..255, dark ink on light paper, shape [32, 32].
        floor: the least contrast (ink relative to paper, 0..1) that is stretched to
            the full; what is fainter stays faint.
    """
    ink = relative_ink(patch[None])
    return Gray(stretch(ink, floor)[0])


def relative_ink(
    patches: npt.NDArray[np.uint8 | np.float32],
) -> Floats:
    """How much darker than its cell's paper each pixel is, as a share of the paper.

    Args:
        patches: dark ink on light paper, shape [n, 32, 32].
    """
    light = patches.astype(np.float32)
    inner = light[:, _INNER, _INNER].reshape(len(light), -1)
    paper = np.maximum(np.percentile(inner, 70, axis=1), _LEAST_PAPER)
    paper = paper.astype(np.float32)[:, None, None]
    return (paper - light) / paper


def contrasts(ink: Floats) -> Floats:
    """The contrast of the strongest ink in each cell, shape [n]."""
    inner = ink[:, _INK, _INK].reshape(len(ink), -1)
    return np.percentile(inner, 97, axis=1).astype(np.float32)


def stretch(ink: Floats, floor: float) -> Gray:
    """Relative ink as pictures, each cell stretched by its own contrast.

    Args:
        ink: shape [n, 32, 32].
        floor: see `normalise`.
    """
    full = np.maximum(contrasts(ink), max(floor, _LEAST_CONTRAST))[:, None, None]
    pixels = ink / full * (FULL - PAPER) + PAPER
    return Gray(np.clip(pixels, 0, 255).astype(np.uint8))
