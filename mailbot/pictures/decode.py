"""Decodes picture files to pixels: upright, in colour, within limits.

Any bytes give a picture, UnreadablePicture or TooLarge, never another error.
"""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import cv2
import numpy as np
from PIL import Image, ImageOps
from pillow_heif import register_heif_opener

from mailbot.errors import MailbotError, UnreadablePicture
from mailbot.pictures.arrays import Bytes
from mailbot.pictures.limits import PictureLimits, check_bytes, check_pixels
from mailbot.pictures.pixels import Bgr

Image.init()
register_heif_opener()
Image.MAX_IMAGE_PIXELS = None  # PictureLimits is stricter, and raises our own error

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "TIFF", "BMP")
"""What is opened at all: nothing that runs other programs (EPS, PDF)."""

_DEFAULT = PictureLimits()
_ORIENTATION = 0x0112  # the EXIF tag


def measure(data: bytes, limits: PictureLimits = _DEFAULT) -> tuple[int, int]:
    """Width and height by the file's header, without decoding the picture.

    Raises:
        UnreadablePicture: no picture that we know.
        TooLarge: over a limit.
    """
    with _opened(data, limits) as image:
        return image.size


def decode(data: bytes, limits: PictureLimits = _DEFAULT) -> Bgr:
    """The picture, turned as its EXIF orientation says; of an animation the first.

    Transparent pixels become paper. A very large JPEG is reduced (see PictureLimits).
    All coordinates of the eye are pixels of the picture returned here.

    Raises:
        UnreadablePicture: broken, or no picture that we know.
        TooLarge: over a limit.
    """
    with _opened(data, limits) as image:
        _reduce(image, limits.full_pixels)
        return _upright(image)


def decode_reduced(
    data: bytes, pixels: int, limits: PictureLimits = _DEFAULT
) -> tuple[Bgr, float]:
    """The picture at about that many pixels, and its scale against `decode`'s.

    Only a JPEG that `decode` does not reduce comes smaller, and is decoded faster.

    Raises:
        UnreadablePicture: broken, or no picture that we know.
        TooLarge: over a limit.
    """
    with _opened(data, limits) as image:
        full = max(image.size)
        if image.width * image.height <= limits.full_pixels:
            _reduce(image, pixels)
            return _upright(image), max(image.size) / full
        _reduce(image, limits.full_pixels)
        return _upright(image), 1.0


@contextmanager
def _opened(data: bytes, limits: PictureLimits) -> Iterator[Image.Image]:
    check_bytes(len(data), limits)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd metadata is none of our business
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                check_pixels(image.width, image.height, limits)
                yield image
    except MailbotError:
        raise
    except Exception as e:  # hostile bytes draw every kind of error from decoders
        raise UnreadablePicture(
            f"not a readable picture: {type(e).__name__}: {e}"[:200],
            hint="the picture is damaged or of a kind that we do not know",
        ) from e


def _reduce(image: Image.Image, pixels: int) -> None:
    """Have a JPEG decoded at a half, a quarter or an eighth of its sides."""
    width, height = image.size
    while width * height > pixels:
        width, height = width // 2, height // 2
    if (width, height) != image.size:
        image.draft(None, (width, height))  # ignored by all other formats


def _upright(image: Image.Image) -> Bgr:
    turned = image.getexif().get(_ORIENTATION, 1) != 1
    return _pixels(ImageOps.exif_transpose(image) if turned else image)


def _pixels(image: Image.Image) -> Bgr:
    if image.mode.startswith(("I", "F")):
        gray = _eight_bits(image)
        return Bgr(np.asarray(cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR), np.uint8))
    if "A" in image.getbands() or "transparency" in image.info:
        return _on_paper(image.convert("RGBA"))
    rgb = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
    return Bgr(np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8))


def _eight_bits(image: Image.Image) -> Bytes:
    """A gray picture of more than 8 bits, or of floats, as levels 0..255."""
    deep = np.nan_to_num(np.asarray(image, np.float32), posinf=0, neginf=0)
    low, high = float(deep.min()), float(deep.max())
    if image.mode.startswith("I;16"):
        low, high = 0.0, 65535.0
    return ((deep - low) * (255 / max(high - low, 1e-6))).astype(np.uint8)


def _on_paper(image: Image.Image) -> Bgr:
    """Transparent pixels as white; as black if all that is drawn is light."""
    rgba = np.asarray(image)
    alpha = rgba[..., 3:].astype(np.float32) / 255
    drawn = alpha[..., 0] > 0.5
    mostly_clear = drawn.mean() < 0.5
    light = bool(drawn.any()) and float(rgba[drawn, :3].mean()) > 160
    paper = 0.0 if mostly_clear and light else 255.0
    rgb = rgba[..., :3] * alpha + paper * (1 - alpha)
    return Bgr(np.ascontiguousarray(rgb[..., ::-1]).astype(np.uint8))
