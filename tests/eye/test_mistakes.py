"""A person's mistakes on photographed pages: named, and nothing else is."""

from dataclasses import replace

import numpy as np
import pytest

from mailbot.model import Status
from mailbot.workshop.paper import draw_newspaper
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle
from mailbot.workshop.paper.hands import HANDS
from mailbot.workshop.paper.photo import Camera, photograph
from mailbot.workshop.paper.screen import THEMES, draw_screen
from mailbot.workshop.paper.type import find_fonts
from solver import Grid, Shape
from tests.eye.rendered import make_puzzle, read

NINE = Shape(3, 3)
LOOK = PrintStyle(cell=56, pen=(150, 60, 30))


def with_mistakes(grid: Grid, share: float, seed: int) -> tuple[Grid, set[int]]:
    """The grid with another digit in some of its entries, and their cells."""
    rng = np.random.default_rng(seed)
    entries = np.array(grid.entries)
    written = np.flatnonzero(entries)
    wrong = rng.choice(written, max(1, round(share * len(written))), replace=False)
    entries[wrong] = (entries[wrong] - 1 + rng.integers(1, 9, len(wrong))) % 9 + 1
    return Grid(NINE, grid.givens, tuple(entries.tolist())), set(wrong.tolist())


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
def test_entries_in_another_ink_make_no_puzzle_impossible(
    share: float, status: Status
) -> None:
    """However many of them contradict the givens; naming most of them needs asking."""
    made = make_puzzle(NINE, 5001)
    worked, wrong = with_mistakes(made.filled(0.5, 1), share, 1)
    (puzzle,) = read(draw_screen(PaperPuzzle(worked), THEMES["dark"], 1)).puzzles
    assert puzzle.status is status
    assert puzzle.grid.givens == worked.givens
    assert set(puzzle.wrong_entries) == (wrong if status is Status.SOLVED else set())
