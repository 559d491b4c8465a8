"""Names the variant that is drawn on a board."""

import numpy as np

from mailbot.eye.decide.variants.cages import has_cages
from mailbot.eye.decide.variants.diagonals import DIAGONALS, has_diagonals
from mailbot.eye.decide.variants.jigsaw import has_irregular_boxes
from mailbot.eye.decide.variants.shades import EXTRA_BOXES, is_shaded
from mailbot.eye.read.cells import level, most_channel
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised
from mailbot.pictures.arrays import Floats

JIGSAW = "jigsaw"
"""The variant with irregular boxes. Its rules replace rules of plain sudoku; the rules
of all other variants are added to them."""

SAMURAI = "samurai"
"""The variant of five boards that share boxes. No board shows it alone: it is told by
the one that is drawn beside it."""

_INNER = slice(8, -8)  # of 48 pixels: inside the lines
_AROUND = np.zeros((PATCH, PATCH), np.bool_)  # inside the lines, around bold digits
_AROUND[_INNER, _INNER] = True
_AROUND[13:-13, 13:-13] = False
_STRONGEST = 97  # percentile of a cell's ink that is its strongest: specks are stronger
_PRINTED = 20  # cells with the strongest ink, all of which hold digits
_LEAST_INK = 1.0  # levels; keeps the relative ink of an empty grid finite


def drawn_variant(seen: Recognised) -> str:
    """The variant's name ("diagonal", "jigsaw", "hyper", "killer"), "" for none."""
    if seen.size != 9:
        return ""
    patches = seen.cells.patches.astype(np.float32)
    paper = np.median(patches[:, _AROUND], axis=1)
    ink = _ink(patches, paper)
    if has_diagonals(ink) or is_shaded(paper, DIAGONALS):
        return "diagonal"
    if has_cages(seen, ink):
        return "killer"
    if is_shaded(paper, EXTRA_BOXES):
        return "hyper"
    return JIGSAW if has_irregular_boxes(seen) else ""


def _ink(patches: Floats, paper: Floats) -> Floats:
    """How far each pixel [81, 48, 48] differs from its cell's paper; 1 for digits."""
    off = most_channel(np.abs(patches - paper[:, None, None]))
    strong = level(off[:, _INNER, _INNER], _STRONGEST)
    usual = float(np.median(np.sort(strong)[-_PRINTED:]))
    return np.asarray(off / max(usual, _LEAST_INK), np.float32)
