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
from mailbot.eye.decide.hidden import Hiding, hiding_in
from mailbot.eye.decide.rivals import rivals_in
from mailbot.eye.decide.second import log_odds_of_second
from mailbot.eye.read.overprint.prints import Looks, Prints, prints_of, usual_of
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import Alphabet
from mailbot.pictures.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class _DoubtLimits:
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
    # Misfit that nine digits in ten stay below, up to which they are of a type that
    # only looks written by hand. Such types have 0.12 at most, hands 0.23 and more.
    type: float = 0.17
    # Cells that seem written by hand and may hold two prints instead, at most: if more
    # seem so, a person wrote some of them. Not measured.
    by_hand: int = 4
    # Cells in which two digits are doubted, at most: if there are more, the type of the
    # grid looks so, unless time was up before all were compared with their rivals. Not
    # measured.
    most: int = 4
    # Probability of no digit from which on a cell is surely empty. Not measured.
    empty: float = 0.9
    # Readings tried for one with a solution. Not measured: it bounds the time.
    readings: int = 200
    # Nats by which other digits are less likely than the first in a doubted cell.
    behind: float = 0.1


_LIMITS = _DoubtLimits()
_MIDDLE = slice(8, -8)  # of 32 pixels


def doubt_digits(seen: Recognised, deadline: Deadline) -> Recognised:
    """The grid, with all digits equally likely that a printed cell may hold, and none.

    Handwriting is left alone. So are grids from 0 to F, whose figures are not the
    digits that they stand for, and digits that were hollow: filling changed their ink.

    Args:
        seen: the grid.
        deadline: when to stop looking for rivals. Then every digit counts as one, so
            that a little is enough for doubt in any cell.
    """
    if seen.alphabet is Alphabet.FROM_ZERO or seen.cells.was_hollow:
        return seen
    signs = _signs_on(seen)
    rivals = _rivals(seen, signs.undecided(), deadline)
    in_time = not deadline.passed()
    log_probs, overprinted = seen.log_probs.copy(), 0
    for cell in signs.second:
        either = rivals.get(cell, set())
        others = either - {_likeliest(seen.log_probs[cell], either)}
        second = _second_digits(signs, cell, either, others)
        hidden = _hidden_digits(signs, cell, others)
        overprinted += bool(second)
        log_probs[cell] = _all_likely(log_probs[cell], second | hidden)
    if overprinted > _LIMITS.most and in_time:
        return seen
    return replace(seen, log_probs=log_probs)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What the ink of a grid tells of digits in printed cells that are not read there.

    `second` holds for each cell the log-odds that it holds no digit and each digit
    besides the one that is read, shape [N+1], N up to 9. Those above `least` are
    doubted where either of two digits gives one solution. `hiding` tells of hidden
    strokes; there may be one in the cells `hidden`.
    """

    second: dict[int, Floats]
    least: float
    hiding: Hiding
    hidden: set[int]

    def undecided(self) -> set[int]:
        """The cells in which it depends on rivals whether a digit is doubted."""
        second = {
            cell
            for cell, log_odds in self.second.items()
            if (log_odds > self.least).any()
        }
        return second | self.hidden


def _signs_on(seen: Recognised) -> _Evidence:
    """What the ink of a grid tells of its printed cells."""
    digits = seen.log_probs.argmax(axis=1)
    by_hand, prints, own = _prints_on(seen, digits)
    cells = _printed(digits, by_hand)
    hiding = hiding_in(seen, prints, cells, own)
    grainy = _grain(seen) > _LIMITS.grain
    return _Evidence(
        second=log_odds_of_second(seen, prints, cells, own),
        least=_LIMITS.rival_in_grain if grainy else _LIMITS.rival,
        hiding=hiding,
        hidden=hiding.cells_with(_LIMITS.hidden),
    )


def _second_digits(
    signs: _Evidence, cell: int, either: set[int], others: set[int]
) -> set[int]:
    """The digits of a cell that may hold two printed over each other; none if one.

    Args:
        signs: what the ink tells.
        cell: the cell.
        either: the digits of which each gives one solution there, if several do.
        others: these without the likeliest.
    """
    log_odds = signs.second[cell]
    sure = set(np.flatnonzero(log_odds > _LIMITS.sure).tolist())
    maybe = set(np.flatnonzero(log_odds > signs.least).tolist())
    return sure | either if maybe & others else sure


def _hidden_digits(signs: _Evidence, cell: int, others: set[int]) -> set[int]:
    """Those of some digits that a cell may show a part of, a stroke of it being hidden.

    Args:
        signs: what the ink tells.
        cell: the cell.
        others: digits that give one solution there, without the likeliest of these.
    """
    if not others or cell not in signs.hidden:
        return set()
    log_odds = signs.hiding.log_odds_of(cell, others)
    return {digit for digit in others if log_odds[digit] > _LIMITS.hidden}


def _grain(seen: Recognised) -> float:
    """How uneven the paper is, as a share of the grid's usual ink.

    It is the 90th percentile, over the empty cells, of the standard deviation of the
    ink in their middle; 0 without empty cells.
    """
    empty = np.exp(seen.log_probs[:, 0]) > _LIMITS.empty
    if not empty.any():
        return 0.0
    ink = seen.cells.ink[empty][:, _MIDDLE, _MIDDLE]
    spread = ink.std(axis=(1, 2)) / max(seen.cells.contrast, 1e-3)
    return float(np.percentile(spread, 90))


def _rivals(
    seen: Recognised, cells: set[int], deadline: Deadline
) -> dict[int, set[int]]:
    """The digits of which each gives one solution, for each of some cells."""
    if not cells:
        return {}
    shape, likely = seen.shapes[0], _likely_digits(seen, deadline)
    return {cell: rivals_in(shape, likely, cell, deadline) for cell in sorted(cells)}


def _likely_digits(seen: Recognised, deadline: Deadline) -> Ints:
    """The likeliest digits with one solution, else the likeliest ones: shape [N*N].

    With a digit that is misread elsewhere the grid may have no solution: then no other
    digit of any cell would give one.
    """
    decoded = decode(seen.log_probs, seen.shapes[0], deadline, _LIMITS.readings)
    return np.array(decoded.digits) if decoded else seen.log_probs.argmax(axis=1)


def _prints_on(seen: Recognised, digits: Ints) -> tuple[Bools, Prints, Looks]:
    """Which cells hold digits by hand [N*N], and how the others are printed.

    None are by hand if most look so, but are as alike as those of a type.

    Returns:
        The cells; the ink of the grid; and how each printed digit looks in other cells.
    """
    by_hand = np.asarray((seen.by_hand >= 0.5) & (digits > 0), np.bool_)
    if by_hand.sum() * 2 > (digits > 0).sum():
        none = np.zeros_like(by_hand)
        prints = prints_of(seen, digits, none)
        own = prints.own_looks()
        usual = usual_of(prints.misfits(own))
        if usual is not None and usual <= _LIMITS.type:
            return none, prints, own
    prints = prints_of(seen, digits, by_hand)
    return by_hand, prints, prints.own_looks()


def _printed(digits: Ints, by_hand: Bools) -> list[int]:
    """The cells with a printed digit, and those by hand unless a person wrote some."""
    few = by_hand.sum() <= _LIMITS.by_hand
    one_figure = (digits > 0) & (digits <= 9)
    return np.flatnonzero(one_figure & (few | ~by_hand)).tolist()


def _likeliest(log_probs: Floats, digits: set[int]) -> int:
    """The likeliest of some digits; 0 if there are none."""
    return max(digits, key=lambda digit: float(log_probs[digit]), default=0)


def _all_likely(log_probs: Floats, digits: set[int]) -> Floats:
    """The log-probabilities of a cell, with some digits about as likely as the first.

    No digit becomes as likely, too. Otherwise the digit with which the grid has one
    solution would be believed, although the grid may lack another digit elsewhere.
    Without digits nothing changes.
    """
    if not digits:
        return log_probs
    changed = log_probs.copy()
    least = log_probs.max() - _LIMITS.behind
    changed[[0, *digits]] = np.maximum(changed[[0, *digits]], least)
    return np.asarray(changed - np.log(np.exp(changed).sum()), np.float32)
