"""Finds the cells that something lies on: a thumb, a cup, a glare.

They look empty to the network. But the lines around them are gone, and their colour is
not that of the paper around them. Where many of them hold digits or marks, it is a
shadow.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.read.cells import most_channel
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import BLANK
from mailbot.model import Ink, Reading
from mailbot.pictures.arrays import Bools, Bytes, Floats, Ints

_INNER = slice(8, -8)  # of 48 pixels: inside the lines


@dataclass(frozen=True, slots=True)
class _CoverLimits:
    """What is covered; measured on drawn pages (tests/eye/test_cover.py).

    Looser values call empty cells covered, which are then asked about.
    """

    # Share of the lattice's lines that must be seen: else missing lines say nothing.
    seen: float = 0.75
    # Sides of a covered cell at which a line is seen: at most, and of a cell that is
    # surely paper: at least.
    gone: int = 1
    there: int = 3
    # Levels by which the colour of a covered cell is off the paper's.
    colour: float = 25.0
    # Mean probability of a blank in covered cells; in a shadow, digits remain.
    blank: float = 0.6
    # Share of a cell beside these that has the colour of what lies there, and how near
    # that colour is, as a share of the way to the paper's: else ink would count.
    part: float = 0.15
    near: float = 0.5
    # Covered cells of a grid, at least, since lines of a single cell may be faint; or
    # levels by which one is off.
    least: int = 2
    plain: float = 50.0


_LIMITS = _CoverLimits()


def covered_cells(seen: Recognised) -> Bools:
    """Which cells of a grid something lies on, at least in part; shape [N*N]."""
    none = np.zeros(seen.size**2, np.bool_)
    if seen.sighting.segments.seen.mean() < _LIMITS.seen:
        return none
    sides = _sides(seen)
    patches = seen.cells.patches.reshape(len(none), -1, 3)
    inner = seen.cells.patches[:, _INNER, _INNER].reshape(len(none), -1, 3)
    colours = np.median(inner, axis=1).astype(np.float32)
    paper = _paper(colours, sides >= _LIMITS.there)
    off = np.abs(colours - paper).max(axis=1)
    covered = (sides <= _LIMITS.gone) & (off > _LIMITS.colour)
    if covered.sum() < _LIMITS.least and not (off[covered] > _LIMITS.plain).any():
        return none
    if seen.probs[covered, BLANK].mean() < _LIMITS.blank:
        return none
    cover = np.median(colours[covered], axis=0)
    near = _LIMITS.near * np.abs(cover - paper).max(axis=1)
    is_cover = _distance(patches, cover) < near[:, None]
    partly = is_cover.mean(axis=1) > _LIMITS.part
    reached = covered | (partly & _beside(covered, seen.size))
    # An app colours its chosen cell to the border, and no further.
    return reached if reached.sum() > 1 else none


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


def _distance(pixels: Bytes, colour: Floats) -> Floats:
    """How far each pixel [n, k, 3] is from a colour, in levels, shape [n, k]."""
    return most_channel(np.abs(pixels.astype(np.float32) - colour))


def _beside(cells: Bools, size: int) -> Bools:
    """The cells, and those around each of them."""
    square = cells.reshape(size, size).astype(np.uint8)
    wider = cv2.dilate(square, np.ones((3, 3), np.uint8))
    return np.asarray(wider, np.bool_).ravel()


def _sides(seen: Recognised) -> Ints:
    """At how many of its four sides a line is seen, for each cell, shape [N*N]."""
    across, down = seen.sighting.segments.seen.astype(np.int64)
    sides = across[:-1] + across[1:] + down[:-1].T + down[1:].T
    return np.asarray(np.rot90(sides, -seen.turn).ravel(), np.int64)


def _paper(colours: Floats, plain: Bools) -> Floats:
    """The colour of the paper at each cell [N*N, 3], as the plain cells tell it.

    Its light may slope: a plane is fitted to each channel.
    """
    size = round(len(colours) ** 0.5)
    places = np.indices((size, size)).reshape(2, -1).T / size
    plane = np.column_stack([places, np.ones(len(places))])
    if plain.sum() < plane.shape[1]:
        return colours
    by = np.linalg.lstsq(plane[plain], colours[plain], rcond=None)[0]
    return np.asarray(plane @ by, np.float32)
