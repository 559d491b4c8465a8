"""Names the variant that is drawn on a board: by its lines, shades or boxes."""

from functools import cache

import cv2
import numpy as np

from mailbot.eye.decide.boxes import thick_lines
from mailbot.eye.decide.ink import AROUND, givens_by_ground
from mailbot.eye.read.cells import level, most_channel
from mailbot.eye.read.lines.borders import REACH, borders_of
from mailbot.eye.read.patches import PATCH, cell_extent
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints, median, percentile
from solver import Shape

JIGSAW = "jigsaw"
"""The variant with irregular boxes. Its rules replace rules of plain sudoku; the rules
of all other variants are added to them."""

SAMURAI = "samurai"
"""The variant of five boards that share boxes. No board shows it alone: it is told by
the one that is drawn beside it."""

_INNER = slice(8, -8)  # of 48 pixels: inside the lines
_STRONGEST = 97  # percentile of a cell's ink that is its strongest: specks are stronger
_PRINTED = 20  # cells with the strongest ink, all of which hold digits
_LEAST_INK = 1.0  # levels; keeps the relative ink of an empty grid finite

_ROW, _COLUMN = np.divmod(np.arange(81), 9)
_DIAGONALS = (_ROW == _COLUMN, _ROW + _COLUMN == 8)
"""The cells of the falling diagonal, and of the rising one; each of shape [81]."""

# Diagonals drawn as lines.

# Ink, as a share of the grid's, of a line. A thin dashed line has about this much.
_LINED = 0.06
# Share of the diagonal's cells that a line crosses at least; digits hide some.
_ON = 0.75
# Share of all other cells that seem crossed at most.
_OFF = 0.2

_ENDS = np.r_[7:15, 33:41]  # of 48 pixels along a diagonal: outside of a digit
_ASIDE = (6, 7, 8)  # pixels beside a diagonal, where a line leaves paper
_EXTRA_BOXES = tuple(
    (_ROW % 4 > 0) & (_COLUMN % 4 > 0) & (quarter == _ROW // 5 * 2 + _COLUMN // 5)
    for quarter in range(4)
)
"""The cells of the four additional boxes of a hyper sudoku, each of shape [81]."""

# Diagonals and extra boxes that are shaded.

# Levels between shaded cells and the cells beside them.
_STEP = 5.0
# Share of that step by which that of single pairs of cells may differ from it.
_SIMILAR = 0.5
# Share of the pairs of cells at the edge of the shade that differ by the step.
_ACROSS = 0.6
# ... of each part, so that three boxes of four are no variant.
_EACH = 0.35
# Share of the other pairs of adjacent cells that do not differ.
_EVEN = 0.7

# Which boxes are those of a jigsaw.

# Share of the thick lines that part boxes: at least, for a jigsaw. Those of one
# with missing lines did by 0.55 or more; around tiles of two colours none do.
_PARTING = 0.3
# Share of these that lie inside of usual boxes: at least, for a jigsaw. Drawn 9x9s
# had 0.62 or more, plain boards in which single cells are cut off up to 0.18.
_WITHIN = 0.4
# Share of the cells in pieces smaller than half a box: at most, for a jigsaw. Thin
# lines of which some lie on shades enclose single cells, and so do edges of digits.
_TINY = 0.05

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
# How mixed the borders along a line are, with two lines or not (1 for half of them):
# killers of others had 0.66 or more, since cells of one cage have no line between
# them. Programs outline cells one by one, and have two lines along a whole row or
# along none of it: their windows had 0.52 or less.
_MIXED = 0.6

_REACH = 8  # of 48 pixels on either side of a border, in which cages are looked for
_ALONG = slice(16, -3)  # of 48 pixels along a border: beside the sum in the corner


def drawn_variant(seen: Recognised) -> str:
    """The variant's name ("diagonal", "jigsaw", "hyper", "killer"), "" for none."""
    if seen.size != 9:
        return JIGSAW if _has_irregular_boxes(seen) else ""
    patches = seen.cells.patches.astype(np.float32)
    paper = median(patches[:, AROUND], axis=1)
    ink = _ink(patches, paper)
    if _has_diagonals(ink) or _is_shaded(paper, _DIAGONALS):
        return "diagonal"
    if _has_cages(seen, ink):
        return "killer"
    if _is_shaded(paper, _EXTRA_BOXES):
        return "hyper"
    return JIGSAW if _has_irregular_boxes(seen) else ""


def _ink(patches: Floats, paper: Floats) -> Floats:
    """How far each pixel [81, 48, 48] differs from its cell's paper; 1 for digits."""
    off = patches - paper[:, None, None]
    off = most_channel(np.abs(off, out=off))
    strong = level(off[:, _INNER, _INNER], _STRONGEST)
    usual = float(median(np.sort(strong)[-_PRINTED:]))
    return np.asarray(off / max(usual, _LEAST_INK), np.float32)


def _has_diagonals(ink: Floats) -> bool:
    """Whether lines cross the cells of both diagonals, and hardly any other cell.

    Args:
        ink: of each cell's pixels, 1 for that of digits, shape [81, 48, 48].
    """
    falling, rising = _is_crossed(ink), _is_crossed(ink[:, :, ::-1])
    down, up = _DIAGONALS
    on = min(float(falling[down].mean()), float(rising[up].mean()))
    off = max(float(falling[~down].mean()), float(rising[~up].mean()))
    return on >= _ON and off <= _OFF


def _is_crossed(ink: Floats) -> Bools:
    """The cells that a full or dashed line crosses from the top left corner, [81]."""

    def beside(shift: int) -> Floats:
        return ink[:, _ENDS, np.clip(_ENDS + shift, 0, PATCH - 1)]

    line = np.maximum.reduce([beside(shift) for shift in (-1, 0, 1)])
    sides = [beside(shift) for step in _ASIDE for shift in (step, -step)]
    clear = line - median(np.stack(sides), axis=0)
    crossed: Bools = clear.mean(axis=1) > _LINED
    return crossed


def _is_shaded(paper: Floats, parts: tuple[Bools, ...]) -> bool:
    """Whether the cells of each part are shaded, and no others.

    Only adjacent cells are compared, so that uneven light has no influence.

    Args:
        paper: the colour of each cell's paper, shape [81, 3].
        parts: the cells that are shaded together, each of shape [81].
    """
    one, other = _adjacent_cells()
    cells = np.logical_or.reduce(parts)
    across = cells[one] != cells[other]
    sign = np.where(cells[one], 1, -1)[:, None]
    steps = (paper[one] - paper[other]) * sign
    usual = median(steps[across], axis=0)
    size = float(np.abs(usual).max())
    if size < _STEP:
        return False
    alike = np.abs(steps - usual).max(axis=1) < _SIMILAR * size
    even = np.abs(steps[~across]).max(axis=1) < _SIMILAR * size
    each = [float(alike[across & (p[one] | p[other])].mean()) for p in parts]
    return (
        float(alike[across].mean()) >= _ACROSS
        and min(each) >= _EACH
        and float(even.mean()) >= _EVEN
    )


@cache
def _adjacent_cells() -> tuple[Ints, Ints]:
    """All pairs of adjacent cells: the first of each pair, and the second."""
    cells = np.arange(81).reshape(9, 9)
    one = np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()])
    other = np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()])
    return one, other


def _has_irregular_boxes(seen: Recognised) -> bool:
    """Whether thick lines, clearly darker than others, part boxes of no usual shape.

    Some thick lines may be missed, so that boxes run together; what is taken for thick
    lines may be edges of shades and of digits, which hardly ever part anything.
    """
    thick = thick_lines(seen)
    return thick is not None and all(_part_others(thick, one) for one in seen.shapes)


def _part_others(thick: Bools, box: Shape) -> bool:
    """Whether thick lines [2, N-1, N] also part the cells into other boxes."""
    last = 2 * box.size - 1  # cells, and the borders between them
    open_ = np.zeros((last, last), np.uint8)
    open_[::2, ::2] = 1
    open_[1::2, ::2], open_[::2, 1::2] = ~thick[0], ~thick[1].T
    pieces = np.asarray(cv2.connectedComponents(open_, connectivity=4)[1])[::2, ::2]
    tiny = np.bincount(pieces.ravel())[pieces] < box.size / 2
    boxes = np.where(tiny, 0, pieces)
    parting = np.stack([_parted(boxes), _parted(boxes.T)])
    line, length = np.arange(1, box.size), [[box.box_height], [box.box_width]]
    inside = parting[line % length > 0].sum() / max(parting.sum(), 1)
    return bool(
        parting.sum() >= _PARTING * thick.sum()
        and inside >= _WITHIN
        and tiny.mean() <= _TINY
    )


def _parted(boxes: Ints) -> Bools:
    """Which cells lie in another box than those below them, [N-1, N]; 0 is no box."""
    above, below = boxes[:-1], boxes[1:]
    apart: Bools = (above != below) & (above > 0) & (below > 0)
    return apart


def _has_cages(seen: Recognised, ink: Floats) -> bool:
    """Whether lines run on both sides of many borders between cells.

    Only borders within boxes count, where a plain puzzle has thin lines. Nothing is
    found in small cells, or where a person drew the lines: a hand may draw them twice;
    nor where givens lie on a ground of their own, which programs outline.

    Args:
        seen: the board, a 9x9.
        ink: of each cell's pixels, 1 for that of digits, shape [81, 48, 48].
    """
    if cell_extent(seen.mesh)[0] < _LEGIBLE:
        return False
    inked = percentile(ink[:, _INNER, _INNER], _PAPER) > _INKED
    if inked or givens_by_ground(seen.cells, seen.log_probs.argmax(axis=1) > 0):
        return False
    strips = _borders(ink)
    profile = strips.mean(axis=1)
    dark = profile > _INKED
    spread = 2 * _REACH - dark[:, ::-1].argmax(axis=1) - dark.argmax(axis=1)
    wide = dark.any(axis=1) & (spread >= _WIDE)
    beside = _on_both_sides(profile)
    dip = beside - profile[:, 1:-1]
    pale = (dip > _DIP) & (dip > _DEEP * beside)
    covered = (strips > 2 * _INKED).mean(axis=1)
    aside = _REACH - 1  # the border itself is left out
    both = np.minimum(covered[:, :aside].max(axis=1), covered[:, -aside:].max(axis=1))
    two = (pale & (_on_both_sides(covered) > _COVERED)).any(axis=1)
    caged = float(((both > _COVERED) & two).mean())
    least = max(_CAGED, _CLEARLY * float(wide.mean()))
    along = two.reshape(-1, seen.size).mean(axis=1)
    return least <= caged and float((4 * along * (1 - along)).mean()) >= _MIXED


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
