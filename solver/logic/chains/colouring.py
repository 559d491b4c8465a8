"""Simple colouring: pairs of places of one digit, linked into a web of two colours.

In every house with just two places for the digit, one is of each colour. So one
colour is true throughout, the other false.
"""

from collections.abc import Iterator
from itertools import chain

from solver.logic.candidates import CandidateGrid, doubtful_digits, marks, members
from solver.logic.chains.links import pairs
from solver.logic.step import Kind, Steps


def colour_traps(state: CandidateGrid, kind: Kind) -> Steps:
    """A place that sees both colours is false."""
    for digit, colours in _webs(state):
        yield from kind.steps(
            marks(state.places[digit] & _seen_by_both(state, colours), digit),
            cells=members(colours[0]),
            ends=members(colours[1]),
            digits=(digit,),
        )


def colour_wraps(state: CandidateGrid, kind: Kind) -> Steps:
    """A colour that is twice in one house is false."""
    for digit, colours in _webs(state):
        for false, true in (colours, colours[::-1]):
            crowded = [
                house
                for house in state.layout.scan
                if (state.layout.houses[house] & false).bit_count() > 1
            ]
            if crowded:
                yield from kind.steps(
                    marks(false, digit),
                    cells=members(false),
                    ends=members(true),
                    digits=(digit,),
                    houses=crowded[:1],
                )


def remote_pairs(state: CandidateGrid, kind: Kind) -> Steps:
    """Cells with the same two digits, each seeing the next: they hold them in turn."""
    peers = state.layout.peers
    alike: dict[int, int] = {}
    for cell in state.of_size(2):
        digits = state.candidates[cell]
        alike[digits] = alike.get(digits, 0) | 1 << cell
    for digits, cells in alike.items():
        links = {cell: peers[cell] & cells for cell in members(cells)}
        while links:
            colours = _paint(links)
            if (colours[0] | colours[1]).bit_count() < 4 or _clash(state, colours):
                continue
            near = _seen_by_both(state, colours)
            lost = (marks(near & state.places[d], d) for d in members(digits))
            yield from kind.steps(
                chain.from_iterable(lost),
                cells=members(colours[0]),
                ends=members(colours[1]),
                digits=members(digits),
            )


def _seen_by_both(state: CandidateGrid, colours: tuple[int, int]) -> int:
    """The cells of no colour that see a cell of each."""
    seen = [0, 0]
    for colour in (0, 1):
        for cell in members(colours[colour]):
            seen[colour] |= state.layout.peers[cell]
    return seen[0] & seen[1] & ~colours[0] & ~colours[1]


def _clash(state: CandidateGrid, colours: tuple[int, int]) -> bool:
    """Whether two cells of one colour see each other."""
    return any(
        state.layout.peers[cell] & colour
        for colour in colours
        for cell in members(colour)
    )


def _webs(state: CandidateGrid) -> Iterator[tuple[int, tuple[int, int]]]:
    """The digits with doubtful places, and the two colours of each web of them."""
    for digit in doubtful_digits(state):
        places = state.places[digit]
        links: dict[int, int] = {}
        for _, one, two in pairs(state.layout.shape, places):
            links[one] = links.get(one, 0) | 1 << two
            links[two] = links.get(two, 0) | 1 << one
        while links:
            yield digit, _paint(links)


def _paint(links: dict[int, int]) -> tuple[int, int]:
    """Take one web out of the links, and colour it from one of its cells."""
    colours = [0, 0]
    fresh, turn = 1 << min(links), 0
    while fresh:
        colours[turn] |= fresh
        linked = 0
        for cell in members(fresh):
            linked |= links.pop(cell, 0)
        turn = 1 - turn
        fresh = linked & ~colours[turn]
    return colours[0], colours[1]
