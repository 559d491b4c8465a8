"""Plain text: paragraphs that fit, and grids that can be read and copied out."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose.drawing import draw_reading, draw_solution
from mailbot.compose.text import WIDTH, wrap, write_art
from mailbot.model import Status
from solver import Shape, parse
from tests.compose.cases import SOLUTION, every_kind, grid, large, latin, puzzle, solved
from tests.examples import examples

GERMAN_POST = (
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
)


@examples(100)
@given(st.text(alphabet="ab cdé=≠ r1\n", max_size=400))
def test_a_paragraph_fits_and_loses_no_word(words: str) -> None:
    lines = wrap(words, "- ", "  ").splitlines()
    assert " ".join(" ".join(lines).split()[1:]) == " ".join(words.split())
    assert all(len(line) <= WIDTH or " " not in line.strip() for line in lines)


def test_a_cell_and_its_digit_stay_on_one_line() -> None:
    removed = "So it cannot be elsewhere: " + ", ".join(
        f"r{n}c{n} ≠ {n}" for n in range(1, 10)
    )
    for start in range(30):
        text = wrap("x" * start + " " + removed)
        assert not re.search(r"(≠$|^≠)", text, re.MULTILINE)


def test_a_house_and_its_number_stay_on_one_line() -> None:
    sentence = "In box 2, a 4 can only go in row 2, column 6."
    for start in range(60):
        text = wrap("x" * start + " " + sentence)
        assert not re.search(r"^\d", text, re.MULTILINE)


def test_no_line_parts_a_french_sign_from_its_word() -> None:
    for name, content in every_kind("fr").items():
        assert not re.search(r"«$|^[ ]*[»:;?!]", content.text, re.MULTILINE), name


def test_the_lines_of_a_numbered_step_begin_below_one_another() -> None:
    wrapped = re.findall(r"(?m)^[1-9]\d\. .*\n( *)\w", every_kind("fr")["steps"].text)
    assert set(wrapped) == {" " * 4}


def test_the_art_is_that_of_the_german_post() -> None:
    one = puzzle(grid(GERMAN_POST.replace("0", ".")), Status.SOLVED)
    assert write_art(draw_reading(one)).splitlines()[:4] == [
        "#===========#===========#===========#",
        "#   |   | 3 #   | 2 |   # 6 |   |   #",
        "#---+---+---#---+---+---#---+---+---#",
        "# 9 |   |   # 3 |   | 5 #   |   | 1 #",
    ]


def test_a_solution_can_be_copied_out_of_its_art() -> None:
    art = write_art(draw_solution(solved(), grid(SOLUTION)))
    assert re.sub(r"\D", "", art) == SOLUTION


def test_art_of_any_size_can_be_read_again() -> None:
    for shape in (Shape(2, 2), Shape(3, 2), Shape(2, 3), Shape(4, 3), Shape(4, 4)):
        art = write_art(draw_solution(large(shape), latin(shape)))
        assert parse(art) == latin(shape)


def test_what_is_doubtful_wrong_or_new_has_a_sign() -> None:
    one = puzzle(grid(entries={1: 3}), Status.SOLVED, None, (0,), (1,))
    first = write_art(draw_reading(one, {2: 5})).splitlines()[1]
    assert first.startswith("# 7?| 3!| 5*#")


def test_no_line_of_words_is_too_long_in_any_reply() -> None:
    for language in ("en", "de", "pl"):
        for name, composed in every_kind(language).items():
            for line in composed.text.splitlines():
                bare = line.startswith(("#", "Puzzle:", "Entries:"))
                assert bare or len(line) <= WIDTH, (name, line)


HOUSES = {"en": "row|column|box", "de": "Zeile|Spalte|Block", "pl": "wierszu|kolumnie"}


@pytest.mark.parametrize("language", HOUSES)
def test_no_line_of_a_page_ends_between_a_house_and_its_number(language: str) -> None:
    for name, content in every_kind(language).items():
        shown = re.sub(r"<[^>]*>", "", content.html.partition("<body")[2])
        assert not re.search(rf"\b(?:{HOUSES[language]}) \d", shown), name
