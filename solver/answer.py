"""The answer to a puzzle: solved, ambiguous, impossible or given up."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from solver.grid import Grid
from solver.masks import masks_of
from solver.search import BUDGET, Effort, begin, search


@dataclass(frozen=True, slots=True)
class Clash:
    """The same digit given twice in one house."""

    digit: int
    cells: tuple[int, ...]
    house: str


@dataclass(frozen=True, slots=True)
class Solved:
    """Exactly one solution, proven; all digits of `grid` are givens."""

    grid: Grid
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """At least two solutions."""

    first: Grid
    second: Grid
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Impossible:
    """No solution; `clashes` names the repeated givens, if that is why."""

    clashes: tuple[Clash, ...] = ()
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The budget of search nodes ran out first."""

    nodes: int = 0


Answer = Solved | Ambiguous | Impossible | GaveUp


def solve(grid: Grid, nodes: int = BUDGET) -> Answer:
    """The answer to a puzzle: its givens alone count, a person's entries do not.

    >>> from solver import parse, solve
    >>> answer = solve(parse("4.2./3.../..4./...2"))
    >>> answer.grid.line, answer.nodes
    ('4123321423411432', 0)
    >>> solve(parse("4..4/..1./..../....")).clashes
    (Clash(digit=4, cells=(0, 3), house='row 1'),)
    """
    effort = Effort(nodes)
    found = list(islice(search(grid.shape, grid.givens, effort), 2))
    if len(found) == 2:
        first, second = (Grid.trusted(grid.shape, cells) for cells in found)
        return Ambiguous(first, second, effort.nodes)
    if effort.spent:
        return GaveUp(effort.nodes)
    if found:
        return Solved(Grid.trusted(grid.shape, found[0]), effort.nodes)
    return Impossible(find_clashes(grid), effort.nodes)


def solutions(grid: Grid, limit: int | None = None) -> Iterator[Grid]:
    """Every solution, found as it is asked for; the search has no budget.

    >>> from solver import parse, solutions
    >>> [s.line for s in solutions(parse("4.2./3.../..4./...."), limit=2)]
    ['4123321423411432', '4123321413422431']
    """
    unlimited = Effort(budget=2**63)
    for cells in islice(search(grid.shape, grid.givens, unlimited), limit):
        yield Grid.trusted(grid.shape, cells)


def count(grid: Grid, limit: int | None = None) -> int:
    """The number of solutions, counting no further than `limit`."""
    return sum(1 for _ in solutions(grid, limit))


def find_clashes(grid: Grid) -> tuple[Clash, ...]:
    """Every digit given more than once in a house.

    >>> from solver import Shape
    >>> find_clashes(Grid(Shape(2, 2), (1, 0, 0, 1) + (0,) * 12))
    (Clash(digit=1, cells=(0, 3), house='row 1'),)
    """
    if begin(masks_of(grid.shape), grid.givens) >= 0:
        return ()  # the search knows this sooner than a look at every house
    clashes = list[Clash]()
    for house, cells in enumerate(grid.shape.houses):
        given = [digit for cell in cells if (digit := grid.givens[cell])]
        for digit in sorted(d for d in set(given) if given.count(d) > 1):
            where = tuple(cell for cell in cells if grid.givens[cell] == digit)
            clashes.append(Clash(digit, where, grid.shape.house_name(house)))
    return tuple(clashes)
