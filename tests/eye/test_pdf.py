"""Documents, page by page."""

import signal
import subprocess
import sys
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path

import pytest
from PIL import Image

from mailbot.errors import TooCostly, TooLarge, UnreadablePicture
from mailbot.eye import pages
from mailbot.eye.budget import EyeOptions
from mailbot.eye.pdf import pages_of, read_pdf, text_of_pdf
from mailbot.kernel import cpu_seconds
from mailbot.model import Note, NoteKind, Source, Status
from mailbot.pictures import Bgr, PictureLimits
from solver import Shape
from tests.cases import cases_of
from tests.eye.bombs import LINES, PAINTED_OVER, SHOWN, svg_of_copies, write_pdf
from tests.eye.rendered import board_picture, make_puzzle
from tests.workshop.paper.grid import PrintStyle

cases = cases_of(__file__)

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
    board = board_picture(made.puzzle, PrintStyle(cell=50))
    (puzzle,) = read_pdf(document(sheet(), sheet(board)), "3").puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == made.puzzle.givens
    assert puzzle.reading.source is Source.PDF
    assert (puzzle.reading.where.part, puzzle.reading.where.page) == ("3", 1)


def test_a_picture_has_no_text() -> None:
    assert text_of_pdf(document(sheet()), EyeOptions()).split() == []
    assert text_of_pdf(drawing(""), EyeOptions()) == ""
    assert text_of_pdf(b"%PDF-1.4 broken", EyeOptions()) == ""


def drawing(lines: str, size: str = 'width="190pt" height="190pt"') -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{lines}</svg>'.encode()


def test_a_puzzle_that_an_svg_draws_is_read() -> None:
    made = make_puzzle(Shape(3, 3), 21)
    lines = "".join(
        f'<path d="M {at} 5 V 185 M 5 {at} H 185" stroke="black" '
        f'stroke-width="{1 if n % 3 else 3}"/>'
        for n, at in enumerate(range(5, 186, 20))
    )
    digits = "".join(
        f'<text x="{11 + cell % 9 * 20}" y="{20 + cell // 9 * 20}" font-size="15" '
        f'font-family="sans-serif">{digit}</text>'
        for cell, digit in enumerate(made.puzzle.givens)
        if digit
    )
    (puzzle,) = read_pdf(drawing(lines + digits), "2").puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == made.puzzle.givens


def test_a_broken_svg_is_unreadable() -> None:
    with pytest.raises(UnreadablePicture):
        read_pdf(drawing("<path")[:-9])


@pytest.mark.parametrize("side", ["100000", "1e9", "0"])
def test_an_svg_of_an_absurd_size_is_refused(side: str) -> None:
    with pytest.raises((UnreadablePicture, TooLarge, TooCostly)):
        read_pdf(drawing("<path d='M 0 0 L 9 9'/>", f'width="{side}" height="{side}"'))


def test_an_svg_of_a_billion_copies_ends_in_time() -> None:
    started = cpu_seconds()
    with suppress(UnreadablePicture, TooLarge):
        found = read_pdf(svg_of_copies(10).encode(), "2", EyeOptions(seconds=2.0))
        assert not found.puzzles
    assert cpu_seconds() - started < 12


@cases("link")
def test_an_svg_opens_no_file_of_ours(tmp_path: Path, link: str) -> None:
    made = make_puzzle(Shape(3, 3), 21)
    board = board_picture(made.puzzle, PrintStyle(cell=50))
    sheet(board).save(tmp_path / "secret.png")
    image = 'width="700" height="900" xmlns:x="http://www.w3.org/1999/xlink"'
    path = tmp_path / "secret.png"
    with suppress(UnreadablePicture):
        shown = f"<image {image} {link.format(path=path)}/>"
        found = read_pdf(drawing(shown, 'width="700" height="900"'), "2")
        assert not found.puzzles


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
    with pytest.raises(UnreadablePicture, match="PDF"):
        read_pdf(data)


def test_too_many_bytes_are_refused() -> None:
    options = EyeOptions(limits=PictureLimits(bytes=100))
    with pytest.raises(TooLarge):
        read_pdf(document(sheet()), options=options)


def test_a_page_that_takes_for_ever_is_given_up_in_words() -> None:
    findings = read_pdf(write_pdf([PAINTED_OVER]), "2", EyeOptions(seconds=1.0))
    assert findings.notes == (Note(NoteKind.TIME, part="2"),)


def test_a_page_that_takes_all_memory_is_given_up_in_words() -> None:
    with pytest.raises(TooLarge, match="memory"):
        read_pdf(write_pdf([LINES]))


def test_a_puzzle_before_an_endless_page_is_read_all_the_same() -> None:
    made = make_puzzle(Shape(3, 3), 21)
    board = board_picture(made.puzzle, PrintStyle(cell=50))
    document = write_pdf([SHOWN, PAINTED_OVER], sheet(board))
    findings = read_pdf(document, options=EyeOptions(seconds=2))
    (puzzle,) = findings.puzzles
    assert puzzle.grid.givens == made.puzzle.givens
    assert [note.kind for note in findings.notes] == [NoteKind.TIME]


def run_pages(
    data: bytes, page_seconds: float = 4.0, memory: int = 2**29
) -> subprocess.CompletedProcess[bytes]:
    """The program, ended, that had all CPU time in the world for the document."""
    limits = "1", "2000", str(page_seconds), "1000", str(memory)
    return subprocess.run(
        [sys.executable, pages.__file__, *limits],
        input=data,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        check=False,
    )


def test_a_page_has_a_share_of_cpu_time_whatever_time_there_is_in_all() -> None:
    drawn = run_pages(write_pdf([PAINTED_OVER]), page_seconds=0.3)
    assert drawn.returncode == -signal.SIGPROF
    assert drawn.stdout == pages.COUNT.pack(1)


def test_where_python_runs_out_of_memory_the_exit_code_says_so() -> None:
    drawn = run_pages(bytes(2**22), memory=2**20)
    assert drawn.returncode == pages.OUT_OF_MEMORY


def test_another_fault_of_the_drawing_program_is_not_called_lack_of_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [])  # it finds no PDFium, and ends with 1
    with pytest.raises(UnreadablePicture):
        read_pdf(document(sheet()))


def test_the_pages_alone_take_no_longer_than_they_may() -> None:
    start = cpu_seconds()
    with pytest.raises(TooCostly):
        list(pages_of(write_pdf([PAINTED_OVER]), EyeOptions(seconds=1.0)))
    assert cpu_seconds() - start < 3  # a page alone may take 4


def test_pages_that_there_is_no_time_to_read_are_named() -> None:
    late = EyeOptions(clock=count(step=100).__next__)
    findings = read_pdf(document(sheet()), "2", late)
    assert findings.notes == (Note(NoteKind.TIME, part="2"),)
