"""What is missing in a text that holds no grid, in words for its writer."""

import re

from solver.grid import Shape
from solver.notation.blocks import find_runs
from solver.notation.text import split_lines

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
