"""An Executor whose calls can be made to give way to others."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from math import inf
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MayTake = Callable[[], float]
"""CPU seconds that a call may take as things stand; asked again and again."""


def unlimited() -> float:
    """As long as the call takes."""
    return inf


class Pool(Executor):
    """Has calls answered, each within the time that the others leave it."""

    def submit_within(
        self,
        may_take: MayTake,  # noqa: ARG002 (for pools that can end a call)
        fn: Callable[P, T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Future[T]:
        """As `submit`; a call that took `may_take` seconds may end with Preempted.

        A pool that cannot end a call has it answered, however long that takes.
        """
        return self.submit(fn, *args, **kwargs)
