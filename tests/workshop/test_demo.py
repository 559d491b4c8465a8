"""The pictures of the demo are those that the workshop draws for it."""

from collections.abc import Callable

import numpy as np
import pytest

from mailbot.pictures.decode import decode
from mailbot.pictures.pixels import Bgr
from tests.workshop.demo import FOLDER, PHOTO, SCREEN, draw_evening, draw_morning


@pytest.mark.parametrize(
    ("name", "draw", "apart"),
    [
        (SCREEN, draw_evening, 1.0),
        (PHOTO, draw_morning, 3.0),
    ],
    ids=["screen", "photo"],
)
def test_a_picture_of_the_demo_is_as_the_workshop_draws_it(
    name: str, draw: Callable[[], Bgr], apart: float
) -> None:
    drawn = draw()
    kept = decode((FOLDER / name).read_bytes())
    assert kept.shape == drawn.shape
    assert np.abs(kept.astype(float) - drawn.astype(float)).mean() < apart


def test_the_pictures_of_the_demo_are_small_beside_the_networks() -> None:
    sizes = [(FOLDER / n).stat().st_size for n in (SCREEN, PHOTO)]
    assert sum(sizes) < 100_000
