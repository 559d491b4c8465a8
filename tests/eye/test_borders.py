"""Lines along the borders of cells that are drawn here."""

import numpy as np
import pytest

from mailbot.eye.read.lines.borders import line_weights
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes

THIN, THICK = 12, 40  # levels between a line and its paper


def cells_on(paper: int, sign: int) -> Bytes:
    """Blank cells in some noise, with thick lines between boxes; [81, 48, 48, 3]."""
    board = np.full((9 * PATCH, 9 * PATCH), float(paper))
    for line in range(1, 9):
        strong, wide = (THICK, 2) if line % 3 == 0 else (THIN, 1)
        near = slice(line * PATCH - wide, line * PATCH + wide)
        board[near] = board[:, near] = paper + sign * strong
    board += np.random.default_rng(1).normal(0, 2, board.shape)
    rows = board.clip(0, 255).astype(np.uint8).reshape(9, PATCH, 9, PATCH)
    cells = rows.transpose(0, 2, 1, 3).reshape(81, PATCH, PATCH)
    return np.repeat(cells[..., None], 3, axis=-1)


@pytest.mark.parametrize(("paper", "sign"), [(28, 1), (230, -1)])
def test_thick_lines_weigh_more_on_dark_and_on_light_paper(
    paper: int, sign: int
) -> None:
    weights = line_weights(cells_on(paper, sign))
    between = np.arange(1, 9) % 3 == 0
    assert weights[:, between].min() > 3 * weights[:, ~between].max()
