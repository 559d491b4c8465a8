"""The digit network on cells that the project draws itself."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from mailbot.errors import MissingTool
from mailbot.eye.read import cells, digits
from mailbot.pictures.arrays import Bytes, Floats, Ints
from mailbot.pictures.pixels import Bgr, to_gray
from solver import Grid, Shape
from tests.examples import of_the_day
from tests.eye.rendered import board_picture
from tests.workshop.digests import record
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.hands import HANDS
from tests.workshop.paper.type import find_fonts

NINE = Shape(3, 3)
FULL = tuple(int(c) for c in "534678912672195348198342567859761423426853791713924856"
             "961537284287419635345286179")  # fmt: skip
NOTHING = (0,) * 81


def cut_board(picture: Bgr, look: PrintStyle) -> Bytes:
    """The cells of a drawn puzzle, cut where they are known to be, normalised."""
    gray = to_gray(picture)
    patches = [
        cv2.resize(gray[y : y + look.cell, x : x + look.cell], (32, 32))
        for y in range(look.thick, gray.shape[0] - look.cell, look.cell)
        for x in range(look.thick, gray.shape[1] - look.cell, look.cell)
    ]
    ink = cells.relative_ink(np.stack(patches).astype(np.uint8))
    contrast = float(np.median(np.sort(cells.contrasts(ink))[-len(ink) // 4 :]))
    return cells.stretch(ink, 0.4 * contrast)


def probs_of(board: PaperPuzzle, look: PrintStyle, seed: int = 1) -> Floats:
    """What the network makes of the cells of a drawn puzzle, as probabilities."""
    picture = board_picture(board, look, seed)
    soft = Bgr(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8))
    return np.asarray(np.exp(digits.classify(cut_board(soft, look))))


def digits_of(probs: Floats) -> Ints:
    """The likeliest digit of each cell, printed or by hand, 0 for none."""
    both = probs[:, 1:10] + probs[:, 10:19]
    others = 1 - both.sum(axis=1, keepdims=True)
    return np.asarray(np.hstack([others, both]).argmax(axis=1))


def test_there_is_a_name_for_every_class_and_a_class_for_every_column() -> None:
    scores = digits.classify(np.zeros((3, 32, 32), np.uint8))
    assert scores.shape == (3, len(digits.CLASSES)) == (3, len(set(digits.CLASSES)))
    assert np.allclose(np.exp(scores).sum(axis=1), 1, atol=1e-5)


def test_no_cells_give_no_rows() -> None:
    assert digits.classify(np.zeros((0, 32, 32), np.uint8)).shape == (0, 36)


def test_many_cells_are_read_like_few() -> None:
    rng = np.random.default_rng(3)
    many = rng.integers(0, 255, (1030, 32, 32)).astype(np.uint8)
    assert np.allclose(
        digits.classify(many)[-4:], digits.classify(many[-4:]), atol=1e-4
    )


@pytest.mark.parametrize("font", find_fonts())
@pytest.mark.parametrize("height", [0.36, 0.56, 0.7])
def test_printed_digits_of_every_size_are_read_right(font: str, height: float) -> None:
    probs = probs_of(
        PaperPuzzle(Grid(NINE, FULL)), PrintStyle(font=font, height=height)
    )
    assert (digits_of(probs) == FULL).all()


@pytest.mark.parametrize("number", of_the_day(range(len(HANDS)), 3))
def test_ten_hands_are_read_right_in_95_of_100_cells(number: int, long: bool) -> None:
    board, look = PaperPuzzle(Grid(NINE, NOTHING, FULL)), PrintStyle(hand=HANDS[number])
    seeds = range(20 if long else 3)
    right = [digits_of(probs_of(board, look, seed)) == FULL for seed in seeds]
    assert np.mean(right) >= 0.95


@pytest.mark.parametrize("by_hand", [False, True])
def test_pencil_marks_are_no_digits(by_hand: bool) -> None:
    marks = tuple(
        tuple(d for d in range(1, 10) if (d * 7 + cell) % 4 == 0) for cell in range(81)
    )
    look = PrintStyle(hand=HANDS[2], hand_marks=by_hand)
    probs = probs_of(PaperPuzzle(Grid(NINE, NOTHING), marks), look)
    assert (digits_of(probs) == 0).all()


def test_an_empty_grid_holds_nothing() -> None:
    probs = probs_of(PaperPuzzle(Grid(NINE, NOTHING)), PrintStyle())
    assert (probs[:, 0] > 0.9).all()


@pytest.mark.parametrize("size", [12, 16])
def test_numbers_of_two_digits_are_read_right(size: int) -> None:
    shape = Shape(4, size // 4)
    row = [(d + 8) % size + 1 for d in range(size)]
    grid = Grid(shape, tuple(row * size))
    probs = probs_of(PaperPuzzle(grid), PrintStyle(cell=40))
    names = [digits.CLASSES[i].removeprefix("print ") for i in probs.argmax(axis=1)]
    assert (
        np.mean([n == str(d) for n, d in zip(names, grid.givens, strict=True)]) > 0.97
    )


def test_a_network_that_is_not_there_is_a_missing_tool(tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match="missing"):
        digits.load_network(tmp_path / "none.onnx")


def test_a_file_that_is_no_network_is_a_missing_tool(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a network")
    record(broken)
    with pytest.raises(MissingTool, match="cannot be used"):
        digits.load_network(broken)


def test_the_network_is_no_larger_than_a_megabyte() -> None:
    assert digits.MODEL.stat().st_size <= 1_000_000


def test_only_unclear_cells_are_looked_at_again() -> None:
    rng = np.random.default_rng(2)
    grain = rng.integers(60, 200, (6, cells.SIDE, cells.SIDE)).astype(np.uint8)
    first = digits.classify(grain)
    again = digits.classify_shifted(grain, first, np.arange(6) > 2)
    assert (again[:3] == first[:3]).all()
    assert not np.allclose(again[3:], first[3:])
    assert np.allclose(np.exp(again[3:]).sum(axis=1), 1, atol=1e-4)
