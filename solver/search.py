"""Finding every way to fill a grid: propagation on one integer, and backtracking.

The state of a puzzle is a single int (`masks` draws it): for each demand of the
rules -- this cell holds one digit, this row holds a 5, ... -- a field with one bit
per candidate that could meet it, and a guard bit while it is open. Four sums on
that int look at all fields of the grid at once:

    open    = state & guards               the demands not yet met
    tested  = (state | guards) - lows      an empty field borrows from its guard:
                                           guard gone = a contradiction
    rest    = tested & candidates          each field without its lowest candidate
    rest + bodies                          carries into the guard where rest > 0:
                                           no carry = the field's last candidate

A last candidate has to be placed, whether it is the last digit of a cell (a naked
single) or the last cell for a digit (a hidden single). Placing it is one ``&`` with
a mask that meets its four demands and takes away all that would meet them again.
When no field has a last candidate left, `choose` picks a field with the fewest, of
these the one that ran empty most often so far, and the search tries each of its
candidates; an older state is just an older int, so nothing is undone. The state 0
has no open demand: the grid is solved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from solver.grid import Cells, Shape
from solver.masks import Masks, masks_of

BUDGET = 100_000
"""Nodes (guesses) before a search gives up, if not told otherwise."""

Failures = dict[int, int]
"""By a field's guard, as ``int.bit_length`` numbers it: how often it ran empty."""


@dataclass(slots=True)
class Effort:
    """What a search may spend and has spent, in nodes: one per field branched on."""

    budget: int = BUDGET
    nodes: int = 0

    @property
    def spent(self) -> bool:
        """Whether the search ended because its budget ran out."""
        return self.nodes > self.budget


def first_two(
    shape: Shape, cells: Sequence[int], nodes: int = BUDGET
) -> tuple[tuple[Cells, ...], Effort]:
    """Up to two solutions of a grid, and the effort: `solve` without its wrapping.

    `cells` holds N*N digits from 0 to N; repeated givens have no solution.
    """
    effort = Effort(nodes)
    return tuple(islice(search(shape, cells, effort), 2)), effort


def search(shape: Shape, cells: Sequence[int], effort: Effort) -> Iterator[Cells]:
    """Every solution of a grid, each N*N digits, until the budget is spent."""
    masks = masks_of(shape)
    state = place_givens(masks, cells)
    trail: list[int] = []
    failures: Failures = {}
    untried: list[tuple[int, int, int, int]] = []
    while True:
        state, rest = propagate(masks, state, trail, failures)
        if state > 0:
            effort.nodes += 1
            if effort.spent:
                return
            base, options = choose(masks, state, rest, failures)
        else:
            if state == 0:
                yield fill(masks, cells, trail)
            if not untried:
                return
            state, placed, base, options = untried.pop()
            del trail[placed:]
        option = options.bit_length()
        options ^= 1 << option - 1
        if options:
            untried.append((state, len(trail), base, options))
        trail.append(base + option)
        state &= masks.keeps[base + option] or masks.keep(base + option)


def place_givens(masks: Masks, cells: Sequence[int]) -> int:
    """The state of a grid with its givens placed; -1 where two of them clash."""
    keeps, width = masks.keeps, masks.size + 1
    state = masks.full
    givens = [cell * width + digit for cell, digit in enumerate(cells) if digit]
    for position in givens:
        state &= keeps[position] or masks.keep(position)
    # each given meets four demands of its own, unless two meet the same
    unmet = 4 * (len(cells) - len(givens))
    return state if (state & masks.guards).bit_count() == unmet else -1


def propagate(
    masks: Masks, state: int, trail: list[int], failures: Failures
) -> tuple[int, int]:
    """Place every last candidate, and append its position to the trail.

    Returns the state, 0 if solved, -1 if contradictory; and, of every field, its
    candidates but the lowest.
    """
    guards, lows, bodies, keeps = masks.guards, masks.lows, masks.bodies, masks.keeps
    size = masks.size
    place = trail.append
    rest = 0
    while state > 0:
        still_open = state & guards
        tested = (state | guards) - lows
        filled = tested & still_open
        if filled != still_open:
            empty = (filled ^ still_open).bit_length()
            failures[empty] = failures.get(empty, 0) + 1
            return -1, 0
        candidates = state ^ still_open
        rest = tested & candidates
        last = still_open ^ ((rest + bodies) & still_open)
        if not last:
            break
        singles = candidates & (last - (last >> size))
        while singles:
            position = singles.bit_length()
            keep = keeps[position] or masks.keep(position)
            place(position)
            state &= keep
            singles &= keep
    return state, rest


def choose(masks: Masks, state: int, rest: int, failures: Failures) -> tuple[int, int]:
    """The field to branch on: its lowest bit, and its candidates as bits.

    Cells come first among the fields with the fewest candidates. What ran empty
    before is likely to do so again, and early: on 25x25 grids with few givens that
    takes a hundredth of the nodes.
    """
    guards, lows, bodies, size = (
        masks.guards,
        masks.lows,
        masks.bodies,
        masks.shape.size,
    )
    still_open = state & guards
    fewest = 0
    while not fewest:  # take one more candidate off every field, until one is empty
        rest &= (rest | guards) - lows
        fewest = still_open ^ ((rest + bodies) & still_open)
    fewest = fewest & masks.cell_guards or fewest
    chosen = fewest.bit_length()
    most = failures.get(chosen, 0)
    fewest ^= 1 << chosen - 1
    while failures and fewest:
        guard = fewest.bit_length()
        fewest ^= 1 << guard - 1
        if failures.get(guard, 0) > most:
            chosen, most = guard, failures[guard]
    base = chosen - 1 - size
    return base, (state >> base) & ((1 << size) - 1)


def fill(masks: Masks, cells: Sequence[int], trail: Sequence[int]) -> Cells:
    """The cells with every candidate of the trail written in."""
    filled = list(cells)
    places = masks.places
    for position in trail:
        cell, digit = places[position]
        filled[cell] = digit
    return tuple(filled)
