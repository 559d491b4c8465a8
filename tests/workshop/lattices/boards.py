"""Draws a board of any look: printed, on a screen, or by hand.

A look says what is drawn: thin lines, box lines, a frame, shades of boxes, tiles. Some
looks lack lines altogether; then the shades or the gaps between tiles show the cells.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.pixels import Bgr, Colour
from solver import Shape, shape_of
from tests.workshop.lattices.glyphs import handwritten_fonts, lay_glyph, printed_fonts

Rng = np.random.Generator
Point = npt.NDArray[np.floating]
"""x and y, in pixels."""

_SIZES = (9, 6, 4, 8, 10, 12, 16)
_SHARES = (0.84, 0.05, 0.02, 0.01, 0.01, 0.03, 0.04)

_LACKS = {
    "nothing": 0.42,
    "frame": 0.10,
    "thin lines": 0.08,
    "lines": 0.12,
    "all but tiles": 0.06,
    "straight lines": 0.12,
    "thick lines": 0.06,
    "a plain frame": 0.04,
}
"""What a look lacks, and how often."""

_SHADED = dict.fromkeys(_LACKS, 0.12) | {"lines": 1.0, "all but tiles": 0.2}
"""How often the boxes are shaded."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a board is drawn; widths are in pixels, 0 where nothing is drawn.

    `wobble` is how far hand-drawn lines stray, `gap` the distance between tiles, both
    in cells. `shaded` draws the boxes in two or more colours.
    """

    shape: Shape
    paper: Colour
    ink: Colour
    pen: Colour
    line: Colour
    thin: float
    thick: float
    frame: float
    wobble: float = 0.0
    gap: float = 0.0
    shaded: bool = False


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """The colour between two, `share` of it the other."""
    a, b = np.array(one), np.array(other)
    blue, green, red = (int(v) for v in np.rint(a + (b - a) * share))
    return blue, green, red


def pick_colour(rng: Rng, low: float, high: float, tint: float = 20) -> Colour:
    """A colour of a random lightness within limits, tinted by so many levels."""
    values = np.clip(rng.uniform(low, high) + rng.normal(size=3) * tint, 0, 255)
    blue, green, red = (int(v) for v in values)
    return blue, green, red


def pick_look(rng: Rng, cell: float) -> Look:
    """A random look for cells of that many pixels."""
    shape = shape_of(int(rng.choice(_SIZES, p=_SHARES)))
    dark = rng.random() < 0.12
    low, high = ((10, 80), (150, 255)) if dark else ((160, 255), (0, 110))
    paper = pick_colour(rng, *low, tint=8)
    ink = pick_colour(rng, *high, tint=5)
    pen = pick_colour(rng, high[0], high[1], tint=50)
    line = mixed(paper, ink, rng.uniform(0.25, 1.0))
    thin = max(0.5, cell * rng.choice([0.015, 0.03, 0.05]))
    thick = thin * rng.uniform(1.0, 4.0) + rng.uniform(0, 1)
    frame = thick * rng.choice([1.0, 1.0, 1.5, 3.0])
    look = Look(shape, paper, ink, pen, line, thin, thick, frame)
    return _lacking(rng, look, cell)


def _lacking(rng: Rng, look: Look, cell: float) -> Look:
    """The look, in half of all cases without some lines, or drawn otherwise."""
    thin, thick, frame = look.thin, look.thick, look.frame
    shares = list(_LACKS.values())
    kind = str(rng.choice(list(_LACKS), p=shares))
    shaded = bool(rng.random() < _SHADED[kind])
    drawn = (rng.random(3) < (0.1, 0.15, 0.3)) * 1.0
    widths = {
        "nothing": (thin, thick, frame),
        "frame": (thin, thick, 0.0),
        "thin lines": (0.0, max(thick, 1), max(frame, 1) * (rng.random() < 0.85)),
        "lines": (thin * drawn[0], thick * drawn[1], frame * drawn[2]),
        "all but tiles": (0.0, 0.0, 0.0),
        "straight lines": (max(thin, 0.8), max(thick, 1), max(frame, 1)),
        "thick lines": (thin, thin, thin),
        "a plain frame": (thin, thick, cell * rng.uniform(0.15, 0.35)),
    }[kind]
    return replace(
        look,
        thin=float(widths[0]),
        thick=float(widths[1]),
        frame=float(widths[2]),
        wobble=float(rng.uniform(0.01, 0.09)) if kind == "straight lines" else 0.0,
        gap=float(rng.uniform(0.04, 0.16)) if kind == "all but tiles" else 0.0,
        shaded=shaded,
    )


def draw_board(
    picture: Bgr, look: Look, corner: tuple[float, float], cell: float, rng: Rng
) -> None:
    """Draw a board with its top left corner (x, y) there, in cells of that side."""
    size = look.shape.size
    low = np.array(corner)
    _fill(picture, look.paper, low, low + size * cell)
    _shade(picture, look, low, cell, rng)
    _fill_cells(picture, look, low, cell, rng)
    for along in (0, 1):
        for number in range(size + 1):
            width = _width(look, number, along)
            if width:
                _draw_line(picture, look, (low, cell), (along, number, width), rng)


def _width(look: Look, number: int, along: int) -> float:
    """The width of a line: 0 if it is not drawn."""
    size, shape = look.shape.size, look.shape
    if number in (0, size):
        return look.frame
    step = shape.box_height if along == 0 else shape.box_width
    return look.thick if number % step == 0 else look.thin


def _fill(picture: Bgr, colour: Colour, low: Point, high: Point) -> None:
    """Fill a rectangle between two points (x, y)."""
    (x0, y0), (x1, y1) = np.rint(low).astype(int), np.rint(high).astype(int)
    picture[max(y0, 0) : max(y1, 0), max(x0, 0) : max(x1, 0)] = colour


def _shade(picture: Bgr, look: Look, low: Point, cell: float, rng: Rng) -> None:
    """Shade whole boxes, tiles, or a few single cells."""
    shape, size = look.shape, look.shape.size
    strong = rng.uniform(0.06, 0.5)
    many = rng.random() < 0.3
    tones = [look.paper, mixed(look.paper, pick_colour(rng, 60, 200, 60), strong)]
    while len(tones) < (size if many else 2):
        tones.append(mixed(look.paper, pick_colour(rng, 60, 200, 60), strong))
    single = rng.random(size * size) < rng.choice([0, 0, 0, 0.03, 0.3])
    tint = mixed(look.paper, pick_colour(rng, 40, 220, 50), rng.uniform(0.1, 0.4))
    for place in range(size * size):
        row, column = divmod(place, size)
        box_row, box_column = row // shape.box_height, column // shape.box_width
        across = size // shape.box_width
        tone = box_row * across + box_column if many else (box_row + box_column) % 2
        at = low + np.array([column, row]) * cell
        inset = look.gap * cell / 2
        if look.gap:
            colour = tones[tone % len(tones)] if look.shaded else look.line
            tile = mixed(look.paper, colour, 1.0 if look.shaded else 0.4)
            _fill(picture, tile, at + inset, at + cell - inset)
        elif look.shaded:
            _fill(picture, tones[tone % len(tones)], at, at + cell)
        elif single[place]:
            _fill(picture, tint, at, at + cell)


def _fill_cells(picture: Bgr, look: Look, low: Point, cell: float, rng: Rng) -> None:
    """Digits in some of the cells, printed or by hand, and pencil marks in others."""
    size = look.shape.size
    printed = printed_fonts()[rng.integers(len(printed_fonts()))]
    written = handwritten_fonts()[rng.integers(len(handwritten_fonts()))]
    by_hand = look.wobble > 0 and rng.random() < 0.8
    given = rng.uniform(0.15, 0.5) if rng.random() < 0.95 else 0.0
    entered = rng.choice([0, 0, rng.uniform(0, 1)])
    marked = rng.choice([0, 0, 0, rng.uniform(0, 0.8)])
    height = cell * (
        rng.uniform(0.3, 0.45) if rng.random() < 0.15 else rng.uniform(0.45, 0.8)
    )
    kinds = rng.random((size * size, 2))
    for place in range(size * size):
        row, column = divmod(place, size)
        middle = low + (np.array([column, row]) + 0.5) * cell
        x, y = (float(v) for v in middle + rng.normal(size=2) * 0.03 * cell)
        digit = int(rng.integers(min(size, 9)))
        if kinds[place, 0] < given:
            glyph = written[digit] if by_hand else printed[digit]
            _lay_symbol(picture, glyph, (x, y), (height, cell), look.ink)
        elif kinds[place, 0] < given + (1 - given) * entered:
            _lay_symbol(picture, written[digit], (x, y), (height, cell), look.pen)
        elif kinds[place, 1] < marked:
            for _ in range(int(rng.integers(1, 5))):
                near = (x, y) + rng.uniform(-0.33, 0.33, 2) * cell
                lay_glyph(
                    picture,
                    written[int(rng.integers(9))],
                    (float(near[0]), float(near[1])),
                    0.25 * cell,
                    look.pen,
                )


def _lay_symbol(
    picture: Bgr,
    glyph: Bytes,
    middle: tuple[float, float],
    sizes: tuple[float, float],
    ink: Colour,
) -> None:
    """A digit in its cell; sizes are its height and the cell's side."""
    height = min(sizes[0], 0.8 * sizes[1] * glyph.shape[0] / glyph.shape[1])
    lay_glyph(picture, glyph, middle, height, ink)


def _draw_line(
    picture: Bgr,
    look: Look,
    grid: tuple[Point, float],
    place: tuple[int, int, float],
    rng: Rng,
) -> None:
    """One line of the lattice: straight, or wavering as a hand draws it."""
    (low, cell), (along, number, width) = grid, place
    size = look.shape.size
    knots = 7 if look.wobble else 2
    length = np.linspace(0, size, knots)
    aside = np.full(knots, float(number))
    if look.wobble:
        length[0] -= rng.uniform(-0.05, 0.15)
        length[-1] += rng.uniform(-0.05, 0.15)
        aside += rng.normal(size=knots) * look.wobble
    points = np.stack([length, aside] if along == 0 else [aside, length], axis=1)
    colour = look.line if width >= 1 else mixed(look.paper, look.line, max(width, 0.3))
    pixels = np.rint((low + points * cell) * 16).astype(np.int32)
    cv2.polylines(
        picture, [pixels], False, colour, max(1, round(width)), cv2.LINE_AA, 4
    )
