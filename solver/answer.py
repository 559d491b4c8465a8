"""The solver's word on a grid."""

from dataclasses import dataclass

from solver.grid import Grid


@dataclass(frozen=True, slots=True)
class Clash:
    """The same digit given twice in one house."""

    digit: int
    cells: tuple[int, ...]
    house: str


@dataclass(frozen=True, slots=True)
class Solved:
    """Exactly one solution, proven."""

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
