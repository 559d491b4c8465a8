"""Draws what a pen leaves besides digits: ticks, rings, strokes through cells."""

from enum import Enum

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes
from mailbot.pictures.strokes import Figure, parse_figure
from tests.workshop.paper.pen import Pen, draw_figure

_PEN = Pen(width=0.05, wobble=0.04, tremor=0.01, aspect=1.0)


class Scrawl(Enum):
    """A pen's trace over a cell, as a figure of `mailbot.pictures.strokes`."""

    TICK = "60,72 73,94 73,94 98,50"
    RING = "55,4 20,14 6,50 22,88 58,96 92,72 90,28 58,2 40,8"
    UNDERLINE = "12,90 40,94 88,88"
    STROKE = "8,92 50,48 92,6"
    CROSS = "12,10 88,92 / 88,8 10,90"
    DASH = "4,52 96,48"

    @property
    def figure(self) -> Figure:
        """Its strokes."""
        return parse_figure(self.value)


def scrawl(kind: Scrawl, cell: int, rng: np.random.Generator) -> tuple[Bytes, int, int]:
    """The ink of a scrawl, and where it lies in a cell (left, top), in pixels."""
    points = np.array([point for stroke in kind.figure for point in stroke])
    low, high = points.min(axis=0) * cell, points.max(axis=0) * cell
    size = np.maximum(high - low, 0.08 * cell).round().astype(int)
    mask = draw_figure(kind.figure, _PEN, rng)
    way = cv2.INTER_AREA if mask.shape[0] > size[1] else cv2.INTER_LINEAR
    scaled = cv2.resize(mask, (int(size[0]), int(size[1])), interpolation=way)
    drift = rng.normal(size=2) * 0.04 * cell
    left, top = (low + drift).round().astype(int)
    return np.asarray(scaled, np.uint8), int(left), int(top)
