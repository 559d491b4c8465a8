"""What a file is: attached to a letter and named on the command line alike."""

from io import BytesIO

import pytest
from PIL import Image

from mailbot.files import PartKind, kind_of
from mailbot.mail.message.letter import letter_of, parse
from mailbot.model import Letter, Part
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from tests.sample_letters import PUZZLE, ROWS, posted, table

PAGE = f"<!DOCTYPE html><html>{table(ROWS)}</html>"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n"
HEIF = b"\x00\x00\x00\x18ftyp%s\x00\x00\x00\x00mif1"


def drawn(form: str) -> bytes:
    file = BytesIO()
    Image.new("L", (90, 90), 255).save(file, form)
    return file.getvalue()


FILES = [
    ("a.jpg", "image/jpeg", drawn("JPEG"), PartKind.PICTURE),
    ("a.png", "image/png", drawn("PNG"), PartKind.PICTURE),
    ("a.gif", "image/gif", drawn("GIF"), PartKind.PICTURE),
    ("a.bmp", "image/bmp", drawn("BMP"), PartKind.PICTURE),
    ("a.tif", "image/tiff", drawn("TIFF"), PartKind.PICTURE),
    ("a.tif", "image/tiff", b"MM\x00*\x00\x00\x00\x08", PartKind.PICTURE),
    ("a.webp", "image/webp", drawn("WEBP"), PartKind.PICTURE),
    *(
        ("a.heic", "image/heic", HEIF % brand, PartKind.PICTURE)
        for brand in (b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heif", b"avif")
    ),
    ("a.tga", "image/x-tga", drawn("TGA"), PartKind.PICTURE),
    *(
        ("a", "application/octet-stream", drawn(form), PartKind.PICTURE)
        for form in ("AVIF", "JPEG2000", "PPM", "PCX", "SGI", "ICO")
    ),
    ("a.jxl", "image/jxl", b"\xff\x0a\xfa\xff", PartKind.OTHER),
    ("a.djvu", "image/vnd.djvu", b"AT&TFORM\0\0\0\x08", PartKind.OTHER),
    ("a.ps", "application/postscript", b"%!PS-Adobe-3.0\n", PartKind.OTHER),
    ("named-wrongly.txt", "text/plain", drawn("PNG"), PartKind.PICTURE),
    ("a.pdf", "application/pdf", PDF, PartKind.PDF),
    ("a.pdf", "application/pdf", b"\r\n\x00scanner 7\n" + PDF, PartKind.PDF),
    ("a.pdf", "application/pdf", b"Date: today\r\n\r\n" + PDF, PartKind.PDF),
    ("named-wrongly.jpg", "image/jpeg", PDF, PartKind.PDF),
    ("a.txt", "text/plain", PUZZLE.encode(), PartKind.TEXT),
    ("a.txt", "text/plain", PUZZLE.encode("utf-16"), PartKind.TEXT),
    ("a.txt", "text/plain", PUZZLE.encode() + b"\r\n\x1a", PartKind.TEXT),
    ("a.sdk", "application/octet-stream", PUZZLE.encode(), PartKind.TEXT),
    ("a.md", "text/markdown", f"<p>\n\n{PUZZLE}\n".encode(), PartKind.TEXT),
    ("a.html", "text/html", PAGE.encode(), PartKind.HTML),
    ("a.html", "application/octet-stream", PAGE.encode(), PartKind.HTML),
    ("page", "text/plain", PAGE.encode(), PartKind.HTML),
    ("page", "text/plain", PAGE.encode("utf-16"), PartKind.HTML),
    ("page", "text/plain", b"\xef\xbb\xbf <!-- x -->\n<table>", PartKind.HTML),
    ("page", "text/plain", b"<?xml version='1.0'?><html >", PartKind.HTML),
    ("word", "text/plain", b"<p@lab.test> wrote:", PartKind.TEXT),
    ("a.docx", "application/x-doc", b"PK\x03\x04" + bytes(9), PartKind.OTHER),
    ("a.svg", "image/svg+xml", b'<?xml version="1.0"?>\n<svg >', PartKind.PDF),
    ("a.rtf", "text/rtf", b"{\\rtf1\\ansi 5}", PartKind.DOCUMENT),
    (
        "a.xls",
        "application/vnd.ms-excel",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        PartKind.DOCUMENT,
    ),
    ("a.gz", "application/gzip", b"\x1f\x8b\x08\x00", PartKind.OTHER),
    ("a.txt", "text/plain", b"\x7fELF\x02\x01", PartKind.OTHER),
    ("a.txt", "text/plain", b"five\x05", PartKind.OTHER),
    ("a.gpg", "application/octet-stream", b"\x85\x01\x0c", PartKind.ENCRYPTED),
    ("a.txt", "text/plain", b"-----BEGIN PGP MESSAGE-----\n", PartKind.ENCRYPTED),
    ("a.ics", "text/calendar", b"BEGIN:VCALENDAR", PartKind.SILENT),
    ("a.txt", "text/plain", b"", PartKind.SILENT),
]


@pytest.mark.parametrize(("name", "declared", "data", "kind"), FILES)
def test_a_kind_is_told(name: str, declared: str, data: bytes, kind: PartKind) -> None:
    assert kind_of(Part("2", declared, name, data)) is kind


@pytest.mark.parametrize(("name", "declared", "data", "kind"), FILES)
def test_the_command_line_treats_a_file_as_an_attachment_of_that_kind(
    name: str, declared: str, data: bytes, kind: PartKind
) -> None:
    letter = letter_of(data, name)
    match kind:
        case PartKind.TEXT:
            assert (bool(letter.text), letter.html, letter.parts) == (True, "", ())
        case PartKind.HTML:
            assert (letter.text, bool(letter.html), letter.parts) == ("", True, ())
        case _:
            (part,) = letter.parts
            assert (part.filename, part.data, kind_of(part)) == (name, data, kind)


def attached(data: bytes, name: str, declared: str) -> Letter:
    sender = {"From": "ada@home.test"}
    return parse(posted("see attached", sender, file=(name, declared, data)))


@pytest.mark.parametrize(
    ("name", "declared", "data", "kind"),
    [file for file in FILES if file[3] not in (PartKind.PICTURE, PartKind.PDF)],
)
def test_a_letter_and_the_command_line_read_the_same_in_a_file(
    name: str, declared: str, data: bytes, kind: PartKind
) -> None:
    mailed, named = (
        read_letter(letter, ReadingOptions())
        for letter in (attached(data, name, declared), letter_of(data, name))
    )
    assert [p.grid.line for p in mailed.puzzles] == [p.grid.line for p in named.puzzles]
    assert [note.kind for note in mailed.notes] == [note.kind for note in named.notes]


def test_a_mail_is_parsed_by_its_name_or_its_headers() -> None:
    raw = b"From: ada@home.test\nSubject: a PDF begins with %PDF-\n\nx\n"
    assert letter_of(raw, "a.eml").envelope.sender
    assert letter_of(raw, "a.EML").envelope.sender
    assert letter_of(raw.replace(b"%", b""), "-").envelope.sender


def test_a_picture_that_is_called_a_mail_is_a_picture() -> None:
    (part,) = letter_of(drawn("GIF"), "a.eml").parts
    assert kind_of(part) is PartKind.PICTURE


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_command_line_decodes_text_as_mail_does(charset: str) -> None:
    assert letter_of("“é”\r\n".encode(charset), "a.txt").text == "“é”\n"
