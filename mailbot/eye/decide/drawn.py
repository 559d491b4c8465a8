"""Variants of sudoku that we do not solve, recognised by what is drawn on the grid.

A variant is declined by its name: solved as a plain sudoku it has several solutions or,
with irregular boxes, a wrong one.

All thresholds are set on puzzles that the workshop draws in every style, on paper and
on screens, so that each variant is named and no decorated plain puzzle is.
`pytest tests/eye/test_drawn.py --long` measures both on twenty pictures of each kind.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from mailbot.eye.decide.boxes import has_irregular_boxes
from mailbot.eye.find.lines.courses import is_drawn
from mailbot.eye.read.cells import level, most_channel
from mailbot.eye.read.cutting import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints

JIGSAW = "jigsaw"
"""The variant with irregular boxes. Its rules replace rules of plain sudoku; the rules
of all other variants are added to them."""

SAMURAI = "samurai"
"""The variant of five boards that share boxes. No board shows it alone: it is told by
the one that is drawn beside it."""

_ROW, _COLUMN = np.divmod(np.arange(81), 9)
_DIAGONALS = (_ROW == _COLUMN, _ROW + _COLUMN == 8)
_EXTRA_BOXES = tuple(
    (_ROW % 4 > 0) & (_COLUMN % 4 > 0) & (quarter == _ROW // 5 * 2 + _COLUMN // 5)
    for quarter in range(4)
)
_INNER = slice(8, -8)  # of 48 pixels: inside the lines
_AROUND = np.zeros((PATCH, PATCH), np.bool_)  # inside the lines, around bold digits
_AROUND[_INNER, _INNER] = True
_AROUND[13:-13, 13:-13] = False
_LEAST_INK = 1.0  # levels; keeps the relative ink of an empty grid finite


@dataclass(frozen=True, slots=True)
class _LineLimits:
    """Diagonals drawn as lines."""

    # Ink, as a share of the grid's, of a line. A thin dashed line has about this much.
    drawn: float = 0.06
    # Share of the diagonal's cells that a line crosses at least; digits hide some.
    on: float = 0.75
    # Share of all other cells that seem crossed at most.
    off: float = 0.2


@dataclass(frozen=True, slots=True)
class _CageLimits:
    """The outlines of a killer's cages, which run inside of the cells' borders."""

    # Pixels of a cell in the picture; in smaller cells digits and lines run together.
    legible: int = 20
    # Ink, as a share of the grid's, that counts.
    inked: float = 0.08
    # Percent of the pixels inside the lines that are paper. Where they hold ink, the
    # paper's grain would pass for dashes.
    paper: int = 70
    # Pixels of ink across a border: more than a thin line.
    wide: int = 6
    # Ink, as a share of the grid's, by which the gap between border and cage is paler.
    dip: float = 0.05
    # ... and as a share of theirs: where two cells meet, their line seems paler by 0.1.
    deep: float = 0.25
    # Share of a cage's side that is inked, dashes included. Pencil marks reach less.
    covered: float = 0.35
    # Share of the borders with a line on either side, and a gap between these: drawn
    # killers had 0.41 or more. A digit beside a line makes such a gap as well.
    caged: float = 0.3
    # ... of the borders that are wide. Blurred print is wide everywhere.
    clearly: float = 0.65
    # ... of those with two lines anywhere: drawn killers had 0.63 or less, since cells
    # of one cage have no line between them. Cells that are outlined one by one, near
    # which the lattice runs along either outline, had 0.97 or more.
    outlined: float = 0.85


@dataclass(frozen=True, slots=True)
class _ShadeLimits:
    """Diagonals and extra boxes that are shaded."""

    # Levels between shaded cells and their neighbours.
    step: float = 5.0
    # Share of that step by which single neighbours may differ from it.
    similar: float = 0.5
    # Share of the neighbours across the edge of the shade that differ by the step.
    across: float = 0.6
    # ... of each part, so that three boxes of four are no variant.
    each: float = 0.35
    # Share of the other neighbours that do not differ.
    even: float = 0.7


_LINES, _CAGES, _SHADES = _LineLimits(), _CageLimits(), _ShadeLimits()

_ENDS = np.r_[7:15, 33:41]  # of 48 pixels along a diagonal: outside of a digit
_ASIDE = (6, 7, 8)  # pixels beside a diagonal, where a line leaves paper
_REACH = 8  # of 48 pixels on either side of a border, in which cages are looked for
_ALONG = slice(16, -3)  # of 48 pixels along a border: beside the sum in the corner


def drawn_variant(seen: Recognised) -> str:
    """The variant's name ("diagonal", "jigsaw", "hyper", "killer"), "" for none."""
    if seen.size != 9:
        return ""
    patches = seen.cells.patches.astype(np.float32)
    paper = np.median(patches[:, _AROUND], axis=1)
    ink = _ink(patches, paper)
    if _has_diagonals(ink) or _is_shaded(paper, _DIAGONALS):
        return "diagonal"
    ruled = not is_drawn(seen.sighting.segments)  # a hand's lines may be drawn twice
    if ruled and _cell_side(seen) >= _CAGES.legible and _has_cages(ink):
        return "killer"
    if _is_shaded(paper, _EXTRA_BOXES):
        return "hyper"
    return JIGSAW if has_irregular_boxes(seen) else ""


def _ink(patches: Floats, paper: Floats) -> Floats:
    """How far each pixel [81, 48, 48] differs from its cell's paper; 1 for digits."""
    off = most_channel(np.abs(patches - paper[:, None, None]))
    strong = level(off[:, _INNER, _INNER], 97)
    usual = float(np.median(np.sort(strong)[-20:]))
    return np.asarray(off / max(usual, _LEAST_INK), np.float32)


# --- diagonals ------------------------------------------------------------------------


def _has_diagonals(ink: Floats) -> bool:
    """Whether lines cross the cells of both diagonals, and hardly any other cell."""
    falling, rising = _is_crossed(ink), _is_crossed(ink[:, :, ::-1])
    down, up = _DIAGONALS
    on = min(float(falling[down].mean()), float(rising[up].mean()))
    off = max(float(falling[~down].mean()), float(rising[~up].mean()))
    return on >= _LINES.on and off <= _LINES.off


def _is_crossed(ink: Floats) -> Bools:
    """The cells that a full or dashed line crosses from the top left corner, [81]."""

    def beside(shift: int) -> Floats:
        return ink[:, _ENDS, np.clip(_ENDS + shift, 0, PATCH - 1)]

    line = np.maximum.reduce([beside(shift) for shift in (-1, 0, 1)])
    sides = [beside(shift) for step in _ASIDE for shift in (step, -step)]
    clear = line - np.median(sides, axis=0)
    crossed: Bools = clear.mean(axis=1) > _LINES.drawn
    return crossed


# --- cages ----------------------------------------------------------------------------


def _has_cages(ink: Floats) -> bool:
    """Whether lines run on both sides of many borders between cells.

    Only borders within boxes count, where a plain puzzle has thin lines.
    """
    if np.percentile(ink[:, _INNER, _INNER], _CAGES.paper) > _CAGES.inked:
        return False
    strips = _borders(ink)
    profile = strips.mean(axis=1)
    inked = profile > _CAGES.inked
    spread = 2 * _REACH - inked[:, ::-1].argmax(axis=1) - inked.argmax(axis=1)
    wide = inked.any(axis=1) & (spread >= _CAGES.wide)
    beside = _on_both_sides(profile)
    dip = beside - profile[:, 1:-1]
    pale = (dip > _CAGES.dip) & (dip > _CAGES.deep * beside)
    covered = (strips > 2 * _CAGES.inked).mean(axis=1)
    aside = _REACH - 1  # the border itself is left out
    both = np.minimum(covered[:, :aside].max(axis=1), covered[:, -aside:].max(axis=1))
    two = (pale & (_on_both_sides(covered) > _CAGES.covered)).any(axis=1)
    caged = float(((both > _CAGES.covered) & two).mean())
    least = max(_CAGES.caged, _CAGES.clearly * float(wide.mean()))
    return least <= caged and float(two.mean()) <= _CAGES.outlined


def _on_both_sides(across: Floats) -> Floats:
    """What there is at most on both sides of each place but the first and the last.

    Args:
        across: values across borders, shape [borders, places].
    """
    before = np.maximum.accumulate(across, axis=1)[:, :-2]
    after = np.maximum.accumulate(across[:, ::-1], axis=1)[:, -3::-1]
    return np.asarray(np.minimum(before, after), np.float32)


def _cell_side(seen: Recognised) -> float:
    """The mean side of a cell in the picture, in pixels."""
    return float(np.linalg.norm(np.diff(seen.mesh, axis=1), axis=-1).mean())


def _borders(ink: Floats) -> Floats:
    """The ink around each border within boxes, shape [borders, along, across]."""
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


def _is_shaded(paper: Floats, parts: tuple[Bools, ...]) -> bool:
    """Whether the cells of each part are shaded, and no others.

    Only neighbours are compared, so that uneven light has no influence.

    Args:
        paper: the colour of each cell's paper, shape [81, 3].
        parts: the cells that are shaded together, each of shape [81].
    """
    one, other = _neighbours()
    cells = np.logical_or.reduce(parts)
    across = cells[one] != cells[other]
    sign = np.where(cells[one], 1, -1)[:, None]
    steps = (paper[one] - paper[other]) * sign
    usual = np.median(steps[across], axis=0)
    size = float(np.abs(usual).max())
    if size < _SHADES.step:
        return False
    alike = np.abs(steps - usual).max(axis=1) < _SHADES.similar * size
    even = np.abs(steps[~across]).max(axis=1) < _SHADES.similar * size
    each = [float(alike[across & (p[one] | p[other])].mean()) for p in parts]
    return (
        float(alike[across].mean()) >= _SHADES.across
        and min(each) >= _SHADES.each
        and float(even.mean()) >= _SHADES.even
    )


@cache
def _neighbours() -> tuple[Ints, Ints]:
    """All pairs of neighbouring cells: the first of each pair, and the second."""
    cells = np.arange(81).reshape(9, 9)
    one = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    other = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    return one, other
