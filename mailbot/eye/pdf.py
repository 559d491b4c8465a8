"""Reads the puzzles in a PDF: its pages as pictures, drawn by another program.

That program is `pages`; PDFium runs there, under limits of time and memory.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from struct import Struct

import numpy as np

from mailbot.errors import SenderFault, TooCostly, TooLarge, UnreadablePicture
from mailbot.eye.budget import EyeOptions
from mailbot.eye.pages import COUNT, LOCKED, OUT_OF_MEMORY, PAGE
from mailbot.eye.sheet import read_sheet
from mailbot.model import Findings, Note, NoteKind, Puzzle, Source, Where
from mailbot.pictures import Bgr
from mailbot.pictures.decode import check_bytes
from mailbot.text.words import lay_out_words

_PAGES = Path(__file__).with_name("pages.py")
_LONGER_SIDE = 2000  # pixels of a page
_PAGE_SECONDS = 4.0  # of CPU time to draw a page; a large scan takes one
_MEMORY = 2**29  # bytes of address space for the program
_OUT_OF_TIME = (-signal.SIGPROF, -signal.SIGXCPU)
_ENDS_WITHOUT_MEMORY = OUT_OF_MEMORY, -signal.SIGABRT, -signal.SIGTRAP  # Python, PDFium


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
    deadline = options.deadline()
    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    try:
        with _drawn(data, options) as (count, pictures):
            notes += _notes_on(count, part, options)
            for page, picture in enumerate(pictures):
                if deadline.passed():
                    notes.append(Note(NoteKind.TIME, part=part))
                    break
                where = Where(part=part, page=page)
                found = read_sheet(picture, Source.PDF, where, deadline)
                puzzles += found.puzzles
                notes += [n for n in found.notes if n.kind is not NoteKind.NO_GRID]
    except TooCostly:
        notes.append(Note(NoteKind.TIME, part=part))
    except (TooLarge, UnreadablePicture) as fault:
        if not puzzles:
            raise
        notes.append(Note(_kind_of(fault), part=part))
    if not puzzles and not notes:
        notes.append(Note(NoteKind.NO_GRID, part=part))
    return Findings(tuple(puzzles), tuple(notes))


def text_of_pdf(data: bytes, options: EyeOptions) -> str:
    """What the pages of a PDF say, each word at its place; as far as it can be read."""
    with suppress(SenderFault), _opened(data, options, 0) as (_, drawing):
        return lay_out_words(drawing.read_text())
    return ""


def _notes_on(count: int, part: str, options: EyeOptions) -> list[Note]:
    """What to say of the number of pages, which may be LOCKED."""
    if count == LOCKED:
        return [Note(NoteKind.ENCRYPTED, part=part)]
    if count > options.limits.pages:
        return [Note(NoteKind.TOO_MANY, f"{count}", part)]
    return []


def _kind_of(fault: TooLarge | UnreadablePicture) -> NoteKind:
    """What to say of a document whose first pages were read before a fault."""
    large = isinstance(fault, TooLarge)
    return NoteKind.TOO_LARGE if large else NoteKind.UNREADABLE


def pages_of(data: bytes, options: EyeOptions) -> Iterator[Bgr]:
    """The pages as pictures, as many as the limits allow; none if locked.

    Raises:
        UnreadablePicture: no PDF, or a broken one.
        TooLarge: over a limit.
        TooCostly: the pages take too long to draw.
    """
    with _drawn(data, options) as (_, pictures):
        yield from pictures


@contextmanager
def _drawn(data: bytes, options: EyeOptions) -> Iterator[tuple[int, Iterator[Bgr]]]:
    """The number of pages (or LOCKED), and an iterator over those within the limits."""
    with _opened(data, options, _LONGER_SIDE) as (count, drawing):
        pages = range(min(count, options.limits.pages))
        yield count, (drawing.read_page() for _ in pages)


@contextmanager
def _opened(
    data: bytes, options: EyeOptions, longer_side: int
) -> Iterator[tuple[int, "_Drawing"]]:
    """The number of pages (or LOCKED), and the program that has been sent the PDF."""
    limits = options.limits
    check_bytes(len(data), limits)
    numbers = (limits.pages, longer_side, _PAGE_SECONDS, options.seconds, _MEMORY)
    with subprocess.Popen(  # noqa: S603 (this same Python)
        [sys.executable, "-S", "-P", str(_PAGES), *map(str, numbers)],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as program:
        drawing = _Drawing(program)
        try:
            drawing.send(data)
            (count,) = drawing.read(COUNT)
            yield count, drawing
        finally:
            # In the sandbox it ends by itself: its output is closed, its time limited.
            with suppress(PermissionError):
                program.kill()


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The program that draws a document, page after page."""

    program: subprocess.Popen[bytes]

    def send(self, data: bytes) -> None:
        """Send the document to the program."""
        assert self.program.stdin
        with suppress(BrokenPipeError), self.program.stdin as pipe:
            pipe.write(data)

    def read_text(self) -> str:
        """All that the program writes behind the number of pages."""
        assert self.program.stdout
        return self.program.stdout.read().decode("utf-8", "replace")

    def read_page(self) -> Bgr:
        """The next page."""
        width, height, stride = self.read(PAGE)
        lines = np.frombuffer(self._take(height * stride), np.uint8)
        pixels = lines.reshape(height, stride)[:, : 3 * width]
        return Bgr(np.ascontiguousarray(pixels).reshape(height, width, 3))

    def read(self, form: Struct) -> tuple[int, ...]:
        """The next numbers."""
        return form.unpack(self._take(form.size))

    def _take(self, size: int) -> bytes:
        assert self.program.stdout
        data = self.program.stdout.read(size)
        if len(data) == size:
            return data
        code = self.program.wait()
        if code in _OUT_OF_TIME:
            raise TooCostly("a PDF takes too long to draw")
        if code in _ENDS_WITHOUT_MEMORY:
            raise TooLarge("a PDF takes too much memory to draw")
        raise UnreadablePicture("not a readable PDF")
