"""Turns probabilities of the network's classes into those of a grid's digits.

Grids above 9x9 are written with numbers (1-16), with letters (1-9, A-G), or from zero
(hexadecimal).

The network was trained on as many entries as givens, but a grid from a newspaper has no
entries and many empty cells. So the shares of the kinds of content are estimated from
the grid itself, by the expectation maximisation of Saerens, Latinne and Decaestecker:
"Adjusting the outputs of a classifier to new a priori probabilities", Neural
Computation 14, 2002.
"""

from enum import Enum

import numpy as np

from mailbot.eye.read.digits import CLASSES
from mailbot.pictures.arrays import Floats
from solver.grid import SYMBOLS

BLANK = CLASSES.index("blank")
MARKS = CLASSES.index("marks")
JUNK = CLASSES.index("junk")
PRINT = slice(CLASSES.index("print 1"), CLASSES.index("print 9") + 1)
HAND = slice(CLASSES.index("hand 1"), CLASSES.index("hand 9") + 1)
ZERO = CLASSES.index("0")
LETTERS = slice(CLASSES.index("A"), CLASSES.index("G") + 1)
NUMBERS = slice(CLASSES.index("10"), CLASSES.index("16") + 1)
WIDE = slice(ZERO, NUMBERS.stop)

_ZEROS = 2.0  # expected zeros of a grid that is written from zero, at least
_LEAST = 1e-7  # probability of every digit; keeps the logarithms finite

TRAINED = np.array([0.30, 0.26, 0.266, 0.11, 0.064], np.float32)
"""The prior: shares of no digit, print, hand, wide symbols and junk in training.

They follow from `tests.workshop.digits.rendering.SHARES`; a test compares them."""

_WEIGHT = 10.0  # cells that the prior counts for; less trusts grids of few digits more
_ROUNDS = 10  # of estimating; the shares hardly change after that

_KINDS = np.zeros(len(CLASSES), np.intp)
_KINDS[PRINT], _KINDS[HAND], _KINDS[WIDE], _KINDS[JUNK] = 1, 2, 3, 4


class Alphabet(Enum):
    """How the digits of a grid are written."""

    PLAIN = "1-9"
    NUMBERS = "1-16"
    LETTERS = "1-9, A-G"
    FROM_ZERO = "0-9, A-F"


def spell(alphabet: Alphabet, size: int) -> str:
    """The symbols of 1..N in an alphabet; "" if they are the usual 1-9, A-G."""
    return f"0{SYMBOLS}"[:size] if alphabet is Alphabet.FROM_ZERO else ""


def alphabet_of(probs: Floats, size: int) -> Alphabet:
    """The likeliest alphabet of a grid, given its cells' probabilities [n, classes]."""
    if size <= 9:
        return Alphabet.PLAIN
    mass = probs.sum(axis=0)
    beyond = size - 9
    numbers = float(mass[NUMBERS][:beyond].sum())
    letters = float(mass[LETTERS][:beyond].sum())
    zeros = float(mass[ZERO])
    if zeros >= _ZEROS and (size == 10 or letters > numbers):
        return Alphabet.FROM_ZERO
    return Alphabet.LETTERS if letters > numbers else Alphabet.NUMBERS


def blank_zeros(probs: Floats, size: int) -> Floats:
    """The probabilities [n, classes], with zeros as blanks where they stand for them.

    Programs print a 0 in each empty cell. So in a grid of at most 9x9 zeros are blanks
    if there are many of them, and more than cells left blank.
    """
    likeliest = probs.argmax(axis=1)
    zeros = int((likeliest == ZERO).sum())
    if size > 9 or zeros <= max(size, int((likeliest == BLANK).sum())):
        return probs
    changed = probs.copy()
    changed[:, BLANK] += changed[:, ZERO]
    changed[:, ZERO] = 0
    return changed


def kinds(probs: Floats) -> Floats:
    """The probabilities of what cells say: nothing, a digit 1-9, another symbol, junk.

    Neither blanks and marks are told apart here, nor print and hand.

    Args:
        probs: probabilities of the network's classes, shape [n, classes].
    """
    none = probs[:, BLANK] + probs[:, MARKS]
    digits = probs[:, PRINT] + probs[:, HAND]
    return np.column_stack([none, digits, probs[:, WIDE], probs[:, JUNK]])


def strangeness(probs: Floats, size: int, alphabet: Alphabet) -> Floats:
    """The probability that each cell holds no symbol of that alphabet, shape [n].

    Args:
        probs: probabilities of the network's classes, shape [n, classes].
        size: N.
        alphabet: how the digits are written.
    """
    none, digits = _sorted_out(probs, size, alphabet)
    known = none + digits.sum(axis=1)
    return np.asarray(np.clip(1 - known, 0, 1), np.float32)


def digit_log_probs(probs: Floats, size: int, alphabet: Alphabet) -> Floats:
    """Log-probabilities of no digit (0) and of each digit, shape [n, size + 1].

    The probability of junk is spread evenly over all of them. Symbols that the grid
    cannot hold are left out: in a 9x9, a B is an 8 printed badly.

    Args:
        probs: probabilities of the network's classes, shape [n, classes].
        size: N.
        alphabet: how the digits are written.
    """
    none, digits = _sorted_out(probs, size, alphabet)
    junk = probs[:, JUNK, None] / (size + 1)
    log_probs = np.column_stack([none, digits]) + junk + _LEAST
    return np.asarray(
        np.log(log_probs / log_probs.sum(axis=1, keepdims=True)), np.float32
    )


def _sorted_out(probs: Floats, size: int, alphabet: Alphabet) -> tuple[Floats, Floats]:
    """The probabilities of no digit [n], and of each digit of the grid [n, N]."""
    digits = probs[:, PRINT] + probs[:, HAND]
    none = np.asarray(probs[:, BLANK] + probs[:, MARKS], np.float32)
    zero = probs[:, ZERO : ZERO + 1]
    written = {
        Alphabet.PLAIN: (digits,),
        Alphabet.NUMBERS: (digits, probs[:, NUMBERS]),
        Alphabet.LETTERS: (digits, probs[:, LETTERS]),
        Alphabet.FROM_ZERO: (zero, digits, probs[:, LETTERS]),
    }
    return none, np.concatenate(written[alphabet], axis=1)[:, :size]


def adapt(probs: Floats) -> Floats:
    """The probabilities of the network's classes, adapted to the cells' own grid.

    Pencil marks count as blank cells: neither is a digit.

    Args:
        probs: the network's, for all cells of one grid, shape [n, classes].
    """
    adapted, shares = probs, TRAINED
    for _ in range(_ROUNDS):
        adapted = probs * (shares / TRAINED)[_KINDS]
        adapted = adapted / adapted.sum(axis=1, keepdims=True)
        found = np.bincount(_KINDS, adapted.sum(axis=0), len(TRAINED))
        pooled = (found + _WEIGHT * TRAINED) / (len(probs) + _WEIGHT)
        shares = pooled.astype(np.float32)
    return adapted
