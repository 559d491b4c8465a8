"""Boards that a moving camera blurred: the motion is measured and taken back."""

import cv2
import numpy as np
import pytest

from mailbot.eye.find.locate import locate
from mailbot.eye.read.motion import is_smooth, motion_of, steadied
from mailbot.eye.read.recognise import recognise
from mailbot.model import Status
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from mailbot.workshop.paper.wild import on_paper
from solver import Shape, Solved
from tests.eye.rendered import Made, make_puzzle, read

CELL = 48


def moved_page(seed: int, across: float, down: float) -> tuple[Bgr, Made]:
    """A grainy picture that moved by so many cells while it was taken."""
    made, rng = make_puzzle(Shape(3, 3), 7000 + seed), np.random.default_rng(seed)
    style = PrintStyle(cell=CELL)
    page = on_paper(draw_puzzle(PaperPuzzle(made.puzzle), style, rng), rng)
    total = np.zeros(page.shape, np.float32)
    steps = np.linspace(-0.5, 0.5, 41)
    for step in steps:
        shift = np.array([[1, 0, step * across], [0, 1, step * down]], np.float32)
        shift[:, 2] *= CELL
        size, edge = page.shape[1::-1], cv2.BORDER_REPLICATE
        total += cv2.warpAffine(page.astype(np.float32), shift, size, borderMode=edge)
    grain = rng.normal(0, 3, page.shape)
    picture = np.clip(0.9 * total / len(steps) + grain, 0, 255)
    return Bgr(picture.astype(np.uint8)), made


@pytest.mark.parametrize("motion", [(0.2, 0.12), (0.05, 0.3), (0.0, 0.0)])
def test_the_motion_is_told_by_the_width_of_the_lines(
    motion: tuple[float, float],
) -> None:
    picture, _ = moved_page(1, *motion)
    seen = recognise(picture, locate(picture)[0])
    assert motion_of(seen) == pytest.approx(motion, abs=0.05)


@pytest.mark.parametrize("quarter_turns", [0, 1, 3])
@pytest.mark.parametrize("down", [0.2, -0.2])
def test_the_digits_tell_along_which_diagonal_a_board_moved(
    down: float, quarter_turns: int
) -> None:
    picture, _ = moved_page(2, 0.2, down)
    turned = Bgr(np.ascontiguousarray(np.rot90(picture, quarter_turns)))
    seen = recognise(turned, locate(turned)[0])
    assert seen.turn % 2 == quarter_turns % 2
    way = down if quarter_turns % 2 == 0 else -down
    assert is_smooth(seen, (0.2, way))
    assert not is_smooth(seen, (0.2, -way))


@pytest.mark.ocr
@pytest.mark.parametrize("motion", [(0.25, 0.2), (0.25, -0.2), (0.33, 0.03)])
def test_boards_blurred_by_motion_are_solved(
    motion: tuple[float, float], long: bool
) -> None:
    """At least nine in ten, and none wrongly."""
    solved, seeds = 0, range(1, 21 if long else 2)
    for seed in seeds:
        picture, made = moved_page(seed, *motion)
        (puzzle,) = read(picture).puzzles
        if puzzle.status is Status.SOLVED:
            assert isinstance(puzzle.answer, Solved)
            assert puzzle.answer.grid.digits == made.solution
            solved += 1
    assert solved >= 0.9 * len(seeds)


def test_a_sharp_board_is_left_as_it_is() -> None:
    picture, _ = moved_page(1, 0.0, 0.0)
    seen = recognise(picture, locate(picture)[0])
    assert steadied(picture, seen) is seen
