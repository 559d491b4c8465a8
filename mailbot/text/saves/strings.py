"""Lines in which solvers pass on a puzzle with its candidates or its rules.

HoDoKu's library, SudokuWiki's two kinds of strings, SumoCue, cages as sums (PS), the
constraints of the Interactive Sudoku Solver, and game IDs of Simon Tatham's Solo.
"""

import re
from collections.abc import Iterator, Sequence

from mailbot.language.puzzles import OTHER
from mailbot.text.saves.save import Save, saved
from solver import Grid, Shape, shape_of

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
_SOLO_SIZE = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?([jxk]*)(?:d[a-z]{1,2})?\s?")
_SOLO_ID = re.compile(rf"{_SOLO_SIZE.pattern}:([a-z\d_]{{1,700}})(,?)")
_SOLO_PARAMETERS = re.compile(
    rf"^C?PARAMS {{1,2}}:\d{{1,2}}:{_SOLO_SIZE.pattern}$", re.MULTILINE
)
_SOLO_SAVED = re.compile(r"DESC    :\d{1,4}:([a-z\d_]{1,700})(,?)")
_SOLO_TOKEN = re.compile(r"([a-z])|(\d{1,2})|_")


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


def read_games(match: re.Match[str]) -> Iterator[Save]:
    """A game of Simon Tatham's Solo: an ID, `3x3:a8e4_2c...`, alone or in a saved game.

    A small letter is a run of so many empty cells; `_` parts two digits. `2x3` has
    boxes that are three cells wide and two tall, and `9j` is a jigsaw of nine rows.
    Letters behind the size name other rules: j jigsaw, x diagonals, k killer.
    """
    text = match.string
    if match[0].startswith("DESC"):
        size = _SOLO_PARAMETERS.search(text)
        found = _SOLO_SAVED.match(text, match.start())
        if size and found:
            yield from _game(size[1], size[2], size[3], found[1])
    elif found := _SOLO_ID.match(text, match.start()):
        yield from _game(found[1], found[2], found[3], found[4])


def _game(first: str, second: str | None, rules: str, runs: str) -> Iterator[Save]:
    height, width = int(first), int(second or 1)
    size = height * width
    cells = list(_cells(runs))
    if len(cells) != size * size or max(cells) > size or size < 4:
        return
    if rules or not second:
        kind = "killer" if "k" in rules else "diagonal" if "x" in rules else "jigsaw"
        yield Save(None, kind)
    else:
        yield saved(cells, shape=Shape(width, height))


def _cells(runs: str) -> Iterator[int]:
    for token in _SOLO_TOKEN.finditer(runs):
        if token[1]:
            yield from [0] * (ord(token[1]) - ord("a") + 1)
        elif token[2]:
            yield int(token[2])
