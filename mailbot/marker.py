"""The line of a reply that carries its puzzle, so that a conversation needs no memory.

    Puzzle: 53..7....6..195... Entries: ..4................ Doubts: r5c5/6 r6c1/.
    Out: r1c9/6 Symbols: ABCDEFGHI Hint: r3c5 Wish: hint (3x3 kd)

Entries stand there only when there are any, and so do the cells that were read with
doubt, each with the second choice: nothing is answered before they are settled. Out
names digits that replies have ruled out in cells: the next hint rests on them.
Symbols are those that the person writes for 1..N, where they are not ours. Hint names
the cell that the reply told, and Wish what the person asked for, where that is less
than the solution: a later answer is to tell no more.

The last words tell the shape of a box, and two letters that check the rest: where they
do not fit, the line was damaged, or edited by somebody. The words are the same in every
language. Quoting may prefix and wrap the line as it likes; earlier replies had a line
for each of these words.
"""

import re
from dataclasses import dataclass
from hashlib import sha256

from mailbot.model import Doubts, RuledOut
from solver import Grid, Shape, write_line
from solver.grid import SYMBOLS
from solver.notation.symbols import encode

MARK = "Puzzle:"
"""The word that the line begins with."""

_QUOTING = re.compile(r"^[\s>|]+", re.MULTILINE)
_CELLS = rf"[.\s{SYMBOLS}]{{4,1500}}?"
_DOUBTS = rf"[rc/\d.\s{SYMBOLS}]{{1,12000}}?"
_DOUBT = re.compile(rf"r(\d{{1,2}})c(\d{{1,2}})/([.{SYMBOLS}])")
_NUMBER = r"(\d\s*\d?)\s*"


def _broken(word: str) -> str:
    """A pattern for a word that may be broken anywhere, as long lines are."""
    return r"\s*".join(map(re.escape, word))


_MARKER = re.compile(
    rf"{MARK}({_CELLS})(?:{_broken('Entries:')}({_CELLS}))?"
    rf"(?:{_broken('Doubts:')}({_DOUBTS}))?"
    rf"(?:{_broken('Out:')}({_DOUBTS}))?"
    rf"(?:{_broken('Symbols:')}([0-9A-Z\s]{{4,90}}?))?"
    rf"(?:{_broken('Hint:r')}\s*{_NUMBER}c\s*{_NUMBER})?"
    rf"(?:{_broken('Wish:')}([a-z\s]{{1,20}}?))?"
    rf"\(\s*{_NUMBER}x\s*{_NUMBER}([a-z]\s*[a-z])\s*\)"
)


@dataclass(frozen=True, slots=True)
class Marker:
    """A puzzle as a reply carried it; `edited` tells that it does not fit its check.

    `start` and `end` are its place in the text that was searched, once
    `strip_quoting` has been over it.
    """

    grid: Grid
    edited: bool
    start: int
    end: int
    doubts: Doubts = ()
    symbols: str = ""
    hinted: int | None = None
    wish: str = ""
    ruled_out: RuledOut = ()


def write_marker(
    grid: Grid,
    doubts: Doubts = (),
    symbols: str = "",
    hinted: int | None = None,
    wish: str = "",
    ruled_out: RuledOut = (),
) -> str:
    """The line that carries a puzzle on to the next letter.

    Args:
        grid: the puzzle, as it was read.
        doubts: its doubtful cells.
        symbols: the person's own for 1..N, "" where they are the usual ones.
        hinted: the cell whose digit the reply told as a hint.
        wish: what the person asked for, "" for the solution.
        ruled_out: cells with a digit that they cannot hold, as replies have shown.
    """
    givens, entries = grid.line, write_line(grid.entries)
    shape = f"{grid.shape.box_width}x{grid.shape.box_height}"
    told = _write_doubts(grid.shape, doubts)
    lines = [f"{MARK} {givens}"]
    if any(grid.entries):
        lines.append(f"Entries: {entries}")
    if doubts:
        lines.append(f"Doubts: {told}")
    out = _write_doubts(grid.shape, ruled_out)
    if ruled_out:
        lines.append(f"Out: {out}")
    if symbols:
        lines.append(f"Symbols: {symbols}")
    hint = "" if hinted is None else grid.shape.name(hinted)
    if hint:
        lines.append(f"Hint: {hint}")
    if wish:
        lines.append(f"Wish: {wish}")
    check = _check(givens, entries, shape, told, symbols, hint, wish, out)
    return " ".join([*lines, f"({shape} {check})"])


def strip_quoting(text: str) -> str:
    """A text without the signs that mail programs put before quoted lines."""
    return _QUOTING.sub("", text.replace("…", "..."))


def find_markers(text: str) -> tuple[Marker, ...]:
    """The puzzles that a text (after `strip_quoting`) carries, in order."""
    found = (_marker(match) for match in _MARKER.finditer(text))
    return tuple(marker for marker in found if marker)


def _marker(match: re.Match[str]) -> Marker | None:
    """What was found; None if it does not hold as many cells as its shape."""
    found = ["".join((group or "").split()) for group in match.groups()]
    givens, entries, doubtful, out, symbols, row, column, wish = found[:8]
    wide, high, written = found[8:]
    width, height = int(wide), int(high)
    entries = entries or "." * len(givens)
    try:
        grid = _grid(Shape(width, height), givens, entries)
    except ValueError:
        return None
    doubts = _read_doubts(grid.shape, doubtful)
    told = _write_doubts(grid.shape, doubts)
    hinted = grid.shape.cell_at(int(row), int(column)) if row else None
    hint = "" if hinted is None else grid.shape.name(hinted)
    ruled_out = _read_marks(grid.shape, out)
    out = _write_doubts(grid.shape, ruled_out)
    shape = f"{width}x{height}"
    check = _check(givens, entries, shape, told, symbols, hint, wish, out)
    return Marker(
        grid=grid,
        edited=written != check,
        start=match.start(),
        end=match.end(),
        doubts=doubts,
        symbols=symbols if len(symbols) == grid.shape.size else "",
        hinted=hinted,
        wish=wish,
        ruled_out=ruled_out,
    )


def _write_doubts(shape: Shape, doubts: Doubts) -> str:
    return " ".join(f"{shape.name(cell)}/{encode(second)}" for cell, second in doubts)


def _read_doubts(shape: Shape, told: str) -> Doubts:
    """The doubts of a marker; what somebody made nonsense of is left out."""
    return tuple(dict(_read_marks(shape, told)).items())


def _read_marks(shape: Shape, told: str) -> RuledOut:
    """The cells and digits that stand there."""
    found: list[tuple[int, int]] = []
    for row, column, symbol in _DOUBT.findall(told):
        cell, digit = shape.cell_at(int(row), int(column)), _digit(symbol)
        if cell is not None and digit <= shape.size:
            found.append((cell, digit))
    return tuple(found)


def _grid(shape: Shape, givens: str, entries: str) -> Grid:
    """A grid of two lines; where both hold a digit, the given stands."""
    first, second = (tuple(map(_digit, line)) for line in (givens, entries))
    pairs = zip(first, second, strict=True)
    return Grid(shape, first, tuple(0 if given else entry for given, entry in pairs))


def _digit(symbol: str) -> int:
    return 0 if symbol == "." else SYMBOLS.index(symbol) + 1


def _check(*written: str) -> str:
    told = "/".join(filter(None, written))
    first, second = sha256(told.encode()).digest()[:2]
    return chr(ord("a") + first % 26) + chr(ord("a") + second % 26)
