"""The strokes of a digit, as a hand writes it.

A figure is a list of strokes, a stroke a list of points in a unit square, x to the
right and y down. A pen runs smoothly through the points and turns sharply where a
point is written twice.
"""

import numpy as np

from mailbot.pictures.arrays import Doubles

Stroke = tuple[tuple[float, float], ...]
Figure = tuple[Stroke, ...]
Curve = Doubles
"""Points of a curve, shape [n, 2]."""

_STEPS = 9  # points of a smooth path between two points of a stroke


def parse_figure(text: str) -> Figure:
    """A figure from its text: points in hundredths, / between strokes.

    >>> parse_figure("50,0 50,100 / 20,100 80,100")
    (((0.5, 0.0), (0.5, 1.0)), ((0.2, 1.0), (0.8, 1.0)))
    """

    def point(word: str) -> tuple[float, float]:
        x, y = word.split(",")
        return int(x) / 100, int(y) / 100

    return tuple(
        tuple(point(word) for word in stroke.split()) for stroke in text.split("/")
    )


def smooth_path(points: Curve) -> Curve:
    """A Catmull-Rom spline through the points, shape [n, 2]."""
    p = np.vstack([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, _STEPS)[:, None]
    pieces = []
    for a, b, c, d in zip(p[:-3], p[1:-2], p[2:-1], p[3:], strict=True):
        line = 2 * b + (c - a) * t
        line += (2 * a - 5 * b + 4 * c - d) * t**2
        line += (3 * b - a - 3 * c + d) * t**3
        pieces.append(line / 2)
    return np.vstack(pieces)
