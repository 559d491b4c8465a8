"""Lines of lattices, looked for in views that are drawn here."""

import numpy as np
import pytest

from mailbot.eye.find.lines.bending import EXTENT
from mailbot.eye.find.lines.lattice import MARGIN, SIDE, even_crossings, trace
from tests.eye.drawn_lines import draw_mesh

SIZES = (4, 6, 8, 9, 10, 12, 16)


@pytest.mark.parametrize("size", SIZES)
def test_a_lattice_fits_its_own_lines_best(size: int) -> None:
    mesh = even_crossings(size) / size * SIDE + MARGIN
    view = draw_mesh(mesh.astype(np.float32), EXTENT)
    fits = {n: trace(view, n).fit for n in SIZES}
    assert fits[size] > 0.97
    assert all(fit < 0.95 for n, fit in fits.items() if n > size)


def test_blank_paper_fits_nothing() -> None:
    assert trace(np.zeros((EXTENT, EXTENT), np.float32), 9).fit == 0
