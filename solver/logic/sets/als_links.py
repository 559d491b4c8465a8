"""Chains and blossoms of almost locked sets.

The places of a digit in an almost locked set are a *group*; a single place is one too.
If a group is false, every other group of its set is true; in a house where a digit has
two groups of places, one of them is true. A group that is true makes those false that
it sees as a whole.

Each candidate is supposed to be true. If this makes groups true, along one chain, that
make it false, or that together leave some cell without a digit, it is false.
"""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from solver.logic.candidates import CandidateGrid, Mark, marks, members, seen_by_all
from solver.logic.chains.chains import added_difficulty
from solver.logic.chains.links import halves
from solver.logic.sets.almost_locked import almost_locked_sets
from solver.logic.step import Kind, Node, Step, Steps


class _Group(NamedTuple):
    """A digit in one of some cells (a set)."""

    digit: int
    cells: int


class _Web:
    """All groups of a grid, and how they are linked."""

    def __init__(self, state: CandidateGrid, *, houses: bool) -> None:
        """With the links within houses only if asked for."""
        self._state = state
        self._shape = state.layout.shape
        self.strong: dict[_Group, list[_Group]] = {}
        self._weak: dict[_Group, list[_Group]] = {}
        for als in almost_locked_sets(state):
            groups = [_Group(digit, cells) for digit, cells in als.held.items()]
            for group in groups:
                others = [other for other in groups if other != group]
                self.strong.setdefault(group, []).extend(others)
        if houses:
            self._tie_houses()
        self._of_digit: dict[int, list[_Group]] = {}
        for group in self.strong:
            self._of_digit.setdefault(group.digit, []).append(group)

    def _tie_houses(self) -> None:
        for digit, places in enumerate(self._state.places):
            for house, bits in enumerate(self._state.layout.houses):
                for one, two in halves(self._state.layout, places & bits, house):
                    first, second = _Group(digit, one), _Group(digit, two)
                    self.strong.setdefault(first, []).append(second)
                    self.strong.setdefault(second, []).append(first)

    def seen(self, group: _Group) -> int:
        """The places for its digit that a group sees."""
        return self._state.places[group.digit] & seen_by_all(self._shape, group.cells)

    def made_false(self, group: _Group) -> list[_Group]:
        """The groups with strong links that a true group makes false."""
        if group not in self._weak:
            seen = seen_by_all(self._shape, group.cells)
            found = [g for g in self._of_digit[group.digit] if not g.cells & ~seen]
            if not group.cells & (group.cells - 1):
                cell = group.cells.bit_length() - 1
                others = members(self._state.candidates[cell])
                inside = (_Group(d, group.cells) for d in others if d != group.digit)
                found += [g for g in inside if g in self.strong]
            self._weak[group] = found
        return self._weak[group]

    def excludes(self, group: _Group, mark: Mark) -> bool:
        """Whether a true group makes a candidate false."""
        cell, digit = mark
        if group.digit == digit:
            return bool(self.seen(group) >> cell & 1)
        return group.cells == 1 << cell

    def suppose(self, told: Collection[Mark]) -> Iterator[tuple[Mark, _Group]]:
        """Every candidate of a digit that has groups, and a group of it alone.

        Those that are `told` of by then are left out.
        """
        for digit in self._of_digit:
            for cell in members(self._state.places[digit]):
                if Mark(cell, digit) not in told:
                    yield Mark(cell, digit), _Group(digit, 1 << cell)


def als_chains(state: CandidateGrid, kind: Kind, longest: int | None = None) -> Steps:
    """Chains of sets; if there is no `longest`, with other links between them, too."""
    web = _Web(state, houses=longest is None)
    told: set[Mark] = set()
    for mark, start in web.suppose(told):
        path = _path_against(web, start, mark, longest or state.empty.bit_count())
        if path:
            lost = [mark]
            if path[0].digit == path[-1].digit == mark.digit:
                seen = web.seen(path[0]) & web.seen(path[-1])
                lost = [Mark(cell, mark.digit) for cell in members(seen)]
            told.update(lost)
            yield Step(
                kind,
                round(kind.difficulty + added_difficulty(len(path)), 1),
                eliminations=tuple(lost),
                chain=tuple(
                    Node(tuple(members(group.cells)), group.digit, bool(place % 2))
                    for place, group in enumerate(path)
                ),
            )


def _path_against(web: _Web, start: _Group, mark: Mark, longest: int) -> list[_Group]:
    """The shortest chain from what a candidate makes false to what makes it false.

    Groups that are false and true in turn; [] if there is none.
    """
    came: dict[_Group, tuple[_Group, _Group | None]] = {}
    false: set[_Group] = set()
    frontier: list[_Group | None] = [None]
    for _ in range(longest):
        fresh: list[_Group | None] = []
        for true in frontier:
            for group in web.made_false(true or start):
                if group in false:
                    continue
                false.add(group)
                for reached in web.strong[group]:
                    if reached in came:
                        continue
                    came[reached] = (group, true)
                    if web.excludes(reached, mark):
                        return _trace(came, reached)
                    fresh.append(reached)
        frontier = fresh
    return []


def _trace(
    came: dict[_Group, tuple[_Group, _Group | None]], end: _Group
) -> list[_Group]:
    path: list[_Group] = []
    true: _Group | None = end
    while true is not None:
        false, before = came[true]
        path += [true, false]
        true = before
    return path[::-1]


def death_blossoms(state: CandidateGrid, kind: Kind) -> Steps:
    """A cell each of whose digits makes a set hold the same other digit."""
    web = _Web(state, houses=False)
    told: set[Mark] = set()
    for mark, start in web.suppose(told):
        for step in _blossom(state, kind, web, start, mark):
            told.update(step.eliminations)
            yield step
            break


def _blossom(
    state: CandidateGrid, kind: Kind, web: _Web, start: _Group, mark: Mark
) -> Steps:
    """The cells that a candidate would leave without a digit, by way of sets."""
    for stem, petals in _petals(web, start).items():
        digits = members(state.candidates[stem])
        bound = [digit for digit in digits if digit != mark.digit]
        # with one petal it is a chain of two sets, the stem and the petal
        if stem == mark.cell or len(bound) < 2 or not petals.keys() >= set(bound):
            continue
        near = state.places[mark.digit]
        if mark.digit in digits:
            near &= state.layout.peers[stem]
        for digit in bound:
            near &= web.seen(petals[digit])
        if near >> mark.cell & 1:
            cells = (cell for digit in bound for cell in members(petals[digit].cells))
            yield from kind.steps(
                marks(near, mark.digit),
                cells=(stem,),
                ends=dict.fromkeys(cells),
                digits=(mark.digit, *bound),
            )


def _petals(web: _Web, start: _Group) -> dict[int, dict[int, _Group]]:
    """By cell and by digit that it loses: the group that must be false for that."""
    found: dict[int, dict[int, _Group]] = {}
    for false in web.made_false(start):
        if false.digit == start.digit:
            for true in web.strong[false]:
                for cell in members(web.seen(true)):
                    found.setdefault(cell, {}).setdefault(true.digit, false)
    return found
