"""From a picture to a grid: which way up, which reading, on a busy machine."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import numpy as np
import pytest

from mailbot.eye import debug
from mailbot.eye.find.locate import locate
from mailbot.eye.find.network import look_at
from mailbot.eye.read.cutting import cut
from mailbot.eye.read.digits import classify
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import recognise, turn_mesh
from mailbot.eye.read.upright import turned, turned_order, upright
from mailbot.model import Status
from mailbot.pictures import decode, encode_png
from mailbot.pictures.arrays import Bytes
from mailbot.pictures.pixels import Bgr, Gray, rotate
from solver import Grid, Shape
from tests.eye.rendered import board_picture, make_puzzle, read
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.wild import LOOKS

# Grids in pictures that lie on their side; which of two readings is the better.


@pytest.mark.parametrize("turn", range(4))
def test_crossings_stay_on_their_pixels_when_the_picture_is_turned(turn: int) -> None:
    picture = Bgr(np.zeros((40, 60, 3), np.uint8))
    y, x = np.mgrid[5:25:5, 10:50:10]
    mesh = np.stack([x, y], axis=-1).astype(np.float32)
    picture[y, x] = np.arange(1, 17).reshape(4, 4, 1)
    turned = turn_mesh(mesh, turn, picture.shape[:2]).astype(int)
    marks = rotate(picture, turn)[turned[..., 1], turned[..., 0], 0]
    assert (marks == np.rot90(np.arange(1, 17).reshape(4, 4), -turn)).all()


def test_a_reading_with_fewer_digits_than_a_puzzle_has_is_worse_by_a_step() -> None:
    givens = np.array(make_puzzle(Shape(3, 3), 31).puzzle.givens)
    quality = []
    for count in (16, 17, 18):
        few = np.where((givens > 0).cumsum() <= count, givens, 0)
        puzzle = PaperPuzzle(Grid(Shape(3, 3), tuple(few.tolist())))
        drawn = board_picture(puzzle, PrintStyle(cell=48))
        quality.append(recognise(drawn, locate(drawn, look_at(drawn))[0]).quality)
    assert quality[1] - quality[0] > 0.5
    assert abs(quality[2] - quality[1]) < 0.1


# Which way up a grid is, and what its cells hold: each asked of the network.


PUZZLE = make_puzzle(Shape(3, 3), 12).puzzle


@pytest.fixture(scope="module", name="cells")
def cells_of_a_page() -> Gray:
    """The normalised cells of a printed puzzle."""
    return cells_printed(PrintStyle(cell=PATCH))


def cells_printed(style: PrintStyle) -> Gray:
    drawn = board_picture(PUZZLE, style)
    return cut(drawn, locate(drawn, look_at(drawn))[0].mesh).normalised


@pytest.mark.parametrize("turn", range(4))
def test_a_grid_is_turned_upright(cells: Gray, turn: int) -> None:
    found, probs = upright(turned(cells[turned_order(9, -turn)], -turn), 9)
    assert found == turn
    assert (probs.argmax(axis=1) == np.array(PUZZLE.givens)).all()


@pytest.mark.parametrize("turn", range(4))
def test_a_grid_of_digits_as_small_as_pencil_marks_is_turned_upright(turn: int) -> None:
    cells = cells_printed(PrintStyle(cell=PATCH, height=0.26))
    assert upright(turned(cells[turned_order(9, -turn)], -turn), 9)[0] == turn


def test_sixteen_cells_tell_the_turn_if_they_are_clear(cells: Gray) -> None:
    """Every third of forty digits is upside down, the others lie on their side."""
    digits = cells[np.flatnonzero(PUZZLE.givens)]
    lying = np.repeat(cells[[PUZZLE.givens.index(0)]], 81, axis=0)
    for place in range(40):
        digit = digits[[place % len(digits)]]
        lying[place] = turned(digit, 1 if place % 3 else 2)[0]
    assert upright(lying, 9)[0] == 2


def test_few_digits_are_tried_in_all_turns(cells: Gray) -> None:
    """An 8 is an 8 upside down, and so may the first digits be."""
    few = cells.copy()
    few[np.flatnonzero(PUZZLE.givens)[10:]] = cells[PUZZLE.givens.index(0)]
    assert upright(turned(few[turned_order(9, 2)], 2), 9)[0] == 2


def test_cells_that_read_clearly_in_no_turn_are_looked_at_only_once() -> None:
    cells = np.zeros((81, 32, 32), np.uint8)
    blots = np.random.default_rng(5).integers(0, 256, (10, 8, 8)).astype(np.uint8)
    cells[:10] = blots.repeat(4, axis=1).repeat(4, axis=2)
    turn, probs = upright(cells, 9)
    seen = turned(cells[turned_order(9, turn)], turn)
    inked = seen.any(axis=(1, 2))
    assert np.allclose(probs[inked], np.exp(classify(seen[inked])), atol=1e-5)


def test_a_cell_without_ink_is_empty_whatever_its_grain(cells: Gray) -> None:
    empty = np.flatnonzero(np.array(PUZZLE.givens) == 0)
    rng = np.random.default_rng(3)
    grain: Bytes = rng.integers(40, 100, (len(empty), 32, 32)).astype(np.uint8)
    grainy = cells.copy()
    grainy[empty] = grain
    assert upright(Gray(grainy), 9)[1][empty, 0].min() > 0.99


def test_a_faint_stroke_is_ink(cells: Gray) -> None:
    """A third of the ink of print is stretched to 0.83, against a floor of 0.4."""
    first = PUZZLE.givens.index(next(filter(None, PUZZLE.givens)))
    faint = cells.copy()
    faint[first] = np.clip(60 + (cells[first].astype(int) - 60) * 0.83, 0, 255)
    assert upright(Gray(faint), 9)[1][first].argmax() == PUZZLE.givens[first]


# A busy machine takes longer, but its answers are the same.


LOOPS = 8


@contextmanager
def busy_loop() -> Iterator[None]:
    loop = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
    try:
        yield
    finally:
        loop.kill()
        loop.wait()


@pytest.mark.ocr
def test_an_answer_is_the_same_beside_busy_loops() -> None:
    board = PaperPuzzle(make_puzzle(Shape(3, 3), 77).puzzle)
    picture = LOOKS["curl of 17 %"](board, board, np.random.default_rng(5))
    quiet = read(picture)
    with ExitStack() as stack:
        for _ in range(LOOPS):
            stack.enter_context(busy_loop())
        busy = read(picture)
    assert busy == quiet
    assert [puzzle.status for puzzle in quiet.puzzles] == [Status.SOLVED]


# What the eye saw, drawn as pictures.


@pytest.mark.parametrize("suffix", ["grids.png", "cells-0.png"])
def test_grids_and_cells_are_drawn(suffix: str) -> None:
    board = board_picture(make_puzzle(Shape(3, 3), 4).puzzle, PrintStyle(cell=40))
    drawn = debug.draw(encode_png(board))
    (picture,) = [drawn[name] for name in drawn if name.endswith(suffix)]
    assert decode(picture).std() > 20


def test_what_is_no_picture_gives_none() -> None:
    assert debug.draw(b"From: somebody") == {}
