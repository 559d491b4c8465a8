"""Runs the project's small networks for cells by OpenCV.

Each sees one normalised cell (`cells.normalise`) at a time and knows nothing of the
grid around it. They are trained on drawn cells only (see eye/weights/README.md).
"""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from mailbot.errors import MissingTool
from mailbot.eye.onnx import load_onnx
from mailbot.eye.read.cells import SIDE
from mailbot.pictures.arrays import Bytes, Floats

_BATCH = 512
"""Cells in one pass: bounds the memory of a pass to some 30 MB."""


@lru_cache(maxsize=4)
def load_network(path: Path, classes: int) -> cv2.dnn.Net:
    """A network, loaded once in a process.

    Args:
        path: its file.
        classes: how many it must know.

    Raises:
        MissingTool: the file is not there or damaged, or OpenCV cannot run it.
    """
    net, said = load_onnx(path, np.zeros((1, 1, SIDE, SIDE), np.float32))
    width = said.shape[-1]
    if width != classes:
        raise MissingTool(f"{path} knows {width} classes, not {classes}")
    return net


def run_network(net: cv2.dnn.Net, cells: Bytes, classes: int) -> Floats:
    """Log-probabilities of the classes of each cell.

    Args:
        net: a network that `load_network` gave.
        cells: normalised cells, shape [M, 32, 32], ink bright on dark.
        classes: how many it knows.

    Returns:
        Natural logarithms, shape [M, classes]; each row's exponents sum to 1.
    """
    rows = [np.zeros((0, classes), np.float32)]
    for start in range(0, len(cells), _BATCH):
        batch = cells[start : start + _BATCH, None].astype(np.float32) / 255
        net.setInput(batch)
        rows.append(np.array(net.forward(), np.float32))
    return normalised(np.concatenate(rows))


def normalised(scores: Floats) -> Floats:
    """Scores [M, classes] as log-probabilities: each row's exponents sum to 1."""
    scores = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(
        scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32
    )
