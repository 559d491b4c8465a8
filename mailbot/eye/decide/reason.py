"""Why the digits of a grid that was found cannot be read, as the sender is told."""

from dataclasses import dataclass

import numpy as np

from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import JUNK
from mailbot.model import NoteKind


@dataclass(frozen=True, slots=True)
class _ReasonLimits:
    """What makes a grid unreadable; measured on drawn pages (tests/eye/test_reason.py).

    A wrong limit names the wrong reason; nothing else depends on it.
    """

    # Pixels of a cell in the picture, below which it is too small.
    small: float = 11.0
    # Lightness of the paper, below which it is too dark.
    dark: float = 45.0
    # The steepest step between neighbouring pixels of a cell 48 pixels wide, as a share
    # of the contrast, below which it is blurred: in the direction that is worse.
    blurred: float = 0.11
    # Share of the cells that hold no digit, mark or blank, above which it is covered.
    covered: float = 0.08


_LIMITS = _ReasonLimits()


def reason(seen: Recognised) -> NoteKind:
    """The likeliest reason why a grid cannot be read."""
    side = float(np.linalg.norm(np.diff(seen.mesh, axis=1), axis=-1).mean())
    if side < _LIMITS.small:
        return NoteKind.TOO_SMALL
    gray = seen.cells.patches.astype(np.float32).mean(axis=-1)
    dark, light = (float(v) for v in np.percentile(gray, (2, 90)))
    if light < _LIMITS.dark:
        return NoteKind.TOO_DARK
    steps = [np.abs(np.diff(gray, axis=axis)) for axis in (1, 2)]
    steepest = min(float(np.percentile(step, 99.5)) for step in steps)
    if steepest < _LIMITS.blurred * max(light - dark, 1.0):
        return NoteKind.BLURRED
    junk = seen.probs[:, JUNK] > 0.5
    return NoteKind.COVERED if junk.mean() > _LIMITS.covered else NoteKind.UNCLEAR
