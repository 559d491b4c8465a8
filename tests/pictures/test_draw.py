"""Puzzles drawn as pictures, and pages to print."""

import cv2
import numpy as np
import pypdfium2
import pytest

from mailbot.pictures import Bgr
from mailbot.pictures.arrays import Bools, Doubles
from mailbot.pictures.draw import (
    Mesh,
    Overlay,
    crop_puzzle,
    draw_overlay,
    make_mesh,
    render_grid,
)
from mailbot.pictures.sheet import Sheet, write_sheets
from solver import Difficulty, NewPuzzle, Shape, Wanted, generate
from solver.grid import SYMBOLS

# Digits drawn into the cells of a picture, in perspective and on curved paper.


FLAT = np.stack(np.meshgrid(np.linspace(0, 1, 10), np.linspace(0, 1, 10)), axis=-1)


def bend(lattice: Doubles, kind: str) -> Mesh:
    """A mesh on a picture of 900x1000 pixels, shape [10, 10, 2]."""
    corners = {
        "straight": [(100, 100), (800, 100), (800, 800), (100, 800)],
        "perspective": [(220, 120), (690, 180), (860, 900), (40, 780)],
        "turned": [(450, 60), (850, 470), (430, 880), (40, 450)],
        "curled": [(120, 200), (800, 140), (780, 860), (140, 900)],
    }[kind]
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    transform = cv2.getPerspectiveTransform(unit, np.array(corners, np.float32))
    flat = lattice.astype(np.float32).reshape(-1, 1, 2)
    mesh = np.asarray(cv2.perspectiveTransform(flat, transform), np.float64)
    mesh = mesh.reshape(10, 10, 2)
    if kind == "curled":
        mesh[..., 1] += 60 * np.sin(lattice[..., 0] * np.pi)
    return mesh


def changed(before: Bgr, after: Bgr) -> Bools:
    return np.asarray(np.abs(before.astype(int) - after).max(axis=-1) > 40)


def in_cell(mesh: Mesh, cell: int, x: float, y: float) -> bool:
    row, column = divmod(cell, mesh.shape[0] - 1)
    quad = mesh[row : row + 2, column : column + 2].reshape(4, 2)[[0, 1, 3, 2]]
    return cv2.pointPolygonTest(quad.astype(np.float32), (x, y), False) >= 0


@pytest.mark.parametrize("paper", [235, 25], ids=["light", "dark"])
@pytest.mark.parametrize("kind", ["straight", "perspective", "turned", "curled"])
def test_every_stroke_of_a_digit_stays_inside_its_cell(kind: str, paper: int) -> None:
    picture = Bgr(np.full((1000, 900, 3), paper, np.uint8))
    mesh = bend(FLAT, kind)
    empty = draw_overlay(picture, mesh, Overlay())
    for cell in range(0, 81, 7):
        after = draw_overlay(picture, mesh, Overlay({cell: cell % 9 + 1}))
        ys, xs = np.nonzero(changed(empty, after))
        assert len(xs) > 20
        assert in_cell(mesh, cell, float(xs.mean()), float(ys.mean()))
        assert all(
            in_cell(mesh, cell, float(x), float(y)) for x, y in zip(xs, ys, strict=True)
        )


@pytest.mark.parametrize("paper", [255, 200, 130, 90, 10])
def test_ink_stands_out_from_any_paper(paper: int) -> None:
    picture = Bgr(np.full((1000, 900, 3), paper, np.uint8))
    mesh = bend(FLAT, "straight")
    empty = draw_overlay(picture, mesh, Overlay())
    after = draw_overlay(picture, mesh, Overlay({40: 8}))
    gray = cv2.cvtColor(after, cv2.COLOR_BGR2GRAY).astype(int)
    assert np.abs(gray - paper)[changed(empty, after)].max() >= 60


@pytest.mark.parametrize("kind", ["straight", "perspective", "turned", "curled"])
def test_rows_and_columns_are_numbered_outside_of_the_grid(kind: str) -> None:
    picture = Bgr(np.full((1000, 900, 3), 240, np.uint8))
    mesh = bend(FLAT, kind)
    ys, xs = np.nonzero(changed(picture, draw_overlay(picture, mesh, Overlay())))
    assert len(xs) > 18 * 10
    edge = np.concatenate([mesh[0], mesh[:, -1], mesh[-1, ::-1], mesh[::-1, 0]])
    border = edge.astype(np.float32)
    assert not any(
        cv2.pointPolygonTest(border, (float(x), float(y)), False) > 0
        for x, y in zip(xs, ys, strict=True)
    )


def test_a_puzzle_at_the_edge_of_its_picture_is_numbered_as_well() -> None:
    mesh = bend(FLAT, "straight")
    low, high = mesh.min(axis=(0, 1)).astype(int), mesh.max(axis=(0, 1)).astype(int)
    picture = np.full((1000, 900, 3), 240, np.uint8)
    cut = Bgr(picture[low[1] : high[1], low[0] : high[0]])
    crop, moved = crop_puzzle(cut, mesh - low)
    assert (crop == 240).all()
    numbered = changed(crop, draw_overlay(crop, moved, Overlay()))
    left, top = np.floor(moved[0, 0]).astype(int)
    for row in range(9):
        above, below = (int(moved[line, 0, 1]) for line in (row, row + 1))
        assert numbered[above:below, :left].sum() > 20
        assert numbered[:top, above - top + left : below - top + left].sum() > 20


def test_the_cells_that_tell_why_are_tinted_and_their_digits_stay() -> None:
    mesh = bend(FLAT, "straight")
    picture = Bgr(np.full((1000, 900, 3), 240, np.uint8))
    middle = mesh[3:5, 3:5].mean(axis=(0, 1)).astype(int)
    picture[middle[1], middle[0]] = 10
    tints = []
    for overlay in (
        Overlay(shaded=(30,)),
        Overlay(lines=(30,)),
        Overlay(because=(30,)),
    ):
        after = draw_overlay(picture, mesh, overlay)
        tints.append(tuple(after[middle[1] + 9, middle[0]].tolist()))
        assert after[middle[1], middle[0]].max() <= 10
    assert len({*tints, (240, 240, 240)}) == 4


def test_each_question_has_its_letter_in_its_cell() -> None:
    mesh = bend(FLAT, "perspective")
    picture = Bgr(np.full((1000, 900, 3), 240, np.uint8))
    drawn = [
        draw_overlay(picture, mesh, Overlay(doubtful=(30,), letters=letters))
        for letters in ({}, {30: "a"}, {30: "b"})
    ]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        ys, xs = np.nonzero(changed(drawn[one], drawn[other]))
        assert in_cell(mesh, 30, float(xs.mean()), float(ys.mean()))


def test_the_picture_that_came_in_is_left_as_it_is() -> None:
    picture = Bgr(np.full((1000, 900, 3), 240, np.uint8))
    draw_overlay(picture, bend(FLAT, "straight"), Overlay({0: 5}, doubtful=(1,)))
    assert (picture == 240).all()


def test_doubtful_and_wrong_cells_are_outlined_in_different_colours() -> None:
    picture = Bgr(np.full((1000, 900, 3), 240, np.uint8))
    mesh = bend(FLAT, "perspective")
    colours = []
    empty = draw_overlay(picture, mesh, Overlay())
    for overlay in (Overlay(doubtful=(30,)), Overlay(wrong=(30,))):
        after = draw_overlay(picture, mesh, overlay)
        ys, xs = np.nonzero(changed(empty, after))
        assert in_cell(mesh, 30, float(xs.mean()), float(ys.mean()))
        middle = mesh[3:5, 3:5].mean(axis=(0, 1)).astype(int)
        assert (after[middle[1], middle[0]] == 240).all()
        colours.append(tuple(np.median(after[ys, xs], axis=0).astype(int)))
    assert colours[0] != colours[1]


def test_the_digits_can_be_told_apart() -> None:
    """Each drawn digit resembles itself more than any other."""
    seen = [render_grid((3, 3), {}, Overlay({0: d})) for d in range(1, 10)]
    again = [render_grid((3, 3), {}, Overlay({1: d})) for d in range(1, 10)]
    side = 500 // 9
    first = [p[27 : 27 + side, 27 : 27 + side].astype(float) for p in seen]
    second = [p[27 : 27 + side, 27 + side : 27 + 2 * side].astype(float) for p in again]
    for number, one in enumerate(first):
        gaps = [float(np.abs(one - other).mean()) for other in second]
        assert int(np.argmin(gaps)) == number


def test_a_crop_holds_the_puzzle_and_a_margin_at_a_size_for_mail() -> None:
    picture = Bgr(np.full((3000, 4000, 3), 240, np.uint8))
    points = [
        (x, y) for y in np.linspace(500, 2300, 10) for x in np.linspace(600, 2400, 10)
    ]
    crop, mesh = crop_puzzle(picture, make_mesh(points, 9))
    assert max(crop.shape[:2]) == 1200
    low, high = mesh.min(axis=(0, 1)), mesh.max(axis=(0, 1))
    assert (low > 40).all()
    assert (high < np.array(crop.shape[1::-1]) - 40).all()
    assert (high - low > 1000).all()


def test_a_small_picture_is_enlarged_so_that_digits_have_room() -> None:
    picture = Bgr(np.full((120, 130, 3), 240, np.uint8))
    points = [(x, y) for y in np.linspace(5, 115, 10) for x in np.linspace(5, 125, 10)]
    crop, mesh = crop_puzzle(picture, make_mesh(points, 9))
    assert max(crop.shape[:2]) == 480
    assert mesh.min() > 0


def test_a_mesh_that_leaves_the_picture_is_drawn_as_far_as_it_goes() -> None:
    picture = Bgr(np.full((300, 300, 3), 240, np.uint8))
    points = [
        (x, y) for y in np.linspace(-80, 390, 10) for x in np.linspace(-50, 320, 10)
    ]
    crop, mesh = crop_puzzle(picture, make_mesh(points, 9))
    draw_overlay(crop, mesh, Overlay(dict.fromkeys(range(81), 8)))
    assert crop.shape[0] == crop.shape[1]


def test_numbers_above_nine_are_drawn_with_two_figures() -> None:
    blank = render_grid((4, 4), {}, Overlay())
    for number in (10, 16):
        drawn = changed(blank, render_grid((4, 4), {}, Overlay({17: number})))
        xs = np.nonzero(drawn)[1]
        side = 500 // 16
        assert xs.min() >= side // 2 + side
        assert xs.max() <= side // 2 + 2 * side
        assert xs.max() - xs.min() > side // 2


# Pages to print: the puzzle above, its solution upside down below.


def new_puzzle(shape: Shape) -> NewPuzzle:
    puzzle = generate(Wanted(Difficulty.EASY, shape), seed=1)
    assert puzzle
    return puzzle


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(3, 3), Shape(4, 4)])
def test_the_solution_stands_upside_down_below_the_puzzle(shape: Shape) -> None:
    puzzle = new_puzzle(shape)
    data = write_sheets([Sheet(puzzle.grid, puzzle.solution, 1)])
    [page] = pypdfium2.PdfDocument(data)
    texts = [o for o in page.get_objects() if o.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT]
    above = [o for o in texts if o.get_matrix().a > 0]
    below = [o for o in texts if o.get_matrix().a < 0]
    assert len(above) == sum(map(bool, puzzle.grid.givens))
    assert len(below) == shape.cells
    assert min(o.get_matrix().f for o in above) > max(o.get_matrix().f for o in below)
    shown = "".join(page.get_textpage().get_text_range().split())
    givens = [SYMBOLS[d - 1] for d in puzzle.grid.givens if d]
    assert sorted(shown) == sorted(givens + list(SYMBOLS[: shape.size]) * shape.size)


def test_a_harder_puzzle_shows_more_dots() -> None:
    puzzle = new_puzzle(Shape(3, 3))
    sheets = (Sheet(puzzle.grid, puzzle.solution, level) for level in range(1, 6))
    assert len({write_sheets([sheet]) for sheet in sheets}) == 5


def test_the_same_page_is_the_same_bytes() -> None:
    puzzle = new_puzzle(Shape(3, 3))
    sheets = [Sheet(puzzle.grid, puzzle.solution, 1)]
    assert write_sheets(sheets) == write_sheets(sheets)
    assert len(write_sheets(sheets)) < 10_000
