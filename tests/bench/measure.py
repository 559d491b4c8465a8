"""Fair times on a noisy machine: rivals take turns at each task, the best counts.

A busy moment hits all of them alike, and ratios within one run mean more than any
seconds. Only processor time is measured.
"""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from time import process_time
from types import FrameType
from typing import TypeVar

Task = TypeVar("Task")
Times = dict[str, list[float]]
"""By rival, the seconds of each task, in order."""


def take_turns(
    rivals: Mapping[str, Callable[[Task], object]],
    tasks: Sequence[Task],
    rounds: int = 3,
    limit: float = 10.0,
) -> Times:
    """The best time of every rival at every task; at `limit` seconds it is stopped."""
    times: Times = {name: [limit] * len(tasks) for name in rivals}
    for turn in range(rounds):
        for number, task in enumerate(tasks):
            for name, rival in rivals.items():
                if turn and times[name][number] >= limit:
                    continue  # once is enough to know
                seconds = _time(rival, task, limit)
                times[name][number] = min(times[name][number], seconds)
    return times


def compare(times: Times, ours: str) -> dict[str, float]:
    """By rival, its median time in units of ours."""
    unit = median(times[ours])
    return {name: median(seconds) / unit for name, seconds in times.items()}


def describe(times: Times, ours: str) -> Iterator[str]:
    """A line for each rival: median, worst and total, and how often ours is faster."""
    for name, ratio in compare(times, ours).items():
        seconds = times[name]
        yield (
            f"{name:14} median {median(seconds) * 1e3:10.3f} ms"
            f"  worst {max(seconds) * 1e3:10.3f} ms"
            f"  all {sum(seconds):8.3f} s  {ratio:8.2f} times ours"
        )


def _time(rival: Callable[[Task], object], task: Task, limit: float) -> float:
    """The better of two times in a row, so that nobody pays for the others' caches."""
    best = limit
    try:
        with _alarm(2 * limit):
            for _ in range(2):
                start = process_time()
                rival(task)
                best = min(best, process_time() - start)
    except TimeoutError:
        pass
    return best


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
