"""An Executor whose calls can be made to give way to others; futures of its kind."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from math import inf
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

MayTake = Callable[[], float]
"""CPU seconds that a call may take as things stand; asked again and again."""


def unlimited() -> float:
    """As long as the call takes."""
    return inf


class Pool(Executor, ABC):
    """Has calls answered, each within the time that the others leave it."""

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Have a call answered, however long that takes."""
        return self.submit_within(unlimited, partial(fn, *args, **kwargs))

    @abstractmethod
    def submit_within(self, may_take: MayTake, call: "partial[T]") -> Future[T]:
        """As `submit`; a call that took `may_take` seconds may end with Preempted.

        A pool that cannot end a call has it answered, however long that takes.
        """


def ignore(_: str) -> None:
    """Do nothing about a lost reader."""


def attempt(make: Callable[[], T]) -> Future[T]:
    """The future, already done, of what `make` returns or raises now."""
    future: Future[T] = Future()
    settle(future, make)
    return future


def then(first: Future[S], make: Callable[[Future[S]], T]) -> Future[T]:
    """The future of what `make` returns or raises, once `first` is done."""
    second: Future[T] = Future()
    first.add_done_callback(lambda _: settle(second, lambda: make(first)))
    return second


def settle(future: Future[T], make: Callable[[], T]) -> None:
    """Give a future what `make` returns or raises now."""
    try:
        future.set_result(make())
    except BaseException as error:  # noqa: BLE001 (as every Executor does)
        future.set_exception(error)
