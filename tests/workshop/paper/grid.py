"""Draws one puzzle: lines, givens, entries by hand or in print, pencil marks."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.pixels import Bgr, Colour
from solver import Grid
from tests.workshop.paper.hands import Handwriting, write_digit
from tests.workshop.paper.rules import NO_RULES, Rules, box_edges, draw_rules
from tests.workshop.paper.scrawl import Scrawl, scrawl
from tests.workshop.paper.type import EMBEDDED, lay, set_text

NUMBERS = tuple(str(n) for n in range(1, 26))
LETTERS = tuple("123456789ABCDEFGHIJKLMNOP")
HEXADECIMAL = tuple("0123456789ABCDEF")
"""What the digits from 1 on are printed as."""


@dataclass(frozen=True, slots=True)
class PaperPuzzle:
    """A puzzle to draw.

    `marks` holds the candidates of each cell, () for none; `symbols` what the digits
    from 1 on are written as; `shades` the colours of cells that differ from the paper;
    `rules` what is drawn for a variant; `scrawls` a pen's traces by cell; `overwritten`
    the digits, by cell, that the style's hand writes over what stands there.
    """

    grid: Grid
    marks: tuple[tuple[int, ...], ...] = ()
    symbols: tuple[str, ...] = NUMBERS
    shades: Mapping[int, Colour] = field(default_factory=dict)
    rules: Rules = NO_RULES
    scrawls: Mapping[int, Scrawl] = field(default_factory=dict)
    overwritten: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How a puzzle is printed and filled in; lengths in pixels unless said.

    `height` is that of a digit, in cells. Entries are printed if `hand` is None. Pencil
    marks are printed in fixed places of the cell, or written by `hand` from a corner.
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
    hand: Handwriting | None = None
    hand_marks: bool = False


def draw_puzzle(
    puzzle: PaperPuzzle, style: PrintStyle, rng: np.random.Generator
) -> Bgr:
    """The puzzle up to its outer lines, with no paper around it."""
    size = puzzle.grid.shape.size
    edge = style.thick
    side = size * style.cell + 2 * edge
    picture = Bgr(np.full((side, side, 3), style.paper, np.uint8))
    corners = [
        (edge + column * style.cell, edge + row * style.cell)
        for row in range(size)
        for column in range(size)
    ]
    for cell, shade in puzzle.shades.items():
        x, y = corners[cell]
        picture[y : y + style.cell, x : x + style.cell] = shade
    draw_rules(picture, puzzle.rules, size, style.cell, edge)
    pen = _Pen(picture, puzzle, style, rng)
    for cell, corner in enumerate(corners):
        pen.fill(cell, corner)
    draw_lines(picture, puzzle, style)
    for cell, corner in enumerate(corners):
        pen.scrawl(cell, corner)
    return picture


def draw_lines(picture: Bgr, puzzle: PaperPuzzle, style: PrintStyle) -> None:
    """The lattice: thin lines between cells, thick ones around boxes."""
    shape, boxes = puzzle.grid.shape, puzzle.rules.boxes
    span = shape.size * style.cell + 2 * style.thick - 1
    for i in range(shape.size + 1):
        at = style.thick + i * style.cell
        for step, vertical in ((shape.box_width, True), (shape.box_height, False)):
            thick = i % (shape.size if boxes else step) == 0
            width = style.thick if thick else style.thin
            if width:
                low = min(max(at - width // 2, 0), span + 1 - width)
                along = slice(style.thick // 2, span + 1 - style.thick // 2)
                ends = along, slice(low, low + width)
                picture[ends if vertical else ends[::-1]] = style.line
    low, high = style.thick - style.thick // 2, style.thick + (style.thick + 1) // 2
    for x0, y0, x1, y1 in box_edges(boxes, shape.size):
        across = slice(round(x0 * style.cell) + low, round(x1 * style.cell) + high)
        down = slice(round(y0 * style.cell) + low, round(y1 * style.cell) + high)
        picture[down, across] = style.line


@dataclass(frozen=True, slots=True)
class _Pen:
    """Prints and writes into the cells of a puzzle, from the corner of each."""

    picture: Bgr
    puzzle: PaperPuzzle
    style: PrintStyle
    rng: np.random.Generator

    def fill(self, cell: int, corner: tuple[int, int]) -> None:
        puzzle, style = self.puzzle, self.style
        given, entry = puzzle.grid.givens[cell], puzzle.grid.entries[cell]
        if given:
            self._print(puzzle.symbols[given - 1], corner, style.ink)
        elif entry and style.hand:
            self._write(puzzle.symbols[entry - 1], corner, style.hand)
        elif entry:
            self._print(puzzle.symbols[entry - 1], corner, style.pen)
        elif puzzle.marks and puzzle.marks[cell]:
            if style.hand and style.hand_marks:
                self._write_marks(puzzle.marks[cell], corner, style.hand)
            else:
                self._print_marks(puzzle.marks[cell], corner)

    def scrawl(self, cell: int, corner: tuple[int, int]) -> None:
        """What a pen does to a cell that is filled."""
        puzzle, style = self.puzzle, self.style
        if cell in puzzle.overwritten:
            assert style.hand is not None
            digit = puzzle.symbols[puzzle.overwritten[cell] - 1]
            self._write(digit, corner, style.hand)
        if cell in puzzle.scrawls:
            mask, left, top = scrawl(puzzle.scrawls[cell], style.cell, self.rng)
            lay(self.picture, mask, corner[0] + left, corner[1] + top, style.pen)

    def _print(self, text: str, corner: tuple[int, int], colour: Colour) -> None:
        """A symbol in the middle of its cell, smaller if it is wide."""
        em = self.style.height * self.style.cell * 1.38  # a digit is some 0.72 em high
        size = max(6, round(em * (1 if len(text) == 1 else 0.8)))
        mask = set_text(text, self.style.font, size)
        left = corner[0] + round((self.style.cell - mask.shape[1]) / 2)
        top = corner[1] + round((self.style.cell - mask.shape[0]) / 2)
        lay(self.picture, mask, left, top, colour)

    def _write(self, text: str, corner: tuple[int, int], hand: Handwriting) -> None:
        """An entry in the hand of the style; only figures, no letters."""
        side, rng = self.style.cell, self.rng
        height = hand.height * side * rng.uniform(0.92, 1.08)
        height *= 1 if len(text) == 1 else 0.75
        drift = rng.normal(size=2) * hand.drift * side
        masks = [_scaled(write_digit(hand, int(one), rng), height) for one in text]
        gap = round(0.06 * side)
        width = sum(mask.shape[1] for mask in masks) + gap * (len(masks) - 1)
        x = corner[0] + round((side - width) / 2 + drift[0])
        y = corner[1] + round((side - height) / 2 + drift[1])
        for mask in masks:
            lay(self.picture, mask, x, y, self.style.pen)
            x += mask.shape[1] + gap

    def _print_marks(self, marks: tuple[int, ...], corner: tuple[int, int]) -> None:
        """Candidates at their fixed places."""
        shape, style = self.puzzle.grid.shape, self.style
        columns, rows = shape.box_width, shape.box_height
        em = max(6, round(style.cell / max(columns, rows) * 0.82))
        for digit in marks:
            row, column = divmod(digit - 1, columns)
            mask = set_text(self.puzzle.symbols[digit - 1], style.font, em)
            x = corner[0] + (column + 0.5) * style.cell / columns - mask.shape[1] / 2
            y = corner[1] + (row + 0.5) * style.cell / rows - mask.shape[0] / 2
            lay(self.picture, mask, round(x), round(y), style.mark)

    def _write_marks(
        self, marks: tuple[int, ...], corner: tuple[int, int], hand: Handwriting
    ) -> None:
        """Candidates written small from the top left corner."""
        side = self.style.cell
        height = min(0.27, 1.1 / len(marks)) * side
        x = corner[0] + round(0.12 * side)
        for digit in marks:
            if digit < 10:
                mask = _scaled(write_digit(hand, digit, self.rng), height)
                y = corner[1] + round((0.1 + self.rng.normal() * 0.015) * side)
                lay(self.picture, mask, x, y, self.style.mark)
                x += mask.shape[1] + round(0.05 * side)


def _scaled(mask: Bytes, height: float) -> Bytes:
    """The mask at a height in pixels."""
    scale = height / mask.shape[0]
    size = max(1, round(mask.shape[1] * scale)), max(1, round(height))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)
