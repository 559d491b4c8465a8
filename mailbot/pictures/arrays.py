"""The element types of numpy arrays, each named once."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # noqa: TID251 (set, not read)

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
