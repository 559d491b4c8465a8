"""Cells that something lies on: asked about, and all others are shown."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.cover import covered_cells
from mailbot.eye.survey import survey
from mailbot.model import Ink, NoteKind, Status
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper import draw_newspaper
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle
from mailbot.workshop.paper.photo import Camera, photograph
from solver import Grid, Shape, Solved, solve
from tests.eye.rendered import Made, make_puzzle, read

CELL = 56
SKIN, GLARE, PEN = (120, 150, 205), (255, 255, 255), (60, 40, 40)


def covered_page(seed: int, colour: tuple[int, int, int]) -> tuple[Bgr, Made]:
    """A photographed page that something of that colour lies on."""
    made = make_puzzle(Shape(3, 3), 900 + seed)
    page = draw_newspaper([PaperPuzzle(made.puzzle)], PrintStyle(cell=CELL), seed)
    picture = photograph(page, Camera(turn=seed % 5 - 2, tilt=0.08), seed)
    height, width = picture.shape[:2]
    rng = np.random.default_rng(seed)
    middle = rng.uniform(0.42, 0.58, 2) * [width, height]
    axes = rng.uniform(0.06, 0.1, 2) * width
    place, extent = (
        tuple(np.rint(pair).astype(int).tolist()) for pair in (middle, axes)
    )
    cv2.ellipse(picture, place, extent, 20.0, 0.0, 360.0, colour, -1)
    return picture, made


@pytest.mark.ocr
@pytest.mark.parametrize("colour", [SKIN, GLARE, PEN])
def test_covered_cells_are_asked_about(
    colour: tuple[int, int, int], long: bool
) -> None:
    """Where the rest of the puzzle has one solution, that is sent."""
    seeds = range(20) if long else (0, 4)
    honest = 0
    for seed in seeds:
        picture, made = covered_page(seed, colour)
        found = read(picture)
        (puzzle,) = found.puzzles
        if puzzle.status is Status.SOLVED:
            assert isinstance(puzzle.answer, Solved)
            assert puzzle.answer.grid.digits == made.solution
            honest += 1
            continue
        differ = np.flatnonzero(np.array(puzzle.grid.digits) != made.puzzle.givens)
        told = NoteKind.COVERED in [note.kind for note in found.notes]
        honest += told and set(differ.tolist()) <= set(puzzle.doubtful)
        assert len(puzzle.doubtful) < 24
        rest = np.array(made.puzzle.givens)
        rest[list(puzzle.doubtful)] = 0
        assert not isinstance(solve(Grid(Shape(3, 3), tuple(rest.tolist()))), Solved)
    assert honest >= (0.9 * len(seeds) if long else 1)


@pytest.mark.ocr
@pytest.mark.parametrize("colour", [SKIN, GLARE])
def test_the_covered_cells_of_a_solved_puzzle_are_named(
    colour: tuple[int, int, int],
) -> None:
    picture, _ = covered_page(11, colour)
    (puzzle,) = read(picture).puzzles
    assert puzzle.status is Status.SOLVED
    named = [cell for cell in puzzle.reading.cells if cell.ink is Ink.COVERED]
    assert len(named) == 9
    assert not any(cell.digit for cell in named)


def test_the_chosen_cell_of_an_app_is_not_covered() -> None:
    """Its colour hides the faint lines around it, and ends there."""
    made = make_puzzle(Shape(3, 3), 900)
    page = draw_newspaper([PaperPuzzle(made.puzzle)], PrintStyle(cell=CELL), 1)
    (seen,) = survey(page, NO_DEADLINE)[1]
    chosen = made.puzzle.givens.index(0, 31)
    row, column = divmod(chosen, 9)
    patches, lines = seen.cells.patches.copy(), seen.sighting.segments.seen.copy()
    patches[chosen] = (178, 222, 170)
    lines[0, row : row + 2, column] = lines[1, column : column + 2, row] = False
    segments = replace(seen.sighting.segments, seen=lines)
    cells, sighting = (
        replace(seen.cells, patches=patches),
        replace(seen.sighting, segments=segments),
    )
    seen = replace(seen, cells=cells, sighting=sighting)
    assert not covered_cells(seen).any()
