"""Boards that are typed, as on a console: their lines are characters."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.find.digits.spacing import by_spacing
from mailbot.eye.read.recognise import recognise
from mailbot.pictures import to_gray
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.eye.rendered import make_puzzle

MADE = make_puzzle(Shape(3, 3), 41)
PITCH, LINE, SIZE = 12, 24, 20  # pixels of usual print
SMALL = 8, 16, 12


def typed(
    lines: list[str],
    dark: bool = False,
    print_: tuple[int, int, int] = (PITCH, LINE, SIZE),
) -> Bgr:
    """Lines of characters, each as wide as the others."""
    pitch, high, size = print_
    width = max(map(len, lines))
    image = Image.new("L", ((width + 4) * pitch, (len(lines) + 2) * high), 255)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    for row, line in enumerate(lines, 1):
        for column, character in enumerate(line, 2):
            place = (column + 0.5) * pitch, row * high + size
            draw.text(place, character, 0, font, anchor="ms")
    page = np.asarray(image)[..., None].repeat(3, axis=2)
    return Bgr(255 - page if dark else page.copy())


def rows(digits: tuple[int, ...], empty: str) -> list[list[str]]:
    signs = [str(digit) if digit else empty for digit in digits]
    return [signs[start : start + 9] for start in range(0, 81, 9)]


def boxed(digits: tuple[int, ...], empty: str) -> list[str]:
    rule = "+-------+-------+-------+"
    lines = [rule]
    for number, row in enumerate(rows(digits, empty), 1):
        boxes = (" ".join(row[start : start + 3]) for start in (0, 3, 6))
        lines.append(f"| {' | '.join(boxes)} |")
        lines += [] if number % 3 else [rule]
    return lines


def full(digits: tuple[int, ...], empty: str) -> list[str]:
    rule = "+---" * 9 + "+"
    lines = [rule]
    for row in rows(digits, empty):
        lines += [f"| {' | '.join(row)} |", rule]
    return lines


def listed(digits: tuple[int, ...], empty: str) -> list[str]:
    return [f"    [{', '.join(row)}]," for row in rows(digits, empty)]


def numbered(digits: tuple[int, ...], empty: str) -> list[str]:
    return [f"{number:2}  {line}" for number, line in enumerate(boxed(digits, empty))]


WAYS = {
    "boxed": boxed(MADE.puzzle.givens, "."),
    "full": full(MADE.puzzle.givens, " "),
    "listed": listed(MADE.puzzle.givens, "0"),
    "numbered": numbered(MADE.puzzle.givens, "_"),
}


def boards_in(picture: Bgr) -> list[tuple[int, ...]]:
    """The digits of all boards in a picture that are found by their spacing."""
    found = by_spacing(to_gray(picture), NO_DEADLINE)
    reads = (
        recognise(picture, sighting).log_probs.argmax(axis=1) for sighting in found
    )
    return [tuple(read.tolist()) for read in reads]


@pytest.mark.parametrize("way", WAYS)
def test_typed_boards_are_read(way: str) -> None:
    words = "solving the puzzle in file.txt"
    text = [words, *WAYS[way], words]
    assert MADE.puzzle.givens in boards_in(typed(text, dark=way == "full"))


@pytest.mark.parametrize("dark", [False, True])
def test_words_beside_a_board_are_no_part_of_it(dark: bool) -> None:
    """As in the window of a terminal, where every character has its column."""
    left = "Fill each row with 1 to 9"
    right = ["k", "h l move cursor", "j", "1-9 place digit", "0 . clear digit"]
    right += ["c clear the board", "n a new board", "q quit this game", "u undo a move"]
    lines = boxed(MADE.puzzle.givens, ".")
    page = [f"{left:28}{line:28}{right[i % 9]}" for i, line in enumerate(lines)]
    assert MADE.puzzle.givens in boards_in(typed(page, dark))


def test_low_lines_in_small_print_are_empty_cells() -> None:
    givens = MADE.puzzle.givens
    assert boards_in(typed(boxed(givens, "_"), print_=SMALL)) == [givens]


@pytest.mark.parametrize("sign", [".", "_"])
@pytest.mark.parametrize("empty", ["row", "column"])
def test_signs_tell_where_a_board_ends(sign: str, empty: str) -> None:
    """Its last row or column holds no digit, and no gap parts its boxes."""
    digits = np.array(MADE.puzzle.givens).reshape(9, 9)
    digits[8] = 0
    digits = digits.T if empty == "column" else digits
    givens = tuple(digits.ravel().tolist())
    lines = [" ".join(row) for row in rows(givens, sign)]
    assert givens in boards_in(typed(["solved in 3 ms.", *lines]))
    blank = [" ".join(row) for row in rows(givens, " ")]
    assert givens not in boards_in(typed(["solved in 3 ms.", *blank]))


@pytest.mark.parametrize("names", ["123456789", "ABCDEFGHI"])
@pytest.mark.parametrize("empty", [".", " "])
def test_names_above_a_board_and_before_it_are_no_row(names: str, empty: str) -> None:
    """The names stand as far from its first row as that from the next one."""
    digits = np.array(MADE.puzzle.givens).reshape(9, 9)
    digits[8, np.flatnonzero(digits[8])[3:]] = 0
    givens = tuple(digits.ravel().tolist())
    lines = [" ".join(row) for row in rows(givens, empty)]
    named = [f"{name} {line}" for name, line in zip("ABCDEFGHI", lines, strict=True)]
    heading = " ".join(names)
    for text in ([heading, *lines], [f"  {heading}", *named]):
        assert boards_in(typed(text))[0] == givens


def test_small_print_is_not_looked_through_for_longer_than_there_is_time() -> None:
    gray = to_gray(typed(WAYS["boxed"]))
    assert list(by_spacing(gray, Deadline(lambda: 0.0, end=0.0)))
    assert not list(by_spacing(gray, Deadline(lambda: 1.0, end=0.0)))


def test_a_board_and_its_solution_are_told_apart() -> None:
    puzzle, solution = boxed(MADE.puzzle.givens, "."), boxed(MADE.solution, ".")
    found = boards_in(typed([*puzzle, *solution[1:]]))
    assert found == [MADE.puzzle.givens, MADE.solution]


def test_bars_are_no_column() -> None:
    puzzle = [line[2:] for line in boxed(MADE.puzzle.givens, ".")]
    assert boards_in(typed(puzzle)) == [MADE.puzzle.givens]


def test_words_in_lines_are_no_board() -> None:
    rng = np.random.default_rng(1)
    letters = list("abdefhkl 0123456789 ")
    text = ["".join(rng.choice(letters, 50)) for _ in range(20)]
    assert not boards_in(typed(text))


def test_a_twelve_by_twelve_is_no_board() -> None:
    digits = np.random.default_rng(1).integers(1, 10, (12, 12))
    assert not boards_in(typed([" ".join(map(str, row)) for row in digits]))
