"""The lines that carried puzzles in earlier replies; they are read, no more written.

    Puzzle: 53..7....6..195... Entries: ..4................ Doubts: r5c5/6 r6c1/.
    Out: r1c9/6 New: r2c9/6 Symbols: ABCDEFGHI Hint: r3c5 Wish: hint Again: 1
    (3x3 kdpwea)

Entries stand there only when there are any, and so do the cells that were read with
doubt, each with the second choice: nothing is answered before they are settled. Out
names digits that replies have ruled out in cells, New those of the reply itself: the
next hint rests on them.
Symbols are those that the person writes for 1..N, where they are not ours. Hint names
the cell that the reply told, and Wish what the person asked for, where that is less
than the solution: a later answer is to tell no more. Again counts the replies in a row
up to this one that did not understand the person.

The last words tell the shape of a box, and six letters that check the rest: where they
do not fit, the line was damaged, or edited by somebody. The words are the same in every
language. Quoting may prefix and wrap the line as it likes; earlier replies had a line
for each of these words, and only the first two letters of the check.
"""

import re
from collections.abc import Iterator
from hashlib import sha256

from mailbot.marker.code import Marker, State
from mailbot.model import Doubts, RuledOut
from solver import Grid, Shape
from solver.grid import SYMBOLS
from solver.notation.symbols import encode

MARK = "Puzzle:"
"""The word that the line begins with."""

_CELLS = rf"[.\s{SYMBOLS}]{{4,1500}}?"
_DOUBTS = rf"[rc/\d.\s{SYMBOLS}]{{1,12000}}?"
_DOUBT = re.compile(rf"r(\d{{1,2}})c(\d{{1,2}})/([.{SYMBOLS}])")
_NUMBER = r"(\d\s*\d?)\s*"
_CHECK = 6
"""Letters of the check. With only two, one changed line in 676 would pass."""

_CHECKS = (2, _CHECK)
"""The lengths that a check may have: earlier replies, still read, had two letters."""


def _broken(word: str) -> str:
    """A pattern for a word that may be broken anywhere, as long lines are."""
    return r"\s*".join(map(re.escape, word))


_MARKER = re.compile(
    rf"{MARK}({_CELLS})(?:{_broken('Entries:')}({_CELLS}))?"
    rf"(?:{_broken('Doubts:')}({_DOUBTS}))?"
    rf"(?:{_broken('Out:')}({_DOUBTS}))?"
    rf"(?:{_broken('New:')}({_DOUBTS}))?"
    rf"(?:{_broken('Symbols:')}([0-9A-Z\s]{{4,90}}?))?"
    rf"(?:{_broken('Hint:r')}\s*{_NUMBER}c\s*{_NUMBER})?"
    rf"(?:{_broken('Wish:')}([a-z\s]{{1,20}}?))?"
    rf"(?:{_broken('Again:')}\s*(\d)\s*)?"
    rf"\(\s*{_NUMBER}x\s*{_NUMBER}([a-z\s]{{2,24}})\)"
)


def find_earlier(text: str) -> Iterator[Marker]:
    """The puzzles that lines of earlier replies in a text carry, in order."""
    return filter(None, map(_found, _MARKER.finditer(text)))


def _found(match: re.Match[str]) -> Marker | None:
    """What was found; None if it does not hold as many cells as its shape."""
    found = ["".join((group or "").split()) for group in match.groups()]
    givens, entries, doubtful, out, new, symbols, row, column, wish = found[:9]
    again, wide, high, written = found[9:]
    width, height = int(wide), int(high)
    entries = entries or "." * len(givens)
    try:
        grid = _grid(Shape(width, height), givens, entries)
    except ValueError:
        return None
    # One doubt for each cell, whatever somebody made of the line.
    doubts = tuple(dict(_read_marks(grid.shape, doubtful)).items())
    told = _write_doubts(grid.shape, doubts)
    hinted = grid.shape.cell_at(int(row), int(column)) if row else None
    hint = "" if hinted is None else grid.shape.name(hinted)
    ruled_out, news = (_read_marks(grid.shape, marks) for marks in (out, new))
    out, new = (_write_doubts(grid.shape, marks) for marks in (ruled_out, news))
    shape = f"{width}x{height}"
    check = _check(givens, entries, shape, told, symbols, hint, wish, out, new, again)
    state = State(
        grid,
        doubts=doubts,
        symbols=symbols if len(symbols) == grid.shape.size else "",
        hinted=hinted,
        gentle=bool(wish),
        ruled_out=(*ruled_out, *news),
        news=news,
        again=int(again or 0),
    )
    edited = len(written) not in _CHECKS or not check.startswith(written)
    return Marker(state, edited, match.start(), match.end())


def _write_doubts(shape: Shape, doubts: Doubts) -> str:
    return " ".join(f"{shape.name(cell)}/{encode(second)}" for cell, second in doubts)


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
    digest = sha256(told.encode()).digest()[:_CHECK]
    return "".join(chr(ord("a") + byte % 26) for byte in digest)
