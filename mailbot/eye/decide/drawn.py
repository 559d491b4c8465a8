"""Kinds of puzzles that we do not solve, told by what is drawn on the grid.

They are declined by name: solved as plain ones they have several solutions, or (with
irregular boxes) a wrong one.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from mailbot.eye.find.lattice import Floats
from mailbot.eye.read.cutting import PATCH
from mailbot.eye.read.recognise import Recognised

JIGSAW = "jigsaw"
"""The kind whose boxes are not the usual ones: other rules, not only more of them."""

Mask = npt.NDArray[np.bool_]
Pairs = tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]

_ROW, _COLUMN = np.divmod(np.arange(81), 9)
_DIAGONALS = (_ROW == _COLUMN, _ROW + _COLUMN == 8)
_EXTRA_BOXES = tuple(
    (_ROW % 4 > 0) & (_COLUMN % 4 > 0) & (quarter == _ROW // 5 * 2 + _COLUMN // 5)
    for quarter in range(4)
)

_INNER = slice(8, -8)  # of 48: inside the lines
_DIM = 1.0  # least ink, in levels, that anything is compared with

_ENDS = np.r_[7:15, 33:41]  # of 48, along a diagonal: outside of a digit
_ASIDE = (6, 7, 8)  # pixels beside the diagonal, where there must be nothing
_DRAWN = 0.06  # of the grid's ink: a thin line, its gaps included
_MOST = 0.75  # of the cells on a diagonal that it crosses
_FEW = 0.2  # ... and of the others

_REACH = 8  # of 48: how far on either side of a border cages are looked for
_ALONG = slice(16, -3)  # of 48, along a border: beside the sum in the corner
_INKED = 0.08  # of the grid's ink
_PAPER = 70  # percent of the pixels inside the lines are paper, and more
_WIDE = 6  # pixels of ink across a border: more than a thin line
_DIP = 0.05  # of the grid's ink, between the border and what runs beside it
_COVERED = 0.35  # of a cage's side there is ink, dashes included; of marks less
_CAGED = (0.3, 0.85)  # share of borders with cages on both sides
_CLEARLY = 0.65  # ... of those that are wide at all
_LEGIBLE = 20  # pixels a cell: in smaller ones digits and lines run together

_SHADED = 5.0  # levels between shaded cells and their neighbours
_SIMILAR = 0.5  # of that step: what shades may differ by
_STEPS = 0.6  # of the neighbours across the border of the shade differ by the step
_EACH = 0.35  # ... of any one part
_EVEN = 0.7  # ... and of the other neighbours by hardly anything

_THICKER = 0.15  # how much darker than thin lines thick ones are at least
_DISTINCT = 4.0  # ... in their spreads
_REGULAR, _IRREGULAR = 0.75, 0.08  # share of thick lines between boxes, and inside
_STRANGE = 0.1  # share of odd cells: crosswords and kakuros have thick lines too


def drawn_variant(seen: Recognised) -> str:
    """The name of the kind ("diagonal", "jigsaw", "hyper", "killer"), or ""."""
    if seen.size != 9:
        return ""
    patches = seen.cells.patches.astype(np.float32)
    paper = np.median(patches[:, _INNER, _INNER].reshape(81, -1, 3), axis=1)
    ink = _ink(patches, paper)
    if _has_diagonals(ink) or _is_shaded(paper, _DIAGONALS):
        return "diagonal"
    if _cell_side(seen) >= _LEGIBLE and _has_cages(ink):
        return "killer"
    if _is_shaded(paper, _EXTRA_BOXES):
        return "hyper"
    return JIGSAW if _has_irregular_boxes(seen) else ""


def _ink(patches: Floats, paper: Floats) -> Floats:
    """How far each pixel [81, 48, 48] lies off its cell's paper, 1 for the digits."""
    off = np.abs(patches - paper[:, None, None]).max(axis=3)
    strong = np.percentile(off[:, _INNER, _INNER].reshape(81, -1), 97, axis=1)
    usual = float(np.median(np.sort(strong)[-20:]))
    return np.asarray(off / max(usual, _DIM), np.float32)


# --- diagonals ------------------------------------------------------------------------


def _has_diagonals(ink: Floats) -> bool:
    falling, rising = _is_crossed(ink), _is_crossed(ink[:, :, ::-1])
    down, up = _DIAGONALS
    on = min(float(falling[down].mean()), float(rising[up].mean()))
    off = max(float(falling[~down].mean()), float(rising[~up].mean()))
    return on >= _MOST and off <= _FEW


def _is_crossed(ink: Floats) -> Mask:
    """Which cells a line, full or dashed, crosses from the top left."""

    def beside(shift: int) -> Floats:
        return ink[:, _ENDS, np.clip(_ENDS + shift, 0, PATCH - 1)]

    line = np.maximum.reduce([beside(shift) for shift in (-1, 0, 1)])
    sides = [beside(shift) for step in _ASIDE for shift in (step, -step)]
    clear = line - np.median(sides, axis=0)
    crossed: Mask = clear.mean(axis=1) > _DRAWN
    return crossed


# --- cages ----------------------------------------------------------------------------


def _has_cages(ink: Floats) -> bool:
    """Lines on both sides of the border between cells, apart from the border itself.

    Only borders within boxes count, where a plain puzzle has nothing but thin lines.
    Small print is blurred into borders that are wide everywhere.
    """
    if np.percentile(ink[:, _INNER, _INNER], _PAPER) > _INKED:
        return False  # the paper's grain would pass for dashes
    strips = _borders(ink)
    profile = strips.mean(axis=1)
    inked = profile > _INKED
    spread = 2 * _REACH - inked[:, ::-1].argmax(axis=1) - inked.argmax(axis=1)
    wide = inked.any(axis=1) & (spread >= _WIDE)
    dip = np.zeros(len(profile), np.float32)
    for at in range(1, 2 * _REACH - 1):
        least = np.minimum(
            profile[:, :at].max(axis=1), profile[:, at + 1 :].max(axis=1)
        )
        dip = np.maximum(dip, least - profile[:, at])
    covered = (strips > 2 * _INKED).mean(axis=1)
    aside = _REACH - 1  # the border itself is left out
    both = np.minimum(covered[:, :aside].max(axis=1), covered[:, -aside:].max(axis=1))
    caged = float(((both > _COVERED) & (dip > _DIP)).mean())
    return _CAGED[0] <= caged <= _CAGED[1] and caged >= _CLEARLY * wide.mean()


def _cell_side(seen: Recognised) -> float:
    """How long the cells' sides are in the picture, in pixels."""
    return float(np.linalg.norm(np.diff(seen.mesh, axis=1), axis=-1).mean())


def _borders(ink: Floats) -> Floats:
    """The ink around each border between cells of a box, across it in the last axis."""
    cells = ink.reshape(9, 9, PATCH, PATCH)
    inside = np.arange(1, 9) % 3 > 0
    before, after = slice(-_REACH, None), slice(_REACH)
    beside = np.concatenate(
        [cells[:, :-1, _ALONG, before], cells[:, 1:, _ALONG, after]], axis=3
    )[:, inside]
    below = np.concatenate(
        [cells[:-1, :, before, _ALONG], cells[1:, :, after, _ALONG]], axis=2
    )[inside]
    strips = [beside, below.swapaxes(2, 3)]
    return np.concatenate([s.reshape(-1, *s.shape[2:]) for s in strips])


# --- shades ---------------------------------------------------------------------------


def _is_shaded(paper: Floats, parts: tuple[Mask, ...]) -> bool:
    """Whether the paper [81, 3] of each part differs from the others' all around.

    Neighbours are compared: light that falls unevenly does not count, and neither do
    a few cells tinted by an app.
    """
    one, other = _neighbours()
    cells = np.logical_or.reduce(parts)
    across = cells[one] != cells[other]
    sign = np.where(cells[one], 1, -1)[:, None]
    steps = (paper[one] - paper[other]) * sign
    usual = np.median(steps[across], axis=0)
    size = float(np.abs(usual).max())
    if size < _SHADED:
        return False
    alike = np.abs(steps - usual).max(axis=1) < _SIMILAR * size
    even = np.abs(steps[~across]).max(axis=1) < _SIMILAR * size
    each = [float(alike[across & (p[one] | p[other])].mean()) for p in parts]
    return (
        float(alike[across].mean()) >= _STEPS
        and min(each) >= _EACH
        and float(even.mean()) >= _EVEN
    )


@cache
def _neighbours() -> Pairs:
    """Cells side by side, and below each other."""
    cells = np.arange(81).reshape(9, 9)
    one = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    other = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    return one, other


# --- boxes ----------------------------------------------------------------------------


def _has_irregular_boxes(seen: Recognised) -> bool:
    if seen.strange > _STRANGE:
        return False
    strength = seen.sighting.segments.strength[:, 1:-1]
    level = np.sort(strength.ravel())
    cut = float(level[: len(level) // 2].mean() + level[-len(level) // 5 :].mean()) / 2
    thick = strength > cut
    if not 0.1 < thick.mean() < 0.5:
        return False
    step = float(strength[thick].mean() - strength[~thick].mean())
    spread = float(strength[thick].std() + strength[~thick].std()) / 2
    if step < _THICKER * strength[~thick].mean() or step < _DISTINCT * spread:
        return False
    between = np.arange(1, 9) % 3 == 0
    regular = float(thick[:, between].mean())
    return regular < _REGULAR and float(thick[:, ~between].mean()) > _IRREGULAR
