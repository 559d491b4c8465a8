"""A future of what is made of another future's result."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def done(value: T) -> Future[T]:
    """A future that has its result already."""
    future: Future[T] = Future()
    future.set_result(value)
    return future


def then(first: Future[S], make: Callable[[Future[S]], T]) -> Future[T]:
    """The future of what `make` returns or raises, once `first` is done."""
    second: Future[T] = Future()

    def finish(_: Future[S]) -> None:
        try:
            second.set_result(make(first))
        except BaseException as error:  # noqa: BLE001 (as every Executor does)
            second.set_exception(error)

    first.add_done_callback(finish)
    return second
