"""Children on this machine: for each, a thread of the parent sends calls and waits."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import ParamSpec, TypeVar

from mailbot.errors import MissingTool, Passing, TooCostly
from mailbot.pool.calls import probe_reading
from mailbot.pool.channel import Channel
from mailbot.pool.options import PoolOptions
from mailbot.pool.wire import CALLS, LONGEST, pack, read_answer, write_call

KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "TESSDATA_PREFIX", "TMPDIR")
"""The variables of our environment that a child gets; it gets no others."""

# One core for each letter: libraries would else start a thread for every core, in each
# child.
_ONE_THREAD = dict.fromkeys(
    ("OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"
)
_START = (
    "import sys; sys.path[:] = sys.argv[3:]; "
    "from mailbot.pool.child import main; main(sys.argv[1:])"
)
_PATIENCE = 60.0
"""Seconds that a child may take to start, before its first call."""

P = ParamSpec("P")
T = TypeVar("T")


class ChildUnavailable(Passing):
    """No child can be started now."""


class LocalPool(Executor):
    """Runs calls in children on this machine; a lost child means TooCostly.

    A child is started for a call that finds none idle. It answers the calls that the
    module `calls` lists (see `wire`).
    """

    def __init__(self, options: PoolOptions, calls: str = CALLS) -> None:
        self._options = options
        self._calls = calls
        self._threads = ThreadPoolExecutor(options.children, "child")
        self._lock = Lock()
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._closed = False
        self._aborted = False

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run a listed call in a child; if the child dies, run it once more.

        The second run tells a letter that ends its process from a child that died by
        chance. A letter that outlasts its deadline is not tried again.
        """
        asked = write_call(self._calls, fn, *args, **kwargs)
        return self._threads.submit(self._run, asked, fn)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the children: at once with `cancel_futures`, else after their calls."""
        if cancel_futures or not wait:
            self._close(at_once=cancel_futures)
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        if wait:
            self._close()

    def _run(self, asked: bytes, call: Callable[..., T]) -> T:
        try:
            try:
                return self._ask(asked, call)
            except _Died:
                return self._ask(asked, call)
        except _Died as died:
            raise TooCostly(f"ended its process twice ({died})") from died
        except MemoryError as error:
            allowed = self._options.memory >> 20
            raise TooCostly(f"needed more than {allowed} MB") from error
        except MissingTool as error:
            if call is not probe_reading:
                self._probe(error)
            raise

    def _probe(self, error: MissingTool) -> None:
        """Do not believe a child that has opened a letter; ask one that has not.

        A missing tool ends the service, so a letter must not be able to feign it.
        """
        self._ask(write_call(CALLS, probe_reading), probe_reading)
        raise TooCostly(f"broke its process: it says {error}") from error

    def _ask(self, asked: bytes, call: Callable[..., T]) -> T:
        child = self._take()
        try:
            return read_answer(child.ask(asked), call)
        except (_Died, TooCostly, MemoryError):
            child.end()
            if self._aborted:
                raise BrokenExecutor("the pool was closed") from None
            raise
        finally:
            self._give_back(child)

    def _take(self) -> "_Child":
        with self._lock:
            if self._idle:
                child = self._idle.pop()
                self._busy.add(child)
                return child
        child = _Child(self._options, self._calls)
        with self._lock:
            self._busy.add(child)
            if self._aborted:
                child.kill()
        return child

    def _give_back(self, child: "_Child") -> None:
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
                    child.kill()
        for child in idle:
            child.end()


class _Died(Exception):
    """A child ended by itself before it answered."""


class _Child:
    """A process that answers one call at a time, and the channel to it.

    The process leads a session of its own, so that what it starts ends with it.
    """

    def __init__(self, options: PoolOptions, calls: str) -> None:
        """Start the process, and wait until it has set its limits.

        Raises:
            ChildUnavailable: the process cannot be started, or ended at once.
        """
        self._options = options
        self._left = options.letters
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            raise ChildUnavailable(f"a child cannot be started: {error}") from error
        self._channel = Channel(ours)
        with theirs:
            try:
                self._process = _start(theirs.fileno(), calls)
            except ChildUnavailable:
                self._channel.close()
                raise
        try:
            self._exchange(pack(options), _PATIENCE)
        except (_Died, TooCostly) as error:
            self.end()
            raise ChildUnavailable(f"a child cannot be started: {error}") from error

    @property
    def is_fit(self) -> bool:
        """Whether the child may answer one more call."""
        return self._left > 0 and not self._channel.closed

    def ask(self, call: bytes) -> bytearray:
        """Send a call, and wait for the answer.

        Raises:
            TooCostly: the answer took longer than it may; the child was ended.
            _Died: the child ended by itself.
        """
        self._left -= 1
        return self._exchange(call, self._options.seconds)

    def kill(self) -> None:
        """Send SIGKILL to the process and to all that it started."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> int:
        """Kill the process and close the channel; its exit code."""
        self.kill()
        self._channel.close()
        return self._process.wait()

    def _exchange(self, message: bytes, seconds: float) -> bytearray:
        deadline = monotonic() + seconds
        try:
            self._channel.send(message, deadline)
            return self._channel.receive(LONGEST, deadline)
        except TimeoutError as timeout:
            self.end()
            raise TooCostly(f"took longer than {seconds:g} s") from timeout
        except (OSError, EOFError) as broken:
            raise self._death(self.end()) from broken

    def _death(self, code: int) -> Exception:
        if code == -signal.SIGXCPU:
            return TooCostly(f"took longer than {self._options.cpu_seconds} s of CPU")
        return _Died(f"exit code {code}")


def _start(channel: int, calls: str) -> subprocess.Popen[bytes]:
    """Start a child that inherits that descriptor and no other."""
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    try:
        return subprocess.Popen(  # noqa: S603 (this same Python)
            [sys.executable, "-I", "-c", _START, str(channel), calls, *sys.path],
            env=kept | _ONE_THREAD,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[channel],
            start_new_session=True,
        )
    except OSError as error:
        raise ChildUnavailable(f"a child cannot be started: {error}") from error
