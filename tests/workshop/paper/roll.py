"""Rolls paper around a cylinder, or into one, as a camera sees it."""

from dataclasses import dataclass

import numpy as np

from mailbot.pictures.arrays import Floats

_FAR = 10.0  # where a line of sight ends that meets no paper


@dataclass(frozen=True, slots=True)
class Roll:
    """A cylinder of paper before a camera; all lengths in sides of the picture.

    Places on the paper and points of the picture, x and y, are counted from the middle
    of the picture, where both are the same.

    Attributes:
        radius: of the cylinder.
        away: from the camera to the paper in the middle. Nearer paper is foreshortened
            more where it curls away.
        outwards: whether the paper lies around the cylinder, else within it.
        turn: of the cylinder's axis out of the upright, in radians.
        beside: from the middle to the axis.
    """

    radius: float
    away: float
    outwards: bool = True
    turn: float = 0.0
    beside: float = 0.0

    def on_paper(self, points: Floats) -> Floats:
        """The places on the paper that are seen at points [2, ...].

        Where no paper is seen they lie far off.
        """
        x, y = self._turned(points, self.turn)
        # A line of sight (x, y, away) * t meets the cylinder around (beside, -, depth).
        square = x**2 + self.away**2
        along = x * self.beside + self.away * self._depth
        root = along**2 - square * (self.beside**2 + self._depth**2 - self.radius**2)
        t = (along - self._sign * np.sqrt(np.maximum(root, 0))) / square
        ahead = self._sign * (self._depth - t * self.away)
        angle = np.arctan2(t * x - self.beside, ahead)
        around = self.radius * (angle + self._middle)
        places = np.stack([np.where(root > 0, around, _FAR), t * y])
        return self._turned(places, -self.turn)

    def seen_at(self, places: Floats) -> Floats:
        """The points where places [2, ...] on the paper are seen."""
        around, down = self._turned(places, self.turn)
        angle = around / self.radius - self._middle
        x = self.beside + self.radius * np.sin(angle)
        z = self._depth - self._sign * self.radius * np.cos(angle)
        points = np.stack([x, down]) * (self.away / z)
        return self._turned(points, -self.turn)

    @property
    def _sign(self) -> int:
        return 1 if self.outwards else -1

    @property
    def _middle(self) -> float:
        """The angle on the cylinder between its axis and the middle of the picture."""
        return float(np.arcsin(self.beside / self.radius))

    @property
    def _depth(self) -> float:
        """From the camera to the axis of the cylinder."""
        leg = np.sqrt(self.radius**2 - self.beside**2)
        return float(self.away + self._sign * leg)

    @staticmethod
    def _turned(points: Floats, angle: float) -> Floats:
        cos, sin = np.cos(angle), np.sin(angle)
        x, y = points
        return np.stack([cos * x + sin * y, cos * y - sin * x]).astype(np.float32)
