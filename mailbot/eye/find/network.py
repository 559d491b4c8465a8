"""Tells with a small network where boards lie in a picture.

The network sees a square at a time: the whole picture, a part of it, or the view of a
board. It says for each pixel whether it lies on
a board, where on the board, and whether a line of the lattice runs there, be it drawn
or only implied by the shades of the boxes. It is trained on drawn scenes only (see
eye/weights/README.md).
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from mailbot.eye.onnx import load_onnx
from mailbot.pictures.arrays import Floats, percentile
from mailbot.pictures.pixels import Bgr

MODEL = Path(__file__).parents[1] / "weights" / "lattice.onnx"

INPUT_SIDE = 256
"""Side of the network's input, in pixels."""

FINE, COARSE = INPUT_SIDE // 2, INPUT_SIDE // 4
"""Sides of the map of lines, and of the other maps."""

CORE = 0.45
"""The inside that is taught: this far, in board sides, from the middle of the board.
The rim is left out, so that boards that touch are told apart."""

_SURELY, _EDGE = 0.8, 0.2  # of a board, and its share of a picture's edge
_RIM = 3  # coarse pixels at an edge of the picture
_SOME = 5  # coarse pixels that tell of a board
_CLEAREST = 90  # percentile of the probabilities of lines on a board
_DARKEST = 32.0  # lightness; keeps the noise of a black picture dark


@dataclass(frozen=True, slots=True)
class Maps:
    """What the network says about a picture.

    `lines` float32[FINE, FINE] tells how likely a line runs there, `inside`
    float32[COARSE, COARSE] how likely a board lies there; `place`
    float32[COARSE, COARSE, 2] where on the board a pixel lies (x and y, 0 to 1). The
    maps lie over the square whose top left pixel is `corner` (x, y), and whose side is
    INPUT_SIDE / `scale` pixels of the picture.
    """

    lines: Floats
    inside: Floats
    place: Floats
    corner: tuple[int, int]
    scale: float

    @property
    def likely(self) -> float:
        """How likely any board is: the probability that some pixels lie on one."""
        return _likely(self.inside)

    def likely_in(self, corner: tuple[int, int], side: int) -> float:
        """How likely any board is in a square of the picture that was looked at.

        Args:
            corner: the square's top left pixel, x and y, from that of the maps.
            side: its side in pixels.
        """
        pixel = self.scale * COARSE / INPUT_SIDE
        left, top = (int(pixel * place) for place in corner)
        extent = int(pixel * side) + 1
        return _likely(self.inside[top : top + extent, left : left + extent])

    def places_at(self, points: Floats) -> Floats:
        """The places on a board, 0 to 1, that are seen at points [n, 2] in pixels."""
        return self._at(points, self.place)

    def likeness(self, points: Floats) -> float:
        """How much a board whose places lie at points [n, 2] looks like one, 0 to 2.

        It is the mean probability that they lie on a board, and that of its clearest
        lines.
        """
        lines = percentile(self._at(points, self.lines), _CLEAREST)
        return float(self._at(points, self.inside).mean() + lines)

    def _at(self, points: Floats, values: Floats) -> Floats:
        """The values of a map at points [n, 2] in pixels; at its edge, beyond it."""
        seen = (points - self.corner) * (self.scale * len(values) / INPUT_SIDE)
        column, row = np.clip(seen.astype(np.int64), 0, len(values) - 1).T
        return np.asarray(values[row, column], np.float32)


def _likely(inside: Floats) -> float:
    return float(np.partition(inside, -_SOME, axis=None)[-_SOME])


def reaches_edge(maps: Maps, extent: tuple[int, ...]) -> bool:
    """Whether a board reaches one edge of the picture, or some, but not all four.

    Args:
        maps: of the whole picture.
        extent: its height and width.
    """
    pixel = maps.scale * COARSE / INPUT_SIDE
    height, width = (max(1, round(pixel * side)) for side in extent[:2])
    seen = maps.inside[:height, :width] > _SURELY
    # The network is less sure at the very edge, where it sees no paper beyond.
    rows, columns = (seen[:_RIM], seen[-_RIM:]), (seen[:, :_RIM], seen[:, -_RIM:])
    edges = (*(r.any(0) for r in rows), *(c.any(1) for c in columns))
    reached = sum(bool(edge.mean() > _EDGE) for edge in edges)
    return 0 < reached < len(edges)


@lru_cache(maxsize=1)
def load_network() -> cv2.dnn.Net:
    """The network, loaded once in a process.

    Raises:
        MissingTool: the file is not there or damaged, or OpenCV cannot run it.
    """
    return load_onnx(MODEL, np.zeros((1, 3, INPUT_SIDE, INPUT_SIDE), np.float32))[0]


def look_at(picture: Bgr, corner: tuple[int, int] = (0, 0), side: int = 0) -> Maps:
    """Run the network on a square of the picture, or on all of it.

    Args:
        picture: shape [h, w, 3].
        corner: the square's top left pixel, x and y, inside the picture.
        side: the square's side in pixels, 0 for the longer side of the picture.

    Raises:
        MissingTool: the network is not there, or OpenCV cannot run it.
    """
    side = side or max(picture.shape[:2])
    left, top = corner
    part = picture[top : top + side, left : left + side]
    scale = INPUT_SIDE / side
    size = tuple(max(1, round(scale * length)) for length in part.shape[1::-1])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    seen = np.zeros((INPUT_SIDE, INPUT_SIDE, 3), np.float32)
    seen[: size[1], : size[0]] = level(
        cv2.resize(part, size, interpolation=way).astype(np.float32)
    )
    net = load_network()
    net.setInput(cv2.dnn.blobFromImage(seen))
    maps = np.array(net.forward(), np.float32)[0]
    likely = 1 / (1 + np.exp(-np.clip(maps[:5], -30, 30)))
    lines = np.zeros((FINE, FINE), np.float32)
    for quarter in range(4):
        lines[quarter // 2 :: 2, quarter % 2 :: 2] = likely[quarter]
    return Maps(lines, likely[4], np.moveaxis(maps[5:7], 0, 2), corner, scale)


def level(picture: Floats) -> Floats:
    """The picture [h, w, 3], with its light parts at about 1."""
    light = max(float(percentile(picture[::4, ::4], 98)), _DARKEST)
    return picture * np.float32(1 / light)
