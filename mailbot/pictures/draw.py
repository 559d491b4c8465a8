"""Draws digits and outlines into the cells of a pictured puzzle, in perspective.

A mesh is the lattice of a grid: (N+1)*(N+1) points (x, y) row by row, in pixels, x to
the right, y down, origin at the top left. Colours are blue, green, red.
"""

from collections.abc import Collection, Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from mailbot.pictures.arrays import Doubles
from mailbot.pictures.pixels import Bgr, Colour, to_gray
from mailbot.pictures.strokes import Figure, parse_figure, smooth_path

Mesh = Doubles
"""Lattice points, shape [N+1, N+1, 2]."""

INK: Colour = (176, 62, 16)
BLACK: Colour = (20, 20, 20)
_CHALK: Colour = (255, 214, 150)
_ORANGE: Colour = (0, 130, 240)
_RED: Colour = (40, 40, 215)
_FAINT: Colour = (110, 110, 110)
_HALO: Colour = (245, 245, 245)
_BLUE_TINT: Colour = (255, 240, 214)
_PALE_TINT: Colour = (214, 238, 255)
_ORANGE_TINT: Colour = (120, 205, 255)
_CAPITAL = 21.0  # pixels of a capital of cv2's font at scale 1
_GRID_LINE: Colour = (90, 90, 90)

_FIGURES: tuple[Figure, ...] = tuple(
    parse_figure(digit)
    for digit in """\
50,0 18,18 8,52 20,86 50,100 80,86 92,52 82,18 50,0
26,22 56,0 56,0 56,100
12,22 30,3 62,1 84,20 74,46 40,74 10,100 10,100 90,100
14,12 40,0 72,4 82,24 66,43 42,48 42,48 74,54 88,74 74,94 44,100 12,88
62,0 8,68 8,68 94,68 / 70,40 70,100
82,0 24,0 24,0 18,43 18,43 50,38 82,50 88,72 72,94 42,100 12,90
72,2 40,18 16,52 14,80 36,99 64,98 86,80 78,56 50,48 22,62
8,2 92,2 92,2 62,46 40,100
50,47 20,36 20,12 50,0 80,12 80,36 50,47 16,62 12,86 50,100 88,86 84,62 50,47
82,38 60,52 28,48 16,24 32,4 62,1 84,16 84,44 74,76 56,100""".splitlines()
)
"""The digits 0 to 9; points as in `strokes`."""

_SUB = 16  # cv2 takes points in sixteenths of a pixel (shift=4)
_SHIFT = 4
_LONG_SIDE = (480, 1200)  # pixels of a cropped puzzle, at least and at most
_MARGIN = 0.07  # of the puzzle's longer side
_DARK = 105  # lightness of the paper below which chalk is easier to see than ink


class Overlay(Struct, frozen=True):
    """What to draw: digits into cells, and cells to outline as doubtful or wrong.

    `letters` name the questions about doubtful cells. `shaded`, `lines` and `because`
    are cells to tint: the house of a hint, what is ruled out in it, and by which cells;
    `crossed` are the digits that it rules out, by cell; `marks` those that cells can
    still hold.
    """

    digits: Mapping[int, int] = field(default_factory=dict)
    doubtful: Collection[int] = ()
    wrong: Collection[int] = ()
    letters: Mapping[int, str] = field(default_factory=dict)
    shaded: Collection[int] = ()
    lines: Collection[int] = ()
    because: Collection[int] = ()
    crossed: Mapping[int, Sequence[int]] = field(default_factory=dict)
    marks: Mapping[int, Sequence[int]] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(getattr(self, name) for name in self.__struct_fields__)


def make_mesh(points: Sequence[tuple[float, float]], size: int) -> Mesh:
    """The mesh of a grid of size N, from its points row by row."""
    return np.asarray(points, np.float64).reshape(size + 1, size + 1, 2)


def crop_puzzle(picture: Bgr, mesh: Mesh) -> tuple[Bgr, Mesh]:
    """The puzzle with a margin, at a size for a mail, and the mesh in that picture.

    Where the picture ends at the puzzle, a margin for the numbers of the rows and
    columns is added to it, in the colour of the paper.
    """
    height, width = picture.shape[:2]
    low, high = mesh.min(axis=(0, 1)), mesh.max(axis=(0, 1))
    margin = _MARGIN * float((high - low).max())
    left, top = np.clip(np.floor(low - margin), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(
        np.ceil(high + margin), (left + 1, top + 1), (width, height)
    ).astype(int)
    missing = np.ceil(np.clip(margin - low, 0, 2 * margin)).astype(int)
    crop = _extended(Bgr(picture[top:bottom, left:right]), *map(int, missing))
    long_side = max(crop.shape[:2])
    scale = float(np.clip(long_side, *_LONG_SIDE)) / long_side
    moved = (mesh - (left, top) + missing) * scale
    if scale == 1:
        return crop, moved
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    size = (max(1, round(crop.shape[1] * scale)), max(1, round(crop.shape[0] * scale)))
    return Bgr(np.asarray(cv2.resize(crop, size, interpolation=way), np.uint8)), moved


def _extended(picture: Bgr, left: int, top: int) -> Bgr:
    """A picture with so many pixels more at two sides, in the colour of the paper."""
    paper = np.median(picture.reshape(-1, 3), axis=0).tolist()
    return Bgr(
        np.asarray(
            cv2.copyMakeBorder(
                picture, top, 0, left, 0, cv2.BORDER_CONSTANT, value=paper
            ),
            np.uint8,
        )
    )


def draw_overlay(picture: Bgr, mesh: Mesh, overlay: Overlay) -> Bgr:
    """A copy of the picture with digits written, and cells tinted and outlined.

    Rows and columns are numbered around the grid.
    """
    drawn = Bgr(picture.copy())
    tinted = dict.fromkeys(overlay.shaded, _BLUE_TINT)
    tinted |= dict.fromkeys(overlay.lines, _PALE_TINT)
    tinted |= dict.fromkeys(overlay.because, _ORANGE_TINT)
    for cell, tint in tinted.items():
        _tint(drawn, _quad(mesh, cell), tint)
    _number_edges(drawn, mesh)
    colour = _CHALK if _is_dark(picture, mesh) else INK
    for cell, digit in overlay.digits.items():
        write_number(drawn, _quad(mesh, cell), digit, colour)
    for cells, outline in ((overlay.doubtful, _ORANGE), (overlay.wrong, _RED)):
        for cell in cells:
            _outline(drawn, _quad(mesh, cell), outline)
    for cell, digits in overlay.marks.items():
        _mark(drawn, _quad(mesh, cell), digits, colour)
    for cell, digits in overlay.crossed.items():
        _cross_out(drawn, _quad(mesh, cell), digits)
    for cell, letter in overlay.letters.items():
        _badge(drawn, _quad(mesh, cell), letter)
    return drawn


def render_grid(
    box: tuple[int, int], givens: Mapping[int, int], overlay: Overlay
) -> Bgr:
    """A grid on white paper, about 500 pixels wide.

    Args:
        box: width and height of a box, in cells.
        givens: printed digits by cell.
        overlay: other digits, and cells to outline.
    """
    size = box[0] * box[1]
    side = max(26, 500 // size)
    margin = side // 2
    steps = np.arange(size + 1) * side + margin
    mesh = np.stack(np.meshgrid(steps, steps), axis=-1).astype(np.float64)
    edge = size * side + 2 * margin
    paper = Bgr(np.full((edge, edge, 3), 255, np.uint8))
    last = int(steps[-1])
    for number, step in enumerate(map(int, steps)):
        across, down = (1 if number % n else 3 for n in box)
        cv2.line(paper, (step, margin), (step, last), _GRID_LINE, across)
        cv2.line(paper, (margin, step), (last, step), _GRID_LINE, down)
    for cell, digit in givens.items():
        write_number(paper, _quad(mesh, cell), digit, BLACK)
    return draw_overlay(paper, mesh, overlay)


def write_number(picture: Bgr, quad: Mesh, number: int, colour: Colour) -> None:
    """Write a number into the cell whose corners are `quad`, shape [2, 2, 2]."""
    figures = [_FIGURES[int(figure)] for figure in str(number)]
    width = 0.36 if len(figures) == 1 else 0.3
    start = 0.5 - (width * len(figures) + 0.08 * (len(figures) - 1)) / 2
    pen = max(1, round((0.085 if len(figures) == 1 else 0.065) * _side(quad)))
    for place, figure in enumerate(figures):
        left = start + place * (width + 0.08)
        lines = [
            _points(quad, smooth_path(np.array(stroke)) * (width, 0.58) + (left, 0.21))
            for stroke in figure
        ]
        cv2.polylines(picture, lines, False, colour, pen, cv2.LINE_AA, _SHIFT)


def _outline(picture: Bgr, quad: Mesh, colour: Colour) -> None:
    corners = np.array([(0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93)])
    pen = max(2, round(0.06 * _side(quad)))
    points = _points(quad, corners)
    cv2.polylines(picture, [points], True, colour, pen, cv2.LINE_AA, _SHIFT)


def _tint(picture: Bgr, quad: Mesh, colour: Colour) -> None:
    """Colour a cell as a highlighter does: what is dark in it stays dark."""
    low = np.maximum(np.floor(quad.min(axis=(0, 1))), 0).astype(int)
    high = np.ceil(quad.max(axis=(0, 1))).astype(int) + 1
    part = picture[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    corners = np.array([(0.0, 0.0), (1, 0), (1, 1), (0, 1)])
    cv2.fillPoly(mask, [_points(quad - low, corners)], 255, cv2.LINE_8, _SHIFT)
    inside = mask > 0
    part[inside] = np.asarray(part[inside] * (np.array(colour) / 255), np.uint8)


def _number_edges(picture: Bgr, mesh: Mesh) -> None:
    """Write the numbers of rows and columns around the grid, faintly."""
    size = mesh.shape[0] - 1
    for number in range(size):
        above, left = _quad(mesh, number), _quad(mesh, number * size)
        for quad, place in ((above, (0.5, -0.3)), (left, (-0.3, 0.5))):
            for colour, pen in ((_HALO, 3), (_FAINT, 1)):
                _write_small(picture, quad, place, str(number + 1), colour, pen)


def _badge(picture: Bgr, quad: Mesh, letter: str) -> None:
    """The letter of a question, in a corner of its cell."""
    place = (0.86, 0.14)
    centre = _points(quad, np.array([place]))[0]
    radius = round(0.2 * _side(quad) * _SUB)
    cv2.circle(picture, centre.tolist(), radius, _ORANGE, -1, cv2.LINE_AA, _SHIFT)
    _write_small(picture, quad, place, letter, BLACK, 2)


def _mark(picture: Bgr, quad: Mesh, digits: Sequence[int], colour: Colour) -> None:
    """Small digits from 1 to 9, each in its own place of three rows of three."""
    for digit in digits:
        row, column = divmod(digit - 1, 3)
        place = (0.22 + 0.28 * column, 0.2 + 0.3 * row)
        _write_small(picture, quad, place, str(digit), colour, 1)


def _cross_out(picture: Bgr, quad: Mesh, digits: Sequence[int]) -> None:
    """Small digits with a stroke through each, in up to three columns of a cell."""
    for number, digit in enumerate(digits):
        row, column = divmod(number, 3)
        across, down = 0.22 + 0.28 * column, 0.2 + 0.3 * row
        for colour, pen in ((_HALO, 4), (_RED, 2)):
            _write_small(picture, quad, (across, down), str(digit), colour, pen)
        ends = ((across - 0.12, down + 0.12), (across + 0.12, down - 0.12))
        stroke = _points(quad, np.array(ends))
        cv2.polylines(picture, [stroke], False, _RED, 2, cv2.LINE_AA, _SHIFT)


def _write_small(
    picture: Bgr,
    quad: Mesh,
    place: tuple[float, float],
    text: str,
    colour: Colour,
    pen: int,
) -> None:
    """Write a letter or a number, a quarter of a cell high, at a place of a cell."""
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, 0.25 * _side(quad) / _CAPITAL
    (width, height), _ = cv2.getTextSize(text, font, scale, pen)
    x, y = _points(quad, np.array([place]))[0] / _SUB
    at = (round(float(x) - width / 2), round(float(y) + height / 2))
    cv2.putText(picture, text, at, font, scale, colour, pen, cv2.LINE_AA)


def _quad(mesh: Mesh, cell: int) -> Mesh:
    """The four corners of a cell, shape [2, 2, 2]."""
    row, column = divmod(cell, mesh.shape[0] - 1)
    return mesh[row : row + 2, column : column + 2]


def _side(quad: Mesh) -> float:
    """The shorter side of a cell, in pixels."""
    across = np.linalg.norm(quad[:, 1] - quad[:, 0], axis=1).mean()
    down = np.linalg.norm(quad[1] - quad[0], axis=1).mean()
    return float(min(across, down))


def _points(quad: Mesh, places: Doubles) -> npt.NDArray[np.int32]:
    """Places in a cell (0..1 across and down) as points for cv2, in 1/16 pixel."""
    u, v = places[:, :1], places[:, 1:]
    upper = quad[0, 0] * (1 - u) + quad[0, 1] * u
    lower = quad[1, 0] * (1 - u) + quad[1, 1] * u
    return np.asarray(np.round((upper * (1 - v) + lower * v) * _SUB), np.int32)


def _is_dark(picture: Bgr, mesh: Mesh) -> bool:
    """Whether the paper of the grid is too dark for ink."""
    low = np.maximum(mesh.min(axis=(0, 1)), 0).astype(int)
    high = mesh.max(axis=(0, 1)).astype(int)
    paper = picture[low[1] : high[1] : 4, low[0] : high[0] : 4]
    return bool(paper.size) and float(np.median(to_gray(Bgr(paper)))) < _DARK
