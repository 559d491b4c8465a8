"""Children on this machine: for each, a thread of the parent sends calls and waits."""

import logging
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TypeVar

from mailbot.errors import MissingTool, TooCostly
from mailbot.pool.options import PoolOptions
from mailbot.pool.parent.executor import MayTake, Pool, ignore, unlimited
from mailbot.pool.parent.forkserver import ForkServer
from mailbot.pool.parent.slot import ChildUnavailable, Lost
from mailbot.pool.protocol.calls import probe_reading
from mailbot.pool.protocol.wire import CALLS, prepare, read_answer, write_call

_MOST_KILLS = 6
"""How often the reader of a call, and nothing else, is killed from outside.

Where memory is short, the kernel kills the process that takes most of it. More often it
is the letter that is to blame, in whatever way it does it.
"""

_MOST_LOSSES = 20
"""How often a call is tried whose reader was killed by somebody else each time."""

_log = logging.getLogger("mailbot")

T = TypeVar("T")


class LocalPool(Pool):
    """Has calls answered in children on this machine.

    All readers are forks of one process, which the first call starts. They answer the
    calls that the module `calls` lists (see `protocol.wire`). `on_loss` hears why a
    reader gave no answer, in any thread.
    """

    def __init__(
        self,
        options: PoolOptions,
        calls: str = CALLS,
        on_loss: Callable[[str], None] = ignore,
    ) -> None:
        self._options = options
        self._calls = calls
        self._on_loss = on_loss
        self._threads = ThreadPoolExecutor(options.children, "child")
        self._lock = Lock()
        self._server: ForkServer | None = None
        self._aborted = False

    def submit_within(self, may_take: MayTake, call: "partial[T]") -> Future[T]:
        """Have a child answer a call; if it dies of it, again, as often as set.

        A call that takes longer than `may_take` ends with Preempted. One that takes
        more time or memory than it may is not tried again. A child that was killed or
        stopped by somebody else does not count.
        """
        asked = write_call(self._calls, call)
        prepare(call.func, probe_reading)
        return self._threads.submit(self._run, asked, call.func, may_take)

    def missing(self) -> tuple[str, ...]:
        """What the sandbox of the children lacks on this machine, in words.

        Raises:
            ChildUnavailable: no child can be started now.
        """
        return self._fork_server().missing

    def user(self) -> int:
        """The uid under which the children run.

        Raises:
            ChildUnavailable: no child can be started now.
        """
        return self._fork_server().user

    def start(self) -> None:
        """Get ready for many calls before the first of them comes.

        Where that fails, the first call tells.
        """
        self._threads.submit(self._warm)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the children: at once with `cancel_futures`, else after their calls."""
        if cancel_futures:
            self._aborted = True
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._end()
        self._threads.shutdown(wait)
        if wait:
            self._end()

    def _run(self, asked: bytes, call: Callable[..., T], may_take: MayTake) -> T:
        try:
            return read_answer(self._answer(asked, may_take), call)
        except MemoryError as error:
            allowed = self._options.memory >> 20
            raise TooCostly(f"needed more than {allowed} MB") from error
        except MissingTool as error:
            if call is probe_reading:
                raise
            # A missing tool ends the service, so a letter must not be able to feign it:
            # a reader is asked that has opened none.
            asked = write_call(CALLS, partial(probe_reading))
            read_answer(self._answer(asked), probe_reading)
            raise TooCostly(f"broke its process: it says {error}") from error

    def _answer(self, asked: bytes, may_take: MayTake = unlimited) -> bytearray:
        """Ask one child after the other, until one answers or the letter is to blame.

        Raises:
            Preempted: it took longer than `may_take`.
            TooCostly: it ended as many readers as it may.
            ChildUnavailable: somebody else ends all readers, or none can be started.
            BrokenExecutor: the pool was closed.
        """
        deaths = kills = 0
        for _ in range(_MOST_LOSSES):
            try:
                return self._ask(asked, may_take)
            except Lost as lost:
                deaths += not lost.innocent
                kills += lost.alone
                if deaths == self._options.attempts or kills == _MOST_KILLS:
                    raise TooCostly(
                        f"ended {deaths + kills} readers ({lost})"
                    ) from lost
        raise ChildUnavailable("readers are killed again and again")

    def _ask(self, asked: bytes, may_take: MayTake) -> bytearray:
        server = self._fork_server()
        slot = server.take()
        try:
            return slot.ask(asked, may_take)
        except (Lost, TooCostly) as fault:
            if self._aborted:
                raise BrokenExecutor("the pool was closed") from None
            _log.warning("a reader gave no answer: %s", fault)
            self._on_loss(str(fault))
            raise
        finally:
            server.give_back(slot)

    def _warm(self) -> None:
        server = self._fork_server()
        slot = server.take()
        slot.warm()
        server.give_back(slot)

    def _fork_server(self) -> ForkServer:
        """The process whose forks read, started if it is not there."""
        with self._lock:
            if self._aborted:
                raise BrokenExecutor("the pool was closed")
            if self._server is None or self._server.has_ended:
                self._server = ForkServer(self._options, self._calls)
            return self._server

    def _end(self) -> None:
        with self._lock:
            server, self._server = self._server, None
        if server:
            server.end()
