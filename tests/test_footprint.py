"""What a child holds in memory at most, with the largest that people usually send."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from mailbot.model import Kind, MessageKey, RawMail
from mailbot.options import RespondOptions
from mailbot.pictures.paper import draw_newspaper
from mailbot.pictures.paper_grid import Board, Look
from mailbot.pictures.paper_photo import Camera, photograph
from mailbot.pool import LocalPool, PoolOptions, answer
from solver import Shape
from tests.cli.command import BOT, letter
from tests.fakes import NOON
from tests.reading.rendered import make_puzzle

pytestmark = pytest.mark.ocr

MEGAPIXELS_12 = (4000, 3000)
MOST = 400
"""Megabytes."""


def most_megabytes() -> int:
    """What this process has held at most since it began, all it shares counted in."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


@pytest.fixture(scope="module")
def photo() -> Image.Image:
    page = draw_newspaper([Board(make_puzzle(Shape(3, 3), 1).puzzle)], Look(), 1)
    camera = Camera(side=2000, turn=4, tilt=0.1, shadow=0.3)
    seen = photograph(page, camera, seed=1)
    return Image.fromarray(seen[..., ::-1]).resize(MEGAPIXELS_12)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "PDF"])
def test_a_child_reads_a_large_photo_in_little_memory(
    form: str, photo: Image.Image
) -> None:
    file = BytesIO()
    photo.save(file, form)
    raw = RawMail(MessageKey("INBOX", 1, 1), letter("", picture=file.getvalue()), NOON)
    with LocalPool(PoolOptions(children=1)) as pool:
        outcome = pool.submit(answer, raw, RespondOptions(address=BOT), NOON).result()
        most = pool.submit(most_megabytes).result()
    assert outcome.kind is Kind.SOLVED
    assert most < MOST
