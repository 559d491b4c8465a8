"""A grid found in a text, with its place there."""

from dataclasses import dataclass

from solver.grid import Grid


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """A grid in a text: ``text[start:end]`` holds it, written in this form.

    Forms: ``line`` all cells in a row, ``groups`` rows on one line, ``marks`` cells
    with separators, ``wrapped`` a broken line, ``list`` code, ``places`` r1c1=5 or
    A1=5, ``open groups`` where cells or rows are left out;
    row by row: ``packed``, ``spaced``, ``fields`` (CSV), ``framed`` and ``bars``,
    ``columns`` where empty cells are spaces, ``flush`` where the first ones are,
    ``labelled`` in front where row labels were taken off, and ``sadman`` for a
    [Puzzle] with its [State].

    ``symbols`` are those of 1..N, where they are not the usual ones: 123456789A...
    """

    grid: Grid
    start: int
    end: int
    form: str
    symbols: str = ""
