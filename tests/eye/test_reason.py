"""Grids that cannot be read: the true reason is told."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.reason import reason
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import BLANK, JUNK
from mailbot.eye.survey import survey
from mailbot.model import NoteKind
from mailbot.pictures.pixels import Bgr
from solver import Shape
from tests.eye.rendered import board_picture, make_puzzle
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle

CELL = 56  # pixels


@pytest.fixture(scope="module")
def seen() -> Recognised:
    board = PaperPuzzle(make_puzzle(Shape(3, 3), 31).puzzle)
    drawn = board_picture(board, PrintStyle(cell=CELL))
    edges = (CELL,) * 4
    page = cv2.copyMakeBorder(drawn, *edges, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    return survey(Bgr(np.asarray(page, np.uint8)), NO_DEADLINE).grids[0]


def test_cells_smeared_sideways_are_blurred(seen: Recognised) -> None:
    smeared = [cv2.blur(patch, (21, 1)) for patch in seen.cells.patches]
    cells = replace(seen.cells, patches=np.stack(smeared).astype(np.uint8))
    assert reason(replace(seen, cells=cells)) is NoteKind.BLURRED


def test_cells_smeared_aslant_are_blurred(seen: Recognised) -> None:
    way = np.eye(15, dtype=np.float32) / 15
    patches = [cv2.filter2D(patch, -1, way) for patch in seen.cells.patches]
    cells = replace(seen.cells, patches=np.stack(patches).astype(np.uint8))
    assert reason(replace(seen, cells=cells)) is NoteKind.BLURRED


@pytest.mark.parametrize(
    ("side", "reason_"), [(10.8, NoteKind.TOO_SMALL), (11.2, NoteKind.UNCLEAR)]
)
def test_cells_of_less_than_eleven_pixels_are_too_small(
    seen: Recognised, side: float, reason_: NoteKind
) -> None:
    assert reason(replace(seen, mesh=seen.mesh * np.float32(side / CELL))) is reason_


@pytest.mark.parametrize(
    ("lightest", "reason_"), [(44, NoteKind.TOO_DARK), (46, NoteKind.UNCLEAR)]
)
def test_cells_of_which_nothing_is_light_are_too_dark(
    seen: Recognised, lightest: int, reason_: NoteKind
) -> None:
    patches = np.rint(seen.cells.patches * (lightest / 255)).astype(np.uint8)
    cells = replace(seen.cells, patches=patches)
    assert reason(replace(seen, cells=cells)) is reason_


@pytest.mark.parametrize(
    ("cells", "reason_"),
    [
        ((30, 31, 32, 39, 40, 41, 48), NoteKind.COVERED),
        ((30, 31, 32, 39, 40, 41), NoteKind.UNCLEAR),
        ((30, 31, 32, 39, 40, 41, 48, 0, 8, 72), NoteKind.COVERED),
        ((30, 31, 32, 39, 40, 41, 48, 0, 8, 72, 80), NoteKind.UNCLEAR),
        (tuple(range(0, 81, 3)), NoteKind.UNCLEAR),
        (tuple(range(81)), NoteKind.UNCLEAR),
    ],
)
def test_only_what_cannot_be_read_in_one_place_is_covered(
    seen: Recognised, cells: tuple[int, ...], reason_: NoteKind
) -> None:
    probs = np.zeros_like(seen.probs)
    probs[:, BLANK] = 1
    probs[cells, :] = np.eye(probs.shape[1])[JUNK]
    assert reason(replace(seen, probs=probs)) is reason_


def test_light_digits_on_a_dark_screen_are_not_too_dark(seen: Recognised) -> None:
    screen = 15 + (255 - seen.cells.patches) // 2
    assert reason(replace(seen, cells=replace(seen.cells, patches=screen))) not in (
        NoteKind.TOO_DARK,
        NoteKind.COVERED,
    )


def test_a_sharp_grid_is_not_called_unreadable(seen: Recognised) -> None:
    assert reason(seen) is NoteKind.UNCLEAR
