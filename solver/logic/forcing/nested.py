"""Forcing nets in which something is ruled out by a forcing net of its own.

To the depth 1, what follows from a literal is taken from the start, as it was found
without any other supposition: two literals of which this leaves a cell or a digit
without a place cannot both be true. Beyond, it is sought anew within each supposition.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, partial
from itertools import compress

from solver.logic.candidates import CandidateGrid, members
from solver.logic.forcing.arguments import dead_ends, shortest_first
from solver.logic.forcing.demands import Demands, Position, demands_of
from solver.logic.forcing.supposition import Supposition, suppose_each
from solver.logic.step import Step, Technique

_ENOUGH = 3
"""Deep nets that are found before the shortest of them is chosen."""


def nested_nets(state: CandidateGrid) -> Iterator[Step]:
    """Nets in which a literal may be ruled out by what follows from it there."""
    demands = demands_of(state)
    known = Known(demands)
    tried = [known.suppose(literal) for literal in known.alone]
    for supposition in tried:
        refute_within(supposition, known, depth=1)
    yield from shortest_first(dead_ends(tried), Technique.NESTED_NET)


def deep_nets(state: CandidateGrid) -> Iterator[Step]:
    """Nested nets that are sought anew within each supposition, as deep as it takes.

    Where there are many, the shortest is that of the first few: all would take long.
    """
    demands = demands_of(state)
    known = Known(demands)
    most = sorted(known.alone, key=lambda literal: known.alone[literal].bit_count())
    for depth in range(2, state.empty.bit_count() + 1):
        found: list[Supposition] = []
        for literal in most:
            tried = known.suppose(literal)
            refute_within(tried, known, depth)
            if tried.empty:
                found.append(tried)
            if len(found) == _ENOUGH:
                break
        if found:
            yield from shortest_first(dead_ends(found), Technique.DEEP_NET)
            return


class Known:
    """What follows from each literal without any other supposition.

    Attributes:
        alone: by literal, the state that it leads to.
    """

    def __init__(self, demands: Demands) -> None:
        self._demands = demands
        self._tried = suppose_each(demands)
        self.alone = {literal: one.state for literal, one in self._tried.items()}
        self._excluders = self._by_excluded()
        known = (self._excluders.get(literal, 0) for literal in demands.literal_at)
        self._excluders_at = (0, *known)
        """The same by the position of a bit of a state, counted from 1."""

    def _by_excluded(self) -> dict[int, int]:
        """By literal, the set of those that lead to its being false.

        The states are the rows of a table of bits, which is read here by columns: as
        text, because Python turns a table of characters at once.
        """
        width = self._demands.above
        rows = [
            f"{state & self._demands.literals:0{width}b}"
            for state in self.alone.values()
        ]
        columns = list(zip(*rows, strict=True))
        numbers = [1 << literal for literal in self.alone]
        return {
            literal: sum(compress(numbers, map("0".__eq__, columns[~literal])))
            for literal in self.alone
        }

    def suppose(self, literal: int) -> Supposition:
        """What follows from a literal, to be taken further."""
        return self._tried[literal].copied()

    def clashing(self, state: int, among: int) -> int:
        """The literals that leave some demand of a state without a candidate."""
        guards, low = self._demands.guards, self._demands.low
        found = 0
        for literal in members(among):
            if ((state & self.alone[literal]) - low) & guards != guards:
                found |= 1 << literal
        return found

    @cached_property
    def clashes(self) -> dict[int, int]:
        """By literal, those that cannot be true together with it.

        That is mutual, so no two literals are looked at twice.
        """
        clashes = dict(self._excluders)
        for literal, state in self.alone.items():
            later = -2 << literal
            among = state & self._demands.literals & ~self._excluders[literal] & later
            found = self.clashing(state, among)
            clashes[literal] |= found
            for other in members(found):
                clashes[other] |= 1 << literal
        return clashes

    def clashing_since(self, before: int, state: int, among: int) -> int:
        """Those that did not yet before the state lost candidates."""
        demands, excluders = self._demands, self._excluders_at
        found = 0
        for place in members(demands.shrunk(before, state)):
            # Not by literals_in: few fields need a look at all of their literals.
            left, field = among, state & demands.fields[place + 1]
            while field and left:
                lowest = field & -field
                left &= excluders[lowest.bit_length()]
                field ^= lowest
            found |= left
        return found


def refute_within(tried: Supposition, known: Known, depth: int) -> None:
    """Rule out what is not possible beside a supposition, until it comes to an end.

    To the depth 1, what follows from a literal is taken from the start (`known`);
    beyond, it is sought anew, with proofs within it to a depth of one less.
    """
    before = None
    while not tried.empty:
        proofs = dict(_proofs_within(tried, known, depth, before))
        if not proofs:
            return
        before = tried.state
        tried.refute(proofs)


def _proofs_within(
    tried: Supposition, known: Known, depth: int, before: int | None
) -> Iterator[tuple[int, Callable[[], Supposition]]]:
    """What a supposition proves false to a depth, and what makes each proof.

    `before` is the state in which that was last sought.
    """
    demands, state = tried.demands, tried.state
    unsettled = state & demands.literals & ~tried.true
    here = Position(demands, state, tried.met, tried.true)
    if before is None and state == known.alone[tried.literal]:
        clashing = known.clashes[tried.literal] & unsettled
    elif before is None:
        clashing = known.clashing(state, unsettled)
    else:
        clashing = known.clashing_since(before, state, unsettled)
    for literal in members(clashing if depth == 1 else unsettled):
        suppose = partial(Supposition, here, literal, outer=tried)
        if clashing >> literal & 1:
            yield literal, suppose
            continue
        inner = suppose()
        if depth > 2:
            refute_within(inner, known, depth - 1)
        if inner.empty:
            yield literal, partial(copy, inner)
