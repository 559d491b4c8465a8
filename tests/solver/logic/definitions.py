"""Techniques by their definition: every choice of cells, digits and houses is tried.

Each function yields a technique and what one instance of it rules out. They are slow,
and written without the sets of bits and the short cuts of the package.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import NamedTuple

from solver.logic.candidates import CandidateGrid, Mark, members
from solver.logic.techniques import Technique

Instance = tuple[Technique, set[Mark]]
_Als = tuple[set[int], set[int]]

_NAKED = (Technique.NAKED_PAIR, Technique.NAKED_TRIPLET, Technique.NAKED_QUAD)
_HIDDEN = (Technique.HIDDEN_PAIR, Technique.HIDDEN_TRIPLET, Technique.HIDDEN_QUAD)


class Open:
    """The empty cells of a grid and what they can hold."""

    def __init__(self, state: CandidateGrid) -> None:
        shape = state.layout.shape
        self.state = state
        self.size = shape.size
        self.peers = shape.peers
        self.held = {c: set(members(state.candidates[c])) for c in members(state.empty)}
        self.houses = [[c for c in h if c in self.held] for h in shape.houses]
        self.lines = (self.houses[: self.size], self.houses[self.size : 2 * self.size])

    def places(self, digit: int, cells: Iterable[int]) -> list[int]:
        return [cell for cell in cells if digit in self.held[cell]]

    def digits(self, cells: Iterable[int]) -> set[int]:
        return set[int]().union(*(self.held[cell] for cell in cells))

    def seen_by(self, digit: int, cells: Iterable[int]) -> set[Mark]:
        """The places for a digit that see all of the cells."""
        seen = set(self.held).intersection(*(self.peers[cell] for cell in cells))
        return {Mark(cell, digit) for cell in self.places(digit, seen)}

    def marks(self, cells: Iterable[int], digits: set[int]) -> set[Mark]:
        return {Mark(c, digit) for c in cells for digit in self.held[c] & digits}

    def with_choice(self, cells: Iterable[int]) -> list[int]:
        """The cells that are no naked singles."""
        return [cell for cell in cells if len(self.held[cell]) > 1]

    def in_subsets(
        self, house: Iterable[int], roof: Iterable[int], extras: set[int]
    ) -> Iterator[set[Mark]]:
        """What subsets rule out in a house: cells of it, and the roof as one more.

        `extras` are the digits of the roof that count.
        """
        rest = set(house) - set(roof)
        for size in range(1, len(rest)):
            for cells in combinations(self.with_choice(rest), size):
                digits = extras | self.digits(cells)
                if len(digits) == size + 1 and len(extras) > 1:
                    yield self.marks(rest - set(cells), digits)

    def of_size(self, size: int) -> list[int]:
        return [cell for cell, digits in self.held.items() if len(digits) == size]


def subsets(grid: Open) -> Iterator[Instance]:
    for house in grid.houses:
        for size, naked, hidden in zip((2, 3, 4), _NAKED, _HIDDEN, strict=True):
            for cells in combinations(grid.with_choice(house), size):
                digits = grid.digits(cells)
                if len(digits) == size:
                    yield naked, grid.marks(set(house) - set(cells), digits)
            for some in combinations(sorted(grid.digits(house)), size):
                held = {c for digit in some for c in grid.places(digit, house)}
                alone = any(len(grid.places(digit, house)) == 1 for digit in some)
                if len(held) == size and not alone:
                    yield hidden, grid.marks(held, grid.digits(held) - set(some))


def wings(grid: Open) -> Iterator[Instance]:
    pairs = grid.of_size(2)
    for pivot, digits in grid.held.items():
        for one, two in combinations(pairs, 2):
            ends, shared = {one, two}, grid.held[one] & grid.held[two]
            if not ends <= set(grid.peers[pivot]) or len(shared) != 1:
                continue
            (digit,) = shared
            if digits == grid.held[one] ^ grid.held[two]:
                yield Technique.XY_WING, grid.seen_by(digit, ends)
            if digits == grid.held[one] | grid.held[two]:
                yield Technique.XYZ_WING, grid.seen_by(digit, {*ends, pivot})
    yield from _w_wings(grid, pairs)


def _w_wings(grid: Open, pairs: list[int]) -> Iterator[Instance]:
    for one, two in combinations(pairs, 2):
        if grid.held[one] == grid.held[two] and two not in grid.peers[one]:
            for tied, digit in permutations(grid.held[one]):
                for house in grid.houses:
                    near = grid.places(tied, house)
                    if len(near) == 2 and any(
                        a in grid.peers[one] and b in grid.peers[two]
                        for a, b in permutations(near)
                    ):
                        yield Technique.W_WING, grid.seen_by(digit, (one, two))


def turbots(grid: Open) -> Iterator[Instance]:
    """Two lines with two places each, one of each joined by a house; no X-wing."""
    kinds = (
        (Technique.SKYSCRAPER, combinations(grid.lines[0], 2)),
        (Technique.SKYSCRAPER, combinations(grid.lines[1], 2)),
        (Technique.TWO_STRING_KITE, product(*grid.lines)),
    )
    for technique, choices in kinds:
        for first, second in choices:
            for digit in range(1, grid.size + 1):
                one, two = grid.places(digit, first), grid.places(digit, second)
                if len(one) == len(two) == 2 and not set(one) & set(two):
                    for (a, b), (c, d) in product(permutations(one), permutations(two)):
                        wing = _on_one_line(grid, b, c) and _on_one_line(grid, a, d)
                        if c in grid.peers[b] and not wing:
                            yield technique, grid.seen_by(digit, (a, d))


def _on_one_line(grid: Open, one: int, two: int) -> bool:
    return one // grid.size == two // grid.size or one % grid.size == two % grid.size


class _Rectangle(NamedTuple):
    corners: tuple[int, int, int, int]
    pair: set[int]
    roof: list[int]


def _rectangles(grid: Open) -> Iterator[tuple[int, int, int, int]]:
    n, box = grid.size, grid.state.layout.box
    for top, low in combinations(range(n), 2):
        for left, right in combinations(range(n), 2):
            corners = top * n + left, top * n + right, low * n + left, low * n + right
            if len({box(corner) for corner in corners}) == 2:
                yield corners


def unique_rectangles(grid: Open) -> Iterator[Instance]:
    for corners in _rectangles(grid):
        if not all(corner in grid.held for corner in corners):
            continue
        shared = set(range(1, grid.size + 1)).intersection(
            *(grid.held[corner] for corner in corners)
        )
        for pair in map(set, combinations(sorted(shared), 2)):
            roof = [corner for corner in corners if grid.held[corner] != pair]
            if len(roof) == 1:
                yield Technique.UNIQUE_RECTANGLE_1, grid.marks(roof, pair)
            elif roof:
                rectangle = _Rectangle(corners, pair, roof)
                yield from _with_one_digit_more(grid, rectangle)
                yield from _with_a_roof(grid, rectangle)
                yield from _with_two_sides(grid, rectangle)


def _with_one_digit_more(grid: Open, rectangle: _Rectangle) -> Iterator[Instance]:
    _, pair, roof = rectangle
    extras = {tuple(sorted(grid.held[corner] - pair)) for corner in roof}
    if len(roof) < 4 and len(extras) == 1 and len(min(extras)) == 1:
        on_a_line = len(roof) == 2 and roof[1] in grid.peers[roof[0]]
        kind = Technique.UNIQUE_RECTANGLE_2 if on_a_line else None
        yield kind or Technique.UNIQUE_RECTANGLE_5, grid.seen_by(min(extras)[0], roof)


def _with_a_roof(grid: Open, rectangle: _Rectangle) -> Iterator[Instance]:
    _, pair, roof = rectangle
    for house in grid.houses:
        if len(roof) != 2 or not set(roof) <= set(house):
            continue
        for kept, lost in permutations(pair):
            if set(grid.places(kept, house)) == set(roof):
                yield Technique.UNIQUE_RECTANGLE_4, grid.marks(roof, {lost})
        for lost_marks in grid.in_subsets(house, roof, grid.digits(roof) - pair):
            yield Technique.UNIQUE_RECTANGLE_3, lost_marks


def _with_two_sides(grid: Open, rectangle: _Rectangle) -> Iterator[Instance]:
    corners, pair, roof = rectangle

    def only_here(digit: int, lines: list[list[int]], through: Iterable[int]) -> bool:
        crossed = [line for line in lines if set(line) & set(through)]
        return all(set(grid.places(digit, h)) <= set(corners) for h in crossed)

    across = roof in ([corners[0], corners[3]], [corners[1], corners[2]])
    for digit, other in permutations(pair):
        if across and any(only_here(digit, lines, corners) for lines in grid.lines):
            yield Technique.UNIQUE_RECTANGLE_6, grid.marks(roof, {digit})
        for corner, opposite in zip(corners, corners[::-1], strict=True):
            if corner in roof and grid.held[opposite] == pair:
                every = [*grid.lines[0], *grid.lines[1]]
                if only_here(other, every, [corner]):
                    yield Technique.HIDDEN_RECTANGLE, grid.marks([corner], {digit})


def avoidable_rectangles(grid: Open) -> Iterator[Instance]:
    digits, givens = grid.state.digits, grid.state.givens
    for corners in _rectangles(grid):
        empty = [corner for corner in corners if corner in grid.held]
        if len(empty) not in (1, 2) or any(givens >> corner & 1 for corner in corners):
            continue
        for one, two in permutations(range(1, grid.size + 1), 2):
            pattern = dict(zip(corners, (one, two, two, one), strict=True))
            if any(digits[c] != d for c, d in pattern.items() if c not in empty):
                continue
            if any(pattern[corner] not in grid.held[corner] for corner in empty):
                continue
            if len(empty) == 1:
                lost = grid.marks(empty, {pattern[empty[0]]})
                yield Technique.AVOIDABLE_RECTANGLE_1, lost
            more = [grid.held[corner] - {pattern[corner]} for corner in empty]
            if len(empty) == 2 and more[0] == more[1] and len(more[0]) == 1:
                lost = grid.seen_by(min(more[0]), empty)
                yield Technique.AVOIDABLE_RECTANGLE_2, lost


def almost_locked(grid: Open, sizes: Iterable[int] = (1, 2, 3)) -> list[_Als]:
    """Sets of so many cells, with their digits."""
    found: dict[tuple[int, ...], set[int]] = {}
    for house in grid.houses:
        for size in sizes:
            for cells in combinations(house, size):
                digits = grid.digits(cells)
                if len(digits) == size + 1:
                    found[cells] = digits
    return [(set(cells), digits) for cells, digits in found.items()]


def als_pairs(grid: Open) -> Iterator[Instance]:
    pairs = combinations(almost_locked(grid), 2)
    return _als_pairs(grid, pairs, Technique.ALS_XZ)


def larger_wings(grid: Open) -> Iterator[Instance]:
    """A cell of two digits, and a set of cells that has both of them."""
    kinds = (
        (Technique.WXYZ_WING, 3),
        (Technique.VWXYZ_WING, 4),
        (Technique.UVWXYZ_WING, 5),
    )
    for technique, size in kinds:
        choices = product(almost_locked(grid, (1,)), almost_locked(grid, (size,)))
        pairs = ((one, two) for one, two in choices if one[1] <= two[1])
        yield from _als_pairs(grid, pairs, technique)


def _als_pairs(
    grid: Open, pairs: Iterable[tuple[_Als, _Als]], technique: Technique
) -> Iterator[Instance]:
    for one, two in pairs:
        shared = one[1] & two[1]
        common = {
            digit
            for digit in shared
            for first, second in [
                [grid.places(digit, cells) for cells, _ in (one, two)]
            ]
            if all(b in grid.peers[a] for a, b in product(first, second))
        }
        if one[0] & two[0] or not common:
            continue
        for digit in shared:
            if common != {digit}:
                places = grid.places(digit, one[0] | two[0])
                yield technique, grid.seen_by(digit, places)
        if len(common) > 1:
            for cells, digits in (one, two):
                for digit in digits - common:
                    lost = grid.seen_by(digit, grid.places(digit, cells))
                    yield technique, lost


def sue_de_coq(grid: Open) -> Iterator[Instance]:
    """Two or three cells of a crossing; the parts beside it share no digit."""
    lines, boxes = grid.houses[: 2 * grid.size], grid.houses[2 * grid.size :]
    for box, line in product(boxes, lines):
        crossing = sorted(set(box) & set(line))
        beside = [sorted(set(line) - set(box)), sorted(set(box) - set(line))]
        for size in (2, 3):
            for middle in combinations(crossing, size):
                digits = grid.digits(middle)
                if len(digits) >= size + 2:
                    yield from _sue_de_coq(grid, middle, beside)


def _sue_de_coq(
    grid: Open, middle: tuple[int, ...], beside: list[list[int]]
) -> Iterator[Instance]:
    digits = grid.digits(middle)
    choices = (
        [
            cells
            for size in (1, 2, 3)
            for cells in combinations(side, size)
            if len(grid.digits(cells) - digits) < size
        ]
        for side in beside
    )
    for parts in product(*choices):
        one, two = map(grid.digits, parts)
        cells = len(middle) + len(parts[0]) + len(parts[1])
        if not one & two and len(digits | one | two) == cells:
            for side, part, mine, other in zip(
                beside, parts, (one, two), (two, one), strict=True
            ):
                lost = grid.marks(set(side) - set(part), (digits | mine) - other)
                yield Technique.SUE_DE_COQ, lost


def colours(grid: Open) -> Iterator[Instance]:
    for digit in range(1, grid.size + 1):
        pairs = [grid.places(digit, house) for house in grid.houses]
        links = {
            (a, b) for pair in pairs if len(pair) == 2 for a, b in permutations(pair)
        }
        while links:
            web = {min(links)[0]: True}
            while fresh := {
                b: not web[a] for a, b in links if a in web and b not in web
            }:
                web |= fresh
            links = {(a, b) for a, b in links if a not in web}
            sides = [{c for c in web if web[c] == side} for side in (True, False)]
            for side in sides:
                if any(b in grid.peers[a] for a, b in combinations(side, 2)):
                    yield Technique.COLOUR_WRAP, {Mark(cell, digit) for cell in side}
            near = [{p for cell in side for p in grid.peers[cell]} for side in sides]
            lost = (near[0] & near[1]).intersection(grid.held) - set(web)
            yield Technique.COLOUR_TRAP, grid.marks(lost, {digit})


def alternating_chains(grid: Open) -> Iterator[Instance]:
    """A mark that is false if it is true, along one chain."""
    fields = [[Mark(c, d) for d in digits] for c, digits in grid.held.items()]
    for house, digit in product(grid.houses, range(1, grid.size + 1)):
        fields.append([Mark(cell, digit) for cell in grid.places(digit, house)])
    strong = _linked(field for field in fields if len(field) == 2)
    weak = _linked(fields)
    for mark in weak:
        true, false, fresh = {mark}, set[Mark](), {mark}
        while fresh:
            false |= set[Mark]().union(*(weak[other] for other in fresh))
            fresh = {t for other in false for t in strong.get(other, ())} - true
            true |= fresh
        if mark in false:
            yield Technique.AIC, {mark}


def _linked(fields: Iterable[list[Mark]]) -> dict[Mark, set[Mark]]:
    links: dict[Mark, set[Mark]] = {}
    for one, two in (pair for field in fields for pair in permutations(field, 2)):
        links.setdefault(one, set()).add(two)
    return links


def remote_pairs(grid: Open) -> Iterator[Instance]:
    """Four or more cells with the same two digits, each of which sees the next."""
    for pair in {frozenset(grid.held[cell]) for cell in grid.of_size(2)}:
        equal = [cell for cell in grid.of_size(2) if grid.held[cell] == pair]
        for start in equal:
            paths = [[start]]
            while paths:
                paths = [
                    [*path, cell]
                    for path in paths
                    for cell in equal
                    if cell in grid.peers[path[-1]] and cell not in path
                ]
                for path in paths:
                    if len(path) > 2 and len(path) % 2 == 0:
                        ends = (path[0], path[-1])
                        seen = (grid.seen_by(digit, ends) for digit in pair)
                        lost = set[Mark]().union(*seen)
                        outside = {mark for mark in lost if mark.cell not in path}
                        yield Technique.REMOTE_PAIR, outside


def graves(grid: Open) -> Iterator[Instance]:
    """A digit without which all cells and all digits of houses were in pairs."""
    for cell, digits in grid.held.items():
        for digit in digits:
            held = grid.held | {cell: digits - {digit}}
            counts = (
                sum(number in held[other] for other in house)
                for house in grid.houses
                for number in range(1, grid.size + 1)
            )
            cells = all(len(here) == 2 for here in held.values())
            if cells and all(count in (0, 2) for count in counts):
                yield Technique.BUG, grid.marks([cell], digits - {digit})


def death_blossoms(grid: Open) -> Iterator[Instance]:
    """A digit that would make sets take all digits from a cell, one set for each."""
    sets = almost_locked(grid)
    for mark in grid.marks(grid.held, set(range(1, grid.size + 1))):
        taking = [
            als
            for als in sets
            if mark.cell not in als[0]
            and mark.digit in als[1]
            and mark in grid.seen_by(mark.digit, grid.places(mark.digit, als[0]))
        ]
        for stem, digits in grid.held.items():
            sees = stem in grid.peers[mark.cell]
            if stem == mark.cell or (mark.digit in digits and not sees):
                continue
            others = digits - {mark.digit}
            if len(others) > 1 and all(
                _is_taken(grid, taking, Mark(stem, digit)) for digit in others
            ):
                yield Technique.DEATH_BLOSSOM, {mark}


def _is_taken(grid: Open, taking: list[_Als], mark: Mark) -> bool:
    """Whether one of the sets must hold the digit where it excludes it in the cell."""
    return any(
        mark.cell not in cells
        and mark.digit in digits
        and mark in grid.seen_by(mark.digit, grid.places(mark.digit, cells))
        for cells, digits in taking
    )


def forcing_nets(grid: Open) -> Iterator[Instance]:
    """What follows from every choice there is, if all last choices are filled in."""
    ends = {
        Mark(cell, digit): _followed(grid, cell, {digit})
        for cell, digits in grid.held.items()
        for digit in digits
    }
    for mark, end in ends.items():
        if end is None and not _is_at_once(grid, mark):
            yield Technique.FORCING_NET, {mark}
        without = _followed(grid, mark.cell, grid.held[mark.cell] - {mark.digit})
        yield from _agreed(grid, [end, without], [mark])
    for field in _fields(grid):
        yield from _agreed(grid, [ends[mark] for mark in field], field)


_Held = dict[int, set[int]]


def _fields(grid: Open) -> Iterator[list[Mark]]:
    """The choices for each cell, and for each digit in each house."""
    for cell, digits in grid.held.items():
        yield [Mark(cell, digit) for digit in digits]
    for house, digit in product(grid.houses, range(1, grid.size + 1)):
        yield [Mark(cell, digit) for cell in grid.places(digit, house)]


def _agreed(
    grid: Open, ends: list[_Held | None], supposed: list[Mark]
) -> Iterator[Instance]:
    """What all of several cases rule out, and none of them does at once."""
    cases = [end for end in ends if end is not None]
    if len(ends) < 2 or len(cases) < len(ends):
        return
    for cell, digits in grid.held.items():
        for digit in digits - set[int]().union(*(case[cell] for case in cases)):
            mark = Mark(cell, digit)
            if not all(_sees(grid, mark, other) for other in supposed):
                yield Technique.FORCING_NET, {mark}


def _sees(grid: Open, one: Mark, two: Mark) -> bool:
    same_cell = one.cell == two.cell and one.digit != two.digit
    return same_cell or (one.digit == two.digit and two.cell in grid.peers[one.cell])


def _is_at_once(grid: Open, mark: Mark) -> bool:
    """Whether a supposition leaves a cell or a house empty without another step."""
    left = {
        cell: {d for d in digits if not _sees(grid, Mark(cell, d), mark)}
        for cell, digits in grid.held.items()
    }
    return _has_a_gap(grid, left)


def _has_a_gap(grid: Open, held: _Held) -> bool:
    return not all(held.values()) or any(
        not any(digit in held[cell] for cell in house)
        for house in grid.houses
        for digit in grid.digits(house)
    )


def _followed(grid: Open, cell: int, digits: set[int]) -> _Held | None:
    """What is left when all last choices are filled in; None if there is a gap."""
    held = grid.held | {cell: digits}
    filled: set[Mark] = set()
    while fresh := _last_choices(grid, held) - filled:
        filled |= fresh
        held = {
            other: {
                d
                for d in left
                if not any(_sees(grid, Mark(other, d), mark) for mark in fresh)
            }
            for other, left in held.items()
        }
        if _has_a_gap(grid, held):
            return None
    return held


def _last_choices(grid: Open, held: _Held) -> set[Mark]:
    found = {Mark(c, min(digits)) for c, digits in held.items() if len(digits) == 1}
    for house, digit in product(grid.houses, range(1, grid.size + 1)):
        places = [cell for cell in house if digit in held[cell]]
        if len(places) == 1:
            found.add(Mark(places[0], digit))
    return found
