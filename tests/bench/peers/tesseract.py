"""Readers of photographed puzzles as tutorials build them, with Tesseract.

All take an outline with four corners for the puzzle, straighten it and clean its 81
cells. The plainest starts Tesseract for every cell, the next for every cell that holds
ink; the last sets the cleaned digits out on one sheet and starts it once.
"""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pytesseract

Image = npt.NDArray[np.uint8]

SIDE = 60
"""Pixels of a straightened cell."""

_DIGITS = "-c tessedit_char_whitelist=123456789 --oem 1"
_MARGIN = 6  # pixels of a cell that its lines may cover
_LEAST = 0.02  # of a cell: ink that is a digit rather than dirt
_AROUND = 14  # white around a digit that stands alone


def read_by_cell(data: bytes) -> tuple[int, ...] | None:
    """81 digits, 0 = empty, by a Tesseract process per cell; None: no grid is seen."""
    board = _straighten(data)
    if board is None:
        return None
    blank = np.full((SIDE, SIDE), 255, np.uint8)
    return tuple(_read_digit(blank if ink is None else ink) for ink in _cut(board))


def read_by_inked_cell(data: bytes) -> tuple[int, ...] | None:
    """The same, with a process for every cell that seems to hold ink."""
    board = _straighten(data)
    if board is None:
        return None
    return tuple(0 if ink is None else _read_digit(ink) for ink in _cut(board))


def read_at_once(data: bytes) -> tuple[int, ...] | None:
    """81 digits, 0 = empty, by one call of Tesseract; None: no grid is seen."""
    board = _straighten(data)
    if board is None:
        return None
    sheet = np.full((9 * SIDE, 9 * SIDE), 255, np.uint8)
    for cell, ink in enumerate(_cut(board)):
        if ink is not None:
            top, left = cell // 9 * SIDE, cell % 9 * SIDE
            sheet[top : top + SIDE, left : left + SIDE] = ink
    found = pytesseract.image_to_boxes(sheet, config=f"--psm 6 {_DIGITS}")
    digits = [0] * 81
    for line in found.splitlines():
        sign, left, bottom, right, top, _ = line.split()
        column = (int(left) + int(right)) // 2 // SIDE
        row = (9 * SIDE - 1 - (int(bottom) + int(top)) // 2) // SIDE
        digits[row * 9 + column] = int(sign)
    return tuple(digits)


def _read_digit(ink: Image) -> int:
    white = cv2.copyMakeBorder(
        ink, *(_AROUND,) * 4, borderType=cv2.BORDER_CONSTANT, value=(255,)
    )
    said = pytesseract.image_to_string(white, config=f"--psm 10 {_DIGITS}").strip()
    return int(said[0]) if said[:1].isdigit() else 0


def _straighten(data: bytes) -> Image | None:
    """Of the large outlines with four corners the one most like a grid, as a square."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    smooth = cv2.GaussianBlur(picture, (7, 7), 0)
    mean, dark = cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY_INV
    lines = cv2.adaptiveThreshold(smooth, 255, mean, dark, 15, 4)
    outlines, _ = cv2.findContours(lines, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    end = 9 * SIDE
    square = np.array([[0, 0], [end, 0], [end, end], [0, end]], np.float32)
    best, board = 0.0, None
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:10]:
        length = cv2.arcLength(outline, closed=True)
        corners = cv2.approxPolyDP(outline, 0.02 * length, closed=True)
        if len(corners) == 4:
            seen = _in_order(corners.reshape(4, 2).astype(np.float32))
            matrix = cv2.getPerspectiveTransform(seen, square)
            score = _likeness(cv2.warpPerspective(lines, matrix, (end, end)))
            if score > best:
                best, board = score, cv2.warpPerspective(picture, matrix, (end, end))
    return None if board is None else np.asarray(board, np.uint8)


def _likeness(lines: npt.NDArray[np.generic]) -> float:
    """How much of the ink lies where the lines of a grid would be."""
    near = np.isin(np.arange(9 * SIDE) % SIDE, (*range(4), *range(SIDE - 3, SIDE)))
    on = np.logical_or.outer(near, near)
    ink = np.asarray(lines, np.float32) / 255
    return float(ink[on].mean() - ink[~on].mean())


def _in_order(corners: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Clockwise from the top left."""
    sums, slopes = corners.sum(axis=1), corners[:, 1] - corners[:, 0]
    order = [sums.argmin(), slopes.argmin(), sums.argmax(), slopes.argmax()]
    return corners[order]


def _cut(board: Image) -> Sequence[Image | None]:
    """The cells in reading order: a digit black on white, or None without ink."""
    return [
        _clean(board[top : top + SIDE, left : left + SIDE])
        for top in range(0, 9 * SIDE, SIDE)
        for left in range(0, 9 * SIDE, SIDE)
    ]


def _clean(cell: Image) -> Image | None:
    """The largest patch of ink inside the cell's lines, if it is large enough."""
    inner = cell[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN]
    if int(inner.max()) - int(inner.min()) < 40:
        return None
    dark = cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU
    _, ink = cv2.threshold(inner, 0, 255, dark)
    _, labels, sizes, _ = cv2.connectedComponentsWithStats(ink)
    areas = sizes[1:, cv2.CC_STAT_AREA]
    if not len(areas) or not _LEAST < areas.max() / ink.size < 0.5:
        return None
    clean = np.full((SIDE, SIDE), 255, np.uint8)
    digit = np.where(labels == 1 + areas.argmax(), 0, 255)
    clean[_MARGIN:-_MARGIN, _MARGIN:-_MARGIN] = digit
    return clean
