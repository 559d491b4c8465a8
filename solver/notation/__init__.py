"""Finds grids in texts, in every form in which people and programs write them.

>>> from solver.notation import find, parse
>>> parse("4.2./3.../..4./...2").line
'4.2.3.....4....2'
>>> [(f.start, f.form) for f in find("Stuck! 4.2./3.../..4./...2 Help!")]
[(7, 'groups')]

`text` splits and cleans the lines of a text. Then each reader of `_READERS` yields the
grids that it finds, the surest reader first, and what one has read is not read again:

    code       lists of Python, JSON, C, MATLAB and numpy
    places     r1c1=5, A1=5
    blocks     N rows on N lines; `rows` reads one line as a row in every possible way
    oneline    all cells, or all rows, on one line, also if a mail program wrapped it
    loose      rows whose empty cells are spaces, and forms that leave much out, read
               only where the result is a puzzle

`symbols` turns marks into digits once all N*N are known. To add a form: a new kind of
row in `rows`, or a new module with a function from lines and shape to `FoundGrid`s,
listed in `_READERS`; then an example in FORMS and a near miss in the tests of notation.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from solver.grid import Grid, Shape
from solver.notation.blocks import find_blocks, find_runs
from solver.notation.code import find_lists
from solver.notation.loose import find_columns, find_loose
from solver.notation.oneline import find_lines, find_wrapped, read_bare
from solver.notation.places import find_places
from solver.notation.text import FoundGrid, split_lines

_CELLS = re.compile(r"(?<![^\W_])[0-9._*?~xX-]+(?![^\W_])")
_SIZES = (4, 6, 8, 9, 10, 12, 15, 16, 20, 25)
_FEWEST, _MOST = 10, 700
"""Fewer or more cells are no attempt at a puzzle."""


def name_lack(text: str, shape: Shape | None) -> str:
    """One sentence: what was found, and what a puzzle has.

    >>> name_lack("." * 79, None)
    'found 79 cells, a 9x9 puzzle has 81'
    """
    if not text.strip():
        return "found no text"
    lines = list(split_lines(text))
    sizes = (shape.size,) if shape else _SIZES
    runs = [r for r in find_runs(lines) if r.length in sizes and len(r.rows) > 2]
    if runs:
        run = max(runs, key=lambda run: len(run.rows) * run.length)
        size, found = run.length, len(run.rows)
        if found != size:
            return (
                f"found {found} rows of {size} cells, "
                f"a {size}x{size} puzzle has {size} rows"
            )
        return f"found {size} rows of {size} cells, but not all hold digits of 1-{size}"
    words = [w for line in lines for w in _CELLS.findall(line.text) if is_cells(w)]
    cells = sum(map(len, words))
    if not _FEWEST <= cells <= _MOST:
        return "found no puzzle: no rows of cells, and no line of cells"
    size = min(sizes, key=lambda size: abs(size * size - cells))
    return f"found {cells} cells, a {size}x{size} puzzle has {size * size}"


def is_cells(word: str) -> bool:
    """Whether a word of cell signs is more than punctuation or a drawn line."""
    return any(map(str.isdigit, word)) or (len(word) > 2 and "." in word)


__all__ = ["FoundGrid", "ParseError", "find", "parse", "parse_all"]


_READERS = (
    find_lists,
    find_places,
    find_blocks,
    find_lines,
    find_wrapped,
    find_columns,
    find_loose,
)
"""In order of how sure they are: what one has read is not read again."""


class ParseError(ValueError):
    """A text that does not hold one puzzle; the message says what is missing."""


def find(text: str, shape: Shape | None = None) -> tuple[FoundGrid, ...]:
    """Every grid in a text, in order, whatever stands around; none overlap."""
    bare = read_bare(text, shape)
    if bare:
        start = len(text) - len(text.lstrip())
        return (FoundGrid(bare, start, start + bare.shape.cells, "line"),)
    lines = list(split_lines(text))
    chosen: list[FoundGrid] = []
    for reader in _READERS:
        for found in reader(lines, shape):
            place = bisect_left(chosen, found.end, key=attrgetter("start"))
            if place == 0 or chosen[place - 1].end <= found.start:
                chosen.insert(place, found)
    return tuple(_join_states(text, chosen))


def parse_all(text: str, shape: Shape | None = None) -> list[Grid]:
    """Every grid in a text, in order."""
    return [found.grid for found in find(text, shape)]


def parse(text: str, shape: Shape | None = None) -> Grid:
    """The one grid in a text; the same grid twice counts as one.

    Raises:
        ParseError: there is none, or there are several.
    """
    bare = read_bare(text, shape)
    if bare:
        return bare
    grids = list(dict.fromkeys(parse_all(text, shape)))
    if len(grids) == 1:
        return grids[0]
    if grids:
        raise ParseError(f"found {len(grids)} puzzles, expected one")
    raise ParseError(name_lack(text, shape))


def _join_states(text: str, found: Sequence[FoundGrid]) -> Iterator[FoundGrid]:
    """In .sdk files a [State] repeats its [Puzzle] with the entries made so far."""
    puzzle: FoundGrid | None = None
    for grid in found:
        head = text[: grid.start].rstrip()[-8:].lower()
        if puzzle and head.endswith("[state]") and puzzle.grid.shape == grid.grid.shape:
            cells = zip(puzzle.grid.givens, grid.grid.givens, strict=True)
            entries = tuple(0 if given else entry for given, entry in cells)
            joined = replace(puzzle.grid, entries=entries)
            yield FoundGrid(joined, puzzle.start, grid.end, "sadman", grid.symbols)
            puzzle = None
            continue
        if puzzle:
            yield puzzle
        puzzle = grid if head == "[puzzle]" else None
        if not puzzle:
            yield grid
    if puzzle:
        yield puzzle
