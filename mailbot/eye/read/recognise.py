"""Reads the cells of a sighting: cuts them out, turns them upright, classifies them."""

from dataclasses import dataclass, replace

import numpy as np

from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.characters import cut_characters
from mailbot.eye.read.cutting import Cut, cut, is_oblong
from mailbot.eye.read.heights import (
    figures_beside,
    heights,
    mark_rows,
    mark_small,
    unmark,
)
from mailbot.eye.read.symbols import (
    BLANK,
    HAND,
    JUNK,
    MARKS,
    Alphabet,
    adapt,
    alphabet_of,
    blank_zeros,
    digit_log_probs,
    strangeness,
)
from mailbot.eye.read.upright import turned, turned_order, upright
from mailbot.pictures.arrays import Bools, Floats
from mailbot.pictures.pixels import Bgr, Gray
from solver import Shape, shape_of

# What the cells of a grid hold; not measured alone.

# Probability of no digit from which on a cell is certainly empty.
_EMPTY = 0.8

# What lowers the quality of a reading against its rivals in the same place.
#
# All are in units of the sighting's rank, and not measured one by one. Higher values
# trust the network more than the fit of the lattice.

_JUNK = 2.0  # share of junk
_UNSURE = 0.5  # minus the mean log-probability of the classes
_STRANGE = 0.5  # share of strange cells, in grids below 9x9
_FEW = 0.6  # fewer digits than a puzzle has

_LEAST_GIVENS = {4: 4, 6: 8, 8: 14, 9: 17, 10: 22, 12: 30, 16: 55}
_TOLD = 0.2
"""Share of the lines' mean darkness by which a shape must be ahead to be the only one.
Below it both shapes are tried; a puzzle with a solution in both is asked about."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A grid as the network sees it, its cells in reading order of the upright grid.

    `turn` counts the quarter turns clockwise that bring the picture upright; `mesh`
    [N+1, N+1, 2] holds the crossings in pixels of the upright picture. `probs` are the
    probabilities of the network's classes, shape [N*N, classes]; `log_probs` those of
    no digit (0) and of each digit, as logarithms, shape [N*N, N+1]. `shapes` are the
    possible ones, the likeliest first. `quality` orders rival readings of one place.
    `hidden` [N*N] tells which cells something lies on: what they look like counts for
    nothing in the figures about the whole grid.
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
    hidden: Bools

    @property
    def size(self) -> int:
        """N."""
        return self.sighting.size

    @property
    def junk(self) -> float:
        """The mean probability of junk: neither digit nor marks nor blank."""
        return float(self._in_view[:, JUNK].mean())

    @property
    def strange(self) -> float:
        """The share of the inked cells that hold no symbol of such a grid."""
        strange = strangeness(self._in_view, self.size, self.alphabet)
        inked = 1 - self._in_view[:, [BLANK, MARKS]].sum(axis=1)
        return float(strange.sum() / max(float(inked.sum()), 1.0))

    @property
    def by_hand(self) -> Floats:
        """The probability that a person wrote each cell's digit, [N*N]."""
        return np.asarray(self.probs[:, HAND].sum(axis=1), np.float32)

    @property
    def filled(self) -> int:
        """How many cells hold a digit or another symbol."""
        blank = self._in_view[:, [BLANK, MARKS, JUNK]].sum(axis=1)
        return int((blank < 0.5).sum())

    @property
    def has_room(self) -> bool:
        """Whether a cell is certainly empty, or holds pencil marks only."""
        empty = self.probs[:, BLANK] + self.probs[:, MARKS]
        return bool((empty > _EMPTY).any())

    @property
    def clear(self) -> float:
        """How sure the reading is: the mean log-probability of its likeliest digits."""
        return float(self.log_probs[~self.hidden].max(axis=1).mean())

    @property
    def _in_view(self) -> Floats:
        """The probabilities of the cells that nothing lies on, [n, classes]."""
        return np.asarray(self.probs[~self.hidden], np.float32)


def recognise(picture: Bgr, sighting: Sighting) -> Recognised:
    """Cut, turn and classify the cells of a sighting, and weigh their digits."""
    extent, mesh = picture.shape[:2], sighting.mesh
    if sighting.characters:
        cells = cut_characters(picture, sighting.characters)
        return recognise_cells(cells, sighting, extent)
    read = recognise_cells(cut(picture, mesh), sighting, extent)
    if not is_oblong(mesh):
        return read
    square = recognise_cells(cut(picture, mesh, squares=True), sighting, extent)
    return max(read, square, key=lambda one: one.quality)


def recognise_cells(
    cells: Cut, sighting: Sighting, extent: tuple[int, ...]
) -> Recognised:
    """Turn and classify the cells of a sighting, and weigh their digits.

    Args:
        cells: in reading order of the picture as it is.
        sighting: where they were cut out.
        extent: height and width of the picture.
    """
    turn, probs = upright(cells.normalised, sighting.size)
    order = turned_order(sighting.size, turn)
    cells = Cut(
        turned(cells.patches[order], turn),
        turned(cells.ink[order], turn),
        Gray(turned(cells.normalised[order], turn)),
        cells.contrast,
    )
    rows = heights(cells.ink, cells.contrast)
    probs = mark_small(unmark(probs, rows), rows)
    probs = mark_rows(probs, rows, figures_beside(cells.ink, cells.contrast))
    probs = blank_zeros(probs, sighting.size)
    alphabet = alphabet_of(probs, sighting.size)
    recognised = Recognised(
        sighting=sighting,
        turn=turn,
        mesh=turn_mesh(sighting.mesh, turn, extent),
        cells=cells,
        probs=probs,
        alphabet=alphabet,
        log_probs=digit_log_probs(adapt(probs), sighting.size, alphabet),
        shapes=shapes_by_lines(sighting.size, sighting.segments, turn),
        quality=0.0,
        hidden=np.zeros(sighting.size**2, np.bool_),
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
    for _ in range(turn):
        x, y, height, width = height - 1 - y, x, width, height
    return np.rot90(np.stack([x, y], axis=-1), -turn).astype(np.float32)


def _with_quality(grid: Recognised) -> Recognised:
    """The reading with its quality: the rank of its lattice, less what looks wrong."""
    quality = grid.sighting.rank - _JUNK * grid.junk
    quality += _UNSURE * float(np.log(grid.probs.max(axis=1)).mean())
    if grid.size < 9:
        quality -= _STRANGE * grid.strange
    if grid.filled < least_givens(grid.size):
        quality -= _FEW
    return replace(grid, quality=quality)


def shapes_by_lines(size: int, segments: Segments, turn: int = 0) -> tuple[Shape, ...]:
    """The possible shapes of boxes, the one with the darker lines between them first.

    Args:
        size: N.
        segments: the lines as seen in the picture.
        turn: quarter turns clockwise that bring the picture upright.
    """
    usual = shape_of(size)
    shapes = {usual, Shape(usual.box_height, usual.box_width)}
    across, down = segments.strength.mean(axis=2)[:, 1:-1]
    if turn % 2:
        across, down = down, across

    def darker(shape: Shape) -> float:
        place = np.arange(1, size)
        total = 0.0
        for lines, step in ((across, shape.box_height), (down, shape.box_width)):
            between = place % step == 0
            if 0 < between.sum() < size - 1:
                total += float(lines[between].mean() - lines[~between].mean())
        return total

    first, *others = sorted(shapes, key=lambda s: (-darker(s), s != usual))
    ahead = darker(first) - darker((first, *others)[-1])
    told = ahead > _TOLD * segments.strength.mean()
    return (first,) if told else (first, *others)


def least_givens(size: int) -> int:
    """The fewest givens of a puzzle: proven for 4x4 and 9x9, else the fewest in use."""
    return _LEAST_GIVENS.get(size, 2 * size)
