"""Loads the networks of `weights/` into OpenCV, which runs them."""

from pathlib import Path

import cv2
import numpy as np

from mailbot.errors import MissingTool
from mailbot.pictures.arrays import Floats
from mailbot.weights import read_weights


def load_onnx(path: Path, seen: Floats) -> tuple[cv2.dnn.Net, Floats]:
    """A network from its file, and what it says of one input.

    Args:
        path: the file; its digest is beside it.
        seen: an input as the network takes it, [1, channels, h, w]; OpenCV finds only
            by a run whether it has all of the network's layers.

    Raises:
        MissingTool: the file is not there or damaged, or OpenCV cannot run it.
    """
    content = np.frombuffer(read_weights(path), np.uint8)
    try:
        net = cv2.dnn.readNetFromONNX(content)
        net.setInput(seen)
        return net, np.array(net.forward(), np.float32)
    except cv2.error as error:
        raise MissingTool(
            f"{path} cannot be used by OpenCV {cv2.__version__}: install"
            " sudoku-mailbot again, with an OpenCV that it asks for"
        ) from error
