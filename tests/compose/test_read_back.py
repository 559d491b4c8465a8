"""The picture of a reply, read again by the eye: every digit stands in its cell."""

import pytest

from mailbot.compose import Context, compose
from mailbot.eye.picture import read_picture
from mailbot.model import Envelope, Letter, Part, Source, Wish
from mailbot.pictures import encode_jpeg
from solver import Shape, write_line
from tests.compose.cases import ADA
from tests.eye.rendered import OPTIONS, make_puzzle
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph

CAMERAS = {
    "turned": Camera(turn=9.0),
    "tilted": Camera(tilt=0.18, turn=-4.0),
    "curled": Camera(curl=0.02, shadow=0.3),
    "upside-down": Camera(turn=180.0),
}


@pytest.mark.ocr
@pytest.mark.parametrize("name", CAMERAS)
def test_the_eye_reads_the_solution_from_the_picture_that_we_send(name: str) -> None:
    seed = sorted(CAMERAS).index(name)
    made = make_puzzle(Shape(3, 3), seed)
    page = draw_newspaper([PaperPuzzle(made.puzzle)], PrintStyle(), seed)
    data = encode_jpeg(photograph(page, CAMERAS[name], seed), 3_000_000)
    findings = read_picture(data, "2", OPTIONS)
    part = Part("2", "image/jpeg", "photo.jpg", data)
    letter = Letter(Envelope(ADA), parts=(part,))
    composed = compose(letter, Wish(), findings, Context(proven=True))
    assert composed.solutions == (write_line(made.solution),)
    [image] = composed.pictures
    [again] = read_picture(image.data, options=OPTIONS).puzzles
    assert again.reading.source is Source.IMAGE
    assert again.grid.digits == made.solution
