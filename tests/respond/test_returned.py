"""A reader that a letter has taken over, and what of its answer goes out."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced

from mailbot.errors import TooCostly
from mailbot.model import Content, Kind, Picture, SolutionsAt
from mailbot.options import Brief
from mailbot.pictures.sheet import Sheet, write_sheets
from mailbot.respond.reader import read
from mailbot.respond.returned import check
from solver import Solved, parse, solve
from tests.cases import cases_of
from tests.sample_letters import PUZZLE

cases = cases_of(__file__)

LETTER = f"From: ada@home.test\r\nSubject: Sudoku\r\n\r\n{PUZZLE}\r\n".encode()
PNG = b"\x89PNG\r\n\x1a\n....IEND\xaeB`\x82"


def content() -> Content:
    answer = read(LETTER, Brief("bot@lab.test", proven=True))
    assert isinstance(answer, Content)
    return answer


def sheet(number: int = 1) -> bytes:
    grid = parse(PUZZLE)
    answer = solve(grid)
    assert isinstance(answer, Solved)
    return write_sheets([Sheet(grid, answer.grid, 3)] * number, SolutionsAt.APART)


def test_what_our_own_code_writes_goes_out() -> None:
    check(replaced(content(), sheet=sheet(6)))
    check(Content(Kind.SOLVED, "t", pictures=(Picture("image/png", PNG, "a"),)))


@cases("hostile")
def test_no_script_no_link_and_nothing_remote_gets_into_a_page(hostile: str) -> None:
    good = content()
    bad = replaced(good, html=good.html.replace("</body>", f"{hostile}</body>"))
    with pytest.raises(TooCostly, match="broke its process"):
        check(bad)
    last = replaced(good, last_html=bad.html)
    with pytest.raises(TooCostly, match="broke its process"):
        check(last)


@cases("hostile")
def test_what_is_shown_holds_no_address(hostile: str) -> None:
    good = content()
    bad = replaced(good, html=good.html.replace("</body>", f"{hostile}</body>"))
    for one in (Content(Kind.SOLVED, hostile), replaced(good, last_text=hostile), bad):
        with pytest.raises(TooCostly, match="address"):
            check(one)


@pytest.mark.parametrize("data", [b"MZ\x90\x00", b"<svg/>", PNG[:-4], PNG + b"PK", b""])
def test_a_picture_is_what_its_first_and_last_bytes_say(data: bytes) -> None:
    for kind in ("image/png", "image/jpeg"):
        picture = replace(Picture("image/png", data, "a"), content_type=kind)
        with pytest.raises(TooCostly, match="picture"):
            check(Content(Kind.SOLVED, "t", pictures=(picture,)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"/PageMode /UseNone", b"/OpenAction 9 0 R  "),
        (b"/PageMode /UseNone", b"/P#61geMode /UseNo"),
        (b"/Title (Sudoku)", b"/URI (//evil.t)"),
        (b"0000000102 00000 n", b"0000000103 00000 n"),
        (b"endobj\nxref", b"endobj\n9 0 obj\n<</JS (x)>>\nendobj\nxref"),
        (b"endobj\nxref", b"endobj\nxyz\nxref"),
        (b"%%EOF\n", b"%%EOF\nMZ"),
        (b"%PDF-1.3", b"MZDF-1.3"),
        (b"/Size ", b"/Prev "),
    ],
)
def test_a_page_to_print_holds_pages_and_fonts_alone(old: bytes, new: bytes) -> None:
    good = sheet()
    assert good.count(old) == 1
    with pytest.raises(TooCostly, match="document"):
        check(Content(Kind.NEW, "t", sheet=good.replace(old, new)))
