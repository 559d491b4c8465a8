"""Which boards of a page are answered, and what is said of the others."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from mailbot.model import NoteKind, Status
from mailbot.pictures import Bgr
from solver import Grid, Shape
from tests.eye.rendered import board_picture, make_puzzle, read
from tests.workshop.paper.grid import PrintStyle

NINE = Shape(3, 3)
MADE = make_puzzle(NINE, 7)
pytestmark = pytest.mark.ocr


def board(grid: Grid, cell: int) -> Bgr:
    return board_picture(grid, PrintStyle(cell))


def page(large: Bgr | None = None) -> Bgr:
    """A page with a small solution at its lower right, and a larger board."""
    paper = np.full((900, 1200, 3), 255, np.uint8)
    small = board(Grid(NINE, MADE.solution), 28)
    paper[-40 - small.shape[0] : -40, -40 - small.shape[1] : -40] = small
    if large is not None:
        paper[40 : 40 + large.shape[0], 40 : 40 + large.shape[1]] = large
    return Bgr(paper)


def test_a_small_solution_that_stands_alone_is_called_complete() -> None:
    (puzzle,) = read(page()).puzzles
    assert puzzle.status is Status.COMPLETE


def test_a_small_solution_is_passed_over_beside_a_puzzle() -> None:
    (puzzle,) = read(page(board(MADE.puzzle, 60))).puzzles
    assert puzzle.status is Status.SOLVED


def test_a_small_solution_is_passed_over_beside_a_board_that_is_illegible() -> None:
    soft = cv2.GaussianBlur(board(MADE.puzzle, 60), (0, 0), 9)
    findings = read(page(Bgr(np.asarray(soft, np.uint8))))
    assert not findings.puzzles
    assert [note.kind for note in findings.notes] == [NoteKind.BLURRED]


def test_the_reason_told_is_that_of_the_largest_board() -> None:
    paper = np.full((900, 1200, 3), 255, np.uint8)
    large, small = board(MADE.puzzle, 60), board(MADE.puzzle, 10)
    for drawn, left, blur in ((large, 40, 9.0), (small, 1060, 1.0)):
        soft = cv2.GaussianBlur(drawn, (0, 0), blur)
        paper[60 : 60 + soft.shape[0], left : left + soft.shape[1]] = soft
    findings = read(Bgr(paper))
    assert not findings.puzzles
    assert [note.kind for note in findings.notes] == [NoteKind.BLURRED]


def too_large(*_: object) -> object:
    return cv2.resize(np.zeros((4, 4), np.uint8), (2**30, 2**17))


def bad_alloc(*_: object) -> object:
    """As OpenCV does where a vector of C++ finds no memory."""
    raise cv2.error("std::bad_alloc")


@pytest.mark.parametrize("fault", [too_large, bad_alloc])
def test_opencv_without_memory_is_an_error_of_memory(
    fault: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbot.eye.sheet.survey", fault)
    with pytest.raises(MemoryError):
        read(page())


def test_other_errors_of_opencv_are_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*_: object) -> object:
        return cv2.resize(np.zeros((4, 4), np.uint8), (0, 0))

    monkeypatch.setattr("mailbot.eye.sheet.survey", faulty)
    with pytest.raises(cv2.error):
        read(page())
