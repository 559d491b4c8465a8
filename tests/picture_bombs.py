"""Pictures and documents of few bytes that are very large once they are decoded."""

import struct
import zlib
from collections.abc import Callable
from io import BytesIO

from PIL import Image
from pillow_heif import register_heif_opener

from tests.eye.bombs import SHOWN, write_pdf

register_heif_opener()

SIDE = 7071
"""Its square is just under the limit of 50 million pixels."""

_RGBA = 6  # a colour type of PNG
_WHOLE = ((0, 0, 1, 1),)
_ADAM7 = (
    *((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4)),
    *((0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)),
)
"""The first column and line of each pass over a picture, and its steps."""


def write_png(side: int, *, interlaced: bool = False) -> bytes:
    """A white square of 16 bits with an alpha channel: eight bytes a pixel."""
    packer, data = zlib.compressobj(), bytearray()
    for column, line, across, down in _ADAM7 if interlaced else _WHOLE:
        width, height = -(-(side - column) // across), -(-(side - line) // down)
        for _ in range(height):
            data += packer.compress(b"\0" + b"\xff" * 8 * width)
    data += packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 16, _RGBA, 0, 0, interlaced)
    chunks = ((b"IHDR", head), (b"IDAT", bytes(data)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def _saved(form: str, mode: str, side: int = SIDE, **options: object) -> bytes:
    file = BytesIO()
    Image.new(mode, (side, side), "white").save(file, form, **options)
    return file.getvalue()


def _frames(form: str, side: int, count: int) -> bytes:
    """An animation; each frame differs, so that none is left out."""
    frames = [Image.new("L", (side, side), 10 * number) for number in range(count)]
    file = BytesIO()
    frames[0].save(file, form, save_all=True, append_images=frames[1:])
    return file.getvalue()


def _large_page() -> bytes:
    """Three kilometres wide."""
    return write_pdf([SHOWN]).replace(b"[0 0 600 800]", b"[0 0 9000000 9000000]")


BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "png": ("image/png", lambda: write_png(SIDE)),
    "interlaced": ("image/png", lambda: write_png(SIDE, interlaced=True)),
    "tiff": ("image/tiff", lambda: _saved("TIFF", "RGBA", compression="tiff_lzw")),
    "deflated": (
        "image/tiff",
        lambda: _saved("TIFF", "I", compression="tiff_adobe_deflate"),
    ),
    "colours": (
        "image/tiff",
        lambda: _saved("TIFF", "CMYK", compression="tiff_adobe_deflate"),
    ),
    "webp": ("image/webp", lambda: _saved("WEBP", "RGBA", lossless=True, method=0)),
    "smaller webp": (
        "image/webp",
        lambda: _saved("WEBP", "RGBA", 5300, lossless=True, method=0),
    ),
    "gif": ("image/gif", lambda: _frames("GIF", 3000, 20)),
    "heic": ("image/heic", lambda: _saved("HEIF", "RGB", 7000, quality=10)),
    "jpeg": ("image/jpeg", lambda: _saved("JPEG", "CMYK", progressive=True)),
    "bmp": ("image/bmp", lambda: _saved("BMP", "1", SIDE)),
    "pdf": (
        "application/pdf",
        lambda: write_pdf([SHOWN], Image.new("RGB", (SIDE, SIDE), "white")),
    ),
    "page": ("application/pdf", _large_page),
}
"""Each with its content type, and what writes it."""
