"""Reads cells with Tesseract, in one call for many cells.

The digits are set in one line with gaps between them. The boxes of the characters that
Tesseract finds tell which cell each character belongs to.
"""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

import cv2
import numpy as np
import pytesseract

from mailbot.errors import MissingTool
from mailbot.eye.read.cells import FULL, PAPER, SIDE
from mailbot.eye.read.tesseract.tessdata import small_data
from mailbot.pictures.pixels import Gray

DIGITS = "123456789"
ALL = "0123456789ABCDEFG"

NO_DATA = "Tesseract has no data for English: apt-get install tesseract-ocr-eng"

LINE = 256
"""Cells in one line, at most: all of a 16x16."""

_HEIGHT = 44  # pixels of a digit: a size that Tesseract reads well
_GAP = 22  # pixels between digits: less would join them to words
_MARGIN = 16  # pixels of paper around the line
_EDGE = 3  # of 32 pixels at a cell's border, where the grid's lines are
_INKED = 0.45  # share of full ink from which on a pixel belongs to a digit
_MIDDLE = (0.14, 0.86)  # of the cell's side: where the centre of a stroke lies
_LEAST_AREA = 3  # pixels; what is smaller is a speck

os.environ["OMP_THREAD_LIMIT"] = "1"  # noqa: TID251 (set for the child, not read)


def read_cells(
    cells: Sequence[Gray], symbols: str = DIGITS, seconds: float = 30.0
) -> list[str]:
    """What Tesseract reads in each cell, "" if nothing.

    Args:
        cells: normalised cells, at most LINE, each uint8[32, 32], ink bright on dark.
        symbols: the characters that it may read.
        seconds: wall time; after that Tesseract hangs, and nothing is read.

    Raises:
        MissingTool: Tesseract or its data is not installed.
    """
    said = [""] * len(cells)
    strip, places = _write_line(cells)
    if not places:
        return said
    for character, middle in _boxes(strip, symbols, seconds):
        for cell, start, end in places:
            if start <= middle < end:
                said[cell] += character
    return said


def _boxes(strip: Gray, symbols: str, seconds: float) -> list[tuple[str, float]]:
    """The characters found and the x of their middles in pixels, left to right."""
    try:
        found = _run(strip, symbols, seconds)
    except pytesseract.TesseractNotFoundError as e:
        raise MissingTool(
            "tesseract is not installed: apt-get install tesseract-ocr"
        ) from e
    except (pytesseract.TesseractError, RuntimeError, PermissionError) as e:
        if "Failed loading language" in str(e):
            raise MissingTool(NO_DATA) from e
        # RuntimeError: out of time. PermissionError: and the sandbox lets us end no
        # process; this one ends with ours.
        return []
    # A row holds a character, its left, bottom, right and top, and the page's number.
    rows = (line.split() for line in found.splitlines())
    boxes = [(row[0], (int(row[1]) + int(row[3])) / 2) for row in rows if len(row) == 6]
    return sorted(boxes, key=lambda box: box[1])


def _run(strip: Gray, symbols: str, seconds: float) -> str:
    """Call Tesseract with the line and its data as files.

    A reader may make files, but no folders.
    """
    data = small_data(ALL)
    with (
        NamedTemporaryFile(suffix=".pgm") as line,  # no time goes into packing it
        NamedTemporaryFile(suffix=".traineddata") as copy,
    ):
        line.write(b"P5 %d %d 255\n" % strip.shape[::-1] + strip.tobytes())
        copy.write(data)
        line.flush()
        copy.flush()
        path, options = Path(copy.name), f"-c tessedit_char_whitelist={symbols}"
        if data:
            options += f" --tessdata-dir {shlex.quote(str(path.parent))}"
        try:
            said: str = pytesseract.image_to_boxes(
                line.name,
                path.stem if data else "eng",
                f"--psm 7 --oem 1 {options}",
                timeout=seconds,
            )
        finally:  # a confined reader cannot remove them
            line.truncate(0)
            copy.truncate(0)
    return said


def _write_line(cells: Sequence[Gray]) -> tuple[Gray, list[tuple[int, int, int]]]:
    """Set the digits in one line, black on white.

    Returns:
        The line, and for each digit (cell, start, end): the x between which it stands.
    """
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
    """The digit of a cell, black on white, without specks and lines; None if empty."""
    ink = np.clip((cell.astype(np.float32) - PAPER) / (FULL - PAPER), 0, 1)
    mask = (ink > _INKED).astype(np.uint8)
    mask[:_EDGE] = mask[-_EDGE:] = 0
    mask[:, :_EDGE] = mask[:, -_EDGE:] = 0
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        mask, connectivity=8
    )
    low, high = (share * SIDE for share in _MIDDLE)
    kept = [
        label
        for label in range(1, count)
        if stats[label, cv2.CC_STAT_AREA] > _LEAST_AREA
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
