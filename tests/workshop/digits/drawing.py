"""Puts ink on the canvas of one cell and of the edges of its neighbours."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.pictures.arrays import Floats
from tests.workshop.digits.fonts import Coverage

CELL = 64
"""Side of the cell on its canvas, in pixels."""

EDGE = 16
"""Pixels of the neighbouring cells on each side."""

SIDE = CELL + 2 * EDGE
CENTRE = SIDE / 2

Canvas = Floats
"""Ink on paper, 0 none to 1 black, shape [SIDE, SIDE]."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a glyph lies: height and centre in cells, turn in degrees.

    The centre is counted from the middle of the cell.
    """

    height: float
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    shear: float = 0.0
    stretch: float = 1.0


def blank_canvas() -> Canvas:
    """A canvas without ink."""
    return np.zeros((SIDE, SIDE), np.float32)


def place(canvas: Canvas, ink: Coverage, pose: Pose, strength: float = 1.0) -> None:
    """Lay a glyph's ink on the canvas; where two inks meet, the darker stays."""
    height, width = ink.shape
    scale = pose.height * CELL / height
    angle = np.deg2rad(pose.turn)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = turn @ np.array(
        [[scale * pose.stretch, -pose.shear * scale], [0.0, scale]]
    )
    reach = np.abs(matrix) @ np.array([width, height]) / 2 + 1
    middle = np.array([pose.x, pose.y]) * CELL + CENTRE
    low = np.clip(np.floor(middle - reach), 0, SIDE).astype(int)
    high = np.clip(np.ceil(middle + reach), 0, SIDE).astype(int)
    if (high <= low).any():
        return
    if scale < 0.7:  # or thin strokes would be lost between the pixels
        ink = cv2.GaussianBlur(ink, (0, 0), 0.4 / scale).astype(np.uint8)
    shift = middle - low - matrix @ np.array([width / 2, height / 2])
    laid = cv2.warpAffine(
        ink,
        np.column_stack([matrix, shift]),
        (int(high[0] - low[0]), int(high[1] - low[1])),
        flags=cv2.INTER_LINEAR,
    )
    patch = canvas[low[1] : high[1], low[0] : high[0]]
    np.maximum(patch, laid * np.float32(strength / 255), out=patch)


def bend(ink: Coverage, amount: float, rng: np.random.Generator) -> Coverage:
    """The glyph, distorted smoothly by up to `amount` of its height."""
    pad = 2 + int(amount * ink.shape[0])
    ink = np.pad(ink, pad)
    height, width = ink.shape
    knots = rng.uniform(-1, 1, (4, 4, 2)).astype(np.float32) * amount * height
    field = cv2.resize(knots, (width, height), interpolation=cv2.INTER_CUBIC)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height))
    return cv2.remap(
        ink, x + field[..., 0], y.astype(np.float32) + field[..., 1], cv2.INTER_LINEAR
    ).astype(np.uint8)


def thicken(ink: Coverage, rng: np.random.Generator) -> Coverage:
    """The glyph, now and then bolder or thinner, as a press prints it."""
    chance = rng.random()
    if chance < 0.18:
        kernel = np.ones((3, 3), np.uint8)
        padded = np.pad(ink, 3)
        return cv2.dilate(padded, kernel, iterations=int(rng.integers(1, 3))).astype(
            np.uint8
        )
    if chance < 0.3:
        return cv2.erode(ink, np.ones((2, 2), np.uint8)).astype(np.uint8)
    return ink


def pencil(ink: Coverage, rng: np.random.Generator) -> Coverage:
    """The glyph with the grain of a pencil on rough paper."""
    height, width = ink.shape
    grain = rng.uniform(0.3, 1.5, (height // 3 + 1, width // 3 + 1)).astype(np.float32)
    rough = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(ink * np.minimum(rough, 1), 0, 255).astype(np.uint8)


def draw_line(
    canvas: Canvas,
    start: tuple[float, float],
    end: tuple[float, float],
    width: int,
    strength: float,
) -> None:
    """A straight line between two points, in cells from the middle of the cell."""
    mask = np.zeros((SIDE, SIDE), np.uint8)
    ends = [
        tuple(int(np.clip((v * CELL + CENTRE) * 8, -400, SIDE * 8 + 400)) for v in p)
        for p in (start, end)
    ]
    cv2.line(mask, ends[0], ends[1], 255, width, cv2.LINE_AA, 3)
    np.maximum(canvas, mask * np.float32(strength / 255), out=canvas)
