"""Two houses where one digit has two places each, joined by a third house.

Two parallel lines make a skyscraper, a row and a column a two-string kite, a line
and a box whose places lie on one row and one column an empty rectangle.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, product

from solver.logic.candidates import CandidateGrid, doubtful_digits, marks, set_of
from solver.logic.chains.links import pairs
from solver.logic.step import Kind, Steps

_Pair = tuple[int, int, int]
"""A house, and the two places of a digit in it."""


_Joined = Callable[[Sequence[_Pair], Sequence[_Pair]], Iterable[tuple[_Pair, _Pair]]]
"""Which pairs may be joined, of those on rows and those on columns."""


def parallel(
    rows: Sequence[_Pair], columns: Sequence[_Pair]
) -> Iterator[tuple[_Pair, _Pair]]:
    """Every two pairs on rows, then every two on columns."""
    return chain(combinations(rows, 2), combinations(columns, 2))


def turbots(state: CandidateGrid, kind: Kind, joined: _Joined) -> Steps:
    """Two lines joined by a house: parallel ones, or a row and a column (product)."""
    n = state.layout.shape.size
    for digit in doubtful_digits(state):
        rows = _pairs(state, digit, range(n))
        columns = _pairs(state, digit, range(n, 2 * n))
        for two in joined(rows, columns):
            yield from _turbot(state, digit, two, kind)


def _pairs(state: CandidateGrid, digit: int, houses: range) -> list[_Pair]:
    known = pairs(state.layout.shape, state.places[digit])
    return [pair for pair in known if pair[0] in houses]


def _turbot(
    state: CandidateGrid, digit: int, two: tuple[_Pair, _Pair], kind: Kind
) -> Steps:
    (house, *first), (other, *second) = two
    if set(first) & set(second):
        return
    peers = state.layout.peers
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        near = (first[i], second[j])
        if not peers[near[0]] >> near[1] & 1:
            continue
        ends = (first[1 - i], second[1 - j])
        if _on_one_line(state, near) and _on_one_line(state, ends):
            continue  # an X-wing
        here, there = (state.layout.houses_of[cell] for cell in near)
        yield from kind.steps(
            marks(state.places[digit] & peers[ends[0]] & peers[ends[1]], digit),
            cells=near,
            ends=ends,
            digits=(digit,),
            houses=(house, other),
            covers=[h for h in here if h in there][:1],
        )


def _on_one_line(state: CandidateGrid, cells: tuple[int, int]) -> bool:
    lines = 2 * state.layout.shape.size
    here, there = (state.layout.houses_of[cell] for cell in cells)
    return any(house < lines and house in there for house in here)


def empty_rectangles(state: CandidateGrid, kind: Kind) -> Steps:
    """A box on one row and one column, and a line that joins them outside it."""
    n = state.layout.shape.size
    houses = state.layout.houses
    for digit in doubtful_digits(state):
        columns = _pairs(state, digit, range(n, 2 * n))
        rows = _pairs(state, digit, range(n))
        for box in range(2 * n, 3 * n):
            here = state.places[digit] & houses[box]
            if here.bit_count() < 2:
                continue
            for row, column in _crosses(state, here):
                for lines, near, far in ((columns, row, column), (rows, column, row)):
                    for pair in lines:
                        yield from _rectangle(
                            state, kind, digit, (box, near, far), pair
                        )


def _crosses(state: CandidateGrid, here: int) -> Iterator[tuple[int, int]]:
    """Each (row, column) that hold all places `here` of a box together, not alone."""
    houses = state.layout.houses
    n = state.layout.shape.size
    rows = [row for row in range(n) if here & houses[row]]
    columns = [column for column in range(n, 2 * n) if here & houses[column]]
    if len(rows) > 1 and len(columns) > 1:
        for row, column in product(rows, columns):
            if not here & ~houses[row] & ~houses[column]:
                yield row, column


def _rectangle(
    state: CandidateGrid, kind: Kind, digit: int, at: tuple[int, int, int], pair: _Pair
) -> Steps:
    """`at`: a box, its line that one place of the pair is on, and its other line."""
    houses, houses_of = state.layout.houses, state.layout.houses_of
    box, near, far = at
    line, one, two = pair
    for on_line, other in ((one, two), (two, one)):
        if set_of(on_line, other) & houses[box] or not houses[near] >> on_line & 1:
            continue
        across = houses_of[other][0 if near < state.layout.shape.size else 1]
        lost = state.places[digit] & houses[far] & houses[across]
        yield from kind.steps(
            marks(lost & ~houses[box] & ~houses[line], digit),
            cells=(on_line, other),
            digits=(digit,),
            houses=(box, line),
            covers=(near, far),
        )
