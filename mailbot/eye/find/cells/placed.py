"""Tells which cells of a 9x9 the linked cells on a board are."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.cells.linked import Cells, linked_cells
from mailbot.eye.find.network import Maps
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Bools, Floats, median

SIZE = 9
"""Cells a side of the boards whose cells are placed."""

_SIDE = 760  # pixels in which cells are sought
_AROUND = 0.12  # of the board, beside it
_LEAST = 30  # cells that are linked: of a table in a text there are fewer ...
_MANY = 45  # ... and from which on their places may be known beyond doubt
_MOST = 72  # ... from which on no lines of another darkness are sought
_AMISS = 0.35  # cells by which the network may see counted ones elsewhere ...
_UNEVEN = 0.08  # ... and by which they may be wider or narrower: of ten, 0.1
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])


@dataclass(frozen=True, slots=True)
class PlacedCells:
    """Cells of a 9x9, their columns and rows counted from 0.

    `counted` is whether their places are known beyond doubt: they are most of the
    board's, and all nine columns and rows are there, or the network sees each cell
    where it is counted.
    """

    cells: Cells
    counted: bool

    @property
    def are_all(self) -> bool:
        """Whether no cell of the board is missing."""
        return len(self.cells.places) == SIZE**2

    def crossings(self) -> tuple[Floats, Bools]:
        """The crossings [10, 10, 2] at the corners, in pixels; which are known."""
        column, row = np.moveaxis(self.cells.places[:, None] + _CORNERS, -1, 0)
        total = np.zeros((SIZE + 1, SIZE + 1, 2), np.float32)
        count = np.zeros((SIZE + 1, SIZE + 1), np.float32)
        np.add.at(total, (row, column), self.cells.corners)
        np.add.at(count, (row, column), 1)
        total /= np.maximum(count, 1)[..., None]
        return total, count > 0


def placed_cells(gray: Gray, maps: Maps, board: Board) -> PlacedCells | None:
    """The cells of a 9x9 that are linked on a board, if they are enough.

    Args:
        gray: the picture.
        maps: what the network says about it, or about a part of it.
        board: where it lies.
    """
    best = _most_cells(gray, *board.bounds)
    enough = best is not None and len(best.places) >= _LEAST
    return _placed(maps, best) if best and enough else None


def _most_cells(gray: Gray, low: Floats, high: Floats) -> Cells | None:
    """The most cells that are linked in a rectangle of the picture, and near by.

    Args:
        gray: the picture.
        low: x and y of the rectangle's upper left corner, in pixels.
        high: of its lower right corner.
    """
    best: Cells | None = None
    count = 0
    for cells in _cells_between(gray, low, high):
        before, count = count, len(cells.places)
        if best is None or count > len(best.places):
            best = cells
        if count >= _MOST or count == before:  # then the lines are clear
            break
    return best


def _cells_between(gray: Gray, low: Floats, high: Floats) -> Iterator[Cells]:
    """The cells that are linked there, in pixels, for each darkness of lines."""
    beside, end = _AROUND * (high - low).max(), gray.shape[::-1]
    left, top = np.clip(low - beside, 0, end).astype(int)
    right, bottom = np.clip(high + beside, 0, end).astype(int)
    part = gray[top:bottom, left:right]
    if not part.size:
        return
    scale = _SIDE / max(part.shape)
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    seen = cv2.resize(part, None, fx=scale, fy=scale, interpolation=way)
    for cells in linked_cells(Gray(np.asarray(seen, np.uint8))):
        corners = (cells.corners + 0.5) / scale - 0.5 + (left, top)
        yield Cells(cells.places, np.asarray(corners, np.float32))


def _placed(maps: Maps, cells: Cells) -> PlacedCells:
    """The cells, with their columns and rows on the board.

    The network tells which way these run.
    """
    seen = maps.places_at(cells.middles) * SIZE - 0.5
    turns = [cells]
    for _ in range(3):
        turns.append(turns[-1].turned())
    right = min(turns, key=lambda one: np.var(seen - one.places, axis=0).sum())
    firsts = [_first(right, seen, way) for way in (0, 1)]
    places = right.places - right.places.min(axis=0) + [first for first, _ in firsts]
    within = ((places >= 0) & (places < SIZE)).all(axis=1)
    known = bool(within.all()) and all(known for _, known in firsts)
    counted = known and len(places) >= _MANY
    return PlacedCells(Cells(places[within], right.corners[within]), counted)


def _first(cells: Cells, seen: Floats, way: int) -> tuple[int, bool]:
    """The first column, or row, of cells on the board, and whether it is known.

    Nine of them begin with the first. Of fewer, the network sees each in its place.

    Args:
        cells: linked ones, as they lie on the board.
        seen: where the network sees their middles, in cells, [n, 2].
        way: 0 for columns, 1 for rows.
    """
    if cells.extent[way] == SIZE:
        return 0, True
    along = cells.places[:, way] - cells.places[:, way].min()
    about = float(median(seen[:, way] - along))
    apart = along - along.mean()
    step = (apart @ seen[:, way]) / max(apart @ apart, 1e-6)
    even = abs(step - 1) < _UNEVEN
    return round(about), bool(even and abs(round(about) - about) < _AMISS)
