"""Draws the cells of the overprint network: one printed digit, or two of one type.

Two digits are printed over each other with equal ink, or nearly so, in the same place,
or nearly so; now and then each is half as dark, as where two pictures are blended.
What is drawn once is a single digit, handwriting included.
"""

import cv2
import numpy as np

from mailbot.eye.read.cells import SIDE
from mailbot.eye.read.overprint.contents import CONTENTS
from mailbot.workshop.digits.capture import Sides, capture
from mailbot.workshop.digits.contents import (
    HAND,
    PRINT,
    Artist,
    Content,
    Kit,
    draw_ring,
    draw_sum,
    draw_written,
)
from mailbot.workshop.digits.drawing import Pose, blank_canvas, place, thicken
from mailbot.workshop.digits.fonts import Typeface
from mailbot.workshop.digits.rendering import DrawnCells

_SIDES: Sides = ((11, 20), (18, 34), (30, 60))
"""Small cells come up often: in large ones two digits are told apart from one."""

_WRITTEN, _TWO = 0.08, 0.55
"""The shares of handwritten digits and of two printed ones."""


def render_overprints(kit: Kit, count: int, seed: int) -> DrawnCells:
    """That many cells; their labels are places in `CONTENTS`."""
    cv2.setNumThreads(1)
    artist = Artist(kit, np.random.default_rng(seed))
    pictures = np.zeros((count, SIDE, SIDE), np.uint8)
    drawn = []
    for i in range(count):
        content, digits = _draw(artist)
        pictures[i] = capture(artist, content, _SIDES)
        drawn.append((CONTENTS.index(digits), content.kind))
    labels, kinds = zip(*drawn, strict=True)
    doubts = np.zeros(count, np.float32)
    return DrawnCells(pictures, np.array(labels, np.int64), doubts, kinds)


def _draw(artist: Artist) -> tuple[Content, tuple[int, ...]]:
    """The content of a cell, and the digits in it."""
    kind = artist.rng.choice(3, p=(_WRITTEN, 1 - _WRITTEN - _TWO, _TWO))
    if kind == 0:
        written = draw_written(artist)
        return written, (written.label - HAND,)
    several = [digits for digits in CONTENTS if len(digits) == kind]
    digits = several[artist.rng.integers(len(several))]
    return draw_overprint(artist, digits), digits


def draw_overprint(artist: Artist, digits: tuple[int, ...]) -> Content:
    """Printed digits over each other, in any order, one or more."""
    face, blended = _face(artist), len(digits) > 1 and artist.chance(0.12)
    height = artist.between(*((0.26, 0.42) if artist.chance(0.1) else (0.38, 0.84)))
    ink, weaker = artist.between(0.45, 1), 1.0
    if artist.chance(0.25):
        weaker = artist.between(0.6, 1)
    x, y, turn = artist.near(0.04), artist.near(0.045), artist.near(1.5)
    stretch, press = artist.between(0.88, 1.14), int(artist.rng.integers(1 << 30))
    old_style, centred = artist.chance(0.7), artist.chance(0.5)
    off = artist.rng.normal(size=2)
    off *= artist.between(0, 0.08) * artist.chance(0.5) / np.hypot(*off)
    layers = []
    for i, digit in enumerate(artist.rng.permutation(digits)):
        glyph = face.glyphs[digit - 1]
        drop = glyph.drop * height if old_style and not centred else 0.0
        pose = Pose(
            height * (glyph.height if old_style else 1.0),
            x + i * off[0],
            y + i * off[1] + drop,
            turn,
            0.0,
            stretch,
        )
        # The press treats both alike: each glyph sees the same random numbers.
        pressed = thicken(glyph.ink, np.random.default_rng(press))
        layers.append(blank_canvas())
        place(layers[-1], pressed, pose, ink * (weaker if i else 1.0))
    canvas = np.asarray((np.mean if blended else np.max)(layers, axis=0), np.float32)
    if artist.chance(0.03):
        draw_sum(artist, canvas, artist.between(0.4, 0.9))
    if artist.chance(0.02):
        draw_ring(artist, canvas)
    return Content(canvas, PRINT + digits[0], "one" if len(digits) == 1 else "two")


def _face(artist: Artist) -> Typeface:
    """A printed typeface; now and then one that looks like handwriting."""
    hands = artist.kit.hands
    if hands and artist.chance(0.06):
        return hands[artist.rng.integers(len(hands))]
    return artist.face()
