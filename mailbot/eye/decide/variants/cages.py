"""Finds the cages of a killer: outlines within the borders of their cells."""

import numpy as np

from mailbot.eye.read.lines.borders import REACH, borders_of
from mailbot.eye.read.patches import PATCH, cell_extent
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Floats

# The outlines of a killer's cages, which run inside of the cells' borders.

# Pixels of a cell in the picture; in smaller cells digits and lines run together.
_LEGIBLE = 20
# Ink, as a share of the grid's, that counts.
_INKED = 0.08
# Percent of the pixels inside the lines that are paper. Where they hold ink, the
# paper's grain would pass for dashes.
_PAPER = 70
# Pixels of ink across a border: more than a thin line.
_WIDE = 6
# Ink, as a share of the grid's, by which the gap between border and cage is paler.
_DIP = 0.05
# ... and as a share of theirs: where two cells meet, their line seems paler by 0.1.
_DEEP = 0.25
# Share of a cage's side that is inked, dashes included. Pencil marks reach less.
_COVERED = 0.35
# Share of the borders with a line on either side, and a gap between these: drawn
# killers had 0.41 or more. A digit beside a line makes such a gap as well.
_CAGED = 0.3
# ... of the borders that are wide. Blurred print is wide everywhere.
_CLEARLY = 0.65
# ... of those with two lines anywhere: drawn killers had 0.63 or less, since cells
# of one cage have no line between them. Cells that are outlined one by one, near
# which the lattice runs along either outline, had 0.97 or more.
_OUTLINED = 0.85

_INNER = slice(8, -8)  # of 48 pixels: inside the lines
_REACH = 8  # of 48 pixels on either side of a border, in which cages are looked for
_ALONG = slice(16, -3)  # of 48 pixels along a border: beside the sum in the corner


def has_cages(seen: Recognised, ink: Floats) -> bool:
    """Whether lines run on both sides of many borders between cells.

    Only borders within boxes count, where a plain puzzle has thin lines. Nothing is
    found in small cells, or where a person drew the lines: a hand may draw them twice.

    Args:
        seen: the board, a 9x9.
        ink: of each cell's pixels, 1 for that of digits, shape [81, 48, 48].
    """
    if cell_extent(seen.mesh)[0] < _LEGIBLE:
        return False
    if np.percentile(ink[:, _INNER, _INNER], _PAPER) > _INKED:
        return False
    strips = _borders(ink)
    profile = strips.mean(axis=1)
    inked = profile > _INKED
    spread = 2 * _REACH - inked[:, ::-1].argmax(axis=1) - inked.argmax(axis=1)
    wide = inked.any(axis=1) & (spread >= _WIDE)
    beside = _on_both_sides(profile)
    dip = beside - profile[:, 1:-1]
    pale = (dip > _DIP) & (dip > _DEEP * beside)
    covered = (strips > 2 * _INKED).mean(axis=1)
    aside = _REACH - 1  # the border itself is left out
    both = np.minimum(covered[:, :aside].max(axis=1), covered[:, -aside:].max(axis=1))
    two = (pale & (_on_both_sides(covered) > _COVERED)).any(axis=1)
    caged = float(((both > _COVERED) & two).mean())
    least = max(_CAGED, _CLEARLY * float(wide.mean()))
    return least <= caged and float(two.mean()) <= _OUTLINED


def _on_both_sides(across: Floats) -> Floats:
    """What there is at most on both sides of each place but the first and the last.

    Args:
        across: values across borders, shape [borders, places].
    """
    before = np.maximum.accumulate(across, axis=1)[:, :-2]
    after = np.maximum.accumulate(across[:, ::-1], axis=1)[:, -3::-1]
    return np.asarray(np.minimum(before, after), np.float32)


def _borders(ink: Floats) -> Floats:
    """The ink around each border within boxes, shape [borders, along, across]."""
    across = slice(REACH - _REACH, REACH + _REACH)
    strips = borders_of(ink.reshape(9, 9, PATCH, PATCH))[..., across, _ALONG]
    inside = strips[:, np.arange(1, 9) % 3 > 0]
    return inside.reshape(-1, *inside.shape[3:]).swapaxes(1, 2)
