"""The puzzles of our own reply, found in a letter that quotes it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from mailbot.mail.message.identity import state_in
from mailbot.marker import (
    MARK,
    Marker,
    find_markers,
    read_states,
    strip_quoting,
)
from mailbot.model import Kept, Letter
from mailbot.text.html import read_page
from solver import Cells
from solver.grid import SYMBOLS

_MOST_PUZZLES = 12
_WIDEST = 200_000  # characters of a letter that are looked at
_FRAME = re.compile(r"\s*+|[#|\s]*+[=+\-][#=+\-|\s]*+")
"""A line of a drawn frame, or a blank one; a row of empty cells has only bars."""

_BAR = re.compile(r"[#|]")
_CELL = re.compile(rf"\*?([{SYMBOLS}]?)[.?!*]?")


def quoting_text(letter: Letter) -> str:
    """The text of a letter in which a reply of ours is quoted; "" if there is none."""
    if MARK in letter.html:
        text = read_page(letter.html).text[:_WIDEST]
        if find_markers(strip_quoting(text)):
            return text
    text = letter.text[:_WIDEST]
    return text if MARK in text and find_markers(strip_quoting(text)) else ""


@dataclass(frozen=True, slots=True)
class QuotedPuzzle:
    """A puzzle of a reply that is quoted.

    `shown` is the grid that the reply showed last before the line that carries the
    puzzle, () where none is found; a solution only where nothing else was shown.
    `solved` tells whether it showed a full one.
    """

    marker: Marker
    shown: Cells = ()
    solved: bool = False


def quoted_puzzles(text: str) -> list[QuotedPuzzle]:
    """Each puzzle of a quoted reply, in order."""
    return list(islice(_puzzles(strip_quoting(text)), _MOST_PUZZLES))


def kept_puzzles(kept: Kept) -> list[QuotedPuzzle]:
    """Each puzzle of a reply that was kept, and not quoted."""
    return [replace(one, solved=kept.solved) for one in quoted_puzzles(kept.lines)]


def carried_puzzles(letter: Letter) -> list[QuotedPuzzle]:
    """Each puzzle that the Message-ID of the reply carries which a letter answers."""
    envelope = letter.envelope
    for name in (*envelope.in_reply_to[::-1], *envelope.references[::-1]):
        markers = read_states(state_in(name))
        if markers:
            return [QuotedPuzzle(m, solved=m.state.solved) for m in markers]
    return []


def _puzzles(text: str) -> Iterator[QuotedPuzzle]:
    start = 0
    for marker in find_markers(text):
        shown = tuple(_grids(text[start : marker.start], marker.grid.shape.size))
        open_ones = [grid for grid in shown if not all(grid)]
        last = next(iter([*open_ones[-1:], *shown[-1:]]), ())
        solved = marker.state.solved or any(all(grid) for grid in shown)
        yield QuotedPuzzle(marker, last, solved)
        start = marker.end


def _grids(text: str, size: int) -> Iterator[Cells]:
    """Every grid of N rows of N cells in a text: ASCII art, or rows of a table."""
    rows: list[Cells] = []
    for line in text.splitlines():
        if _FRAME.fullmatch(line):
            continue
        row = _row(line)
        if len(row) > size:  # before the cells stands the number of the row
            rows = rows if row[0] == len(rows) + 1 else []
            row = row[1:] if row[0] == len(rows) + 1 else ()
        rows = [*rows, row] if len(row) == size else []
        if len(rows) == size:
            yield tuple(digit for row in rows for digit in row)
            rows = []


def _row(line: str) -> Cells:
    """The digits of a line, 0 = empty; none if it is no row of a grid."""
    if "|" in line:
        cells = _BAR.split(line.strip().removeprefix("#").removesuffix("#"))
    else:
        cells = line.replace("#", " ").split()
    found = [_CELL.fullmatch(cell.strip()) for cell in cells]
    if not all(found):
        return ()
    return tuple(
        SYMBOLS.find(match[1]) + 1 if match and match[1] else 0 for match in found
    )
