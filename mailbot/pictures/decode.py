"""Decodes picture files to pixels: upright, in colour, within limits.

Any bytes give a picture, UnreadablePicture or TooLarge, never another error.
"""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO

import numpy as np
from PIL import Image
from pillow_heif import register_heif_opener

from mailbot.errors import MailbotError, UnreadablePicture
from mailbot.pictures.arrays import Bytes
from mailbot.pictures.limits import (
    PictureLimits,
    check_bytes,
    check_memory,
    check_pixels,
)
from mailbot.pictures.pixels import Bgr
from mailbot.pictures.stripes import factor_for, in_stripes

Image.preinit()  # JPEG, PNG, GIF, BMP
for _plugin in ("Mpo", "Tiff", "WebP"):
    import_module(f"PIL.{_plugin}ImagePlugin")
# Each further thread reserves 64 MB and more of address space: four of them killed
# the reader at a photograph of tiles, as every iPhone makes them.
register_heif_opener(decode_threads=1)
Image.MAX_IMAGE_PIXELS = None  # PictureLimits is stricter, and raises our own error

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "TIFF", "BMP")
"""What is opened at all: nothing that runs other programs (EPS, PDF)."""

_DEFAULT = PictureLimits()
_ORIENTATION = 0x0112  # the EXIF tag
_DRAFTED = ("JPEG", "MPO")  # the decoder itself makes them smaller
_TURNS: dict[int, Callable[[Bgr], Bytes]] = {
    2: lambda picture: picture[:, ::-1],
    3: lambda picture: picture[::-1, ::-1],
    4: lambda picture: picture[::-1],
    5: lambda picture: picture.transpose(1, 0, 2),
    6: lambda picture: np.rot90(picture, -1),
    7: lambda picture: picture.transpose(1, 0, 2)[::-1, ::-1],
    8: np.rot90,
}
"""By the value of the EXIF tag, what turns the picture upright."""


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

    Transparent pixels become paper; a very large picture is reduced (PictureLimits).
    All coordinates of the eye are pixels of the picture returned here.

    Raises:
        UnreadablePicture: broken, or no picture that we know.
        TooLarge: over a limit.
    """
    with _opened(data, limits) as image:
        _reduce(image, limits.full_pixels)
        return _upright(image, limits.full_pixels)


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
            return _upright(image, limits.full_pixels), max(image.size) / full
        _reduce(image, limits.full_pixels)
        return _upright(image, limits.full_pixels), 1.0


@contextmanager
def _opened(data: bytes, limits: PictureLimits) -> Iterator[Image.Image]:
    check_bytes(len(data), limits)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd metadata is none of our business
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                check_pixels(image.width, image.height, limits)
                check_memory(image.format or "", *image.size, limits)
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


def _upright(image: Image.Image, pixels: int) -> Bgr:
    """The picture, turned as its EXIF tag says, at about so many pixels at most."""
    turn = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    image.load()
    draft = image.format in _DRAFTED
    picture = in_stripes(image, 1 if draft else factor_for(image.size, pixels))
    return Bgr(np.ascontiguousarray(turn(picture))) if turn else picture
