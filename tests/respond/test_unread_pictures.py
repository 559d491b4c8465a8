"""Letters with a photograph that cannot be read, or not all of it: the true reason."""

from collections.abc import Callable
from email.message import EmailMessage

import cv2
import numpy as np
import pytest

from mailbot.model import Kind, Respond
from mailbot.pictures.encode import encode_png
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.respond.test_respond import letter, reply_to
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph

Spoil = Callable[[Bgr], Bgr]


@pytest.fixture(scope="module")
def page() -> Bgr:
    """A photographed page with a puzzle that needs each of its givens."""
    board = PaperPuzzle(make_puzzle(Shape(3, 3), 900).puzzle)
    drawn = draw_newspaper([board], PrintStyle(cell=56), 1)
    return photograph(drawn, Camera(turn=2, tilt=0.08), 1)


def reply_with(picture: Bgr) -> Respond:
    message = EmailMessage()
    message.set_content("Please solve this.")
    png = encode_png(picture)
    message.add_attachment(png, maintype="image", subtype="png", filename="photo.png")
    head, _, _ = letter().partition(b"\r\n\r\n")
    return reply_to(head + b"\r\n" + message.as_bytes())


def shrunk(picture: Bgr) -> Bgr:
    small = cv2.resize(picture, None, fx=0.1, fy=0.1, interpolation=cv2.INTER_AREA)
    return Bgr(np.asarray(small, np.uint8))


def smeared(picture: Bgr) -> Bgr:
    """Moved aslant, by half a cell, while the picture was taken."""
    way = np.eye(21, dtype=np.float32) / 21
    return Bgr(np.asarray(cv2.filter2D(picture, -1, way), np.uint8))


def darkened(picture: Bgr) -> Bgr:
    """Taken nearly without light, so that the camera's noise drowns the digits."""
    noise = np.random.default_rng(1).normal(0, 6, picture.shape)
    return Bgr(np.clip(picture * 0.04 + noise, 0, 255).astype(np.uint8))


def cut_off(picture: Bgr) -> Bgr:
    return Bgr(picture[: picture.shape[0] // 2])


def covered(picture: Bgr) -> Bgr:
    """A finger lies on it, from below."""
    height, width = picture.shape[:2]
    changed = picture.copy()
    finger = np.array([[0.45, 1], [0.65, 1], [0.62, 0.4], [0.5, 0.35]])
    points = np.rint(finger * [width, height]).astype(np.int32)
    cv2.fillPoly(changed, [points], (120, 150, 205))
    return changed


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("spoil", "kind", "reason"),
    [
        (shrunk, Kind.UNREADABLE, "its cells are too small to read"),
        (smeared, Kind.UNREADABLE, "the picture is too blurred to read"),
        (darkened, Kind.UNREADABLE, "the picture is too dark to read"),
        (cut_off, Kind.UNREADABLE, "cut off at the edge"),
        (covered, Kind.DOUBTFUL, "a part of it is covered"),
    ],
)
def test_its_reason_is_told(page: Bgr, spoil: Spoil, kind: Kind, reason: str) -> None:
    outcome = reply_with(spoil(page))
    assert outcome.kind is kind
    assert reason in " ".join(outcome.reply.text.split())
    assert not outcome.solutions
