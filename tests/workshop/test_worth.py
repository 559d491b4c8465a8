"""The tool that tells what a step of the eye is worth."""

import numpy as np
import pytest

from mailbot.eye.find import again
from mailbot.pictures import Bgr, encode_png
from solver import Shape
from tests.eye.rendered import make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.worth import STEPS, replaced, worth


def test_a_step_is_replaced_only_for_a_while() -> None:
    step, own = STEPS["outlines"], again._in_outlines
    with replaced(step, step.without(own)):
        during = again._in_outlines
    assert during is not own
    assert again._in_outlines is own


@pytest.mark.ocr
def test_a_step_that_runs_and_changes_nothing_is_counted_as_such() -> None:
    made = make_puzzle(Shape(3, 3), 31)
    board = draw_puzzle(
        PaperPuzzle(made.puzzle), PrintStyle(), np.random.default_rng(1)
    )
    page = encode_png(Bgr(np.pad(board, ((60, 60), (60, 60), (0, 0)), mode="edge")))
    assert worth(STEPS["cursor"], [page])[:4] == (1, 0, 0, 0)
    assert worth(STEPS["outlines"], [page])[:4] == (0, 0, 0, 0)
