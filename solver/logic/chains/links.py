"""What chains are made of: literals, and what follows from each.

A literal says "this digit is in this cell", or "in one of these cells" (a group).
Literals are numbered digit * N*N + cell, so that the places of a digit, shifted, are
a set of literals; groups are numbered from (N+1) * N*N on.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from solver.grid import Shape
from solver.logic.candidates import (
    CandidateGrid,
    Layout,
    Mark,
    is_single,
    layout_of,
    members,
    seen_by_all,
    set_of,
)
from solver.logic.step import Node


class Links:
    """The links between literals, each a set of literals.

    If a literal is false, all of `strong[literal]` are true; if it is true, all of
    `weak[literal]` are false. `linked` holds the literals with strong links, `marks`
    is the set of all literals that are no groups.
    """

    def __init__(
        self, shape: Shape, places: tuple[int, ...], *, in_cells: bool
    ) -> None:
        """With no strong links yet; weak links in cells only if asked for.

        `places` are those of each digit, as sets of cells.
        """
        self._shape, self._places = shape, places
        self._cells = shape.cells
        self._first_group = (shape.size + 1) * shape.cells
        self._groups: list[tuple[int, int]] = []
        self._followers: dict[tuple[int, bool], list[int]] = {}
        self.marks = (1 << self._first_group) - 1
        self.strong: dict[int, int] = {}
        self.weak: dict[int, int] = {}
        self.linked = 0
        self._in_cell = [0] * shape.cells
        for number in self._numbers():
            self._in_cell[number % shape.cells] |= 1 << number
        peers = layout_of(shape).peers
        for number in self._numbers():
            digit, cell = divmod(number, shape.cells)
            excluded = (places[digit] & peers[cell]) << number - cell
            if in_cells:
                excluded |= self._in_cell[cell] ^ 1 << number
            self.weak[number] = excluded

    def _numbers(self) -> Iterator[int]:
        """The literals that are no groups."""
        for digit, places in enumerate(self._places):
            for cell in members(places):
                yield digit * self._cells + cell

    def tie_cells(self) -> None:
        """Two candidates in a cell: one of them is true."""
        for literals in self._in_cell:
            if literals.bit_count() == 2:
                self._tie(*members(literals))

    def tie_houses(self) -> None:
        """Two places for a digit in a house: one of them is true."""
        for digit, places in enumerate(self._places):
            shift = digit * self._cells
            for _, one, two in pairs(self._shape, places):
                self._tie(shift + one, shift + two)

    def tie_groups(self) -> None:
        """All places for a digit in a house on two crossings: it is on one of them."""
        for digit, places in enumerate(self._places):
            web = _groups(self._shape, places)
            shift = digit * self._cells
            first = self._first_group + len(self._groups)
            self._groups += ((cells, digit) for cells in web.cells)
            for cell, groups in web.excluded_by_place:
                self.weak[shift + cell] |= groups << first
            for number, (near, groups) in enumerate(web.excluded_by_group, first):
                self.weak[number] = near << shift | groups << first
            for halves_of_house in web.ties:
                one, two = (
                    first + number - self._cells
                    if number >= self._cells
                    else shift + number
                    for number in halves_of_house
                )
                self._tie(one, two)

    @cached_property
    def beyond(self) -> dict[int, int]:
        """By literal with strong links: what is false because it is, two links on."""
        beyond = {}
        for literal, trues in self.strong.items():
            seen = 0
            for true in members(trues):
                seen |= self.weak[true]
            beyond[literal] = seen
        return beyond

    @cached_property
    def in_the_end(self) -> dict[int, int]:
        """By literal with strong links: all that is false if it is, however far on."""
        beyond, linked = self.beyond, self.linked
        known: dict[int, int] = {}
        for start in beyond:
            done, false = 1 << start, beyond[start]
            while fresh := false & linked & ~done:
                literal = fresh.bit_length() - 1
                done |= 1 << literal | known.get(literal, 0)
                false |= known.get(literal) or beyond[literal]
            known[start] = false
        return known

    def followers(self, literal: int, *, on: bool) -> list[int]:
        """What is true because a literal is false; or false, because it is true."""
        key = literal, on
        if key not in self._followers:
            sets = self.weak[literal] & self.linked if on else self.strong[literal]
            self._followers[key] = members(sets)
        return self._followers[key]

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

    def _tie(self, one: int, two: int) -> None:
        self.strong[one] = self.strong.get(one, 0) | 1 << two
        self.strong[two] = self.strong.get(two, 0) | 1 << one
        self.linked |= 1 << one | 1 << two


@lru_cache(maxsize=300)
def pairs(shape: Shape, places: int) -> tuple[tuple[int, int, int], ...]:
    """Each house where a digit has just two places: its number, and both places."""
    found = []
    for house, bits in enumerate(layout_of(shape).houses if places else ()):
        here = places & bits
        if here.bit_count() == 2:
            one, two = members(here)
            found.append((house, one, two))
    return tuple(found)


class _Groups(NamedTuple):
    """The groups of one digit; most steps leave its places as they were.

    In a set of groups, each has the number of its place in `cells`.

    Attributes:
        cells: the cells of each group, as a set.
        excluded_by_place: places, each with the set of groups that it excludes.
        excluded_by_group: by group, the places and the groups that it excludes.
        ties: two at a time, one of which is true. A number below that of all cells is
            a place, above that it is a group.
    """

    cells: tuple[int, ...]
    excluded_by_place: tuple[tuple[int, int], ...]
    excluded_by_group: tuple[tuple[int, int], ...]
    ties: tuple[tuple[int, int], ...]


@lru_cache(maxsize=300)
def _groups(shape: Shape, places: int) -> _Groups:
    layout, numbers = layout_of(shape), dict[int, int]()
    ties = []
    for house, bits in enumerate(layout.houses if places else ()):
        if (places & bits).bit_count() > 2:
            for halves_of_house in halves(layout, places & bits, house):
                for half in halves_of_house:
                    if not is_single(half):
                        numbers.setdefault(half, len(numbers))
                one, two = (
                    half.bit_length() - 1
                    if is_single(half)
                    else shape.cells + numbers[half]
                    for half in halves_of_house
                )
                ties.append((one, two))
    by_place: dict[int, int] = {}
    by_group = []
    for cells, number in numbers.items():
        seen = seen_by_all(shape, cells)
        for cell in members(places & seen):
            by_place[cell] = by_place.get(cell, 0) | 1 << number
        others = (n for other, n in numbers.items() if not other & ~seen)
        by_group.append((places & seen, set_of(*others)))
    return _Groups(
        tuple(numbers), tuple(by_place.items()), tuple(by_group), tuple(ties)
    )


def halves(layout: Layout, here: int, house: int) -> Iterator[tuple[int, int]]:
    """The ways to part the places in a house, each part on one crossing."""
    crossings = [here & bits for bits in layout.crossings[house] if here & bits]
    for one in crossings:
        two = here & ~one
        if is_single(two) or (one < two and two in crossings):
            yield one, two


def digit_links(shape: Shape, digit: int, places: int) -> Links:
    """Links between the places of one digit."""
    links = Links(shape, (*(0,) * digit, places), in_cells=False)
    links.tie_houses()
    return links


@lru_cache(maxsize=20)
def grouped_digit_links(shape: Shape, digit: int, places: int) -> Links:
    """The same, and between groups of them; two techniques ask for them."""
    links = digit_links(shape, digit, places)
    links.tie_groups()
    return links


def cell_links(state: CandidateGrid) -> Links:
    """Links between cells with two candidates; two techniques ask for them."""
    return _links(state.layout.shape, tuple(state.places), anywhere=False)


def any_links(state: CandidateGrid) -> Links:
    """Links in cells and in houses; two techniques ask for them."""
    return _links(state.layout.shape, tuple(state.places), anywhere=True)


@lru_cache(maxsize=4)
def _links(shape: Shape, places: tuple[int, ...], *, anywhere: bool) -> Links:
    links = Links(shape, places, in_cells=anywhere)
    links.tie_cells()
    if anywhere:
        links.tie_houses()
    return links


def grouped_links(state: CandidateGrid) -> Links:
    """Links in cells and in houses, and between groups."""
    links = Links(state.layout.shape, tuple(state.places), in_cells=True)
    links.tie_cells()
    links.tie_houses()
    links.tie_groups()
    return links
