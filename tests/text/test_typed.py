"""Puzzles in text: all are found, and none in other digits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.model import NoteKind, Source, Status
from mailbot.text.typed import Allowance, read_text
from solver import Shape, Solved
from tests.examples import examples
from tests.sample_letters import OTHER, PUZZLE, ROWS, SOLUTION


def statuses(text: str) -> list[Status]:
    return [puzzle.status for puzzle in read_text(text).puzzles]


@pytest.mark.parametrize(
    "text",
    [
        PUZZLE,
        f"Could you do {PUZZLE.replace('.', '0')} for me?",
        "\n".join(ROWS),
        "\n".join(f"> > {row}" for row in ROWS),
        "\n\n".join(" ".join(row) for row in ROWS),
        "\n".join(",".join(row.replace(".", " ")) for row in ROWS),
        PUZZLE.replace("...", "\u2026"),  # three stops, as telephones set them
        PUZZLE.replace(".", "-").replace("--", "\u2014"),
        "\n".join(f"AS> {' '.join(row)}" for row in ROWS),
        "\n".join(f"| {' '.join(row)}" for row in ROWS),
        "\n".join(f"% {' '.join(row)}" for row in ROWS),
    ],
)
def test_a_puzzle_is_solved_however_it_is_typed(text: str) -> None:
    (puzzle,) = read_text(text, Source.FILE, "2").puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert "".join(map(str, puzzle.answer.grid.digits)) == SOLUTION
    assert puzzle.grid.line == PUZZLE
    assert (puzzle.reading.source, puzzle.reading.where.part) == (Source.FILE, "2")


DRESSED = {
    "bullets": "\n".join(f"- {row}" for row in ROWS),
    "stars": "\n".join(f"* {' '.join(row)}" for row in ROWS),
    "labels": "\n".join(f"Ligne {i} : {row}" for i, row in enumerate(ROWS, 1)),
    "words": "\n".join(
        f"{word} row: {row}"
        for word, row in zip(
            ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"],
            ROWS,
            strict=True,
        )
    ),
    "quoted": "\n".join(f'"{row}",' for row in ROWS),
    "bold": "\n".join(
        " ".join(f"*{c}*" if c != "." else "_" for c in row) for row in ROWS
    ),
    "said": "\n".join(", ".join(row).replace(".", "blank") for row in ROWS),
    "LaTeX": "\n".join(
        f"{' & '.join(row).replace('.', ' ')} \\\\ \\hline" for row in ROWS
    ),
    "code": "grid = [  # nine rows\n"
    + "\n".join(
        f"  [{', '.join(row).replace('.', '0')}],  # row {i}"
        for i, row in enumerate(ROWS)
    )
    + "\n]",
    "emoji": "\n".join(row.replace(".", "🟦") for row in ROWS),
}


@pytest.mark.parametrize("dress", DRESSED)
@pytest.mark.parametrize("sign", ["", "> "])
def test_bullets_labels_and_code_around_the_cells_are_removed(
    dress: str, sign: str
) -> None:
    text = "\n".join(sign + line for line in DRESSED[dress].splitlines())
    (puzzle,) = read_text(f"Hello,\n\n{text}\n\nAda").puzzles
    assert puzzle.grid.line == PUZZLE
    assert puzzle.status is Status.SOLVED


def test_exactly_as_many_puzzles_as_are_allowed_are_not_too_many() -> None:
    found = read_text(f"{PUZZLE}\n{OTHER}", allowance=Allowance(puzzles=2))
    assert len(found.puzzles) == 2
    assert found.notes == ()
    assert read_text("Hello", allowance=Allowance(puzzles=0)).notes == ()


@pytest.mark.parametrize(
    "piece", [" ", "- ", "*1", "a :", "&", "\\\\", "// ", '"', "1;"]
)
def test_a_text_of_bullets_and_labels_alone_costs_little_time(piece: str) -> None:
    assert read_text(piece * (49_000 // len(piece)) + "x").puzzles == ()


def test_several_puzzles_are_read_in_order() -> None:
    grids = [p.grid.line for p in read_text(f"1: {OTHER}\n2: {PUZZLE}").puzzles]
    assert grids == [OTHER, PUZZLE]


def test_more_puzzles_than_anybody_sends_are_noted() -> None:
    found = read_text(f"{PUZZLE}\n{OTHER}\n{PUZZLE}", allowance=Allowance(puzzles=2))
    assert [p.grid.line for p in found.puzzles] == [PUZZLE, OTHER]
    assert [note.kind for note in found.notes] == [NoteKind.TOO_MANY]


def test_all_texts_of_a_letter_share_what_may_be_spent() -> None:
    guessing = (
        "8..........36......7..9.2...5...7.......457.....1...3"
        "...1....68..85...1..9....4.."
    )
    allowance = Allowance(nodes=0)
    (puzzle,) = read_text(guessing, allowance=allowance).puzzles
    assert puzzle.status is Status.GAVE_UP
    (easy,) = read_text(PUZZLE, allowance=allowance).puzzles
    assert easy.status is Status.SOLVED, "no guess, no cost"
    left = Allowance(characters=40)
    assert read_text(PUZZLE, allowance=left).puzzles == ()
    assert left.characters == 0


def test_a_filled_grid_is_complete() -> None:
    assert statuses(SOLUTION) == [Status.COMPLETE]


def test_a_puzzle_with_a_slip_is_found_and_impossible() -> None:
    assert statuses("55" + PUZZLE[2:]) == [Status.IMPOSSIBLE]
    assert statuses("4" + PUZZLE[1:]) == [Status.IMPOSSIBLE]
    assert statuses(SOLUTION[:-1] + "8") == [Status.IMPOSSIBLE]


def test_too_few_givens_are_ambiguous() -> None:
    assert statuses(PUZZLE[:40] + "." * 41) == [Status.AMBIGUOUS]


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(2, 3)])
def test_if_no_boxes_are_drawn_the_shape_with_one_solution_is_taken(
    shape: Shape,
) -> None:
    text = {
        Shape(3, 2): "......\n3.6...\n.2.4..\n....6.\n5.3.1.\n4....6",
        Shape(2, 3): ".2....\n6..25.\n....3.\n2.6..5\n...5.4\n......",
    }[shape]
    solved = [p for p in read_text(text).puzzles if p.status is Status.SOLVED]
    assert [p.grid.shape for p in solved] == [shape]


DECOYS = {
    "phone numbers": "\n".join(f"+46 70 123 45 {i}{i}" for i in range(1, 10)),
    "dates": "\n".join(f"2024-06-{i:02} 09:3{i}:41" for i in range(1, 10)),
    "invoice": "\n".join(f"{i} Pencil {i * 3}.50 {i * 7}.00" for i in range(1, 12)),
    "sums": "\n".join(
        ",".join(str(i * j * 13) for i in range(1, 10)) for j in range(9)
    ),
    "products": "\n".join(
        " ".join(str(i * j % 10) for i in range(1, 10)) for j in range(1, 10)
    ),
    "random digits": "861481782\n134691928\n132431633\n227399551\n932719423\n"
    "328557257\n497256835\n567767386\n872776916",
    "minesweeper": "\n".join(
        [
            ". * 2 . . . . . .",
            ". 2 . 2 1 . 1 . .",
            ". * 2 1 1 2 1 . 1",
            "2 . * . 1 1 * * 1",
            "2 1 2 . . 2 . * 1",
            ". 1 * . 1 . * 1 2",
            "2 . * 1 . . 2 * 2",
            "2 2 . 2 * 2 . 1 .",
            "1 . . * 2 2 2 * .",
        ]
    ),
    "bits": "\n".join("0101101001"[i % 2 :][:9] for i in range(9)),
    "chess": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "pi": "3.1415926535897932384626433832795028841971693993751058209749445923078164",
    "code": "for i in range(9):\n    x = [0, 1, 2, 3, 4, 5, 6, 7, 8]\n    print(x[i])",
    "hash": "d41d8cd98f00b204e9800998ecf8427e" * 3,
    "rules": "-" * 81 + "\n" + "_" * 81 + "\n" + "=" * 81,
    "tracking": "https://track.example/c/" + "1234567890" * 8 + "1?u=" + "9" * 81,
    "four by four": "1 2 3 4\n1 2 3 4\n5 6 7 8\n9 1 2 3",
    "small table": "1 1 0 2\n0 1 2 1\n3 0 0 1\n2 2 1 0",
    "page numbers": "1 2 . .\n. . 3 .\n. . . 4\n. . . .",
    "a few in six": "1 2 . . . .\n. . 3 . . .\n" + ". . . . . .\n" * 4,
    "calendar": "Mo Tu We Th Fr Sa Su\n 1  2  3  4  5  6  7\n 8  9 10 11 12 13 14\n"
    "15 16 17 18 19 20 21\n22 23 24 25 26 27 28\n29 30 31",
}


@pytest.mark.parametrize("name", DECOYS)
def test_no_puzzle_is_invented(name: str) -> None:
    assert read_text(DECOYS[name]).puzzles == ()


@given(st.lists(st.integers(1, 9), min_size=81, max_size=81))
@examples(40)
def test_eighty_one_random_digits_are_no_puzzle(digits: list[int]) -> None:
    assert read_text("".join(map(str, digits))).puzzles == ()


# Seven may leave two digits for three cells: four in a row, three in a box beside them.
@given(st.permutations(range(81)), st.integers(0, 6))
@examples(40)
def test_a_few_random_digits_are_read_as_they_stand(
    cells: list[int], number: int
) -> None:
    digits = [0] * 81
    for digit, cell in enumerate(cells[:number], 1):
        digits[cell] = digit
    [puzzle] = read_text("".join(map(str, digits))).puzzles
    assert puzzle.grid.digits == tuple(digits)
    assert puzzle.status is Status.AMBIGUOUS


def test_a_million_digits_cost_little_and_are_told() -> None:
    found = read_text("3141592653" * 100_000)
    assert found.puzzles == ()
    assert [note.kind for note in found.notes] == [NoteKind.TOO_LARGE]


def test_a_digit_with_a_stroke_through_it_does_not_count() -> None:
    crossed = " ".join(PUZZLE[:9]).replace(".", "4\u0336 .", 1)
    lines = [crossed, *(" ".join(PUZZLE[i : i + 9]) for i in range(9, 81, 9))]
    (puzzle,) = read_text("\n".join(lines)).puzzles
    assert puzzle.grid.line == PUZZLE


def test_the_symbols_of_a_letter_puzzle_are_kept_with_what_was_read() -> None:
    full = [4 * (row % 4) + row // 4 for row in range(16)]
    known = [[(shift + column) % 16 for column in range(16)] for shift in full]
    for symbols, told in (
        ("ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP"),
        ("123456789ABCDEF0", "123456789ABCDEF0"),
        ("123456789ABCDEFG", ""),
    ):
        rows = [" ".join(symbols[digit] for digit in row) for row in known]
        (puzzle,) = read_text("\n".join([f".{rows[0][1:]}", *rows[1:]])).puzzles
        assert puzzle.status is Status.SOLVED
        assert puzzle.reading.symbols == told
