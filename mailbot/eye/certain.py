"""Tells how certain it is that a reading is right, and of a whole board."""

import numpy as np

from mailbot.eye.decide.believed import answer_to
from mailbot.eye.decide.boxes import is_row_off
from mailbot.eye.decide.verdict import is_puzzle
from mailbot.eye.read.recognise import Recognised
from solver import Answer, Impossible, Solved

CLEAN = 0.01
"""Share of junk below which a reading is clean."""

# When a reading is certain; not measured one by one.

# Mean log-probability from which on a clean reading is clear.
_CLEAR = -0.03
# Fit of a lattice most of whose lines are seen, and share of junk from which on
# what lies on it may be no board. A second look changed no answer for lattices that
# fit better; one that fitted by 0.88 had a row amiss.
_MOST_LINES = 0.9
_POOR = 0.06
# Nats by which each digit must be ahead of any other so that Tesseract's word could
# not matter: what it may add to another digit, and the margin of an answer.
_AHEAD = 4.0


def is_certain(read: Recognised) -> bool:
    """Whether a reading shows a board that needs no second look.

    So it is if the network sees a board there whose lines fit, even if it is hard to
    read, such as one filled in by hand; or if a 9x9 with one solution is read
    clearly. A lattice of a few cells may lie on a part of a board, one that shows clear
    paper beside it, and one may be a row off, as its thick lines tell. One whose lines
    fit in part may leave out a row of digits, and have several solutions.
    """
    lattice = read.sighting
    if is_part(read) or is_row_off(read):
        return False
    if lattice.sure and lattice.score > _MOST_LINES:
        return read.junk < _POOR and is_puzzle(read)
    return is_clear_puzzle(read)


def needs_no_witness(read: Recognised) -> bool:
    """Whether the verdict on a reading is the same whatever Tesseract says.

    So it is on what is no puzzle, and on one that is read so clearly that its only
    solution is sent though every digit were disputed.
    """
    if not is_puzzle(read):
        return True
    digits = np.sort(read.log_probs[read.log_probs.argmax(axis=1) > 0], axis=1)
    sure = bool((digits[:, -1] - digits[:, -2] > _AHEAD).all())
    return sure and is_clear(read) and isinstance(answer_on(read), Solved)


def is_clear_puzzle(read: Recognised) -> bool:
    """Whether a 9x9 is read clearly, and its digits have exactly one solution."""
    return read.size == 9 and is_clear(read) and isinstance(answer_on(read), Solved)


def is_clear(read: Recognised) -> bool:
    """Whether nearly every cell is read for sure, and hardly any holds junk."""
    return read.junk < CLEAN and read.clear > _CLEAR


def is_part(read: Recognised) -> bool:
    """Whether a small lattice holds nothing to solve, as a part of a board would."""
    if read.size < 9 and is_puzzle(read):
        return isinstance(answer_on(read), Impossible)
    return read.size < 9


def answer_on(read: Recognised) -> Answer:
    """The solver's word on the likeliest digits."""
    return answer_to(read.log_probs.argmax(axis=1), read.shapes[0])
