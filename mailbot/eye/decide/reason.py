"""Why the digits of a grid that was found cannot be read, as the sender is told."""

import cv2
import numpy as np

from mailbot.eye.decide.cover import covered_cells
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import JUNK
from mailbot.model import NoteKind
from mailbot.pictures.arrays import percentile

# What makes a grid unreadable; measured on drawn pages (tests/eye/test_reason.py).
#
# A wrong limit names the wrong reason; nothing else depends on it.

# Pixels of a cell in the picture, below which it is too small.
_SMALL = 11.0
# Lightness of the lightest hundredth, be it paper or ink, below which it is too
# dark.
_DARK = 45.0
# The steepest step between neighbouring pixels of a cell 48 pixels wide, as a share
# of the contrast, below which it is blurred: in the direction that is worst.
_BLURRED = 0.11
# ... below which it is smeared, and its share of the step in the best direction:
# small cells are as soft in all directions.
_SMEARED = 0.31
_DRAWN_OUT = 0.55
# Of all cells, the share that the largest group of adjacent cells with junk has:
# above the first and below the second bound where the grid is covered. And the
# least share that it has of all cells with junk: those that cannot be read for
# other reasons lie anywhere.
_COVERED = (0.08, 0.5)
_TOGETHER = 0.7

_DIRECTIONS = np.arange(8) * np.float32(np.pi / 8)
"""Directions in which pixels are compared, in radians."""
_LIGHTEST = 99  # percentile of the lightness: one pixel in a hundred is lighter
_STEEPEST = 99.5  # percentile of the steps between pixels: noise has steeper ones
_INK, _PAPER = 2, 90  # percentiles of the lightness


def reason(seen: Recognised) -> NoteKind:
    """The likeliest reason why a grid cannot be read."""
    side = float(np.linalg.norm(np.diff(seen.mesh, axis=1), axis=-1).mean())
    if side < _SMALL:
        return NoteKind.TOO_SMALL
    if percentile(seen.cells.patches.mean(axis=-1), _LIGHTEST) < _DARK:
        return NoteKind.TOO_DARK
    if is_blurred(seen):
        return NoteKind.BLURRED
    return NoteKind.COVERED if _is_covered(seen) else NoteKind.UNCLEAR


def _is_covered(seen: Recognised) -> bool:
    """Whether something lies on the grid: it hides lines, or is read as junk.

    Then most of the cells that hold junk are beside each other.
    """
    if covered_cells(seen).any():
        return True
    junk = (seen.probs[:, JUNK] > 0.5).reshape(seen.size, seen.size)
    if not junk.any():
        return False
    pieces = np.asarray(cv2.connectedComponents(junk.astype(np.uint8))[1])
    largest = int(np.bincount(pieces[junk]).max())
    least, most = _COVERED
    at_once = least < largest / junk.size < most
    return at_once and largest >= _TOGETHER * float(junk.sum())


def is_blurred(seen: Recognised) -> bool:
    """Whether the cells are out of focus, or smeared in one direction."""
    gray = seen.cells.patches.astype(np.float32).mean(axis=-1)
    dark, light = (percentile(gray, share) for share in (_INK, _PAPER))
    right = gray[:, :-1, 1:] - gray[:, :-1, :-1]
    down = gray[:, 1:, :-1] - gray[:, :-1, :-1]
    steps = (np.cos(angle) * right + np.sin(angle) * down for angle in _DIRECTIONS)
    steepest = [float(percentile(np.abs(step), _STEEPEST)) for step in steps]
    worst, best = min(steepest), max(steepest)
    contrast = max(float(light - dark), 1.0)
    smeared = min(_SMEARED * contrast, _DRAWN_OUT * best)
    return worst < max(_BLURRED * contrast, smeared)
