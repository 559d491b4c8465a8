"""Windows of programs: notes that stand in a row, cells with raised borders."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from solver import Grid, Shape, count
from tests.eye.rendered import make_puzzle, read

CELL, MARGIN = 48, 24
BOARD = 9 * CELL
DIGITS, NOTES = ImageFont.load_default(28), ImageFont.load_default(19)
MADE = make_puzzle(Shape(3, 3), 7)
GIVENS = {cell: digit for cell, digit in enumerate(MADE.puzzle.givens) if digit}
NEEDED = next(
    cell
    for cell in GIVENS
    if count(
        Grid(Shape(3, 3), tuple(GIVENS.get(c, 0) * (c != cell) for c in range(81))), 2
    )
    > 1
)
EMPTY = [cell for cell in range(81) if not MADE.puzzle.givens[cell]]


def canvas(paper: str, ink: str = "") -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A picture of a board without digits, with lines if they have an ink."""
    side = BOARD + 2 * MARGIN
    board = Image.new("RGB", (side, side), paper)
    draw = ImageDraw.Draw(board)
    for line in range(10) if ink else ():
        at, width = MARGIN + line * CELL, 3 if line % 3 == 0 else 1
        draw.line((at, MARGIN, at, MARGIN + BOARD), ink, width)
        draw.line((MARGIN, at, MARGIN + BOARD, at), ink, width)
    return board, draw


def seen(board: Image.Image) -> Bgr:
    return Bgr(np.asarray(board)[..., ::-1].copy())


def window(noted: int) -> Bgr:
    """A board in which the first empty cells hold three notes in a row."""
    board, draw = canvas("#e6e6e6", "black")
    for cell, digit in enumerate(MADE.puzzle.givens):
        x, y = MARGIN + cell % 9 * CELL, MARGIN + cell // 9 * CELL
        if digit:
            middle = x + CELL / 2, y + CELL / 2
            draw.text(middle, str(digit), "black", DIGITS, "mm", stroke_width=0.4)
        elif cell in EMPTY[:noted]:
            for place in range(3):
                note = str((cell + 3 * place) % 9 + 1)
                there = x + 9 + 15 * place, y + 12
                draw.text(there, note, (110, 110, 220), NOTES, "mm", stroke_width=0.4)
    return seen(board)


@pytest.mark.ocr
@pytest.mark.parametrize("noted", [15, len(EMPTY)])
def test_notes_in_a_row_are_neither_digits_nor_junk(noted: int) -> None:
    (puzzle,) = read(window(noted)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens


def raised() -> Bgr:
    """A board of cells that stand apart: the givens are grey and raised.

    The first twelve empty cells hold entries, of which the first is a mistake.
    """
    board, draw = canvas("#969696")
    entries = {cell: MADE.solution[cell] for cell in EMPTY[:12]}
    entries[EMPTY[0]] = entries[EMPTY[0]] % 9 + 1
    for cell, digit in enumerate(MADE.puzzle.givens):
        x, y = (MARGIN + 1 + CELL * at for at in (cell % 9, cell // 9))
        far, low = x + CELL - 2, y + CELL - 2
        shade = (192, 192, 192) if digit else (245, 245, 245)
        light, dark = ((250,) * 3, (0,) * 3) if digit else ((0,) * 3, (170,) * 3)
        draw.rectangle((x, y, far, low), shade)
        draw.line((x, low, x, y, far, y), light, 2)
        draw.line((far, y, far, low, x, low), dark, 2)
        if shown := digit or entries.get(cell):
            middle = x + CELL / 2, y + CELL / 2
            draw.text(middle, str(shown), "black", DIGITS, "mm", stroke_width=0.8)
    return seen(board)


@pytest.mark.ocr
def test_cells_that_a_program_outlines_are_no_cages() -> None:
    (puzzle,) = read(raised()).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
    assert puzzle.wrong_entries == (EMPTY[0],)


def bold() -> tuple[Bgr, tuple[int, ...]]:
    """A board whose givens are bold, and what a person entered: not bold, same ink."""
    board, draw = canvas("white", "black")
    entered = set(EMPTY[::4])
    entries = tuple(MADE.solution[c] if c in entered else 0 for c in range(81))
    for cell, digit in enumerate(MADE.puzzle.givens):
        x, y = (MARGIN + (at + 0.5) * CELL for at in (cell % 9, cell // 9))
        if shown := digit or entries[cell]:
            heavy = 0.8 if digit else 0.0
            draw.text((x, y), str(shown), "black", DIGITS, "mm", stroke_width=heavy)
    return seen(board), entries


@pytest.mark.ocr
def test_bold_digits_are_givens_beside_others_in_the_same_ink() -> None:
    board, entries = bold()
    (puzzle,) = read(board).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == MADE.puzzle.givens
    assert puzzle.grid.entries == entries


def inked(
    givens: dict[int, int], entries: dict[int, int], inks: tuple[str, str], cursor: int
) -> Bgr:
    """A black board; the cell under the cursor is in inverse video."""
    board, draw = canvas("black", "gray")
    for kind, ink in zip((givens, entries), inks, strict=True):
        for cell, digit in kind.items():
            x, y = MARGIN + cell % 9 * CELL, MARGIN + cell // 9 * CELL
            if cell == cursor:
                draw.rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), ink)
            middle, shade = (x + CELL / 2, y + CELL / 2), "black"
            shade = shade if cell == cursor else ink
            draw.text(middle, str(digit), shade, DIGITS, "mm", stroke_width=0.4)
    return seen(board)


@pytest.mark.ocr
def test_a_given_under_a_cursor_is_told_from_entries_in_another_ink() -> None:
    entries = {cell: MADE.solution[cell] for cell in EMPTY[:12]}
    board = inked(GIVENS, entries, ("#4dff6a", "#ffd34d"), NEEDED)
    (puzzle,) = read(board).puzzles
    assert puzzle.grid.givens == MADE.puzzle.givens


@pytest.mark.ocr
def test_one_of_five_drawn_entries_is_called_wrong() -> None:
    entries = {cell: MADE.solution[cell] for cell in EMPTY[:5]}
    entries[EMPTY[0]] = 10 - entries[EMPTY[0]]
    (puzzle,) = read(inked(GIVENS, entries, ("white", "cyan"), -1)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.wrong_entries == (EMPTY[0],)
