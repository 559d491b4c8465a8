"""Draws pictures such as programmers keep of their solvers, on screens and on paper.

`DEMOS` names the classes of such pictures. Each draws a puzzle at random.
"""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from mailbot.pictures.pixels import Bgr, Colour
from solver import Grid, Solved, solve
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.screen import DARK, LIGHT, draw_screen
from tests.workshop.paper.type import EMBEDDED, find_fonts, lay, set_text
from tests.workshop.paper.wild import Look, Rng, draw_on_paper, on_paper

_WOOD = (60, 95, 140)


def _dark_screen(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """An app with light digits on a board nearly as dark as the screen around it."""
    paper = _colour(rng, 10, 60)
    fainter = int(rng.integers(15, 60))
    style = replace(
        DARK.style,
        cell=int(rng.integers(36, 90)),
        paper=paper,
        line=(paper[0] + fainter, paper[1] + fainter, paper[2] + fainter),
        thick=int(rng.integers(2, 5)),
        font=_font(rng),
        height=float(rng.uniform(0.4, 0.6)),
    )
    return draw_screen(puzzle, replace(DARK, style=style), int(rng.integers(1000)))


def _on_a_table(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A telephone among other things on a table, seen from the side."""
    style = replace(LIGHT.style, cell=60, line=(150, 140, 140), thick=3)
    screen = draw_screen(puzzle, replace(LIGHT, style=style), int(rng.integers(1000)))
    height, width = screen.shape[:2]
    table = np.full((2 * height, round(1.6 * height), 3), _WOOD, np.uint8)
    grain = cv2.GaussianBlur(rng.normal(0, 1, table.shape[:2]), (0, 0), 25, None, 2)
    table = np.clip(table + 60 * grain[..., None], 0, 255).astype(np.uint8)
    top, left = height // 2, round(rng.uniform(0.3, 0.7) * (table.shape[1] - width))
    for _thing in range(12):  # books, boxes and notes around the telephone
        y, x = (int(rng.integers(0, side - 160)) for side in table.shape[:2])
        low, right = y + int(rng.integers(40, 500)), x + int(rng.integers(40, 500))
        table[y:low, x:right] = _colour(rng, 0, 200)
        for line in range(y + 10, low - 40, 34):
            lay(Bgr(table), set_text("morning paper", EMBEDDED, 26), x + 8, line, _WOOD)
    table[top - 30 : top + height + 30, left - 20 : left + width + 20] = 15
    table[top : top + height, left : left + width] = screen
    camera = Camera(
        side=2048,
        turn=float(rng.uniform(-40, 40)),
        tilt=float(rng.uniform(0.3, 0.7)),
        blur=0.8,
        table=_WOOD,
    )
    return photograph(Bgr(table), camera, int(rng.integers(1000)))


def _solved_in_colour(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A photograph into which a program wrote the digits that were missing."""
    answer = solve(puzzle.grid)
    assert isinstance(answer, Solved)
    missing = zip(puzzle.grid.givens, answer.grid.digits, strict=True)
    entries = tuple(0 if given else digit for given, digit in missing)
    grid = Grid(puzzle.grid.shape, puzzle.grid.givens, entries)
    pen = ((0, 220, 0), (0, 0, 255), (255, 0, 0))[int(rng.integers(3))]
    page = draw_on_paper(replace(puzzle, grid=grid), rng, pen)
    return photograph(
        page, Camera(side=900, tilt=0.15, turn=4), int(rng.integers(1000))
    )


def _thresholded(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A photograph turned into white ink on black, with the grain of its paper."""
    page = draw_on_paper(puzzle, rng)
    camera = Camera(side=int(rng.integers(600, 1000)), tilt=0.1, noise=4, blur=0.8)
    photo = photograph(page, camera, int(rng.integers(1000)))
    gray = cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    mean, dark = cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY_INV
    ink = cv2.adaptiveThreshold(gray, 255, mean, dark, 11, 2)
    return Bgr(np.asarray(cv2.cvtColor(ink, cv2.COLOR_GRAY2BGR), np.uint8))


def _table_of_inputs(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A page of the web: lines of one width, every other box shaded, and buttons."""
    width = int(rng.integers(1, 3))
    style = PrintStyle(
        cell=int(rng.integers(24, 44)),
        thin=width,
        thick=width,
        font=_font(rng),
        height=float(rng.uniform(0.4, 0.5)),
        line=(int(rng.integers(100, 210)),) * 3,
    )
    shaded = [cell for cell in range(81) if (cell // 27 + cell % 9 // 3) % 2]
    shades = dict.fromkeys(shaded, _colour(rng, 215, 245))
    board = draw_puzzle(replace(puzzle, shades=shades), style, rng)
    side = board.shape[0]
    wide = side + int(rng.integers(60, 500))
    page = Bgr(np.full((side + 140, wide, 3), 255, np.uint8))
    lay(page, set_text("Sudoku Solver", EMBEDDED, 28), 30, 18, (40, 40, 40))
    page[70 : 70 + side, 30 : 30 + side] = board
    for left, word in ((30, "Solve"), (120, "Clear")):
        page[85 + side : 115 + side, left : left + 80] = (200, 120, 40)
        label = set_text(word, EMBEDDED, 16)
        lay(page, label, left + 12, 92 + side, (255, 255, 255))
    return page


def _dark_tiles(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """Tiles with light gaps between them; the givens white on dark ones."""
    light = _colour(rng, 200, 256)
    dark = _colour(rng, 30, 140)
    width = int(rng.integers(2, 6))
    style = PrintStyle(
        cell=int(rng.integers(34, 70)),
        thin=width,
        thick=width + int(rng.integers(0, 4)),
        font=_font(rng),
        line=(255, 255, 255),
        ink=(255, 255, 255),
    )
    tiles = [dark if given else light for given in puzzle.grid.givens]
    shades = dict(enumerate(tiles))
    return on_paper(draw_puzzle(replace(puzzle, shades=shades), style, rng), rng)


def _zeros(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A program's grid with a 0 in each empty cell."""
    cell, font = int(rng.integers(32, 64)), _font(rng)
    style = PrintStyle(cell=cell, thick=3, font=font, height=0.55)
    board = draw_puzzle(puzzle, style, rng)
    zero = set_text("0", font, round(0.75 * cell))
    for place, given in enumerate(puzzle.grid.givens):
        row, column = divmod(place, puzzle.grid.shape.size)
        x, y = (style.thick + at * cell + cell // 2 for at in (column, row))
        if not given:
            lay(board, zero, x - zero.shape[1] // 2, y - zero.shape[0] // 2, style.ink)
    return on_paper(board, rng)


def _font(rng: Rng) -> str:
    fonts = find_fonts()
    return fonts[int(rng.integers(len(fonts)))]


def _colour(rng: Rng, low: int, high: int) -> Colour:
    blue, green, red = (int(v) for v in rng.integers(low, high, 3))
    return blue, green, red


DEMOS: Mapping[str, Look] = {
    "dark screen": _dark_screen,
    "telephone on a table": _on_a_table,
    "solved in colour": _solved_in_colour,
    "thresholded": _thresholded,
    "table of inputs": _table_of_inputs,
    "dark tiles": _dark_tiles,
    "zeros for blanks": _zeros,
}
"""The classes of pictures by name."""
