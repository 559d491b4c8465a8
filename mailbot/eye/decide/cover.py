"""Finds the cells that something lies on: a thumb, a cup, a glare.

They look empty to the network, or what is left of their digits looks like others.
"""

from dataclasses import replace

import numpy as np

from mailbot.eye.decide.things import things_on
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import BLANK, MARKS
from mailbot.model import Ink, Reading
from mailbot.pictures.arrays import Bools

# What is covered; measured on drawn pages (tests/eye/test_cover.py).
#
# Looser values call empty cells covered, which are then asked about.

# Fit of a lattice below which its lines may lie elsewhere, if the network is not
# sure of it.
_FIT = 0.75
# Share of the middle of a cell that is hidden, from which on it is covered, unless
# what it holds is read with the probability _SURE.
_TOUCHED = 0.03
_SURE = 0.99
# ... and then as well, if more than that share is hidden: of a cell that seems
# empty, and of one with a digit.
_SHARE = 0.1
_ASIDE = 0.3
# Probability of blank paper below which a cell without a digit holds ink, and the
# share of such cells from which on they hold pencil marks.
_BLANK = 0.7
_MARKED = 0.06

_MIDDLE = slice(9, -9)  # of 48 pixels: where a digit stands


def covered_cells(seen: Recognised) -> Bools:
    """Which cells of a grid something lies on; shape [N*N].

    A cell does not count if the thing lies beside a digit that is read, or at the
    border of an empty cell. Once a cell counts, so does every cell whose ink is no
    digit, unless the board has pencil marks. No cell counts where the lattice was not
    found by its lines, or does not fit them.
    """
    lattice = seen.sighting
    amiss = lattice.score < _FIT and not lattice.sure
    if amiss or not lattice.by_lines:
        return np.zeros(seen.size**2, np.bool_)
    things = things_on(seen.cells.patches, _legible(seen))
    board = things.reshape(seen.size, PATCH, seen.size, PATCH).swapaxes(1, 2)
    middles = board[..., _MIDDLE, _MIDDLE]
    share = middles.mean(axis=(2, 3)).ravel()
    touched = share > _TOUCHED
    sure = seen.log_probs > np.log(_SURE)
    read = sure[:, 1:].any(axis=1) & (share <= _ASIDE)
    known = read | (sure[:, 0] & (share <= _SHARE))
    covered = touched & ~known
    if covered.any():
        covered |= _unexplained(seen, covered)
    return np.asarray(covered, np.bool_)


def _legible(seen: Recognised) -> Bools:
    """Which cells surely hold a digit, or pencil marks if many cells do, [N*N]."""
    sure = seen.log_probs[:, 1:].max(axis=1) > np.log(_SURE)
    marks = seen.probs[:, MARKS] > 0.5
    return np.asarray(sure | (marks & (marks.mean() > _MARKED)), np.bool_)


def _unexplained(seen: Recognised, covered: Bools) -> Bools:
    """Which cells hold ink that is no digit, on a board without pencil marks [N*N].

    Half a digit, beside a thing or beneath another one, looks like marks.
    """
    no_digit = seen.log_probs.argmax(axis=1) == 0
    inked = no_digit & (seen.probs[:, BLANK] < _BLANK)
    marked = (inked & ~covered).mean() > _MARKED
    return np.zeros_like(inked) if marked else inked


def doubt_covered(seen: Recognised, covered: Bools) -> Recognised:
    """The grid, with nothing known of its covered cells [N*N].

    What is left of a digit there may look like another one.
    """
    log_probs = seen.log_probs.copy()
    log_probs[covered, 0] = np.log(0.5)
    log_probs[covered, 1:] = np.log(0.5 / seen.size)
    return replace(seen, log_probs=log_probs, hidden=covered)


def mark_covered(reading: Reading, covered: Bools) -> Reading:
    """The reading, its covered cells [N*N] named as such where no digit is read."""
    cells = (
        replace(cell, ink=Ink.COVERED) if hidden and not cell.digit else cell
        for cell, hidden in zip(reading.cells, covered, strict=True)
    )
    return replace(reading, cells=tuple(cells))
