"""Pixels as the bytes of a file: small enough to be mailed, and without metadata."""

import cv2
import numpy as np

from mailbot.pictures.pixels import Bgr

_QUALITIES = (88, 75, 60)
_SMALLEST = 16  # pixels; below it nothing is made smaller any more


def encode_jpeg(picture: Bgr, most: int = 1_000_000) -> bytes:
    """The picture as JPEG of at most `most` bytes, made smaller if it must be."""
    while True:
        for quality in _QUALITIES:
            data = _encode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if len(data) <= most or min(picture.shape[:2]) <= _SMALLEST:
                return data
        picture = _smaller(picture)


def encode_png(picture: Bgr, most: int = 2_000_000) -> bytes:
    """The picture as PNG of at most `most` bytes, made smaller if it must be."""
    while True:
        data = _encode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 6])
        if len(data) <= most or min(picture.shape[:2]) <= _SMALLEST:
            return data
        picture = _smaller(picture)


def _encode(suffix: str, picture: Bgr, options: list[int]) -> bytes:
    return cv2.imencode(suffix, picture, options)[1].tobytes()


def _smaller(picture: Bgr) -> Bgr:
    small = cv2.resize(picture, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
    return Bgr(np.asarray(small, np.uint8))
