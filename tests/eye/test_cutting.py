"""How cells are cut out, and what counts as their ink."""

import cv2
import numpy as np

from mailbot.eye.read.cells import contrasts
from mailbot.eye.read.cutting import cut
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Bgr

SIZE = 9
DIGITS = range(0, SIZE * SIZE, 2)
FULL = 180  # brightness of plain ink in a normalised cell


def board(paper: int, ink: int) -> Bytes:
    """An 8 in every second cell, on even paper."""
    picture = np.full((SIZE * PATCH, SIZE * PATCH, 3), paper, np.uint8)
    for cell in DIGITS:
        row, column = divmod(cell, SIZE)
        at = (column * PATCH + 14, row * PATCH + 36)
        tone = (ink, ink, ink)
        cv2.putText(picture, "8", at, cv2.FONT_HERSHEY_SIMPLEX, 1.0, tone, 3)
    return picture


def mesh() -> Floats:
    y, x = np.mgrid[: SIZE + 1, : SIZE + 1] * PATCH
    return np.stack([x, y], axis=-1).astype(np.float32)


def brightness(picture: Bytes) -> Floats:
    """How bright the ink of each cell with a digit is for the network."""
    normalised = cut(Bgr(picture), mesh()).normalised[list(DIGITS)]
    return contrasts(normalised.astype(np.float32))


def test_light_ink_stays_light_where_the_dark_paper_is_uneven() -> None:
    picture = board(paper=30, ink=240)
    gap = slice((SIZE - 1) * PATCH - 9, (SIZE - 1) * PATCH + 9)
    picture[gap] = np.minimum(picture[gap], 12)
    assert brightness(picture).min() > FULL


def test_dark_ink_stays_dark_where_a_shadow_ends() -> None:
    picture = board(paper=230, ink=40)
    shadow = slice(None, 3 * PATCH + PATCH // 2)
    picture[:, shadow] = picture[:, shadow] // 2
    assert brightness(picture).min() > FULL


def test_a_selected_cell_with_light_ink_is_read_like_its_grid() -> None:
    picture = board(paper=240, ink=30)
    picture[:PATCH, :PATCH] = 255 - picture[:PATCH, :PATCH]
    normalised = cut(Bgr(picture), mesh()).normalised.astype(int)
    inner = slice(5, -5)
    differences = np.abs(normalised[0] - normalised[2])[inner, inner]
    assert differences.mean() < 10


def test_a_bold_digit_that_fills_its_cell_is_dark_on_light_like_others() -> None:
    picture = board(paper=240, ink=30)
    cv2.circle(picture, (PATCH // 2, PATCH // 2), 15, (30, 30, 30), -1)
    normalised = cut(Bgr(picture), mesh()).normalised
    assert normalised[0, 16, 16] > FULL
    assert normalised[0, 7, 7] < FULL / 2


def test_a_cell_is_cut_to_the_pixel() -> None:
    stripes = np.zeros((SIZE * PATCH, SIZE * PATCH, 3), np.uint8)
    stripes[:, ::2] = 255
    patches = cut(Bgr(stripes), mesh()).patches.astype(int)
    # Pixels count from their middles: the mesh lies half a pixel off the stripes.
    inner = patches[40, 4:-4, 4:-4].mean(axis=2)
    assert np.abs(np.diff(inner, axis=1)).max() < 4
    shifted = mesh() - 0.5
    sharp = cut(Bgr(stripes), shifted).patches.astype(int)[40, 4:-4, 4:-4].mean(axis=2)
    assert np.abs(np.diff(sharp, axis=1)).min() > 250
