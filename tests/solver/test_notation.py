"""Grids in texts: any text gives grids or one clear error, never anything else."""

from contextlib import suppress
from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import Grid, ParseError, Shape, find, parse, parse_all, shape_of
from solver.notation.symbols import decode
from tests.cases import cases_of, data_of
from tests.examples import examples
from tests.sample_letters import PUZZLE as NINE
from tests.sample_letters import SOLUTION as SOLVED
from tests.solver.forms import Form, write

cases = cases_of(__file__)

SHAPES = [Shape(w, h) for w in range(1, 26) for h in range(1, 26) if 2 <= w * h <= 25]


def rows(line: str) -> list[str]:
    size = round(len(line) ** 0.5)
    return [line[i : i + size] for i in range(0, len(line), size)]


@st.composite
def grids(draw: st.DrawFn, shapes: list[Shape] = SHAPES) -> Grid:
    shape = draw(st.sampled_from(shapes))
    # Bytes are drawn at once; of 625 digits, each is a choice of its own.
    drawn = draw(st.binary(min_size=shape.cells, max_size=shape.cells))
    cells = (0 if byte < 128 else byte % shape.size + 1 for byte in drawn)
    return Grid(shape, tuple(cells))


# --- in and out ---------------------------------------------------------------------


@pytest.mark.parametrize("form", Form)
@given(grid=grids())
@examples(25)
def test_every_form_of_every_shape_reads_back(form: Form, grid: Grid) -> None:
    assert parse(write(grid, form), grid.shape) == grid


@pytest.mark.parametrize("form", Form)
@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 20, 25])
def test_a_puzzle_of_the_usual_shape_needs_no_word_on_it(form: Form, size: int) -> None:
    shape = shape_of(size)
    puzzle = Grid(
        shape, tuple(0 if i % 3 else i * 7 % size + 1 for i in range(shape.cells))
    )
    assert parse(write(puzzle, form)) == puzzle


@pytest.mark.parametrize(
    "form", [Form.ART, Form.FRAME, Form.LIGHT_FRAME, Form.SIMPLE, Form.PLACES]
)
@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(2, 5), Shape(3, 4), Shape(4, 5)])
def test_drawn_boxes_decide_the_shape(form: Form, shape: Shape) -> None:
    cells = tuple(0 if i % 4 else i % shape.size + 1 for i in range(shape.cells))
    assert parse(write(Grid(shape, cells), form)) == Grid(shape, cells)


# --- the forms of the posts ---------------------------------------------------------

[POSTS] = data_of(__file__, "posts")


@pytest.mark.parametrize("name", POSTS)
def test_the_forms_of_the_posts_are_read_as_they_stand(name: str) -> None:
    text, line = POSTS[name]
    assert parse(text).line == line


# --- the forms of people ------------------------------------------------------------

[FORMS] = data_of(__file__, "forms")


@pytest.mark.parametrize("name", FORMS)
def test_the_forms_that_people_use_are_read(name: str) -> None:
    assert {parse(text).line for text in FORMS[name]} == {NINE}


@pytest.mark.parametrize("name", FORMS)
def test_a_letter_around_a_grid_does_not_change_it(name: str) -> None:
    for form in FORMS[name]:
        head = "Hi,\ncan you solve No. 4281 (14/06/2024)?\n\n"
        (found,) = find(f"{head}{form}\n\n-- \nTel +1 (310) 555-0142\n")
        assert found.grid.line == NINE
        assert len(head) <= found.start < found.end <= len(head + form)


def test_letters_numbers_and_hexadecimal_stand_for_digits_above_nine() -> None:
    values = [i * 5 % 16 + 1 for i in range(256)]
    blanks = [i % 3 == 0 for i in range(256)]
    cells = tuple(0 if b else v for b, v in zip(blanks, values, strict=True))
    symbols = ".123456789ABCDEFG"
    hexadecimal = ".123456789abcdef0"
    letters = ".ABCDEFGHIJKLMNOP"
    for alphabet in (symbols, symbols.lower(), hexadecimal, letters):
        text = "\n".join(rows("".join(alphabet[c] for c in cells)))
        assert parse(text).givens == cells
    numbers = [" ".join(map(str, cells[i : i + 16])) for i in range(0, 256, 16)]
    assert parse("\n".join(numbers)).givens == cells


def test_more_noughts_than_rows_are_empty_cells_not_a_digit() -> None:
    marks = "".join("123456789ABCDEF0.0"[i * 7 % 18] for i in range(256))
    assert marks.count("0") > 16
    assert parse("\n".join(rows(marks))).line == marks.replace("0", ".")


@cases("symbols, told")
def test_unusual_symbols_are_told_in_every_form(symbols: str, told: str) -> None:
    marks = [symbols[i * 5 % 16] if i % 3 else "." for i in range(256)]
    places = [f"r{i // 16 + 1}c{i % 16 + 1}={m}" for i, m in enumerate(marks)]
    lines = ["".join(marks[i : i + 16]) for i in range(0, 256, 16)]
    code = ", ".join(f"'{mark}'" for mark in marks)
    for text in (
        "\n".join(lines),
        "".join(marks),
        f"[{code}]",
        ", ".join(place for place in places if place[-1] != "."),
    ):
        assert [found.symbols for found in find(text)] == [told]


def test_two_puzzles_are_found_in_order_with_their_places() -> None:
    text = "No. 1\n" + "\n".join(rows(NINE)) + "\n\nNo. 2\n" + SOLVED
    assert [grid.line for grid in parse_all(text)] == [NINE, SOLVED]
    first, second = find(text)
    assert (first.form, second.form) == ("packed", "line")
    assert text[second.start : second.end] == SOLVED


def test_a_grid_quoted_right_below_another_stays_apart() -> None:
    text = "\n".join(rows(SOLVED)) + "\n" + "\n".join("> " + r for r in rows(NINE))
    assert [grid.line for grid in parse_all(text)] == [SOLVED, NINE]


def test_a_wrapped_line_quoted_right_below_another_stays_apart() -> None:
    solved, nine = (wrap(", ".join(rows(line)), 60) for line in (SOLVED, NINE))
    text = "\n".join([*solved, *(f"> {line}" for line in nine)])
    assert [grid.line for grid in parse_all(text)] == [SOLVED, NINE]


def test_the_state_of_a_sadman_file_gives_the_entries() -> None:
    state = SOLVED[:4] + NINE[4:]
    text = "[Puzzle]\n" + "\n".join(rows(NINE)) + "\n[State]\n" + "\n".join(rows(state))
    grid = parse(text)
    assert grid.line == NINE
    assert grid.entries[:5] == (0, 0, 4, 6, 0)


def test_a_row_on_one_line_may_be_left_empty() -> None:
    line = NINE[:27] + "." * 9 + NINE[36:]
    for text in (
        ";".join("" if row == "." * 9 else row for row in rows(line)),
        "/".join(row.replace(".", " ") for row in rows(line)),
        ";".join(",".join(row).replace(".", "") for row in rows(line)),
    ):
        assert parse(text).line == line


# --- what is no puzzle --------------------------------------------------------------


@cases("text, lack")
def test_the_error_says_what_is_missing(text: str, lack: str) -> None:
    with pytest.raises(ParseError, match=lack):
        parse(text)


@cases("text")
def test_rules_numbers_and_names_are_no_puzzles(text: str) -> None:
    assert find(text) == ()


@cases("text")
def test_what_leaves_room_for_doubt_is_not_read(text: str) -> None:
    assert find(text) == ()


@given(st.text())
@examples(150)
def test_any_text_gives_grids_or_our_error(text: str) -> None:
    check_any(text)


@given(
    st.text(alphabet="0123456789.-_*x|+#=[]{}()<>,;:/ \n\tABCrc'\"│═", max_size=400)
    | st.lists(
        st.sampled_from(
            [
                *POSTS["a list of lists"][0].splitlines(),
                *rows(NINE),
                "| 1 | 2 ",
                "[[",
                "r1c1=5",
            ]
        )
    ).map("\n".join)
)
@examples(250)
def test_any_text_like_a_puzzle_gives_grids_or_our_error(text: str) -> None:
    check_any(text)


def check_any(text: str) -> None:
    places = [(f.start, f.end) for f in find(text)]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)
    for shape in (None, Shape(2, 2), Shape(3, 3)):
        with suppress(ParseError):
            parse(text, shape)


@cases("piece")
def test_no_text_takes_more_than_its_length(piece: str) -> None:
    find(piece * (60_000 // len(piece)))


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("corner", ["", "."])
def test_numbers_of_rows_and_columns_are_no_digits(first: int, corner: str) -> None:
    table = [[corner, *map(str, range(first, first + 9))]]
    table += [[str(first + number), *row] for number, row in enumerate(rows(NINE))]
    assert parse_all("\n".join(map(",".join, table))) == [parse(NINE)]


@pytest.mark.parametrize("line", [SOLVED[:80] + ".", SOLVED[:73] + "." * 8])
def test_the_header_of_a_table_that_is_nearly_full_is_no_row(line: str) -> None:
    puzzle = parse(line)
    assert parse(write(puzzle, Form.MARKDOWN)) == puzzle


def test_a_row_that_counts_is_no_header_within_a_grid() -> None:
    counting = "123456789" + "." * 9 * 7 + "987654321"
    assert parse("\n".join(rows(counting))).line == counting


@cases("text")
def test_a_matrix_that_is_filled_by_columns_is_read_by_columns(text: str) -> None:
    assert parse(text).line == NINE


@cases("form")
def test_a_flat_list_is_read_by_rows_if_its_call_says_no_other(form: str) -> None:
    assert parse(form.format(", ".join(NINE))).line == NINE


def test_letters_without_the_first_and_the_last_one_may_be_any_digits() -> None:
    """KSudoku writes B for 1; others write A."""
    letters = NINE.translate(str.maketrans("12345678", "BCDEFGHI")).replace("9", ".")
    assert parse_all(letters.replace("I", "H")) == []
    assert parse(letters.replace("B", "A")).givens


@pytest.mark.parametrize("mark", ["\u00df", "\u00b2", "\ufb01", "\u0149"])
def test_a_mark_that_has_no_value_is_no_digit(mark: str) -> None:
    """Two letters in capitals, or a digit that is no number: ß, ², ﬁ, ŉ."""
    assert decode([mark, "1", "2", "3"] * 4, 4) is None
