"""Calls for the children of `spreading`: those of our own, and one that only waits."""

import time

from mailbot.pool import read_letter
from mailbot.pool.protocol.calls import load, warm

__all__ = ["CALLS", "SPREADING", "load", "warm"]

SPREADING = __name__


def nap(rfc822: bytes, seconds: float) -> int:
    """Sleep over a letter."""
    time.sleep(seconds)
    return len(rfc822)


CALLS = (read_letter, nap)
