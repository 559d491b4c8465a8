"""What follows if a candidate is supposed to be true, or false, wave by wave.

A wave holds the literals that become true at the same time: each is the last candidate
of a field (see `demands`), because the waves before excluded the others. `Reasons` goes
back from an end to what was supposed, and finds the links that are needed for it.
"""

from collections.abc import Callable
from copy import copy
from functools import lru_cache
from operator import itemgetter

from solver.logic.candidates import members
from solver.logic.forcing.demands import Demands, Position
from solver.logic.step import Case, Gap, Inference

_Rank = tuple[int, int, int]
"""Where a literal stands in the order of what follows: the number of its wave, 1 for
the wave itself and 0 for what is refuted just before it, and in which order."""


class Supposition:
    """A literal that is supposed to be true (`holds`) or false, and what follows.

    Attributes:
        start: the state before.
        state, met, true: the state at the end, the guards of the demands that are met
            then, and the literals that are true, as a set.
        waves: the literals that become true; the first is what is supposed.
        states: the state after each wave.
        refuted: literals that suppositions within this one prove false, with their
            rank among all that follows, and what makes the proof.
        empty: the guards of the fields that are left without a candidate.
    """

    __slots__ = (
        *("demands", "outer", "literal", "holds", "limit", "_gaps"),  # what is supposed
        *("start", "state", "met", "true", "waves", "states", "refuted", "empty"),
    )

    def __init__(
        self,
        start: Position,
        literal: int,
        holds: bool = True,
        limit: int = -1,
        gaps: int = -1,
        outer: "Supposition | None" = None,
    ) -> None:
        """Draw all conclusions, or end where a demand cannot be met any more.

        Args:
            start: what is known before.
            literal: what is supposed.
            holds: whether it is supposed to be true.
            limit: the guards of the fields whose last candidate is concluded.
            gaps: the guards of the fields that must not be left without a candidate.
            outer: the supposition within which this one is made.
        """
        self.demands, self.start, self.met, self.true = start
        self.state = self.start
        self.literal, self.holds, self.outer = literal, holds, outer
        self.limit, self._gaps = limit, gaps
        self.waves: list[list[int]] = []
        self.states: list[int] = []
        self.refuted: dict[int, tuple[_Rank, Callable[[], Supposition]]] = {}
        self.empty = 0
        if not holds:
            self.state &= ~self.demands.bits[literal]
        self._conclude([literal] if holds else [])

    @property
    def position(self) -> Position:
        """How far this has been followed."""
        return Position(self.demands, self.state, self.met, self.true)

    def copied(self) -> "Supposition":
        """The same, to be taken further while this one stays as it is."""
        same = copy(self)
        same.waves, same.states = [*self.waves], [*self.states]
        same.refuted = dict(self.refuted)
        return same

    def refute(self, proofs: dict[int, "Callable[[], Supposition]"]) -> None:
        """Rule out literals by proofs within this supposition, and conclude more."""
        rank = (len(self.waves), 0, len(self.refuted))
        for literal, proof in proofs.items():
            self.refuted[literal] = (rank, proof)
            self.state &= ~self.demands.bits[literal]
        self.states[-1] = self.state
        self._conclude([])

    @property
    def verdicts(self) -> int:
        """The literals that become false, as a set, and above them those made true.

        So one intersection gives all that suppositions have in common.
        """
        demands = self.demands
        return demands.literals & ~self.state | self.true << demands.above

    def false_since(self, literal: int) -> int:
        """The number of the wave that excludes a literal; -1 if it was out before."""
        if not self.start >> literal & 1:
            return -1
        for number, state in enumerate(self.states):
            if not state >> literal & 1:
                return number
        return len(self.states)

    def true_since(self, literal: int) -> int:
        """The number of the wave that a true literal belongs to."""
        return next(n for n, wave in enumerate(self.waves) if literal in wave)

    def _conclude(self, wave: list[int]) -> None:
        demands, state, met = self.demands, self.state, self.met
        keeps, meets, fields = demands.keeps, demands.meets, demands.fields
        guards, low, ones = demands.guards, demands.low, demands.ones
        first = True
        while wave or first:
            for literal in wave:
                state &= keeps[literal] or demands.keep(literal)
                met |= meets[literal]
                self.true |= 1 << literal
            if wave or not self.waves:
                self.waves.append(wave)
                self.states.append(state)
            first = False
            less = state - low
            self.empty = guards & ~less & self._gaps
            if self.empty:
                break
            less &= state & ones
            few = guards & ~((less | guards) - low) & ~met & self.limit
            wave = []
            while few:
                last = state & fields[few.bit_length()]
                literal = demands.literal_at[last.bit_length() - 1]
                few &= ~meets[literal]
                wave.append(literal)
        self.state, self.met = state, met


Suppositions = dict[int, Supposition]
"""By literal, what follows from it."""


class Reasons:
    """What a supposition needs to get to certain ends, by as few links as it can."""

    def __init__(self, of: Supposition, outer: "Reasons | None" = None) -> None:
        self._of = of
        self._outer = outer
        self._true: dict[int, tuple[_Rank, int | None]] = {}
        self._false: dict[int, tuple[_Rank, Case] | None] = {}
        self._nested = 0
        self._wave_of = {
            literal: number for number, wave in enumerate(of.waves) for literal in wave
        }

    @property
    def links(self) -> int:
        """How many literals are needed, true or false.

        The supposed one and those of the proofs within count too.
        """
        return len(self._true) + len(self._false) + self._nested

    def why_true(self, literal: int) -> None:
        """Find what leads to a literal being true."""
        if literal in self._true:
            return
        wave = self._wave_of[literal]
        if not wave:
            self._true[literal] = ((0, 1, 0), None)
            return
        demands = self._of.demands
        ways = []
        for place in members(demands.meets[literal] & self._of.limit):
            others = self._base & demands.fields[place + 1] & ~demands.bits[literal]
            needed = demands.literals_in(others)
            if all(self._of.false_since(other) < wave for other in needed):
                new = sum(other not in self._false for other in needed)
                ways.append((new, place + 1, needed))
        _, guard, needed = min(ways)
        self._true[literal] = ((wave, 1, 0), demands.demand(guard)[0])
        for other in needed:
            self.why_false(other)

    @property
    def _base(self) -> int:
        """The state before any supposition."""
        return self._outer._base if self._outer else self._of.start

    def why_false(self, literal: int) -> None:
        """Find what leads to a literal being false."""
        since = self._of.false_since(literal)
        if since < 0 and self._outer:
            self._outer.why_false(literal)
        elif literal not in self._false:
            self._false[literal] = None
            cause = self._excluder(literal, since)
            if cause is not None:
                self.why_true(cause)
            elif literal in self._of.refuted:
                rank, make = self._of.refuted[literal]
                proof = Reasons(make(), self)
                case = proof.dead_end()
                self._nested += proof.links
                self._false[literal] = (rank, case)

    def _excluder(self, literal: int, since: int) -> int | None:
        """What excludes a literal, of the wave after which it is false."""
        sees = self._of.demands.sees[literal]
        causes = [cause for cause in self._of.waves[since] if sees >> cause & 1]
        return next((c for c in causes if c in self._true), next(iter(causes), None))

    def dead_end(self) -> Case:
        """The way to a demand that cannot be met any more."""
        demands, base = self._of.demands, self._base

        def latest(guard: int) -> tuple[int, int]:
            here = demands.literals_in(base & demands.fields[guard])
            return sum(map(self._of.false_since, here)), guard

        guard = min(latest(place + 1) for place in members(self._of.empty))[1]
        for literal in demands.literals_in(base & demands.fields[guard]):
            self.why_false(literal)
        return self.case(Gap(*demands.demand(guard)))

    def case(self, gap: Gap | None = None) -> Case:
        """The argument as it was found, in the order in which it goes."""
        demands, of = self._of.demands, self._of
        told = [
            (rank, Inference(demands.mark(literal), True, house))
            for literal, (rank, house) in self._true.items()
            if literal != of.literal
        ]
        told += [
            (refuted[0], Inference(demands.mark(literal), False, proof=refuted[1]))
            for literal, refuted in self._false.items()
            if refuted is not None
        ]
        told.sort(key=itemgetter(0))
        inferences = tuple(inference for _, inference in told)
        return Case(demands.mark(of.literal), of.holds, inferences, gap)


@lru_cache(maxsize=2)
def suppose_each(demands: Demands, limit: int = -1) -> Suppositions:
    """What follows from each candidate; several techniques ask for it."""
    return {
        literal: Supposition(demands.begin, literal, limit=limit)
        for literal in members(demands.literals)
    }
