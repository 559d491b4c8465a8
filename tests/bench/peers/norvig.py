"""Peter Norvig's method (norvig.com/sudoku.html): strings of digits, eliminated.

Assigning a digit eliminates the others; a cell down to one digit eliminates it from
its peers, a digit down to one cell is assigned; then search on the cell with the
fewest digits. Re-told here so that it goes on to a second solution, as ours does:
his stops at the first and proves nothing.
"""

from collections.abc import Iterator
from itertools import islice


def _cross(rows: str, columns: str) -> list[str]:
    return [row + column for row in rows for column in columns]


_DIGITS = "123456789"
_SQUARES = _cross("ABCDEFGHI", _DIGITS)
_UNIT_LIST = [
    *(_cross("ABCDEFGHI", column) for column in _DIGITS),
    *(_cross(row, _DIGITS) for row in "ABCDEFGHI"),
    *(
        _cross(rows, cs)
        for rows in ("ABC", "DEF", "GHI")
        for cs in ("123", "456", "789")
    ),
]
_UNITS = {s: [unit for unit in _UNIT_LIST if s in unit] for s in _SQUARES}
_PEERS = {s: {t for unit in _UNITS[s] for t in unit} - {s} for s in _SQUARES}
_Values = dict[str, str]


def solve_twice(line: str) -> list[str]:
    """Up to two solutions of a 9x9 puzzle of 81 characters."""
    solved = islice(_search(_parse(line)), 2)
    return ["".join(values[s] for s in _SQUARES) for values in solved]


def _parse(line: str) -> _Values | None:
    values = dict.fromkeys(_SQUARES, _DIGITS)
    for square, char in zip(_SQUARES, line, strict=True):
        if char in _DIGITS and not _assign(values, square, char):
            return None
    return values


def _search(values: _Values | None) -> Iterator[_Values]:
    if not values:
        return
    if all(len(values[s]) == 1 for s in _SQUARES):
        yield values
        return
    _, square = min((len(values[s]), s) for s in _SQUARES if len(values[s]) > 1)
    for digit in values[square]:
        yield from _search(_assign(values.copy(), square, digit))


def _assign(values: _Values, square: str, digit: str) -> _Values | None:
    others = values[square].replace(digit, "")
    return values if all(_eliminate(values, square, d) for d in others) else None


def _eliminate(values: _Values, square: str, digit: str) -> bool:
    if digit not in values[square]:
        return True
    values[square] = values[square].replace(digit, "")
    left = values[square]
    if not left:
        return False
    if len(left) == 1 and not all(_eliminate(values, s, left) for s in _PEERS[square]):
        return False
    for unit in _UNITS[square]:
        places = [s for s in unit if digit in values[s]]
        if not places:
            return False
        if len(places) == 1 and not _assign(values, places[0], digit):
            return False
    return True
