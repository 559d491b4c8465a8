"""Lays out pages and screens: boards, and the other things that stand beside them."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.pictures.arrays import Bools
from mailbot.pictures.pixels import Bgr, Colour
from tests.workshop.lattices.boards import (
    Look,
    Point,
    Rng,
    draw_board,
    mixed,
    pick_colour,
    pick_look,
)
from tests.workshop.lattices.glyphs import lay_glyph, printed_fonts, text_lines
from tests.workshop.paper.type import lay

_ALONE = 0.12  # share of the pages without any board
_ACCOMPANIED = 0.25  # share of the others on which a table or keys lie beside boards


@dataclass(frozen=True, slots=True)
class Placed:
    """A board on a page: its top left corner (x, y) and its side in pixels, and N."""

    left: float
    top: float
    side: float
    size: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page in colour, and the boards on it."""

    picture: Bgr
    boards: tuple[Placed, ...]


def draw_page(rng: Rng, width: int, height: int) -> Page:
    """A page of that size in pixels: one board, several, or other things only."""
    side = _pick_side(rng, min(width, height))
    look = pick_look(rng, side / 9)
    ground = look.paper
    if rng.random() < 0.25:
        ground = mixed(ground, pick_colour(rng, 60, 250), rng.uniform(0.1, 0.8))
    picture = Bgr(np.full((height, width, 3), ground, np.uint8))
    if rng.random() < _ALONE:
        _draw_text(picture, look.ink, rng)
        if rng.random() < 0.8:
            draw_other_thing(picture, look, rng)
        return Page(picture, ())
    margin = np.array([width - side, height - side])
    corner = margin * rng.uniform(0.05, 0.95, 2)
    _draw_text(picture, look.ink, rng)
    if rng.random() < _ACCOMPANIED:
        draw_other_thing(picture, look, rng)
    places = [Placed(float(corner[0]), float(corner[1]), side, look.shape.size)]
    places += _neighbours(rng, places[0], width, height)
    _lay_boards(picture, look, places, ground, rng)
    return Page(picture, tuple(places))


def _lay_boards(
    picture: Bgr, look: Look, places: list[Placed], ground: Colour, rng: Rng
) -> None:
    """The boards, with blank paper around them, squared at times."""
    around = rng.uniform(0.05, 1) * places[0].side / 9
    for place in places:
        _clear(picture, place, around, ground)
    squared = look.wobble > 0 and rng.random() < 0.5
    if squared:
        _draw_squares(picture, places[0], mixed(ground, look.line, 0.4))
    for place in places:
        _decorate(picture, look, place, rng)
    for place in places:
        cell = place.side / place.size
        own = replace(look, thin=0.0) if squared and rng.random() < 0.5 else look
        draw_board(picture, own, (place.left, place.top), cell, rng)


def _pick_side(rng: Rng, shorter: int) -> float:
    """The side of a board in pixels: mostly large, now and then small on its page."""
    share = rng.uniform(0.14, 0.45) if rng.random() < 0.35 else rng.uniform(0.45, 0.97)
    return float(share * shorter)


def _neighbours(rng: Rng, first: Placed, width: int, height: int) -> list[Placed]:
    """Boards beside the first one, near or touching it, of the same size."""
    if rng.random() < 0.6:
        return []
    gap = first.side * float(rng.choice([0.0, 0.02, 0.1, 0.3]))
    step = first.side + gap
    found = []
    for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)):
        left, top = first.left + right * step, first.top + down * step
        fits = 0 <= left <= width - first.side and 0 <= top <= height - first.side
        if fits and rng.random() < 0.7:
            scale = float(rng.uniform(0.4, 1)) if rng.random() < 0.25 else 1.0
            side = scale * first.side
            found.append(replace(first, left=left, top=top, side=side))
    return found


def _clear(picture: Bgr, place: Placed, around: float, ground: Colour) -> None:
    """Leave a margin of blank paper around a board."""
    x0, y0 = (max(0, round(v - around)) for v in (place.left, place.top))
    x1, y1 = (round(v + place.side + around) for v in (place.left, place.top))
    picture[y0:y1, x0:x1] = ground


def _draw_squares(picture: Bgr, place: Placed, colour: Colour) -> None:
    """The lines of squared paper all over the page, in step with a board's cells."""
    height, width = picture.shape[:2]
    cell = place.side / place.size
    for x in np.arange(place.left % cell, width, cell):
        at = round(float(x))
        cv2.line(picture, (at, 0), (at, height), colour, 1, cv2.LINE_AA)
    for y in np.arange(place.top % cell, height, cell):
        at = round(float(y))
        cv2.line(picture, (0, at), (width, at), colour, 1, cv2.LINE_AA)


def _draw_text(picture: Bgr, ink: Colour, rng: Rng) -> None:
    """Columns of text, with rules and pictures between them."""
    if rng.random() < 0.35:
        return
    height, width = picture.shape[:2]
    tall = int(rng.integers(5, 17))
    lines = text_lines(int(rng.integers(len(printed_fonts()))), tall)
    columns = int(rng.integers(1, 5))
    spread = width // columns
    for column in range(columns):
        left, draw = column * spread, rng.random()
        if draw < 0.2:
            continue
        step = tall * float(rng.uniform(1.3, 2.2))
        for y in np.arange(tall, height - tall, step):
            line = lines[int(rng.integers(len(lines)))]
            lay(
                picture,
                line[:, : int(spread * rng.uniform(0.5, 0.95))],
                left + tall,
                round(float(y)),
                ink,
            )
        if draw < 0.4:
            cv2.line(picture, (left, 0), (left, height), ink, 1)
        elif draw < 0.55:
            low = int(rng.integers(height // 2))
            part = picture[low : low + height // 3, left : left + spread]
            part[:] = mottled(rng, part.shape[1], part.shape[0])


def mottled(rng: Rng, width: int, height: int) -> Bgr:
    """Blots of colour, as a photograph or a table top has them."""
    knots = rng.integers(2, 24, 2)
    tones = rng.normal(size=(*knots, 3)) * rng.uniform(2, 50)
    tones += np.array(pick_colour(rng, 30, 220, 30))
    smooth = cv2.resize(tones.clip(0, 255).astype(np.uint8), (width, height))
    return Bgr(np.asarray(smooth, np.uint8))


def _decorate(picture: Bgr, look: Look, place: Placed, rng: Rng) -> None:
    """What pages and apps draw close to a board: a card, names of rows, keys."""
    cell = place.side / place.size
    draw = rng.random(3)
    if draw[0] < 0.1:
        off = float(rng.uniform(0.15, 1.2)) * cell
        low = round(place.left - off), round(place.top - off)
        high = (round(v + place.side + 2 * off) for v in low)
        cv2.rectangle(picture, low, tuple(high), look.line, int(rng.integers(1, 5)))
    font = printed_fonts()[rng.integers(len(printed_fonts()))]
    if draw[1] < 0.1:
        start = int(rng.choice([0, 9]))
        for number in range(place.size):
            along = (number + 0.5) * cell
            glyph = font[(start + number) % len(font)]
            above = place.left + along, place.top - 0.45 * cell
            beside = place.left - 0.45 * cell, place.top + along
            for middle in (above, beside):
                lay_glyph(picture, glyph, middle, 0.4 * cell, look.ink)
    if draw[2] < 0.15:
        for number in range(9):
            across = place.left + (number + 0.5) * place.side / 9
            below = across, place.top + place.side + float(1.3 * cell)
            lay_glyph(picture, font[number], below, 0.7 * cell, look.pen)


def draw_other_thing(picture: Bgr, look: Look, rng: Rng) -> None:
    """What is no sudoku: a table, a crossword, a chessboard, keys with letters."""
    height, width = picture.shape[:2]
    side = rng.uniform(0.25, 0.9) * min(width, height)
    corner = rng.uniform(0.05, 0.95, 2) * (np.array([width, height]) - side)
    kind = str(rng.choice(["chessboard", "table", "crossword", "keys"]))
    columns, rows = (int(v) for v in rng.integers(2, 21, 2))
    if kind == "chessboard":
        columns = rows = 8
    elif kind == "crossword":
        rows = columns = columns + (columns in (9, 6, 4, 12, 16))
    elif kind == "keys":
        columns, rows = (int(v) for v in rng.choice([3, 5, 7, 10, 11, 13], 2))
    filled = np.zeros((rows, columns), np.bool_)
    if kind == "chessboard":
        filled = np.add.outer(np.arange(rows), np.arange(columns)) % 2 == 1
    elif kind == "crossword":
        filled = rng.random((rows, columns)) < rng.uniform(0.1, 0.35)
    place = corner.astype(np.float32), float(side)
    (left, top), (right, bottom) = np.rint([corner, corner + side]).astype(int)
    picture[top:bottom, left:right] = look.paper
    if kind == "keys":
        _draw_keys(picture, look, place, (columns, rows), rng)
    else:
        _draw_table(picture, look, place, filled, rng)


def _draw_keys(
    picture: Bgr,
    look: Look,
    place: tuple[Point, float],
    counts: tuple[int, int],
    rng: Rng,
) -> None:
    """Tiles in rows and columns, each with a letter, as keyboards have them."""
    corner, side = place
    step = side / np.array(counts)
    gap = rng.uniform(0.05, 0.25) * step.min()
    tone = mixed(look.paper, pick_colour(rng, 20, 235, 30), 0.7)
    font = printed_fonts()[rng.integers(len(printed_fonts()))]
    for row in range(counts[1]):
        for column in range(counts[0]):
            low = corner + np.array([column, row]) * step
            (x0, y0), (x1, y1) = np.rint([low + gap / 2, low + step - gap / 2]).astype(
                int
            )
            picture[y0:y1, x0:x1] = tone
            middle = (low + step / 2).tolist()
            glyph = font[int(rng.integers(9, len(font)))]
            tall = float(0.5 * step.min())
            lay_glyph(picture, glyph, (middle[0], middle[1]), tall, look.ink)


def _draw_table(
    picture: Bgr, look: Look, place: tuple[Point, float], filled: Bools, rng: Rng
) -> None:
    """A table of rows and columns, some of its cells filled, some holding symbols."""
    corner, side = place
    rows, columns = filled.shape
    step = side / np.array([columns, rows])
    font = printed_fonts()[rng.integers(len(printed_fonts()))]
    written = rng.uniform(0, 0.9)
    for row in range(rows):
        for column in range(columns):
            low = corner + np.array([column, row]) * step
            (x0, y0), (x1, y1) = np.rint([low, low + step]).astype(int)
            if filled[row, column]:
                picture[y0:y1, x0:x1] = look.ink
            elif rng.random() < written:
                glyph = font[int(rng.integers(len(font)))]
                middle = (low + step / 2).tolist()
                lay_glyph(
                    picture,
                    glyph,
                    (middle[0], middle[1]),
                    float(0.5 * step.min()),
                    look.ink,
                )
    lines = [(np.array([c, 0]), np.array([c, rows])) for c in range(columns + 1)]
    lines += [(np.array([0, r]), np.array([columns, r])) for r in range(rows + 1)]
    for start, end in lines:
        a, b = (np.rint(corner + p * step).astype(int).tolist() for p in (start, end))
        cv2.line(picture, a, b, look.line, max(1, round(look.thin)), cv2.LINE_AA)
