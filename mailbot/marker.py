"""The lines of a reply that carry its puzzle, so that a conversation needs no memory.

    Puzzle: 53..7....6..195...
    Entries: ..4................
    Unsure: r4c7 r5c5
    (3x3 kd)

Entries and Unsure stand there only when there are any. The last two letters are a
check of the rest: where they do not fit, somebody has edited the lines. The words are
the same in every language. Quoting may prefix and wrap the lines as it likes.
"""

import re
from dataclasses import dataclass
from hashlib import sha256

from solver import Grid, Shape, write_line

from solver.grid import SYMBOLS  # isort: skip

_QUOTING = re.compile(r"^[\s>|]+", re.MULTILINE)
_CELLS = rf"[.\s{SYMBOLS}]"
_MARKER = re.compile(
    rf"Puzzle:({_CELLS}{{4,1500}}?)"
    rf"(?:Entries:({_CELLS}{{4,1500}}?))?"
    r"(?:Unsure:((?:\s*r\d+c\d+)*)\s*)?"
    r"\((\d{1,2})x(\d{1,2})\s+([a-z]{2})\)"
)
_NAME = re.compile(r"r(\d+)c(\d+)")


@dataclass(frozen=True, slots=True)
class Marker:
    """A puzzle as a reply carried it; `edited` tells that a person changed it.

    `start` and `end` are its place in the text that was searched, once
    `strip_quoting` has been over it.
    """

    grid: Grid
    unsure: tuple[int, ...]
    edited: bool
    start: int = 0
    end: int = 0


def write_marker(grid: Grid, unsure: tuple[int, ...] = ()) -> str:
    """The lines that carry a puzzle."""
    names = " ".join(grid.shape.name(cell) for cell in unsure)
    lines = [f"Puzzle: {grid.line}"]
    if any(grid.entries):
        lines.append(f"Entries: {write_line(grid.entries)}")
    if names:
        lines.append(f"Unsure: {names}")
    shape = f"{grid.shape.box_width}x{grid.shape.box_height}"
    check = _check(grid.line, write_line(grid.entries), names, shape)
    return "\n".join([*lines, f"({shape} {check})"])


def strip_quoting(text: str) -> str:
    """A text without the signs that mail programs put before quoted lines."""
    return _QUOTING.sub("", text.replace("…", "..."))


def find_markers(text: str) -> tuple[Marker, ...]:
    """The puzzles that a text (after `strip_quoting`) carries, in order."""
    found = (_marker(match) for match in _MARKER.finditer(text))
    return tuple(marker for marker in found if marker)


def _marker(match: re.Match[str]) -> Marker | None:
    givens, entries = ("".join((match[i] or "").split()) for i in (1, 2))
    names = " ".join((match[3] or "").split())
    try:
        shape = Shape(int(match[4]), int(match[5]))
        grid = _grid(shape, givens, entries or "." * shape.cells)
    except ValueError:
        return None
    return Marker(
        grid=grid,
        unsure=_cells(shape, names),
        edited=match[6]
        != _check(grid.line, write_line(grid.entries), names, f"{match[4]}x{match[5]}"),
        start=match.start(),
        end=match.end(),
    )


def _grid(shape: Shape, givens: str, entries: str) -> Grid:
    """A grid of two lines; where both hold a digit, the given stands."""
    first, second = (
        tuple(0 if c == "." else SYMBOLS.index(c) + 1 for c in line)
        for line in (givens, entries)
    )
    if len(first) != len(second):
        raise ValueError(f"{len(first)} givens but {len(second)} entries")
    return Grid(
        shape, first, tuple(0 if g else e for g, e in zip(first, second, strict=True))
    )


def _cells(shape: Shape, names: str) -> tuple[int, ...]:
    places = ((int(r) - 1, int(c) - 1) for r, c in _NAME.findall(names))
    size = range(shape.size)
    return tuple(r * shape.size + c for r, c in places if r in size and c in size)


def _check(*written: str) -> str:
    first, second = sha256("/".join(written).encode()).digest()[:2]
    return chr(ord("a") + first % 26) + chr(ord("a") + second % 26)
