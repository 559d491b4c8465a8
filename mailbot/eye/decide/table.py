"""Tells a table of digits from a puzzle: its digits repeat as often as by chance.

A puzzle in which some digits are misread or wrong has hardly any repetition.
"""

import numpy as np

from mailbot.eye.read.recognise import Recognised

# Repetitions in rows, columns and boxes, of digits that are read for sure.
#
# Drawn tables of random digits had 0.7 of those expected by chance, or more;
# photographs and screenshots of puzzles at most 0.11, be they worked on, blurred or
# coarse. A jigsaw has a third: those in its boxes that are none.

# Probability of a digit from which on it counts.
_SURE = 0.97
# Share of the repetitions expected by chance, from which on it is a table ...
_CHANCE = 0.5
# ... and their number, at least: five wrong digits of a sparse puzzle make fewer.
_LEAST = 10


def is_table(seen: Recognised) -> bool:
    """Whether a grid holds digits that do not even try to be a sudoku's."""
    digits = seen.log_probs.argmax(axis=1)
    sure = (digits > 0) & (seen.log_probs.max(axis=1) >= np.log(_SURE))
    repeated = expected = 0.0
    for house in seen.shapes[0].houses:
        cells = np.array(house)
        counts = np.bincount(digits[cells][sure[cells]])
        repeated += float((counts * (counts - 1)).sum() / 2)
        expected += float(counts.sum() * (counts.sum() - 1) / 2 / seen.size)
    return repeated >= max(_LEAST, _CHANCE * expected)
