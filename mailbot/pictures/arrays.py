"""The element types of numpy arrays, each named once, and their percentiles."""

import os
from math import ceil
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251 (set, not read)

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

_SHORT = 4096  # values that are sorted faster than parted, but for bytes


def percentile(
    values: npt.NDArray[Any], percent: float, axis: int | None = None
) -> npt.NDArray[Any]:
    """A percentile of all values, or of those along an axis, as by `np.percentile`.

    That one takes ten times as long for a few values. At its first call it loads
    numpy.ma, for which each process that reads one picture needs 13 ms and 2 MB. What
    has no values has no percentile: NaN.
    """
    rows = values.ravel() if axis is None else np.moveaxis(values, axis, -1)
    if not rows.shape[-1]:
        return np.full(rows.shape[:-1], np.nan)
    place = percent / 100 * (rows.shape[-1] - 1)
    below, above = int(place), ceil(place)
    short = rows.shape[-1] <= _SHORT and rows.dtype != np.uint8
    ordered = np.sort(rows) if short else np.partition(rows, (below, above))
    share = np.float32(place - below)
    between: npt.NDArray[Any] = (
        ordered[..., below] * (1 - share) + ordered[..., above] * share
    )
    return between


def median(values: npt.NDArray[Any], axis: int | None = None) -> npt.NDArray[Any]:
    """The median of all values, or of those along an axis, as by `np.median`."""
    return percentile(values, 50, axis)
