"""Boards of unusual looks, drawn by the project: how many must be found and solved.

The short form reads one picture of each look, `--long` twenty. No answer may be wrong.
"""

import numpy as np
import pytest

from solver import Shape
from tests.examples import of_the_day
from tests.eye.rendered import Tally, make_puzzle, read
from tests.workshop.paper.demos import DEMOS
from tests.workshop.paper.grid import PaperPuzzle
from tests.workshop.paper.wild import LOOKS

NINE = Shape(3, 3)
ALL = {**LOOKS, **DEMOS}
LEAST = dict.fromkeys(ALL, 0.95) | {
    "small on a page": 0.9,
    "curl of 25 %": 0.8,
    "dark tiles": 0.8,
    "glare": 0.0,
    "covered": 0.0,
}
"""The share that must be solved. The digits of the last ones are lost in part, so that
asking is right."""


@pytest.mark.ocr
@pytest.mark.parametrize("look", of_the_day(ALL, 2))
def test_boards_of_a_look_are_found_and_solved(look: str, long: bool) -> None:
    tally, seen = Tally(), 0
    for seed in range(1, 21 if long else 2):
        made, other = make_puzzle(NINE, 1000 + seed), make_puzzle(NINE, 2000 + seed)
        boards = [PaperPuzzle(made.puzzle), PaperPuzzle(other.puzzle)]
        picture = ALL[look](boards[0], boards[1], np.random.default_rng([seed, 7]))
        findings = read(picture)
        shown = 2 if look == "touching another board" else 1
        tally.add(findings, [made, other][:shown], boards[:shown])
        seen += bool(findings.puzzles)
    assert tally.wrong == 0
    assert tally.solved >= round(LEAST[look] * tally.pictures)
    if not LEAST[look]:
        assert seen >= round(0.9 * tally.pictures)
