"""Files of pictures: what is read, and what is written."""

import subprocess
import sys
from io import BytesIO
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageOps

from mailbot.errors import TooLarge, UnreadablePicture
from mailbot.pictures import (
    Bgr,
    PictureLimits,
    decode,
    encode_jpeg,
    encode_png,
    measure,
    rotate,
    split_pages,
)
from tests.cases import cases_of
from tests.examples import examples

cases = cases_of(__file__)

# Any bytes give a picture within limits or one of our own errors.


def make(mode: str, size: tuple[int, int] = (40, 30)) -> Image.Image:
    """A picture whose left half is dark and whose right half is light."""
    image = Image.new("L", size, 230)
    image.paste(20, (0, 0, size[0] // 2, size[1]))
    return image.convert(mode)


def save(image: Image.Image, kind: str, **options: object) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


@cases("kind")
def test_every_usual_format_is_read(kind: str) -> None:
    picture = decode(save(make("RGB"), kind))
    assert picture.shape == (30, 40, 3)
    assert picture[:, :15].mean() < 60
    assert picture[:, 25:].mean() > 190


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "YCbCr"])
def test_every_colour_mode_becomes_blue_green_red(mode: str) -> None:
    kind = "TIFF" if mode in ("CMYK", "YCbCr") else "PNG"
    picture = decode(save(make(mode), kind))
    assert picture.shape == (30, 40, 3)
    assert picture[:, :15].mean() < 60 < 190 < picture[:, 25:].mean()


def test_channels_stand_in_the_order_blue_green_red() -> None:
    picture = decode(save(Image.new("RGB", (4, 4), (250, 120, 10)), "PNG"))
    assert picture[0, 0].tolist() == [10, 120, 250]


def test_sixteen_bits_are_brought_down_to_eight() -> None:
    deep = np.array([[0, 65535], [32768, 65535]], np.uint16)
    picture = decode(save(Image.fromarray(deep), "PNG"))
    assert picture[..., 0].tolist() == [[0, 255], [127, 255]]


def test_the_orientation_tag_turns_the_picture_upright() -> None:
    tagged = make("RGB")
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held so that the right side is up
    picture = decode(save(tagged, "JPEG", exif=exif))
    assert picture.shape == (40, 30, 3)
    assert picture[:15].mean() < 60


def test_of_an_animation_the_first_picture_is_taken() -> None:
    frames = [Image.new("RGB", (8, 8), c) for c in ("black", "white", "red")]
    data = save(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert decode(data).max() == 0


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "AVIF"])
def test_frames_of_one_colour_before_the_picture_are_passed_over(kind: str) -> None:
    frames = [Image.new("RGB", (40, 30), "white"), make("RGB"), make("RGB")]
    data = save(frames[0], kind, save_all=True, append_images=frames[1:])
    assert decode(data)[:, :15].mean() < 60


def test_each_page_of_a_fax_is_a_file_of_its_own() -> None:
    pages = [make("L"), make("L").transpose(Image.Transpose.FLIP_LEFT_RIGHT)]
    data = save(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    first, second = split_pages(data, 10)
    assert decode(first)[:, :15].mean() < 60 < decode(second)[:, :15].mean()
    assert len([*split_pages(data, 1)]) == 1


def test_a_picture_of_one_page_stays_the_file_that_it_was() -> None:
    data = save(make("L"), "TIFF")
    assert [*split_pages(data, 10)] == [data]


def test_a_photograph_of_tiles_fits_into_the_memory_of_a_reader() -> None:
    """An iPhone cuts its photographs into tiles of 512 pixels."""
    image = make("RGB", (4032, 3024))
    file = BytesIO()
    quickly = {"preset": "ultrafast"}
    image.save(file, "HEIF", quality=50, tile_size=512, enc_params=quickly)
    program = (
        "import resource, sys; from mailbot.pictures import decode;"
        "before = int(open('/proc/self/statm').read().split()[0]) * 4096;"
        "most = before + 400 * 2**20;"
        "resource.setrlimit(resource.RLIMIT_AS, (most, most));"
        "print(decode(sys.stdin.buffer.read()).shape)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=file.getvalue(),
        capture_output=True,
        check=False,
    )
    assert done.stdout == b"(3024, 4032, 3)\n", done.stderr[-500:]


def test_clear_pixels_become_white_paper_under_dark_ink() -> None:
    image = Image.new("RGBA", (10, 10), (0, 0, 0, 0))
    image.paste((10, 10, 10, 255), (0, 0, 10, 2))
    picture = decode(save(image, "PNG"))
    assert picture[0].max() == 10
    assert picture[5:].min() == 255


def test_clear_pixels_become_black_paper_under_light_ink() -> None:
    image = Image.new("RGBA", (10, 10), (0, 0, 0, 0))
    image.paste((250, 250, 250, 255), (0, 0, 10, 2))
    assert decode(save(image, "PNG"))[5:].max() == 0


def test_a_single_pixel_is_a_picture() -> None:
    assert decode(save(make("RGB", (2, 1)), "PNG")).shape == (1, 2, 3)


def test_a_header_that_claims_too_much_is_refused_before_decoding() -> None:
    data = bytearray(save(make("L"), "PNG"))
    data[16:24] = (60000).to_bytes(4) + (60000).to_bytes(4)
    data[29:33] = _crc(data[12:29])
    with pytest.raises(TooLarge, match="60000x60000"):
        decode(bytes(data))
    with pytest.raises(TooLarge):
        measure(bytes(data))


def test_too_many_bytes_are_refused_unseen() -> None:
    with pytest.raises(TooLarge, match="MB"):
        decode(bytes(2000), PictureLimits(bytes=1000))


def test_a_very_large_photograph_is_decoded_at_a_half() -> None:
    data = save(make("RGB", (800, 600)), "JPEG")
    assert decode(data, PictureLimits(full_pixels=200_000)).shape == (300, 400, 3)


@pytest.mark.parametrize("divisor", [1, 2, 4, 8])
@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_photograph_has_the_colours_that_pillow_sees(mode: str, divisor: int) -> None:
    rng = np.random.default_rng(5)
    coarse = Image.fromarray(rng.integers(0, 256, (40, 31, 3), np.uint8))
    data = save(coarse.resize((631, 803)).convert(mode), "JPEG")
    picture = decode(data, PictureLimits(full_pixels=631 * 803 // divisor**2))
    seen = Image.open(BytesIO(data))
    seen.draft(None, (631 // divisor, 803 // divisor))
    assert np.array_equal(picture[..., ::-1], np.asarray(seen.convert("RGB")))


def test_a_large_photograph_takes_little_beside_its_own_pixels() -> None:
    """36 MB are what the reader needs; twice that while OpenCV hands them over."""
    script = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from mailbot.pictures import decode\n"
        "def most():\n"
        "    status = Path('/proc/self/status').read_text()\n"
        "    return int(re.search(r'VmHWM:\\s+(\\d+)', status)[1]) >> 10\n"
        "before = most()\n"
        "decode(sys.stdin.buffer.read())\n"
        "print(most() - before)\n"
    )
    data = save(make("RGB", (4000, 3000)), "JPEG")
    done = subprocess.run(
        (sys.executable, "-c", script), input=data, capture_output=True, check=True
    )
    assert int(done.stdout) < 85


@pytest.mark.parametrize("mode", ["L", "P", "RGB", "RGBA", "I;16", "F"])
def test_a_very_large_picture_of_any_kind_is_made_smaller(mode: str) -> None:
    image = make("L", (803, 602))
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image).astype(np.uint16) * 256)
    data = save(image.convert(mode), "TIFF" if mode == "F" else "PNG")
    picture = decode(data, PictureLimits(full_pixels=200_000))
    assert picture.shape == (301, 401, 3)
    assert picture[:, :195].mean() < picture[:, 210:].mean()


@pytest.mark.parametrize("value", range(1, 9))
def test_each_orientation_turns_as_the_standard_says(value: int) -> None:
    stored = np.arange(6, dtype=np.uint8).reshape(2, 3) * 40
    exif = Image.Exif()
    exif[0x0112] = value
    data = save(Image.fromarray(stored), "PNG", exif=exif)
    expected = ImageOps.exif_transpose(Image.open(BytesIO(data)))
    assert decode(data)[..., 0].tolist() == np.asarray(expected).tolist()


def test_stripes_leave_no_seam() -> None:
    """The picture has more rows than a stripe."""
    rng = np.random.default_rng(1)
    deep = rng.random((2100, 1000), np.float32)
    levels = ((deep - deep.min()) * (255 / np.ptp(deep))).astype(np.uint8)
    found = decode(save(Image.fromarray(deep), "TIFF"))[..., 0]
    assert np.abs(found.astype(int) - levels).max() < 1.1
    ink = rng.integers(0, 90, (2100, 1000, 4), np.uint8)
    alpha = ink[..., 3:] / 255
    paper = (ink[..., :3] * alpha + 255 * (1 - alpha))[..., ::-1]
    assert np.abs(decode(save(Image.fromarray(ink), "PNG")) - paper).max() < 1.1


def test_a_format_that_takes_much_memory_is_refused_before_decoding() -> None:
    limits = PictureLimits(memory=12_000)
    assert decode(save(make("RGB"), "PNG"), limits).size
    with pytest.raises(TooLarge, match=r"WEBP .* takes 0 MB"):
        decode(save(make("RGB"), "WEBP"), limits)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "HEIF"])
def test_a_picture_cut_short_is_refused(kind: str) -> None:
    data = save(make("RGB", (200, 200)), kind)
    with pytest.raises(UnreadablePicture):
        decode(data[: len(data) // 3])


@pytest.mark.parametrize("data", [b"", b"x", b"%!PS-Adobe-3.0 EPSF-3.0\n", b"\xff\xd8"])
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadablePicture):
        decode(data)


SEEDS = [
    save(make("P" if kind == "GIF" else "RGB"), kind)
    for kind in (
        *("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP"),
        *("AVIF", "JPEG2000", "TGA", "PPM", "PCX", "SGI", "DDS"),
    )
]


@examples(150)
@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=20),
    st.integers(0, 10_000),
)
def test_damaged_bytes_raise_nothing_but_our_errors(
    seed: bytes, damage: list[tuple[int, int]], end: int
) -> None:
    data = bytearray(seed)
    for place, value in damage:
        data[place % len(data)] = value
    try:
        picture = decode(bytes(data[: max(end, 1)]))
    except (UnreadablePicture, TooLarge):
        return
    assert picture.ndim == 3


def _crc(chunk: bytes | bytearray) -> bytes:
    return crc32(bytes(chunk)).to_bytes(4)


# Files of a bounded size that hold nothing but pixels.


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
