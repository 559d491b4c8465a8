"""Takes pale lines of squared paper out of cells, whichever way they run.

They are paler than what was written over them, equally so in all cells, and run up to
the borders of each, where digits do not reach. What is as dark as they are, and off the
ink, is made as light as the paper beside. Lines that are not much paler than the ink
are taken out by their places (`squares`), if they run along the board.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.cells import level
from mailbot.eye.read.paper.squares import HALVES
from mailbot.pictures.arrays import Bytes, Floats


@dataclass(frozen=True, slots=True)
class _LineLimits:
    """What a line of the paper is; its darkness is a share of the paper's light.

    Measured on boards drawn by hand on plain and on squared paper, and on photographs
    of printed ones. Looser values take pale entries and pencil marks for such lines;
    tighter ones leave lines in the cells, which are then read as junk.
    """

    # Percentage of a cell's pixels that are no darker than the lines on it.
    lines: float = 95.0
    # The darkness of lines: at least, and at most as a share of the ink's.
    least: float = 0.07
    paler: float = 0.45
    # Percentiles of the cells, from the palest to the darkest: one of the palest, since
    # a cell or two may be lit unevenly; a usual one without a digit; one with a digit.
    palest: float = 2.5
    usual: float = 37.0
    inked: float = 90.0
    # How dark the lines of the palest are, as a share of those of the usual one.
    even: float = 0.6
    # Times the usual darkness that pixels of a line have, and the share of such pixels
    # beside the borders of cells: none in cells with entries, 0.03 and more on squares.
    band: tuple[float, float] = (0.5, 1.6)
    beside: float = 0.015
    # In multiples of the usual darkness: from where to where a pixel turns from paper
    # to line; up to where there is no ink; and from where on all is ink, but that is at
    # most the share `most` of the ink's darkness.
    line: tuple[float, float] = (0.2, 0.4)
    paper: float = 1.1
    ink: float = 2.2
    most: float = 0.9


_LIMITS = _LineLimits()

_STROKES = np.ones((9, 9), np.uint8)  # of 48 pixels: wider than a stroke or line
_EDGES = np.ones((3, 3), np.uint8)  # ... and as wide as the soft edges of strokes
_INNER = slice(7, -7, 2)  # inside the lines of the board; every other pixel, for speed
_BESIDE = np.zeros((48, 48), np.bool_)
_BESIDE[5:-5, 5:-5] = True  # between these ...
_BESIDE[10:-10, 10:-10] = False  # ... and the digits
_STEP = 4  # cells: every so many are looked at first ...
_PALEST = 12.5  # ... and this percentage of them may have no lines
_GREEN = 1  # the channel that is most like the lightness


def without_pale_lines(patches: Bytes) -> Bytes:
    """The cells without pale lines in all of them; as they are where there are none.

    Args:
        patches: the cells of a square board, shape [N*N, 48, 48, 3].
    """
    if round(len(patches) ** 0.5) in HALVES:
        return patches
    contrasts = _contrasts(patches[..., _GREEN])
    if contrasts is None:
        return patches
    line, ink = contrasts
    paper = _paper_of(patches)
    dark = _darkness(patches, paper).mean(axis=-1)
    lined = _rising(dark, *(share * line for share in _LIMITS.line))
    most = min(_LIMITS.ink * line, _LIMITS.most * ink)
    written = _rising(dark, _LIMITS.paper * line, most)
    around = cv2.dilate(written.reshape(-1, 48), _EDGES).reshape(written.shape)
    taken = np.asarray(lined * (1 - around), np.float32)[..., None]
    bare = patches + (paper - patches.astype(np.float32)) * taken
    return np.asarray(bare.round().astype(np.uint8), np.uint8)


def _contrasts(cells: Bytes) -> tuple[float, float] | None:
    """How dark the lines of the paper are, and the ink; None if there are no lines.

    Args:
        cells: the lightness of their pixels, [n, 48, 48].
    """
    some, _ = _line_tones(cells[::_STEP])
    if np.percentile(some, _PALEST) < _LIMITS.least:
        return None  # as in nearly every picture: that saves time
    lines, dark = _line_tones(cells)
    ranks = _LIMITS.palest, _LIMITS.usual, _LIMITS.inked
    palest, usual, ink = np.percentile(lines, ranks)
    if palest < max(_LIMITS.least, _LIMITS.even * usual) or usual > _LIMITS.paler * ink:
        return None
    low, high = (times * usual for times in _LIMITS.band)
    beside = dark[:, _BESIDE]
    shares = ((beside > low) & (beside < high)).mean(axis=1)
    runs_on = np.percentile(shares, _LIMITS.palest) >= _LIMITS.beside
    return (float(usual), float(ink)) if runs_on else None


def _line_tones(cells: Bytes) -> tuple[Floats, Floats]:
    """How dark lines would be in each cell, [n], and its pixels are, [n, 48, 48]."""
    dark = _darkness(cells, _paper_of(cells))
    return level(dark[:, _INNER, _INNER], _LIMITS.lines), dark


def _paper_of(cells: Bytes) -> Bytes:
    """The paper of cells [n, 48, 48, ...], as light under strokes as beside them."""
    tall = np.ascontiguousarray(cells).reshape(-1, *cells.shape[2:])
    closed = cv2.morphologyEx(cv2.blur(tall, (3, 3)), cv2.MORPH_CLOSE, _STROKES)
    return np.asarray(closed, np.uint8).reshape(cells.shape)


def _darkness(cells: Bytes, paper: Bytes) -> Floats:
    """How much darker than its paper each pixel is, as a share of the paper's light."""
    return np.asarray(1 - cells / np.maximum(paper, 1), np.float32)


def _rising(values: Floats, start: float, end: float) -> Floats:
    """0 up to the start, 1 from the end on, and rising linearly in between."""
    return np.asarray(np.clip((values - start) / (end - start), 0, 1), np.float32)
