"""A busy machine takes longer, but its answers are the same."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import numpy as np
import pytest

from mailbot.model import Status
from solver import Shape
from tests.eye.rendered import make_puzzle, read
from tests.workshop.paper.grid import PaperPuzzle
from tests.workshop.paper.wild import LOOKS

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
    made = make_puzzle(Shape(3, 3), 77)
    board = PaperPuzzle(made.puzzle)
    picture = LOOKS["curl of 17 %"](board, board, np.random.default_rng(5))
    quiet = read(picture)
    with ExitStack() as stack:
        for _ in range(LOOPS):
            stack.enter_context(busy_loop())
        busy = read(picture)
    assert busy == quiet
    assert [puzzle.status for puzzle in quiet.puzzles] == [Status.SOLVED]
