"""Wings: two cells, one of which must hold a digit, whatever a third one does."""

from itertools import combinations

from solver.logic.candidates import CandidateGrid, marks, members
from solver.logic.chains.links import pairs
from solver.logic.step import Kind, Steps


def pincers(state: CandidateGrid, kind: Kind, size: int) -> Steps:
    """A pivot XY or XYZ, of that size, and its pincers XZ and YZ."""
    for pivot in state.of_size(size):
        yield from _around(state, kind, pivot)


def _around(state: CandidateGrid, kind: Kind, pivot: int) -> Steps:
    candidates, peers = state.candidates, state.layout.peers
    mine = candidates[pivot]
    near = [
        cell
        for cell in members(peers[pivot] & state.empty)
        if candidates[cell].bit_count() == 2 and candidates[cell] & mine
    ]
    for one, two in combinations(near, 2):
        shared = candidates[one] & candidates[two]
        union = candidates[one] | candidates[two]
        if shared.bit_count() != 1 or union.bit_count() != 3:
            continue
        # of an XY pivot the pincers share the third digit, of an XYZ pivot any
        holds_it = mine == union
        if not holds_it and mine != union & ~shared:
            continue
        digit = shared.bit_length() - 1
        lost = state.places[digit] & peers[one] & peers[two]
        if holds_it:
            lost &= peers[pivot]
        yield from kind.steps(
            marks(lost, digit),
            cells=(pivot,),
            ends=(one, two),
            digits=(digit, *members(union & ~shared)),
        )


def w_wings(state: CandidateGrid, kind: Kind) -> Steps:
    """Two equal pairs, tied by a house where one of their digits has two places."""
    candidates, peers = state.candidates, state.layout.peers
    for one, two in combinations(state.of_size(2), 2):
        if candidates[one] != candidates[two] or peers[one] >> two & 1:
            continue
        low, high = members(candidates[one])
        for digit, tied in ((low, high), (high, low)):
            lost = state.places[digit] & peers[one] & peers[two]
            if lost:
                yield from _ties(state, kind, (one, two), (digit, tied), lost)


def _ties(
    state: CandidateGrid,
    kind: Kind,
    ends: tuple[int, int],
    digits: tuple[int, int],
    lost: int,
) -> Steps:
    digit, tied = digits
    peers = state.layout.peers
    seen = (peers[ends[0]], peers[ends[1]])
    for house, first, second in pairs(state.layout.shape, state.places[tied]):
        if first in ends or second in ends:
            continue
        straight = seen[0] >> first & seen[1] >> second & 1
        crossed = seen[0] >> second & seen[1] >> first & 1
        if straight or crossed:
            yield from kind.steps(
                marks(lost, digit),
                cells=(first, second),
                ends=ends,
                digits=digits,
                houses=(house,),
            )
