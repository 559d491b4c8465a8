"""How long to wait before the next try: exponential backoff with jitter."""

import random
from datetime import timedelta

from mailbot.options import WorkerOptions


def delay(tries: int, first: float, longest: float) -> float:
    """Seconds to wait after the failed try of that number, from 0.

    The time doubles up to `longest`, and half of it is random: so the clients of a
    server that was down do not all come back at the same moment.
    """
    # 2**30 times `first` is over any `longest`; more would overflow a float.
    seconds: float = min(first * 2 ** min(tries, 30), longest)
    return seconds * random.uniform(0.5, 1)  # noqa: S311  # no secret depends on it


def retry_after(options: WorkerOptions, tries: int) -> timedelta:
    """How long a letter waits after its failed try of that number, from 0."""
    return timedelta(seconds=delay(tries, options.retry_wait, options.retry_longest))
