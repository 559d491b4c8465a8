"""Sets text for test pictures, and lays ink on them.

Pillow's embedded font is always available, common fonts if they are installed.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.pixels import Bgr, Colour

_PLACES = Path("/usr/share/fonts/truetype")
_COMMON = (
    "dejavu/DejaVuSans.ttf",
    "dejavu/DejaVuSans-Bold.ttf",
    "dejavu/DejaVuSerif.ttf",
    "dejavu/DejaVuSerif-Bold.ttf",
    "liberation/LiberationSans-Regular.ttf",
    "liberation/LiberationSerif-Bold.ttf",
)
EMBEDDED = ""
"""The name of Pillow's own font."""


def find_fonts() -> tuple[str, ...]:
    """The embedded font, then the common ones that this machine has."""
    return (EMBEDDED, *(name for name in _COMMON if (_PLACES / name).is_file()))


@lru_cache(maxsize=64)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if name == EMBEDDED:
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(_PLACES / name), size)


@lru_cache(maxsize=1024)
def set_text(text: str, name: str, size: int) -> Bytes:
    """A line of text at a size in pixels: its ink, cropped on all sides."""
    font = _font(name, size)
    left, top, right, bottom = (int(v) for v in font.getbbox(text))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)), 0)
    ImageDraw.Draw(image).text((-left, -top), text, font=font, fill=255)
    return np.asarray(image)


def lay(picture: Bgr, mask: Bytes, left: int, top: int, colour: Colour) -> None:
    """Lay ink of a colour on the picture; ink outside the picture is lost."""
    height, width = picture.shape[:2]
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + mask.shape[1], width), min(top + mask.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return
    part = mask[y0 - top : y1 - top, x0 - left : x1 - left, None] / 255
    patch = picture[y0:y1, x0:x1]
    patch[:] = np.rint(patch * (1 - part) + np.array(colour) * part)
