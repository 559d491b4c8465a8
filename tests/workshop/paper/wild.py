"""Draws boards as they are met in the wild: odd prints, drawn by hand, bad photographs.

`LOOKS` names the classes of such pictures. Each draws a puzzle with a margin of its
page around it, at random.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.pictures.pixels import Bgr, Colour
from solver import Grid
from tests.workshop.paper import set_columns
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.hands import HANDS
from tests.workshop.paper.type import find_fonts

Rng = np.random.Generator
Points = npt.NDArray[np.integer]
Look = Callable[[PaperPuzzle, PaperPuzzle, Rng], Bgr]
"""Draws the first puzzle. The second is another one that may stand on the same page."""


def _style(rng: Rng) -> PrintStyle:
    """A random print: its font, the size of its cells, its lines and its ink."""
    fonts = find_fonts()
    ink, line = (int(v) for v in rng.integers(0, 90, 2))
    return PrintStyle(
        cell=int(rng.integers(32, 64)),
        thin=1,
        thick=int(rng.integers(2, 5)),
        font=fonts[int(rng.integers(len(fonts)))],
        height=float(rng.uniform(0.5, 0.62)),
        ink=(ink, ink, ink),
        line=(line, line, line),
    )


def on_paper(board: Bgr, rng: Rng) -> Bgr:
    """The board with white paper around it."""
    return _padded(board, _margins(board, rng))


def draw_on_paper(puzzle: PaperPuzzle, rng: Rng, pen: Colour = (150, 60, 30)) -> Bgr:
    """A puzzle in a random print, its entries in a colour, with paper around it."""
    return on_paper(draw_puzzle(puzzle, replace(_style(rng), pen=pen), rng), rng)


def _margins(board: Bgr, rng: Rng) -> list[int]:
    """Random margins above, below, left and right of a board, in pixels."""
    return [round(v * board.shape[0]) for v in rng.uniform(0.05, 0.4, 4)]


def _padded(board: Bgr, around: list[int], colour: Colour = (255, 255, 255)) -> Bgr:
    """The board with margins of a colour above, below, left and right."""
    above, below, left, right = around
    height, width = board.shape[:2]
    page = np.full((above + height + below, left + width + right, 3), colour, np.uint8)
    page[above : above + height, left : left + width] = board
    return Bgr(page)


def _without_frame(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    style = _style(rng)
    board = draw_puzzle(puzzle, style, rng)
    edge = style.thick + 2
    inside = board[edge:-edge, edge:-edge].copy()
    board[:] = style.paper
    board[edge:-edge, edge:-edge] = inside
    return on_paper(board, rng)


def _box_lines(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    return on_paper(draw_puzzle(puzzle, replace(_style(rng), thin=0), rng), rng)


def _thick_frame(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    style = _style(rng)
    board = draw_puzzle(puzzle, style, rng)
    width = round(rng.uniform(0.12, 0.4) * style.cell)
    return on_paper(_padded(board, [width] * 4, style.line), rng)


def _touching(puzzle: PaperPuzzle, other: PaperPuzzle, rng: Rng) -> Bgr:
    """Two boards that share a frame, side by side or one above the other."""
    style = _style(rng)
    drawn = [draw_puzzle(one, style, rng) for one in (puzzle, other)]
    kept = style.thick if rng.random() < 0.5 else 0
    if rng.random() < 0.5:
        both = np.concatenate([drawn[0], drawn[1][:, kept:]], axis=1)
    else:
        both = np.concatenate([drawn[0], drawn[1][kept:]], axis=0)
    return on_paper(Bgr(both), rng)


def _on_a_page(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A page of text with a board of 12 to 25 % of its width, in cells of 12 pixels."""
    style = replace(_style(rng), cell=48, thin=2, thick=5)
    board = draw_puzzle(puzzle, style, rng)
    side = board.shape[0]
    width = round(side / rng.uniform(0.12, 0.25))
    page = Bgr(np.full((round(1.3 * width), width, 3), 255, np.uint8))
    for left in range(40, width - 400, 420):
        set_columns(page, (left, 40, left + 380, page.shape[0] - 40), rng)
    top, left = (int(rng.integers(60, room - side - 60)) for room in page.shape[:2])
    page[top - 40 : top + side + 40, left - 40 : left + side + 40] = 255
    page[top : top + side, left : left + side] = board
    factor = rng.uniform(12, 15) / style.cell
    small = cv2.resize(page, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return Bgr(np.asarray(small, np.uint8))


def _curled(low: float, high: float) -> Look:
    """A page that sags between its edges, by a share of the board's side."""

    def draw(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
        board = draw_puzzle(puzzle, _style(rng), rng)
        page = on_paper(board, rng)
        turned = rng.random() < 0.5
        if turned:
            page = Bgr(np.ascontiguousarray(page.transpose(1, 0, 2)))
        page = _sagging(page, float(rng.uniform(low, high)) * board.shape[0], rng)
        return Bgr(np.ascontiguousarray(page.transpose(1, 0, 2))) if turned else page

    return draw


def _sagging(page: Bgr, sag: float, rng: Rng) -> Bgr:
    """The page with its middle lower, or higher, than its edges by so many pixels."""
    room = round(sag) + 4
    page = Bgr(
        np.asarray(
            cv2.copyMakeBorder(page, room, room, 0, 0, cv2.BORDER_REPLICATE), np.uint8
        )
    )
    y, x = np.mgrid[: page.shape[0], : page.shape[1]].astype(np.float32)
    along = x / page.shape[1]
    bow = np.sin(np.pi * along * np.float32(rng.uniform(0.9, 1.2)))
    down = y + np.float32(rng.choice([-1, 1]) * sag) * (bow - np.float32(0.5))
    aside = x + np.float32(0.2 * sag) * np.sin(2 * np.pi * along)
    seen = cv2.remap(
        page, aside, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return Bgr(np.asarray(seen, np.uint8))


def _by_hand(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A board that a person drew on blank paper."""
    blue, green, red = (int(v) for v in rng.integers(10, 120, 3))
    hand = HANDS[int(rng.integers(len(HANDS)))]
    style = PrintStyle(cell=44, thin=0, thick=0, pen=(blue, green, red), hand=hand)
    grid = puzzle.grid
    written = Grid(grid.shape, (0,) * grid.shape.cells, grid.givens)
    board = draw_puzzle(replace(puzzle, grid=written), style, rng)
    around = _margins(board, rng)
    page = _padded(board, around)
    _draw_lattice(page, np.array([around[2], around[0]]), style, rng)
    return page


def _draw_lattice(page: Bgr, corner: Points, style: PrintStyle, rng: Rng) -> None:
    """Lines that waver, end too early or too late, and are thicker around boxes."""
    for number in range(10):
        for across in (False, True):
            along = np.linspace(0, 9, 8)
            along[[0, -1]] += rng.uniform([-0.15, -0.1], [0.1, 0.15])
            aside = number + rng.normal(size=8) * 0.035
            points = np.stack([along, aside] if across else [aside, along], axis=1)
            pixels = np.rint(16 * (corner + points * style.cell)).astype(np.int32)
            width = 3 if number % 3 == 0 else 1
            cv2.polylines(page, [pixels], False, style.pen, width, cv2.LINE_AA, 4)


def _at_the_spine(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """A book's page that darkens and falls away towards the spine, on the left."""
    board = draw_puzzle(puzzle, _style(rng), rng)
    above, below, _left, right = _margins(board, rng)
    page = _padded(board, [above, below, round(0.06 * board.shape[0]), right])
    y, x = np.mgrid[: page.shape[0], : page.shape[1]].astype(np.float32)
    near = np.exp(-x / np.float32(rng.uniform(0.1, 0.25) * board.shape[0]))
    lower = y - np.float32(rng.uniform(0.02, 0.07) * board.shape[0]) * near
    aside = x - np.float32(0.02 * board.shape[0]) * near
    bent = cv2.remap(
        page, aside, lower, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    light = 1 - np.float32(rng.uniform(0.4, 0.75)) * near
    return Bgr(np.asarray(bent * light[..., None], np.uint8))


def _small_digits(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    style = replace(_style(rng), cell=52, height=float(rng.uniform(0.3, 0.36)))
    return on_paper(draw_puzzle(puzzle, style, rng), rng)


def _glare(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """Glare over 6 to 10 % of the board."""
    return _spotted(puzzle, rng, (255, 255, 255), 0.4)


def _finger(puzzle: PaperPuzzle, _: PaperPuzzle, rng: Rng) -> Bgr:
    """Something that covers 6 to 10 % of the board."""
    blue, green, red = (int(v) for v in rng.integers(60, 200, 3))
    return _spotted(puzzle, rng, (blue, green, red), 0.02)


def _spotted(puzzle: PaperPuzzle, rng: Rng, colour: Colour, soft: float) -> Bgr:
    """The board on grey paper under an ellipse with an edge that is soft or sharp."""
    style = replace(_style(rng), paper=(205, 210, 212))
    board = draw_puzzle(puzzle, style, rng)
    side = board.shape[0]
    y, x = np.mgrid[:side, :side].astype(np.float32) / side
    middle, area = rng.uniform(0.15, 0.85, 2), rng.uniform(0.06, 0.10)
    wide = float(rng.uniform(0.7, 1.4))
    far = np.hypot((x - middle[0]) / wide, (y - middle[1]) * wide)
    edge = np.sqrt(area / np.pi)
    share = np.clip((edge - far) / (soft * edge) + 1, 0, 1)[..., None]
    board[:] = np.rint(board * (1 - share) + np.array(colour) * share)
    return _padded(board, _margins(board, rng), style.paper)


LOOKS: Mapping[str, Look] = {
    "no frame": _without_frame,
    "box lines only": _box_lines,
    "thick frame": _thick_frame,
    "touching another board": _touching,
    "small on a page": _on_a_page,
    "curl of 11 %": _curled(0.10, 0.12),
    "curl of 17 %": _curled(0.16, 0.18),
    "curl of 20 %": _curled(0.19, 0.21),
    "curl of 25 %": _curled(0.23, 0.27),
    "wobbly lines": _by_hand,
    "spine of a book": _at_the_spine,
    "small digits": _small_digits,
    "glare": _glare,
    "covered": _finger,
}
"""The classes of pictures by name."""
