"""What a grid shows of a hint: the cells that it speaks of, and what it rules out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mailbot.compose.exclusions import exclusions, lines_of
from solver import Grid, Shape
from solver.logic import Case, Mark, Step

_MOST_HOUSES = 4
"""An argument about more houses than these would tint most of the grid."""


@dataclass(frozen=True, slots=True)
class Tints:
    """Sets of cells to tint, in this order, and digits to cross out.

    Attributes:
        shaded: the houses that the hint speaks of, or the way of a chain.
        lines: the cells that it rules something out in, and those on the way there.
        because: the cells that are the reason.
        crossed: the digits that it rules out, by cell.
    """

    shaded: frozenset[int] = frozenset()
    lines: frozenset[int] = frozenset()
    because: frozenset[int] = frozenset()
    crossed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def kinds(self) -> tuple[tuple[str, frozenset[int]], ...]:
        """The sets of cells by the name of their tint; a later one covers others."""
        named = (
            ("shade", self.shaded),
            ("line", self.lines),
            ("because", self.because),
        )
        return tuple((name, cells) for name, cells in named if cells)


def tints_of(grid: Grid, steps: Sequence[Step]) -> Tints:
    """What to tint for the argument of a hint, the first of its steps.

    A single is explained by the digits around it, any other step by its own cells.
    """
    if not steps:
        return Tints()
    step, shape = steps[0], grid.shape
    reasons = exclusions(grid, step)
    if reasons or not (step.cells or step.chain or step.cases):
        return Tints(
            shaded=_cells_of(shape, step.houses[:1]),
            lines=lines_of(shape, reasons),
            because=frozenset(witness for _, _, witness in reasons),
        )
    followed = frozenset(mark.cell for case in step.cases for mark in _marks(case))
    return Tints(
        shaded=_cells_of(shape, step.houses) | followed,
        lines=_cells_of(shape, step.covers) | {c for c, _ in step.eliminations},
        because=frozenset(_reasons(step)),
        crossed=_by_cell(step.eliminations),
    )


def _cells_of(shape: Shape, houses: Sequence[int]) -> frozenset[int]:
    if len(houses) > _MOST_HOUSES:
        return frozenset()
    return frozenset(cell for house in houses for cell in shape.houses[house])


def _reasons(step: Step) -> Iterator[int]:
    """The cells of the pattern; of a net only those where something is supposed."""
    yield from (*step.cells, *step.ends)
    for node in step.chain:
        yield from node.cells
    for case in step.cases:
        yield case.mark.cell


def _marks(case: Case) -> Iterator[Mark]:
    """What follows from a supposition, also within what follows."""
    for inference in case.inferences:
        yield inference.mark
        if inference.proof is not None:
            yield from _marks(inference.proof)


def _by_cell(marks: Iterable[Mark]) -> dict[int, tuple[int, ...]]:
    crossed: dict[int, tuple[int, ...]] = {}
    for cell, digit in sorted(marks):
        crossed[cell] = (*crossed.get(cell, ()), digit)
    return crossed
