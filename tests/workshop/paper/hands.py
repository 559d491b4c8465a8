"""Ten handwritings for test pictures, each with its own figures, pen and slant.

None of these figures is among those that the digit network was trained on.
"""

from dataclasses import dataclass

import numpy as np

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.strokes import Figure, parse_figure
from tests.cases import data_of
from tests.workshop.paper.pen import Pen, draw_figure

[_FIGURES] = data_of(__file__, "figures")
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
