"""Documents, page by page."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from mailbot.errors import TooLarge, UnreadablePicture
from mailbot.model import NoteKind, Source, Status
from mailbot.pictures import Bgr, PictureLimits
from mailbot.pictures.paper_grid import Board, Look, draw_board
from mailbot.reading.eye import EyeOptions
from mailbot.reading.pdf import is_pdf, read_pdf
from mailbot.reading.picture import read_picture
from solver import Shape
from tests.reading.rendered import make_puzzle

pytestmark = pytest.mark.ocr


def sheet(picture: Bgr | None = None) -> Image.Image:
    page = Image.new("RGB", (700, 900), "white")
    if picture is not None:
        page.paste(Image.fromarray(picture[..., ::-1]), (90, 120))
    return page


def document(*pages: Image.Image) -> bytes:
    buffer = BytesIO()
    pages[0].save(buffer, "PDF", save_all=True, append_images=pages[1:], resolution=90)
    return buffer.getvalue()


def test_a_puzzle_on_the_second_page_is_found_there() -> None:
    made = make_puzzle(Shape(3, 3), 21)
    board = draw_board(Board(made.puzzle), Look(cell=50), np.random.default_rng(1))
    findings = read_picture(document(sheet(), sheet(board)), "3")
    (puzzle,) = findings.puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == made.puzzle.givens
    assert puzzle.reading.source is Source.PDF
    assert (puzzle.reading.where.part, puzzle.reading.where.page) == ("3", 1)


def test_empty_pages_hold_no_grid() -> None:
    findings = read_pdf(document(sheet(), sheet()))
    assert [note.kind for note in findings.notes] == [NoteKind.NO_GRID]


def test_pages_beyond_the_limit_are_counted_and_left() -> None:
    options = EyeOptions(limits=PictureLimits(pages=2))
    findings = read_pdf(document(*[sheet()] * 5), "1", options)
    assert [(note.kind, note.detail) for note in findings.notes] == [
        (NoteKind.TOO_MANY, "5")
    ]


def test_a_locked_document_is_told_apart_from_a_broken_one() -> None:
    locked = document(sheet()).replace(
        b"trailer\n<<",
        b"trailer\n<< /Encrypt << /Filter /Standard /V 1 /R 2"
        b" /O (" + b"o" * 32 + b") /U (" + b"u" * 32 + b") /P -4 >>",
    )
    findings = read_pdf(locked)
    assert [note.kind for note in findings.notes] == [NoteKind.ENCRYPTED]


@pytest.mark.parametrize("data", [b"%PDF-1.4\n", b"%PDF-1.7\n%%EOF\n" * 3])
def test_a_broken_document_is_unreadable(data: bytes) -> None:
    assert is_pdf(data)
    with pytest.raises(UnreadablePicture, match="PDF"):
        read_picture(data)


def test_too_many_bytes_are_refused() -> None:
    options = EyeOptions(limits=PictureLimits(bytes=100))
    with pytest.raises(TooLarge):
        read_pdf(document(sheet()), options=options)
