"""Bends N by N lattices onto the lines in the view of a board.

A view is a square picture of the lines, in which the board has the side SIDE and a
MARGIN around it (`view`). The paper may bend: a smooth bend moves each place of the
board, x and y from 0 to 1, to where it lies in the view.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.eye.find.lines.bend import FLAT, Bend, bent, fit_bend
from mailbot.eye.find.lines.lattice import (
    MARGIN,
    SIDE,
    Segments,
    crossings,
    even_crossings,
    trace,
)
from mailbot.pictures.arrays import Doubles, Floats

EXTENT = SIDE + 2 * MARGIN
"""Side of a view in pixels."""

STEP = 16
"""Pixels of a view between places that are computed exactly."""

_ALONG = (np.arange(-STEP / 2, EXTENT + STEP, STEP) - 0.5 - MARGIN) / SIDE

KNOTS: Doubles = np.stack(np.meshgrid(_ALONG, _ALONG), axis=-1)
"""Places of a board between which the pixels of a view are interpolated."""

_ROUNDS = 12  # of moving a lattice onto the lines
_BETTER = 0.005  # fit by which a round must be better, to be followed by another
_COARSE, _COARSE_ROUNDS = 3, 3  # size of the lattice that is settled first
_STIFF, _LOOSE = 0.3, 0.01  # what a bend costs: of the coarse lattice, of others
_LEAST_SEEN = 8  # crossings that must be seen to move a lattice
_CLOSE = 0.06  # cells between a crossing and the smooth bend, if it was seen well
_BESIDE = 5  # pixels of a view beside a line that belong to it


class View:
    """The view of a board, made flat by a bend. Remembers what was traced on it."""

    def __init__(self, lines: Floats, bend: Bend = FLAT) -> None:
        self.bend = bend
        self.flat = lines if bend is FLAT else flattened(lines, bend)
        self._lines = lines
        self._traced: dict[int, tuple[Segments, float]] = {}

    def trace(self, size: int) -> Segments:
        """The segments of an N by N lattice that are seen."""
        return self._trace(size)[0]

    def fit(self, size: int) -> float:
        """How well that lattice fits, 0 to 1."""
        return self._trace(size)[1]

    def moved(self, size: int, stiff: float) -> "View":
        """With the bend that brings that lattice to where its crossings are seen.

        It is the same view if too few of them are seen.
        """
        even = even_crossings(size) / size
        shift, seen = crossings(self.trace(size))
        if seen.all(axis=-1).sum() < _LEAST_SEEN:
            return self
        moves = bent(even, self.bend) + shift / size - even
        return View(self._lines, fit_bend(even, moves, seen, stiff))

    def _trace(self, size: int) -> tuple[Segments, float]:
        if size not in self._traced:
            segments = trace(self.flat, size)
            self._traced[size] = segments, segments.fit
        return self._traced[size]


@dataclass(frozen=True, slots=True)
class BentFit:
    """A lattice of `size` cells a side, in the best place that was found."""

    size: int
    score: float
    view: View
    segments: Segments


def settle_outline(view: View) -> View:
    """Bend a coarse lattice onto the outline of a board, and onto lines at its thirds.

    Its lines are sought far from their places, which finer lines may not be.
    """
    for _ in range(_COARSE_ROUNDS):
        view = view.moved(_COARSE, _STIFF)
    return view


def settle(view: View, size: int, hopeless: float = 0.0) -> BentFit:
    """Bend an N by N lattice onto the lines of a view, as long as it fits better.

    Args:
        view: where the lattice begins.
        size: N.
        hopeless: the fit below which a lattice is not bent any further.
    """
    best = view
    for _ in range(_ROUNDS - 1):
        view = view.moved(size, _LOOSE)
        better = view.fit(size) - best.fit(size)
        best = view if better > 0 else best
        if better < _BETTER or best.fit(size) < hopeless:
            break
    return BentFit(size, best.fit(size), best, best.trace(size))


def mesh_of(fit: BentFit) -> Floats:
    """The crossings of a lattice in pixels of its view, shape [N+1, N+1, 2].

    Each lies where the smooth bend brings it, moved towards where it was seen itself if
    that is near.
    """
    shift, seen = crossings(fit.segments)
    near = np.where(seen & (np.abs(shift) < _CLOSE), 0.7 * shift, 0)
    smooth = bent(even_crossings(fit.size) / fit.size, fit.view.bend) * SIDE + MARGIN
    return (smooth + near * SIDE / fit.size).astype(np.float32)


def own_share(fit: BentFit) -> float:
    """The share of lines that is the lattice's own: 0 for lines anywhere, 1 for all."""
    flat = fit.view.flat
    own = np.zeros((EXTENT, EXTENT), np.bool_)
    for place in np.linspace(MARGIN, EXTENT - MARGIN, fit.size + 1).round().astype(int):
        own[place - _BESIDE : place + _BESIDE + 1] = True
        own[:, place - _BESIDE : place + _BESIDE + 1] = True
    share, chance = flat[own].sum() / max(float(flat.sum()), 1e-6), own.mean()
    return float((share - chance) / (1 - chance))


def flattened(lines: Floats, bend: Bend) -> Floats:
    """The view of a bent board as that of a flat one."""
    places = spread(bent(KNOTS, bend) * SIDE + MARGIN)
    return sampled(lines, places)


def sampled(values: Floats, places: Floats) -> Floats:
    """The values [h, w] at places [..., 2], in pixels; 0 outside."""
    # The stubs do not know that x and y may come in one array, which is faster.
    found: object = cv2.remap(values, places, None, cv2.INTER_LINEAR)  # type: ignore[call-overload]
    return np.asarray(found, np.float32)


def spread(points: npt.NDArray[np.floating]) -> Floats:
    """Points at KNOTS of a view, for each of its pixels: [EXTENT, EXTENT, 2]."""
    side = len(KNOTS) * STEP
    pixels = cv2.resize(points.astype(np.float32), (side, side))
    return np.asarray(pixels[STEP:-STEP, STEP:-STEP], np.float32)
