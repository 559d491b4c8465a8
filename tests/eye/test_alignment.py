"""Boards without lines, whose surface is laid along their digits."""

import cv2
import numpy as np

from mailbot.eye.find.digits.alignment import along_digits
from mailbot.eye.find.lines.bend import FLAT
from mailbot.eye.find.lines.lattice import UNIT
from mailbot.eye.find.surface import Surface
from mailbot.eye.find.view import unfold
from mailbot.pictures import Bgr, Gray, to_gray
from mailbot.pictures.arrays import Floats

SIDE, CELL = 700, 50
QUAD = np.array([[120, 110], [575, 135], [560, 580], [105, 565]], np.float32)
MIDDLES = (np.stack(np.meshgrid(np.arange(9), np.arange(9)), -1) + 0.5) / 9


def surface_on(quad: Floats) -> Surface:
    through = cv2.getPerspectiveTransform(UNIT, quad.astype(np.float32))
    return Surface(FLAT, np.asarray(through, np.float64))


def page(count: int) -> Bgr:
    """White paper with that many digits in the middles of the cells on QUAD."""
    rng = np.random.default_rng(5)
    picture = np.full((SIDE, SIDE, 3), 240, np.uint8)
    points = surface_on(QUAD).points(MIDDLES.reshape(-1, 2).astype(np.float32))
    for point in points[rng.permutation(81)[:count]]:
        text, font = str(rng.integers(2, 10)), cv2.FONT_HERSHEY_SIMPLEX
        (wide, high), _ = cv2.getTextSize(text, font, 1.0, 2)
        at = (round(float(point[0]) - wide / 2), round(float(point[1]) + high / 2))
        cv2.putText(picture, text, at, font, 1.0, (30, 30, 30), 2, cv2.LINE_AA)
    return Bgr(picture)


def view_of(picture: Bgr, surface: Surface) -> Gray:
    return to_gray(unfold(picture, surface, 1.0))


def test_a_surface_a_third_of_a_cell_off_is_laid_along_the_digits() -> None:
    picture = page(30)
    off = np.array([[18, -12], [-8, 17], [12, 12], [-14, -14]], np.float32)
    seen = surface_on(QUAD + off)
    laid = along_digits(view_of(picture, seen), seen)
    places = MIDDLES.astype(np.float32)
    true = surface_on(QUAD).points(places)
    assert np.abs(seen.points(places) - true).max() > CELL / 4
    assert np.abs(laid.points(places) - true).max() < CELL / 10


def test_a_few_digits_move_no_surface() -> None:
    seen = surface_on(QUAD)
    assert along_digits(view_of(page(12), seen), seen) is seen


def test_digits_in_no_rows_move_no_surface() -> None:
    rng = np.random.default_rng(6)
    picture = np.full((SIDE, SIDE, 3), 240, np.uint8)
    for x, y in rng.integers(130, 540, (40, 2)).tolist():
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(picture, "5", (x, y), font, 1.0, (30, 30, 30), 2, cv2.LINE_AA)
    seen = surface_on(QUAD)
    assert along_digits(view_of(Bgr(picture), seen), seen) is seen
