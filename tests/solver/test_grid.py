"""The grid: its shape, its houses, its picture."""

import pytest

from solver import Grid, Shape, parse, shape_of
from tests.cases import cases_of

cases = cases_of(__file__)


GRANDFATHER = """
[[7,0,0,2,0,6,0,0,0],
 [8,9,0,3,0,0,0,0,2],
 [0,0,0,7,0,0,0,0,4],
 [0,5,0,6,0,0,9,2,0],
 [0,0,0,0,4,0,0,0,0],
 [0,8,6,0,0,2,0,4,0],
 [5,0,0,0,0,9,0,0,0],
 [2,0,0,0,0,7,0,5,8],
 [0,0,0,5,0,3,0,0,1]]
"""


def draw_as_the_post_does(cells: tuple[int, ...]) -> str:
    """The ASCII art of the German post, its code re-told."""
    hbar1 = ("#===" + "====" * 2) * 3 + "#\n"
    hbar2 = ("#---" + "+---" * 2) * 3 + "#\n"
    symbols = [" ", *map(str, range(1, 10))]
    separators = ["|", "|", "#"]
    res = hbar1
    for y in range(9):
        res += "#"
        for x in range(9):
            res += " " + symbols[cells[y * 9 + x]] + " " + separators[x % 3]
        res += "\n"
        res += hbar1 if y % 3 == 2 else hbar2
    return res


def test_a_grid_prints_as_the_german_post_prints_it() -> None:
    grid = parse(GRANDFATHER)
    assert str(grid) == draw_as_the_post_does(grid.givens)


def test_boxes_of_any_shape_are_drawn() -> None:
    assert str(parse("..1../2.34./.....".replace("/", "")[:4] * 4, Shape(4, 1))) == (
        "#===============#\n" + "#   |   | 1 |   #\n#===============#\n" * 4
    )


def test_entries_are_printed_beside_the_givens() -> None:
    grid = Grid(Shape(2, 1), (1, 0, 0, 0), (0, 2, 0, 0))
    assert "# 1 | 2 #" in str(grid)
    assert grid.line == "1..."


@pytest.mark.parametrize("shape", [Shape(3, 3), Shape(3, 2), Shape(2, 3), Shape(5, 5)])
def test_every_cell_is_in_one_row_one_column_and_one_box(shape: Shape) -> None:
    for kind in (shape.rows, shape.columns, shape.boxes):
        assert sorted(cell for house in kind for cell in house) == [*range(shape.cells)]


def test_boxes_are_as_wide_and_as_high_as_the_shape_says() -> None:
    for cells in Shape(4, 3).boxes:
        assert len({cell % 12 for cell in cells}) == 4
        assert len({cell // 12 for cell in cells}) == 3


def test_the_repr_of_a_grid_makes_the_grid_again() -> None:
    grid = parse(GRANDFATHER)
    assert eval(repr(grid)) == grid


def test_a_trusted_grid_is_the_checked_one() -> None:
    grid = parse(GRANDFATHER)
    assert Grid.trusted(grid.shape, grid.givens) == Grid(grid.shape, grid.givens)


@pytest.mark.parametrize(("size", "shape"), [(6, (3, 2)), (8, (4, 2)), (15, (5, 3))])
def test_the_usual_box_is_wider_than_high(size: int, shape: tuple[int, int]) -> None:
    assert shape_of(size) == Shape(*shape)


@pytest.mark.parametrize("box", [(0, 3), (1, 1), (13, 2), (-3, -3), (26, 1)])
def test_a_box_holds_from_2_to_25_cells(box: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="from 2 to 25"):
        Shape(*box)


@cases("givens, entries, lack")
def test_a_grid_that_cannot_be_says_why(
    givens: tuple[int, ...], entries: tuple[int, ...], lack: str
) -> None:
    with pytest.raises(ValueError, match=lack):
        Grid(Shape(2, 1), givens, entries)
