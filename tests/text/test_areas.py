"""Where on a sheet of cells puzzles are."""

from mailbot.text.areas import Sheet, find_areas
from mailbot.text.cellblock import Cell
from mailbot.text.typed import read_text
from tests.sample_letters import ROWS


def sheet(*rows: str, framed: bool = True) -> list[list[Cell | None]]:
    """Cells of one character each; . is an empty cell and a space none."""
    absent = None if not framed else Cell("")
    return [
        [None if c == " " else absent if c == "." else Cell(c) for c in row]
        for row in rows
    ]


def found(cells: Sheet) -> list[list[str]]:
    return [
        ["".join(cell.text or "." for cell in row) for row in grid]
        for grid in find_areas(cells).grids
    ]


def test_a_title_above_and_notes_beside_are_no_rows() -> None:
    cells = sheet("         ", *ROWS)
    cells[0][0] = Cell("Sudoku")
    cells[3] = [*cells[3], None, Cell("hard!")]
    assert found(cells) == [list(ROWS)]
    assert find_areas(cells).rest == "Sudoku\nhard!"


def test_puzzles_beside_and_below_each_other_are_told_apart() -> None:
    beside = sheet(*(f"{row}.{row[::-1]}" for row in ROWS))
    turned = [row[::-1] for row in ROWS]
    assert found(beside) == [list(ROWS), turned]
    assert found(sheet(*ROWS, ".........", *turned)) == [list(ROWS), turned]


def test_empty_lines_between_boxes_are_left_out() -> None:
    wide = [f"{row[:3]}.{row[3:6]}.{row[6:]}" for row in ROWS]
    empty = "." * 11
    gaps = [*wide[:3], empty, *wide[3:6], empty, *wide[6:]]
    assert found(sheet(*gaps)) == [list(ROWS)]


def test_cells_that_are_joined_of_two_rows_and_columns_are_one_cell() -> None:
    wide = [".".join(row) + "." for row in ROWS]
    rows = [line for row in wide for line in (row, "." * 18)]
    assert found(sheet(*rows)) == [list(ROWS)]


def test_numbers_of_rows_and_columns_are_no_digits() -> None:
    numbered = [f"{n}{row}" for n, row in enumerate(ROWS, 1)]
    assert found(sheet(".123456789", *numbered)) == [list(ROWS)]
    assert find_areas(sheet(".123456789", *numbered)).rest == ""


LAST_EMPTY = (
    *("1.......2", ".9.4...5.", "..6...7..", ".5.9.3...", "....7....", "...85..4."),
    *("7.....6..", ".3...9.8.", "........."),
)


def test_a_last_row_that_a_program_dropped_is_found_again() -> None:
    (grid,) = found(sheet(*LAST_EMPTY[:-1], framed=False))
    assert grid == list(LAST_EMPTY)


def test_what_may_lie_in_two_ways_is_not_guessed() -> None:
    # Of the two empty rows either both stood above, or both below, or one each.
    rows = ["         ", "         ", *ROWS[:7]]
    assert found(sheet(*rows, framed=False)) == []


def test_a_table_of_equal_numbers_is_no_small_puzzle() -> None:
    assert found(sheet(*["1111"] * 4)) == []


def test_a_small_puzzle_is_found_if_it_has_one_solution() -> None:
    small = ["1...", "..3.", ".1..", "...2"]
    assert found(sheet(*small)) == [small]


def test_a_table_with_commas_is_such_a_sheet() -> None:
    lines = [",".join(c if c != "." else "" for c in row) for row in ROWS]
    text = "\n".join(["Puzzle of the day" + "," * 8, "," * 8, *lines])
    assert read_text(text).puzzles[0].grid.line == "".join(ROWS)


def test_a_table_with_commas_and_a_dropped_row_is_read_once() -> None:
    lines = [
        "2,,,3,5,9,7,,4",
        "5,4,,,,7,,9,",
        "7,3,,,,,8,2,",
        ",7,,5,,,4,,",
        ",,5,4,6,,,8,",
        ",,3,2,7,8,9,5,",
        ",2,7,1,,,,4,",
        ",8,,7,,,6,,",
    ]
    (puzzle,) = read_text("\n".join(lines)).puzzles
    assert puzzle.grid.line[:18] == "2..3597.454...7.9."
