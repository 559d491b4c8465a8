"""One puzzle drawn as print: lines, given digits, a hand's entries, pencil marks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.hands import Hand, write_digit
from mailbot.workshop.paper.rules import NO_RULES, Rules, box_edges, draw_rules
from mailbot.workshop.paper.scrawl import Scrawl, scrawl
from mailbot.workshop.paper.type import EMBEDDED, Colour, Mask, lay, set_text
from solver import Grid

NUMBERS = tuple(str(n) for n in range(1, 26))
LETTERS = tuple("123456789ABCDEFGHIJKLMNOP")
HEXADECIMAL = tuple("0123456789ABCDEF")
"""What digits from 1 on are called in print."""


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle to draw.

    `marks` holds the candidates of each cell, () for none; `shades` the colour of
    cells that are not of the paper's. `rules` are drawn beside the digits. Of what a
    pen left over all of it, `scrawls` go by cell, and `overwritten` holds the digits
    that the hand of the look wrote across what stands there.
    """

    grid: Grid
    marks: tuple[tuple[int, ...], ...] = ()
    symbols: tuple[str, ...] = NUMBERS
    shades: Mapping[int, Colour] = field(default_factory=dict)
    rules: Rules = NO_RULES
    scrawls: Mapping[int, Scrawl] = field(default_factory=dict)
    overwritten: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """How a puzzle is printed and filled in; lengths in pixels unless said.

    `height` is that of a digit in cells. Entries are printed where `hand` is None.
    Marks are printed at their places in the cell, or by `hand` from its corner.
    """

    cell: int = 60
    thin: int = 1
    thick: int = 4
    font: str = EMBEDDED
    height: float = 0.56
    paper: Colour = (255, 255, 255)
    line: Colour = (20, 20, 20)
    ink: Colour = (25, 25, 25)
    pen: Colour = (150, 60, 30)
    mark: Colour = (110, 110, 110)
    hand: Hand | None = None
    hand_marks: bool = False


def draw_board(board: Board, look: Look, rng: np.random.Generator) -> Bgr:
    """The puzzle with its outer lines, nothing around it."""
    size = board.grid.shape.size
    edge = look.thick
    side = size * look.cell + 2 * edge
    picture = Bgr(np.full((side, side, 3), look.paper, np.uint8))
    corners = [
        (edge + column * look.cell, edge + row * look.cell)
        for row in range(size)
        for column in range(size)
    ]
    for cell, shade in board.shades.items():
        x, y = corners[cell]
        picture[y : y + look.cell, x : x + look.cell] = shade
    draw_rules(picture, board.rules, size, look.cell, edge)
    for cell, corner in enumerate(corners):
        _fill_cell(picture, board, look, cell, corner, rng)
    draw_lines(picture, board, look)
    for cell, corner in enumerate(corners):
        _scrawl_on(picture, board, look, cell, corner, rng)
    return picture


def draw_lines(picture: Bgr, board: Board, look: Look) -> None:
    """The lattice: thin lines between cells, thick ones around boxes."""
    shape, boxes = board.grid.shape, board.rules.boxes
    span = shape.size * look.cell + 2 * look.thick - 1
    for i in range(shape.size + 1):
        at = look.thick + i * look.cell
        for step, vertical in ((shape.box_width, True), (shape.box_height, False)):
            thick = i % (shape.size if boxes else step) == 0
            width = look.thick if thick else look.thin
            if width:
                low = min(max(at - width // 2, 0), span + 1 - width)
                along = slice(look.thick // 2, span + 1 - look.thick // 2)
                ends = along, slice(low, low + width)
                picture[ends if vertical else ends[::-1]] = look.line
    low, high = look.thick - look.thick // 2, look.thick + (look.thick + 1) // 2
    for x0, y0, x1, y1 in box_edges(boxes, shape.size):
        across = slice(round(x0 * look.cell) + low, round(x1 * look.cell) + high)
        down = slice(round(y0 * look.cell) + low, round(y1 * look.cell) + high)
        picture[down, across] = look.line


def _fill_cell(
    picture: Bgr,
    board: Board,
    look: Look,
    cell: int,
    corner: tuple[int, int],
    rng: np.random.Generator,
) -> None:
    given, entry = board.grid.givens[cell], board.grid.entries[cell]
    if given:
        _print_symbol(picture, board.symbols[given - 1], look, corner, look.ink)
    elif entry and look.hand:
        _write_number(picture, board.symbols[entry - 1], look, corner, rng)
    elif entry:
        _print_symbol(picture, board.symbols[entry - 1], look, corner, look.pen)
    elif board.marks and board.marks[cell]:
        marks = board.marks[cell]
        if look.hand and look.hand_marks:
            _write_marks(picture, marks, look, corner, rng)
        else:
            _print_marks(picture, board, marks, look, corner)


def _scrawl_on(
    picture: Bgr,
    board: Board,
    look: Look,
    cell: int,
    corner: tuple[int, int],
    rng: np.random.Generator,
) -> None:
    if cell in board.overwritten:
        digit = board.symbols[board.overwritten[cell] - 1]
        _write_number(picture, digit, look, corner, rng)
    if cell in board.scrawls:
        mask, left, top = scrawl(board.scrawls[cell], look.cell, rng)
        lay(picture, mask, corner[0] + left, corner[1] + top, look.pen)


def _print_symbol(
    picture: Bgr, text: str, look: Look, corner: tuple[int, int], colour: Colour
) -> None:
    """A symbol in the middle of its cell, smaller if it is wide."""
    em = look.height * look.cell * 1.38  # a digit is some 0.72 em high
    mask = set_text(text, look.font, max(6, round(em * (1 if len(text) == 1 else 0.8))))
    left = corner[0] + round((look.cell - mask.shape[1]) / 2)
    top = corner[1] + round((look.cell - mask.shape[0]) / 2)
    lay(picture, mask, left, top, colour)


def _scaled(mask: Mask, height: float) -> Mask:
    """The mask at a height in pixels."""
    scale = height / mask.shape[0]
    size = max(1, round(mask.shape[1] * scale)), max(1, round(height))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def _write_number(
    picture: Bgr,
    text: str,
    look: Look,
    corner: tuple[int, int],
    rng: np.random.Generator,
) -> None:
    """An entry in the hand of the look; only figures, no letters."""
    assert look.hand is not None
    height = look.hand.height * look.cell * rng.uniform(0.92, 1.08)
    height *= 1 if len(text) == 1 else 0.75
    drift = rng.normal(size=2) * look.hand.drift * look.cell
    masks = [
        _scaled(write_digit(look.hand, int(figure), rng), height) for figure in text
    ]
    gap = round(0.06 * look.cell)
    width = sum(mask.shape[1] for mask in masks) + gap * (len(masks) - 1)
    x = corner[0] + round((look.cell - width) / 2 + drift[0])
    y = corner[1] + round((look.cell - height) / 2 + drift[1])
    for mask in masks:
        lay(picture, mask, x, y, look.pen)
        x += mask.shape[1] + gap


def _print_marks(
    picture: Bgr,
    board: Board,
    marks: tuple[int, ...],
    look: Look,
    corner: tuple[int, int],
) -> None:
    """Candidates at their fixed places."""
    shape = board.grid.shape
    columns, rows = shape.box_width, shape.box_height
    em = max(6, round(look.cell / max(columns, rows) * 0.82))
    for digit in marks:
        row, column = divmod(digit - 1, columns)
        mask = set_text(board.symbols[digit - 1], look.font, em)
        x = corner[0] + (column + 0.5) * look.cell / columns - mask.shape[1] / 2
        y = corner[1] + (row + 0.5) * look.cell / rows - mask.shape[0] / 2
        lay(picture, mask, round(x), round(y), look.mark)


def _write_marks(
    picture: Bgr,
    marks: tuple[int, ...],
    look: Look,
    corner: tuple[int, int],
    rng: np.random.Generator,
) -> None:
    """Candidates written small from the top left corner."""
    assert look.hand is not None
    height = min(0.27, 1.1 / len(marks)) * look.cell
    x = corner[0] + round(0.12 * look.cell)
    for digit in marks:
        if digit < 10:
            mask = _scaled(write_digit(look.hand, digit, rng), height)
            y = corner[1] + round((0.1 + rng.normal() * 0.015) * look.cell)
            lay(picture, mask, x, y, look.mark)
            x += mask.shape[1] + round(0.05 * look.cell)
