"""The puzzles of our own reply, found in a letter that quotes it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import isqrt
from operator import itemgetter

from mailbot.charset import decode_text
from mailbot.files import PartKind, kind_of
from mailbot.mail.message.identity import is_reply_id, state_in
from mailbot.marker import (
    MARK,
    Marker,
    State,
    find_damaged,
    find_markers,
    read_states,
    strip_quoting,
)
from mailbot.model import Kept, Letter, Part
from mailbot.text.html import read_page
from solver import Cells, Grid, parse_all, shape_of
from solver.grid import SYMBOLS

_MOST_PUZZLES = 12
_WIDEST = 200_000  # characters of a letter that are looked at
_FRAME = re.compile(r"\s*+|[#|\s]*+[=+\-][#=+\-|\s]*+")
"""A line of a drawn frame, or a blank one; a row of empty cells has only bars."""

_SIZES = (9, 6, 4, 16, 12, 8, 10)
"""Sizes of grids to look for above a damaged line, the usual ones first."""

_BAR = re.compile(r"[#|]")
_CELL = re.compile(rf"\*?([{SYMBOLS}]?)[.?!*]?")

_LOGO_BYTES = 10_000
_TEXT_BYTES = 100_000  # of an attached text that are looked at
_OUR_PICTURE = re.compile(r"(puzzle-\d+|image\d{3})\.\w+", re.IGNORECASE)
"""As we name it, and as Outlook does when it quotes it."""


def quoting_text(letter: Letter) -> str:
    """The text of a letter in which a reply of ours is quoted; "" if there is none."""
    if MARK in letter.html:
        text = read_page(letter.html).text[:_WIDEST]
        if _carries(text):
            return text
    text = letter.text[:_WIDEST]
    return text if MARK in text and _carries(text) else ""


def _carries(text: str) -> bool:
    """Whether a line of ours stands in a text, be it damaged."""
    plain = strip_quoting(text)
    return bool(find_markers(plain) or find_damaged(plain))


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
    found = list(islice(_puzzles(strip_quoting(text)), _MOST_PUZZLES))
    for at, one in enumerate(found):
        fits = [_lacks(one.shown, other.marker) for other in found]
        best = fits.index(min(fits))
        if fits[best] < fits[at] and not found[best].shown:
            # A reply about one of several puzzles shows it above the lines of all.
            solved = one.solved and not one.marker.state.solved
            other = found[best]
            found[best] = replace(other, shown=one.shown, solved=other.solved | solved)
            found[at] = replace(one, shown=(), solved=one.marker.state.solved)
    return found


def _lacks(shown: Cells, marker: Marker) -> int:
    """How many digits of a puzzle a grid lacks that was shown."""
    digits = marker.state.grid.digits
    if len(shown) != len(digits):
        return len(digits)
    return sum(0 != digit != there for there, digit in zip(shown, digits, strict=True))


def kept_puzzles(kept: Kept) -> list[QuotedPuzzle]:
    """Each puzzle of a reply that was kept, and not quoted."""
    return [replace(one, solved=kept.solved) for one in quoted_puzzles(kept.lines)]


def carried_puzzles(letter: Letter) -> list[QuotedPuzzle]:
    """Each puzzle that the Message-ID of the reply carries which a letter answers.

    None where that reply had more than fit in it: no letter is about those of the reply
    before, then.
    """
    envelope = letter.envelope
    for name in (*envelope.in_reply_to[::-1], *envelope.references[::-1]):
        state = state_in(name)
        if is_reply_id(name) and not state:
            return []
        markers = read_states(state)
        if markers:
            return [QuotedPuzzle(m, solved=m.state.solved) for m in markers]
    return []


def _puzzles(text: str) -> Iterator[QuotedPuzzle]:
    start = 0
    damaged = [(*place, None) for place in find_damaged(text)]
    whole = [(marker.start, marker.end, marker) for marker in find_markers(text)]
    for begin, end, marker in sorted([*damaged, *whole], key=itemgetter(0)):
        puzzle = _quoted(text[start:begin], marker)
        if puzzle:
            yield puzzle
        start = end


def _quoted(above: str, marker: Marker | None) -> QuotedPuzzle | None:
    """The puzzle of a line (None: it is damaged), by what stands above it."""
    sizes = [marker.state.grid.shape.size] if marker else _SIZES
    shown = next(filter(None, (tuple(grids_in(above, size)) for size in sizes)), ())
    open_ones = [grid for grid in shown if not all(grid)]
    last = next(iter([*open_ones[-1:], *shown[-1:]]), ())
    if marker is None:
        if not last:
            return None
        shape = shape_of(isqrt(len(last)))
        marker = Marker(State(Grid(shape, last)), edited=True)
    solved = marker.state.solved or any(all(grid) for grid in shown)
    return QuotedPuzzle(marker, last, solved)


def grids_in(text: str, size: int) -> Iterator[Cells]:
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
    row = list[int]()
    for cell in cells:
        match = _CELL.fullmatch(cell.strip())
        if match is None:
            return ()
        row.append(SYMBOLS.find(match[1]) + 1 if match[1] else 0)
    return tuple(row)


def is_news(part: Part) -> bool:
    """Whether a part may hold a new puzzle: no logo, nothing of ours sent back."""
    kind = kind_of(part)
    if kind in (PartKind.TEXT, PartKind.HTML):  # mail programs add such parts too
        text = decode_text(part.data[:_TEXT_BYTES])
        page = read_page(text).text if kind is PartKind.HTML else text
        return MARK not in page and bool(parse_all(page))
    large = len(part.data) > _LOGO_BYTES
    shown = kind in (PartKind.PICTURE, PartKind.PDF) and large
    ours = _OUR_PICTURE.fullmatch(part.filename)
    return kind is PartKind.DOCUMENT or (shown and not ours)
