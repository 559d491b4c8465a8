"""Turns the cells of a grid upright, and classifies them.

The network sees only the cells that hold ink: once if they are clear, else five times.
Each time costs half a millisecond of CPU for a cell.
"""

import math
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mailbot.eye.read.cells import has_ink
from mailbot.eye.read.digits import CLASSES, classify, classify_shifted
from mailbot.eye.read.symbols import BLANK, kinds
from mailbot.pictures.arrays import Bools, Bytes, Floats

_Pixel = TypeVar("_Pixel", bound=np.generic)

# How the turn is told, and which cells are looked at again.

# Mean clearness of the telling cells from which on no other turn is tried. On
# photographs of newspapers upright grids reach -0.02, a few of them -0.14; grids
# on their side or upside down at most -0.35.
_CLEAR = -0.06
# Telling cells that this takes: few digits may be the same upside down. Where there
# are fewer, pencil marks are tried in all turns as well: they may be small digits.
_ENOUGH = 12
# Telling cells that take part at most: at first, and where the two clearest turns are
# nearly as clear. Of 27 grids of others, all were clearer by 0.3 in their own turn.
_FEW, _TELLING = 16, 48
_NEAR = 0.3
# Clearness of the clearest turn below which no more cells are compared: no grid in
# photographs of others had less than -0.6, boards of other games have -1 or less, and
# boards in a mirror, whose turn the first cells tell well enough.
_NO_TURN = -1.0
# Probability of a symbol from which on a cell tells the turn: cells without a
# symbol look alike in all turns.
_SYMBOL = 0.5
# Weight of the probability that a cell with ink says nothing: small digits that lie
# on their side look like pencil marks, more clearly than upright ones like digits.
_SILENT = 0.5
# How much the probability of junk counts against a turn.
_JUNK = 4.0
# Probability of what a cell says, below which it is looked at again.
_UNCLEAR = 0.97
# Share of junk from which on none is, and clearness of all cells below which none
# is: it is no puzzle. Boards in photographs of others had -0.1 or more.
_HOPELESS = 0.15
_MUDDLED = -0.3
# Pixels inside the lines of a cell, and how inked they are, of 255, at least.
_INNER, _INKED = slice(4, -4), 96
# Probability of a blank in a cell without ink. Higher values trust more that no
# digit was overlooked.
_BLANK = 0.998

_NOTHING = np.full(len(CLASSES), (1 - _BLANK) / (len(CLASSES) - 1), np.float32)
_NOTHING[BLANK] = _BLANK


def upright(normalised: Bytes, size: int) -> tuple[int, Floats]:
    """The quarter turns clockwise that bring a grid upright, and what it holds then.

    Args:
        normalised: the cells in reading order of the grid as it is, [N*N, 32, 32].
        size: N.

    Returns:
        The turns, and the probabilities of the network's classes [N*N, classes] in
        reading order of the upright grid.
    """
    inked = has_ink(normalised)
    log = np.tile(np.log(_NOTHING), (len(normalised), 1))
    log[inked] = classify(normalised[inked])
    turn, clearness = _best_turn(normalised[inked], log[inked])
    if turn:
        order = turned_order(size, turn)
        normalised, inked = turned(normalised[order], turn), inked[order]
        log[~inked], log[inked] = np.log(_NOTHING), classify(normalised[inked])
    said = kinds(np.exp(log))
    clearest = said.max(axis=1)
    muddled = np.log(clearest).mean() < _MUDDLED
    if clearness < _NO_TURN or muddled or said[:, -1].mean() > _HOPELESS:
        return turn, np.exp(log)
    unclear = clearest < _UNCLEAR
    return turn, np.exp(classify_shifted(normalised, log, unclear))


def _best_turn(cells: Bytes, log: Floats) -> tuple[int, float]:
    """The turn in which cells with ink read best, and how clearly they do on average.

    Args:
        cells: those with ink, [n, 32, 32].
        log: how they read unturned.
    """
    telling = np.flatnonzero(kinds(np.exp(log))[:, 0] < _SYMBOL)
    single = telling[_are_single(cells[telling])]
    telling = single if len(single) >= _ENOUGH else telling
    clear = _clearness(log[telling])
    if len(telling) < _ENOUGH:
        telling = np.flatnonzero(log[:, BLANK] < math.log(_SYMBOL))
    elif clear > _CLEAR * len(telling):
        return 0, clear / len(telling)
    means, first = [0.0], 0.0
    for most in (_FEW, _TELLING):
        some = telling[:: math.ceil(len(telling) / most) or 1]
        said = [classify(turned(cells[some], t)) if t else log[some] for t in range(4)]
        means = [_clearness(one) / max(len(some), 1) for one in said]
        second, first = sorted(means)[2:]
        if first < _NO_TURN or first > second + _NEAR:
            break
    return means.index(first), first


def _are_single(cells: Bytes) -> Bools:
    """Which cells [n, 32, 32] hold one figure; several may read best on their side."""
    inked = cells[:, _INNER, _INNER] > _INKED
    lines = np.stack([inked.any(axis=1), inked.any(axis=2)])
    starts = (lines[..., 1:] & ~lines[..., :-1]).sum(axis=2) + lines[..., 0]
    return np.asarray((starts <= 1).all(axis=0))


def _clearness(log: Floats) -> float:
    """How sure the network is of what cells say, with junk counting against it."""
    said = kinds(np.exp(log))
    said[:, 0] *= _SILENT
    return float(np.log(said.max(axis=1)).sum() - _JUNK * said[:, -1].sum())


def turned(cells: npt.NDArray[_Pixel], turn: int) -> npt.NDArray[_Pixel]:
    """The cells [n, h, w, ...], each turned clockwise by quarter turns."""
    return np.ascontiguousarray(np.rot90(cells, -turn, axes=(1, 2)))


def turned_order(size: int, turn: int) -> npt.NDArray[np.intp]:
    """The cell of the picture at each place of the upright grid, [N*N]."""
    return np.rot90(np.arange(size * size).reshape(size, size), -turn).ravel()
