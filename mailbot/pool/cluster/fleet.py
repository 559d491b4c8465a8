"""Letters read on other machines: a dask cluster behind the same Executor.

A dask worker runs each letter in a child under the same limits as on this machine
(`pool.LocalPool`), so that a hostile letter cannot end the worker. When a worker dies,
dask gives its letters to another one. When the scheduler cannot be reached, letters
are read on this machine or given back to be tried later, as configured.

This process holds the passwords, so it loads nothing of dask: a process of its own
speaks to the cluster (`broker`), and what it reports is checked as the answer of a
child is. Whoever holds the cluster can leave letters unread, or answer their senders
in our name; nothing more.
"""

import ipaddress
import logging
import ssl
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from itertools import count
from threading import Lock
from time import monotonic
from typing import TypeVar
from urllib.parse import urlsplit

from msgspec import DecodeError
from msgspec.structs import replace

from mailbot.errors import BadSettings, MissingTool, Passing, TooCostly
from mailbot.pool.cluster.relay import BrokerEnded, Relay
from mailbot.pool.cluster.reports import Made, Order, Report, Said
from mailbot.pool.options import FleetOptions, PoolOptions
from mailbot.pool.parent.executor import MayTake, Pool, ignore, settle, unlimited
from mailbot.pool.parent.local import LocalPool
from mailbot.pool.protocol.wire import CALLS, pack, read_answer, unpack, write_call

T = TypeVar("T")

_log = logging.getLogger("mailbot")


class FleetUnavailable(Passing):
    """The dask scheduler cannot be reached now."""


class Fleet(Pool):
    """Runs calls on a dask cluster; on this machine while the cluster is gone.

    `on_loss` hears why a reader gave no answer, there or here, in any thread.
    """

    def __init__(
        self,
        options: FleetOptions,
        limits: PoolOptions,
        calls: str = CALLS,
        on_loss: Callable[[str], None] = ignore,
    ) -> None:
        """Connect to the scheduler at the first letter, not yet here.

        Raises:
            BadSettings: neither TLS nor loopback, or a certificate cannot be used.
        """
        self._options = options
        self._limits = limits
        self._calls = calls
        self._on_loss = on_loss
        self._order = _order(options, limits, calls)
        self._numbers = count()
        self._relay: Relay | None = None
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
            report = self._ask(b"").result()
        except OSError as error:
            raise self._unavailable() from error
        if report.said is not Said.ANSWER:
            raise self._unavailable()
        return unpack(report.answer, int)

    def start(self) -> None:
        """Do nothing: the workers of the cluster get ready by themselves."""

    def submit_within(
        self,
        may_take: MayTake,  # noqa: ARG002 (a call there is not ended)
        call: "partial[T]",
    ) -> Future[T]:
        """Run a listed call on some worker, in a child of that worker."""
        asked = write_call(self._calls, call)
        result: Future[T] = Future()
        result.set_running_or_notify_cancel()
        try:
            report = self._ask(asked)
        except OSError:
            self._finish_here(call, result)
        else:
            report.add_done_callback(partial(self._finish, call, result))
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster and the letters in flight there; end our own children."""
        self._closed = True
        with self._lock:
            relay, self._relay = self._relay, None
        if relay:
            relay.end()
        if self._local:
            self._local.shutdown(wait, cancel_futures=cancel_futures)

    def _ask(self, asked: bytes) -> Future[Report]:
        if monotonic() < self._gone_until:
            raise ConnectionError("the scheduler was gone a moment ago")
        with self._lock:
            if self._relay is None or self._relay.is_lost:
                self._relay = Relay(self._order)
                self._gone = False
            return self._relay.ask(next(self._numbers), asked)

    def _finish(
        self, call: "partial[T]", result: Future[T], done: Future[Report]
    ) -> None:
        try:
            report = done.result()
            if report.said is Said.ANSWER:
                result.set_result(read_answer(self._read(report.answer), call.func))
            elif report.said is Said.KILLED:
                killed = TooCostly("killed its dask workers")
                self._on_loss(str(killed))
                result.set_exception(killed)
            elif report.said is Said.FAILED:
                result.set_exception(RuntimeError("failed on its dask worker"))
            else:
                self._finish_here(call, result)
        except (BrokerEnded, MissingTool):
            # A missing tool is a fault of that worker, and does not end the service.
            self._finish_here(call, result)
        except Exception as error:  # noqa: BLE001 (every error is an answer)
            result.set_exception(error)

    def _read(self, made: bytes) -> bytes:
        """The answer in what a dask worker sent; tells of the readers that it lost.

        Raises:
            TooCostly: the worker did not send what our own code sends.
        """
        try:
            sent = unpack(made, Made)
        except DecodeError as broken:
            raise TooCostly(f"broke its process: {broken}") from broken
        for why in sent.losses:
            self._on_loss(why)
        return sent.answer

    def _finish_here(self, call: "partial[T]", result: Future[T]) -> None:
        """Finish a call that the cluster cannot finish: here, or with an error."""
        if self._closed:  # we left the cluster
            result.set_exception(CancelledError())
            return
        self._gone_until = monotonic() + self._options.pause
        self._log_gone()
        if not self._options.fall_back:
            result.set_exception(self._unavailable())
            return
        with self._lock:
            self._local = self._local or LocalPool(
                self._limits, self._calls, self._on_loss
            )
        here = self._local.submit_within(unlimited, call)
        here.add_done_callback(lambda done: settle(result, done.result))

    def _log_gone(self) -> None:
        """Log that the scheduler is gone: once, not once for each letter."""
        with self._lock:
            told, self._gone = self._gone, True
        if not told:
            here = self._options.fall_back
            what = "are read on this machine" if here else "wait for it"
            _log.warning("%s; letters %s", self._unavailable(), what)

    def _unavailable(self) -> FleetUnavailable:
        return FleetUnavailable(f"no dask scheduler at {self._options.address}")


def _order(options: FleetOptions, limits: PoolOptions, calls: str) -> Order:
    """What the broker is told, checked here.

    Whoever can connect to a scheduler without TLS can run code on its workers.
    """
    try:
        parts = urlsplit(options.address)
        host = parts.hostname or ""
    except ValueError as error:
        raise BadSettings(f"pool.dask is no address: {options.address}") from error
    files = ("", "", "")
    if parts.scheme == "tls":
        files = _certificates(options)
    elif not _is_loopback(host):
        raise BadSettings("pool.dask must be tls://... unless it is on this machine")
    there = pack(replace(limits, socket=""))  # which is a path on this machine
    return Order(options.address, options.seconds, there, calls, *files)


def _certificates(options: FleetOptions) -> tuple[str, str, str]:
    files = (options.ca_file, options.cert_file, options.key_file)
    if not all(files):
        raise BadSettings(
            "pool.dask over TLS needs dask_ca_file, dask_cert_file, dask_key_file"
        )
    ca, cert, key = map(str, files)
    try:
        ssl.create_default_context(cafile=ca).load_cert_chain(cert, key)
    except OSError as error:
        # At the first letter this would look like a scheduler that is gone.
        shown = ", ".join((ca, cert, key))
        raise BadSettings(
            f"pool.dask: no certificates in {shown}: {error.strerror}"
        ) from error
    return ca, cert, key


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
