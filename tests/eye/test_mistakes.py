"""A person's mistakes on photographed pages: named, and nothing else is."""

from dataclasses import replace

import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.decoder import Decoded, decode
from mailbot.eye.decide.givens import are_mistakes
from mailbot.model import Status
from mailbot.pictures.arrays import Floats, Ints
from solver import Grid, Shape, parse
from solver.search import BUDGET, Effort, search
from tests.eye.rendered import make_puzzle, read
from tests.eye.test_decoder import read_as
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.hands import HANDS
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.screen import THEMES, draw_screen
from tests.workshop.paper.type import find_fonts

NINE = Shape(3, 3)
SPARSE = parse(
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)
LOOK = PrintStyle(cell=56, pen=(150, 60, 30))


def with_mistakes(grid: Grid, share: float, seed: int) -> tuple[Grid, set[int]]:
    """The grid with another digit in some of its entries, and their cells."""
    rng = np.random.default_rng(seed)
    entries = np.array(grid.entries)
    written = np.flatnonzero(entries)
    wrong = rng.choice(written, max(1, round(share * len(written))), replace=False)
    entries[wrong] = (entries[wrong] - 1 + rng.integers(1, 9, len(wrong))) % 9 + 1
    return Grid(NINE, grid.givens, tuple(entries.tolist())), set(wrong.tolist())


def decoded_as(givens: Ints, log_probs: Floats) -> Decoded:
    decoded = decode(log_probs, NINE, NO_DEADLINE)
    assert decoded is not None
    assert decoded.digits == tuple(givens.tolist())
    return decoded


@pytest.mark.parametrize("ahead", [7.0, 9.0])
def test_a_mistake_in_a_sparse_puzzle_is_no_misread_given(ahead: float) -> None:
    """Although one given less leaves more solutions than can be looked through."""
    givens = np.array(SPARSE.givens)
    log_probs = read_as(SPARSE.givens, 1 - 9 * np.exp(-ahead))
    decoded = decoded_as(givens, log_probs)
    entries = np.where(givens > 0, 0, decoded.solved.grid.digits)
    entries[12:] = 0
    entries[1] = entries[1] % 9 + 1
    assert are_mistakes(decoded, log_probs, entries, NO_DEADLINE)


@pytest.mark.parametrize("mistakes", [0, 1])
def test_entries_that_a_misread_given_explains_are_no_mistakes(mistakes: int) -> None:
    worked = make_puzzle(NINE, 5004).filled(0.4, 1)
    if mistakes:
        worked, _ = with_mistakes(worked, 0.01, 1)
    givens = np.array(worked.givens)
    log_probs = read_as(worked.givens, 0.999)
    cell, digit = next(
        (int(cell), digit)
        for cell in np.flatnonzero(givens)
        for digit in range(1, 10)
        if digit != givens[cell] and solutions(givens, int(cell), digit) == 1
    )
    givens[cell] = digit
    log_probs[cell] = read_as((digit,) * 81, 0.999)[0]
    decoded = decoded_as(givens, log_probs)
    entries = np.array(worked.entries)
    assert not are_mistakes(decoded, log_probs, entries, NO_DEADLINE)


def solutions(givens: Ints, cell: int, digit: int) -> int:
    """How many solutions there are with another digit in a cell."""
    changed = givens.copy()
    changed[cell] = digit
    return sum(1 for _ in search(NINE, tuple(changed.tolist()), Effort(BUDGET)))


@pytest.mark.ocr
@pytest.mark.parametrize("share", [0.05, 0.3])
def test_wrong_entries_are_named_on_photographs(share: float, long: bool) -> None:
    named = mistakes = 0
    for seed in range(20 if long else 1):
        made = make_puzzle(NINE, 5000 + seed)
        worked, wrong = with_mistakes(made.filled(0.6, seed), share, seed)
        fonts = find_fonts()
        look = replace(LOOK, font=fonts[seed % len(fonts)], hand=HANDS[seed % 10])
        page = draw_newspaper([PaperPuzzle(worked)], look, seed)
        (puzzle,) = read(photograph(page, Camera(turn=2, tilt=0.1), seed)).puzzles
        assert set(puzzle.wrong_entries) <= wrong
        named += len(puzzle.wrong_entries)
        mistakes += len(wrong)
    assert named >= 0.7 * mistakes


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("share", "status"), [(0.4, Status.SOLVED), (0.8, Status.DOUBTFUL)]
)
def test_entries_in_another_ink_do_no_harm(share: float, status: Status) -> None:
    """However many of them contradict the givens; naming most of them needs asking."""
    made = make_puzzle(NINE, 5001)
    worked, wrong = with_mistakes(made.filled(0.5, 1), share, 1)
    (puzzle,) = read(draw_screen(PaperPuzzle(worked), THEMES["dark"], 1)).puzzles
    assert puzzle.status is status
    assert puzzle.grid.givens == worked.givens
    assert set(puzzle.wrong_entries) == (wrong if status is Status.SOLVED else set())
