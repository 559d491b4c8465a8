"""The program that speaks to a dask cluster, in a process of its own without secrets.

Dask loads what comes from the scheduler as Python objects, which may run code. So its
client runs here, where no password and no ledger is, and passes bytes between the
mailbot's process (`fleet`) and the cluster. Where the kernel has Landlock, it reads
Python's files and its own certificate, and writes none. This module is loaded by dask
workers too, for `run_confined`.
"""

import signal
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock

from distributed import Client, Security
from distributed import Future as Task
from distributed.scheduler import KilledWorker

from mailbot.pool.child import sandbox
from mailbot.pool.cluster.reports import (
    LONGEST_REASON,
    MOST_LOSSES,
    Asked,
    Made,
    Order,
    Report,
    Said,
)
from mailbot.pool.options import PoolOptions
from mailbot.pool.parent.local import LocalPool
from mailbot.pool.protocol.channel import Channel
from mailbot.pool.protocol.wire import pack, read_call, unpack, write_answer


def main(arguments: Sequence[str]) -> None:
    """Pass on calls from the descriptor in the first argument, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = Channel.of(int(arguments[0]))
    order = unpack(channel.receive(), Order)
    files = (order.ca_file, order.cert_file, order.key_file)
    sandbox.enter_network(Path(file) for file in files if file)
    broker = Broker(channel, order)
    while True:
        try:
            broker.take(unpack(channel.receive(), Asked))
        except (EOFError, OSError):
            return


class Broker:
    """Submits calls to a cluster, and reports what became of them."""

    def __init__(self, channel: Channel, order: Order) -> None:
        self._channel = channel
        self._order = order
        self._client: Client | None = None
        self._sending = Lock()

    def take(self, asked: Asked) -> None:
        """Submit a call; without one, count the workers."""
        order = self._order
        try:
            client = self._connect()
            if not asked.call:
                count = pack(len(client.nthreads()))
                self._report(asked.number, Said.ANSWER, count)
                return
            # pure=False: the same letter twice is two tasks, never a cached answer.
            task = client.submit(
                run_confined, order.limits, order.calls, asked.call, pure=False
            )
        except (OSError, TimeoutError):
            self._close()
            self._report(asked.number, Said.GONE)
        else:
            task.add_done_callback(partial(self._finish, asked.number))

    def _finish(self, number: int, task: Task[bytes]) -> None:
        said, answer = Said.GONE, b""
        with suppress(OSError, TimeoutError):
            if task.status == "finished":
                said, answer = Said.ANSWER, task.result(timeout=self._order.seconds)
            elif task.status == "error":
                killed = isinstance(task.exception(), KilledWorker)
                said = Said.KILLED if killed else Said.FAILED
        if not isinstance(answer, bytes):
            said, answer = Said.FAILED, b""
        self._report(number, said, answer)

    def _report(self, number: int, said: Said, answer: bytes = b"") -> None:
        with self._sending:
            self._channel.send(pack(Report(number, said, answer)))

    def _connect(self) -> Client:
        order = self._order
        if self._client is None or self._client.status != "running":
            self._client = Client(
                order.address,
                timeout=order.seconds,
                security=_security(order),
                set_as_default=False,
            )
        return self._client

    def _close(self) -> None:
        client, self._client = self._client, None
        if client:
            with suppress(OSError, TimeoutError):
                client.close(timeout=1)


def run_confined(limits: bytes, calls: str, asked: bytes) -> bytes:
    """Make a call on a dask worker, in a child of that worker; a packed `Made`."""

    def make() -> object:
        call = read_call(asked, calls)
        return _children(limits, calls).submit(call.func, *call.args).result()

    answer = write_answer(make)
    return pack(Made(answer, tuple(_take_losses())))


_losses = deque[str](maxlen=MOST_LOSSES)
"""Why readers of this dask worker gave no answer, as long as no report told it."""


def _note_loss(why: str) -> None:
    _losses.append(why[:LONGEST_REASON])


def _take_losses() -> Iterator[str]:
    with suppress(IndexError):
        while True:
            yield _losses.popleft()


@lru_cache(maxsize=1)
def _children(limits: bytes, calls: str) -> LocalPool:
    """The children of a dask worker; the first letter starts them."""
    return LocalPool(unpack(limits, PoolOptions), calls, _note_loss)


def _security(order: Order) -> Security | None:
    if not order.ca_file:
        return None
    return Security(
        tls_ca_file=order.ca_file,
        tls_client_cert=order.cert_file,
        tls_client_key=order.key_file,
        require_encryption=True,
    )
