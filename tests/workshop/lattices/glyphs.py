"""The ink of symbols, drawn once: in type, and by hand."""

from functools import cache

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.pixels import Bgr, Colour
from tests.workshop.paper.hands import HANDS, write_digit
from tests.workshop.paper.type import find_fonts, lay, set_text

Font = tuple[Bytes, ...]
"""The ink of some symbols, each uint8[h, w]; the digits 1 to 9 come first."""

_LETTERS = "123456789ABCDEFGHKLMNPRSTabcdeghnorstu"
_HEIGHT = 40  # pixels of a font's em; symbols are scaled down from it
_EACH = 4  # drawings of each handwritten digit


@cache
def printed_fonts() -> tuple[Font, ...]:
    """The symbols in each font of this machine."""
    return tuple(
        tuple(set_text(letter, name, _HEIGHT) for letter in _LETTERS)
        for name in find_fonts()
    )


@cache
def handwritten_fonts() -> tuple[Font, ...]:
    """The digits in each handwriting, drawn several times."""
    rng = np.random.default_rng(1)
    return tuple(
        tuple(write_digit(hand, digit, rng) for digit in range(1, 10))
        for hand in HANDS
        for _ in range(_EACH)
    )


@cache
def text_lines(font: int, height: int) -> tuple[Bytes, ...]:
    """Lines of text in one of the fonts, with an em of so many pixels."""
    rng = np.random.default_rng(font)
    name = find_fonts()[font]
    lines = []
    for _ in range(12):
        lengths = rng.integers(2, 9, 24)
        words = ("".join(rng.choice(list(_LETTERS), int(n))) for n in lengths)
        lines.append(set_text(" ".join(words), name, height))
    return tuple(lines)


def lay_glyph(
    picture: Bgr, glyph: Bytes, middle: tuple[float, float], height: float, ink: Colour
) -> None:
    """Draw a symbol around a point (x, y), at a height in pixels."""
    tall = max(2, round(height))
    wide = max(1, round(glyph.shape[1] * tall / glyph.shape[0]))
    scaled = cv2.resize(glyph, (wide, tall), interpolation=cv2.INTER_AREA)
    left, top = round(middle[0] - wide / 2), round(middle[1] - tall / 2)
    lay(picture, np.asarray(scaled, np.uint8), left, top, ink)
