"""Draws a digit as a hand does: a pen along the smooth strokes of a figure."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes, Doubles
from mailbot.pictures.strokes import Figure, smooth_path

SIDE = 128
"""Side of the square that `draw_figure` draws in, in pixels."""

_SUB = 8  # cv2 draws lines in eighths of a pixel (shift=3)


@dataclass(frozen=True, slots=True)
class Pen:
    """How a digit is written; all lengths in heights of the digit.

    `width` is the width of the line, `pressure` the share by which it varies along a
    stroke, `wobble` how far points stray from the figure, `tremor` how much the line
    shakes, `slant` the shift of the top to the right, `aspect` the figure's width over
    its height.
    """

    width: float = 0.09
    pressure: float = 0.15
    wobble: float = 0.02
    tremor: float = 0.0
    slant: float = 0.0
    aspect: float = 0.6


def _shake(path: Doubles, amount: float, rng: np.random.Generator) -> Doubles:
    """The path with a tremor: slow noise across its length."""
    knots = rng.normal(size=(max(3, len(path) // 4), 2)) * amount
    at = np.linspace(0, len(knots) - 1, len(path))
    noise = [np.interp(at, np.arange(len(knots)), knots[:, k]) for k in (0, 1)]
    return path + np.stack(noise, axis=1)


def draw_figure(figure: Figure, pen: Pen, rng: np.random.Generator) -> Bytes:
    """The ink of a figure, 0..255, cropped to what is drawn."""
    image = np.zeros((SIDE, SIDE), np.uint8)
    scale = 0.66 * SIDE
    strayed: dict[tuple[float, float], Doubles] = {}
    for stroke in figure:
        for point in stroke:
            if point not in strayed:
                strayed[point] = np.array(point) + rng.normal(size=2) * pen.wobble
        path = smooth_path(np.stack([strayed[point] for point in stroke]))
        if pen.tremor:
            path = _shake(path, pen.tremor, rng)
        x = (path[:, 0] - 0.5) * pen.aspect + (0.5 - path[:, 1]) * pen.slant
        dots = np.stack(
            [x * scale + SIDE / 2, (path[:, 1] - 0.5) * scale + SIDE / 2], 1
        )
        phase = rng.uniform(0, 2 * np.pi)
        swing = np.sin(np.linspace(phase, phase + rng.uniform(2, 6), len(dots)))
        widths = pen.width * scale * (1 + pen.pressure * swing)
        _draw_line(image, dots, widths)
    rows = np.flatnonzero(image.max(axis=1) > 60)
    columns = np.flatnonzero(image.max(axis=0) > 60)
    return image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].copy()


def _draw_line(image: Bytes, dots: Doubles, widths: Doubles) -> None:
    """A line through the dots, with a width in pixels at each."""
    places = np.clip(dots * _SUB, 0, (SIDE - 1) * _SUB).astype(int)
    for start, end, width in zip(places[:-1], places[1:], widths[1:], strict=True):
        wide = max(1, round(float(width)))
        cv2.line(image, start.tolist(), end.tolist(), 255, wide, cv2.LINE_AA, 3)
