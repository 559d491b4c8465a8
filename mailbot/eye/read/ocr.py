"""Tesseract as the second witness: one call for all cells of a picture.

The inked cells stand in one line, with gaps; the boxes of the characters found tell
which cell each belongs to.
"""

import os
from collections.abc import Sequence

import cv2
import numpy as np
import pytesseract

from mailbot.errors import MissingTool
from mailbot.eye.read.cells import SIDE
from mailbot.pictures.pixels import Gray

DIGITS = "123456789"
ALL = "0123456789ABCDEFG"

_HEIGHT = 44  # pixels of a digit, as Tesseract likes them
_GAP = 22
_MARGIN = 16
_MOST = 256  # cells a call
_EDGE = 3  # of 32: pixels at a cell's border, where lines are
_FULL = 140.0  # brightness of full ink above the paper, in a normalised cell
_PAPER = 60.0

os.environ["OMP_THREAD_LIMIT"] = "1"  # noqa: TID251 (set for the child, not read)


def read_cells(
    cells: Sequence[Gray], symbols: str = DIGITS, seconds: float = 5.0
) -> list[str]:
    """What Tesseract reads in normalised cells, "" where it reads nothing.

    Args:
        cells: normalised cells, each uint8[32, 32], ink bright on dark.
        symbols: the characters that may occur.
        seconds: wall time; when it is over nothing was read.

    Raises:
        MissingTool: Tesseract is not installed.
    """
    said = [""] * len(cells)
    strip, places = _write_line(cells[:_MOST])
    if not places:
        return said
    for character, middle in _boxes(strip, symbols, seconds):
        for cell, start, end in places:
            if start <= middle < end:
                said[cell] += character
    return said


def _boxes(strip: Gray, symbols: str, seconds: float) -> list[tuple[str, float]]:
    """Characters and the x of their middles, left to right."""
    config = f"--psm 7 --oem 1 -c tessedit_char_whitelist={symbols}"
    try:
        found = pytesseract.image_to_boxes(strip, config=config, timeout=seconds)
    except pytesseract.TesseractNotFoundError as e:
        raise MissingTool(
            "tesseract is not installed: apt-get install tesseract-ocr"
        ) from e
    except (pytesseract.TesseractError, RuntimeError):  # RuntimeError: out of time
        return []
    rows = (line.split() for line in found.splitlines())
    boxes = [(row[0], (int(row[1]) + int(row[3])) / 2) for row in rows if len(row) == 6]
    return sorted(boxes, key=lambda box: box[1])


def _write_line(cells: Sequence[Gray]) -> tuple[Gray, list[tuple[int, int, int]]]:
    """Black digits on white in one line; (cell, start, end) of each."""
    parts, places = [], []
    x = _MARGIN
    for index, cell in enumerate(cells):
        digit = _isolate(cell)
        if digit is None:
            continue
        parts.append((x + _GAP // 2, digit))
        places.append((index, x, x + digit.shape[1] + _GAP))
        x += digit.shape[1] + _GAP
    line = np.full((_HEIGHT + 2 * _MARGIN, x + _MARGIN), 255, np.uint8)
    for start, digit in parts:
        line[_MARGIN : _MARGIN + _HEIGHT, start : start + digit.shape[1]] = digit
    return Gray(line), places


def _isolate(cell: Gray) -> Gray | None:
    """The digit of a cell alone, black on white, without remnants of lines."""
    ink = np.clip((cell.astype(np.float32) - _PAPER) / _FULL, 0, 1)
    mask = (ink > 0.45).astype(np.uint8)
    mask[:_EDGE] = mask[-_EDGE:] = 0
    mask[:, :_EDGE] = mask[:, -_EDGE:] = 0
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        mask, connectivity=8
    )
    low, high = 0.14 * SIDE, 0.86 * SIDE
    kept = [
        label
        for label in range(1, count)
        if stats[label, cv2.CC_STAT_AREA] > 3
        and (low < middles[label]).all()
        and (middles[label] < high).all()
    ]
    if not kept:
        return None
    digit = np.isin(labels, kept).astype(np.uint8)
    x, y, w, h = cv2.boundingRect(digit)
    soft = ink * cv2.dilate(digit, np.ones((3, 3), np.uint8))
    part = soft[max(0, y - 1) : y + h + 1, max(0, x - 1) : x + w + 1]
    wide = max(2, round(part.shape[1] * _HEIGHT / part.shape[0]))
    large = cv2.resize(
        part, (min(wide, 3 * _HEIGHT), _HEIGHT), interpolation=cv2.INTER_CUBIC
    )
    return Gray((255 - 255 * np.clip(large, 0, 1)).astype(np.uint8))
