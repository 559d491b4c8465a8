"""Draws thousands of cells: how often each kind, in which type and handwriting.

A seed always draws the same cells. A part of the type and of the handwriting is held
out of training, and the network is measured on it.
"""

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.read.cells import SIDE
from mailbot.pictures.arrays import Bytes, Floats, Ints
from tests.workshop.digits.capture import capture
from tests.workshop.digits.contents import (
    Artist,
    Draw,
    Kit,
    draw_blank,
    draw_junk,
    draw_printed,
    draw_struck,
    draw_wide,
    draw_written,
)
from tests.workshop.digits.fonts import Typeface, load_typefaces
from tests.workshop.digits.marks import draw_marks
from tests.workshop.digits.strokes import FIGURES

SHARES: tuple[tuple[Draw, float], ...] = (
    (draw_blank, 0.14),
    (draw_printed, 0.26),
    (draw_written, 0.26),
    (draw_marks, 0.16),
    (draw_wide, 0.11),
    (draw_junk, 0.05),
    (draw_struck, 0.02),
)
_HELD_OUT = 8  # every eighth family and hand


@dataclass(frozen=True, slots=True)
class DrawnCells:
    """Normalised cells [n, 32, 32], their classes, shares of junk, and kinds."""

    pictures: Bytes
    labels: Ints
    doubts: Floats
    kinds: tuple[str, ...]


def load_kits() -> tuple[Kit, Kit]:
    """What to train with, and what is held out to measure with."""
    families: dict[str, list[Typeface]] = defaultdict(list)
    hands: list[Typeface] = []
    for face in load_typefaces():
        if face.hand:
            hands.append(face)
        else:
            families[face.name.partition(" (")[0]].append(face)
    printed = [tuple(faces) for _, faces in sorted(families.items())]

    def kit(held_out: bool) -> Kit:
        def chosen(index: int) -> bool:
            return (index % _HELD_OUT == _HELD_OUT - 1) == held_out

        return Kit(
            tuple(f for i, f in enumerate(printed) if chosen(i)),
            tuple(f for i, f in enumerate(hands) if chosen(i)),
            tuple(f[:1] if held_out else f[1:] for f in FIGURES),
        )

    return kit(False), kit(True)


def render_cells(kit: Kit, count: int, seed: int) -> DrawnCells:
    """That many cells of all kinds, drawn from the kit."""
    cv2.setNumThreads(1)
    artist = Artist(kit, np.random.default_rng(seed))
    draws, shares = zip(*SHARES, strict=True)
    pictures = np.zeros((count, SIDE, SIDE), np.uint8)
    contents = []
    for i, kind in enumerate(artist.rng.choice(len(draws), count, p=shares)):
        content = draws[kind](artist)
        pictures[i] = capture(artist, content)
        contents.append((content.label, content.doubt, content.kind))
    labels, doubts, kinds = zip(*contents, strict=True)
    return DrawnCells(
        pictures, np.array(labels, np.int64), np.array(doubts, np.float32), kinds
    )
