"""Files of a bounded size that hold nothing but pixels."""

from io import BytesIO

import numpy as np
from PIL import Image

from mailbot.pictures import Bgr, decode, encode_jpeg, encode_png, rotate


def noise(height: int, width: int) -> Bgr:
    rng = np.random.default_rng(3)
    return Bgr(rng.integers(0, 256, (height, width, 3), np.uint8))


def test_png_gives_back_the_same_pixels() -> None:
    picture = noise(20, 30)
    assert (decode(encode_png(picture)) == picture).all()


def test_a_picture_too_large_for_a_mail_is_made_smaller() -> None:
    for encode in (encode_jpeg, encode_png):
        data = encode(noise(600, 800), most=60_000)
        assert len(data) <= 60_000
        height, width = decode(data).shape[:2]
        assert abs(width / height - 800 / 600) < 0.02


def test_a_picture_that_fits_keeps_its_size() -> None:
    assert decode(encode_jpeg(noise(60, 80))).shape == (60, 80, 3)


def test_nothing_is_written_but_pixels() -> None:
    image = Image.open(BytesIO(encode_jpeg(noise(30, 30))))
    assert not image.getexif()
    assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}


def test_rotation_counts_quarter_turns_clockwise() -> None:
    picture = noise(2, 3)
    once = rotate(picture, 1)
    assert once.shape == (3, 2, 3)
    assert (once[0, -1] == picture[0, 0]).all()
    assert (rotate(once, 3) == picture).all()
