"""Finds cells that lie side by side, on paper that may bend in any way.

A cell is what lines enclose: a blob of light with four corners. Each is linked to the
cells whose sides face its own, so columns and rows are counted from cell to cell. No
lattice is needed for that, and no place where a board should be. In the same way, but
from corner to corner, A. Geiger et al. (ICRA 2012) find chessboards.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.outlines import quad_around
from mailbot.pictures.arrays import Bools, Floats, Ints
from mailbot.pictures.pixels import Gray

# What a cell is, and which cells are neighbours; chosen on curled pages.

# Darkness from which on a pixel belongs to a line, as a share of the paper's light.
# Thin lines are faint, and on a rough paper faint lines are everywhere.
_DARKNESS = (0.06, 0.03, 0.1, 0.018)
_LINE = 9  # pixels that a line is wide, at most
# Sides of a cell, in shorter sides of the picture.
_SMALLEST = 0.02
_LARGEST = 0.25
# Shares of the blob in what is convex around it, and of that in its four corners.
_CONVEX = 0.8
_SQUARE = 0.8
# Cells between corners of neighbours that face each other, and how many times as
# long a neighbour may be in a direction. Two cells without a line between them are
# twice as long as one.
_APART = 0.38
_LONGER = 1.8
# ... and from a neighbour's middle to where it is expected.
_OFF = 0.7

_WAYS = {
    (1, 0): ((1, 2), (0, 3)),
    (-1, 0): ((0, 3), (1, 2)),
    (0, 1): ((3, 2), (0, 1)),
    (0, -1): ((0, 1), (3, 2)),
}
"""To the right and down: the corners of a cell's side, and those that they face."""

_ALONG = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]], np.float32) / 2
"""Weights of a cell's corners in the vectors along its sides."""

_TURNS = np.array([np.roll(np.arange(4), turn) for turn in range(4)])
"""The four orders of a cell's corners, each beginning with another one."""


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells that are linked to each other, one at least.

    `places` int[n, 2] are their columns and rows, from any origin. `corners`
    float32[n, 4, 2] are pixels, clockwise from the one with the least column and row.
    Columns may run to the right in the picture, or in any other direction.
    """

    places: Ints
    corners: Floats

    @property
    def middles(self) -> Floats:
        """The middles of the cells, [n, 2], in pixels."""
        return np.asarray(self.corners.mean(axis=1), np.float32)

    @property
    def extent(self) -> tuple[int, int]:
        """Columns and rows."""
        columns, rows = np.ptp(self.places, axis=0) + 1
        return int(columns), int(rows)

    def turned(self) -> "Cells":
        """The same cells, with columns running down instead of to the right."""
        columns, rows = self.places.T
        return Cells(np.stack([rows, -columns], 1), np.roll(self.corners, -1, axis=1))

    def by_place(self) -> Floats:
        """The corners [columns, rows, 4, 2] by place; nan where there is no cell."""
        table = np.full((*self.extent, 4, 2), np.nan, np.float32)
        column, row = (self.places - self.places.min(axis=0)).T
        table[column, row] = self.corners
        return table

    def widened(self) -> "Cells":
        """The same cells, up to the middles of the lines between them."""
        table = self.by_place()
        wider = []
        for across, side in (table, 0), (table.swapaxes(0, 1), 1):
            apart = np.linalg.norm(np.diff(across.mean(axis=2), axis=0), axis=-1)
            sides = np.linalg.norm(_ALONG[side] @ across, axis=-1)
            wider.append((apart / (sides[1:] + sides[:-1]) * 2).ravel())
        middles = self.middles[:, None]
        factor = np.float32(np.nanmedian(np.concatenate(wider)))
        return Cells(self.places, middles + (self.corners - middles) * factor)


def linked_cells(gray: Gray) -> Iterator[Cells]:
    """The largest group of linked cells, for each darkness of lines.

    Args:
        gray: a picture with dark lines, small enough for lines to be thin.
    """
    dark = _darkness(gray)
    for least in _DARKNESS:
        quads = _quads(dark <= least)
        if len(quads):
            yield max(_groups(quads), key=lambda cells: len(cells.places))


def _darkness(gray: Gray) -> Floats:
    """How much darker than the paper around it a pixel is, as a share of its light."""
    smooth = cv2.GaussianBlur(gray, (0, 0), 0.8)
    brush = np.ones((_LINE, _LINE), np.uint8)
    high = cv2.morphologyEx(smooth, cv2.MORPH_CLOSE, brush)
    bright = np.maximum(cv2.blur(high, (31, 31)).astype(np.float32), 40)
    darker = cv2.GaussianBlur(high, (0, 0), 1.5).astype(np.float32) - smooth
    return np.asarray(darker / bright, np.float32)


def _quads(light: Bools) -> Floats:
    """The corners [n, 4, 2] of blobs that may be cells."""
    shorter = min(light.shape)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        light.astype(np.uint8), connectivity=4
    )
    side = np.sqrt(stats[:, cv2.CC_STAT_WIDTH] * stats[:, cv2.CC_STAT_HEIGHT])
    fair = (side > _SMALLEST * shorter) & (side < _LARGEST * shorter)
    fair[0] = False  # the lines
    quads = []
    for blob in np.flatnonzero(fair):
        x, y, width, height = stats[blob, :4]
        mask = (labels[y : y + height, x : x + width] == blob).astype(np.uint8)
        outlines, _ = cv2.findContours(
            mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(int(x), int(y))
        )
        outline = max(outlines, key=cv2.contourArea)
        hull = cv2.contourArea(cv2.convexHull(outline))
        if cv2.contourArea(outline) < _CONVEX * hull:
            continue
        quad = quad_around(outline)
        if hull > _SQUARE * cv2.contourArea(quad):
            quads.append(quad)
    return np.array(quads, np.float32).reshape(-1, 4, 2)


_Group = dict[int, tuple[tuple[int, int], Floats]]
"""For cells, by their index: the place, and the corners as the first cell's lie."""


def _groups(quads: Floats) -> Iterator[Cells]:
    """The cells in groups of those that are linked."""
    left = set(range(len(quads)))
    while left:
        group = _linked_to(min(left), quads)
        left -= group.keys()
        places, corners = zip(*group.values(), strict=True)
        yield Cells(np.array(places, np.int64), np.array(corners, np.float32))


def _linked_to(first: int, quads: Floats) -> _Group:
    """The cells that are linked to one, and to these, and so on."""
    middles = quads.mean(axis=1)
    group: _Group = {first: ((0, 0), quads[first])}
    taken = {(0, 0)}
    waiting = deque([first])
    while waiting:
        (column, row), cell = group[waiting.popleft()]
        for (right, down), sides in _WAYS.items():
            place = column + right, row + down
            if place in taken:
                continue
            step = (right, down) @ _steps(cell)
            away = ((middles - cell.mean(axis=0) - step) ** 2).sum(axis=1)
            near = np.flatnonzero(away < _OFF**2 * (step @ step))
            for other in near[away[near].argsort()].tolist():
                turned = _turned_like(quads[other], cell)
                if other not in group and _are_beside(cell, turned, sides):
                    group[other] = place, turned
                    taken.add(place)
                    waiting.append(other)
                    break
    return group


def _steps(cell: Floats) -> Floats:
    """The vectors along a cell's horizontal sides, and along its vertical ones."""
    return np.asarray(_ALONG @ cell, np.float32)


def _turned_like(quad: Floats, cell: Floats) -> Floats:
    """The quad with its corners in the order of a cell's, which lies near by."""
    turns = quad[_TURNS]
    alike = (turns * (cell - cell.mean(axis=0))).sum(axis=(1, 2))
    return np.asarray(turns[alike.argmax()], np.float32)


def _are_beside(
    cell: Floats, other: Floats, sides: tuple[tuple[int, int], tuple[int, int]]
) -> bool:
    """Whether two cells face each other with these sides, and are alike in length."""
    own, facing = sides
    apart = np.linalg.norm(cell[list(own)] - other[list(facing)], axis=1).max()
    lengths = np.linalg.norm(np.stack([_steps(cell), _steps(other)]), axis=2)
    ratio = lengths.max(axis=0) / np.maximum(lengths.min(axis=0), 1e-6)
    return bool(apart < _APART * lengths.min() and ratio.max() < _LONGER)
