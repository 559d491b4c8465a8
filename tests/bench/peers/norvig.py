"""Peter Norvig's method (norvig.com/sudoku.html): strings of digits, eliminated.

Assigning a digit eliminates the others; a cell down to one digit eliminates it from
its peers, a digit down to one cell is assigned; then search on the cell with the
fewest digits. Re-told here so that it goes on to a second solution, as ours does:
his stops at the first and proves nothing.
"""

from collections.abc import Iterator
from itertools import islice

from solver import Shape

_SHAPE = Shape(3, 3)
_HOUSES = [[h for h in _SHAPE.houses if cell in h] for cell in range(81)]
_PEERS = [list(peers) for peers in _SHAPE.peers]
_Values = dict[int, str]


def solve_twice(line: str) -> list[str]:
    """Up to two solutions of a 9x9 puzzle of 81 characters."""
    values: _Values | None = dict.fromkeys(range(81), "123456789")
    for cell, char in enumerate(line):
        if char in "123456789" and values and not _assign(values, cell, char):
            values = None
    solved = islice(_search(values), 2)
    return ["".join(found[cell] for cell in range(81)) for found in solved]


def _search(values: _Values | None) -> Iterator[_Values]:
    if not values:
        return
    undecided = [
        (len(digits), cell) for cell, digits in values.items() if len(digits) > 1
    ]
    if not undecided:
        yield values
        return
    _, cell = min(undecided)
    for digit in values[cell]:
        yield from _search(_assign(values.copy(), cell, digit))


def _assign(values: _Values, cell: int, digit: str) -> _Values | None:
    others = values[cell].replace(digit, "")
    return values if all(_eliminate(values, cell, d) for d in others) else None


def _eliminate(values: _Values, cell: int, digit: str) -> bool:
    if digit not in values[cell]:
        return True
    values[cell] = values[cell].replace(digit, "")
    left = values[cell]
    if not left:
        return False
    if len(left) == 1 and not all(_eliminate(values, p, left) for p in _PEERS[cell]):
        return False
    for house in _HOUSES[cell]:
        places = [c for c in house if digit in values[c]]
        if not places:
            return False
        if len(places) == 1 and not _assign(values, places[0], digit):
            return False
    return True
