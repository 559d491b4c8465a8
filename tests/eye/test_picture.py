"""Whole pictures: answered, asked about, declined, ignored."""

import sys
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.errors import MailbotError, TooLarge, UnreadablePicture
from mailbot.eye.budget import EyeOptions
from mailbot.eye.picture import read_picture
from mailbot.model import Findings, Ink, NoteKind, Source, Status
from mailbot.pictures import Bgr, PictureLimits, encode_jpeg, encode_png, rotate
from solver import Grid, Impossible, Shape
from tests.examples import examples
from tests.eye.rendered import Made, as_file, board_picture, make_puzzle
from tests.programs import run
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.hands import HANDS

NINE = Shape(3, 3)
LOOK = PrintStyle(cell=48)
MARGIN = 60
pytestmark = pytest.mark.ocr


def drawn(board: PaperPuzzle, look: PrintStyle = LOOK, seed: int = 1) -> Bgr:
    """A puzzle on a sheet with margins."""
    return on_paper(board_picture(board, look, seed), look)


def on_paper(picture: Bgr, look: PrintStyle = LOOK) -> Bgr:
    edges = (MARGIN,) * 4
    bordered = cv2.copyMakeBorder(
        picture, *edges, cv2.BORDER_CONSTANT, value=list(look.paper)
    )
    return Bgr(np.asarray(bordered, np.uint8))


def read(picture: Bgr, options: EyeOptions | None = None) -> Findings:
    return read_picture(as_file(picture), "2", options or EyeOptions(seconds=60))


def refused(picture: Bgr, options: EyeOptions | None = None) -> NoteKind:
    """All that is told of a picture in which no puzzle is found."""
    found = read(picture, options)
    assert found.puzzles == ()
    [note] = found.notes
    return note.kind


@pytest.fixture(scope="module")
def made() -> Made:
    return make_puzzle(NINE, 7)


@pytest.fixture(scope="module")
def printed(made: Made) -> Bgr:
    return drawn(PaperPuzzle(made.puzzle))


@pytest.mark.parametrize("turn", range(4))
def test_a_mirrored_puzzle_is_solved_and_placed_as_it_was_sent(
    made: Made, printed: Bgr, turn: int
) -> None:
    mirrored = rotate(Bgr(np.ascontiguousarray(printed[:, ::-1])), turn)
    (puzzle,) = read(mirrored).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == made.puzzle.givens
    where = puzzle.reading.where
    upright = rotate(mirrored, where.turn)
    assert np.abs(upright.astype(int) - printed[:, ::-1]).max() == 0
    assert abs(min(x for x, _ in where.corners) - MARGIN) < 8
    assert where.corners[0][0] > where.corners[1][0]


def test_a_printed_puzzle_is_solved_and_placed(made: Made, printed: Bgr) -> None:
    (puzzle,) = read(printed).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == made.puzzle.givens
    where = puzzle.reading.where
    assert (puzzle.reading.source, where.part, where.turn) == (Source.IMAGE, "2", 0)
    assert len(where.mesh) == 100
    side = 9 * LOOK.cell
    for corner, (x, y) in zip(
        where.corners, ((0, 0), (side, 0), (side, side), (0, side)), strict=True
    ):
        assert abs(corner[0] - x - MARGIN - LOOK.thick) < 4
        assert abs(corner[1] - y - MARGIN - LOOK.thick) < 4


def test_the_corners_are_in_pixels_of_a_file_that_is_reduced(printed: Bgr) -> None:
    small = EyeOptions(seconds=60, limits=PictureLimits(full_pixels=printed.size // 9))
    for options in (small, EyeOptions(seconds=60)):
        (puzzle,) = read(printed, options).puzzles
        corner = puzzle.reading.where.corners[2]
        wanted = 9 * LOOK.cell + MARGIN + LOOK.thick
        assert max(abs(corner[0] - wanted), abs(corner[1] - wanted)) < 5


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_picture_on_its_side_is_turned(made: Made, printed: Bgr, turn: int) -> None:
    (puzzle,) = read(rotate(printed, turn)).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == made.puzzle.givens
    assert puzzle.reading.where.turn == (4 - turn) % 4
    assert abs(puzzle.reading.where.corners[0][0] - MARGIN - LOOK.thick) < 6


def test_entries_are_told_from_givens_by_hand_and_ink(made: Made) -> None:
    filled = made.filled(0.5, 3)
    (puzzle,) = read(drawn(PaperPuzzle(filled), replace(LOOK, hand=HANDS[0]))).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.grid.givens == filled.givens
    inks = [cell.ink for cell in puzzle.reading.cells]
    assert inks.count(Ink.ENTRY) == sum(map(bool, puzzle.grid.entries))


def test_a_wrong_entry_is_named_and_the_givens_decide(made: Made) -> None:
    entries = list(made.filled(0.5, 3).entries)
    cell = next(i for i, digit in enumerate(entries) if digit)
    entries[cell] = made.solution[cell] % 9 + 1
    wrong = Grid(NINE, made.puzzle.givens, tuple(entries))
    (puzzle,) = read(drawn(PaperPuzzle(wrong), replace(LOOK, cell=64))).puzzles
    assert puzzle.status is Status.SOLVED
    assert puzzle.wrong_entries == (cell,)


def test_a_filled_grid_is_complete(made: Made) -> None:
    (puzzle,) = read(drawn(PaperPuzzle(made.filled(1.0, 3)))).puzzles
    assert puzzle.status is Status.COMPLETE
    assert puzzle.grid.digits == made.solution
    assert puzzle.wrong_entries == ()


def test_several_solutions_are_said_to_be_several(made: Made) -> None:
    few = tuple(d if i % 9 < 6 else 0 for i, d in enumerate(made.puzzle.givens))
    (puzzle,) = read(drawn(PaperPuzzle(Grid(NINE, few)))).puzzles
    assert puzzle.status is Status.AMBIGUOUS


def test_contradictions_are_impossible(made: Made) -> None:
    givens = list(made.puzzle.givens)
    blank = givens.index(0)
    givens[blank] = next(d for d in givens[9 * (blank // 9) :] if d)
    (puzzle,) = read(drawn(PaperPuzzle(Grid(NINE, tuple(givens))))).puzzles
    assert puzzle.status is Status.IMPOSSIBLE
    assert isinstance(puzzle.answer, Impossible)
    assert puzzle.answer.clashes


def test_a_table_of_random_digits_is_no_sudoku() -> None:
    rng = np.random.default_rng(1)
    digits = np.where(rng.random(81) < 0.5, rng.integers(1, 10, 81), 0)
    assert (
        refused(drawn(PaperPuzzle(Grid(NINE, tuple(digits.tolist())))))
        is NoteKind.NO_GRID
    )


def test_a_drawn_diagonal_is_declined_by_name(made: Made) -> None:
    few = tuple(d if i % 9 < 6 else 0 for i, d in enumerate(made.puzzle.givens))
    board = board_picture(Grid(NINE, few), LOOK)
    low, high = LOOK.thick, board.shape[0] - LOOK.thick
    cv2.line(board, (low, low), (high, high), (150, 150, 150), 1, cv2.LINE_AA)
    cv2.line(board, (low, high), (high, low), (150, 150, 150), 1, cv2.LINE_AA)
    findings = read(on_paper(board))
    assert findings.puzzles == ()
    assert [(n.kind, n.detail) for n in findings.notes] == [
        (NoteKind.VARIANT, "diagonal")
    ]


def test_irregular_boxes_are_declined_by_name(made: Made) -> None:
    few = tuple(d if i % 5 < 2 else 0 for i, d in enumerate(made.puzzle.givens))
    board = board_picture(Grid(NINE, few), replace(LOOK, thick=1))
    regions = np.repeat(np.arange(9).reshape(3, 3), 3, axis=0)
    widths = [(1, 4, 4), (3, 4, 2), (5, 1, 3)] * 3
    cells = np.array([np.repeat(regions[r], widths[r]) for r in range(9)])
    for row in range(9):
        for column in range(9):
            x, y = 1 + column * 48, 1 + row * 48
            if column and cells[row, column] != cells[row, column - 1]:
                cv2.line(board, (x, y), (x, y + 48), (0, 0, 0), 5)
            if row and cells[row, column] != cells[row - 1, column]:
                cv2.line(board, (x, y), (x + 48, y), (0, 0, 0), 5)
    findings = read(on_paper(board))
    assert not [p for p in findings.puzzles if p.status is Status.SOLVED]
    assert [n.detail for n in findings.notes] == ["jigsaw"]


@pytest.mark.parametrize("rows", [6.1, 8.4])
def test_a_grid_cut_off_at_the_edge_is_said_to_be(printed: Bgr, rows: float) -> None:
    assert refused(Bgr(printed[: MARGIN + round(rows * LOOK.cell)])) is NoteKind.CUT_OFF


def test_a_grid_cut_off_is_said_to_be_when_time_is_up_as_well(printed: Bgr) -> None:
    """More time would not show what is beyond the edge."""
    part = Bgr(printed[: MARGIN + round(8.4 * LOOK.cell)])
    ticks = chain([0.0, 0.0], count(50.0))
    findings = read(part, EyeOptions(seconds=1, clock=lambda: next(ticks)))
    assert [note.kind for note in findings.notes] == [NoteKind.CUT_OFF]


def test_a_picture_without_a_grid_says_so() -> None:
    rng = np.random.default_rng(2)
    picture = Bgr(rng.integers(0, 256, (300, 400, 3), np.uint8))
    assert [note.kind for note in read(picture).notes] == [NoteKind.NO_GRID]


def test_a_picture_is_read_without_what_only_other_files_need(
    printed: Bgr, tmp_path: Path
) -> None:
    """The first reader of a picture would wait for it, and each one hold it."""
    (tmp_path / "puzzle.png").write_bytes(encode_png(printed))
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "import mailbot.eye.pdf\n"
        "from mailbot.eye.picture import read_picture\n"
        "assert read_picture(Path('puzzle.png').read_bytes()).puzzles\n"
        "print(*sys.modules)\n"
    )
    loaded = {*run(sys.executable, "-c", script, cwd=tmp_path).stdout.split()}
    assert not loaded & {"numpy.ma", "pypdfium2"}


def test_a_small_decoration_is_passed_over_in_silence() -> None:
    assert read(Bgr(np.zeros((40, 200, 3), np.uint8))) == Findings()


def test_when_time_is_up_that_is_said(printed: Bgr) -> None:
    ticks = iter(range(0, 10**6, 50))
    options = EyeOptions(seconds=1, clock=lambda: float(next(ticks)))
    assert refused(printed, options) is NoteKind.TIME


def test_limits_and_damage_are_our_own_errors(printed: Bgr) -> None:
    data = encode_png(printed, 10**7)
    with pytest.raises(TooLarge):
        read_picture(data, options=EyeOptions(limits=PictureLimits(pixels=1000)))
    with pytest.raises(UnreadablePicture):
        read_picture(data[:2000])


@examples(5)
@given(st.lists(st.tuples(st.integers(300, 10**6), st.integers(0, 255)), max_size=40))
def test_a_damaged_photograph_is_our_error(damage: list[tuple[int, int]]) -> None:
    data = bytearray(_photograph())
    for place, value in damage:
        data[place % len(data)] = value
    try:
        findings = read_picture(bytes(data))
    except MailbotError:
        return
    assert findings.puzzles or findings.notes


@examples(6)
@given(
    st.integers(64, 260),
    st.integers(64, 260),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["lines", "noise", "flat", "stripes"]),
)
def test_odd_pictures_of_every_size_are_survived(
    height: int, width: int, seed: int, kind: str
) -> None:
    rng = np.random.default_rng(seed)
    picture = np.full((height, width, 3), rng.integers(0, 256), np.uint8)
    if kind == "noise":
        picture = rng.integers(0, 256, (height, width, 3), np.uint8)
    if kind == "stripes":
        picture[:: int(rng.integers(2, 30))] = 0
    if kind == "lines":
        for _ in range(30):
            x0, y0, x1, y1 = (int(v) for v in rng.integers(0, 260, 4))
            cv2.line(picture, (x0, y0), (x1, y1), (0, 0, 0), 2)
    findings = read(Bgr(picture))
    assert not [p for p in findings.puzzles if p.status is Status.SOLVED]


def _photograph() -> bytes:
    return encode_jpeg(
        drawn(PaperPuzzle(make_puzzle(NINE, 9).puzzle), replace(LOOK, cell=24))
    )


def test_a_strip_of_pixels_holds_no_grid() -> None:
    strip = encode_png(Bgr(np.full((64, 131_100, 3), 200, np.uint8)), 20_000_000)
    found = read_picture(strip, options=EyeOptions())
    assert found.puzzles == ()
    assert [note.kind for note in found.notes] == [NoteKind.NO_GRID]


def test_a_grid_cut_off_is_no_jigsaw_if_a_lattice_goes_on(made: Made) -> None:
    """Its lines fit the rows in sight, and the edge of the paper as another one."""
    page = drawn(PaperPuzzle(made.puzzle))
    part = page[MARGIN + round(1.4 * LOOK.cell) : MARGIN + round(9.8 * LOOK.cell)]
    table = cv2.copyMakeBorder(
        part, 0, 120, 40, 40, cv2.BORDER_CONSTANT, value=[60, 110, 90]
    )
    assert refused(Bgr(np.asarray(table, np.uint8))) is NoteKind.CUT_OFF
