"""Finds the surface of a board on paper that curls strongly, from cell to cell."""

from collections.abc import Iterator

import cv2
import numpy as np

from mailbot.eye.find.boards import Board
from mailbot.eye.find.cells import Cells, linked_cells
from mailbot.eye.find.network import Maps
from mailbot.eye.find.spread import followed, through
from mailbot.eye.find.surface import Surface
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Bools, Floats

_SIZE = 9
_SIDE = 760  # pixels in which cells are sought
_AROUND = 0.12  # of the board, beside it
_LEAST = 30  # cells that are linked: of a table in a text there are fewer
_MOST = 72  # ... from which on no lines of another darkness are sought
_CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])


def curled_surfaces(
    gray: Gray, maps: Maps, board: Board, mesh: Floats | None
) -> Iterator[Surface]:
    """The surfaces on which a 9x9 may lie: by its cells, then by what was found of it.

    Args:
        gray: the picture.
        maps: what the network says about it, or about a part of it.
        board: where it lies.
        mesh: the crossings of the lattice that was found, in pixels, [10, 10, 2].
    """
    for surface in _surfaces(gray, maps, board, mesh):
        if surface:
            yield surface


def _surfaces(
    gray: Gray, maps: Maps, board: Board, mesh: Floats | None
) -> Iterator[Surface | None]:
    cells = _most_cells(gray, board)
    if cells:
        points, known = _crossings(_placed(maps, cells))
        surface = through(points, known)
        yield surface
        if surface:
            yield followed(gray, points, known)
    if mesh is not None:
        yield followed(gray, mesh, np.ones(mesh.shape[:2], np.bool_))


def _most_cells(gray: Gray, board: Board) -> Cells | None:
    """The most cells on a board that are linked, if they are enough."""
    best: Cells | None = None
    for cells in _cells_on(gray, board):
        if best is None or len(cells.places) > len(best.places):
            best = cells
        if len(best.places) >= _MOST:
            break
    return best if best and len(best.places) >= _LEAST else None


def _cells_on(gray: Gray, board: Board) -> Iterator[Cells]:
    """The cells on a board that are linked, in pixels of the picture."""
    low, high = board.bounds
    beside, end = _AROUND * board.extent, gray.shape[::-1]
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


def _placed(maps: Maps, cells: Cells) -> Cells:
    """The cells, with their columns and rows on the board.

    The network tells which way these run. Nine of them begin with the first; of fewer
    it tells where they are.
    """
    seen = maps.places_at(cells.middles) * _SIZE - 0.5
    turns = [cells]
    for _ in range(3):
        turns.append(turns[-1].turned())
    right = min(turns, key=lambda one: np.var(seen - one.places, axis=0).sum())
    first = np.rint(np.median(seen - right.places, axis=0)).astype(np.int64)
    nine = np.array(right.extent) == _SIZE
    first = np.where(nine, -right.places.min(axis=0), first)
    return Cells(right.places + first, right.corners)


def _crossings(cells: Cells) -> tuple[Floats, Bools]:
    """The crossings [N+1, N+1, 2] at the corners of cells, and which are known."""
    within = ((cells.places >= 0) & (cells.places < _SIZE)).all(axis=1)
    column, row = np.moveaxis(cells.places[within][:, None] + _CORNERS, -1, 0)
    total = np.zeros((_SIZE + 1, _SIZE + 1, 2), np.float32)
    count = np.zeros((_SIZE + 1, _SIZE + 1), np.float32)
    np.add.at(total, (row, column), cells.corners[within])
    np.add.at(count, (row, column), 1)
    total /= np.maximum(count, 1)[..., None]
    return total, count > 0
