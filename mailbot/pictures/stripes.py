"""Decoded pictures as eight bits of blue, green and red, some rows at a time.

A picture of 50 million pixels with 16 bits of each colour and transparency would take
more than a gigabyte in between, if it were converted as a whole.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import ceil, sqrt

import cv2
import numpy as np
from PIL import Image

from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Bgr

_PIXELS = 2_000_000
"""Pixels of a stripe, about: some 30 MB while it is converted."""

_OPAQUE = (255, 255)  # the least and the most opacity of a plain picture
_DRAWN = 128  # of 255: from which opacity on a pixel is drawn
_LIGHT = 160  # mean level from which on ink is light


def factor_for(size: tuple[int, int], pixels: int) -> int:
    """By which whole number both sides are divided, to have so many pixels at most."""
    width, height = size
    return max(1, ceil(sqrt(width * height / pixels)))


def in_stripes(image: Image.Image, factor: int) -> Bgr:
    """The picture with both sides divided by a factor; what is left over is cut off.

    Transparent pixels become paper. More than eight bits become eight: the lightest
    and the darkest level of 32 bits, or of floats, become 255 and 0.
    """
    width, height = (max(1, side // factor) for side in image.size)
    picture = np.empty((height, width, 3), np.uint8)
    convert = _conversion(image)
    at_once = max(1, _PIXELS // (image.width * factor))
    for top in range(0, height, at_once):
        rows = picture[top : top + at_once]
        stripe = _rows(image, top * factor, len(rows) * factor)
        rows[:] = _shrunk(convert(stripe), width, factor)
    return Bgr(picture)


def _conversion(image: Image.Image) -> Callable[[Image.Image], Bytes]:
    """What converts a stripe of this picture to blue, green and red."""
    if image.mode.startswith(("I", "F")):
        return partial(_eight_bits, *_levels(image))
    # Of most screenshots all pixels are opaque, though they might let through.
    clear = "A" in image.getbands() and image.getchannel("A").getextrema() != _OPAQUE
    if clear or "transparency" in image.info:
        return partial(_on_paper, _paper(image))
    return _opaque


def _opaque(stripe: Image.Image) -> Bytes:
    rgb = np.asarray(stripe if stripe.mode == "RGB" else stripe.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _eight_bits(low: float, high: float, stripe: Image.Image) -> Bytes:
    """A gray stripe of more than 8 bits, or of floats."""
    levels = (_deep(stripe) - low) * (255 / max(high - low, 1e-6))
    gray = levels.astype(np.uint8)
    return np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8)


def _levels(image: Image.Image) -> tuple[float, float]:
    """The levels that become 0 and 255."""
    if image.mode.startswith("I;16"):
        return 0.0, 65535.0
    found = [(float(deep.min()), float(deep.max())) for deep in map(_deep, _all(image))]
    return min(low for low, _ in found), max(high for _, high in found)


def _deep(stripe: Image.Image) -> Floats:
    return np.nan_to_num(np.asarray(stripe, np.float32), posinf=0, neginf=0)


def _on_paper(paper: float, stripe: Image.Image) -> Bytes:
    """Transparent pixels as paper of that level."""
    rgba = np.asarray(stripe.convert("RGBA"))
    alpha = rgba[..., 3:].astype(np.float32) / 255
    rgb = rgba[..., :3] * alpha + paper * (1 - alpha)
    return np.ascontiguousarray(rgb[..., ::-1]).astype(np.uint8)


def _paper(image: Image.Image) -> float:
    """White under most pictures; black if most is clear and all that is drawn light."""
    drawn = total = 0
    for stripe in _all(image):
        rgba = np.asarray(stripe.convert("RGBA"))
        inked = rgba[rgba[..., 3] >= _DRAWN, :3]
        drawn += len(inked)
        total += int(inked.sum(dtype=np.int64))
    mostly_clear = drawn < image.width * image.height / 2
    light = drawn > 0 and total / (3 * drawn) > _LIGHT
    return 0.0 if mostly_clear and light else 255.0


def _all(image: Image.Image) -> Iterator[Image.Image]:
    """The picture in stripes."""
    at_once = max(1, _PIXELS // image.width)
    for top in range(0, image.height, at_once):
        yield _rows(image, top, at_once)


def _rows(image: Image.Image, top: int, count: int) -> Image.Image:
    return image.crop((0, top, image.width, min(top + count, image.height)))


def _shrunk(stripe: Bytes, width: int, factor: int) -> Bytes:
    """A stripe with both sides divided by a factor, `width` pixels wide."""
    if factor == 1:
        return stripe
    height = max(1, len(stripe) // factor)
    used = np.ascontiguousarray(stripe[:, : width * factor])
    shrunk = cv2.resize(used, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.uint8)
