"""What the solver says to one request about one puzzle, as data.

Each request is answered from where the person is: the givens, the entries that are
right, and what earlier answers of the same reply have told.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from msgspec import Struct, field
from msgspec.structs import replace as replaced

from mailbot.model import Act, House, HouseKind, Puzzle, Request
from solver import Cells, Shape, Solved
from solver.logic import SINGLES, Kind, Step, Technique, next_argument, walkthrough
from solver.logic.candidates import CandidateGrid, layout_of, members


class Found(Struct, frozen=True):
    """What was found for a request; each field holds only where it applies.

    Attributes:
        steps: the arguments, in their order.
        told: the digits that are told, by cell.
        house: the house that is spoken of.
        houses: those in which a technique is, if that is asked.
        digits: those of a technique that fills no cell, the same.
        cell: the cell to look at next.
        marks: the candidates of cells.
        places: the cells that can hold a digit.
        technique: the technique that was looked for, or that comes next.
        there: whether it is there.
        right: whether the digit that was asked about is right.
        wrong: the wrong entries that are named.
        early: whether a digit was told before logic has led to it.
    """

    steps: tuple[Step, ...] = ()
    told: Mapping[int, int] = field(default_factory=dict)
    house: House | None = None
    houses: tuple[House, ...] = ()
    digits: tuple[int, ...] = ()
    cell: int | None = None
    marks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    places: tuple[int, ...] | None = None
    technique: Kind | None = None
    there: bool | None = None
    right: bool | None = None
    wrong: tuple[int, ...] = ()
    early: bool = False


NOTHING = Found()


def find(puzzle: Puzzle, request: Request) -> Found:
    """What the solver says to a request about a puzzle that is not in doubt."""
    if request.act in _OF_ANY:
        return _OF_ANY[request.act](puzzle, request)
    if request.act in _OF_SOLVED and isinstance(puzzle.answer, Solved):
        return _OF_SOLVED[request.act](puzzle, request)
    return NOTHING


def candidate_grid(puzzle: Puzzle) -> CandidateGrid:
    """The candidates of a position: no digit in sight, and nothing ruled out before."""
    state = CandidateGrid(puzzle.grid)
    for cell, digit in puzzle.ruled_out:
        state.rule_out(cell, digit)
    return state


def houses_of(shape: Shape, cell: int) -> tuple[House, ...]:
    """The row, the column and the box of a cell."""
    return tuple(_house_at(shape, n) for n in layout_of(shape).houses_of[cell])


def _house_at(shape: Shape, index: int) -> House:
    """A house by its number into `Shape.houses`."""
    kind, number = divmod(index, shape.size)
    return House(list(HouseKind)[kind], number + 1)


def _empty_cells(puzzle: Puzzle, request: Request) -> list[int]:
    """The empty cells that a request names, else those of its house, else all."""
    shape, digits, house = puzzle.grid.shape, puzzle.grid.digits, request.house
    cells = request.cells or (house.cells(shape) if house else range(shape.cells))
    return [cell for cell in cells if not digits[cell]]


def _hint(puzzle: Puzzle, request: Request) -> Found:
    """A hint of a kind of its own; NOTHING for the usual next step."""
    if request.house:
        return _hints_in(puzzle, request.house, request.count)
    return _hints(puzzle, request.count) if request.count > 1 else NOTHING


def _cells(puzzle: Puzzle, request: Request) -> Found:
    solution = _solution_of(puzzle)
    told = {cell: solution[cell] for cell in _empty_cells(puzzle, request)}
    return Found(told=told, house=request.house)


def _verdict(puzzle: Puzzle, request: Request) -> Found:
    cell = request.cells[0]
    return Found(cell=cell, right=_solution_of(puzzle)[cell] == request.digit)


def _solution_of(puzzle: Puzzle) -> Cells:
    assert isinstance(puzzle.answer, Solved)
    return puzzle.answer.grid.digits


def _where(puzzle: Puzzle, kind: HouseKind | None = None) -> Found:
    """The place of the next step; that of the first mistake while there is one.

    Args:
        puzzle: the puzzle.
        kind: which house of the cell is told, instead of that of the step.
    """
    shape = puzzle.grid.shape
    if puzzle.wrong_entries:
        there = houses_of(shape, puzzle.wrong_entries[0])
        [house] = (h for h in there if h.kind is (kind or HouseKind.BOX))
        return Found(house=house, wrong=puzzle.wrong_entries[:1])
    sought = find_sought(puzzle)
    steps = sought or next_argument(puzzle.grid, puzzle.answer, None, puzzle.ruled_out)
    if not steps:
        return NOTHING
    step = steps[0]
    seen = [*(m.cell for m in step.placements), *step.cells]
    seen += [m.cell for m in step.eliminations]
    cell = seen[0]
    index = step.houses[0] if step.houses else layout_of(shape).box(cell)
    asked = (h for h in houses_of(shape, cell) if h.kind is kind)
    house = next(asked, _house_at(shape, index))
    return Found(house=house, cell=cell, technique=step.technique)


def find_sought(puzzle: Puzzle) -> tuple[Step, ...]:
    """The step of the technique that the person has asked about; () without one."""
    if not puzzle.sought or puzzle.wrong_entries:
        return ()
    technique = next(islice(Technique, puzzle.sought - 1, None), None)
    found = technique.find(candidate_grid(puzzle)) if technique else iter(())
    return tuple(islice(found, 1))


def next_steps(puzzle: Puzzle, cells: Sequence[int]) -> tuple[Step, ...]:
    """The next steps; of two as easy as each other, that near the last of some cells.

    The cell of a hint that is asked about is near itself, so it is told of once more.
    """
    near, known = cells[-1] if cells else None, puzzle.ruled_out
    sought = find_sought(puzzle)
    return sought or next_argument(puzzle.grid, puzzle.answer, near, known)


def explain(puzzle: Puzzle, cells: Sequence[int]) -> tuple[Step, ...]:
    """The steps that fill these cells, or rule something out there; () for none."""
    steps = next_steps(puzzle, cells)
    marks = (m for s in steps for m in (*s.placements, *s.eliminations))
    # An easier step may be of another cell.
    return steps if {m.cell for m in marks} & {*cells} else find_single(puzzle, cells)


def last_house(
    puzzle: Puzzle, request: Request, found: Found, about: int | None
) -> House | None:
    """The house that was spoken of last, in which a corner may be named next.

    Args:
        puzzle: the puzzle, with the house that was spoken of before.
        request: what was answered.
        found: the answer.
        about: the one cell that it is about; outside of the house the talk is of that.
    """
    house = request.house or found.house or puzzle.house
    cells = house.cells(puzzle.grid.shape) if house else ()
    return house if about is None or about in cells else None


def find_single(puzzle: Puzzle, cells: Collection[int]) -> tuple[Step, ...]:
    """The easiest single that fills one of these cells now; empty if there is none."""
    state = candidate_grid(puzzle)
    found = (step for technique in SINGLES for step in technique.find(state))
    placing = (step for step in found if step.placements)
    return tuple(islice((s for s in placing if s.placements[0].cell in cells), 1))


def _hints_in(puzzle: Puzzle, house: House, count: int) -> Found:
    """Some digits in a house, each as `_hint_in` finds it beside those before."""
    found = _hint_in(puzzle, house)
    if count < 2 or not found.told:
        return found
    grid = puzzle.grid.with_entries(found.told)
    more = _hints_in(replace(puzzle, grid=grid), house, count - 1)
    return replaced(
        found if found.early else more,
        steps=found.steps + more.steps,
        told={**found.told, **more.told},
    )


def _hint_in(puzzle: Puzzle, house: House) -> Found:
    """A digit in a house, the first that can be seen now, else the first on the way."""
    cells = set(house.cells(puzzle.grid.shape))
    if puzzle.wrong_entries or not cells:
        return Found(house=house, wrong=puzzle.wrong_entries)
    for step in find_single(puzzle, cells):
        told = {m.cell: m.digit for m in step.placements}
        return Found(steps=(step,), told=told, house=house)
    way = walkthrough(puzzle.grid, puzzle.answer).steps
    placed = [mark for step in way for mark in step.placements]
    later = next((mark for mark in placed if mark.cell in cells), None)
    if later is None:
        return Found(house=house)
    told = {later.cell: later.digit}
    return Found(told=told, house=house, cell=placed[0].cell, early=True)


def _why(puzzle: Puzzle, request: Request) -> Found:
    """Which cell comes before one that was told with no simple reason for it."""
    told = {cell: 0 for cell in request.cells if puzzle.grid.entries[cell]}
    if request.digit or not told or explain(puzzle, request.cells):
        return NOTHING
    grid = puzzle.grid.with_entries(told)
    steps = walkthrough(grid, puzzle.answer).steps
    placed = (mark.cell for step in steps for mark in step.placements)
    return Found(cell=next(placed, None), early=True)


def _hints(puzzle: Puzzle, count: int) -> Found:
    """The next digits, each by the easiest step from where the last one led."""
    if puzzle.wrong_entries:
        return Found(wrong=puzzle.wrong_entries)
    steps: list[Step] = []
    told: dict[int, int] = {}
    for step in walkthrough(puzzle.grid, puzzle.answer).steps:
        steps.append(step)
        told |= {m.cell: m.digit for m in step.placements}
        if len(told) >= count:
            break
    return Found(steps=tuple(steps), told=dict(islice(told.items(), count)))


def _candidates(puzzle: Puzzle, request: Request) -> Found:
    """The candidates of cells; of a cell that is named, also if it holds an entry."""
    if any(puzzle.grid.entries[cell] for cell in request.cells):
        grid = puzzle.grid.with_entries(dict.fromkeys(request.cells, 0))
        puzzle = replace(puzzle, grid=grid)
    held = candidate_grid(puzzle).candidates
    marks = {c: tuple(members(held[c])) for c in _empty_cells(puzzle, request)}
    return Found(marks=marks, house=request.house)


def _places(puzzle: Puzzle, request: Request) -> Found:
    held, empty = candidate_grid(puzzle).candidates, _empty_cells(puzzle, request)
    places = tuple(cell for cell in empty if held[cell] >> request.digit & 1)
    return Found(places=places, house=request.house)


def _technique(puzzle: Puzzle, request: Request) -> Found:
    """Whether a technique is there, or in a house; the next one if none is named."""
    if request.technique is None:
        found = _where(puzzle)
        return Found(technique=found.technique, there=found.technique is not None)
    shape, house = puzzle.grid.shape, request.house
    steps = (
        (step, [_house_at(shape, n) for n in (*step.houses, *step.covers)])
        for step in request.technique.find(candidate_grid(puzzle))
    )
    # A chain lies in no house, and is told of wherever it is.
    fits = (s for s in steps if house in (None, *s[1]) or not s[1])
    step, among = next(fits, (None, []))
    exact = step if request.exact else None
    return Found(
        technique=request.technique,
        there=step is not None,
        house=house if among or step is None else None,
        houses=tuple(among[: len(exact.houses)]) if exact else (),
        digits=exact.digits if exact and not exact.placements else (),
    )


_OF_ANY: Mapping[Act, Callable[[Puzzle, Request], Found]] = {
    Act.CANDIDATES: _candidates,
    Act.PLACES: _places,
    Act.TECHNIQUE: _technique,
}
"""How requests are answered that any puzzle allows."""

_OF_SOLVED: Mapping[Act, Callable[[Puzzle, Request], Found]] = {
    Act.WHERE: lambda puzzle, request: _where(puzzle, request.kind),
    Act.HINT: _hint,
    Act.WHY: _why,
    Act.CELL: _cells,
    Act.PART: _cells,
    Act.FIRST_MISTAKE: lambda puzzle, *_: Found(wrong=puzzle.wrong_entries[:1]),
    Act.VERDICT: _verdict,
}
"""How requests are answered that need a puzzle with one solution."""
