"""How long to wait before trying again: longer each time, never all at once."""

import random


def delay(tries: int, first: float, longest: float) -> float:
    """Seconds after so many failed tries (from 0): doubling, half of it by chance.

    Chance keeps many clients of a server that comes back from returning as one.
    """
    # Beyond 2**30 the doubling has long met any `longest`.
    seconds: float = min(first * 2 ** min(tries, 30), longest)
    return seconds * random.uniform(0.5, 1)  # noqa: S311  # no secret depends on it
