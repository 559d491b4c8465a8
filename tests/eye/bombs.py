"""PDFs of few bytes that take very long, or much memory, to draw."""

import zlib
from collections.abc import Iterator, Sequence

from PIL import Image

SHOWN = b"q 600 0 0 800 0 0 cm /I Do Q "
"""Draws the image over the whole page."""

PAINTED_OVER = SHOWN * 50_000
"""Minutes of CPU time: the whole page, over and over."""

LINES = b"0 0 600 800 re 1 1 m 599 799 l S\n" * 2_000_000
"""Gigabytes of memory: millions of shapes."""


def svg_of_copies(levels: int) -> str:
    """An SVG whose shape is copied ten times at each level."""

    def groups() -> Iterator[str]:
        for level in range(1, levels):
            inside = f'<use xlink:href="#g{level - 1}"/>' * 10
            yield f'<g id="g{level}">{inside}</g>'

    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" '
    head += 'xmlns:xlink="http://www.w3.org/1999/xlink">'
    return f'{head}<rect id="g0" width="9" height="9"/>{"".join(groups())}</svg>'


def write_pdf(contents: Sequence[bytes], image: Image.Image | None = None) -> bytes:
    """A document with a page for each content stream; all may draw the image /I."""
    pages = [f"{5 + 2 * n} 0 R" for n in range(len(contents))]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(pages)}] /Count {len(pages)} >>".encode(),
        b"<< /XObject << /I 4 0 R >> >>",
        _image(image or Image.new("RGB", (1, 1))),
    ]
    for number, content in enumerate(contents):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] "
            b"/Resources 3 0 R /Contents %d 0 R >>" % (6 + 2 * number),
            _stream(content, b""),
        ]
    return _joined(objects)


def _image(image: Image.Image) -> bytes:
    size = b"/Width %d /Height %d" % image.size
    kind = b"/Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceRGB "
    return _stream(image.convert("RGB").tobytes(), kind + size)


def _stream(data: bytes, more: bytes) -> bytes:
    packed = zlib.compress(data)
    head = b"<< /Length %d /Filter /FlateDecode %s >>" % (len(packed), more)
    return head + b"\nstream\n" + packed + b"\nendstream"


def _joined(objects: Sequence[bytes]) -> bytes:
    """The file: its objects, numbered from 1, and the table of their places."""
    out, places = b"%PDF-1.7\n", []
    for number, written in enumerate(objects, 1):
        places.append(b"%010d 00000 n \n" % len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, b"".join(places))
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n" % (size, len(out))
    return out + table + end + b"%%EOF\n"
