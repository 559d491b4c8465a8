"""Lattices levelled onto the faint, straight lines of screens that are drawn here."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.find.level import levelled
from mailbot.eye.find.lines.lattice import Segments, even_crossings
from mailbot.eye.find.sighting import Sighting
from mailbot.pictures import Gray
from mailbot.pictures.arrays import Floats

CELL, LEFT, TOP = 40, 31, 57
LINES = np.arange(10) * CELL
EXACT = even_crossings(9) * CELL + np.array([LEFT, TOP], np.float32)
NONE = np.zeros((2, 10, 9), np.float32)


def screen_of(light: int, turn: float = 0.0) -> Gray:
    """A dark screen with faint lines and strong digits, turned by degrees."""
    screen = np.full((480, 440), 20, np.uint8)
    for line in LINES:
        screen[TOP + line, LEFT : LEFT + 9 * CELL] = 20 + light
        screen[TOP : TOP + 9 * CELL, LEFT + line] = 20 + light
    rng = np.random.default_rng(1)
    for row, column in rng.integers(0, 9, (30, 2)):
        place = LEFT + column * CELL + 12, TOP + row * CELL + 30
        cv2.putText(screen, "8", place, 0, 0.9, 230, 2, cv2.LINE_AA)
    about = cv2.getRotationMatrix2D((220, 240), turn, 1.0)
    return Gray(np.asarray(cv2.warpAffine(screen, about, (440, 480)), np.uint8))


def bent_by(cells: float) -> Sighting:
    """A lattice whose lines noise has bent by that many cells at most."""
    bow = cells * CELL * np.sin(even_crossings(9)[..., ::-1] / 9 * np.pi)
    mesh = (EXACT + bow).astype(np.float32)
    return Sighting(9, 0.6, 0.4, mesh, Segments(NONE, NONE, NONE > 0))


def off_by(found: Sighting, exact: Floats) -> float:
    return float(np.abs(found.mesh - exact).max())


@pytest.mark.parametrize("light", [4, 12])
def test_a_bent_lattice_comes_to_lie_on_faint_lines(light: int) -> None:
    found = levelled(screen_of(light), bent_by(0.3))
    assert off_by(found, EXACT) < 1.5
    assert found.score > 0.9
    assert found.segments.seen.mean() > 0.9


def test_paper_that_is_turned_keeps_its_lattice() -> None:
    bent = bent_by(0.3)
    assert levelled(screen_of(12, turn=2.0), bent) is bent


def test_no_lines_level_no_lattice() -> None:
    bent = bent_by(0.3)
    assert levelled(screen_of(0), bent) is bent


def test_a_lattice_that_fits_well_is_left_as_it_is() -> None:
    bent = replace(bent_by(0.3), score=0.95)
    assert levelled(screen_of(12), bent) is bent


def test_a_lattice_that_was_drawn_without_a_ruler_is_not_level() -> None:
    """Its lines lie a tenth of a cell beside their places, to either side."""
    bent = bent_by(0.3)
    beside = NONE.copy()
    beside[:, 1:-1:2], beside[:, 2:-1:2] = 0.1, -0.1
    drawn = replace(bent, segments=Segments(beside, NONE + 1, NONE == 0))
    assert levelled(screen_of(12), bent) is not bent
    assert levelled(screen_of(12), drawn) is drawn


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_lattice_that_lies_on_its_side_is_left_as_it_is(turn: int) -> None:
    bent = bent_by(0.3)
    mesh = np.ascontiguousarray(np.rot90(bent.mesh, turn))
    aside = replace(bent, mesh=mesh)
    assert levelled(screen_of(12), aside) is aside
