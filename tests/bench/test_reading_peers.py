"""What the eye is compared with reads a plain print, or the ratios mean nothing."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mailbot.pictures.encode import encode_png
from mailbot.pictures.pixels import Bgr
from solver import Cells, parse
from tests.bench.peers import tesseract
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

READERS = (
    tesseract.read_by_cell,
    tesseract.read_by_inked_cell,
    tesseract.read_at_once,
)

pytestmark = pytest.mark.ocr

SPARSE = parse("5......2......9..1...7.......3...6...8......4" + 36 * ".")
"""Each digit once: Tesseract takes its time for each."""


@pytest.fixture(scope="module", autouse=True)
def alike_cells_are_read_once() -> Iterator[None]:
    """Cells alike give Tesseract the same picture, at an eighth of a second each.

    So do empty cells, and the same cell that two of the readers read.
    """
    read, known = tesseract._read_digit, dict[bytes, int]()

    def read_once(ink: tesseract.Image) -> int:
        if ink.tobytes() not in known:
            known[ink.tobytes()] = read(ink)
        return known[ink.tobytes()]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tesseract, "_read_digit", read_once)
        yield


@pytest.mark.parametrize("read", READERS)
def test_tesseract_reads_a_plain_print(read: Callable[[bytes], Cells | None]) -> None:
    board = draw_puzzle(PaperPuzzle(SPARSE), PrintStyle(), np.random.default_rng(1))
    page = np.full((board.shape[0] + 80, board.shape[1] + 80, 3), 255, np.uint8)
    page[40:-40, 40:-40] = board
    digits = read(encode_png(Bgr(page), 20_000_000))
    assert digits is not None
    assert sum(map(int.__eq__, digits, SPARSE.givens)) >= 79


@pytest.mark.parametrize("read", READERS)
def test_a_blank_page_holds_no_grid(read: Callable[[bytes], Cells | None]) -> None:
    page = Bgr(np.full((300, 300, 3), 255, np.uint8))
    assert read(encode_png(page)) is None
