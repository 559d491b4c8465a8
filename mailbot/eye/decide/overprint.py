"""Doubts printed digits that may be two digits printed over each other.

The network then names one of the two, or a third, and is often sure of it. The grid
itself tells better: each of its other cells shows how a digit looks in its type. A cell
is doubted where no single digit fits its ink as well as prints of the grid usually fit
each other, and two digits over each other fit far better. Both are then as likely.

Where either of two digits gives the puzzle one solution, nothing but the ink tells
which is meant. There are some seven such pairs on a newspaper's puzzle, of 200 that its
cells might hold, so that less is enough to doubt these.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, combinations

import numpy as np

from mailbot.eye.read.prints import (
    Looks,
    Prints,
    darker,
    heaviness,
    is_there,
    misfit,
    prints_of,
    uncovered,
)
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints
from solver import Grid, Shape, Solved, solve


@dataclass(frozen=True, slots=True)
class _OverprintLimits:
    """When a cell is doubted; measured on drawn pages and screens, and on photographs.

    A misfit is ink that is only in the cell or only in the digit, as a share of the
    cell's ink. Looser values ask about single digits, tighter ones miss two.
    """

    # Misfit of the best single digit from which on two may have been printed, in
    # multiples of the misfit that nine prints in ten of the grid stay below.
    outlying: float = 1.2
    # Misfit of two digits over each other, as a share of that of the best single one:
    # at most, and less where that one is hardly outlying. Where two are printed it is
    # 0.6 at most, unless one lies within the other; in 840 cells of plain grids it
    # exceeded one of both by a twentieth or more.
    left: float = 0.6
    clearly: float = 0.38
    # Misfits from which on a digit that no other cell shows may have been printed.
    unknown: float = 0.2
    unknown_outlying: float = 2.5
    # Ink of a digit half as dark that the cell has not: at most, for it to be there.
    absent: float = 0.06
    # Fewest cells that tell the usual misfit.
    telling: int = 6
    # Misfit that nine digits in ten stay below, if most seem written by hand and are
    # of a type: at most 0.12. Digits written by hand leave 0.23 and more.
    type: float = 0.17
    # Cells by hand of a grid of print that may be two prints; of more a person wrote
    # some. And cells that are doubted: if there are more, all are drawn by hand.
    by_hand: int = 4
    most: int = 4
    # Nats by which other digits are less likely than the first in a doubted cell.
    behind: float = 0.1


@dataclass(frozen=True, slots=True)
class _EitherLimits:
    """When a cell is doubted in which either of two digits gives one solution.

    Measured on drawn pages and screens of some 300 types.
    """

    # Misfit of the best single digit, in multiples of the usual one, and misfit of two
    # as a share of it. Two are at most 0.82, unless one lies within the other; where
    # single digits are as outlying, two are at least 0.91. Where these are twice as
    # outlying as usual, two fit worse than one.
    outlying: float = 0.7
    left: float = 0.85
    far_outlying: float = 1.9
    far_left: float = 0.95
    # Ink beyond the one of the two that other cells show, and beyond a faint shade, as
    # a share of the cell's: a shadow's edge leaves 0.0005, two digits 0.012.
    beyond: float = 0.005
    # Ink of that digit that the cell lacks, as a share of the digit's: if the cell is
    # read as that digit and as outlying as above, 0.08 and more for single digits, up
    # to 0.061 for two; if it is read as the other one, 0.08 and 0.055.
    lacking: float = 0.06
    # If no other cell shows either of the two: the cell's ink, in multiples of what its
    # digit usually has beside the others. One drawn digit in a hundred has 1.2, of
    # photographs 1.3; half of all that are printed over each other have 1.4 and more.
    heavy: float = 1.2
    # Search nodes for one digit. Not measured: it bounds the time.
    nodes: int = 1000


_LIMITS, _EITHER = _OverprintLimits(), _EitherLimits()


@dataclass(frozen=True, slots=True)
class _Cell:
    """The ink of one cell, as it is and smoothed.

    `looks` are the digits that other cells show; `usual` is the misfit that most prints
    of the grid stay below.
    """

    ink: Floats
    smooth: Floats
    looks: Looks
    usual: float

    def single(self) -> float:
        """The misfit of the digit that fits best; 0 if no digit is shown."""
        misfits = (misfit(look, self.smooth) for look in self.looks.values())
        return min(misfits, default=0.0)

    def both(self, one: int, other: int) -> float:
        """The misfit of two digits over each other, each in full or half as dark."""
        look, over = self.looks[one], self.looks[other]
        blended = np.asarray((look + over) / 2, np.float32)
        full = np.asarray(np.maximum(look, over), np.float32)
        return min(misfit(full, self.smooth), misfit(blended, self.smooth))

    def beyond(self, digit: int) -> float:
        """The ink beyond a digit and a faint shade, as a share of the cell's."""
        return darker(self.looks[digit], self.smooth)

    def lacks(self, digit: int) -> float:
        """The share of a digit's ink that is not there."""
        return uncovered(self.looks[digit], self.ink)


def doubt_overprints(seen: Recognised) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    Handwriting is left alone.
    """
    digits = seen.log_probs.argmax(axis=1)
    by_hand = _by_hand(seen, digits)
    prints = prints_of(seen, digits, by_hand)
    misfits = _misfits(prints, np.where(by_hand, 0, digits))
    if len(misfits) < _LIMITS.telling:
        return seen
    usual = _usual(misfits)
    log_probs, doubted = seen.log_probs.copy(), 0
    for place in _printed(digits, by_hand):
        outlying = misfits.get(place, np.inf) / usual
        there = set[int]()
        if outlying > _EITHER.outlying:
            there = _either(prints, digits, by_hand, place, seen.shapes[0])
        if by_hand[place] or _LIMITS.outlying < outlying < np.inf:
            cell = _cell(prints, usual, place, _possible(seen.size))
            there |= _overprinted(cell)
            there |= set() if by_hand[place] else _unknown(cell, seen.size)
        log_probs[place] = _all_likely(log_probs[place], there)
        doubted += bool(there)
    return seen if doubted > _LIMITS.most else replace(seen, log_probs=log_probs)


def _by_hand(seen: Recognised, digits: Ints) -> Bools:
    """The cells with digits by hand; none if all are of a type that looks like that."""
    by_hand = np.asarray((seen.by_hand >= 0.5) & (digits > 0), np.bool_)
    if by_hand.sum() * 2 <= (digits > 0).sum():
        return by_hand
    none = np.zeros_like(by_hand)
    misfits = _misfits(prints_of(seen, digits, none), digits)
    enough = len(misfits) >= _LIMITS.telling
    return none if enough and _usual(misfits) < _LIMITS.type else by_hand


def _usual(misfits: dict[int, float]) -> float:
    """The misfit that nine prints in ten of a grid stay below."""
    return max(float(np.percentile(list(misfits.values()), 90)), 1e-6)


def _cell(prints: Prints, usual: float, place: int, digits: Iterable[int]) -> _Cell:
    """A cell, compared with some digits."""
    looks = prints.looks(place, digits)
    return _Cell(prints.ink[place], prints.smooth[place], looks, usual)


def _possible(size: int) -> range:
    """The digits of one figure that a grid may hold."""
    return range(1, min(9, size) + 1)


def _misfits(prints: Prints, digits: Ints) -> dict[int, float]:
    """The misfit of each cell's digit, where other cells show that digit, too."""
    return {
        cell: misfit(look, prints.smooth[cell])
        for cell in np.flatnonzero(digits).tolist()
        for look in prints.looks(cell, [int(digits[cell])]).values()
    }


def _printed(digits: Ints, by_hand: Bools) -> list[int]:
    """The cells with print, and those by hand unless a person wrote some."""
    few = by_hand.sum() <= _LIMITS.by_hand
    return np.flatnonzero((digits > 0) & (few | ~by_hand)).tolist()


def _all_likely(log_probs: Floats, digits: set[int]) -> Floats:
    """The log-probabilities of a cell, with some digits as likely as the first.

    So is no digit: else the one with which the grid has one solution would be taken
    for the digit, though the grid may lack another. Without digits nothing changes.
    """
    if not digits:
        return log_probs
    changed = log_probs.copy()
    least = log_probs.max() - _LIMITS.behind
    changed[[0, *digits]] = np.maximum(changed[[0, *digits]], least)
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)


def _overprinted(cell: _Cell) -> set[int]:
    """The digits of which two may be printed in a cell; none if one explains it."""
    single = cell.single()
    outlying = single / cell.usual
    if outlying <= _LIMITS.outlying:
        return set()
    least = min(_LIMITS.left, _LIMITS.clearly * outlying) * single
    pairs = (two for two in combinations(cell.looks, 2) if cell.both(*two) < least)
    return set(chain.from_iterable(pairs))


def _unknown(cell: _Cell, size: int) -> set[int]:
    """The digits in a cell whose ink none explains, if no other cell shows some digit.

    Args:
        cell: the cell.
        size: the grid's.
    """
    unknown = set(_possible(size)) - set(cell.looks)
    least = max(_LIMITS.unknown, _LIMITS.unknown_outlying * cell.usual)
    if not unknown or cell.single() <= least:
        return set()
    return unknown | {
        digit
        for digit, look in cell.looks.items()
        if is_there(look, cell.smooth, _LIMITS.absent)
    }


def _either(
    prints: Prints, digits: Ints, by_hand: Bools, place: int, shape: Shape
) -> set[int]:
    """The digits of which two may be printed in a cell, if either gives one solution.

    Args:
        prints: the ink of the grid.
        digits: the grid as read, shape [N*N].
        by_hand: the cells with digits by hand, shape [N*N].
        place: the cell.
        shape: the grid's.
    """
    rivals = _rivals(shape, digits, place)
    if not rivals:
        return set()
    # What lies in the cell must not tell how its digit looks elsewhere.
    elsewhere = np.arange(len(digits)) != place
    others = replace(prints, shown=prints.shown * elsewhere)
    misfits = _misfits(others, np.where(by_hand, 0, digits) * elsewhere)
    if len(misfits) < _LIMITS.telling:
        return set()
    cell = _cell(prints, _usual(misfits), place, _possible(shape.size))
    read = int(digits[place])
    heavy = heaviness(prints, place, read) > _EITHER.heavy
    pairs = (two for two in combinations(rivals, 2) if _two_in(cell, two, read, heavy))
    return set(chain.from_iterable(pairs))


def _two_in(cell: _Cell, pair: tuple[int, int], read: int, heavy: bool) -> bool:
    """Whether two digits may be printed in a cell, both of which give one solution.

    Args:
        cell: the cell.
        pair: the two digits.
        read: what the cell is read as.
        heavy: whether it has much more ink than that digit has.
    """
    single = cell.single()
    far = single > _EITHER.far_outlying * cell.usual
    match [digit for digit in pair if digit in cell.looks]:
        case []:
            return heavy
        case [shown]:
            there = cell.lacks(shown) < _EITHER.lacking
            more = cell.beyond(shown) > _EITHER.beyond
            return there and more and (far or shown != read)
        case _:
            both, odd = cell.both(*pair), single > _EITHER.outlying * cell.usual
            better = odd and both < _EITHER.left * single
            return better or (far and both < _EITHER.far_left * single)


def _rivals(shape: Shape, digits: Ints, cell: int) -> tuple[int, ...]:
    """The digits that give one solution in a cell; none unless there are several.

    A grid that has one solution without the cell has none with another digit there.
    """
    if shape.size > 9 or _is_solvable(shape, digits, cell, 0):
        return ()
    taken = {int(digits[peer]) for peer in shape.peers[cell]}
    free = (digit for digit in _possible(shape.size) if digit not in taken)
    rivals = tuple(digit for digit in free if _is_solvable(shape, digits, cell, digit))
    return rivals if len(rivals) > 1 else ()


def _is_solvable(shape: Shape, digits: Ints, cell: int, digit: int) -> bool:
    """Whether a grid has exactly one solution with that digit in a cell, 0 for none."""
    changed = digits.tolist()
    changed[cell] = digit
    answer = solve(Grid(shape, tuple(changed)), nodes=_EITHER.nodes)
    return isinstance(answer, Solved)
