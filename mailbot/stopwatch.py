"""How long each stage of a letter takes, without clocks in what is measured.

    with Stopwatch("parse") as watch:      # parse: all that is not in another stage
        ...
    watch.seconds                          # {"parse": 0.01, "find": 0.3, ...}

    @during("find")
    def locate(...): ...                   # counts for "find" while a watch runs

Each moment counts for one stage, the innermost, so that the sum of all is the whole.
"""

from collections import defaultdict
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from time import perf_counter
from typing import ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Stopwatch:
    """Measures the stages of what its block does, in seconds of wall time."""

    def __init__(self, stage: str, clock: Callable[[], float] = perf_counter) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._stages = [stage]
        self._clock = clock
        self._since = 0.0

    def __enter__(self) -> Self:
        self._token = _running.set(self)
        self._since = self._clock()
        return self

    def __exit__(self, *_: object) -> None:
        self._count()
        _running.reset(self._token)

    def begin(self, stage: str) -> None:
        """Count for this stage from now on."""
        self._count()
        self._stages.append(stage)

    def end(self) -> None:
        """Count for the stage before again."""
        self._count()
        self._stages.pop()

    def _count(self) -> None:
        now = self._clock()
        self.seconds[self._stages[-1]] += now - self._since
        self._since = now


_running: ContextVar[Stopwatch | None] = ContextVar("stopwatch", default=None)


def during(stage: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let a function count for a stage, while a stopwatch runs."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def timed(*args: P.args, **kwargs: P.kwargs) -> T:
            watch = _running.get()
            if watch is None:
                return function(*args, **kwargs)
            watch.begin(stage)
            try:
                return function(*args, **kwargs)
            finally:
                watch.end()

        return timed

    return decorate
