"""Finding every way to fill a grid: propagation on one integer, and backtracking.

The state of a puzzle is a single int (`masks` draws it): for each demand of the
rules -- this cell holds one digit, this row holds a 5, ... -- a field with one bit
per candidate that could meet it, and a guard bit while it is open. Three operations
on that int take the lowest candidate off every field of the grid at once. Here, of
fields of four, one has two candidates left, one is met, and one has run empty:

    state                   1 0110   0 0000   1 0000
    free = state & ones     0 0110   0 0000   0 0000    the candidates alone
    less = free + ones      1 0101   0 1111   0 1111    1111 is 10000 - 1: one less, and
                                                        a carry if there was any
    rest = less & free      0 0100   0 0000   0 0000    what stays is what was there

Open fields that get no carry, ``(less & state ^ state) & guards``, have no candidate:
a contradiction. If they get none when `ones` is added to the rest, they have one at
most. A last candidate has to be placed, whether it is the last digit of a cell (a
naked single) or the last cell for a digit (a hidden single). Placing it is one ``&``
with a mask that meets its four demands and takes away all that would meet them again.

When no field is down to one, `choose` picks a field with the fewest candidates, of
these the one that ran empty most often so far, and the search tries each of its
candidates; an older state is just an older int, so nothing is undone. The state 0
has no open demand: the grid is solved. Digits are written into cells as they are
placed, and need no undoing either: a cell that is open again is written again.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from solver.grid import Cells, Shape
from solver.masks import Masks, masks_of

BUDGET = 100_000
"""Nodes (guesses) before a search gives up, if not told otherwise."""

Failures = list[int]
"""How often each field ran empty: binary counters, all fields side by side.

The first int holds the ones of all counters, the next the twos, then the fours; each
counter stands where its field has the guard.
"""


@dataclass(slots=True)
class Effort:
    """What a search may spend and has spent, in nodes: one per field branched on."""

    budget: int = BUDGET
    nodes: int = 0

    @property
    def spent(self) -> bool:
        """Whether the search ended because its budget ran out."""
        return self.nodes > self.budget


def search(
    shape: Shape,
    cells: Sequence[int],
    effort: Effort,
    eliminated: Iterable[tuple[int, int]] = (),
) -> Iterator[Cells]:
    """Every solution of a grid, each N*N digits, until the budget is spent.

    `cells` holds N*N digits from 0 to N; repeated givens have no solution.
    `eliminated` are candidates that are out, as (cell, digit).
    """
    masks = masks_of(shape)
    state = begin(masks, cells, eliminated)
    if state < 0:
        return
    filled = list(cells)
    dead: list[int] = []
    failures: Failures = []
    untried: list[tuple[int, int]] = []
    while True:
        state, rest = propagate(masks, state, filled, dead)
        if state > 0:
            effort.nodes += 1
            if effort.spent:
                return
            options = choose(masks, state, rest, dead, failures)
        else:
            if state == 0:
                yield tuple(filled)
            if not untried:
                return
            state, options = untried.pop()
        position = options.bit_length()
        options ^= 1 << position - 1
        if options:
            untried.append((state, options))
        state &= masks.keeps[position] or masks.keep(position)
        cell, digit = masks.places[position]
        filled[cell] = digit


def begin(
    masks: Masks, cells: Sequence[int], eliminated: Iterable[tuple[int, int]] = ()
) -> int:
    """The state when the givens are placed, and what is eliminated is out.

    It is -1 where two givens clash.
    """
    keeps, width = masks.keeps, masks.size + 1
    state = masks.full
    for cell in compress(range(len(cells)), cells):
        position = cell * width + cells[cell]
        state &= keeps[position] or masks.keep(position)
    # each given meets a demand of its own in every plane, unless two meet the same
    open_cells = (state & masks.cell_guards).bit_count()
    if (state & masks.guards).bit_count() != 4 * open_cells:
        return -1
    for cell, digit in eliminated:
        state &= masks.without(cell, digit)
    return state


def propagate(
    masks: Masks, state: int, filled: list[int], dead: list[int]
) -> tuple[int, int]:
    """Place every last candidate, and write it into the cells.

    Returns the state, and the candidates of every field without the lowest two. The
    state is 0 if the grid is solved, -1 if it cannot be; then `dead` gets the state
    that showed it.
    """
    guards, ones = masks.guards, masks.ones
    fields, keeps, places = masks.fields, masks.keeps, masks.places
    while state:
        # no name for every step: an int let go at once leaves its place to the next
        rest = state & ones
        rest = (rest + ones) & rest
        few = ((rest + ones) & state ^ state) & guards
        if not few:
            return state, (rest + ones) & rest
        while few:
            position = (state & fields[few.bit_length()]).bit_length()
            keep = keeps[position]
            if not keep:  # no candidate, or one whose mask was not asked for yet
                if not position:
                    dead.append(state)
                    return -1, 0
                keep = masks.keep(position)
            cell, digit = places[position]
            filled[cell] = digit
            state &= keep
            few &= keep
    return state, 0


def choose(
    masks: Masks, state: int, rest: int, dead: list[int], failures: Failures
) -> int:
    """The candidates of the field to branch on.

    What ran empty before is likely to do so again, and early: that takes half of the
    nodes on 9x9 grids, a fifth on minimal 16x16 ones and a hundredth on 25x25 ones
    with few givens. Among equals, cells come before places in a house.
    """
    while dead:  # not counted when they died: most puzzles never ask
        count_empty(masks, dead.pop(), failures)
    guards, ones = masks.guards, masks.ones
    while not (fewest := ((rest + ones) & state ^ state) & guards):
        rest = (rest + ones) & rest  # every field has more: take one more off each
    for bits in reversed(failures):
        fewest = fewest & bits or fewest
    fewest = fewest & masks.cell_guards or fewest
    return state & masks.fields[fewest.bit_length()]


def count_empty(masks: Masks, state: int, failures: Failures) -> None:
    """Count one up for every field that has no candidate."""
    ones = masks.ones
    carry = ((state & ones) + ones & state ^ state) & masks.guards
    for place, bits in enumerate(failures):
        failures[place] = bits ^ carry
        carry &= bits
        if not carry:
            return
    failures.append(carry)
