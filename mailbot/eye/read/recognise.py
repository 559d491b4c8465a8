"""What stands in the cells of a sighting: turned upright, classified, weighed."""

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from mailbot.eye.find.locate import Sighting
from mailbot.eye.read.cutting import Cut, cut
from mailbot.eye.read.digits import classify, look_again
from mailbot.eye.read.heights import mark_small
from mailbot.eye.read.priors import adapt
from mailbot.eye.read.shapes import least_givens, shapes_by_lines
from mailbot.eye.read.symbols import (
    BLANK,
    HAND,
    JUNK,
    MARKS,
    Alphabet,
    alphabet_of,
    digit_log_probs,
    strangeness,
)
from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Bgr, Gray
from solver import Shape

_UPRIGHT = -0.06  # mean log-probability of the likeliest: no need to try other turns
_EMPTY = 0.8  # a cell likelier to hold no digit than this holds none
_INKED = 0.5  # a cell less likely to be blank than this tells which way is up
_TELLING = 48  # cells, of all the grid, are enough for that


@dataclass(frozen=True, slots=True)
class Recognised:
    """A grid as the network sees it, its cells in reading order of the upright grid.

    `turn` counts the quarter turns clockwise that bring the picture upright; `mesh`
    [N+1, N+1, 2] holds the crossings in pixels of the upright picture. `probs` are the
    probabilities of the network's classes, shape [N*N, classes]; `log_probs` those of
    no digit (0) and of each digit, as logarithms, shape [N*N, N+1]. `shapes` are the
    possible ones, the likeliest first. `quality` orders rival readings of one place.
    """

    sighting: Sighting
    turn: int
    mesh: Floats
    cells: Cut
    probs: Floats
    alphabet: Alphabet
    log_probs: Floats
    shapes: tuple[Shape, ...]
    quality: float

    @property
    def size(self) -> int:
        """N."""
        return self.sighting.size

    @property
    def junk(self) -> float:
        """The share of cells that hold neither digits nor marks nor nothing."""
        return float(self.probs[:, JUNK].mean())

    @property
    def strange(self) -> float:
        """The share of the inked cells that hold what such a grid cannot hold."""
        strange = strangeness(self.probs, self.size, self.alphabet)
        inked = 1 - self.probs[:, [BLANK, MARKS]].sum(axis=1)
        return float(strange.sum() / max(float(inked.sum()), 1.0))

    @property
    def by_hand(self) -> Floats:
        """How likely a person's digit stands in each cell, [N*N]."""
        return np.asarray(self.probs[:, HAND].sum(axis=1), np.float32)

    @property
    def filled(self) -> int:
        """How many cells hold something other than marks."""
        blank = self.probs[:, [BLANK, MARKS, JUNK]].sum(axis=1)
        return int((blank < 0.5).sum())

    @property
    def has_room(self) -> bool:
        """Whether a cell is surely empty, or holds nothing but marks."""
        empty = self.probs[:, BLANK] + self.probs[:, MARKS]
        return bool((empty > _EMPTY).any())

    @property
    def clear(self) -> float:
        """How sure the network is, as mean log-probability of its choices (to 0)."""
        return float(self.log_probs.max(axis=1).mean())


def recognise(picture: Bgr, sighting: Sighting) -> Recognised:
    """Cut, turn and classify the cells of a sighting."""
    cells = cut(picture, sighting.mesh)
    turn, probs = _upright(cells.normalised, sighting.size)
    order = _turned_order(sighting.size, turn)
    cells = _turn_cells(cells, order, turn)
    probs = mark_small(probs, cells.ink, cells.contrast)
    alphabet = alphabet_of(probs, sighting.size)
    recognised = Recognised(
        sighting=sighting,
        turn=turn,
        mesh=turn_mesh(sighting.mesh, turn, picture.shape[:2]),
        cells=cells,
        probs=probs,
        alphabet=alphabet,
        log_probs=digit_log_probs(adapt(probs), sighting.size, alphabet),
        shapes=shapes_by_lines(sighting.size, sighting.segments, turn),
        quality=0.0,
    )
    return _with_quality(recognised)


def turn_mesh(mesh: Floats, turn: int, extent: tuple[int, ...]) -> Floats:
    """A mesh in the coordinates, and the reading order, of the turned picture.

    Args:
        mesh: crossings [N+1, N+1, 2].
        turn: quarter turns clockwise.
        extent: height and width of the picture before it is turned.
    """
    height, width = extent
    x, y = mesh[..., 0], mesh[..., 1]
    at = [
        (x, y),
        (height - 1 - y, x),
        (width - 1 - x, height - 1 - y),
        (y, width - 1 - x),
    ][turn]
    return np.rot90(np.stack(at, axis=-1), -turn).astype(np.float32)


def _upright(normalised: Gray, size: int) -> tuple[int, Floats]:
    """The turn that reads best, and the probabilities in that order."""
    turn, upright, log = 0, normalised, classify(normalised)
    if _clearness(log) < _UPRIGHT * len(log):
        inked = np.flatnonzero(np.exp(log[:, BLANK]) < _INKED)  # blank looks alike
        inked = inked[:: math.ceil(len(inked) / _TELLING) or 1]
        turns = [
            log[inked] if way == 0 else classify(_turned(normalised[inked], way))
            for way in range(4)
        ]
        turn = max(range(4), key=lambda way: _clearness(turns[way]))
    if turn:
        upright = _turned(normalised[_turned_order(size, turn)], turn)
        log = classify(upright)
    return turn, np.exp(look_again(upright, log))


def _clearness(log: Floats) -> float:
    """How sure of all its cells the network is, junk counting against it."""
    return float(log.max(axis=1).sum() - 4.0 * np.exp(log[:, JUNK]).sum())


def _turned(cells: Bytes, turn: int) -> Gray:
    return Gray(np.ascontiguousarray(np.rot90(cells, -turn, axes=(1, 2))))


def _turned_order(size: int, turn: int) -> npt.NDArray[np.intp]:
    """Which cell of the picture stands at each place of the upright grid."""
    return np.rot90(np.arange(size * size).reshape(size, size), -turn).ravel()


def _turn_cells(cells: Cut, order: npt.NDArray[np.intp], turn: int) -> Cut:
    return Cut(
        np.rot90(cells.patches[order], -turn, axes=(1, 2)),
        np.rot90(cells.ink[order], -turn, axes=(1, 2)),
        Gray(np.rot90(cells.normalised[order], -turn, axes=(1, 2))),
        cells.contrast,
        cells.dark,
    )


def _with_quality(r: Recognised) -> Recognised:
    quality = r.sighting.rank - 2 * r.junk
    quality += 0.5 * float(np.log(r.probs.max(axis=1)).mean())
    if r.size < 9:
        quality -= 0.5 * r.strange
    if r.filled < least_givens(r.size):
        quality -= 0.6
    return replace(r, quality=quality)
