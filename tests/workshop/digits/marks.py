"""Draws pencil marks: the small candidates that people and programs put into cells.

A mark differs from a small digit by its size and place: marks stand in a row, in
corners or in fixed places. A single printed figure in the middle, a quarter to a third
of the cell high, may be either; only the other digits of the grid can tell.
"""

import numpy as np

from tests.workshop.digits.contents import MARKS, Artist, Content, draw_sum
from tests.workshop.digits.drawing import Canvas, Pose, bend, blank_canvas, place
from tests.workshop.digits.fonts import Glyph

_RASTERS = ((3, 3), (3, 3), (3, 3), (3, 3), (2, 3), (3, 2), (4, 3), (3, 4), (4, 4))
"""Columns and rows of fixed places, for the sizes of grids."""

_EDGES = ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, -1), (0, 1), (-1, 0), (1, 0))


def _numeral(face_glyphs: tuple[Glyph, ...], number: int) -> Glyph:
    """The glyph of a number from 1 to 16, or of 0 in its place."""
    if number <= 9:
        return face_glyphs[number - 1]
    return face_glyphs[17 + number - 10]


def _draw_raster(artist: Artist, canvas: Canvas) -> None:
    """Figures in fixed places, printed or by hand."""
    columns, rows = _RASTERS[artist.rng.integers(len(_RASTERS))]
    share, margin = artist.between(0.1, 0.9), artist.between(0, 0.07)
    shown = np.flatnonzero(artist.rng.random(columns * rows) < share)
    if not len(shown):
        shown = artist.rng.integers(0, columns * rows, 1)
    height = artist.between(0.45, 0.85) / rows
    hand, glyphs = artist.chance(0.25), artist.face().glyphs
    pen, loose = artist.pen(), 0.25 / rows if hand else 0.0
    for place_number in shown:
        row, column = divmod(int(place_number), columns)
        number = int(place_number) + 1
        if hand and number <= 9:
            ink = artist.written(number, pen)
        else:
            ink = _numeral(glyphs, number).ink
        room = 0.9 / columns * ink.shape[0] / ink.shape[1]
        pose = Pose(
            min(height * artist.between(0.9, 1.05), room),
            margin - 0.5 + (column + 0.5) * (1 - 2 * margin) / columns
            + artist.near(loose * 0.3),
            margin - 0.5 + (row + 0.5) * (1 - 2 * margin) / rows
            + artist.near(loose * 0.3),
            artist.near(4) if hand else 0.0,
        )  # fmt: skip
        place(canvas, ink, pose)


def _draw_string(artist: Artist, canvas: Canvas) -> None:
    """Printed figures in a row, in the middle or at the top or bottom."""
    count = int(artist.rng.integers(2, 8))
    digits = np.sort(artist.rng.choice(9, count, replace=False))
    height = min(artist.between(0.15, 0.32), 1.2 / count)
    step = height * artist.between(0.62, 0.85)
    y = float(artist.rng.choice([0, 0, 0, -0.32, 0.3])) + artist.near(0.02)
    glyphs, x = artist.face().glyphs, -step * (count - 1) / 2
    for digit in digits:
        place(canvas, glyphs[digit].ink, Pose(height, x, y))
        x += step


def _draw_corners(artist: Artist, canvas: Canvas) -> None:
    """Printed figures in corners and at edges."""
    count = int(artist.rng.integers(1, 6))
    height, out = artist.between(0.15, 0.34), artist.between(0.26, 0.37)
    order = np.arange(8) if artist.chance(0.6) else artist.rng.permutation(8)
    glyphs = artist.face().glyphs
    for number in order[:count]:
        dx, dy = _EDGES[number]
        ink = glyphs[artist.rng.integers(9)].ink
        place(canvas, ink, Pose(height, dx * out, dy * out))


def _draw_lone(artist: Artist, canvas: Canvas) -> None:
    """A single printed candidate in the middle."""
    ink = artist.face().glyphs[artist.rng.integers(9)].ink
    place(canvas, ink, Pose(artist.between(0.15, 0.32), artist.near(0.03)))


def _draw_row(artist: Artist, canvas: Canvas) -> None:
    """Small handwritten figures in a row from a corner or an edge."""
    count = int(artist.rng.choice([1, 2, 2, 2, 3, 3, 4, 5]))
    height = artist.between(0.18, 0.32 if count == 1 else min(0.56, 1.3 / count))
    step = height * artist.between(0.5, 0.85)
    left = artist.between(0.1, max(0.11, 0.88 - step * (count - 1)))
    x = (artist.between(0.1, 0.28) if artist.chance(0.6) else left) - 0.5
    y = height / 2 + artist.between(0.0, 0.14) - 0.5
    if artist.chance(0.2):
        y = -y
    elif count > 1 and artist.chance(0.15):
        height, y = min(height, 0.34), artist.near(0.06)
    turn, pen, bold = artist.near(6), artist.pen(), artist.between(0, 0.05)
    for _ in range(count):
        ink = bend(artist.written(artist.digit(), pen), bold, artist.rng)
        pose = Pose(
            height * artist.between(0.88, 1.1),
            x,
            y + artist.near(0.02),
            turn + artist.near(4),
            artist.near(0.1),
            artist.between(0.8, 1.2),
        )
        place(canvas, ink, pose)
        x += step * artist.between(0.85, 1.1)


def _draw_clusters(artist: Artist, canvas: Canvas) -> None:
    """Handwritten figures squeezed into two rows, or around the edges."""
    height, pen = artist.between(0.16, 0.3), artist.pen()
    for dx, dy in artist.rng.permutation(np.array(_EDGES))[: artist.rng.integers(2, 7)]:
        pose = Pose(
            height * artist.between(0.85, 1.15),
            float(dx) * artist.between(0.22, 0.36),
            float(dy) * artist.between(0.22, 0.36),
            artist.near(8),
        )
        place(canvas, artist.written(artist.digit(), pen), pose)


_STYLES = (
    _draw_raster,
    _draw_string,
    _draw_corners,
    _draw_row,
    _draw_clusters,
    _draw_lone,
)
_SHARES = (0.32, 0.13, 0.13, 0.28, 0.09, 0.05)


def draw_marks(artist: Artist) -> Content:
    """Candidates, or (seldom) nothing but the sum of a cage."""
    canvas = blank_canvas()
    if artist.chance(0.06):
        draw_sum(artist, canvas, 1.0)
    else:
        _STYLES[artist.rng.choice(len(_STYLES), p=_SHARES)](artist, canvas)
    canvas *= np.float32(artist.between(0.3, 1))
    return Content(canvas, MARKS, "marks")
