"""Children on this machine: for each, a thread of the parent sends calls and waits."""

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeVar

from mailbot.errors import MissingTool, TooCostly
from mailbot.pool.calls import probe_reading
from mailbot.pool.forkserver import ChildUnavailable, ForkServer, Lost
from mailbot.pool.options import PoolOptions
from mailbot.pool.wire import CALLS, read_answer, write_call

_MOST_LOSSES = 20
"""How often a call is tried whose reader was killed by somebody else each time."""

_log = logging.getLogger("mailbot")

P = ParamSpec("P")
T = TypeVar("T")


class LocalPool(Executor):
    """Has calls answered in children on this machine.

    A child is started for a call that finds none idle. It answers the calls that the
    module `calls` lists (see `wire`). `on_loss` hears why a reader gave no answer, in
    any thread.
    """

    def __init__(
        self,
        options: PoolOptions,
        calls: str = CALLS,
        on_loss: Callable[[str], None] | None = None,
    ) -> None:
        self._options = options
        self._calls = calls
        self._on_loss = on_loss
        self._threads = ThreadPoolExecutor(options.children, "child")
        self._lock = Lock()
        self._idle: list[ForkServer] = []
        self._busy: set[ForkServer] = set()
        self._closed = False
        self._aborted = False

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Have a child answer a call; if it dies of it, again, as often as set.

        A call that takes more time or memory than it may is not tried again. A child
        that was killed or stopped by somebody else does not count.
        """
        asked = write_call(self._calls, fn, *args, **kwargs)
        return self._threads.submit(self._run, asked, fn)

    def missing(self) -> tuple[str, ...]:
        """What the sandbox of the children lacks on this machine, in words.

        Raises:
            ChildUnavailable: no child can be started now.
        """
        child = self._take()
        self._give_back(child)
        return child.missing

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the children: at once with `cancel_futures`, else after their calls."""
        if cancel_futures or not wait:
            self._close(at_once=cancel_futures)
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._close()

    def _run(self, asked: bytes, call: Callable[..., T]) -> T:
        try:
            return read_answer(self._answer(asked), call)
        except MemoryError as error:
            allowed = self._options.memory >> 20
            raise TooCostly(f"needed more than {allowed} MB") from error
        except MissingTool as error:
            if call is not probe_reading:
                self._probe(error)
            raise

    def _probe(self, error: MissingTool) -> None:
        """Do not believe a reader that has opened a letter; ask one that has not.

        A missing tool ends the service, so a letter must not be able to feign it.
        """
        asked = write_call(CALLS, probe_reading)
        read_answer(self._answer(asked), probe_reading)
        raise TooCostly(f"broke its process: it says {error}") from error

    def _answer(self, asked: bytes) -> bytearray:
        """Ask one child after the other, until one answers or the letter is to blame.

        Raises:
            TooCostly: it ended as many readers as it may.
            ChildUnavailable: somebody else ends all readers, or none can be started.
            BrokenExecutor: the pool was closed.
        """
        deaths = 0
        for _ in range(_MOST_LOSSES):
            try:
                return self._ask(asked)
            except Lost as lost:
                deaths += not lost.innocent
                if deaths == self._options.attempts:
                    raise TooCostly(f"ended {deaths} readers ({lost})") from lost
        raise ChildUnavailable("readers are killed again and again")

    def _ask(self, asked: bytes) -> bytearray:
        child = self._take()
        try:
            return child.ask(asked)
        except (Lost, TooCostly) as fault:
            if self._aborted:
                raise BrokenExecutor("the pool was closed") from None
            _log.warning("a reader gave no answer: %s", fault)
            if self._on_loss:
                self._on_loss(str(fault))
            raise
        finally:
            self._give_back(child)

    def _take(self) -> ForkServer:
        with self._lock:
            child = self._idle.pop() if self._idle else None
        child = child or ForkServer(self._options, self._calls)
        with self._lock:
            self._busy.add(child)
            if self._aborted:
                child.interrupt()
        return child

    def _give_back(self, child: ForkServer) -> None:
        with self._lock:
            self._busy.discard(child)
            if child.is_fit and not self._closed:
                self._idle.append(child)
                return
        child.end()

    def _close(self, *, at_once: bool = False) -> None:
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            if at_once:
                self._aborted = True
                for child in self._busy:
                    child.interrupt()
        for child in idle:
            child.end()
