"""Every text form of a grid, in and out.

>>> from solver.notation import find, parse
>>> parse("4.2./3.../..4./...2").line
'4.2.3.....4....2'
>>> [(f.start, f.form) for f in find("Stuck! 4.2./3.../..4./...2 Help!")]
[(7, 'groups')]
"""

from collections.abc import Iterable
from dataclasses import dataclass

from solver.grid import Grid, Shape
from solver.notation.blocks import Candidate, find_blocks
from solver.notation.code import find_lists
from solver.notation.oneline import find_lines, find_wrapped, read_bare
from solver.notation.places import find_places
from solver.notation.text import split_lines

__all__ = ["Found", "ParseError", "find", "parse", "parse_all"]


class ParseError(ValueError):
    """A text that does not hold one puzzle; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Found:
    """A grid in a text: ``text[start:end]`` holds it, written in this form.

    Forms: ``line`` all cells in a row, ``groups`` rows on one line, ``marks`` cells
    with separators, ``wrapped`` a broken line, ``list`` code, ``places`` r1c1=5;
    row by row: ``packed``, ``spaced``, ``fields`` (CSV), ``framed`` and ``bars``,
    with ``labelled`` in front where row labels were taken off.
    """

    grid: Grid
    start: int
    end: int
    form: str


def find(text: str, shape: Shape | None = None) -> tuple[Found, ...]:
    """Every grid in a text, in order, whatever stands around; none overlap."""
    bare = read_bare(text, shape)
    if bare:
        return (Found(bare.grid, bare.start, bare.end, bare.kind),)
    lines = list(split_lines(text))
    chosen: list[Candidate] = []
    for reader in (find_lists, find_places, find_blocks, find_lines, find_wrapped):
        for candidate in reader(lines, shape):
            if _is_free(candidate, chosen):
                chosen.append(candidate)
    chosen.sort(key=lambda c: c.start)
    return tuple(Found(c.grid, c.start, c.end, c.kind) for c in chosen)


def parse_all(text: str, shape: Shape | None = None) -> list[Grid]:
    """Every grid in a text, in order."""
    return [found.grid for found in find(text, shape)]


def parse(text: str, shape: Shape | None = None) -> Grid:
    """The one grid in a text; the same grid twice counts as one.

    Raises:
        ParseError: there is none, or there are several.
    """
    grids = list(dict.fromkeys(parse_all(text, shape)))
    if len(grids) == 1:
        return grids[0]
    if grids:
        raise ParseError(f"found {len(grids)} puzzles, expected one")
    raise ParseError("found no puzzle")


def _is_free(candidate: Candidate, chosen: Iterable[Candidate]) -> bool:
    return all(candidate.end <= c.start or c.end <= candidate.start for c in chosen)
