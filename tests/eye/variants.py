"""Makes variants: puzzles with additional rules, and one solution by these."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from solver import Grid, Impossible, Shape, Solved, solve
from tests.eye.rendered import Made
from tests.workshop.paper.rules import Cage, Rules

NINE = Shape(3, 3)
KINDS = ("diagonal", "killer", "jigsaw", "hyper")
Digits = tuple[int, ...]
Houses = tuple[tuple[int, ...], ...]

DIAGONALS: Houses = (tuple(range(0, 81, 10)), tuple(range(8, 80, 8)))
INNER_BOXES: Houses = tuple(
    tuple(9 * (top + i // 3) + left + i % 3 for i in range(9))
    for top in (1, 5)
    for left in (1, 5)
)


@dataclass(frozen=True, slots=True)
class Laws:
    """Houses whose digits differ, and cages that add up."""

    houses: Houses
    cages: tuple[Cage, ...] = ()

    def solve(self, givens: Digits, rng: np.random.Generator) -> Iterator[Digits]:
        """Every solution, as far as a short search finds them."""
        return _Search(self, rng).run(givens)

    def is_unique(self, givens: Digits, rng: np.random.Generator) -> bool:
        """Whether there surely is exactly one solution."""
        search = _Search(self, rng)
        found = search.run(givens)
        first, second = next(found, None), next(found, None)
        return first is not None and second is None and not search.gave_up


@dataclass(slots=True)
class _Search:
    """Backtracking on the cell with the fewest candidates."""

    laws: Laws
    rng: np.random.Generator
    nodes: int = 6000
    gave_up: bool = False
    peers: list[set[int]] = field(default_factory=lambda: [set() for _ in range(81)])
    cage_of: dict[int, Cage] = field(default_factory=dict)

    def run(self, givens: Digits) -> Iterator[Digits]:
        for house in (*self.laws.houses, *(c.cells for c in self.laws.cages)):
            for cell in house:
                self.peers[cell] |= set(house) - {cell}
        for cage in self.laws.cages:
            self.cage_of.update(dict.fromkeys(cage.cells, cage))
        return self._from(list(givens))

    def _from(self, digits: list[int]) -> Iterator[Digits]:
        self.nodes -= 1
        if self.nodes < 0:
            self.gave_up = True
            return
        empty = [cell for cell in range(81) if not digits[cell]]
        if not empty:
            yield tuple(digits)
            return
        choices = {cell: self._candidates(digits, cell) for cell in empty}
        cell = min(empty, key=lambda one: len(choices[one]))
        self.rng.shuffle(choices[cell])
        for digit in choices[cell]:
            digits[cell] = digit
            yield from self._from(digits)
        digits[cell] = 0

    def _candidates(self, digits: list[int], cell: int) -> list[int]:
        open_ones = set(range(1, 10)) - {digits[peer] for peer in self.peers[cell]}
        cage = self.cage_of.get(cell)
        if cage is None:
            return list(open_ones)
        rest = cage.total - sum(digits[one] for one in cage.cells)
        others = sum(1 for one in cage.cells if not digits[one]) - 1
        free = sorted(open_ones | set(range(1, 10)) - {digits[c] for c in cage.cells})
        low, high = sum(free[:others]), sum(free[len(free) - others :])
        return [digit for digit in open_ones if low <= rest - digit <= high]


@cache
def make_variant(kind: str, seed: int, givens: int) -> tuple[Made, Rules]:
    """A puzzle of a kind with several plain solutions, or none.

    It is dug out while the kind's rules leave one solution, down to that number of
    givens or to the first that the usual rules leave open, whichever is fewer.
    """
    rng = np.random.default_rng(seed)
    rules, laws = _laws_of(kind, rng)
    while (solution := next(laws.solve((0,) * 81, rng), None)) is None:
        rules, laws = _laws_of(kind, rng)  # not every partition into boxes has one
    if kind == "killer":
        cages = _cages(solution, rng)
        rules, laws = Rules(cages=cages), Laws(NINE.houses, cages)
    return Made(Grid(NINE, _dig(solution, laws, givens, rng)), solution), rules


def _laws_of(kind: str, rng: np.random.Generator) -> tuple[Rules, Laws]:
    if kind == "diagonal":
        return Rules(diagonals=True), Laws(NINE.houses + DIAGONALS)
    if kind == "hyper":
        return Rules(), Laws(NINE.houses + INNER_BOXES)
    return _irregular(rng) if kind == "jigsaw" else (Rules(), Laws(NINE.houses))


def _dig(solution: Digits, laws: Laws, givens: int, rng: np.random.Generator) -> Digits:
    digits = list(solution)
    for cell in rng.permutation(81):
        if 81 - digits.count(0) <= givens and not _is_plain(digits):
            break
        digits[cell] = 0
        if not laws.is_unique(tuple(digits), rng):
            digits[cell] = solution[cell]
    return tuple(digits)


def _is_plain(digits: list[int]) -> bool:
    """Whether the usual rules are enough for one solution."""
    return isinstance(solve(Grid(NINE, tuple(digits))), Solved)


def _irregular(rng: np.random.Generator) -> tuple[Rules, Laws]:
    """Irregular boxes: the usual ones after exchanging cells with each other."""
    boxes = [row // 3 * 3 + column // 3 for row in range(9) for column in range(9)]
    trades = 0
    while trades < 45:
        trades += _trade(boxes, rng)
    houses = tuple(
        tuple(cell for cell in range(81) if boxes[cell] == box) for box in range(9)
    )
    return Rules(boxes=tuple(boxes)), Laws(NINE.rows + NINE.columns + houses)


def _trade(boxes: list[int], rng: np.random.Generator) -> bool:
    """Exchange a cell between two boxes that touch, if both stay connected."""
    one, other = (int(cell) for cell in rng.choice(81, 2, replace=False))
    mine, theirs = boxes[one], boxes[other]
    if mine == theirs:
        return False
    boxes[one], boxes[other] = theirs, mine
    if _is_whole(boxes, mine) and _is_whole(boxes, theirs):
        return True
    boxes[one], boxes[other] = mine, theirs
    return False


def _is_whole(boxes: list[int], box: int) -> bool:
    cells = {cell for cell in range(81) if boxes[cell] == box}
    reached, edge = set[int](), {min(cells)}
    while edge:
        reached |= edge
        edge = {near for cell in edge for near in _beside(cell)} & cells - reached
    return reached == cells


def _beside(cell: int) -> list[int]:
    row, column = divmod(cell, 9)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [9 * r + c for r, c in near if 0 <= r < 9 and 0 <= c < 9]


def _cages(solution: Digits, rng: np.random.Generator) -> tuple[Cage, ...]:
    """The grid in cages of two to five cells, or one without a free neighbour."""
    free = set(range(81))
    cages = []
    while free:
        cells = {min(free)}
        wanted = int(rng.integers(2, 6))
        while len(cells) < wanted:
            held = {solution[cell] for cell in cells}
            near = {n for cell in cells for n in _beside(cell)} & free - cells
            fit = sorted(cell for cell in near if solution[cell] not in held)
            if not fit:
                break
            cells.add(int(rng.choice(fit)))
        free -= cells
        cages.append(Cage(frozenset(cells), sum(solution[cell] for cell in cells)))
    return tuple(cages)


def make_jigsaw_with_a_plain_solution(seed: int) -> tuple[Made, Rules]:
    """A jigsaw whose givens also have one solution, another one, in the usual boxes."""
    made, rules = make_variant("jigsaw", seed, 81)
    rng = np.random.default_rng(seed)
    givens = [0] * 81
    for cell in rng.permutation(81):
        givens[cell] = made.solution[cell]
        if isinstance(solve(Grid(NINE, tuple(givens))), Impossible):
            givens[cell] = 0
    return Made(Grid(NINE, tuple(givens)), made.solution), rules
