"""Where letters are read: children with a deadline and limits, behind an Executor.

Rule 1: the parent never imports the middle; it names it (`MIDDLE`) and a child
        imports it, so that the parent holds neither cv2 nor a hostile letter's bytes.
Rule 2: a child holds no secret: it is spawned, not forked, and drops the environment
        but for `KEPT`; settings takes the secrets out of it before any child starts.
Rule 3: what a letter does to its child costs only that letter: a child that dies or
        outlasts the deadline is replaced, and the letter gets TooCostly.
"""

import importlib
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from mailbot.errors import TooCostly

MIDDLE = "mailbot.respond"
KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "TESSDATA_PREFIX", "TMPDIR")

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Limits of the children.

    `seconds` of wall time and `cpu_seconds` of CPU time a letter, `memory` and
    `file_size` in bytes, `files` open descriptors; after `letters` letters a child
    is replaced by a fresh one.
    """

    children: int = 2
    seconds: float = 30.0
    cpu_seconds: int = 30
    memory: int = 2 * 2**30
    file_size: int = 64 * 2**20
    files: int = 128
    letters: int = 200


def answer(*arguments: object) -> Any:
    """Call the middle's `respond`, in whatever process this runs in."""
    return importlib.import_module(MIDDLE).respond(*arguments)


def apologise(*arguments: object) -> Any:
    """Call the middle's `apologise`, in whatever process this runs in."""
    return importlib.import_module(MIDDLE).apologise(*arguments)


def probe_reading() -> str:
    """What reads pictures here; MissingTool where something is not there."""
    return str(importlib.import_module("mailbot.reading.probe").probe())


class LocalPool(Executor):
    """Children on this machine. Futures end in TooCostly where a child was lost."""

    def __init__(self, options: PoolOptions) -> None:
        self._options = options
        self._pool = ProcessPool(
            max_workers=options.children,
            max_tasks=options.letters,
            initializer=_confine,
            initargs=(options,),
            context=multiprocessing.get_context("spawn"),
        )

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run `fn` in a child; if the child dies, once more before giving up.

        A second try tells a bad letter from a bad day of the machine. A letter that
        outlasts its deadline is not tried again: it would only do so twice.
        """
        result: Future[T] = Future()
        result.set_running_or_notify_cancel()

        def start(tries_left: int) -> None:
            task = self._pool.schedule(
                _bounded,
                args=(self._options.cpu_seconds, fn, args, kwargs),
                timeout=self._options.seconds,
            )
            task.add_done_callback(lambda done: finish(done, tries_left))

        def finish(done: Future[T], tries_left: int) -> None:
            error = done.exception()
            if error is None:
                result.set_result(done.result())
            elif isinstance(error, ProcessExpired) and tries_left:
                start(tries_left - 1)
            else:
                result.set_exception(_translated(error, self._options))

        start(tries_left=1)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the children: at once with `cancel_futures`, else when they are done."""
        if cancel_futures:
            self._pool.stop()
        else:
            self._pool.close()
        if wait:
            self._pool.join()


def _translated(error: BaseException, options: PoolOptions) -> BaseException:
    if isinstance(error, TimeoutError):
        return TooCostly(f"took longer than {options.seconds:g} s")
    if isinstance(error, ProcessExpired):
        return TooCostly(f"ended its process twice (exit code {error.exitcode})")
    if isinstance(error, MemoryError):
        return TooCostly(f"needed more than {options.memory >> 20} MB")
    return error


def _confine(options: PoolOptions) -> None:
    """Drop the environment and set the limits; runs first in every child."""
    for name in set(os.environ) - set(KEPT):
        del os.environ[name]
    # One letter, one core: tesseract (OpenMP) would otherwise start a thread a core
    # in every child.
    os.environ["OMP_THREAD_LIMIT"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for limit, value in (
        (resource.RLIMIT_AS, options.memory),
        (resource.RLIMIT_FSIZE, options.file_size),
        (resource.RLIMIT_NOFILE, options.files),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


def _bounded(
    cpu_seconds: int,
    fn: Callable[..., T],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> T:
    """Run one letter with its own share of CPU time (soft limit: SIGXCPU ends us)."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    spent = int(used.ru_utime + used.ru_stime) + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (spent + cpu_seconds, hard))
    return fn(*args, **kwargs)
