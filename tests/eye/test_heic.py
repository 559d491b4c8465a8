"""Photographs of an iPhone, read where letters and FILEs are: in a confined reader."""

from functools import partial
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from mailbot.model import Status
from mailbot.options import ReadingOptions
from mailbot.pool import FILE_CALLS, LocalPool, PoolOptions, read_file
from mailbot.pool.protocol import calls
from solver import Shape, Solved
from tests.eye.rendered import board_picture, make_puzzle
from tests.workshop.paper.grid import PrintStyle


@pytest.mark.parametrize("answered", [FILE_CALLS, calls.__name__])
def test_a_reader_has_a_decoder_for_a_photograph_of_tiles(answered: str) -> None:
    """It may open few files, so what decodes must be loaded before it starts."""
    register_heif_opener(decode_threads=1)
    made = make_puzzle(Shape(3, 3), 7)
    look = PrintStyle(cell=48)
    board = board_picture(made.puzzle, look)
    edges = (60,) * 4
    page = cv2.copyMakeBorder(board, *edges, cv2.BORDER_CONSTANT, value=look.paper)
    file = BytesIO()
    quickly = {"preset": "ultrafast"}
    image = Image.fromarray(np.ascontiguousarray(page[..., ::-1]))
    image.save(file, "HEIF", tile_size=256, enc_params=quickly)
    with LocalPool(PoolOptions(children=1), answered) as pool:
        call = partial(read_file, file.getvalue(), "IMG_1.HEIC", ReadingOptions())
        found = pool.submit(call).result().findings()
    (puzzle,) = found.puzzles
    assert puzzle.status is Status.SOLVED
    assert isinstance(puzzle.answer, Solved)
    assert puzzle.answer.grid.digits == made.solution
