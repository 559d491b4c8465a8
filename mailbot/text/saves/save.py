"""A puzzle as a program saved it."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from mailbot.judge import crossed_out
from mailbot.model import RuledOut
from mailbot.text.regions import Regions
from solver import Grid, Shape, other_shapes, shape_of


class Save(Struct, frozen=True):
    """A puzzle in a format with a name.

    `grid` is None where `variant` names rules that are not the usual ones. `ruled_out`
    are the candidates that the person has crossed out. `symbols` stand for 1..N, ""
    where they are the usual ones.
    """

    grid: Grid | None
    variant: str = ""
    ruled_out: RuledOut = ()
    symbols: str = ""


def saved(
    givens: Sequence[int],
    entries: Sequence[int] = (),
    regions: Sequence[object] = (),
    *,
    variant: str = "",
    marks: Sequence[Iterable[int]] = (),
    shape: Shape | None = None,
) -> Save:
    """The puzzle of N*N cells.

    Args:
        givens: the printed digits, 0 for none.
        entries: the person's own digits; empty if there are none.
        regions: any name of each cell's region; empty for the usual boxes.
        variant: the name of its rules, "" for the usual ones.
        marks: the candidates that are left in each cell, empty for those of a cell
            that shows none.
        shape: of the boxes, where the format tells it.

    Raises:
        ValueError: that is no grid.
    """
    size = round(len(givens) ** 0.5)
    if size * size != len(givens) or not 4 <= size <= 25:
        raise ValueError(f"{len(givens)} cells are no grid")
    if variant:
        return Save(None, variant)
    if regions and shape is None:
        usual = shape_of(size)
        drawn = Regions([str(region) for region in regions])
        fitting = [s for s in (usual, *other_shapes(usual)) if drawn.fits(s)]
        if not fitting:
            return Save(None, "jigsaw")
        shape = fitting[0]
    shape = shape or shape_of(size)
    if shape.box_height < 2 or shape.size != size:
        return Save(None, "jigsaw")
    own = [0 if given else entry for given, entry in zip(givens, entries, strict=False)]
    grid = Grid(shape, tuple(givens), tuple(own) if any(own) else shape.empty)
    return Save(grid, ruled_out=crossed_out(grid, marks))
