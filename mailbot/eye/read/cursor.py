"""Shows the digit under a program's cursor as one on paper.

Terminals and the like draw the cursor as a solid block in which the digit is left in
the colour of the paper. The block is smaller than its cell, and is taken for ink.
"""

import cv2
import numpy as np

from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes, Floats, median, percentile

_INNER = slice(6, -6)  # of 48 pixels: inside the lines
_OFF = 90  # levels by which a block differs from its paper
_FULL = 0.12  # share of the inside of a cell that a block takes, at least ...
_HIGH = 16  # ... and its height, in pixels of a patch
_SLIM = 0.4, 0.6  # its width, in heights: a character's place is so in terminals
_SOLID = 0.6  # share of its rim that is solid ...
_EMPTY, _MOST = 0.1, 0.35  # ... and of its inside that a digit takes, if there is one
_HEIGHT = 36  # pixels of a patch that the block is made high: its digit is lower
_SOLIDEST = 75  # percentile of the pixels off the paper: these are the block's


def without_cursors(patches: Bytes) -> Bytes:
    """The cells, with the digit in each block drawn on paper, in the block's colour.

    A block that holds no digit is left out.

    Args:
        patches: shape [n, 48, 48, 3].
    """
    light = patches[:, _INNER, _INNER].mean(axis=-1, dtype=np.float32)
    paper = median(light.reshape(len(light), -1), 1)
    rim = median(patches[:, 6, 6:-6].mean(axis=-1, dtype=np.float32), axis=1)
    off = np.maximum(
        np.abs(light - paper[:, None, None]), np.abs(light - rim[:, None, None])
    )
    changed = patches
    for cell in np.flatnonzero((off > _OFF).mean(axis=(1, 2)) > _FULL):
        box = _block(np.abs(light[cell] - rim[cell]))
        if box is not None:
            changed = patches.copy() if changed is patches else changed
            changed[cell] = _turned_round(patches[cell], box + _INNER.start)
    return changed


def _block(off: Floats) -> Floats | None:
    """The box of a block with a digit in it: left, top, right, bottom; None if none.

    Args:
        off: how far each pixel inside a cell is off the paper, in levels.
    """
    solid = (off > _OFF).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    if len(stats) < 2:
        return None
    left, top, wide, high, _ = stats[1 + stats[1:, cv2.CC_STAT_AREA].argmax()]
    if not _SLIM[0] * high < wide < _SLIM[1] * high or not _HIGH < high < len(off):
        return None
    block = solid[top : top + high, left : left + wide]
    sides = (side for way in (block, block.T) for side in (way[:2], way[-2:]))
    held = 1 - float(block[2:-2, 2:-2].mean())
    open_ = min(side.max(axis=0).mean() for side in sides) < _SOLID
    if open_ or held > _MOST:
        return None
    return np.array([left, top, left + wide, top + high], np.float32)


def _turned_round(patch: Bytes, box: Floats) -> Bytes:
    """A patch in whose middle stands the digit of a block, in the block's colour."""
    left, top, right, bottom = box.astype(int)
    block = patch[top:bottom, left:right].astype(np.float32)
    paper = median(patch[6, 6:-6], axis=0).astype(np.float32)
    off = np.abs(block - paper).mean(axis=-1)
    ink = median(block[off >= percentile(off, _SOLIDEST)], axis=0)
    most = max(float(np.abs(ink - paper).mean()), 1.0)
    share = np.clip(1 - off / most, 0, 1)[1:-1, 1:-1]
    if share[1:-1, 1:-1].mean() < _EMPTY:
        share[:] = 0
    scale = _HEIGHT / (bottom - top)
    size = min(round((right - left) * scale), PATCH), _HEIGHT
    digit = cv2.resize(share, size, interpolation=cv2.INTER_LINEAR)[..., None]
    drawn = np.tile(paper, (PATCH, PATCH, 1))
    x, y = (PATCH - size[0]) // 2, (PATCH - _HEIGHT) // 2
    drawn[y : y + _HEIGHT, x : x + size[0]] += digit * (ink - paper)
    return np.asarray(drawn.round().astype(np.uint8), np.uint8)
