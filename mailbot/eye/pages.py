"""A program that draws PDFs: a document on stdin, the pixels of its pages on stdout.

    python pages.py PAGES LONGER_SIDE PAGE_SECONDS SECONDS MEMORY

PDFium cannot be interrupted, and a hostile page may take hours or all memory to draw.
Therefore it runs in a process of its own, which the kernel ends: by SIGPROF after too
much CPU time for a page, by SIGXCPU after too much for all.

The output is a `COUNT`, the number of pages of the document (or `LOCKED`), then for
each of the first PAGES a `PAGE` and its rows of pixels (blue, green, red) of `stride`
bytes each. If the document is broken, the output ends early. Where Python runs out of
memory, the exit code is `OUT_OF_MEMORY`; where PDFium does, a signal ends the program.
"""

import resource
import signal
import struct
import sys
from collections.abc import Sequence
from contextlib import suppress
from math import ceil

import pypdfium2 as pdfium

COUNT = struct.Struct("!i")
PAGE = struct.Struct("!3i")
"""Width and height in pixels, stride in bytes."""

LOCKED = -1

OUT_OF_MEMORY = 3
"""An exit code of its own: Python ends with 1 after any fault, with 2 after misuse."""

_LARGEST_SCALE = 8.0  # a stamp-sized page is not blown up further


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
    try:
        document = pdfium.PdfDocument(sys.stdin.buffer.read())
    except pdfium.PdfiumError as error:
        if "assword" in str(error):
            out.write(COUNT.pack(LOCKED))
        return
    out.write(COUNT.pack(len(document)))
    out.flush()
    for page in range(min(len(document), pages)):
        signal.setitimer(signal.ITIMER_PROF, page_seconds)
        try:
            bitmap = _draw(document[page], longer_side)
        except (pdfium.PdfiumError, ValueError, OverflowError):
            return
        out.write(PAGE.pack(bitmap.width, bitmap.height, bitmap.stride))
        out.write(bitmap.buffer)
        out.flush()


def _draw(sheet: pdfium.PdfPage, longer_side: int) -> pdfium.PdfBitmap:
    longer = max(sheet.get_size())
    scale = min(longer_side / max(longer, 1.0), _LARGEST_SCALE)
    return sheet.render(scale=scale, rev_byteorder=False, prefer_bgrx=False)


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
