"""PDF documents, page by page as pictures."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pypdfium2 as pdfium

from mailbot.errors import UnreadablePicture
from mailbot.model import Findings, Note, NoteKind, Puzzle, Source, Where
from mailbot.pictures import Bgr
from mailbot.pictures.limits import PictureLimits, check_bytes
from mailbot.reading.eye import EyeOptions, Late
from mailbot.reading.sheet import read_sheet

_LONGER_SIDE = 2000  # pixels of a rendered page
_LARGEST_SCALE = 8.0  # a stamp-sized page is not blown up further


def is_pdf(data: bytes) -> bool:
    """Whether the bytes are a PDF (its mark may stand a little behind the start)."""
    return b"%PDF-" in data[:1024]


def read_pdf(
    data: bytes, part: str = "", options: EyeOptions | None = None
) -> Findings:
    """Every puzzle in a document.

    Raises:
        UnreadablePicture: no PDF, or a broken one.
        TooLarge: over a limit.
        MissingTool: the network or Tesseract is not there.
    """
    options = options or EyeOptions()
    check_bytes(len(data), options.limits)
    late = options.start()
    with _opened(data) as document:
        if document is None:
            return Findings(notes=(Note(NoteKind.ENCRYPTED, part=part),))
        return _read_pages(document, part, options, late)


def _read_pages(
    document: pdfium.PdfDocument, part: str, options: EyeOptions, late: Late
) -> Findings:
    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    count = len(document)
    if count > options.limits.pages:
        notes.append(Note(NoteKind.TOO_MANY, f"{count}", part))
    for page in range(min(count, options.limits.pages)):
        if late():
            notes.append(Note(NoteKind.TIME, part=part))
            break
        found = read_sheet(
            _render(document, page), Source.PDF, Where(part=part, page=page), late
        )
        puzzles += found.puzzles
        notes += [note for note in found.notes if note.kind is not NoteKind.NO_GRID]
    if not puzzles and not notes:
        notes.append(Note(NoteKind.NO_GRID, part=part))
    return Findings(tuple(puzzles), tuple(notes))


def pages_of(data: bytes, limits: PictureLimits) -> Iterator[Bgr]:
    """The pages as pictures, as many as the limits allow; none if locked.

    Raises:
        UnreadablePicture: no PDF, or a broken one.
        TooLarge: over a limit.
    """
    check_bytes(len(data), limits)
    with _opened(data) as document:
        for page in range(min(len(document or ()), limits.pages)):
            assert document is not None
            yield _render(document, page)


@contextmanager
def _opened(data: bytes) -> Iterator[pdfium.PdfDocument | None]:
    """The document; None if it asks for a password."""
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as e:
        if "assword" in str(e):
            yield None
            return
        raise UnreadablePicture(
            f"not a readable PDF: {e}"[:200], hint="the PDF is damaged"
        ) from e
    try:
        yield document
    finally:
        document.close()


def _render(document: pdfium.PdfDocument, page: int) -> Bgr:
    try:
        sheet = document[page]
        longer = max(sheet.get_size())
        scale = min(_LONGER_SIDE / max(longer, 1.0), _LARGEST_SCALE)
        bitmap = sheet.render(scale=scale, rev_byteorder=False, prefer_bgrx=False)
        pixels = np.array(bitmap.to_numpy()[..., :3], np.uint8)
        sheet.close()
    except (pdfium.PdfiumError, ValueError, OverflowError) as e:
        raise UnreadablePicture(
            f"page {page + 1} of a PDF: {e}"[:200], hint="the PDF is damaged"
        ) from e
    return Bgr(np.ascontiguousarray(pixels))
