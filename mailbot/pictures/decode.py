"""Decodes picture files to pixels: upright, in colour, within limits.

Any bytes give a picture, UnreadablePicture or TooLarge, never another error.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO

import cv2
import numpy as np
from msgspec import Struct
from PIL import Image
from pillow_heif import register_heif_opener

from mailbot.errors import MailbotError, TooLarge, UnreadablePicture
from mailbot.pictures.arrays import Bytes
from mailbot.pictures.encode import encode_png
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

_RARE = re.compile(
    rb"(?P<Avif>....ftyp(?:avif|avis))"
    rb"|(?P<Jpeg2K>\x00\x00\x00\x0cjP  |\xff\x4f\xff\x51)"
    rb"|(?P<Psd>8BPS\x00\x01)"
    rb"|(?P<Ppm>P[1-6][\s#])"
    rb"|(?P<Pcx>\x0a[\x00\x02-\x05]\x01[\x01\x02\x04\x08])"
    rb"|(?P<Ico>\x00\x00\x01\x00[\x01-\x40]\x00)"
    rb"|(?P<Sgi>\x01\xda[\x00\x01][\x01\x02]\x00[\x01-\x03])"
    rb"|(?P<Dds>DDS \x7c\x00\x00\x00)"
    rb"|(?P<Tga>.(?:\x00[\x02\x03\x0a\x0b]|\x01[\x01\x09]).{13}[\x08\x10\x18\x20])",
    re.DOTALL,
)
"""First bytes of rare formats, named by the module of Pillow that reads each."""


class PictureLimits(Struct, frozen=True):
    """The most that one picture or document may cost.

    `pixels` is width times height; above `full_pixels` a picture is reduced, a JPEG by
    its decoder. `memory` is in bytes, for decoding; `pages` are those of a PDF.
    """

    bytes: int = 30_000_000
    pixels: int = 50_000_000
    full_pixels: int = 16_000_000
    memory: int = 450_000_000
    pages: int = 10


_PER_PIXEL = {"WEBP": 16}
_ELSE = 9
"""Bytes of memory for each pixel while a format is decoded; measured by the peak of
decoding 50 million pixels. Most formats take 2 to 7."""

_ANIMATED = ("GIF", "PNG", "WEBP", "AVIF")
_MOST_FRAMES = 12
_LEAST_CONTRAST = 24
"""Grey levels between the darkest and the lightest pixel of a frame with content."""

_PAGED = ("TIFF", "HEIF")
_SUBFILE_TYPE, _REDUCED = 254, 1  # a tag of TIFF, and its value for a thumbnail

_DEFAULT = PictureLimits()
_ORIENTATION = 0x0112  # the EXIF tag
_DRAFTED = ("JPEG", "MPO")  # the decoder itself makes them smaller
_PLAIN = ("RGB", "L")  # modes of which OpenCV makes the same colours as Pillow
_REDUCED_BY = {
    1: cv2.IMREAD_COLOR_BGR | cv2.IMREAD_IGNORE_ORIENTATION,
    2: cv2.IMREAD_REDUCED_COLOR_2 | cv2.IMREAD_IGNORE_ORIENTATION,
    4: cv2.IMREAD_REDUCED_COLOR_4 | cv2.IMREAD_IGNORE_ORIENTATION,
    8: cv2.IMREAD_REDUCED_COLOR_8 | cv2.IMREAD_IGNORE_ORIENTATION,
}
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
    """The picture, turned as its EXIF orientation says.

    Of an animation it is the first frame that is not of one colour.

    Transparent pixels become paper; a very large picture is reduced (PictureLimits).
    All coordinates of the eye are pixels of the picture returned here.

    Raises:
        UnreadablePicture: broken, or no picture that we know.
        TooLarge: over a limit.
    """
    with _opened(data, limits) as image:
        _reduce(image, limits.full_pixels)
        return _upright(image, limits.full_pixels, data)


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
            scale = max(image.size) / full
            return _upright(image, limits.full_pixels, data), scale
        _reduce(image, limits.full_pixels)
        return _upright(image, limits.full_pixels, data), 1.0


def split_pages(
    data: bytes, most: int, limits: PictureLimits = _DEFAULT
) -> Iterator[bytes]:
    """The pages of a picture file as files, at most so many; mostly the file itself.

    Raises:
        UnreadablePicture: no picture that we know, or a page is broken.
        TooLarge: over a limit.
    """
    with _opened(data, limits) as image:
        pages = getattr(image, "n_frames", 1) if image.format in _PAGED else 1
        if pages == 1:
            yield data
            return
        for page in range(min(pages, most)):
            image.seek(page)
            check_pixels(image.width, image.height, limits)
            if not _tag(image, _SUBFILE_TYPE) & _REDUCED:
                yield encode_png(_upright(image, limits.full_pixels))


def _tag(image: Image.Image, number: int) -> int:
    """The value of a tag of a TIFF file, 0 if it has none."""
    value = getattr(image, "tag_v2", {}).get(number, 0)
    return value if isinstance(value, int) else 0


def check_bytes(size: int, limits: PictureLimits) -> None:
    """Raise TooLarge if a file of `size` bytes is over the limit."""
    if size > limits.bytes:
        raise TooLarge(
            f"a file of {size / 1e6:.0f} MB; the limit is {limits.bytes / 1e6:.0f} MB"
        )


def check_pixels(width: int, height: int, limits: PictureLimits) -> None:
    """Raise TooLarge if a picture of that size is over the limit."""
    if width * height > limits.pixels:
        raise TooLarge(
            f"a picture of {width}x{height} pixels;"
            f" the limit is {limits.pixels / 1e6:.0f} million"
        )


def check_memory(kind: str, width: int, height: int, limits: PictureLimits) -> None:
    """Raise TooLarge if decoding a picture of that format and size needs too much."""
    needed = width * height * _PER_PIXEL.get(kind, _ELSE)
    if needed > limits.memory:
        raise TooLarge(
            f"a {kind} picture of {width}x{height} pixels: decoding it takes"
            f" {needed / 1e6:.0f} MB; the limit is {limits.memory / 1e6:.0f} MB"
        )


@contextmanager
def _opened(data: bytes, limits: PictureLimits) -> Iterator[Image.Image]:
    check_bytes(len(data), limits)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd metadata is none of our business
            with Image.open(BytesIO(data), formats=_formats_for(data)) as image:
                check_pixels(image.width, image.height, limits)
                check_memory(image.format or "", *image.size, limits)
                yield image
    except MailbotError:
        raise
    except Exception as e:  # hostile bytes draw every kind of error from decoders
        raise UnreadablePicture(
            f"not a readable picture: {type(e).__name__}: {e}"[:200]
        ) from e


def _formats_for(data: bytes) -> tuple[str, ...]:
    """The formats that a file may have; loads the plugin of a rare one."""
    found = _RARE.match(data)
    if not found or not found.lastgroup:
        return FORMATS
    plugin = import_module(f"PIL.{found.lastgroup}ImagePlugin")
    if found.lastgroup == "Avif":
        vars(plugin)["DEFAULT_MAX_THREADS"] = 1
    return (
        *FORMATS,
        {"Jpeg2K": "JPEG2000"}.get(found.lastgroup, found.lastgroup.upper()),
    )


def _show(image: Image.Image) -> None:
    """Go to the first frame of an animation that is not of one colour."""
    if image.format not in _ANIMATED or not getattr(image, "is_animated", False):
        return
    try:
        for frame in range(_MOST_FRAMES):
            image.seek(frame)
            grey = image.convert("L").histogram()
            shades = [level for level, pixels in enumerate(grey) if pixels]
            if shades[-1] - shades[0] >= _LEAST_CONTRAST:
                return
    except EOFError:  # there are fewer frames
        pass
    image.seek(0)


def _reduce(image: Image.Image, pixels: int) -> None:
    """Have a JPEG decoded at a half, a quarter or an eighth of its sides."""
    width, height = image.size
    while width * height > pixels:
        width, height = width // 2, height // 2
    if (width, height) != image.size:
        image.draft(None, (width, height))  # ignored by all other formats


def _upright(image: Image.Image, pixels: int, file: bytes = b"") -> Bgr:
    """The picture, turned as its EXIF tag says, at about so many pixels at most.

    Args:
        image: the picture, opened.
        pixels: the most.
        file: what it was opened from, if that is a file of its own.
    """
    turn = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    _show(image)
    draft = image.format in _DRAFTED
    picture = _decode_jpeg(image, file) if draft else None
    if picture is None:
        image.load()
        picture = in_stripes(image, 1 if draft else factor_for(image.size, pixels))
    return Bgr(np.ascontiguousarray(turn(picture))) if turn else picture


def _decode_jpeg(image: Image.Image, file: bytes) -> Bgr | None:
    """A JPEG, decoded by OpenCV into the pixels that we need.

    Both use the same library, but Pillow has four bytes for each pixel beside ours: 64
    MB for a large photograph.

    Returns:
        None for what Pillow shall decode: other colours, and a file cut short, of which
        it tells what is wrong.
    """
    if not file or image.mode not in _PLAIN:
        return None
    divisor, *_ = getattr(image, "decoderconfig", ()) or (1,)
    pixels: object = cv2.imdecode(np.frombuffer(file, np.uint8), _REDUCED_BY[divisor])
    picture = np.asarray(pixels)
    return Bgr(picture) if picture.shape[1::-1] == image.size else None
