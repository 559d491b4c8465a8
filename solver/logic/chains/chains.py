"""Chains: if this is false, then that is true, so that is false, ... so this is true.

A chain leads from one end being false to the other being true, over links that are
strong ("if not this, then that") and weak ("if this, then not that") in turn. So at
least one end is true, and what both ends see is false. The shortest chain comes first.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from operator import attrgetter

from solver.grid import Shape
from solver.logic.candidates import CandidateGrid, doubtful_digits, members
from solver.logic.chains.links import (
    Links,
    any_links,
    cell_links,
    digit_links,
    grouped_digit_links,
)
from solver.logic.step import Kind, Step, Steps


def chains_on_one_digit(
    state: CandidateGrid, kind: Kind, longest: int | None = None
) -> Steps:
    """The chains of all digits, the shortest first.

    If there is a `longest` number of strong links, groups are among them.
    """
    shape = state.layout.shape
    found = [
        step
        for digit in doubtful_digits(state)
        for step in _of_digit(shape, kind, longest, digit, state.places[digit])
    ]
    yield from sorted(found, key=lambda step: len(step.chain))


@lru_cache(maxsize=300)
def _of_digit(
    shape: Shape, kind: Kind, longest: int | None, digit: int, places: int
) -> tuple[Step, ...]:
    """The chains of a digit; most steps leave its places as they were."""
    link = grouped_digit_links if longest else digit_links
    return tuple(_chains(link(shape, digit, places), kind, longest))


def chains(
    state: CandidateGrid, kind: Kind, link: Callable[[CandidateGrid], Links]
) -> Steps:
    """Chains of all links of a kind."""
    return _chains(link(state), kind)


def nice_loops(state: CandidateGrid, kind: Kind) -> Steps:
    """Chains whose last link leads back to the first, so that all links are strong.

    The easiest comes first: those on one digit, or of cells with two candidates, are
    easier than others, even if they are a little longer.
    """
    shape = state.layout.shape
    of_digits = [
        digit_links(shape, digit, state.places[digit])
        for digit in doubtful_digits(state)
    ]
    told = 0
    found: list[Step] = []
    for links in (*of_digits, cell_links(state), any_links(state)):
        for path, lost in _loops(links):
            if lost & ~told:
                told |= lost
                base = _loop_difficulty(links, path)
                found.append(_step(links, kind, base, path, lost))
    yield from sorted(found, key=attrgetter("difficulty"))


def _loops(links: Links) -> Iterator[tuple[list[int], int]]:
    """The paths of loops, the shortest first, with all that each of them rules out."""
    for _, start, end in sorted(_closed(links)):
        path = _path(links, start, end)
        if len(set(path)) == len(path):
            ring = [*path[1:], start]
            lost = 0
            for one, two in zip(ring[::2], ring[1::2], strict=True):
                lost |= links.weak[one] & links.weak[two] & links.marks
            yield path, lost


def _closed(links: Links) -> Iterator[tuple[int, int, int]]:
    """The ends of chains that exclude each other, by the number of strong links.

    Only those that also exclude something else: a loop that rules anything out can be
    begun at the two links that do.
    """
    for start in _starts(links):
        if links.in_the_end[start] >> start & 1:
            left = links.weak[start]
            for depth, (fresh, seen) in enumerate(_waves(links, start), 1):
                if seen >> start & 1:
                    true = _true(links, fresh) & left
                    left ^= true
                    for end in members(true):
                        if links.weak[start] & links.weak[end] & links.marks:
                            yield depth, start, end


def _loop_difficulty(links: Links, path: list[int]) -> float:
    """The difficulty of the shortest loop of its kind."""
    marks = [links.mark(literal) for literal in path]
    if len({digit for _, digit in marks}) == 1:
        return 6.5
    cells = [cell for cell, _ in marks]
    return 6.6 if cells[::2] == cells[1::2] else 7.0


def _chains(links: Links, kind: Kind, longest: int | None = None) -> Steps:
    """The shortest chain, then, in any order, all that rule out something more.

    None has more strong links than the `longest`.
    """
    found = _shortest(links, longest)
    if found is None:
        return
    start, end = found
    told = links.weak[start] & links.weak[end] & links.marks
    yield _step(links, kind, kind.difficulty, _path(links, start, end), told)
    for start in _starts(links):
        for fresh, seen in islice(_waves(links, start), longest):
            if seen & links.weak[start] & links.marks & ~told:
                for end in members(_true(links, fresh)):
                    lost = links.weak[start] & links.weak[end] & links.marks
                    if lost & ~told:
                        told |= lost
                        path = _path(links, start, end)
                        yield _step(links, kind, kind.difficulty, path, lost)


def _step(links: Links, kind: Kind, base: float, path: list[int], lost: int) -> Step:
    return Step(
        kind,
        round(base + added_difficulty(len(path)), 1),
        eliminations=tuple(links.mark(literal) for literal in members(lost)),
        chain=tuple(
            links.node(literal, on=bool(place % 2))
            for place, literal in enumerate(path)
        ),
    )


def added_difficulty(length: int) -> float:
    """What the length of a chain adds to its difficulty.

    >>> [added_difficulty(length) for length in (4, 6, 8, 12, 16)]
    [0.0, 0.1, 0.2, 0.3, 0.4]
    """
    added, bound, thirds = 0, 4, False
    while length > bound:
        added += 1
        bound = bound * 4 // 3 if thirds else bound * 3 // 2
        thirds = not thirds
    return added / 10


def _shortest(links: Links, longest: int | None) -> tuple[int, int] | None:
    """The ends of the shortest chain that rules something out."""
    waves = [(start, _waves(links, start)) for start in _starts(links)]
    for _ in range(longest or len(links.strong)):
        for start, wave in waves:
            fresh, seen = next(wave, (0, 0))
            lost = seen & links.weak[start] & links.marks
            if lost:
                ends = members(_true(links, fresh))
                return start, next(end for end in ends if links.weak[end] & lost)
    return None


def _starts(links: Links) -> list[int]:
    """The literals with which a chain begins that rules something out."""
    marks, weak = links.marks, links.weak
    in_the_end = links.in_the_end.items()
    return [start for start, seen in in_the_end if seen & weak[start] & marks]


def _waves(links: Links, start: int) -> Iterator[tuple[int, int]]:
    """What follows if `start` is false, one strong link and one weak link at a time.

    Each time the literals that are false, as far as they were not before, and what is
    excluded by those that are true because of them.
    """
    beyond, linked = links.beyond, links.linked
    fresh = off = 1 << start
    while fresh:
        seen, left = 0, fresh
        while left:  # not by members: this is most of the work of a search
            literal = left.bit_length() - 1
            seen |= beyond[literal]
            left ^= 1 << literal
        yield fresh, seen
        fresh = seen & linked & ~off
        off |= fresh


def _true(links: Links, false: int) -> int:
    """The literals that are true if these are false."""
    true = 0
    for literal in members(false):
        true |= links.strong[literal]
    return true


def _path(links: Links, start: int, end: int) -> list[int]:
    """The literals of a shortest chain, false and true in turn."""
    # each literal is searched as false (even places of the path) and as true (odd)
    came: dict[tuple[int, bool], int] = {(start, False): start}
    frontier, on = [start], False
    while (end, True) not in came:
        reached = []
        for literal in frontier:
            for found in links.followers(literal, on=on):
                if (found, not on) not in came:
                    came[found, not on] = literal
                    reached.append(found)
        frontier, on = reached, not on
    path, on = [end], True
    while (path[-1], on) != (start, False):
        path.append(came[path[-1], on])
        on = not on
    return path[::-1]
