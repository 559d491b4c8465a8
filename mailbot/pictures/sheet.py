"""Draws new puzzles as pages to print (PDF): a worksheet of up to six on a page.

The solution of a puzzle that has a page of its own stands upside down below it; those
of several stand on pages of their own at the end, or nowhere. Lengths are in points
(1/72 inch); y counts upwards from the bottom of the page.
"""

from collections.abc import Sequence
from io import BytesIO

from msgspec import Struct
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from mailbot.model import SolutionsAt
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
_MARGIN, _GAP = 40.0, 34.0
_LAYOUTS = ((1, 1), (1, 2), (2, 2), (2, 3))
"""Puzzles across and down a page: 1, 2, 4 and 6 on one."""


class Sheet(Struct, frozen=True):
    """A puzzle, its solution, and how hard it is (`level`, from 1 to 5)."""

    puzzle: Grid
    solution: Grid
    level: int


def write_sheets(
    sheets: Sequence[Sheet], solutions: SolutionsAt = SolutionsAt.BELOW
) -> bytes:
    """The pages as one PDF file, of vectors; the same pages are the same bytes.

    Args:
        sheets: the puzzles, in their order.
        solutions: where the solutions stand; BELOW gives each puzzle its own page.
    """
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=True)
    canvas.setTitle("Sudoku")
    below = solutions is SolutionsAt.BELOW
    if below or len(sheets) == 1:
        for sheet in sheets:
            _draw_single(canvas, sheet, below=below)
            canvas.showPage()
    else:
        _draw_pages(canvas, [(sheet.puzzle, sheet.level) for sheet in sheets])
    if solutions is SolutionsAt.APART:
        canvas.setFillGray(_GRAY)
        _draw_pages(canvas, [(sheet.solution, 0) for sheet in sheets])
    canvas.save()
    return file.getvalue()


def _draw_single(canvas: Canvas, sheet: Sheet, *, below: bool) -> None:
    """One large puzzle, and its solution upside down below it if that is wanted."""
    left, bottom = (_WIDTH - _PUZZLE) / 2, _HEIGHT - _TOP - _PUZZLE
    canvas.saveState()
    canvas.translate(left, bottom)
    _draw_grid(canvas, sheet.puzzle, _PUZZLE, _BOLD)
    canvas.restoreState()
    _draw_level(canvas, sheet.level, _WIDTH / 2, bottom - 24)
    if not below:
        return
    canvas.saveState()
    canvas.translate((_WIDTH + _SOLUTION) / 2, _BOTTOM + _SOLUTION)
    canvas.rotate(180)
    canvas.setFillGray(_GRAY)
    canvas.setStrokeGray(_GRAY)
    _draw_grid(canvas, sheet.solution, _SOLUTION, _FONT)
    canvas.restoreState()


def _draw_pages(canvas: Canvas, grids: Sequence[tuple[Grid, int]]) -> None:
    """Numbered grids with their levels (0 for none), as many on a page as fit well."""
    across, down = next(
        (layout for layout in _LAYOUTS if layout[0] * layout[1] >= len(grids)),
        _LAYOUTS[-1],
    )
    wide, high = (_WIDTH - 2 * _MARGIN) / across, (_HEIGHT - 2 * _MARGIN) / down
    side = min(wide, high) - _GAP
    for number, (grid, level) in enumerate(grids):
        row, column = divmod(number % (across * down), across)
        centre = _MARGIN + (column + 0.5) * wide
        bottom = _HEIGHT - _MARGIN - (row + 0.5) * high - side / 2
        canvas.saveState()
        canvas.translate(centre - side / 2, bottom)
        _draw_grid(canvas, grid, side, _BOLD if level else _FONT)
        canvas.setFont(_FONT, 10)
        canvas.drawString(0, side + 5, f"{number + 1}.")
        canvas.restoreState()
        if level:
            _draw_level(canvas, level, centre, bottom - 12)
        if (number + 1) % (across * down) == 0 or number + 1 == len(grids):
            canvas.showPage()


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


def _draw_level(canvas: Canvas, level: int, middle: float, y: float) -> None:
    """Dots for the difficulty: a page says it in no language."""
    for number in range(_LEVELS):
        x = middle + (number - (_LEVELS - 1) / 2) * 4 * _DOT
        canvas.circle(x, y, _DOT, fill=int(number < level))
