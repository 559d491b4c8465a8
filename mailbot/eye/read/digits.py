"""Classifies cells with the project's own small network, run by OpenCV.

The network is trained on drawn cells only (see eye/weights/README.md). It sees one
normalised cell (`cells.normalise`) at a time and knows nothing of the grid around it.
"""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from mailbot.errors import MissingTool
from mailbot.eye.onnx import load_onnx
from mailbot.eye.read.cells import SIDE
from mailbot.pictures.arrays import Bools, Bytes, Floats

MODEL = Path(__file__).parents[1] / "weights" / "digits.onnx"

_PRINT = tuple(f"print {d}" for d in range(1, 10))
_HAND = tuple(f"hand {d}" for d in range(1, 10))
_WIDE = ("0", *"ABCDEFG", *(str(n) for n in range(10, 17)))
CLASSES = ("blank", *_PRINT, *_HAND, "marks", *_WIDE, "junk")
"""What the columns of `classify` stand for.

0 blank, 1-9 a printed digit, 10-18 a handwritten digit, 19 pencil marks, 20 the
digit 0, 21-27 the letters A-G, 28-34 the numbers 10-16, 35 anything else.
"""

_BATCH = 32
"""Cells in one pass: bounds the memory of a pass to some 3 MB."""

_SHIFTS = ((1, 0), (1, 2), (0, 1), (2, 1))
"""Where shifted cells begin, down and right, in a cell padded by one pixel."""


@lru_cache(maxsize=4)
def load_network(path: Path = MODEL) -> cv2.dnn.Net:
    """The digit network, loaded once in a process.

    Raises:
        MissingTool: the file is not there or damaged, or OpenCV cannot run it.
    """
    net, said = load_onnx(path, np.zeros((1, 1, SIDE, SIDE), np.float32))
    if said.shape[-1] != len(CLASSES):
        raise MissingTool(f"{path} knows {said.shape[-1]} classes, not {len(CLASSES)}")
    return net


def classify(cells: Bytes) -> Floats:
    """Log-probabilities of the classes of each cell.

    The probabilities are calibrated on drawn cells: the temperature is in the weights.

    Args:
        cells: normalised cells, shape [M, 32, 32], ink bright on dark.

    Returns:
        Natural logarithms, shape [M, len(CLASSES)]; each row's exponents sum to 1.

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    net, rows = load_network(), [np.zeros((0, len(CLASSES)), np.float32)]
    for start in range(0, len(cells), _BATCH):
        net.setInput(cells[start : start + _BATCH, None].astype(np.float32) / 255)
        rows.append(np.array(net.forward(), np.float32))
    return _normalised(np.concatenate(rows))


def classify_shifted(cells: Bytes, first: Floats, unclear: Bools) -> Floats:
    """The log-probabilities, with the unclear cells classified four times more.

    Each time the cell is shifted by one pixel. The mean of the five log-probabilities
    is right more often than any one of them.

    Args:
        cells: as for `classify`.
        first: the result of `classify` for these cells.
        unclear: which of them are classified again, shape [M].
    """
    scores = first.copy()
    padded = np.pad(cells[unclear], ((0, 0), (1, 1), (1, 1)), mode="edge")
    moved = [padded[:, top : top + SIDE, left : left + SIDE] for top, left in _SHIFTS]
    shifted = classify(np.concatenate(moved))
    fives = [scores[unclear], *np.split(shifted, len(_SHIFTS))]
    scores[unclear] = _normalised(np.mean(fives, axis=0))
    return scores


def _normalised(scores: Floats) -> Floats:
    """Scores [M, classes] as log-probabilities: each row's exponents sum to 1."""
    scores = scores - scores.max(axis=1, keepdims=True)
    total = np.exp(scores).sum(axis=1, keepdims=True)
    return np.asarray(scores - np.log(total), np.float32)
