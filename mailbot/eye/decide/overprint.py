"""Doubts printed digits that may be two digits printed over each other.

The network then names one of the two, or a third, and is often sure of it. The grid
itself tells better: each of its other cells shows how a digit looks in its type. A cell
is doubted where no single digit fits its ink as well as prints of the grid usually fit
each other, and two digits over each other fit far better. Both are then as likely.

Where either of two digits gives the puzzle one solution, `rivals` doubts by less.
"""

from dataclasses import dataclass, replace
from itertools import chain, combinations

import numpy as np

from mailbot.eye.decide.rivals import rivals_in
from mailbot.eye.read.prints import Compared, prints_of, usual_of
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Bools, Floats, Ints


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
    # Misfit that nine digits in ten stay below, if most seem written by hand and are
    # of a type: at most 0.12. Digits written by hand leave 0.23 and more.
    type: float = 0.17
    # Cells by hand of a grid of print that may be two prints; of more a person wrote
    # some. And cells that are doubted: if there are more, all are drawn by hand.
    by_hand: int = 4
    most: int = 4
    # Nats by which other digits are less likely than the first in a doubted cell.
    behind: float = 0.1


_LIMITS = _OverprintLimits()


def doubt_overprints(seen: Recognised) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    Handwriting is left alone.
    """
    digits = seen.log_probs.argmax(axis=1)
    by_hand = _by_hand(seen, digits)
    prints = prints_of(seen, digits, by_hand)
    misfits = prints.misfits()
    usual = usual_of(misfits)
    if usual is None:
        return seen
    log_probs, doubted = seen.log_probs.copy(), 0
    for place in _printed(digits, by_hand):
        outlying = misfits.get(place, np.inf) / usual
        there = rivals_in(prints, digits, place, seen.shapes[0], outlying)
        if by_hand[place] or _LIMITS.outlying < outlying < np.inf:
            cell = prints.compared(place, _possible(seen.size), usual)
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
    usual = usual_of(prints_of(seen, digits, none).misfits())
    return by_hand if usual is None or usual > _LIMITS.type else none


def _possible(size: int) -> range:
    """The digits of one figure that a grid may hold."""
    return range(1, min(9, size) + 1)


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


def _overprinted(cell: Compared) -> set[int]:
    """The digits of which two may be printed in a cell; none if one explains it."""
    single = cell.single()
    outlying = single / cell.usual
    if outlying <= _LIMITS.outlying:
        return set()
    least = min(_LIMITS.left, _LIMITS.clearly * outlying) * single
    pairs = (two for two in combinations(cell.looks, 2) if cell.both(*two) < least)
    return set(chain.from_iterable(pairs))


def _unknown(cell: Compared, size: int) -> set[int]:
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
        digit for digit in cell.looks if cell.half_lacks(digit) < _LIMITS.absent
    }
