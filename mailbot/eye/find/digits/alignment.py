"""Lays a surface so that its digits stand in the middles of nine by nine cells."""

import cv2
import numpy as np

from mailbot.eye.find.digits.blobs import blobs_by_tone, digits_among, scale_of
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.lines.lattice import MARGIN, SIDE, UNIT
from mailbot.eye.find.surface import Surface
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats

_CELLS = 9
_LEAST = 17  # digits of a puzzle
_HEIGHT = 0.3  # by which digits differ in height at most, as a share of the usual one
_OFF = 0.12  # cells by which most digits may lie off the middles of their cells
_MOST = 0.7  # share of the digits that must not


def along_digits(view: Gray, surface: Surface) -> Surface:
    """Flat paper near a surface, on which digits stand in the middles of their cells.

    Each digit is taken for that of the cell in whose square it stands, so it may be off
    by less than half a cell. Where too few digits agree, it is the surface itself.

    Args:
        view: what the surface shows, unfolded.
        surface: where the board lies, about.
    """
    for blobs in blobs_by_tone(view, scale_of(view)):
        places = (_digits(blobs) / scale_of(view) - MARGIN) / SIDE
        places = places[((places > 0) & (places < 1)).all(axis=1)]
        if len(places) < _LEAST:
            continue
        middles = ((np.floor(places * _CELLS) + 0.5) / _CELLS).astype(np.float32)
        points = surface.points(places)
        cell = float(np.sqrt(cv2.contourArea(surface.points(UNIT)))) / _CELLS
        through, fits = cv2.findHomography(middles, points, cv2.RANSAC, _OFF * cell)
        if through is None:
            continue
        if fits.mean() > _MOST:
            return Surface(FLAT, np.asarray(through, np.float64))
    return surface


def _digits(blobs: Floats) -> Floats:
    """The middles of the digits that are as high as most, [n, 2]."""
    digits = digits_among(blobs)
    if not len(digits):
        return digits[:, :2]
    usual = float(np.median(digits[:, 3]))
    return digits[np.abs(digits[:, 3] - usual) < _HEIGHT * usual, :2]
