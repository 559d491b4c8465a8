"""Letters read on other machines: a dask cluster behind the same Executor.

A dask worker runs each letter in a child under the same limits as on this machine
(`pool.LocalPool`), so that a hostile letter cannot take the worker with it. A worker
that dies is dask's business: the letter goes to another one. When the scheduler is
gone, what was under way is read here or given back to be tried later, as configured.
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

from mailbot.errors import BadSettings, Passing, TooCostly
from mailbot.pool.local import LocalPool
from mailbot.pool.options import FleetOptions, PoolOptions

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger("mailbot")


class FleetUnavailable(Passing):
    """The dask scheduler cannot be reached now."""


class Fleet(Executor):
    """Submits to a dask cluster, with the machine at hand as the second choice."""

    def __init__(self, options: FleetOptions, limits: PoolOptions) -> None:
        """Connect to the scheduler at the first letter, not yet here.

        Raises:
            BadSettings: neither TLS nor loopback, or a certificate that is no use.
        """
        self._options = options
        self._limits = limits
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
            FleetUnavailable: it cannot be reached.
        """
        try:
            return len(self._connect().nthreads())
        except OSError as error:
            raise self._unavailable() from error

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        """Run `fn` on some worker of the cluster, in a child of that worker."""
        errand = _Errand(partial(fn, *args, **kwargs), Future[T]())
        errand.result.set_running_or_notify_cancel()
        try:
            # pure=False: the same letter twice is two tasks, never a cached answer.
            task = self._connect().submit(
                run_confined, self._limits, errand.call, pure=False
            )
        except OSError as error:
            self._stand_in(errand, error)
        else:
            task.add_done_callback(partial(self._finish, errand))
        return errand.result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, letters under way too; end this machine's children."""
        self._closed = True
        self._close_client()
        if self._local:
            self._local.shutdown(wait, cancel_futures=cancel_futures)

    def _finish(self, errand: "_Errand[Any]", task: Task[Any]) -> None:
        try:
            if task.status == "finished":
                errand.result.set_result(task.result(timeout=self._options.seconds))
                return
            error = task.exception() if task.status == "error" else None
        except (OSError, TimeoutError) as lost:
            error = lost
        if isinstance(error, KilledWorker):
            errand.result.set_exception(TooCostly(f"killed its dask workers: {error}"))
        elif error is not None and not isinstance(error, OSError | TimeoutError):
            errand.result.set_exception(error)
        else:
            self._stand_in(errand, error)

    def _stand_in(self, errand: "_Errand[Any]", error: BaseException | None) -> None:
        """Answer in place of a cluster that is gone."""
        if self._closed:  # it is we who are gone
            errand.result.set_exception(CancelledError())
            return
        self._gone_until = monotonic() + self._options.pause
        self._close_client()
        self._tell_gone()
        if not self._options.fall_back:
            gone = self._unavailable()
            gone.__cause__ = error
            errand.result.set_exception(gone)
            return
        with self._lock:
            self._local = self._local or LocalPool(self._limits)
        self._local.submit(errand.call).add_done_callback(errand.hand_over)

    def _tell_gone(self) -> None:
        """Once, however many letters find the scheduler gone."""
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
class _Errand(Generic[T]):
    """A call under way, and the future that its result is promised to."""

    call: Callable[[], T]
    result: Future[T]

    def hand_over(self, done: Future[T]) -> None:
        error = done.exception()
        if error is None:
            self.result.set_result(done.result())
        else:
            self.result.set_exception(error)


def run_confined(limits: PoolOptions, call: Callable[[], T]) -> T:
    """Run on a dask worker: hand the letter to a child of that worker."""
    return _children(limits).submit(call).result()


@lru_cache(maxsize=1)
def _children(limits: PoolOptions) -> LocalPool:
    """The children of a dask worker, started with its first letter."""
    return LocalPool(limits)


def _security(options: FleetOptions) -> Security | None:
    """TLS both ways. Whoever reaches a plain scheduler can run code on it."""
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
        # Later it would pass for a scheduler that is gone.
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
