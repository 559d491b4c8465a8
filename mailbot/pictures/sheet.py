"""Draws new puzzles as pages to print (PDF), each with its solution upside down below.

Lengths are in points (1/72 inch); y counts upwards from the bottom of the page.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from solver import Grid
from solver.grid import SYMBOLS

_WIDTH, _HEIGHT = A4
_PUZZLE = 430.0  # the side of the puzzle
_SOLUTION = 170.0
_TOP, _BOTTOM = 60.0, 50.0
_DOT = 4.0  # the radius of a dot
_LEVELS = 5
_FONT, _BOLD = "Helvetica", "Helvetica-Bold"
_CAP = 0.72  # the height of a digit in sizes of its font
_GRAY = 0.45


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: a puzzle, its solution, and how hard it is (`level`, from 1 to 5)."""

    puzzle: Grid
    solution: Grid
    level: int


def write_sheets(sheets: Iterable[Sheet]) -> bytes:
    """The pages as one PDF file, of vectors; the same pages are the same bytes."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=True)
    canvas.setTitle("Sudoku")
    for sheet in sheets:
        _draw_page(canvas, sheet)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw_page(canvas: Canvas, sheet: Sheet) -> None:
    left, bottom = (_WIDTH - _PUZZLE) / 2, _HEIGHT - _TOP - _PUZZLE
    canvas.saveState()
    canvas.translate(left, bottom)
    _draw_grid(canvas, sheet.puzzle, _PUZZLE, _BOLD)
    canvas.restoreState()
    _draw_level(canvas, sheet.level, bottom - 24)
    canvas.saveState()
    canvas.translate((_WIDTH + _SOLUTION) / 2, _BOTTOM + _SOLUTION)
    canvas.rotate(180)
    canvas.setFillGray(_GRAY)
    canvas.setStrokeGray(_GRAY)
    _draw_grid(canvas, sheet.solution, _SOLUTION, _FONT)
    canvas.restoreState()


def _draw_grid(canvas: Canvas, grid: Grid, side: float, font: str) -> None:
    """A grid with its lower left corner at the origin."""
    shape = grid.shape
    step = side / shape.size
    for number in range(shape.size + 1):
        for box, line in (
            (shape.box_width, (number * step, 0, number * step, side)),
            (shape.box_height, (0, number * step, side, number * step)),
        ):
            canvas.setLineWidth(side / (400 if number % box else 150))
            canvas.line(*line)
    size = 0.62 * step
    canvas.setFont(font, size)
    for cell, digit in enumerate(grid.givens):
        if digit:
            row, column = divmod(cell, shape.size)
            x, y = (column + 0.5) * step, side - (row + 0.5) * step
            canvas.drawCentredString(x, y - size * _CAP / 2, SYMBOLS[digit - 1])


def _draw_level(canvas: Canvas, level: int, y: float) -> None:
    """Dots for the difficulty: a page says it in no language."""
    for number in range(_LEVELS):
        x = _WIDTH / 2 + (number - (_LEVELS - 1) / 2) * 4 * _DOT
        canvas.circle(x, y, _DOT, fill=int(number < level))
