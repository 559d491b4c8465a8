"""Tells a jigsaw by its thick lines: they part the grid into other boxes than 3x3 ones.

No jigsaw has thick lines that all run across the whole grid. If such lines do not lie
between 3x3 boxes, the lattice is a row or a column off, since the board is cut off.

Some thick lines may be missed, so that boxes run together; what is taken for thick
lines may be edges of shades and of digits, which hardly ever part anything.

The thresholds are set together with those of `drawn`.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.borders import line_weights
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class _BoxLimits:
    """Thick lines that do not lie between 3x3 boxes."""

    # Share of strange cells, above which it is another puzzle: crosswords and kakuros
    # have thick lines too.
    strange: float = 0.1
    # Share of the lines that are thick.
    thick: tuple[float, float] = (0.1, 0.5)
    # ... and that of the thick lines which run in one direction, at most. Motion blurs
    # the lines of one direction only: those of the other then seem thick.
    one_direction: float = 0.8
    # How much darker than thin lines they are at least, relative to these ...
    darker: float = 0.15
    # ... and in spreads of both.
    distinct: float = 4.0
    # Share of the thick lines that part boxes: at least, for a jigsaw. Those of one
    # with missing lines did by 0.55 or more; around tiles of two colours none do.
    parting: float = 0.3
    # Share of these that lie inside of 3x3 boxes: at least, for a jigsaw. Drawn ones
    # had 0.62 or more, plain boards in which single cells are cut off up to 0.18.
    inside: float = 0.4
    # Share of the cells in pieces smaller than half a box: at most, for a jigsaw. Thin
    # lines of which some lie on shades enclose single cells, and so do edges of digits.
    tiny: float = 0.05
    # Share of a line that is thick, if it runs whole across the grid. A lattice that
    # reaches a row beyond its board on both sides sees 7 / 9 of it.
    whole: float = 0.7


_LIMITS = _BoxLimits()


def has_irregular_boxes(seen: Recognised) -> bool:
    """Whether thick lines, clearly darker than others, part other boxes than 3x3."""
    thick = _thick_lines(seen)
    return thick is not None and _part_other_boxes(thick)


def is_row_off(seen: Recognised) -> bool:
    """Whether a lattice is a row or a column off, as its board's box lines tell."""
    return any(rows_off(seen))


def rows_off(seen: Recognised) -> tuple[int, int]:
    """How many rows and columns lie before the first box begins: 0 to 2 each.

    They are 0 where box lines lie in their places, or do not tell.
    """
    thick = _thick_lines(seen)
    if thick is None:
        return 0, 0
    whole = thick.mean(axis=2) > _LIMITS.whole
    places = [np.flatnonzero(lines) + 1 for lines in whole]
    if not all(len(np.unique(lines % 3)) <= 1 for lines in places):
        return 0, 0
    rows, columns = (int(lines[0]) % 3 if len(lines) > 1 else 0 for lines in places)
    return rows, columns


def _thick_lines(seen: Recognised) -> Bools | None:
    """Which lines are thick: [2, 8, 9]; None if none clearly are, or it is no 9x9."""
    if seen.size != 9 or seen.strange > _LIMITS.strange:
        return None
    strength = line_weights(seen.cells.shown)
    level = np.sort(strength.ravel())
    cut = float(level[: len(level) // 2].mean() + level[-len(level) // 5 :].mean()) / 2
    thick: Bools = strength > cut
    if not _LIMITS.thick[0] < thick.mean() < _LIMITS.thick[1]:
        return None
    if thick.mean(axis=(1, 2)).max() > 2 * _LIMITS.one_direction * thick.mean():
        return None
    step = float(strength[thick].mean() - strength[~thick].mean())
    spread = float(strength[thick].std() + strength[~thick].std()) / 2
    least = max(_LIMITS.darker * strength[~thick].mean(), _LIMITS.distinct * spread)
    return thick if step >= least else None


def _part_other_boxes(thick: Bools) -> bool:
    """Whether thick lines [2, 8, 9] part the cells into boxes that are not all 3x3."""
    open_ = np.zeros((17, 17), np.uint8)  # cells, and the borders between them
    open_[::2, ::2] = 1
    open_[1::2, ::2], open_[::2, 1::2] = ~thick[0], ~thick[1].T
    pieces = np.asarray(cv2.connectedComponents(open_, connectivity=4)[1])[::2, ::2]
    tiny = np.bincount(pieces.ravel())[pieces] < 5
    boxes = np.where(tiny, 0, pieces)
    parting = np.stack([_parted(boxes), _parted(boxes.T)])
    inside = parting[:, np.arange(1, 9) % 3 > 0].sum() / max(parting.sum(), 1)
    return bool(
        parting.sum() >= _LIMITS.parting * thick.sum()
        and inside >= _LIMITS.inside
        and tiny.mean() <= _LIMITS.tiny
    )


def _parted(boxes: Ints) -> Bools:
    """Which cells lie in another box than those below them, [8, 9]. Box 0 is none."""
    above, below = boxes[:-1], boxes[1:]
    apart: Bools = (above != below) & (above > 0) & (below > 0)
    return apart
