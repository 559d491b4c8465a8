"""What stands in a cell, by the project's own small network.

The network is trained on nothing but rendered cells (see eye/weights/README.md) and is
run by OpenCV. It sees one normalised cell at a time (`cells.normalise`) and knows
nothing of the grid around it.
"""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from mailbot.errors import MissingTool
from mailbot.pictures.arrays import Bytes, Floats

CELL = 32
"""Side of a normalised cell, in pixels."""

MODEL = Path(__file__).parents[1] / "weights" / "digits.onnx"

_PRINT = tuple(f"print {d}" for d in range(1, 10))
_HAND = tuple(f"hand {d}" for d in range(1, 10))
_WIDE = ("0", *"ABCDEFG", *(str(n) for n in range(10, 17)))
CLASSES = ("blank", *_PRINT, *_HAND, "marks", *_WIDE, "junk")
"""What the columns of `classify` stand for.

0 blank, 1-9 a printed digit, 10-18 a handwritten digit, 19 pencil marks, 20 the
digit 0, 21-27 the letters A-G, 28-34 the numbers 10-16, 35 anything else.
"""

_CLEAR = float(np.log(0.97))
"""Log-probability from which on one look at a cell is enough."""

_ASIDE = ((1, 0), (1, 2), (0, 1), (2, 1))
"""Down and right, in pixels, on a cell with one more all around."""

_BATCH = 512
"""Cells a pass: bounds the memory of a pass at some 30 MB."""


@lru_cache(maxsize=2)
def load_network(path: Path = MODEL) -> cv2.dnn.Net:
    """The network, read once a process.

    Raises:
        MissingTool: the file is not there, or OpenCV cannot run it.
    """
    if not path.is_file():
        raise MissingTool(f"{path} is missing: install sudoku-mailbot again")
    try:
        net = cv2.dnn.readNetFromONNX(str(path))
        net.setInput(np.zeros((1, 1, CELL, CELL), np.float32))
        width = net.forward().shape[-1]
    except cv2.error as e:
        raise MissingTool(
            f"{path} cannot be used by OpenCV {cv2.__version__}: install"
            " sudoku-mailbot again, with an OpenCV that it asks for"
        ) from e
    if width != len(CLASSES):
        raise MissingTool(f"{path} knows {width} classes, not {len(CLASSES)}")
    return net


def classify(cells: Bytes) -> Floats:
    """Log-probabilities of what each cell holds.

    The network's file holds its temperature, so the probabilities are calibrated
    (on rendered cells).

    Args:
        cells: normalised cells, shape [M, 32, 32], ink bright on dark.

    Returns:
        Natural logarithms, shape [M, len(CLASSES)]; each row's exponents sum to 1.

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    if not len(cells):
        return np.zeros((0, len(CLASSES)), np.float32)
    net = load_network()
    rows = []
    for start in range(0, len(cells), _BATCH):
        batch = cells[start : start + _BATCH, None].astype(np.float32) / 255
        net.setInput(batch)
        rows.append(np.array(net.forward(), np.float32))
    return _normalised(np.concatenate(rows))


def look_again(cells: Bytes, first: Floats) -> Floats:
    """The log-probabilities, those of unclear cells with four more looks.

    Each look is a pixel aside; their mean is righter than any of them.

    Args:
        cells: as for `classify`.
        first: what that made of them.
    """
    scores = first.copy()
    unclear = scores.max(axis=1) < _CLEAR
    padded = np.pad(cells[unclear], ((0, 0), (1, 1), (1, 1)), mode="edge")
    looks = [
        classify(padded[:, top : top + CELL, left : left + CELL])
        for top, left in _ASIDE
    ]
    scores[unclear] = _normalised(np.mean([scores[unclear], *looks], axis=0))
    return scores


def _normalised(scores: Floats) -> Floats:
    scores = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(
        scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32
    )
