"""Office documents that real programs made; files/README.md tells which."""

from pathlib import Path

import pytest

from mailbot.documents import open_document
from mailbot.files import PartKind, kind_of
from mailbot.model import NoteKind, Part, Source, Status
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_file
from tests.cases import cases_of
from tests.documents.packages import docx, ods, table, xlsx
from tests.sample_letters import ROWS, SOLUTION

cases = cases_of(__file__)

FILES = Path(__file__).parent / "files"
GIVENS = (
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."
)


def grids(data: bytes, name: str = "a") -> list[str]:
    found = read_file(data, name, ReadingOptions())
    return [puzzle.grid.line for puzzle in found.puzzles]


@cases("file")
def test_a_document_of_a_real_program_holds_one_puzzle(file: str) -> None:
    found = read_file((FILES / file).read_bytes(), file, ReadingOptions())
    (puzzle,) = found.puzzles
    givens = "".join(str(digit or ".") for digit in puzzle.grid.givens)
    assert (givens, puzzle.status, found.notes) == (GIVENS, Status.SOLVED, ())
    assert puzzle.reading.source in (Source.FILE, Source.PDF)


@pytest.mark.parametrize("kind", ["application/octet-stream", "image/png", ""])
def test_a_document_is_known_by_its_bytes(kind: str) -> None:
    data = (FILES / "openpyxl.xlsx").read_bytes()
    assert kind_of(Part("2", kind, "scan.png", data)) is PartKind.DOCUMENT


@pytest.mark.parametrize("name", ["openpyxl.xlsx", "openpyxl.gnumeric"])
def test_blue_digits_among_bold_ones_are_the_persons(name: str) -> None:
    data = (FILES / name).read_bytes()
    (puzzle,) = read_file(data, name, ReadingOptions()).puzzles
    assert [e for e in puzzle.grid.entries if e] == [5]
    assert puzzle.grid.entries[0] == 5


def test_the_style_of_a_cell_tells_the_digits_of_the_person_in_opendocument() -> None:
    names = dict.fromkeys("123456789", "bold") | {".": "Default", "mine": "mine"}
    sheet = [["5", "3", "mine", *ROWS[0][3:]], *ROWS[1:]]
    body = ""
    for row in sheet:
        body += "<table-row>"
        for d in row:
            text = d.replace("mine", "4").strip(".")
            body += f'<table-cell style-name="{names[d]}"><p>{text}</p></table-cell>'
        body += "</table-row>"
    data = (
        '<office:document xmlns:office="urn:o">'
        '<style name="bold"><text-properties font-weight="bold"/></style>'
        '<style name="mine"><text-properties color="#0000ff"/></style>'
        f"<body><spreadsheet><table>{body}</table></spreadsheet></body>"
        "</office:document>"
    )
    (puzzle,) = read_file(data.encode(), "a.fods", ReadingOptions()).puzzles
    assert [(c, e) for c, e in enumerate(puzzle.grid.entries) if e] == [(2, 4)]


def test_the_words_of_a_document_are_kept_beside_its_puzzle() -> None:
    text = open_document((FILES / "libreoffice.odt").read_bytes()).text
    assert text.startswith("Please solve\n")


def test_several_puzzles_on_a_sheet_and_on_several_sheets_are_read_in_order() -> None:
    sheet = [list(row) for row in ROWS]
    turned = [list(row) for row in zip(*sheet, strict=True)]
    first, second, third = grids(xlsx([*sheet, [], *turned], turned[::-1]))
    assert first == "".join(ROWS)
    assert second == "".join("".join(row) for row in turned)
    assert third == "".join("".join(row) for row in turned[::-1])


def test_hidden_sheets_are_no_part_of_what_is_asked() -> None:
    sheet = [list(row) for row in ROWS]
    assert grids(xlsx(sheet, sheet[::-1], hidden=(1,))) == ["".join(ROWS)]


def test_the_title_of_a_sheet_may_name_its_rules() -> None:
    filled = [list(SOLUTION[i : i + 9]) for i in range(0, 81, 9)]
    found = read_file(
        xlsx([["8", "", "13"]], filled, title="Killer"), "a", ReadingOptions()
    )
    assert (found.puzzles, found.notes[0].detail) == ((), "killer")


def test_nine_tables_in_a_table_are_one_puzzle() -> None:
    boxes = [
        [
            table([list(row[3 * c : 3 * c + 3]) for row in ROWS[3 * r : 3 * r + 3]])
            for c in range(3)
        ]
        for r in range(3)
    ]
    assert grids(docx(table(boxes))) == ["".join(ROWS)]


def test_a_formula_without_its_value_is_no_empty_cell() -> None:
    sheet = [list(row) for row in ROWS]
    sheet[0][0] = "=A10+1"
    found = read_file(xlsx(sheet), "a.xlsx", ReadingOptions())
    assert not any(puzzle.status is Status.SOLVED for puzzle in found.puzzles)


def test_a_document_without_a_puzzle_is_said_to_hold_none() -> None:
    found = read_file(
        docx("<w:p><w:r><w:t>Hello</w:t></w:r></w:p>"), "a", ReadingOptions()
    )
    assert [note.kind for note in found.notes] == [NoteKind.NO_GRID]


def test_the_thousands_of_empty_cells_behind_a_row_are_no_cells() -> None:
    assert grids(ods([list(row) for row in ROWS])) == ["".join(ROWS)]
