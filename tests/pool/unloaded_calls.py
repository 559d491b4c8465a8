"""Calls that need a library which is not on this machine.

The words are those of opencv-python 5.0.0.93 on Debian 12 without libgl1.
"""

from tests.pool.calls import CALLS, warm

__all__ = ["CALLS", "UNLOADED", "load", "warm"]

UNLOADED = __name__


def load() -> None:
    raise ImportError(
        "libGL.so.1: cannot open shared object file: No such file or directory"
    )
