"""The two kinds of pixel arrays, their conversion and turning.

Coordinates are pixels, x to the right, y down, origin at the top left.
"""

from typing import NewType

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes

Gray = NewType("Gray", Bytes)
"""Shape [h, w] (or a stack [n, h, w]): 0 black, 255 white."""

Bgr = NewType("Bgr", Bytes)
"""Shape [h, w, 3]: blue, green, red."""

Colour = tuple[int, int, int]
"""Blue, green, red, each 0..255."""

cv2.setNumThreads(1)  # several processes share the machine


def to_gray(picture: Bgr) -> Gray:
    """The lightness of a picture."""
    return Gray(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))


def rotate(picture: Bgr, turn: int) -> Bgr:
    """The picture after `turn` quarter turns clockwise."""
    return Bgr(np.ascontiguousarray(np.rot90(picture, -turn)))
