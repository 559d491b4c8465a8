"""Draws the borders of shades as lines, for boards whose boxes are told by them.

Colours that differ may be equally light. So the steps are those of the channel that
changes most, and relative to the light: a shadow hides none.
"""

import cv2
import numpy as np

from mailbot.pictures import Bgr, Gray
from mailbot.pictures.arrays import Floats

_BOARD = 480.0  # pixels of a board in the picture in which shades are told
_STROKES = np.ones((13, 13), np.uint8)  # pixels there: wider than strokes of digits
_SMOOTH = 2.0  # pixels there, by which noise is blurred
_STRONG = 0.05  # step of the light, as a share of it, that makes a black line


def outlined(picture: Bgr, extent: float) -> Gray:
    """White paper on which the borders of the picture's shades are dark lines.

    Args:
        picture: shape [h, w, 3].
        extent: pixels that a board in it is wide, about.
    """
    height, width = picture.shape[:2]
    scale = min(1.0, _BOARD / extent)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, _STROKES)
    light = np.log(np.maximum(closed.astype(np.float32), 16))
    steps = _steps(np.asarray(cv2.GaussianBlur(light, (0, 0), _SMOOTH), np.float32))
    ink = np.clip(steps / _STRONG, 0, 1)
    drawn = np.asarray(255 * (1 - ink), np.uint8)
    full = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_LINEAR)
    return Gray(np.asarray(full, np.uint8))


def _steps(light: Floats) -> Floats:
    """How much the light changes within the blur around each pixel."""
    across, down = (
        cv2.Sobel(light, cv2.CV_32F, *way, scale=_SMOOTH / 4)
        for way in ((1, 0), (0, 1))
    )
    return np.asarray(np.hypot(across, down).max(axis=-1), np.float32)
