"""A future of a value that is there already, or that is made of another future's."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

S = TypeVar("S")
T = TypeVar("T")


def attempt(make: Callable[[], T]) -> Future[T]:
    """The future, already done, of what `make` returns or raises now."""
    future: Future[T] = Future()
    _settle(future, make)
    return future


def then(first: Future[S], make: Callable[[Future[S]], T]) -> Future[T]:
    """The future of what `make` returns or raises, once `first` is done."""
    second: Future[T] = Future()
    first.add_done_callback(lambda _: _settle(second, lambda: make(first)))
    return second


def _settle(future: Future[T], make: Callable[[], T]) -> None:
    try:
        future.set_result(make())
    except BaseException as error:  # noqa: BLE001 (as every Executor does)
        future.set_exception(error)
