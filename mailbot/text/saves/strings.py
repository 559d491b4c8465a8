"""Lines in which solvers pass on a puzzle with its candidates or its rules.

HoDoKu's library, SudokuWiki's two kinds of strings, SumoCue, cages as sums (PS), and
the constraints of the Interactive Sudoku Solver.
"""

import re
from collections.abc import Iterator, Sequence

from mailbot.text.saves.save import OTHER, Save, saved
from solver import Grid, shape_of

_SIDE = 9
_LIBRARY_CELL = re.compile(r"(\+?)([\d.])")
_REMOVED = re.compile(r"(?<!\d)([1-9])([1-9])([1-9])(?!\d)")
_WIKI = {
    "X": "diagonal",
    "W": "hyper",
    "C": OTHER,
    "J": "jigsaw",
    "L": "killer",
    "M": "killer",
}
_EXPLORED = {"Cage": "killer", "Diagonal": "diagonal", "Windoku": "hyper"}
_SUMO = re.compile(r"([=-])(\d{1,3})([A-Z+-])(\d{1,2})")


def read_library(match: re.Match[str]) -> Iterator[Save]:
    """A line of HoDoKu: `+5` was placed by the player, `412` is 4 out of r1c2."""
    cells = _LIBRARY_CELL.findall(match["cells"])
    digits = [int(digit) if digit != "." else 0 for _, digit in cells]
    placed = [bool(sign) for sign, _ in cells]
    pairs = list(zip(digits, placed, strict=True))
    givens = tuple(0 if own else digit for digit, own in pairs)
    entries = tuple(digit if own else 0 for digit, own in pairs)
    out = tuple(
        ((int(row) - 1) * _SIDE + int(column) - 1, int(digit))
        for digit, row, column in _REMOVED.findall(match["out"])
    )
    yield Save(Grid(shape_of(_SIDE), givens, entries), ruled_out=out)


def read_wiki(match: re.Match[str]) -> Iterator[Save]:
    """A string of SudokuWiki, version B: a cell is two signs of a number to base 36.

    1..N is a given, N+1..2N a solved cell, and what is more the set of its candidates,
    one bit each.
    """
    kind, size = match[0][0], int(match[0][1])
    if kind != "S":
        yield Save(None, _WIKI[kind])
        return
    numbers = _numbers(match["cells"], 36)
    if len(numbers) != size * size:
        return
    givens = [number if number <= size else 0 for number in numbers]
    entries = [number - size if size < number <= 2 * size else 0 for number in numbers]
    masks = [max(number - 2 * size, 0) for number in numbers]
    yield saved(givens, entries, marks=[_digits_of(mask) for mask in masks])


def read_scanraid(match: re.Match[str]) -> Iterator[Save]:
    """A link of SudokuWiki of 2023: twice the candidates' bits, plus 1 for a given."""
    numbers = _numbers(match["cells"], 32)
    marks = [_digits_of(number >> 1) for number in numbers]
    alone = [cell[0] if len(cell) == 1 else 0 for cell in marks]
    given = [number & 1 for number in numbers]
    givens = [digit * own for digit, own in zip(alone, given, strict=True)]
    yield saved(givens, alone, marks=marks)


def _numbers(signs: str, base: int) -> list[int]:
    return [int(signs[i : i + 2], base) for i in range(0, len(signs) - 1, 2)]


def _digits_of(mask: int) -> Sequence[int]:
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def read_sumocue(match: re.Match[str]) -> Iterator[Save]:
    """SumoCue: a digit and a region (`=5J0`), or the sum of a cage, for each cell."""
    cells = _SUMO.findall(match["cells"])
    if any(mark != "J" for _, _, mark, _ in cells):
        yield Save(None, "killer")
        return
    yield saved(
        [int(digit) for _, digit, _, _ in cells],
        regions=[region for *_, region in cells],
    )


def read_sums(_: re.Match[str]) -> Iterator[Save]:
    """Cages as numbers, `3x3::k:3595:...`: never a plain puzzle."""
    yield Save(None, "killer")


def read_explorer(match: re.Match[str]) -> Iterator[Save]:
    """Constraints of the Interactive Sudoku Solver: never a plain puzzle."""
    kind = match["kind"]
    known = _EXPLORED.get(kind, "antiknight" if kind == "AntiKnight" else "jigsaw")
    yield Save(None, known)
