"""The ink of a cut cell, and the normalised cell that the network sees.

Ink is measured relative to the paper of its own cell. Its contrast is stretched to the
full, but no further than the contrast of the whole grid allows: else the grain of blank
paper would look like digits. The network is trained on cells normalised here, so a
change here asks for new weights.
"""

import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bools, Bytes, Floats, percentile
from mailbot.pictures.pixels import Gray

SIDE = 32
"""Side of a normalised cell, in pixels."""

PAPER, FULL = 60.0, 200.0
"""Brightness of paper and of full ink in a normalised cell. Darker than PAPER shows
what is lighter than the paper."""

_INNER = slice(4, -4)  # of 32 pixels: where the paper's lightness is measured
_INK = slice(5, -5)  # of 32 pixels: where the ink's contrast is measured
_PAPER_LEVEL = 70  # percentile of a cell's lightness that is the paper's
_STRONGEST = 97  # percentile of a cell's ink that is its strongest: specks are stronger
_FAINT = 115  # of a normalised cell: paler pixels are the grain of paper
_SPECKS = 2  # pixels of ink that are no stroke
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
    paper = np.maximum(level(light[:, _INNER, _INNER], _PAPER_LEVEL), _LEAST_PAPER)
    return np.asarray((paper[:, None, None] - light) / paper[:, None, None], np.float32)


def contrasts(ink: Floats) -> Floats:
    """The contrast of the strongest ink in each cell, shape [n]."""
    return level(ink[:, _INK, _INK], _STRONGEST)


def has_ink(normalised: Bytes) -> Bools:
    """Which cells [n, 32, 32] hold more than specks and what is as pale as paper, [n].

    On photographs of newspapers half of the cells hold no ink, and none of these a
    digit: its strokes would be fainter than a sixth of the grid's.
    """
    inner = normalised[:, _INNER, _INNER]
    return np.asarray((inner > _FAINT).sum(axis=(1, 2)) > _SPECKS)


def least_channel(colours: Floats) -> Floats:
    """The least of three channels [..., 3]; `min` takes fifty times as long."""
    return np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])


def most_channel(colours: Floats) -> Floats:
    """The greatest of three channels [..., 3]; `max` takes fifty times as long."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def level(cells: Floats, percent: float) -> Floats:
    """A percentile of the values of each cell [n, h, w], shape [n]."""
    return percentile(cells.reshape(len(cells), -1), percent, axis=1)


def stretch(ink: Floats, floor: float) -> Gray:
    """Relative ink as pictures, each cell stretched by its own contrast.

    Args:
        ink: shape [n, 32, 32].
        floor: see `normalise`.
    """
    full = np.maximum(contrasts(ink), max(floor, _LEAST_CONTRAST))[:, None, None]
    pixels = ink / full * (FULL - PAPER) + PAPER
    return Gray(np.clip(pixels, 0, 255).astype(np.uint8))
