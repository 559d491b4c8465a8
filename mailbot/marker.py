"""The lines of a reply that carry its puzzle, so that a conversation needs no memory.

    Puzzle: 53..7....6..195...
    Entries: ..4................
    (3x3 kd)

Entries stand there only when there are any. The last line tells the shape of a box,
and two letters that check the rest: where they do not fit, somebody has edited the
lines. The words are the same in every language. Quoting may prefix and wrap the
lines as it likes.
"""

import re
from dataclasses import dataclass
from hashlib import sha256

from solver import Grid, Shape, write_line
from solver.grid import SYMBOLS

MARK = "Puzzle:"
"""The word that the lines begin with."""

_QUOTING = re.compile(r"^[\s>|]+", re.MULTILINE)
_CELLS = rf"[.\s{SYMBOLS}]{{4,1500}}?"
_MARKER = re.compile(
    rf"{MARK}({_CELLS})(?:Entries:({_CELLS}))?"
    r"\((\d{1,2})x(\d{1,2})\s+([a-z]{2})\)"
)


@dataclass(frozen=True, slots=True)
class Marker:
    """A puzzle as a reply carried it; `edited` tells that a person changed it.

    `start` and `end` are its place in the text that was searched, once
    `strip_quoting` has been over it.
    """

    grid: Grid
    edited: bool
    start: int
    end: int


def write_marker(grid: Grid) -> str:
    """The lines that carry a puzzle."""
    givens, entries = grid.line, write_line(grid.entries)
    shape = f"{grid.shape.box_width}x{grid.shape.box_height}"
    lines = [f"{MARK} {givens}"]
    if any(grid.entries):
        lines.append(f"Entries: {entries}")
    return "\n".join([*lines, f"({shape} {_check(givens, entries, shape)})"])


def strip_quoting(text: str) -> str:
    """A text without the signs that mail programs put before quoted lines."""
    return _QUOTING.sub("", text.replace("…", "..."))


def find_markers(text: str) -> tuple[Marker, ...]:
    """The puzzles that a text (after `strip_quoting`) carries, in order."""
    found = (_marker(match) for match in _MARKER.finditer(text))
    return tuple(marker for marker in found if marker)


def _marker(match: re.Match[str]) -> Marker | None:
    """What was found; None if it does not hold as many cells as its shape."""
    width, height = int(match[3]), int(match[4])
    givens = "".join(match[1].split())
    entries = "".join((match[2] or "").split()) or "." * len(givens)
    try:
        grid = _grid(Shape(width, height), givens, entries)
    except ValueError:
        return None
    edited = match[5] != _check(givens, entries, f"{width}x{height}")
    return Marker(grid, edited, match.start(), match.end())


def _grid(shape: Shape, givens: str, entries: str) -> Grid:
    """A grid of two lines; where both hold a digit, the given stands."""
    first, second = (
        tuple(0 if c == "." else SYMBOLS.index(c) + 1 for c in line)
        for line in (givens, entries)
    )
    pairs = zip(first, second, strict=True)
    return Grid(shape, first, tuple(0 if given else entry for given, entry in pairs))


def _check(*written: str) -> str:
    first, second = sha256("/".join(written).encode()).digest()[:2]
    return chr(ord("a") + first % 26) + chr(ord("a") + second % 26)
