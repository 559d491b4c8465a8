"""Letters read on other machines: a dask cluster behind the same Executor.

A dask worker runs each letter in a child under the same limits as on this machine
(`pool.LocalPool`), so that a hostile letter cannot end the worker. When a worker dies,
dask gives its letters to another one. When the scheduler cannot be reached, letters
are read on this machine or given back to be tried later, as configured.
"""

import ipaddress
import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Lock
from time import monotonic
from typing import Any, Generic, ParamSpec, TypeVar
from urllib.parse import urlsplit

from distributed import Client, Security
from distributed import Future as Task
from distributed.scheduler import KilledWorker

from mailbot.errors import BadSettings, MissingTool, Passing, TooCostly
from mailbot.pool.local import LocalPool
from mailbot.pool.options import FleetOptions, PoolOptions
from mailbot.pool.wire import (
    CALLS,
    pack,
    read_answer,
    read_call,
    unpack,
    write_answer,
    write_call,
)

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("mailbot")


class FleetUnavailable(Passing):
    """The dask scheduler cannot be reached now."""


class Fleet(Executor):
    """Runs calls on a dask cluster; on this machine while the cluster is gone."""

    def __init__(
        self, options: FleetOptions, limits: PoolOptions, calls: str = CALLS
    ) -> None:
        """Connect to the scheduler at the first letter, not yet here.

        Raises:
            BadSettings: neither TLS nor loopback, or a certificate cannot be used.
        """
        self._options = options
        self._limits = limits
        self._calls = calls
        self._security = _security(options)
        self._client: Client | None = None
        self._local: LocalPool | None = None
        self._gone_until = 0.0
        self._gone = False
        self._closed = False
        self._lock = Lock()

    def probe(self) -> int:
        """How many workers the scheduler has.

        Raises:
            FleetUnavailable: the scheduler cannot be reached.
        """
        try:
            return len(self._connect().nthreads())
        except OSError as error:
            raise self._unavailable() from error

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run a listed call on some worker, in a child of that worker."""
        asked = write_call(self._calls, fn, *args, **kwargs)
        pending = _Pending(partial(fn, *args, **kwargs), Future[T]())
        pending.result.set_running_or_notify_cancel()
        try:
            # pure=False: the same letter twice is two tasks, never a cached answer.
            task = self._connect().submit(
                run_confined, pack(self._limits), self._calls, asked, pure=False
            )
        except OSError as error:
            self._finish_here(pending, error)
        else:
            task.add_done_callback(partial(self._finish, pending))
        return pending.result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster and the letters in flight there; end our own children."""
        self._closed = True
        self._close_client()
        if self._local:
            self._local.shutdown(wait, cancel_futures=cancel_futures)

    def _finish(self, pending: "_Pending[Any]", task: Task[Any]) -> None:
        try:
            if task.status == "finished":
                answer = task.result(timeout=self._options.seconds)
                pending.result.set_result(read_answer(answer, pending.call.func))
                return
            error = task.exception() if task.status == "error" else None
        except (OSError, TimeoutError, MissingTool) as lost:
            error = lost
        except Exception as answered:  # noqa: BLE001 (every error is an answer)
            pending.result.set_exception(answered)
            return
        if isinstance(error, KilledWorker):
            pending.result.set_exception(TooCostly(f"killed its dask workers: {error}"))
        elif error is not None and not isinstance(error, OSError | TimeoutError):
            pending.result.set_exception(error)
        else:
            self._finish_here(pending, error)

    def _finish_here(
        self, pending: "_Pending[Any]", error: BaseException | None
    ) -> None:
        """Finish a call that the cluster cannot finish: here, or with an error."""
        if self._closed:  # we left the cluster
            pending.result.set_exception(CancelledError())
            return
        self._gone_until = monotonic() + self._options.pause
        self._close_client()
        self._log_gone()
        if not self._options.fall_back:
            gone = self._unavailable()
            gone.__cause__ = error
            pending.result.set_exception(gone)
            return
        with self._lock:
            self._local = self._local or LocalPool(self._limits, self._calls)
        call = pending.call
        here = self._local.submit(call.func, *call.args, **call.keywords)
        here.add_done_callback(pending.hand_over)

    def _log_gone(self) -> None:
        """Log that the scheduler is gone: once, not once for each letter."""
        with self._lock:
            told, self._gone = self._gone, True
        if not told:
            here = self._options.fall_back
            then = "letters are read on this machine" if here else "letters wait for it"
            _log.warning("%s; %s", self._unavailable(), then)

    def _unavailable(self) -> FleetUnavailable:
        return FleetUnavailable(f"no dask scheduler at {self._options.address}")

    def _connect(self) -> Client:
        if monotonic() < self._gone_until:
            raise ConnectionError("the scheduler was gone a moment ago")
        with self._lock:
            if self._client is None or self._client.status != "running":
                self._client = Client(
                    self._options.address,
                    timeout=self._options.seconds,
                    security=self._security,
                    set_as_default=False,
                )
                self._gone = False
            return self._client

    def _close_client(self) -> None:
        with self._lock:
            client, self._client = self._client, None
        if client:
            with suppress(TimeoutError):
                client.close(timeout=1)


@dataclass(frozen=True, slots=True)
class _Pending(Generic[T]):
    """A call in flight, and the future that waits for its result."""

    call: "partial[T]"
    result: Future[T]

    def hand_over(self, done: Future[T]) -> None:
        error = done.exception()
        if error is None:
            self.result.set_result(done.result())
        else:
            self.result.set_exception(error)


def run_confined(limits: bytes, calls: str, asked: bytes) -> bytes:
    """Make a call on a dask worker, in a child of that worker; the answer to it."""

    def make() -> object:
        call = read_call(asked, calls)
        return _children(limits, calls).submit(call.func, *call.args).result()

    return write_answer(make)


@lru_cache(maxsize=1)
def _children(limits: bytes, calls: str) -> LocalPool:
    """The children of a dask worker; the first letter starts them."""
    return LocalPool(unpack(limits, PoolOptions), calls)


def _security(options: FleetOptions) -> Security | None:
    """The certificates for TLS; None on loopback, where none are needed.

    Whoever can connect to a scheduler without TLS can run code on its workers.
    """
    try:
        parts = urlsplit(options.address)
        host = parts.hostname or ""
    except ValueError as error:
        raise BadSettings(f"pool.dask is no address: {options.address}") from error
    if parts.scheme == "tls":
        return _certificates(options)
    if not _is_loopback(host):
        raise BadSettings("pool.dask must be tls://... unless it is on this machine")
    return None


def _certificates(options: FleetOptions) -> Security:
    files = (options.ca_file, options.cert_file, options.key_file)
    if not all(files):
        raise BadSettings(
            "pool.dask over TLS needs dask_ca_file, dask_cert_file, dask_key_file"
        )
    ca, cert, key = map(str, files)
    security = Security(
        tls_ca_file=ca,
        tls_client_cert=cert,
        tls_client_key=key,
        require_encryption=True,
    )
    try:
        security.get_connection_args("client")
    except OSError as error:
        # At the first letter this would look like a scheduler that is gone.
        shown = ", ".join((ca, cert, key))
        raise BadSettings(
            f"pool.dask: no certificates in {shown}: {error.strerror}"
        ) from error
    return security


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
