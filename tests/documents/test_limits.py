"""Documents that would cost too much, or are broken: a reason, never more."""

import gzip
from collections.abc import Callable
from pathlib import Path
from struct import pack
from time import process_time
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from mailbot.documents import Locked, NotRead, open_document
from mailbot.errors import SenderFault, TooLarge, UnreadablePicture
from mailbot.model import NoteKind
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_file
from tests.documents.packages import Cells, docx, ods, package, table, xlsx
from tests.examples import of_the_day

FILES = sorted(
    path for path in (Path(__file__).parent / "files").iterdir() if path.suffix != ".md"
)
SECONDS = 6.0
"""CPU time for the worst document; a letter's budget is larger."""

LAUGHS = (
    '<!DOCTYPE a [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    '<w:document xmlns:w="urn:w">&b;</w:document>'
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.9, 0.99])
def test_a_document_cut_off_gives_a_puzzle_or_reason(path: Path, share: float) -> None:
    data = path.read_bytes()
    found = read_file(data[: int(len(data) * share)], path.name, ReadingOptions())
    assert len(found.puzzles) + len(found.notes) <= 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_document_with_changed_bytes_raises_no_other_error(path: Path) -> None:
    data = path.read_bytes()
    for step in of_the_day(range(1, 30), 3):
        place = len(data) * step // 30
        changed = data[:place] + bytes([data[place] ^ 0x55] * 3) + data[place + 3 :]
        try:
            open_document(changed)
        except SenderFault:
            continue


LINEAR = 1.6
"""How much longer than in proportion to its length an input may take."""


def test_a_zip_bomb_is_too_large() -> None:
    bomb = package({"word/document.xml": b" " * 200_000_000})
    assert len(bomb) < 300_000
    with pytest.raises(TooLarge):
        open_document(bomb)


def test_a_gzip_bomb_is_too_large() -> None:
    head = b'<gnm:Workbook xmlns:gnm="g">'
    with pytest.raises(TooLarge):
        open_document(gzip.compress(head + b" " * 200_000_000))


def test_an_archive_of_too_many_files_is_too_large(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.zip", "w", ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", "<a/>")
        for number in range(6_000):
            archive.writestr(f"{number}", "")
    with pytest.raises(TooLarge):
        open_document((tmp_path / "a.zip").read_bytes())


def test_entities_are_refused() -> None:
    with pytest.raises(UnreadablePicture, match="entities"):
        open_document(package({"word/document.xml": LAUGHS}))


def test_an_external_entity_is_not_fetched() -> None:
    text = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    with pytest.raises(UnreadablePicture, match="entities"):
        open_document(package({"word/document.xml": text}))


def test_deeply_nested_elements_are_too_large() -> None:
    with pytest.raises(TooLarge):
        open_document(docx("<w:p>" * 10_000 + "</w:p>" * 10_000))


def test_deeply_nested_tables_end_with_a_reason() -> None:
    inner = table([["5"]])
    for _ in range(40):
        inner = table([[inner, inner[:0]]])
    open_document(docx(inner))


@pytest.mark.parametrize(
    ("make", "rows"),
    [(xlsx, 40_000), (lambda cells: docx(table(cells)), 4_700), (ods, 4_000)],
)
def test_a_million_cells_are_refused_in_time(
    make: Callable[[Cells], bytes], rows: int
) -> None:
    data = make([["5"] * 26] * rows)
    started = process_time()
    with pytest.raises(TooLarge):
        open_document(data)
    assert process_time() - started < SECONDS


def test_the_largest_sheets_are_searched_in_linear_time() -> None:
    rows = [["5" if (r * c) % 7 == 0 else "." for c in range(26)] for r in range(450)]

    def seconds(count: int) -> float:
        data = xlsx(*[rows[:count]] * 3)
        started = process_time()
        read_file(data, "a.xlsx", ReadingOptions())
        return process_time() - started

    # A busy machine may slow down one of them, but not each time.
    assert any(seconds(450) < 2 * LINEAR * seconds(225) for _ in range(5))


def test_two_cells_far_apart_are_a_small_sheet() -> None:
    cells = '<c r="A1"><v>1</v></c><c r="XFD1048576"><v>2</v></c>'
    files: dict[str, str | bytes] = {
        "xl/workbook.xml": '<a xmlns:r="r"><sheet r:id="1"/></a>',
        "xl/_rels/workbook.xml.rels": '<a><Relationship Id="1" Target="s.xml"/></a>',
        "xl/s.xml": f"<a><row>{cells}</row></a>",
    }
    assert open_document(package(files)).text.split() == ["1", "2"]


def test_a_sheet_of_repeated_rows_is_read_at_its_beginning_only() -> None:
    million = (
        '<t:table-row t:number-rows-repeated="1000000">'
        '<t:table-cell t:number-columns-repeated="16384"><x:p>7</x:p></t:table-cell>'
        "</t:table-row>"
    )
    started = process_time()
    open_document(ods([["5"]], million))
    assert process_time() - started < SECONDS


def test_a_document_with_a_password_is_said_to_be_locked() -> None:
    manifest = "<m><e><manifest:encryption-data/></e></m>"
    data = package(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "META-INF/manifest.xml": manifest,
            "content.xml": b"\x00\x01",
        }
    )
    with pytest.raises(Locked):
        open_document(data)
    assert [note.kind for note in read_file(data, "a", ReadingOptions()).notes] == [
        NoteKind.ENCRYPTED
    ]


def test_other_files_of_office_97_are_named() -> None:
    data = (FILES[0].parent / "libreoffice.doc").read_bytes()
    renamed = data.replace("WordDocument".encode("utf-16-le"), b"P\0" * 12)
    with pytest.raises(NotRead):
        open_document(renamed)


def test_twenty_megabytes_of_text_are_refused_in_time() -> None:
    started = process_time()
    with pytest.raises(TooLarge):
        open_document(b"{\\rtf1 " + b"\\par 5" * 3_500_000 + b"}")
    assert process_time() - started < SECONDS


def test_a_sign_behind_the_number_of_a_row_breaks_no_sheet() -> None:
    open_document(b"ID;P\r\nC;X1;Y1\x1f;K5\r\nE\r\n")


def test_a_dbase_head_of_more_fields_than_a_record_holds_costs_little() -> None:
    fields = b"".join(b"A\0" + bytes(14) + b"\xff" + bytes(15) for _ in range(2_000))
    start = 32 + len(fields) + 1
    head = b"\x03\x09\x01\x01" + bytes(4) + pack("<HH", start, 1) + bytes(20)
    began = process_time()
    data = head + fields + b"\r" + b" " * 100_000
    assert not read_file(data, "a.dbf", ReadingOptions()).puzzles
    assert process_time() - began < SECONDS
