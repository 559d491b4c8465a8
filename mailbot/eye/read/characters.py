"""Cuts digits out that are known by their places, not by the lines around them."""

import cv2
import numpy as np

from mailbot.eye.find.sighting import Characters
from mailbot.eye.read.cutting import Cut, measure_ink
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes, Floats, median
from mailbot.pictures.pixels import Bgr

_HEIGHT = 26  # of a patch's 48 pixels: the usual digit
_ALONE = 0.92  # share of the room around a digit into which no other digit reaches


def cut_characters(picture: Bgr, characters: Characters) -> Cut:
    """The places as cells: each digit in the middle, with paper around it."""
    side = characters.height * PATCH / _HEIGHT
    shrink = min(1.0, PATCH / side)
    if shrink < 1:  # so that no pixel is skipped
        interpolation = cv2.INTER_AREA
        picture = Bgr(
            np.asarray(
                cv2.resize(
                    picture, None, fx=shrink, fy=shrink, interpolation=interpolation
                ),
                np.uint8,
            )
        )
    middles = characters.middles.reshape(-1, 2) * shrink
    pixel = side * shrink / PATCH
    half = np.minimum(_ALONE * characters.room * shrink / pixel, PATCH) / 2
    return measure_ink(np.array([_alone(picture, at, pixel, half) for at in middles]))


def _alone(picture: Bgr, middle: Floats, pixel: float, half: Floats) -> Bytes:
    """The patch [48, 48, 3] around a middle, with paper beyond the place's room.

    Args:
        picture: shape [h, w, 3].
        middle: of the place, x and y in pixels.
        pixel: side of a patch's pixel in pixels of the picture.
        half: of the room's width and height, in pixels of the patch.
    """
    start = middle - 0.5 - pixel * (PATCH - 1) / 2
    matrix = np.column_stack([np.eye(2) * pixel, start])
    interpolation = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    beyond = cv2.BORDER_REPLICATE
    patch = np.asarray(
        cv2.warpAffine(
            picture, matrix, (PATCH, PATCH), flags=interpolation, borderMode=beyond
        ),
        np.uint8,
    )
    (left, top), (right, bottom) = (
        np.floor(PATCH / 2 - half).astype(int),
        np.ceil(PATCH / 2 + half).astype(int),
    )
    own = patch[top:bottom, left:right]
    alone = np.empty_like(patch)
    alone[:] = median(own.reshape(-1, 3), axis=0)
    alone[top:bottom, left:right] = own
    return alone
