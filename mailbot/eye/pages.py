"""A program that draws PDFs and SVGs: a document on stdin, the pixels of its pages out.

    python pages.py PAGES LONGER_SIDE PAGE_SECONDS SECONDS MEMORY

Where LONGER_SIDE is 0, the text of the pages of a PDF comes out instead, in UTF-8: a
line for each character with its box, as `mailbot.text.words` reads it.

PDFium and resvg cannot be interrupted, and a hostile page may take hours or all memory.
Therefore they run in a process of their own, which the kernel ends: by SIGPROF after
too much CPU time for a page, by SIGXCPU after too much for all.

The output is a `COUNT`, the number of pages of the document (or `LOCKED`), then for
each of the first PAGES a `PAGE` and its rows of pixels (blue, green, red) of `stride`
bytes each. If the document is broken, the output ends early. Where Python runs out of
memory, the exit code is `OUT_OF_MEMORY`; where PDFium does, a signal ends the program.
"""

import re
import resource
import signal
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:  # readers import this module, and draw nothing
    import pypdfium2 as pdfium

COUNT = struct.Struct("!i")
PAGE = struct.Struct("!3i")
"""Width and height in pixels, stride in bytes."""

LOCKED = -1

OUT_OF_MEMORY = 3
"""An exit code of its own: Python ends with 1 after any fault, with 2 after misuse."""

_SVG_DPI = 96.0  # pixels of an inch in SVG
_LINK = re.compile(r"""(href\s*=\s*)("[^"]*"|'[^']*')""")
_PICTURE = re.compile(r"data:image/(?:png|jpe?g|gif|webp)\b")
"""resvg would open files by their paths, and also from a drawing within a drawing."""

_LARGEST_SCALE = 8.0  # a stamp-sized page is not blown up further

_MOST_CHARACTERS = 10_000  # of a page
_COLUMNS = "page_num\tleft\ttop\tright\tbottom\ttext"


def main(arguments: Sequence[str]) -> None:
    """Draw the pages of the document on stdin, within the limits.

    Raises:
        SystemExit: OUT_OF_MEMORY.
    """
    try:
        _draw_pages(arguments)
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)


def _draw_pages(arguments: Sequence[str]) -> None:
    pages, longer_side = map(int, arguments[:2])
    page_seconds, seconds = map(float, arguments[2:4])
    _lower(resource.RLIMIT_AS, int(arguments[4]))
    _lower(resource.RLIMIT_CPU, ceil(seconds))
    _lower(resource.RLIMIT_CORE, 0)
    signal.setitimer(signal.ITIMER_PROF, page_seconds)
    out = sys.stdout.buffer
    data = sys.stdin.buffer.read()
    if not is_pdf(data):
        if longer_side:
            _draw_svg(data, longer_side, out)
        return
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "assword" in str(error):
            out.write(COUNT.pack(LOCKED))
        return
    out.write(COUNT.pack(len(document)))
    out.flush()
    if not longer_side:
        _write_text([document[page] for page in range(min(len(document), pages))], out)
        return
    for page in range(min(len(document), pages)):
        signal.setitimer(signal.ITIMER_PROF, page_seconds)
        try:
            bitmap = _draw(document[page], longer_side)
        except (pdfium.PdfiumError, ValueError, OverflowError):
            return
        out.write(PAGE.pack(bitmap.width, bitmap.height, bitmap.stride))
        out.write(bitmap.buffer)
        out.flush()


def is_pdf(data: bytes) -> bool:
    """Whether a document is no SVG; other bytes may stand before a PDF."""
    return b"%PDF-" in data[:1024]


def _draw_svg(data: bytes, longer_side: int, out: BinaryIO) -> None:
    """Write the one page of an SVG, if it can be drawn."""
    # Loaded late: most documents are PDFs.
    import resvg_py
    from PIL import Image

    text = _LINK.sub(_keep_own, data.decode("utf-8", "replace"))
    if "<!ENTITY" in text:
        return
    draw = partial(
        resvg_py.svg_to_bytes, svg_string=text, background="white", dpi=_SVG_DPI
    )
    try:
        with Image.open(BytesIO(bytes(draw()))) as small:
            scale = min(longer_side / max(small.size), _LARGEST_SCALE)
        with Image.open(BytesIO(bytes(draw(zoom=scale)))) as drawn:
            picture = drawn.convert("RGB")
    except (ValueError, OSError, Image.DecompressionBombError):
        return
    pixels = picture.tobytes("raw", "BGR")
    out.write(COUNT.pack(1))
    out.write(PAGE.pack(picture.width, picture.height, 3 * picture.width))
    out.write(pixels)
    out.flush()


def _keep_own(link: re.Match[str]) -> str:
    """A link within an SVG, empty if it leads to a file."""
    target = link[2][1:].strip()
    own = target.startswith("#") or _PICTURE.match(target)
    return link[0] if own else f'{link[1]}""'


def _draw(sheet: "pdfium.PdfPage", longer_side: int) -> "pdfium.PdfBitmap":
    longer = max(sheet.get_size())
    scale = min(longer_side / max(longer, 1.0), _LARGEST_SCALE)
    return sheet.render(scale=scale, rev_byteorder=False, prefer_bgrx=False)


def _write_text(sheets: Sequence["pdfium.PdfPage"], out: BinaryIO) -> None:
    """Write each character with its box, and again with all pages beside each other.

    A table may go on on the next page.
    """
    out.write(f"{_COLUMNS}\n".encode())
    beside = [sheets] if len(sheets) > 1 else []
    with suppress(RuntimeError):  # as PdfiumError is
        for number, pages in enumerate((*([sheet] for sheet in sheets), *beside)):
            start = 0.0
            for sheet in pages:
                for line in _characters(sheet, start):
                    out.write(f"{number}\t{line}\n".encode("utf-8", "replace"))
                start += sheet.get_width()


def _characters(sheet: "pdfium.PdfPage", start: float) -> Iterator[str]:
    page = sheet.get_textpage()
    for number in range(min(page.count_chars(), _MOST_CHARACTERS)):
        sign = page.get_text_range(number, 1)
        if sign.strip():
            left, bottom, right, top = page.get_charbox(number, loose=True)
            edges = start + left, -top, start + right, -bottom
            yield "\t".join((*(f"{edge:.3f}" for edge in edges), sign))


def _lower(limit: int, value: int) -> None:
    """Set a limit, not above what is allowed already.

    In a confined reader nobody may set limits; the reader's own hold there.
    """
    _, hard = resource.getrlimit(limit)
    least = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with suppress(ValueError, OSError):  # Python's names for EPERM
        resource.setrlimit(limit, (least, hard))


if __name__ == "__main__":
    main(sys.argv[1:])
