"""Encodes pictures as files: small enough to be mailed, and without metadata."""

from collections.abc import Sequence

import cv2
import numpy as np

from mailbot.pictures.pixels import Bgr

_JPEG = [[cv2.IMWRITE_JPEG_QUALITY, quality] for quality in (88, 75, 60)]
_PNG = [[cv2.IMWRITE_PNG_COMPRESSION, 6]]
_SMALLER = 0.7  # of the sides, if no way to encode is small enough
_SMALLEST = 16  # pixels: a picture with a shorter side is not made smaller


def encode_jpeg(picture: Bgr, most: int = 1_000_000) -> bytes:
    """The picture as JPEG of at most `most` bytes, made smaller if necessary."""
    return _encode(picture, most, ".jpg", _JPEG)


def encode_png(picture: Bgr, most: int = 2_000_000) -> bytes:
    """The picture as PNG of at most `most` bytes, made smaller if necessary."""
    return _encode(picture, most, ".png", _PNG)


def _encode(picture: Bgr, most: int, suffix: str, ways: Sequence[list[int]]) -> bytes:
    """The picture in the first of the ways that is small enough."""
    while True:
        for options in ways:
            data = cv2.imencode(suffix, picture, options)[1].tobytes()
            if len(data) <= most or min(picture.shape[:2]) <= _SMALLEST:
                return data
        small = cv2.resize(
            picture, None, fx=_SMALLER, fy=_SMALLER, interpolation=cv2.INTER_AREA
        )
        picture = Bgr(np.asarray(small, np.uint8))
