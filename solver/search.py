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
When no field has a last candidate left, `choose` picks a field with the fewest, and
the search tries each; an older state is just an older int, so nothing is undone.
The state 0 has no open demand: the grid is solved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.grid import Cells, Shape
from solver.masks import Masks, masks_of

BUDGET = 100_000
"""Nodes (guesses) before a search gives up, if not told otherwise."""

_SCORED = 4
"""Fields with the fewest candidates that are compared before one is branched on."""


@dataclass(slots=True)
class Effort:
    """What a search may spend and has spent, in nodes: one per field branched on."""

    budget: int = BUDGET
    nodes: int = 0

    @property
    def spent(self) -> bool:
        """Whether the search ended because its budget ran out."""
        return self.nodes > self.budget


def search(shape: Shape, cells: Sequence[int], effort: Effort) -> Iterator[Cells]:
    """Every solution of a grid, each N*N digits, until the budget is spent.

    `cells` holds N*N digits from 0 to N. Repeated givens have no solution.
    """
    masks = masks_of(shape)
    state = place_givens(masks, cells)
    trail: list[int] = []
    untried: list[tuple[int, int, int, int]] = []
    while True:
        state, rest = propagate(masks, state, trail)
        if state > 0:
            effort.nodes += 1
            if effort.spent:
                return
            base, options = choose(masks, state, rest)
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
    keeps, width = masks.keeps, masks.shape.size + 1
    state = masks.full
    givens = 0
    for cell, digit in enumerate(cells):
        if digit:
            position = cell * width + digit
            state &= keeps[position] or masks.keep(position)
            givens += 1
    # each given meets four demands of its own, unless two meet the same
    met = 4 * (masks.shape.cells - givens)
    return state if (state & masks.guards).bit_count() == met else -1


def propagate(masks: Masks, state: int, trail: list[int]) -> tuple[int, int]:
    """Place every last candidate, and append its position to the trail.

    Returns the state, 0 if solved, -1 if contradictory; and, of every field, its
    candidates but the lowest.
    """
    guards, lows, bodies, keeps = masks.guards, masks.lows, masks.bodies, masks.keeps
    size = masks.shape.size
    rest = 0
    while state > 0:
        still_open = state & guards
        tested = (state | guards) - lows
        if tested & still_open != still_open:
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
            trail.append(position)
            state &= keep
            singles &= keep
    return state, rest


def choose(masks: Masks, state: int, rest: int) -> tuple[int, int]:
    """The field to branch on: its lowest bit, and its candidates as bits.

    Of the fields with the fewest candidates, cells first, the one whose candidates
    together leave the fewest others.
    """
    guards, lows, bodies = masks.guards, masks.lows, masks.bodies
    size, keeps = masks.shape.size, masks.keeps
    still_open = state & guards
    fewest = 0
    while not fewest:  # take one more candidate off every field, until one is empty
        rest &= (rest | guards) - lows
        fewest = still_open ^ ((rest + bodies) & still_open)
    fewest = fewest & masks.cell_guards or fewest
    best = (0, 0)
    least = -1
    for _ in range(_SCORED):
        guard = fewest.bit_length() - 1
        base = guard - size
        options = (state >> base) & ((1 << size) - 1)
        fewest ^= 1 << guard
        if not fewest and least < 0:
            return base, options
        left = 1
        untold = options
        while untold:
            option = untold.bit_length()
            untold ^= 1 << option - 1
            position = base + option
            left *= (state & (keeps[position] or masks.keep(position))).bit_count()
        if least < 0 or left < least:
            least, best = left, (base, options)
        if not fewest:
            break
    return best


def fill(masks: Masks, cells: Sequence[int], trail: Sequence[int]) -> Cells:
    """The cells with every candidate of the trail written in."""
    filled = list(cells)
    places = masks.places
    for position in trail:
        cell, digit = places[position]
        filled[cell] = digit
    return tuple(filled)
