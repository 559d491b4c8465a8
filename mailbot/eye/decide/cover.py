"""Finds the cells that something lies on: a thumb, a cup, a glare.

They look empty to the network. But the lattice has lines around them, and these cannot
be seen: what hides them may hide a digit as well. Its colour tells nothing, since a
glare or a strip of paper is as white as the page.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.borders import missing_pieces
from mailbot.eye.read.recognise import Recognised
from mailbot.model import Ink, Reading
from mailbot.pictures.arrays import Bools


@dataclass(frozen=True, slots=True)
class _CoverLimits:
    """What is covered; measured on drawn pages (tests/eye/test_cover.py).

    Looser values call empty cells covered, which are then asked about.
    """

    # Fit of a lattice below which it has hardly any line, if the network is not sure.
    fit: float = 0.55
    # Borders of a covered cell that are hidden, at least. Where a mesh is not exact,
    # only one border of a cell may seem to be.
    borders: int = 2
    # Missing pieces of each of these borders, at least: half of a border.
    pieces: int = 2
    # ... of a cell beside these: any, but that many in all.
    partly: int = 3
    # Covered cells side by side, at least: single ones may be an app's chosen cell.
    least: int = 2
    # Missing pieces of a cell up to which a digit that is read with that probability is
    # in full view: of 113 of them, read by 0.97 or more, none was misread; where more
    # pieces are missing, 6 of 60.
    aside: int = 5
    sure: float = 0.99


_LIMITS = _CoverLimits()


def covered_cells(seen: Recognised) -> Bools:
    """Which cells of a grid something lies on; shape [N*N].

    Where it lies on a part of a cell beside a digit that is read, the cell is not one
    of them. Nothing is known of a lattice that was not found by its lines, or of which
    hardly any line is seen.
    """
    lattice = seen.sighting
    faint = lattice.score < _LIMITS.fit and not lattice.sure
    if faint or not lattice.by_lines:
        return np.zeros(seen.size**2, np.bool_)
    missing = missing_pieces(seen.cells.patches)
    surely = (missing >= _LIMITS.pieces).sum(axis=0) >= _LIMITS.borders
    partly = (missing > 0).sum(axis=0) >= _LIMITS.borders
    partly &= missing.sum(axis=0) >= _LIMITS.partly
    places = np.asarray(cv2.connectedComponents((surely | partly).astype(np.uint8))[1])
    most = np.bincount(places[surely], minlength=int(places.max()) + 1)
    covered = (most >= _LIMITS.least)[places] & (places > 0)
    aside = missing.sum(axis=0) <= _LIMITS.aside
    read = seen.log_probs[:, 1:].max(axis=1) > np.log(_LIMITS.sure)
    return np.asarray(covered.ravel() & ~(aside.ravel() & read))


def doubt(seen: Recognised, covered: Bools) -> Recognised:
    """The grid, with nothing known of its covered cells [N*N].

    What is left of a digit there may look like another one.
    """
    log_probs = seen.log_probs.copy()
    log_probs[covered, 0] = np.log(0.5)
    log_probs[covered, 1:] = np.log(0.5 / seen.size)
    return replace(seen, log_probs=log_probs)


def mark_covered(reading: Reading, covered: Bools) -> Reading:
    """The reading, its covered cells [N*N] named as such where no digit is read."""
    cells = (
        replace(cell, ink=Ink.COVERED) if hidden and not cell.digit else cell
        for cell, hidden in zip(reading.cells, covered, strict=True)
    )
    return replace(reading, cells=tuple(cells))
