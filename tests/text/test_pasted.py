"""Lines that a program wrote around its grid are no words of the person's."""

import re
from random import Random

import pytest

from mailbot.text.pasted import pasted_lines
from tests.cases import cases_of
from tests.examples import DAY
from tests.sample_letters import OTHER, PUZZLE, ROWS
from tests.workshop.words.book import read_books

cases = cases_of(__file__)

GRID = "\n".join(" ".join(row) for row in ROWS)
SPOKEN = "Only a hint, please: no digit!"


def heard(text: str) -> list[str]:
    pasted = pasted_lines(text)
    return [
        line
        for number, line in enumerate(text.split("\n"))
        if number not in pasted and line.strip()
    ]


@cases("line")
def test_words_of_a_program_beside_its_grid_are_not_heard(line: str) -> None:
    assert heard(f"{SPOKEN}\n\n{line}\n{GRID}") == [SPOKEN]


def test_a_grid_in_the_query_of_a_link_is_not_heard() -> None:
    cells = (f"c{n // 9}{n % 9}={c.strip('.')}" for n, c in enumerate(OTHER))
    assert heard(f"{SPOKEN}\n\n{'&'.join(cells)}") == [SPOKEN]


def test_words_on_both_sides_of_a_framed_grid_are_not_heard() -> None:
    rows = [f"| {r[:3]} | {r[3:6]} | {r[6:]} |".replace(".", " .") for r in ROWS]
    left = ["Rules of the game:", "fill all the rows and columns and boxes", ""] * 3
    right = ["? hint please", "n  new puzzle, a hard one", "u  undo the last move"] * 3
    lines = zip(left, rows, right, strict=True)
    text = "\n".join("  ".join((a, row, b)) for a, row, b in lines)
    assert heard(f"{SPOKEN}\n\n{text}") == [SPOKEN]


def test_objects_of_a_save_that_is_cut_short_are_not_heard() -> None:
    cell = '{\n"position" : [\n],\n"value" : 6,\n"fixed" : true\n},\n'
    assert heard(f"{SPOKEN}\n\n{cell * 8}") == [SPOKEN]


@pytest.mark.parametrize("rule", ["##--##", "== Service desk ==", ""])
def test_steps_below_a_rule_below_the_grid_are_a_template_s(rule: str) -> None:
    steps = ["Step 1: check the cable.", "Step 2: ask us for a hint."]
    text = "\n".join([SPOKEN, "", GRID, "", rule, *steps])
    own = [SPOKEN] if rule else [SPOKEN, *steps]
    assert [line for line in heard(text) if line != rule] == own


@pytest.mark.parametrize("row", ["[pod/web-7d9c/x] {}", "20:15:41.12 INFO show: {}"])
def test_words_before_each_row_are_not_heard(row: str) -> None:
    printed = "\n".join(map(row.format, GRID.split("\n")))
    assert heard(f"{SPOKEN}\n\n{printed}") == [SPOKEN]


@pytest.mark.parametrize("between", [",", " | ", "\t"])
def test_a_head_written_like_its_rows_is_not_heard(between: str) -> None:
    cells = [(n // 9 + 1, n % 9 + 1, cell) for n, cell in enumerate(PUZZLE, 1)]
    rows = [("row", "col", "hint"), *(cell for cell in cells if cell[2] != ".")]
    printed = "\n".join(between.join(map(str, row)) for row in rows)
    assert heard(f"{SPOKEN}\n\n{printed}") == [SPOKEN]


def test_rows_that_a_database_inserts_are_not_heard() -> None:
    rows = [",".join(row).replace(".", "NULL") for row in ROWS]
    printed = "\n".join(f"INSERT INTO g VALUES({row});" for row in rows)
    assert heard(f"{SPOKEN}\n\n{printed}") == [SPOKEN]


def test_the_options_of_a_command_are_not_heard_without_a_grid() -> None:
    names = ["--generate <num>", "--solve", "--hint", "-h"]
    printed = "\n".join(f"  {name}     Print new puzzles" for name in names)
    assert heard(f"{SPOKEN}\n\nsolver <options>\n{printed}") == [SPOKEN]


def test_the_level_beside_a_grid_on_one_line_is_not_heard() -> None:
    assert heard(f'{SPOKEN}\n\n{{\n"level": 4,\n"mission": "{PUZZLE}"\n}}') == [SPOKEN]


def test_the_first_and_the_last_of_many_cells_are_not_heard() -> None:
    cells = ",\n".join(f"'{'ABCDEFGHI'[n // 9]}{n % 9 + 1}': ''" for n in range(81))
    assert heard(f"{SPOKEN}\n\n{{{cells}}}") == [SPOKEN]


def test_the_names_of_columns_of_blanks_are_not_heard() -> None:
    rows = [" ".join(row.replace(".", " ")) for row in ROWS]
    text = "\n".join(["C1 C2 C3 C4 C5 C6 C7 C8 C9", "-- -- --", *rows])
    assert heard(f"{SPOKEN}\n\n{text}") == [SPOKEN]


def test_a_list_of_names_that_the_program_has_printed_is_not_heard() -> None:
    printed = f"<Array (row: 9, column: 9)>\n{GRID}\nWithout labels: row, column"
    assert heard(f"{SPOKEN}\n\n{printed}") == [SPOKEN]


@cases("line")
def test_words_of_a_person_are_heard_beside_a_grid(line: str) -> None:
    assert heard(f"{line}\n{GRID}\n\n{line}") == [line, line]


def test_a_letter_without_a_grid_is_heard_whole() -> None:
    text = "Level: hard\n<b>new</b>\n           please"
    assert heard(text) == text.split("\n")


@cases("words")
def test_what_a_person_says_of_digits_is_no_row(words: str) -> None:
    grid = "\n".join(["53..7...."] * 9)
    assert 0 not in pasted_lines(f"{words}\n\n{grid}")


def test_what_people_write_is_heard_beside_a_grid(seed: int) -> None:
    """Of a part of the phrase books, by the day; three lines of all look like code."""
    phrases = sorted({phrase.text for phrase in read_books()})
    lost = {
        line
        for text in Random(DAY + seed).sample(phrases, 1000)
        for line in set(text.split("\n")) - set(heard(f"{text}\n{GRID}"))
        if re.search(r"[^\W\d_]{2}", line)
    }
    assert len(lost) <= 3, lost


def test_a_line_for_each_given_is_no_word_of_the_person() -> None:
    listed = "\n".join(f"  row: {i // 3}, value: {i % 9}" for i in range(20))
    letter = f"Only a hint, please!\n\n{listed}\n\nThank you"
    assert pasted_lines(letter) == frozenset(range(2, 22))


@cases("grid")
def test_a_grid_alone_is_no_word_of_the_person(grid: str) -> None:
    lines = range(1, grid.count("\n") + 2)
    assert pasted_lines(f"Only a hint!\n{grid}\nThank you") == frozenset(lines)
