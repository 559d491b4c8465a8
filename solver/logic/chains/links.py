"""What chains are made of: literals, and what follows from each.

A literal says "this digit is in this cell", or "in one of these cells" (a group).
Literals are numbered digit * N*N + cell, so that the places of a digit, shifted, are
a set of literals; groups are numbered from (N+1) * N*N on.
"""

from collections.abc import Iterator

from solver.logic.candidates import (
    CandidateGrid,
    Layout,
    is_single,
    members,
    set_of,
)
from solver.logic.step import Mark, Node


class Links:
    """The links between literals, each a set of literals.

    If a literal is false, all of `strong[literal]` are true; if it is true, all of
    `weak[literal]` are false. `linked` holds the literals with strong links, `marks`
    is the set of all literals that are no groups.
    """

    def __init__(self, state: CandidateGrid, *, in_cells: bool) -> None:
        """With no strong links yet; weak links in cells only if asked for."""
        self._state = state
        self._cells = state.layout.shape.cells
        self._first_group = (state.layout.shape.size + 1) * self._cells
        self._groups: list[tuple[int, int]] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._of_digit: dict[int, list[tuple[int, int]]] = {}
        self.marks = (1 << self._first_group) - 1
        self.strong: dict[int, int] = {}
        self.weak: dict[int, int] = {}
        self.linked = 0
        for cell in members(state.empty):
            numbers = {
                d: self._number(cell, d) for d in members(state.candidates[cell])
            }
            together = set_of(*numbers.values()) if in_cells else 0
            for digit, number in numbers.items():
                peers = state.places[digit] & state.layout.peers[cell]
                self.weak[number] = peers << digit * self._cells
                self.weak[number] |= together & ~(1 << number)

    def tie_cells(self) -> None:
        """Two candidates in a cell: one of them is true."""
        for cell in self._state.of_size(2):
            low, high = members(self._state.candidates[cell])
            self._tie(self._number(cell, low), self._number(cell, high))

    def tie_houses(self) -> None:
        """Two places for a digit in a house: one of them is true."""
        for digit, places in enumerate(self._state.places):
            for house in self._state.layout.houses if places else ():
                if (places & house).bit_count() == 2:
                    one, two = members(places & house)
                    self._tie(self._number(one, digit), self._number(two, digit))

    def tie_groups(self) -> None:
        """All places for a digit in a house on two crossings: it is on one of them."""
        for digit, places in enumerate(self._state.places):
            houses = self._state.layout.houses if places else ()
            for house, bits in enumerate(houses):
                if (places & bits).bit_count() > 2:
                    for one, two in halves(self._state.layout, places & bits, house):
                        self._tie(self._group(one, digit), self._group(two, digit))

    def mark(self, literal: int) -> Mark:
        """The cell and digit of a literal that is no group."""
        digit, cell = divmod(literal, self._cells)
        return Mark(cell, digit)

    def node(self, literal: int, *, on: bool) -> Node:
        """A literal as a link of a chain."""
        if literal < self._first_group:
            cell, digit = self.mark(literal)
            return Node((cell,), digit, on)
        cells, digit = self._groups[literal - self._first_group]
        return Node(tuple(members(cells)), digit, on)

    def _number(self, cell: int, digit: int) -> int:
        return digit * self._cells + cell

    def _tie(self, one: int, two: int) -> None:
        self.strong[one] = self.strong.get(one, 0) | 1 << two
        self.strong[two] = self.strong.get(two, 0) | 1 << one
        self.linked |= 1 << one | 1 << two

    def _group(self, cells: int, digit: int) -> int:
        """The literal of a set of cells, made when first asked for."""
        if is_single(cells):
            return self._number(cells.bit_length() - 1, digit)
        if (cells, digit) in self._numbers:
            return self._numbers[cells, digit]
        number = self._first_group + len(self._groups)
        seen = self._state.empty
        for cell in members(cells):
            seen &= self._state.layout.peers[cell]
        weak = (self._state.places[digit] & seen) << digit * self._cells
        same = self._of_digit.setdefault(digit, [])
        for literal, others in same:
            if not others & ~seen:
                weak |= 1 << literal
        for literal in members(weak):
            self.weak[literal] |= 1 << number
        self.weak[number] = weak
        self._numbers[cells, digit] = number
        self._groups.append((cells, digit))
        same.append((number, cells))
        return number


def halves(layout: Layout, here: int, house: int) -> Iterator[tuple[int, int]]:
    """The ways to part the places in a house, each part on one crossing."""
    crossings = [here & bits for bits in layout.crossings[house] if here & bits]
    for one in crossings:
        two = here & ~one
        if is_single(two) or (one < two and two in crossings):
            yield one, two


def digit_links(state: CandidateGrid) -> Links:
    """Links between the places of one digit."""
    links = Links(state, in_cells=False)
    links.tie_houses()
    return links


def grouped_digit_links(state: CandidateGrid) -> Links:
    """Links between the places of one digit, and between groups of them."""
    links = digit_links(state)
    links.tie_groups()
    return links


def cell_links(state: CandidateGrid) -> Links:
    """Links between cells with two candidates."""
    links = Links(state, in_cells=False)
    links.tie_cells()
    return links


def any_links(state: CandidateGrid) -> Links:
    """Links in cells and in houses."""
    links = Links(state, in_cells=True)
    links.tie_cells()
    links.tie_houses()
    return links


def grouped_links(state: CandidateGrid) -> Links:
    """Links in cells and in houses, and between groups."""
    links = any_links(state)
    links.tie_groups()
    return links
