"""Ten handwritings for test pictures, each with its own figures, pen and slant.

None of these figures is among those that the digit network was trained on.
"""

from dataclasses import dataclass

import numpy as np

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.strokes import Figure, parse_figure
from tests.workshop.paper.pen import Pen, draw_figure

_FIGURES: tuple[tuple[str, ...], ...] = (
    (
        "50,0 35,30 20,60 25,95 55,100 80,70 80,30 50,0",
        "55,2 25,15 15,60 40,98 75,85 85,40 65,5 45,4",
    ),
    (
        "52,0 50,50 48,100",
        "20,38 58,2 58,2 56,100",
        "26,28 56,0 56,0 54,99 54,99 / 18,99 52,97 90,99",
        "8,50 60,2 60,2 52,100",
    ),
    (
        "14,30 30,4 70,6 76,34 46,68 10,96 10,96 92,94",
        "12,16 48,0 76,18 58,58 24,92 12,80 34,74 66,94 94,84",
        "16,8 72,8 72,8 14,94 14,94 52,90 90,98",
    ),
    (
        "14,16 46,0 76,16 62,40 34,47 34,47 74,54 84,80 46,100 10,88",
        "12,4 78,4 78,4 44,38 44,38 82,56 76,88 44,100 8,92",
        "18,12 58,0 74,24 40,46 80,66 68,94 30,100 8,86",
    ),
    (
        "36,2 12,56 12,56 88,54 / 66,22 62,100",
        "64,100 66,2 66,2 6,66 6,66 94,64",
        "18,4 14,44 36,54 78,46 / 78,2 70,100",
    ),
    (
        "24,2 18,44 18,44 58,38 84,66 54,96 10,94 / 24,2 84,4",
        "84,2 28,4 20,46 60,42 82,72 46,100 10,92",
        "28,8 22,44 22,44 66,44 76,80 36,100 8,90 / 30,6 92,2",
    ),
    (
        "68,2 32,32 16,72 38,100 74,88 76,64 48,54 20,78",
        "46,0 22,46 20,88 52,100 78,80 52,60 22,76",
        "80,4 44,12 18,56 28,96 68,96 78,70 48,54 18,70",
    ),
    (
        "12,4 88,4 88,4 52,52 38,100",
        "14,4 84,4 84,4 36,100 / 28,52 78,50",
        "14,22 14,5 14,5 84,4 84,4 54,46 42,100",
        "10,8 86,2 86,2 58,48 48,98 / 34,50 84,46",
    ),
    (
        "74,14 44,2 22,22 50,46 78,76 48,100 22,78 48,50 74,26 70,8",
        "50,46 22,24 50,2 78,24 50,46 16,74 50,98 84,74 50,46",
        "82,8 42,4 26,26 68,70 48,98 22,84 50,52 88,10",
    ),
    (
        "78,20 48,2 22,22 36,46 74,34 78,12 74,52 68,100",
        "78,24 54,4 22,22 32,46 70,40 80,16 78,62 54,98 20,90",
        "76,12 42,2 18,26 42,48 76,28 76,12 76,12 74,100",
    ),
)
"""Figures of the digits 0 to 9; points as in `mailbot.pictures.strokes`."""


@dataclass(frozen=True, slots=True)
class Handwriting:
    """A person's handwriting: the figure of each digit 0-9, the pen, and how regular.

    `height` is that of a digit in cells; `drift` how far digits stray from the middle.
    """

    figures: tuple[int, ...]
    pen: Pen
    height: float = 0.62
    drift: float = 0.04


HANDS: tuple[Handwriting, ...] = (
    Handwriting((0, 0, 0, 0, 0, 0, 0, 0, 0, 0), Pen(0.08, 0.1, 0.012)),
    Handwriting((0, 1, 0, 0, 1, 0, 1, 0, 1, 0), Pen(0.06, 0.2, 0.02, 0.0, 0.15)),
    Handwriting((1, 2, 0, 1, 0, 0, 0, 1, 0, 1), Pen(0.07, 0.2, 0.018), 0.7),
    Handwriting((1, 1, 1, 0, 2, 1, 2, 2, 2, 1), Pen(0.07, 0.2, 0.02, 0.0, 0.25, 0.5)),
    Handwriting((0, 3, 1, 1, 1, 2, 1, 3, 1, 2), Pen(0.1, 0.25, 0.02, 0.0, -0.1), 0.6),
    Handwriting((0, 0, 2, 2, 2, 1, 0, 1, 1, 2), Pen(0.12, 0.2, 0.02, 0.0, 0.1, 0.7)),
    Handwriting((1, 1, 0, 2, 0, 2, 1, 0, 2, 0), Pen(0.06, 0.2, 0.02, 0.01, 0.05), 0.5),
    Handwriting(
        (1, 3, 2, 0, 0, 0, 2, 2, 0, 1), Pen(0.08, 0.3, 0.02, 0.008, 0.2), 0.75, 0.05
    ),
    Handwriting(
        (0, 2, 1, 1, 2, 2, 0, 3, 1, 0), Pen(0.07, 0.2, 0.022, 0.0, 0.0, 0.8), 0.55
    ),
    Handwriting(
        (0, 1, 0, 0, 0, 1, 1, 2, 1, 1), Pen(0.05, 0.2, 0.025, 0.006, 0.3), 0.66, 0.06
    ),
)


def write_digit(hand: Handwriting, digit: int, rng: np.random.Generator) -> Bytes:
    """A digit 0 to 9 in that handwriting: its ink 0..255, cropped."""
    return draw_figure(figure_of(hand, digit), hand.pen, rng)


def figure_of(hand: Handwriting, digit: int) -> Figure:
    """The figure of a digit in that handwriting."""
    return parse_figure(_FIGURES[digit][hand.figures[digit]])
