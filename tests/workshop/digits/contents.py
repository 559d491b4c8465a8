"""Draws what a cell may hold: one function for each kind of content, all seeded."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.pictures.strokes import Figure
from tests.workshop.digits.drawing import (
    CELL,
    CENTRE,
    SIDE,
    Canvas,
    Pose,
    bend,
    blank_canvas,
    draw_line,
    pencil,
    place,
    thicken,
)
from tests.workshop.digits.fonts import Coverage, Glyph, Typeface
from tests.workshop.paper.pen import Pen, draw_figure

_STRUCK = 0.15  # share of doubt in a printed digit that a pen went through

BLANK, PRINT, HAND, MARKS, WIDE, JUNK = 0, 0, 9, 19, 20, 35
"""Where the classes of `digits.CLASSES` begin; a digit is added to PRINT or HAND."""


@dataclass(frozen=True, slots=True)
class Kit:
    """What to draw with: printed families, handwriting fonts, figures of each digit."""

    families: tuple[tuple[Typeface, ...], ...]
    hands: tuple[Typeface, ...]
    figures: tuple[tuple[Figure, ...], ...]


@dataclass(frozen=True, slots=True)
class Content:
    """The ink in a cell and its class; `doubt` is the share of junk in it."""

    canvas: Canvas
    label: int
    kind: str
    doubt: float = 0.0


class Artist:
    """Draws with one kit and one seeded generator."""

    def __init__(self, kit: Kit, rng: np.random.Generator) -> None:
        self.kit = kit
        self.rng = rng

    def near(self, spread: float) -> float:
        """A normally distributed value around 0."""
        return float(self.rng.normal() * spread)

    def between(self, low: float, high: float) -> float:
        """A uniformly distributed value."""
        return float(self.rng.uniform(low, high))

    def chance(self, share: float) -> bool:
        """True with that probability."""
        return bool(self.rng.random() < share)

    def digit(self) -> int:
        """A digit from 1 to 9."""
        return int(self.rng.integers(1, 10))

    def face(self) -> Typeface:
        """A printed typeface; all families are equally likely."""
        family = self.kit.families[self.rng.integers(len(self.kit.families))]
        return family[self.rng.integers(len(family))]

    def pen(self) -> Pen:
        """A pen, from ball point to felt tip, held neatly or shakily."""
        shaky, aspect = self.chance(0.2), self.between(0.35, 1.1)
        most = min(0.17, 0.2 * aspect)  # or the loops of narrow figures would fill up
        return Pen(
            width=float(np.exp(self.between(np.log(0.035), np.log(most)))),
            pressure=self.between(0, 0.35),
            wobble=self.between(0.005, 0.035),
            tremor=self.between(0.005, 0.02) if shaky else 0.0,
            slant=self.near(0.2),
            aspect=aspect,
        )

    def written(self, digit: int, pen: Pen | None = None) -> Coverage:
        """A handwritten digit, drawn by strokes or in a handwriting font."""
        if self.kit.hands and self.chance(0.3):
            face = self.kit.hands[self.rng.integers(len(self.kit.hands))]
            ink = thicken(face.glyphs[digit - 1].ink, self.rng)
        else:
            figures = self.kit.figures[digit - 1]
            figure = figures[self.rng.integers(len(figures))]
            ink = draw_figure(self.restyle(figure), pen or self.pen(), self.rng)
            if digit == 1 and self.chance(0.3):  # a felt tip's, without loops to fill
                ink = cv2.dilate(np.pad(ink, 4), np.ones((5, 5), np.uint8)).astype(
                    np.uint8
                )
        if self.chance(0.5):
            ink = bend(ink, self.between(0, 0.06), self.rng)
        return pencil(ink, self.rng) if self.chance(0.3) else ink

    def restyle(self, figure: Figure) -> Figure:
        """The figure leaning, bowed, or with a larger top or bottom."""
        top, left = np.exp(self.rng.normal(size=2) * (0.2, 0.12))
        bow, turn = self.near(0.06), np.deg2rad(self.near(7))
        cos, sin = np.cos(turn), np.sin(turn)

        def moved(x: float, y: float) -> tuple[float, float]:
            y = y**top
            x = x**left + bow * np.sin(np.pi * y) - 0.5
            y -= 0.5
            return float(x * cos - y * sin) + 0.5, float(x * sin + y * cos) + 0.5

        return tuple(tuple(moved(x, y) for x, y in stroke) for stroke in figure)

    def set_type(self, canvas: Canvas, glyph: Glyph, height: float, ink: float) -> None:
        """Print a glyph in the middle; `height` is that of the font's digits."""
        old_style = self.chance(0.7)
        place(
            canvas,
            thicken(glyph.ink, self.rng),
            Pose(
                height * (glyph.height if old_style else 1.0),
                self.near(0.04),
                self.near(0.045) + (glyph.drop * height if old_style else 0.0),
                self.near(1.5),
                0.0,
                self.between(0.88, 1.14),
            ),
            ink,
        )


def draw_blank(_: Artist) -> Content:
    """An empty cell."""
    return Content(blank_canvas(), BLANK, "blank")


def draw_printed(artist: Artist) -> Content:
    """A printed digit, sometimes with a cage's sum or a pen's ring around it."""
    canvas, digit, face = blank_canvas(), artist.digit(), artist.face()
    small = artist.chance(0.12)
    height = artist.between(0.24, 0.42) if small else artist.between(0.38, 0.84)
    artist.set_type(canvas, face.glyphs[digit - 1], height, artist.between(0.45, 1))
    if artist.chance(0.04):
        draw_sum(artist, canvas, artist.between(0.4, 0.9))
    if artist.chance(0.04):
        draw_ring(artist, canvas)
    if not small and artist.chance(0.06):
        draw_strokes(artist, canvas)
        return Content(canvas, PRINT + digit, "print struck", _STRUCK)
    return Content(canvas, PRINT + digit, "print small" if small else "print")


def draw_sum(artist: Artist, canvas: Canvas, ink: float) -> None:
    """The sum of a cage: one or two small figures in the top left corner."""
    face, height = artist.face(), artist.between(0.14, 0.22)
    x = -0.5 + artist.between(0.08, 0.16)
    for _ in range(int(artist.rng.integers(1, 3))):
        glyph = face.glyphs[artist.rng.integers(10)]
        place(canvas, glyph.ink, Pose(height, x, -0.5 + 0.06 + height * 0.7), ink)
        x += height * 0.75


def draw_ring(artist: Artist, canvas: Canvas) -> None:
    """A pen's mark around or beside a digit: a ring, a tick, a line below."""
    ink, width = artist.between(0.2, 0.7), int(artist.rng.integers(1, 4))
    if artist.chance(0.5):
        mask = np.zeros((SIDE, SIDE), np.uint8)
        axes = tuple(int(artist.between(0.36, 0.52) * CELL) for _ in range(2))
        centre = tuple(int(CENTRE + artist.near(0.04) * CELL) for _ in range(2))
        end = artist.between(300, 380)
        cv2.ellipse(
            mask, centre, axes, artist.near(20), 0, end, 255, width, cv2.LINE_AA
        )
        np.maximum(canvas, mask * np.float32(ink / 255), out=canvas)
    else:
        y = artist.between(0.36, 0.46)
        ends = (-artist.between(0.15, 0.4), y), (artist.between(0.15, 0.4), y)
        draw_line(canvas, *ends, width, ink)


def draw_strokes(artist: Artist, canvas: Canvas) -> None:
    """A pen's stroke through a digit: slanting or level, or two that cross."""
    ink, width = artist.between(0.3, 1), int(artist.rng.integers(1, 4))
    level, way = artist.chance(0.25), float(artist.rng.choice([-1, 1]))
    crossed = not level and artist.chance(0.4)
    for side in (way, -way) if crossed else (way,):
        x, y = artist.between(0.3, 0.5), artist.between(0.25, 0.5)
        rise = artist.near(0.04) if level else side * y
        drift = artist.near(0.05)
        draw_line(canvas, (-x, drift - rise), (x, drift + rise), width, ink)


def draw_written(artist: Artist) -> Content:
    """A handwritten digit, sometimes over a pencil mark left in a corner."""
    canvas, digit, ink = blank_canvas(), artist.digit(), artist.between(0.35, 1)
    small = artist.chance(0.3)
    height = artist.between(0.3, 0.5) if small else artist.between(0.45, 0.95)
    loose = 0.09 if height < 0.6 else 0.06
    pose = Pose(
        height,
        artist.near(loose),
        artist.near(loose),
        artist.near(5),
        artist.near(0.08),
        artist.between(0.8, 1.2),
    )
    place(canvas, artist.written(digit), pose, ink)
    if artist.chance(0.07):
        faint = ink * artist.between(0.4, 0.9)
        for _ in range(int(artist.rng.integers(1, 4))):
            corner = [float(artist.rng.choice([-1, 1])) * 0.37 for _ in range(2)]
            mark = artist.written(artist.digit())
            place(canvas, mark, Pose(artist.between(0.12, 0.22), *corner), faint)
    return Content(canvas, HAND + digit, "hand small" if small else "hand")


def draw_wide(artist: Artist) -> Content:
    """What larger grids hold besides digits: 0, letters, numbers from 10 to 16."""
    canvas, which = blank_canvas(), int(artist.rng.integers(0, 15))
    hand = bool(artist.kit.hands) and artist.chance(0.08)
    faces = artist.kit.hands
    face = faces[artist.rng.integers(len(faces))] if hand else artist.face()
    glyph = face.glyphs[9 + which]
    height = artist.between(0.34, 0.76)
    if which >= 8:
        room = artist.between(0.6, 0.92) * glyph.ink.shape[0] / glyph.ink.shape[1]
        height = min(artist.between(0.28, 0.62), room)
    artist.set_type(canvas, glyph, height, artist.between(0.45, 1))
    return Content(canvas, WIDE + which, "wide")


def draw_struck(artist: Artist) -> Content:
    """A digit crossed out (junk), or written over another (half junk)."""
    canvas, digit = blank_canvas(), artist.digit()
    ink, height = artist.between(0.5, 1), artist.between(0.45, 0.85)
    pose = Pose(height, artist.near(0.06), artist.near(0.06), artist.near(5))
    place(canvas, artist.written(digit), pose, ink)
    if artist.chance(0.5):
        under = Pose(height, pose.x + artist.near(0.07), pose.y + artist.near(0.05))
        other = (digit + artist.rng.integers(1, 9) - 1) % 9 + 1
        place(canvas, artist.written(int(other)), under, ink * artist.between(0.6, 1))
        return Content(canvas, HAND + digit, "overwritten", 0.4)
    for _ in range(int(artist.rng.integers(1, 5))):
        tilt = artist.between(-0.4, 0.4)
        y = artist.near(0.12)
        ends = (
            (-artist.between(0.2, 0.45), y + tilt),
            (artist.between(0.2, 0.45), y - tilt),
        )
        draw_line(canvas, *ends, int(artist.rng.integers(2, 7)), ink)
    return Content(canvas, JUNK, "crossed out", 1.0)


def draw_junk(artist: Artist) -> Content:
    """What no sudoku holds: words, other numbers, signs, shapes."""
    canvas, ink = blank_canvas(), artist.between(0.5, 1)
    chance = artist.rng.random()
    if chance < 0.75:
        face = artist.face()
        glyph = face.odd[artist.rng.integers(len(face.odd))]
        room = artist.between(0.7, 1.15) * glyph.ink.shape[0] / glyph.ink.shape[1]
        pose = Pose(
            min(artist.between(0.3, 0.7), room),
            artist.near(0.1),
            artist.near(0.1),
            artist.near(2),
        )
        place(canvas, glyph.ink, pose, ink)
    elif chance < 0.85:  # a cell cut in two, as in other number puzzles
        rows = np.add.outer(np.arange(SIDE), np.arange(SIDE)) < SIDE
        canvas[rows if artist.chance(0.5) else rows[:, ::-1]] = ink
    else:
        for _ in range(int(artist.rng.integers(2, 7))):
            mask = np.zeros((SIDE, SIDE), np.uint8)
            at = tuple(int(v) for v in artist.rng.integers(20, SIDE - 20, 2))
            fill = -1 if artist.chance(0.5) else 3
            cv2.circle(
                mask, at, int(artist.rng.integers(6, 22)), 255, fill, cv2.LINE_AA
            )
            np.maximum(canvas, mask * np.float32(ink / 255), out=canvas)
    return Content(canvas, JUNK, "junk")


Draw = Callable[[Artist], Content]
