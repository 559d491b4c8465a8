"""Grids in what programs print: every form is read, and nothing else is."""

import json
import tomllib
from pathlib import Path

import pytest

from mailbot.model import Status
from mailbot.text.printed.squares import counts, squares
from mailbot.text.printed.values import read_cells
from mailbot.text.typed import read_text
from solver import Grid, Shape, Solved, Technique, next_argument, shape_of, solve
from tests.cases import cases_of, data_of
from tests.sample_letters import PUZZLE, ROWS, SOLUTION

cases = cases_of(__file__)

FOLDER = Path(__file__).with_name("printed")
ORIGINS = tomllib.loads((FOLDER / "origins.toml").read_text())
DASHES = "+---+---+---+"


def solutions(text: str) -> list[str]:
    found = []
    for puzzle in read_text(text).puzzles:
        if puzzle.status is Status.SOLVED:
            assert isinstance(puzzle.answer, Solved)
            found.append(puzzle.answer.grid.line)
    return found


def wrapped(text: str) -> str:
    return f"Hello,\ncan you solve this one?\n\n{text}\n\nThanks, Ole"


@pytest.mark.parametrize("name", ORIGINS)
def test_what_a_program_printed_is_read(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text()
    puzzle = ORIGINS[name].get("puzzle", PUZZLE)
    answer = solve(Grid(shape_of(9), tuple(map(int, puzzle.replace(".", "0")))))
    assert isinstance(answer, Solved)
    assert solutions(text) == [answer.grid.line]
    assert solutions(wrapped(text)) == [answer.grid.line]


def test_circled_digits_are_read() -> None:
    first, last = (
        ".7...4.1.....7.48998..165........1.78....",
        "........4..9.7...8.652....5....49.......",
    )
    puzzle = first + last
    signs = str.maketrans(
        ".123456789", "\u25cb\u2460\u2461\u2462\u2463\u2464\u2465\u2466\u2467\u2468"
    )
    rows = [puzzle[n : n + 9].translate(signs) for n in range(0, 81, 9)]
    assert len(solutions(wrapped("\n".join(rows)))) == 1


def test_a_table_with_columns_left_out_is_no_puzzle() -> None:
    head = "| a | b | c | d | e | f | ... |\n| - | - | - | - | - | - | --- |\n"
    rows = "\n".join(f"| {' | '.join(row[:6])} | ... |" for row in ROWS)
    assert not read_text(head + rows.replace(".  |", "  |")).puzzles


def test_every_printed_file_has_its_origin() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == ORIGINS.keys()


PLACED = [(n // 9 + 1, n % 9 + 1, cell) for n, cell in enumerate(PUZZLE)]


@cases("form, empty")
def test_a_cell_on_each_line_is_read_whatever_stands_beside_it(
    form: str, empty: str
) -> None:
    lines = [form.format(y=y, x=x, c=c.replace(".", empty)) for y, x, c in PLACED]
    text = "\n".join(lines).rstrip(",")
    assert solutions(f"[{text}]" if "{" in text else text) == [SOLUTION]


@pytest.mark.parametrize("form", ["choice_{c}_{y}_{x} = 1.0", "x[{y}][{x}][{c}] = 1"])
def test_items_that_differ_in_three_numbers_are_cells(form: str) -> None:
    lines = [form.format(y=y, x=x, c=c) for y, x, c in PLACED if c != "."]
    assert solutions("\n".join(lines)) == [SOLUTION]
    assert solutions("\n".join([*lines[:-1], f"and {lines[-1]} 2 3"])) == []


@pytest.mark.parametrize(
    "empty", ["None", "Nothing", "<NA>", r"\N", "#f", "--", "nil", "-1", "undefined"]
)
def test_one_word_that_stands_where_digits_lack_is_the_empty_cell(empty: str) -> None:
    rows = [", ".join(empty if c == "." else f"Just {c}" for c in row) for row in ROWS]
    assert solutions("\n".join(rows)) == [SOLUTION]


@pytest.mark.parametrize("listed", ["list({})", "{}", "np.array({})"])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_a_list_of_candidates_is_an_empty_cell(listed: str, brackets: str) -> None:
    marks = listed.format(brackets[0] + "1, 2, 3, 4, 5, 6, 7, 8, 9" + brackets[1])
    rows = (" ".join(marks if c == "." else c for c in row) for row in ROWS)
    text = "[[" + "]\n [".join(rows) + "]]"
    assert [one.grid.line for one in read_text(text).puzzles] == ["".join(ROWS)]


def test_digits_of_braille_are_read() -> None:
    signs = "\u281a\u2801\u2803\u2809\u2819\u2811\u280b\u281b\u2813\u280a"
    rows = [
        " ".join("\u2824" if c == "." else f"\u283c{signs[int(c)]}" for c in row)
        for row in ROWS
    ]
    assert solutions("\n".join(rows)) == [SOLUTION]


def test_the_names_that_programs_give_to_digits_are_read() -> None:
    names = ["square", "one", "two", "three", "four", "five"]
    names += ["six", "seven", "eight", "nine"]
    rows = [[names[int(cell.replace(".", "0"))] for cell in row] for row in ROWS]
    assert solutions("\n".join(f":{'::'.join(row)}:" for row in rows)) == [SOLUTION]
    shouted = "\n".join(", ".join(row).upper() for row in rows)
    assert solutions(shouted) == [SOLUTION]


def test_the_first_row_is_read_behind_the_name_of_who_wrote_it() -> None:
    rows = "\n".join(ROWS)
    assert solutions(f"[28.11.26, 20:15:41] Anna: {rows}\n[28.11.26] Ben: no") == [
        SOLUTION
    ]


def test_a_screen_reader_names_the_cell_after_its_digit() -> None:
    said = [
        f"{digit if digit != '.' else 'empty'}, row {row}, column {column}"
        for row, digits in enumerate(ROWS, 1)
        for column, digit in enumerate(digits, 1)
    ]
    assert solutions("\n".join(said)) == [SOLUTION]


def test_cells_that_are_listed_column_by_column_are_asked_about() -> None:
    listed = [
        f"  ({row + 1}, {column + 1}) -> {ROWS[row][column]}"
        for column in range(9)
        for row in range(9)
        if ROWS[row][column] in "123456789"
    ]
    puzzles = read_text("\n".join(listed)).puzzles
    assert [puzzle.status for puzzle in puzzles] == [Status.DOUBTFUL]


def test_a_part_of_a_wide_table_is_no_smaller_puzzle() -> None:
    """Four columns of nine rows: with its empty rows left out it is a 4x4 puzzle."""
    part = ["2 0 0 0", "0 3 0 0", "0 0 0 0", "0 0 0 0", "0 0 1 0"]
    rows = [*part, "0 0 0 0", "0 0 0 0", "0 0 0 0", "3 0 0 1"]
    assert not solutions("Columns 6 through 9\n\n" + "\n".join(rows))


# Simon Tatham's Portable Puzzle Collection 20230122: sgt-solo --generate 1 NxN#SEED
@cases("game, box")
def test_a_game_of_solo_is_read(game: str, box: tuple[int, int]) -> None:
    (puzzle,) = read_text(f"My game is\n{game}\nThanks").puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.shape == Shape(*box)


@pytest.mark.parametrize("rules", ["3x3k", "3x3x", "3x3jxk", "3j"])
def test_a_game_of_solo_with_other_rules_is_not_read(rules: str) -> None:
    run = "a8e4_2c3d7_4a7_5c1c8_9b3b3b6a7b8b5b8_2c9c3_1a4_5d4c2_3e6a"
    assert not read_text(f"{rules}:{run}").puzzles


def test_pencil_marks_in_a_printed_grid_are_no_digits() -> None:
    marks = ("124", "26", "1249", "5789", "13457")
    cells = [c if c != "." else marks[i % 5] for i, c in enumerate(PUZZLE)]
    rows = [cells[i : i + 9] for i in range(0, 81, 9)]
    text = "\n".join(
        " | ".join(" ".join(f"{cell:6}" for cell in row[i : i + 3]) for i in (0, 3, 6))
        for row in rows
    )
    assert solutions(text) == [SOLUTION]


def test_two_words_for_an_empty_cell_are_no_grid() -> None:
    cells = [c if c != "." else ("cat", "dog")[i % 2] for i, c in enumerate(PUZZLE)]
    assert read_cells(cells, 9) is None


def test_a_grid_beside_words_is_cut_out() -> None:
    bars = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|".replace(".", " ") for row in ROWS]
    lines = [DASHES, *bars[:3], DASHES, *bars[3:6], DASHES, *bars[6:], DASHES]
    beside = ["h move left", "1-9 digit", "", "n new", "q quit"] * 3
    text = "\n".join(
        f"  {line}   {words}" for line, words in zip(lines, beside, strict=False)
    )
    assert solutions(text) == [SOLUTION]


def test_heads_count_in_numbers_names_or_letters() -> None:
    assert counts(["", "c1", "c2", "c3", "c4"])
    assert counts(["(a)", "(b)", "(c)", "(d)"])
    assert not counts(["5", "3", "", "7"])


def test_a_numbered_head_and_column_are_no_cells() -> None:
    head = ("", *(str(i) for i in range(9)))
    table = [head, *((str(i), *row) for i, row in enumerate(ROWS))]
    assert [["".join(row) for row in square] for _, square in squares(table)] == [ROWS]


@pytest.mark.parametrize("dropped", [0, 8])
def test_an_empty_edge_that_a_program_did_not_save_is_put_back(dropped: int) -> None:
    cells = [
        "" if i // 9 == dropped or i % 5 == 2 else digit
        for i, digit in enumerate(SOLUTION)
    ]
    rows = [",".join(cells[i : i + 9]) for i in range(0, 81, 9)]
    del rows[dropped]
    assert solutions("\n".join(rows)) == [SOLUTION]


def test_a_string_of_one_character_a_cell_is_read_with_its_spaces() -> None:
    assert solutions(f"%!PS\n( {PUZZLE} ) show".replace(".", " ")) == []
    assert solutions(f"%!PS\n({PUZZLE})".replace(".", " ") + " show") == [SOLUTION]


def test_a_rule_and_the_row_below_it_on_one_line_are_parted() -> None:
    rows = [" ".join((*row[:3], "|", *row[3:6], "|", *row[6:])) for row in ROWS]
    rule = "-------|-------|------"
    lines = [*rows[:3], rule + rows[3], *rows[4:6], rule + rows[6], *rows[7:]]
    assert solutions(wrapped("\n".join(lines))) == [SOLUTION]


@pytest.mark.parametrize("width", [729, 81])
def test_nine_signs_for_each_cell_are_its_candidates(width: int) -> None:
    cells = [
        "".join(str(d) if c in (".", str(d)) else "." for d in range(1, 10))
        for c in PUZZLE
    ]
    line = "".join(cells)
    text = "\n".join(line[i : i + width] for i in range(0, 729, width))
    assert solutions(wrapped(text)) == [SOLUTION]


CELLS = [(i // 9, i % 9, int(c)) for i, c in enumerate(PUZZLE) if c != "."]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([{"row": r, "col": c, "value": d} for r, c, d in CELLS]),
        json.dumps([{"x": c, "y": r, "v": d} for r, c, d in sorted(CELLS)]),
        json.dumps(
            [{"position": [r, c], "value": d, "marks": []} for r, c, d in CELLS]
        ),
        "\n".join(f"cell_{r}_{c}: {d}" for r, c, d in CELLS),
        "".join(f'<cell row="{r}" col="{c}" value="{d}"/>' for r, c, d in CELLS),
    ],
    ids=["objects", "x and y", "pairs", "keys", "attributes"],
)
def test_cells_with_their_row_and_column_are_read(text: str) -> None:
    assert solutions(text) == [SOLUTION]


def test_a_saved_cell_that_is_not_given_is_no_digit_of_the_puzzle() -> None:
    entry = {"position": [0, 2], "value": 9, "fixed": False}
    cells = [{"position": [r, c], "value": d, "fixed": True} for r, c, d in CELLS]
    assert solutions(json.dumps([entry, *cells])) == [SOLUTION]


def test_what_may_be_rows_or_columns_is_asked() -> None:
    columns = {
        c: {r: None if ROWS[r][c] == "." else int(ROWS[r][c]) for r in range(9)}
        for c in range(9)
    }
    (puzzle,) = read_text(json.dumps(columns)).puzzles
    assert puzzle.status is Status.DOUBTFUL


CELLS_OF_COLUMNS = [
    [None if cell == "." else int(cell) for cell in PUZZLE[i::9]] for i in range(9)
]


@pytest.mark.parametrize(
    "text",
    [
        str(dict(enumerate(CELLS_OF_COLUMNS))),
        str({f"c{i}": column for i, column in enumerate(CELLS_OF_COLUMNS, 1)}),
        *(
            "\n".join(f"{name}{i}: {str(cells)[1:-1]}" for i, cells in enumerate(lists))
            for name in ("c", "Column ", "Spalte ", "$ V")
            for lists in [CELLS_OF_COLUMNS]
        ),
        # pyarrow 26.0.1: print(table)
        "\n".join(f"c{i}: int64" for i in range(9))
        + "\n----\n"
        + "\n".join(f"c{i}: [{c}]" for i, c in enumerate(CELLS_OF_COLUMNS)),
        # polars 2.1.0: DataFrame.to_init_repr(), with numbers and with letters as names
        *(
            "pl.DataFrame(\n    [\n"
            + "".join(
                f"        pl.Series('{name}', {cells}, dtype=pl.Int64),\n"
                for name, cells in zip(names, CELLS_OF_COLUMNS, strict=True)
            )
            + "    ]\n)\n"
            for names in ([f"column_{i}" for i in range(9)], "abcdefghi")
        ),
        # pyarrow 26.0.1: print(table)
        "\n".join(
            f"{name}: [{cells}]"
            for name, cells in zip("ABCDEFGHI", CELLS_OF_COLUMNS, strict=True)
        ),
    ],
)
def test_what_a_program_names_columns_is_not_taken_for_rows(text: str) -> None:
    (puzzle,) = read_text(wrapped(text)).puzzles
    assert puzzle.status is Status.DOUBTFUL


BY_COLUMN = ", ".join(str(c or 0) for column in CELLS_OF_COLUMNS for c in column)
BY_ROW = ", ".join(PUZZLE.replace(".", "0"))


@cases("text")
def test_a_list_that_may_be_turned_is_asked_about(text: str) -> None:
    (puzzle,) = read_text(wrapped(text)).puzzles
    assert puzzle.status is Status.DOUBTFUL


def test_an_order_that_fills_rows_is_believed() -> None:
    text = f"grid = reshape([{BY_ROW}], [9, 9], order=[2, 1])"
    assert solutions(text) == [SOLUTION]


def test_the_number_before_a_line_is_no_cell_under_a_cursor() -> None:
    assert solutions(f" [1] {BY_ROW.replace(',', '')}") == [SOLUTION]


@pytest.mark.parametrize("name", ["r", "row ", "Zeile "])
def test_what_a_program_names_rows_is_taken_for_rows(name: str) -> None:
    rows = {
        f"{name}{i}": list(map(int, r.replace(".", "0"))) for i, r in enumerate(ROWS)
    }
    assert solutions(str(rows)) == [SOLUTION]
    assert solutions("\n".join(f"{n}: {row}" for n, row in rows.items())) == [SOLUTION]


def test_a_list_of_records_of_python_is_read() -> None:
    records = [
        {f"c{i}": None if c == "." else int(c) for i, c in enumerate(row)}
        for row in ROWS
    ]
    assert solutions(str(records)) == [SOLUTION]


def test_the_cell_under_a_cursor_is_read() -> None:
    bars = [f"| {'  '.join(row)} |".replace(".", " ") for row in ROWS]
    bars[4] = bars[4][:13] + "[ ]" + bars[4][16:]
    assert bars[4].count("[ ]") == 1
    assert solutions("\n".join([DASHES * 2, *bars, DASHES * 2])) == [SOLUTION]


@pytest.mark.parametrize("count", [1, 5, 8])
def test_a_typed_grid_without_some_rows_is_not_filled_up(count: int) -> None:
    assert not read_text("\n".join(ROWS[:count])).puzzles


def test_a_long_text_without_a_grid_holds_none() -> None:
    assert not read_text("1 2 3 x y z | 4, 5; 6\n" * 2_000).puzzles


def in_symbols(symbols: str, between: str = "") -> str:
    return "\n".join(
        between.join("." if c == "." else symbols[int(c) - 1] for c in row)
        for row in ROWS
    )


@pytest.mark.parametrize("between", ["", " ", " | "])
@pytest.mark.parametrize(
    "symbols", ["一二三四五六七八九", "αβγδεζηθι", "AEGILNRTV", "012345678"]
)
def test_other_symbols_are_kept(symbols: str, between: str) -> None:
    (puzzle,) = read_text(wrapped(in_symbols(symbols, between))).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.reading.symbols == symbols
    assert puzzle.grid.line == PUZZLE


def test_roman_numerals_are_read() -> None:
    romans = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
    text = "\n".join(
        " ".join("-" if c == "." else romans[int(c) - 1] for c in row) for row in ROWS
    )
    (puzzle,) = read_text(text).puzzles
    assert puzzle.grid.line == PUZZLE
    assert puzzle.reading.symbols[3] == "\N{ROMAN NUMERAL FOUR}"


def test_roman_numerals_of_one_sign_mean_what_they_say() -> None:
    romans = "\N{ROMAN NUMERAL ONE}" + "".join(chr(0x2161 + i) for i in range(8))
    for between in ("", " "):
        (puzzle,) = read_text(wrapped(in_symbols(romans, between))).puzzles
        assert puzzle.grid.line == PUZZLE


def test_numerals_among_other_signs_are_not_put_in_order() -> None:
    assert not read_text(wrapped(in_symbols("\u4e00\u4e8c\u4e09\u56dbEFGHI"))).puzzles


def test_a_line_that_counts_from_zero_is_no_line_with_two_empty_signs() -> None:
    line = in_symbols("012345678").replace("\n", "")
    (puzzle,) = read_text(line).puzzles
    assert (puzzle.grid.line, puzzle.reading.symbols) == (PUZZLE, "012345678")


def test_words_are_no_grid_of_symbols() -> None:
    words = "breakfast\nchocolate\nhappiness\nwednesday\nsomething\nknowledge\n"
    assert not read_text(words * 3).puzzles


# The site of HoDoKu shows this grid in its description of the turbot fish, in the form
# in which the program copies a grid; the program was not run.
[MARKED] = data_of(__file__, "marked")


def test_hints_go_on_from_the_candidates_that_a_grid_shows() -> None:
    (puzzle,) = read_text(wrapped(MARKED)).puzzles
    assert puzzle.status is Status.SOLVED
    (plain, *_) = next_argument(puzzle.grid, puzzle.answer)
    (step, *_) = next_argument(puzzle.grid, puzzle.answer, None, puzzle.ruled_out)
    assert plain.technique is Technique.CLAIMING
    assert step.technique is Technique.TURBOT_FISH


def test_candidates_without_a_digit_of_the_solution_are_not_relied_on() -> None:
    (right,) = read_text(MARKED).puzzles
    assert isinstance(right.answer, Solved)
    assert right.ruled_out
    assert right.answer.grid.digits[9] == 8
    (puzzle,) = read_text(MARKED.replace("| 578  19   4 ", "| 57   19   4 ")).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.ruled_out == ()
