"""Holds the handwritten figures of the training cells: how people draw 1 to 9.

Several figures a digit, after the habits of many countries: 1 with and without flag
and foot, 2 with a loop, 3 with a flat top, open and closed 4, crossed 7, straight and
curled 9. The hands of the project's own test pictures
(`tests.workshop.paper.hands`) are others.
"""

from mailbot.pictures.strokes import parse_figure
from tests.cases import data_of

_DIGITS = [
    "ones",
    "twos",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
]

FIGURES = tuple(
    tuple(parse_figure(text) for text in figures)
    for figures in data_of(__file__, *_DIGITS)
)
"""The figures of the digits 1 to 9, in order.

Points as in `mailbot.pictures.strokes`.
"""
