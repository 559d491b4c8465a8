"""The pages in headless Chromium, on a phone and on a desk, by day and by night."""

import re
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from mailbot.language.folders import written
from mailbot.model import Content
from solver import Shape
from solver.grid import write_line
from tests.cases import cases_of
from tests.compose.browser import count_printed, find_barriers, look_at
from tests.compose.cases import SOLUTION, answer_to, every_kind, large, latin, solved

cases = cases_of(__file__)

SHAPES = {
    "six": Shape(3, 2),
    "twelve": Shape(4, 3),
    "sixteen": Shape(4, 4),
    "huge": Shape(5, 5),
}


def every_page(language: str) -> dict[str, Content]:
    """Replies of each kind, each size of grid, and with more than a page can hold."""
    replies = every_kind(language)
    replies |= {name: answer_to([large(shape)]) for name, shape in SHAPES.items()}
    replies["many"] = answer_to([solved()] * 12)
    replies["many-large"] = answer_to([large(Shape(4, 4))] * 6)
    return replies


@pytest.mark.browser
@cases("width, dark, language")
def test_every_page_fits(tmp_path: Path, width: int, dark: bool, language: str) -> None:
    replies = every_page(language)
    assert "<pre" in replies["many"].html
    assert "<pre" not in replies["many-large"].html
    pages = {name: composed.html for name, composed in replies.items()}
    assert all(pages.values())
    looks = look_at(pages, width, dark, tmp_path)
    assert set(looks) == set(pages)
    for name, look in looks.items():
        assert (look.out, look.wide, look.unpapered, look.remote) == (
            [],
            False,
            0,
            0,
        ), name
        assert look.worst >= 4.5, name
        assert look.lightest < 0.2 if dark else look.lightest > 0.9, name
        assert look.smallest >= 7, name
        assert width != 360 or look.top == 0 or look.top >= 500, name
    assert round(looks["solved"].grid) in ((306, 307) if width == 360 else (480, 481))
    assert looks["check-right"].digits == SOLUTION
    assert looks["solved"].digits.endswith(SOLUTION)
    for name, shape in SHAPES.items():
        assert looks[name].digits.endswith(write_line(latin(shape).digits))


LOOKS = ("solved", "hint-two-steps", "doubtful", "check-wrong", "sixteen", "many")
"""Kinds of reply that hold all there is in a page, without the dearest to look at."""

AT_ONCE = 6
"""Pages that axe-core looks at in one start of the browser, which has two minutes."""


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_no_barrier(tmp_path: Path, long: bool, dark: bool) -> None:
    every_width = [(360, 1), (768, 1), (1200, 1), (360, 2)]
    for width, text in every_width if long else every_width[2 * dark : 2 * dark + 1]:
        for language in written() if long else ("it",):
            replies = every_page(language)
            names = list(replies if long else LOOKS)
            for start in range(0, len(names), AT_ONCE):
                some = names[start : start + AT_ONCE]
                pages = {name: replies[name].html for name in some}
                found = find_barriers(pages, width, dark, tmp_path, text)
                assert found == {name: [] for name in pages}


@pytest.mark.browser
def test_axe_sees_what_keeps_people_out(tmp_path: Path) -> None:
    page = every_kind()["solved"].html
    worse = page.replace(' lang="en"', "").replace("color:#1a1a1a", "color:#ccc")
    found = {
        barrier.partition(":")[0]
        for barrier in find_barriers({"worse": worse}, 360, False, tmp_path)["worse"]
    }
    assert {"html-has-lang", "color-contrast"} <= found


@pytest.mark.browser
def test_without_its_sheet_of_styles_the_page_is_light(tmp_path: Path) -> None:
    pages = {
        name: re.sub(r"(?s)<style>.*?</style>", "", composed.html)
        for name, composed in every_kind().items()
    }
    for name, look in look_at(pages, 360, True, tmp_path).items():
        assert look.worst >= 4.5, name
        assert look.lightest > 0.9, name
        assert look.unpapered == 0, name


@pytest.mark.browser
def test_letters_of_twice_the_size_fit_as_well(tmp_path: Path) -> None:
    pages = {name: composed.html for name, composed in every_kind("de").items()}
    usual = look_at(pages, 360, False, tmp_path)
    for name, look in look_at(pages, 360, False, tmp_path, text=2).items():
        assert (look.out, look.wide) == ([], False), name
        assert look.digits == usual[name].digits, name


@pytest.mark.browser
def test_a_reply_is_printed_on_one_sheet_without_its_footers(tmp_path: Path) -> None:
    for name in ("solved", "hint", "new", "doubtful"):
        assert count_printed(every_kind("de")[name].html, tmp_path) == 1, name
        text = PdfDocument(tmp_path / "printed.pdf")[0].get_textpage().get_text_range()
        for unwanted in ("Puzzle:", "Programm", "Blau:"):
            assert unwanted not in text
