"""Tells by a small network which digits are printed in a cell: one, or two of them.

What the digit network (`digits`) says of two digits over each other means little: it
was taught that each cell holds one.
"""

from itertools import combinations
from pathlib import Path

import cv2
import numpy as np

from mailbot.eye.read import network
from mailbot.pictures.arrays import Bytes, Floats

MODEL = Path(__file__).parents[2] / "weights" / "overprints.onnx"

CONTENTS = tuple(
    digits for count in (1, 2) for digits in combinations(range(1, 10), count)
)
"""What the network tells apart: each digit alone, and each two over each other."""

_HELD = np.array([[digit in held for held in CONTENTS] for digit in range(1, 10)])


def load_network() -> cv2.dnn.Net:
    """The overprint network, loaded once in a process.

    Raises:
        MissingTool: the file is not there or damaged, or OpenCV cannot run it.
    """
    return network.load_network(MODEL, len(CONTENTS))


def log_odds_of_another(cells: Bytes, digits: list[int]) -> Floats:
    """How likely a cell holds each digit, beside holding one digit alone.

    Args:
        cells: normalised cells, shape [M, 32, 32], ink bright on dark.
        digits: the digit of each cell that may be alone in it, 1 to 9.

    Returns:
        For each cell and for no digit and the digits 1 to 9, the logarithm of a ratio:
        how likely the cell holds that digit, alone or with another one, to how likely
        it holds the given one only. Shape [M, 10]; -inf for no digit.

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    log_probs = network.run_network(load_network(), cells, len(CONTENTS))
    log_odds = np.full((len(cells), 10), -np.inf, np.float32)
    for digit in range(1, 10):
        log_odds[:, digit] = np.logaddexp.reduce(log_probs[:, _HELD[digit - 1]], axis=1)
    alone = log_probs[np.arange(len(cells)), np.array(digits, np.int64) - 1]
    return log_odds - alone[:, None]
