"""Forcing nets in which something is ruled out by a forcing net of its own.

To the depth 1, what follows from a literal is taken from the start, as it was found
without any other supposition: two literals of which this leaves a cell or a digit
without a place cannot both be true. Beyond, it is sought anew within each supposition.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, partial, reduce
from operator import attrgetter, or_

from solver.logic.candidates import CandidateGrid, members, set_of
from solver.logic.forcing.arguments import dead_ends, shortest_first
from solver.logic.forcing.demands import Demands, Position, demands_of
from solver.logic.forcing.supposition import Supposition, suppose_each
from solver.logic.step import Kind, Steps

_ENOUGH = 3
"""Deep nets that are found before the shortest of them is chosen."""


def nested_nets(state: CandidateGrid, kind: Kind) -> Steps:
    """Nets in which a literal may be ruled out by what follows from it there."""
    demands = demands_of(state)
    known = Known(demands)
    tried = [refuted_within(one, known, depth=1) for one in known.tried.values()]
    yield from shortest_first(dead_ends(tried), kind)


def deep_nets(state: CandidateGrid, kind: Kind) -> Steps:
    """Nested nets that are sought anew within each supposition, as deep as it takes.

    Where there are many, the shortest is that of the first few: all would take long.
    """
    demands = demands_of(state)
    known = Known(demands)
    most = sorted(known.alone, key=lambda literal: known.alone[literal].bit_count())
    for depth in range(2, state.empty.bit_count() + 1):
        found: list[Supposition] = []
        for literal in most:
            tried = refuted_within(known.tried[literal], known, depth)
            if tried.empty:
                found.append(tried)
            if len(found) == _ENOUGH:
                break
        if found:
            yield from shortest_first(dead_ends(found), kind)
            return


class Known:
    """What follows from each literal without any other supposition.

    Attributes:
        tried: by literal, what follows from it.
        alone: by literal, the state that it leads to.
    """

    def __init__(self, demands: Demands) -> None:
        self._demands = demands
        self.tried = suppose_each(demands)
        self.alone = {literal: one.state for literal, one in self.tried.items()}
        self._excluders = self._those_with(lambda one: ~one.state & demands.literals)
        """By literal, the set of those that lead to its being false."""

    def _those_with(self, ends: Callable[[Supposition], int]) -> list[int]:
        """By literal, the set of those that have it in a set at their end."""
        rows = [0] * self._demands.above
        for literal, one in self.tried.items():
            rows[literal] = ends(one)
        return _turned(rows)

    def clashing(self, state: int, among: int) -> int:
        """The literals that leave some demand of a state without a candidate."""
        guards, low = self._demands.guards, self._demands.low
        found = 0
        for literal in members(among):
            if ((state & self.alone[literal]) - low) & guards != guards:
                found |= 1 << literal
        return found

    @cached_property
    def clashes(self) -> list[int]:
        """By literal, those that cannot be true together with it.

        Either one of them leads to a third that the other excludes; or they share out
        the candidates of a field, so that each leaves it some and both leave it none.
        """
        dead = set_of(*(literal for literal, one in self.tried.items() if one.empty))
        clashes = [dead] * self._demands.above
        for literal, tried in self.tried.items():
            for true in members(tried.true):
                clashes[literal] |= self._excluders[true]
        clashes = [
            one | two for one, two in zip(clashes, _turned(clashes), strict=True)
        ]
        for one, two in self._shared_out(dead):
            for literal in members(one):
                clashes[literal] |= two
            for literal in members(two):
                clashes[literal] |= one
        return clashes

    def _shared_out(self, dead: int) -> Iterator[tuple[int, int]]:
        """Sets of literals, any two of which leave a field no candidate.

        None of them, by itself, leaves just one there: that one would be true.
        """
        settlers = self._those_with(attrgetter("true"))
        for field in self._demands.choices.values():
            if len(field) > 3:
                settling = reduce(or_, (settlers[literal] for literal in field), dead)
                first, *others = (self._excluders[c] & ~settling for c in field)
                parts = [(first, -1)]
                for excluding in others:
                    longer = [
                        pair
                        for one, two in parts
                        for pair in ((one & excluding, two), (one, two & excluding))
                    ]
                    parts = [(one, two) for one, two in longer if one and two]
                yield from ((one, two) for one, two in parts if two > 0)

    def clashing_since(self, before: Position, tried: Supposition, among: int) -> int:
        """Those that did not yet at a position before the supposition."""
        demands, excluders = self._demands, self._excluders
        found = 0
        for literal in members(tried.true & ~before.true):
            found |= excluders[literal]
        found &= among
        # a field with one candidate left is met by it, and those above exclude it
        for place in members(demands.shrunk(before.state, tried.state) & ~tried.met):
            left, field = among & ~found, tried.state & demands.fields[place + 1]
            # not by literals_in: few fields need a look at all of their literals
            while field and left:
                spot = field.bit_length() - 1
                left &= excluders[demands.literal_at[spot]]
                field ^= 1 << spot
            found |= left
        return found


def _turned(rows: list[int]) -> list[int]:
    """A square table of bits with its rows made columns.

    >>> [f"{row:03b}" for row in _turned([0b110, 0b100, 0b000])]
    ['000', '001', '011']
    """
    width = len(rows)
    # as text, because Python takes every so many characters of a text at once
    table = "".join([f"{row:0{width}b}" for row in rows])
    return [int(table[~column::-width], 2) for column in range(width)]


def refuted_within(tried: Supposition, known: Known, depth: int) -> Supposition:
    """A supposition with all ruled out that is not possible beside it.

    To the depth 1, what follows from a literal is taken from the start (`known`);
    beyond, it is sought anew, with proofs within it to a depth of one less.
    """
    further, before = tried, None
    while not further.empty:
        proofs = dict(_proofs_within(further, known, depth, before))
        if not proofs:
            break
        before = further.position
        if further is tried:
            further = tried.copied()
        further.refute(proofs)
    return further


def _proofs_within(
    tried: Supposition, known: Known, depth: int, before: Position | None
) -> Iterator[tuple[int, Callable[[], Supposition]]]:
    """What a supposition proves false to a depth, and what makes each proof.

    `before` is the position in which that was last sought.
    """
    demands, state = tried.demands, tried.state
    unsettled = state & demands.literals & ~tried.true
    here = tried.position
    if before is None and state == known.alone[tried.literal]:
        clashing = known.clashes[tried.literal] & unsettled
    elif before is None:
        clashing = known.clashing(state, unsettled)
    else:
        clashing = known.clashing_since(before, tried, unsettled)
    for literal in members(clashing if depth == 1 else unsettled):
        suppose = partial(Supposition, here, literal, outer=tried)
        if clashing >> literal & 1:
            yield literal, suppose
            continue
        inner = suppose()
        if depth > 2:
            inner = refuted_within(inner, known, depth - 1)
        if inner.empty:
            yield literal, partial(copy, inner)
