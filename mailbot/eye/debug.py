"""Draws what the eye saw, as pictures for people: `mailbot read --debug DIR`."""

from hashlib import sha256

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.errors import UnreadablePicture
from mailbot.eye.budget import EyeOptions
from mailbot.eye.pdf import pages_of
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.survey import survey
from mailbot.files import PartKind, kind_of
from mailbot.model import Part
from mailbot.pictures import Bgr, decode, encode_png, rotate
from mailbot.pictures.arrays import Bytes
from solver.grid import SYMBOLS

_GREEN, _BLUE = (0, 160, 0), (200, 60, 0)
_CELL = 96  # pixels of a cell on the picture of the cells
_ROWS = 3  # likeliest classes named in a cell
_MOST = 2_000_000  # bytes of a picture: all of them go over the wire at once


def draw(data: bytes, options: EyeOptions | None = None) -> dict[str, bytes]:
    """A picture with the grids found, and one of each grid's cells as classified.

    The pictures are PNG files by their names, which start with a digest of the data,
    so that several files may share a folder. Data that is no picture gives none.

    Raises:
        TooLarge: over a limit.
        TooCostly: the pages of a PDF take too long to draw.
        MissingTool: the network is not there.
    """
    options = options or EyeOptions()
    name = sha256(data).hexdigest()[:8]
    drawn: dict[str, bytes] = {}
    for number, picture in enumerate(_pictures(data, options)):
        deadline = options.deadline()
        seen = survey(picture, deadline).grids
        shown = {f"{name}-{number}-grids.png": _draw_grids(picture, seen)}
        for index, grid in enumerate(seen):
            shown[f"{name}-{number}-cells-{index}.png"] = _draw_cells(grid)
        for file, sketch in shown.items():
            drawn[file] = encode_png(sketch, most=_MOST)
    return drawn


def _pictures(data: bytes, options: EyeOptions) -> list[Bgr]:
    try:
        if kind_of(Part("", "", "", data)) is PartKind.PDF:
            return list(pages_of(data, options))
        return [decode(data, options.limits)]
    except UnreadablePicture:
        return []


def _draw_grids(picture: Bgr, seen: list[Recognised]) -> Bgr:
    """The picture as it came, with the lattices and the digits read."""
    drawn = picture
    for grid in seen:
        drawn = rotate(drawn, grid.turn)
        drawn = Bgr(drawn.copy())
        for line in (*grid.mesh, *grid.mesh.transpose(1, 0, 2)):
            points = np.rint(line).astype(np.int32)[None]
            cv2.polylines(drawn, points, False, _GREEN, 2, cv2.LINE_AA)
        digits = grid.log_probs.argmax(axis=1)
        for cell in np.flatnonzero(digits):
            row, column = divmod(int(cell), grid.size)
            corner = grid.mesh[row + 1, column]
            side = float(np.linalg.norm(grid.mesh[row, column] - corner))
            _print(drawn, SYMBOLS[digits[cell] - 1], corner, side / 60, _BLUE)
        drawn = rotate(drawn, -grid.turn % 4)
    return drawn


def _draw_cells(grid: Recognised) -> Bgr:
    """Each cell as cut out, as normalised, and its likeliest classes."""
    size = grid.size
    sheet = np.full((size * _CELL, 2 * size * _CELL, 3), 255, np.uint8)
    for cell in range(size * size):
        row, column = divmod(cell, size)
        top, left = row * _CELL, 2 * column * _CELL
        sheet[top : top + PATCH, left : left + PATCH] = grid.cells.patches[cell]
        ink = cv2.resize(grid.cells.normalised[cell], (PATCH, PATCH))
        sheet[top : top + PATCH, left + PATCH : left + 2 * PATCH] = ink[..., None]
        for place, label in enumerate(np.argsort(-grid.probs[cell])[:_ROWS], 1):
            words = f"{CLASSES[label]} {grid.probs[cell, label]:.3f}"
            at = np.array([left + 2, top + PATCH + 14 * place])
            _print(sheet, words, at, 0.4, _GREEN if place == 1 else _BLUE)
    return Bgr(sheet)


def _print(
    picture: Bytes,
    words: str,
    at: npt.NDArray[np.generic],
    scale: float,
    colour: tuple[int, int, int],
) -> None:
    x, y = (round(float(v)) for v in at)
    face = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(picture, words, (x, y), face, scale, colour, 1, cv2.LINE_AA)
