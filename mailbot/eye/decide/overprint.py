"""Doubts printed digits that may be others: two over each other, or one half hidden.

The digit network then names one of two digits, or a third, and is often sure of it.
`second` weighs what else tells of a second digit, `hidden` what tells of a digit that
a thin thing hides in part. Where either of two digits gives the puzzle one solution
(`rivals`), a little is enough for doubt: no other cell tells then which one is meant.
All digits that may be there become equally likely.
"""

from dataclasses import dataclass, replace

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.decide.decoder import decode
from mailbot.eye.decide.hidden import hiding_in
from mailbot.eye.decide.rivals import rivals_in
from mailbot.eye.decide.second import log_odds_of_second
from mailbot.eye.read.overprint.prints import prints_of, usual_of
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import Alphabet
from mailbot.pictures.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class _OverprintLimits:
    """When a cell is doubted; measured on drawn pages and screens, and on photographs.

    Looser values ask about single digits, tighter ones miss two.
    """

    # Log-odds of a second digit from which on it is doubted where either gives one
    # solution. Of 1208 clean drawings two had more, of 460 photographs and screens
    # the nearest had -0.7.
    rival: float = -0.3
    # ... and where paper is as uneven as this (`_grain`): in the grain of a coarse JPEG
    # the network sees second digits. Of 130 photographs at quality 8 that are answered
    # otherwise, 13 have more than -0.3, one has more than 2; of 760 drawings with two
    # digits two are answered in addition, both with cells under 17 pixels.
    grain: float = 0.03
    rival_in_grain: float = 2.0
    # And anywhere else. Of the cells that hold two, 77 of 80 have more; the nearest of
    # 850 clean drawings had 3.9, of 460 photographs and screens 6.5; of 200 boards with
    # cells of 11 to 16 pixels three had more.
    sure: float = 7.0
    # Log-odds of a digit hidden in part from which on it is doubted where either gives
    # one solution. Of 53 drawn cells that are misread for a thin thing with more than
    # 0.8, 43 have more; with -3 half as many boards again were asked about for two
    # more of them. Of 448 photographs and screens one has a cell with more.
    hidden: float = -2.2
    # Misfit that nine digits in ten stay below, if most seem written by hand and are
    # of a type: at most 0.12. Digits written by hand leave 0.23 and more.
    type: float = 0.17
    # Cells by hand of a grid of print that may be two prints; of more a person wrote
    # some. And cells that are doubted: if there are more, their type looks so, unless
    # time was up before rivals were looked for in all of them.
    by_hand: int = 4
    most: int = 4
    # Probability of no digit from which on a cell is surely empty. Not measured.
    empty: float = 0.9
    # Readings tried for one with a solution. Not measured: it bounds the time.
    readings: int = 200
    # Nats by which other digits are less likely than the first in a doubted cell.
    behind: float = 0.1


_LIMITS = _OverprintLimits()
_MIDDLE = slice(8, -8)  # of 32 pixels


def doubt_overprints(seen: Recognised, deadline: Deadline) -> Recognised:
    """The grid, with all digits likely that may be printed over each other in a cell.

    Handwriting is left alone. So are grids from 0 to F, whose figures are not the
    digits that they stand for, and hollow digits, which are filled and thereby changed.

    Args:
        seen: the grid.
        deadline: when to stop looking for rivals. Then every digit counts as one, so
            that a little is enough for doubt in any cell.
    """
    if seen.alphabet is Alphabet.FROM_ZERO or seen.cells.was_hollow:
        return seen
    digits = seen.log_probs.argmax(axis=1)
    by_hand = _by_hand(seen, digits)
    prints = prints_of(seen, digits, by_hand)
    cells = _printed(digits, by_hand)
    log_probs, doubted = seen.log_probs.copy(), 0
    own = prints.own_looks()
    found = log_odds_of_second(seen, prints, cells, own)
    hiding = hiding_in(seen, prints, cells, own)
    grainy = _grain(seen) > _LIMITS.grain
    least = _LIMITS.rival_in_grain if grainy else _LIMITS.rival
    half = hiding.cells_with(_LIMITS.hidden)
    asked = half or any((log_odds > least).any() for log_odds in found.values())
    shape, likely = seen.shapes[0], _likely_digits(seen, deadline) if asked else digits
    for cell, log_odds in found.items():
        there = set(np.flatnonzero(log_odds > _LIMITS.sure).tolist())
        maybe = set(np.flatnonzero(log_odds > least).tolist())
        weighed = bool(maybe) or cell in half
        rivals = rivals_in(shape, likely, cell, deadline) if weighed else set()
        others = rivals - {_likeliest(log_probs[cell], rivals)}
        if maybe & others:
            there |= rivals
        doubted += bool(there)
        if others and cell in half:
            parts = hiding.log_odds_of(cell, others)
            there |= {digit for digit in others if parts[digit] > _LIMITS.hidden}
        log_probs[cell] = _all_likely(log_probs[cell], there)
    if doubted > _LIMITS.most and not deadline.passed():
        return seen
    return replace(seen, log_probs=log_probs)


def _grain(seen: Recognised) -> float:
    """How uneven the paper is in the middle of empty cells: one in ten is more so.

    It is the standard deviation of their ink, as a share of the grid's usual ink.
    """
    empty = np.exp(seen.log_probs[:, 0]) > _LIMITS.empty
    if not empty.any():
        return 0.0
    ink = seen.cells.ink[empty][:, _MIDDLE, _MIDDLE]
    spread = ink.std(axis=(1, 2)) / max(seen.cells.contrast, 1e-3)
    return float(np.percentile(spread, 90))


def _likely_digits(seen: Recognised, deadline: Deadline) -> Ints:
    """The likeliest digits with one solution, else the likeliest ones: shape [N*N].

    Digits that are read for a wrong one, so that the grid has no solution, would hide
    in which cells either of two digits gives one.
    """
    decoded = decode(seen.log_probs, seen.shapes[0], deadline, _LIMITS.readings)
    return np.array(decoded.digits) if decoded else seen.log_probs.argmax(axis=1)


def _by_hand(seen: Recognised, digits: Ints) -> Bools:
    """The cells with digits by hand; none if all are of a type that looks like that."""
    by_hand = np.asarray((seen.by_hand >= 0.5) & (digits > 0), np.bool_)
    if by_hand.sum() * 2 <= (digits > 0).sum():
        return by_hand
    none = np.zeros_like(by_hand)
    prints = prints_of(seen, digits, none)
    usual = usual_of(prints.misfits(prints.own_looks()))
    return by_hand if usual is None or usual > _LIMITS.type else none


def _printed(digits: Ints, by_hand: Bools) -> list[int]:
    """The cells with a printed digit, and those by hand unless a person wrote some."""
    few = by_hand.sum() <= _LIMITS.by_hand
    one_figure = (digits > 0) & (digits <= 9)
    return np.flatnonzero(one_figure & (few | ~by_hand)).tolist()


def _likeliest(log_probs: Floats, digits: set[int]) -> int:
    """The likeliest of some digits; 0 if there are none."""
    return max(digits, key=lambda digit: float(log_probs[digit]), default=0)


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
