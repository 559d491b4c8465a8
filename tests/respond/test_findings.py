"""The puzzles of a whole letter, each once, wherever they are."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.mail.message.letter import parse
from mailbot.marker import State, write_marker
from mailbot.model import (
    Findings,
    Kind,
    Letter,
    NoteKind,
    Part,
    Respond,
    Source,
    Status,
)
from mailbot.options import ReadingOptions
from mailbot.pictures import Bgr, encode_jpeg, encode_png
from mailbot.respond.findings import read_letter
from solver import Shape
from solver import parse as parse_grid
from tests.cases import cases_of
from tests.eye.rendered import board_picture, make_puzzle
from tests.respond.test_respond import letter, reply_to
from tests.sample_letters import (
    OTHER,
    PUZZLE,
    ROWS,
    SOLUTION,
    posted,
    samples,
    table,
    typed,
)
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph

cases = cases_of(__file__)

TEXT = "\n".join(ROWS)


def read(letter: Letter, variant: str = "") -> Findings:
    return read_letter(letter, ReadingOptions(), variant)


def grids(letter: Letter) -> list[str]:
    return [puzzle.grid.line for puzzle in read(letter).puzzles]


def sources(letter: Letter) -> list[Source]:
    return [puzzle.reading.source for puzzle in read(letter).puzzles]


def holding(data: bytes, name: str, kind: str = "application/octet-stream") -> Letter:
    return replace(typed("see attached"), parts=(Part("2", kind, name, data),))


def kinds(letter: Letter, variant: str = "") -> list[NoteKind]:
    return [note.kind for note in read(letter, variant).notes]


@pytest.mark.parametrize("name", samples())
def test_every_sample_letter_holds_the_one_puzzle(name: str) -> None:
    assert grids(parse(samples()[name])) == [PUZZLE]


@pytest.mark.parametrize("blank", "0.-_")
def test_a_small_puzzle_alone_on_one_line_is_read(blank: str) -> None:
    line = ".........123..1..4..423..12.45.453.."
    (puzzle,) = read(typed(line.replace(".", blank))).puzzles
    assert (puzzle.grid.line, puzzle.status) == (line, Status.SOLVED)


def test_text_that_says_the_same_as_the_html_is_one_puzzle() -> None:
    assert sources(typed(TEXT, html=table(ROWS))) == [Source.TEXT]


def test_text_and_html_may_hold_different_puzzles() -> None:
    assert grids(typed(OTHER, html=table(ROWS))) == [OTHER, PUZZLE]


def test_the_better_of_two_readings_is_kept() -> None:
    spoilt = "." + PUZZLE[1:-1] + "."
    both = typed(spoilt.replace("7", ".", 2), html=table(ROWS))
    assert grids(both) == [PUZZLE]


def test_cells_one_below_the_other_in_the_text_do_not_hide_the_table() -> None:
    lines = "\n".join(PUZZLE.replace(".", "0"))
    assert grids(typed(lines, html=table(ROWS, "0"))) == [PUZZLE]


def test_a_solution_beside_its_puzzle_or_another_is_no_second_puzzle() -> None:
    assert grids(typed(f"{PUZZLE}\n\nYesterday:\n{SOLUTION}")) == [PUZZLE]
    assert grids(typed(f"{OTHER}\n\nYesterday:\n{SOLUTION}")) == [OTHER]
    (alone,) = read(typed(SOLUTION)).puzzles
    assert alone.status is Status.COMPLETE


def test_a_puzzle_in_the_subject_counts_where_there_is_no_other() -> None:
    assert grids(typed("hello", subject=f"Fwd: {PUZZLE}")) == [PUZZLE]
    assert grids(typed(OTHER, subject=PUZZLE)) == [OTHER]


@cases("link")
def test_a_puzzle_in_a_link_is_read_and_the_link_not_followed(link: str) -> None:
    assert grids(typed(f"Look: {link} nice")) == [PUZZLE]
    assert sources(typed(html=f'<a href="{link}">this</a>')) == [Source.LINK]


def test_numbers_in_links_are_no_puzzles() -> None:
    link = "https://t.example/c/" + "1234567890" * 8 + "1/" + "4815162342" * 8 + "1"
    assert grids(typed(link)) == []


POSTSCRIPT = "%!PS-Adobe-3.0\n(" + PUZZLE.replace(".", " ") + ") show showpage\n"


@pytest.mark.parametrize(
    ("name", "kind", "data"),
    [
        ("grid.txt", "text/plain", TEXT.encode()),
        ("grid.TXT", "application/octet-stream", TEXT.encode("utf-16")),
        ("grid.csv", "text/csv", "\n".join(map(",".join, ROWS)).encode()),
        ("grid.sdk", "application/octet-stream", f"#ANoname\n{TEXT}".encode()),
        ("grid.sdm", "application/octet-stream", PUZZLE.encode()),
        ("grid.ss", "application/x-ss", TEXT.encode()),
        ("grid.md", "text/markdown", f"# Today\n\n{TEXT}".encode()),
        ("grid.ps", "application/postscript", POSTSCRIPT.encode()),
        ("grid.html", "text/html", table(ROWS).encode()),
        ("noname", "text/plain", TEXT.encode()),
        ("", "text/plain", TEXT.encode("cp1252")),
    ],
)
def test_text_files_are_read(name: str, kind: str, data: bytes) -> None:
    assert grids(holding(data, name, kind)) == [PUZZLE]
    assert sources(holding(data, name, kind)) == [Source.FILE]


@pytest.mark.parametrize(
    ("name", "kind", "data", "note"),
    [
        ("a.zip", "application/zip", b"PK\x03\x04" + bytes(40), NoteKind.NOT_OPENED),
        ("a.txt", "text/plain", b"PK\x03\x04" + bytes(40), NoteKind.NOT_OPENED),
        ("a.exe", "image/png", b"MZ" + bytes(40), NoteKind.NOT_OPENED),
        ("a.docx", "application/x-doc", b"PK\x03\x04" + bytes(9), NoteKind.NOT_OPENED),
        ("a.7z", "application/x", b"7z\xbc\xaf\x27\x1c", NoteKind.NOT_OPENED),
        ("a.mp3", "audio/mpeg", b"ID3" + bytes(9), NoteKind.NOT_OPENED),
        ("m.p7m", "application/pkcs7-mime", b"0\x80\x06", NoteKind.ENCRYPTED),
        ("x.asc", "text/plain", b"-----BEGIN PGP MESSAGE-----\n", NoteKind.ENCRYPTED),
    ],
)
def test_what_is_not_opened_is_noted_without_its_name(
    name: str, kind: str, data: bytes, note: NoteKind
) -> None:
    (found,) = read(holding(data, name, kind)).notes
    assert (found.kind, found.detail, found.part) == (note, "", "2")


@pytest.mark.parametrize("name", ["invite.ics", "me.vcf", "smime.p7s", "pgp.sig"])
def test_signatures_and_calendar_entries_get_no_note(name: str) -> None:
    assert read(holding(b"BEGIN:VCARD", name)) == Findings()


@cases("link")
def test_a_link_to_a_picture_is_told_to_be_attached(link: str) -> None:
    assert kinds(typed(f"Here: {link}.")) == [NoteKind.LINK_ONLY]
    assert kinds(typed(html=f'<a href="{link}">here</a>')) == [NoteKind.LINK_ONLY]
    assert kinds(typed(f"{link}\n{TEXT}")) == []


def test_other_links_get_no_note() -> None:
    assert (
        kinds(typed("https://example.org/about https://icloud.com.evil.test/x")) == []
    )


def test_a_broken_picture_is_noted() -> None:
    assert kinds(holding(b"\x89PNG\r\n\x1a\nrubbish", "a.png", "image/png")) == [
        NoteKind.UNREADABLE
    ]


def test_no_more_pictures_are_read_than_allowed() -> None:
    part = Part("2", "image/png", "a.png", b"\x89PNG\r\n\x1a\nrubbish")
    letter = replace(typed(TEXT), parts=(part,) * 4)
    found = read_letter(letter, ReadingOptions(pictures=0))
    assert [note.kind for note in found.notes] == [NoteKind.TOO_MANY]
    assert len(found.puzzles) == 1


def test_when_time_is_up_pictures_are_left() -> None:
    part = Part("2", "image/png", "a.png", b"\x89PNG\r\n\x1a\nrubbish")
    ticks = iter(range(0, 1000, 60))
    letter = replace(typed(TEXT), parts=(part,))
    found = read_letter(letter, ReadingOptions(), clock=lambda: float(next(ticks)))
    assert [note.kind for note in found.notes] == [NoteKind.TIME]


def test_a_kind_that_we_do_not_solve_is_declined_by_name() -> None:
    found = read(typed(TEXT), "killer")
    assert [(n.kind, n.detail) for n in found.notes] == [(NoteKind.VARIANT, "killer")]
    assert found.puzzles == ()


def test_a_quoted_name_declines_only_what_cannot_be_solved() -> None:
    few = PUZZLE[:30] + "." * 51
    assert kinds(typed(f"> Jigsaw Sudoku\n{few}")) == [NoteKind.VARIANT]
    assert grids(typed(f"> Try our Killer Sudoku!\n{TEXT}")) == [PUZZLE]


def test_our_own_quoted_reply_is_not_a_new_puzzle() -> None:
    marker = write_marker(State(parse_grid(PUZZLE)))
    quoted = "\n".join(f"> {line}" for line in [SOLUTION, *marker.splitlines()])
    assert grids(typed(f"Now this one:\n{OTHER}\n\n{quoted}")) == [OTHER]
    assert grids(typed(f"Thank you!\n\n{quoted}")) == []


@pytest.mark.ocr
def test_a_puzzle_is_found_behind_twelve_pictures_of_something_else() -> None:
    """They are not read once it is found, and nothing is said of them."""
    rng = np.random.default_rng(1)
    sky = np.linspace(90, 230, 900, dtype=np.float32)[:, None, None]
    parts = [
        Part(str(number), "image/jpeg", f"{number}.jpg", encode_jpeg(Bgr(picture)))
        for number in range(2, 14)
        for picture in [
            np.clip(sky + rng.normal(0, 6, (900, 1200, 3)), 0, 255).astype(np.uint8)
        ]
    ]
    made = make_puzzle(Shape(3, 3), 31)
    board = board_picture(made.puzzle)
    page = np.pad(board, ((80, 80), (80, 80), (0, 0)), constant_values=255)
    parts.append(Part("14", "image/png", "p.png", encode_png(Bgr(page))))
    found = read(replace(typed("Our holiday, and today's puzzle"), parts=tuple(parts)))
    assert [puzzle.status for puzzle in found.puzzles] == [Status.SOLVED]
    assert found.notes == ()


# Pictures that nobody could read.


Spoil = Callable[[Bgr], Bgr]


@pytest.fixture(scope="module")
def page() -> Bgr:
    """A photographed page with a puzzle that needs each of its givens."""
    board = PaperPuzzle(make_puzzle(Shape(3, 3), 900).puzzle)
    drawn = draw_newspaper([board], PrintStyle(cell=56), 1)
    return photograph(drawn, Camera(turn=2, tilt=0.08), 1)


def reply_with(picture: Bgr) -> Respond:
    photo = "photo.png", "image/png", encode_png(picture)
    head, _, _ = letter().partition(b"\r\n\r\n")
    return reply_to(head + b"\r\n" + posted("Please solve this.", {}, file=photo))


def shrunk(picture: Bgr) -> Bgr:
    small = cv2.resize(picture, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
    return Bgr(np.asarray(small, np.uint8))


def smeared(picture: Bgr) -> Bgr:
    """Moved aslant, by half a cell, while the picture was taken."""
    way = np.eye(21, dtype=np.float32) / 21
    return Bgr(np.asarray(cv2.filter2D(picture, -1, way), np.uint8))


def darkened(picture: Bgr) -> Bgr:
    """Taken nearly without light, so that the camera's noise drowns the digits."""
    noise = np.random.default_rng(1).normal(0, 6, picture.shape)
    return Bgr(np.clip(picture * 0.04 + noise, 0, 255).astype(np.uint8))


def cut_off(picture: Bgr) -> Bgr:
    return Bgr(picture[: picture.shape[0] // 2])


def covered(picture: Bgr) -> Bgr:
    """A finger lies on it, from below."""
    height, width = picture.shape[:2]
    changed = picture.copy()
    finger = np.array([[0.45, 1], [0.65, 1], [0.62, 0.4], [0.5, 0.35]])
    points = np.rint(finger * [width, height]).astype(np.int32)
    cv2.fillPoly(changed, [points], (120, 150, 205))
    return changed


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("spoil", "kind", "reason"),
    [
        (shrunk, Kind.UNREADABLE, "its cells are too small to read"),
        (smeared, Kind.UNREADABLE, "the picture is too blurred to read"),
        (darkened, Kind.UNREADABLE, "the picture is too dark to read"),
        (cut_off, Kind.UNREADABLE, "cut off at the edge"),
        (covered, Kind.DOUBTFUL, "a part of it is covered"),
    ],
)
def test_its_reason_is_told(page: Bgr, spoil: Spoil, kind: Kind, reason: str) -> None:
    outcome = reply_with(spoil(page))
    assert outcome.kind is kind
    assert reason in " ".join(outcome.reply.text.split())
    assert not outcome.solutions
