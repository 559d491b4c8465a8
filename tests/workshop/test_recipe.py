"""The recipe of the digit network: seeded cells, whatever fonts a machine has."""

import numpy as np

from mailbot.eye.read.digits import CLASSES
from tests.workshop.digits.contents import HAND, JUNK, MARKS, Artist, Kit, draw_written
from tests.workshop.digits.drawing import SIDE, Pose, blank_canvas, place
from tests.workshop.digits.evaluate import accuracy_rows, calibration_rows, digit_of
from tests.workshop.digits.fonts import SYMBOLS, Glyph, Typeface
from tests.workshop.digits.rendering import DrawnCells, render_cells
from tests.workshop.digits.strokes import FIGURES
from tests.workshop.paper.type import EMBEDDED, set_text


def embedded_kit() -> Kit:
    """A kit with nothing but Pillow's own font."""

    def glyph(text: str) -> Glyph:
        return Glyph(set_text(text, EMBEDDED, 72), 1.0, 0.0)

    face = Typeface(
        "embedded", False, tuple(glyph(s) for s in SYMBOLS), (glyph("X"), glyph("why"))
    )
    return Kit(((face,),), (), FIGURES)


def test_the_same_seed_renders_the_same_cells_and_another_seed_others() -> None:
    first, again, other = (render_cells(embedded_kit(), 60, s) for s in (5, 5, 6))
    assert np.array_equal(first.pictures, again.pictures)
    assert np.array_equal(first.labels, again.labels)
    assert not np.array_equal(first.pictures, other.pictures)


def test_cells_of_every_class_come_up() -> None:
    cells = render_cells(embedded_kit(), 1000, 1)
    assert set(cells.labels) == set(range(len(CLASSES)))
    doubted = np.array(cells.kinds)[cells.doubts > 0]
    assert set(doubted) == {"overwritten", "crossed out", "print struck"}


def test_every_digit_has_many_figures_inside_the_unit_square() -> None:
    assert len(FIGURES) == 9
    for figures in FIGURES:
        assert len(set(figures)) >= 7
        points = np.array([p for figure in figures for s in figure for p in s])
        assert points.min() >= 0
        assert points.max() <= 1


def test_written_digits_are_labelled_as_such() -> None:
    artist = Artist(embedded_kit(), np.random.default_rng(1))
    labels = {draw_written(artist).label for _ in range(200)}
    assert labels == set(range(HAND + 1, HAND + 10))


def test_a_glyph_lies_where_it_is_placed() -> None:
    canvas = blank_canvas()
    place(canvas, np.full((40, 20), 255, np.uint8), Pose(0.5, 0.25, -0.25), 0.8)
    rows, columns = np.nonzero(canvas > 0.4)
    assert abs(rows.mean() - (SIDE / 2 - 16)) < 1
    assert abs(columns.mean() - (SIDE / 2 + 16)) < 1
    assert abs(np.ptp(rows) - 31) <= 1
    assert canvas.max() <= 0.81


def test_a_glyph_outside_the_canvas_leaves_nothing() -> None:
    canvas = blank_canvas()
    place(canvas, np.full((40, 20), 255, np.uint8), Pose(0.2, 3.0, 3.0))
    assert not canvas.any()


def test_print_and_hand_of_a_digit_count_as_one_digit() -> None:
    labels = np.array([0, 1, 9, 10, 18, MARKS, 20, JUNK])
    assert digit_of(labels).tolist() == [0, 1, 9, 1, 9, MARKS, 20, JUNK]


def test_the_tables_count_what_is_right() -> None:
    labels = np.array([1, 2, 3, 4])
    cells = DrawnCells(
        np.zeros((4, 32, 32), np.uint8), labels, np.zeros(4, np.float32), ("print",) * 4
    )
    chances = np.full((4, len(CLASSES)), 0.2 / 35, np.float32)
    chances[np.arange(4), [1, 2, 3, 13]] = 0.8
    assert "| print | 4 | 75.00% | 100.00% |" in list(accuracy_rows(cells, chances))
    assert "| 0.7 - 0.8 | 4 | 80.00% | 75.00% |" in list(
        calibration_rows(cells, chances)
    )
